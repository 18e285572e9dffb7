"""Rule 7.5: the winner of a battle may regroup at once.

The French win at Ligny, whose roads are: Charleroi, Quatre Bras and Namur (main), Gembloux (minor).
"""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, ScriptedDice


def win(elsewhere: str = "", more: str = "") -> Game:
    """The French destroy the last Prussian unit of a battle at Ligny."""
    statements = [
        "turn 5",
        elsewhere,
        "battle ligny",
        "side french",
        "french left: FR-2-I2",
        "french centre: FR-2-A",
        "french right: FR-N",
        "french reserve: FR-C1",
        "french enemy-left: FR-2-I1",
        "allied left: PR-1-C/1",
        "origins charleroi",
        more,
    ]
    text = "; ".join(statement for statement in statements if statement)
    game = Game.from_position(text, dice=ScriptedDice([1, 6, 6, 6]))
    game.play("french", "fire FR-2-I1")
    return game


def test_7_5_example_ligny_to_quatre_bras() -> None:
    """The rulebook's example: two units of the winners may go to Quatre Bras, no third."""
    game = win(
        "quatre-bras: FR-1-I1 FR-1-I2 FR-1-A FR-3-I1;"
        "gembloux: PR-1-I1(disordered); namur: PR-1-I2(disordered)"
    )
    assert game.stage == "regroup"
    assert game.to_act == ("french",)
    game.play("french", "regroup FR-2-I1 quatre-bras")
    game.play("french", "regroup FR-2-I2 quatre-bras")
    assert game.where("FR-2-I1") == "quatre-bras"
    assert rule_against(game, "french", "regroup FR-C1 quatre-bras") == "7.5"


def test_7_5_units_may_come_in() -> None:
    """Friends in an adjacent town may come to the town that was won, two over a main road."""
    game = win("quatre-bras: FR-1-I1 FR-1-I2 FR-1-A")
    game.play("french", ["regroup FR-1-I1 ligny", "regroup FR-1-I2 ligny"])
    assert game.where("FR-1-I1") == "ligny"
    assert rule_against(game, "french", "regroup FR-1-A ligny") == "7.5"


def test_7_5_in_and_out_share_the_road() -> None:
    """A road carries two in all, whatever the direction."""
    game = win("quatre-bras: FR-1-I1 FR-1-I2")
    game.play("french", ["regroup FR-1-I1 ligny", "regroup FR-2-I1 quatre-bras"])
    assert rule_against(game, "french", "regroup FR-2-I2 quatre-bras") == "7.5"
    assert rule_against(game, "french", "regroup FR-1-I2 ligny") == "7.5"


def test_7_5_a_minor_road_carries_one() -> None:
    """Over the minor road to Gembloux one unit may regroup."""
    game = win("gembloux: FR-1-I1 FR-1-I2; quatre-bras: FR-3-I1")
    game.play("french", "regroup FR-1-I1 ligny")
    assert rule_against(game, "french", "regroup FR-1-I2 ligny") == "7.5"
    assert "regroup FR-3-I1 ligny" in game.legal("french")


def test_7_5_a_leader_takes_up_room() -> None:
    """A leader counts on the road like any unit (8)."""
    game = win("quatre-bras: FR-1-I1")
    game.play("french", ["regroup FR-N quatre-bras", "regroup FR-C1 quatre-bras"])
    assert rule_against(game, "french", "regroup FR-2-I1 quatre-bras") == "7.5"


@pytest.mark.parametrize("town", ["charleroi", "namur"])
def test_7_5_out_only_to_towns_that_he_holds(town: str) -> None:
    """Neither an empty town, even that of the start, nor one with enemies can be entered."""
    game = win("quatre-bras: FR-1-I1; namur: PR-1-I1")
    assert rule_against(game, "french", f"regroup FR-2-I1 {town}") == "7.5"


def test_7_5_adjacent_towns_only() -> None:
    """Mounted units too make one step: Nivelles is too far from Ligny."""
    game = win("quatre-bras: FR-1-I1; nivelles: FR-C2")
    assert rule_against(game, "french", "regroup FR-C2 ligny") == "7.5"
    assert rule_against(game, "french", "regroup FR-C1 nivelles") == "7.5"


@pytest.mark.parametrize(("unit", "town"), [("FR-C1", "ligny"), ("FR-1-I1", "quatre-bras")])
def test_7_5_nobody_regroups_to_the_town_where_he_is(unit: str, town: str) -> None:
    """The reason says that he is there already."""
    game = win("quatre-bras: FR-1-I1")
    reason = game.why_not("french", f"regroup {unit} {town}")
    assert reason is not None
    assert reason.rule == "7.5"
    assert "already" in reason.text


def test_7_5_a_unit_regroups_once() -> None:
    """A unit that came in cannot go out again."""
    game = win("quatre-bras: FR-C2; charleroi: FR-3-I1")
    game.play("french", "regroup FR-C2 ligny")
    assert rule_against(game, "french", "regroup FR-C2 charleroi") == "7.5"


def test_7_5_not_to_or_from_another_battle() -> None:
    """Units of a contested town stay there, and nobody joins them by regrouping."""
    game = win(
        "charleroi: FR-3-I1",
        "battle quatre-bras;"
        "french left: FR-1-I1; french centre: FR-1-A; french right: FR-1-I2;"
        "allied left: AD-1-I1; allied centre: AD-1-I2; allied right: AD-1-I3; origins nivelles",
    )
    assert game.stage == "regroup"
    assert rule_against(game, "french", "regroup FR-2-I1 quatre-bras") == "7.5"
    assert rule_against(game, "french", "regroup FR-1-I1 ligny") == "7.5"
    assert "regroup FR-3-I1 ligny" in game.legal("french")


def test_7_5_disordered_units_do_not_regroup() -> None:
    """Ruling (7.3): a unit that retreated in this turn cannot come back by regrouping."""
    game = win("charleroi: FR-3-I1(disordered) FR-3-I2")
    assert rule_against(game, "french", "regroup FR-3-I1 ligny") == "7.3"
    assert "regroup FR-3-I2 ligny" in game.legal("french")


def test_7_5_the_defender_regroups_when_he_wins() -> None:
    """The winner may be the defender: he regroups in the attacker's turn."""
    game = Game.from_position(
        "turn 5; namur: PR-2-I1; charleroi: FR-3-I1; battle ligny; side allied;"
        "french left: FR-C4/1; allied enemy-left: PR-1-I1; allied centre: PR-1-I2;"
        "origins charleroi",
        dice=ScriptedDice([1, 6, 6, 6]),
    )
    game.play("allied", "fire PR-1-I1")
    assert game.stage == "regroup"
    assert game.to_act == ("allied",)
    assert game.turn == 5
    game.play("allied", "regroup PR-2-I1 ligny")
    assert game.where("PR-2-I1") == "ligny"


def test_7_5_now_or_not_at_all() -> None:
    """Who ends the step has let the chance go by: the turn passes."""
    game = win("quatre-bras: FR-1-I1")
    game.play("french", "end")
    assert game.turn > 5
    assert game.where("FR-1-I1") == "quatre-bras"
    assert game.why_not("french", "regroup FR-1-I1 ligny") is not None


def test_7_5_nothing_to_regroup_is_not_asked() -> None:
    """With no friends next door there is nowhere to go, and the turn passes."""
    game = win()
    assert game.turn > 5
    assert game.where("FR-2-I1") == "ligny"


def test_7_5_a_regrouped_unit_may_reinforce_another_battle() -> None:
    """From Namur to Ligny by regrouping, and on to the battle at Quatre Bras (6.3.4)."""
    game = win(
        "namur: FR-3-I1 FR-3-I2",
        "battle quatre-bras;"
        "french left: FR-1-I1; french centre: FR-1-A; french right: FR-1-I2;"
        "allied left: AD-1-I1; allied centre: AD-1-I2; allied right: AD-1-I3; origins nivelles",
    )
    game.play("french", ["regroup FR-3-I1 ligny", "end"])
    assert game.town == "quatre-bras"
    assert game.to_act == ("french",)
    game.play("french", "end")
    assert game.stage == "reinforce"
    game.play("french", ["reinforce FR-3-I1", "reinforce FR-2-I1"])
    assert game.area("FR-3-I1") == "reserve"
    assert game.where("FR-3-I1") == "quatre-bras"


def test_7_5_nothing_is_offered_to_or_from_a_contested_town() -> None:
    """What is offered knows of the other battle, as what is refused does."""
    game = win(
        "charleroi: FR-3-I1",
        "battle quatre-bras;"
        "french left: FR-1-I1; french centre: FR-1-A; french right: FR-1-I2;"
        "allied left: AD-1-I1; allied centre: AD-1-I2; allied right: AD-1-I3; origins nivelles",
    )
    offered = {str(action) for action in game.legal("french")}
    assert "regroup FR-2-I1 charleroi" in offered
    assert not [action for action in offered if action.endswith(" quatre-bras")]
    assert not [action for action in offered if action.startswith("regroup FR-1-")]


def test_7_5_no_unit_comes_in_and_goes_out() -> None:
    """One step a unit: who came in stays, who went out does not come back, nor go elsewhere."""
    game = win("quatre-bras: FR-1-I1 FR-1-I2; charleroi: FR-3-I1; namur: FR-C2")
    game.play("french", ["regroup FR-1-I1 ligny", "regroup FR-2-I1 charleroi"])
    offered = [str(action) for action in game.legal("french")]
    for unit, town in (("FR-1-I1", "quatre-bras"), ("FR-1-I1", "namur"), ("FR-2-I1", "ligny")):
        assert not [action for action in offered if unit in action]
        assert rule_against(game, "french", f"regroup {unit} {town}") == "7.5"
    assert "regroup FR-2-I2 namur" in offered and "regroup FR-3-I1 ligny" in offered
