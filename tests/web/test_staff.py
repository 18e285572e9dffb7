"""The computer at the table: its levels, its pace, its advice, and its place for somebody else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import DESK_TOO, PHONE, LiveServer, Person


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[LiveServer]:
    """A server whose computers, where they play alone, take half a minute for a march."""
    server = LiveServer(f"sqlite:///{tmp_path / 'games.sqlite'}", pace=30)
    server.start()
    yield server
    server.stop()


def has(person: Person, act: str) -> bool:
    return any(one["act"] == act for one in person.look()["actions"])


def wait_for(person: Person, act: str) -> None:
    person.page.locator(f".actions [data-act='{act}']").wait_for()


def test_levels(welcome: Welcome) -> None:
    person = welcome("somebody")
    page = person.page
    person.go("/")
    levels = page.locator(".play-now .levels")
    assert levels.locator("input:checked").get_attribute("value") == "officer"
    for name, words in (
        ("Recruit", "clumsy"),
        ("Emperor", "triples"),
        ("Marshal", "plans"),
        ("Officer", "Solid"),
    ):
        person.press(name, within=".play-now .segments")
        assert words in levels.locator(".level-words").inner_text()
    person.press("Recruit", within=".play-now .segments")
    person.press("The French")
    person.wait_for_table()
    page.locator(".dock [data-panel='people']").click()
    assert "Recruit (computer)" in page.locator(".people").inner_text()
    # The choice is remembered, and each seat of a new game has its own.
    person.go("/new")
    page.locator(".seat-row").first.wait_for()
    assert page.locator(".seat-allied .levels input:checked").get_attribute("value") == "recruit"
    person.press("Marshal", within=".seat-allied .levels")
    person.press("Begin")
    person.wait_for_table()
    page.locator(".dock [data-panel='people']").click()
    assert "Marshal (computer)" in page.locator(".people").inner_text()
    page.locator(".top a[aria-label='To the front page']").click()
    page.locator(".game-row", has_text="Marshal (computer)").wait_for()


ADVISED = """[...document.querySelectorAll(".is-advised")]
  .map((one) => one.dataset.unit || one.dataset.piece).sort()"""


def test_ask_the_staff_and_do_it(welcome: Welcome) -> None:
    person = welcome("french")
    page = person.page
    person.play_now("The French")
    person.wait_for_turn()
    page.keyboard.press("h")
    doing = page.locator(".advice [data-act='do-it']")
    doing.wait_for()
    said = page.locator(".advice-words").inner_text()
    assert said
    if "March" in said:
        # All who go the same way are meant, and chosen.
        together = re.search(r"March (\d+) units", said)
        number = int(together[1]) if together else 1
        assert page.locator(".stack .unit.is-advised").count() == number
        assert page.locator(".stack .unit[aria-pressed='true']").count() == number
    before = page.locator(".advice-words").inner_text(), page.evaluate(ADVISED)
    doing.click()
    person.wait_until("it is done", lambda seen: any(a["act"] == "undo" for a in seen["actions"]))
    doing.wait_for()  # the staff goes on with its plan: other units, or another town
    assert (page.locator(".advice-words").inner_text(), page.evaluate(ADVISED)) != before
    page.keyboard.press("u")
    page.locator(".advice").wait_for(state="hidden")


def test_odds_of_an_attack(welcome: Welcome) -> None:
    person = welcome("french")
    page = person.page
    person.play_now("The French")
    person.wait_for_turn()
    page.locator("[data-town='solre']").focus()
    page.keyboard.press("Enter")
    page.locator(".stack .unit.is-able").first.wait_for()
    page.keyboard.press("a")
    odds = page.locator(".stack [data-act='odds']").first
    odds.wait_for()
    odds.click()
    page.locator(".advice .odds").wait_for()
    card = page.locator(".advice").inner_text()
    assert "% to win" in card
    assert "From what you know" in card
    page.keyboard.press("Escape")
    assert not page.locator(".advice").is_visible()


def turn_of(person: Person) -> int:
    """The turn of the latest state that was sent."""
    sent = [frame for frame in person.frames if frame.startswith('{"t":"state"')]
    return int(json.loads(sent[-1])["view"]["turn"])


@pytest.mark.friends
def test_skip(slow: LiveServer, welcome: Welcome) -> None:
    """A player has handed over to a computer: nothing goes on until somebody skips the turn."""
    person = welcome("allied", server=slow)
    page = person.page
    person.play_now("The Allies")
    person.wait_for_turn()
    page.locator(".dock [data-panel='people']").click()
    page.locator(".person-more summary").first.click()
    page.locator("[data-act='take-over']").first.click()
    wait_for(person, "skip")
    page.locator(".thinking").wait_for()
    turn = turn_of(person)
    page.locator("[data-act='skip']").click()
    person.wait_until("the turn is over", lambda seen: turn_of(person) > turn)


@pytest.mark.friends
def test_hand_over_and_take_back(slow: LiveServer, welcome: Welcome) -> None:
    person = welcome("french", server=slow, size=(390, 844), has_touch=True)
    page = person.page
    person.play_now("The French")
    person.wait_for_turn()
    page.locator(".dock [data-panel='people']").tap()
    page.locator(".person-more summary").first.tap()
    page.locator("[data-act='take-over']").first.tap()
    wait_for(person, "take-back")
    assert "plays for you" in page.locator(".prompt").inner_text()
    assert not has(person, "end")
    page.locator(".side-close").tap()
    page.locator(".actions [data-act='take-back']").tap()
    person.wait_until("he may act again", lambda seen: not has(person, "take-back"))


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
def test_the_staff_on_the_battlefield(welcome: Welcome, size: tuple[int, int]) -> None:
    person = welcome("player", size=size, has_touch=size == PHONE)
    page = person.page
    person.enter("battle")
    person.wait_for_turn()
    page.locator(".actions [data-act='odds']").click()
    page.locator(".advice .odds").wait_for()
    assert "Expected losses" in page.locator(".advice").inner_text()
    page.locator(".actions [data-act='hint']").click()
    page.locator(".advice [data-act='do-it']").wait_for()
    before = len(person.frames)
    page.locator(".advice [data-act='do-it']").click()
    person.wait_until("it is done", lambda seen: len(person.frames) > before)
    page.locator(".advice").wait_for(state="hidden")


def test_an_exercise_wrong_then_right(welcome: Welcome) -> None:
    person = welcome("pupil")
    page = person.page
    person.go("/exercises")
    page.locator(".theme").first.wait_for()
    assert "0 of" in page.locator("main").inner_text()
    person.go("/exercise/city-open-brussels")
    person.wait_for_turn()
    for _ in range(2):  # the end of marches without a march is asked for twice
        page.keyboard.press("e")
    verdict = page.locator(".card")
    verdict.wait_for()
    assert "Not so" in verdict.inner_text()
    page.locator(".exercise-verdict .hint .steps li").first.wait_for()
    person.press("Try again", within=".card")
    page.locator(".card").wait_for(state="detached")
    person.wait_for_turn()
    page.locator("[data-town='waterloo']").focus()
    page.keyboard.press("Enter")
    page.locator(".stack .unit[data-unit='FR-C1']").click()
    page.locator("[data-town='brussels']").focus()
    page.keyboard.press("Enter")
    person.wait_until("it went", lambda seen: any(a["act"] == "undo" for a in seen["actions"]))
    page.keyboard.press("e")
    person.wait_until(
        "that was the step",
        lambda seen: seen["isEnd"] or not seen["isMine"] or "Force" in seen["prompt"],
    )
    if not page.locator(".card").is_visible():
        page.keyboard.press("e")
    page.locator(".exercise-verdict.is-right").wait_for()
    person.press("All exercises", within=".card")
    page.locator(".theme").first.wait_for()
    assert "1 of" in page.locator("main").inner_text()
