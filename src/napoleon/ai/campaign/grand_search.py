"""The emperor on the map: schemes of several orders, compared by how the next turns go.

Schemes are found on a few samples of what the emperor believes, and valued at a glance on all of
them. Each is then carried out again and again: its battles are fought out by the tempers that fight
best, the enemy answers with a plan of his own, the emperor's side with another, and so on for some
turns; what is left is valued. All schemes meet the same samples and the same dice. The worse half
is dropped, and so on.
"""

from __future__ import annotations

import time
from typing import Final

from napoleon.ai.battle.temper import OFFICER, by_role
from napoleon.ai.campaign.contest import Contest, Course, Trial
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.last_turn import last_marches
from napoleon.ai.campaign.nets import find_nets
from napoleon.ai.campaign.orders import Order, candidate_orders, carry_out_all, sort_by_idea
from napoleon.ai.campaign.planner import (
    ATTACK_WORTH_IT,
    GLANCE_ROLLS,
    WORTH_IT,
    Plan,
    Planner,
    conclude_turn,
    outlook,
)
from napoleon.ai.campaign.quick import BOLD, STERN, Fit
from napoleon.ai.campaign.schemes import (
    Scheme,
    Schemer,
    find_heads,
    find_whole,
)
from napoleon.ai.campaign.search import finish_fights, key_of
from napoleon.ai.campaign.stakes import at_the_brink, opens_city
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.towns import SUPPLY_CITIES
from napoleon.rules.board.units import FRENCH, SIDE_BITS, SIDE_UNITS, UNITS_OF_ARMIES, count
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.state import NO_AIM, State

LEAST_GAIN: Final = 0.001  # by so much a scheme must be better to be preferred to the first
FAITH: Final = 6.0  # trials that what it promises at a glance counts for
PLAYED_OUT: Final = 5  # turns left, from which on all is thought of, to the end of the campaign
FINE_HEADS: Final = 20  # ways to go that are tried as they are then
FINE_REFINED: Final = 16  # and schemes of a sample that are looked at with care
# Trials go to the end then: what plans promise counts for little, and none is given up soon.
LATE_FAITH: Final = 1.0
LATE_PATIENCE: Final = 20
OVERLOOKED: Final = 0.1  # what counts as if the enemy did not answer
STRIKES: Final = 4  # attacks that may be the end of an army and are tried whatever they promise
SOURCES: Final = 4  # samples on which schemes are sought
REFINED: Final = 8  # schemes of a sample that are looked at with care
SHARE_TO_FIND: Final = 0.4  # of the time, at most, for finding schemes
SWIFT_HEADS: Final = 8  # ways to go that a swift reply tries as a second order
FRESH: Final = 10_000  # from this number on dice have chosen no plan
# Of the quiet marches a reply thinks of one in so many: the first one, and those of later turns.
QUIET_SHARE: Final = 2
LATER_QUIET_SHARE: Final = 4


def begin_next_turn(state: State) -> None:
    """A new turn in a state that is only reckoned with; its phases are left as they are."""
    state.turn += 1
    for road in range(len(state.road_use)):
        state.road_use[road] = 0
        state.river_use[road] = 0
    state.blocks = []
    state.disordered = 0


def reply(planner: Planner, state: State, number: int = 0, share: int = QUIET_SHARE) -> State:
    """What a side would do in a hurry: its best order, or two groups that attack together, and one
    more for the rest; the state after its marches. Of the quiet marches one in `share` is thought
    of, which ones depends on the number."""
    plan = Plan(state.copy())
    plan.value = planner.worth(state)
    ranked: list[Order] = []
    enemies = SIDE_UNITS[1 - planner.side]
    for index, idea in enumerate(sort_by_idea(candidate_orders(state, planner.armies))):
        goal = idea.extremes[0].goal()
        is_sharp = state.at[goal] & enemies != 0 or goal in SUPPLY_CITIES
        if not is_sharp and (index + number) % share:
            continue
        for order in idea.extremes if is_sharp else idea.extremes[:1]:
            order.score = planner.try_order(state, order)
            ranked.append(order)
    ranked.sort(key=lambda order: -order.score)
    start = ranked[:1]
    for pair in planner.rank_joint(state)[:1]:
        if not start or pair[0].score >= start[0].score + WORTH_IT:
            start = pair
    if start and start[0].score >= plan.value + planner.least(state, start[0]):
        for order in start:
            planner.add(plan, order)
        planner.go_on(plan, find_heads(state, ranked, SWIFT_HEADS, 0), 2)
    if at_the_brink(state) != 0:
        for net in find_nets(state, planner.armies):
            after = carry_out_all(state, net)
            worth = planner.worth(after)
            if worth > plan.value + ATTACK_WORTH_IT:
                plan.state = after
                plan.value = worth
    return plan.state


class GrandSearch(Contest):
    """Compares schemes for the side whose turn it is."""

    __slots__ = ("depth", "expected", "foe_fit", "foes", "is_thorough", "own_fit", "plans")

    def __init__(self, judge: Judge, armies: int, seed: int, depth: int) -> None:
        super().__init__(judge, armies, seed, LEAST_GAIN, faith=FAITH)
        self.is_thorough = False  # whether there is time to think of all in the last turns
        self.depth = depth  # turns that are played on after the own one
        self.own_fit = judge.fit  # how its own attacks are decided in a moment
        self.foe_fit = judge.fit  # and those of the enemy
        self.foes = [by_role(self.side)[1 - self.side]]  # the tempers of the enemy, in turn
        self.plans: list[Trial] = []  # those compared, the one chosen first
        self.expected = 0.0  # the chance to win with the plan that was chosen

    def be_bold(self) -> None:
        """Count on attacks as those of emperors go, and on enemies of two minds."""
        if self.judge.fit.is_grave:
            self.own_fit = BOLD
            if self.side == FRENCH:
                self.foe_fit = STERN
        self.foes = [self.foes[0], OFFICER]

    def find_plans(self, samples: list[State], width: int, deadline: float) -> list[Trial]:
        """Schemes that are worth comparing, the most promising first."""
        is_late = LAST_TURN - samples[0].turn <= PLAYED_OUT
        is_fine = self.is_thorough and is_late
        if is_fine:
            self.faith = LATE_FAITH
            self.patience = LATE_PATIENCE
        found: list[Scheme] = []
        keys: list[list[tuple[int, int, bool]]] = []
        for number, sample in enumerate(samples[:SOURCES]):
            planner = Planner(self.judge, self.armies, self.seed + number)
            planner.fit = self.own_fit
            planner.holds = True
            planner.is_fine = is_fine
            base = planner.worth(sample)
            ranked = planner.rank_orders(sample)
            schemes = self._find_schemes(planner, sample, ranked)
            keep = find_heads(sample, ranked, 2 * SWIFT_HEADS, 2)
            for scheme in schemes:
                if found and deadline > 0.0 and time.monotonic() > deadline:
                    break
                if is_fine:
                    self._take(found, keys, Scheme(scheme.orders[:], scheme.value - base))
                self._round_off(planner, sample, scheme, keep)
                scheme.value -= base
                self._take(found, keys, scheme)
            if deadline > 0.0 and time.monotonic() > deadline:
                break
        self._glance(samples, found, deadline)
        # Of plans that are as good the one first that does least.
        found.insert(0, Scheme([], 0.0))
        found.sort(key=lambda scheme: -scheme.value)
        best = found[: width - 1]
        best += self._strikes(samples[0], found[width - 1 :])
        if all(scheme.orders for scheme in best):
            best.append(Scheme([], 0.0))
        return [Trial(scheme.orders, scheme.value - best[0].value) for scheme in best]

    def _find_schemes(self, planner: Planner, sample: State, ranked: list[Order]) -> list[Scheme]:
        """Schemes that look good on one sample: the best of all, nets, single orders where all is
        to be thought of, and attacks of two groups together."""
        schemer = Schemer(planner, sample)
        number = FINE_REFINED if planner.is_fine else REFINED
        schemes = schemer.refine(schemer.find(ranked), number)
        for net in find_nets(sample, self.armies):
            worth = schemer.worth(net, planner.rolls)
            if worth >= 0.0:
                schemes.append(Scheme(net, worth))
        if planner.is_fine:
            heads = find_heads(sample, ranked, FINE_HEADS, 2)
            for order in find_whole(sample, ranked, FINE_HEADS) + heads:
                schemes.append(Scheme([order], order.score))
        for pair in planner.rank_joint(sample)[:2]:
            schemes.append(Scheme(pair, pair[0].score))
        return schemes

    def _strikes(self, state: State, schemes: list[Scheme]) -> list[Scheme]:
        """The heaviest attacks on armies that a fight could be the end of: what those are worth
        only trials can tell."""
        enemies = UNITS_OF_ARMIES[at_the_brink(state) & ~SIDE_BITS[self.side]]
        found: list[tuple[int, int]] = []
        for index, scheme in enumerate(schemes):
            sent = 0
            for order in scheme.orders:
                if state.at[order.goal()] & enemies:
                    sent |= order.units
            if sent:
                found.append((-count(sent), index))
        found.sort()
        return [schemes[index] for _, index in found[:STRIKES]]

    def _take(
        self,
        found: list[Scheme],
        keys: list[list[tuple[int, int, bool]]],
        scheme: Scheme,
    ) -> None:
        """Count a scheme in, unless it is there already."""
        key = key_of(scheme.orders)
        if key not in keys:
            keys.append(key)
            found.append(scheme)

    def _glance(self, samples: list[State], found: list[Scheme], deadline: float) -> None:
        """Value schemes by what they gain on all samples: each was made for one of them."""
        if deadline > 0.0 and time.monotonic() > deadline:
            return
        planners: list[Planner] = []
        bases: list[float] = []
        for number, sample in enumerate(samples):
            planner = Planner(self.judge, self.armies, self.seed + number, GLANCE_ROLLS)
            planner.fit = self.own_fit
            planners.append(planner)
            bases.append(planner.worth(sample))
        for scheme in found:
            if deadline > 0.0 and time.monotonic() > deadline:
                return
            total = 0.0
            for number, sample in enumerate(samples):
                after = carry_out_all(sample, scheme.orders)
                if opens_city(sample, after, self.side):
                    total -= bases[number]
                else:
                    total += planners[number].worth(after, is_spare=True) - bases[number]
            scheme.value = total / len(samples)

    def _round_off(
        self, planner: Planner, sample: State, scheme: Scheme, keep: list[Order]
    ) -> None:
        """Add what helps to a scheme."""
        plan = Plan(carry_out_all(sample, scheme.orders))
        plan.value = scheme.value
        plan.orders = scheme.orders[:]
        planner.go_on(plan, keep, 2)
        scheme.orders = plan.orders
        scheme.value = plan.value

    def make(
        self, samples: list[State], width: int, trials: int, deadline: float = 0.0
    ) -> list[Order]:
        """The orders of the best scheme, found by about so many trials in all."""
        now = time.monotonic()
        until = now + (deadline - now) * SHARE_TO_FIND if deadline > 0.0 else 0.0
        plans = self.find_plans(samples, width, until)
        best = self.compare(plans, samples, trials, deadline)
        self.expected = best.mean()
        self.plans = [best, *[trial for trial in plans if trial is not best]]
        return best.orders

    def try_again(
        self, samples: list[State], least: int, most: int, deadline: float
    ) -> tuple[Trial, Trial]:
        """The plan that was chosen, and that of doing nothing, with other dice than those by which
        it was chosen: of many plans the one that was luckiest in its trials looks better than it
        is. At least and at most so many trials, till the deadline."""
        chosen = Trial(self.plans[0].orders)
        idle = Trial([])
        for number in range(most):
            if number >= least and deadline > 0.0 and time.monotonic() > deadline:
                break
            sample = samples[number % len(samples)]
            base = self.attempt(sample, idle, FRESH + number)
            idle.take_in(base, base)
            value = self.attempt(sample, chosen, FRESH + number) if chosen.orders else base
            chosen.take_in(value, base)
        return (chosen, idle) if chosen.orders else (idle, idle)

    def attempt(self, sample: State, trial: Trial, number: int) -> float:
        """Carry a plan out once, and play on for some turns; the own side's chance to win."""
        state = carry_out_all(sample, trial.orders)
        dice = SeededDice(self.seed * 31 + number, 15)
        tempers = by_role(self.side)
        tempers[1 - self.side] = self.foes[number % len(self.foes)]
        winner = finish_fights(state, dice, tempers)
        course = trial.course
        course.number += 1
        if winner < 0:
            chance = self._play_on(sample, state, dice, number, course)
            if self.depth > 0:
                # The enemy may overlook what he could do.
                chance += OVERLOOKED * (outlook(state, self.judge, state.turn) - chance)
        else:
            course.note(sample, state, self.side)
            chance = 1.0 if winner == FRENCH else 0.0
        return chance if self.side == FRENCH else 1.0 - chance

    def _last_turn(self, state: State, dice: SeededDice, number: int, fit: Fit) -> float:
        """The French march as well as they can, and what they attack is fought for."""
        chance, orders = last_marches(state, self.judge, self.seed + number, fit)
        after = carry_out_all(state, orders)
        if not after.fights:
            return chance
        tempers = by_role(FRENCH)
        if self.side != FRENCH:
            tempers[0] = self.foes[number % len(self.foes)]
        return 1.0 if finish_fights(after, dice, tempers) == FRENCH else 0.0

    def _play_on(
        self, sample: State, state: State, dice: SeededDice, number: int, course: Course
    ) -> float:
        """Some turns in a hurry, then what is left: the chance that the French win. What the enemy
        does first goes into the course; `sample` is as it was before the plan."""
        is_first = True
        for ahead in range(self.depth):
            if state.turn >= LAST_TURN:
                break
            planner = Planner(self.judge, SIDE_BITS[state.side], self.seed + number, rolls=1)
            planner.fit = self.own_fit if state.side == self.side else self.foe_fit
            share = LATER_QUIET_SHARE if ahead else QUIET_SHARE
            state = reply(planner, state, number, share)
            if is_first:
                for fight in state.fights:
                    course.struck[fight.town] += 1
            winner = conclude_turn(state, dice, -1, planner.fit)
            if is_first:
                course.note(sample, state, self.side)
                is_first = False
            if winner >= 0:
                return 1.0 if winner == FRENCH else 0.0
            begin_next_turn(state)
        if is_first:
            course.note(sample, state, self.side)
        if state.turn == LAST_TURN and state.aim == NO_AIM:
            fit = self.own_fit if self.side == FRENCH else self.foe_fit
            return self._last_turn(state, dice, number, fit)
        return outlook(state, self.judge, state.turn)
