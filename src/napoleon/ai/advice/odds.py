"""Chances: what comes of a fight, from many playouts over samples of what is hidden."""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.battle.playout import fight_out
from napoleon.ai.battle.temper import OFFICER, by_role
from napoleon.ai.campaign.orders import march_order
from napoleon.rules.board.towns import (
    ADJACENT,
    NEIGHBOURS,
    RIVER_LIMIT,
    ROAD_BETWEEN,
    ROAD_LIMIT,
)
from napoleon.rules.board.units import SIDE_UNITS, UNIT_SIDE, members
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.state import State
from napoleon.rules.phases.campaign import SUPPLY, Campaign
from napoleon.rules.phases.engagements import Engagements

# Spreads the seeds of playouts (an odd number of 64 bits, from the golden ratio).
_SPREAD: Final = 0x9E3779B97F4A7C15
# What playouts say is put right by what came of battles (bench/odds.py): commanders are not of one
# mind, and what is hidden is not as it was guessed. So nothing is ever certain, and attackers who
# think do better than rules of thumb.
DOUBT: Final = 0.03
SLOPE: Final = 0.9
SHIFT: Final = 0.55
# Half of all commanders fight to the last, half by the book: nobody knows who is who.
BY_THE_BOOK: Final = [OFFICER, OFFICER]


class Odds:
    """What is to be expected of a fight; each figure is a mean over the playouts."""

    __slots__ = (
        "attacker_points",
        "attacker_units",
        "attacker_wins",
        "defender_points",
        "defender_units",
        "error",
        "playouts",
        "raw",
    )

    def __init__(self) -> None:
        self.playouts = 0
        self.attacker_wins = 0.0  # chance that the attacker holds the town in the end
        self.error = 0.0  # standard error of that chance
        self.raw = 0.0  # the share of the playouts that the attacker won
        self.attacker_units = 0.0  # units and points of strength that each side loses
        self.attacker_points = 0.0
        self.defender_units = 0.0
        self.defender_points = 0.0


def honest(share: float, doubt: float = DOUBT, slope: float = SLOPE, shift: float = SHIFT) -> float:
    """The chance that an attacker wins who wins such a share of playouts."""
    doubted = (share + doubt) / (1.0 + 2.0 * doubt)
    score = shift + slope * math.log(doubted / (1.0 - doubted))
    return 1.0 / (1.0 + math.exp(-score))


def playout_dice(seed: int, number: int) -> SeededDice:
    """The dice of a playout: the same for the same seed and number."""
    return SeededDice((seed + 1) * _SPREAD + number * 0xD1B54A32D192ED03)


def odds(
    states: list[State],
    town: int,
    playouts: int,
    seed: int,
) -> Odds:
    """The chances of the fight in a town, from samples in which it is declared or under way."""
    found = Odds()
    for number in range(playouts):
        before = states[number % len(states)]
        fight = before.fight_at(town)
        if fight is None:
            continue
        attacker = fight.attacker
        state = before.copy()
        state.dice = playout_dice(seed, number)
        is_bookish = (number + number // len(states)) % 2 == 1
        tempers = BY_THE_BOOK if is_bookish else by_role(attacker)
        fight_out(state, town, tempers, state.dice)
        found.playouts += 1
        if state.at[town] & SIDE_UNITS[attacker]:
            found.attacker_wins += 1.0
        for unit in members(_within_reach(before, town)):
            lost = before.strength[unit] - state.strength[unit]
            gone = 1.0 if state.where[unit] < 0 else 0.0
            if UNIT_SIDE[unit] == attacker:
                found.attacker_points += lost
                found.attacker_units += gone
            else:
                found.defender_points += lost
                found.defender_units += gone
    many = found.playouts
    if many:
        found.raw = found.attacker_wins / many
        found.attacker_wins = honest(found.raw)
        found.attacker_units /= many
        found.attacker_points /= many
        found.defender_units /= many
        found.defender_points /= many
        # With a prior of one win and one loss, so that it is never nought.
        share = (found.raw * many + 1.0) / (many + 2.0)
        found.error = math.sqrt(share * (1.0 - share) / (many + 2.0))
    return found


def _within_reach(state: State, town: int) -> int:
    """The units in a fight, and those next door who may reinforce it."""
    units = state.at[town]
    for near in NEIGHBOURS[town]:
        if not state.is_contested(near):
            units |= state.at[near]
    return units


def attacked(state: State, units: int, town: int) -> State:
    """A copy in which these units have marched into a town and attack it, and nobody else does.

    From any point of the movement. Who comes from further away is taken to enter from a town on his
    way. As many enter as the last road and its river carry (5.4, 5.5), the best first; the others
    stay where they are, and may reinforce.
    """
    twin = state.copy()
    side = UNIT_SIDE[members(units)[0]]
    fight = Fight(town, side)
    old = twin.fight_at(town)
    if old is not None:
        fight.origins = old.origins
    for unit in march_order(state, units):
        start = twin.where[unit]
        if start >= 0 and start != town:
            entry = _entry(twin, side, start, town)
            road = ROAD_BETWEEN[entry][town]
            if twin.road_use[road] >= ROAD_LIMIT[road] or twin.river_use[road] >= RIVER_LIMIT[road]:
                continue
            twin.road_use[road] += 1
            twin.river_use[road] += 1
            fight.origins |= 1 << entry
            twin.put(unit, town)
    twin.fights = [fight]
    twin.stack = [Campaign(SUPPLY), Engagements()]
    return twin


def _entry(state: State, side: int, start: int, town: int) -> int:
    """The town from which somebody who began in `start` enters `town`."""
    if ADJACENT[town] >> start & 1:
        return start
    best = -1
    for near in NEIGHBOURS[town]:
        if state.at[near] & SIDE_UNITS[1 - side]:
            continue
        if ADJACENT[start] >> near & 1:
            return near
        if best < 0:
            best = near
    return best if best >= 0 else NEIGHBOURS[town][0]


def odds_of_attack(states: list[State], units: int, town: int, playouts: int, seed: int) -> Odds:
    """The chances if these units attacked a town, from samples of a position in movement."""
    return odds([attacked(state, units, town) for state in states], town, playouts, seed)
