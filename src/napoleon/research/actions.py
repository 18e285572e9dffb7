"""Actions as numbers: factored into verb, first and second operand, or one flat number.

An operand that a verb does not have is 0. An operand that may be left out has one value more, the
last. A flat number counts all verbs, first operands and second operands through, in this order.
Towns are counted as the board has them, so each board has numbers of its own (`numbers_on`); those
of this module's functions and constants are of the board that comes with the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from napoleon.rules import AREA_NAMES, VERBS, Action, Board, MalformedAction
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


class Factored(NamedTuple):
    """An action as three numbers."""

    verb: int
    first: int
    second: int


class ActionNumbers:
    """The numbers of all actions on boards with so many towns."""

    __slots__ = ("_bases", "_known", "action_count", "factors", "operand_sizes")

    def __init__(self, town_count: int) -> None:
        sizes = {
            "unit": UNIT_COUNT,
            "optional unit": UNIT_COUNT + 1,
            "town": town_count,
            "area": len(AREA_NAMES),
            "terrain": len(TERRAIN_NAMES),
            "number": MOST_NUMBERS,
        }
        # How many values each operand of a verb has; 1 where there is none.
        self.operand_sizes = [
            (
                sizes[verb.operands[0]] if verb.operands else 1,
                sizes[verb.operands[1]] if len(verb.operands) > 1 else 1,
            )
            for verb in VERBS
        ]
        self.factors = (
            len(VERBS),
            max(first for first, _ in self.operand_sizes),
            max(second for _, second in self.operand_sizes),
        )
        # Where the flat numbers of a verb begin, and how many there are in all.
        self._bases = [
            sum(first * second for first, second in self.operand_sizes[:verb])
            for verb in range(len(self.operand_sizes) + 1)
        ]
        self.action_count = self._bases[-1]
        self._known: dict[int, int] = {}  # flat numbers that have been asked for, by code

    def factor(self, code: int) -> Factored:
        """The three numbers of a code."""
        verb, first, second = verb_of(code), first_of(code), second_of(code)
        sizes = self.operand_sizes[verb]
        # What is left out: the only value of an operand that is not there, the last of one that
        # may be.
        first = sizes[0] - 1 if first == NONE else first
        second = sizes[1] - 1 if second == NONE else second
        if first >= sizes[0] or second >= sizes[1]:
            raise MalformedAction(f"{Action(code)} has no number")
        return Factored(verb, first, second)

    def unfactor(self, factored: Sequence[int]) -> int:
        """The code of three numbers."""
        verb, first, second = (int(number) for number in factored)
        if not 0 <= verb < len(VERBS):
            raise MalformedAction(f"expected a verb from 0 to {len(VERBS) - 1}, got {verb}")
        sizes = self.operand_sizes[verb]
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

    def flatten(self, code: int) -> int:
        """The flat number of a code."""
        number = self._known.get(code, -1)
        if number < 0:
            verb, first, second = self.factor(code)
            number = self._bases[verb] + first * self.operand_sizes[verb][1] + second
            self._known[code] = number
        return number

    def unflatten(self, number: int) -> int:
        """The code of a flat number."""
        return self.unfactor(self.split(number))

    def split(self, number: int) -> Factored:
        """The three numbers of a flat number."""
        number = int(number)
        if not 0 <= number < self.action_count:
            raise MalformedAction(
                f"expected an action from 0 to {self.action_count - 1}, got {number}"
            )
        low, high = 0, len(VERBS)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._bases[middle] <= number else (low, middle)
        first, second = divmod(number - self._bases[low], self.operand_sizes[low][1])
        return Factored(low, first, second)

    def join(self, factored: Sequence[int]) -> int:
        """The flat number of three numbers."""
        return self.flatten(self.unfactor(factored))

    def factored_mask(self, codes: Iterable[int], chosen: Sequence[int] = ()) -> bytearray:
        """What may be chosen next, 1 for each value: the verb, behind a chosen verb the first
        operand, behind both the second. Choosing one after the other always ends at an offered
        action."""
        place = len(chosen)
        mask = bytearray(self.factors[place])
        for code in codes:
            numbers = self.factor(code)
            if tuple(numbers[:place]) == tuple(chosen):
                mask[numbers[place]] = 1
        return mask


@cache
def _numbers(town_count: int) -> ActionNumbers:
    return ActionNumbers(town_count)


def numbers_on(board: Board) -> ActionNumbers:
    """The numbers of all actions on a board."""
    return _numbers(len(board.rows(TOWN_TABLE)))


OURS: Final = numbers_on(SHIPPED)
OPERAND_SIZES: Final = OURS.operand_sizes
FACTORS: Final = OURS.factors
ACTION_COUNT: Final = OURS.action_count
factor = OURS.factor
unfactor = OURS.unfactor
flatten = OURS.flatten
unflatten = OURS.unflatten
split = OURS.split
join = OURS.join
factored_mask = OURS.factored_mask
