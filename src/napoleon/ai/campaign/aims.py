"""The aim of a scenario: what it makes of a position, a town and a battle (docs/scenarios.md).

Nothing here is asked in a game about the whole campaign.
"""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.campaign.judge import Judge
from napoleon.ai.knowledge.geography import DISTANCE
from napoleon.ai.knowledge.worth import power_of
from napoleon.rules.board.calendar import TURN_NIGHT, TURN_SIDE
from napoleon.rules.board.towns import (
    TOWN_IDS,
)
from napoleon.rules.board.units import FRENCH, SIDE_UNITS, count
from napoleon.rules.engine.state import FEWER_LOSSES, State
from napoleon.rules.phases.victory import aim_reached

SURE: Final = 0.99
NEARNESS: Final = 0.62  # what is left of a force's weight for each road between it and the town
RATIO_WEIGHT: Final = 1.6  # of the logarithm of the forces near the town
HELD_WEIGHT: Final = 1.2  # of holding it, the more the fewer turns are left to take it
UNIT_WEIGHT: Final = 1.5  # of a unit more or less lost, at the end


def winner_by_aim(state: State) -> int:
    """The side that has won as the last turn of a scenario ends."""
    return state.aim_side if aim_reached(state) else 1 - state.aim_side


def days_left(side: int, first: int, last: int) -> int:
    """The turns by day of a side among these turns: those in which it can attack."""
    days = 0
    for turn in range(first, last + 1):
        if TURN_SIDE[turn] == side and not TURN_NIGHT[turn]:
            days += 1
    return days


def is_decisive(state: State, side: int, town: int) -> bool:
    """Whether a side that leaves this town cannot come back to it in time."""
    return town == state.aim and days_left(side, state.turn + 1, state.until) == 0


def aim_outlook(state: State, judge: Judge, turn: int) -> float:
    """The chance that the French win a scenario, as this turn is about to begin."""
    if turn > state.until:
        return 1.0 if winner_by_aim(state) == FRENCH else 0.0
    if state.aim == FEWER_LOSSES:
        return _losses_outlook(state, judge, turn)
    chance = _town_outlook(state, turn)
    return chance if state.aim_side == FRENCH else 1.0 - chance


def _losses_outlook(state: State, judge: Judge, turn: int) -> float:
    """Who stands better, and the nearer the end the more by losses alone."""
    standing = min(max(judge.chance_at(state, turn), 1.0 - SURE), SURE)
    share = (state.until + 1 - turn) / state.until
    own = SIDE_UNITS[state.aim_side]
    ahead = count(state.lost & ~own) - count(state.lost & own) - 0.5
    if state.aim_side != FRENCH:
        ahead = -ahead
    return _logistic(share * math.log(standing / (1.0 - standing)) + UNIT_WEIGHT * ahead)


def _town_outlook(state: State, turn: int) -> float:
    """The chance that the side with the aim holds its town at the end: who stands there, what is
    near, and how often the other can still attack."""
    side = state.aim_side
    near = [0.1, 0.1]
    for town in range(len(TOWN_IDS)):
        units = state.at[town]
        if units:
            weight = NEARNESS ** DISTANCE[state.aim][town]
            for who in (0, 1):
                near[who] += weight * power_of(state.strength, units & SIDE_UNITS[who])
    is_held = state.at[state.aim] & SIDE_UNITS[side] != 0
    chances = days_left(1 - side if is_held else side, turn, state.until)
    if chances == 0:
        return SURE if is_held else 1.0 - SURE
    held = HELD_WEIGHT * (1.0 + 1.0 / chances)
    ratio = RATIO_WEIGHT * math.log(near[side] / near[1 - side])
    return _logistic(ratio + (held if is_held else -held))


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-min(max(x, -6.0), 6.0)))
