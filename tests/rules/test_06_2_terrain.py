"""What woods, farms, streams and hills do in combat (6.2.1)."""

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


# Woods


def test_6_2_1_woods_infantry_fights_as_normal() -> None:
    """Infantry in woods keeps its firepower: F2 hits with a 2, not with a 3."""
    game = _battle(
        "terrain allied left woods; french enemy-left: FR-2-I1; allied left: PR-1-I1", 2, 3, 3, 3
    )
    game.play("french", "fire FR-2-I1")
    assert game.strength("PR-1-I1") == 3


@pytest.mark.parametrize("cavalry", ["FR-C1", "FR-C3", "FR-C1(shock)", "FR-C3(shock)"])
def test_6_2_1_woods_cavalry_fights_at_f1_without_shock(cavalry: str) -> None:
    """In woods all cavalry hits with a 1 only, whatever its card, and has no shock."""
    game = _battle(
        f"terrain allied left woods; french enemy-left: {cavalry}; allied left: PR-1-I1", 1, 2, 2
    )
    game.play("french", f"fire {cavalry.split('(', maxsplit=1)[0]}")
    assert game.strength("PR-1-I1") == 3


def test_6_2_1_woods_stop_cavalry() -> None:
    """Cavalry that enters woods stops there, even with a step left."""
    game = _battle("terrain french left woods; french reserve: FR-C1; allied right: PR-1-I1")
    game.play("french", "move FR-C1 left")
    assert rule_against(game, "french", "move FR-C1 enemy-right") == "6.2.1"
    assert "halted" in game.marks("FR-C1")


def test_6_2_1_woods_are_not_what_stops_cavalry_that_engages_in_them() -> None:
    """Entering woods where enemies stand is engaging, and that ends the move by itself (6.3.2)."""
    game = _battle(
        "terrain french left woods; french reserve: FR-C1; french left: FR-2-I1;"
        "allied enemy-left: PR-1-I1; allied right: PR-1-I2"
    )
    game.play("french", "move FR-C1 left")
    assert rule_against(game, "french", "move FR-C1 reserve") == "6.3.2"


def test_6_2_1_woods_are_not_what_stops_cavalry_that_has_no_step_left() -> None:
    """Two steps, the second of them into woods: the cavalry has acted."""
    game = _battle(
        "terrain french left woods; french right: FR-C1; french left: FR-2-I1; allied left: PR-1-I1"
    )
    game.play("french", ["move FR-C1 reserve", "move FR-C1 left"])
    assert rule_against(game, "french", "move FR-C1 reserve") == "6.3.2"


def test_6_2_1_woods_do_not_stop_a_leader() -> None:
    """Only cavalry must stop in woods: a leader rides on."""
    game = _battle(
        "terrain french left woods; french reserve: FR-N; french left: FR-2-I1;"
        "allied right: PR-1-I1"
    )
    game.play("french", ["move FR-N left", "move FR-N enemy-right"])
    assert game.area("FR-N") == "enemy-right"


def test_6_2_1_cavalry_leaves_woods_freely() -> None:
    """The stop is for entering: cavalry that begins in woods has both its steps."""
    game = _battle("terrain french left woods; french left: FR-C1; allied left: PR-1-I1")
    game.play("french", ["move FR-C1 reserve", "move FR-C1 right"])
    assert game.area("FR-C1") == "right"


@pytest.mark.parametrize("gun", ["FR-2-A", "FR-H1"])
def test_6_2_1_artillery_cannot_enter_woods(gun: str) -> None:
    """Neither foot nor horse artillery goes into woods."""
    game = _battle(f"terrain french left woods; french reserve: {gun}; allied left: PR-1-I1")
    assert rule_against(game, "french", f"move {gun} left") == "6.2.1"
    assert rule_against(game, "french", f"move {gun} right") is None


def test_6_2_1_horse_artillery_cannot_engage_in_woods() -> None:
    """Enemy woods are shut to horse artillery as well."""
    game = _battle("terrain allied right woods; french left: FR-H1; allied right: PR-1-I1")
    assert rule_against(game, "french", "move FR-H1 enemy-right") == "6.2.1"


@pytest.mark.parametrize("gun", ["FR-2-A", "FR-H1"])
def test_6_2_1_artillery_cannot_fire_at_woods(gun: str) -> None:
    """Guns do not fire into woods."""
    game = _battle(f"terrain allied right woods; french left: {gun}; allied right: PR-1-I1")
    assert rule_against(game, "french", f"bombard {gun}") == "6.2.1"


# Farm


def test_6_2_1_farm_gives_its_occupant_one_more_firepower() -> None:
    """The infantry in the farm fires at F3 instead of F2."""
    game = _battle(
        "side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1;"
        "french enemy-right: FR-2-I1",
        3,
        4,
        4,
        4,
    )
    game.play("allied", "fire PR-1-I1")
    assert game.strength("FR-2-I1") == 3


def test_6_2_1_farm_helps_no_other_unit_of_the_area() -> None:
    """Only the one marked unit has the bonus."""
    game = _battle(
        "side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1 PR-1-I2;"
        "french enemy-right: FR-2-I1",
        3,
        3,
        3,
        3,
    )
    game.play("allied", "fire PR-1-I2")
    assert game.strength("FR-2-I1") == 4


def test_6_2_1_cavalry_hits_pass_over_the_farms_occupant() -> None:
    """Cavalry hits fall on the others of the area, though the occupant is stronger."""
    game = _battle(
        "terrain allied right farm PR-1-I1; allied right: PR-1-I1 PR-1-I2/2;"
        "french enemy-right: FR-C1",
        1,
        1,
        1,
    )
    game.play("french", "fire FR-C1")
    assert game.strength("PR-1-I1") == 4
    assert game.where("PR-1-I2") == "lost"


def test_6_2_1_cavalry_does_not_fire_at_the_farm_alone() -> None:
    """R: where the occupant is the only target cavalry has no shot."""
    game = _battle(
        "terrain allied right farm PR-1-I1; allied right: PR-1-I1; french enemy-right: FR-C1"
    )
    assert rule_against(game, "french", "fire FR-C1") == "6.2.1"


def test_6_2_1_infantry_hits_the_farms_occupant() -> None:
    """Against infantry the farm protects nobody."""
    game = _battle(
        "terrain allied right farm PR-1-I1; allied right: PR-1-I1; french enemy-right: FR-2-I1",
        2,
        3,
        3,
        3,
    )
    game.play("french", "fire FR-2-I1")
    assert game.strength("PR-1-I1") == 3


# Hill


def test_6_2_1_hill_gives_its_occupant_one_more_firepower_at_long_range() -> None:
    """The gun on the hill bombards at F2 instead of F1."""
    game = _battle(
        "side allied; terrain allied right hill PR-1-A; allied right: PR-1-A; french left: FR-2-I1",
        2,
        3,
        3,
        3,
    )
    game.play("allied", "bombard PR-1-A")
    assert game.strength("FR-2-I1") == 3


def test_6_2_1_hill_helps_no_other_gun_of_the_area() -> None:
    """A second battery in the area fires at its normal F1."""
    game = _battle(
        "side allied; terrain allied right hill PR-1-A; allied right: PR-1-A PR-2-A;"
        "french left: FR-2-I1",
        2,
        2,
        2,
        2,
    )
    game.play("allied", "bombard PR-2-A")
    assert game.strength("FR-2-I1") == 4


@pytest.mark.parametrize(("gun", "hit", "miss"), [("PR-1-A", 2, 3), ("PR-1-A(canister)", 1, 2)])
def test_6_2_1_hill_gives_nothing_at_short_range(gun: str, hit: int, miss: int) -> None:
    """An engaged gun on a hill fires at short range as any other: F2 once, then F1."""
    game = _battle(
        f"side allied; terrain allied right hill PR-1-A; allied right: {gun};"
        "french enemy-right: FR-2-I1",
        hit,
        miss,
        miss,
        miss,
    )
    game.play("allied", "fire PR-1-A")
    assert game.strength("FR-2-I1") == 3


def test_6_3_3_modifiers_add_up() -> None:
    """R: a gun on a hill that bombards a square fires at F3."""
    game = _battle(
        "side allied; terrain allied right hill PR-1-A; allied right: PR-1-A;"
        "french left: FR-2-I1(square)",
        3,
        4,
        4,
        4,
    )
    game.play("allied", "bombard PR-1-A FR-2-I1")
    assert game.strength("FR-2-I1") == 3


# Who mans the farm or hill


def test_6_2_1_swapping_the_occupant_is_free() -> None:
    """The occupant changes with another infantry unit; both can still fire, the new one at +1."""
    game = _battle(
        "side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1 PR-1-I2;"
        "french enemy-right: FR-2-I1",
        *[3, 3, 3, 3],
        *[3, 6, 6, 6],
    )
    game.play("allied", ["swap PR-1-I2", "fire PR-1-I1"])
    assert game.strength("FR-2-I1") == 4
    game.play("allied", "fire PR-1-I2")
    assert game.strength("FR-2-I1") == 3


@pytest.mark.parametrize("shooter", ["PR-1-I1", "PR-1-I2"])
def test_6_2_1_no_swap_when_either_has_fired(shooter: str) -> None:
    """Neither the occupant nor the unit that takes over may have fired this battle turn."""
    game = _battle(
        "side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1 PR-1-I2;"
        "french enemy-right: FR-2-I1",
        *[6, 6, 6, 6],
    )
    assert rule_against(game, "allied", "swap PR-1-I2") is None
    game.play("allied", f"fire {shooter}")
    assert rule_against(game, "allied", "swap PR-1-I2") == "6.2.1"


def test_6_2_1_no_swap_with_a_unit_that_has_moved() -> None:
    """A unit that has just come into the area cannot take over the farm."""
    game = _battle(
        "side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1;"
        "allied reserve: PR-1-I2; french right: FR-2-I1"
    )
    game.play("allied", "move PR-1-I2 right")
    assert rule_against(game, "allied", "swap PR-1-I2") == "6.2.1"


def test_6_2_1_a_unit_becomes_the_occupant_once_a_battle_turn() -> None:
    """R: a farm may go from hand to hand, but nobody gets it twice in a battle turn."""
    game = _battle(
        "side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1 PR-1-I2 PR-3-I1;"
        "french left: FR-2-I1"
    )
    game.play("allied", "swap PR-1-I2")
    assert rule_against(game, "allied", "swap PR-1-I2") == "6.2.1"
    game.play("allied", ["swap PR-3-I1", "swap PR-1-I1"])
    for unit in ("PR-1-I1", "PR-1-I2", "PR-3-I1"):
        assert rule_against(game, "allied", f"swap {unit}") == "6.2.1"
    reason = game.why_not("allied", "swap PR-1-I2")
    assert reason is not None
    assert "has taken it over once" in reason.text
    assert game.area("PR-1-I1") == "right"
    assert "swapped" in game.marks("PR-1-I2")


def test_6_2_1_the_next_battle_turn_swaps_anew() -> None:
    """R: what was swapped is forgotten when the next battle turn begins."""
    game = _battle(
        "side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1 PR-1-I2(swapped);"
        "french left: FR-2-I1"
    )
    assert rule_against(game, "allied", "swap PR-1-I2") == "6.2.1"
    game.play("allied", "end")
    game.play("french", "end")
    assert rule_against(game, "allied", "swap PR-1-I2") is None


@pytest.mark.parametrize("unit", ["AD-1-I1", "PR-1-C", "PR-1-A", "PR-B"])
def test_6_2_1_swap_only_with_infantry_of_the_same_army(unit: str) -> None:
    """R: the farm passes to an eligible unit of the occupant's own army only."""
    game = _battle(
        f"side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1 {unit};"
        "french right: FR-2-I1"
    )
    assert rule_against(game, "allied", f"swap {unit}") == "6.2.1"


def test_6_2_1_a_gun_takes_over_a_hill() -> None:
    """Guns swap a hill as infantry swaps a farm."""
    game = _battle(
        "side allied; terrain allied right hill PR-1-A; allied right: PR-1-A PR-2-A;"
        "french left: FR-2-I1",
        2,
        6,
        6,
        6,
    )
    game.play("allied", ["swap PR-2-A", "bombard PR-2-A"])
    assert game.strength("FR-2-I1") == 3


def test_6_2_1_taking_an_empty_farm_is_the_whole_battle_turn() -> None:
    """A unit that occupies a farm neither fires nor moves in that battle turn."""
    game = _battle(
        "side allied; terrain allied right farm; allied right: PR-1-I1 PR-1-I2;"
        "french enemy-right: FR-2-I1"
    )
    game.play("allied", "occupy PR-1-I1")
    assert rule_against(game, "allied", "fire PR-1-I1") is not None
    assert rule_against(game, "allied", "move PR-1-I1 reserve") is not None
    assert rule_against(game, "allied", "fire PR-1-I2") is None


def test_6_2_1_a_unit_that_has_acted_cannot_take_a_farm() -> None:
    """Neither a unit that fired nor one that moved can occupy a farm in that battle turn."""
    game = _battle(
        "side allied; terrain allied right farm; allied right: PR-1-I1; allied reserve: PR-1-I2;"
        "french enemy-right: FR-2-I1",
        *[6, 6, 6, 6],
    )
    assert rule_against(game, "allied", "occupy PR-1-I1") is None
    game.play("allied", ["fire PR-1-I1", "move PR-1-I2 right"])
    assert rule_against(game, "allied", "occupy PR-1-I1") == "6.2.1"
    assert rule_against(game, "allied", "occupy PR-1-I2") == "6.2.1"


@pytest.mark.parametrize("unit", ["PR-1-C", "PR-1-A", "PR-1-HA", "PR-B"])
def test_6_2_1_only_infantry_takes_a_farm(unit: str) -> None:
    """No other type can hold a farm."""
    game = _battle(
        f"side allied; terrain allied right farm; allied right: PR-1-I1 {unit};french left: FR-2-I1"
    )
    assert rule_against(game, "allied", f"occupy {unit}") == "6.2.1"
    assert rule_against(game, "allied", "occupy PR-1-I1") is None


def test_6_2_1_only_artillery_takes_a_hill() -> None:
    """A hill is taken by guns of either kind, not by infantry or cavalry."""
    game = _battle(
        "side allied; terrain allied right hill; allied right: PR-1-I1 PR-1-C PR-1-A PR-1-HA;"
        "french left: FR-2-I1"
    )
    assert rule_against(game, "allied", "occupy PR-1-I1") == "6.2.1"
    assert rule_against(game, "allied", "occupy PR-1-C") == "6.2.1"
    assert rule_against(game, "allied", "occupy PR-1-A") is None
    assert rule_against(game, "allied", "occupy PR-1-HA") is None


def test_6_2_1_a_manned_farm_cannot_be_taken() -> None:
    """While the occupant is there nobody else, friend or enemy, occupies the farm."""
    position = (
        "terrain allied right farm PR-1-I1; allied right: PR-1-I1 PR-1-I2;"
        "french enemy-right: FR-2-I1"
    )
    assert rule_against(_battle(position), "french", "occupy FR-2-I1") == "6.2.1"
    assert rule_against(_battle(f"side allied; {position}"), "allied", "occupy PR-1-I2") == "6.2.1"


def test_6_2_1_a_farm_is_free_when_its_occupant_is_eliminated() -> None:
    """The attacker may take the farm after the occupant has been destroyed."""
    game = _battle(
        "terrain allied right farm PR-1-I1; allied right: PR-1-I1/2 PR-1-C/1;"
        "french enemy-right: FR-2-I1 FR-2-I2",
        *[1, 1, 6, 6],
    )
    assert rule_against(game, "french", "occupy FR-2-I2") == "6.2.1"
    game.play("french", "fire FR-2-I1")
    game.play("allied", "lose PR-1-I1")
    assert game.where("PR-1-I1") == "lost"
    assert rule_against(game, "french", "occupy FR-2-I2") is None


def test_6_2_1_a_farm_is_free_when_its_occupant_leaves() -> None:
    """R: a vacated farm may be occupied."""
    game = _battle(
        "side allied; terrain allied right farm PR-1-I1; allied right: PR-1-I1 PR-1-I2;"
        "french left: FR-2-I1"
    )
    game.play("allied", "move PR-1-I1 reserve")
    assert rule_against(game, "allied", "occupy PR-1-I2") is None


def test_6_2_1_the_enemy_can_use_a_farm_he_has_taken() -> None:
    """R: either side may take an empty farm; from the next battle turn it gives him the bonus."""
    game = _battle(
        "terrain allied right farm; allied right: PR-1-I1; french enemy-right: FR-2-I1",
        *[3, 4, 4, 4],
    )
    game.play("french", ["occupy FR-2-I1", "end"])
    game.play("allied", "end")
    game.play("french", "fire FR-2-I1")
    assert game.strength("PR-1-I1") == 3


def test_6_2_1_an_enemy_horse_battery_denies_a_hill() -> None:
    """R: horse artillery on the enemy's hill keeps its owner off it."""
    game = _battle(
        "terrain allied right hill; allied right: PR-1-I1 PR-1-A; french enemy-right: FR-H1"
    )
    game.play("french", ["occupy FR-H1", "end"])
    assert rule_against(game, "allied", "occupy PR-1-A") == "6.2.1"


# Stream


@pytest.mark.parametrize("bank", ["french left", "allied right"])
def test_6_2_1_two_units_a_battle_turn_cross_a_stream(bank: str) -> None:
    """A stream, whoever laid it, lets two units of a side across in a battle turn."""
    game = _battle(
        f"terrain {bank} stream; french left: FR-2-I1 FR-2-I2 FR-C1; allied right: PR-1-I1"
    )
    game.play("french", ["move FR-2-I1 enemy-right", "move FR-C1 enemy-right"])
    assert rule_against(game, "french", "move FR-2-I2 enemy-right") == "6.2.1"


def test_6_2_1_crossings_in_and_out_count_together() -> None:
    """One unit back and one forward are the two crossings of that battle turn."""
    game = _battle(
        "terrain french left stream; french left: FR-1-I1 FR-1-I2; french enemy-right: FR-2-I1;"
        "allied right: PR-1-I1"
    )
    game.play("french", ["move FR-2-I1 left", "move FR-1-I1 enemy-right"])
    assert rule_against(game, "french", "move FR-1-I2 enemy-right") == "6.2.1"


def test_6_2_1_a_stream_hinders_only_its_own_border() -> None:
    """The two other borders of the field are free."""
    game = _battle(
        "terrain french left stream; french right: FR-2-I1 FR-2-I2 FR-C1; allied left: PR-1-I1"
    )
    game.play("french", ["move FR-2-I1 enemy-left", "move FR-2-I2 enemy-left"])
    assert rule_against(game, "french", "move FR-C1 enemy-left") is None


def test_6_2_1_horse_artillery_cannot_cross_a_stream() -> None:
    """Horse artillery does not ford; a leader and cavalry do."""
    game = _battle(
        "terrain french left stream; french left: FR-H1 FR-N FR-C1; allied right: PR-1-I1"
    )
    assert rule_against(game, "french", "move FR-H1 enemy-right") == "6.2.1"
    assert rule_against(game, "french", "move FR-N enemy-right") is None
    assert rule_against(game, "french", "move FR-C1 enemy-right") is None


def test_6_2_1_guns_fire_over_a_stream() -> None:
    """A stream does not hinder long-range fire."""
    game = _battle(
        "terrain french left stream; french left: FR-2-A; allied right: PR-1-I1", 1, 6, 6
    )
    game.play("french", "bombard FR-2-A")
    assert game.strength("PR-1-I1") == 3


def test_6_2_1_morale_fallbacks_beyond_two_are_eliminated() -> None:
    """R: of three units that must fall back over a stream the owner saves two."""
    game = _battle(
        "step morale; terrain french left stream;"
        "french enemy-right: FR-1-I1/1 FR-2-I1/1 FR-2-I2/1; allied right: PR-1-I1",
        *[1, 2, 3],
    )
    assert game.stage == "fallback"
    assert game.to_act == ("french",)
    game.play("french", ["fallback FR-2-I1", "fallback FR-1-I1"])
    assert game.area("FR-1-I1") == "left"
    assert game.area("FR-2-I1") == "left"
    assert game.where("FR-2-I2") == "lost"


def test_6_2_1_morale_fallbacks_use_up_the_crossings() -> None:
    """R: fallbacks cross first; after two of them nobody else crosses in that battle turn."""
    game = _battle(
        "step morale; terrain french left stream; french left: FR-3-I1;"
        "french enemy-right: FR-2-I1/1 FR-2-I2/1; allied right: PR-1-I1",
        *[1, 1],
    )
    assert game.area("FR-2-I1") == "left"
    assert game.area("FR-2-I2") == "left"
    assert rule_against(game, "french", "move FR-3-I1 enemy-right") == "6.2.1"


def test_6_2_1_leaving_the_battlefield_is_not_crossing() -> None:
    """R: when two have crossed, a third beyond the stream may still retreat from the battle."""
    game = _battle(
        "origins laneffe; terrain french left stream;"
        "french enemy-right: FR-1-I1 FR-2-I1 FR-2-I2; allied right: PR-1-I1"
    )
    game.play("french", ["move FR-2-I1 left", "move FR-2-I2 left"])
    assert rule_against(game, "french", "move FR-1-I1 left") == "6.2.1"
    assert rule_against(game, "french", "retreat FR-1-I1 laneffe") is None
