"""A phone held upright, by thumb: marches, battles, and panels that come up as sheets."""

from __future__ import annotations

from tests.web.conftest import Welcome
from tests.web.playing import PHONE, Look, Person, Robot, play

WIDTH, HEIGHT = PHONE


def has_no_overflow(person: Person) -> bool:
    """Whether nothing makes the page wider than the screen."""
    return bool(
        person.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def test_a_march_by_thumb(welcome: Welcome) -> None:
    person = welcome("thumb", size=PHONE, has_touch=True)
    person.play_now("The French")
    person.wait_for_turn()
    assert has_no_overflow(person)
    person.open_town()
    sheet = person.page.locator(".stack").bounding_box()
    assert sheet is not None and sheet["y"] > HEIGHT * 0.3 and sheet["width"] > WIDTH * 0.9
    units = person.page.locator(".stack .unit.is-able")
    box = units.first.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= 44
    units.first.tap()
    seen = person.wait_until(
        "a town is lit", lambda seen: any(one["isReached"] for one in seen["towns"])
    )
    goals = [one for one in seen["towns"] if one["kind"] in ("march", "attack")]
    reached = [one for one in goals if one["isReached"]]
    assert reached, "no lit town can be touched beside the sheet"
    person.point_and_wait(reached[0])
    seen = person.wait_until(
        "it went", lambda seen: any(a["act"] == "undo" for a in seen["actions"])
    )
    assert all(one["isReached"] for one in seen["actions"])


def test_panels_are_sheets(welcome: Welcome) -> None:
    person = welcome("thumb", size=PHONE, has_touch=True)
    person.play_now("The French")
    page = person.page
    person.wait_for_turn()
    assert not page.locator("aside.side").is_visible()
    for panel in ("log", "notebook", "calendar", "trays", "chat", "people", "settings"):
        page.locator(f".dock [data-panel='{panel}']").tap()
        side = page.locator("aside.side")
        side.wait_for()
        side.evaluate("(one) => Promise.all(one.getAnimations().map((each) => each.finished))")
        box = side.bounding_box()
        assert box is not None and box["x"] <= 1 and box["width"] >= WIDTH - 2, panel
        assert box["y"] > HEIGHT * 0.1 and box["y"] + box["height"] <= HEIGHT + 1, panel
        assert has_no_overflow(person), panel
        page.locator(".side-close").tap()
        side.wait_for(state="hidden")


def test_a_battle_decision_by_thumb(welcome: Welcome) -> None:
    person = welcome("thumb", size=PHONE, has_touch=True)
    person.enter("battle")
    person.wait_until(
        "the battle is there", lambda seen: bool(seen["battle"] and seen["battle"]["blocks"])
    )
    assert has_no_overflow(person)
    robot = Robot(person, 4, zeal=99)

    def has_acted(looks: list[Look]) -> bool:
        heights: list[float] = person.page.evaluate(
            "[...document.querySelectorAll('.b-bar .b-act')].map((one) => one.offsetHeight)"
        )
        assert all(height >= 44 for height in heights), heights
        return any(what.startswith(("button", "target")) for what in robot.counts)

    play([robot], has_acted)
    # Roads of retreat lie under the bar while a unit is in hand; it has a button for them.
    assert not [words for words in robot.covered if not words.startswith("Road")]
    assert has_no_overflow(person)
