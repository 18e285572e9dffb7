"""Orders: which units of a group go where. A plan of a turn is a few orders."""

from __future__ import annotations

from typing import Final

from napoleon.ai.knowledge.geography import CITIES
from napoleon.ai.knowledge.worth import POINT_WORTH, best_of
from napoleon.rules.board.towns import ADJACENT, NEIGHBOURS
from napoleon.rules.board.units import (
    ARMY_OF,
    ARMY_UNITS,
    CAVALRIES,
    FOOT,
    FOOT_GUNS,
    INFANTRIES,
    LEADERS,
    MOUNTED,
    SIDE_OF,
    SIDE_UNITS,
    members,
)
from napoleon.rules.engine.refusals import OK
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import (
    GROUP_LIMIT,
    LEADER_OF,
    MARCHES,
    Movement,
    are_joined,
    groups_used,
    refuse_forced_march,
    refuse_march,
    step_along,
)

MOST_TO_FORCE: Final = 8
GARRISONS: Final = [2, 3]  # units that can hold a town against few


class Order:
    """Some units of one group march along a path; `is_forced`: its last step is a forced march."""

    __slots__ = ("is_forced", "path", "score", "start", "units")

    def __init__(self, units: int, start: int, path: list[int], is_forced: bool) -> None:
        self.units = units
        self.start = start
        self.path = path
        self.is_forced = is_forced
        self.score = 0.0

    def goal(self) -> int:
        """Where it ends."""
        return self.path[len(self.path) - 1]


class Idea:
    """A way for a group to go, and the orders that send it, or a part of it, that way."""

    __slots__ = ("extremes", "others")

    def __init__(self, order: Order) -> None:
        self.extremes = [order]  # the most, and the fewest, who could go
        self.others: list[Order] = []

    def take_in(self, order: Order) -> None:
        """Count an order in, after those with more units or as many."""
        if len(self.extremes) == 2:
            self.others.append(self.extremes.pop())
        self.extremes.append(order)

    def score(self) -> float:
        """What it is worth, by the most and the fewest."""
        return max([order.score for order in self.extremes])


def sort_by_idea(orders: list[Order]) -> list[Idea]:
    """The ways to go, and who could go each of them."""
    found: dict[tuple[int, int, int, int], Idea] = {}
    for order in sorted(orders, key=lambda order: -order.units.bit_count()):
        through = order.path[0] if len(order.path) > 1 else -1
        army = ARMY_OF[(order.units & -order.units).bit_length() - 1]
        key = (army, order.start, through, order.goal())
        if key in found:
            found[key].take_in(order)
        else:
            found[key] = Idea(order)
    return list(found.values())


def march_order(state: State, units: int) -> list[int]:
    """The units as they set out, those who matter most first: a road may not carry them all."""
    scored: list[tuple[float, int]] = []
    for unit in members(units):
        scored.append((-POINT_WORTH[unit] * state.strength[unit], unit))
    scored.sort()
    return [unit for _, unit in scored]


def normal_steps(order: Order, unit: int) -> int:
    """How much of its way a unit marches before any forced march: who is mounted rides two towns,
    where those on foot need a forced march for the second (5.3, 5.6)."""
    if not order.is_forced:
        return len(order.path)
    return min(len(order.path), 2) if MOUNTED >> unit & 1 else len(order.path) - 1


def carry_out(state: State, order: Order) -> int:
    """March as ordered, as far as the rules let each unit; returns the units that got there."""
    arrived = 0
    queue = march_order(state, order.units)
    for unit in queue:
        got = True
        for index in range(normal_steps(order, unit)):
            if refuse_march(state, unit, order.path[index]) != OK:
                got = False
                break
            step_along(state, unit, order.path[index], False)
        if got:
            arrived |= 1 << unit
    state.log = []
    return arrived


def force_on(state: State, order: Order, arrived: int) -> None:
    """The forced step of an order, once all normal marches are done."""
    goal = order.goal()
    for unit in march_order(state, arrived):
        if refuse_forced_march(state, unit, goal) == OK:
            step_along(state, unit, goal, True)
    state.log = []


def carry_out_all(state: State, orders: list[Order]) -> State:
    """A copy in which these orders are carried out, the forced marches last."""
    after = state.copy()
    arrived: list[int] = []
    for order in orders:
        arrived.append(carry_out(after, order))
    for index, order in enumerate(orders):
        if order.is_forced:
            force_on(after, order, arrived[index])
    return after


def carry_on(state: State, orders: list[Order]) -> State:
    """A copy in which what is left of these orders is carried out: some of the units may be on
    their way, or all marches done but the forced ones."""
    after = state.copy()
    top = state.stack[-1]
    is_marching = not isinstance(top, Movement) or top.step == MARCHES
    forced: list[tuple[int, int]] = []
    for order in orders:
        stops = [order.start, *order.path[:-1]]
        for unit in march_order(after, order.units):
            if after.where[unit] not in stops:
                continue
            index = stops.index(after.where[unit])
            normal = normal_steps(order, unit)
            while is_marching and index < normal:
                if refuse_march(after, unit, order.path[index]) != OK:
                    break
                step_along(after, unit, order.path[index], False)
                index += 1
            if order.is_forced and index == len(order.path) - 1 and index >= normal:
                forced.append((unit, order.goal()))
    for unit, goal in forced:
        if refuse_forced_march(after, unit, goal) == OK:
            step_along(after, unit, goal, True)
    after.log = []
    return after


def _selections(state: State, units: int, is_fine: bool) -> list[int]:
    """The parts of a group that are worth moving on their own; finely: also enough of them to hold
    a town, and the others."""
    number = units.bit_count()
    found = [units]
    if number == 1:
        return found
    cavalry = units & CAVALRIES
    mounted = units & MOUNTED
    if mounted and mounted != units:
        found.append(mounted)
    if cavalry and cavalry not in found:
        found.append(cavalry)
        light = members(cavalry)
        if len(light) > 1:
            weakest = min(light, key=lambda unit: POINT_WORTH[unit] * state.strength[unit])
            found.append(1 << weakest)
    if number >= 3:
        foot = units & INFANTRIES
        last = foot if foot else units & ~LEADERS
        weakest = min(members(last), key=lambda unit: POINT_WORTH[unit] * state.strength[unit])
        found.append(units & ~(1 << weakest))
        found.append(1 << weakest)
        found.append(best_of(state.strength, units & ~LEADERS, 1))
    if number >= 5:
        half = best_of(state.strength, units & ~LEADERS, number // 2)
        found.append(half)
        found.append(units & ~half)
    elif number == 2:
        for unit in members(units):
            found.append(1 << unit)
    if is_fine and number >= 4:
        for few in GARRISONS:
            if few < number:
                best = best_of(state.strength, units & ~LEADERS, few)
                found.append(best)
                found.append(units & ~best)
    unique: list[int] = []
    for mask in found:
        if mask and mask not in unique:
            unique.append(mask)
    return unique


def open_groups(state: State, armies: int) -> list[tuple[int, int]]:
    """The units that could still march: those of activated groups, and of groups that may yet be
    activated; as pairs of town and units of one army."""
    found: list[tuple[int, int]] = []
    grouped = 0
    for index in range(len(state.group_units)):
        army = state.group_army[index]
        grouped |= state.group_units[index]
        if armies >> army & 1:
            town = state.group_town[index]
            units = state.group_units[index] & ~state.marched & ~state.lost & state.at[town]
            if units:
                found.append((town, units))
    for army in range(3):
        if armies >> army & 1 and groups_used(state, army) < GROUP_LIMIT[army]:
            for town in range(len(state.at)):
                units = state.at[town] & ARMY_UNITS[army] & ~grouped & ~state.marched
                if units:
                    found.append((town, units))
    return found


def candidate_orders(state: State, armies: int, is_fine: bool = False) -> list[Order]:
    """All orders that a sensible commander might think of; finely: also forced marches to where
    nothing is yet to be had, and more ways to part a group."""
    found: list[Order] = []
    for town, units in open_groups(state, armies):
        army = ARMY_OF[(units & -units).bit_length() - 1]
        enemies = SIDE_UNITS[1 - SIDE_OF[army]]
        if state.at[town] & enemies:
            continue
        for mask in _selections(state, units, is_fine):
            _orders_of(state, found, town, mask, enemies, is_fine)
    return found


def joint_attacks(state: State, armies: int) -> list[list[Order]]:
    """Pairs of orders by which two whole groups attack one town together (5.2)."""
    found: list[list[Order]] = []
    if state.is_night:
        return found
    groups = open_groups(state, armies)
    for index in range(len(groups)):
        town, units = groups[index]
        enemies = SIDE_UNITS[1 - SIDE_OF[ARMY_OF[(units & -units).bit_length() - 1]]]
        if state.at[town] & enemies or _is_only_guns(units):
            continue
        for other, others in groups[:index]:
            if state.at[other] & enemies or _is_only_guns(others):
                continue
            for goal in NEIGHBOURS[town]:
                if state.at[goal] & enemies and are_joined(town, other, goal):
                    found.append(
                        [Order(units, town, [goal], False), Order(others, other, [goal], False)]
                    )
    return found


def _orders_of(
    state: State, found: list[Order], town: int, mask: int, enemies: int, is_fine: bool
) -> None:
    all_mounted = not mask & FOOT
    number = mask.bit_count()
    for near in NEIGHBOURS[town]:
        is_attack = (state.at[near] & enemies) != 0
        if is_attack:
            if not state.is_night and not _is_only_guns(mask):
                found.append(Order(mask, town, [near], False))
            continue
        found.append(Order(mask, town, [near], False))
        may_force = not state.is_night and number <= MOST_TO_FORCE
        if not all_mounted and not may_force:
            continue
        for far in NEIGHBOURS[near]:
            if far == town:
                continue
            is_attack = (state.at[far] & enemies) != 0
            if is_attack and (state.is_night or _is_only_guns(mask)):
                continue
            if all_mounted:
                found.append(Order(mask, town, [near, far], False))
                if may_force and not is_attack and number <= 4:
                    for end in NEIGHBOURS[far]:
                        # The third town is worth the risk only where it matters.
                        if end in CITIES and end not in (town, near):
                            found.append(Order(mask, town, [near, far, end], True))
            elif is_attack or far in CITIES or (is_fine and not ADJACENT[town] >> far & 1):
                found.append(Order(mask, town, [near, far], True))


def _is_only_guns(mask: int) -> bool:
    return not mask & ~(FOOT_GUNS | LEADERS)


def leaders_to_show(state: State) -> int:
    """The leaders with whom two or more of their force-marching units stand."""
    mask = 0
    for army in range(3):
        leader = LEADER_OF[army]
        town = state.where[leader]
        if town >= 0 and (state.at[town] & state.forced & ARMY_UNITS[army]).bit_count() >= 2:
            mask |= 1 << leader
    return mask
