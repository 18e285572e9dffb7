"""On a phone a battle can be fought by thumb: all is in sight, and nothing moves under the finger."""

from __future__ import annotations

from tests.web.conftest import Welcome
from tests.web.playing import PHONE, SIDEWAYS, Person

# Buttons of which something is cut off or covered, without any scrolling; words that lie over a block.
CUT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const isCut = (one) => {
    const { left, top, right, bottom } = box(one);
    const frame = box(one.closest(".b-bar, .table"));
    const isIn = left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1;
    return !isIn || !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) || one.scrollWidth > one.clientWidth + 1;
  };
  const blocks = [...document.querySelectorAll(".b-block")].map(box);
  const isOver = (one) => blocks.some((block) => {
    const cue = box(one);
    return Math.min(cue.right, block.right) - Math.max(cue.left, block.left) > 3 && Math.min(cue.bottom, block.bottom) - Math.max(cue.top, block.top) > 5;
  });
  return [
    ...[...document.querySelectorAll(".b-bar .b-act, .actions button, .tabs button")].filter(isCut),
    ...[...document.querySelectorAll(".b-cue")].filter(isOver),
  ].map((one) => one.textContent);
}"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".b-block")]
  .map((one) => [one.dataset.key, [one.getBoundingClientRect().x, one.getBoundingClientRect().y]]))"""


def test_all_that_a_unit_can_do_is_seen_on_a_phone(welcome: Welcome) -> None:
    person = welcome("player", locale="nl-NL")
    person.enter("battle")
    for width, height in (SIDEWAYS, PHONE):
        person.page.set_viewport_size({"width": width, "height": height})
        person.wait_for_turn()
        assert person.page.locator(".b-whose").is_visible()
        assert not person.page.locator(".b-field.is-tall").count()
        for unit in person.page.locator(".b-block.can-act").all():
            unit.click()
            person.wait_for_frame()
            assert not person.page.evaluate(CUT), (width, unit.get_attribute("data-key"))
            person.page.keyboard.press("Escape")


def test_a_double_tap_does_not_end_a_battle_turn(welcome: Welcome) -> None:
    person = welcome("player")
    person.enter("battle")
    for width, height in ((1280, 800), PHONE, SIDEWAYS):
        person.page.set_viewport_size({"width": width, "height": height})
        person.wait_for_turn()
        asked = person.asked
        person.page.locator(".b-act.is-end").dblclick()
        person.settle()
        assert person.asked == asked and person.look()["isMine"]
        assert "can still act" in ask(person)


def ask(person: Person) -> str:
    """The question whether to end is there, and is taken back."""
    end = person.page.locator(".b-act.is-end")
    if not person.page.locator(".b-act.is-not-yet").count():
        end.click()
    words = end.inner_text()
    person.page.locator(".b-act.is-not-yet").click()
    return words


def test_who_is_chosen_for_a_skirmish_stands_in_its_place_and_nobody_else_moves(
    welcome: Welcome,
) -> None:
    person = welcome("player", size=PHONE)
    person.enter("skirmish")
    person.wait_for_turn()
    before = person.page.evaluate(PLACES)
    chosen = person.page.locator(".b-block.can-act").last
    key = chosen.get_attribute("data-key")
    chosen.click()
    person.settle()
    person.wait_for_turn()
    after = person.page.evaluate(PLACES)
    assert [one for one in before if before[one] != after.get(one)] == [key]
    ghosts = person.page.evaluate(
        """[...document.querySelectorAll(".b-ghost")].map((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y])"""
    )
    x, y = after[key]
    assert any(abs(x - left) < 1.5 and abs(y - top) < 1.5 for left, top in ghosts), (x, y, ghosts)
