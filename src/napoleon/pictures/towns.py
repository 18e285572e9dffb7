"""Towns as small plans: houses along their roads; a star fort for the fortresses of 1815; a walled
city in a wreath for the supply cities (rule 9). As the client's `map/towns.js`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from napoleon.pictures.geometry import Measured, chance, number, seed_of
from napoleon.pictures.lines import Lines
from napoleon.pictures.sheet import Place, Sheet

# Fortified places of 1815. Decoration: no rule asks for it.
FORTRESSES: Final = frozenset(
    [
        "valenciennes",
        "conde",
        "maubeuge",
        "avesnes",
        "philippeville",
        "givet",
        "charleroi",
        "mons",
        "ath",
        "tournai",
        "namur",
        "huy",
        "dinant",
        "maastricht",
        "oudenaarde",
        "dendermonde",
    ]
)
# Places with a city's name in capitals, besides the supply cities.
LARGE: Final = frozenset(
    ["mons", "tournai", "namur", "louvain", "mechelen", "maastricht", "valenciennes", "charleroi"]
)


class Kind(NamedTuple):
    """What kind of plan a town gets, how much room it takes, and the rank of its name."""

    kind: str
    radius: float
    rank: int


def kind_of(town: Place) -> Kind:
    """Return the kind of a town: "city", "fortress" or "town"."""
    if town.is_supply:
        return Kind("city", 30, 0)
    if town.id in FORTRESSES:
        return Kind("fortress", 17, 1 if town.id in LARGE else 2)
    return Kind("town", 12, 1 if town.id in LARGE else 3)


def _spot(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _around(x: float, y: float, angle: float, r: float) -> str:
    return _spot(x + math.cos(angle) * r, y + math.sin(angle) * r)


def _exits(town: Place, lines: Lines) -> list[float]:
    """Directions in which roads leave a town, from its drawn roads."""
    angles = []
    for road in lines.roads:
        if town.id in (road.way.a, road.way.b):
            at = Measured(road.line).at(12 if road.way.a == town.id else road.length - 12)
            angles.append(math.atan2(at.y - town.y, at.x - town.x))
    return sorted(angles)


def _house(x: float, y: float, angle: float, long: float, wide: float) -> str:
    c, s = math.cos(angle), math.sin(angle)
    corners = ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    return f"M{'L'.join(_spot(x + c * u - s * v, y + s * u + c * v) for u, v in corners)}Z"


def _houses(
    town: Place,
    angles: list[float],
    draw: Callable[[], float],
    near: float,
    reach: float,
    size: float,
) -> str:
    """Houses on both sides of the roads, as far out as `reach`."""
    d = ""
    for angle in angles:
        r = near
        while r <= reach:
            for side in (-1, 1):
                across = side * (size * 0.62 + 1.9)
                along = r + (draw() - 0.5) * 0.8
                spread = 0.72 + draw() * 0.35
                x = town.x + math.cos(angle) * along - math.sin(angle) * across
                y = town.y + math.sin(angle) * along + math.cos(angle) * across
                d += _house(x, y, angle, size * 0.72 * spread, size * 0.5 * spread)
            r += size * 1.85
    return d


def _star(x: float, y: float, radius: float, count: int, turn: float) -> str:
    """A bastioned trace: curtain, flank, face, salient, and round."""
    spots = []
    for i in range(count):
        a, w = turn + (i * 2 * math.pi) / count, math.pi / count
        for aside, r in ((-0.5, 0.66), (-0.42, 0.78), (0, 1.06), (0.42, 0.78), (0.5, 0.66)):
            spots.append(_around(x, y, a + w * aside, radius * r))
    return f"M{'L'.join(spots)}Z"


def _ravelins(x: float, y: float, radius: float, count: int, turn: float) -> str:
    d = ""
    for i in range(count):
        a, w = turn + ((i + 0.5) * 2 * math.pi) / count, 0.17
        spots = [
            _around(x, y, angle, r * radius)
            for angle, r in ((a - w, 0.83), (a, 1.06), (a + w, 0.83))
        ]
        d += f"M{'L'.join(spots)}"
    return d


def wreath(x: float, y: float, radius: float, leaves: int, long: float) -> str:
    """Return a wreath of two branches, open at the top, as path data."""
    d = ""
    for side in (-1, 1):
        for i in range(leaves):
            a = 0.16 + (i / leaves) * 2.5
            px, py = x + side * math.sin(a) * radius, y + math.cos(a) * radius
            # Leaves point along the branch, splayed in and out.
            along = math.atan2(-math.sin(a), side * math.cos(a))
            for splay in (-0.62, 0.62):
                b = along + splay
                tx, ty = px + math.cos(b) * long, py + math.sin(b) * long
                mx, my = (px + tx) / 2, (py + ty) / 2
                ox, oy = -math.sin(b) * long * 0.3, math.cos(b) * long * 0.3
                d += f"M{_spot(px, py)}Q{_spot(mx + ox, my + oy)} {_spot(tx, ty)}"
                d += f"Q{_spot(mx - ox, my - oy)} {_spot(px, py)}Z"
    return d


def _circle(x: float, y: float, r: float) -> str:
    return f"M{_spot(x - r, y)}a{r} {r} 0 1 0 {2 * r:g} 0a{r} {r} 0 1 0 {-2 * r:g} 0Z"


def draw_towns(sheet: Sheet, lines: Lines) -> str:
    """Return the plans of all towns."""
    names = ("glacis", "works", "walls", "ground", "bricks", "church", "wreath")
    paths = dict.fromkeys(names, "")
    for town in sheet.towns:
        draw = chance(seed_of(town.id))
        angles = _exits(town, lines)
        x, y = town.point
        kind = kind_of(town).kind
        if kind == "town":
            paths["bricks"] += _houses(town, angles, draw, 4.4, 10.6, 3.6)
            paths["church"] += f"M{_spot(x, y - 4.2)}v8.4M{_spot(x - 2.7, y - 1.4)}h5.4"
            paths["ground"] += _circle(x, y, 4.4)
        elif kind == "fortress":
            count = 5 + math.floor(draw() * 3)
            turn = draw() * 6.28
            paths["glacis"] += _star(x, y, 19, count, turn) + _ravelins(x, y, 18.5, count, turn)
            paths["works"] += _star(x, y, 15, count, turn)
            paths["bricks"] += _houses(town, angles, draw, 3.6, 7.2, 2.9)
            paths["church"] += f"M{_spot(x, y - 2.4)}v4.8M{_spot(x - 1.6, y - 0.8)}h3.2"
        else:
            _draw_city(town, angles, draw, paths)
    return "".join(f'<path d="{path}" class="map-{name}"/>' for name, path in paths.items())


def _draw_city(
    town: Place, angles: list[float], draw: Callable[[], float], paths: dict[str, str]
) -> None:
    """Add a walled city: blocks of houses in rings, cut by the streets to its gates."""
    x, y = town.point
    corners = 11
    wall = []
    for i in range(corners):
        a, r = (i / corners) * math.pi * 2, 18 + draw() * 2
        px, py = x + math.cos(a) * r, y + math.sin(a) * r
        wall.append(_spot(px, py))
        paths["bricks"] += _circle(px, py, 1.1)
    paths["walls"] += f"M{'L'.join(wall)}Z"
    for ring, count, size in ((14.4, 16, 2.4), (9.8, 11, 2.2), (5.4, 6, 1.8)):
        for i in range(count):
            a = ((i + draw() * 0.25) / count) * math.pi * 2
            turns = [abs(math.atan2(math.sin(a - b), math.cos(a - b))) for b in angles]
            if min(turns, default=math.inf) * ring < 1.9:
                continue
            px, py = x + math.cos(a) * ring, y + math.sin(a) * ring
            paths["bricks"] += _house(px, py, a + math.pi / 2, size, 1.5)
    paths["church"] += f"M{_spot(x, y - 4)}v8M{_spot(x - 2.6, y - 1.4)}h5.2"
    paths["wreath"] += wreath(x, y, 26.5, 13, 8)
