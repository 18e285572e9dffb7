"""Rules 8, 8.2 and 8.3: leaders in battle."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, ScriptedDice

FRENCH = "french left: FR-1-I1; french centre: FR-1-I2; french right: FR-3-I1"
ALLIED = "allied left: PR-2-I1; allied centre: PR-1-I1; allied right: PR-2-I2"


def battle(state: str, *field: str, dice: list[int] | None = None, elsewhere: str = "") -> Game:
    """A battle at Charleroi, attacked from Laneffe, with the statements given."""
    before = f"turn 5; {elsewhere}" if elsewhere else "turn 5"
    statements = "; ".join([state, *field, "origins laneffe"])
    return Game.from_position(
        f"{before}; battle charleroi; {statements}", dice=ScriptedDice(dice or [])
    )


def prussian_morale(area: str, dice: list[int], more: str = "") -> Game:
    """The Allied battle turn begins, with these units and French cavalry in the centre."""
    field = [
        FRENCH,
        "french enemy-centre: FR-C1",
        "allied left: PR-2-I1",
        f"allied centre: {area}",
        "allied right: PR-2-I2",
    ]
    if more:
        field.append(more)
    return battle("side allied; step morale", *field, dice=dice)


# 8.2 morale


@pytest.mark.parametrize(("die", "area"), [(2, "reserve"), (3, "centre"), (4, "centre")])
def test_8_2_a_leader_lifts_morale(die: int, area: str) -> None:
    """With its leader in the area a unit holds with a 3."""
    game = prussian_morale("PR-1-C/1 PR-1-I1 PR-B", [die])
    assert game.area("PR-1-C") == area


def test_8_2_without_a_leader_three_fails() -> None:
    """The same die without the leader: the unit falls back."""
    game = prussian_morale("PR-1-C/1 PR-1-I1", [3])
    assert game.area("PR-1-C") == "reserve"


def test_8_2_the_bonus_is_for_all_in_the_area() -> None:
    """Two weak units with their leader hold with a 3 each; he rolls no die himself."""
    game = prussian_morale("PR-1-I1/1 PR-1-C/1 PR-B", [3, 3])
    assert game.area("PR-1-I1") == "centre"
    assert game.area("PR-1-C") == "centre"


def test_8_2_a_leader_in_reserve_helps_nobody() -> None:
    """He must be in the same area."""
    game = prussian_morale("PR-1-C/1 PR-1-I1", [3], "allied reserve: PR-B")
    assert game.area("PR-1-C") == "reserve"


@pytest.mark.parametrize(("unit", "leader"), [("PR-1-C/1", "AD-W"), ("AD-1-C/1", "PR-B")])
def test_8_a_leader_serves_only_his_own_army(unit: str, leader: str) -> None:
    """Wellington does nothing for Prussians, Blücher nothing for the Anglo-Dutch."""
    game = prussian_morale(f"{unit} {leader}", [3])
    assert game.area(unit.partition("/")[0]) == "reserve"


@pytest.mark.parametrize("terrain", ["", "terrain allied centre woods; "])
@pytest.mark.parametrize("visibility", ["open", "hidden"])
def test_8_a_leader_whose_bonus_counts_is_in_sight(visibility: str, terrain: str) -> None:
    """Ruling: he is asked only while the enemy does not see him, but where a unit rolls he is
    engaged too. The French come upon him where he was out of sight; he gives his bonus unasked."""
    game = Game.from_position(
        f"visibility {visibility}; turn 5; battle charleroi; side french; {terrain}{FRENCH};"
        "french reserve: FR-C1; allied left: PR-2-I1; allied centre: PR-1-I1/1 PR-B;"
        "allied right: PR-2-I2; origins laneffe",
        dice=ScriptedDice([3]),
    )
    unseen = {block.unit for block in game.view("french").battles[0].enemy}
    assert ("PR-B" in unseen) == (visibility == "open" and not terrain)
    game.play("french", ["move FR-C1 centre", "move FR-C1 enemy-centre", "end"])
    assert "PR-B" in {block.unit for block in game.view("french").battles[0].enemy}
    assert game.stage == "combat"
    assert game.to_act == ("allied",)
    dice = [event for event in game.events if event.kind == "morale-die"]
    assert [(event.unit, event.amount, event.dice) for event in dice] == [("PR-1-I1", 1, (3,))]
    assert game.area("PR-1-I1") == "centre"


@pytest.mark.parametrize("visibility", ["open", "hidden"])
def test_8_a_sheltered_leader_whose_bonus_counts_is_in_sight(visibility: str) -> None:
    """The same for one who shelters in a square (6.5.2): his bonus still counts, and he is seen."""
    game = Game.from_position(
        f"visibility {visibility}; turn 5; battle charleroi; side french; {FRENCH};"
        "french reserve: FR-C1; allied left: PR-2-I1; allied right: PR-2-I2; origins laneffe;"
        "allied centre: PR-1-I2/1 PR-1-I1(square) PR-B(in:PR-1-I1)",
        dice=ScriptedDice([3]),
    )
    game.play("french", ["move FR-C1 centre", "move FR-C1 enemy-centre", "end"])
    assert "PR-B" in {block.unit for block in game.view("french").battles[0].enemy}
    assert game.area("PR-1-I2") == "centre"


def test_8_2_a_leader_in_company_rolls_no_die() -> None:
    """Of strength 1 though he is, a leader with friends around him does not roll."""
    game = prussian_morale("PR-1-I1 PR-B", [])
    assert game.area("PR-B") == "centre"


def test_8_2_an_ally_is_company_too() -> None:
    """A unit of the other allied army spares him the die."""
    game = prussian_morale("PR-1-I1 AD-W", [])
    assert game.area("AD-W") == "centre"


@pytest.mark.parametrize(
    ("dice", "areas"),
    [
        ([3, 3], ("centre", "centre")),
        ([2, 3], ("reserve", "centre")),
        ([3, 2], ("centre", "reserve")),
    ],
)
def test_6_3_1_leaders_alone_together_both_roll(dice: list[int], areas: tuple[str, str]) -> None:
    """Ruling: Wellington and Blücher are no company for each other; each rolls at his own +1."""
    game = prussian_morale("AD-W PR-B", dice)
    rolled = [event for event in game.events if event.kind == "morale-die"]
    assert [(event.unit, event.amount) for event in rolled] == [("AD-W", 1), ("PR-B", 1)]
    assert (game.area("AD-W"), game.area("PR-B")) == areas


def test_6_3_1_two_leaders_with_a_unit_roll_no_die() -> None:
    """One unit of either army is company for both."""
    game = prussian_morale("AD-W PR-B PR-1-I1", [])
    assert (game.area("AD-W"), game.area("PR-B")) == ("centre", "centre")


@pytest.mark.parametrize(("die", "area"), [(2, "centre"), (3, "enemy-centre")])
def test_8_2_a_lone_leader_rolls_with_his_own_bonus(die: int, area: str) -> None:
    """Alone among enemies he rolls at +1, and falls back one area if he fails."""
    game = battle(
        "side french; step morale", FRENCH, "french enemy-centre: FR-N", ALLIED, dice=[die]
    )
    assert game.area("FR-N") == area


def test_8_2_a_lone_leader_may_lose_the_battle() -> None:
    """A leader who alone holds an area and fails leaves it to the enemy: a rout."""
    game = prussian_morale("PR-B", [2])
    assert game.stage == "rout"
    assert game.to_act == ("allied",)


# 8.3 leaders fight and fall


@pytest.mark.parametrize(("die", "left"), [(2, 3), (3, 4)])
def test_8_3_a_leader_may_attack(die: int, left: int) -> None:
    """An engaged leader fires one die, by his card at F2."""
    game = battle("side french", FRENCH, "french enemy-centre: FR-N", ALLIED, dice=[die])
    game.play("french", "fire FR-N")
    assert game.strength("PR-1-I1") == left


def test_8_3_one_hit_eliminates_a_leader() -> None:
    """A fallen leader is a lost unit like any other."""
    game = battle("side allied", FRENCH, "french enemy-centre: FR-N", ALLIED, dice=[1, 6, 6, 6])
    game.play("allied", "fire PR-1-I1")
    assert game.where("FR-N") == "lost"
    assert game.strength("FR-N") == 0
    assert game.losses("french") == 1


def test_8_3_the_owner_may_spare_his_leader() -> None:
    """Among units of one point the owner chooses, so another may fall for the leader."""
    game = battle(
        "side allied", FRENCH, "french enemy-centre: FR-N FR-2-I1/1", ALLIED, dice=[1, 6, 6, 6]
    )
    game.play("allied", "fire PR-1-I1")
    game.play("french", "lose FR-2-I1")
    assert game.where("FR-2-I1") == "lost"
    assert game.area("FR-N") == "enemy-centre"


def test_8_3_his_benefits_end_with_him() -> None:
    """After Napoleon's death the unit beside him rolls without his bonus and falls back."""
    game = battle(
        "side allied", FRENCH, "french enemy-centre: FR-N FR-2-I1/1", ALLIED, dice=[1, 6, 6, 6, 3]
    )
    game.play("allied", "fire PR-1-I1")
    game.play("french", "lose FR-N")
    game.play("allied", "end")
    assert game.where("FR-N") == "lost"
    assert game.area("FR-2-I1") == "centre"


def test_8_3_a_fallen_leader_counts_for_defeat() -> None:
    """Napoleon as the twelfth French loss: the French army is defeated (10.2)."""
    game = Game.from_position(
        "turn 5; lost: french 11; laneffe: FR-N; solre: FR-2-I1; charleroi: PR-1-C",
        dice=ScriptedDice([1, 6]),
    )
    game.play("french", ["march FR-N charleroi", "end", "end"])
    assert game.where("FR-N") == "lost"
    assert game.result is not None
    assert game.result.winner == "allied"


# 8 limits


def test_8_a_leader_counts_as_a_reinforcement() -> None:
    """Over a main road two units come in a battle turn, a leader being one of them."""
    game = battle(
        "side french; step reinforce", FRENCH, ALLIED, elsewhere="laneffe: FR-N FR-2-I1 FR-2-I2"
    )
    game.play("french", ["reinforce FR-N", "reinforce FR-2-I1"])
    assert rule_against(game, "french", "reinforce FR-2-I2") == "6.3.4"


def test_8_a_leader_in_a_rout_needs_a_road() -> None:
    """A leader takes no rout losses, but without room on a road he is lost."""
    game = battle(
        "side allied",
        "french left: FR-C2/1; french centre: FR-1-I2; french right: FR-3-I1; french reserve: FR-N",
        ALLIED,
        "allied enemy-left: PR-1-I2",
        dice=[1, 6, 6, 6],
    )
    game.play("allied", "fire PR-1-I2")
    game.play("french", ["retreat FR-1-I2 laneffe", "retreat FR-3-I1 laneffe"])
    assert game.where("FR-N") == "lost"
