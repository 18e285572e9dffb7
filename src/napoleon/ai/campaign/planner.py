"""Plans of a turn: which groups go where.

A plan is built order by order, each time the one after which the position is worth most. Attacks
are resolved in a moment (`quick.py`), several times with different dice.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.campaign.aims import aim_outlook, winner_by_aim
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.orders import (
    Order,
    candidate_orders,
    carry_out,
    carry_out_all,
    force_on,
    joint_attacks,
    sort_by_idea,
)
from napoleon.ai.campaign.quick import FIT, Fit, attack_chance, remove, resolve
from napoleon.ai.campaign.stakes import (
    cities_held,
    falling,
    last_chance,
    opens_city,
    would_starve,
)
from napoleon.ai.knowledge.worth import POINT_WORTH
from napoleon.rules.board.calendar import LAST_TURN, TURN_NIGHT, TURN_SIDE
from napoleon.rules.board.towns import SUPPLY_CITIES, TOWNS
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH,
    LEADERS,
    SIDE_UNITS,
    members,
)
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.state import NO_AIM, State

ROLLS: Final = 6  # times that the attacks of a plan are resolved
GLANCE_ROLLS: Final = 2  # and at a first glance
LOOKED_AT: Final = 16  # the orders that are looked at again after that
LOOKED_AT_AGAIN: Final = 4  # and of those that might be added to a plan
IDEAS: Final = 12  # ways to go that are tried with other parts of the group
WORTH_IT: Final = 0.0008  # what another order has to add to the chance of winning
ATTACK_WORTH_IT: Final = 0.006  # and an attack
CLOSING_FROM: Final = LAST_TURN - 3  # from then on pairs of open cities are thought of
CLOSING_HEADS: Final = 6  # ways into open cities that are tried in pairs


def finish_turn(state: State) -> int:
    """Supply and judgement at the end of a turn; the side that has won, or -1 (9, 10)."""
    side = state.side
    if side == FRENCH:
        for city in SUPPLY_CITIES:
            army = TOWNS[city].supplies
            if state.at[city] & ARMY_UNITS[FRENCH] and not state.defeated >> army & 1:
                for _ in range(TOWNS[city].supply_loss):
                    _remove_least(state, army)
    for army in range(3):
        lost = (state.lost & ARMY_UNITS[army]).bit_count()
        if lost >= DEFEAT_AT[army] and not state.defeated >> army & 1:
            _disband(state, army)
    if state.defeated & 6 == 6:
        return FRENCH
    if state.defeated & 1:
        return ALLIED
    if state.turn >= state.until:
        if state.aim != NO_AIM:
            return winner_by_aim(state)
        return FRENCH if cities_held(state).bit_count() >= 2 else ALLIED
    return -1


def _remove_least(state: State, army: int) -> None:
    best = -1
    least = 1000.0
    for town in range(len(state.at)):
        for unit in members(state.at[town] & ARMY_UNITS[army]):
            worth = POINT_WORTH[unit] * state.strength[unit]
            if LEADERS >> unit & 1:
                worth += 2.0
            if worth < least:
                least = worth
                best = unit
    if best >= 0:
        remove(state, best)


def wear_forced(state: State, dice: SeededDice) -> None:
    """Half of all forced marches cost a point (5.6)."""
    for unit in members(state.forced):
        if dice.roll(2) == 1:
            if state.strength[unit] <= 1:
                remove(state, unit)
            else:
                state.strength[unit] -= 1


def conclude_turn(state: State, dice: SeededDice, luck: int = -1, fit: Fit = FIT) -> int:
    """From the end of movement to the end of the turn, in a moment; the winner or -1. `luck`
    decides the first fight as in `resolve`."""
    if state.forced:
        wear_forced(state, dice)
    for fight in state.fights:
        resolve(state, fight, dice, luck, fit)
        luck = -1
    state.fights = []
    state.marched = 0
    state.marched2 = 0
    state.forced = 0
    state.group_army = []
    state.group_town = []
    state.group_units = []
    return finish_turn(state)


def value_of(
    state: State, judge: Judge, seed: int, rolls: int, fit: Fit, is_spare: bool = False
) -> float:
    """What a position at the end of movement is worth to the French, as a score. `is_spare`: nobody
    needs the state any more."""
    if not state.fights and not state.forced:
        after = state if is_spare else state.copy()
        return _judge_end(after, judge, finish_turn(after))
    if not state.fights or rolls == 1:
        total = 0.0
        for roll in range(rolls):
            after = state if is_spare and roll == rolls - 1 else state.copy()
            total += _judge(after, judge, SeededDice(seed + 7919 * roll), -1, fit)
        return total / rolls
    # Half of the rolls win the first fight and half lose it; they count by the chance of that.
    odds = attack_chance(state, state.fights[0], fit)
    won = 0.0
    lost = 0.0
    half = rolls // 2
    for roll in range(rolls):
        after = state.copy()
        dice = SeededDice(seed + 7919 * roll)
        if roll < half:
            won += _judge(after, judge, dice, 0, fit)
        else:
            lost += _judge(after, judge, dice, 999, fit)
    return odds * won / half + (1.0 - odds) * lost / (rolls - half)


def _judge(after: State, judge: Judge, dice: SeededDice, luck: int, fit: Fit) -> float:
    return _judge_end(after, judge, conclude_turn(after, dice, luck, fit))


def _judge_end(after: State, judge: Judge, winner: int) -> float:
    """What a position at the end of a turn is worth to the French."""
    if winner >= 0:
        return 1.0 if winner == FRENCH else 0.0
    return outlook(after, judge, after.turn + 1)


def outlook(state: State, judge: Judge, turn: int) -> float:
    """The chance that the French win, as this turn is about to begin."""
    if state.aim != NO_AIM:
        return aim_outlook(state, judge, turn)
    if turn == LAST_TURN:
        return last_chance(state, judge.is_far_sighted)
    base = judge.chance_at(state, turn)
    chance = base
    if TURN_SIDE[turn] == FRENCH and (judge.is_watchful or not TURN_NIGHT[turn]):
        for city in SUPPLY_CITIES:
            if would_starve(state, city):
                # The next French turn may be the end of an army.
                share = falling(state, city, turn, judge.is_far_sighted)
                if share > 0.0:
                    starved = max(base, _if_starved(state, judge, turn, city))
                    chance += share * (starved - chance)
    return chance


def _if_starved(state: State, judge: Judge, turn: int, city: int) -> float:
    """The outlook without the army that lives by a supply city."""
    after = state.copy()
    army = TOWNS[city].supplies
    for _ in range(TOWNS[city].supply_loss):
        _remove_least(after, army)
    _disband(after, army)
    if after.defeated & 6 == 6:
        return 1.0
    return judge.chance_at(after, turn)


def _disband(state: State, army: int) -> None:
    """A defeated army leaves the map."""
    state.defeated |= 1 << army
    for town in range(len(state.at)):
        for unit in members(state.at[town] & ARMY_UNITS[army]):
            remove(state, unit)


def closing_heads(state: State, ranked: list[Order]) -> list[Order]:
    """For each group the best of these orders that lead it into a supply city without Allies."""
    found: list[Order] = []
    keys: list[tuple[int, int]] = []
    for order in ranked:
        goal = order.goal()
        key = (order.start, goal)
        if goal in SUPPLY_CITIES and key not in keys and not state.at[goal]:
            keys.append(key)
            found.append(order)
    return found[:CLOSING_HEADS]


def copy_order(order: Order, score: float) -> Order:
    """The same order with another worth."""
    twin = Order(order.units, order.start, order.path, order.is_forced)
    twin.score = score
    return twin


class Plan:
    """The orders of a turn, and what comes of them."""

    __slots__ = ("orders", "state", "value")

    def __init__(self, state: State) -> None:
        self.state = state
        self.orders: list[Order] = []
        self.value = 0.0


class Planner:
    """Makes plans for one side on one full state: a sample of what it believes."""

    __slots__ = (
        "armies",
        "evaluations",
        "fit",
        "holds",
        "is_fine",
        "judge",
        "noise",
        "rolls",
        "seed",
        "side",
    )

    def __init__(
        self, judge: Judge, armies: int, seed: int, rolls: int = ROLLS, noise: float = 0.0
    ) -> None:
        self.judge = judge
        self.fit = judge.fit  # how the fights of its side are decided in a moment
        self.armies = armies
        self.side = FRENCH if armies & 1 else ALLIED
        self.seed = seed
        self.rolls = rolls
        self.noise = noise  # how far off the mark the worth of an order may be taken
        # Whether it minds cities on which all hangs: what opens one is no order, and two that stand
        # open are closed together.
        self.holds = False
        self.is_fine = False  # whether it thinks of more orders than come to mind at once
        self.evaluations = 0

    def worth(self, state: State, rolls: int = 0, is_spare: bool = False) -> float:
        """What a position at the end of movement is worth to this side. `is_spare`: nobody needs
        the state any more."""
        self.evaluations += 1
        rolls = rolls if rolls else self.rolls
        chance = value_of(state, self.judge, self.seed, rolls, self.fit, is_spare)
        return chance if self.side == FRENCH else 1.0 - chance

    def try_order(self, state: State, order: Order, rolls: int = 0) -> float:
        """What a position is worth after one more order."""
        after = state.copy()
        arrived = carry_out(after, order)
        if order.is_forced:
            force_on(after, order, arrived)
        if after.marched == state.marched:
            return -1.0
        if self.holds and opens_city(state, after, self.side):
            return -1.0
        return self.worth(after, rolls, is_spare=True)

    def rank_orders(self, state: State) -> list[Order]:
        """The orders worth a thought with their worth, the best first. A way to go is judged by
        the most and by the fewest who could take it; only the best ways are tried with the other
        parts of the group too. What looks best at a first glance is looked at again."""
        glance = min(GLANCE_ROLLS, self.rolls)
        ideas = sort_by_idea(candidate_orders(state, self.armies, self.is_fine))
        for idea in ideas:
            for order in idea.extremes:
                order.score = self.try_order(state, order, glance)
        ideas.sort(key=lambda idea: -idea.score())
        orders: list[Order] = []
        for idea in ideas:
            orders += idea.extremes
        for index, idea in enumerate(ideas):
            into_city = self.is_fine and idea.extremes[0].goal() in SUPPLY_CITIES
            if index >= IDEAS and not into_city:
                continue
            for order in idea.others:
                order.score = self.try_order(state, order, glance)
            orders += idea.others
        orders.sort(key=lambda order: -order.score)
        if glance < self.rolls:
            for order in orders[:LOOKED_AT]:
                order.score = self.try_order(state, order, self.rolls)
            orders.sort(key=lambda order: -order.score)
        if self.noise > 0.0:
            self._misjudge(orders)
        return orders

    def _misjudge(self, orders: list[Order]) -> None:
        """Be wrong about each order by chance."""
        dice = SeededDice(self.seed)
        for order in orders:
            if order.score >= 0.0:
                order.score += self.noise * (dice.roll(2001) - 1001) / 1000.0
        orders.sort(key=lambda order: -order.score)

    def add(self, plan: Plan, order: Order) -> None:
        """Take an order into a plan."""
        arrived = carry_out(plan.state, order)
        if order.is_forced:
            force_on(plan.state, order, arrived)
        plan.orders.append(order)
        plan.value = order.score

    def least(self, state: State, order: Order) -> float:
        """What an order has to add at least: the worth of an attack is less certain."""
        is_attack = state.at[order.goal()] & SIDE_UNITS[1 - self.side] != 0
        return ATTACK_WORTH_IT if is_attack else WORTH_IT

    def go_on(self, plan: Plan, keep: list[Order], most: int) -> None:
        """Add the best of some orders again and again, as long as it helps. A group that has
        marched is not there any more."""
        for _ in range(most):
            found = self._rank_again(plan.state, keep)
            best: Order | None = None
            most_gain = 0.0
            for order in found:
                gain = order.score - plan.value - self.least(plan.state, order)
                if gain >= most_gain:
                    most_gain = gain
                    best = order
            if best is None:
                return
            self.add(plan, best)

    def _rank_again(self, state: State, keep: list[Order]) -> list[Order]:
        """The best of some orders as they are worth now: a few of them, judged with care."""
        glance = min(GLANCE_ROLLS, self.rolls)
        found: list[Order] = []
        for old in keep:
            units = old.units & state.at[old.start] & ~state.marched
            if not units:
                continue
            order = Order(units, old.start, old.path, old.is_forced)
            order.score = self.try_order(state, order, glance)
            found.append(order)
        if glance < self.rolls:
            found.sort(key=lambda order: -order.score)
            found = found[:LOOKED_AT_AGAIN]
            for order in found:
                order.score = self.try_order(state, order, self.rolls)
        return found

    def rank_joint(self, state: State) -> list[list[Order]]:
        """Pairs of orders by which two groups attack one town together, the best first; their score
        is that of both."""
        pairs = joint_attacks(state, self.armies)
        for pair in pairs:
            after = state.copy()
            for order in pair:
                carry_out(after, order)
            score = self.worth(after)
            for order in pair:
                order.score = score
        pairs.sort(key=lambda pair: -pair[0].score)
        return pairs

    def rank_closing(self, state: State, ranked: list[Order]) -> list[list[Order]]:
        """Pairs of orders that close two supply cities at once in the last days, the best first: to
        close one of two that stand open gains nothing alone."""
        pairs: list[list[Order]] = []
        if not self.holds or self.side == FRENCH or state.turn < CLOSING_FROM:
            return pairs
        heads = closing_heads(state, ranked)
        for index, order in enumerate(heads):
            for other in heads[:index]:
                if order.goal() == other.goal() or order.units & other.units:
                    continue
                after = carry_out_all(state, [order, other])
                if not opens_city(state, after, self.side):
                    score = self.worth(after)
                    pairs.append([copy_order(order, score), copy_order(other, score)])
        pairs.sort(key=lambda pair: -pair[0].score)
        return pairs

    def make(self, state: State, most: int = 5, width: int = 60) -> Plan:
        """The plan of a commander who looks one turn ahead: after the first order only those that
        looked good at first are looked at again."""
        plan = Plan(state.copy())
        plan.value = self.worth(state)
        ranked = self.rank_orders(state)
        start = ranked[:1]
        for pair in self.rank_joint(state)[:1] + self.rank_closing(state, ranked)[:1]:
            if not start or pair[0].score >= start[0].score + WORTH_IT:
                start = pair
        if start and start[0].score >= plan.value + WORTH_IT:
            for order in start:
                self.add(plan, order)
            self.go_on(plan, ranked[:width], most - len(start))
        return plan

    def answer(self, state: State, most: int) -> Plan:
        """What the side would do to the enemy at once: attacks, and marches into supply cities."""
        plan = Plan(state.copy())
        plan.value = self.worth(state)
        enemies = SIDE_UNITS[1 - self.side]
        sharp = [
            order
            for order in candidate_orders(state, self.armies)
            if state.at[order.goal()] & enemies
            or order.goal() in SUPPLY_CITIES
            or order.goal() == state.aim
        ]
        # Small parties that attack are of little use; the many come first.
        sharp.sort(key=lambda order: -order.units.bit_count())
        self.go_on(plan, sharp[:most], 2)
        for pair in self.rank_joint(state)[:1]:
            if pair[0].score >= plan.value + WORTH_IT:
                plan = Plan(state.copy())
                for order in pair:
                    self.add(plan, order)
        return plan
