"""Rivers, borders, roads and bridges: their lines on the sheet, and how they are drawn.

As the client's `map/lines.js`: a road may swing a little, but never so that it crosses another
river, passes close to a foreign town or meets another road between towns.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

from napoleon.pictures.geometry import (
    Directed,
    Line,
    Measured,
    Point,
    chance,
    crossings,
    densify,
    distance,
    nearest,
    number,
    offset,
    path_of,
    ribbon,
    seed_of,
    smooth,
)
from napoleon.pictures.sheet import FRAME, Sheet, Way

# Half widths at the source and where the river ends, in units.
WIDTHS: Final = {
    "Scheldt": (1.3, 4.2),
    "Meuse": (3, 4.8),
    "Sambre": (1.2, 2.9),
    "Dender": (0.8, 2.2),
    "Dyle": (0.8, 2.4),
    "Senne": (0.7, 1.8),
    "Haine": (0.7, 1.8),
    "Ourthe": (0.8, 2),
}
NEAR_EDGE: Final = 320


class River(NamedTuple):
    """A river with its half width at a share of its way."""

    name: str
    has_effect: bool
    line: Line
    half: Callable[[float], float]
    length: float


class Road(NamedTuple):
    """A road as it is drawn."""

    way: Way
    line: Line
    length: float
    ends: tuple[Point, Point]


class Border(NamedTuple):
    """A border; the frontier is that of France."""

    is_frontier: bool
    line: Line


class Bridge(NamedTuple):
    """Where a road crosses a river that has an effect."""

    at: Directed
    road: str
    river: str
    is_main: bool
    half: float


class Lines:
    """All lines of the board that is laid."""

    def __init__(self, sheet: Sheet) -> None:
        self.rivers = _lay_rivers(sheet)
        self.roads = _lay_roads(sheet, self.rivers)
        self.borders = _lay_borders(sheet)
        self.bridges = _lay_bridges(self.roads, self.rivers)


def _half_width(start: float, end: float) -> Callable[[float], float]:
    return lambda k: (start + (end - start) * k**0.75) * min(1, 0.1 + k * 11)


def _lay_rivers(sheet: Sheet) -> list[River]:
    roads = [[sheet.by_id[road.a].point, sheet.by_id[road.b].point] for road in sheet.roads]
    found = []
    for at, curve in enumerate(sheet.rivers):
        points = curve.points[:]
        mouth = points[-1]
        others = [other.points for k, other in enumerate(sheet.rivers) if k != at]
        joins = _confluence(points, others, roads)
        if joins is None or sheet.edge_gap(mouth) < 60:
            _leave_sheet(points, sheet)
        elif joins[1] >= 3:
            points.append(joins[0])
        if sheet.edge_gap(points[0]) < 60:
            points.reverse()
            _leave_sheet(points, sheet)
            points.reverse()
        half = _half_width(*WIDTHS.get(curve.name, (0.8, 2)))
        line = smooth(points, 5)
        found.append(River(curve.name, curve.has_effect, line, half, Measured(line).length))
    return found


def _confluence(points: Line, others: list[Line], roads: list[Line]) -> tuple[Point, float] | None:
    """Where a river that ends short of another one flows into it, and how far that is: the nearest
    place ahead to which it comes without crossing a road."""
    before, mouth = points[-2:]
    places = []
    for line in others:
        near = nearest(line, mouth)
        if near.distance < 3:
            return (near.x, near.y), near.distance
        if near.distance > 110:
            continue
        for p in densify(line, 6):
            gap = distance(p, mouth)
            ahead = (p[0] - mouth[0]) * (mouth[0] - before[0])
            ahead += (p[1] - mouth[1]) * (mouth[1] - before[1])
            if gap < 110 and ahead > 0:
                places.append((gap, p))
    places.sort(key=lambda place: place[0])
    for gap, p in places:
        if not any(crossings(road, [mouth, p]) for road in roads):
            return p, gap
    return None


def _leave_sheet(points: Line, sheet: Sheet) -> None:
    """Lead a line that ends near the edge of the sheet on over it: straight on if that leads out,
    else by the shortest way."""
    p, q = points[-2:]
    gap = distance(p, q) or 1
    dx, dy = (q[0] - p[0]) / gap, (q[1] - p[1]) / gap
    (x, y), gone, bend = q, 0, 1
    added = []

    def is_inside() -> bool:
        return 0 < x < sheet.full_width and 0 < y < sheet.full_height

    while is_inside() and gone < NEAR_EDGE:
        x += dx * 45 - dy * 9 * bend
        y += dy * 45 + dx * 9 * bend
        bend = -bend
        gone += 46
        added.append((x, y))
    if not is_inside():
        points += added
        return
    gap = sheet.edge_gap(q)
    if gap > 60:
        return
    across = max(-30.0, min(30.0, q[0] - p[0])) * 0.6
    down = max(-30.0, min(30.0, q[1] - p[1])) * 0.6
    over = gap + FRAME
    if q[1] - FRAME == gap:
        points.append((q[0] + across, q[1] - over))
    elif FRAME + sheet.height - q[1] == gap:
        points.append((q[0] + across, q[1] + over))
    elif q[0] - FRAME == gap:
        points.append((q[0] - over, q[1] + down))
    else:
        points.append((q[0] + over, q[1] + down))


def _lay_borders(sheet: Sheet) -> list[Border]:
    found = []
    for at, curve in enumerate(sheet.borders):
        points = curve.points[:]
        for _ in range(2):
            if sheet.edge_gap(points[-1]) < 60:
                _leave_sheet(points, sheet)
            points.reverse()
        # The first border bounds France, which lies to the right when walking east.
        found.append(Border(at == 0, smooth(points, 6)))
    return found


def _swings(road: Way) -> list[tuple[float, float]]:
    """Sideways swings that a road may take, as shares of its length: at one third, two thirds."""
    draw = chance(seed_of(road.id))
    most = 0.035 if road.is_main else 0.075
    found = []
    for share in (1, 0.7, 0.45, 0.2):
        for _ in range(3):
            s = (-1 if draw() < 0.5 else 1) * (0.45 + 0.55 * draw()) * most * share
            if road.is_main:
                found.append((s, s * (0.5 + draw() * 0.5)))
            else:
                found.append((s, (-s if draw() < 0.6 else s) * (0.6 + 0.4 * draw())))
    found.append((0, 0))
    return found


def _bent(p: Point, q: Point, swing: tuple[float, float]) -> Line:
    first, second = swing
    if not first and not second:
        return densify([p, q], 6)
    dx, dy = q[0] - p[0], q[1] - p[1]
    bends = [
        (p[0] + dx * k - dy * s, p[1] + dy * k + dx * s)
        for k, s in ((1 / 3, first), (2 / 3, second))
    ]
    return smooth([p, *bends, q], 6)


def _lay_roads(sheet: Sheet, rivers: list[River]) -> list[Road]:
    with_effect = [river for river in rivers if river.has_effect]
    done: list[Road] = []
    for way in sheet.roads:
        p, q = sheet.by_id[way.a].point, sheet.by_id[way.b].point
        line = densify([p, q], 6)
        for swing in _swings(way):
            candidate = _bent(p, q, swing)
            if _is_sound(candidate, way, sheet, with_effect, done):
                line = candidate
                break
        done.append(Road(way, line, Measured(line).length, (p, q)))
    return done


def _may_meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    (p, q), (r, s) = one, other
    return all(
        min(p[axis], q[axis]) - 30 < max(r[axis], s[axis])
        and min(r[axis], s[axis]) - 30 < max(p[axis], q[axis])
        for axis in (0, 1)
    )


def _is_sound(line: Line, way: Way, sheet: Sheet, rivers: list[River], done: list[Road]) -> bool:
    a, b = sheet.by_id[way.a], sheet.by_id[way.b]
    p, q = a.point, b.point
    for river in rivers:
        count = len(crossings(line, river.line))
        if river.name not in way.rivers:
            if count:
                return False
        elif not count or (count > 1 and count > len(crossings([p, q], river.line))):
            return False
    for town in sheet.towns:
        if town is a or town is b:
            continue
        if not min(p[0], q[0]) - 60 <= town.x <= max(p[0], q[0]) + 60:
            continue
        if not min(p[1], q[1]) - 60 <= town.y <= max(p[1], q[1]) + 60:
            continue
        if nearest(line, town.point).distance < 30:
            return False
    middle = line[2:-2]
    if not middle:
        return True
    return not any(_may_meet((p, q), o.ends) and crossings(middle, o.line) for o in done)


def _lay_bridges(roads: list[Road], rivers: list[River]) -> list[Bridge]:
    """A bridge for each river that the table names for a road, exactly where both lines cross."""
    found = []
    by_name = {river.name: river for river in reversed(rivers)}
    for road in roads:
        for name in road.way.rivers:
            river = by_name.get(name)
            if river is None:
                continue
            places = crossings(road.line, river.line)
            for at in places or [_nearest_crossing(road.line, river.line)]:
                share = nearest(river.line, (at.x, at.y)).piece / len(river.line)
                found.append(Bridge(at, road.way.id, name, road.way.is_main, river.half(share)))
    return found


def _nearest_crossing(line: Line, river: Line) -> Directed:
    best, gap = Directed(*line[0], 0, 0), math.inf
    for p, q in pairwise(line):
        near = nearest(river, q)
        if near.distance < gap:
            gap = near.distance
            d = distance(p, q) or 1
            best = Directed(near.x, near.y, (q[0] - p[0]) / d, (q[1] - p[1]) / d)
    return best


# --- drawing


def draw_washes(lines: Lines) -> str:
    """Return the washes of colour beside the borders, which lie under everything else."""
    svg = ""
    for border in lines.borders:
        name = "map-wash-france" if border.is_frontier else "map-wash-allied"
        bands = ((20, 0.08), (12, 0.1), (5, 0.13))
        if border.is_frontier:
            bands = ((30, 0.1), (19, 0.13), (9, 0.17))
        for width, opacity in bands:
            aside = -width if border.is_frontier else width
            edge = offset(border.line, lambda _, by=aside: by)[::-1]  # type: ignore[misc]
            band = path_of([*border.line, *edge], is_closed=True)
            svg += f'<path d="{band}" class="{name}" opacity="{opacity}"/>'
    return svg


def draw_borders(lines: Lines) -> str:
    """Return the borders."""
    return "".join(
        f'<path d="{path_of(border.line)}" '
        f'class="map-border{"" if border.is_frontier else " map-border-line"}"/>'
        for border in lines.borders
    )


def _ribbons(lines: Lines, more: float, least: float = -math.inf) -> str:
    return "".join(
        ribbon(river.line, lambda k, half=river.half: max(least, half(k) + more))  # type: ignore[misc]
        for river in lines.rivers
    )


def draw_rivers(lines: Lines) -> str:
    """Return the rivers: shore, banks, water, and the thread of the stream on lower reaches."""
    thread = "".join(
        path_of(river.line[math.floor(len(river.line) * 0.3) :])
        for river in lines.rivers
        if river.half(1) > 2.5
    )
    return (
        f'<path d="{_ribbons(lines, 4)}" class="map-shore"/>'
        f'<path d="{_ribbons(lines, 0.75)}" class="map-banks"/>'
        f'<path d="{_ribbons(lines, -0.2, 0.15)}" class="map-water"/>'
        f'<path d="{thread}" class="map-thread"/>'
    )


def draw_roads(lines: Lines) -> str:
    """Return the roads: a main road is a double line, a minor one a single thin one."""
    main = "".join(path_of(road.line) for road in lines.roads if road.way.is_main)
    minor = "".join(path_of(road.line) for road in lines.roads if not road.way.is_main)
    return (
        f'<path d="{minor}" class="map-minor-halo"/><path d="{minor}" class="map-minor"/>'
        f'<path d="{main}" class="map-main-edge"/><path d="{main}" class="map-main"/>'
    )


def draw_bridges(lines: Lines) -> str:
    """Return the bridges: two parapets with splayed ends, and the roadway over the water."""
    deck = parapets = ""
    for bridge in lines.bridges:
        x, y, dx, dy = bridge.at
        reach, wide = bridge.half + 3.2, 3.9 if bridge.is_main else 2.9
        spots: list[str] = []
        for along, across in (
            *((-reach, -wide), (reach, -wide), (reach, wide), (-reach, wide)),
            *(
                (k * (reach + out * 2.2), side * (wide + out * 2.2))
                for side in (-1, 1)
                for k, out in ((-1, 1), (-1, 0), (1, 0), (1, 1))
            ),
        ):
            px, py = x + dx * along - dy * across, y + dy * along + dx * across
            spots.append(f"{number(px)} {number(py)}")
        deck += f"M{'L'.join(spots[:4])}Z"
        parapets += f"M{'L'.join(spots[4:8])}M{'L'.join(spots[8:])}"
    return f'<path d="{deck}" class="map-deck"/><path d="{parapets}" class="map-parapet"/>'
