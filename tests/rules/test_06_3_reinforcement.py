"""Reinforcing a battle from the adjacent towns (6.3.4)."""

import pytest
from tests.rules.playing import deploy, rule_against

from napoleon.rules import Game, NotYourTurn, ScriptedDice

FIELD = "french centre: FR-4-I; allied centre: PR-2-I1"


def _reinforce(towns: str, *, side: str = "french") -> Game:
    """A French attack on Charleroi: the side has fought and may now bring in units of the towns."""
    return Game.from_position(
        f"turn 5; {towns}; battle charleroi; side {side}; step reinforce; {FIELD}",
        dice=ScriptedDice([6] * 12),
    )


def test_6_3_4_reinforcement_is_the_last_step_of_a_battle_turn() -> None:
    """When the combat of a battle turn is over, units of adjacent towns may come in."""
    game = Game.from_position(
        f"turn 5; laneffe: FR-1-I1; battle charleroi; {FIELD}", dice=ScriptedDice([])
    )
    assert rule_against(game, "french", "reinforce FR-1-I1") is not None
    game.play("french", "end")
    assert (game.stage, game.to_act) == ("reinforce", ("french",))
    assert "reinforce FR-1-I1" in game.legal("french")


def test_6_3_4_reinforcements_come_into_the_reserve() -> None:
    """A reinforcement leaves its town and stands in reserve."""
    game = _reinforce("laneffe: FR-1-I1")
    game.play("french", "reinforce FR-1-I1")
    assert game.where("FR-1-I1") == "charleroi"
    assert game.area("FR-1-I1") == "reserve"


def test_6_3_4_reinforcements_act_from_the_next_battle_turn() -> None:
    """A unit that came in cannot be used before its side's next battle turn."""
    game = _reinforce("laneffe: FR-1-I1")
    game.play("french", "reinforce FR-1-I1")
    assert rule_against(game, "french", "move FR-1-I1 left") is not None
    game.play("french", "end")
    game.play("allied", "end")
    game.play("french", "move FR-1-I1 left")
    assert game.area("FR-1-I1") == "left"


def test_6_3_4_nobody_has_to_reinforce() -> None:
    """The step can be ended with nothing done."""
    game = _reinforce("laneffe: FR-1-I1")
    game.play("french", "end")
    assert game.where("FR-1-I1") == "laneffe"
    assert game.to_act == ("allied",)


def test_6_3_4_two_units_over_a_main_road_and_rivers_do_not_matter() -> None:
    """Laneffe - Charleroi, a main road over the Sambre, lets two units in a battle turn."""
    game = _reinforce("laneffe: FR-1-I1 FR-1-I2 FR-1-A")
    game.play("french", ["reinforce FR-1-I1", "reinforce FR-1-A"])
    assert rule_against(game, "french", "reinforce FR-1-I2") == "6.3.4"


def test_6_3_4_one_unit_over_a_minor_road() -> None:
    """Thuin - Charleroi is a minor road: one unit a battle turn."""
    game = _reinforce("thuin: FR-3-I1 FR-3-I2")
    game.play("french", "reinforce FR-3-I2")
    assert rule_against(game, "french", "reinforce FR-3-I1") == "6.3.4"


def test_6_3_4_each_road_has_its_own_limit() -> None:
    """Units come over all roads in the same battle turn: two by the main, one by the minor."""
    game = _reinforce("laneffe: FR-1-I1 FR-1-I2; thuin: FR-3-I1")
    game.play("french", [f"reinforce {unit}" for unit in ("FR-1-I1", "FR-1-I2", "FR-3-I1")])
    assert [game.area(unit) for unit in ("FR-1-I1", "FR-1-I2", "FR-3-I1")] == ["reserve"] * 3


def test_6_3_4_the_road_limit_is_for_both_allies_together() -> None:
    """Ligny - Charleroi lets two Allied units in, whichever their army."""
    game = _reinforce("ligny: PR-3-I1 PR-3-I2 AD-1-I1", side="allied")
    game.play("allied", ["reinforce AD-1-I1", "reinforce PR-3-I1"])
    assert rule_against(game, "allied", "reinforce PR-3-I2") == "6.3.4"


def test_5_5_example_the_other_four_follow_two_a_battle_turn() -> None:
    """The rulebook's example: the rest at Laneffe come in at the rate of two a battle turn."""
    game = _reinforce("laneffe: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2")
    game.play("french", ["reinforce FR-1-I1", "reinforce FR-1-I2"])
    assert rule_against(game, "french", "reinforce FR-2-I1") == "6.3.4"
    game.play("french", "end")
    game.play("allied", "end")
    game.play("french", "end")
    game.play("french", ["reinforce FR-2-I1", "reinforce FR-2-I2"])
    assert game.area("FR-2-I1") == "reserve"
    assert game.area("FR-2-I2") == "reserve"


def test_6_3_4_only_from_adjacent_towns() -> None:
    """Philippeville has no road to Charleroi."""
    game = _reinforce("laneffe: FR-1-I1; philippeville: FR-3-I1")
    assert rule_against(game, "french", "reinforce FR-3-I1") == "6.3.4"
    assert rule_against(game, "french", "reinforce FR-1-I1") is None


def test_6_3_4_disordered_units_do_not_reinforce() -> None:
    """A unit that retreated this turn is of no use to another battle."""
    game = _reinforce("laneffe: FR-1-I1(disordered) FR-1-I2")
    assert rule_against(game, "french", "reinforce FR-1-I1") in ("6.3.4", "7.3")
    assert rule_against(game, "french", "reinforce FR-1-I2") is None


def test_6_3_4_units_of_another_battle_do_not_reinforce() -> None:
    """Units of a contested town are tied to the fight there."""
    game = Game.from_position(
        f"turn 5; laneffe: FR-1-I1; battle charleroi; side french; step reinforce; {FIELD};"
        "battle ligny; french reserve: FR-3-I1; french centre: FR-3-I2; allied centre: PR-3-I1",
        dice=ScriptedDice([]),
    )
    assert game.town == "charleroi"
    assert rule_against(game, "french", "reinforce FR-3-I1") == "6.3.4"
    assert rule_against(game, "french", "reinforce FR-1-I1") is None


def test_6_3_4_the_defender_reinforces_in_his_own_battle_turn() -> None:
    """Each side brings in units at the end of its own battle turns, not of the other's."""
    game = _reinforce("laneffe: FR-1-I1; ligny: PR-3-I1", side="allied")
    assert game.to_act == ("allied",)
    with pytest.raises(NotYourTurn):
        game.play("french", "reinforce FR-1-I1")
    game.play("allied", "reinforce PR-3-I1")
    assert game.area("PR-3-I1") == "reserve"


def test_6_3_4_an_ally_may_reinforce() -> None:
    """Friends of either Allied army come to the battle: here the Anglo-Dutch to the Prussians."""
    game = _reinforce("quatre-bras: AD-1-I2", side="allied")
    game.play("allied", "reinforce AD-1-I2")
    assert game.area("AD-1-I2") == "reserve"


def test_6_3_4_a_unit_that_marched_may_reinforce_the_first_battle_turn() -> None:
    """R: units may come in from the first battle turn on, whether they marched this turn or not."""
    game = Game.from_position(
        "turn 1; laneffe: FR-2-I1 FR-2-I2 FR-2-A FR-C1; philippeville: FR-4-I;"
        "charleroi: PR-1-I1 PR-1-I2 PR-1-C",
        dice=ScriptedDice([]),
    )
    game.play("french", [f"march {unit} charleroi" for unit in ("FR-2-I1", "FR-2-I2", "FR-2-A")])
    game.play("french", ["march FR-4-I laneffe", "end"])
    game.play("french", ["end", "draw 0"])  # no forced march by FR-4-I
    game.play("allied", "draw 0")
    deploy(game, "allied", "PR-1-I1 left, PR-1-I2 centre, PR-1-C right")
    deploy(game, "french", "FR-2-I1 left, FR-2-A centre, FR-2-I2 right")
    game.play("french", "end")
    assert game.stage == "reinforce"
    game.play("french", ["reinforce FR-4-I", "reinforce FR-C1"])
    assert game.area("FR-4-I") == "reserve"
    assert game.area("FR-C1") == "reserve"


def test_6_3_4_winners_of_a_skirmish_may_reinforce() -> None:
    """The winners at Quatre Bras, fresh from their skirmish, join the battle at Charleroi."""
    game = Game.from_position(
        "turn 1; thuin: FR-2-I1 FR-2-I2 FR-2-A; ligny: FR-3-I1 FR-3-I2 FR-3-A;"
        "charleroi: PR-1-I1 PR-1-I2 PR-1-C; quatre-bras: AD-1-I3 AD-1-C/1",
        dice=ScriptedDice([6] * 12),
    )
    game.play("french", [f"march {unit} charleroi" for unit in ("FR-2-I1", "FR-2-I2", "FR-2-A")])
    game.play("french", [f"march {unit} quatre-bras" for unit in ("FR-3-I1", "FR-3-I2", "FR-3-A")])
    game.play("french", ["end", "end", "reveal FR-3-I1", "end"])
    game.play("allied", ["reveal AD-1-C", "end"])
    game.play("allied", ["retreat AD-1-C nivelles", "retreat AD-1-I3 nivelles"])
    game.play("french", "draw 0")
    game.play("allied", "draw 0")
    deploy(game, "allied", "PR-1-I1 left, PR-1-I2 centre, PR-1-C right")
    deploy(game, "french", "FR-2-I1 left, FR-2-A centre, FR-2-I2 right")
    game.play("french", "end")
    game.play("french", ["reinforce FR-3-I1", "reinforce FR-3-A"])
    assert game.area("FR-3-I1") == "reserve"
    assert game.area("FR-3-A") == "reserve"
    assert rule_against(game, "french", "reinforce FR-3-I2") == "6.3.4"


def test_6_3_4_winners_of_a_battle_may_reinforce_after_regrouping() -> None:
    """A winner regrouped from Ligny to Quatre Bras may at once join the battle at Waterloo."""
    game = Game.from_position(
        "turn 5; quatre-bras: FR-4-I; liege: PR-4-I1;"
        "battle ligny; side french; step combat;"
        "french enemy-left: FR-2-I1; allied left: PR-1-I1/1;"
        "battle waterloo; french centre: FR-1-I1; allied centre: AD-1-I1",
        dice=ScriptedDice([1, 6, 6, 6]),
    )
    game.play("french", "fire FR-2-I1")
    assert (game.stage, game.town) == ("regroup", "ligny")
    game.play("french", ["regroup FR-2-I1 quatre-bras", "end"])
    assert (game.stage, game.town) == ("combat", "waterloo")
    game.play("french", "end")
    game.play("french", "reinforce FR-2-I1")
    assert game.where("FR-2-I1") == "waterloo"
    assert game.area("FR-2-I1") == "reserve"


def test_6_3_4_any_adjacent_town_sends_its_units() -> None:
    """Condé, the first town of the tables, too: the battle is at Tournai."""
    game = Game.from_position(
        "turn 5; conde: FR-1-I1; battle tournai; side french; step reinforce;"
        "french centre: FR-4-I; allied centre: AD-1-I1",
        dice=ScriptedDice([6] * 12),
    )
    assert game.why_not("french", "reinforce FR-1-I1") is None
    game.play("french", "reinforce FR-1-I1")
    assert game.where("FR-1-I1") == "tournai"
