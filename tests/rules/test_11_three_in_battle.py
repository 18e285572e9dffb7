"""Chapter 11 inside fights: two Allied players, each commanding his own army."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, IllegalAction, ScriptedDice

FRENCH = "french left: FR-1-I1; french centre: FR-1-I2; french right: FR-3-I1"
MIXED = (
    "allied left: PR-1-I1; allied centre: AD-1-I1; allied right: AD-1-I2;"
    "allied reserve: AD-C-H PR-1-C"
)


def battle(state: str, *field: str, dice: list[int] | None = None, elsewhere: str = "") -> Game:
    """A three-player battle at Charleroi, which the French attack from Laneffe."""
    before = f"players 3; turn 5; {elsewhere}" if elsewhere else "players 3; turn 5"
    statements = "; ".join([state, FRENCH, *field, "origins laneffe"])
    return Game.from_position(
        f"{before}; battle charleroi; {statements}", dice=ScriptedDice(dice or [])
    )


def attack(french: str, allied: str, dice: list[int] | None = None) -> Game:
    """The `french` march from Laneffe to Charleroi, where the `allied` units stand."""
    game = Game.from_position(
        f"players 3; turn 5; laneffe: {french}; charleroi: {allied}",
        dice=ScriptedDice(dice or []),
    )
    game.play("french", [f"march {unit} charleroi" for unit in french.split()])
    game.play("french", ["end", "end"])
    return game


# command


def test_11_both_allies_act_in_one_battle_turn() -> None:
    """In the Allied battle turn both players may act, each with his own units."""
    game = battle("side allied", MIXED)
    assert "anglo-dutch" in game.to_act
    assert "prussian" in game.to_act
    assert "french" not in game.to_act
    assert "move AD-C-H centre" in game.legal("anglo-dutch")
    assert "move PR-1-C left" in game.legal("prussian")


def test_11_nobody_commands_the_units_of_his_ally() -> None:
    """An order to a unit of the other Allied army is refused."""
    game = battle("side allied", MIXED)
    assert rule_against(game, "prussian", "move AD-C-H centre") == "11"
    assert rule_against(game, "anglo-dutch", "move PR-1-C left") == "11"
    with pytest.raises(IllegalAction):
        game.play("prussian", "retreat AD-C-H ligny")
    assert game.where("AD-C-H") == "charleroi"


def test_11_a_step_ends_when_both_are_done() -> None:
    """The one who is ready waits for the other; then the French battle turn begins."""
    game = battle("side allied", MIXED)
    game.play("prussian", "end")
    assert game.to_act == ("anglo-dutch",)
    assert game.stage == "combat"
    game.play("anglo-dutch", "end")
    assert game.to_act == ("french",)


# who is asked


def test_11_a_single_fight_needs_no_order() -> None:
    """Ruling: with one battle, or one skirmish, neither ally is asked; with two either is."""
    for allied in ("AD-1-I1 AD-1-I2 PR-1-I1", "AD-1-I1 PR-1-I1"):
        game = Game.from_position(
            f"players 3; turn 4; ligny: {allied}; charleroi: FR-2-I1 FR-2-I2 FR-2-A"
        )
        for unit in allied.split():
            game.play(SEAT_OF[unit[:2]], f"march {unit} charleroi")
        for _ in range(2):
            for seat in ("anglo-dutch", "prussian"):
                game.play(seat, "end")
        assert game.stage == ("draw" if len(allied.split()) == 3 else "reveal")
        assert game.town == "charleroi"


SEAT_OF = {"AD": "anglo-dutch", "PR": "prussian"}
LINE = "allied left: PR-1-I1; allied centre: AD-1-I1; allied right: AD-1-I2"


def asked(game: Game) -> list[str]:
    """Who is to act."""
    return [str(seat) for seat in game.to_act]


def test_11_an_ally_who_has_done_everything_is_not_asked() -> None:
    """Ruling: the Prussian's only unit has fired, and he cannot take that back."""
    game = battle("side allied", LINE, "french enemy-left: FR-2-I1", dice=[6] * 4)
    assert asked(game) == ["anglo-dutch", "prussian"]
    game.play("prussian", "fire PR-1-I1")
    assert asked(game) == ["anglo-dutch"]
    assert game.legal("prussian") == ()
    again = Game.from_position(game.position())
    assert asked(again) == ["anglo-dutch"]
    game.play("anglo-dutch", "end")
    assert asked(game) == ["french"]


def test_11_an_ally_who_could_take_back_is_asked() -> None:
    """Ruling: what he did last was no shot, so he may undo it, or end; until his ally has acted."""
    game = battle("side allied", LINE, "french enemy-left: FR-2-I1", dice=[6] * 4)
    game.play("prussian", "square PR-1-I1")
    assert asked(game) == ["anglo-dutch", "prussian"]
    game.play("anglo-dutch", "move AD-1-I1 reserve")
    assert asked(game) == ["anglo-dutch"]
    game.undo("anglo-dutch")
    assert asked(game) == ["anglo-dutch", "prussian"]
    assert str(game.undo("prussian")) == "square PR-1-I1"


def test_11_an_ally_who_waits_may_get_something_to_do() -> None:
    """Ruling: the Prussian battery cannot fire past the Anglo-Dutch, and is asked when they go."""
    game = battle(
        "side allied",
        "allied left: PR-1-HA(moved,halted); allied centre: AD-1-I1; allied right: AD-1-I2",
        "allied enemy-right: AD-1-C",
    )
    assert asked(game) == ["anglo-dutch"]
    game.play("anglo-dutch", "move AD-1-C left")
    assert asked(game) == ["anglo-dutch", "prussian"]
    assert "bombard PR-1-HA" in game.legal("prussian")


# the senior army


@pytest.mark.parametrize(
    ("allied", "senior", "junior"),
    [
        ("PR-1-I1 PR-1-I2 PR-1-C AD-1-I1 AD-1-C", "prussian", "anglo-dutch"),
        ("AD-1-I1 AD-1-I2 AD-1-C PR-1-I1 PR-1-C", "anglo-dutch", "prussian"),
        ("PR-1-I1 PR-1-C AD-1-I1 AD-1-C", "anglo-dutch", "prussian"),
    ],
)
def test_11_the_senior_handles_the_terrain(allied: str, senior: str, junior: str) -> None:
    """Ruling: the army with more units draws, on a tie the Anglo-Dutch."""
    game = attack("FR-2-I1 FR-2-I2 FR-2-A", allied)
    game.play("french", "draw 0")
    assert game.stage == "draw"
    assert game.to_act == (senior,)
    with pytest.raises(IllegalAction):
        game.play(junior, "draw 0")


def test_11_the_senior_deploys_first() -> None:
    """Ruling: the junior player waits until the senior army has been deployed."""
    game = attack("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-I2 PR-1-C AD-1-I1 AD-1-C")
    game.play("french", "draw 0")
    game.play("prussian", "draw 0")
    assert game.stage == "deploy"
    assert game.to_act == ("prussian",)
    assert "deploy AD-1-I1 reserve" not in game.legal("anglo-dutch")
    game.play("prussian", ["deploy PR-1-I1 left", "deploy PR-1-I2 centre", "deploy PR-1-C right"])
    game.play("prussian", "end")
    assert "prussian" not in game.to_act


def test_11_the_senior_reveals_first_in_a_skirmish() -> None:
    """Ruling: the senior says which of his units he reveals, then the other Allied player."""
    game = attack("FR-2-I1", "PR-1-I1 PR-1-C AD-1-I1 AD-1-C")
    assert game.stage == "reveal"
    assert "anglo-dutch" in game.to_act
    assert "prussian" not in game.to_act
    assert rule_against(game, "anglo-dutch", "reveal PR-1-C") == "11"
    game.play("anglo-dutch", ["reveal AD-1-C", "end"])
    assert game.stage == "reveal"
    assert "prussian" in game.to_act
    assert "anglo-dutch" not in game.to_act


def test_11_four_revealed_units_a_side() -> None:
    """Ruling: limits are per side; three Anglo-Dutch leave room for one Prussian."""
    game = attack("FR-2-I1", "AD-1-I1 AD-1-I2 AD-1-C PR-1-I1 PR-1-C")
    game.play("anglo-dutch", ["reveal AD-1-I1", "reveal AD-1-I2", "reveal AD-1-C", "end"])
    game.play("prussian", "reveal PR-1-C")
    assert rule_against(game, "prussian", "reveal PR-1-I1") == "6.6"


def test_11_the_senior_chooses_between_the_armies() -> None:
    """Ruling: among equally strong units of both armies the senior player chooses."""
    game = battle(
        "side french",
        "french enemy-left: FR-2-I1; allied left: AD-1-I1 PR-1-I1; allied centre: AD-1-I2;"
        "allied right: AD-1-I3",
        dice=[1, 6, 6, 6],
    )
    game.play("french", "fire FR-2-I1")
    assert game.stage == "lose"
    assert game.to_act == ("anglo-dutch",)
    assert "lose AD-1-I1" in game.legal("anglo-dutch")
    game.play("anglo-dutch", "lose PR-1-I1")
    assert game.strength("PR-1-I1") == 3
    assert game.strength("AD-1-I1") == 4


def test_11_the_owner_chooses_within_an_army() -> None:
    """Between two units of the junior army its own player chooses."""
    game = battle(
        "side french",
        "french enemy-left: FR-2-I1; allied left: AD-1-C PR-1-I1 PR-1-I2; allied centre: AD-1-I2;"
        "allied right: AD-1-I3; allied reserve: AD-2-I1",
        dice=[1, 6, 6, 6],
    )
    game.play("french", "fire FR-2-I1")
    assert game.to_act == ("prussian",)
    game.play("prussian", "lose PR-1-I2")
    assert game.strength("PR-1-I2") == 3


# leaving the field


def test_11_rout_roads_alternate() -> None:
    """Ruling: in a rout the armies take turns on the roads, the senior first."""
    game = battle(
        "side french",
        "french enemy-left: FR-2-I1; allied left: AD-1-C/1; allied centre: AD-1-I1;"
        "allied right: AD-1-I2; allied reserve: AD-C-H PR-1-I1 PR-1-C",
        dice=[1, 6, 6, 6],
    )
    game.play("french", "fire FR-2-I1")
    assert game.stage == "rout"
    assert game.to_act == ("anglo-dutch",)
    assert rule_against(game, "anglo-dutch", "retreat PR-1-I1 ligny") == "11"
    game.play("anglo-dutch", "retreat AD-1-I1 ligny")
    assert game.to_act == ("prussian",)
    game.play("prussian", "retreat PR-1-I1 ligny")
    assert game.to_act == ("anglo-dutch",)
    assert rule_against(game, "anglo-dutch", "retreat AD-1-I2 ligny") == "7.2"
    game.play("anglo-dutch", "retreat AD-1-I2 quatre-bras")
    assert game.to_act == ("prussian",)


def test_11_when_one_army_is_gone_the_other_goes_on() -> None:
    """Ruling: once the junior's units are away the senior takes the roads that are left."""
    game = battle(
        "side french",
        "french enemy-left: FR-2-I1; allied left: AD-1-C/1; allied centre: AD-1-I1;"
        "allied right: AD-1-I2; allied reserve: AD-C-H PR-1-I1",
        dice=[1, 6, 6, 6],
    )
    game.play("french", "fire FR-2-I1")
    game.play("anglo-dutch", "retreat AD-1-I1 ligny")
    game.play("prussian", "retreat PR-1-I1 ligny")
    game.play("anglo-dutch", "retreat AD-1-I2 quatre-bras")
    assert game.to_act == ("anglo-dutch",)
    assert "retreat AD-C-H quatre-bras" in game.legal("anglo-dutch")


def test_11_retreat_roads_are_shared() -> None:
    """Ruling: a road's limit is for the side, first come first served."""
    game = battle("side allied", MIXED)
    game.play("prussian", "retreat PR-1-C ligny")
    game.play("anglo-dutch", "retreat AD-C-H ligny")
    assert rule_against(game, "prussian", "retreat PR-1-I1 ligny") == "7.2"
    assert rule_against(game, "anglo-dutch", "retreat AD-1-I1 ligny") == "7.2"


def test_11_reinforcement_roads_are_shared() -> None:
    """Ruling: two Anglo-Dutch units over the main road leave the Prussian there waiting."""
    game = battle(
        "side allied; step reinforce",
        MIXED,
        elsewhere="ligny: AD-2-I1 AD-2-I2 PR-2-I1; binche: PR-2-I2",
    )
    assert rule_against(game, "anglo-dutch", "reinforce PR-2-I1") == "11"
    game.play("anglo-dutch", ["reinforce AD-2-I1", "reinforce AD-2-I2"])
    assert rule_against(game, "prussian", "reinforce PR-2-I1") == "6.3.4"
    assert "reinforce PR-2-I2" in game.legal("prussian")


def test_11_each_ally_retreats_his_own_after_a_skirmish() -> None:
    """After a lost skirmish each player leads his own unit away."""
    game = attack("FR-2-I1 FR-2-I2 FR-2-A", "AD-1-C PR-1-C", [6] * 14)
    plan = {
        "french": ["FR-2-I1", "FR-2-I2", "FR-2-A"],
        "anglo-dutch": ["AD-1-C"],
        "prussian": ["PR-1-C"],
    }
    while game.stage == "reveal":
        seat = next(seat for seat in plan if seat in game.to_act)
        game.play(seat, [f"reveal {unit}" for unit in plan[seat]])
        game.play(seat, "end")
    assert game.stage == "retreat"
    with pytest.raises(IllegalAction):
        game.play("prussian", "retreat AD-1-C ligny")
    with pytest.raises(IllegalAction):
        game.play("anglo-dutch", "retreat PR-1-C ligny")
    assert game.where("AD-1-C") == "charleroi"
    assert game.where("PR-1-C") == "charleroi"


# within an army


def test_11_a_farm_is_not_handed_to_the_ally() -> None:
    """Ruling: units are swapped in a farm only within one army."""
    game = battle(
        "side allied",
        "terrain allied centre farm PR-1-I1",
        "allied left: AD-1-I2; allied centre: PR-1-I1 PR-1-I2 AD-1-I1; allied right: AD-1-I3",
    )
    assert "swap PR-1-I2" in game.legal("prussian")
    assert "swap AD-1-I1" not in game.legal("anglo-dutch")


def test_11_no_shelter_with_the_ally() -> None:
    """Ruling: an Anglo-Dutch battery finds no shelter in a Prussian square."""
    game = battle(
        "side allied",
        "allied left: AD-1-I2; allied centre: PR-1-I1(square) PR-1-A AD-1-A; allied right: AD-1-I3",
    )
    assert "shelter PR-1-A PR-1-I1" in game.legal("prussian")
    assert rule_against(game, "anglo-dutch", "shelter AD-1-A PR-1-I1") == "6.5.2"


# regrouping


def test_11_both_allies_regroup() -> None:
    """After an Allied victory each player may regroup his own units."""
    game = Game.from_position(
        "players 3; turn 5; namur: PR-2-I1; quatre-bras: AD-2-I1; charleroi: FR-3-I1;"
        "battle ligny; side allied; french left: FR-C4/1; allied enemy-left: PR-1-I1;"
        "allied centre: AD-1-I1; origins charleroi",
        dice=ScriptedDice([1, 6, 6, 6]),
    )
    game.play("prussian", "fire PR-1-I1")
    assert game.stage == "regroup"
    assert "regroup PR-2-I1 ligny" in game.legal("prussian")
    assert "regroup AD-2-I1 ligny" in game.legal("anglo-dutch")
    assert rule_against(game, "prussian", "regroup AD-2-I1 ligny") == "11"
