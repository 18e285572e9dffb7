"""Measure tactics: many dealt battles between two ways of fighting, each fought both ways round.

    python bench/tactics.py officer random            # 200 battles, 400 fights
    python bench/tactics.py officer recruit -n 500
    python bench/tactics.py search officer -n 20 --playouts 200

Two forces of about equal worth are dealt from the real units, one in a town, one that attacks it;
A takes the one force, then the other, with the same dice. Printed are the share of fights that A
won, and the balance of what both lost, with standard errors.
"""

from __future__ import annotations

import argparse
import math
import random
import time

from napoleon.ai.battle.clash import TOWN_WORTH, worth_lost
from napoleon.ai.battle.playout import is_fought
from napoleon.ai.battle.search import BattleSearch
from napoleon.ai.battle.tactics import choose
from napoleon.ai.battle.temper import OFFICER, RECRUIT, Temper
from napoleon.lab.dealt_battles import deal
from napoleon.rules.board.units import FRENCH_BIT, SIDE_UNITS, members
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.flow import seats_of, settle
from napoleon.rules.engine.state import State


class Commander:
    """A way of fighting: decides for a seat."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.decisions = 0
        self.seconds = 0.0

    def decide(self, state: State, seat: int, codes: list[int], dice: SeededDice) -> int:
        """One of the codes."""
        return codes[dice.roll(len(codes)) - 1]


class ByThumb(Commander):
    """Rule of thumb, with a temper."""

    def __init__(self, name: str, temper: Temper) -> None:
        super().__init__(name)
        self.temper = temper

    def decide(self, state: State, seat: int, codes: list[int], dice: SeededDice) -> int:
        """The best code by score."""
        return choose(state, seat, codes, dice, self.temper)


class BySearch(Commander):
    """Search, with everything in sight: an upper bound of what it can do from samples."""

    def __init__(self, name: str, playouts: int) -> None:
        super().__init__(name)
        self.playouts = playouts
        self.search = BattleSearch()

    def decide(self, state: State, seat: int, codes: list[int], dice: SeededDice) -> int:
        """The best code by playouts."""
        return self.search.choose([state], seat, codes, self.playouts, dice.roll(1 << 30))


def commander(name: str, playouts: int) -> Commander:
    """By name: random, recruit, officer, or officer with changes such as officer,boldness=0.2."""
    if name == "random":
        return Commander(name)
    if name == "search":
        return BySearch(name, playouts)
    kind, *changes = name.split(",")
    temper = {"officer": OFFICER, "recruit": RECRUIT}[kind].copy()
    for change in changes:
        word, _, value = change.partition("=")
        setattr(temper, word, type(getattr(temper, word))(float(value)))
    return ByThumb(name, temper)


def play(state: State, sides: list[Commander], seed: int) -> int:
    """Fight it out; returns the side that holds the town, -1 for nobody."""
    town = state.fights[0].town
    dice = SeededDice(seed)
    codes = settle(state)
    while not is_fought(state, town):
        top = state.stack[-1]
        seat = seats_of(state.players, top.to_act(state))[0]
        if not codes:
            codes = top.legal(state, seat)
        who = sides[0 if seat & FRENCH_BIT else 1]
        started = time.perf_counter()
        code = who.decide(state, seat, codes, dice)
        who.seconds += time.perf_counter() - started
        who.decisions += 1
        top.apply(state, seat, code)
        state.log.clear()
        state.rolled.clear()
        codes = settle(state)
    units = state.at[town]
    return 0 if units & SIDE_UNITS[0] else 1 if units else -1


def _losses(before: State, after: State, side: int) -> tuple[int, int]:
    units = 0
    points = 0
    for unit in members(SIDE_UNITS[side]):
        if before.where[unit] >= 0:
            points += before.strength[unit] - after.strength[unit]
            units += after.where[unit] < 0
    return units, points


def _mean(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def main() -> None:
    """Run the battles and print the balance."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("-n", type=int, default=200, help="battles, each fought both ways round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=200, help="for a commander that searches")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    both = [commander(options.a, options.playouts), commander(options.b, options.playouts)]
    wins: list[float] = []
    units: list[float] = []
    points: list[float] = []
    attacks: list[float] = []
    worths: list[float] = []
    for _ in range(options.n):
        start = deal(rng)
        pair = [0.0, 0.0, 0.0, 0.0]
        for swap in (0, 1):
            state = start.copy()
            sides = [both[swap], both[1 - swap]]
            winner = play(state, sides, rng.getrandbits(60))
            mine = swap  # A's side
            pair[0] += 0.5 if winner < 0 else float(winner == mine)
            lost, lost_points = _losses(start, state, mine)
            killed, killed_points = _losses(start, state, 1 - mine)
            pair[1] += killed - lost
            pair[2] += killed_points - lost_points
            result = worth_lost(start, state, 1 - mine) - worth_lost(start, state, mine)
            pair[3] += result + TOWN_WORTH * (2.0 * float(winner == mine) - 1.0)
            attacks.append(float(winner == start.fights[0].attacker))
        wins.append(pair[0] / 2)
        units.append(pair[1] / 2)
        points.append(pair[2] / 2)
        worths.append(pair[3] / 2)
    print(f"{options.a} against {options.b}: {options.n} battles, both ways round")
    print("  won by A            {:6.1f} % +- {:.1f}".format(*[100 * x for x in _mean(wins)]))
    print("  units, their loss less ours   {:6.2f} +- {:.2f}".format(*_mean(units)))
    print("  points, their loss less ours  {:6.2f} +- {:.2f}".format(*_mean(points)))
    print("  worth, all told               {:6.2f} +- {:.2f}".format(*_mean(worths)))
    print(f"  won by the attacker {100 * _mean(attacks)[0]:6.1f} %")
    for who in both:
        each = 1e6 * who.seconds / max(1, who.decisions)
        print(f"  {who.name}: {who.decisions} decisions, {each:.0f} microseconds each")


if __name__ == "__main__":
    main()
