"""In every window a battle can be fought and a march ordered: all is reached, every button seen."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import Person, later

# From a quarter of a small laptop (1280 by 1024 at 400 %) up; 640 by 400 is 1280 by 800 at 200 %.
SIZES = [
    *((320, 256), (390, 300), (480, 320), (568, 320), (640, 360), (667, 375), (640, 400)),
    *((844, 390), (932, 430), (900, 500), (320, 480), (360, 560), (375, 667), (390, 844)),
    *((768, 1024), (1024, 600), (1280, 800), (1920, 1080)),
]
# What cannot be pointed at, even after it was scrolled to, or does not lie where it is looked for.
HIDDEN = """
([selector, within]) => [...document.querySelectorAll(selector)].filter((one) => {
  if (one.disabled || !one.getClientRects().length) return false;
  one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = one.getBoundingClientRect();
  const frame = document.querySelector(within).getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const isIn = box.left + box.width / 2 >= frame.left && box.right - box.width / 2 <= frame.right
    && box.top + box.height / 2 >= frame.top && box.bottom - box.height / 2 <= frame.bottom;
  return !isIn || !hit || !(one === hit || one.contains(hit));
}).map((one) => one.getAttribute("aria-label") || one.textContent)
"""
SHAPE = """() => {
  const size = (selector) => { const box = document.querySelector(selector).getBoundingClientRect(); return [box.width, box.height]; };
  return { bar: size(".b-bar"), field: size(".b-field"), overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth };
}"""


def hidden(person: Person, selector: str, within: str) -> list[str]:
    found: list[str] = person.page.evaluate(HIDDEN, [selector, within])
    return found


def units(person: Person) -> list[str]:
    """Those who may act."""
    found: list[str] = person.page.evaluate(
        "[...document.querySelectorAll('.b-block.can-act')].map((one) => one.dataset.key)"
    )
    return found


def check_bar(person: Person, where: str) -> dict[str, Any]:
    """Every button is seen; the shape of bar and field."""
    assert not hidden(person, ".b-bar .b-act", ".b-bar"), where
    for selector in (".actions button", ".tabs button", ".dock button"):
        assert not hidden(person, selector, ".table"), where
    shape: dict[str, Any] = person.page.evaluate(SHAPE)
    assert shape["overflow"] <= 0, where
    assert shape["field"][1] >= 80 and shape["bar"][1] >= 44, (where, shape)
    return shape


LOW = [size for size in SIZES if size[1] < 500]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("battle", SIZES),
        *later(("rout", LOW), ("deployment", SIZES), ("reinforcement", LOW), ("skirmish", LOW)),
    ],
)
def test_a_battle_can_be_fought_in_every_window(
    welcome: Welcome, name: str, sizes: list[tuple[int, int]]
) -> None:
    person = welcome("player")
    person.enter(name)
    person.wait_for_turn()
    for width, height in sizes:
        where = f"{name} at {width}x{height}"
        person.page.set_viewport_size({"width": width, "height": height})
        person.wait_for_turn()
        keys = units(person)
        assert keys, where
        assert not hidden(person, ".b-block.can-act", ".b-field"), where
        before = check_bar(person, where)
        if name == "skirmish":  # a tap shows a unit at once
            continue
        for key in keys[:2]:
            unit = person.page.locator(f".b-block[data-key='{key}']")
            unit.evaluate("(one) => one.click()")
            person.page.locator(f".b-block.is-picked[data-key='{key}']").wait_for()
            after = check_bar(person, f"{where}, {key} in hand")
            assert after["bar"] == before["bar"] and after["field"] == before["field"], where
            assert not hidden(person, ".b-block.is-picked", ".b-field"), where
            person.page.keyboard.press("Escape")
            person.page.locator(".b-block.is-picked").wait_for(state="detached")


CROWDED = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes(".map-tools button").some((tool) => boxes(".actions button").some((act) => meet(tool, act)));
}"""
ON_MAP = [(320, 568), (1280, 800)]
ON_MAP_TOO = [(360, 640), (390, 844), (640, 400), (667, 375), (820, 1180)]


@pytest.mark.parametrize("size", [*ON_MAP, *later(*((size,) for size in ON_MAP_TOO))], ids=str)
def test_a_march_can_be_ordered_in_every_window(welcome: Welcome, size: tuple[int, int]) -> None:
    """A newcomer, who is told most: map, goals and buttons stay in sight beside an open stack."""
    person = welcome("newcomer", size=size, has_touch=size[0] < 1000, locale="nl-NL")
    page = person.page
    person.play_now("The French")
    person.wait_for_turn()
    assert not hidden(person, ".actions button, .dock button, .figure", ".table")
    assert not page.evaluate(CROWDED), "the buttons on the map lie under the actions"
    page.locator(".map-spot[data-town='beaumont']").focus()
    page.keyboard.press("Enter")
    person.wait_until("the stack is open", lambda seen: bool(seen["able"]))
    page.keyboard.press("a")
    seen = person.wait_for_turn()
    goals = [one for one in seen["towns"] if one["kind"] != "source"]
    assert goals and all(one["isReached"] for one in goals), goals
    field = page.locator(".map-host").bounding_box()
    assert field is not None and field["height"] >= 130, field
    assert not hidden(person, ".actions button, .stack button", ".table")
