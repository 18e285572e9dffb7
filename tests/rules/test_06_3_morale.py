"""Morale at the beginning of a battle turn, and the leaders' bonus (6.3, 6.3.1, 8.2)."""

import pytest

from napoleon.rules import Game, ScriptedDice


def _morale(statements: str, *dice: int, side: str = "french") -> Game:
    """The side's battle turn at Charleroi has begun with its morale dice, and no others.

    One unit of each side stands in its own centre, so that both always have something to do.
    """
    return Game.from_position(
        f"turn 5; battle charleroi; side {side}; step morale;"
        f"french centre: FR-4-I; allied centre: PR-2-I1; {statements}",
        dice=ScriptedDice(list(dice)),
    )


@pytest.mark.parametrize("die", [1, 2, 3])
def test_6_3_1_a_low_die_makes_a_unit_disengage(die: int) -> None:
    """An engaged unit of strength 1 that rolls 1-3 falls back from the enemy's area to its own."""
    game = _morale(
        "french left: FR-2-I2; french enemy-right: FR-2-I1/1; allied right: PR-1-I1", die
    )
    assert game.area("FR-2-I1") == "left"
    assert game.strength("FR-2-I1") == 1


@pytest.mark.parametrize("die", [4, 5, 6])
def test_6_3_1_a_high_die_lets_a_unit_act_freely(die: int) -> None:
    """With 4-6 the unit stays and may fire or move as it likes."""
    game = _morale(
        "french left: FR-2-I2; french enemy-right: FR-2-I1/1; allied right: PR-1-I1", die
    )
    assert game.area("FR-2-I1") == "enemy-right"
    assert "fire FR-2-I1" in game.legal("french")
    assert "move FR-2-I1 left" in game.legal("french")


def test_6_3_1_the_morale_die_is_on_record() -> None:
    """The die, the unit and the rule stand among the events."""
    game = _morale("french left: FR-2-I1/1 FR-2-I2; allied enemy-left: PR-1-C", 5)
    assert ("6.3.1", "FR-2-I1", (5,)) in [(e.rule, e.unit, e.dice) for e in game.events]


def test_6_3_1_from_an_own_area_one_falls_back_to_reserve() -> None:
    """R: a fallback is one area back: from the own area into the reserve."""
    game = _morale("french left: FR-2-I1/1 FR-2-I2; allied enemy-left: PR-1-C", 1)
    assert game.area("FR-2-I1") == "reserve"
    assert game.area("FR-2-I2") == "left"


def test_6_3_1_a_fallback_can_be_a_rout() -> None:
    """If the last unit leaves one of its own areas to the enemy, its side routs."""
    game = _morale("origins laneffe; french left: FR-2-I1/1; allied enemy-left: PR-1-C", 1)
    assert game.where("FR-4-I") == "laneffe"
    assert game.strength("FR-4-I") == 3
    assert game.where("FR-2-I1") == "lost"
    assert game.where("PR-1-C") == "charleroi"


def test_6_3_1_stronger_units_do_not_roll() -> None:
    """Units of strength 2 and more are steady: no die is asked."""
    game = _morale("french left: FR-2-I1/2 FR-2-I2; allied enemy-left: PR-1-C")
    assert game.area("FR-2-I1") == "left"
    assert game.stage == "combat"


def test_6_3_1_units_that_are_not_engaged_do_not_roll() -> None:
    """Strength 1 matters only to units that have enemies in their area."""
    game = _morale("french left: FR-2-I1/1; french reserve: FR-2-I2/1; allied right: PR-1-I1")
    assert game.area("FR-2-I1") == "left"
    assert game.stage == "combat"


def test_6_3_1_only_the_side_whose_battle_turn_it_is_rolls() -> None:
    """R: in a French battle turn no Allied unit rolls."""
    game = _morale("french left: FR-2-I1; allied enemy-left: PR-1-I1/1")
    assert game.area("PR-1-I1") == "enemy-left"
    assert (game.stage, game.to_act) == ("combat", ("french",))


def test_6_3_the_defenders_battle_turn_begins_with_his_morale() -> None:
    """When the attacker has ended, the defender's weak engaged units roll before they act."""
    game = Game.from_position(
        "turn 5; battle charleroi; french centre: FR-4-I; allied centre: PR-2-I1;"
        "french enemy-right: FR-2-I1; allied right: PR-1-I1/1 PR-1-I2",
        dice=ScriptedDice([2]),
    )
    assert game.area("PR-1-I1") == "right"
    game.play("french", "end")
    assert game.area("PR-1-I1") == "reserve"
    assert (game.stage, game.to_act) == ("combat", ("allied",))


@pytest.mark.parametrize(("die", "where", "losses"), [(3, "lost", 1), (4, "charleroi", 0)])
def test_6_3_1_foot_artillery_that_fails_is_eliminated(die: int, where: str, losses: int) -> None:
    """Foot artillery does not fall back: with 1-3 it is lost, with 4-6 it stands."""
    game = _morale("french left: FR-2-A/1 FR-2-I2; allied enemy-left: PR-1-C", die)
    assert game.where("FR-2-A") == where
    assert game.losses("french") == losses


def test_6_3_1_horse_artillery_falls_back() -> None:
    """Horse artillery that fails gets away, like cavalry."""
    game = _morale("french left: FR-H1/1 FR-C1/1 FR-2-I2; allied enemy-left: PR-1-C", 2, 3)
    assert game.area("FR-H1") == "reserve"
    assert game.area("FR-C1") == "reserve"


@pytest.mark.parametrize(("die", "where"), [(1, "lost"), (2, "lost"), (3, "charleroi")])
def test_6_3_1_a_square_rolls_at_plus_one_or_is_eliminated(die: int, where: str) -> None:
    """A square adds 1; if it fails all the same it is lost, for it cannot move."""
    game = _morale("french left: FR-2-I1/1(square) FR-2-I2; allied enemy-left: PR-1-C", die)
    assert game.where("FR-2-I1") == where


def test_6_3_1_sheltered_units_do_not_roll() -> None:
    """A gun in a square is exempt."""
    game = _morale("french left: FR-2-I1/2(square) FR-2-A/1(in:FR-2-I1); allied enemy-left: PR-1-C")
    assert game.area("FR-2-A") == "left"
    assert game.stage == "combat"


@pytest.mark.parametrize(("die", "area"), [(2, "left"), (3, "enemy-right")])
def test_8_2_a_leader_in_the_area_adds_one(die: int, area: str) -> None:
    """With their leader beside them units hold on 3; he himself does not roll among others."""
    game = _morale("french enemy-right: FR-N FR-2-I1/1 FR-2-I2; allied right: PR-1-I1", die)
    assert game.area("FR-2-I1") == area
    assert game.area("FR-N") == "enemy-right"


@pytest.mark.parametrize(("die", "where"), [(1, "lost"), (2, "charleroi")])
def test_8_2_square_and_leader_add_up(die: int, where: str) -> None:
    """A square with its leader in the area rolls at +2."""
    game = _morale("french left: FR-N FR-2-I1/1(square); allied enemy-left: PR-1-C", die)
    assert game.where("FR-2-I1") == where


def test_8_2_a_leader_elsewhere_adds_nothing() -> None:
    """The leader must stand in the same area: the one behind does not do."""
    game = _morale("french left: FR-N; french enemy-right: FR-2-I1/1; allied right: PR-1-I1", 3)
    assert game.area("FR-2-I1") == "left"


def test_8_2_a_leader_serves_only_his_own_army() -> None:
    """Blücher does not steady the Anglo-Dutch, but does steady his Prussians."""
    game = _morale(
        "allied enemy-left: PR-B PR-1-I1/1 AD-1-I2/1 PR-1-I2; french left: FR-2-I1",
        *[3, 3],
        side="allied",
    )
    assert game.area("AD-1-I2") == "right"
    assert game.area("PR-1-I1") == "enemy-left"


@pytest.mark.parametrize(("die", "area"), [(2, "left"), (3, "enemy-right")])
def test_8_2_a_leader_alone_rolls_at_plus_one(die: int, area: str) -> None:
    """A leader who is his side's only unit in the area rolls, with his own bonus."""
    game = _morale("french enemy-right: FR-N; french left: FR-2-I2; allied right: PR-1-I1", die)
    assert game.area("FR-N") == area


def test_8_2_a_leader_among_others_does_not_roll() -> None:
    """With another unit of his side in the area the leader is exempt: no die is asked."""
    game = _morale("french enemy-right: FR-N FR-2-I1; allied right: PR-1-I1")
    assert game.area("FR-N") == "enemy-right"
    assert game.stage == "combat"


def test_6_3_1_dice_are_rolled_in_the_order_of_the_roster() -> None:
    """Several units roll in roster order, however the position lists them."""
    game = _morale("french left: FR-2-I2/1 FR-2-I1/1 FR-G-I; allied enemy-left: PR-1-C", 1, 6)
    assert game.area("FR-2-I1") == "reserve"
    assert game.area("FR-2-I2") == "left"


def test_6_3_1_rout_is_looked_at_after_all_fallbacks() -> None:
    """R: while one of the weak units holds, the area is held and nobody routs."""
    game = _morale("french left: FR-2-I1/1 FR-2-I2/1; allied enemy-left: PR-1-C", 1, 4)
    assert game.stage == "combat"
    assert game.area("FR-2-I1") == "reserve"
    assert game.area("FR-4-I") == "centre"


def test_6_3_1_a_unit_that_cannot_fall_back_is_eliminated() -> None:
    """R: with enemies in the area behind it there is nowhere to go."""
    game = _morale(
        "french left: FR-2-I2; french enemy-right: FR-2-I1/1;"
        "allied right: PR-1-I1; allied enemy-left: PR-1-C",
        1,
    )
    assert game.where("FR-2-I1") == "lost"
    assert game.losses("french") == 1


def test_6_3_1_a_unit_that_fell_back_does_nothing_more() -> None:
    """R: the fallback was its action for that battle turn."""
    game = _morale(
        "origins laneffe; french left: FR-2-I2; french enemy-right: FR-2-I1/1;"
        "allied right: PR-1-I1",
        1,
    )
    assert game.stage == "combat"
    assert [str(action) for action in game.legal("french") if "FR-2-I1" in str(action)] == []
