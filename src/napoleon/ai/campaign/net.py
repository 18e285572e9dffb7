"""The learnt value: a small net that looks at every unit, its town and its strength, at the losses,
the calendar and the counted features.

It has one hidden layer. What every input adds to that layer is a row of whole numbers, and a row is
kept as *one* long integer with a lane of 32 bits for each number: adding and multiplying rows is
then adding and multiplying integers, which Python does quickly, compiled or not, without any
package. Lanes may be negative: they borrow from the next one, and an offset sets that right before
the lanes are taken apart. The first lane goes to the result as it is, the others only where they
are positive.

The numbers were learnt from games that the opponents played among themselves (`scripts/train.py`),
and are shipped as `data/net.json`.
"""

from __future__ import annotations

import base64
import json
import math
import struct
from importlib import resources
from pathlib import Path
from typing import Any, Final

from napoleon.ai.campaign.features import FEATURE_COUNT, features
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.knowledge.geography import DISTANCE
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.tables import LAID, SHIPPED, UNIT_TABLE, Board, table
from napoleon.rules.board.towns import (
    TOWN_IDS,
)
from napoleon.rules.board.units import (
    ARMY_OF,
    ARMY_UNITS,
    DEFEAT_AT,
    FIREPOWER,
    KIND_OF,
    MAX_STRENGTH,
    UNIT_COUNT,
)
from napoleon.rules.engine.state import LOST, State

LANE: Final = 32  # bits of a lane
ZERO: Final = 1 << LANE - 1  # what stands for nought in a lane once the offset is added
SCALE: Final = 1 << 16  # what stands for one in the rows
FEATURE_STEPS: Final = 64  # parts into which a feature's unit is cut


def _shipped_keys() -> list[tuple[int, int, int]]:
    """Units that are alike share their rows: same army, same arm, same firepower.

    Rows were learnt on the board that is shipped, so its units say which there are.
    """
    keys: list[tuple[int, int, int]] = []
    for unit, row in enumerate(SHIPPED.rows(UNIT_TABLE)):
        key = (ARMY_OF[unit], KIND_OF[unit], int(row["firepower"]))
        if key not in keys:
            keys.append(key)
    return keys


def _classes() -> list[int]:
    """For each unit the rows of its like: on another board of those with the nearest firepower."""
    found: list[int] = []
    for unit in range(UNIT_COUNT):
        alike = [
            (abs(power - FIREPOWER[unit]), number)
            for number, (army, kind, power) in enumerate(_KEYS)
            if army == ARMY_OF[unit] and kind == KIND_OF[unit]
        ]
        found.append(min(alike)[1])
    return found


_KEYS: Final[list[tuple[int, int, int]]] = _shipped_keys()
CLASS_COUNT: Final[int] = len(_KEYS)
CLASS_OF: Final[list[int]] = table(_classes)


def _place_of(town: int, learnt: list[str]) -> int:
    """Where the rows of a town are: its own, or those of the nearest town that has been learnt."""
    places = [
        (DISTANCE[town][other], place)
        for place, name in enumerate(learnt)
        for other in range(len(TOWN_IDS))
        if TOWN_IDS[other] == name
    ]
    return min(places)[1] if places else -1


def pack(numbers: list[int]) -> int:
    """A row of numbers as one integer."""
    total = 0
    for index in range(len(numbers) - 1, -1, -1):
        total = (total << LANE) + numbers[index]
    return total


def unpack(row: int, lanes: int) -> list[int]:
    """The numbers of a row."""
    offset = pack([ZERO] * lanes)
    found = struct.unpack(f"<{lanes}I", (row + offset).to_bytes(4 * lanes, "little"))
    return [number - ZERO for number in found]


class _Sum:
    """What units and features added up to when a net was last asked, and what they were."""

    __slots__ = ("places", "points", "steps", "total")

    def __init__(self, total: int, places: list[int], points: list[int], steps: list[int]) -> None:
        self.total = total
        self.places = places
        self.points = points
        self.steps = steps


class Net(Judge):
    """A net of one hidden layer."""

    __slots__ = (
        "_feature_rows",
        "_format",
        "_last",
        "_lost_rows",
        "_offset",
        "_out",
        "_size",
        "_turn_rows",
        "_unit_rows",
        "lanes",
    )

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        self.lanes: int = data["lanes"]
        rows = _Rows(data["rows"], self.lanes)
        self._size: int = 4 * self.lanes
        self._format: str = f"<{self.lanes}I"
        self._offset: int = pack([ZERO] * self.lanes)
        # What the result takes from each lane, in parts of the rows' unit.
        self._out: list[float] = [float(number) / SCALE for number in data["out"]]
        self._turn_rows: list[int] = [rows.next() for _ in range(LAST_TURN + 1)]
        self._lost_rows: list[list[int]] = []
        for army in range(3):
            self._lost_rows.append([rows.next() for _ in range(DEFEAT_AT[army] + 1)])
        self._feature_rows: list[int] = [rows.next() for _ in range(FEATURE_COUNT)]
        # By class, strength and town: a row for being there, and one for each point of strength.
        places = [_place_of(town, data["towns"]) for town in range(len(TOWN_IDS))]
        known = len(data["towns"])
        by_class: list[list[list[int]]] = []
        for _ in range(CLASS_COUNT):
            there = [rows.next() for _ in range(known)]
            point = [rows.next() for _ in range(known)]
            table: list[list[int]] = []
            for strength in range(MAX_STRENGTH + 1):
                table.append(
                    [
                        there[place] + strength * point[place] if place >= 0 else 0
                        for place in places
                    ]
                )
            by_class.append(table)
        self._unit_rows: list[list[list[int]]] = [by_class[CLASS_OF[u]] for u in range(UNIT_COUNT)]
        # Whoever plans asks about positions that differ in a few units.
        self._last = _Sum(0, [LOST] * UNIT_COUNT, [0] * UNIT_COUNT, [0] * FEATURE_COUNT)

    def score(self, state: State, turn: int, row: list[float]) -> float:
        """How good a position with these features is for the French, without bounds."""
        total = self._offset + self._turn_rows[turn]
        for army in range(3):
            lost = (state.lost & ARMY_UNITS[army]).bit_count()
            lost = min(lost, DEFEAT_AT[army])
            total += self._lost_rows[army][lost]
        total += self._add_up(state.where, state.strength, row)
        lanes: tuple[int, ...] = struct.unpack(self._format, total.to_bytes(self._size, "little"))
        out = self._out
        found = (lanes[0] - ZERO) * out[0]
        for index in range(1, self.lanes):
            lane = lanes[index] - ZERO
            if lane > 0:
                found += lane * out[index]
        return found

    def _add_up(self, where: list[int], strength: list[int], row: list[float]) -> int:
        """What units and features add: as last time, but for those that have changed. The rows are
        whole numbers, so nothing is lost by taking one away again."""
        last = self._last
        total = last.total
        places = last.places
        points = last.points
        for unit in range(UNIT_COUNT):
            place = where[unit]
            point = strength[unit]
            if place != places[unit] or point != points[unit]:
                if places[unit] >= 0:
                    total -= self._unit_rows[unit][points[unit]][places[unit]]
                if place >= 0:
                    total += self._unit_rows[unit][point][place]
        steps: list[int] = []
        for index in range(FEATURE_COUNT):
            step = int(row[index] * FEATURE_STEPS)
            if step != last.steps[index]:
                total += (step - last.steps[index]) * self._feature_rows[index]
            steps.append(step)
        # At once: whoever is interrupted leaves the last sum as it was.
        self._last = _Sum(total, where[:], strength[:], steps)
        return total

    def chance_at(self, state: State, turn: int) -> float:
        """The chance that the French win, as this turn is about to begin."""
        score = self.score(state, turn, features(state, turn))
        score = max(score, -30.0)
        return 1.0 / (1.0 + math.exp(-score))


class _Rows:
    """Rows from a text, one after the other."""

    def __init__(self, text: str, lanes: int) -> None:
        numbers = base64.b85decode(text)
        self._numbers = list(struct.unpack(f"<{len(numbers) // 4}i", numbers))
        self._lanes = lanes
        self._at = 0

    def next(self) -> int:
        """The next row, packed."""
        start = self._at
        self._at += self._lanes
        return pack(self._numbers[start : self._at])


def write_net(path: Path, lanes: int, rows: list[list[int]], out: list[float]) -> None:
    """Keep a net; the rows in the order in which `Net` reads them."""
    numbers = [number for row in rows for number in row]
    data = {
        "lanes": lanes,
        "towns": TOWN_IDS,
        "out": [round(number, 5) for number in out],
        "rows": base64.b85encode(struct.pack(f"<{len(numbers)}i", *numbers)).decode("ascii"),
    }
    path.write_text(json.dumps(data) + "\n", "utf-8")


def row_count() -> int:
    """The rows of a net for this board."""
    lost = sum([DEFEAT_AT[army] + 1 for army in range(3)])
    return LAST_TURN + 1 + lost + FEATURE_COUNT + 2 * CLASS_COUNT * len(TOWN_IDS)


def read_net(path: Path) -> Net:
    """A net from a file."""
    return Net(json.loads(path.read_text("utf-8")))


_SHIPPED: Final[dict[Board, Net]] = {}


def shipped_net() -> Net:
    """The net that is shipped, for the board that is laid; read when it is first asked for, since
    that takes a moment."""
    net = _SHIPPED.get(LAID.board)
    if net is None:
        text = resources.files("napoleon.ai").joinpath("data", "net.json").read_text("utf-8")
        net = _SHIPPED[LAID.board] = Net(json.loads(text))
    return net
