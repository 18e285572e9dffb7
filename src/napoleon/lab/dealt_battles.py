"""Fair battles about to begin, to measure tactics: both sides still have to deploy."""

from __future__ import annotations

import random

from napoleon.ai.battle.clash import worth_of
from napoleon.rules import SeededDice
from napoleon.rules.board.towns import (
    NEIGHBOURS,
    TOWN_IDS,
)
from napoleon.rules.board.units import ARMY_UNITS, SIDE_UNITS, members
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.state import HISTORICAL, State
from napoleon.rules.phases.campaign import SUPPLY, Campaign
from napoleon.rules.phases.engagements import Engagements


def deal(rng: random.Random) -> State:
    """A battle about to be set up: two forces of about equal worth, the attackers in the town."""
    while True:
        town = rng.randrange(len(TOWN_IDS))
        if len(NEIGHBOURS[town]) >= 3:
            break
    attacker = rng.randrange(2)
    state = State(HISTORICAL, 2, False, SeededDice(rng.getrandbits(90)))
    state.turn = 1 if attacker == 0 else 2
    forces = _forces(rng)
    near = NEIGHBOURS[town][:]
    rng.shuffle(near)
    roads = rng.randint(1, 2)
    fight = Fight(town, attacker)
    for road in near[:roads]:
        fight.origins |= 1 << road
    behind = [near[0], near[-1]]
    for side in (0, 1):
        for unit in forces[side]:
            state.put(unit, town)
        if rng.random() < 0.3:
            # A friend or two near by, who may reinforce.
            others = [u for u in members(SIDE_UNITS[side]) if state.where[u] < 0]
            for unit in rng.sample(others, rng.randint(1, 2)):
                state.put(unit, behind[0 if side == attacker else 1])
    state.fights = [fight]
    state.stack = [Campaign(SUPPLY), Engagements()]
    return state


def _forces(rng: random.Random) -> list[list[int]]:
    """Two forces of about the same worth, each mostly of a few corps."""
    full = State(HISTORICAL, 2, False, SeededDice(0)).strength
    while True:
        size = rng.randint(4, 11)
        forces = []
        for side in (0, 1):
            pool = members(
                SIDE_UNITS[0]
                if side == 0
                else rng.choice((ARMY_UNITS[1], ARMY_UNITS[2], ARMY_UNITS[1] | ARMY_UNITS[2]))
            )
            start = rng.randrange(len(pool))
            window = [pool[(start + i) % len(pool)] for i in range(min(len(pool), size + 4))]
            forces.append(rng.sample(window, min(len(window), size + rng.randint(-1, 1))))
        worths = [worth_of(full, sum(1 << unit for unit in force)) for force in forces]
        if abs(worths[0] - worths[1]) < 0.06 * sum(worths) and min(map(len, forces)) >= 3:
            return forces
