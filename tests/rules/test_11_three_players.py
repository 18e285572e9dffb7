"""Chapter 11: three players, in set-up, movement and supply."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import (
    Game,
    IllegalAction,
    NothingToUndo,
    NotYourTurn,
    Options,
    ScriptedDice,
    SeededDice,
)

ANGLO_DUTCH = {
    "brussels": "AD-W AD-R-I1 AD-R-I2 AD-R-A",
    "ath": "AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C",
    "ghent": "AD-1-A AD-2-I1 AD-2-I2 AD-2-A",
    "nivelles": "AD-C-H AD-C-L1 AD-C-L2 AD-C-HA",
}
PRUSSIAN = {
    "namur": "PR-B PR-2-I1 PR-2-I2 PR-2-A",
    "charleroi": "PR-1-I1 PR-1-I2 PR-1-C PR-1-A",
    "ligny": "PR-1-HA PR-2-C",
    "ciney": "PR-3-I1 PR-3-I2 PR-3-C PR-3-A",
    "liege": "PR-4-I1 PR-4-I2 PR-4-C PR-4-A",
}


def at(position: str, *dice: int) -> Game:
    """A three-player game at this position, with the dice that will fall."""
    return Game.from_position(f"players 3; {position}", dice=ScriptedDice(list(dice)))


def new_free_game() -> Game:
    """A three-player game in which the players choose their own set-up."""
    return Game.new(scenario="free", options=Options(players=3), dice=SeededDice(1))


def place_all(game: Game, seat: str, plan: dict[str, str]) -> None:
    """Carry out a whole set-up, without ending it."""
    for town, units in plan.items():
        for unit in units.split():
            game.play(seat, f"place {unit} {town}")


# 11 set-up


def test_11_both_allies_set_up_at_the_same_time() -> None:
    """In the Allied set-up either ally may place, in any order, before the French."""
    game = new_free_game()
    assert game.stage == "setup"
    assert sorted(game.to_act) == ["anglo-dutch", "prussian"]
    game.play("prussian", "place PR-B namur")
    game.play("anglo-dutch", "place AD-W brussels")
    game.play("prussian", "place PR-2-I1 namur")
    assert game.where("PR-2-I1") == "namur"
    assert game.where("AD-W") == "brussels"


def test_11_a_free_set_up_is_corrected_by_its_owner() -> None:
    """Ruling: either takes back what he placed last, whatever his ally has placed since."""
    game = new_free_game()
    game.play("prussian", ["place PR-B namur", "place PR-2-I1 namur"])
    game.play("anglo-dutch", ["place AD-W brussels", "place AD-R-I1 brussels"])
    assert [game.view(seat).can_undo for seat in ("anglo-dutch", "prussian")] == [True, True]
    assert str(game.undo("prussian")) == "place PR-2-I1 namur"
    assert str(game.undo("prussian")) == "place PR-B namur"
    assert not game.view("prussian").can_undo
    with pytest.raises(NothingToUndo):
        game.undo("prussian")
    assert [game.where(unit) for unit in ("AD-W", "AD-R-I1")] == ["brussels", "brussels"]
    assert [event.unit for event in game.events_for("prussian")] == ["AD-W", "AD-R-I1"]
    game.play("prussian", "place PR-B ligny")
    assert str(game.undo("anglo-dutch")) == "place AD-R-I1 brussels"
    assert game.where("PR-B") == "ligny"
    assert Game.replay(game.record()).position() == game.position()


def test_11_an_ended_set_up_is_opened_again_by_its_owner() -> None:
    """As long as the ally is not done; then the set-up is closed for both."""
    game = new_free_game()
    place_all(game, "prussian", PRUSSIAN)
    place_all(game, "anglo-dutch", ANGLO_DUTCH)
    assert list(game.to_act) == ["anglo-dutch", "prussian"]
    game.play("prussian", "end")
    assert list(game.to_act) == ["anglo-dutch"]
    assert str(game.undo("prussian")) == "end"
    assert list(game.to_act) == ["anglo-dutch", "prussian"]
    game.play("prussian", "end")
    game.play("anglo-dutch", "end")
    for seat in ("anglo-dutch", "prussian"):
        assert not game.view(seat).can_undo
        with pytest.raises(NothingToUndo):
            game.undo(seat)


def test_11_each_ally_sets_up_only_his_own_army() -> None:
    """Neither ally places the other's units."""
    game = new_free_game()
    assert rule_against(game, "anglo-dutch", "place PR-B namur") == "11"
    assert rule_against(game, "prussian", "place AD-W brussels") == "11"


def test_11_the_french_set_up_when_both_allies_are_done() -> None:
    """One ally's end does not close the Allied set-up; the second one's does."""
    game = new_free_game()
    place_all(game, "anglo-dutch", ANGLO_DUTCH)
    game.play("anglo-dutch", "end")
    assert game.to_act == ("prussian",)
    with pytest.raises(NotYourTurn):
        game.play("french", "place FR-N beaumont")
    place_all(game, "prussian", PRUSSIAN)
    game.play("prussian", "end")
    assert game.stage == "setup"
    assert game.to_act == ("french",)


def test_11_historical_game_has_three_seats() -> None:
    """The French begin alone; in turn 2 both Allied players may act."""
    game = Game.new(scenario="historical", options=Options(players=3), dice=SeededDice(1))
    assert game.to_act == ("french",)
    game.play("french", "end")
    assert game.turn == 2
    assert sorted(game.to_act) == ["anglo-dutch", "prussian"]


# 11 movement

BOTH = "brussels: AD-R-I1 AD-R-I2; namur: PR-2-I1 PR-2-I2; beaumont: FR-4-I"


def test_11_allies_march_in_any_order() -> None:
    """Steps of the two armies alternate as the players like."""
    game = at(f"turn 2; {BOTH}")
    game.play("prussian", "march PR-2-I1 ligny")
    game.play("anglo-dutch", "march AD-R-I1 waterloo")
    game.play("prussian", "march PR-2-I2 ligny")
    assert game.where("AD-R-I1") == "waterloo"
    assert game.where("PR-2-I2") == "ligny"


def test_11_each_ally_commands_only_his_own_units() -> None:
    """A march of the other's units is neither offered nor allowed."""
    game = at(f"turn 2; {BOTH}")
    assert rule_against(game, "prussian", "march AD-R-I1 waterloo") == "11"
    assert rule_against(game, "anglo-dutch", "march PR-2-I1 ligny") == "11"
    assert "march AD-R-I1 waterloo" in game.legal("anglo-dutch")
    assert "march AD-R-I1 waterloo" not in game.legal("prussian")
    with pytest.raises(IllegalAction):
        game.play("prussian", "march AD-R-I1 waterloo")


def test_11_each_ally_has_one_group() -> None:
    """A move that one ally leaves unused is no second one for the other."""
    game = at("turn 2; brussels: AD-R-I1; namur: PR-2-I1; liege: PR-4-I1; beaumont: FR-4-I")
    game.play("prussian", "march PR-2-I1 ligny")
    game.play("anglo-dutch", "end")
    assert rule_against(game, "prussian", "march PR-4-I1 huy") == "5.1"


def test_11_the_french_wait_in_an_allied_turn() -> None:
    """And the Allies in a French one."""
    game = at(f"turn 2; {BOTH}")
    with pytest.raises(NotYourTurn):
        game.play("french", "march FR-4-I thuin")
    game = at(f"turn 1; {BOTH}")
    assert game.to_act == ("french",)
    with pytest.raises(NotYourTurn):
        game.play("prussian", "march PR-2-I1 ligny")


def test_11_the_step_ends_when_both_are_done() -> None:
    """Who has ended his marches waits for the other."""
    game = at(f"turn 2; {BOTH}")
    game.play("anglo-dutch", "end")
    assert game.turn == 2
    assert game.stage == "march"
    assert game.to_act == ("prussian",)
    with pytest.raises(NotYourTurn):
        game.play("anglo-dutch", "march AD-R-I1 waterloo")
    game.play("prussian", "end")
    assert game.turn == 3
    assert game.to_act == ("french",)


@pytest.mark.parametrize("turn", [2, 6])
def test_11_an_ally_who_can_do_nothing_is_not_asked(turn: int) -> None:
    """Ruling: the Prussian, all roads from Dinant in French hands and at night, is passed over."""
    french = "givet: FR-4-I; yvoir: FR-C1; philippeville: FR-2-I1; ciney: FR-1-I1; namur: FR-1-I2"
    game = at(f"turn {turn}; brussels: AD-R-I1; dinant: PR-3-I1; {french}")
    if turn == 2:
        assert game.to_act == ("anglo-dutch", "prussian")
        return
    assert game.to_act == ("anglo-dutch",)
    assert rule_against(game, "prussian", "end") == "2"
    game.play("anglo-dutch", ["march AD-R-I1 waterloo", "end"])
    assert (game.turn, game.to_act) == (7, ("french",))


def test_11_who_has_moved_is_asked_for_his_end() -> None:
    """He could take it back; and nobody is to see whether he could ride on."""
    game = at("turn 6; brussels: AD-R-I1; ghent: PR-3-I1; givet: FR-4-I")
    game.play("prussian", "march PR-3-I1 alost")
    game.play("anglo-dutch", "march AD-R-I1 waterloo")
    assert game.to_act == ("anglo-dutch", "prussian")


def test_11_both_end_normal_movement_before_either_force_marches() -> None:
    """The Anglo-Dutch player, done with his marches, may not force-march before the Prussian is."""
    game = at(f"turn 2; {BOTH}", 3, 4)
    game.play("anglo-dutch", ["march AD-R-I1 waterloo", "end"])
    assert game.why_not("anglo-dutch", "force AD-R-I1 quatre-bras") is not None
    game.play("prussian", ["march PR-2-I1 ligny", "end"])
    assert game.stage == "force"
    assert sorted(game.to_act) == ["anglo-dutch", "prussian"]
    game.play("anglo-dutch", ["force AD-R-I1 quatre-bras", "end"])
    assert game.strength("AD-R-I1") == 4
    game.play("prussian", ["force PR-2-I1 gembloux", "end"])
    assert game.strength("AD-R-I1") == 3
    assert game.strength("PR-2-I1") == 4


def test_11_road_limits_are_shared_first_come_first_served() -> None:
    """Four Anglo-Dutch units leave room for two Prussians on the minor road to Wavre."""
    game = at(
        "turn 2; waterloo: AD-1-I1 AD-1-I2 AD-1-A AD-2-I1; wavre: PR-1-I1 PR-1-I2 PR-1-A; "
        "beaumont: FR-4-I"
    )
    for unit in ("AD-1-I1", "AD-1-I2", "AD-1-A", "AD-2-I1"):
        game.play("anglo-dutch", f"march {unit} wavre")
    game.play("prussian", ["march PR-1-I1 waterloo", "march PR-1-I2 waterloo"])
    assert rule_against(game, "prussian", "march PR-1-A waterloo") == "5.4"


@pytest.mark.parametrize(
    ("first", "unit", "second", "late"),
    [
        ("anglo-dutch", "AD-R-I1", "prussian", "PR-1-I1"),
        ("prussian", "PR-1-I1", "anglo-dutch", "AD-R-I1"),
    ],
)
def test_11_command_control_binds_the_two_allies(
    first: str, unit: str, second: str, late: str
) -> None:
    """From Waterloo and Ligny only one ally attacks Quatre Bras: whoever comes first (5.2)."""
    game = at("turn 2; waterloo: AD-R-I1; ligny: PR-1-I1; quatre-bras: FR-2-I1")
    assert rule_against(game, second, f"march {late} quatre-bras") is None
    game.play(first, f"march {unit} quatre-bras")
    assert rule_against(game, second, f"march {late} quatre-bras") == "5.2"


def test_11_an_ally_without_units_is_not_asked() -> None:
    """Where one army is gone, only the other player acts for the Allies."""
    game = at(
        "turn 2; defeated: anglo-dutch; lost: anglo-dutch 16; namur: PR-2-I1; beaumont: FR-4-I"
    )
    assert game.to_act == ("prussian",)
    game.play("prussian", "end")
    assert game.turn == 3


def test_11_night_is_night_for_both() -> None:
    """In an Allied night turn both march, and neither attacks."""
    game = at("turn 6; waterloo: AD-R-I1; ligny: PR-1-I1; quatre-bras: FR-2-I1")
    assert sorted(game.to_act) == ["anglo-dutch", "prussian"]
    assert rule_against(game, "anglo-dutch", "march AD-R-I1 quatre-bras") == "5.7"
    assert rule_against(game, "prussian", "march PR-1-I1 quatre-bras") == "5.7"
    assert rule_against(game, "anglo-dutch", "march AD-R-I1 brussels") is None
    assert rule_against(game, "prussian", "march PR-1-I1 gembloux") is None


def test_11_each_player_shows_his_own_leader() -> None:
    """Blücher's choice is the Prussian player's, and it helps Prussians only (8.1)."""
    game = at(
        "turn 2; brussels: AD-R-I1; namur: PR-2-I1; quatre-bras: PR-B; beaumont: FR-4-I", 3, 3
    )
    game.play("anglo-dutch", ["march AD-R-I1 waterloo", "end"])
    game.play("prussian", ["march PR-2-I1 ligny", "end"])
    game.play("anglo-dutch", ["force AD-R-I1 quatre-bras", "end"])
    game.play("prussian", ["force PR-2-I1 quatre-bras", "show PR-B"])
    assert game.strength("AD-R-I1") == 3
    assert game.strength("PR-2-I1") == 4


# 11 supply


@pytest.mark.parametrize(
    ("city", "owner", "other", "unit"),
    [
        ("ghent", "anglo-dutch", "prussian", "AD-1-A"),
        ("liege", "prussian", "anglo-dutch", "PR-2-A"),
    ],
)
def test_11_each_owner_chooses_his_supply_losses(
    city: str, owner: str, other: str, unit: str
) -> None:
    """The player of the army that pays chooses; the other ally has no say (9)."""
    game = at(
        f"turn 5; {city}: FR-C1; waterloo: AD-1-I1 AD-1-I2 AD-1-A; namur: PR-2-I1 PR-2-I2 PR-2-A"
    )
    game.play("french", "end")
    assert game.stage == "supply"
    assert game.to_act == (owner,)
    with pytest.raises(NotYourTurn):
        game.play(other, f"remove {unit}")
    game.play(owner, f"remove {unit}")
    assert game.where(unit) == "lost"


def test_11_in_a_game_of_two_an_allied_army_means_the_allied_player() -> None:
    """With two players one seat commands both Allied armies."""
    game = Game.from_position(f"turn 2; {BOTH}", dice=ScriptedDice([]))
    assert game.to_act == ("allied",)
    game.play("prussian", "march AD-R-I1 waterloo")
    game.play("anglo-dutch", "march PR-2-I1 ligny")
    assert game.where("AD-R-I1") == "waterloo"
    assert game.where("PR-2-I1") == "ligny"
