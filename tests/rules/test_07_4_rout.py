"""Rules 7.4 and 7.4.1: a side that loses one of its areas runs, with losses."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, ScriptedDice

FRENCH = "french left: FR-1-I1; french centre: FR-1-I2; french right: FR-3-I1"
KILL = [1, 6, 6, 6]
# Only Thuin (minor) and Ligny (main) are open to the defender of Charleroi.
TWO_ROADS = "laneffe: FR-6-I; binche: FR-C2; quatre-bras: FR-C4"
NO_ROADS = f"{TWO_ROADS}; thuin: FR-4-I; ligny: FR-3-I2"


def battle(field: str, dice: list[int] | None = None, elsewhere: str = "") -> Game:
    """A battle at Charleroi, attacked from Laneffe."""
    before = f"turn 5; {elsewhere}" if elsewhere else "turn 5"
    return Game.from_position(
        f"{before}; battle charleroi; {field}; origins laneffe", dice=ScriptedDice(dice or [])
    )


def rout(
    reserve: str = "",
    elsewhere: str = "",
    centre: str = "PR-1-I1",
    right: str = "PR-1-I2",
    more: str = "",
) -> Game:
    """French fire kills the one Prussian unit on the Allied left: the Allies are routed."""
    field = [
        "side french",
        FRENCH,
        "french enemy-left: FR-2-I1",
        "allied left: PR-1-C/1",
        f"allied centre: {centre}",
        f"allied right: {right}",
        f"allied reserve: {reserve}" if reserve else "",
        more,
    ]
    game = battle("; ".join(part for part in field if part), KILL, elsewhere)
    game.play("french", "fire FR-2-I1")
    return game


# 7.4 what makes a rout


def test_7_4_rout_by_fire() -> None:
    """The last defender of an area falls: his whole side leaves at once, in the enemy's turn."""
    game = rout()
    assert game.where("PR-1-C") == "lost"
    assert game.stage == "rout"
    assert game.to_act == ("allied",)


def test_7_4_rout_by_morale() -> None:
    """The last defender of an area loses heart and falls back: a rout."""
    game = battle(
        f"side allied; step morale; {FRENCH}; french enemy-left: FR-2-I1; allied left: PR-1-C/1;"
        "allied centre: PR-1-I1; allied right: PR-1-I2",
        [3],
    )
    assert game.stage == "rout"
    assert "retreat PR-1-C ligny" in game.legal("allied")


def test_7_4_rout_by_disengaging() -> None:
    """Leaving an area to the enemy of one's own will is a rout as well."""
    game = battle(
        f"side allied; {FRENCH}; french enemy-left: FR-2-I1; allied left: PR-1-C;"
        "allied centre: PR-1-I1; allied right: PR-1-I2"
    )
    game.play("allied", "move PR-1-C reserve")
    assert game.stage == "rout"
    assert game.to_act == ("allied",)


def test_7_4_rout_by_retreating() -> None:
    """So is retreating to the map and leaving the enemy alone in one's area."""
    game = battle(
        f"side allied; {FRENCH}; french enemy-left: FR-2-I1; allied left: PR-1-C;"
        "allied centre: PR-1-I1; allied right: PR-1-I2"
    )
    game.play("allied", "retreat PR-1-C ligny")
    assert game.where("PR-1-C") == "ligny"
    assert game.stage == "rout"
    assert game.strength("PR-1-I1") == 3


def test_7_4_rout_by_entering_an_empty_area() -> None:
    """An enemy who walks into an area that nobody holds stands there alone: a rout."""
    game = battle(f"side french; {FRENCH}; allied left: PR-1-I1; allied centre: PR-1-I2")
    game.play("french", "move FR-1-I1 enemy-right")
    assert game.stage == "rout"
    assert game.to_act == ("allied",)


def test_7_4_no_rout_while_a_friend_remains() -> None:
    """As long as one unit holds the area there is no rout."""
    game = battle(
        f"side allied; {FRENCH}; french enemy-left: FR-2-I1; allied left: PR-1-C PR-2-I1;"
        "allied centre: PR-1-I1; allied right: PR-1-I2"
    )
    game.play("allied", "move PR-1-C reserve")
    assert game.stage == "combat"
    assert game.strength("PR-1-I1") == 4


def test_7_4_an_empty_area_without_enemies_is_no_rout() -> None:
    """An area may stand empty while no enemy is in it."""
    game = battle(
        f"side allied; {FRENCH}; allied left: PR-2-I1; allied centre: PR-1-I1;allied right: PR-1-I2"
    )
    game.play("allied", "move PR-2-I1 reserve")
    assert game.stage == "combat"
    assert game.strength("PR-1-I1") == 4


def test_7_4_losing_ground_in_an_enemy_area_is_no_rout() -> None:
    """Only one's own three areas matter: a lost foothold on the other side does not."""
    game = battle(
        f"side allied; {FRENCH}; french enemy-left: FR-C2/1; allied left: PR-1-I1;"
        "allied centre: PR-1-I2; allied right: PR-2-I1",
        KILL,
    )
    game.play("allied", "fire PR-1-I1")
    assert game.where("FR-C2") == "lost"
    assert game.stage == "combat"
    assert game.where("FR-1-I1") == "charleroi"


def test_7_4_the_attacker_is_routed_to_whence_he_came() -> None:
    """An attacker who loses an area of his own runs too, only by the way he came."""
    game = battle(
        "side allied; french left: FR-C2/1; french centre: FR-1-I2; french right: FR-3-I1;"
        "french reserve: FR-C1;"
        "allied enemy-left: PR-2-I1; allied left: PR-1-C; allied centre: PR-1-I1;"
        "allied right: PR-1-I2",
        KILL,
    )
    game.play("allied", "fire PR-2-I1")
    assert game.stage == "rout"
    assert game.to_act == ("french",)
    assert rule_against(game, "french", "retreat FR-C1 thuin") == "7.1"
    game.play("french", ["retreat FR-C1 laneffe", "retreat FR-1-I2 laneffe"])
    assert game.where("FR-C1") == "laneffe"
    assert game.where("FR-1-I2") == "laneffe"
    assert game.where("FR-3-I1") == "lost"


# 7.4 roads


def test_7_4_road_limits_hold_in_a_rout() -> None:
    """Five to go with a main and a minor road: the owner picks three, the rest are lost."""
    game = rout("PR-2-I1 PR-2-I2 PR-B", TWO_ROADS)
    game.play("allied", ["retreat PR-B ligny", "retreat PR-2-I2 ligny"])
    assert rule_against(game, "allied", "retreat PR-1-I1 ligny") == "7.2"
    game.play("allied", "retreat PR-1-I1 thuin")
    assert [game.where(unit) for unit in ("PR-B", "PR-2-I2", "PR-1-I1")] == [
        "ligny",
        "ligny",
        "thuin",
    ]
    assert game.where("PR-1-I2") == "lost"
    assert game.where("PR-2-I1") == "lost"
    assert game.losses("prussian") == 3


def test_7_4_no_unit_is_given_up_while_a_road_is_free() -> None:
    """Ruling: the owner cannot stop while a road has room for another unit."""
    game = rout("PR-2-I1 PR-2-I2", TWO_ROADS)
    game.play("allied", "retreat PR-2-I1 ligny")
    assert game.why_not("allied", "end") is not None
    assert "end" not in game.legal("allied")


def test_7_4_without_roads_all_are_eliminated() -> None:
    """With every adjacent town in enemy hands the whole side is lost, its leader included."""
    game = rout("PR-B", NO_ROADS)
    assert {game.where(unit) for unit in ("PR-1-I1", "PR-1-I2", "PR-B")} == {"lost"}
    assert game.losses("prussian") == 4


def test_7_4_retreat_and_rout_share_the_roads() -> None:
    """Ruling: two who left over the main road in this battle turn leave no room on it."""
    game = battle(
        f"side allied; {FRENCH}; french enemy-left: FR-2-I1; allied left: PR-1-C;"
        "allied centre: PR-1-I1; allied right: PR-1-I2; allied reserve: PR-2-I1 PR-2-I2",
        elsewhere=TWO_ROADS,
    )
    game.play("allied", ["retreat PR-2-I1 ligny", "retreat PR-2-I2 ligny"])
    game.play("allied", "move PR-1-C reserve")
    assert rule_against(game, "allied", "retreat PR-1-I1 ligny") == "7.2"
    game.play("allied", "retreat PR-1-I1 thuin")
    assert game.where("PR-1-I1") == "thuin"
    assert game.where("PR-1-I2") == "lost"
    assert game.where("PR-1-C") == "lost"


def test_7_4_a_rout_in_the_enemy_turn_finds_the_roads_fresh() -> None:
    """Ruling: retreats of one's own battle turn do not count in a rout during the next."""
    game = battle(
        f"side allied; {FRENCH}; french enemy-left: FR-2-I1; allied left: PR-1-C/1;"
        "allied centre: PR-1-I1; allied right: PR-1-I2; allied reserve: PR-2-I1 PR-2-I2",
        KILL,
        TWO_ROADS,
    )
    game.play("allied", ["retreat PR-2-I1 ligny", "retreat PR-2-I2 ligny", "end"])
    game.play("french", "fire FR-2-I1")
    assert game.stage == "rout"
    game.play("allied", "retreat PR-1-I1 ligny")
    assert "retreat PR-1-I2 ligny" in game.legal("allied")


def test_7_4_a_routed_unit_is_disordered() -> None:
    """A rout is a retreat: it brings disorder (7.3)."""
    game = rout("PR-2-I1")
    game.play("allied", "retreat PR-2-I1 ligny")
    assert "disordered" in game.marks("PR-2-I1")


def test_7_4_the_rest_of_the_battle_turn_falls_away() -> None:
    """Ruling: after a rout the battle is over; the winner's other units act no more."""
    game = rout(elsewhere=NO_ROADS, more="french enemy-centre: FR-C1")
    assert game.stage == "regroup"
    assert game.to_act == ("french",)
    assert "fire FR-C1" not in game.legal("french")


# 7.4.1 losses


@pytest.mark.parametrize(
    ("unit", "left"),
    [("PR-2-I1", 3), ("PR-1-A", 2), ("PR-1-HA", 1), ("PR-2-C", 3), ("PR-B", 1)],
)
def test_7_4_1_losses_in_reserve(unit: str, left: int) -> None:
    """Reserves suffer as well: infantry and horse guns 1, foot guns 2, others nothing."""
    game = rout(unit)
    assert game.strength(unit) == left


@pytest.mark.parametrize(
    ("enemy", "left"), [("FR-C1", 2), ("FR-C3", 2), ("FR-2-I2", 3), ("FR-2-I2 FR-C1", 2)]
)
def test_7_4_1_cavalry_loses_only_against_cavalry(enemy: str, left: int) -> None:
    """Cavalry loses 1 if it was engaged with enemy cavalry, and nothing otherwise."""
    game = rout(centre="PR-1-I1 PR-2-C", more=f"french enemy-centre: {enemy}")
    assert game.strength("PR-2-C") == left


def test_7_4_1_cavalry_elsewhere_does_not_matter() -> None:
    """Enemy cavalry in another area is not engaged with ours."""
    game = rout(centre="PR-1-I1", right="PR-1-I2 PR-2-C", more="french enemy-centre: FR-C1")
    assert game.strength("PR-2-C") == 3


@pytest.mark.parametrize("unit", ["PR-2-I1/1", "PR-1-HA/1", "PR-1-A/2", "PR-1-A/1"])
def test_7_4_1_losses_may_eliminate(unit: str) -> None:
    """A unit that cannot bear its loss is eliminated, though the roads are free."""
    game = rout(unit)
    assert game.where(unit.partition("/")[0]) == "lost"


def test_7_4_1_losses_come_before_the_roads() -> None:
    """Ruling: those who die of their losses take up no room, so all the others get away."""
    game = rout("PR-2-I1/1 PR-B", TWO_ROADS)
    assert game.where("PR-2-I1") == "lost"
    game.play("allied", ["retreat PR-B thuin"])
    assert {game.where(unit) for unit in ("PR-1-I1", "PR-1-I2")} == {"ligny"}
    assert game.losses("prussian") == 2


# 7.4 in a forced withdrawal (6.7)

ENGAGED = (
    "side french; withdrawing; french left: FR-2-I1; french centre: FR-2-I2;"
    "allied enemy-left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-2-I1"
)


def routs(game: Game) -> list[str]:
    """The sides that were routed, in this order."""
    return [str(event.side) for event in game.events if event.kind == "routed"]


def test_7_4_what_a_withdrawal_leaves_behind_routs_at_once() -> None:
    """The one who was engaged goes first and leaves the enemy alone in his area: the others, who
    would have gone without losses, are routed in the same battle turn."""
    game = battle(f"{ENGAGED}; french right: FR-1-I1; french reserve: FR-C1")
    assert game.stage == "withdraw"
    game.play("french", "retreat FR-2-I1 laneffe")
    assert routs(game) == ["french"]
    assert game.stage == "rout" and game.to_act == ("french",)
    assert [game.strength(unit) for unit in ("FR-2-I1", "FR-2-I2", "FR-1-I1")] == [3, 2, 2]
    game.play("french", "retreat FR-1-I1 laneffe")
    assert [game.where(unit) for unit in ("FR-2-I2", "FR-C1")] == ["lost", "lost"]


def test_7_4_a_withdrawal_that_needs_no_choice_routs_the_rest_too() -> None:
    """Both would find room on the one road; once the first has gone the second is routed."""
    game = battle(ENGAGED)
    assert routs(game) == ["french"]
    assert [game.where(unit) for unit in ("FR-2-I1", "FR-2-I2")] == ["laneffe", "laneffe"]
    assert [game.strength(unit) for unit in ("FR-2-I1", "FR-2-I2")] == [3, 2]


def test_7_4_a_withdrawal_that_leaves_friends_in_the_area_routs_nobody() -> None:
    """Nobody stands alone in an area of theirs: the others go without losses."""
    game = battle(f"{ENGAGED}; french left: FR-1-I1; french reserve: FR-C1")
    game.play("french", "retreat FR-2-I1 laneffe")
    assert routs(game) == []
    assert game.stage == "withdraw"
