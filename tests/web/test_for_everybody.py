"""Basics for those who listen or use the keyboard, on every screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.axe import violations
from tests.web.conftest import Welcome
from tests.web.playing import DESK_TOO, PHONE, Person, Robot, all_ended, later, play

AUDIT = """
() => {
  const faults = [];
  const tell = (what, one) => faults.push(`${what}: ${one.outerHTML.slice(0, 160)}`);
  const isShown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
  const isTold = (one) => !one.closest("[aria-hidden='true'], [inert]");
  const nameOf = (one) => {
    const by = (one.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent || "").join(" ");
    const label = one.labels && one.labels.length ? [...one.labels].map((each) => each.textContent).join(" ") : "";
    return (by || one.getAttribute("aria-label") || label || one.textContent || one.getAttribute("title") || "").trim();
  };
  for (const one of document.querySelectorAll("button, a, summary, [role='button'], input, select, textarea, [role='dialog']")) {
    if (isShown(one) && isTold(one) && !nameOf(one)) tell("without a name", one);
  }
  for (const one of document.querySelectorAll("img")) if (!one.hasAttribute("alt")) tell("an image without words", one);
  for (const one of document.querySelectorAll("svg")) {
    if (!isShown(one) || !isTold(one) || one.parentElement.closest("svg")) continue;
    const role = one.getAttribute("role");
    if (role === "img" && nameOf(one)) continue;
    if (role === "group" && nameOf(one)) continue;
    if (one.closest("button, a, [role='button'], summary, label") && nameOf(one.closest("button, a, [role='button'], summary, label"))) continue;
    tell("a picture without role and words", one);
  }
  const ids = new Map();
  for (const one of document.querySelectorAll("[id]")) ids.set(one.id, (ids.get(one.id) || 0) + 1);
  for (const [id, count] of ids) if (count > 1) faults.push(`the id ${id} is there ${count} times`);
  for (const name of ["aria-labelledby", "aria-controls", "aria-describedby"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) {
      for (const id of one.getAttribute(name).split(" ")) if (!document.getElementById(id)) tell(`${name} leads nowhere`, one);
    }
  }
  if (!document.documentElement.lang) faults.push("the document has no language");
  if (!document.title.trim()) faults.push("the document has no title");
  if (document.querySelectorAll("main").length !== 1) faults.push(`${document.querySelectorAll("main").length} main elements`);
  for (const one of document.querySelectorAll("[tabindex]")) if (Number(one.getAttribute("tabindex")) > 0) tell("its own order of tabs", one);
  for (const one of document.querySelectorAll("[aria-hidden='true']")) {
    const inside = [...one.querySelectorAll("button, a[href], input, [tabindex='0']")].find(isShown);
    if (inside) tell("can have the focus, but is not told", inside);
  }
  return faults;
}
"""

# The colours of the focus, light and dark, and how far apart they are; where there is but one of them.
RINGS = """
() => {
  const one = document.activeElement;
  if (!one || one === document.body || one.matches("h1, main, .prompt")) return null;
  const style = getComputedStyle(one);
  const parse = (text) => [...text.matchAll(/rgba?\\((\\d+), (\\d+), (\\d+)/g)].map((found) => found.slice(1, 4).map(Number));
  const light = ([r, g, b]) => [[r, 0.2126], [g, 0.7152], [b, 0.0722]].reduce((sum, [value, share]) => {
    const c = value / 255;
    return sum + share * (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  }, 0);
  const drawn = one instanceof SVGElement ? style.stroke + style.filter : style.outlineColor + style.boxShadow;
  const all = parse(drawn).map(light);
  return { contrast: (Math.max(...all) + 0.05) / (Math.min(...all) + 0.05), html: one.outerHTML.slice(0, 160) };
}
"""
LEAST_APART = 9  # of two colours so far apart one has at least 3 to 1 to any third

# What the focus looks like: how the element differs from itself without it.
FOCUS = """
() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const look = () => {
    const all = [one, ...one.querySelectorAll("*")].slice(0, 12);
    return all.map((each) => {
      const style = getComputedStyle(each);
      return ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "stroke", "strokeWidth", "fill", "backgroundColor",
        "borderColor", "filter", "opacity", "transform", "textDecorationLine", "clipPath", "top"].map((name) => style[name]).join("|");
    }).join("/") + "#" + [one.nextElementSibling].filter(Boolean).map((each) => getComputedStyle(each).outlineStyle + getComputedStyle(each).boxShadow).join();
  };
  const focused = look();
  const box = one.getBoundingClientRect();
  one.blur();
  const plain = look();
  one.focus({ preventScroll: true });
  return { isVisible: focused !== plain, isOnScreen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    html: one.outerHTML.slice(0, 160) };
}
"""


def audit(person: Person, screen: str, without: str = "") -> None:
    person.page.add_style_tag(
        content="* { transition: none !important; animation: none !important; }"
    )
    faults: list[str] = [*person.page.evaluate(AUDIT), *violations(person.page, without)]
    assert not faults, screen + ":\n" + "\n".join(faults)


def check_focus(person: Person, screen: str, most: int = 25) -> None:
    faults = []
    for _ in range(most):
        person.page.keyboard.press("Tab")
        here: dict[str, Any] | None = person.page.evaluate(FOCUS)
        if here is None:
            break
        if not here["isVisible"]:
            faults.append("the focus cannot be seen: " + here["html"])
        if not here["isOnScreen"]:
            faults.append("the focus is off the screen: " + here["html"])
        ring: dict[str, Any] | None = person.page.evaluate(RINGS)
        if ring and ring["contrast"] < LEAST_APART:
            faults.append(
                f"the focus is seen on some grounds only ({ring['contrast']:.1f}): {ring['html']}"
            )
    assert not faults, screen + ":\n" + "\n".join(faults)


@pytest.mark.parametrize(
    "path", ["/", "/new", "/join/nothing", "/about", "/intro", "/rules", "/rules/6", "/aid"]
)
@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
def test_pages(welcome: Welcome, path: str, size: tuple[int, int]) -> None:
    person = welcome("reader", size=size)
    person.allowed = (404,) if path == "/join/nothing" else ()
    person.go(path)
    person.page.locator("footer.foot").wait_for()
    person.page.wait_for_load_state("networkidle")
    audit(person, path)
    check_focus(person, path)


WISH = """fetch("/api/games", {method: "POST", headers: {"content-type": "application/json"},
    body: JSON.stringify({scenario: "free", players: 3, visibility: "open",
      seats: {french: "me", "anglo-dutch": "open", prussian: "open"}})})
  .then((answer) => answer.json()).then(({id}) => fetch(`/api/games/${id}`))
  .then((answer) => answer.json())"""


@pytest.mark.friends
@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
def test_an_invitation_says_what_it_is_to(welcome: Welcome, size: tuple[int, int]) -> None:
    host = welcome("host")
    host.go("/")
    host.page.wait_for_load_state("networkidle")
    table = host.page.evaluate(WISH)
    guest = welcome("guest", size=size)
    guest.go(f"/join/{table['invites']['prussian']}")
    words = guest.page.locator(".invitation")
    words.get_by_text("keeps a seat for you: Prussians").wait_for()
    assert table["seats"]["french"]["name"] in words.inner_text()
    assert "free positions" in words.inner_text()
    audit(guest, "invitation")
    guest.press("Sit down")
    guest.page.wait_for_url("**/game/*")


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
def test_table(welcome: Welcome, size: tuple[int, int]) -> None:
    person = welcome("reader", size=size)
    person.play_now("The French")
    person.wait_for_turn()
    audit(person, "table")
    person.open_town()
    audit(person, "stack")
    for panel in ("log", "notebook", "calendar", "trays", "rules", "chat", "people"):
        person.page.locator(f".dock [data-panel='{panel}']").click()
        audit(person, panel, without=".map-host")
    person.page.keyboard.press("Escape")
    check_focus(person, "table", 20)


@pytest.mark.parametrize(
    "name", ["battle", *later("deployment", "skirmish", "reinforcement"), "rout"]
)
def test_battlefield(welcome: Welcome, name: str) -> None:
    person = welcome("reader")
    person.enter(name)
    person.wait_until("the field is there", lambda seen: bool(seen["battle"]))
    audit(person, name)
    check_focus(person, name, 20)


def test_by_lamplight(welcome: Welcome) -> None:
    person = welcome("reader", scheme="dark")
    person.enter("battle")
    person.wait_for_turn()
    audit(person, "battle by lamplight")
    check_focus(person, "battle by lamplight", 12)
    person.go("/")
    person.page.locator("footer.foot").wait_for()
    audit(person, "front page by lamplight")


def test_every_event_is_told_in_order(welcome: Welcome) -> None:
    """What the log of the screen has, the log for those who listen has: nothing of a burst is lost."""
    person = welcome("listener")
    person.play_now("The French")
    person.wait_for_turn()
    told = person.page.locator("#tell p")
    before = told.count()
    for _ in range(2):
        person.page.keyboard.press("e")
    person.wait_until("the Allies have moved", lambda seen: seen["turn"] == 3 and seen["isMine"])
    words = told.all_inner_texts()
    assert len(words) > before
    entries = person.page.locator(".log .entry, .log .joined > summary").all_inner_texts()
    plain = [re.sub(r"\s*§?\d[\d.]*$", "", entry) for entry in entries[-3:]]
    assert all(any(entry in one for one in words) for entry in plain if entry), (plain, words[-8:])


def test_the_position_is_told_on_one_key(welcome: Welcome) -> None:
    person = welcome("listener")
    person.play_now("The French")
    person.wait_for_turn()
    said = person.page.locator("#say")
    person.page.keyboard.press("p")
    assert "Own units: " in said.inner_text() and "Charleroi" in said.inner_text()
    person.page.keyboard.press("n")
    person.page.keyboard.press("t")
    assert "Roads: " in said.inner_text()
    person.page.keyboard.press("?")
    person.page.locator(".card .keys").wait_for()
    audit(person, "keys")


def test_letters_can_be_switched_off(welcome: Welcome) -> None:
    person = welcome("reader", is_fresh=True)
    person.page.add_init_script("localStorage.setItem('napoleon.letters', 'off')")
    person.play_now("The French")
    person.wait_for_turn()
    for key in ("e", "e", "p", "?"):
        person.page.keyboard.press(key)
    person.settle()
    assert "Own units" not in person.page.locator("#say").inner_text()
    seen = person.look()
    assert seen["isMine"] and seen["turn"] == 1 and not seen["card"]


def test_the_map_is_one_stop_with_arrows_inside(welcome: Welcome) -> None:
    person = welcome("reader")
    person.play_now("The French")
    person.wait_for_turn()
    assert person.page.locator("circle.map-spot[tabindex='0']").count() == 1
    person.page.keyboard.press("n")
    here = "document.activeElement.dataset.town || ''"
    before = person.page.evaluate(here)
    person.page.keyboard.press("ArrowUp")
    after = person.page.evaluate(here)
    assert before and after and before != after
    assert person.page.locator("circle.map-spot[tabindex='0']").get_attribute("data-town") == after


def test_colours_that_the_reader_forces(welcome: Welcome) -> None:
    """What is chosen, and what can be chosen, differs from the rest without our colours."""
    person = welcome("reader")
    person.page.emulate_media(forced_colors="active")
    person.enter("battle")
    person.wait_for_turn()
    style = "(one) => { const s = getComputedStyle(one); return s.outlineStyle + s.outlineWidth; }"
    for chosen, other in (
        (".dock [aria-pressed='true']", ".dock [aria-pressed='false']"),
        (".tabs [aria-pressed='true']", ".tabs [aria-pressed='false']"),
        (".b-block.is-ready", ".b-block.is-enemy"),
    ):
        looks = [person.page.locator(one).first.evaluate(style) for one in (chosen, other)]
        assert looks[0] != looks[1], chosen


def test_end_replay_and_dice(welcome: Welcome) -> None:
    person = welcome("reader")
    scene = person.enter("last")
    play([Robot(person, 1, marches=0)], all_ended)
    audit(person, "end")
    check_focus(person, "end", 10)
    person.press("Replay the campaign")
    person.page.locator(".replay-words .entry, .replay-words .hint").first.wait_for()
    audit(person, "replay")
    slider = person.page.locator(".replay input[type='range']")
    steps = int(slider.get_attribute("max") or 0)
    assert steps > 100
    slider.fill(str(steps // 2))
    person.page.locator(".replay-words .entry").first.wait_for()
    person.press("Check the dice", within=".end")
    person.page.locator(".dice-check .verdict").first.wait_for()
    assert person.page.locator(".verdict.is-bad").count() == 0
    assert scene.game in person.page.url
    audit(person, "dice")


def test_curtain(welcome: Welcome) -> None:
    person = welcome("reader")
    person.begin({"french": "Me", "allied": "Me"})
    person.wait_until("the curtain is there", lambda seen: seen["isCurtain"])
    audit(person, "curtain")
    check_focus(person, "curtain", 3)
