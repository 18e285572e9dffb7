"""Dutch for who reads Dutch, English for the others, and a choice for everybody."""

from __future__ import annotations

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import Person

# The words on the screen that the catalogue would have put otherwise.
LEFT_ENGLISH = """
async () => {
  const {messages} = await (await fetch("/i18n/nl.json")).json();
  const left = new Set();
  const look = (text) => {
    const words = text.trim();
    if (words && Object.hasOwn(messages, words) && messages[words] && messages[words] !== words) left.add(words);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) look(walker.currentNode.data);
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) look(one.getAttribute(name) || "");
  }
  return [...left];
}
"""


def left_english(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(LEFT_ENGLISH)
    return found


@pytest.mark.parametrize("path", ["/", "/new", "/about", "/intro", "/rules", "/rules/6.6", "/aid"])
def test_pages_speak_the_language_of_the_browser(welcome: Welcome, path: str) -> None:
    dutch, english = welcome("dutch", locale="nl-BE"), welcome("english", locale="en-US")
    for person in (dutch, english):
        person.go(path)
        person.page.locator("footer.foot").wait_for()
    assert dutch.page.locator("html").get_attribute("lang") == "nl"
    assert english.page.locator("html").get_attribute("lang") == "en"
    assert left_english(dutch) == []
    words = [person.page.locator("main").inner_text() for person in (dutch, english)]
    assert words[0] != words[1]


def test_a_game_in_dutch_and_then_in_english(welcome: Welcome) -> None:
    person = welcome("dutch", locale="nl")
    page = person.page
    person.go("/")
    page.locator("button.side-french").click()
    person.wait_for_turn()
    for panel in ("log", "notebook", "calendar", "trays", "rules", "chat", "people"):
        page.locator(f".dock [data-panel='{panel}']").click()
        assert left_english(person) == [], panel
    dutch = {
        "prompt": person.look()["prompt"],
        "title": page.title(),
        "town": page.locator(".map-spot[data-town='brussels']").get_attribute("aria-label"),
    }
    page.locator(".settings select").first.select_option("en")
    person.wait_until(
        "the prompt is English",
        lambda seen: seen["isMine"] and seen["prompt"] not in ("", dutch["prompt"]),
    )
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.title() != dutch["title"]
    town = page.locator(".map-spot[data-town='brussels']").get_attribute("aria-label")
    assert town is not None and town.startswith("Brussels") and town != dutch["town"]
    page.reload()  # the choice is kept
    person.wait_for_table()
    assert page.locator("html").get_attribute("lang") == "en"


def test_refusals_and_the_log_are_dutch_too(welcome: Welcome) -> None:
    person = welcome("dutch", locale="nl")
    page = person.page
    person.go("/")
    page.locator("button.side-french").click()
    person.open_town()
    page.keyboard.press("a")
    page.locator(".map-spot[data-town='ghent']").focus()
    page.keyboard.press("Enter")  # too far for anybody
    notice = person.wait_until("it is refused", lambda seen: bool(seen["notice"]))["notice"]
    assert "Gent" in notice and "Ghent" not in notice
