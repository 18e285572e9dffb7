"""Rules 7 to 7.3: leaving a battle of one's own will, where to, how many, and disorder."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, IllegalAction, ScriptedDice

FRENCH = "french left: FR-2-I1; french centre: FR-2-A; french right: FR-2-I2"
ALLIED = "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-2-I1"


def battle(
    state: str,
    *more: str,
    french: str = FRENCH,
    allied: str = ALLIED,
    elsewhere: str = "",
    dice: list[int] | None = None,
) -> Game:
    """A battle at Charleroi, which the French entered from Laneffe and Thuin."""
    before = f"turn 5; {elsewhere}" if elsewhere else "turn 5"
    field = "; ".join([state, french, allied, *more, "origins laneffe thuin"])
    return Game.from_position(f"{before}; battle charleroi; {field}", dice=ScriptedDice(dice or []))


def finish(game: Game, seat: str) -> None:
    """This seat ends its battle turn, its reinforcement step included."""
    while game.to_act == (seat,):
        game.play(seat, "end")


# 7 who may retreat, and at what price


def test_7_an_unengaged_unit_retreats_without_loss() -> None:
    """A unit that has not acted may go to the map, at full strength if it is not engaged."""
    game = battle("side french")
    game.play("french", "retreat FR-2-I1 laneffe")
    assert game.where("FR-2-I1") == "laneffe"
    assert game.area("FR-2-I1") is None
    assert game.strength("FR-2-I1") == 4


def test_7_a_unit_may_retreat_from_reserve() -> None:
    """The reserve can leave as well."""
    game = battle("side french", "french reserve: FR-C1")
    assert "retreat FR-C1 thuin" in game.legal("french")


@pytest.mark.parametrize("mark", ["moved", "fired"])
def test_7_not_after_moving_or_firing(mark: str) -> None:
    """A unit that moved or fired in this battle turn stays in the battle."""
    game = battle("side french", f"french reserve: FR-C1({mark}) FR-C2")
    assert rule_against(game, "french", "retreat FR-C1 laneffe") == "7"
    assert "retreat FR-C2 laneffe" in game.legal("french")


def test_7_not_in_the_turn_of_the_other_side() -> None:
    """Retreating is an action of one's own battle turn."""
    game = battle("side french")
    with pytest.raises(IllegalAction):
        game.play("allied", "retreat PR-1-I1 ligny")
    assert game.where("PR-1-I1") == "charleroi"


@pytest.mark.parametrize(
    ("unit", "enemy", "left"),
    [
        ("FR-3-I1", "PR-2-I2", 2),
        ("FR-3-I1", "PR-2-C", 2),
        ("FR-1-A", "PR-2-I2", 1),
        ("FR-H1", "PR-2-I2", 1),
        ("FR-C1", "PR-2-I2", 3),
        ("FR-C1", "PR-2-C", 2),
        ("FR-C1", "PR-2-C PR-2-I2", 2),
        ("FR-C3", "PR-2-C", 2),
        ("FR-N", "PR-2-C", 1),
    ],
)
def test_7_engaged_units_take_rout_losses(unit: str, enemy: str, left: int) -> None:
    """Leaving from under the enemy costs what a rout costs (7.4.1)."""
    game = battle(
        "side french",
        f"allied enemy-left: {enemy}",
        french=FRENCH.replace("FR-2-I1", f"FR-2-I1 {unit}"),
    )
    game.play("french", f"retreat {unit} laneffe")
    assert game.where(unit) == "laneffe"
    assert game.strength(unit) == left


def test_7_retreat_from_an_enemy_area() -> None:
    """A unit that stands in an enemy area may leave the battle too, with losses."""
    game = battle("side french", "french enemy-centre: FR-1-I1")
    game.play("french", "retreat FR-1-I1 laneffe")
    assert game.where("FR-1-I1") == "laneffe"
    assert game.strength("FR-1-I1") == 2


def test_7_the_last_to_leave_gives_up_the_battle() -> None:
    """When all its units are gone a side has lost the battle, and the turn goes on."""
    game = battle("side french", french="french left: FR-2-I1; french right: FR-2-I2")
    game.play("french", "retreat FR-2-I1 laneffe")
    game.play("french", "retreat FR-2-I2 laneffe")
    assert game.town is None
    assert game.turn == 6
    assert game.where("PR-1-I1") == "charleroi"


# 7.1 where to


def test_7_1_the_attacker_goes_back_whence_he_came() -> None:
    """Any attacker may take any of the towns from which his side entered, and no other."""
    game = battle("side french")
    assert "retreat FR-2-I1 laneffe" in game.legal("french")
    assert "retreat FR-2-I1 thuin" in game.legal("french")
    for town in ("binche", "quatre-bras", "ligny"):
        assert rule_against(game, "french", f"retreat FR-2-I1 {town}") == "7.1"


def test_7_1_the_attacker_not_even_to_another_town_of_his() -> None:
    """A French town from which nobody came to this battle is no refuge for the attacker."""
    game = battle("side french", elsewhere="binche: FR-1-I1")
    assert rule_against(game, "french", "retreat FR-2-I1 binche") == "7.1"


def test_7_1_the_attacker_may_go_where_reinforcements_came_from() -> None:
    """A town that sent a reinforcement becomes a place to retreat to."""
    game = battle("side french; step reinforce", elsewhere="ligny: FR-1-I1")
    game.play("french", "reinforce FR-1-I1")
    finish(game, "french")
    finish(game, "allied")
    assert game.to_act == ("french",)
    assert "retreat FR-2-I1 ligny" in game.legal("french")


def test_7_1_an_origin_is_where_the_last_step_began() -> None:
    """Cavalry that rode through Laneffe came from Laneffe, not from where its group began."""
    game = Game.from_position(
        "turn 1; philippeville: FR-C1; charleroi: PR-1-I1 PR-1-I2", dice=ScriptedDice([6] * 20)
    )
    game.play("french", ["march FR-C1 laneffe", "march FR-C1 charleroi", "end"])
    assert "origins laneffe\n" in game.position()
    while game.stage != "march":
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert game.where("FR-C1") == "laneffe"


def test_7_1_every_road_that_attackers_took_is_an_origin() -> None:
    """Two groups, or the parts of one, come by different roads: all of them lead back."""
    game = Game.from_position(
        "turn 1; laneffe: FR-2-I1 FR-2-I2; thuin: FR-1-I1; charleroi: PR-1-I1 PR-1-I2 PR-1-C",
        dice=ScriptedDice([]),
    )
    game.play("french", ["march FR-2-I1 charleroi", "march FR-1-I1 charleroi"])
    game.play("french", "march FR-2-I2 charleroi")
    (line,) = [line for line in game.position().splitlines() if line.startswith("origins")]
    assert set(line.split()[1:]) == {"laneffe", "thuin"}


def test_7_1_the_defenders_reinforcements_open_no_road_to_the_attacker() -> None:
    """Ligny has sent a unit to the defender and stands empty: no attacker came from there."""
    game = battle("side allied; step reinforce", elsewhere="ligny: PR-2-I2")
    game.play("allied", "reinforce PR-2-I2")
    finish(game, "allied")
    assert game.to_act == ("french",)
    assert game.where("PR-2-I2") == "charleroi"
    assert rule_against(game, "french", "retreat FR-2-I1 ligny") == "7.1"
    assert "retreat FR-2-I1 ligny" not in game.legal("french")


def test_7_1_the_attacker_not_to_an_origin_now_in_enemy_hands() -> None:
    """Ruling: a town where an enemy stands now is closed, even if one came from there."""
    game = battle("side french", elsewhere="laneffe: PR-2-C")
    assert rule_against(game, "french", "retreat FR-2-I1 laneffe") == "7.1"
    assert "retreat FR-2-I1 thuin" in game.legal("french")


def test_7_1_the_defender_goes_anywhere_free_of_enemies() -> None:
    """Every adjacent town without enemies is open to the defender, empty or friendly."""
    game = battle("side allied", elsewhere="ligny: AD-1-C; thuin: FR-1-I1")
    assert "retreat PR-1-I1 binche" in game.legal("allied")
    assert "retreat PR-1-I1 quatre-bras" in game.legal("allied")
    assert "retreat PR-1-I1 ligny" in game.legal("allied")
    assert rule_against(game, "allied", "retreat PR-1-I1 thuin") == "7.1"


def test_7_1_the_defender_may_take_the_vacated_town() -> None:
    """Where the attacker left nobody behind, the defender may go."""
    game = battle("side allied")
    game.play("allied", "retreat PR-1-I1 laneffe")
    assert game.where("PR-1-I1") == "laneffe"


@pytest.mark.parametrize("town", ["namur", "waterloo", "philippeville"])
def test_7_1_only_adjacent_towns(town: str) -> None:
    """A retreat is one town far."""
    game = battle("side allied")
    assert game.why_not("allied", f"retreat PR-1-I1 {town}") is not None
    assert f"retreat PR-1-I1 {town}" not in game.legal("allied")


def test_7_1_nobody_retreats_to_the_town_of_the_battle() -> None:
    """The reason says that he is there already."""
    game = battle("side allied")
    reason = game.why_not("allied", "retreat PR-1-I1 charleroi")
    assert reason is not None
    assert reason.rule == "7.1"
    assert "is in Charleroi already" in reason.text


def test_7_1_nobody_retreats_into_another_battle() -> None:
    """A town where another battle is going on is closed, though friends stand there."""
    game = Game.from_position(
        f"turn 5; battle charleroi; side allied; {FRENCH}; {ALLIED}; origins laneffe;"
        "battle quatre-bras;"
        "french left: FR-1-I1; french centre: FR-1-A; french right: FR-1-I2;"
        "allied left: AD-1-I1; allied centre: AD-1-I2; allied right: AD-1-I3; origins nivelles",
        dice=ScriptedDice([]),
    )
    assert game.town == "charleroi"
    assert rule_against(game, "allied", "retreat PR-1-I1 quatre-bras") == "7.1"


# 7.2 how many


def test_7_2_example_five_to_go() -> None:
    """The rulebook's example: five to go, a main and a minor road, so two and one a turn."""
    game = battle(
        "side allied",
        "allied reserve: PR-2-I2 PR-1-C",
        elsewhere="laneffe: FR-1-I1; binche: FR-C1; quatre-bras: FR-C2",
    )
    game.play("allied", ["retreat PR-2-I2 ligny", "retreat PR-1-C ligny"])
    assert rule_against(game, "allied", "retreat PR-1-I1 ligny") == "7.2"
    game.play("allied", "retreat PR-1-I1 thuin")
    assert rule_against(game, "allied", "retreat PR-1-I2 thuin") == "7.2"
    finish(game, "allied")
    finish(game, "french")
    assert "retreat PR-1-I2 ligny" in game.legal("allied")
    assert "retreat PR-2-I1 thuin" in game.legal("allied")


def test_7_2_rivers_do_not_matter() -> None:
    """Over the Sambre bridges of Laneffe and Thuin two and one may go, as anywhere."""
    game = battle("side french", "french reserve: FR-C1 FR-C2")
    game.play("french", ["retreat FR-C1 laneffe", "retreat FR-2-I1 laneffe"])
    assert rule_against(game, "french", "retreat FR-C2 laneffe") == "7.2"
    game.play("french", "retreat FR-C2 thuin")
    assert rule_against(game, "french", "retreat FR-2-I2 thuin") == "7.2"


def test_7_2_a_leader_takes_up_room() -> None:
    """A leader counts on the road like any unit (8)."""
    game = battle("side french", "french reserve: FR-N FR-C1")
    game.play("french", ["retreat FR-N laneffe", "retreat FR-C1 laneffe"])
    assert rule_against(game, "french", "retreat FR-2-I1 laneffe") == "7.2"


def test_7_2_what_is_offered_knows_the_roads_that_are_full() -> None:
    """Two have gone to Laneffe and one to Thuin: nobody is offered a road any more."""
    game = battle("side french", "french reserve: FR-C1 FR-C2")
    game.play("french", ["retreat FR-C1 laneffe", "retreat FR-C2 laneffe"])
    offered = [str(action) for action in game.legal("french")]
    assert "retreat FR-2-I1 thuin" in offered
    assert not [action for action in offered if action.endswith(" laneffe")]
    game.play("french", "retreat FR-2-I1 thuin")
    assert not [action for action in game.legal("french") if str(action).startswith("retreat")]


def test_7_2_the_roads_of_a_rout_are_offered_as_long_as_they_have_room() -> None:
    """Four have to flee over a main and a minor road; what is offered is what is allowed."""
    game = battle(
        "side allied; allied reserve: PR-2-I2",
        "french enemy-left: FR-1-I1",
        elsewhere="laneffe: FR-6-I; binche: FR-C2; quatre-bras: FR-C4",
    )
    game.play("allied", "move PR-1-I1 reserve")
    assert game.stage == "rout"
    game.play("allied", ["retreat PR-1-I1 ligny", "retreat PR-1-I2 ligny"])
    assert game.where("PR-1-I2") == "ligny"
    assert rule_against(game, "allied", "retreat PR-2-I1 ligny") is not None
    left = [unit for unit in ("PR-2-I1", "PR-2-I2") if game.where(unit) == "charleroi"]
    assert {str(action) for action in game.legal("allied")} == {f"retreat {u} thuin" for u in left}


# 7.3 disorder


def test_7_3_a_retreated_unit_is_disordered() -> None:
    """Whoever retreats is in disorder."""
    game = battle("side french")
    game.play("french", "retreat FR-2-I1 laneffe")
    assert "disordered" in game.marks("FR-2-I1")


def test_7_3_disordered_units_do_not_reinforce() -> None:
    """A disordered unit stays out of the battle; a fresh one beside it may come."""
    game = battle("side french; step reinforce", elsewhere="laneffe: FR-C1(disordered) FR-C2")
    assert rule_against(game, "french", "reinforce FR-C1") == "7.3"
    assert "reinforce FR-C2" in game.legal("french")


def test_7_3_who_retreated_does_not_come_back() -> None:
    """A unit that left this battle cannot return to it in the same turn."""
    game = battle("side french", elsewhere="laneffe: FR-C2")
    game.play("french", "retreat FR-2-I1 laneffe")
    game.play("french", "end")
    assert game.stage == "reinforce"
    assert rule_against(game, "french", "reinforce FR-2-I1") == "7.3"


def test_7_3_order_returns_when_the_turn_ends() -> None:
    """Disorder lasts till the end of the current player's turn, for both sides."""
    game = battle(
        "side french",
        french="french left: FR-2-I1; french right: FR-2-I2",
        elsewhere="thuin: FR-C1(disordered); ligny: PR-1-C(disordered)",
    )
    game.play("french", "retreat FR-2-I1 laneffe")
    game.play("french", "retreat FR-2-I2 laneffe")
    if game.stage == "regroup":
        game.play("allied", "end")
    assert game.turn == 6
    for unit in ("FR-2-I1", "FR-2-I2", "FR-C1", "PR-1-C"):
        assert "disordered" not in game.marks(unit)
