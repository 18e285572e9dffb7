"""Chapter 5: movement of groups, command control, distance, roads and rivers (5.1 to 5.5)."""

import pytest
from tests.rules.playing import deploy, rule_against

from napoleon.rules import Game, IllegalAction, NotYourTurn, ScriptedDice

NINE_FRENCH = "FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-4-I"


def at(position: str) -> Game:
    """A game at this position in which no die should be needed."""
    return Game.from_position(position, dice=ScriptedDice([]))


def march_all(game: Game, seat: str, units: str, town: str) -> None:
    """March all these units one step to the town."""
    for unit in units.split():
        game.play(seat, f"march {unit} {town}")


def destinations(game: Game, seat: str, unit: str) -> set[str]:
    """The towns to which the unit may march now."""
    words = [str(action).split() for action in game.legal(seat)]
    return {word[2] for word in words if word[:2] == ["march", unit]}


def line_up(game: Game, seat: str, left: str, centre: str, right: str, reserve: str = "") -> None:
    """Deploy these units and finish the deployment."""
    areas = {"left": left, "centre": centre, "right": right, "reserve": reserve}
    plan = [f"{unit} {area}" for area, units in areas.items() for unit in units.split()]
    deploy(game, seat, ", ".join(plan))


# 5.1 groups


def test_5_1_example_group_in_brussels_has_seven_roads() -> None:
    """From Brussels units go to Alost, Ninove, Hal, Waterloo, Wavre, Louvain and Mechelen."""
    game = at("turn 2; brussels: AD-R-I1; beaumont: FR-N")
    assert destinations(game, "allied", "AD-R-I1") == {
        "alost",
        "ninove",
        "hal",
        "waterloo",
        "wavre",
        "louvain",
        "mechelen",
    }


def test_5_1_units_march_only_along_roads() -> None:
    """Without a road there is no march: Laneffe is not joined to Mons."""
    game = at("turn 1; laneffe: FR-2-I1; liege: PR-4-I1")
    assert destinations(game, "french", "FR-2-I1") == {"philippeville", "charleroi", "thuin"}
    with pytest.raises(IllegalAction):
        game.play("french", "march FR-2-I1 mons")
    assert game.where("FR-2-I1") == "laneffe"


def test_5_1_french_move_two_groups() -> None:
    """Two French groups a turn; a third town must stand still."""
    game = at("turn 1; beaumont: FR-3-I1; givet: FR-4-I; maubeuge: FR-1-I1; liege: PR-4-I1")
    game.play("french", "march FR-3-I1 thuin")
    assert rule_against(game, "french", "march FR-1-I1 mons") is None
    game.play("french", "march FR-4-I dinant")
    assert rule_against(game, "french", "march FR-1-I1 mons") == "5.1"
    with pytest.raises(IllegalAction) as caught:
        game.play("french", "march FR-1-I1 mons")
    assert caught.value.rule == "5.1"


def test_5_1_allies_move_one_group_of_each_army() -> None:
    """One Anglo-Dutch and one Prussian group a turn."""
    game = at(
        "turn 2; brussels: AD-R-I1; ath: AD-2-I1; namur: PR-2-I1; liege: PR-4-I1; beaumont: FR-N"
    )
    game.play("allied", "march AD-R-I1 waterloo")
    assert rule_against(game, "allied", "march AD-2-I1 enghien") == "5.1"
    assert rule_against(game, "allied", "march PR-4-I1 huy") is None
    game.play("allied", "march PR-2-I1 ligny")
    assert rule_against(game, "allied", "march PR-4-I1 huy") == "5.1"


def test_5_1_allied_moves_are_not_exchanged() -> None:
    """An Anglo-Dutch move that is not used gives the Prussians no second one."""
    game = at("turn 2; brussels: AD-R-I1; namur: PR-2-I1; liege: PR-4-I1; beaumont: FR-N")
    game.play("allied", "march PR-2-I1 ligny")
    assert rule_against(game, "allied", "march PR-4-I1 huy") == "5.1"


def test_5_1_both_allies_in_one_town_are_two_groups() -> None:
    """Allied armies that share a town use up both moves if both leave it."""
    game = at("turn 2; wavre: AD-R-I1 PR-1-I1; brussels: AD-R-I2; namur: PR-2-I1; beaumont: FR-N")
    game.play("allied", "march AD-R-I1 waterloo")
    assert rule_against(game, "allied", "march AD-R-I2 hal") == "5.1"
    assert rule_against(game, "allied", "march PR-2-I1 ligny") is None
    game.play("allied", "march PR-1-I1 gembloux")
    assert rule_against(game, "allied", "march PR-2-I1 ligny") == "5.1"


def test_5_1_units_of_a_group_go_their_own_ways() -> None:
    """Any units of a group move, each where it likes, and the others stay."""
    game = at("turn 1; beaumont: FR-3-I1 FR-3-I2 FR-3-A FR-6-I; liege: PR-4-I1")
    game.play(
        "french",
        ["march FR-3-I1 thuin", "march FR-3-I2 solre", "march FR-3-A philippeville"],
    )
    assert game.where("FR-3-I1") == "thuin"
    assert game.where("FR-3-I2") == "solre"
    assert game.where("FR-3-A") == "philippeville"
    assert game.where("FR-6-I") == "beaumont"


def test_5_1_ruling_steps_of_activated_units_mix_freely() -> None:
    """A mounted unit may take its second step after units of another group have marched."""
    game = at("turn 1; laneffe: FR-C1 FR-2-I1; beaumont: FR-3-I1; liege: PR-4-I1")
    game.play("french", "march FR-C1 charleroi")
    game.play("french", "march FR-3-I1 thuin")
    game.play("french", "march FR-2-I1 charleroi")
    game.play("french", "march FR-C1 ligny")
    assert game.where("FR-C1") == "ligny"


def test_5_1_a_group_is_what_stood_in_a_town_as_the_turn_began() -> None:
    """A unit that arrives belongs to its own group still, and activates nobody there."""
    game = at("turn 1; philippeville: FR-C1; beaumont: FR-3-I1; laneffe: FR-2-I1; liege: PR-4-I1")
    game.play("french", ["march FR-C1 laneffe", "march FR-3-I1 thuin"])
    assert rule_against(game, "french", "march FR-2-I1 charleroi") == "5.1"
    assert rule_against(game, "french", "march FR-C1 charleroi") is None


def test_5_1_newcomers_are_no_part_of_the_group_that_they_meet() -> None:
    """Cavalry rides in, then the group of that town is activated: it rides on as one of its own
    group, and is offered each road once."""
    game = at("turn 1; philippeville: FR-C1; laneffe: FR-2-I1 FR-2-I2; liege: PR-4-I1")
    game.play("french", ["march FR-C1 laneffe", "march FR-2-I1 charleroi"])
    assert "group french laneffe: FR-2-I1 FR-2-I2\n" in game.position()
    offered = [str(action) for action in game.legal("french")]
    assert offered.count("march FR-C1 charleroi") == 1
    assert "march FR-2-I2 charleroi" in offered


def test_5_1_newcomers_make_no_new_group() -> None:
    """Foot that has marched stays where it is, though a second group could still be activated."""
    game = at("turn 1; beaumont: FR-3-I1 FR-3-I2; laneffe: FR-2-I1; liege: PR-4-I1")
    game.play("french", "march FR-3-I1 thuin")
    offered = [str(action) for action in game.legal("french")]
    assert not [action for action in offered if action.startswith("march FR-3-I1 ")]
    assert rule_against(game, "french", "march FR-3-I1 charleroi") == "5.3"
    assert "march FR-3-I2 thuin" in offered and "march FR-2-I1 charleroi" in offered


def test_5_1_end_is_always_legal() -> None:
    """Nobody is obliged to march, or to march on."""
    game = at("turn 1; laneffe: FR-C1; beaumont: FR-3-I1; liege: PR-4-I1")
    assert "end" in game.legal("french")
    game.play("french", "march FR-C1 charleroi")
    assert "end" in game.legal("french")
    game.play("french", ["end", "end"])
    assert game.turn == 2
    assert game.to_act == ("allied",)


def test_5_1_moves_are_not_saved() -> None:
    """Groups that did not move this turn give no third group in the next one."""
    game = at("turn 1; beaumont: FR-3-I1; givet: FR-4-I; maubeuge: FR-1-I1; liege: PR-4-I1")
    game.play("french", "end")
    game.play("allied", "end")
    assert game.turn == 3
    game.play("french", ["march FR-3-I1 thuin", "march FR-4-I dinant"])
    assert rule_against(game, "french", "march FR-1-I1 mons") == "5.1"


def test_5_1_only_the_active_side_marches() -> None:
    """In a French turn the Allies wait, and the other way round."""
    game = at("turn 1; laneffe: FR-2-I1; brussels: AD-R-I1")
    with pytest.raises(NotYourTurn):
        game.play("allied", "march AD-R-I1 waterloo")
    game.play("french", "end")
    with pytest.raises(NotYourTurn):
        game.play("french", "march FR-2-I1 charleroi")


def test_5_1_nobody_marches_the_enemy() -> None:
    """A player moves units of his own side only."""
    game = at("turn 1; laneffe: FR-2-I1; brussels: AD-R-I1")
    assert game.why_not("french", "march AD-R-I1 waterloo") is not None


def test_5_1_units_pass_through_friends_and_through_the_ally() -> None:
    """Towns held by one's own side, either army of it, do not stop a march."""
    game = at("turn 2; brussels: AD-C-L2 AD-C-H; wavre: PR-1-I1; hal: AD-1-I1; beaumont: FR-N")
    game.play("allied", ["march AD-C-L2 wavre", "march AD-C-L2 gembloux"])
    game.play("allied", ["march AD-C-H hal", "march AD-C-H enghien"])
    assert game.where("AD-C-L2") == "gembloux"
    assert game.where("AD-C-H") == "enghien"


def test_5_1_entering_a_town_with_enemies_stops_the_march() -> None:
    """A mounted unit that attacks does not ride on, nor back."""
    game = at("turn 1; laneffe: FR-C1 FR-C2; charleroi: PR-1-I1")
    game.play("french", "march FR-C1 charleroi")
    assert destinations(game, "french", "FR-C1") == set()
    assert rule_against(game, "french", "march FR-C1 quatre-bras") in ("5.1", "5.3")


def test_5_1_ruling_a_contested_town_is_not_passed() -> None:
    """Where friends have already attacked, later arrivals join the fight and go no further."""
    game = at("turn 1; laneffe: FR-C1 FR-2-I1; charleroi: PR-1-I1")
    game.play("french", ["march FR-2-I1 charleroi", "march FR-C1 charleroi"])
    assert destinations(game, "french", "FR-C1") == set()
    assert game.why_not("french", "march FR-C1 ligny") is not None


def test_5_1_ruling_the_allowance_of_a_defeated_army_lapses() -> None:
    """With the Prussians defeated, the Anglo-Dutch still have one group a turn."""
    game = at(
        "turn 2; defeated: prussian; lost: prussian 18; brussels: AD-R-I1; ath: AD-2-I1; "
        "beaumont: FR-N"
    )
    game.play("allied", "march AD-R-I1 waterloo")
    assert rule_against(game, "allied", "march AD-2-I1 enghien") == "5.1"


# 5.2 command control


def test_5_2_example_waterloo_and_ligny_do_not_attack_quatre_bras_together() -> None:
    """Both adjoin Quatre Bras, but no road joins Waterloo and Ligny."""
    game = at("turn 2; waterloo: AD-R-I1; ligny: PR-1-I1; quatre-bras: FR-2-I1")
    assert rule_against(game, "allied", "march PR-1-I1 quatre-bras") is None
    game.play("allied", "march AD-R-I1 quatre-bras")
    assert rule_against(game, "allied", "march PR-1-I1 quatre-bras") == "5.2"


def test_5_2_example_the_group_shut_out_may_still_reinforce() -> None:
    """The Prussians in Ligny, who may not attack as well, are reinforcements for the battle."""
    game = at(
        "turn 2; waterloo: AD-1-I1 AD-1-I2 AD-1-C; ligny: PR-1-I1; "
        "quatre-bras: FR-2-I1 FR-2-I2 FR-2-A"
    )
    march_all(game, "allied", "AD-1-I1 AD-1-I2 AD-1-C", "quatre-bras")
    assert rule_against(game, "allied", "march PR-1-I1 quatre-bras") == "5.2"
    game.play("allied", ["end", "end", "draw 0"])
    game.play("french", "draw 0")
    line_up(game, "french", "FR-2-I1", "FR-2-I2", "FR-2-A")
    line_up(game, "allied", "AD-1-I1", "AD-1-I2", "AD-1-C")
    game.play("allied", "end")
    assert game.stage == "reinforce"
    assert "reinforce PR-1-I1" in game.legal("allied")


def test_5_2_example_nivelles_and_quatre_bras_attack_waterloo_together() -> None:
    """Both adjoin Waterloo and a road joins them."""
    game = at("turn 1; nivelles: FR-1-I1; quatre-bras: FR-2-I1; waterloo: AD-R-I1")
    game.play("french", "march FR-1-I1 waterloo")
    assert rule_against(game, "french", "march FR-2-I1 waterloo") is None
    game.play("french", "march FR-2-I1 waterloo")
    assert game.where("FR-2-I1") == "waterloo"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("FR-1-I1", "FR-4-I"),
        ("FR-4-I", "FR-1-I1"),
        ("FR-2-I1", "FR-4-I"),
        ("FR-4-I", "FR-2-I1"),
    ],
)
def test_5_2_example_wavre_joins_neither_in_the_attack(first: str, second: str) -> None:
    """Wavre adjoins Waterloo, but no road joins it to Nivelles or Quatre Bras."""
    game = at("turn 1; nivelles: FR-1-I1; quatre-bras: FR-2-I1; wavre: FR-4-I; waterloo: AD-R-I1")
    game.play("french", f"march {first} waterloo")
    assert rule_against(game, "french", f"march {second} waterloo") == "5.2"


def test_5_2_a_group_that_does_not_adjoin_the_target_does_not_join_in() -> None:
    """Cavalry from Charleroi reaches Waterloo, but its group began too far away."""
    game = at("turn 1; charleroi: FR-C1; quatre-bras: FR-2-I1; waterloo: AD-R-I1")
    game.play("french", ["march FR-2-I1 waterloo", "march FR-C1 quatre-bras"])
    assert rule_against(game, "french", "march FR-C1 waterloo") == "5.2"


def test_5_2_ruling_the_first_to_enter_shuts_out_the_group_next_door() -> None:
    """If the far group attacks first, it is the near one that stays out."""
    game = at("turn 1; charleroi: FR-C1; quatre-bras: FR-2-I1; waterloo: AD-R-I1")
    game.play("french", ["march FR-C1 quatre-bras", "march FR-C1 waterloo"])
    assert rule_against(game, "french", "march FR-2-I1 waterloo") == "5.2"


def test_5_2_ruling_joined_groups_attack_by_any_route() -> None:
    """Only start towns matter: cavalry from Nivelles may come in by the road from Quatre Bras."""
    game = at("turn 1; nivelles: FR-C1; quatre-bras: FR-2-I1; waterloo: AD-R-I1")
    game.play("french", ["march FR-2-I1 waterloo", "march FR-C1 quatre-bras"])
    assert rule_against(game, "french", "march FR-C1 waterloo") is None


def test_5_2_ruling_both_armies_in_one_adjacent_town_count_as_joined() -> None:
    """Two Allied groups that start in the same town next to the target attack together."""
    game = at("turn 2; waterloo: AD-R-I1 PR-1-I1; quatre-bras: FR-2-I1")
    game.play("allied", ["march AD-R-I1 quatre-bras", "march PR-1-I1 quatre-bras"])
    assert game.where("AD-R-I1") == "quatre-bras"
    assert game.where("PR-1-I1") == "quatre-bras"


def test_5_2_ruling_both_armies_in_one_distant_town_are_not_joined() -> None:
    """Sharing a town is not enough: it must adjoin the target."""
    game = at("turn 2; brussels: AD-C-H PR-1-C; quatre-bras: FR-2-I1")
    game.play("allied", ["march AD-C-H waterloo", "march AD-C-H quatre-bras"])
    game.play("allied", "march PR-1-C waterloo")
    assert rule_against(game, "allied", "march PR-1-C quatre-bras") == "5.2"


def test_5_2_ruling_one_group_alone_attacks_over_several_roads() -> None:
    """Units of one group may enter the same town from different sides."""
    game = at("turn 1; charleroi: FR-C1 FR-2-I1; quatre-bras: AD-1-I2")
    game.play("french", ["march FR-C1 ligny", "march FR-C1 quatre-bras"])
    assert rule_against(game, "french", "march FR-2-I1 quatre-bras") is None


def test_5_2_two_groups_may_attack_different_towns() -> None:
    """Command control is about one target; two attacks on two towns are free."""
    game = at("turn 1; nivelles: FR-1-I1; laneffe: FR-2-I1; waterloo: AD-R-I1; charleroi: PR-1-I1")
    game.play("french", ["march FR-1-I1 waterloo", "march FR-2-I1 charleroi"])
    assert game.where("FR-1-I1") == "waterloo"
    assert game.where("FR-2-I1") == "charleroi"


# 5.3 distance


@pytest.mark.parametrize("onward", ["ligny", "nivelles"])
def test_5_3_example_cavalry_rides_from_waterloo_by_quatre_bras(onward: str) -> None:
    """Mounted units go two towns: Waterloo, Quatre Bras and on to Ligny or Nivelles."""
    game = at("turn 2; waterloo: AD-C-H; beaumont: FR-N")
    game.play("allied", ["march AD-C-H quatre-bras", f"march AD-C-H {onward}"])
    assert game.where("AD-C-H") == onward


@pytest.mark.parametrize("unit", ["FR-2-I1", "FR-2-A"])
def test_5_3_foot_goes_one_town(unit: str) -> None:
    """Infantry and foot artillery march to an adjacent town and no further."""
    game = at(f"turn 1; laneffe: {unit}; liege: PR-4-I1")
    game.play("french", f"march {unit} charleroi")
    assert rule_against(game, "french", f"march {unit} ligny") == "5.3"


@pytest.mark.parametrize("unit", ["FR-N", "FR-C1", "FR-C3", "FR-H1"])
def test_5_3_mounted_units_go_two_towns(unit: str) -> None:
    """Leaders, light and heavy cavalry and horse artillery march two towns, not three."""
    game = at(f"turn 1; laneffe: {unit}; liege: PR-4-I1")
    game.play("french", [f"march {unit} charleroi", f"march {unit} quatre-bras"])
    assert game.where(unit) == "quatre-bras"
    assert rule_against(game, "french", f"march {unit} waterloo") == "5.3"


# 5.4 roads


def test_5_4_main_road_carries_eight() -> None:
    """Eight units march from Laneffe to an empty Charleroi; the ninth takes another road."""
    game = at(f"turn 1; laneffe: {NINE_FRENCH}; liege: PR-4-I1")
    units = NINE_FRENCH.split()
    march_all(game, "french", " ".join(units[:8]), "charleroi")
    assert [game.where(unit) for unit in units].count("charleroi") == 8
    assert rule_against(game, "french", f"march {units[8]} charleroi") == "5.4"
    assert rule_against(game, "french", f"march {units[8]} thuin") is None


def test_5_4_minor_road_carries_six() -> None:
    """Six units march from Beaumont to Thuin, not seven."""
    game = at(f"turn 1; beaumont: {NINE_FRENCH}; liege: PR-4-I1")
    units = NINE_FRENCH.split()
    march_all(game, "french", " ".join(units[:6]), "thuin")
    assert rule_against(game, "french", f"march {units[6]} thuin") == "5.4"


def test_5_4_leaders_count_on_the_road() -> None:
    """A leader is a unit like any other to the road (8)."""
    game = at(f"turn 1; beaumont: FR-N {NINE_FRENCH}; liege: PR-4-I1")
    march_all(game, "french", " ".join(NINE_FRENCH.split()[:6]), "thuin")
    assert rule_against(game, "french", "march FR-N thuin") == "5.4"


def test_5_4_ruling_both_directions_count() -> None:
    """Three units up and three down fill a minor road."""
    game = at(
        "turn 1; beaumont: FR-1-I1 FR-1-I2 FR-1-A FR-4-I; thuin: FR-2-I1 FR-2-I2 FR-2-A FR-6-I; "
        "liege: PR-4-I1"
    )
    march_all(game, "french", "FR-1-I1 FR-1-I2 FR-1-A", "thuin")
    march_all(game, "french", "FR-2-I1 FR-2-I2 FR-2-A", "beaumont")
    assert rule_against(game, "french", "march FR-4-I thuin") == "5.4"
    assert rule_against(game, "french", "march FR-6-I beaumont") == "5.4"


def test_5_4_ruling_who_goes_and_comes_back_counts_twice() -> None:
    """Three horsemen who ride up a minor road and back again fill it."""
    game = at("turn 1; beaumont: FR-C1 FR-C2 FR-C3 FR-4-I; thuin: FR-6-I; liege: PR-4-I1")
    for unit in ("FR-C1", "FR-C2", "FR-C3"):
        assert rule_against(game, "french", "march FR-4-I thuin") is None
        game.play("french", [f"march {unit} thuin", f"march {unit} beaumont"])
    assert game.view("french").roads == {"beaumont--thuin": 6}
    assert rule_against(game, "french", "march FR-4-I thuin") == "5.4"
    assert rule_against(game, "french", "march FR-6-I beaumont") == "5.4"


def test_5_4_ruling_both_allies_count() -> None:
    """Four Anglo-Dutch and two Prussian units fill the minor road from Waterloo to Wavre."""
    game = at(
        "turn 2; waterloo: AD-1-I1 AD-1-I2 AD-1-A AD-2-I1; wavre: PR-1-I1 PR-1-I2 PR-1-A; "
        "beaumont: FR-N"
    )
    march_all(game, "allied", "AD-1-I1 AD-1-I2 AD-1-A AD-2-I1", "wavre")
    march_all(game, "allied", "PR-1-I1 PR-1-I2", "waterloo")
    assert rule_against(game, "allied", "march PR-1-A waterloo") == "5.4"


def test_5_4_a_road_is_free_again_in_the_next_turn() -> None:
    """The limit is for one turn."""
    game = at(f"turn 1; beaumont: {NINE_FRENCH}; liege: PR-4-I1")
    units = NINE_FRENCH.split()
    march_all(game, "french", " ".join(units[:6]), "thuin")
    game.play("french", ["end", "end"])  # the marches, then the forced marches
    game.play("allied", "end")
    assert game.turn == 3
    assert rule_against(game, "french", f"march {units[6]} thuin") is None


def test_5_4_a_full_road_still_carries_reinforcements() -> None:
    """Eight attack over a main road; the ninth may not march, but it may reinforce."""
    game = at(f"turn 1; charleroi: {NINE_FRENCH}; quatre-bras: AD-1-I1 AD-1-I2 AD-1-A")
    march_all(game, "french", " ".join(NINE_FRENCH.split()[:8]), "quatre-bras")
    assert rule_against(game, "french", "march FR-4-I quatre-bras") == "5.4"
    game.play("french", ["end", "end", "draw 0"])
    game.play("allied", "draw 0")
    line_up(game, "allied", "AD-1-I1", "AD-1-I2", "AD-1-A")
    line_up(
        game, "french", "FR-1-I1", "FR-2-I1", "FR-3-I1", "FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2"
    )
    game.play("french", "end")
    assert game.stage == "reinforce"
    assert "reinforce FR-4-I" in game.legal("french")


# 5.5 rivers


def test_5_5_example_four_units_attack_charleroi_from_laneffe() -> None:
    """With one Prussian unit in Charleroi, the main road over the Sambre carries four."""
    game = at(
        "turn 1; laneffe: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-I2; "
        "charleroi: PR-1-I1"
    )
    march_all(game, "french", "FR-1-I1 FR-1-I2 FR-1-A FR-2-I1", "charleroi")
    assert rule_against(game, "french", "march FR-2-I2 charleroi") == "5.5"


def test_5_5_example_the_other_four_reinforce_two_a_battle_turn() -> None:
    """Those who could not cross in the attack come up as reinforcements over the main road."""
    game = at(
        "turn 1; laneffe: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-I2; "
        "charleroi: PR-1-I1 PR-1-I2 PR-1-A"
    )
    march_all(game, "french", "FR-1-I1 FR-1-I2 FR-1-A FR-2-I1", "charleroi")
    game.play("french", ["end", "end", "draw 0"])
    game.play("allied", "draw 0")
    line_up(game, "allied", "PR-1-I1", "PR-1-I2", "PR-1-A")
    line_up(game, "french", "FR-1-I1", "FR-1-I2", "FR-1-A", "FR-2-I1")
    game.play("french", "end")
    assert game.stage == "reinforce"
    game.play("french", ["reinforce FR-2-I2", "reinforce FR-2-A"])
    assert game.area("FR-2-I2") == "reserve"
    assert game.area("FR-2-A") == "reserve"
    assert game.why_not("french", "reinforce FR-3-I1") is not None


def test_5_5_minor_road_over_a_river_carries_three_in_attack() -> None:
    """The minor road from Thuin to Charleroi crosses the Sambre."""
    game = at("turn 1; thuin: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1; charleroi: PR-1-I1")
    march_all(game, "french", "FR-1-I1 FR-1-I2 FR-1-A", "charleroi")
    assert rule_against(game, "french", "march FR-2-I1 charleroi") == "5.5"


def test_5_5_each_bridge_has_its_own_limit() -> None:
    """Four from Laneffe and three from Thuin attack Charleroi together, and no more."""
    game = at(
        "turn 1; laneffe: FR-1-I1 FR-1-I2 FR-1-A FR-3-I1 FR-4-I; "
        "thuin: FR-2-I1 FR-2-I2 FR-2-A FR-6-I; charleroi: PR-1-I1"
    )
    march_all(game, "french", "FR-1-I1 FR-1-I2 FR-1-A FR-3-I1", "charleroi")
    march_all(game, "french", "FR-2-I1 FR-2-I2 FR-2-A", "charleroi")
    assert rule_against(game, "french", "march FR-4-I charleroi") == "5.5"
    assert rule_against(game, "french", "march FR-6-I charleroi") == "5.5"


def test_5_5_a_road_without_a_river_is_not_halved() -> None:
    """From Charleroi to Quatre Bras eight may attack."""
    game = at(f"turn 1; charleroi: {NINE_FRENCH}; quatre-bras: AD-1-I2")
    march_all(game, "french", " ".join(NINE_FRENCH.split()[:8]), "quatre-bras")
    assert rule_against(game, "french", "march FR-4-I quatre-bras") == "5.4"


def test_5_5_only_the_last_road_counts() -> None:
    """A river crossed earlier does not matter: five horsemen go by Binche to attack Charleroi."""
    riders = "FR-C1 FR-C2 FR-C3 FR-C4 FR-H1"
    game = at(f"turn 1; solre: {riders}; charleroi: PR-1-I1")
    march_all(game, "french", riders, "binche")
    march_all(game, "french", riders, "charleroi")
    assert {game.where(unit) for unit in riders.split()} == {"charleroi"}


def test_5_5_ruling_both_allies_count_at_the_bridge() -> None:
    """Two Anglo-Dutch and one Prussian unit fill the minor road over the Dyle to Wavre."""
    game = at("turn 2; jodoigne: AD-R-I1 AD-R-I2 PR-1-I1 PR-1-I2; wavre: FR-2-I1")
    march_all(game, "allied", "AD-R-I1 AD-R-I2 PR-1-I1", "wavre")
    assert rule_against(game, "allied", "march PR-1-I2 wavre") == "5.5"
