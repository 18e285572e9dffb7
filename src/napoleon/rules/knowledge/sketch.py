"""A position as one seat may know it: what a view says, in the engine's own terms.

In a sketch the seat's own side and every enemy in view stand where they stand. The blocks that the
seat cannot tell apart are *dealt*: units of the right army in a fixed order, at full strength, with
nothing that the seat has not seen. So positions that differ only in what a seat may not know have
the same sketch, and whoever plays from sketches cannot cheat.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import (
    ALLIED,
    ARMY_UNITS,
    FRENCH,
    FRENCH_BIT,
    FULL_STRENGTH,
    SIDE_BITS,
    SIDE_OF,
    SIDE_UNITS,
    UNIT_COUNT,
    UNITS_OF_ARMIES,
    members,
)
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.state import State
from napoleon.rules.notation.phases import FIELDS, UNIT_SETS, phase_name
from napoleon.rules.phases.deployment import DEFENDER_DEPLOYS, ROLE_OF_STEP, Deployment
from napoleon.rules.phases.movement import FORCED_MARCHES, MARCHES, Movement
from napoleon.rules.phases.retreat import Flight
from napoleon.rules.phases.skirmish import DEFENDER_FIRES, MOST_REVEALED, Skirmish

STATE_MASKS: Final = ("disorder", "stepped", "stepped2", "forced")
FIGHT_MASKS: Final = (
    "moved",
    "moved2",
    "halted",
    "fired",
    "done",
    "disengaged",
    "silent",
    "swapped",
    "shock",
    "canister",
    "square",
    "sheltered",
    "visible",
    "engaged",
)


class Sketch:
    """A state for a seat's eyes, and the units in it that were dealt: guesses, not knowledge."""

    __slots__ = ("armies", "dealt", "state")

    def __init__(self, state: State, dealt: int, armies: int) -> None:
        self.state = state
        self.dealt = dealt
        self.armies = armies


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
    return known


def map_units(units: int, to: list[int]) -> int:
    """A set of units under other identities."""
    mask = 0
    for unit in members(units):
        mask |= 1 << to[unit]
    return mask


def rename_units(state: State, to: list[int]) -> None:
    """Give units each other's identities, everywhere but in `where` and `strength`."""
    state.at = [map_units(units, to) for units in state.at]
    state.group_units = [map_units(units, to) for units in state.group_units]
    state.blocks = [to[unit] for unit in state.blocks]
    for name in STATE_MASKS:
        setattr(state, name, map_units(getattr(state, name), to))
    for fight in state.fights:
        fight.areas = [map_units(units, to) for units in fight.areas]
        fight.holder = [to[unit] if unit >= 0 else -1 for unit in fight.holder]
        fight.shelter = [to[unit] for unit in fight.shelter]
        for name in FIGHT_MASKS:
            setattr(fight, name, map_units(getattr(fight, name), to))
    for phase in state.stack:
        for name in FIELDS[phase_name(phase)]:
            if name in UNIT_SETS:
                setattr(phase, name, map_units(getattr(phase, name), to))


def sketch(state: State, armies: int) -> Sketch:
    """What a seat that commands these armies may know of a state."""
    side = FRENCH if armies & FRENCH_BIT else ALLIED
    enemies = SIDE_UNITS[1 - side]
    hidden = enemies & ~known_units(state, armies)
    drawn = state.copy()
    drawn.dice = SeededDice(0)
    drawn.rolled = []
    _forget(drawn, hidden, side)
    to = list(range(UNIT_COUNT))
    dealt = 0
    for army in range(3):
        units = members(hidden & ARMY_UNITS[army])
        if not units:
            continue
        order = sorted(units, key=lambda unit: _place_of(drawn, unit))
        for new, old in zip(units, order, strict=True):
            to[old] = new
            drawn.where[new] = state.where[old]
            drawn.strength[new] = FULL_STRENGTH[new]
            if state.where[old] >= 0:
                dealt |= 1 << new
    rename_units(drawn, to)
    _fill_in(drawn, dealt, side)
    return Sketch(drawn, dealt, armies)


def _place_of(state: State, unit: int) -> tuple[int, int, int, int]:
    """Where a hidden block is, as everybody sees it."""
    town = state.where[unit]
    if town < 0:
        return (99, 0, 0, 0)
    fight = state.fight_at(town)
    area = fight.area_of(unit) if fight is not None else -1
    return (town, area, state.disorder >> unit & 1, state.block_of(unit))


def _forget(state: State, hidden: int, side: int) -> None:
    """Drop what is marked on hidden blocks and nobody on the other side has seen."""
    keep = ~hidden
    for fight in state.fights:
        if _is_unseen(state, fight, side):
            for area in range(8):
                fight.areas[area] &= keep
        fight.holder = [-1 if unit >= 0 and hidden >> unit & 1 else unit for unit in fight.holder]
        kept: list[int] = []
        for index in range(0, len(fight.shelter), 2):
            pair = fight.shelter[index : index + 2]
            if not (hidden >> pair[0] | hidden >> pair[1]) & 1:
                kept += pair
        fight.shelter = kept
        for name in FIGHT_MASKS:
            setattr(fight, name, getattr(fight, name) & keep)
    for phase in state.stack:
        for name in FIELDS[phase_name(phase)]:
            if name in UNIT_SETS:
                setattr(phase, name, getattr(phase, name) & keep)
        if isinstance(phase, Movement) and state.side != side:
            # The enemy's steps are told by what moves (ruling 5.6 always-asked).
            phase.step = FORCED_MARCHES if state.forced else MARCHES
            phase.touched = 0


def _is_unseen(state: State, fight: Fight, side: int) -> bool:
    """Whether the other side is deploying on this field just now, out of sight (6.2.4)."""
    for phase in state.stack:
        if isinstance(phase, Deployment) and phase.town == fight.town:
            return (
                phase.step >= DEFENDER_DEPLOYS and fight.side_of(ROLE_OF_STEP[phase.step]) != side
            )
    return False


def _fill_in(state: State, dealt: int, side: int) -> None:
    """An enemy who has chosen in secret whom to reveal has chosen somebody (6.6)."""
    for phase in state.stack:
        if isinstance(phase, Skirmish) and phase.step <= DEFENDER_FIRES:
            attacker = state.the_fight(phase.town).attacker
            if attacker != side and phase.step > 0:
                units = members(state.at[phase.town] & dealt)
                for unit in units[:MOST_REVEALED]:
                    phase.revealed |= 1 << unit
