"""Around the game: the way back, the log, settings, resigning, and what a newcomer is told."""

from __future__ import annotations

import re

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import DESK_TOO, PHONE, Look, Person


def spoken(person: Person) -> list[str]:
    """The towns that the log lights up on the map."""
    towns: list[str] = person.page.evaluate(
        "[...document.querySelectorAll('[data-spoken]')].map((one) => one.dataset.spoken)"
    )
    return towns


def test_back_closes_what_lies_over_the_table(welcome: Welcome) -> None:
    person = welcome("french", size=PHONE, has_touch=True)
    person.go("/")
    person.press("The French")
    person.wait_for_turn()
    page = person.page
    side = page.locator("aside.side")
    page.locator(".dock [data-panel='log']").tap()
    side.wait_for()
    page.go_back()
    side.wait_for(state="hidden")
    assert "/game/" in page.url
    person.open_town()
    page.go_back()
    page.locator(".stack").wait_for(state="detached")
    assert "/game/" in page.url
    # What was closed by its own button does not have to be closed again.
    page.locator(".dock [data-panel='calendar']").tap()
    side.wait_for()
    page.locator(".side-close").tap()
    side.wait_for(state="hidden")
    page.go_back()
    page.locator(".play-now").wait_for()


def test_the_log_is_quiet_and_points_at_the_map(welcome: Welcome) -> None:
    person = welcome("somebody")
    person.enter("campaign")
    person.wait_for_turn()
    page = person.page
    fight = page.locator(".log details.is-fight").last
    assert not fight.locator(".entry").first.is_visible()
    fight.locator("summary").hover()
    town = str(fight.get_attribute("data-towns")).split()
    assert town and spoken(person) == town
    page.mouse.move(300, 300)
    assert spoken(person) == []
    fight.locator("summary").focus()
    assert spoken(person) == town
    fight.locator("summary").click()
    fight.locator(".entry").first.wait_for()
    # It stays open when the log grows.
    key = fight.get_attribute("data-key")
    person.march()
    assert page.locator(f".log [data-key='{key}']").get_attribute("open") is not None


def test_panels_lie_over_everything_of_the_battle(welcome: Welcome) -> None:
    person = welcome("somebody", size=PHONE, has_touch=True)
    person.enter("battle")
    person.wait_until("it is there", lambda seen: bool(seen["battle"] and seen["battle"]["blocks"]))
    page = person.page
    page.locator(".b-block.can-act").first.tap()
    page.locator(".dock [data-panel='log']").tap()
    side = page.locator("aside.side")
    side.wait_for()
    side.evaluate("(one) => Promise.all(one.getAnimations().map((each) => each.finished))")
    covered: list[str] = page.evaluate(
        """() => {
          const side = document.querySelector("aside.side");
          const box = side.getBoundingClientRect();
          const found = [];
          for (let x = box.left + 10; x < box.right; x += 40) {
            for (let y = box.top + 10; y < box.bottom; y += 30) {
              const hit = document.elementFromPoint(x, y);
              if (hit && !side.contains(hit)) found.push(hit.className);
            }
          }
          return found;
        }"""
    )
    assert not covered


def test_settings_have_a_place_of_their_own(welcome: Welcome) -> None:
    person = welcome("french")
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    page.locator(".dock [data-panel='settings']").click()
    panel = page.locator(".settings-panel")
    assert panel.locator("select").count() == 2
    assert "Sound is off" in panel.inner_text()
    assert panel.locator("kbd").count() > 8
    page.locator(".dock [data-panel='people']").click()
    assert not page.locator("aside.side select").is_visible()


def test_the_aim_is_told_on_entering(welcome: Welcome) -> None:
    person = welcome("french")
    person.play_now("The French")
    person.wait_for_turn()
    aim = person.page.locator(".teach .aim")
    assert "Ghent, Brussels and Liège" in aim.inner_text()


def test_a_newcomer_is_offered_the_recruit(welcome: Welcome) -> None:
    person = welcome("newcomer")
    person.go("/")
    person.press("Choose the Recruit, the easiest")
    person.press("The French")
    person.wait_for_table()
    person.page.locator(".dock [data-panel='people']").click()
    assert "Recruit (computer)" in person.page.locator(".people").inner_text()
    person.go("/")
    person.page.locator(".play-now").wait_for()
    assert not person.page.locator(".first-time").is_visible()


def test_resigning(welcome: Welcome) -> None:
    person = welcome("french")
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    page.locator(".dock [data-panel='people']").click()
    assert page.locator("[data-act='resign']").count() == 0, "nothing has been played yet"
    person.open_town("solre")
    page.locator(".stack .unit.is-able").first.click()
    seen = person.wait_until(
        "a town is lit", lambda seen: any(one["kind"] == "march" for one in seen["towns"])
    )
    person.point_and_wait(next(one for one in seen["towns"] if one["kind"] == "march"))
    page.locator("[data-act='resign']").click()
    person.press("Resign", within=".card")
    page.locator(".end").wait_for()
    assert page.locator("#end-title").inner_text() == "The Allies have won"
    assert "the french have resigned" in page.locator(".reason").inner_text().lower()
    person.press("Replay the campaign")
    page.locator(".replay-words .entry, .replay-words .hint").first.wait_for()
    page.locator(".replay input[type='range']").fill("1")
    person.press("The story of the game")
    page.locator(".story svg.chances").wait_for()
    assert page.locator(".story svg.chances path.line").count() == 2
    assert "June 1815" in page.locator(".story svg.chances").inner_html()
    assert page.locator(".luck tbody tr").count() == 3
    # Half a turn's marches are not judged.
    assert page.locator(".decisions").count() == 0


NO_DICE = {"dice": 0, "expected": 0.0, "rolled": 0}
OWN_LUCK = {"hits": NO_DICE, "forced_marches": NO_DICE, "morale": NO_DICE}
A_STORY = {
    "chances": [
        {"turn": 1, "seat": seat, "chance": chance, "move": move, "round": 0, "end": move == 2}
        for move, chance in ((0, 0.3), (2, 0.0))
        for seat in ("french", "allied")
    ],
    "decisions": [
        {
            "turn": 1,
            "seat": "french",
            "move": 0,
            "cost": 0.13,
            "taken": 0.3,
            "advised": 0.43,
            "marched": [],
            "advice": [{"units": ["FR-2-I1"], "path": ["binche"], "forced": False}],
        }
    ],
    "luck": {"french": OWN_LUCK, "allied": OWN_LUCK},
    "moments": [
        {
            "kind": "hits",
            "side": "french",
            "turn": 1,
            "town": "charleroi",
            "move": 1,
            "good": False,
            "dice": 35,
            "expected": 11.7,
            "rolled": 6,
        }
    ],
}


@pytest.mark.friends  # what a server answers can be put into its mouth
def test_the_story_can_be_asked_for_again_and_opened(welcome: Welcome) -> None:
    """A staff that has no answer is asked again; what it tells is opened at its moment."""
    person = welcome("french")
    page = person.page
    person.play_now("The French")
    person.wait_for_turn()
    person.open_town("solre")
    page.locator(".stack .unit.is-able").first.click()
    seen = person.wait_until(
        "a town is lit", lambda seen: any(one["kind"] == "march" for one in seen["towns"])
    )
    person.point_and_wait(next(one for one in seen["towns"] if one["kind"] == "march"))
    page.locator(".dock [data-panel='people']").click()
    page.locator("[data-act='resign']").click()
    person.press("Resign", within=".card")
    page.locator(".end").wait_for()
    person.allowed = (503,)
    refusal = {"error": {"code": "no-answer", "text": "The staff has no answer to that."}}
    page.route("**/api/games/*/story", lambda route: route.fulfill(status=503, json=refusal))
    person.press("The story of the game")
    assert "no answer" in page.locator(".story .trouble").inner_text()
    page.unroute("**/api/games/*/story")
    page.route("**/api/games/*/story", lambda route: route.fulfill(json=A_STORY))
    person.press("Ask the staff again")
    page.locator(".story svg.chances").wait_for()
    assert page.locator(".story .trouble").count() == 0
    costly = page.locator("ol.decisions")
    told = costly.locator(".decision").first.inner_text()
    assert "Chance to win: 30 % instead of 43 %." in told
    assert "The staff would have sent 1 unit to Binche." in told
    costly.locator("button").click()
    page.wait_for_function("document.querySelector('.replay input[type=range]').value === '0'")
    # Through the eyes of the one who decided, and with what was said of it.
    seen_by = page.locator(".replay-bar select option:checked")
    assert seen_by.inner_text() == "As seen by: French"
    assert page.locator(".replay-note").inner_text() == told
    luck = page.locator("ul.moments")
    told = luck.locator(".decision").inner_text()
    assert "Hits rolled at Charleroi: 6; 11.7 could be expected of 35 dice." in told
    luck.locator("button").click()
    page.wait_for_function("document.querySelector('.replay input[type=range]').value === '1'")
    assert page.locator(".replay-note").inner_text() == told


@pytest.mark.parametrize(("locale", "words"), [("en-GB", "no such page"), ("nl-NL", "pagina")])
def test_an_unknown_address_gives_a_page(welcome: Welcome, locale: str, words: str) -> None:
    person = welcome("somebody", locale=locale)
    person.allowed = (404,)
    person.go("/nowhere/at/all")
    head = person.page.locator("h1")
    head.wait_for()
    assert words in head.inner_text()
    person.page.locator("main a.button").click()
    person.page.locator(".play-now").wait_for()


def ways_to_end(seen: Look) -> set[tuple[str, str]]:
    """What can be ended now, and what the button says."""
    return {(seen["prompt"], one["words"]) for one in seen["actions"] if one["act"] == "end"}


def is_judged(seen: Look) -> bool:
    return bool(seen["card"]) or any(one["act"] == "verdict" for one in seen["actions"])


def test_a_verdict_can_be_had_again(welcome: Welcome) -> None:
    person = welcome("pupil")
    person.go("/exercises")
    person.page.locator("details.theme[open] a.exercise").first.click()
    person.wait_for_turn()
    page = person.page
    seen = person.look()
    while not is_judged(seen):
        before = ways_to_end(seen)
        page.locator("[data-act='end']").click()
        # Asked whether one is sure, at the next step, or judged: until then nothing is pressed again.
        seen = person.wait_until(
            "it is judged or goes on",
            lambda now, before=before: (  # type: ignore[misc]
                is_judged(now) or bool(ways_to_end(now) - before)
            ),
        )
    page.locator(".card").wait_for()
    title = page.locator(".card h2").inner_text()
    page.keyboard.press("Escape")
    page.locator(".card").wait_for(state="detached")
    page.locator("[data-act='verdict']").click()
    page.locator(".card").wait_for()
    assert page.locator(".card h2").inner_text() == title


@pytest.mark.friends
def test_between_people_the_table_chooses_about_advice(welcome: Welcome) -> None:
    host = welcome("host")
    host.begin({"french": "Me", "allied": "Open seat"})
    host.wait_for_table()
    host.page.keyboard.press("Escape")
    host.wait_for_turn()
    assert not host.page.locator("[data-act='hint']").is_visible()
    host.page.keyboard.press("h")
    host.settle()
    assert not host.page.locator(".advice").is_visible()
    host.go("/new")
    host.press("Open seat", within=".seat-row.seat-allied")
    host.press("Everybody may ask", within="form")
    host.press("Begin")
    host.page.wait_for_url("**/game/*")
    host.wait_for_table()
    host.page.keyboard.press("Escape")
    host.wait_for_turn()
    host.page.locator("[data-act='hint']").wait_for()


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
def test_nothing_of_the_results_is_cut_off(welcome: Welcome, size: tuple[int, int]) -> None:
    person = welcome("somebody", size=size, locale="nl-NL")
    person.go("/")
    person.page.locator(".side-french").first.click()
    person.wait_for_turn()
    figures: list[list[float]] = person.page.evaluate(
        "[...document.querySelectorAll('.figure, .dock button > span, .prompt-text')]"
        ".filter((one) => one.offsetWidth > 1)"
        ".map((one) => [one.scrollWidth, one.clientWidth || one.offsetWidth])"
    )
    assert figures and all(wide <= seen + 1 for wide, seen in figures), figures
    assert re.search(r"\d+/\d+", person.page.locator(".numbers").inner_text())
