"""Relief and woods, decoration only (rule 1). As the client's `map/terrain.js`.

Slopes are engraved as on maps of the time: along the contours of a made-up ground that falls to
the rivers and rises to the Ardennes, short strokes run downhill, closer and heavier where it is
steep. Woods are many small trees.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from napoleon.pictures.geometry import Line, Point, chance, distance, fixed, number, seed_of
from napoleon.pictures.lines import Lines
from napoleon.pictures.sheet import FRAME, Sheet

CELL: Final = 14
# Contours lie this far apart in height; below this slope nothing is engraved.
SPACING: Final = 0.062
FLAT: Final = 0.0029
DEPTHS: Final = {"Meuse": 0.42, "Sambre": 0.26, "Ourthe": 0.36}
_REACH: Final = 120  # so far a river hollows out the ground


class _Ground:
    """Heights on a grid of cells."""

    def __init__(self, sheet: Sheet, lines: Lines) -> None:
        self.columns = math.ceil(sheet.full_width / CELL) + 1
        self.rows = math.ceil(sheet.full_height / CELL) + 1
        coarse, fine = _noise(7, 210), _noise(23, 92)
        self.height = array("f")
        for r in range(self.rows):
            for c in range(self.columns):
                x, y = c * CELL, r * CELL
                # Flat in Flanders, higher in Brabant, broken beyond Sambre and Meuse.
                u, v = (x - FRAME) / sheet.width, (y - FRAME) / sheet.height
                high = _smoothstep(0.55, 1.5, u * 0.75 + v)
                rough = 0.1 + 0.6 * high
                height = 0.3 + 0.3 * high + rough * (coarse(x, y) - 0.5) * 1.05
                self.height.append(height + rough * (fine(x, y) - 0.5) * 0.42)
        for river in lines.rivers:
            self._hollow(DEPTHS.get(river.name, 0.09), river.line[::5])

    def _hollow(self, depth: float, line: Line) -> None:
        """Lower the ground along a river."""
        least: dict[int, float] = {}
        for px, py in line:
            for r in range(
                max(0, math.ceil((py - _REACH) / CELL)),
                min(self.rows, math.floor((py + _REACH) / CELL) + 1),
            ):
                down = (py - r * CELL) ** 2
                for c in range(
                    max(0, math.ceil((px - _REACH) / CELL)),
                    min(self.columns, math.floor((px + _REACH) / CELL) + 1),
                ):
                    d = down + (px - c * CELL) ** 2
                    at = r * self.columns + c
                    if d < least.get(at, _REACH * _REACH):
                        least[at] = d
        for at, d in least.items():
            self.height[at] -= depth * math.exp(-d / 1700)

    def slope(self, x: float, y: float) -> Point:
        """How the ground rises at a place, across and down."""
        c = max(0, min(self.columns - 2, math.floor(x / CELL)))
        r = max(0, min(self.rows - 2, math.floor(y / CELL)))
        i = r * self.columns + c
        fx, fy = x / CELL - c, y / CELL - r
        a, b = self.height[i], self.height[i + 1]
        e, d = self.height[i + self.columns], self.height[i + self.columns + 1]
        return (
            ((b - a) * (1 - fy) + (d - e) * fy) / CELL,
            ((e - a) * (1 - fx) + (d - b) * fx) / CELL,
        )

    def contour(self, level: float) -> Iterator[list[float]]:
        """Marching squares: the pieces of the contour at a level, each x, y, x, y."""
        height, columns = self.height, self.columns
        for r in range(self.rows - 1):
            row = height[r * columns : (r + 2) * columns]
            if min(row) > level or max(row) <= level:
                continue
            for c in range(columns - 1):
                a, b, e, d = row[c], row[c + 1], row[columns + c], row[columns + c + 1]
                if (a > level) == (b > level) == (d > level) == (e > level):
                    continue
                cut: list[float] = []
                if (a > level) != (b > level):
                    cut += ((c + (level - a) / (b - a)) * CELL, r * CELL)
                if (b > level) != (d > level):
                    cut += ((c + 1) * CELL, (r + (level - b) / (d - b)) * CELL)
                if (e > level) != (d > level):
                    cut += ((c + (level - e) / (d - e)) * CELL, (r + 1) * CELL)
                if (a > level) != (e > level):
                    cut += (c * CELL, (r + (level - a) / (e - a)) * CELL)
                yield cut[:4]
                if len(cut) == 8:
                    yield cut[4:]


def _smoothstep(a: float, b: float, x: float) -> float:
    k = max(0.0, min(1.0, (x - a) / (b - a)))
    return k * k * (3 - 2 * k)


def _noise(seed: int, size: float) -> Callable[[float, float], float]:
    """Value noise with cells of `size` units, 0 to 1."""
    kept: dict[tuple[int, int], float] = {}

    def at(i: int, j: int) -> float:
        found = kept.get((i, j))
        if found is None:
            found = kept[i, j] = chance(seed * 7919 + i * 374761 + j * 668265)()
        return found

    def value(x: float, y: float) -> float:
        i, j = math.floor(x / size), math.floor(y / size)
        fx, fy = _smoothstep(0, 1, x / size - i), _smoothstep(0, 1, y / size - j)
        top = at(i, j) + (at(i + 1, j) - at(i, j)) * fx
        low = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * fx
        return top + (low - top) * fy

    return value


def draw_relief(sheet: Sheet, lines: Lines) -> str:
    """Return the strokes of the relief."""
    ground = _Ground(sheet, lines)
    strokes: list[list[str]] = [[], [], []]
    draw = chance(1815)
    right, bottom = sheet.full_width - FRAME - 4, sheet.full_height - FRAME - 4
    level = 0.02
    while level < 1.1:
        for x0, y0, x1, y1 in ground.contour(level):
            count = max(1, math.floor(math.hypot(x1 - x0, y1 - y0) / 3.6 + 0.5))
            for i in range(count):
                k = (i + 0.3 + draw() * 0.4) / count
                x, y = x0 + (x1 - x0) * k, y0 + (y1 - y0) * k
                across, down = ground.slope(x, y)
                steep = math.hypot(across, down)
                if steep < FLAT or not (FRAME + 4 <= x <= right and FRAME + 4 <= y <= bottom):
                    continue
                # A stroke reaches almost to the next contour; gentle slopes are left to the paper.
                long = min(13, (SPACING / steep) * 0.8) * (0.8 + draw() * 0.3)
                long *= min(1, (steep - FLAT) / FLAT + 0.25)
                end = f"{number((-across / steep) * long)} {number((-down / steep) * long)}"
                rank = 2 if steep > 3 * FLAT else 1 if steep > 1.9 * FLAT else 0
                strokes[rank].append(f"M{number(x)} {number(y)}l{end}")
        level += SPACING
    return "".join(
        f'<path d="{"".join(parts)}" class="map-hachure map-steep{k}"/>'
        for k, parts in enumerate(strokes)
    )


class _Near:
    """Points in a grid, to tell quickly whether one lies near."""

    def __init__(self, points: Line, reach: float) -> None:
        self.reach = reach
        self.cells: dict[tuple[int, int], Line] = {}
        for p in points:
            key = int(p[0] // reach), int(p[1] // reach)
            self.cells.setdefault(key, []).append(p)

    def has(self, at: Point) -> bool:
        """Whether a point lies nearer than the reach."""
        c, r = int(at[0] // self.reach), int(at[1] // self.reach)
        return any(
            distance(p, at) < self.reach
            for i in (c - 1, c, c + 1)
            for j in (r - 1, r, r + 1)
            for p in self.cells.get((i, j), ())
        )


def draw_woods(sheet: Sheet, lines: Lines) -> str:
    """Return the woods; trees keep clear of roads, rivers and towns."""
    wash = ""
    crowns: list[str] = []
    shades: list[str] = []
    w, h = sheet.full_width, sheet.full_height
    roads = _Near(list(chain.from_iterable(road.line for road in lines.roads)), 7)
    waters = _Near(list(chain.from_iterable(river.line for river in lines.rivers)), 8)
    for wood in sheet.woods:
        draw = chance(seed_of(wood.name))
        rx, ry = wood.width / 2, wood.height / 2
        lobes = [(draw() * 6.28, 0.05 + draw() * 0.11) for _ in range(4)]

        def reach(angle: float, lobes: list[Point] = lobes) -> float:
            waves = (
                size * math.sin((k + 2) * angle + turn) for k, (turn, size) in enumerate(lobes)
            )
            return 0.9 + sum(waves)

        outline = []
        for i in range(40):
            angle = (i / 40) * math.pi * 2
            k = reach(angle) * 1.06
            x = max(FRAME, min(w - FRAME, wood.x + math.cos(angle) * rx * k))
            y = max(FRAME, min(h - FRAME, wood.y + math.sin(angle) * ry * k))
            outline.append(f"{fixed(x, 0)} {fixed(y, 0)}")
        wash += f"M{'L'.join(outline)}Z"
        step = 8.4 if rx > 60 else 7
        y = wood.y - ry * 1.3
        while y < wood.y + ry * 1.3:
            x = wood.x - rx * 1.3
            while x < wood.x + rx * 1.3:
                at = x + (draw() - 0.5) * step * 0.9, y + (draw() - 0.5) * step * 0.7
                size = 1.9 + draw() * 1.2
                x += step
                across, down = (at[0] - wood.x) / rx, (at[1] - wood.y) / ry
                if math.hypot(across, down) > reach(math.atan2(down, across)):
                    continue
                if not (FRAME + 6 < at[0] < w - FRAME - 6 and FRAME + 8 < at[1] < h - FRAME - 4):
                    continue
                if roads.has(at) or waters.has(at) or _is_in_town(sheet, at):
                    continue
                s, wide = fixed(size), fixed(2 * size)
                place = f"M{fixed(at[0] - size)} {fixed(at[1])}"
                crowns.append(f"{place}a{s} {fixed(size * 1.1)} 0 1 1 {wide} 0")
                shades.append(f"M{fixed(at[0])} {fixed(at[1] + 0.7)}h{fixed(size * 1.7)}")
            y += step * 0.8
    return (
        f'<path d="{wash}" class="map-wood"/>'
        f'<path d="{"".join(shades)}" class="map-tree-shade"/>'
        f'<path d="{"".join(crowns)}" class="map-tree"/>'
    )


def _is_in_town(sheet: Sheet, at: Point) -> bool:
    return any(
        abs(town.x - at[0]) < 30 and distance(town.point, at) < (30 if town.is_supply else 18)
        for town in sheet.towns
    )
