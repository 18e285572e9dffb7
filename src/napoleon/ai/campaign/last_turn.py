"""The last turn, which is the French one: what its best marches come to (10).

Nothing comes after it, so it need not be guessed from afar: the ways into cities, and the attacks
that could end an army, are tried one by one and in pairs.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.nets import find_nets
from napoleon.ai.campaign.orders import Order, candidate_orders, carry_out_all
from napoleon.ai.campaign.planner import Planner
from napoleon.ai.campaign.quick import Fit
from napoleon.ai.campaign.schemes import find_heads
from napoleon.ai.campaign.stakes import SURE, cities_held
from napoleon.rules.board.towns import SUPPLY_CITIES
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH_BIT,
    SIDE_UNITS,
    count,
)
from napoleon.rules.engine.state import State

ROLLS: Final = 4  # times that the fights of a plan are decided
HEADS: Final = 7  # ways to go that are tried in pairs
WITHIN_REACH: Final = 4  # units that a turn of fights may cost an army


def last_marches(state: State, judge: Judge, seed: int, fit: Fit) -> tuple[float, list[Order]]:
    """The best marches of the French as their last turn begins, and the chance that they win with
    them."""
    planner = Planner(judge, FRENCH_BIT, seed, ROLLS)
    planner.fit = fit
    orders: list[Order] = []
    best = planner.worth(state)
    ranked: list[Order] = []
    for order in candidate_orders(state, FRENCH_BIT, is_fine=True):
        if _is_of_use(state, order.goal()):
            order.score = planner.try_order(state, order)
            ranked.append(order)
    ranked.sort(key=lambda order: -order.score)
    for single in ranked[:1]:
        if single.score > best:
            best, orders = single.score, [single]
    for pair in planner.rank_joint(state)[:1]:
        if pair[0].score > best:
            best, orders = pair[0].score, pair
    for net in find_nets(state, FRENCH_BIT):
        worth = planner.worth(carry_out_all(state, net), is_spare=True)
        if worth > best:
            best, orders = worth, net
    heads = find_heads(state, ranked, HEADS, 0)
    for index, order in enumerate(heads):
        for other in heads[:index]:
            if best < SURE and not order.units & other.units:
                after = carry_out_all(state, [other, order])
                worth = planner.worth(after, is_spare=True)
                if worth > best:
                    best, orders = worth, [other, order]
    return min(max(best, 1.0 - SURE), SURE), orders


def _is_of_use(state: State, goal: int) -> bool:
    """Whether to march there could decide anything in the last turn."""
    if goal in SUPPLY_CITIES:
        return not cities_held(state) >> goal & 1
    enemies = state.at[goal] & SIDE_UNITS[ALLIED]
    if not enemies:
        return False
    for army in (1, 2):
        if enemies & ARMY_UNITS[army]:
            lost = count(state.lost & ARMY_UNITS[army])
            if lost + WITHIN_REACH >= DEFEAT_AT[army]:
                return True
    return False
