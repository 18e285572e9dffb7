"""Strength, firepower and fire with all its modifiers (3.3-3.6, 6.3.3)."""

import random

import pytest
from tests.rules.playing import rule_against

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import Action, Game, ScriptedDice


def _battle(statements: str, *dice: int) -> Game:
    """A French attack on Charleroi in progress; sixes follow the given dice.

    One unit of each side stands in its own centre, so that both always have something to do.
    """
    return Game.from_position(
        f"turn 5; battle charleroi;french centre: FR-4-I; allied centre: PR-2-I1; {statements}",
        dice=ScriptedDice([*dice, *[6] * 12]),
    )


# Strength and firepower


@pytest.mark.parametrize(
    ("unit", "dice", "left"),
    [
        ("FR-2-I2", [6, 6, 1], 3),
        ("FR-2-I2", [6, 6, 6, 1], 4),
        ("FR-2-I2/2", [6, 1], 3),
        ("FR-2-I2/2", [6, 6, 1], 4),
        ("FR-2-I2/1", [6, 1], 4),
    ],
)
def test_3_3_one_die_for_each_point_of_strength(unit: str, dice: list[int], left: int) -> None:
    """A unit rolls as many dice as its present strength, no more and no fewer."""
    game = _battle(f"french left: {unit}; allied enemy-left: PR-1-I1", *dice)
    game.play("french", "fire FR-2-I2")
    assert game.strength("PR-1-I1") == left


def test_3_3_the_dice_of_a_shot_are_on_record() -> None:
    """The events of a shot show its dice, in the order they were rolled."""
    game = _battle("french left: FR-2-I2; allied enemy-left: PR-1-I1", 6, 2, 5)
    events = game.play("french", "fire FR-2-I2")
    assert (6, 2, 5) in [event.dice for event in events]


@pytest.mark.parametrize(
    ("unit", "firepower"),
    [
        ("FR-2-A(canister)", 1),
        ("FR-H1(canister)", 1),
        ("FR-2-I1", 2),
        ("FR-C1", 2),
        ("FR-G-I", 3),
        ("FR-C3", 3),
    ],
)
def test_3_5_a_die_up_to_the_firepower_hits(unit: str, firepower: int) -> None:
    """F1 hits with a 1, F2 with 1-2, F3 with 1-3; light cavalry is F2 and heavy cavalry F3."""
    misses = [firepower + 1] * 3
    game = _battle(f"french left: {unit}; allied enemy-left: PR-1-I1", firepower, *misses)
    game.play("french", f"fire {unit.split('(', maxsplit=1)[0]}")
    assert game.strength("PR-1-I1") == 3


@pytest.mark.parametrize(("die", "left"), [(2, 3), (3, 4)])
def test_3_6_1_a_leader_fires_one_die_at_f2(die: int, left: int) -> None:
    """Leaders can fight: strength 1, F2 by their card."""
    game = _battle("french left: FR-N; allied enemy-left: PR-1-I1", die)
    game.play("french", "fire FR-N")
    assert game.strength("PR-1-I1") == left


# Who may fire


def test_6_3_3_example_of_a_cavalry_charge() -> None:
    """The rulebook's charge: 3F3 and 3F2 horse against 4F2 foot and a horse of strength 4.

    The British fire first, without shock (their cavalry at its card's F2), and hit twice; the
    French then fire at 2F4 and 2F3.
    """
    game = Game.from_position(
        "turn 5; battle waterloo; french left: FR-2-I1; french centre: FR-1-I1;"
        "french right: FR-3-I1; french reserve: FR-C3 FR-C1;"
        "allied left: AD-1-I1 AD-C-L1; allied centre: AD-2-I1; allied right: AD-R-I1",
        dice=ScriptedDice([2, 3, 6, 6, 2, 3, 3, 3, 4, 5, 3, 4]),
    )
    for unit in ("FR-C3", "FR-C1"):
        game.play("french", [f"move {unit} right", f"move {unit} enemy-left"])
    game.play("french", "end")
    game.play("allied", "fire AD-1-I1")
    game.play("french", "lose FR-C3")
    game.play("allied", "fire AD-C-L1")
    assert (game.strength("FR-C3"), game.strength("FR-C1")) == (2, 2)
    game.play("allied", "end")
    game.play("french", "fire FR-C3")
    game.play("allied", "lose AD-1-I1")
    assert (game.strength("AD-1-I1"), game.strength("AD-C-L1")) == (3, 4)
    game.play("french", "fire FR-C1")
    assert (game.strength("AD-1-I1"), game.strength("AD-C-L1")) == (3, 3)


@pytest.mark.parametrize("unit", ["FR-2-I1", "FR-C1", "FR-N"])
def test_6_3_3_infantry_cavalry_and_leaders_fire_only_when_engaged(unit: str) -> None:
    """Without enemies in the area there is nobody to fire at, nor do they fire from afar."""
    game = _battle(f"french left: {unit}; allied right: PR-1-I1")
    assert rule_against(game, "french", f"fire {unit}") == "6.3.3"
    assert rule_against(game, "french", f"bombard {unit}") == "6.3.3"


@pytest.mark.parametrize("action", ["fire FR-2-I1", "fire FR-2-A", "bombard FR-2-A"])
def test_6_3_3_reserves_do_not_fire(action: str) -> None:
    """A unit in reserve has no shot."""
    game = _battle("french reserve: FR-2-I1 FR-2-A; allied right: PR-1-I1; allied left: PR-1-I2")
    assert rule_against(game, "french", action) == "6.3.3"


def test_6_3_3_reserves_are_not_hit() -> None:
    """The enemy's reserve cannot be attacked: a stronger unit there takes no hit."""
    game = _battle(
        "french enemy-right: FR-2-I1; allied right: PR-1-C; allied reserve: PR-1-I1", 1, 6, 6, 6
    )
    game.play("french", "fire FR-2-I1")
    assert game.strength("PR-1-C") == 1
    assert game.strength("PR-1-I1") == 4


def test_6_3_3_a_unit_fires_once_a_battle_turn() -> None:
    """After its shot a unit has no second one until its next battle turn."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-I1", 6, 6, 6, 6)
    game.play("french", "fire FR-2-I1")
    assert rule_against(game, "french", "fire FR-2-I1") == "6.3.3"
    game.play("french", "end")
    game.play("allied", "end")
    assert rule_against(game, "french", "fire FR-2-I1") is None


@pytest.mark.parametrize("unit", ["FR-2-I1", "FR-C1", "FR-N"])
def test_6_3_3_a_unit_that_moved_does_not_fire(unit: str) -> None:
    """Who engages fires in a later battle turn, cavalry too."""
    game = _battle(f"french left: {unit}; allied right: PR-1-I1")
    game.play("french", f"move {unit} enemy-right")
    assert rule_against(game, "french", f"fire {unit}") == "6.3.3"


def test_6_3_3_units_fire_in_any_order() -> None:
    """The player picks who fires when: the weaker first, then a gun, then the stronger."""
    game = _battle(
        "french left: FR-2-I1 FR-2-I2; french right: FR-2-A;"
        "allied enemy-left: PR-1-I1; allied left: PR-1-I2",
        *[1, 6, 6],
        *[1, 6, 6],
        *[1, 6, 6, 6],
    )
    game.play("french", ["fire FR-2-I2", "bombard FR-2-A", "fire FR-2-I1"])
    assert game.strength("PR-1-I1") == 2
    assert game.strength("PR-1-I2") == 3


# Shock


@pytest.mark.parametrize(("unit", "firepower"), [("FR-C1", 3), ("FR-C3", 4)])
def test_6_3_3_shock_adds_one_to_the_first_shot(unit: str, firepower: int) -> None:
    """Cavalry that engaged fires its first shot at +1; heavy cavalry so reaches F4."""
    miss = firepower + 1
    game = _battle(
        f"french enemy-right: {unit}(shock); allied right: PR-1-I1", firepower, miss, miss
    )
    game.play("french", f"fire {unit}")
    assert game.strength("PR-1-I1") == 3
    assert "shock" not in game.marks(unit)


def test_6_3_3_shock_is_for_the_first_shot_only() -> None:
    """In the next battle turn of the same fight cavalry is back at its normal firepower."""
    game = _battle(
        "french enemy-right: FR-C1(shock); allied right: PR-1-I1", *[3, 6, 6], *[3, 3, 3]
    )
    game.play("french", ["fire FR-C1", "end"])
    game.play("allied", "end")
    game.play("french", "fire FR-C1")
    assert game.strength("PR-1-I1") == 3


def test_6_3_3_no_shock_for_cavalry_that_is_attacked() -> None:
    """The bonus is for those who engage, not for those whom the enemy comes to."""
    game = _battle("french left: FR-2-I1; allied right: PR-1-C PR-1-I1", 3, 3)
    game.play("french", ["move FR-2-I1 enemy-right", "end"])
    assert "shock" not in game.marks("PR-1-C")
    game.play("allied", "fire PR-1-C")
    assert game.strength("FR-2-I1") == 4


def test_6_3_3_shock_is_lost_on_disengaging() -> None:
    """R: cavalry that is no longer engaged has lost its shock."""
    game = _battle("french left: FR-2-I1; french enemy-right: FR-C1(shock); allied right: PR-1-I1")
    game.play("french", "move FR-C1 left")
    assert "shock" not in game.marks("FR-C1")


@pytest.mark.parametrize("unit", ["FR-2-I1", "FR-N", "FR-H1"])
def test_6_3_3_only_cavalry_has_shock(unit: str) -> None:
    """Engaging gives no shock to infantry, leaders and guns."""
    game = _battle(f"french left: {unit}; allied right: PR-1-I1")
    game.play("french", f"move {unit} enemy-right")
    assert "shock" not in game.marks(unit)


# Artillery


@pytest.mark.parametrize("gun", ["FR-2-A/2", "FR-H1"])
def test_6_3_3_long_range_is_at_the_facing_area_at_f1(gun: str) -> None:
    """Guns fire at the area opposite at their normal firepower."""
    game = _battle(f"french left: {gun}; allied right: PR-1-I1; allied left: PR-1-I2", 1, 2)
    game.play("french", f"bombard {gun.split('/', maxsplit=1)[0]}")
    assert game.strength("PR-1-I1") == 3
    assert game.strength("PR-1-I2") == 4


def test_6_3_3_no_long_range_fire_where_friends_are() -> None:
    """Guns do not fire at the facing area while a friend is in it."""
    game = _battle("french left: FR-2-A; french enemy-right: FR-2-I1; allied right: PR-1-I1")
    assert rule_against(game, "french", "bombard FR-2-A") == "6.3.3"


def test_6_3_3_no_long_range_fire_at_an_empty_area() -> None:
    """With nobody in the facing area there is no target, whoever stands elsewhere."""
    game = _battle("french left: FR-2-A; allied left: PR-1-I1")
    assert rule_against(game, "french", "bombard FR-2-A") == "6.3.3"


def test_6_3_3_long_range_is_from_an_own_area() -> None:
    """A horse battery among the enemy fires at short range only."""
    game = _battle("french left: FR-2-I1; french enemy-right: FR-H1; allied right: PR-1-I1")
    assert rule_against(game, "french", "bombard FR-H1") == "6.3.3"
    assert rule_against(game, "french", "fire FR-H1") is None


def test_6_3_3_short_range_needs_an_enemy_in_the_area() -> None:
    """A gun that is not engaged has its long range only."""
    game = _battle("french left: FR-2-A; allied right: PR-1-I1")
    assert rule_against(game, "french", "fire FR-2-A") == "6.3.3"
    assert rule_against(game, "french", "bombard FR-2-A") is None


def test_6_3_3_canister_adds_one_to_the_first_short_range_shot() -> None:
    """R: an attacked gun fires its first shot at F2, whoever began the engagement; then at F1."""
    game = _battle("french left: FR-2-A; allied enemy-left: PR-1-I1", *[2, 3, 3], *[2, 2, 1])
    game.play("french", "fire FR-2-A")
    assert game.strength("PR-1-I1") == 3
    assert "canister" in game.marks("FR-2-A")
    game.play("french", "end")
    game.play("allied", "end")
    game.play("french", "fire FR-2-A")
    assert game.strength("PR-1-I1") == 2


def test_6_3_3_canister_is_fresh_with_each_engagement() -> None:
    """R: a gun that has broken off has its bonus again in the next engagement."""
    game = _battle(
        "french left: FR-2-I1; french enemy-right: FR-H1(canister); allied right: PR-1-I1"
    )
    game.play("french", "move FR-H1 left")
    assert "canister" not in game.marks("FR-H1")


def test_6_3_3_canister_is_fresh_when_the_enemy_left_and_came_back() -> None:
    """R: whoever ended the engagement and began the next one: the gun fires at F2 again."""
    game = _battle(
        "side allied; french left: FR-2-A(canister);"
        "allied enemy-left: PR-1-C; allied right: PR-1-I1",
        *[2, 6, 6],
    )
    game.play("allied", "move PR-1-C right")
    assert "canister" not in game.marks("FR-2-A")
    game.play("allied", "end")
    game.play("french", "end")
    game.play("allied", ["move PR-1-C enemy-left", "end"])
    game.play("french", "fire FR-2-A")
    assert game.strength("PR-1-C") == 1
    assert "canister" in game.marks("FR-2-A")


def test_6_3_3_no_long_range_from_an_enemy_area_is_told_as_such() -> None:
    """The reason is where the gun stands, whoever stands in the area behind it."""
    for left in ("FR-2-I1", "FR-2-I1; allied enemy-left: PR-1-C"):
        game = _battle(f"french left: {left}; french enemy-right: FR-H1; allied right: PR-1-I1")
        reason = game.why_not("french", "bombard FR-H1")
        assert reason is not None and reason.rule == "6.3.3"
        assert "own area" in reason.text
        assert "bombard FR-H1" not in game.legal("french")


def test_6_3_3_an_engaged_gun_may_choose_long_range() -> None:
    """R: with an enemy beside it a gun may still fire across, which spends no canister."""
    game = _battle(
        "french left: FR-2-A FR-2-I1; allied enemy-left: PR-1-C; allied right: PR-1-I1", 1, 2, 2
    )
    assert "fire FR-2-A" in game.legal("french")
    game.play("french", "bombard FR-2-A")
    assert game.strength("PR-1-I1") == 3
    assert game.strength("PR-1-C") == 2
    assert "canister" not in game.marks("FR-2-A")


def test_6_3_3_foot_artillery_that_moved_does_not_fire() -> None:
    """Only horse artillery moves and fires."""
    game = _battle("french reserve: FR-2-A; allied right: PR-1-I1")
    game.play("french", "move FR-2-A left")
    assert rule_against(game, "french", "bombard FR-2-A") == "6.3.3"


# Horse artillery


def test_6_3_3_example_horse_artillery_engages_and_fires_canister() -> None:
    """The rulebook's example: it rides up to the enemy and fires at F2 in the same turn."""
    game = _battle("french left: FR-H1; allied right: PR-1-I1", 2, 3)
    game.play("french", ["move FR-H1 enemy-right", "fire FR-H1"])
    assert game.strength("PR-1-I1") == 3
    assert "canister" in game.marks("FR-H1")


def test_6_3_3_horse_artillery_moves_then_bombards() -> None:
    """One step from reserve leaves it its shot."""
    game = _battle("french reserve: FR-H1; allied right: PR-1-I1", 1, 6)
    game.play("french", ["move FR-H1 left", "bombard FR-H1"])
    assert game.strength("PR-1-I1") == 3


def test_6_3_3_horse_artillery_fires_then_moves_one_step() -> None:
    """After its shot it has one step, not two."""
    game = _battle("french left: FR-H1; allied right: PR-1-I1", 6, 6)
    game.play("french", ["bombard FR-H1", "move FR-H1 reserve"])
    assert game.area("FR-H1") == "reserve"
    assert rule_against(game, "french", "move FR-H1 right") is not None


def test_6_3_3_horse_artillery_that_moved_twice_does_not_fire() -> None:
    """Two steps cost it the shot."""
    game = _battle("french right: FR-H1; allied right: PR-1-I1")
    game.play("french", ["move FR-H1 reserve", "move FR-H1 left"])
    assert rule_against(game, "french", "bombard FR-H1") == "6.3.3"


def test_6_3_3_horse_artillery_does_not_move_fire_and_move() -> None:
    """A step before the shot is the only one."""
    game = _battle("french reserve: FR-H1; allied right: PR-1-I1", 6, 6)
    game.play("french", ["move FR-H1 left", "bombard FR-H1"])
    assert rule_against(game, "french", "move FR-H1 reserve") is not None


def test_6_3_3_horse_artillery_does_not_fire_twice() -> None:
    """A second shot is not to be had by moving up in between."""
    game = _battle("french left: FR-H1; allied right: PR-1-I1", 6, 6)
    game.play("french", ["bombard FR-H1", "move FR-H1 enemy-right"])
    assert rule_against(game, "french", "fire FR-H1") == "6.3.3"


def test_6_3_3_nothing_to_bombard_and_no_such_square_are_told_apart() -> None:
    """A gun with an empty area ahead has no target; a square that is not there is named as such."""
    game = Game.from_position(
        "turn 5; battle charleroi; french left: FR-2-A; french centre: FR-2-I1;"
        "allied centre: PR-1-I1; allied left: PR-1-I2",
        dice=ScriptedDice([]),
    )
    nothing = game.why_not("french", "bombard FR-2-A")
    square = game.why_not("french", "bombard FR-2-A PR-1-I1")
    assert nothing is not None and nothing.rule == "6.3.3"
    assert square is not None and square.rule == "6.5.1"


# What is said beforehand


def test_3_5_the_firepower_told_before_a_shot_is_that_of_the_shot() -> None:
    """Every shot that is offered, and no other action, has a firepower; the dice then obey it."""
    rng = random.Random(1815)
    shots = 0
    for seed in range(6):
        game = new_random_game(seed, "historical", 2, "open")
        while game.result is None:
            seat = game.to_act[0]
            powers = game.firepowers(seat)
            verbs = {str(action).split()[0] for action in powers}
            assert verbs <= {"fire", "bombard"}
            offers = [one for one in game.legal(seat) if str(one).split()[0] in ("fire", "bombard")]
            assert list(powers) == offers
            action = Action(warlike(game, seat, game.legal(seat).codes, rng))
            told = [event.firepower for event in game.play(seat, action) if event.kind == "shot"]
            if action in powers:
                shots += 1
                assert told == [powers[action]]
    assert shots > 20
