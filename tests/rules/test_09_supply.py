"""Chapter 9: Allied supply."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, NotYourTurn, ScriptedDice

ALLIES = "waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A; namur: PR-B PR-2-I1 PR-2-I2 PR-2-A"


def at(position: str, *dice: int) -> Game:
    """A game at this position, with the dice that will fall."""
    return Game.from_position(position, dice=ScriptedDice(list(dice)))


def removable(game: Game, seat: str) -> set[str]:
    """The units that the seat may remove now."""
    words = [str(action).split() for action in game.legal(seat)]
    return {word[1] for word in words if word[0] == "remove"}


@pytest.mark.parametrize("city", ["ghent", "brussels"])
def test_9_ghent_and_brussels_cost_one_anglo_dutch_unit(city: str) -> None:
    """The Allied player removes one Anglo-Dutch unit of his choice, his leader if he likes."""
    game = at(f"turn 5; {city}: FR-C1; {ALLIES}")
    game.play("french", "end")
    assert game.stage == "supply"
    assert game.to_act == ("allied",)
    assert removable(game, "allied") == {"AD-W", "AD-1-I1", "AD-1-I2", "AD-1-A"}
    game.play("allied", "remove AD-1-A")
    assert game.where("AD-1-A") == "lost"
    assert game.turn == 6


def test_9_liege_costs_two_prussian_units() -> None:
    """For Liège two Prussian units go."""
    game = at(f"turn 5; liege: FR-C1; {ALLIES}")
    game.play("french", "end")
    assert removable(game, "allied") == {"PR-B", "PR-2-I1", "PR-2-I2", "PR-2-A"}
    game.play("allied", "remove PR-2-A")
    assert game.stage == "supply"
    game.play("allied", "remove PR-2-I2")
    assert game.losses("prussian") == 2
    assert game.losses("anglo-dutch") == 0
    assert game.turn == 6


def test_9_the_cities_add_up() -> None:
    """Ghent and Brussels together cost two Anglo-Dutch units."""
    game = at(f"turn 5; ghent: FR-C1; brussels: FR-C2; {ALLIES}")
    game.play("french", "end")
    game.play("allied", "remove AD-1-A")
    game.play("allied", "remove AD-1-I2")
    assert game.losses("anglo-dutch") == 2
    assert game.losses("prussian") == 0
    assert game.turn == 6


def test_9_the_other_army_does_not_pay() -> None:
    """A Prussian unit is no payment for Ghent."""
    game = at(f"turn 5; ghent: FR-C1; {ALLIES}")
    game.play("french", "end")
    assert rule_against(game, "allied", "remove PR-2-A") == "9"


def test_9_removed_units_are_losses() -> None:
    """What supply costs counts towards defeat like any loss."""
    game = at(f"turn 5; lost: anglo-dutch 3; ghent: FR-C1; {ALLIES}")
    game.play("french", "end")
    game.play("allied", "remove AD-1-A")
    assert game.losses("anglo-dutch") == 4
    assert game.strength("AD-1-A") == 0


def test_9_the_allied_player_chooses() -> None:
    """The French have no say in what is removed."""
    game = at(f"turn 5; ghent: FR-C1; {ALLIES}")
    game.play("french", "end")
    with pytest.raises(NotYourTurn):
        game.play("french", "remove AD-1-A")


@pytest.mark.parametrize("turn", [1, 3, 5, 15, 21])
def test_9_every_french_turn_counts(turn: int) -> None:
    """Supply is judged at the end of each French turn, by day and by night."""
    game = at(f"turn {turn}; ghent: FR-C1; {ALLIES}")
    game.play("french", "end")
    assert game.stage == "supply"


@pytest.mark.parametrize("turn", [4, 6])
def test_9_allied_turns_do_not_count(turn: int) -> None:
    """At the end of an Allied turn nothing is removed."""
    game = at(f"turn {turn}; ghent: FR-C1; liege: FR-C2; {ALLIES}")
    game.play("allied", "end")
    assert game.turn == turn + 1
    assert game.to_act == ("french",)
    assert game.losses("anglo-dutch") == 0
    assert game.losses("prussian") == 0


def test_9_the_loss_returns_as_long_as_the_city_is_held() -> None:
    """A city held for two French turns costs twice."""
    game = at(f"turn 5; ghent: FR-C1; {ALLIES}")
    game.play("french", "end")
    game.play("allied", ["remove AD-1-A", "end"])
    game.play("french", "end")
    game.play("allied", "remove AD-1-I2")
    assert game.turn == 8
    assert game.losses("anglo-dutch") == 2


def test_9_the_city_must_stay_occupied() -> None:
    """When the last French unit leaves, the losses stop."""
    game = at(f"turn 5; ghent: FR-C1; {ALLIES}")
    game.play("french", ["march FR-C1 deinze", "end", "end"])
    assert game.turn == 6
    assert game.losses("anglo-dutch") == 0


def test_9_one_unit_left_behind_is_enough() -> None:
    """A single French unit, of whatever strength, holds the city."""
    game = at(f"turn 5; ghent: FR-C1 FR-2-I1/1; {ALLIES}")
    game.play("french", ["march FR-C1 deinze", "end", "end"])
    assert game.stage == "supply"
    assert game.town is None


def test_9_a_city_entered_this_turn_counts_at_once() -> None:
    """What matters is who stands there as the French turn ends."""
    game = at(f"turn 5; huy: FR-2-I1; {ALLIES}")
    game.play("french", ["march FR-2-I1 liege", "end", "end"])  # no forced marches
    assert game.stage == "supply"
    assert "PR-2-A" in removable(game, "allied")


def test_9_supply_comes_after_the_fights_city_won() -> None:
    """The French drive the garrison out of Ghent in a skirmish, and then supply is judged."""
    game = at(
        "turn 5; alost: FR-C1 FR-C2; ghent: AD-2-I2; waterloo: AD-1-I1",
        *(6, 6, 6),  # the defender's infantry, three dice
        *(6, 6, 6),  # the attacker's cavalry, three dice
    )
    game.play("french", ["march FR-C1 ghent", "march FR-C2 ghent", "end", "end"])
    game.play("french", ["reveal FR-C1", "end"])
    game.play("allied", "retreat AD-2-I2 deinze")
    assert game.stage == "supply"
    assert removable(game, "allied") == {"AD-2-I2", "AD-1-I1"}


def test_9_supply_comes_after_the_fights_city_not_won() -> None:
    """A French attack on Ghent that is beaten off costs the Allies nothing in supply."""
    game = at("turn 5; alost: FR-C1; ghent: AD-2-I2; waterloo: AD-1-I1", 6, 6, 6, 6, 6, 6)
    game.play("french", ["march FR-C1 ghent", "end", "end"])
    assert game.where("FR-C1") == "alost"
    assert game.turn == 6
    assert game.losses("anglo-dutch") == 0


def test_9_a_city_without_french_costs_nothing() -> None:
    """An empty supply city, or one surrounded by the French, still supplies."""
    game = at(f"turn 5; oudenaarde: FR-C1; deinze: FR-C2; alost: FR-C3; {ALLIES}")
    game.play("french", "end")
    assert game.turn == 6
    assert game.losses("anglo-dutch") == 0


def test_9_ruling_at_most_what_is_left() -> None:
    """Liège asks two Prussian units; of one that is left, one is taken, without asking."""
    game = at("turn 5; liege: FR-C1; namur: PR-2-I1; waterloo: AD-1-I1")
    game.play("french", "end")
    assert game.where("PR-2-I1") == "lost"
    assert game.losses("prussian") == 1
    assert game.turn == 6


def test_9_ruling_nothing_from_a_defeated_army() -> None:
    """When the Prussians have been defeated, Liège costs nobody anything."""
    game = at(
        "turn 5; defeated: prussian; lost: prussian 18; liege: FR-C1; waterloo: AD-1-I1 AD-1-I2"
    )
    game.play("french", "end")
    assert game.turn == 6
    assert game.losses("anglo-dutch") == 0
    assert game.losses("prussian") == 18
