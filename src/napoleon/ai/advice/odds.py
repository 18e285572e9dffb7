"""Chances: what comes of a fight, from many playouts over samples of what is hidden."""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.battle.playout import ALL_FIGHTS, is_fought, play_one
from napoleon.ai.battle.temper import OFFICER, Temper, by_role
from napoleon.ai.campaign.orders import march_order
from napoleon.rules.board.towns import (
    ADJACENT,
    NEIGHBOURS,
    RIVER_LIMIT,
    ROAD_BETWEEN,
    ROAD_LIMIT,
)
from napoleon.rules.board.units import (
    ARMY_UNITS,
    DEFEAT_AT,
    SIDE_BITS,
    SIDE_UNITS,
    UNIT_SIDE,
    count,
    members,
)
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.events import BY_DEFEAT, BY_SUPPLY, ELIMINATED
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.flow import settle
from napoleon.rules.engine.state import State
from napoleon.rules.phases.campaign import SUPPLY, Campaign
from napoleon.rules.phases.engagements import Engagements
from napoleon.rules.phases.movement import FORCED_MARCHES, Movement

# Spreads the seeds of playouts (an odd number of 64 bits, from the golden ratio).
_SPREAD: Final = 0x9E3779B97F4A7C15
# What playouts say is put right by what came of battles (bench/odds.py); that is little, but what
# is hidden is not always as it was guessed, so nothing is ever certain.
DOUBT: Final = 0.03
SLOPE: Final = 1.0
SHIFT: Final = 0.05
# Half of all commanders fight to the last, half by the book: nobody knows who is who.
BY_THE_BOOK: Final = [OFFICER, OFFICER]


class Odds:
    """What is to be expected of a fight; each figure is a mean over the playouts. What a side loses
    is what falls in the fight, or leaves it, of those who are in it or next door: not what an army
    loses for want of supply, or when it is beaten and goes home (9, 10)."""

    __slots__ = (
        "attacker_points",
        "attacker_units",
        "attacker_wins",
        "defender_points",
        "defender_units",
        "ends",
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
        self.ends = [0.0, 0.0, 0.0]  # for each army the share in which it is beaten by then

    def take_in(self, before: State, end: End, town: int, attacker: int) -> None:
        """Count a playout."""
        after = end.state
        self.playouts += 1
        if after.at[town] & SIDE_UNITS[attacker]:
            self.attacker_wins += 1.0
        for unit in members(_within_reach(before, town)):
            is_gone = after.where[unit] < 0 and not end.left >> unit & 1
            strength = end.strength[unit] if end.left >> unit & 1 else after.strength[unit]
            lost = before.strength[unit] - strength
            gone = 1.0 if is_gone else 0.0
            if UNIT_SIDE[unit] == attacker:
                self.attacker_points += lost
                self.attacker_units += gone
            else:
                self.defender_points += lost
                self.defender_units += gone
        for army in range(3):
            if _is_beaten(after, army) and not _is_beaten(before, army):
                self.ends[army] += 1.0

    def conclude(self) -> None:
        """From sums to means, and to chances that can be told."""
        many = self.playouts
        if not many:
            return
        self.raw = self.attacker_wins / many
        self.attacker_wins = honest(self.raw)
        self.attacker_units /= many
        self.attacker_points /= many
        self.defender_units /= many
        self.defender_points /= many
        self.ends = [share / many for share in self.ends]
        # With a prior of one win and one loss, so that it is never nought.
        share = (self.raw * many + 1.0) / (many + 2.0)
        self.error = math.sqrt(share * (1.0 - share) / (many + 2.0))


class End:
    """A fight that was played out: the state; the strengths before its last decision; and, as bits,
    who left the map then though he had not fallen in it, for the end of the last fight is the end
    of the turn, with supply and judgement (2.1)."""

    __slots__ = ("left", "state", "strength")

    def __init__(self, state: State) -> None:
        self.state = state
        self.strength = state.strength
        self.left = 0

    def play_out(self, town: int, tempers: list[Temper]) -> None:
        """Fight on until the fight in a town is over, or all are (`ALL_FIGHTS`)."""
        state = self.state
        codes = settle(state)
        while not is_fought(state, town):
            self.strength = state.strength[:]
            codes = play_one(state, codes, tempers, state.dice)
        for event in state.log:
            if event.kind_no == ELIMINATED and event.why_no in (BY_DEFEAT, BY_SUPPLY):
                self.left |= 1 << event.unit_no


def _is_beaten(state: State, army: int) -> bool:
    """Whether an army has left the campaign, or will when the turn ends (10)."""
    is_over = count(state.lost & ARMY_UNITS[army]) >= DEFEAT_AT[army]
    return is_over or state.defeated >> army & 1 != 0


def honest(share: float, doubt: float = DOUBT, slope: float = SLOPE, shift: float = SHIFT) -> float:
    """The chance that an attacker wins who wins such a share of playouts."""
    doubted = (share + doubt) / (1.0 + 2.0 * doubt)
    score = shift + slope * math.log(doubted / (1.0 - doubted))
    return 1.0 / (1.0 + math.exp(-score))


def playout_dice(seed: int, number: int) -> SeededDice:
    """The dice of a playout: the same for the same seed and number."""
    return SeededDice((seed + 1) * _SPREAD + number * 0xD1B54A32D192ED03)


def _commanders(number: int, samples: int, attacker: int) -> list[Temper]:
    """Who fights in the playout of this number: on each sample now these, now those."""
    return BY_THE_BOOK if (number + number // samples) % 2 == 1 else by_role(attacker)


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
        end = End(before.copy())
        end.state.dice = playout_dice(seed, number)
        end.play_out(town, _commanders(number, len(states), attacker))
        found.take_in(before, end, town, attacker)
    found.conclude()
    return found


def odds_of_turn(states: list[State], playouts: int, seed: int) -> dict[int, Odds]:
    """The chances of each attack of a turn, by town, from samples at the end of its marches: what
    forced marches cost counts, a leader's help in them does not."""
    found: dict[int, Odds] = {}
    for fight in states[0].fights:
        found[fight.town] = Odds()
    for number in range(playouts if found else 0):
        before = states[number % len(states)]
        end = End(before.copy())
        end.state.dice = playout_dice(seed, number)
        top = end.state.stack[-1]
        assert isinstance(top, Movement)
        top.step = FORCED_MARCHES
        top.ended = SIDE_BITS[before.side]
        end.play_out(ALL_FIGHTS, _commanders(number, len(states), before.side))
        for town, told in found.items():
            told.take_in(before, end, town, before.side)
    for told in found.values():
        told.conclude()
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
