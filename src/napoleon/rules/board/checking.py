"""Whether the tables of a board can be played on, and if not why: with file, row and reason.

Rows are counted as a spreadsheet shows them: the names of the columns are row 1.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from typing import Any, Final

from napoleon.rules.board.calendar import TURN_SIDE
from napoleon.rules.board.tables import (
    BORDER_LINES,
    FILES,
    RIVER_LINES,
    ROAD_TABLE,
    SHIPPED,
    TERRAIN_TABLE,
    TOWN_TABLE,
    TURN_TABLE,
    UNIT_TABLE,
    WOOD_TABLE,
    Board,
)
from napoleon.rules.board.towns import MOST_TOWNS, SETUP_LIMIT, TERRAIN_KINDS
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_NAMES,
    ARMY_OF,
    MAX_STRENGTH,
    SIDE_NAMES,
    TYPE_NAMES,
    UNIT_IDS,
    UNIT_SIDE,
)
from napoleon.rules.errors import BoardError

LANGUAGES: Final = ("en", "nl", "fr", "de")
# 9: the rulebook names them, and the opponents have learnt what each is worth.
CITIES: Final = ("brussels", "ghent", "liege")
MOST_BLOCKS: Final = 20  # of a kind
MOST_SUPPLY_LOSS: Final = 9
LONGEST_NAME: Final = 40
_COLUMNS: Final = {
    TOWN_TABLE: ("id", *[f"name_{lang}" for lang in LANGUAGES], "lat", "lon", "zone", "supplies",
                 "supply_loss", "evidence"),
    ROAD_TABLE: ("a", "b", "size", "river", "evidence", "evidence_size", "evidence_river", "note"),
    UNIT_TABLE: ("id", "name", "army", "contingent", "corps", "type", "strength", "firepower",
                 "card_town", "start_town", "evidence_strength", "evidence_firepower", "note"),
    TURN_TABLE: ("turn", "date", "part", "side", "night"),
    TERRAIN_TABLE: ("kind", "blocks"),
    WOOD_TABLE: ("name", "lat", "lon", "km_east_west", "km_north_south"),
}  # fmt: skip
_ID: Final = re.compile(r"[a-z][a-z0-9-]{1,23}")
_DATE: Final = re.compile(r"1815-06-(?:[0-2]\d|30)")
# Words with which statements of positions begin: no town can be called so.
_TAKEN: Final = (
    "aim", "battle", "blocks", "bled", "bloodless", "board", "busy", "crossed", "crossings",
    "defeated", "flow", "group", "handicap", "idle", "lead", "losses", "lost", "order", "origins",
    "over", "players", "position", "reinforced", "retreated", "road", "round", "scenario", "senior",
    "side", "step", "terrain", "turn", "visibility", "withdrawing", *ARMY_NAMES, *SIDE_NAMES,
)  # fmt: skip


class _Table:
    """The rows of one file, with what can be said of each."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.row = 1
        try:
            reader = csv.DictReader(text.splitlines(), strict=True)
            columns = reader.fieldnames or []
            for column in _COLUMNS[file]:
                if column not in columns:
                    raise self.fail(f"there is no column {column!r}")
            self.rows: list[tuple[int, dict[str, str]]] = []
            for row in reader:
                self.row = reader.line_num
                if None in row:
                    raise self.fail(f"there are more than {len(columns)} fields")
                if None in row.values():
                    raise self.fail(f"there are fewer than {len(columns)} fields")
                self.rows.append((self.row, row))
        except csv.Error as error:
            self.row = max(self.row, reader.line_num)
            raise self.fail(f"it is no table of comma-separated values: {error}") from error
        if not self.rows:
            raise self.fail("it has no rows")

    def __iter__(self) -> Iterator[dict[str, str]]:
        for number, row in self.rows:
            self.row = number
            yield row

    def fail(self, reason: str) -> BoardError:
        """An error at this row."""
        return BoardError(reason, self.file, self.row)

    def number(self, row: dict[str, str], column: str, least: int, most: int) -> int:
        """A whole number of a column."""
        text = row[column].strip()
        if not re.fullmatch(r"\d{1,4}", text) or not least <= int(text) <= most:
            raise self.fail(f"expected a number from {least} to {most} as {column}, got {text!r}")
        return int(text)

    def measure(self, row: dict[str, str], column: str, least: float, most: float) -> None:
        """A number with a fraction."""
        text = row[column].strip()
        if not re.fullmatch(r"-?\d{1,3}(\.\d{1,8})?", text) or not least <= float(text) <= most:
            raise self.fail(
                f"expected a number from {least:g} to {most:g} as {column}, got {text!r}"
            )

    def choice(self, row: dict[str, str], column: str, words: tuple[str, ...]) -> str:
        """One of a few words."""
        if row[column] not in words:
            expected = ", ".join([word or "nothing" for word in words])
            raise self.fail(f"expected {expected} as {column}, got {row[column]!r}")
        return row[column]


def check_board(board: Board) -> Board:
    """The board, if it can be played on; a BoardError says what is wrong with it."""
    for file in FILES:
        if file not in board.texts:
            raise BoardError("the file is missing", file)
    towns = _check_towns(_Table(TOWN_TABLE, board.texts[TOWN_TABLE]))
    _check_roads(_Table(ROAD_TABLE, board.texts[ROAD_TABLE]), towns)
    _check_units(_Table(UNIT_TABLE, board.texts[UNIT_TABLE]), towns)
    _check_turns(_Table(TURN_TABLE, board.texts[TURN_TABLE]))
    _check_terrain(_Table(TERRAIN_TABLE, board.texts[TERRAIN_TABLE]))
    _check_woods(_Table(WOOD_TABLE, board.texts[WOOD_TABLE]))
    for file in (RIVER_LINES, BORDER_LINES):
        _check_lines(file, board.texts[file])
    return board


def _check_towns(table: _Table) -> dict[str, int]:
    """The towns with their rows."""
    towns: dict[str, int] = {}
    room = [0, 0, 0]
    for row in table:
        name = row["id"]
        if not _ID.fullmatch(name):
            raise table.fail(f"expected an id of small letters and hyphens, got {name!r}")
        if name in towns:
            raise table.fail(f"there are two towns {name!r}")
        if name in _TAKEN:
            raise table.fail(f"no town can have the id {name!r}: it is a word of the notation")
        towns[name] = table.row
        for lang in LANGUAGES:
            shown = row[f"name_{lang}"]
            if not 1 <= len(shown.strip()) <= LONGEST_NAME:
                raise table.fail(f"expected a name of 1 to {LONGEST_NAME} letters as name_{lang}")
        table.measure(row, "lat", 40.0, 60.0)
        table.measure(row, "lon", -5.0, 15.0)
        army = ARMY_NAMES.index(table.choice(row, "zone", ARMY_NAMES))
        room[army] += SETUP_LIMIT[army]
        supplies = table.choice(row, "supplies", ("", *ARMY_NAMES[ALLIED:]))
        if (name in CITIES) != bool(supplies):
            raise table.fail(
                f"{name} supplies {supplies or 'nobody'}, but the supply cities are Brussels, Ghent"
                " and Liège, and no others (rule 9)"
            )
        if supplies:
            table.number(row, "supply_loss", 1, MOST_SUPPLY_LOSS)
        elif row["supply_loss"]:
            raise table.fail("only a supply city has a supply_loss")
    if len(towns) > MOST_TOWNS:
        raise table.fail(f"there are {len(towns)} towns, but at most {MOST_TOWNS} can be")
    for city in CITIES:
        if city not in towns:
            raise table.fail(f"there is no town {city!r}, a supply city (rule 9)")
    for army, name in enumerate(ARMY_NAMES):
        if room[army] < ARMY_OF.count(army):
            raise table.fail(
                f"the towns of the {name} zone take {room[army]} units at a free set-up, but the"
                f" army has {ARMY_OF.count(army)} (rule 4)"
            )
    return towns


def _check_roads(table: _Table, towns: dict[str, int]) -> None:
    known: dict[tuple[str, str], int] = {}
    links: dict[str, list[str]] = {town: [] for town in towns}
    for row in table:
        for column in ("a", "b"):
            if row[column] not in towns:
                raise table.fail(f"there is no town {row[column]!r} in {TOWN_TABLE}")
        ends = (min(row["a"], row["b"]), max(row["a"], row["b"]))
        if ends[0] == ends[1]:
            raise table.fail(f"the road leads from {ends[0]} to itself")
        if ends in known:
            raise table.fail(f"this road stands in row {known[ends]} already")
        known[ends] = table.row
        table.choice(row, "size", ("main", "minor"))
        if len(row["river"]) > LONGEST_NAME:
            raise table.fail(f"expected a river of at most {LONGEST_NAME} letters")
        links[row["a"]].append(row["b"])
        links[row["b"]].append(row["a"])
    start = next(iter(towns))
    seen = {start}
    ring = [start]
    while ring:
        ring = sorted({other for town in ring for other in links[town]} - seen)
        seen.update(ring)
    for town, row_number in towns.items():
        if town not in seen:
            reason = f"no road leads from {start} to {town}, by whatever towns"
            raise BoardError(reason, TOWN_TABLE, row_number)


def _check_units(table: _Table, towns: dict[str, int]) -> None:
    """The roster is the rulebook's (3); what may differ are names, numbers and towns."""
    roster = SHIPPED.rows(UNIT_TABLE)
    sides: dict[str, int] = {}
    for number, row in enumerate(table):
        if number >= len(UNIT_IDS):
            raise table.fail(f"there are more than {len(UNIT_IDS)} units (rule 3)")
        if row["id"] != UNIT_IDS[number]:
            raise table.fail(f"expected the unit {UNIT_IDS[number]} here, got {row['id']!r}")
        for column in ("army", "contingent", "corps", "type"):
            if row[column] != roster[number][column]:
                raise table.fail(
                    f"the {column} of {row['id']} is {roster[number][column]} on every board,"
                    f" got {row[column]!r}"
                )
        if not row["name"].strip():
            raise table.fail("expected a name")
        most = 1 if row["type"] == TYPE_NAMES[0] else MAX_STRENGTH
        table.number(row, "strength", 1, most)
        table.number(row, "firepower", 1, 6)
        for column in ("card_town", "start_town"):
            if row[column] not in towns:
                raise table.fail(f"there is no town {row[column]!r} in {TOWN_TABLE}")
        if sides.setdefault(row["start_town"], UNIT_SIDE[number]) != UNIT_SIDE[number]:
            raise table.fail(f"both sides begin in {row['start_town']}")
    if len(table.rows) < len(UNIT_IDS):
        raise table.fail(f"there are {len(table.rows)} units, not {len(UNIT_IDS)} (rule 3)")


def _check_turns(table: _Table) -> None:
    for number, row in enumerate(table, 1):
        if number >= len(TURN_SIDE):
            raise table.fail(f"there are more than {len(TURN_SIDE) - 1} turns (rule 2)")
        table.number(row, "turn", number, number)
        if not _DATE.fullmatch(row["date"]):
            raise table.fail(f"expected a day of June such as 1815-06-18, got {row['date']!r}")
        table.number(row, "part", 1, 3)
        if row["side"] != SIDE_NAMES[TURN_SIDE[number]]:
            raise table.fail(
                f"turn {number} is {SIDE_NAMES[TURN_SIDE[number]]} on every board,"
                f" got {row['side']!r}"
            )
        table.choice(row, "night", ("0", "1"))
    if len(table.rows) < len(TURN_SIDE) - 1:
        raise table.fail(f"there are {len(table.rows)} turns, not {len(TURN_SIDE) - 1} (rule 2)")


def _check_terrain(table: _Table) -> None:
    found: list[str] = []
    for row in table:
        kind = table.choice(row, "kind", TERRAIN_KINDS[1:])
        if kind in found:
            raise table.fail(f"{kind} stands here twice")
        found.append(kind)
        table.number(row, "blocks", 0, MOST_BLOCKS)
    for kind in TERRAIN_KINDS[1:]:
        if kind not in found:
            raise table.fail(f"there is no row for {kind}")


def _check_woods(table: _Table) -> None:
    for row in table:
        table.measure(row, "lat", 40.0, 60.0)
        table.measure(row, "lon", -5.0, 15.0)
        table.measure(row, "km_east_west", 0.1, 100.0)
        table.measure(row, "km_north_south", 0.1, 100.0)


def _check_lines(file: str, text: str) -> None:
    try:
        data: Any = json.loads(text)
    except ValueError as error:
        row = getattr(error, "lineno", 1)
        raise BoardError(f"it is no JSON: {error}", file, row) from error
    features = data.get("features") if isinstance(data, dict) else None
    if not isinstance(features, list) or data.get("type") != "FeatureCollection":
        raise BoardError("expected a FeatureCollection", file)
    for number, feature in enumerate(features, 1):
        if not _is_line(feature):
            reason = f"feature {number}: expected a LineString of degrees east and north"
            raise BoardError(reason, file)


def _is_line(feature: Any) -> bool:
    """Whether it is a line that can be drawn."""
    try:
        shape = feature["geometry"]
        points = [(float(lon), float(lat)) for lon, lat in shape["coordinates"]]
        is_named = isinstance(feature["properties"], dict)
    except (KeyError, TypeError, ValueError):
        return False
    is_near = all(-5 <= lon <= 15 and 40 <= lat <= 60 for lon, lat in points)
    return is_named and shape["type"] == "LineString" and len(points) > 1 and is_near
