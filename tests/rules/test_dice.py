"""Repeatable dice at the edges: numbers thrown again, and the bits of a seed."""

from __future__ import annotations

import pytest

from napoleon.rules import SeededDice

WORDS = 1 << 32  # as many numbers come out of the generator


def _about_to_give(number: int) -> SeededDice:
    """Dice whose generator gives this number next, and 1 after it."""
    dice = SeededDice(0, 0)
    dice._a, dice._b, dice._c, dice._n = number, 0, 0, 0
    return dice


@pytest.mark.parametrize("sides", [6, 5, 12])
def test_numbers_that_would_favour_low_faces_are_thrown_again(sides: int) -> None:
    """The last multiple of the number of sides is the limit: it is thrown again, the number before
    it shows the highest face."""
    limit = WORDS - WORDS % sides
    assert _about_to_give(limit - 1).roll(sides) == sides
    assert _about_to_give(limit).roll(sides) == 2
    assert _about_to_give(0).roll(sides) == 1


def test_every_bit_of_a_long_seed_counts() -> None:
    """And of those beyond the three words of the generator none."""
    seeds = [0, *(1 << bit for bit in (0, 30, 31, 32, 33, 62, 63, 64, 65, 94, 95))]
    shown = {tuple(dice.roll(6) for _ in range(24)) for dice in map(SeededDice, seeds)}
    assert len(shown) == len(seeds)
    beyond = SeededDice(1 << 96)
    plain = SeededDice(0)
    assert [beyond.roll(6) for _ in range(24)] == [plain.roll(6) for _ in range(24)]
