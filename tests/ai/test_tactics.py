"""The rules of thumb: positions with a clearly right answer, legality, and battles that end."""

from __future__ import annotations

import random

import pytest

from napoleon.ai.battle.combat import WALK_IN
from napoleon.ai.battle.playout import ALL_FIGHTS, fight_out, is_fought, play_one
from napoleon.ai.battle.tactics import choose, score_codes
from napoleon.ai.battle.temper import OFFICER, OFFICER_OF_OLD, RECRUIT, Temper
from napoleon.lab.battles import random_battle
from napoleon.lab.dealt_battles import deal
from napoleon.rules import Game, ScriptedDice, SeededDice
from napoleon.rules.board.units import SIDE_UNITS
from napoleon.rules.engine.actions import format_code
from napoleon.rules.engine.flow import seats_of, settle
from napoleon.rules.engine.state import State

BITS = {"french": 1, "allied": 6, "anglo-dutch": 2, "prussian": 4}


def advice(text: str, seat: str, temper: Temper = OFFICER) -> str:
    """What the tactics do in a position."""
    game = Game.from_position(text, SeededDice(1))
    codes = game.legal(seat).codes
    return format_code(choose(game.state, BITS[seat], codes, SeededDice(1), temper))


FIELD = """turn 1; laneffe: FR-1-I1
battle charleroi
side french; step combat; origins laneffe
"""


def test_an_empty_area_of_the_enemy_is_entered() -> None:
    """7.4: who stands alone in an enemy area has won; nothing comes before that."""
    text = FIELD + (
        "french left: FR-2-I1; french centre: FR-2-A FR-2-I2; french right: FR-3-I1\n"
        "allied left: PR-1-I1; allied right: PR-1-I2"
    )
    assert advice(text, "french") == "move FR-2-I2 enemy-centre"


def test_guns_fire_before_friends_stand_in_the_way() -> None:
    """6.3.3: long range needs an area without friends, so the guns come first."""
    text = FIELD + (
        "french left: FR-2-I1 FR-2-I2 FR-2-A; french centre: FR-3-I1; french right: FR-4-I\n"
        "french reserve: FR-C3 FR-G-C\n"
        "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-C"
    )
    assert advice(text, "french") == "bombard FR-2-A"


def test_strong_horse_and_foot_engage_a_weak_wing() -> None:
    """6.3.2: two strong units and the reserve's cavalry against one weak one."""
    text = FIELD + (
        "french left: FR-2-I1 FR-2-I2 FR-1-I2; french centre: FR-3-I1; french right: FR-4-I\n"
        "french reserve: FR-C3 FR-G-C\n"
        "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-C/1"
    )
    assert advice(text, "french").endswith(("enemy-right", "left"))
    assert advice(text, "french").startswith("move")


def test_nobody_engages_at_bad_odds() -> None:
    """A lone weak unit stays where it fires first; who is rash enough goes."""
    text = FIELD + (
        "french left: FR-3-I2 FR-6-I/1; french centre: FR-3-I1 FR-2-I1; french right: FR-4-I\n"
        "allied left: PR-1-I1 PR-2-I2; allied centre: PR-1-I2 PR-2-I1\n"
        "allied right: PR-3-I1 PR-3-I2"
    )
    assert "enemy" not in advice(text, "french")
    rash = OFFICER.copy()
    rash.boldness = -2.0
    rash.give_up = 2.0
    assert "enemy" in advice(text, "french", rash)


def test_foot_forms_square_when_cavalry_alone_is_upon_it() -> None:
    """6.5: heavy cavalry with its shock against one infantry unit."""
    text = FIELD.replace("side french", "side allied") + (
        "french left: FR-2-I1; french centre: FR-3-I1; french right: FR-4-I\n"
        "french enemy-left: FR-C3(shock) FR-G-C(shock)\n"
        "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-3-I1\n"
        "allied reserve: PR-2-I1 PR-2-I2"
    )
    assert advice(text, "allied") == "square PR-1-I1"
    plain = OFFICER.copy()
    plain.square = 0.0
    assert advice(text, "allied", plain) == "fire PR-1-I1"


def test_reserves_go_where_an_area_is_about_to_fall() -> None:
    """7.4: a lost area is a rout, so the reserve comes first of all moves."""
    text = FIELD.replace("side french", "side allied") + (
        "french left: FR-2-I1; french centre: FR-3-I1; french right: FR-4-I\n"
        "french enemy-left: FR-1-I2 FR-2-I2 FR-6-I\n"
        "allied left: PR-1-I1(fired); allied centre: PR-1-I2; allied right: PR-3-I1\n"
        "allied reserve: PR-2-C PR-2-I1"
    )
    assert advice(text, "allied") in ("move PR-2-I1 left", "move PR-2-C left")


def test_a_lost_battle_is_left_by_those_who_still_can() -> None:
    """7: unengaged units leave in time, the best first."""
    text = "turn 1; battle charleroi; side allied; step combat; origins laneffe\n" + (
        "french left: FR-2-I1 FR-2-I2; french centre: FR-3-I1 FR-G-I; french right: FR-4-I FR-6-I\n"
        "french reserve: FR-C3 FR-G-C FR-C1 FR-1-I1\n"
        "allied left: PR-1-I1/2; allied centre: PR-1-I2/2; allied right: PR-1-C\n"
        "allied reserve: PR-B"
    )
    assert advice(text, "allied").startswith("retreat")
    brave = OFFICER.copy()
    brave.give_up = 3.0
    assert not advice(text, "allied", brave).startswith("retreat")


def test_of_equals_the_lesser_unit_takes_the_hit() -> None:
    """6.4: a gun's point of strength is worth less than heavy cavalry's; never the leader."""
    text = FIELD.replace("side french", "side allied") + (
        "french left: FR-2-I1; french centre: FR-3-I1; french right: FR-4-I\n"
        "french enemy-left: FR-C4/1 FR-H2/1 FR-N\n"
        "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-3-I1"
    )
    for seed in range(100):
        game = Game.from_position(text, SeededDice(seed))
        game.play("allied", "fire PR-1-I1")
        if game.stage == "lose":
            codes = game.legal("french").codes
            assert format_code(choose(game.state, 1, codes, SeededDice(1))) == "lose FR-H2"
            return
    raise AssertionError("no dice asked for a loss")


REINFORCED = """turn 5; brussels: AD-R-I1
battle charleroi
origins laneffe; step reinforce
allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-2-I1/3
allied enemy-centre: PR-2-I2/3
french left: FR-2-I1/3; french centre: FR-1-I1/3; french right: FR-3-I1/3
laneffe: {near}
"""


@pytest.mark.parametrize("near", ["FR-G-I", "FR-G-I FR-4-I FR-6-I FR-1-I2 FR-2-I2"])
def test_whoever_would_win_the_battle_comes(near: str) -> None:
    """6.3.4: a large column that stands next door has not come yet; the marshal of old leaves it
    at home, the larger the surer."""
    text = REINFORCED.format(near=near)
    assert advice(text, "french") == "reinforce FR-G-I"
    if near != "FR-G-I":
        assert advice(text, "french", OFFICER_OF_OLD) == "end"


def test_a_leader_rides_from_the_reserve_into_an_empty_area() -> None:
    """6.3.2, 7.4: he has two steps, and need not fire to stand there alone."""
    text = FIELD + (
        "french left: FR-2-I1; french centre: FR-2-A FR-2-I2; french right: FR-3-I1\n"
        "french reserve: FR-N; allied left: PR-1-I1; allied centre: PR-1-I2; allied reserve: PR-B"
    )
    game = Game.from_position(text, SeededDice(1))
    codes = game.legal("french").codes
    scores = score_codes(game.state, BITS["french"], codes, OFFICER)
    told = dict(zip(map(format_code, codes), scores, strict=True))
    assert told["move FR-N left"] == WALK_IN, "it faces the Allied right, where nobody stands"
    assert told["move FR-N right"] < 0.0


def test_a_hit_falls_on_the_army_that_can_bear_it() -> None:
    """6.4, 10: both have their last point, and the eighth Anglo-Dutch loss would be the last."""
    lost = "AD-1-I1 AD-1-I2 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A PR-1-C"
    text = (
        f"turn 5; lost: {lost}; brussels: AD-W AD-R-I1; hannut: PR-B; battle charleroi; "
        "origins laneffe; french left: FR-1-I1; french centre: FR-2-A; french right: FR-3-I1; "
        "french enemy-centre: FR-2-I1/1; allied left: PR-1-I1; allied centre: AD-1-I3/1 PR-2-I1/1; "
        "allied right: PR-1-I2"
    )
    game = Game.from_position(text, ScriptedDice([1]))
    game.play("french", "fire FR-2-I1")
    codes = game.legal("allied").codes
    chosen = choose(game.state, BITS["allied"], codes, SeededDice(1), OFFICER)
    assert format_code(chosen) == "lose PR-2-I1"
    old = choose(game.state, BITS["allied"], codes, SeededDice(1), OFFICER_OF_OLD)
    assert format_code(old) == "lose AD-1-I3"


def test_supply_takes_the_weakest() -> None:
    """9: what hurts least goes, and the leader stays."""
    text = "turn 1; brussels: FR-2-I1; ghent: AD-W AD-2-I1 AD-1-I3/1; namur: PR-1-I1"
    game = Game.from_position(text, SeededDice(1))
    while game.stage != "supply":
        game.play("french", "end")
    codes = game.legal("allied").codes
    assert format_code(choose(game.state, 6, codes, SeededDice(1))) == "remove AD-1-I3"


def _to_skirmish() -> Game:
    game = Game.from_position(
        "turn 1; charleroi: FR-C3 FR-2-I1 FR-N FR-1-I1/1; quatre-bras: PR-1-I1 PR-1-C",
        SeededDice(3),
    )
    for unit in ("FR-C3", "FR-2-I1", "FR-N", "FR-1-I1"):
        game.play("french", f"march {unit} quatre-bras")
    while game.stage != "reveal":
        game.play("french", "end")
    return game


def test_in_a_skirmish_the_strong_show_themselves() -> None:
    """6.6: cavalry first, then foot; the leader and who has one point left stay covered."""
    game = _to_skirmish()
    shown = []
    while game.stage == "reveal" and "french" in [str(seat) for seat in game.to_act]:
        codes = game.legal("french").codes
        code = choose(game.state, 1, codes, SeededDice(1))
        shown.append(format_code(code))
        game.play("french", shown[-1])
    assert shown == ["reveal FR-C3", "reveal FR-2-I1", "end"]


@pytest.mark.parametrize("seed", range(60))
def test_battles_end_by_themselves(seed: int) -> None:
    """Any battle, two or three players, ends; every choice was offered."""
    game = Game.from_position(random_battle(random.Random(seed)), SeededDice(seed))
    state = game.state.copy()
    tempers = [[OFFICER, RECRUIT], [RECRUIT, OFFICER], [OFFICER, OFFICER]][seed % 3]
    codes = settle(state)
    decisions = 0
    whims = SeededDice(seed)
    while not is_fought(state, ALL_FIGHTS):
        codes = play_one(state, codes, tempers, whims)
        decisions += 1
        assert decisions < 3000
    assert not state.fights


@pytest.mark.parametrize("seed", range(12))
def test_a_score_for_every_code_and_a_legal_choice(seed: int) -> None:
    """Whatever is offered gets a score; the choice is one of the offers."""
    game = Game.from_position(random_battle(random.Random(seed)), SeededDice(seed))
    state = game.state.copy()
    codes = settle(state)
    for _ in range(40):
        if is_fought(state, ALL_FIGHTS):
            break
        top = state.stack[-1]
        seat = seats_of(state.players, top.to_act(state))[0]
        offered = codes or top.legal(state, seat)
        assert len(score_codes(state, seat, offered, OFFICER)) == len(offered)
        assert choose(state, seat, offered, SeededDice(1), RECRUIT) in offered
        codes = play_one(state, codes, [OFFICER, OFFICER], SeededDice(1))


def _outcome(seed: int) -> tuple[list[int], list[int]]:
    game = Game.from_position(random_battle(random.Random(seed)), SeededDice(seed))
    state: State = game.state.copy()
    fight_out(state, ALL_FIGHTS, [RECRUIT, OFFICER], SeededDice(seed))
    return state.strength, state.where


@pytest.mark.parametrize("seed", range(5))
def test_the_same_dice_give_the_same_fight(seed: int) -> None:
    """Deterministic, the recruit's whims included."""
    assert _outcome(seed) == _outcome(seed)


def test_the_officer_beats_the_recruit() -> None:
    """Over dealt battles, each fought both ways round, with a margin far beyond chance."""
    won = 0
    for seed in range(40):
        for officer in (0, 1):
            state = deal(random.Random(seed))
            town = state.fights[0].town
            tempers = [RECRUIT, RECRUIT]
            tempers[officer] = OFFICER
            fight_out(state, town, tempers, SeededDice(seed))
            won += (state.at[town] & SIDE_UNITS[officer]) != 0
    assert won >= 52
