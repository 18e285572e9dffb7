"""Moves on the battlefield: engaging, disengaging, regrouping (6.3.2)."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, ScriptedDice


def _battle(statements: str, *dice: int) -> Game:
    """A French attack on Charleroi in progress; sixes follow the given dice.

    One unit of each side stands in its own centre, so that both always have something to do.
    """
    return Game.from_position(
        f"turn 5; battle charleroi;french centre: FR-4-I; allied centre: PR-2-I1; {statements}",
        dice=ScriptedDice([*dice, *[6] * 12]),
    )


def _british_attack(statements: str, *dice: int) -> Game:
    """A British attack on Waterloo in progress, as in the rulebook's pictures."""
    return Game.from_position(
        f"turn 4; battle waterloo; side allied; step combat; {statements}",
        dice=ScriptedDice([*dice, *[6] * 12]),
    )


# The pictured examples


def test_6_3_2_example_of_engaging() -> None:
    """Guns fire, infantry of their area advances, cavalry follows from reserve with its shock."""
    game = _british_attack(
        "allied left: AD-1-A AD-1-I1; allied centre: AD-2-I1; allied right: AD-R-I1;"
        "allied reserve: AD-C-H;"
        "french left: FR-1-I1; french centre: FR-3-I1; french right: FR-2-I1",
        *[1, 1, 6, 6],
    )
    game.play("allied", "bombard AD-1-A")
    assert game.strength("FR-2-I1") == 2
    game.play("allied", "move AD-1-I1 enemy-right")
    game.play("allied", ["move AD-C-H left", "move AD-C-H enemy-right"])
    assert game.area("AD-1-I1") == "enemy-right"
    assert game.area("AD-C-H") == "enemy-right"
    assert "shock" in game.marks("AD-C-H")
    assert "shock" not in game.marks("AD-1-I1")


def test_6_3_2_example_of_disengaging() -> None:
    """When the infantry has come back, and not before, the gun behind it may fire."""
    game = _british_attack(
        "allied enemy-left: AD-1-I1; allied right: AD-1-A; allied centre: AD-2-I1;"
        "french left: FR-2-I1; french centre: FR-3-I1",
        *[1, 6, 6, 6],
    )
    assert rule_against(game, "allied", "bombard AD-1-A") == "6.3.3"
    game.play("allied", ["move AD-1-I1 right", "bombard AD-1-A"])
    assert game.area("AD-1-I1") == "right"
    assert game.strength("FR-2-I1") == 3


@pytest.mark.parametrize("area", ["left", "right"])
def test_6_3_2_example_of_regrouping_cavalry(area: str) -> None:
    """Cavalry of the centre goes by the reserve to either wing in one battle turn."""
    game = _british_attack(
        "allied centre: AD-C-L1 AD-1-I2; allied reserve: AD-2-I1; french centre: FR-3-I1"
    )
    game.play("allied", ["move AD-C-L1 reserve", f"move AD-C-L1 {area}"])
    assert game.area("AD-C-L1") == area


def test_6_3_2_example_of_regrouping_infantry() -> None:
    """Infantry does not go sideways from the centre; from reserve it goes to a wing."""
    game = _british_attack(
        "allied centre: AD-C-L1 AD-1-I2; allied reserve: AD-2-I1; french centre: FR-3-I1"
    )
    assert rule_against(game, "allied", "move AD-1-I2 left") == "6.3.2"
    assert rule_against(game, "allied", "move AD-1-I2 right") == "6.3.2"
    game.play("allied", "move AD-2-I1 right")
    assert game.area("AD-2-I1") == "right"


# Which areas adjoin


@pytest.mark.parametrize(
    ("home", "facing"),
    [("left", "enemy-right"), ("centre", "enemy-centre"), ("right", "enemy-left")],
)
def test_6_3_2_forward_is_the_facing_area(home: str, facing: str) -> None:
    """My left faces the enemy's right, centre faces centre, my right faces his left."""
    game = Game.from_position(
        f"turn 5; battle charleroi; french {home}: FR-2-I1;"
        "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-2-I1",
        dice=ScriptedDice([]),
    )
    forward = [str(a) for a in game.legal("french") if str(a).startswith("move FR-2-I1 enemy-")]
    assert forward == [f"move FR-2-I1 {facing}"]


@pytest.mark.parametrize("area", ["centre", "right", "enemy-left", "enemy-centre"])
def test_6_3_2_no_sideways_or_diagonal_moves(area: str) -> None:
    """From the left one goes neither to another own area nor aslant to the enemy."""
    game = _battle("french left: FR-C1; allied right: PR-1-I1; allied left: PR-1-I2")
    assert rule_against(game, "french", f"move FR-C1 {area}") == "6.3.2"


def test_6_3_2_no_sideways_moves_in_the_enemys_areas() -> None:
    """A unit in the enemy's right cannot go over to his centre."""
    game = _battle("french left: FR-2-I2; french enemy-right: FR-C1; allied right: PR-1-I1")
    assert rule_against(game, "french", "move FR-C1 enemy-centre") == "6.3.2"


def test_6_3_2_the_reserve_adjoins_the_own_areas_only() -> None:
    """From reserve one goes to an own area, never straight to the enemy's."""
    game = _battle("french reserve: FR-2-I1; allied right: PR-1-I1; allied left: PR-1-I2")
    for area in ("left", "centre", "right"):
        assert rule_against(game, "french", f"move FR-2-I1 {area}") is None
    for area in ("enemy-left", "enemy-centre", "enemy-right"):
        assert rule_against(game, "french", f"move FR-2-I1 {area}") == "6.3.2"


# How far


@pytest.mark.parametrize("unit", ["FR-2-I1", "FR-2-A"])
def test_6_3_2_foot_units_move_one_step(unit: str) -> None:
    """Infantry and foot artillery have one step: there is no forced march on the field."""
    game = _battle(f"french right: {unit}; allied right: PR-1-I1")
    game.play("french", f"move {unit} reserve")
    assert rule_against(game, "french", f"move {unit} left") == "6.3.2"


@pytest.mark.parametrize("unit", ["FR-C1", "FR-C3", "FR-H1", "FR-N"])
def test_6_3_2_mounted_units_move_two_steps(unit: str) -> None:
    """Cavalry, horse artillery and leaders go from reserve through friends to the enemy."""
    game = _battle(f"french reserve: {unit}; french left: FR-2-I1; allied right: PR-1-I1")
    game.play("french", [f"move {unit} left", f"move {unit} enemy-right"])
    assert game.area(unit) == "enemy-right"


def test_6_3_2_mounted_units_do_not_move_three_steps() -> None:
    """After two steps even cavalry stands still."""
    game = _battle("french right: FR-C1; allied right: PR-1-I1")
    game.play("french", ["move FR-C1 reserve", "move FR-C1 left"])
    assert rule_against(game, "french", "move FR-C1 enemy-right") == "6.3.2"


# Engaging


def test_6_3_2_foot_artillery_cannot_engage() -> None:
    """Foot guns do not go where enemies are; horse guns do."""
    game = _battle("french left: FR-2-A FR-H1; allied right: PR-1-I1")
    assert rule_against(game, "french", "move FR-2-A enemy-right") == "6.3.2"
    assert rule_against(game, "french", "move FR-H1 enemy-right") is None


def test_6_3_2_entering_the_own_contested_area_is_engaging() -> None:
    """R: from reserve into an own area with enemies in it is an engagement, and ends the move."""
    game = _battle("french reserve: FR-C1 FR-2-A; french left: FR-2-I1; allied enemy-left: PR-1-I1")
    assert rule_against(game, "french", "move FR-2-A left") == "6.3.2"
    game.play("french", "move FR-C1 left")
    assert "shock" in game.marks("FR-C1")
    assert rule_against(game, "french", "move FR-C1 reserve") == "6.3.2"


def test_6_3_2_nobody_passes_enemies() -> None:
    """Cavalry cannot ride through enemies in its own left to the enemy's right."""
    game = _battle(
        "french reserve: FR-C1; french left: FR-2-I1;"
        "allied enemy-left: PR-1-I1; allied right: PR-1-I2"
    )
    game.play("french", "move FR-C1 left")
    assert rule_against(game, "french", "move FR-C1 enemy-right") == "6.3.2"


def test_6_3_2_no_disengaging_after_engaging() -> None:
    """Cavalry that has just engaged cannot use its second step to get away."""
    game = _battle("french left: FR-C1; allied right: PR-1-I1")
    game.play("french", "move FR-C1 enemy-right")
    assert rule_against(game, "french", "move FR-C1 left") == "6.3.2"


def test_6_3_2_entering_an_empty_enemy_area_routs_the_enemy() -> None:
    """R: an enemy area without enemies may be entered; its owner routs."""
    game = _battle("french left: FR-2-I1; allied left: PR-1-I1")
    game.play("french", "move FR-2-I1 enemy-right")
    assert game.stage == "rout"
    assert game.to_act == ("allied",)


def test_6_3_2_foot_artillery_cannot_enter_an_empty_enemy_area() -> None:
    """R: foot guns stay on their own side even when the way is open."""
    game = _battle("french left: FR-2-A; allied left: PR-1-I1")
    assert rule_against(game, "french", "move FR-2-A enemy-right") == "6.3.2"


# Disengaging


@pytest.mark.parametrize("unit", ["FR-2-I1", "FR-C1", "FR-H1", "FR-N"])
def test_6_3_2_disengaging_goes_back_one_area(unit: str) -> None:
    """An engaged unit may leave the enemy's area for its own."""
    game = _battle(f"french left: FR-2-I2; french enemy-right: {unit}; allied right: PR-1-I1")
    game.play("french", f"move {unit} left")
    assert game.area(unit) == "left"


def test_6_3_2_disengaging_from_an_own_area_goes_to_reserve() -> None:
    """A unit attacked in its own area may go back to the reserve, foot artillery too."""
    game = _battle("french left: FR-2-I1 FR-2-A; allied enemy-left: PR-1-I1")
    game.play("french", "move FR-2-A reserve")
    assert game.area("FR-2-A") == "reserve"


def test_6_3_2_no_disengaging_into_enemies() -> None:
    """A unit cannot go back to an area that enemies have entered."""
    game = _battle(
        "french left: FR-2-I2; french enemy-right: FR-2-I1;"
        "allied right: PR-1-I1; allied enemy-left: PR-1-C"
    )
    assert rule_against(game, "french", "move FR-2-I1 left") == "6.3.2"


def test_6_3_2_no_disengaging_forward() -> None:
    """R: a unit engaged in its own area cannot get away into the empty area of the enemy."""
    game = _battle("french left: FR-2-I1 FR-2-I2; allied enemy-left: PR-1-I1")
    assert rule_against(game, "french", "move FR-2-I1 enemy-right") == "6.3.2"


def test_6_3_2_no_engaging_after_disengaging() -> None:
    """Cavalry that has broken off cannot charge again in the same battle turn."""
    game = _battle("french left: FR-2-I2; french enemy-right: FR-C1; allied right: PR-1-I1")
    game.play("french", "move FR-C1 left")
    assert "disengaged" in game.marks("FR-C1")
    assert rule_against(game, "french", "move FR-C1 enemy-right") == "6.3.2"


def test_6_3_2_cavalry_may_ride_on_after_disengaging() -> None:
    """The second step of a unit that broke off may take it on to the reserve."""
    game = _battle("french left: FR-2-I2; french enemy-right: FR-C1; allied right: PR-1-I1")
    game.play("french", ["move FR-C1 left", "move FR-C1 reserve"])
    assert game.area("FR-C1") == "reserve"


# One action each


def test_6_3_a_unit_that_fired_does_not_move() -> None:
    """In combat each unit does one thing: after its shot it stays."""
    game = _battle("french left: FR-2-I1 FR-2-I2; allied enemy-left: PR-1-I1", 6, 6, 6, 6)
    assert rule_against(game, "french", "move FR-2-I1 reserve") is None
    game.play("french", "fire FR-2-I1")
    assert rule_against(game, "french", "move FR-2-I1 reserve") is not None


def test_6_3_a_unit_may_act_again_in_the_next_battle_turn() -> None:
    """What a unit has done binds it only until its side's next battle turn."""
    game = _battle("french reserve: FR-2-I1; allied right: PR-1-I1")
    game.play("french", ["move FR-2-I1 left", "end"])
    game.play("allied", "end")
    game.play("french", "move FR-2-I1 enemy-right")
    assert game.area("FR-2-I1") == "enemy-right"
