"""The even game: before the first turn a side gives up steps of its own blocks (ruling 4
even-handicap).

How many was agreed or bid; which, the owner chooses, out of sight. A block keeps its last step.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import (
    ALLIED,
    ARMY_OF,
    FRENCH,
    SIDE_BITS,
    SIDE_UNITS,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
    armies_in,
    members,
)
from napoleon.rules.engine.actions import WEAKEN, encode, first_of, verb_of
from napoleon.rules.engine.events import BY_HANDICAP, STRENGTH_LOST, Event
from napoleon.rules.engine.refusals import LAST_STEP, OK, WRONG_STEP
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
from napoleon.rules.phases.phase import Phase, PhaseKind, Stage
from napoleon.rules.words.language import N_


def giving_side(state: State) -> int:
    """The side that has steps to give up."""
    return FRENCH if state.handicap > 0 else ALLIED


def spare_units(state: State) -> int:
    """The units of that side that have a step to give."""
    mask = 0
    for unit in members(SIDE_UNITS[giving_side(state)]):
        if state.where[unit] >= 0 and state.strength[unit] > 1:
            mask |= 1 << unit
    return mask


class Handicap(Phase):
    """The owner chooses block by block; `state.handicap` counts what is left to give."""

    __slots__ = ()

    def stage(self, state: State) -> str:
        return "handicap"

    def kind(self) -> PhaseKind:
        return KIND

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        view.hits = abs(state.handicap)

    def copy(self) -> Handicap:
        return Handicap()

    def is_untouched(self, armies: int) -> bool:
        return False

    def advance(self, state: State) -> bool:
        if state.handicap and spare_units(state):
            return False
        state.handicap = 0
        state.stack.pop()
        return True

    def to_act(self, state: State) -> int:
        return armies_in(spare_units(state))

    def legal(self, state: State, armies: int) -> list[int]:
        units = spare_units(state) & UNITS_OF_ARMIES[armies]
        return [encode(WEAKEN, unit) for unit in members(units)]

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) != WEAKEN:
            return WRONG_STEP
        unit = first_of(code)
        return OK if spare_units(state) >> unit & 1 else LAST_STEP

    def apply(self, state: State, armies: int, code: int) -> None:
        unit = first_of(code)
        state.strength[unit] -= 1
        state.handicap += -1 if state.handicap > 0 else 1
        own = SIDE_BITS[UNIT_SIDE[unit]]
        state.log.append(
            Event(
                STRENGTH_LOST,
                state.turn,
                side_no=UNIT_SIDE[unit],
                army_no=ARMY_OF[unit],
                unit_no=unit,
                town_no=state.where[unit],
                amount=1,
                strength_left=state.strength[unit],
                why_no=BY_HANDICAP,
                seen=own,
                named=own,
            )
        )


KIND: Final[PhaseKind] = PhaseKind(
    "handicap",
    Handicap,
    [],
    ["campaign", "movement", "engagements"],
    [
        Stage(
            "handicap",
            N_("Give up steps of your blocks, as agreed: {left} left"),
            N_("Waiting for {seats}: they give up steps of their blocks, as agreed"),
        )
    ],
)
