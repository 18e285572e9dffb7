"""Odds and search: the right answers in clear positions, the same answer for the same seed."""

from __future__ import annotations

import random
import time

import pytest

from napoleon.ai.advice.odds import attacked, odds, odds_of_attack, odds_of_turn
from napoleon.ai.battle.search import (
    MARSHAL,
    PLAIN_EMPEROR,
    BattleSearch,
    find_plans,
    search,
    value,
)
from napoleon.lab.battles import random_battle
from napoleon.rules import Game, SeededDice
from napoleon.rules.board.towns import find_town
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.rules.engine.actions import format_code
from napoleon.rules.phases.movement import step_along

STRONG = "turn 1; charleroi: FR-2-I1 FR-2-I2 FR-G-I FR-C3 FR-2-A; quatre-bras: "


def mask(names: str) -> int:
    """The units with these ids, as a set."""
    return sum(1 << UNIT_BY_ID[name] for name in names.split())


def test_a_strong_attack_has_good_odds_and_a_weak_one_bad() -> None:
    """Five good units against three weak ones, and against six full ones."""
    town = find_town("quatre-bras")
    units = mask("FR-2-I1 FR-2-I2 FR-G-I FR-C3 FR-2-A")
    weak = Game.from_position(STRONG + "PR-1-I1/1 PR-1-C/1 PR-1-HA/1").state
    good = odds_of_attack([weak], units, town, 60, 1)
    strong = Game.from_position(STRONG + "PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2 PR-2-A PR-1-A").state
    bad = odds_of_attack([strong], units, town, 60, 1)
    assert good.attacker_wins > 0.9
    assert bad.attacker_wins < 0.5
    assert good.defender_units > good.attacker_units
    assert bad.attacker_points > good.attacker_points
    assert good.playouts == 60
    assert 0.0 < good.error < 0.1


def test_odds_leave_the_position_alone_and_repeat() -> None:
    """The samples are not changed; the same seed gives the same odds."""
    town = find_town("quatre-bras")
    state = Game.from_position(STRONG + "PR-1-I1 PR-1-I2 PR-1-C").state
    before = state.where[:]
    start = attacked(state, mask("FR-2-I1 FR-G-I FR-C3"), town)
    first = odds([start], town, 30, 5)
    again = odds([start], town, 30, 5)
    assert state.where == before
    assert start.fights
    assert (first.attacker_wins, first.defender_points) == (
        again.attacker_wins,
        again.defender_points,
    )


def test_a_leap_of_horse_enters_from_between() -> None:
    """5.3: cavalry two towns away enters by a neighbouring town, to which it may retreat."""
    town = find_town("quatre-bras")
    state = Game.from_position("turn 1; laneffe: FR-C3; quatre-bras: PR-1-I1").state
    origins = attacked(state, mask("FR-C3"), town).fights[0].origins
    assert origins == 1 << find_town("charleroi")


def test_search_walks_into_an_empty_area() -> None:
    """The battle can be won at once."""
    game = Game.from_position(
        """turn 1; laneffe: FR-1-I1
        battle charleroi
        side french; step combat; origins laneffe
        french left: FR-2-I1; french centre: FR-2-A FR-2-I2; french right: FR-3-I1
        allied left: PR-1-I1; allied right: PR-1-I2""",
        SeededDice(1),
    )
    code = search([game.state], 1, game.legal("french").codes, 60, 1)
    assert format_code(code).endswith("enemy-centre")


@pytest.mark.parametrize("seed", range(4))
def test_search_is_legal_and_repeats(seed: int) -> None:
    """The same seed gives the same code, one of those offered; the sample stays as it was."""
    game = Game.from_position(random_battle(random.Random(seed)), SeededDice(seed))
    if not game.to_act:
        return
    seat = game.to_act[0]
    bits = seat.armies
    codes = game.legal(seat).codes
    position = game.position()
    first = search([game.state], bits, codes, 30, 9)
    assert first in codes
    assert first == search([game.state], bits, codes, 30, 9)
    assert game.position() == position


def test_a_deadline_is_kept() -> None:
    """A deadline that has passed leaves time for one round only."""
    game = Game.from_position(random_battle(random.Random(3)), SeededDice(3))
    seat = game.to_act[0]
    bits = seat.armies
    codes = game.legal(seat).codes
    started = time.monotonic()
    assert BattleSearch().choose([game.state], bits, codes, 10**6, 1, started) in codes
    assert time.monotonic() - started < 20.0


def test_a_battery_that_may_fall_is_thought_of() -> None:
    """6.3.1: engaged foot guns with their last point may fall at the next check; an emperor tries
    to take them back, a marshal does not think of it."""
    text = (
        "turn 5; hannut: PR-B; brussels: AD-W; battle charleroi; origins laneffe; side allied; "
        "allied left: PR-2-I1; allied centre: PR-1-I1 PR-1-A/1; allied right: PR-2-I2; "
        "french enemy-centre: FR-C3 FR-C1; french left: FR-2-I1; french right: FR-1-I1"
    )
    game = Game.from_position(text, SeededDice(1))
    codes = game.legal("allied").codes
    for manner, is_thought_of in ((PLAIN_EMPEROR, True), (MARSHAL, False)):
        plans = find_plans(game.state, 6, codes, SeededDice(1), manner)
        tried = [format_code(plan.code) for plan in plans]
        assert ("move PR-1-A reserve" in tried) is is_thought_of, tried


def test_losses_near_defeat_weigh_more() -> None:
    """10: the eighth Anglo-Dutch unit is worth a battle."""
    early = Game.from_position("turn 1; brussels: AD-W AD-1-I1; mons: FR-2-I1").state
    late = Game.from_position(
        "turn 1; brussels: AD-W AD-1-I1; mons: FR-2-I1; lost: anglo-dutch 7"
    ).state
    town = find_town("brussels")
    results = []
    for before in (early, late):
        after = before.copy()
        after.eliminate(UNIT_BY_ID["AD-1-I1"], 0)
        results.append(value(before, after, 0, town))
    assert results[1] > results[0] + 20


def test_no_more_attack_than_the_river_lets_in() -> None:
    """5.5: over the Sambre four enter Charleroi from Laneffe; the others may reinforce."""
    names = "FR-G-I FR-2-I1 FR-2-I2 FR-1-I1 FR-1-I2 FR-2-A"
    state = Game.from_position(f"turn 1; laneffe: {names}; charleroi: PR-1-I1 PR-1-I2 PR-1-C").state
    town = find_town("charleroi")
    after = attacked(state, mask(names), town)
    assert (after.at[town] & mask(names)).bit_count() == 4
    assert after.at[town] & mask("FR-G-I FR-2-I1") == mask("FR-G-I FR-2-I1")


def test_what_a_beaten_army_takes_home_is_not_lost_in_the_fight() -> None:
    """9, 10: eight Prussians are lost, and the ninth is the end; those at Liège and the two next
    door go home then, which the fight did not cost."""
    far = "lost: prussian 8; liege: PR-4-I1 PR-4-I2 PR-4-C PR-4-A; gembloux: PR-B PR-3-I1"
    state = Game.from_position(STRONG + f"PR-1-I1/1 PR-1-C/1 PR-1-HA/1; {far}").state
    found = odds_of_attack(
        [state], mask("FR-2-I1 FR-2-I2 FR-G-I FR-C3"), find_town("quatre-bras"), 60, 1
    )
    assert found.ends[2] > 0.5
    assert found.ends[:2] == [0.0, 0.0]
    assert 0.5 < found.defender_units <= 5.0
    assert found.defender_units < 3.5, "the three, and now and then one who came to help"
    assert found.defender_points <= 3.0 + 2.0 * found.defender_units
    # Far from defeat the same fight costs as much.
    healthy = Game.from_position(
        STRONG + f"PR-1-I1/1 PR-1-C/1 PR-1-HA/1; {far.replace('lost: prussian 8; ', '')}"
    ).state
    usual = odds_of_attack(
        [healthy], mask("FR-2-I1 FR-2-I2 FR-G-I FR-C3"), find_town("quatre-bras"), 60, 1
    )
    assert usual.ends == [0.0, 0.0, 0.0]
    assert abs(usual.defender_units - found.defender_units) < 0.5


def test_the_attacks_of_a_turn_have_odds_of_their_own() -> None:
    """A strong one and a weak one, each by its town; and forced marches cost something."""
    state = Game.from_position(
        "turn 7; charleroi: FR-2-I1 FR-2-I2 FR-G-I FR-C3; ligny: PR-1-I1/1; beaumont: FR-1-I1/1"
        "; binche: AD-1-I1 AD-1-I2 AD-1-A; ghent: AD-W"
    ).state
    for name in ("FR-2-I1", "FR-2-I2", "FR-G-I", "FR-C3"):
        step_along(state, UNIT_BY_ID[name], find_town("ligny"), False)
    step_along(state, UNIT_BY_ID["FR-1-I1"], find_town("thuin"), False)
    step_along(state, UNIT_BY_ID["FR-1-I1"], find_town("binche"), True)
    found = odds_of_turn([state], 60, 1)
    assert list(found) == [find_town("ligny"), find_town("binche")]
    assert found[find_town("ligny")].attacker_wins > 0.9
    assert found[find_town("binche")].attacker_wins < 0.3
    assert found[find_town("binche")].attacker_units > 0.5
    assert state.fights and state.forced, "the sample is left alone"
