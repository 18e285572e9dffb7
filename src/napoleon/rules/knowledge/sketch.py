"""A position as one seat may know it: what a view says, in the engine's own terms.

In a sketch the seat's own side and every enemy in view stand where they stand. The blocks that the
seat cannot tell apart are *dealt*: units of the right army in a fixed order, at full strength, with
nothing that the seat has not seen. So positions that differ only in what a seat may not know have
the same sketch, and whoever plays from sketches cannot cheat.
"""

from __future__ import annotations

from napoleon.rules.board.tables import lay
from napoleon.rules.board.towns import (
    TOWN_IDS,
)
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
    UNIT_IDS,
    UNITS_OF_ARMIES,
    members,
)
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.fight import NOBODY, Fight
from napoleon.rules.engine.marks import (
    FIGHT_MARKS,
    STATE_MARKS,
    keep_marks,
    mask_of,
    set_mask,
)
from napoleon.rules.engine.state import NO_AIM, State


class Sketch:
    """A position as one seat knows it, with stand-ins for the blocks that it cannot tell apart.

    - `state`: the state of the engine. It is this seat's alone: its dice are not those of the game,
      and changing it changes no game. What is inside it may change in any version.
    - `dealt`: the units in `state` that are stand-ins, as bits by their number in the roster;
      `dealt_units` has their names. The seat knows how many blocks of an army are in a town. Which
      units they are, and how strong, is not known: they are dealt in a fixed order, at full
      strength.
    - `armies`: the armies that the seat commands, as bits: 1 French, 2 Anglo-Dutch, 4 Prussian.
    - `handicap`: the steps that were agreed upon before the game for the French to give up, below 0
      for the Allies.
    """

    __slots__ = ("armies", "dealt", "handicap", "state")

    def __init__(self, state: State, dealt: int, armies: int, handicap: int = 0) -> None:
        """Use `Game.sketch`."""
        self.state = state
        self.dealt = dealt
        self.armies = armies
        self.handicap = handicap

    def dealt_units(self) -> list[str]:
        """Return the ids of the stand-ins, in the order of the roster."""
        lay(self.state.board)
        return [UNIT_IDS[unit] for unit in members(self.dealt)]


def known_units(state: State, armies: int) -> int:
    """The units whose identity a seat with these armies knows from the state itself."""
    known = state.lost
    for army in range(3):
        if SIDE_BITS[SIDE_OF[army]] & armies:
            known |= UNITS_OF_ARMIES[SIDE_BITS[SIDE_OF[army]]]
    for fight in state.fights:
        known |= fight.shown
    for phase in state.stack:
        known |= phase.known_units()
    return known


def is_roll_known(state: State) -> bool:
    """Whether everybody knows which units take part: in a scenario, once they are placed."""
    return state.aim != NO_AIM and state.turn > 0


def _units_on_map(state: State) -> int:
    mask = 0
    for units in state.at:
        mask |= units
    return mask


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
    for mark in STATE_MARKS:
        set_mask(state, mark, map_units(mask_of(state, mark), to))
    for fight in state.fights:
        fight.areas = [map_units(units, to) for units in fight.areas]
        fight.holder = [to[unit] if unit != NOBODY else NOBODY for unit in fight.holder]
        fight.shelter = [to[unit] for unit in fight.shelter]
        fight.sheltered = map_units(fight.sheltered, to)
        for mark in FIGHT_MARKS:
            set_mask(fight, mark, map_units(mask_of(fight, mark), to))
    for phase in state.stack:
        for name in phase.kind().unit_sets():
            setattr(phase, name, map_units(getattr(phase, name), to))


def sketch(state: State, armies: int, handicap: int = 0) -> Sketch:
    """What a seat that commands these armies may know of a state, and of what was agreed."""
    side = FRENCH if armies & FRENCH_BIT else ALLIED
    enemies = SIDE_UNITS[1 - side]
    hidden = enemies & ~known_units(state, armies)
    if is_roll_known(state):
        hidden &= _units_on_map(state)
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
    for phase in drawn.stack:
        phase.fill_in(drawn, dealt, side)
    return Sketch(drawn, dealt, armies, handicap)


def _place_of(state: State, unit: int) -> tuple[int, ...]:
    """Where a hidden block is, as everybody sees it; blocks on no town come last."""
    town = state.where[unit]
    if town < 0:
        return (len(TOWN_IDS),)
    fight = state.fight_at(town)
    area = fight.area_of(unit) if fight is not None else -1
    return (town, area, state.disordered >> unit & 1, state.block_of(unit))


def _forget(state: State, hidden: int, side: int) -> None:
    """Drop what is marked on hidden blocks and nobody on the other side has seen."""
    keep = ~hidden
    for fight in state.fights:
        if _is_unseen(state, fight, side):
            for area in range(8):
                fight.areas[area] &= keep
        fight.holder = [
            unit if unit == NOBODY or keep >> unit & 1 else NOBODY for unit in fight.holder
        ]
        kept: list[int] = []
        for index in range(0, len(fight.shelter), 2):
            pair = fight.shelter[index : index + 2]
            if not (hidden >> pair[0] | hidden >> pair[1]) & 1:
                kept += pair
        fight.shelter = kept
        fight.sheltered &= keep
        keep_marks(fight, FIGHT_MARKS, keep)
    for phase in state.stack:
        for name in phase.kind().unit_sets():
            setattr(phase, name, getattr(phase, name) & keep)
        phase.forget(state, side)


def _is_unseen(state: State, fight: Fight, side: int) -> bool:
    """Whether the other side is deploying on this field just now, out of sight (6.2.4)."""
    for phase in state.stack:
        if phase.hides_field(fight, 1 - side):
            return True
    return False
