"""Chapter 10: defeat and victory."""

import pytest

from napoleon.rules import Game, IllegalAction, Options, ScriptedDice, SeededDice

MARCHER = "beaumont: FR-2-I1/1"  # marches to Thuin, force-marches to Laneffe and dies of a low die


def at(position: str, *dice: int) -> Game:
    """A game at this position, with the dice that will fall."""
    return Game.from_position(position, dice=ScriptedDice(list(dice)))


def outcome(game: Game) -> tuple[str, str] | None:
    """The winner and the section by which he won, or None."""
    result = game.result
    return None if result is None else (result.winner, result.rule)


def march_to_death(game: Game) -> None:
    """The French lose one unit, the marcher, by a forced march."""
    game.play("french", ["march FR-2-I1 thuin", "end", "force FR-2-I1 laneffe", "end"])


# 10 the defeat of an army


@pytest.mark.parametrize(("before", "fate"), [(6, "waterloo"), (7, "lost")])
def test_10_eight_losses_defeat_the_anglo_dutch(before: int, fate: str) -> None:
    """With its eighth loss, here to supply, the army is defeated and its last units go too."""
    game = at(
        f"turn 5; lost: anglo-dutch {before}; ghent: FR-C1; waterloo: AD-W AD-1-I1; namur: PR-2-I1"
    )
    game.play("french", "end")
    game.play("allied", "remove AD-1-I1")
    assert game.where("AD-W") == fate
    assert game.where("PR-2-I1") == "namur"
    assert outcome(game) is None
    assert game.turn == 6


@pytest.mark.parametrize(("before", "fate"), [(6, "namur"), (7, "lost")])
def test_10_nine_losses_defeat_the_prussians(before: int, fate: str) -> None:
    """With its ninth loss, here to supply, the army is defeated and its last units go too."""
    game = at(
        f"turn 5; lost: prussian {before}; liege: FR-C1; namur: PR-B PR-2-I1 PR-2-I2; "
        "waterloo: AD-1-I1"
    )
    game.play("french", "end")
    game.play("allied", ["remove PR-2-I1", "remove PR-2-I2"])
    assert game.where("PR-B") == fate
    assert game.where("AD-1-I1") == "waterloo"
    assert outcome(game) is None
    assert game.turn == 6


def test_10_ruling_what_is_eliminated_lies_face_up() -> None:
    """Units lost to a march, to supply and to the defeat of their army are named to everybody."""
    game = at(
        f"turn 5; lost: anglo-dutch 7; {MARCHER}; ghent: FR-C1; waterloo: AD-W AD-1-I1; "
        "namur: PR-2-I1",
        1,
    )
    march_to_death(game)
    game.play("allied", "remove AD-1-I1")
    for seat in ("french", "allied", None):
        told = [event for event in game.events_for(seat) if event.kind == "eliminated"]
        assert [(event.unit, event.why, event.town) for event in told] == [
            ("FR-2-I1", "march", "laneffe"),
            ("AD-1-I1", "supply", "waterloo"),
            ("AD-W", "defeat", "waterloo"),
        ]
        losses = game.view(seat).losses
        assert losses["french"] == ["FR-2-I1"]
        assert {"AD-1-I1", "AD-W"} <= set(losses["anglo-dutch"])


@pytest.mark.parametrize(("before", "expected"), [(10, None), (11, ("allied", "10.2"))])
def test_10_2_twelve_losses_defeat_the_french(
    before: int, expected: tuple[str, str] | None
) -> None:
    """The twelfth French loss gives the Allies the game."""
    game = at(f"turn 5; lost: french {before}; {MARCHER}; givet: FR-4-I; liege: PR-4-I1", 1)
    march_to_death(game)
    assert game.losses("french") >= before + 1
    assert outcome(game) == expected


def test_10_2_a_leader_counts_as_a_lost_unit() -> None:
    """Napoleon himself may be the twelfth loss (8.3)."""
    game = at("turn 5; lost: french 11; laneffe: FR-N; givet: FR-4-I; liege: PR-4-I1", 1)
    game.play("french", ["march FR-N charleroi", "march FR-N quatre-bras", "end"])
    game.play("french", ["force FR-N waterloo", "end"])
    assert outcome(game) == ("allied", "10.2")


def test_10_defeat_is_judged_in_allied_turns_too() -> None:
    """An army that loses its eighth unit in an Allied turn is defeated at the end of that turn."""
    game = at(
        "turn 4; lost: anglo-dutch 7; brussels: AD-W AD-1-I3/1; namur: PR-2-I1; beaumont: FR-4-I", 1
    )
    game.play("allied", ["march AD-1-I3 waterloo", "end", "force AD-1-I3 hal", "end"])
    assert game.where("AD-W") == "lost"
    assert outcome(game) is None
    assert game.turn == 5


def test_10_defeat_is_judged_after_all_fights() -> None:
    """The twelfth loss falls in movement, but the fight at Charleroi is still fought."""
    game = at(f"turn 5; lost: french 11; {MARCHER}; laneffe: FR-4-I; charleroi: PR-1-I1 PR-1-I2", 1)
    game.play("french", ["march FR-4-I charleroi", "march FR-2-I1 thuin", "end"])
    game.play("french", ["force FR-2-I1 laneffe", "end"])
    assert game.losses("french") == 12
    assert outcome(game) is None
    assert game.town == "charleroi"


def test_10_units_of_an_army_past_its_limit_stay_till_the_check() -> None:
    """Supply is taken before defeat is judged: eight lost already, the ninth is still asked for."""
    game = at(
        "turn 5; lost: anglo-dutch 7; ghent: FR-C1; brussels: FR-C2; "
        "waterloo: AD-W AD-1-I1 AD-1-I2; namur: PR-2-I1"
    )
    game.play("french", "end")
    game.play("allied", "remove AD-1-I1")
    assert game.stage == "supply"
    assert game.where("AD-W") == "waterloo"
    game.play("allied", "remove AD-1-I2")
    assert game.where("AD-W") == "lost"


# 10.1 the French win


@pytest.mark.parametrize(
    ("first_defeated", "position"),
    [
        (
            "defeated: prussian; lost: prussian 18",
            "lost: anglo-dutch 7; ghent: FR-C1; waterloo: AD-1-I1",
        ),
        (
            "defeated: anglo-dutch; lost: anglo-dutch 16",
            "lost: prussian 8; liege: FR-C1; namur: PR-2-I1",
        ),
    ],
)
def test_10_1_the_french_win_when_both_allied_armies_are_defeated(
    first_defeated: str, position: str
) -> None:
    """One army fell before; with the other the game is won."""
    game = at(f"turn 5; {first_defeated}; {position}")
    game.play("french", "end")
    assert outcome(game) == ("french", "10.1")


def test_10_1_both_allied_armies_may_fall_in_one_turn() -> None:
    """The armies need not be defeated one after the other."""
    game = at(
        "turn 5; lost: anglo-dutch 7; lost: prussian 8; ghent: FR-C1; liege: FR-C2; "
        "waterloo: AD-1-I1; namur: PR-2-I1"
    )
    game.play("french", "end")
    assert outcome(game) == ("french", "10.1")


def test_10_1_the_french_win_when_all_three_armies_fall_together() -> None:
    """Twelve French, eight Anglo-Dutch and nine Prussian losses in one turn: a French victory."""
    game = at(
        f"turn 5; lost: french 11; lost: anglo-dutch 7; lost: prussian 8; {MARCHER}; "
        "ghent: FR-C1; liege: FR-C2; waterloo: AD-1-I1; namur: PR-2-I1",
        1,
    )
    march_to_death(game)
    assert outcome(game) == ("french", "10.1")


def test_10_1_ruling_the_last_allied_army_takes_the_french_with_it() -> None:
    """The French win even if they fall in the very turn in which the second ally is defeated."""
    game = at(
        "turn 5; defeated: prussian; lost: prussian 18; lost: french 11; lost: anglo-dutch 7; "
        f"{MARCHER}; ghent: FR-C1; waterloo: AD-1-I1",
        1,
    )
    march_to_death(game)
    assert outcome(game) == ("french", "10.1")


def test_10_2_the_french_lose_if_they_fall_with_one_ally_only() -> None:
    """The French and the Anglo-Dutch fall together, but the Prussians stand: Allied victory."""
    game = at(
        f"turn 5; lost: french 11; lost: anglo-dutch 7; {MARCHER}; ghent: FR-C1; "
        "waterloo: AD-1-I1; namur: PR-2-I1",
        1,
    )
    march_to_death(game)
    assert outcome(game) == ("allied", "10.2")


# 10.1 and 10.2 the end of time


@pytest.mark.parametrize(
    "cities",
    [
        "ghent: FR-C1; brussels: FR-C2",
        "ghent: FR-C1; liege: FR-C2",
        "brussels: FR-C1; liege: FR-C2",
        "ghent: FR-C1; brussels: FR-C2; liege: FR-C3",
    ],
)
def test_10_1_two_supply_cities_win_on_22_june(cities: str) -> None:
    """Undefeated and in two of the three cities after turn 23, the French win."""
    game = at(f"turn 23; {cities}; waterloo: AD-1-I1; namur: PR-2-I1")
    game.play("french", "end")
    assert outcome(game) == ("french", "10.1")


@pytest.mark.parametrize("cities", ["ghent: FR-C1 FR-C2", "liege: FR-C1", "huy: FR-C1"])
def test_10_2_fewer_than_two_cities_lose_on_22_june(cities: str) -> None:
    """With one supply city or none after turn 23, the Allies have won."""
    game = at(f"turn 23; {cities}; waterloo: AD-1-I1; namur: PR-2-I1")
    game.play("french", "end")
    assert outcome(game) == ("allied", "10.2")


def test_10_1_a_second_city_entered_in_turn_23_counts() -> None:
    """The cities are counted as that turn ends."""
    game = at("turn 23; ghent: FR-C1; huy: FR-C2; waterloo: AD-1-I1; namur: PR-2-I1")
    game.play("french", ["march FR-C2 liege", "end", "end"])
    assert outcome(game) == ("french", "10.1")


def test_10_2_two_cities_do_not_save_a_defeated_army() -> None:
    """The twelfth loss in turn 23 loses the game in spite of two cities."""
    game = at(
        f"turn 23; lost: french 11; {MARCHER}; ghent: FR-C1; brussels: FR-C2; enghien: AD-1-I1; "
        "namur: PR-2-I1",
        1,
    )
    march_to_death(game)
    assert outcome(game) == ("allied", "10.2")


def test_10_1_two_cities_do_not_win_before_22_june() -> None:
    """Neither in the night of 21 June nor in the Allied turn after it."""
    game = at("turn 21; ghent: FR-C1; brussels: FR-C2; waterloo: AD-1-I1; namur: PR-2-I1")
    game.play("french", "end")
    assert outcome(game) is None
    assert game.turn == 22
    game.play("allied", "end")
    assert outcome(game) is None
    assert game.turn == 23


def test_10_2_time_runs_out_after_turn_23() -> None:
    """Sides alternate for 23 turns; if nobody does anything, the Allies win at the end."""
    game = Game.new(scenario="historical", options=Options(players=2), dice=SeededDice(1))
    for turn in range(1, 24):
        side = "french" if turn % 2 else "allied"
        assert game.turn == turn
        assert game.to_act == (side,)
        game.play(side, "end")
    assert outcome(game) == ("allied", "10.2")


def test_10_nothing_can_be_done_when_the_game_is_over() -> None:
    """After the end nobody acts any more."""
    game = at("turn 23; huy: FR-C1; waterloo: AD-1-I1; namur: PR-2-I1")
    game.play("french", "end")
    assert game.stage == "over"
    assert game.to_act == ()
    assert len(game.legal("french")) == 0
    assert len(game.legal("allied")) == 0
    with pytest.raises(IllegalAction):
        game.play("allied", "march AD-1-I1 brussels")
