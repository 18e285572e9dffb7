"""Curves and lines on the sheet: smooth curves through given points, lengths, crossings, ribbons.

The client's `map/geo.js` in Python: from the same points both make the same lines.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

Point = tuple[float, float]
Line = list[Point]

_MASK: Final = 0xFFFFFFFF


class Rect(NamedTuple):
    """A rectangle on the sheet."""

    x: float
    y: float
    width: float
    height: float


class Directed(NamedTuple):
    """A point with a unit direction."""

    x: float
    y: float
    dx: float
    dy: float


def number(value: float) -> str:
    """Return a number as paths have it: rounded to a tenth, without a trailing zero."""
    return f"{math.floor(value * 10 + 0.5) / 10 + 0.0:.8g}"


def fixed(value: float, digits: int = 1) -> str:
    """Return a number with so many decimals, halves rounded away from zero; never a minus zero."""
    scale = 10.0**digits
    rounded = math.copysign(math.floor(abs(value) * scale + 0.5) / scale, value)
    return f"{rounded + 0.0:.{digits}f}"


def chance(seed: int) -> Callable[[], float]:
    """Return a small generator of repeatable numbers from 0 to 1, for decoration (mulberry32)."""
    state = seed & _MASK

    def draw() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & _MASK
        z = ((state ^ (state >> 15)) * (1 | state)) & _MASK
        z = ((z + (((z ^ (z >> 7)) * (61 | z)) & _MASK)) & _MASK) ^ z
        return (z ^ (z >> 14)) / 4294967296

    return draw


def seed_of(text: str) -> int:
    """Return a number from a text, to seed `chance` with."""
    value = 2166136261
    for letter in text:
        value = ((value ^ ord(letter)) * 16777619) & _MASK
    return value


def distance(p: Point, q: Point) -> float:
    """Return how far two points lie apart."""
    return math.hypot(p[0] - q[0], p[1] - q[1])


def smooth(points: Line, step: float = 5) -> Line:
    """Return a centripetal Catmull-Rom curve through the points, sampled about every `step`."""
    if len(points) < 3:
        return densify(points, step)
    (ax, ay), (bx, by) = points[:2]
    (yx, yy), (zx, zy) = points[-2:]
    ends = [(2 * ax - bx, 2 * ay - by), *points, (2 * zx - yx, 2 * zy - yy)]
    line = [points[0]]
    for p0, p1, p2, p3 in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        t1 = math.sqrt(distance(p0, p1)) or 1e-6
        t2 = t1 + (math.sqrt(distance(p1, p2)) or 1e-6)
        t3 = t2 + (math.sqrt(distance(p2, p3)) or 1e-6)
        count = max(1, math.floor(distance(p1, p2) / step + 0.5))
        for k in range(1, count + 1):
            u = t1 + ((t2 - t1) * k) / count
            line.append(
                (
                    _between(p0[0], p1[0], p2[0], p3[0], t1, t2, t3, u),
                    _between(p0[1], p1[1], p2[1], p3[1], t1, t2, t3, u),
                )
            )
    return line


def _between(
    v0: float, v1: float, v2: float, v3: float, t1: float, t2: float, t3: float, u: float
) -> float:
    """The pyramid of Barry and Goldman for one coordinate; the first knot is at 0."""
    a1 = (v0 * (t1 - u) + v1 * u) / t1
    a2 = (v1 * (t2 - u) + v2 * (u - t1)) / (t2 - t1)
    a3 = (v2 * (t3 - u) + v3 * (u - t2)) / (t3 - t2)
    b1 = (a1 * (t2 - u) + a2 * u) / t2
    b2 = (a2 * (t3 - u) + a3 * (u - t1)) / (t3 - t1)
    return (b1 * (t2 - u) + b2 * (u - t1)) / (t2 - t1)


def densify(points: Line, step: float) -> Line:
    """Return the same line with points at most `step` apart."""
    line = [points[0]]
    for p, q in pairwise(points):
        count = max(1, math.ceil(distance(p, q) / step))
        for k in range(1, count + 1):
            line.append((p[0] + ((q[0] - p[0]) * k) / count, p[1] + ((q[1] - p[1]) * k) / count))
    return line


class Measured:
    """A line with its lengths up to each point, worked out once."""

    __slots__ = ("length", "lengths", "line")

    def __init__(self, line: Line) -> None:
        self.line = line
        self.lengths = [0.0]
        for p, q in pairwise(line):
            self.lengths.append(self.lengths[-1] + distance(p, q))
        self.length = self.lengths[-1]

    def at(self, length: float) -> Directed:
        """Return the point at a length along the line, with the unit direction there."""
        lengths = self.lengths
        low = bisect_left(lengths, length, 1, len(lengths) - 1)
        p, q = self.line[low - 1], self.line[low]
        gap = lengths[low] - lengths[low - 1] or 1
        k = max(0.0, min(1.0, (length - lengths[low - 1]) / gap))
        across, down = q[0] - p[0], q[1] - p[1]
        return Directed(p[0] + across * k, p[1] + down * k, across / gap, down / gap)

    def part(self, start: float, end: float, step: float = 6) -> Line:
        """Return the part of the line between two lengths."""
        count = max(1, math.floor((end - start) / step + 0.5))
        return [self.at(start + ((end - start) * i) / count)[:2] for i in range(count + 1)]


def normals(line: Line) -> Line:
    """Return unit normals (to the left when walking on, with y pointing down) at each point."""
    last = len(line) - 1
    found = []
    for i in range(len(line)):
        p, q = line[max(0, i - 1)], line[min(last, i + 1)]
        gap = distance(p, q) or 1
        found.append(((q[1] - p[1]) / gap, -(q[0] - p[0]) / gap))
    return found


def offset(line: Line, by: Callable[[float], float]) -> Line:
    """Return the line moved sideways, by so much at each share of the way."""
    moved = []
    for i, (p, side) in enumerate(zip(line, normals(line), strict=True)):
        k = by(i / (len(line) - 1))
        moved.append((p[0] + side[0] * k, p[1] + side[1] * k))
    return moved


def calm(line: Line, reach: int) -> Line:
    """Return means over neighbours, to calm a line that text is to stand on."""
    found = []
    for i in range(len(line)):
        r = min(reach, i, len(line) - 1 - i)
        near = line[i - r : i + r + 1]
        found.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    return found


def path_of(line: Line, *, is_closed: bool = False) -> str:
    """Return a line as path data."""
    points = "L".join(f"{number(x)} {number(y)}" for x, y in line)
    return f"M{points}{'Z' if is_closed else ''}"


def ribbon(line: Line, half: Callable[[float], float]) -> str:
    """Return a ribbon along a line as closed path data; `half` is its half width."""
    back = offset(line, lambda k: -half(k))[::-1]
    return path_of([*offset(line, half), *back], is_closed=True)


def crossings(line: Line, other: Line) -> list[Directed]:
    """Return where two lines cross: points with the direction of the first line."""
    left, right = min(x for x, _ in line), max(x for x, _ in line)
    top, bottom = min(y for _, y in line), max(y for _, y in line)
    found = []
    for r, s in pairwise(other):
        if (r[0] < left and s[0] < left) or (r[0] > right and s[0] > right):
            continue
        if (r[1] < top and s[1] < top) or (r[1] > bottom and s[1] > bottom):
            continue
        bx, by = s[0] - r[0], s[1] - r[1]
        for p, q in pairwise(line):
            ax, ay = q[0] - p[0], q[1] - p[1]
            cross = ax * by - ay * bx
            if not cross:
                continue
            k = ((r[0] - p[0]) * by - (r[1] - p[1]) * bx) / cross
            if k < 0 or k >= 1:
                continue
            m = ((r[0] - p[0]) * ay - (r[1] - p[1]) * ax) / cross
            if m < 0 or m >= 1:
                continue
            gap = math.hypot(ax, ay)
            found.append(Directed(p[0] + ax * k, p[1] + ay * k, ax / gap, ay / gap))
    return found


class Near(NamedTuple):
    """The nearest point of a line, how far it is, and the number of the piece it lies on."""

    x: float
    y: float
    distance: float
    piece: int


def nearest(line: Line, point: Point) -> Near:
    """Return the nearest point of a line."""
    x, y = point
    best, index, share = math.inf, 1, 0.0
    for i in range(1, len(line)):
        (px, py), (qx, qy) = line[i - 1], line[i]
        ax, ay = qx - px, qy - py
        k = ((x - px) * ax + (y - py) * ay) / (ax * ax + ay * ay or 1)
        k = max(0.0, min(1.0, k))
        dx, dy = px + ax * k - x, py + ay * k - y
        d = dx * dx + dy * dy
        if d < best:
            best, index, share = d, i, k
    p, q = line[index - 1], line[index]
    return Near(p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share, math.sqrt(best), index)
