"""Distances and passages on the map, worked out once."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import (
    NEIGHBOURS,
    RIVER_LIMIT,
    ROAD_LIMIT,
    SUPPLY_CITIES,
    TOWN_COUNT,
)


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


# How many can attack over each road in a turn, its river counted in (5.4, 5.5).
PASSAGE: Final = [min(ROAD_LIMIT[road], RIVER_LIMIT[road]) for road in range(len(ROAD_LIMIT))]
# Roads between any two towns, whoever stands in the way.
DISTANCE: Final = [_distances_from(town) for town in range(TOWN_COUNT)]

CITIES: Final = SUPPLY_CITIES[:]
