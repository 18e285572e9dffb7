"""Everybody reads his own language, finds no English in it and nothing cut off, and may change."""

from __future__ import annotations

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import DESK_TOO, PHONE, Person, later

LOCALES = {"nl": "nl-BE", "fr": "fr-BE", "de": "de-AT"}
PAGES = ("/", "/new", "/about", "/intro", "/exercises", "/rules", "/rules/6.6", "/aid")
# The log is open on a desk, and what is open is folded away by its own button.
PANELS = ("notebook", "calendar", "trays", "rules", "chat", "people", "settings", "log")
# The words on the screen that the catalogue would have put otherwise.
LEFT_ENGLISH = """
async () => {
  const path = `/i18n/${document.documentElement.lang}.json`;
  const { files = {} } = JSON.parse(document.getElementById("site")?.textContent || "{}");
  const {messages} = await (await fetch(files[path] || path)).json();
  const left = new Set();
  const look = (text) => {
    const words = text.trim();
    if (words && Object.hasOwn(messages, words) && messages[words] && messages[words] !== words) left.add(words);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // A town's name may stand in two lines: Solre-sur- and Sambre.
  while (walker.nextNode()) if (!walker.currentNode.parentElement.matches(".map-name")) look(walker.currentNode.data);
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) look(one.getAttribute(name) || "");
  }
  return [...left];
}
"""
# Words that run out of their box, out of a button, or out of the screen.
CUT_OFF = """
() => {
  const cut = [];
  const slides = (one) => one && (["auto", "scroll"].includes(getComputedStyle(one).overflowX) || slides(one.parentElement));
  for (const one of document.querySelectorAll("body *:not(svg *)")) {
    const words = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!words.length || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { overflowX, display } = getComputedStyle(one);
    if ([one, one.parentElement].some((box) => box?.clientWidth === 1)) continue;  // for those who listen
    const range = document.createRange();
    range.setStartBefore(words[0]);
    range.setEndAfter(words.at(-1));
    const box = range.getBoundingClientRect();
    const button = one.closest("button, .button, select")?.getBoundingClientRect();
    const isHidden = display !== "inline" && overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
    const isOutside = !slides(one) && (box.right > innerWidth + 1 || box.left < -1);
    const isSpilt = button && one.localName !== "option" && (box.right > button.right + 1 || box.left < button.left - 1);
    if (isHidden || isOutside || isSpilt) cut.push(`${one.className || one.localName}: ${one.textContent.trim()}`);
  }
  return cut;
}
"""


def left_english(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(LEFT_ENGLISH)
    return found


def cut_off(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(CUT_OFF)
    return found


def check(person: Person, screen: str) -> None:
    """All words of this screen are of the person's language, and can be read to their end."""
    assert left_english(person) == [], screen
    assert cut_off(person) == [], screen


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
@pytest.mark.parametrize("lang", LOCALES)
def test_pages_speak_the_language_of_the_browser(
    welcome: Welcome, lang: str, size: tuple[int, int]
) -> None:
    person = welcome(lang, locale=LOCALES[lang], size=size, has_touch=size == PHONE)
    for path in PAGES:
        person.go(path)
        person.page.locator("footer.foot").wait_for()
        assert person.page.locator("html").get_attribute("lang") == lang
        check(person, path)


def test_english_is_for_the_others(welcome: Welcome) -> None:
    person = welcome("lisbon", locale="pt-PT")
    person.go("/")
    person.page.locator("footer.foot").wait_for()
    assert person.page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
@pytest.mark.parametrize("lang", ["de", *later("nl", "fr")])  # German words are the longest
def test_a_campaign_and_a_battle_in_every_language(
    welcome: Welcome, lang: str, size: tuple[int, int]
) -> None:
    """The map, its panels, a town and a battle."""
    person = welcome(lang, locale=LOCALES[lang], size=size, has_touch=size == PHONE)
    person.play_now("The French")
    person.wait_for_turn()
    check(person, "map")
    person.open_town("beaumont")
    check(person, "town")
    person.page.keyboard.press("Escape")
    for panel in PANELS:
        person.page.locator(f".dock [data-panel='{panel}']").click()
        person.page.locator("aside.side").wait_for()
        check(person, panel)
        if size == PHONE:
            person.page.locator(".side-close").tap()
            person.page.locator("aside.side").wait_for(state="hidden")
    person.enter("battle")
    seen = person.wait_until(
        "somebody is ready", lambda seen: bool(seen["battle"] and seen["battle"]["blocks"])
    )
    check(person, "battle")
    person.point([one for one in seen["battle"]["blocks"] if one["isReady"]][-1])
    person.page.locator(".b-bar .b-act").first.wait_for()
    check(person, "a unit in battle")


def test_a_game_in_dutch_and_then_in_english(welcome: Welcome) -> None:
    person = welcome("dutch", locale="nl")
    page = person.page
    person.play_now("The French")
    person.wait_for_turn()
    dutch = {
        "prompt": person.look()["prompt"],
        "title": page.title(),
        "town": page.locator(".map-spot[data-town='brussels']").get_attribute("aria-label"),
    }
    page.locator(".dock [data-panel='settings']").click()
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


@pytest.mark.parametrize(("lang", "ghent"), [("nl", "Gent"), ("fr", "Gand"), ("de", "Gent")])
def test_refusals_name_towns_as_the_reader_does(welcome: Welcome, lang: str, ghent: str) -> None:
    person = welcome(lang, locale=LOCALES[lang])
    page = person.page
    person.play_now("The French")
    person.open_town()
    page.keyboard.press("a")
    page.locator(".map-spot[data-town='ghent']").focus()
    page.keyboard.press("Enter")  # too far for anybody
    notice = person.wait_until("it is refused", lambda seen: bool(seen["notice"]))["notice"]
    assert ghent in notice and "Ghent" not in notice
