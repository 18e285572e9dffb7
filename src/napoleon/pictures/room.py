"""Room on the sheet: how much of the drawn map a rectangle would cover. As `map/room.js`.

The drawn roads, rivers and towns are painted into a coarse grid of costs; sums along its rows then
tell quickly how much a rectangle would cover. Each level of zoom has sizes of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple, TypeVar

from napoleon.pictures.geometry import Line, Rect
from napoleon.pictures.lines import Lines
from napoleon.pictures.sheet import FRAME, Place, Sheet
from napoleon.pictures.towns import kind_of

CELL: Final = 3
# Costs are reckoned for each 9 square units, whatever the size of a cell.
WEIGHT: Final = CELL * CELL / 9


class Level(NamedTuple):
    """A level of zoom: up to how many pixels a unit, the sizes of a block and a name in units."""

    up_to: float
    block: float
    font: float


LEVELS: Final = (
    Level(0.38, 66, 36),
    Level(0.62, 56, 23),
    Level(1, 50, 16.5),
    Level(1.6, 40, 12),
    Level(2.6, 26, 8.4),
    Level(math.inf, 17, 5.8),
)


class Spot(NamedTuple):
    """A place that something could take: its rectangle, gap and direction, and what it costs."""

    rect: Rect
    gap: float
    angle: float
    cost: float = 0
    rows: tuple[str, ...] = ()


S = TypeVar("S", bound=Spot)


class Costs:
    """What lies where on the sheet, and how much it matters."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = [bytearray(columns) for _ in range(rows)]
        # What lies left of each cell in its row, of the rows that have not been painted since.
        self.sums: list[list[int] | None] = [None] * rows

    def copy(self) -> Costs:
        """Return an independent copy."""
        twin = Costs(self.columns, 0)
        twin.rows = [row[:] for row in self.rows]
        twin.sums = self.sums[:]
        return twin

    def _cells(self, rect: Rect) -> tuple[int, int, int, int]:
        x, y, width, height = rect
        columns, rows = self.columns, len(self.rows)
        return (
            max(0, min(columns, math.floor(x / CELL))),
            max(0, min(columns, math.ceil((x + width) / CELL))),
            max(0, min(rows, math.floor(y / CELL))),
            max(0, min(rows, math.ceil((y + height) / CELL))),
        )

    def paint(self, rect: Rect, cost: int) -> None:
        """Raise what a rectangle covers to a cost."""
        c0, c1, r0, r1 = self._cells(rect)
        for r in range(r0, r1):
            row = self.rows[r]
            row[c0:c1] = bytes([max(cost, cell) for cell in row[c0:c1]])
            self.sums[r] = None

    def paint_line(self, line: Line, half: float, cost: int) -> None:
        """Raise what a line covers to a cost."""
        for x, y in line:
            self.paint(Rect(x - half, y - half, 2 * half, 2 * half), cost)

    def paint_disc(self, x: float, y: float, radius: float, cost: int) -> None:
        """Raise what a disc covers to a cost."""
        dy = -radius
        while dy <= radius:
            half = math.sqrt(max(0.0, radius * radius - dy * dy))
            self.paint(Rect(x - half, y + dy, 2 * half, CELL), cost)
            dy += CELL

    def sum(self, rect: Rect) -> float:
        """Return how much a rectangle would cover."""
        c0, c1, r0, r1 = self._cells(rect)
        total = 0
        for r in range(r0, r1):
            sums = self.sums[r]
            if sums is None:
                sums = self.sums[r] = list(accumulate(self.rows[r], initial=0))
            total += sums[c1] - sums[c0]
        return total * WEIGHT


def map_costs(sheet: Sheet, lines: Lines) -> Costs:
    """Return the costs of the drawn map: what names and blocks should not lie on."""
    w, h = sheet.full_width, sheet.full_height
    costs = Costs(math.ceil(w / CELL), math.ceil(h / CELL))
    for wood in sheet.woods:
        wide, high = wood.width * 0.8, wood.height * 0.8
        costs.paint(Rect(wood.x - wide / 2, wood.y - high / 2, wide, high), 2)
    for border in lines.borders:
        costs.paint_line(border.line, 2, 3)
    for river in lines.rivers:
        costs.paint_line(river.line, river.half(0.7) + 1.5, 8)
    for road in lines.roads:
        costs.paint_line(road.line, 3, 12)
    for bridge in lines.bridges:
        costs.paint_disc(bridge.at.x, bridge.at.y, 8, 14)
    for town in sheet.towns:
        costs.paint_disc(town.x, town.y, kind_of(town).radius + 2, 40)
    costs.paint(grown(sheet.title, 34), 60)
    costs.paint_disc(*sheet.rose, sheet.rose_radius + 20, 60)
    costs.paint(grown(sheet.scale, 8), 60)
    edge = FRAME + 6
    costs.paint(Rect(0, 0, w, edge), 200)
    costs.paint(Rect(0, FRAME + sheet.height - 6, w, edge), 200)
    costs.paint(Rect(0, 0, edge, h), 200)
    costs.paint(Rect(FRAME + sheet.width - 6, 0, edge, h), 200)
    return costs


def grown(rect: Rect, by: float) -> Rect:
    """Return a rectangle larger by so much on each side."""
    return Rect(rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by)


def overlap(p: Rect, q: Rect) -> float:
    """Return the area that two rectangles share."""
    w = min(p[0] + p[2], q[0] + q[2]) - max(p[0], q[0])
    if w <= 0:
        return 0
    h = min(p[1] + p[3], q[1] + q[3]) - max(p[1], q[1])
    return w * h if h > 0 else 0


def is_clear(rect: Rect, others: Iterable[Rect]) -> bool:
    """Return whether a rectangle lies clear of all others."""
    left, top, width, height = rect
    right, low = left + width, top + height
    for x, y, w, h in others:
        if x < right and left < x + w and y < low and top < y + h:
            return False
    return True


@cache
def _directions(count: int) -> list[tuple[float, float, float, float, float]]:
    """All directions: angle, its cosine and sine, and both without sign and zero."""
    found = []
    for i in range(count):
        angle = (i * 2 * math.pi) / count
        c, s = math.cos(angle), math.sin(angle)
        found.append((angle, c, s, max(abs(c), 1e-6), max(abs(s), 1e-6)))
    return found


def around(
    town: Place, width: float, height: float, gaps: Sequence[float], count: int = 24
) -> list[Spot]:
    """Return rectangles around a town, just clear of its plan, in all directions."""
    radius = kind_of(town).radius
    found = []
    for gap in gaps:
        for angle, c, s, across, down in _directions(count):
            r = radius + gap + min(width / 2 / across, height / 2 / down)
            rect = Rect(town.x + c * r - width / 2, town.y + s * r - height / 2, width, height)
            found.append(Spot(rect, gap, angle))
    return found


def settle(
    items: Sequence[Sequence[Spot]], rounds: int, clash: Callable[[Rect, Rect], float], reach: float
) -> list[Spot]:
    """Give each item its best candidate, then let all choose again, knowing the others' choice.

    Rectangles farther apart than `reach` do not clash.
    """
    boxes = []
    for candidates in items:
        rects = [candidate.rect for candidate in candidates]
        boxes.append(
            (
                min(rect.x for rect in rects) - reach,
                min(rect.y for rect in rects) - reach,
                max(rect.x + rect.width for rect in rects) + reach,
                max(rect.y + rect.height for rect in rects) + reach,
            )
        )
    near = [
        [
            other
            for other, (left, top, right, low) in enumerate(boxes)
            if other != at and left < box[2] and box[0] < right and top < box[3] and box[1] < low
        ]
        for at, box in enumerate(boxes)
    ]
    chosen: list[Spot | None] = [None] * len(items)
    for _ in range(rounds):
        changed = False
        for at, candidates in enumerate(items):
            best, least = candidates[0], math.inf
            others = [spot.rect for k in near[at] if (spot := chosen[k]) is not None]
            for candidate in candidates:
                cost = candidate.cost
                if cost >= least:
                    continue
                for other in others:
                    cost += clash(candidate.rect, other)
                    if cost >= least:
                        break
                else:
                    best, least = candidate, cost
            if best is not chosen[at]:
                changed = True
            chosen[at] = best
        if not changed:
            break
    return [spot for spot in chosen if spot is not None]


def strays(near: Iterable[Place], town: Place, rect: Rect) -> float:
    """Return what it costs that a name or stack could be taken for a nearer town's."""

    def gap(other: Place) -> float:
        dx = max(rect.x - other.x, 0, other.x - rect.x - rect.width)
        dy = max(rect.y - other.y, 0, other.y - rect.y - rect.height)
        return math.sqrt(dx * dx + dy * dy) - kind_of(other).radius

    own = gap(town) + 3
    return 10.0 * sum(gap(other) < own for other in near)
