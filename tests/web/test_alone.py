"""One person and the computer: by mouse, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.conftest import Welcome
from tests.web.playing import Person, Robot, play


def test_play_now_against_the_computer(welcome: Welcome) -> None:
    person = welcome("allied")
    person.play_now("The Allies")
    robot = Robot(person, 3)

    play([robot], lambda looks: looks[0]["isEnd"] or looks[0]["turn"] >= 6)
    assert robot.counts["march by tap"] >= 2
    person.page.locator(".dock [data-panel='log']").click()
    assert person.page.locator(".log .entry").count() > 5
    person.page.locator(".top a[aria-label='To the front page']").click()
    row = person.page.locator(".game-row").first
    row.wait_for()
    assert "Officer (computer)" in row.inner_text()
    row.click()
    person.wait_for_table()


def tab_to(
    person: Person, what: str, is_it: Callable[[dict[str, str]], bool], key: str = "Tab"
) -> None:
    """Press Tab, or another key, until the focus is on something."""
    for _ in range(260):
        person.page.keyboard.press(key)
        here: dict[str, str] = person.page.evaluate(
            """() => {
              const one = document.activeElement;
              return {words: one.getAttribute("aria-label") || one.textContent, town: one.dataset.town || "",
                name: one.tagName.toLowerCase(), unit: one.dataset.unit || one.dataset.piece || ""};
            }"""
        )
        if is_it(here):
            return
    raise AssertionError(f"the key {key} never comes to {what}")


def test_by_keyboard_alone(welcome: Welcome) -> None:
    person = welcome("french")
    page = person.page
    page.mouse.move(1, 1)
    person.go("/")
    page.locator(".play-now").wait_for()
    tab_to(person, "the French", lambda here: "The French" in here["words"])
    page.keyboard.press("Enter")
    person.wait_for_table()
    person.wait_for_turn()
    tab_to(
        person, "blocks that can move", lambda here: "blocks here can move" in here["words"], "n"
    )
    page.keyboard.press("Enter")
    person.wait_until("the stack is open", lambda seen: bool(seen["able"]))
    page.keyboard.press("a")
    person.wait_until("all are chosen", lambda seen: all(one["isChosen"] for one in seen["able"]))
    goal = person.wait_until("towns are lit", lambda seen: bool(seen["towns"]))["towns"][0]["town"]
    tab_to(person, "a lit town", lambda here: here["town"] == goal, "n")
    before = len(person.frames)
    page.keyboard.press("Enter")
    person.wait_until("the march is made", lambda seen: len(person.frames) > before)
    person.wait_until(
        "the march can be taken back", lambda seen: any(a["act"] == "undo" for a in seen["actions"])
    )
    page.keyboard.press("u")
    person.wait_until(
        "the march is taken back",
        lambda seen: not any(a["act"] == "undo" for a in seen["actions"]),
    )
    page.keyboard.press("Escape")
    tab_to(
        person, "blocks that can move", lambda here: "blocks here can move" in here["words"], "n"
    )
    page.keyboard.press("Enter")
    person.wait_until("the stack is open", lambda seen: bool(seen["able"]))
    # One unit only, chosen on the sheet or on the map.
    tab_to(person, "a unit", lambda here: bool(here["unit"]))
    page.keyboard.press("Enter")
    seen = person.wait_until("towns are lit", lambda seen: any(a["isChosen"] for a in seen["able"]))
    goals = [one["town"] for one in seen["towns"] if one["kind"] in ("march", "attack")]
    tab_to(person, "a lit town", lambda here: here["town"] in goals, "n")
    page.keyboard.press("Enter")
    person.wait_until("it went", lambda seen: any(a["act"] == "undo" for a in seen["actions"]))
    prompt = person.look()["prompt"]
    page.keyboard.press("e")
    person.wait_until("the step is ended", lambda seen: seen["prompt"] != prompt)
