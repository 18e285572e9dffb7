"""A position at the beginning of a turn as a row of numbers, and what it is worth.

The worth is the chance that the French win, as a logistic function of the numbers. The weights
were learnt from games that the opponents played among themselves (`scripts/train.py`), and are
shipped as `data/weights.json`.
"""

from __future__ import annotations

import json
import math
from importlib import resources
from typing import Final

from napoleon.ai.geography import CITIES, DISTANCE
from napoleon.ai.quick import chance
from napoleon.ai.worth import FULL_WORTH, POINT_WORTH, STANDING_WORTH
from napoleon.rules.board import (
    ADJACENT,
    NEIGHBOURS,
    RIVER_LIMIT,
    ROAD_BETWEEN,
    ROAD_LIMIT,
    TOWN_COUNT,
    TOWNS,
)
from napoleon.rules.calendar import LAST_TURN, TURN_NIGHT, TURN_SIDE
from napoleon.rules.state import State
from napoleon.rules.units import (
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH,
    MOUNTED,
    SIDE_UNITS,
)

NAMES: Final = (
    "bias",
    "lost french",
    "lost french squared",
    "lost anglo-dutch",
    "lost anglo-dutch squared",
    "lost prussian",
    "lost prussian squared",
    "lost both allies",
    "power french",
    "power anglo-dutch",
    "power prussian",
    "turns left",
    "held ghent",
    "held brussels",
    "held liege",
    "drain ghent",
    "drain brussels",
    "drain liege",
    "open ghent",
    "open brussels",
    "open liege",
    "near ghent",
    "near brussels",
    "near liege",
    "two cities late",
    "one city late",
    "exposed french",
    "exposed anglo-dutch",
    "exposed prussian",
    "later exposed french",
    "later exposed anglo-dutch",
    "later exposed prussian",
    "massed french",
    "massed anglo-dutch",
    "massed prussian",
    "way to go",
    "french move",
    "near two cities",
)
FEATURE_COUNT: Final[int] = len(NAMES)

_DECAY: Final = [0.62**distance for distance in range(100)]
_FULL_POWER: Final = [
    sum([FULL_WORTH[unit] for unit in range(len(FULL_WORTH)) if ARMY_UNITS[army] >> unit & 1])
    for army in range(3)
]
_FULL_COUNT: Final = [ARMY_UNITS[army].bit_count() for army in range(3)]
# French turns after each turn.
FRENCH_TURNS_AFTER: Final = [
    sum([1 for later in range(turn + 1, LAST_TURN + 1) if TURN_SIDE[later] == FRENCH])
    for turn in range(LAST_TURN + 1)
]
CITY_LOSS: Final = [TOWNS[city].supply_loss for city in CITIES]
CITY_ARMY: Final = [TOWNS[city].supplies for city in CITIES]


def _within_two(town: int) -> int:
    mask = ADJACENT[town]
    for near in NEIGHBOURS[town]:
        mask |= ADJACENT[near]
    return mask & ~(1 << town)


# The towns from which a town can be attacked, as bits: two roads away at most.
WITHIN_TWO: Final = [_within_two(town) for town in range(TOWN_COUNT)]


def _group_gain(attack: float, attackers: float, defence: float, defenders: int) -> float:
    """What an attack is worth to the attacker in units, if he has the sense to judge it."""
    odds = chance(attack, defence)
    gain = odds * (0.8 + 0.55 * defenders) - (1.0 - odds) * 0.6 * attackers
    return gain if gain > 0.0 else 0.0


def features(state: State, turn: int) -> list[float]:
    """The numbers of a position as this turn is about to begin."""
    row = [0.0] * FEATURE_COUNT
    row[0] = 1.0
    lost = [0.0, 0.0, 0.0]
    for army in range(3):
        share = (state.lost & ARMY_UNITS[army]).bit_count() / DEFEAT_AT[army]
        lost[army] = share if share < 1.0 else 1.0
        row[1 + 2 * army] = lost[army]
        row[2 + 2 * army] = lost[army] * lost[army]
    row[7] = lost[1] * lost[2]
    # Who stands where, and what it is worth.
    towns: list[int] = []
    power: list[list[float]] = [[0.0, 0.0, 0.0] for _ in range(TOWN_COUNT)]
    riding: list[list[float]] = [[0.0, 0.0, 0.0] for _ in range(TOWN_COUNT)]
    numbers: list[list[int]] = [[0, 0, 0] for _ in range(TOWN_COUNT)]
    total = [0.0, 0.0, 0.0]
    massed = [0.0, 0.0, 0.0]
    strength = state.strength
    for town in range(TOWN_COUNT):
        units = state.at[town]
        if not units:
            continue
        towns.append(town)
        for army in range(3):
            mask = units & ARMY_UNITS[army]
            if not mask:
                continue
            number = mask.bit_count()
            numbers[town][army] = number
            massed[army] += number * number
            worth = 0.0
            mounted = 0.0
            while mask:
                low = mask & -mask
                mask ^= low
                unit = low.bit_length() - 1
                points = POINT_WORTH[unit] * strength[unit] + STANDING_WORTH
                worth += points
                if low & MOUNTED:
                    mounted += points
            power[town][army] = worth
            riding[town][army] = mounted
            total[army] += worth
    for army in range(3):
        row[8 + army] = total[army] / _FULL_POWER[army]
        row[32 + army] = massed[army] / (_FULL_COUNT[army] * _FULL_COUNT[army])
    turns_left = FRENCH_TURNS_AFTER[turn - 1]  # this one included, if it is French
    late = 1.0 - turns_left / 12.0
    row[11] = turns_left / 12.0
    _city_numbers(state, row, towns, power, turns_left, lost, late)
    _exposure(state, row, turn, towns, power, riding, numbers)
    way = 0.0
    for town in towns:
        if power[town][0] > 0.0:
            nearest = min(
                [DISTANCE[town][city] for city in CITIES if not _is_french(state, city)] or [0]
            )
            way += power[town][0] * nearest
    row[35] = way / (total[0] * 8.0) if total[0] > 0.0 else 1.0
    row[36] = 1.0 if TURN_SIDE[turn] == FRENCH else 0.0
    return row


def _is_french(state: State, town: int) -> bool:
    return (state.at[town] & SIDE_UNITS[FRENCH]) != 0


def _city_numbers(
    state: State,
    row: list[float],
    towns: list[int],
    power: list[list[float]],
    turns_left: int,
    lost: list[float],
    late: float,
) -> None:
    """What the supply cities cost the Allies, and may cost (9, 10)."""
    held = 0
    nears: list[float] = []
    for index in range(3):
        city = CITIES[index]
        army = CITY_ARMY[index]
        need = (1.0 - lost[army]) * DEFEAT_AT[army]
        loss = CITY_LOSS[index]
        is_open_to = state.defeated >> army & 1 == 0 and need > 0.0
        french = power[city][0]
        if french > 0.0:
            held += 1
            row[12 + index] = 1.0
            if is_open_to:
                drain = turns_left * loss / need
                row[15 + index] = drain if drain < 1.5 else 1.5
        elif power[city][1] + power[city][2] == 0.0:
            arrival = _french_arrival(state, city)
            drain = (turns_left - arrival) * loss / need if is_open_to else 0.0
            if drain > 0.0:
                row[18 + index] = drain if drain < 1.5 else 1.5
            elif arrival <= turns_left:
                row[18 + index] = 0.2
        ours = 0.0
        theirs = 0.0
        distances = DISTANCE[city]
        for town in towns:
            share = _DECAY[distances[town]]
            ours += power[town][0] * share
            theirs += (power[town][1] + power[town][2]) * share
        near = ours / (ours + theirs) if ours + theirs > 0.0 else 0.5
        row[21 + index] = near
        nears.append(near)
    nears.sort()
    row[37] = nears[1] * late
    if held >= 2:
        row[24] = late * late
    elif held == 1:
        row[25] = late * late


def _french_arrival(state: State, city: int) -> int:
    """French turns until a unit can stand in an empty city, by ways that no Allied block bars."""
    allied = SIDE_UNITS[1]
    seen = 1 << city
    ring = [city]
    steps = 0
    best = 99
    while ring and steps < 2 * best:
        steps += 1
        following: list[int] = []
        for town in ring:
            for other in NEIGHBOURS[town]:
                if seen >> other & 1 or state.at[other] & allied:
                    continue
                seen |= 1 << other
                following.append(other)
                units = state.at[other]
                if units:
                    turns = (steps + 1) // 2 if units & MOUNTED else steps
                    best = min(best, turns)
        ring = following
    return best


def _exposure(
    state: State,
    row: list[float],
    turn: int,
    towns: list[int],
    power: list[list[float]],
    riding: list[list[float]],
    numbers: list[list[int]],
) -> None:
    """What each army stands to lose to the best attacks of the other side."""
    worst: list[list[float]] = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    held = [0, 0]  # the towns of each side, as bits
    for town in towns:
        if state.at[town] & SIDE_UNITS[0]:
            held[0] |= 1 << town
        if state.at[town] & SIDE_UNITS[1]:
            held[1] |= 1 << town
    for town in towns:
        for side in (0, 1):
            if not held[side] >> town & 1 or not held[1 - side] & WITHIN_TWO[town]:
                continue
            gain = _best_attack(state, town, side, power, riding, numbers)
            if gain <= 0.0:
                continue
            army = 0
            if side == 1:
                army = 1 if numbers[town][1] >= numbers[town][2] else 2
            if gain > worst[0][army]:
                worst[1][army] = worst[0][army]
                worst[0][army] = gain
            elif gain > worst[1][army]:
                worst[1][army] = gain
    for army in range(3):
        gain = (worst[0][army] + 0.6 * worst[1][army]) / DEFEAT_AT[army]
        attacker = 1 if army == 0 else 0
        is_next = TURN_SIDE[turn] == attacker
        night = TURN_NIGHT[turn] if is_next else turn < LAST_TURN and TURN_NIGHT[turn + 1]
        if turn >= LAST_TURN and not is_next:
            gain = 0.0
        row[(26 if is_next and not night else 29) + army] = gain


def _best_attack(
    state: State,
    town: int,
    side: int,
    power: list[list[float]],
    riding: list[list[float]],
    numbers: list[list[int]],
) -> float:
    """What the other side's best attack on a town is worth to it."""
    own = power[town]
    defence = own[0] if side == 0 else own[1] + own[2]
    defenders = numbers[town][0] if side == 0 else numbers[town][1] + numbers[town][2]
    armies = (1, 2) if side == 0 else (0,)
    best = 0.0
    best_count = 0.0
    second = 0.0
    second_count = 0.0
    for neighbour in NEIGHBOURS[town]:
        there = power[neighbour]
        if side == 0:
            defence += 0.4 * there[0]
        else:
            defence += 0.4 * (there[1] + there[2])
        road = ROAD_BETWEEN[town][neighbour]
        limit = min(ROAD_LIMIT[road], RIVER_LIMIT[road])
        for army in armies:
            number = numbers[neighbour][army]
            if not number:
                continue
            share = 1.0 if number <= limit else limit / number
            attack = there[army] * share
            # Riders of the next towns come along.
            if attack > best:
                second = best
                second_count = best_count
                best = attack
                best_count = number * share
            elif attack > second:
                second = attack
                second_count = number * share
    rider = 0.0
    if best_count == 0.0:
        for neighbour in NEIGHBOURS[town]:
            if state.at[neighbour] & SIDE_UNITS[side]:
                continue
            for far in NEIGHBOURS[neighbour]:
                for army in armies:
                    rider = max(rider, riding[far][army])
        if rider <= 0.0:
            return 0.0
        return _group_gain(rider, rider / 4.0, defence, defenders)
    alone = _group_gain(best, best_count, defence, defenders)
    if second > 0.0:
        both = _group_gain(best + 0.7 * second, best_count + 0.7 * second_count, defence, defenders)
        return both if both > alone else alone
    return alone


class Weights:
    """The weights of the features, and what becomes of a row."""

    __slots__ = ("values",)

    def __init__(self, values: list[float]) -> None:
        if len(values) != FEATURE_COUNT:
            raise ValueError(f"expected {FEATURE_COUNT} weights, got {len(values)}")
        self.values = values

    def score(self, row: list[float]) -> float:
        """How good a row is for the French, without bounds."""
        total = 0.0
        values = self.values
        for index in range(FEATURE_COUNT):
            total += values[index] * row[index]
        return total

    def chance(self, row: list[float]) -> float:
        """The chance that the French win."""
        return 1.0 / (1.0 + math.exp(-self.score(row)))


def read_weights(name: str = "weights.json") -> Weights:
    """The weights that are shipped."""
    text = resources.files("napoleon.ai").joinpath("data", name).read_text("utf-8")
    table = json.loads(text)
    return Weights([float(table[name]) for name in NAMES])


# A sound mind's guess, from which the learning began.
FIRST_GUESS: Final = {
    "bias": -1.0,
    "lost french": -2.0,
    "lost french squared": -3.0,
    "lost anglo-dutch": 1.5,
    "lost anglo-dutch squared": 1.0,
    "lost prussian": 1.5,
    "lost prussian squared": 1.0,
    "lost both allies": 2.5,
    "power french": 3.0,
    "power anglo-dutch": -1.5,
    "power prussian": -1.5,
    "turns left": 1.0,
    "held ghent": 0.2,
    "held brussels": 0.4,
    "held liege": 0.4,
    "drain ghent": 0.8,
    "drain brussels": 1.2,
    "drain liege": 1.5,
    "open ghent": 0.5,
    "open brussels": 0.8,
    "open liege": 0.9,
    "near ghent": 0.2,
    "near brussels": 0.8,
    "near liege": 0.4,
    "two cities late": 6.0,
    "one city late": 0.5,
    "exposed french": -3.0,
    "exposed anglo-dutch": 1.6,
    "exposed prussian": 1.6,
    "later exposed french": -1.2,
    "later exposed anglo-dutch": 0.7,
    "later exposed prussian": 0.7,
    "massed french": 0.4,
    "massed anglo-dutch": -0.4,
    "massed prussian": -0.4,
    "way to go": -1.5,
    "french move": 0.2,
    "near two cities": 0.5,
}


def first_guess() -> Weights:
    """The weights with which everything began."""
    return Weights([FIRST_GUESS[name] for name in NAMES])
