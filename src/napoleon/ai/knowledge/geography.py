"""Distances and passages on the map, worked out once for a board."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.tables import table
from napoleon.rules.board.towns import (
    NEIGHBOURS,
    RIVER_LIMIT,
    ROAD_LIMIT,
    TOWN_IDS,
)


def _distances_from(start: int) -> list[int]:
    found = [99] * len(TOWN_IDS)
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


def _passages() -> list[int]:
    return [min(ROAD_LIMIT[road], RIVER_LIMIT[road]) for road in range(len(ROAD_LIMIT))]


def _distances() -> list[list[int]]:
    return [_distances_from(town) for town in range(len(TOWN_IDS))]


def _cities() -> list[int]:
    return [TOWN_IDS.index(name) for name in CITY_NAMES]


# How many can attack over each road in a turn, its river counted in (5.4, 5.5).
PASSAGE: Final[list[int]] = table(_passages)
# Roads between any two towns, whoever stands in the way.
DISTANCE: Final[list[list[int]]] = table(_distances)
# The supply cities in the order in which features and weights speak of them, on every board.
CITY_NAMES: Final = ("ghent", "brussels", "liege")
CITIES: Final[list[int]] = table(_cities)
