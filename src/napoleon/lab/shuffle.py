"""The test of tests for secrecy: change every fact that a seat may not know.

`shuffle_hidden` gives a state in which the blocks that a seat cannot tell apart have other
identities and strengths. The seat's view and its legal actions must not change by a bit.
"""

from __future__ import annotations

import random

from napoleon.rules.field import Fight
from napoleon.rules.flow_text import FIELDS, UNIT_SETS, phase_name
from napoleon.rules.phases.losses import Losses
from napoleon.rules.phases.retreat import Flight
from napoleon.rules.phases.skirmish import DEFENDER_FIRES, Skirmish
from napoleon.rules.state import State
from napoleon.rules.units import (
    ARMY_UNITS,
    FULL_STRENGTH,
    SIDE_BITS,
    SIDE_OF,
    UNIT_COUNT,
    UNITS_OF_ARMIES,
    members,
)

_STATE_MASKS = ("disorder", "stepped", "stepped2", "forced")
_FIGHT_MASKS = (
    "moved",
    "moved2",
    "halted",
    "fired",
    "done",
    "disengaged",
    "silent",
    "shock",
    "canister",
    "square",
    "sheltered",
    "visible",
    "engaged",
)


def known_units(state: State, armies: int) -> int:
    """The units whose identity a seat with these armies knows from the state itself."""
    known = state.lost
    for army in range(3):
        if SIDE_BITS[SIDE_OF[army]] & armies:
            known |= UNITS_OF_ARMIES[SIDE_BITS[SIDE_OF[army]]]
    for fight in state.fights:
        known |= fight.visible
    for phase in state.stack:
        if isinstance(phase, Skirmish) and phase.step > DEFENDER_FIRES:
            known |= phase.revealed
        elif isinstance(phase, Flight):
            known |= phase.known
        elif isinstance(phase, Losses):
            # Who is asked for a loss, and that there is a choice, is seen at any table.
            known |= phase.pool
    return known


def shuffle_hidden(state: State, armies: int, rng: random.Random) -> State:
    """A copy in which the units unknown to a seat have changed places and strengths."""
    twin = state.copy()
    known = known_units(state, armies)
    to = list(range(UNIT_COUNT))
    for army in range(3):
        hidden = members(ARMY_UNITS[army] & ~known)
        mixed = hidden[:]
        rng.shuffle(mixed)
        for old, new in zip(hidden, mixed, strict=True):
            to[old] = new
            twin.where[new] = state.where[old]
            if state.where[old] >= 0:
                twin.strength[new] = rng.randint(1, FULL_STRENGTH[new])
    twin.at = [_mapped(units, to) for units in state.at]
    twin.group_units = [_mapped(units, to) for units in state.group_units]
    twin.blocks = [to[unit] for unit in state.blocks]
    for name in _STATE_MASKS:
        setattr(twin, name, _mapped(getattr(state, name), to))
    for fight in twin.fights:
        _map_fight(fight, to)
    for phase in twin.stack:
        for name in FIELDS[phase_name(phase)]:
            if name in UNIT_SETS:
                setattr(phase, name, _mapped(getattr(phase, name), to))
    return twin


def _mapped(units: int, to: list[int]) -> int:
    mask = 0
    for unit in members(units):
        mask |= 1 << to[unit]
    return mask


def _map_fight(fight: Fight, to: list[int]) -> None:
    fight.areas = [_mapped(units, to) for units in fight.areas]
    fight.holder = [to[unit] if unit >= 0 else -1 for unit in fight.holder]
    fight.shelter = [to[unit] for unit in fight.shelter]
    for name in _FIGHT_MASKS:
        setattr(fight, name, _mapped(getattr(fight, name), to))
