"""Positions that were kept as numbers, as states again."""

from __future__ import annotations

from napoleon.rules import SeededDice
from napoleon.rules.board.units import ARMY_UNITS, DEFEAT_AT, UNIT_COUNT
from napoleon.rules.engine.state import HISTORICAL, LOST, State


def state_of(where: list[int], strength: list[int], turn: int) -> State:
    """A state in which the units stand so; it can be judged, and no more."""
    state = State(HISTORICAL, 2, False, SeededDice(0, 0))
    state.turn = turn
    state.strength = strength
    state.where = where
    for unit in range(UNIT_COUNT):
        if where[unit] >= 0:
            state.at[where[unit]] |= 1 << unit
        elif where[unit] == LOST:
            state.lost |= 1 << unit
    for army in range(3):
        if (state.lost & ARMY_UNITS[army]).bit_count() >= DEFEAT_AT[army]:
            state.defeated |= 1 << army
    return state
