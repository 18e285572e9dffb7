"""Schemes: plans of two and three orders that are judged together.

Two marches may be worth much together and nothing alone: who closes one of two open cities has
closed none. So the best ways to go are tried in pairs, the best pairs with a third order, and only
then is anything left out. A city that must be held is held: a scheme that opens it is none.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.campaign.orders import Order, carry_out_all
from napoleon.ai.campaign.planner import GLANCE_ROLLS, Plan, Planner
from napoleon.ai.campaign.stakes import opens_city
from napoleon.rules.board.towns import SUPPLY_CITIES
from napoleon.rules.board.units import ARMY_OF, ARMY_UNITS
from napoleon.rules.engine.state import State

HEADS: Final = 10  # ways to go that are tried in pairs
CITY_HEADS: Final = 4  # and beyond them ways into supply cities
PAIRS: Final = 6  # pairs that are tried with a third order
PARTIES: Final = [1, 2, 3]  # sizes of what is sent apart from a group
MOST_PARTS: Final = 8  # ways to go, of each size, that are tried in such pairs
NEVER: Final = -1.0


def find_heads(state: State, ranked: list[Order], number: int, cities: int) -> list[Order]:
    """The best order of each way to go, so many of them, then some more that lead to cities."""
    found: list[Order] = []
    keys: list[tuple[int, int, int]] = []
    more = 0
    for order in ranked:
        if order.score < 0.0:
            continue
        key = (ARMY_OF[(order.units & -order.units).bit_length() - 1], order.start, order.goal())
        if key in keys:
            continue
        if len(found) >= number + more:
            if order.goal() not in SUPPLY_CITIES or more >= cities:
                continue
            more += 1
        keys.append(key)
        found.append(order)
    return found


def find_whole(state: State, ranked: list[Order], number: int) -> list[Order]:
    """The best ways for whole groups to go, so many of them."""
    whole: list[Order] = []
    for order in ranked:
        army = ARMY_OF[(order.units & -order.units).bit_length() - 1]
        if not state.at[order.start] & ARMY_UNITS[army] & ~order.units:
            whole.append(order)
    return find_heads(state, whole, number, 0)


def find_parts(state: State, ranked: list[Order]) -> list[Order]:
    """The best ways to go of whole groups and of small parties: one or two units, a garrison. Those
    into supply cities are among them in any case."""
    found = find_whole(state, ranked, MOST_PARTS)
    for number in PARTIES:
        party = [order for order in ranked if order.units.bit_count() == number]
        found += find_heads(state, party, MOST_PARTS, CITY_HEADS)
    return found


def part(order: Order, other: Order) -> Order | None:
    """The order without those whom another order sends elsewhere; None: nobody is left."""
    rest = order.units & ~other.units
    if rest == order.units:
        return order
    return Order(rest, order.start, order.path, order.is_forced) if rest else None


class Scheme:
    """Orders that are judged together."""

    __slots__ = ("orders", "value")

    def __init__(self, orders: list[Order], value: float) -> None:
        self.orders = orders
        self.value = value

    def is_with(self, order: Order) -> bool:
        """Whether an order sends somebody who is sent already."""
        for other in self.orders:
            if other.units & order.units:
                return True
        return False


class Schemer:
    """Finds schemes for one side on one full state."""

    __slots__ = ("planner", "state")

    def __init__(self, planner: Planner, state: State) -> None:
        planner.holds = True
        self.planner = planner
        self.state = state

    def worth(self, orders: list[Order], rolls: int) -> float:
        """What the position is worth after these orders; never, where nothing comes of one of them
        or where a city that must be held is opened."""
        after = carry_out_all(self.state, orders)
        for order in orders:
            if not order.units & after.marched:
                return NEVER
        if opens_city(self.state, after, self.planner.side):
            return NEVER
        return self.planner.worth(after, rolls)

    def find(self, ranked: list[Order], number: int = HEADS) -> list[Scheme]:
        """Schemes of one, two and three orders, the best first."""
        planner = self.planner
        heads = find_heads(self.state, ranked, number, CITY_HEADS)
        glance = min(GLANCE_ROLLS, planner.rolls)
        pairs: list[Scheme] = []
        for index, order in enumerate(heads):
            for other in heads[:index]:
                if not order.units & other.units:
                    orders = [other, order]
                    pairs.append(Scheme(orders, self.worth(orders, glance)))
        parts: list[Order] = []
        if planner.is_fine:
            parts = find_parts(self.state, ranked)
            pairs += self._part_groups(parts, glance)
        pairs.sort(key=lambda scheme: -scheme.value)
        triples: list[Scheme] = []
        for pair in pairs[:PAIRS]:
            for order in heads if not planner.is_fine else heads + parts:
                if not pair.is_with(order):
                    orders = [*pair.orders, order]
                    triples.append(Scheme(orders, self.worth(orders, glance)))
        triples.sort(key=lambda scheme: -scheme.value)
        singles = [Scheme([order], order.score) for order in heads]
        found = singles + pairs[: 2 * PAIRS] + triples[:PAIRS]
        found = [scheme for scheme in found if scheme.value >= 0.0]
        found.sort(key=lambda scheme: -scheme.value)
        return found

    def _part_groups(self, parts: list[Order], rolls: int) -> list[Scheme]:
        """Pairs in which also parts of one group go different ways: some here, the others there."""
        found: list[Scheme] = []
        for few in parts:
            for order in parts:
                is_first = few.units.bit_count() <= order.units.bit_count()
                if order.goal() == few.goal() or not is_first or order is few:
                    continue
                rest = part(order, few)
                if rest is not None:
                    orders = [few, rest]
                    found.append(Scheme(orders, self.worth(orders, rolls)))
        return found

    def refine(self, schemes: list[Scheme], number: int) -> list[Scheme]:
        """Look at the best so many again with all rolls."""
        best = schemes[:number]
        if self.planner.rolls > GLANCE_ROLLS:
            for scheme in best:
                scheme.value = self.worth(scheme.orders, self.planner.rolls)
        best.sort(key=lambda scheme: -scheme.value)
        return best


def make_scheme(planner: Planner, state: State, number: int = HEADS) -> Plan:
    """The plan of a commander who looks one turn ahead, and at more than one order at a time."""
    plan = Plan(state.copy())
    plan.value = planner.worth(state)
    schemer = Schemer(planner, state)
    ranked = planner.rank_orders(state)
    found = schemer.refine(schemer.find(ranked, number), PAIRS)
    best: Scheme | None = None
    most = 0.0
    for scheme in found:
        gain = scheme.value - plan.value
        for order in scheme.orders:
            gain -= planner.least(state, order)
        if gain >= most:
            most = gain
            best = scheme
    if best is None:
        return plan
    plan.state = carry_out_all(state, best.orders)
    plan.orders = best.orders
    plan.value = best.value
    keep = find_heads(state, ranked, 2 * number, CITY_HEADS)
    planner.go_on(plan, keep, 2)
    return plan
