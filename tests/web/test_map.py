"""The map: where it begins, what is read on it, and what it shows without being asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import DESK, PHONE, Person, later

OVERLAPS = Path(__file__).with_name("overlaps.js").read_text("utf-8")
TABLET = (820, 1180)
NEARER = 8  # steps from the whole map to the nearest look
BLOCKS = """[...document.querySelectorAll(".map-piece")]
  .filter((one) => one.style.visibility !== "hidden")
  .map((one) => one.querySelector(".nb-halo").getBoundingClientRect().width * 100 / 112)"""
NUMBERS = """[...document.querySelectorAll(".map-piece .nb-fire")]
  .map((one) => one.getBoundingClientRect().height)"""


def wait_until_still(person: Person) -> None:
    """The map moves two frames after what was done, when the rest has found its place."""
    for _ in range(3):
        person.wait_for_frame()
    person.wait_until("the map is at rest", lambda seen: not seen["isMoving"])
    person.wait_for_frame()


def look(person: Person, name: str) -> None:
    """Press one of the buttons on the map; where they give way to a stack, it is as if."""
    button = person.page.locator(f".map-tools [data-look='{name}']")
    if not button.is_visible():
        button.dispatch_event("click")
    elif person.has_touch:
        button.tap()
    else:
        button.click()
    wait_until_still(person)


@pytest.mark.parametrize(("size", "least"), [(DESK, 40), (PHONE, 36), *later((TABLET, 36))])
def test_begins_where_the_armies_are(welcome: Welcome, size: tuple[int, int], least: float) -> None:
    person = welcome("french", size=size, has_touch=size != DESK)
    person.play_now("The French")
    person.wait_for_turn()
    sizes: list[float] = person.page.evaluate(BLOCKS)
    assert sizes and min(sizes) >= least, sizes
    numbers: list[float] = person.page.evaluate(NUMBERS)
    assert min(numbers) >= 10, numbers
    assert all(one["isReached"] for one in person.look()["towns"]), "own stacks are out of reach"


@pytest.mark.parametrize(
    ("scene", "size"),
    [("campaign", PHONE), *later(("start", DESK), ("force", DESK), ("supply", PHONE))],
)
def test_nothing_covers_anything(welcome: Welcome, scene: str, size: tuple[int, int]) -> None:
    """Names, tags, notes and blocks, over positions and zooms, with and without a choice."""
    person = welcome("somebody", size=size)
    if scene == "start":
        person.play_now("The French")
    else:
        person.enter(scene)
    person.wait_for_turn()
    person.open_town()
    for is_chosen in (False, True):
        if is_chosen:
            person.page.keyboard.press("a")
        look(person, "map")
        levels = set()
        for step in range(NEARER):
            seen: dict[str, Any] = person.page.evaluate(OVERLAPS)
            assert not seen["covering"], (step, seen["covering"])
            levels.add(seen["level"])
            if seen["level"]:
                assert seen["names"] == seen["towns"], "a name was left out"
            look(person, "plus")
        assert len(levels) >= 4, levels


def test_a_name_is_its_town(welcome: Welcome) -> None:
    person = welcome("french")
    person.play_now("The French")
    person.wait_for_turn()
    person.page.locator(".map-captions [data-name='beaumont']").click(force=True)
    assert person.page.locator(".stack h2").inner_text() == "Beaumont"


def stack_spot(person: Person, town: str) -> dict[str, float]:
    """The middle of the uppermost block in a town."""
    box = person.page.locator(f".map-piece[data-at='{town}']").last.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_a_stack_opens_under_the_mouse_without_being_chosen(welcome: Welcome) -> None:
    person = welcome("french")
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    spot = stack_spot(person, "beaumont")
    page.mouse.move(spot["x"], spot["y"])
    peek = page.locator(".map-peek")
    peek.wait_for()
    assert "Beaumont" in peek.inner_text()
    assert peek.locator(".nb-icon").count() == 12
    assert not page.locator(".stack").is_visible()
    page.mouse.move(5, 400)
    peek.wait_for(state="hidden")


def test_a_stack_opens_under_a_resting_finger(welcome: Welcome) -> None:
    person = welcome("french", size=PHONE, has_touch=True)
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    spot = stack_spot(person, "beaumont")
    touch = page.context.new_cdp_session(page)
    point = [{"x": spot["x"], "y": spot["y"]}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    page.locator(".map-peek").wait_for()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    person.wait_for_frame()
    assert page.locator(".map-peek").is_visible()
    assert not page.locator(".stack").is_visible()
    person.point(spot)  # a tap chooses, and the card goes
    page.locator(".stack").wait_for()
    assert not page.locator(".map-peek").is_visible()


def spot_of(person: Person, town: str) -> tuple[float, float, float]:
    """Where a town is on the screen, and how large."""
    box = person.page.locator(f".map-spot[data-town='{town}']").bounding_box()
    assert box is not None
    return (
        round(box["x"] + box["width"] / 2),
        round(box["y"] + box["height"] / 2),
        round(box["width"], 1),
    )


def begin_as_an_old_hand(person: Person) -> None:
    """Somebody who needs no lesson begins a campaign."""
    person.go("/")
    person.page.evaluate("localStorage.setItem('napoleon.taught', 'yes')")
    person.play_now("The French")
    person.wait_for_turn()


def test_on_a_phone_a_stack_is_opened_under_the_finger(welcome: Welcome) -> None:
    """The map moves for a town or a goal that the sheet would hide, by the least, else not."""
    person = welcome("french", size=PHONE, has_touch=True)
    begin_as_an_old_hand(person)
    x, y, width = spot_of(person, "solre")
    person.open_town("solre")
    wait_until_still(person)
    person.page.keyboard.press("a")
    wait_until_still(person)
    raised = spot_of(person, "solre")
    # It would lie under the sheet: the map goes up, not nearer and not aside.
    assert raised[1] < y and (raised[0], raised[2]) == (x, width)
    goals = [one for one in person.look()["towns"] if one["kind"] != "source"]
    assert goals and all(one["isReached"] for one in goals)
    # From here all is in sight, and nothing moves whatever is opened, chosen and closed.
    for _ in range(2):
        person.page.locator(".stack header .round").tap()
        person.page.locator(".stack").wait_for(state="detached")
        wait_until_still(person)
        assert spot_of(person, "solre") == raised
        person.open_town("solre")
        wait_until_still(person)
        assert spot_of(person, "solre") == raised
        person.page.keyboard.press("a")
        wait_until_still(person)
        assert spot_of(person, "solre") == raised


def test_on_a_phone_a_town_under_the_sheet_comes_up_once(welcome: Welcome) -> None:
    """With what lies around it, so that choosing moves nothing more."""
    person = welcome("french", size=PHONE, has_touch=True)
    begin_as_an_old_hand(person)
    x, y, width = spot_of(person, "beaumont")
    person.open_town("beaumont")
    wait_until_still(person)
    sheet = person.page.locator(".stack").bounding_box()
    assert sheet is not None and y > sheet["y"], "the sheet does not hide this town"
    raised = spot_of(person, "beaumont")
    assert raised[1] < sheet["y"] and abs(raised[0] - x) < 20 and raised[2] == width
    person.page.keyboard.press("a")
    wait_until_still(person)
    assert spot_of(person, "beaumont") == raised
    goals = [one for one in person.look()["towns"] if one["kind"] != "source"]
    assert goals and all(one["isReached"] for one in goals)


def open_by_key(person: Person, town: str) -> None:
    person.page.locator(f".map-spot[data-town='{town}']").focus()
    person.page.keyboard.press("Enter")
    person.page.locator(".stack").wait_for()


def test_who_cannot_make_a_forced_march_says_why(welcome: Welcome) -> None:
    """By a tap, under the mouse and for those who listen: in the words of the rules."""
    person = welcome("marcher")
    page = person.page
    person.enter("force")
    for one in person.wait_for_turn()["towns"]:
        open_by_key(person, one["town"])
        if page.locator(".stack .unit.is-able").count() and (
            page.locator(".stack .unit:not(.is-able)").count() > 1
        ):
            break
    idle = page.locator(".stack .unit:not(.is-able)")
    assert idle.count() > 1, "everybody can force-march"
    idle.first.hover()
    person.settle()
    reason = idle.first.get_attribute("title") or ""
    assert "no group that moved" in reason or "normal march" in reason, reason
    assert f"cannot act now: {reason}" in (idle.first.get_attribute("aria-label") or "")
    idle.first.click()
    person.settle()
    assert reason in person.look()["notice"]
    assert page.locator(".notice .rule").inner_text() == "5.6"
    # By key it is spoken.
    page.locator(".stack .unit.is-able").first.focus()
    while not idle.last.evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("Tab")
    person.settle()
    spoken = idle.last.get_attribute("title") or ""
    page.locator("[aria-live]", has_text=spoken).first.wait_for(state="attached")


def test_on_a_phone_blocks_stay_under_the_finger_that_chooses_them(welcome: Welcome) -> None:
    """The sheet keeps its height and its scroll, whatever is said of what is chosen."""
    person = welcome("french", size=PHONE, has_touch=True)
    person.play_now("The French")
    person.wait_for_turn()
    person.open_town("beaumont")
    wait_until_still(person)
    units = person.page.locator(".stack .unit")
    row = person.page.locator(".stack-units")
    row.evaluate("(one) => { one.scrollLeft = 60; }")
    person.wait_for_frame()
    places = [one.bounding_box() for one in units.all()]
    for number in (4, 5, 4, 6, 5, 6):
        units.nth(number).tap()
        person.settle()
        assert [one.bounding_box() for one in units.all()] == places


def test_the_side_folds_away_and_stays_so(welcome: Welcome) -> None:
    person = welcome("french")
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    before = page.locator(".map-host").bounding_box()
    page.locator(".side-close").click()
    page.locator("aside.side").wait_for(state="hidden")
    after = page.locator(".map-host").bounding_box()
    assert before and after and after["width"] > before["width"] + 200
    person.open_town()
    page.keyboard.press("Escape")
    page.reload()
    person.wait_for_turn()
    assert not page.locator("aside.side").is_visible()
    page.locator(".dock [data-panel='log']").click()
    page.locator("aside.side").wait_for()
    page.reload()
    person.wait_for_turn()
    assert page.locator("aside.side").is_visible()


def test_the_enemys_turn_leaves_its_trace(welcome: Welcome) -> None:
    person = welcome("somebody")
    person.enter("campaign")
    person.wait_for_turn()
    page = person.page
    arrows = page.locator(".map-arrow.is-trace")
    assert arrows.count() > 0
    ways = set(
        page.evaluate("[...document.querySelectorAll('.is-trace')].map((a) => a.dataset.way)")
    )
    page.evaluate(
        """() => {
          window.shown = new Set();
          new MutationObserver(() => document.querySelectorAll(".map-arrow.is-shown")
            .forEach((one) => window.shown.add(one.dataset.way)))
            .observe(document.querySelector(".map-host"), {subtree: true, attributes: true});
        }"""
    )
    page.locator("[data-act='trace']").click()
    page.locator(".campaign.is-playing").wait_for()
    page.locator(".campaign:not(.is-playing)").wait_for()
    assert set(page.evaluate("[...window.shown]")) == ways
    # The first own march takes the trace away, and an undo brings it back.
    person.march()
    assert arrows.count() == 0
    assert not page.locator("[data-act='trace']").is_visible()


def test_dice_of_forced_marches_fall_on_the_map(welcome: Welcome) -> None:
    person = welcome("somebody", motion="no-preference")
    person.enter("force")
    person.wait_for_turn()
    page = person.page
    lit = [one["town"] for one in person.look()["towns"] if one["kind"] == "source"]
    person.open_town(lit[0])
    page.locator(".stack .unit.is-able").first.click()
    seen = person.wait_until(
        "a town is lit",
        lambda seen: any(one["kind"] in ("force", "attack") for one in seen["towns"]),
    )
    goal = next(
        one for one in seen["towns"] if one["kind"] in ("force", "attack") and one["isReached"]
    )
    person.point_and_wait(goal)
    if page.locator(".map-host .b-dice").count() == 0:  # they fall at the end of the step
        page.locator("[data-act='end']").click()
    page.locator(".map-host .b-dice.is-still").first.wait_for()
    assert "Forced march" in page.locator(".map-host .b-dice").first.inner_text()


def test_where_the_chosen_can_go_stays_in_sight_on_a_phone(welcome: Welcome) -> None:
    person = welcome("french", size=PHONE, has_touch=True)
    person.play_now("The French")
    person.wait_for_turn()
    for town in ("solre", "beaumont", "philippeville"):
        person.open_town(town)
        wait_until_still(person)
        assert not any(one["isChosen"] for one in person.look()["able"]), (
            "the first tap chose a unit"
        )
        person.page.locator(".stack .unit.is-able").first.tap()
        wait_until_still(person)
        goals = [one for one in person.look()["towns"] if one["kind"] != "source"]
        assert goals
        assert all(one["isReached"] for one in goals), (town, goals)
        person.page.locator(".stack [aria-label='Close']").tap()
        wait_until_still(person)


def test_those_who_do_not_fit_on_a_road_are_shown_first(welcome: Welcome) -> None:
    person = welcome("french")
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    person.open_town("beaumont")
    page.keyboard.press("a")
    seen = person.wait_until(
        "towns are lit", lambda seen: any(one["kind"] == "march" for one in seen["towns"])
    )
    goal = next(one for one in seen["towns"] if one["town"] == "thuin")
    assert not person.point_and_wait(goal), "something was sent"
    chosen = page.locator(".stack .unit[aria-pressed='true']")
    assert chosen.count() == 6
    assert "6 of 12 can go to Thuin" in page.locator(".stack .hint").first.inner_text()
    assert person.point_and_wait(goal)
    person.wait_until(
        "they went", lambda seen: any(one["act"] == "undo" for one in seen["actions"])
    )
    assert page.locator(".map-piece[data-at='thuin']").count() == 6
