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
from napoleon.ai.battle.search import (
    PLAIN_EMPEROR,
    BattleSearch,
    Manner,
    Plan,
    campaign_chance,
    find_plans,
)
from napoleon.ai.battle.tactics import choose
from napoleon.ai.battle.temper import OFFICER, Temper, by_role
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.knowledge.tally import Tally
from napoleon.ai.opponents import FIGHT_CLEAR, FIGHT_FAITH, is_whole
from napoleon.rules.board.units import FRENCH, FRENCH_BIT
from napoleon.rules.engine.actions import (
    AREA_NAMES,
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
OTHER_DICE: Final = 10_000  # the number of the first trial of a second look
ASKED: Final = 2  # times that the staff is asked whether it would have advised what was done
GUESSES: Final = 12  # for each of them
NEARLY: Final = 2  # units that stand elsewhere in a deployment that is as good as the same
PATIENCE: Final = 16  # trials of it, before it may be given up


class Care:
    """How carefully battles are gone through again."""

    __slots__ = ("ask", "check", "checked", "glance", "look", "looked_at")

    def __init__(
        self, glance: int, look: int, looked_at: int, check: int, checked: int, ask: int
    ) -> None:
        self.glance = glance  # playouts in all that say how a single battle stood
        self.look = look  # times that the better plans are tried at the first look
        self.looked_at = looked_at  # decisions of a game that get one
        self.check = check  # times that two plans are tried at the second, on a guess each
        self.checked = checked  # decisions that get that
        self.ask = ask  # playouts with which the staff says whether it would have advised one


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
        "round",
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
        self.round = 0  # of the battle
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
        """Whether the staff would not at once have done the same, whatever it guessed."""
        if len(self.offered) < 2 or not self.done:
            return False
        if self.is_line:
            return True
        if verb_of(self.done[0]) not in WEIGHED:
            return False
        state = self.samples[0]
        own = by_role(state.side)[self.side] if is_whole(state) else OFFICER
        for sample in self.samples:
            code = choose(sample, self.armies, self.offered, playout_dice(self.move, 0), own)
            if _kind(code) == _kind(self.done[0]):
                return False
        return True

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
                way.take_in(self._try(manner, self.done, way.temper, self.samples, number), 0.0)
            for plan in plans:
                plan.take_in(self._try(manner, [plan.code], plan.temper, self.samples, number), 0.0)
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

    def check(self, samples: list[State], judge: Judge, playouts: int) -> bool:
        """Whether what was done is clearly the worse, and by how much: each guess is tried once,
        since what hangs on the guess is no clearer for being tried again. `playouts` are for the
        question whether the staff would have advised it."""
        best = self._best
        temper = self._temper
        if best is None or temper is None:
            return False
        manner = self._manner(judge)
        tally = Tally()
        taken = 0.0
        for number in range(len(samples)):
            dice = OTHER_DICE + number
            base = self._try(manner, self.done, temper, samples, dice)
            taken += base
            tally.take_in(self._try(manner, [best.code], best.temper, samples, dice), base)
            if number >= PATIENCE and tally.is_hopeless(LEAST):
                return False
        self.taken = _honestly(taken / len(samples), samples[0], self.town, self.side)
        self.advised = _honestly(tally.mean(), samples[0], self.town, self.side)
        if self.cost < LEAST or not tally.is_clear(CLEAR, LEAST):
            return False
        return not self.is_advised(samples, judge, playouts)

    def is_advised(self, samples: list[State], judge: Judge, playouts: int) -> bool:
        """Whether the staff would have advised what was done, when asked for it at the table."""
        state = samples[0]
        manner = PLAIN_EMPEROR
        if is_whole(state):
            tempers = by_role(state.side)
            foes = [tempers[1 - self.side], OFFICER]
            own = tempers[self.side]
            manner = Manner(own, foes, judge, FIGHT_CLEAR, FIGHT_FAITH, is_fine=True)
        for number in range(ASKED):
            search = BattleSearch()
            seed = self.move + OTHER_DICE * (number + 1)
            part = samples[number * GUESSES : (number + 1) * GUESSES]
            code = search.choose(part, self.armies, self.offered, playouts, seed, 0.0, manner)
            if not self.is_line:
                if _kind(code) == _kind(self.done[0]):
                    return True
            elif search.line is None or self._is_like(self._line(search.line)):
                return True
        return False

    def _is_like(self, line: list[int]) -> bool:
        """Whether a deployment is that of the seat, but for a unit or two."""
        apart = 0
        for area in range(len(AREA_NAMES)):
            own = sum([1 for code in self.done if _is_sent_to(code, area)])
            apart += abs(own - sum([1 for code in line if _is_sent_to(code, area)]))
        return apart <= NEARLY

    def _manner(self, judge: Judge) -> Manner:
        """How the staff fights there, as it does at the table, and what it expects of the enemy: he
        is of one mind or the other."""
        state = self.samples[0]
        if not is_whole(state):
            return Manner(OFFICER, [OFFICER], judge)
        tempers = by_role(state.side)
        return Manner(tempers[self.side], [tempers[1 - self.side], OFFICER], judge)

    def _try(
        self, manner: Manner, codes: list[int], temper: Temper, samples: list[State], number: int
    ) -> float:
        """Carry decisions out once, and the fight to its end; the chance to win that is left."""
        sample = samples[number % len(samples)]
        state = sample.copy()
        state.dice = playout_dice(self.move, number + 1)
        for code in codes:
            if state.winner >= 0 or state.stack[-1].refuse(state, self.armies, code) != OK:
                break  # there it was not possible, or was done already
            state.stack[-1].apply(state, self.armies, code)
            settle(state)
        foes = manner.foes
        foe = foes[number % len(foes)]
        tempers = [foe, foe]
        tempers[self.side] = temper
        fight_out(state, self.town, tempers, state.dice)
        assert manner.judge is not None
        return campaign_chance(state, sample.turn, self.side, manner.judge, self.move + number)


def _is_sent_to(code: int, area: int) -> bool:
    return verb_of(code) == DEPLOY and second_of(code) == area


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


def pick(
    choices: list[BattleChoice], judge: Judge, care: Care, is_short: bool
) -> list[BattleChoice]:
    """Of many decisions those that seem to have cost most, and are worth a second look: one of each
    seat and fight, in a single battle of each round of it."""
    found = [choice for choice in choices if choice.is_worth_a_look()]
    if len(found) > care.looked_at:
        # Evenly over the game.
        step = len(found) / care.looked_at
        found = [found[math.floor(number * step)] for number in range(care.looked_at)]
    for choice in found:
        choice.look(judge, care)
    found.sort(key=lambda choice: (-choice.promise, choice.move))
    keys: list[tuple[int, int, int, int]] = []
    picked: list[BattleChoice] = []
    for choice in found:
        key = (choice.turn, choice.town, choice.armies, choice.round if is_short else 0)
        if choice.promise >= LEAST and key not in keys and len(picked) < care.checked:
            keys.append(key)
            picked.append(choice)
    return picked
