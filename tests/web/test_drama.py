"""What a battle shows of its great moments, and that nobody has to wait for them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import Person

# Everything that the page sets in motion, and every banner that hangs over the field.
WATCH = """
  window.moved = []; window.banners = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.moved.push(this.className?.baseVal ?? this.className);
    return animate.call(this, frames, options);
  };
  new MutationObserver((changes) => {
    for (const change of changes) for (const one of change.addedNodes) {
      if (one.classList?.contains("b-banner")) window.banners.push(one.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
"""


# What lasts longer than a second lasts as good as for ever.
SLOW = """
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...more) => later(work, ms > 1000 ? 600000 : ms, ...more);
"""


def before_the_breach(welcome: Welcome, motion: str, more: str = "") -> Person:
    person = welcome("french", motion=motion, is_fresh=True)
    person.context.add_init_script(WATCH + more)
    person.enter("breach")
    person.wait_for_turn()
    return person


def break_through(person: Person) -> None:
    person.page.locator(".b-block[data-key='FR-1-I1']").click()
    person.page.locator(".b-zone[data-zone='enemy-right']").click()
    person.settle()


def seen(person: Person, what: str) -> list[Any]:
    found: list[Any] = person.page.evaluate(f"window.{what}")
    return found


def test_a_rout_has_its_moment_with_the_losses_of_both(welcome: Welcome) -> None:
    person = before_the_breach(welcome, "no-preference")
    break_through(person)
    banner = person.page.locator(".b-banner.is-rout")
    banner.wait_for()
    words = banner.inner_text()
    assert "The Allies are routed" in words
    assert "Lost: the French 0, the Allies " in words


def test_no_dice_lie_over_a_banner(welcome: Welcome) -> None:
    """They would lie there for a while after a shot; here for ever."""
    person = before_the_breach(welcome, "no-preference", SLOW)
    person.page.locator(".b-block[data-key='FR-2-A']").click()
    person.page.locator(".b-shot").first.click()
    person.page.locator(".b-dice.is-still").wait_for()
    person.wait_for_turn()
    assert person.page.locator(".b-dice").count()
    break_through(person)
    person.page.locator(".b-banner.is-rout").wait_for()
    person.page.locator(".b-dice").wait_for(state="detached")
    assert person.page.locator(".b-banner.is-rout").is_visible()


def test_a_moment_can_be_skipped(welcome: Welcome) -> None:
    person = before_the_breach(welcome, "no-preference", SLOW)
    break_through(person)
    person.page.locator(".b-banner.is-rout").wait_for()
    person.page.keyboard.press("Escape")
    person.page.locator(".b-banner.is-rout").wait_for(state="detached")


def test_the_map_opens_into_the_battlefield(welcome: Welcome) -> None:
    person = before_the_breach(welcome, "no-preference")
    page = person.page
    page.locator(".tabs button").first.click()
    page.locator(".table[data-mode='map']").wait_for()
    page.evaluate("window.moved = []")
    page.locator(".tabs .is-current").click()
    page.locator(".table[data-mode='battle'] .b-block").first.wait_for()
    person.wait_for_frame()
    assert any("battle" in name for name in seen(person, "moved")), seen(person, "moved")


@pytest.mark.parametrize("way", ["rout", "map"])
def test_who_wants_no_motion_gets_none(welcome: Welcome, way: str) -> None:
    person = before_the_breach(welcome, "reduce")
    page = person.page
    if way == "rout":
        break_through(person)
        page.get_by_text("The Allies are routed").first.wait_for(state="attached")
    else:
        page.locator(".tabs button").first.click()
        page.locator(".table[data-mode='map']").wait_for()
        page.locator(".tabs .is-current").click()
        page.locator(".table[data-mode='battle'] .b-block").first.wait_for()
    person.wait_for_frame()
    assert not seen(person, "moved"), seen(person, "moved")
