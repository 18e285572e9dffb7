"""Decisions in battle, beside what the staff would have done there: what each was worth.

Both are played out to the end of the fight, on the same guesses about what is hidden and with the
same dice, and what is left is valued as a chance to win. A first look finds what is worth a second
one; only that, on guesses and dice of its own, says what a decision cost, so that nothing is told
because it looked bad by chance.
"""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.advice.odds import honest, playout_dice
from napoleon.ai.battle.playout import fight_out
from napoleon.ai.battle.search import Manner, Plan, campaign_chance, find_plans
from napoleon.ai.battle.tactics import choose
from napoleon.ai.battle.temper import Temper, by_role
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.knowledge.tally import Tally
from napoleon.rules.board.units import FRENCH, FRENCH_BIT
from napoleon.rules.engine.actions import (
    BOMBARD,
    DEPLOY,
    END,
    FIRE,
    HOLD,
    MOVE,
    RETREAT,
    SHELTER,
    SQUARE,
    second_of,
    verb_of,
)
from napoleon.rules.engine.flow import settle
from napoleon.rules.engine.refusals import OK
from napoleon.rules.engine.state import State
from napoleon.rules.phases.deployment import Deployment

# What is looked at: where units go and whether they leave. Whom a hit falls upon and the like is
# left to rules of thumb, by the staff too.
WEIGHED: Final = (MOVE, RETREAT, SQUARE, SHELTER, FIRE, BOMBARD, END)
ALTERNATIVES: Final = 6  # plans of the staff that are looked at
LEAST: Final = 0.01  # of the chance to win: what costs less is no matter
FIRST_PART: Final = 3  # after this part of a look the worse half of all plans is dropped
CLEAR: Final = 2.0  # standard errors by which the staff's plan must be better


class Care:
    """How carefully battles are gone through again."""

    __slots__ = ("check", "checked", "glance", "look", "looked_at")

    def __init__(self, glance: int, look: int, looked_at: int, check: int, checked: int) -> None:
        self.glance = glance  # playouts that say how a battle stands
        self.look = look  # times that the better plans are tried at the first look
        self.looked_at = looked_at  # decisions of a game that get one
        self.check = check  # times that two plans are tried at the second
        self.checked = checked  # decisions that get that


class BattleChoice:
    """What one seat did in a fight, an action or a whole deployment, and what the staff would have
    done instead."""

    __slots__ = (
        "_best",
        "_temper",
        "advised",
        "armies",
        "done",
        "instead",
        "is_line",
        "move",
        "offered",
        "promise",
        "samples",
        "seat",
        "taken",
        "town",
        "turn",
    )

    def __init__(
        self, turn: int, seat: str, armies: int, town: int, move: int, is_line: bool
    ) -> None:
        self.turn = turn
        self.seat = seat
        self.armies = armies
        self.town = town
        self.move = move  # actions of the record before it
        self.is_line = is_line  # a deployment
        self.samples: list[State] = []  # what the seat could think was the case
        self.offered: list[int] = []
        self.done: list[int] = []
        self.instead: list[int] = []
        self.taken = 0.0  # the chance to win with what was done
        self.advised = 0.0  # and with what the staff would have done
        self.promise = 0.0  # what the staff's plan looked better by at first
        self._best: Plan | None = None
        self._temper: Temper | None = None

    @property
    def side(self) -> int:
        """Whose side it is."""
        return FRENCH if self.armies & FRENCH_BIT else 1

    @property
    def cost(self) -> float:
        """How much of the chance to win was given away."""
        return max(0.0, self.advised - self.taken)

    def is_worth_a_look(self) -> bool:
        """Whether the staff would not at once have done the same."""
        if len(self.offered) < 2 or not self.done:
            return False
        if self.is_line:
            return True
        if verb_of(self.done[0]) not in WEIGHED:
            return False
        state = self.samples[0]
        own = by_role(state.side)[self.side]
        code = choose(state, self.armies, self.offered, playout_dice(self.move, 0), own)
        return _kind(code) != _kind(self.done[0])

    def look(self, judge: Judge, care: Care) -> None:
        """Find what the staff would have done, and whether that looks better."""
        manner = self._manner(judge)
        state = self.samples[0]
        dice = playout_dice(self.move, 0)
        plans = find_plans(state, self.armies, self.offered, dice, manner)[:ALTERNATIVES]
        if not self.is_line:
            plans = [plan for plan in plans if _kind(plan.code) != _kind(self.done[0])]
        if not plans:
            return
        # It went on in whatever way was best for it.
        ways = [manner.own] if self.is_line else manner.tempers
        ways_on = [Plan(self.done[0], temper) for temper in ways]
        for number in range(care.look):
            if number == care.look // FIRST_PART:
                plans.sort(key=_mean, reverse=True)
                plans = plans[: (len(plans) + 1) // 2]
                ways_on.sort(key=_mean, reverse=True)
                ways_on = ways_on[: (len(ways_on) + 1) // 2]
            for way in ways_on:
                way.take_in(self._try(judge, self.done, way.temper, number), 0.0)
            for plan in plans:
                plan.take_in(self._try(judge, [plan.code], plan.temper, number), 0.0)
        way = max(ways_on, key=_mean)
        best = max(plans, key=_mean)
        self.promise = best.mean() - way.mean()
        self.instead = self._line(best.temper) if self.is_line else [best.code]
        self._best = best
        self._temper = way.temper

    def _line(self, temper: Temper) -> list[int]:
        """The whole deployment of somebody of a temper."""
        state = self.samples[0].copy()
        state.dice = dice = playout_dice(self.move, 0)
        codes = self.offered
        line: list[int] = []
        while codes and verb_of(codes[0]) in (DEPLOY, HOLD):
            code = choose(state, self.armies, codes, dice, temper)
            state.stack[-1].apply(state, self.armies, code)
            line.append(code)
            settle(state)
            top = state.stack[-1]
            is_on = isinstance(top, Deployment) and top.to_act(state) & self.armies
            codes = top.legal(state, self.armies) if is_on else []
        return line

    def check(self, judge: Judge, care: Care) -> bool:
        """Whether what was done is clearly the worse, and by how much."""
        best = self._best
        temper = self._temper
        if best is None or temper is None:
            return False
        tally = Tally()
        taken = 0.0
        for number in range(care.look, care.look + care.check):
            base = self._try(judge, self.done, temper, number)
            taken += base
            tally.take_in(self._try(judge, [best.code], best.temper, number), base)
        self.taken = _honestly(taken / care.check, self.samples[0], self.town, self.side)
        self.advised = _honestly(tally.mean(), self.samples[0], self.town, self.side)
        return self.cost >= LEAST and tally.is_clear(CLEAR, LEAST)

    def _manner(self, judge: Judge) -> Manner:
        tempers = by_role(self.samples[0].side)
        return Manner(tempers[self.side], [tempers[1 - self.side]], judge)

    def _try(self, judge: Judge, codes: list[int], temper: Temper, number: int) -> float:
        """Carry decisions out once, and the fight to its end; the chance to win that is left."""
        sample = self.samples[number % len(self.samples)]
        state = sample.copy()
        state.dice = playout_dice(self.move, number + 1)
        for code in codes:
            if state.winner >= 0 or state.stack[-1].refuse(state, self.armies, code) != OK:
                break  # there it was not possible, or was done already
            state.stack[-1].apply(state, self.armies, code)
            settle(state)
        tempers = by_role(sample.side)
        tempers[self.side] = temper
        fight_out(state, self.town, tempers, state.dice)
        return campaign_chance(state, sample.turn, self.side, judge, self.move + number)


def _mean(plan: Plan) -> float:
    return plan.mean()


def _kind(code: int) -> int:
    """What tells decisions apart that are told: not which of several units goes first, nor whether
    one fires near or far."""
    verb = verb_of(code)
    if verb in (FIRE, BOMBARD):
        return FIRE
    return verb << 8 | second_of(code) if verb in (MOVE, RETREAT) else verb


def chance_in_battle(
    samples: list[State], town: int, side: int, judge: Judge, playouts: int, seed: int
) -> float:
    """A side's chance to win as a fight stands, by playing it out."""
    total = 0.0
    for number in range(playouts):
        sample = samples[number % len(samples)]
        state = sample.copy()
        state.dice = playout_dice(seed, number)
        fight_out(state, town, by_role(sample.side), state.dice)
        total += campaign_chance(state, sample.turn, side, judge, seed + number)
    return _honestly(total / playouts, samples[0], town, side)


def _honestly(chance: float, state: State, town: int, side: int) -> float:
    """What playouts say of a side's chance to win; where all hangs on who holds the town it is put
    right as odds are."""
    fight = state.fight_at(town)
    if fight is None or state.aim != town:
        return chance
    return honest(chance) if side == fight.attacker else 1.0 - honest(1.0 - chance)


def costliest(choices: list[BattleChoice], judge: Judge, care: Care) -> list[BattleChoice]:
    """Of many decisions those that clearly cost something, one of each seat and fight."""
    found = [choice for choice in choices if choice.is_worth_a_look()]
    if len(found) > care.looked_at:
        # Evenly over the game.
        step = len(found) / care.looked_at
        found = [found[math.floor(number * step)] for number in range(care.looked_at)]
    for choice in found:
        choice.look(judge, care)
    found.sort(key=lambda choice: (-choice.promise, choice.move))
    fights: list[tuple[int, int, int]] = []
    picked: list[BattleChoice] = []
    for choice in found:
        key = (choice.turn, choice.town, choice.armies)
        if choice.promise >= LEAST and key not in fights and len(picked) < care.checked:
            fights.append(key)
            picked.append(choice)
    return [choice for choice in picked if choice.check(judge, care)]
