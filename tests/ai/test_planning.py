"""Planning on the map: orders and ideas, attacks by two groups, what hangs on a town, tallies."""

import math

import pytest

from napoleon.ai.campaign.features import Ground, features, read_weights
from napoleon.ai.campaign.marching import Marches
from napoleon.ai.campaign.orders import Order, candidate_orders, joint_attacks, sort_by_idea
from napoleon.ai.campaign.planner import Planner, finish_turn, outlook
from napoleon.ai.campaign.stakes import (
    SURE,
    cities_held,
    last_chance,
    must_hold,
    taking,
    would_starve,
)
from napoleon.ai.knowledge.tally import ENOUGH, Tally
from napoleon.ai.knowledge.worth import WORTH_AT, power_of
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game, SeededDice
from napoleon.rules.board.towns import ROAD_BETWEEN, ROAD_LIMIT, TOWN_IDS, TOWNS
from napoleon.rules.board.units import ALLIED, FRENCH, UNIT_IDS
from napoleon.rules.engine.actions import MARCH, encode
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import step_along

ALLIED_ARMIES = 6


def position(text: str) -> State:
    return Game.from_position(text).state


def town(name: str) -> int:
    return TOWN_IDS.index(name)


# --- orders


def test_every_order_belongs_to_one_idea() -> None:
    """The ideas hold all orders once: the most and the fewest who could go, and the others."""
    orders = candidate_orders(Game.new("historical", dice=SeededDice(1)).state, ALLIED_ARMIES)
    ideas = sort_by_idea(orders)
    held = [order for idea in ideas for order in idea.extremes + idea.others]
    assert sorted(map(id, held)) == sorted(map(id, orders))
    assert len(ideas) < 0.6 * len(orders)
    for idea in ideas:
        sizes = [order.units.bit_count() for order in idea.extremes + idea.others]
        assert idea.extremes[0].units.bit_count() == max(sizes)
        assert idea.extremes[-1].units.bit_count() == min(sizes)
        ways = {(order.start, order.path[0], order.goal()) for order in idea.extremes + idea.others}
        assert len(ways) == 1


def test_looking_at_ideas_first_loses_little() -> None:
    """Fewer orders are tried than there are, and the best of them is worth nearly as much."""
    state = position(
        "turn 8; mons: FR-1-I1 FR-1-I2 FR-1-A FR-C1; namur: FR-3-I1 FR-3-I2 FR-H1;"
        " brussels: AD-1-I1 AD-1-I2 AD-1-A AD-2-I1 AD-C-L1; liege: PR-1-I1 PR-1-I2 PR-2-I1 PR-1-C"
    )
    planner = Planner(read_weights(), ALLIED_ARMIES, 3)
    best = max(planner.try_order(state, order) for order in candidate_orders(state, ALLIED_ARMIES))
    before = planner.evaluations
    assert planner.rank_orders(state)[0].score == pytest.approx(best, abs=0.035)
    assert planner.evaluations - before < len(candidate_orders(state, ALLIED_ARMIES))


def test_two_groups_attack_together_where_a_road_joins_them() -> None:
    """5.2: Charleroi and Quatre-Bras are joined, and both lie next to Ligny."""
    state = position(
        "turn 7; charleroi: FR-1-I1 FR-1-I2 FR-C1; quatre-bras: FR-2-I1 FR-2-I2 FR-C2;"
        " ligny: PR-1-I1 PR-1-I2 PR-1-A; brussels: AD-1-I1"
    )
    pairs = joint_attacks(state, 1)
    assert [[TOWN_IDS[order.start] for order in pair] for pair in pairs] == [
        ["charleroi", "quatre-bras"]
    ]
    assert {TOWN_IDS[order.goal()] for order in pairs[0]} == {"ligny"}
    state.turn = 9
    assert state.is_night
    assert joint_attacks(state, 1) == []


# --- marches


def test_a_plan_may_be_carried_out_ahead() -> None:
    """Who goes the same way may go at once; the plan goes on with the others."""
    state = position("turn 7; charleroi: FR-1-I1 FR-1-I2 FR-C1; beaumont: FR-2-I1; liege: PR-1-I1")
    charleroi, thuin, ligny = town("charleroi"), town("thuin"), town("ligny")
    names = ("FR-1-I1", "FR-1-I2", "FR-C1", "FR-2-I1")
    one, two, rider, other = (UNIT_IDS.index(name) for name in names)
    marches = Marches()
    both = Order(1 << one | 1 << two, charleroi, [ligny], False)
    marches.write(state, [both, Order(1 << other, town("beaumont"), [thuin], False)])
    codes = [encode(MARCH, unit, ligny) for unit in (one, two, rider)]
    codes.append(encode(MARCH, other, thuin))
    first = marches.next_march(codes)
    along = marches.along(state, first, codes)
    assert {first, *along} == {encode(MARCH, one, ligny), encode(MARCH, two, ligny)}
    for unit in (one, two):
        step_along(state, unit, ligny, False)
    assert marches.keep_up(state, 1)
    assert marches.next_march(codes[2:]) == encode(MARCH, other, thuin)
    step_along(state, rider, ligny, False)
    assert not marches.keep_up(state, 1), "the rider was not in the plan"


def test_no_more_go_at_once_than_the_road_carries() -> None:
    """5.4: a minor road carries six, so six of eight are spoken of."""
    units = "FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-I2"
    game = Game.from_position(f"turn 7; beaumont: {units}; liege: PR-1-I1")
    state, goal = game.state, town("thuin")
    numbers = [UNIT_IDS.index(name) for name in units.split()]
    marches = Marches()
    all_of_them = sum(1 << number for number in numbers)
    marches.write(state, [Order(all_of_them, town("beaumont"), [goal], False)])
    codes = list(game.legal("french").codes)
    first = marches.next_march(codes)
    along = marches.along(state, first, codes)
    most = ROAD_LIMIT[ROAD_BETWEEN[town("beaumont")][goal]]
    assert 1 + len(along) == most < len(numbers)


# --- what hangs on a town

LATE = "turn 22; brussels: FR-1-I1; ghent: AD-R-I1; liege: PR-1-I1; "


def test_a_city_is_held_by_the_french_alone() -> None:
    state = position(LATE + "namur: FR-2-I1")
    assert cities_held(state) == 1 << town("brussels")


@pytest.mark.parametrize(("lost", "is_last"), [(6, False), (7, True)])
def test_a_city_that_starves_its_army(lost: int, is_last: bool) -> None:
    """9, 10.1: Brussels costs the Anglo-Dutch a unit a turn, and the eighth is their defeat."""
    assert TOWNS[town("brussels")].supply_loss == 1
    state = position(f"turn 8; lost: anglo-dutch {lost}; hal: FR-1-I1; brussels: AD-1-I1")
    assert would_starve(state, town("brussels")) is is_last
    assert must_hold(state, ALLIED, town("brussels")) is is_last
    assert not must_hold(state, FRENCH, town("brussels"))
    assert not must_hold(state, ALLIED, town("hal"))


def test_an_empty_city_is_taken_by_whoever_gets_there() -> None:
    """One step and a forced one (5.6); not over a block of the enemy's."""
    near = position("turn 22; hal: FR-1-I1; ghent: AD-1-I1")
    far = position("turn 22; braine-le-comte: FR-1-I1; ghent: AD-1-I1")
    further = position("turn 22; mons: FR-1-I1; ghent: AD-1-I1")
    barred = position("turn 22; braine-le-comte: FR-1-I1; hal: AD-1-I1; waterloo: AD-1-I2")
    brussels = town("brussels")
    assert taking(near, brussels) == taking(far, brussels) == SURE
    assert taking(further, brussels) == 0.0
    assert taking(barred, brussels) == 0.0


def test_horse_rides_into_an_empty_city_from_three_roads_away() -> None:
    """5.3, 5.6: two towns, and the third by forced march, which whoever has one point left may not
    survive; not past a block of the enemy's."""
    brussels = town("brussels")
    riders = position("turn 22; ath: FR-C1; ghent: AD-1-I1")
    assert taking(riders, brussels) == SURE
    assert taking(riders, brussels, is_far_sighted=False) == 0.0
    assert taking(position("turn 22; ath: FR-C1/1; ghent: AD-1-I1"), brussels) == 0.0
    assert taking(position("turn 22; ath: FR-N; ghent: AD-1-I1"), brussels) == 0.0
    # The guns of the horse artillery ride too.
    assert taking(position("turn 22; ath: FR-H1; ghent: AD-1-I1"), brussels) == SURE
    shut = "turn 22; ath: FR-C1; hal: AD-1-I1; ninove: AD-1-I2"
    assert taking(position(shut), brussels) == 0.0
    # They attack whoever is alone there.
    alone = position("turn 22; ath: FR-C1 FR-C3 FR-C4; brussels: AD-1-I1; ghent: AD-1-I2")
    assert taking(alone, brussels) > 0.8 > taking(alone, brussels, is_far_sighted=False) == 0.0


@pytest.mark.once
@pytest.mark.parametrize("level", ["officer", "marshal", "emperor"])
def test_a_city_is_closed_to_horse_from_afar(level: str) -> None:
    """Turn 22: Liege is French, and the cavalry at Ath can ride to Brussels: of the eight in Ghent
    some go there, and some stay."""
    game = Game.from_position(
        "turn 22; ghent: AD-W AD-2-I2/2 AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1/3 AD-C-L2;"
        " ath: FR-G-C/1 FR-C1/1 FR-C3/1 FR-C4; hal: AD-1-I1; binche: AD-1-I2/2 AD-1-I3 AD-1-C"
        " AD-1-A; namur: FR-N FR-C2 FR-H1 FR-H2; liege: FR-G-A2/2 FR-3-I2 FR-3-A/2 FR-4-I/3;"
        " lost: FR-G-I FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 AD-2-I1 AD-2-A prussian 18;"
        " defeated: prussian".replace("; ", "\n"),
        SeededDice(1),
    )
    player = SeatedOpponent(level, "allied", 1)
    player.opponent.effort.seconds = 0.0
    while game.stage in ("march", "force") and game.turn == 22:
        before = game.copy()
        player.play(game)
    places = [before.truth.where(name) for name in UNIT_IDS if name.startswith("AD")]
    assert places.count("brussels") >= 1 and places.count("ghent") >= 1


def test_a_city_that_is_defended_is_a_matter_of_odds() -> None:
    attack = "turn 22; hal: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2; ghent: AD-R-A; brussels: "
    weak = position(attack + "AD-1-I1/1 AD-1-I2/1 AD-2-I1/1")
    strong = position(attack + "AD-1-I1 AD-1-I2 AD-2-I1 AD-2-I2 AD-R-I1 AD-R-I2 AD-1-A")
    assert 0.5 < taking(weak, town("brussels")) < 1.0
    assert 0.0 < taking(strong, town("brussels")) < 0.5


def test_the_last_turn_is_about_two_cities() -> None:
    """10: one city in hand and an open one near is as good as won; with none, two must fall."""
    assert last_chance(position("turn 23; brussels: FR-1-I1; ghent: FR-2-I1; liege: PR-1-I1")) == (
        SURE
    )
    one = position("turn 23; brussels: FR-1-I1; waremme: FR-C1; ghent: AD-R-I1; namur: PR-1-I1")
    none = position("turn 23; mons: FR-1-I1; waremme: FR-C1; brussels: AD-R-I1; namur: PR-1-I1")
    assert last_chance(one) == SURE
    assert last_chance(none) == pytest.approx(1.0 - SURE)


def test_the_outlook_fears_for_a_city_that_would_starve_an_army() -> None:
    """The same position is worse for the Allies when the French can end an army next turn."""
    state = position(
        "turn 6; lost: anglo-dutch 7; mons: FR-1-I1 FR-1-I2; hal: FR-2-I1 FR-2-I2 FR-2-A;"
        " ghent: AD-1-I1; liege: PR-1-I1 PR-1-I2 PR-2-I1"
    )
    weights = read_weights()
    assert taking(state, town("brussels")) == SURE
    assert outlook(state, weights, 7) > weights.chance(features(state, 7)) + 0.02


def test_supply_is_taken_at_the_end_of_a_french_turn() -> None:
    """9: Brussels in French hands costs the least unit; an army at its limit goes (10.1)."""
    state = position(
        "turn 7; lost: anglo-dutch 6; brussels: FR-1-I1; ghent: AD-1-I1 AD-1-I2 AD-C-L1/1;"
        " liege: PR-1-I1"
    )
    assert finish_turn(state) == -1
    ghent = state.at[town("ghent")]
    assert ghent.bit_count() == 2
    assert not ghent >> UNIT_IDS.index("AD-C-L1") & 1
    state.turn = 9
    assert finish_turn(state) == -1
    assert state.defeated == 2
    assert state.at[town("ghent")] == 0


# --- what units are worth


def test_the_ground_counts_everybody_once() -> None:
    state = Game.new("historical", dice=SeededDice(1)).state
    ground = Ground(state)
    units = [unit for unit in range(len(UNIT_IDS)) if state.where[unit] >= 0]
    assert sum(map(sum, ground.numbers)) == len(units)
    everybody = sum(1 << unit for unit in units)
    assert sum(map(sum, ground.sides)) == pytest.approx(power_of(state.strength, everybody))


def test_worth_grows_with_strength() -> None:
    for row in WORTH_AT:
        assert row == sorted(row)
        assert row[0] > 0.0


def test_a_state_that_nobody_needs_is_worth_the_same() -> None:
    """It is used up instead of copied: quiet, after forced marches, and with a fight."""
    quiet = Game.new("historical", dice=SeededDice(1)).state
    forced = quiet.copy()
    forced.forced = 1 << UNIT_IDS.index("FR-1-I1")
    fight = Game.from_position("turn 5; laneffe: FR-1-I1 FR-1-I2 FR-2-I1; charleroi: PR-1-C").state
    for unit in ("FR-1-I1", "FR-1-I2", "FR-2-I1"):
        step_along(fight, UNIT_IDS.index(unit), town("charleroi"), False)
    assert fight.fights
    planner = Planner(read_weights(), 1, 3)
    for state in (quiet, forced, fight):
        for rolls in (1, 2):
            expected = planner.worth(state, rolls)
            assert planner.worth(state.copy(), rolls, is_spare=True) == expected


# --- tallies


def test_a_tally_knows_what_is_clear() -> None:
    tally = Tally()
    for value, first in ((1.0, 0.0), (2.0, 0.0), (3.0, 0.0)):
        tally.take_in(value, first)
    assert tally.mean() == tally.mean_gain() == 2.0
    error = math.sqrt((2.0 / 3.0) / 2.0)
    assert tally.is_clear(2.0 / error - 0.01, 0.5)
    assert not tally.is_clear(2.0 / error + 0.01, 0.5)
    assert not tally.is_clear(0.0, 2.0)


def test_what_a_plan_promises_counts_as_some_trials() -> None:
    """A bad throw or two do not outweigh it, many do; without faith trials alone count."""
    tally = Tally(promise=0.1)
    assert tally.likely_gain(6.0) == pytest.approx(0.1)
    assert tally.likely_gain(0.0) == 0.0
    for _ in range(2):
        tally.take_in(0.4, 0.5)
    assert tally.likely_gain(6.0) == pytest.approx((0.6 - 0.2) / 8.0)
    assert tally.is_clear(0.0, 0.01, 6.0)
    assert not tally.is_clear(0.0, 0.01)
    for _ in range(ENOUGH - 2):
        tally.take_in(0.4, 0.5)
    assert tally.is_hopeless(0.0)
    assert not tally.is_hopeless(-0.05, 6.0)
    assert tally.likely_gain(0.0) == tally.mean_gain() == pytest.approx(-0.1)


def test_one_trial_proves_nothing() -> None:
    tally = Tally()
    assert (tally.mean(), tally.mean_gain()) == (0.0, 0.0)
    tally.take_in(5.0, 0.0)
    assert not tally.is_clear(1.0, 0.1)


def test_a_plan_is_given_up_after_enough_trials() -> None:
    """What always does the same as the first is no better, and what is better is kept."""
    same, better, unsure = Tally(), Tally(), Tally()
    for number in range(ENOUGH):
        assert not same.is_hopeless(0.1)
        same.take_in(1.0, 1.0)
        better.take_in(2.0, 1.0)
        unsure.take_in(float(number % 2), 0.5)
    assert same.is_hopeless(0.1)
    assert not better.is_hopeless(0.1)
    assert not unsure.is_hopeless(0.1)
