"""Attacks: what becomes a battle, in which order battles are fought, how one ends (2.2, 6.1)."""

import pytest
from tests.rules.playing import deploy

from napoleon.rules import Game, NotYourTurn, ScriptedDice

PRUSSIANS = "PR-1-I1 PR-1-I2 PR-1-C"


def _attack(french: str, allied: str) -> Game:
    """The French of Laneffe have marched on Charleroi and ended their movement."""
    game = Game.from_position(
        f"turn 1; laneffe: {french}; charleroi: {allied}", dice=ScriptedDice([])
    )
    game.play("french", [f"march {unit} charleroi" for unit in french.split()])
    game.play("french", ["end", "end"])
    return game


def _two_attacks(at_mons: str) -> Game:
    """The French have attacked Charleroi from Laneffe and Mons from Maubeuge."""
    game = Game.from_position(
        "turn 1; laneffe: FR-2-I1 FR-2-I2 FR-2-A; maubeuge: FR-1-I1 FR-1-I2 FR-1-A;"
        f"charleroi: {PRUSSIANS}; mons: {at_mons}",
        dice=ScriptedDice([6] * 12),
    )
    game.play("french", [f"march {unit} charleroi" for unit in ("FR-2-I1", "FR-2-I2", "FR-2-A")])
    game.play("french", [f"march {unit} mons" for unit in ("FR-1-I1", "FR-1-I2", "FR-1-A")])
    game.play("french", ["end", "end"])
    return game


def test_6_1_marching_onto_the_enemy_makes_a_battle() -> None:
    """Units that enter a town with enemies fight there, the active side being the attacker."""
    game = _attack("FR-2-I1 FR-2-I2 FR-2-A", PRUSSIANS)
    assert game.stage == "draw"
    assert game.town == "charleroi"
    assert game.to_act == ("french",)


def test_6_1_the_allies_attack_in_their_own_turn() -> None:
    """In an Allied turn the Allies are the attacker and take the attacker's first decision."""
    game = Game.from_position(
        "turn 2; ligny: PR-1-I1 PR-1-I2 PR-1-C; charleroi: FR-2-I1 FR-2-I2 FR-2-A",
        dice=ScriptedDice([]),
    )
    game.play("allied", [f"march {unit} charleroi" for unit in PRUSSIANS.split()])
    game.play("allied", ["end", "end"])
    assert (game.stage, game.town) == ("draw", "charleroi")
    assert game.to_act == ("allied",)


@pytest.mark.parametrize(
    ("french", "allied", "stage"),
    [
        ("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-I2 PR-1-C", "draw"),
        ("FR-2-I1 FR-2-I2", "PR-1-I1 PR-1-I2 PR-1-C", "reveal"),
        ("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-I2", "reveal"),
        ("FR-2-I1 FR-2-I2", "PR-1-I1 PR-1-I2", "reveal"),
    ],
)
def test_6_1_fewer_than_three_units_make_a_skirmish(french: str, allied: str, stage: str) -> None:
    """A battle takes three units on each side; with fewer on either it is a skirmish."""
    assert _attack(french, allied).stage == stage


def test_6_1_both_allied_armies_count_together() -> None:
    """R: two Prussian units and one Anglo-Dutch unit are three defenders: a battle."""
    assert _attack("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-I2 AD-1-I2").stage == "draw"


@pytest.mark.parametrize(("die", "stage"), [(3, "reveal"), (4, "draw")])
def test_6_1_units_are_counted_after_the_forced_march_dice(die: int, stage: str) -> None:
    """R: an attacker that dies of its forced march does not count for the size of the fight."""
    game = Game.from_position(
        f"turn 1; philippeville: FR-C3 FR-C4 FR-4-I/1; charleroi: {PRUSSIANS}",
        dice=ScriptedDice([die]),
    )
    game.play("french", [f"march {unit} laneffe" for unit in ("FR-C3", "FR-C4", "FR-4-I")])
    game.play("french", ["march FR-C3 charleroi", "march FR-C4 charleroi", "end"])
    game.play("french", ["force FR-4-I charleroi", "end"])
    assert (game.stage, game.town) == (stage, "charleroi")


def test_6_1_no_attackers_left_is_no_fight() -> None:
    """R: if the only attacker dies of its forced march, nothing is fought and the turn goes on."""
    game = Game.from_position(
        "turn 1; philippeville: FR-4-I/1 FR-4-A; charleroi: PR-1-I1", dice=ScriptedDice([1])
    )
    game.play("french", ["march FR-4-I laneffe", "end"])
    game.play("french", ["force FR-4-I charleroi", "end"])
    assert game.where("FR-4-I") == "lost"
    assert game.losses("french") == 1
    assert game.strength("PR-1-I1") == 4
    assert game.turn == 2


def test_6_1_a_battle_stays_a_battle_below_three_units() -> None:
    """R: the count is made once; losing units in the battle does not make it a skirmish."""
    game = Game.from_position(
        "turn 5; battle charleroi; side french; step combat;"
        "french left: FR-2-I1; french centre: FR-2-A; french right: FR-2-I2;"
        "allied left: PR-1-I2; allied centre: PR-1-I1; allied enemy-left: PR-1-C/1",
        dice=ScriptedDice([1, 6, 6, 6]),
    )
    game.play("french", "fire FR-2-I1")
    assert game.where("PR-1-C") == "lost"
    assert (game.stage, game.town) == ("combat", "charleroi")


def test_6_1_skirmishes_come_before_battles() -> None:
    """Every skirmish is settled before a battle begins."""
    game = _two_attacks("AD-1-I3 AD-1-C")
    assert (game.stage, game.town) == ("reveal", "mons")


def test_6_1_the_attacker_chooses_the_order_of_battles() -> None:
    """With several battles it is for the attacker to say which comes first."""
    game = _two_attacks("AD-1-I2 AD-1-I3 AD-1-C")
    assert game.stage == "battle-order"
    assert game.to_act == ("french",)
    assert sorted(str(action) for action in game.legal("french")) == [
        "battle charleroi",
        "battle mons",
    ]
    game.play("french", "battle mons")
    assert (game.stage, game.town) == ("draw", "mons")


def test_6_1_all_fields_are_set_up_before_the_first_battle_turn() -> None:
    """R: when the first field stands ready, the second is set up before anybody fights."""
    game = _two_attacks("AD-1-I2 AD-1-I3 AD-1-C")
    game.play("french", ["battle mons", "draw 0"])
    game.play("allied", "draw 0")
    deploy(game, "allied", "AD-1-I2 left, AD-1-I3 centre, AD-1-C right")
    deploy(game, "french", "FR-1-I1 left, FR-1-I2 centre, FR-1-A right")
    assert (game.stage, game.town) == ("draw", "charleroi")
    game.play("french", "draw 0")
    game.play("allied", "draw 0")
    deploy(game, "allied", "PR-1-I1 left, PR-1-I2 centre, PR-1-C right")
    deploy(game, "french", "FR-2-I1 left, FR-2-A centre, FR-2-I2 right")
    assert (game.stage, game.town) == ("combat", "mons")
    assert game.to_act == ("french",)


def test_6_1_both_sides_play_one_battle_turn_then_the_next_battle() -> None:
    """Each battle gets one turn of both sides, then the next battle, and round again."""
    game = Game.from_position(
        "turn 5; battle charleroi; side french; step combat;"
        "french left: FR-2-I1; allied left: PR-1-I1;"
        "battle mons; french left: FR-1-I1; allied left: AD-1-I2",
        dice=ScriptedDice([]),
    )
    assert (game.town, game.to_act) == ("charleroi", ("french",))
    game.play("french", "end")
    assert (game.town, game.to_act) == ("charleroi", ("allied",))
    game.play("allied", "end")
    assert (game.town, game.to_act) == ("mons", ("french",))
    game.play("french", "end")
    assert (game.town, game.to_act) == ("mons", ("allied",))
    game.play("allied", "end")
    assert (game.town, game.to_act) == ("charleroi", ("french",))


def test_2_2_the_attacker_has_the_first_battle_turn() -> None:
    """The attacker begins; the defender waits until the attacker's battle turn has ended."""
    game = Game.from_position(
        "turn 5; battle charleroi; french left: FR-2-I1; allied left: PR-1-I1",
        dice=ScriptedDice([]),
    )
    assert (game.stage, game.to_act) == ("combat", ("french",))
    with pytest.raises(NotYourTurn):
        game.play("allied", "move PR-1-I1 reserve")
    game.play("french", "end")
    assert (game.stage, game.to_act) == ("combat", ("allied",))


def test_2_2_a_battle_ends_when_the_defender_has_no_units_left() -> None:
    """When the last defender falls the attacker holds the town and the turn goes on."""
    game = Game.from_position(
        "turn 5; liege: PR-4-I1; battle charleroi; side french; step combat;"
        "french enemy-left: FR-2-I1; allied left: PR-1-I1/1",
        dice=ScriptedDice([1, 6, 6, 6]),
    )
    game.play("french", "fire FR-2-I1")
    assert game.where("PR-1-I1") == "lost"
    assert game.where("FR-2-I1") == "charleroi"
    assert game.area("FR-2-I1") is None
    assert game.turn == 6


def test_2_2_the_defender_can_win_in_his_own_battle_turn() -> None:
    """R: who remains wins, also when the defender destroys the last attacker."""
    game = Game.from_position(
        "turn 5; beaumont: FR-4-I; battle charleroi; side allied; step combat;"
        "french left: FR-2-I1/1; allied enemy-left: PR-1-I1",
        dice=ScriptedDice([1, 6, 6, 6]),
    )
    game.play("allied", "fire PR-1-I1")
    assert game.where("FR-2-I1") == "lost"
    assert game.where("PR-1-I1") == "charleroi"
    assert game.area("PR-1-I1") is None
    assert game.turn == 6


def test_2_2_a_battle_ends_when_one_side_has_retreated() -> None:
    """When the last defender has left, the battle is over and the attacker stays."""
    game = Game.from_position(
        "turn 5; battle charleroi; side allied; step combat;"
        "french left: FR-2-I1; allied centre: PR-1-I1",
        dice=ScriptedDice([]),
    )
    game.play("allied", "retreat PR-1-I1 ligny")
    assert game.where("PR-1-I1") == "ligny"
    assert game.strength("PR-1-I1") == 4
    assert game.where("FR-2-I1") == "charleroi"
    assert game.area("FR-2-I1") is None
