"""Boards, the one that is laid, and the tables that follow it.

A board is data: the rows of a few files. The tables of the rules and of the opponents are lists
that everybody imports once. `lay` fills those same lists with what another board says, so that no
look-up in a game costs more than it did with one board alone, and changing boards costs a few
microseconds. One board is laid at a time: the rules are synchronous, and `Game` lays its own before
it does anything.
"""

from __future__ import annotations

import csv
import hashlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from napoleon.rules.errors import BoardError

T = TypeVar("T")

# The files of a board. Those that the rules never look at are for the eye alone.
TOWN_TABLE: Final = "towns.csv"
ROAD_TABLE: Final = "roads.csv"
UNIT_TABLE: Final = "units.csv"
TURN_TABLE: Final = "turns.csv"
TERRAIN_TABLE: Final = "terrain.csv"
WOOD_TABLE: Final = "woods.csv"
RIVER_LINES: Final = "rivers.geojson"
BORDER_LINES: Final = "borders.geojson"
FILES: Final = (
    TOWN_TABLE,
    ROAD_TABLE,
    UNIT_TABLE,
    TURN_TABLE,
    TERRAIN_TABLE,
    WOOD_TABLE,
    RIVER_LINES,
    BORDER_LINES,
)
# What the rules read: two boards that agree in it play the same games.
RULED: Final = {
    TOWN_TABLE: ("id", "zone", "supplies", "supply_loss"),
    ROAD_TABLE: ("a", "b", "size", "river"),
    UNIT_TABLE: ("id", "strength", "firepower", "start_town"),
    TURN_TABLE: ("turn", "date", "part", "side", "night"),
    TERRAIN_TABLE: ("kind", "blocks"),
}
SHIPPED_NAME: Final = "shipped"
_HASH_LENGTH: Final = 16


class Board:
    """The tables of a board, with a name for people and a hash over what the rules read of them.

    Nothing is checked here: `checking.check_board` does that, with words.
    """

    __slots__ = ("_rows", "hash", "name", "tables", "texts")

    def __init__(self, name: str, texts: dict[str, str]) -> None:
        #: The name of the board, for people.
        self.name = name
        #: The text of each of its files, by name.
        self.texts = texts
        #: What `table` made of it, as far as it was laid.
        self.tables: list[list[Any]] = []
        self._rows: dict[str, list[dict[str, str]]] = {}
        digest = hashlib.sha256()
        for file, columns in RULED.items():
            digest.update(f"{file}\n".encode())
            for row in self.rows(file):
                line = "\t".join([(row.get(column) or "").strip() for column in columns])
                digest.update(f"{line}\n".encode())
        #: A hash over what the rules read: equal for boards that play the same games.
        self.hash = digest.hexdigest()[:_HASH_LENGTH]

    def rows(self, file: str) -> list[dict[str, str]]:
        """Return the rows of a table, each by the names of its columns."""
        rows = self._rows.get(file)
        if rows is None:
            rows = list(csv.DictReader(self.texts[file].splitlines()))
            self._rows[file] = rows
        return rows

    def __repr__(self) -> str:
        return f"<Board {self.name} {self.hash}>"


def shipped_text(file: str) -> str:
    """The text of a file of the board that comes with the game."""
    data = pkgutil.get_data("napoleon.rules", f"data/{file}")
    assert data is not None, f"data file {file} is missing from the package"
    return data.decode("utf-8")


SHIPPED: Final = Board(SHIPPED_NAME, {file: shipped_text(file) for file in FILES})


class Laid:
    """The board that is laid now, and the one on which new games begin."""

    __slots__ = ("board", "default")

    def __init__(self) -> None:
        self.board = SHIPPED
        self.default = SHIPPED


LAID: Final = Laid()
_KNOWN: Final[list[Board]] = [SHIPPED]
_TABLES: Final[list[list[Any]]] = []
_MAKERS: Final[list[Callable[[], list[Any]]]] = []
_CLEARERS: Final[list[Callable[[], None]]] = []


def rows_laid(file: str) -> list[dict[str, str]]:
    """The rows of a table of the board that is laid."""
    return LAID.board.rows(file)


def table(make: Callable[[], list[T]]) -> list[T]:
    """A list that follows the board: made from those before it, and again for every other board."""
    made = make()
    _TABLES.append(made)
    _MAKERS.append(make)
    LAID.board.tables.append(made[:])
    return made


def forget_with_board(clear: Callable[[], None]) -> None:
    """Have something forgotten whenever another board is laid: texts kept by numbers of towns."""
    _CLEARERS.append(clear)


def lay(board: Board) -> None:
    """Make a board the one that every table speaks of."""
    if board is LAID.board:
        return
    LAID.board = board
    kept = board.tables
    for number in range(len(_TABLES)):
        if number == len(kept):
            kept.append(_MAKERS[number]())
        _TABLES[number][:] = kept[number]
    for clear in _CLEARERS:
        clear()


@contextmanager
def on_board(board: Board) -> Iterator[Board]:
    """Something done on a board, for those who speak of it without a game; then as it was."""
    before = LAID.board
    lay(board)
    try:
        yield board
    finally:
        lay(before)


def add_board(board: Board) -> Board:
    """Let games be played and records be read on a board; one of that name and hash is kept."""
    for known in _KNOWN:
        if known.name == board.name and known.hash == board.hash:
            return known
    _KNOWN.append(board)
    return board


def known_boards() -> list[Board]:
    """The boards that games can be played on, the shipped one first."""
    return _KNOWN[:]


def find_board(name: str, digest: str) -> Board:
    """The board with this hash, of those the one with this name; a BoardError if it is not here."""
    found: Board | None = None
    for known in _KNOWN:
        if known.hash == digest and (found is None or known.name == name):
            found = known
    if found is None:
        raise BoardError(
            f"this game belongs to the board {name!r} ({digest}), which is not here: "
            "name its folder with --board"
        )
    return found
