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

from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.quick import FIT, chance
from napoleon.ai.knowledge.geography import CITIES, DISTANCE, PASSAGE
from napoleon.ai.knowledge.worth import FULL_WORTH, WORTH_AT, power_of
from napoleon.rules.board.calendar import LAST_TURN, TURN_NIGHT, TURN_SIDE
from napoleon.rules.board.tables import table
from napoleon.rules.board.towns import (
    ADJACENT,
    NEIGHBOURS,
    ROAD_BETWEEN,
    TOWN_IDS,
    TOWNS,
)
from napoleon.rules.board.units import (
    ARMY_STARTS,
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH,
    MOUNTED,
    SIDE_OF,
    SIDE_UNITS,
    members,
)
from napoleon.rules.engine.state import State

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


def _full_powers() -> list[float]:
    return [
        sum([FULL_WORTH[unit] for unit in range(len(FULL_WORTH)) if ARMY_UNITS[army] >> unit & 1])
        for army in range(3)
    ]


_FULL_POWER: Final[list[float]] = table(_full_powers)
_FULL_COUNT: Final = [ARMY_UNITS[army].bit_count() for army in range(3)]
# French turns after each turn.
FRENCH_TURNS_AFTER: Final = [
    sum([1 for later in range(turn + 1, LAST_TURN + 1) if TURN_SIDE[later] == FRENCH])
    for turn in range(LAST_TURN + 1)
]


def _city_losses() -> list[int]:
    return [TOWNS[city].supply_loss for city in CITIES]


def _city_armies() -> list[int]:
    return [TOWNS[city].supplies for city in CITIES]


CITY_LOSS: Final[list[int]] = table(_city_losses)
CITY_ARMY: Final[list[int]] = table(_city_armies)


def _within_two(town: int) -> int:
    mask = ADJACENT[town]
    for near in NEIGHBOURS[town]:
        mask |= ADJACENT[near]
    return mask & ~(1 << town)


def _all_within_two() -> list[int]:
    return [_within_two(town) for town in range(len(TOWN_IDS))]


def _nearness() -> list[list[float]]:
    return [[0.62 ** DISTANCE[city][town] for town in range(len(TOWN_IDS))] for city in CITIES]


def _nearest_others() -> list[list[int]]:
    nearest: list[list[int]] = []
    for held in range(8):
        others = [CITIES[index] for index in range(3) if not held >> index & 1]
        nearest.append(
            [min([row[city] for city in others] or [0]) for row in DISTANCE],
        )
    return nearest


# The towns from which a town can be attacked, as bits: two roads away at most.
WITHIN_TWO: Final[list[int]] = table(_all_within_two)
_ARMIES: Final = [[0], [1, 2]]  # of each side
# How much of a force counts at each city, by the town where it stands.
_NEARNESS: Final[list[list[float]]] = table(_nearness)
# The way from each town to the nearest city that is not among those held, as bits.
_NEAREST_OTHER: Final[list[list[int]]] = table(_nearest_others)


def _group_gain(attack: float, attackers: float, defence: float, defenders: int) -> float:
    """What an attack is worth to the attacker in units, if he has the sense to judge it."""
    odds = chance(attack, defence)
    gain = odds * (0.8 + 0.55 * defenders) - (1.0 - odds) * 0.6 * attackers
    return gain if gain > 0.0 else 0.0


class Ground:
    """Who stands where, by army and town: how many, and what they are worth."""

    __slots__ = ("held", "numbers", "power", "riders", "sides", "towns")

    def __init__(self, state: State) -> None:
        self.towns: list[int] = []  # where anybody stands
        self.power: list[list[float]] = []
        self.numbers: list[list[int]] = []
        self.held = [0, 0]  # the towns of each side, as bits
        self.riders = [0, 0]  # those of them where somebody is mounted
        where = state.where
        strength = state.strength
        for army in range(3):
            power = [0.0] * len(TOWN_IDS)
            numbers = [0] * len(TOWN_IDS)
            side = SIDE_OF[army]
            held = self.held[side]
            riders = self.riders[side]
            for unit in range(ARMY_STARTS[army], ARMY_STARTS[army + 1]):
                place = where[unit]
                if place >= 0:
                    power[place] += WORTH_AT[unit][strength[unit]]
                    numbers[place] += 1
                    held |= 1 << place
                    if MOUNTED >> unit & 1:
                        riders |= 1 << place
            self.held[side] = held
            self.riders[side] = riders
            self.power.append(power)
            self.numbers.append(numbers)
        allied = [0.0] * len(TOWN_IDS)
        second = self.power[1]
        third = self.power[2]
        for town in members(self.held[0] | self.held[1]):
            self.towns.append(town)
            allied[town] = second[town] + third[town]
        self.sides = [self.power[0], allied]  # worth by side and town


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
    ground = Ground(state)
    for army in range(3):
        total = 0.0
        massed = 0.0
        power = ground.power[army]
        numbers = ground.numbers[army]
        for town in ground.towns:
            total += power[town]
            massed += numbers[town] * numbers[town]
        row[8 + army] = total / _FULL_POWER[army]
        row[32 + army] = massed / (_FULL_COUNT[army] * _FULL_COUNT[army])
    turns_left = FRENCH_TURNS_AFTER[turn - 1]  # this one included, if it is French
    late = 1.0 - turns_left / 12.0
    row[11] = turns_left / 12.0
    _city_numbers(state, row, ground, turns_left, lost, late)
    _exposure(state, row, turn, ground)
    row[35] = _way_to_go(ground)
    row[36] = 1.0 if TURN_SIDE[turn] == FRENCH else 0.0
    return row


def _way_to_go(ground: Ground) -> float:
    """How far the French are from the cities that they do not hold."""
    french = ground.power[0]
    held = 0
    for index in range(3):
        if french[CITIES[index]] > 0.0:
            held |= 1 << index
    nearest = _NEAREST_OTHER[held]
    way = 0.0
    total = 0.0
    for town in ground.towns:
        way += french[town] * nearest[town]
        total += french[town]
    return way / (total * 8.0) if total > 0.0 else 1.0


def _city_numbers(
    state: State,
    row: list[float],
    ground: Ground,
    turns_left: int,
    lost: list[float],
    late: float,
) -> None:
    """What the supply cities cost the Allies, and may cost (9, 10)."""
    held = 0
    nears: list[float] = []
    french = ground.sides[0]
    allied = ground.sides[1]
    for index in range(3):
        city = CITIES[index]
        army = CITY_ARMY[index]
        need = (1.0 - lost[army]) * DEFEAT_AT[army]
        loss = CITY_LOSS[index]
        is_open_to = state.defeated >> army & 1 == 0 and need > 0.0
        if french[city] > 0.0:
            held += 1
            row[12 + index] = 1.0
            if is_open_to:
                drain = turns_left * loss / need
                row[15 + index] = drain if drain < 1.5 else 1.5
        elif allied[city] == 0.0:
            arrival = _french_arrival(state, city)
            drain = (turns_left - arrival) * loss / need if is_open_to else 0.0
            if drain > 0.0:
                row[18 + index] = drain if drain < 1.5 else 1.5
            elif arrival <= turns_left:
                row[18 + index] = 0.2
        ours = 0.0
        theirs = 0.0
        nearness = _NEARNESS[index]
        for town in ground.towns:
            ours += french[town] * nearness[town]
            theirs += allied[town] * nearness[town]
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


def _exposure(state: State, row: list[float], turn: int, ground: Ground) -> None:
    """What each army stands to lose to the best attacks of the other side."""
    worst = [0.0, 0.0, 0.0]
    second = [0.0, 0.0, 0.0]
    held = ground.held
    for side in (0, 1):
        own = held[side]
        foes = held[1 - side]
        riders = ground.riders[1 - side]
        for town in ground.towns:
            if not own >> town & 1:
                continue
            if foes & ADJACENT[town]:
                gain = _best_attack(state, town, side, ground)
            elif riders & WITHIN_TWO[town]:
                gain = _best_ride(state, town, side, ground)
            else:
                continue
            if gain <= 0.0:
                continue
            army = 0
            if side == 1:
                army = 1 if ground.numbers[1][town] >= ground.numbers[2][town] else 2
            if gain > worst[army]:
                second[army] = worst[army]
                worst[army] = gain
            elif gain > second[army]:
                second[army] = gain
    for army in range(3):
        gain = (worst[army] + 0.6 * second[army]) / DEFEAT_AT[army]
        attacker = 1 if army == 0 else 0
        is_next = TURN_SIDE[turn] == attacker
        night = TURN_NIGHT[turn] if is_next else turn < LAST_TURN and TURN_NIGHT[turn + 1]
        if turn >= LAST_TURN and not is_next:
            gain = 0.0
        row[(26 if is_next and not night else 29) + army] = gain


def _best_attack(state: State, town: int, side: int, ground: Ground) -> float:
    """What the other side's best attack on a town is worth to it; it stands next to the town."""
    friends = ground.sides[side]
    defence = friends[town]
    defenders = (state.at[town] & SIDE_UNITS[side]).bit_count()
    best = 0.0
    best_count = 0.0
    second = 0.0
    second_count = 0.0
    for neighbour in NEIGHBOURS[town]:
        if not state.at[neighbour]:
            continue
        defence += 0.4 * friends[neighbour]
        if not state.at[neighbour] & SIDE_UNITS[1 - side]:
            continue
        limit = PASSAGE[ROAD_BETWEEN[town][neighbour]]
        for army in _ARMIES[1 - side]:
            number = ground.numbers[army][neighbour]
            if not number:
                continue
            share = 1.0 if number <= limit else limit / number
            attack = ground.power[army][neighbour] * share
            if attack > best:
                second = best
                second_count = best_count
                best = attack
                best_count = number * share
            elif attack > second:
                second = attack
                second_count = number * share
    alone = _group_gain(best, best_count, defence, defenders)
    if second > 0.0:
        both = _group_gain(best + 0.7 * second, best_count + 0.7 * second_count, defence, defenders)
        return both if both > alone else alone
    return alone


def _best_ride(state: State, town: int, side: int, ground: Ground) -> float:
    """What an attack on a town is worth to riders of the other side, who stand two roads away."""
    reach = 0  # the towns from which riders could come
    for neighbour in NEIGHBOURS[town]:
        if not state.at[neighbour]:
            reach |= ADJACENT[neighbour]
    reach &= ground.riders[1 - side]
    if not reach:
        return 0.0
    rider = 0.0
    for far in members(reach):
        riders = state.at[far] & MOUNTED
        for army in _ARMIES[1 - side]:
            rider = max(rider, power_of(state.strength, riders & ARMY_UNITS[army]))
    if rider <= 0.0:
        return 0.0
    friends = ground.sides[side]
    defence = friends[town]
    for neighbour in NEIGHBOURS[town]:
        if state.at[neighbour]:
            defence += 0.4 * friends[neighbour]
    return _group_gain(rider, rider / 4.0, defence, (state.at[town] & SIDE_UNITS[side]).bit_count())


class Weights(Judge):
    """The weights of the features, and what becomes of a row."""

    __slots__ = ("values",)

    def __init__(self, values: list[float]) -> None:
        if len(values) != FEATURE_COUNT:
            raise ValueError(f"expected {FEATURE_COUNT} weights, got {len(values)}")
        super().__init__()
        self.fit = FIT
        self.is_watchful = False
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

    def chance_at(self, state: State, turn: int) -> float:
        """The chance that the French win, as this turn is about to begin."""
        return self.chance(features(state, turn))


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
