"""Rough reckoning of a fight in one area: how two forces wear each other down."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.tables import table
from napoleon.rules.board.units import (
    FIREPOWER,
    FOOT_ARTILLERY,
    HEAVY_CAVALRY,
    HORSE_ARTILLERY,
    INFANTRY,
    KIND_OF,
    LEADER,
    LIGHT_CAVALRY,
    SIDE_UNITS,
    UNIT_COUNT,
    members,
)
from napoleon.rules.engine.state import State

# A unit's last point is worth less than the others: at one it may have to fall back (6.3.1).
LAST_POINT: Final = 0.35
# Volleys that are reckoned on either side before a clash counts as drawn.
VOLLEYS: Final = 6

# What losing a whole unit is worth, in points of strength: it brings its army nearer to defeat.
UNIT_WORTH: Final = 2.0
LEADER_WORTH: Final = 4.0
# How much more a lost unit weighs as its army comes near to defeat, and what defeat itself weighs.
NEAR_DEFEAT: Final = 3.0
DEFEAT: Final = 30.0
# What it is worth to hold the town in the end.
TOWN_WORTH: Final = 2.5
_COST_BY_KIND: Final = {
    INFANTRY: 0.0,
    LIGHT_CAVALRY: 0.3,
    HEAVY_CAVALRY: 0.5,
    FOOT_ARTILLERY: -0.2,
    HORSE_ARTILLERY: 0.1,
}


def _cost_of(unit: int) -> float:
    """What it costs to lose a point of a unit's strength, from its firepower and its arm."""
    if KIND_OF[unit] == LEADER:
        return LEADER_WORTH
    return 0.6 + 0.2 * FIREPOWER[unit] + _COST_BY_KIND[KIND_OF[unit]]


def _costs() -> list[float]:
    return [_cost_of(unit) for unit in range(UNIT_COUNT)]


def _hit_chances() -> list[float]:
    return [FIREPOWER[unit] / 6.0 for unit in range(UNIT_COUNT)]


# For each unit, what it costs to lose a point of its strength; what it is worth in a fight to come
# is another matter (`worth.py`).
POINT_COST: Final[list[float]] = table(_costs)
# For each unit, the chance of a hit for each point of strength, unmodified.
HIT_CHANCE: Final[list[float]] = table(_hit_chances)


def worth_of(strength: list[int], units: int) -> float:
    """What a group of units is worth: their points, and that they are there at all."""
    total = 0.0
    for unit in members(units):
        total += UNIT_WORTH + POINT_COST[unit] * strength[unit]
    return total


def worth_lost(before: State, after: State, side: int) -> float:
    """What a side has lost between two states of a game."""
    total = 0.0
    for unit in members(SIDE_UNITS[side]):
        if before.where[unit] >= 0:
            total += POINT_COST[unit] * (before.strength[unit] - after.strength[unit])
            if after.where[unit] < 0:
                total += UNIT_WORTH
    return total


def clash(
    first: float, first_hits: float, first_burst: float, other: float, hits: float, burst: float
) -> float:
    """What a fight in one area comes to, for those who fire first: from -1 to 1.

    For each side its points, its hits in a volley, and what its first volley has on top of that.
    """
    if other <= 0.0:
        return 1.0
    if first <= 0.0:
        return -1.0
    mine = first
    theirs = other
    rate = first_hits / first
    their_rate = hits / other
    for _ in range(VOLLEYS):
        theirs -= mine * rate + first_burst
        if theirs <= 0.0:
            return mine / first
        first_burst = 0.0
        mine -= theirs * their_rate + burst
        if mine <= 0.0:
            return -theirs / other
        burst = 0.0
    return mine / first - theirs / other
