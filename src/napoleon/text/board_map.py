"""The map as text: every town about where it lies, with the blocks that stand there.

The layout is worked out from the towns' latitude and longitude, so it follows the tables. A town
takes two rows: its name, and below it counts such as ``F12 A3 P2``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from napoleon.rules import Board, OwnUnit, View
from napoleon.rules.board.tables import LAID
from napoleon.rules.board.towns import NEIGHBOURS, ROADS, TOWN_IDS, TOWNS, Town
from napoleon.rules.board.units import ARMY_NAMES

WIDTH: Final = 100
HEIGHT: Final = 38
CELL: Final = 11  # columns of a label: "F24 A16 P18" is the longest
ARMY_LETTERS: Final = {"french": "F", "anglo-dutch": "A", "prussian": "P"}
LEGEND: Final = (
    "F French  A Anglo-Dutch  P Prussian blocks   * supply city   : main road   . minor road"
)

_TOO_FAR: Final = 1e9
_ASKEW: Final = 100.0  # what it costs to turn the direction between two towns round


def short_name(town: Town) -> str:
    """The English name, cut to fit into a label; supply cities have a star."""
    star = "*" if town.supplies >= 0 else ""
    name = town.names["en"]
    if len(name) + len(star) > CELL:
        first = name.partition("-")[0]
        name = first if first != name else name[: CELL - 1] + "."
    return name + star


class _Layout:
    """Finds a place for each label close to where the town lies, without overlaps."""

    def __init__(self) -> None:
        west = min(town.lon for town in TOWNS)
        east = max(town.lon for town in TOWNS)
        south = min(town.lat for town in TOWNS)
        north = max(town.lat for town in TOWNS)
        self.ideal = [
            (
                (town.lon - west) / (east - west) * (WIDTH - CELL),
                (north - town.lat) / (north - south) * (HEIGHT - 2),
            )
            for town in TOWNS
        ]
        self.places: dict[int, tuple[int, int]] = {}
        self.near = [
            [other for other in range(len(TOWNS)) if other != town and self._is_near(town, other)]
            for town in range(len(TOWNS))
        ]
        # The crowded middle chooses first; then everybody may move once more, and again.
        order = sorted(range(len(TOWNS)), key=self._from_middle)
        for _ in range(3):
            for town in order:
                self.places.pop(town, None)
                self.places[town] = self._best_place(town)

    def _is_near(self, town: int, other: int) -> bool:
        (x, y), (other_x, other_y) = self.ideal[town], self.ideal[other]
        return abs(x - other_x) < 2 * CELL + 2 and abs(y - other_y) < 9

    def _from_middle(self, town: int) -> float:
        x, y = self.ideal[town]
        middle_x = (WIDTH - CELL) * 0.47
        return (x - middle_x) ** 2 + 4 * (y - HEIGHT * 0.47) ** 2

    def _best_place(self, town: int) -> tuple[int, int]:
        x, y = self.ideal[town]
        reach = 1
        while True:
            columns = range(max(0, int(x) - 9 * reach), min(WIDTH - CELL, int(x) + 9 * reach) + 1)
            rows = range(max(0, int(y) - 4 * reach), min(HEIGHT - 2, int(y) + 5 * reach) + 1)
            cost, place = min(
                (self._cost(town, column, row), (column, row)) for row in rows for column in columns
            )
            if cost < _TOO_FAR or reach > 9:
                return place
            reach += 1  # crowded out: look further away

    def _cost(self, town: int, column: int, row: int) -> float:
        x, y = self.ideal[town]
        cost = (column - x) ** 2 + 4 * (row - y) ** 2
        for other_column, other_row in self.places.values():
            if abs(other_column - column) <= CELL and abs(other_row - row) < 2:
                return _TOO_FAR
        for other in self.near[town]:
            if other not in self.places:
                continue
            across, down = self.ideal[other][0] - x, self.ideal[other][1] - y
            drawn_across = self.places[other][0] - column
            drawn_down = self.places[other][1] - row
            error = (across - drawn_across) ** 2 + 4 * (down - drawn_down) ** 2
            if other in NEIGHBOURS[town]:
                cost += error
                if across * drawn_across < 0 or down * drawn_down < 0:
                    cost += _ASKEW
            else:
                cost += 0.2 * error
        return cost


def places() -> dict[str, tuple[int, int]]:
    """For each town of the board that is laid the column and row of its label."""
    return _places_on(LAID.board)


@cache
def _places_on(board: Board) -> dict[str, tuple[int, int]]:
    assert board is LAID.board
    layout = _Layout()
    return {TOWN_IDS[town]: place for town, place in sorted(layout.places.items())}


@cache
def _roads_on(board: Board) -> tuple[str, ...]:
    assert board is LAID.board
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for road in sorted(ROADS, key=lambda road: road.is_main):
        (a_column, a_row), (b_column, b_row) = (
            places()[TOWN_IDS[road.a]],
            places()[TOWN_IDS[road.b]],
        )
        x, y = a_column + 4.0, a_row + 0.4
        across, down = b_column - a_column, b_row - a_row
        steps = max(abs(across), 2 * abs(down))
        for step in range(steps + 1):
            column = round(x + across * step / steps)
            grid[round(y + down * step / steps)][column] = ":" if road.is_main else "."
    return tuple("".join(row) for row in grid)


def _write(grid: list[list[str]], column: int, row: int, text: str) -> None:
    """Put a text on the map with a blank on each side."""
    for at, letter in enumerate(f" {text} ", start=column - 1):
        if 0 <= at < WIDTH:
            grid[row][at] = letter


def format_counts(counts: dict[str, int]) -> str:
    """``F12 A3 P2`` for numbers of blocks by army."""
    return " ".join(
        f"{ARMY_LETTERS[army]}{counts[army]}" for army in ARMY_NAMES if counts.get(army)
    )


def draw_map(counts: dict[str, dict[str, int]]) -> list[str]:
    """The map with numbers of blocks by town and army, as lines."""
    grid = [list(row) for row in _roads_on(LAID.board)]
    for town in TOWNS:
        column, row = places()[town.id]
        _write(grid, column, row, short_name(town))
        there = format_counts(counts.get(town.id, {}))
        if there:
            _write(grid, column, row + 1, there)
    lines = ["".join(row).rstrip() for row in grid]
    while not lines[-1]:
        lines.pop()
    return [*lines, "", LEGEND]


def count_units(units: Iterable[OwnUnit]) -> dict[str, dict[str, int]]:
    """How many units of each army stand in each town."""
    counts: dict[str, dict[str, int]] = {}
    for unit in units:
        if unit.town is not None:
            there = counts.setdefault(unit.town, {})
            there[unit.army] = there.get(unit.army, 0) + 1
    return counts


def counts_of(view: View) -> dict[str, dict[str, int]]:
    """The blocks that a seat sees on the map, its own among them."""
    counts = count_units(view.units)
    for blocks in view.blocks:
        counts.setdefault(blocks.town, {})[blocks.army] = blocks.count
    return counts
