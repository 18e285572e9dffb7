"""What a seat may know as a row of small numbers, for programs that learn (docs/research.md).

A row is written from the seat's sketch and its sightings, so it cannot hold more than they do. Of
the dealt blocks of a sketch, which are guesses, only their numbers are told.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.tables import ROAD_TABLE, SHIPPED, TOWN_TABLE, table
from napoleon.rules.board.towns import (
    ROADS,
    TOWN_IDS,
)
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_UNITS,
    FRENCH,
    FRENCH_BIT,
    SIDE_BITS,
    SIDE_UNITS,
    UNIT_BY_ID,
    UNIT_COUNT,
    UNITS_OF_ARMIES,
    members,
)
from napoleon.rules.engine.fight import NOBODY, TO_NAME, Fight
from napoleon.rules.engine.marks import FIGHT_MARKS, STATE_MARKS, Mark, mask_of
from napoleon.rules.engine.state import LOST, NO_AIM
from napoleon.rules.knowledge.notebook import Sighting
from napoleon.rules.knowledge.sketch import Sketch
from napoleon.rules.phases import STAGES

# Every number is 0 where there is nothing to tell.
TABLE_FIELDS: Final = (
    "players",
    "free set-up",
    "hidden visibility",
    "seat is allied",
    "seat is to act",
    "turn",
    "night",
    "side of the turn + 1",
    "stage",
    "town of the decision + 1",
    "winner + 1",
    "aim: side + 1",
    "aim: town + 1, or 255 for losses",
    "aim: last turn",
    "French lost",
    "Anglo-Dutch lost",
    "Prussians lost",
    "French defeated",
    "Anglo-Dutch defeated",
    "Prussians defeated",
)
UNIT_FIELDS: Final = (
    "in view",
    "commanded by the seat",
    "town + 1, or 255 for lost",
    "strength",
    "area + 1",
    "holds a farm or hill",
    "sheltered",
    "block",
    *[mark.word for mark in STATE_MARKS],
    *[mark.word for mark in FIGHT_MARKS],
)
SIGHTING_FIELDS: Final = ("turn + 1", "town + 1", "strength", "lost")
TOWN_FIELDS: Final = (
    "unseen French",
    "unseen Anglo-Dutch",
    "unseen Prussians",
    "unseen in disorder",
    "fight: attacker + 1",
    "fight: status + 1",
    "fight: place in the order",
)
ROAD_FIELDS: Final = ("taken", "taken in attack over a river")
AREA_FIELDS: Final = (
    "terrain",
    "unseen French",
    "unseen Anglo-Dutch",
    "unseen Prussians",
)
FIELD_FIELDS: Final = (
    "round",
    "idle",
    "withdrawing",
    "stream crossed: attacker's left",
    "stream crossed: centre",
    "stream crossed: attacker's right",
)


def _sections() -> list[tuple[str, int, tuple[str, ...]]]:
    return [
        ("table", 1, TABLE_FIELDS),
        ("units", UNIT_COUNT, UNIT_FIELDS),
        ("sightings", UNIT_COUNT, SIGHTING_FIELDS),
        ("towns", len(TOWN_IDS), TOWN_FIELDS),
        ("roads", len(ROADS), ROAD_FIELDS),
        ("areas", 8, AREA_FIELDS),
        ("field", 1, FIELD_FIELDS),
    ]


def _places() -> list[int]:
    """Where each section begins, and the length of a row."""
    places = [0]
    for _, rows, fields in SECTIONS:
        places.append(places[-1] + rows * len(fields))
    return places


def _town_numbers() -> list[dict[str, int]]:
    return [{town: number for number, town in enumerate(TOWN_IDS)}]


# The parts of a row, in their order: name, rows of the part, fields.
SECTIONS: Final[list[tuple[str, int, tuple[str, ...]]]] = table(_sections)
_PLACES: Final[list[int]] = table(_places)
_TOWN_NUMBERS: Final[list[dict[str, int]]] = table(_town_numbers)
_ROADS: Final = 4
_AREAS: Final = 5
_FIELD: Final = 6
_END: Final = 7
_UNITS_AT: Final[int] = len(TABLE_FIELDS)
_SIGHTINGS_AT: Final[int] = _UNITS_AT + UNIT_COUNT * len(UNIT_FIELDS)
_TOWNS_AT: Final[int] = _SIGHTINGS_AT + UNIT_COUNT * len(SIGHTING_FIELDS)

# The length of a row on the board that comes with the game.
SIZE: Final[int] = (
    _TOWNS_AT
    + len(SHIPPED.rows(TOWN_TABLE)) * len(TOWN_FIELDS)
    + len(SHIPPED.rows(ROAD_TABLE)) * len(ROAD_FIELDS)
    + 8 * len(AREA_FIELDS)
    + len(FIELD_FIELDS)
)

_UNIT_STEP: Final[int] = len(UNIT_FIELDS)
_SIGHTING_STEP: Final[int] = len(SIGHTING_FIELDS)
_TOWN_STEP: Final[int] = len(TOWN_FIELDS)
_AREA_STEP: Final[int] = len(AREA_FIELDS)
_STATE_MARKS_AT: Final[int] = _UNIT_STEP - len(STATE_MARKS) - len(FIGHT_MARKS)
_FIGHT_MARKS_AT: Final[int] = _UNIT_STEP - len(FIGHT_MARKS)
_LOST: Final = 255
_LOSSES: Final = 255
_MOST: Final = 255


def stage_number(word: str) -> int:
    """A stage as rows count it: its place among the stages, from 1; 0 once the game is over."""
    for number, stage in enumerate(STAGES, 1):
        if stage == word:
            return number
    return 0


def observe_decision(sketch: Sketch, sightings: list[Sighting]) -> bytearray:
    """The row of a seat that is to act, from what it may know."""
    state = sketch.state
    stage = state.stack[-1].stage(state)
    return write_observation(sketch, sightings, stage_number(stage), True)


def _small(number: int) -> int:
    """A number that fits into a byte."""
    return number if number < _MOST else _MOST


def write_observation(
    sketch: Sketch, sightings: list[Sighting], stage: int, is_to_act: bool
) -> bytearray:
    """The row of a sketch; `stage` is the number of the stage that the seat is shown."""
    row = bytearray(_PLACES[_END])
    state = sketch.state
    side = FRENCH if sketch.armies & FRENCH_BIT else ALLIED
    _write_table(row, sketch, side, stage, is_to_act)
    _write_units(row, sketch, side)
    for line in sightings:
        _write_sighting(row, line)
    _write_towns(row, sketch)
    at = _PLACES[_ROADS]
    road_use = state.road_use
    river_use = state.river_use
    for road in range(len(ROADS)):
        row[at] = road_use[road]
        row[at + 1] = river_use[road]
        at += 2
    for fight in state.fights:
        _write_places(row, fight, side, ~sketch.dealt)
    if state.winner < 0:
        town = state.stack[-1].town_no()
        decided = state.fight_at(town) if town >= 0 else None
        if decided is not None:
            _write_field(row, sketch, decided, side)
    return row


def _write_table(row: bytearray, sketch: Sketch, side: int, stage: int, is_to_act: bool) -> None:
    state = sketch.state
    row[0] = state.players
    row[1] = state.scenario
    row[2] = 1 if state.is_hidden else 0
    row[3] = side
    row[4] = 1 if is_to_act else 0
    row[5] = state.turn
    if state.turn:
        row[6] = 1 if state.is_night else 0
        row[7] = state.side + 1
    row[8] = stage
    if state.winner < 0:
        row[9] = state.stack[-1].town_no() + 1
    row[10] = state.winner + 1
    if state.aim != NO_AIM:
        row[11] = state.aim_side + 1
        row[12] = state.aim + 1 if state.aim >= 0 else _LOSSES
        row[13] = state.until
    for army in range(3):
        row[14 + army] = (state.lost & ARMY_UNITS[army]).bit_count()
        row[17 + army] = state.defeated >> army & 1


def _write_units(row: bytearray, sketch: Sketch, side: int) -> None:
    """Units that the seat can name: those of its side, those in view, those that are lost."""
    state = sketch.state
    own = SIDE_UNITS[side]
    in_view = own | state.lost
    for fight in state.fights:
        in_view |= fight.shown
    for phase in state.stack:
        in_view |= phase.known_units()
    in_view &= ~sketch.dealt
    commanded = UNITS_OF_ARMIES[sketch.armies & SIDE_BITS[side]]
    where = state.where
    strength = state.strength
    for unit in members(in_view):
        at = _UNITS_AT + unit * _UNIT_STEP
        town = where[unit]
        row[at] = 1
        row[at + 1] = commanded >> unit & 1
        row[at + 2] = town + 1 if town >= 0 else (_LOST if town == LOST else 0)
        row[at + 3] = strength[unit]
    for index in range(len(state.blocks)):
        unit = state.blocks[index]
        if in_view >> unit & 1:
            row[_UNITS_AT + unit * _UNIT_STEP + 7] = _small(index + 1)
    _write_marks(row, state, STATE_MARKS, _STATE_MARKS_AT, in_view, own)


def _write_marks(
    row: bytearray, owner: object, marks: list[Mark], first: int, in_view: int, own: int
) -> None:
    """The marks of a state or a fight; of the enemy's units those that are not secret."""
    at = _UNITS_AT + first
    for mark in marks:
        mask = mask_of(owner, mark) & (own if mark.is_secret else in_view)
        if mask:
            for unit in members(mask):
                row[at + unit * _UNIT_STEP] = 1
        at += 1


def _write_places(row: bytearray, fight: Fight, side: int, named: int) -> None:
    """Where on a battlefield the units stand that the seat can name, and what is marked on them."""
    own = SIDE_UNITS[side]
    known = (own | fight.shown) & named
    names = TO_NAME[fight.role_of(side)]
    for area in range(8):
        for unit in members(fight.areas[area] & known):
            at = _UNITS_AT + unit * _UNIT_STEP
            row[at + 4] = names[area] + 1
            row[at + 6] = fight.sheltered >> unit & 1
        holder = fight.holder[area]
        if holder != NOBODY and known >> holder & 1:
            row[_UNITS_AT + holder * _UNIT_STEP + 5] = 1
    _write_marks(row, fight, FIGHT_MARKS, _FIGHT_MARKS_AT, known, own)


def _write_sighting(row: bytearray, line: Sighting) -> None:
    at = _SIGHTINGS_AT + UNIT_BY_ID[line.unit] * _SIGHTING_STEP
    row[at] = line.turn + 1
    if line.town is not None:
        row[at + 1] = _TOWN_NUMBERS[0][line.town] + 1
    if line.strength is not None:
        row[at + 2] = line.strength
    row[at + 3] = 1 if line.lost else 0


def _write_towns(row: bytearray, sketch: Sketch) -> None:
    state = sketch.state
    unseen = sketch.dealt
    for phase in state.stack:
        # A set-up is seen once it is closed (4).
        side = phase.secret_side()
        if side >= 0:
            unseen &= ~SIDE_UNITS[side]
    at = _TOWNS_AT
    for units in state.at:
        blocks = units & unseen
        if blocks:
            for army in range(3):
                row[at + army] = (blocks & ARMY_UNITS[army]).bit_count()
            row[at + 3] = (blocks & state.disordered).bit_count()
        at += _TOWN_STEP
    for fight in state.fights:
        at = _TOWNS_AT + fight.town * _TOWN_STEP
        row[at + 4] = fight.attacker + 1
        row[at + 5] = fight.status + 1
        row[at + 6] = fight.order


def _write_field(row: bytearray, sketch: Sketch, fight: Fight, side: int) -> None:
    """The battlefield that is being decided, its areas as the seat's player names them."""
    names = TO_NAME[fight.role_of(side)]
    for area in range(8):
        at = _PLACES[_AREAS] + names[area] * _AREA_STEP
        row[at] = fight.terrain[area]
        blocks = fight.areas[area] & sketch.dealt
        if blocks:
            for army in range(3):
                row[at + 1 + army] = (blocks & ARMY_UNITS[army]).bit_count()
    at = _PLACES[_FIELD]
    row[at] = _small(fight.round)
    row[at + 1] = _small(fight.idle)
    row[at + 2] = 1 if fight.withdrawing else 0
    for column in range(3):
        row[at + 3 + column] = _small(fight.crossings[column])
