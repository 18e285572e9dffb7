"""What units are worth in a fight, in rough points."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.tables import table
from napoleon.rules.board.units import (
    FIREPOWER,
    FOOT_ARTILLERY,
    FULL_STRENGTH,
    HEAVY_CAVALRY,
    HORSE_ARTILLERY,
    INFANTRY,
    KIND_OF,
    LEADER,
    LIGHT_CAVALRY,
    MAX_STRENGTH,
    UNIT_COUNT,
)

# Points for each point of strength, by kind; firepower beyond the usual counts on top.
_POINTS: Final = {
    LEADER: 1.5,
    INFANTRY: 1.0,
    LIGHT_CAVALRY: 1.0,
    HEAVY_CAVALRY: 1.3,
    FOOT_ARTILLERY: 0.8,
    HORSE_ARTILLERY: 0.8,
}


def _point_of(unit: int) -> float:
    points = _POINTS[KIND_OF[unit]]
    if KIND_OF[unit] == INFANTRY and FIREPOWER[unit] > 2:
        points += 0.5  # the Guard
    return points


def _point_worths() -> list[float]:
    return [_point_of(unit) for unit in range(UNIT_COUNT)]


def _worths() -> list[list[float]]:
    return [
        [POINT_WORTH[unit] * strength + STANDING_WORTH for strength in range(MAX_STRENGTH + 1)]
        for unit in range(UNIT_COUNT)
    ]


def _full_worths() -> list[float]:
    return [WORTH_AT[unit][FULL_STRENGTH[unit]] for unit in range(UNIT_COUNT)]


STANDING_WORTH: Final = 0.8  # a block counts for something whatever its strength
POINT_WORTH: Final[list[float]] = table(_point_worths)
# What each unit is worth, by its strength.
WORTH_AT: Final[list[list[float]]] = table(_worths)
FULL_WORTH: Final[list[float]] = table(_full_worths)


def power_of(strength: list[int], units: int) -> float:
    """The worth of a set of units in a fight."""
    total = 0.0
    while units:
        low = units & -units
        units ^= low
        unit = low.bit_length() - 1
        total += WORTH_AT[unit][strength[unit]]
    return total


def best_of(strength: list[int], units: int, number: int) -> int:
    """The strongest so many of a set of units."""
    if units.bit_count() <= number:
        return units
    scored: list[tuple[float, int]] = []
    rest = units
    while rest:
        low = rest & -rest
        rest ^= low
        unit = low.bit_length() - 1
        scored.append((-WORTH_AT[unit][strength[unit]], unit))
    scored.sort()
    mask = 0
    for index in range(number):
        mask |= 1 << scored[index][1]
    return mask
