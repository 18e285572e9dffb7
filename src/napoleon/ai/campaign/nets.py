"""Nets: attacks after which the enemy has nowhere to go (7.1).

Who must leave a fight and finds every town next to it held by enemies is eliminated, the smallest
party first of all (6.6). So every way out is closed: by whoever stands there already, by one who is
sent there, and by one who stays where the attackers came from.
"""

from __future__ import annotations

from napoleon.ai.campaign.orders import Order, open_groups
from napoleon.ai.knowledge.worth import POINT_WORTH
from napoleon.rules.board.towns import NEIGHBOURS
from napoleon.rules.board.units import (
    ALLIED,
    FOOT_GUNS,
    FRENCH,
    FRENCH_BIT,
    LEADERS,
    MOUNTED,
    SIDE_UNITS,
    members,
)
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import are_joined


def find_nets(state: State, armies: int) -> list[list[Order]]:
    """The orders of every net that these armies could draw today."""
    found: list[list[Order]] = []
    if state.is_night:
        return found
    side = FRENCH if armies & FRENCH_BIT else ALLIED
    groups = open_groups(state, armies)
    for town in range(len(state.at)):
        if not state.at[town] & SIDE_UNITS[1 - side]:
            continue
        friends = [near for near in NEIGHBOURS[town] if state.at[near] & SIDE_UNITS[1 - side]]
        if friends:
            continue  # they have friends to go to
        for index in range(len(groups)):
            if groups[index][0] in NEIGHBOURS[town]:
                net = _draw(state, side, groups, town, index)
                if net:
                    found.append(net)
    return found


def _draw(
    state: State, side: int, groups: list[tuple[int, int]], town: int, first: int
) -> list[Order]:
    """The net around a town for which the group of this number attacks; nothing, if a way out
    cannot be closed."""
    left = [units for _, units in groups]  # who may still be sent
    start = groups[first][0]
    orders: list[Order] = []
    held: list[int] = []
    for way_out in NEIGHBOURS[town]:
        if state.at[way_out] & SIDE_UNITS[side]:
            held.append(way_out)
            continue
        order = _close(state, side, groups, left, first, town, way_out)
        if order is None:
            return []
        orders.append(order)
        for index in range(len(groups)):
            left[index] &= ~order.units
    for way_out in held:
        own = state.at[way_out] & SIDE_UNITS[side]
        may_leave = 0
        leaving = 0
        for index in range(len(groups)):
            if groups[index][0] == way_out:
                may_leave |= groups[index][1]
                leaving |= left[index]
        if own & ~may_leave:
            continue  # somebody stays in any case
        if not leaving:
            return []
        stays = 1 << _least(state, leaving)
        for index in range(len(groups)):
            left[index] &= ~stays
    if not left[first] & ~(FOOT_GUNS | LEADERS):
        return []
    orders.append(Order(left[first], start, [town], False))
    for index in range(len(groups)):
        near = groups[index][0]
        is_other = near != start and near in NEIGHBOURS[town] and are_joined(start, near, town)
        if is_other and left[index] & ~(FOOT_GUNS | LEADERS):
            orders.append(Order(left[index], near, [town], False))
            break
    return orders


def _least(state: State, units: int) -> int:
    """The unit that is missed least."""
    return min(members(units), key=lambda unit: POINT_WORTH[unit] * state.strength[unit])


def _close(
    state: State,
    side: int,
    groups: list[tuple[int, int]],
    left: list[int],
    first: int,
    town: int,
    way_out: int,
) -> Order | None:
    """Send somebody to a way out: of the attackers if they can, without a forced march if that is
    enough."""
    best: Order | None = None
    least = 1000.0
    for index in range(len(groups)):
        path = _path(state, side, groups[index][0], way_out, town)
        if not path:
            continue
        for unit in members(left[index]):
            spare = len(path) - (2 if MOUNTED >> unit & 1 else 1)
            if spare > 1:
                continue
            cost = POINT_WORTH[unit] * state.strength[unit] + 10.0 * max(0, spare)
            cost += 0.0 if index == first else 100.0
            if cost < least:
                least = cost
                best = Order(1 << unit, groups[index][0], path, spare == 1)
    return best


def _path(state: State, side: int, start: int, goal: int, around: int) -> list[int]:
    """The shortest way to a town, of three roads at most, past no enemy."""
    ways = [[near] for near in NEIGHBOURS[start]]
    for _ in range(3):
        longer: list[list[int]] = []
        for way in ways:
            last = way[len(way) - 1]
            if last == around or state.at[last] & SIDE_UNITS[1 - side]:
                continue
            if last == goal:
                return way
            for near in NEIGHBOURS[last]:
                longer.append([*way, near])
        ways = longer
    return []
