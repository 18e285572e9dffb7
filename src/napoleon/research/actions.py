"""Actions as numbers: factored into verb, first and second operand, or one flat number.

An operand that a verb does not have is 0. An operand that may be left out has one value more, the
last. A flat number counts all verbs, first operands and second operands through, in this order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from napoleon.rules import AREA_NAMES, VERBS, Action, MalformedAction
from napoleon.rules.board.tables import SHIPPED, TOWN_TABLE
from napoleon.rules.board.units import UNIT_COUNT
from napoleon.rules.engine.actions import (
    NONE,
    TERRAIN_NAMES,
    encode,
    first_of,
    second_of,
    verb_of,
)

MOST_NUMBERS: Final = 16  # for the one verb whose operand is a number: terrain blocks to draw
_SIZES: Final = {
    "unit": UNIT_COUNT,
    "optional unit": UNIT_COUNT + 1,
    "town": len(SHIPPED.rows(TOWN_TABLE)),
    "area": len(AREA_NAMES),
    "terrain": len(TERRAIN_NAMES),
    "number": MOST_NUMBERS,
}
# How many values each operand of a verb has; 1 where there is none.
OPERAND_SIZES: Final = [
    (
        _SIZES[verb.operands[0]] if verb.operands else 1,
        _SIZES[verb.operands[1]] if len(verb.operands) > 1 else 1,
    )
    for verb in VERBS
]
FACTORS: Final = (
    len(VERBS),
    max(first for first, _ in OPERAND_SIZES),
    max(second for _, second in OPERAND_SIZES),
)
# Where the flat numbers of a verb begin, and how many there are in all.
_BASES: Final = [
    sum(first * second for first, second in OPERAND_SIZES[:verb])
    for verb in range(len(OPERAND_SIZES) + 1)
]
ACTION_COUNT: Final = _BASES[-1]
_KNOWN: Final[dict[int, int]] = {}  # flat numbers that have been asked for, by code


class Factored(NamedTuple):
    """An action as three numbers."""

    verb: int
    first: int
    second: int


def factor(code: int) -> Factored:
    """The three numbers of a code."""
    verb, first, second = verb_of(code), first_of(code), second_of(code)
    sizes = OPERAND_SIZES[verb]
    # What is left out: the only value of an operand that is not there, the last of one that may be.
    first = sizes[0] - 1 if first == NONE else first
    second = sizes[1] - 1 if second == NONE else second
    if first >= sizes[0] or second >= sizes[1]:
        raise MalformedAction(f"{Action(code)} has no number")
    return Factored(verb, first, second)


def unfactor(factored: Sequence[int]) -> int:
    """The code of three numbers."""
    verb, first, second = (int(number) for number in factored)
    if not 0 <= verb < len(VERBS):
        raise MalformedAction(f"expected a verb from 0 to {len(VERBS) - 1}, got {verb}")
    sizes = OPERAND_SIZES[verb]
    if not (0 <= first < sizes[0] and 0 <= second < sizes[1]):
        raise MalformedAction(
            f"expected operands below {sizes[0]} and {sizes[1]} for {VERBS[verb].name!r}, "
            f"got {first} and {second}"
        )
    operands = VERBS[verb].operands
    values = [NONE, NONE]
    for index, value in enumerate((first, second)):
        is_left_out = index >= len(operands) or (
            operands[index] == "optional unit" and value == UNIT_COUNT
        )
        values[index] = NONE if is_left_out else value
    return encode(verb, values[0], values[1])


def flatten(code: int) -> int:
    """The flat number of a code."""
    number = _KNOWN.get(code, -1)
    if number < 0:
        verb, first, second = factor(code)
        number = _BASES[verb] + first * OPERAND_SIZES[verb][1] + second
        _KNOWN[code] = number
    return number


def unflatten(number: int) -> int:
    """The code of a flat number."""
    return unfactor(split(number))


def split(number: int) -> Factored:
    """The three numbers of a flat number."""
    number = int(number)
    if not 0 <= number < ACTION_COUNT:
        raise MalformedAction(f"expected an action from 0 to {ACTION_COUNT - 1}, got {number}")
    low, high = 0, len(VERBS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _BASES[middle] <= number else (low, middle)
    first, second = divmod(number - _BASES[low], OPERAND_SIZES[low][1])
    return Factored(low, first, second)


def join(factored: Sequence[int]) -> int:
    """The flat number of three numbers."""
    return flatten(unfactor(factored))


def factored_mask(codes: Iterable[int], chosen: Sequence[int] = ()) -> bytearray:
    """What may be chosen next, 1 for each value: the verb, behind a chosen verb the first operand,
    behind both the second. Choosing one after the other always ends at an offered action."""
    place = len(chosen)
    mask = bytearray(FACTORS[place])
    for code in codes:
        numbers = factor(code)
        if tuple(numbers[:place]) == tuple(chosen):
            mask[numbers[place]] = 1
    return mask
