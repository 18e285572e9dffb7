"""Crude plans: each follows its one idea."""

import pytest
from tests.ai.test_schemes import position, town

from napoleon.ai.campaign.crude import CRUDE, GHENT, HUNT, TURTLE, WEST, Crude
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game, Options, SeededDice
from napoleon.rules.board.units import ALLIED, FRENCH, MOUNTED, SIDE_UNITS, members
from napoleon.rules.engine.state import State

FAR = "turn 5; charleroi: FR-1-I1 FR-C1; brussels: AD-1-I1 AD-1-I2 AD-1-A; liege: PR-1-I1"


def worth(idea: str, side: int, text: str) -> float:
    """A position in the eyes of a side that has this idea."""
    chance = Crude(idea, side).chance_at(position(text), 5)
    return chance if side == FRENCH else 1.0 - chance


@pytest.mark.parametrize(
    ("idea", "side", "there"),
    [
        (WEST, FRENCH, FAR.replace("charleroi: FR-1-I1 FR-C1", "ath: FR-1-I1 FR-C1")),
        (
            GHENT,
            FRENCH,
            FAR.replace("charleroi: FR-1-I1 FR-C1", "charleroi: FR-1-I1; ghent: FR-C1"),
        ),
        (HUNT, FRENCH, FAR.replace("charleroi: FR-1-I1 FR-C1", "charleroi: FR-1-I1; huy: FR-C1")),
        (TURTLE, FRENCH, FAR.replace("charleroi:", "beaumont:")),
        (WEST, ALLIED, FAR.replace("brussels:", "ath:")),
    ],
)
def test_an_idea_is_served(idea: str, side: int, there: str) -> None:
    assert worth(idea, side, there) > worth(idea, side, FAR)


def test_losses_count_beside_it() -> None:
    for idea in CRUDE:
        lost = FAR.replace("turn 5;", "turn 5; lost: anglo-dutch 5;")
        assert worth(idea, FRENCH, lost) > worth(idea, FRENCH, FAR)
        assert worth(idea, ALLIED, lost) < worth(idea, ALLIED, FAR)


def riders_near(state: State, goal: str) -> int:
    units = state.at[town(goal)] & MOUNTED & SIDE_UNITS[FRENCH]
    return len(members(units))


@pytest.mark.once
def test_raiders_ride_to_ghent_and_masses_go_west() -> None:
    """Played out for some turns against an officer, they do what they are called."""
    for idea, goal in ((GHENT, "ghent"), (WEST, "ath")):
        game = Game.new("historical", Options(2, "open"), SeededDice(5))
        seats = {
            "french": SeatedOpponent(idea, "french", 5),
            "allied": SeatedOpponent("recruit", "allied", 6),
        }
        most = 0
        while game.turn < 10 and game.to_act:
            seats[str(game.to_act[0])].play(game)
            most = max(most, riders_near(game.state, goal))
        assert most >= 2, idea
