"""Chapter 5: forced marches (5.6) with the leader's bonus (8.1), and night (5.7)."""

import pytest
from tests.rules.playing import all_that_is_told, rule_against

from napoleon.rules import Game, IllegalAction, NothingToUndo, ScriptedDice


def at(position: str, *dice: int) -> Game:
    """A game at this position, with the dice that will fall."""
    return Game.from_position(position, dice=ScriptedDice(list(dice)))


def texts(game: Game, seat: str) -> set[str]:
    """All legal actions of the seat as texts."""
    return {str(action) for action in game.legal(seat)}


# 5.6 who may force-march, and when


def test_5_6_foot_goes_two_towns() -> None:
    """Infantry goes one town beyond its march."""
    game = at("turn 1; laneffe: FR-2-I1; liege: PR-4-I1", 6)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    assert game.stage == "force"
    game.play("french", "force FR-2-I1 quatre-bras")
    assert game.where("FR-2-I1") == "quatre-bras"


@pytest.mark.parametrize("unit", ["FR-C1", "FR-H1"])
def test_5_6_mounted_units_go_three_towns(unit: str) -> None:
    """Cavalry and horse artillery go one town beyond their two."""
    game = at(f"turn 1; laneffe: {unit}; liege: PR-4-I1", 6)
    game.play("french", [f"march {unit} charleroi", f"march {unit} quatre-bras", "end"])
    game.play("french", [f"force {unit} waterloo", "end"])
    assert game.where(unit) == "waterloo"


def test_5_6_forced_marches_come_after_all_other_movement() -> None:
    """No forced step before the marches have ended, and no march after it."""
    game = at("turn 1; laneffe: FR-2-I1 FR-2-I2; liege: PR-4-I1", 6)
    game.play("french", "march FR-2-I1 charleroi")
    assert rule_against(game, "french", "force FR-2-I1 quatre-bras") == "5.6"
    game.play("french", "end")
    assert rule_against(game, "french", "force FR-2-I1 quatre-bras") is None
    with pytest.raises(IllegalAction):
        game.play("french", "march FR-2-I2 charleroi")


def test_5_6_ruling_only_after_the_full_march() -> None:
    """Cavalry that rode one town of its two does not force-march."""
    game = at("turn 1; laneffe: FR-2-I1 FR-C1; liege: PR-4-I1", 6)
    game.play("french", ["march FR-2-I1 charleroi", "march FR-C1 charleroi", "end"])
    assert game.stage == "force"
    assert rule_against(game, "french", "force FR-C1 quatre-bras") == "5.6"


def test_5_6_units_that_did_not_march_do_not_force_march() -> None:
    """Neither those left behind by their group nor a group that was not activated."""
    game = at("turn 1; laneffe: FR-2-I1 FR-2-I2; givet: FR-4-I; liege: PR-4-I1", 6)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    assert rule_against(game, "french", "force FR-2-I2 thuin") == "5.6"
    assert rule_against(game, "french", "force FR-4-I dinant") == "5.6"


def test_5_6_one_forced_step_and_no_more() -> None:
    """A forced march is one town further, not two."""
    game = at("turn 1; laneffe: FR-2-I1; liege: PR-4-I1", 6)
    game.play("french", ["march FR-2-I1 charleroi", "end", "force FR-2-I1 quatre-bras"])
    assert rule_against(game, "french", "force FR-2-I1 waterloo") == "5.6"


def test_5_6_ruling_whoever_moved_by_day_is_asked() -> None:
    """Also where none could: half a cavalry march, or all in a contested town."""
    for units, steps in (
        ("FR-C1", ["march FR-C1 charleroi"]),
        ("FR-2-I1", ["march FR-2-I1 thuin"]),
    ):
        game = at(f"turn 1; laneffe: {units}; thuin: PR-1-C; liege: PR-4-I1")
        game.play("french", [*steps, "end"])
        assert (game.stage, game.to_act) == ("force", ("french",))
        assert texts(game, "french") == {"end"}
        game.undo("french")
        assert (game.stage, game.to_act) == ("march", ("french",))


def test_5_6_ruling_who_did_not_move_is_not_asked() -> None:
    """Everybody saw that nothing moved: by day too the other side's turn follows at once."""
    game = at("turn 1; laneffe: FR-2-I1; liege: PR-4-I1")
    game.play("french", "end")
    assert (game.turn, game.to_act) == (2, ("allied",))


def test_5_6_ruling_nobody_is_asked_at_night() -> None:
    """A night turn has no such step (5.7)."""
    game = at("turn 3; laneffe: FR-C1; liege: PR-4-I1")
    game.play("french", ["march FR-C1 charleroi", "end"])
    assert (game.turn, game.to_act) == (4, ("allied",))


def watch(marcher: str, players: int, visibility: str, script: list[str]) -> list[list[object]]:
    """All that the Allies and a spectator are told while one French block moves."""
    game = at(
        f"players {players}; visibility {visibility}; turn 5; laneffe: {marcher}; "
        "namur: PR-2-I1; ghent: AD-W"
    )
    watchers: list[str | None] = (
        [None, "anglo-dutch", "prussian"] if players == 3 else [None, "allied"]
    )
    told = [all_that_is_told(game, watchers)]
    for action in script:
        game.play("french", action.format(unit=marcher))
        told.append(all_that_is_told(game, watchers))
    assert game.turn == 6
    return told


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("visibility", ["open", "hidden"])
@pytest.mark.parametrize("horse", ["FR-C1", "FR-H1", "FR-N"])
def test_5_6_ruling_the_enemy_does_not_learn_that_only_cavalry_moved(
    players: int, visibility: str, horse: str
) -> None:
    """Twins: horsemen who rode one town and infantry that marched one look the same throughout."""
    script = ["march {unit} charleroi", "end", "end"]
    riding = watch(horse, players, visibility, script)
    marching = watch("FR-2-I1", players, visibility, script)
    for there, here in zip(riding, marching, strict=True):
        assert there == here


def test_5_6_ruling_the_enemy_cannot_tell_the_steps_by_the_stage() -> None:
    """Marching or force-marching: he is shown one word, and no event comes between the two; the
    player and his ally know."""
    game = at("players 3; turn 4; ghent: AD-1-I1; namur: PR-2-I1; givet: FR-4-I")
    game.play("anglo-dutch", ["march AD-1-I1 alost", "end"])
    game.play("prussian", "march PR-2-I1 huy")
    before = [game.view(seat).as_dict() for seat in ("french", None)]
    game.play("prussian", "end")
    assert game.stage == "force"
    assert [game.view(seat).stage for seat in ("anglo-dutch", "prussian")] == ["force", "force"]
    after = [game.view(seat).as_dict() for seat in ("french", None)]
    for seen in (*before, *after):
        assert seen["stage"] == "march"
    assert game.sketch("french").state.stack[-1].stage(game.state) == "march"
    game.play("prussian", "force PR-2-I1 liege")
    assert [game.view(seat).stage for seat in ("french", None)] == ["march", "march"]
    assert game.sketch("french").state.stack[-1].stage(game.state) == "force"


@pytest.mark.parametrize(
    ("position", "actions", "answers"),
    [
        ("turn 1; laneffe: FR-2-I1", ["march FR-2-I1 charleroi"], ["", "some"]),
        (
            "turn 1; laneffe: FR-C1",
            ["march FR-C1 charleroi", "march FR-C1 ligny"],
            ["", "none", "some"],
        ),
        ("turn 3; laneffe: FR-2-I1", ["march FR-2-I1 charleroi"], ["", ""]),
    ],
)
def test_5_6_the_view_tells_what_follows_the_marches(
    position: str, actions: list[str], answers: list[str]
) -> None:
    """Forced marches next, and some are possible; for the player alone."""
    game = at(f"{position}; liege: PR-4-I1")
    found = [game.view("french").forced_marches]
    for action in actions:
        game.play("french", action)
        found.append(game.view("french").forced_marches)
        assert game.view("allied").forced_marches == game.view(None).forced_marches == ""
    assert found == answers
    game.play("french", "end")
    assert game.view("french").forced_marches == ""


def test_5_6_forced_marches_do_not_follow_while_the_ally_marches() -> None:
    """Of three players the first to end his marches waits for the other (11)."""
    game = at("players 3; turn 4; ghent: AD-1-I1; namur: PR-2-I1; givet: FR-4-I")
    game.play("anglo-dutch", "march AD-1-I1 alost")
    game.play("prussian", "march PR-2-I1 huy")
    assert game.view("anglo-dutch").forced_marches == ""
    game.play("prussian", "end")
    assert game.view("anglo-dutch").forced_marches == "some"


def test_5_6_nobody_is_obliged_to_force_march() -> None:
    """The step may be ended at once, without a die."""
    game = at("turn 1; laneffe: FR-2-I1; liege: PR-4-I1")
    game.play("french", ["march FR-2-I1 charleroi", "end", "end"])
    assert game.turn == 2
    assert game.strength("FR-2-I1") == 4
    assert game.where("FR-2-I1") == "charleroi"


def test_5_6_ruling_not_out_of_a_contested_town() -> None:
    """A unit that has attacked stays in its fight."""
    game = at("turn 1; laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-I1")
    game.play("french", ["march FR-2-I1 charleroi", "march FR-2-I2 thuin", "end"])
    assert game.stage == "force"
    assert rule_against(game, "french", "force FR-2-I2 binche") is None
    assert rule_against(game, "french", "force FR-2-I1 quatre-bras") == "5.6"


# 5.6 the dice


@pytest.mark.parametrize(("die", "strength"), [(1, 3), (2, 3), (3, 3), (4, 4), (5, 4), (6, 4)])
def test_5_6_low_dice_cost_a_point_of_strength(die: int, strength: int) -> None:
    """1 to 3 costs one strength, 4 to 6 nothing; the march itself stands."""
    game = at("turn 1; laneffe: FR-2-I1; liege: PR-4-I1", die)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    game.play("french", ["force FR-2-I1 quatre-bras", "end"])
    assert game.strength("FR-2-I1") == strength
    assert game.where("FR-2-I1") == "quatre-bras"
    assert game.turn == 2


def test_5_6_a_unit_may_die_on_the_road() -> None:
    """A unit of strength 1 that rolls low is eliminated and counts as lost."""
    game = at("turn 1; laneffe: FR-2-I1/1 FR-2-I2; liege: PR-4-I1", 3)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    game.play("french", ["force FR-2-I1 quatre-bras", "end"])
    assert game.where("FR-2-I1") == "lost"
    assert game.strength("FR-2-I1") == 0
    assert game.losses("french") == 1


def test_5_6_dice_fall_when_all_have_marched() -> None:
    """All forced marches come before the first die, whichever unit went first."""
    game = at("turn 1; laneffe: FR-2-I1 FR-2-I2; liege: PR-4-I1", 6, 1)
    game.play("french", ["march FR-2-I1 charleroi", "march FR-2-I2 charleroi", "end"])
    game.play("french", ["force FR-2-I2 quatre-bras", "force FR-2-I1 ligny"])
    assert game.strength("FR-2-I2") == 3
    game.play("french", "end")
    assert game.strength("FR-2-I1") == 4
    assert game.strength("FR-2-I2") == 2


# 5.6 attacks and the limits of movement


def test_5_6_a_forced_march_may_attack() -> None:
    """A forced step into a town with enemies leads to a fight there."""
    game = at("turn 1; laneffe: FR-2-I1; quatre-bras: AD-1-I2 AD-1-C", 4)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    game.play("french", ["force FR-2-I1 quatre-bras", "end"])
    assert game.town == "quatre-bras"
    assert game.stage == "reveal"


def test_5_6_no_fight_when_the_attacker_died_on_the_road() -> None:
    """Attackers are counted after the forced-march dice; with none left nothing happens."""
    game = at("turn 1; laneffe: FR-2-I1/1 FR-2-I2; quatre-bras: AD-1-I2", 1)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    game.play("french", ["force FR-2-I1 quatre-bras", "end"])
    assert game.where("FR-2-I1") == "lost"
    assert game.turn == 2
    assert game.strength("AD-1-I2") == 3
    assert game.where("AD-1-I2") == "quatre-bras"


def test_5_6_forced_marches_fill_the_roads() -> None:
    """Five marched from Thuin to Laneffe, so one more unit fits by forced march (5.4)."""
    five = "FR-1-I1 FR-1-I2 FR-1-A FR-3-I1 FR-3-I2"
    game = at(f"turn 1; thuin: {five}; beaumont: FR-2-I1 FR-2-I2; liege: PR-4-I1", 6)
    for unit in five.split():
        game.play("french", f"march {unit} laneffe")
    game.play("french", ["march FR-2-I1 thuin", "march FR-2-I2 thuin", "end"])
    game.play("french", "force FR-2-I1 laneffe")
    assert rule_against(game, "french", "force FR-2-I2 laneffe") == "5.4"


def test_5_6_forced_attacks_are_halved_at_a_river() -> None:
    """Four force-march from Laneffe over the Sambre into Charleroi, not five (5.5)."""
    five = "FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2"
    game = at(f"turn 1; philippeville: {five}; charleroi: PR-1-I1")
    for unit in five.split():
        game.play("french", f"march {unit} laneffe")
    game.play("french", "end")
    for unit in five.split()[:4]:
        game.play("french", f"force {unit} charleroi")
    assert rule_against(game, "french", "force FR-2-I2 charleroi") == "5.5"


@pytest.mark.parametrize(("first", "second"), [("FR-2-I1", "FR-1-I1"), ("FR-1-I1", "FR-2-I1")])
def test_5_6_ruling_a_forced_attack_shuts_out_a_group_not_joined(first: str, second: str) -> None:
    """Command control binds forced marches too: the first group in has the town (5.2)."""
    game = at("turn 1; laneffe: FR-2-I1; nivelles: FR-1-I1; quatre-bras: AD-1-I2")
    game.play("french", ["march FR-2-I1 charleroi", "march FR-1-I1 waterloo", "end"])
    assert rule_against(game, "french", f"force {second} quatre-bras") is None
    game.play("french", f"force {first} quatre-bras")
    assert rule_against(game, "french", f"force {second} quatre-bras") == "5.2"


def test_5_6_ruling_joined_groups_attack_by_forced_march_too() -> None:
    """Groups of Nivelles and Quatre Bras may both attack Waterloo, one of them by Hal (5.2)."""
    game = at("turn 1; nivelles: FR-C1; quatre-bras: FR-2-I1; waterloo: AD-R-I1")
    game.play("french", "march FR-2-I1 waterloo")
    game.play("french", ["march FR-C1 braine-le-comte", "march FR-C1 hal", "end"])
    assert rule_against(game, "french", "force FR-C1 waterloo") is None


# 8.1 the leader's bonus


@pytest.mark.parametrize(
    ("choice", "die", "strength"),
    [("show FR-N", 3, 4), ("show FR-N", 2, 3), ("", 3, 3), ("", 4, 4)],
)
def test_8_1_a_leader_who_shows_himself_adds_one(choice: str, die: int, strength: int) -> None:
    """Napoleon in the town where the march ends adds 1, if he shows himself; he need not march."""
    game = at("turn 1; laneffe: FR-2-I1; quatre-bras: FR-N; liege: PR-4-I1", die)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    game.play("french", "force FR-2-I1 quatre-bras")
    assert texts(game, "french") == {"show FR-N", "end"}
    game.play("french", choice or "end")
    assert game.strength("FR-2-I1") == strength
    assert game.strength("FR-N") == 1
    assert game.turn == 2


@pytest.mark.parametrize(
    "choice, die, has_failed",
    [("show FR-N", 2, True), ("show FR-N", 3, False), ("end", 3, True), ("end", 4, False)],
)
def test_8_1_the_event_of_a_die_says_whether_it_failed(
    choice: str, die: int, has_failed: bool
) -> None:
    """With the bonus and without: those who show it do not reckon themselves."""
    game = at("turn 1; laneffe: FR-2-I1; quatre-bras: FR-N; liege: PR-4-I1", die)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    game.play("french", ["force FR-2-I1 quatre-bras", choice])
    (event, *_) = [event for event in game.events if event.kind == "march-die"]
    assert event.unit == "FR-2-I1" and event.dice == (die,)
    assert event.has_failed is has_failed
    assert event.as_dict().get("failed", False) is has_failed
    lost = [event.unit for event in game.events if event.kind == "strength-lost"]
    assert lost == (["FR-2-I1"] if has_failed else [])


def test_8_1_a_leader_elsewhere_is_not_asked() -> None:
    """What counts is where leader and marcher stand when all have marched."""
    game = at("turn 1; laneffe: FR-2-I1; charleroi: FR-N; liege: PR-4-I1", 3)
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    game.play("french", ["force FR-2-I1 quatre-bras", "end"])
    assert game.turn == 2
    assert game.strength("FR-2-I1") == 3


@pytest.mark.parametrize(
    ("is_shown", "die", "place"),
    [(True, 3, "waterloo"), (True, 2, "lost"), (False, 3, "lost"), (False, 4, "waterloo")],
)
def test_8_1_the_bonus_serves_the_leader_himself(is_shown: bool, die: int, place: str) -> None:
    """A leader goes three towns by forced march, at the risk of his life, and helps himself."""
    game = at("turn 1; laneffe: FR-N; solre: FR-2-I1; liege: PR-4-I1", die)
    game.play("french", ["march FR-N charleroi", "march FR-N quatre-bras", "end"])
    game.play("french", ["force FR-N waterloo", "show FR-N" if is_shown else "end"])
    assert game.where("FR-N") == place
    assert game.losses("french") == (1 if place == "lost" else 0)


def test_8_1_ruling_the_leaders_death_cancels_nothing() -> None:
    """All dice fall together: he dies, the cavalry beside him keeps the bonus."""
    game = at("turn 1; laneffe: FR-N FR-C1; liege: PR-4-I1", 1, 3)
    for unit in ("FR-N", "FR-C1"):
        game.play("french", [f"march {unit} charleroi", f"march {unit} quatre-bras"])
    game.play("french", "end")
    game.play("french", ["force FR-N waterloo", "force FR-C1 waterloo", "show FR-N"])
    assert game.where("FR-N") == "lost"
    assert game.strength("FR-C1") == 3


def test_8_1_the_bonus_is_for_the_whole_town() -> None:
    """Every force-marching unit of his army in his town gets it; one elsewhere does not."""
    game = at("turn 1; laneffe: FR-2-I1 FR-2-I2 FR-2-A; quatre-bras: FR-N; liege: PR-4-I1", 3, 3, 3)
    for unit in ("FR-2-I1", "FR-2-I2", "FR-2-A"):
        game.play("french", f"march {unit} charleroi")
    game.play("french", ["end", "force FR-2-I1 quatre-bras", "force FR-2-I2 quatre-bras"])
    game.play("french", ["force FR-2-A ligny", "show FR-N"])
    assert game.strength("FR-2-I1") == 4
    assert game.strength("FR-2-I2") == 3
    assert game.strength("FR-2-A") == 2


def test_8_1_blucher_does_not_serve_the_anglo_dutch() -> None:
    """A leader helps his own army only, so he is not even asked."""
    game = at("turn 2; waterloo: AD-R-I1; ligny: PR-B; beaumont: FR-4-I", 3)
    game.play("allied", ["march AD-R-I1 quatre-bras", "end"])
    game.play("allied", ["force AD-R-I1 ligny", "end"])
    assert game.turn == 3
    assert game.strength("AD-R-I1") == 3


def test_8_1_a_leader_is_not_asked_for_his_allys_marchers() -> None:
    """Blücher stands where an Anglo-Dutch unit has force-marched to: he has nobody to help."""
    game = at("turn 2; waterloo: AD-R-I1; ligny: PR-B; beaumont: FR-4-I", 3)
    game.play("allied", ["march AD-R-I1 quatre-bras", "end", "force AD-R-I1 ligny"])
    assert texts(game, "allied") == {"end"}
    assert rule_against(game, "allied", "show PR-B") == "8.1"


def test_8_1_a_player_is_not_offered_his_allys_leader() -> None:
    """Of three players each has a leader of his own (11)."""
    game = at(
        "players 3; turn 2; brussels: AD-R-I1; quatre-bras: AD-W; namur: PR-1-I1; gembloux: PR-B;"
        "beaumont: FR-4-I",
    )
    game.play("anglo-dutch", ["march AD-R-I1 waterloo", "end"])
    game.play("prussian", ["march PR-1-I1 ligny", "end"])
    game.play("anglo-dutch", "force AD-R-I1 quatre-bras")
    game.play("prussian", "force PR-1-I1 gembloux")
    assert texts(game, "anglo-dutch") == {"show AD-W", "end"}
    assert texts(game, "prussian") == {"show PR-B", "end"}


def test_8_1_a_leader_who_has_shown_himself_cannot_be_hidden_again() -> None:
    """What the enemy has seen is not taken back, though no die has fallen yet."""
    game = at(
        "turn 2; brussels: AD-R-I1; quatre-bras: AD-W; namur: PR-1-I1; gembloux: PR-B; "
        "beaumont: FR-4-I"
    )
    game.play("allied", ["march AD-R-I1 waterloo", "march PR-1-I1 ligny", "end"])
    game.play("allied", ["force AD-R-I1 quatre-bras", "force PR-1-I1 gembloux"])
    assert game.can_undo
    game.play("allied", "show PR-B")
    assert game.stage == "force" and not game.moves[-1].dice
    assert not game.can_undo
    with pytest.raises(NothingToUndo):
        game.undo("allied")


def test_8_1_ruling_all_march_before_the_leader_shows_himself() -> None:
    """Once he has shown himself his army force-marches no more; his ally's still may."""
    game = at(
        "turn 2; brussels: AD-R-I1 AD-R-I2; quatre-bras: AD-W; namur: PR-1-I1; beaumont: FR-4-I"
    )
    game.play("allied", ["march AD-R-I1 waterloo", "march AD-R-I2 waterloo"])
    game.play("allied", ["march PR-1-I1 ligny", "end"])
    assert rule_against(game, "allied", "show AD-W") == "8.1"
    game.play("allied", ["force AD-R-I1 quatre-bras", "show AD-W"])
    assert rule_against(game, "allied", "force AD-R-I2 quatre-bras") == "8.1"
    assert rule_against(game, "allied", "show AD-W") == "8.1"
    assert rule_against(game, "allied", "force PR-1-I1 gembloux") is None


def test_8_1_each_leader_has_his_own_choice() -> None:
    """Wellington keeps hidden, Blücher shows himself."""
    game = at(
        "turn 2; brussels: AD-R-I1; quatre-bras: AD-W; namur: PR-1-I1; gembloux: PR-B; "
        "beaumont: FR-4-I",
        3,
        3,
    )
    game.play("allied", ["march AD-R-I1 waterloo", "march PR-1-I1 ligny", "end"])
    game.play("allied", ["force AD-R-I1 quatre-bras", "force PR-1-I1 gembloux"])
    assert texts(game, "allied") == {"show AD-W", "show PR-B", "end"}
    game.play("allied", ["show PR-B", "end"])
    assert game.strength("AD-R-I1") == 3
    assert game.strength("PR-1-I1") == 4


# 5.7 night


@pytest.mark.parametrize("turn", [3, 6, 9, 12, 15, 18, 21])
def test_5_7_no_attack_at_night(turn: int) -> None:
    """In the seven night turns nobody enters a town with enemies; other marches are normal."""
    game = at(f"turn {turn}; laneffe: FR-2-I1; charleroi: PR-1-I1")
    if turn % 2:
        assert rule_against(game, "french", "march FR-2-I1 charleroi") == "5.7"
        assert rule_against(game, "french", "march FR-2-I1 thuin") is None
    else:
        assert rule_against(game, "allied", "march PR-1-I1 laneffe") == "5.7"
        assert rule_against(game, "allied", "march PR-1-I1 ligny") is None


@pytest.mark.parametrize("turn", [1, 2, 4, 5, 7, 8, 22, 23])
def test_5_7_attacks_by_day(turn: int) -> None:
    """The other turns are day, and attacks are free."""
    game = at(f"turn {turn}; laneffe: FR-2-I1; charleroi: PR-1-I1")
    if turn % 2:
        assert rule_against(game, "french", "march FR-2-I1 charleroi") is None
    else:
        assert rule_against(game, "allied", "march PR-1-I1 laneffe") is None


@pytest.mark.parametrize("action", ["force FR-2-I1 charleroi", "show FR-N"])
def test_5_7_a_forced_march_at_night_is_refused_by_its_own_rule(action: str) -> None:
    """The reason is the night, not the step."""
    game = at("turn 3; laneffe: FR-2-I1 FR-N; liege: PR-4-I1")
    game.play("french", "march FR-2-I1 thuin")
    reason = game.why_not("french", action)
    assert reason is not None
    assert (reason.rule, reason.text) == ("5.7", "there are no forced marches at night")


def test_5_6_nobody_force_marches_to_the_town_where_he_is() -> None:
    """The reason says so, and does not speak of a road that is missing."""
    game = at("turn 1; laneffe: FR-2-I1; liege: PR-4-I1")
    game.play("french", ["march FR-2-I1 charleroi", "end"])
    reason = game.why_not("french", "force FR-2-I1 charleroi")
    assert reason is not None
    assert "is in Charleroi already" in reason.text


def test_5_7_no_forced_march_at_night() -> None:
    """The night turn is over when the marches are."""
    game = at("turn 3; laneffe: FR-2-I1; liege: PR-4-I1")
    game.play("french", "march FR-2-I1 charleroi")
    assert game.why_not("french", "force FR-2-I1 quatre-bras") is not None
    game.play("french", "end")
    assert game.turn == 4
    assert game.to_act == ("allied",)


def test_5_7_two_french_groups_at_night() -> None:
    """The French move two groups as by day, mounted units two towns."""
    game = at("turn 3; beaumont: FR-C1; givet: FR-4-I; maubeuge: FR-1-I1; liege: PR-4-I1")
    game.play("french", ["march FR-C1 thuin", "march FR-C1 charleroi", "march FR-4-I dinant"])
    assert game.where("FR-C1") == "charleroi"
    assert rule_against(game, "french", "march FR-1-I1 mons") == "5.1"


def test_5_7_one_group_of_each_ally_at_night() -> None:
    """The Allies move one group of each army as by day."""
    game = at(
        "turn 6; brussels: AD-R-I1; ath: AD-2-I1; namur: PR-2-I1; liege: PR-4-I1; beaumont: FR-N"
    )
    game.play("allied", ["march AD-R-I1 waterloo", "march PR-2-I1 ligny"])
    assert rule_against(game, "allied", "march AD-2-I1 enghien") == "5.1"
    assert rule_against(game, "allied", "march PR-4-I1 huy") == "5.1"
