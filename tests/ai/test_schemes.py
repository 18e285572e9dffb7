"""Schemes: pairs and triples of orders, and cities that must be held."""

import time

import pytest

from napoleon.ai.campaign.contest import Trial
from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.grand_search import (
    LATER_QUIET_SHARE,
    QUIET_SHARE,
    GrandSearch,
    begin_next_turn,
    reply,
)
from napoleon.ai.campaign.net import shipped_net
from napoleon.ai.campaign.orders import Order, candidate_orders, carry_out_all, sort_by_idea
from napoleon.ai.campaign.planner import GLANCE_ROLLS, Planner
from napoleon.ai.campaign.quick import BOLD, FIT, GRAVE, STERN, attack_chance, chance
from napoleon.ai.campaign.schemes import Schemer, find_heads, make_scheme
from napoleon.ai.campaign.search import CampaignSearch
from napoleon.ai.campaign.stakes import falling, opens_city, walking_in
from napoleon.rules import Game
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import ALLIED, FRENCH, SIDE_UNITS, UNIT_BY_ID
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.state import State

ALLIED_ARMIES = 6
# The French hold Ghent; Brussels and Liège stand open, each with a French rider next door and an
# Allied guard that can be there in time.
TWO_OPEN = """
turn 22
ghent: FR-1-I1 FR-1-I2 FR-1-A
quatre-bras: FR-C1
waterloo: FR-C2
huy: FR-C3 FR-C4
hal: AD-1-I1 AD-1-I2 AD-1-A AD-2-I1
waremme: PR-1-I1 PR-1-I2 PR-1-A PR-2-I1
"""
# The French hold Ghent: whoever gives Brussels up on the eve of the last turn has lost.
MUST_HOLD = """
turn 22
ghent: FR-1-I1 FR-1-I2
waterloo: FR-2-I1/1 FR-2-A/1
quatre-bras: FR-G-I FR-G-C FR-3-I1 FR-3-I2
brussels: AD-1-I1 AD-1-I2 AD-1-A AD-2-I1
liege: PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2
"""


def position(text: str) -> State:
    return Game.from_position(text).state


def town(name: str) -> int:
    return TOWN_IDS.index(name)


def mask(*names: str) -> int:
    return sum(1 << UNIT_BY_ID[name] for name in names)


def has_allies(state: State, name: str) -> bool:
    return bool(state.at[town(name)] & SIDE_UNITS[ALLIED])


def test_two_open_cities_are_closed_together() -> None:
    """To close one gains nothing alone: the pair is found all the same."""
    state = position(TWO_OPEN)
    plan = make_scheme(Planner(shipped_net(), ALLIED_ARMIES, 3), state)
    assert has_allies(plan.state, "brussels")
    assert has_allies(plan.state, "liege")


def test_the_grand_search_closes_them_too() -> None:
    state = position(TWO_OPEN)
    search = GrandSearch(shipped_net(), ALLIED_ARMIES, 3, depth=1)
    orders = search.make([state], 8, 16)
    after = carry_out_all(state, orders)
    assert has_allies(after, "brussels")
    assert has_allies(after, "liege")
    assert search.expected > 0.5


def test_officers_and_marshals_close_them_together() -> None:
    """Who minds such cities thinks of pairs in the last days; who does not, does nothing."""
    state = position(TWO_OPEN)
    planner = Planner(read_weights(), ALLIED_ARMIES, 3)
    assert not planner.rank_closing(state, planner.rank_orders(state))
    planner.holds = True
    plan = planner.make(state)
    assert has_allies(plan.state, "brussels")
    assert has_allies(plan.state, "liege")
    orders = CampaignSearch(read_weights(), ALLIED_ARMIES, 3).make([state], 5, 20)
    after = carry_out_all(state, orders)
    assert has_allies(after, "brussels")
    assert has_allies(after, "liege")


def test_officers_hold_the_city_that_must_be_held() -> None:
    state = position(MUST_HOLD)
    planner = Planner(read_weights(), ALLIED_ARMIES, 3)
    planner.holds = True
    plan = planner.make(state)
    assert not opens_city(state, plan.state, ALLIED)
    assert falling(plan.state, town("brussels"), 23) <= falling(state, town("brussels"), 23) + 0.02


def test_a_sally_that_opens_a_city_is_no_scheme() -> None:
    state = position(MUST_HOLD)
    sally = Order(
        mask("AD-1-I1", "AD-1-I2", "AD-2-I1"), town("brussels"), [town("waterloo")], False
    )
    after = carry_out_all(state, [sally])
    assert opens_city(state, after, ALLIED)
    planner = Planner(shipped_net(), ALLIED_ARMIES, 3)
    schemer = Schemer(planner, state)
    assert schemer.worth([sally], 1) < 0.0
    assert planner.try_order(state, sally, 1) < 0.0
    assert not opens_city(state, state, ALLIED)
    assert not opens_city(state, after, FRENCH)


def test_who_comes_to_a_city_after_a_sally_does_not_open_it() -> None:
    """The sally was there before: only what the new order changes counts."""
    state = position(
        "turn 22; liege: FR-1-I1 FR-1-I2 FR-1-A; waterloo: FR-C1 FR-2-I1 FR-2-I2;"
        " brussels: AD-1-I1 AD-1-I2 AD-1-I3 AD-C-H; wavre: PR-1-I1 PR-1-I2 PR-1-A"
    )
    sally = Order(mask("AD-1-I1", "AD-1-I2"), town("brussels"), [town("waterloo")], False)
    help_comes = Order(mask("PR-1-I1", "PR-1-I2"), town("wavre"), [town("brussels")], False)
    sallied = carry_out_all(state, [sally])
    assert not opens_city(sallied, carry_out_all(sallied, [help_comes]), ALLIED)
    assert opens_city(state, sallied, ALLIED)


def test_the_city_that_must_be_held_is_held() -> None:
    state = position(MUST_HOLD)
    plan = make_scheme(Planner(shipped_net(), ALLIED_ARMIES, 3), state)
    stayed = plan.state.at[town("brussels")] & SIDE_UNITS[ALLIED]
    assert falling(plan.state, town("brussels"), 23) <= falling(state, town("brussels"), 23) + 0.02
    assert stayed.bit_count() >= 4


def test_by_night_a_city_falls_only_to_those_who_walk_in() -> None:
    held = position("turn 3; waterloo: FR-1-I1 FR-1-I2; brussels: AD-W")
    assert walking_in(held, town("brussels")) == 0.0
    near = position("turn 3; waterloo: FR-1-I1; hal: AD-W")
    assert walking_in(near, town("brussels")) > 0.9
    far = position("turn 3; quatre-bras: FR-1-I1; hal: AD-W")
    assert walking_in(far, town("brussels")) == 0.0
    rider = position("turn 3; quatre-bras: FR-C1; hal: AD-W")
    assert walking_in(rider, town("brussels")) > 0.9


def test_heads_are_the_best_of_each_way_and_more_that_lead_to_cities() -> None:
    state = position("turn 5; waterloo: FR-1-I1 FR-1-I2 FR-1-A FR-C1; hal: AD-W AD-1-I1 AD-1-I2")
    planner = Planner(read_weights(), 1, 3)
    ranked = planner.rank_orders(state)
    heads = find_heads(state, ranked, 3, 2)
    ways = [(order.start, order.goal()) for order in heads]
    assert len(set(ways)) == len(ways)
    assert heads[0] is ranked[0]
    assert len(heads) <= 5
    assert town("brussels") in [order.goal() for order in heads]


def test_a_reply_is_a_whole_turn_that_can_be_played_on() -> None:
    state = Game.new("historical").state
    after = reply(Planner(shipped_net(), 1, 3, rolls=1), state)
    assert after.marched
    assert state.marched == 0
    begin_next_turn(after)
    assert after.turn == state.turn + 1
    assert sum(after.road_use) == 0


def test_a_search_says_what_it_expects() -> None:
    state = Game.new("historical").state
    search = GrandSearch(shipped_net(), 1, 3, depth=1)
    orders = search.make([state], 5, 10)
    assert orders
    assert 0.0 < search.expected < 1.0
    assert search.plans[0].orders == orders


def closing() -> tuple[Order, Order]:
    """The orders that close Brussels and Liège."""
    return (
        Order(mask("AD-1-I1", "AD-1-I2", "AD-1-A"), town("hal"), [town("brussels")], False),
        Order(mask("PR-1-I1", "PR-1-I2", "PR-1-A"), town("waremme"), [town("liege")], False),
    )


def test_the_best_plan_is_found_and_tried_to_the_end() -> None:
    """All are tried on the same samples; the worse are dropped, the first stays to the end."""
    brussels, liege = closing()
    found = [Trial([]), Trial([brussels]), Trial([liege]), Trial([brussels, liege])]
    contest = GrandSearch(shipped_net(), ALLIED_ARMIES, 3, depth=1)
    best = contest.compare(found, [position(TWO_OPEN)], 60, 0.0)
    assert best is found[3]
    numbers = [trial.number for trial in found]
    assert numbers[0] == numbers[3] == max(numbers)
    assert sum(numbers) <= 1.5 * 60  # about so many
    assert best.mean() > found[0].mean() + 0.2


def test_the_first_plan_stays_unless_another_is_clearly_better() -> None:
    brussels, liege = closing()
    found = [Trial([brussels, liege]), Trial([]), Trial([liege, brussels])]
    contest = GrandSearch(shipped_net(), ALLIED_ARMIES, 3, depth=1)
    assert contest.compare(found, [position(TWO_OPEN)], 40, 0.0) is found[0]
    alone = [Trial([])]
    assert contest.compare(alone, [position(TWO_OPEN)], 40, 0.0) is alone[0]
    assert alone[0].number == 0


def test_plans_promise_what_they_gain_on_all_samples() -> None:
    """The best at a glance comes first; nobody promises more; to stay is always among them."""
    samples = [position(TWO_OPEN), position(TWO_OPEN.replace("PR-2-I1", "PR-2-C"))]
    search = GrandSearch(shipped_net(), ALLIED_ARMIES, 3, depth=1)
    plans = search.find_plans(samples, 8, 0.0)
    promises = [plan.promise for plan in plans]
    assert promises[0] == 0.0
    assert promises == sorted(promises, reverse=True)
    assert [] in [plan.orders for plan in plans]
    for plan in (plans[0], plans[1]):
        gains = 0.0
        for number, sample in enumerate(samples):
            planner = Planner(shipped_net(), ALLIED_ARMIES, 3 + number, GLANCE_ROLLS)
            gains += planner.worth(carry_out_all(sample, plan.orders)) - planner.worth(sample)
        if plan is plans[0]:
            best = gains / 2.0
        assert plan.promise == pytest.approx(gains / 2.0 - best)


def test_who_has_no_time_keeps_to_the_first_plan() -> None:
    """The time is looked at after every trial, not once a round."""
    brussels, liege = closing()
    found = [Trial([]), Trial([brussels]), Trial([brussels, liege], promise=-0.1)]
    contest = GrandSearch(shipped_net(), ALLIED_ARMIES, 3, depth=1)
    assert contest.compare(found, [position(TWO_OPEN)], 60, time.monotonic() - 1.0) is found[0]
    assert [trial.number for trial in found] == [1, 0, 0]


def test_many_worn_blocks_are_no_match_for_few_fresh_ones() -> None:
    """Points decide rather than blocks: ten French with a point each, and five of ten points."""
    worn = ["1-I1", "1-I2", "2-I1", "2-I2", "3-I1", "3-I2", "4-I", "6-I", "C1", "C2"]
    units = " ".join([f"FR-{name}/1" for name in worn])
    state = position(
        f"turn 7; ghent: AD-W; liege: {units};"
        " brussels: PR-1-I1/2 PR-1-I2/2 PR-2-I1/2 PR-2-I2/2 PR-1-C/2"
    )
    brussels = TOWN_IDS.index("brussels")
    for name in worn:
        state.put(UNIT_BY_ID[f"FR-{name}"], brussels)
    fight = Fight(brussels, FRENCH)
    assert attack_chance(state, fight, FIT) > 0.6
    assert attack_chance(state, fight, GRAVE) < 0.5


def test_own_attacks_are_counted_upon_more_than_those_of_others() -> None:
    """As battles went: an emperor's attack at even odds succeeds, and the Allies' on the French do
    more often than the French marshals' did."""
    assert chance(1.0, 1.0, GRAVE) < chance(1.0, 1.0, STERN) < chance(1.0, 1.0, BOLD)
    french = GrandSearch(shipped_net(), 1, 3, depth=1)
    french.be_bold()
    assert (french.own_fit, french.foe_fit, len(french.foes)) == (BOLD, STERN, 2)
    allied = GrandSearch(shipped_net(), ALLIED_ARMIES, 3, depth=1)
    allied.be_bold()
    assert (allied.own_fit, allied.foe_fit) == (BOLD, GRAVE)
    counted = GrandSearch(read_weights(), 1, 3, depth=1)
    counted.be_bold()
    assert counted.own_fit is FIT


def test_a_reply_thinks_of_a_share_of_the_quiet_marches() -> None:
    """Of every other one, or in later turns of one in four."""
    state = Game.new("historical").state
    everything = sum(len(idea.extremes) for idea in sort_by_idea(candidate_orders(state, 1)))
    seen: list[int] = []
    for share in (QUIET_SHARE, LATER_QUIET_SHARE):
        for number in (0, 1):
            planner = Planner(shipped_net(), 1, 3, rolls=1)
            reply(planner, state, number, share)
            seen.append(planner.evaluations)
    assert max(seen[2:]) < min(seen[:2]) < everything
