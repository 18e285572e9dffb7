"""How hits are taken (3.4, 6.4)."""

import pytest
from tests.rules.playing import all_that_is_told, rule_against

from napoleon.rules import Game, NotYourTurn, ScriptedDice


def _battle(statements: str, *dice: int) -> Game:
    """A French attack on Charleroi in progress; sixes follow the given dice.

    One unit of each side stands in its own centre, so that both always have something to do.
    """
    return Game.from_position(
        f"turn 5; battle charleroi;french centre: FR-4-I; allied centre: PR-2-I1; {statements}",
        dice=ScriptedDice([*dice, *[6] * 12]),
    )


@pytest.mark.parametrize(("dice", "left"), [((1, 6, 6), 3), ((1, 1, 6), 2), ((1, 1, 1), 1)])
def test_3_4_each_hit_takes_one_point(dice: tuple[int, ...], left: int) -> None:
    """A unit of strength 4 goes down one point a hit: 4, 3, 2, 1."""
    game = _battle("french left: FR-2-I2; allied enemy-left: PR-1-I1", *dice)
    game.play("french", "fire FR-2-I2")
    assert game.strength("PR-1-I1") == left


def test_6_4_a_hit_at_strength_one_eliminates() -> None:
    """A unit that is hit at strength 1 is gone, and counts among its army's losses."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-I1/1", 2, 6, 6, 6)
    game.play("french", "fire FR-2-I1")
    assert game.where("PR-1-I1") == "lost"
    assert game.strength("PR-1-I1") == 0
    assert game.area("PR-1-I1") is None
    assert game.losses("prussian") == 1


def test_6_4_the_strongest_unit_is_hit() -> None:
    """A hit falls on the strongest enemy in the area."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-I2/3 PR-1-C PR-1-HA", 1, 6, 6, 6)
    game.play("french", "fire FR-2-I1")
    assert game.strength("PR-1-I2") == 2
    assert game.strength("PR-1-C") == 2
    assert game.strength("PR-1-HA") == 2


def test_6_4_among_equals_the_owner_chooses() -> None:
    """When the strongest are equal their owner says who is hit; the others are no choice."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-I1 PR-1-I2 PR-1-C", 1, 6, 6, 6)
    game.play("french", "fire FR-2-I1")
    assert game.stage == "lose"
    assert game.to_act == ("allied",)
    assert sorted(str(a) for a in game.legal("allied")) == ["lose PR-1-I1", "lose PR-1-I2"]
    assert rule_against(game, "allied", "lose PR-1-C") == "6.4"
    game.play("allied", "lose PR-1-I2")
    assert (game.strength("PR-1-I1"), game.strength("PR-1-I2")) == (4, 3)
    assert (game.stage, game.to_act) == ("combat", ("french",))


def test_6_4_the_shooter_does_not_choose() -> None:
    """The choice among equals is not the enemy's."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-I1 PR-1-I2", 1, 6, 6, 6)
    game.play("french", "fire FR-2-I1")
    with pytest.raises(NotYourTurn):
        game.play("french", "lose PR-1-I1")


def test_6_4_hits_fall_one_by_one() -> None:
    """Two hits on 4 and 4: whichever takes the first, the other is then the stronger."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-I1 PR-1-I2", 1, 2, 6, 6)
    game.play("french", "fire FR-2-I1")
    assert (game.strength("PR-1-I1"), game.strength("PR-1-I2")) == (3, 3)
    assert game.stage == "combat"


def test_6_4_a_hit_can_make_units_equal_for_the_next_hit() -> None:
    """Two hits on 3 and 2: the first brings the stronger to 2, for the second there is a choice."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-I1/3 PR-1-I2/2", 1, 1, 6, 6)
    game.play("french", "fire FR-2-I1")
    assert game.stage == "lose"
    assert (game.strength("PR-1-I1"), game.strength("PR-1-I2")) == (2, 2)
    game.play("allied", "lose PR-1-I1")
    assert (game.strength("PR-1-I1"), game.strength("PR-1-I2")) == (1, 2)


def test_6_4_hits_stay_in_their_area() -> None:
    """Hits beyond the last enemy of the area are lost; nobody elsewhere suffers."""
    game = _battle(
        "french left: FR-2-I1; allied enemy-left: PR-1-C/1; allied right: PR-1-I1", 1, 1, 1, 1
    )
    game.play("french", "fire FR-2-I1")
    assert game.where("PR-1-C") == "lost"
    assert game.strength("PR-1-I1") == 4
    assert game.strength("PR-2-I1") == 4


def test_6_4_losses_count_at_once() -> None:
    """Combat is not simultaneous: a unit that was hit answers with the dice it has left."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-I1", *[1, 1, 6, 6], *[6, 6, 1, 1])
    game.play("french", ["fire FR-2-I1", "end"])
    game.play("allied", "fire PR-1-I1")
    assert game.strength("PR-1-I1") == 2
    assert game.strength("FR-2-I1") == 4


def test_6_4_a_leader_is_hit_only_among_the_weakest() -> None:
    """A leader has strength 1: while a stronger unit is with him, that one is hit."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-B PR-1-I1/2", 1, 6, 6, 6)
    game.play("french", "fire FR-2-I1")
    assert game.strength("PR-1-I1") == 1
    assert game.where("PR-B") == "charleroi"


def test_6_4_a_leader_may_be_given_up_for_another_unit() -> None:
    """Among units of strength 1 the owner may choose his leader to be lost."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-B PR-1-I1/1", 1, 6, 6, 6)
    game.play("french", "fire FR-2-I1")
    game.play("allied", "lose PR-B")
    assert game.where("PR-B") == "lost"
    assert game.strength("PR-1-I1") == 1


def test_6_4_long_range_fire_eliminates_nobody() -> None:
    """Bombardment brings a unit to strength 1 and no further."""
    game = _battle("french left: FR-2-A; allied right: PR-1-I1/2", 1, 1, 1)
    game.play("french", "bombard FR-2-A")
    assert game.where("PR-1-I1") == "charleroi"
    assert game.strength("PR-1-I1") == 1


def test_6_4_long_range_hits_that_would_eliminate_are_lost() -> None:
    """When all in the area are at 1, further hits do nothing and no choice is asked."""
    game = _battle("french left: FR-2-A; allied right: PR-1-I1/2 PR-1-C/1", 1, 1, 1)
    game.play("french", "bombard FR-2-A")
    assert (game.strength("PR-1-I1"), game.strength("PR-1-C")) == (1, 1)
    assert (game.stage, game.to_act) == ("combat", ("french",))


def test_6_4_short_range_fire_eliminates() -> None:
    """The exception is for long range: an engaged gun can destroy a unit."""
    game = _battle("french left: FR-2-A; allied enemy-left: PR-1-I1/1", 1, 6, 6)
    game.play("french", "fire FR-2-A")
    assert game.where("PR-1-I1") == "lost"


# What the firer does not see


def bombarded(centre: str, dice: list[int], losers: list[str], players: int = 2) -> list[object]:
    """All that the French and a spectator are told of a bombardment of blocks they do not see."""
    game = Game.from_position(
        f"players {players}; visibility hidden; turn 5; battle charleroi; side french;"
        "french left: FR-2-I1; french centre: FR-2-A; french right: FR-2-I2;"
        f"allied left: PR-2-I1; allied centre: {centre}; allied right: PR-2-I2; origins laneffe",
        dice=ScriptedDice(dice),
    )
    told: list[object] = [all_that_is_told(game, ["french", None])]
    game.play("french", "bombard FR-2-A")
    for loser in losers:
        told.append(all_that_is_told(game, ["french", None]))
        assert game.stage == "lose"
        game.play(game.to_act[0], f"lose {loser}")
    told.append(all_that_is_told(game, ["french", None]))
    assert (game.stage, game.to_act) == ("combat", ("french",))
    return told


@pytest.mark.parametrize(
    ("dice", "losers"),
    [([1, 6, 6], ["PR-1-I1"]), ([1, 1, 6], ["PR-1-I1", "PR-1-I1"]), ([6, 6, 6], [])],
)
def test_6_4_ruling_the_firer_does_not_learn_that_unseen_units_are_equal(
    dice: list[int], losers: list[str]
) -> None:
    """Twins: the owner is asked for every hit on blocks out of sight, whether he has a choice or
    not, and what falls on which is told alike."""
    equal = [*losers[:1], "PR-1-I2"][: len(losers)]
    there = bombarded("PR-1-I1 PR-1-I2", dice, equal)
    here = bombarded("PR-1-I1 PR-1-I2/1", dice, losers)
    assert there == here


def test_6_4_ruling_one_unseen_unit_is_enough() -> None:
    """Twins: one unit has been shown, the other has not; it may be as strong or weaker."""
    there = bombarded("PR-1-I1/3(shown) PR-1-I2/3", [1, 6, 6], ["PR-1-I1"])
    here = bombarded("PR-1-I1/3(shown) PR-1-I2/2", [1, 6, 6], ["PR-1-I1"])
    assert there == here


@pytest.mark.parametrize("centre", ["PR-1-I1", "PR-1-I1(shown) PR-1-I2/2(shown)"])
def test_6_4_nobody_is_asked_where_the_firer_sees_that_there_is_no_choice(centre: str) -> None:
    """One block, or all of them in sight."""
    bombarded(centre, [1, 6, 6], [])


@pytest.mark.parametrize("second", ["PR-2-A/2", "AD-1-I1/2", "AD-1-I1/4"])
def test_11_ruling_the_senior_is_asked_for_unseen_units_of_both_armies(second: str) -> None:
    """Who is asked would tell as well: with both armies under fire out of sight it is the senior,
    here the Prussian, whichever units are the strongest."""
    there = bombarded(
        f"PR-1-I1/3 {second} AD-1-I2/1",
        [1, 6, 6],
        ["AD-1-I1" if second.endswith("4") else "PR-1-I1"],
        3,
    )
    same = bombarded("PR-1-I1/3 PR-2-A/1 AD-1-I2/1", [1, 6, 6], ["PR-1-I1"], 3)
    if second.startswith("PR"):
        assert there == same


def test_6_4_ruling_a_guest_out_of_sight_in_a_square() -> None:
    """Twins: a gun that sheltered unseen is as strong as its square, or weaker (6.5.2)."""
    told = []
    for strength in (3, 2):
        game = Game.from_position(
            "visibility hidden; turn 5; battle charleroi; side french;"
            "french left: FR-2-I1; french centre: FR-2-A; french right: FR-2-I2; origins laneffe;"
            "allied left: PR-2-I1; allied right: PR-2-I2;"
            f"allied centre: PR-1-I1/3(square) PR-1-A/{strength}(in:PR-1-I1)",
            dice=ScriptedDice([1, 6, 6]),
        )
        game.play("french", "bombard FR-2-A PR-1-I1")
        told.append([all_that_is_told(game, ["french", None])])
        game.play("allied", "lose PR-1-I1")
        told[-1].append(all_that_is_told(game, ["french", None]))
    assert told[0] == told[1]
