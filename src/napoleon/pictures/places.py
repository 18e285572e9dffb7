"""Where the blocks of a town stand on the sheet: a place reserved for them at each level of zoom,
and room for more. As the client's `map/places.js`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, NamedTuple

from napoleon.pictures.geometry import Rect
from napoleon.pictures.names import name_towns
from napoleon.pictures.room import (
    LEVELS,
    Costs,
    Spot,
    around,
    grown,
    is_clear,
    overlap,
    settle,
    strays,
)
from napoleon.pictures.sheet import Place, Sheet


class Stand(NamedTuple):
    """The reserved place of a town's blocks, and which way it grows from its anchor."""

    rect: Rect
    angle: float
    ax: float
    ay: float

    def corner(self, width: float, height: float) -> tuple[float, float]:
        """Return the corner of something of this size that grows from the anchor."""
        x, y, w, h = self.rect
        return x + (w - width) * self.ax, y + (h - height) * self.ay


def _crowding(sheet: Sheet, town: Place) -> float:
    return sum(
        1 / (1 + ((other.x - town.x) ** 2 + (other.y - town.y) ** 2) / 9000)
        for other in sheet.towns
        if other is not town
    )


def stack_places(
    sheet: Sheet, map_cost: Costs, level: int, earlier: Mapping[str, Stand] | None = None
) -> dict[str, Stand]:
    """Return the reserved place of each town's blocks at a level; close to an earlier level's."""
    block = LEVELS[level].block
    is_open = level > 3
    width = block * (2.25 if is_open else 1.3)
    height = block * (2.25 if is_open else 1.2)
    # Names would stand closest to their towns; blocks leave them that room where they can.
    costs = map_cost.copy()
    for caption in name_towns(sheet, map_cost, level):
        if caption.place is not None:
            costs.paint(caption.place.rect, 11)
    towns = sorted(sheet.towns, key=lambda town: (-_crowding(sheet, town), town.number))
    items = []
    for town in towns:
        near = [
            other
            for other in sheet.towns
            if other is not town
            and abs(other.x - town.x) < block * 5
            and abs(other.y - town.y) < block * 5
        ]
        candidates = []
        for spot in around(town, width, height, [1, 5, 10, 16, 24]):
            cost = costs.sum(spot.rect) / block + spot.gap * 0.22 - math.cos(spot.angle) * 0.4
            cost += strays(near, town, spot.rect) * 0.8
            if earlier is not None:
                turn = spot.angle - earlier[town.id].angle
                cost += abs(math.atan2(math.sin(turn), math.cos(turn))) * 2.2
            candidates.append(spot._replace(cost=cost))
        items.append(candidates)
    area = block * block

    def clash(p: Rect, q: Rect) -> float:
        return (overlap(grown(p, 3), q) / area) * 60

    chosen = settle(items, 6, clash, 3)
    return {town.id: _stand(spot, town) for town, spot in zip(towns, chosen, strict=True)}


def _stand(spot: Spot, town: Place) -> Stand:
    x, y, width, height = spot.rect

    def side(d: float, size: float) -> float:
        return 0 if d > size * 0.3 else 1 if d < -size * 0.3 else 0.5

    return Stand(
        spot.rect,
        spot.angle,
        side(x + width / 2 - town.x, width),
        side(y + height / 2 - town.y, height),
    )


_MARGIN: Final = 9  # so near its edge a town still counts as covered


def _ends(rect: Rect) -> tuple[float, float, float, float]:
    """The left, upper, right and lower end of a rectangle with a margin."""
    x, y, width, height = grown(rect, _MARGIN)
    return x, y, x + width, y + height


def find_room(
    town: Place,
    footprint: Callable[[Rect], Rect],
    width: float,
    height: float,
    block: float,
    costs: Costs,
    others: Collection[Rect],
    stand: Stand,
    towns: Iterable[Place],
) -> Rect:
    """Return room near a town for a stack, clear of the others; its own place if that is free.

    `footprint` says what a stack in a rectangle covers; it covers none of `towns` if it can. The
    client, whose piles are small, does not ask for that.
    """
    start = Spot(Rect(*stand.corner(width, height), width, height), 0, 0)
    best, least = start.rect, math.inf
    for spot in (start, *around(town, width, height, [2, 8, 18, 32, 50, 75, 105])):
        covered = footprint(spot.rect)
        cost = costs.sum(spot.rect) / block + spot.gap * 0.12
        left, top, right, low = _ends(covered)
        cost += 300 * sum(left < town.x < right and top < town.y < low for town in towns)
        if not is_clear(covered, others):
            cost += sum(overlap(covered, other) for other in others) / (block * block) * 4000
        if cost < least:
            best, least = spot.rect, cost
    return best
