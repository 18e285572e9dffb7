"""Quick games for learning: worn armies."""

import pytest

from napoleon.ai.campaign.net import shipped_net
from napoleon.lab import sparring
from napoleon.lab.sparring import (
    COUNTED,
    SHIPPED,
    SURE,
    Duel,
    Sparred,
    Sparring,
    Task,
    fight_duel,
    spar,
)
from napoleon.rules import Game
from napoleon.rules.board.units import FULL_STRENGTH
from napoleon.rules.engine.state import LOST


@pytest.fixture(scope="module")
def worn() -> Sparred:
    return spar(Task(7, is_worn=True))


def test_a_usual_game_begins_at_full_strength() -> None:
    game = spar(Task(7))
    assert game.positions[0].strength == FULL_STRENGTH


def test_a_worn_game_begins_with_less_strength_and_all_units(worn: Sparred) -> None:
    first = worn.positions[0]
    assert LOST not in first.where
    assert sum(first.strength) < sum(FULL_STRENGTH) - 10
    for strength, full in zip(first.strength, FULL_STRENGTH, strict=True):
        assert 1 <= strength <= full


def test_what_comes_before_armies_are_worn_again_is_not_clean(worn: Sparred) -> None:
    """The result says nothing of a position whose armies were worn by nobody's doing later."""
    clean = [position.is_clean for position in worn.positions]
    assert clean == sorted(clean)
    assert not clean[0]
    assert clean[-1]


def test_a_worn_game_is_drawn_from_its_seed_alone(worn: Sparred) -> None:
    assert spar(Task(7, is_worn=True)) == worn


def test_who_is_steady_never_errs(monkeypatch: pytest.MonkeyPatch) -> None:
    players: dict[str, Sparring] = {}

    class Noted(Sparring):
        def play(self, game: Game) -> None:
            players[self.seat] = self
            super().play(game)

    monkeypatch.setattr(sparring, "Sparring", Noted)
    game = spar(Task(9, steady="allied"))
    steady, other = players["allied"], players["french"]
    assert (steady.judge, steady.noises, steady.is_blind) == (shipped_net(), SURE, False)
    assert other.judge is not shipped_net()
    first_clean = next(position.turn for position in game.positions if position.is_clean)
    assert other.noises[first_clean - 1] > other.noises[first_clean]


def test_a_duel_is_played_again_from_its_seed() -> None:
    duel = Duel(1, COUNTED, SHIPPED)
    assert fight_duel(duel) == fight_duel(duel)
