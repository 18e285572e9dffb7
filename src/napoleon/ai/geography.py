"""Distances on the map, worked out once."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board import NEIGHBOURS, SUPPLY_CITIES, TOWN_COUNT, TOWN_IDS


def _distances_from(start: int) -> list[int]:
    found = [99] * TOWN_COUNT
    found[start] = 0
    ring = [start]
    while ring:
        following: list[int] = []
        for town in ring:
            for other in NEIGHBOURS[town]:
                if found[other] == 99:
                    found[other] = found[town] + 1
                    following.append(other)
        ring = following
    return found


# Roads between any two towns, whoever stands in the way.
DISTANCE: Final = [_distances_from(town) for town in range(TOWN_COUNT)]

GHENT: Final[int] = TOWN_IDS.index("ghent")
BRUSSELS: Final[int] = TOWN_IDS.index("brussels")
LIEGE: Final[int] = TOWN_IDS.index("liege")
CITIES: Final = SUPPLY_CITIES[:]
