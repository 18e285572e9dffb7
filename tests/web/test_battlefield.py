"""What stands on the battlefield can be pointed at, and does what its buttons say."""

from __future__ import annotations

import pytest
from tests.web.conftest import Welcome
from tests.web.faces import set_in, sheets
from tests.web.playing import DESK_TOO, PHONE, Look, Person, Robot, later, play

SMALLEST = 40  # pixels of a block, for a thumb
# Words that leave their button, or titles that leave their area.
SQUEEZED_OUT = """() => [
  ...[...document.querySelectorAll(".b-act, .actions button, .tabs button, .figure, .prompt")]
    .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1),
  ...[...document.querySelectorAll("text[data-room]")]
    .filter((one) => one.getComputedTextLength() > +one.dataset.room + 1),
].map((one) => one.textContent)"""


def has_blocks(seen: Look) -> bool:
    return bool(seen["isMine"] and seen["battle"] and seen["battle"]["blocks"])


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
@pytest.mark.parametrize(
    "name", ["battle", "reinforcement", *later("deployment", "regroup", "rout")]
)
def test_every_unit_that_may_act_can_be_touched(
    welcome: Welcome, name: str, size: tuple[int, int]
) -> None:
    """In our own face, and in others that are wider, narrower, higher or lower."""
    person = welcome("player", size=size, has_touch=size == PHONE)
    person.enter(name)
    person.wait_until("the field is there", has_blocks)
    person.wait_for_turn()
    check_blocks(person, "as it came")
    for font, sheet in sheets(person.page).items():
        set_in(person.page, sheet)
        check_blocks(person, font)


def check_blocks(person: Person, font: str) -> None:
    blocks = person.look()["battle"]["blocks"]
    assert blocks and not [one["words"] for one in blocks if not one["isReached"]], font
    widths: list[float] = person.page.evaluate(
        "[...document.querySelectorAll('.b-block.can-act')].map((one) => one.offsetWidth)"
    )
    assert min(widths) >= SMALLEST, (font, widths)
    assert not person.page.evaluate(SQUEEZED_OUT), font


def test_a_reinforcement_comes_up_by_two_taps(welcome: Welcome) -> None:
    person = welcome("player")
    person.enter("reinforcement")
    seen = person.wait_until("the field is there", has_blocks)
    unit = seen["battle"]["blocks"][0]["unit"]
    for _ in range(2):
        blocks = person.wait_for_turn()["battle"]["blocks"]
        (block,) = [one for one in blocks if one["unit"] == unit]
        person.point(block)
    seen = person.wait_until(
        "it has come up",
        lambda seen: bool(
            seen["battle"] and unit not in [one["unit"] for one in seen["battle"]["blocks"]]
        ),
    )
    assert person.page.locator(f".b-block[data-key='{unit}']").count() == 1


def test_hits_are_taken_by_who_is_chosen(welcome: Welcome) -> None:
    person = welcome("player")
    person.enter("losses")
    person.wait_until("the field is there", has_blocks)
    robot = Robot(person, 1)
    play([robot], lambda _: "button: take the hit" in robot.counts)


def test_hungry_units_are_given_up(welcome: Welcome) -> None:
    person = welcome("player")
    person.enter("supply")
    person.wait_for_turn()
    robot = Robot(person, 1)
    play([robot], lambda _: robot.counts.get("move") == 1)
