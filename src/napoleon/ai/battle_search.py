"""The marshal in battle: what to do next, found by playing the fight out many times.

A *plan* is a first action and a temper in which the fight is then carried on. Plans are the choices
of several tempers and the best few other actions of each kind; they are compared over the same
samples with the same dice, and the worse half is dropped again and again. A deployment is compared
as a whole, since a temper lays out a whole line.
"""

from __future__ import annotations

import time
from typing import Final

from napoleon.ai.clash import POINT_WORTH, TOWN_WORTH, UNIT_WORTH
from napoleon.ai.combat import WALK_IN
from napoleon.ai.odds import playout_dice
from napoleon.ai.playout import fight_out
from napoleon.ai.tactics import choose, score_codes
from napoleon.ai.temper import OFFICER, Temper
from napoleon.rules.actions import (
    BATTLE,
    DEPLOY,
    DRAW,
    END,
    FALLBACK,
    FIRE,
    HOLD,
    LOSE,
    MOVE,
    REGROUP,
    REMOVE,
    SKIRMISH,
    TERRAIN,
)
from napoleon.rules.board import SUPPLY_CITIES
from napoleon.rules.dice import Dice
from napoleon.rules.refusals import OK
from napoleon.rules.state import State
from napoleon.rules.units import (
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH,
    FRENCH_BIT,
    SIDE_OF,
    SIDE_UNITS,
    count,
    members,
)

# Plans compared at once, at most.
MOST_PLANS: Final = 12
# How much more a lost unit weighs as its army comes near to defeat, and what defeat itself weighs.
NEAR_DEFEAT: Final = 3.0
DEFEAT: Final = 30.0
# A supply city is worth more than another town.
CITY_WORTH: Final = 4.0
# Choices that rules of thumb make as well as a search would.
PLAIN: Final = (LOSE, FALLBACK, REMOVE, REGROUP, SKIRMISH, BATTLE)


def _tempers() -> list[Temper]:
    """The characters in which a battle may be carried on."""
    bold = OFFICER.copy()
    bold.boldness = -0.5
    bold.give_up = 2.0
    wary = OFFICER.copy()
    wary.boldness = 0.45
    leaving = OFFICER.copy()
    leaving.give_up = -2.0
    leaving.stubborn = 0.0
    return [OFFICER, bold, wary, leaving]


def _lines() -> list[Temper]:
    """The deployments that are compared: where the main body stands, and how much is held back."""
    found: list[Temper] = []
    for wing in (0, 1, 2):
        for main, reserve in ((0.3, 0.4), (0.0, 0.3), (0.45, 0.15), (0.15, 0.6)):
            if main == 0.0 and wing != 1:
                continue
            line = OFFICER.copy()
            line.wing = wing
            line.main = main
            line.reserve = reserve
            found.append(line)
    return found


TEMPERS: Final = _tempers()
LINES: Final = _lines()


class Plan:
    """A first action, how the fight goes on, and what that has come to so far."""

    __slots__ = ("code", "playouts", "temper", "total")

    def __init__(self, code: int, temper: Temper) -> None:
        self.code = code
        self.temper = temper
        self.total = 0.0
        self.playouts = 0

    def mean(self) -> float:
        """What it came to in the mean."""
        return self.total / self.playouts if self.playouts else 0.0


def value(before: State, after: State, side: int, town: int) -> float:
    """What became of a fight, for one side: losses both ways, and who holds the town."""
    result = 0.0
    for army in range(3):
        cost = 0.0
        for unit in members(ARMY_UNITS[army]):
            if before.where[unit] >= 0:
                cost += POINT_WORTH[unit] * (before.strength[unit] - after.strength[unit])
        lost = count(before.lost & ARMY_UNITS[army])
        now = count(after.lost & ARMY_UNITS[army])
        while lost < now:
            lost += 1
            near = lost / DEFEAT_AT[army]
            cost += UNIT_WORTH + NEAR_DEFEAT * near * near
            if lost == DEFEAT_AT[army]:
                cost += DEFEAT
        result += -cost if SIDE_OF[army] == side else cost
    worth = CITY_WORTH if town in SUPPLY_CITIES else TOWN_WORTH
    units = after.at[town]
    if units & SIDE_UNITS[side]:
        result += worth
    elif units:
        result -= worth
    return result


class BattleSearch:
    """Searches for one seat, and keeps to a deployment that it has begun."""

    __slots__ = ("_line", "_line_key", "best")

    def __init__(self) -> None:
        self._line = OFFICER
        self._line_key = -1
        self.best = 0.0  # what the chosen plan came to, in the mean

    def choose(
        self,
        samples: list[State],
        armies: int,
        codes: list[int],
        playouts: int,
        seed: int,
        deadline: float = 0.0,
    ) -> int:
        """The best code by about so many playouts in all; a `deadline` other than 0, on the clock
        of `time.monotonic`, ends the search early."""
        state = samples[0]
        dice = playout_dice(seed, 0)
        if len(codes) == 1 or codes[0] >> 16 in PLAIN:
            return choose(state, armies, codes, dice)
        town = state.stack[-1].town_no()
        if town < 0:
            return choose(state, armies, codes, dice)
        key = -1
        if codes[0] >> 16 in (DEPLOY, HOLD):
            key = (state.turn << 8 | town) << 3 | armies
            if key == self._line_key:
                return choose(state, armies, codes, dice, self._line)
        plans = find_plans(state, armies, codes, dice)
        if len(plans) == 1 or max(score_codes(state, armies, codes, OFFICER)) >= WALK_IN:
            return plans[0].code
        best = compare(samples, armies, town, plans, playouts, seed, deadline)
        self.best = best.mean()
        if key >= 0:
            self._line_key = key
            self._line = best.temper
        return best.code


def search(
    samples: list[State],
    armies: int,
    codes: list[int],
    playouts: int,
    seed: int,
    deadline: float = 0.0,
) -> int:
    """The best code for whoever commands these armies, over samples that agree with his view."""
    return BattleSearch().choose(samples, armies, codes, playouts, seed, deadline)


def find_plans(state: State, armies: int, codes: list[int], dice: Dice) -> list[Plan]:
    """What is worth comparing: the rule of thumb's own choice comes first."""
    verb = codes[0] >> 16
    plans: list[Plan] = []
    if verb in (DEPLOY, HOLD):
        for line in [OFFICER, *LINES]:
            plans.append(Plan(choose(state, armies, codes, dice, line), line))
        return plans
    if verb in (DRAW, TERRAIN):
        return [Plan(code, OFFICER) for code in codes]
    for temper in TEMPERS:
        code = choose(state, armies, codes, dice, temper)
        if temper is OFFICER or code != plans[0].code or temper.boldness != OFFICER.boldness:
            plans.append(Plan(code, temper))
    _add_kinds(state, armies, codes, plans)
    return plans


def _add_kinds(state: State, armies: int, codes: list[int], plans: list[Plan]) -> None:
    """The best action of every kind, then the best of the others."""
    scores = score_codes(state, armies, codes, OFFICER)
    kinds: list[int] = []
    taken = [plan.code for plan in plans]
    order = sorted(range(len(codes)), key=scores.__getitem__, reverse=True)
    for index in order:
        if len(plans) >= MOST_PLANS:
            return
        code = codes[index]
        kind = code >> 16
        if kind == END and taken[0] >> 16 == FIRE:
            continue  # to fire costs nothing, so there is no reason to stop before it
        if kind in (MOVE, FIRE):
            kind = kind << 8 | (code & 255)
        if kind in kinds or code in taken:
            if code in taken and kind not in kinds:
                kinds.append(kind)
            continue
        kinds.append(kind)
        taken.append(code)
        plans.append(Plan(code, OFFICER))


def compare(
    samples: list[State],
    armies: int,
    town: int,
    plans: list[Plan],
    playouts: int,
    seed: int,
    deadline: float,
) -> Plan:
    """The best of several plans: all are tried, the worse half is dropped, and so on."""
    left = plans[:]
    rounds = 1
    while 1 << rounds < len(left):
        rounds += 1
    number = 0
    while len(left) > 1:
        each = max(1, playouts // (rounds * len(left)))
        for _ in range(each):
            for plan in left:
                _try(samples[number % len(samples)], armies, town, plan, seed, number)
            number += 1
            if deadline > 0.0 and time.monotonic() > deadline:
                return _best_of(left)
        half = (len(left) + 1) // 2
        ranked: list[Plan] = []
        while len(ranked) < half:
            best = _best_of(left)
            ranked.append(best)
            left.remove(best)
        left = ranked
    return left[0]


def _best_of(plans: list[Plan]) -> Plan:
    """The plan with the best mean; of equals the first."""
    best = plans[0]
    for plan in plans:
        if plan.mean() > best.mean():
            best = plan
    return best


def _try(sample: State, armies: int, town: int, plan: Plan, seed: int, number: int) -> None:
    """Carry a plan out once, to the end of the fight."""
    state = sample.copy()
    state.dice = playout_dice(seed, number)
    side = FRENCH if armies & FRENCH_BIT else 1
    top = state.stack[-1]
    if top.refuse(state, armies, plan.code) != OK:
        return
    top.apply(state, armies, plan.code)
    tempers = [OFFICER, OFFICER]
    tempers[side] = plan.temper
    fight_out(state, town, tempers, state.dice)
    plan.total += value(sample, state, side, town)
    plan.playouts += 1
