"""The board as the browser draws it: the tables of the rules, and the limits of its roads."""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec

from napoleon.manual.numbers import VALUES
from napoleon.rules.board.calendar import TURNS
from napoleon.rules.board.tables import (
    BORDER_LINES,
    RIVER_LINES,
    ROAD_TABLE,
    SHIPPED,
    TOWN_TABLE,
    UNIT_TABLE,
    WOOD_TABLE,
    on_board,
)
from napoleon.rules.board.tables import Board as RulesBoard
from napoleon.rules.board.towns import (
    BATTLE_LIMIT,
    RIVER_LIMIT,
    ROAD_LIMIT,
    ROADS,
    SETUP_LIMIT,
)
from napoleon.rules.board.units import ARMY_NAMES, DEFEAT_AT, SIDE_NAMES
from napoleon.rules.words.language import UNIT_NAMES
from napoleon.server.table.view_message import Army, Side


class TownNames(msgspec.Struct):
    """A town in our languages, as people there say it."""

    en: str
    nl: str
    fr: str
    de: str


class TownInfo(msgspec.Struct):
    """A town: where it is, who may set up there, whom it supplies."""

    id: str
    names: TownNames
    lat: float
    lon: float
    zone: Army
    supplies: Army | None
    supply_loss: int
    evidence: str


class RoadInfo(msgspec.Struct):
    """A road between two towns, and how many units may use it."""

    a: str
    b: str
    size: Literal["main", "minor"]
    river: str  # what it crosses; "" for nothing
    limit: int  # units a turn (5.4)
    river_limit: int | None  # units a turn in attack over its river (5.5); null without one
    battle_limit: int  # units a battle turn (6.3.4, 7.2)
    evidence: str
    evidence_size: str
    evidence_river: str
    note: str


class WoodInfo(msgspec.Struct):
    """A forest, for the eye alone."""

    name: str
    lat: float
    lon: float
    km_east_west: float
    km_north_south: float


class UnitInfo(msgspec.Struct):
    """A unit as it is printed on its block."""

    id: str
    name: str
    army: Army
    contingent: str
    corps: str
    type: Literal[
        "leader",
        "infantry",
        "light-cavalry",
        "heavy-cavalry",
        "foot-artillery",
        "horse-artillery",
    ]
    strength: int
    firepower: int
    card_town: str
    start_town: str
    evidence_strength: str
    evidence_firepower: str
    note: str


class TurnInfo(msgspec.Struct):
    """A turn of the calendar."""

    turn: int
    date: str
    part: int  # of the day
    side: Side
    night: bool


class BoardLimits(msgspec.Struct):
    """Limits that hold everywhere."""

    defeat: dict[Army, int]  # units lost that beat it (10)
    setup: dict[Army, int]  # units in a town at a free set-up (4)
    skirmish: int  # units of a side in a skirmish (6.6)
    stream: int  # units of a side over a stream in a battle turn (6.2.1)


class GeoJson(msgspec.Struct):
    """Lines on the map."""

    type: Literal["FeatureCollection"]
    features: list[dict[str, Any]]


class Board(msgspec.Struct):
    """`/board.json`, and `/board/NAME-HASH.json` for another than the one that is shipped."""

    name: str  # "" for the one that is shipped
    towns: list[TownInfo]
    roads: list[RoadInfo]
    rivers: GeoJson
    borders: GeoJson
    woods: list[WoodInfo]
    units: list[UnitInfo]
    turns: list[TurnInfo]
    limits: BoardLimits


def read_board(board: RulesBoard) -> Board:
    """The tables of a board, for drawing."""
    with on_board(board):
        return _read_laid(board)


def _read_laid(board: RulesBoard) -> Board:
    return msgspec.convert(
        {
            "name": "" if board is SHIPPED else board.name,
            "towns": [_town(row) for row in board.rows(TOWN_TABLE)],
            "roads": [_road(number, row) for number, row in enumerate(board.rows(ROAD_TABLE))],
            "rivers": json.loads(board.texts[RIVER_LINES]),
            "borders": json.loads(board.texts[BORDER_LINES]),
            "woods": board.rows(WOOD_TABLE),
            "units": [
                {**row, "name": UNIT_NAMES[number]}
                for number, row in enumerate(board.rows(UNIT_TABLE))
            ],
            "turns": [
                {
                    "turn": turn.number,
                    "date": turn.date,
                    "part": turn.part,
                    "side": SIDE_NAMES[turn.side],
                    "night": turn.night,
                }
                for turn in TURNS
            ],
            "limits": {
                "defeat": dict(zip(ARMY_NAMES, DEFEAT_AT, strict=True)),
                "setup": dict(zip(ARMY_NAMES, SETUP_LIMIT, strict=True)),
                "skirmish": VALUES["skirmish.revealed"],
                "stream": VALUES["stream.units"],
            },
        },
        Board,
        strict=False,  # the tables are text
    )


def _town(row: dict[str, str]) -> dict[str, Any]:
    return {
        **row,
        "names": {lang: row[f"name_{lang}"] for lang in TownNames.__struct_fields__},
        "supplies": row["supplies"] or None,
        "supply_loss": row["supply_loss"] or "0",
    }


def _road(number: int, row: dict[str, str]) -> dict[str, Any]:
    return {
        **row,
        "limit": ROAD_LIMIT[number],
        "river_limit": RIVER_LIMIT[number] if ROADS[number].river else None,
        "battle_limit": BATTLE_LIMIT[number],
    }
