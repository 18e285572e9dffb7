"""Free set-up (rule 4): where an army stands as the campaign begins.

Each army has a few set-ups, as towns with the number of units in each; chance chooses, so that
nobody can count on one. Corps are kept together.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.battle.clash import POINT_COST
from napoleon.ai.knowledge.belief import shuffled
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_OF,
    ARMY_UNITS,
    CORPS_OF,
    LEADERS,
    UNITS_OF_ARMIES,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    END_CODE,
    PLACE,
    encode,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.dice import Dice
from napoleon.rules.engine.state import NOWHERE, State

# The set-ups of the French, the Anglo-Dutch and the Prussians.
SETUPS: Final = (
    (
        (("beaumont", 12), ("philippeville", 12)),
        (("solre", 12), ("beaumont", 12)),
        (("beaumont", 12), ("philippeville", 9), ("solre", 3)),
    ),
    (
        (("quatre-bras", 4), ("nivelles", 4), ("waterloo", 4), ("brussels", 3), ("ghent", 1)),
        (("nivelles", 4), ("braine-le-comte", 4), ("brussels", 4), ("waterloo", 3), ("ghent", 1)),
        (("brussels", 4), ("waterloo", 4), ("hal", 4), ("nivelles", 2), ("ghent", 2)),
    ),
    (
        (("ligny", 4), ("gembloux", 4), ("namur", 4), ("liege", 3), ("huy", 3)),
        (("namur", 4), ("gembloux", 4), ("huy", 4), ("liege", 4), ("hannut", 2)),
        (("ligny", 4), ("namur", 4), ("gembloux", 3), ("huy", 4), ("liege", 3)),
    ),
)


class Placing:
    """A set-up that is being carried out, unit by unit."""

    __slots__ = ("_wanted",)

    def __init__(self) -> None:
        self._wanted: dict[int, int] = {}

    def next(self, state: State, armies: int, codes: list[int], dice: Dice, blind: bool) -> int:
        """The next placing that is offered; `blind` puts units anywhere."""
        if codes[0] == END_CODE:
            return END_CODE
        if blind:
            return codes[dice.roll(len(codes)) - 1]
        for unit in members(UNITS_OF_ARMIES[armies]):
            if state.where[unit] != NOWHERE:
                continue
            if unit not in self._wanted:
                self._draw_up(state, ARMY_OF[unit], dice)
            town = self._wanted[unit]
            if town >= 0 and encode(PLACE, unit, town) in codes:
                return encode(PLACE, unit, town)
        return _beside_friends(state, codes)

    def _draw_up(self, state: State, army: int, dice: Dice) -> None:
        """Deal the units of an army that wait out to the towns of one of its set-ups, beside those
        that stand there already."""
        setups = SETUPS[army]
        setup = setups[dice.roll(len(setups)) - 1]
        waiting = 0
        for unit in members(ARMY_UNITS[army]):
            if state.where[unit] == NOWHERE:
                waiting |= 1 << unit
        corps: list[int] = []
        for unit in members(ARMY_UNITS[army] & ~LEADERS):
            if CORPS_OF[unit] not in corps:
                corps.append(CORPS_OF[unit])
        queue: list[int] = []
        for number in shuffled(corps, dice):
            queue += [unit for unit in members(waiting & ~LEADERS) if CORPS_OF[unit] == number]
        # The leader goes with the first stack.
        queue = members(waiting & LEADERS) + queue
        for name, number in setup:
            town = TOWN_IDS.index(name) if name in TOWN_IDS else NOWHERE
            room = max(0, number - count(state.at[town])) if town >= 0 else 0
            for unit in queue[:room]:
                self._wanted[unit] = town
            queue = queue[room:]
        for unit in queue:  # others took their places
            self._wanted[unit] = NOWHERE


def _beside_friends(state: State, codes: list[int]) -> int:
    """Where most stand already, of what is offered to the first unit."""
    best = codes[0]
    for code in codes:
        is_same_unit = first_of(code) == first_of(best) and verb_of(code) == verb_of(best)
        if is_same_unit and count(state.at[second_of(code)]) > count(state.at[second_of(best)]):
            best = code
    return best


def give_up(state: State, codes: list[int]) -> int:
    """The step that is missed least: of the fullest blocks, the one whose points cost least."""
    best = codes[0]
    for code in codes:
        unit, other = first_of(code), first_of(best)
        key = (-state.strength[unit], POINT_COST[unit])
        if key < (-state.strength[other], POINT_COST[other]):
            best = code
    return best
