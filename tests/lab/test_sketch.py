"""A sketch tells what the view tells, and nothing else."""

import random

import pytest

from napoleon.lab.battles import random_battle
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.lab.shuffle import shuffle_hidden
from napoleon.rules import Game, SeededDice
from napoleon.rules.board.units import members
from napoleon.rules.engine.actions import Action
from napoleon.rules.knowledge.sketch import sketch
from napoleon.rules.knowledge.view_builder import build_view
from napoleon.rules.notation.writing import format_position


def check(game: Game, rng: random.Random) -> None:
    """Every seat that is to act, on the position as it is."""
    for seat in game.to_act:
        bits = seat.armies
        drawn = sketch(game.state, bits)
        seen = build_view(game.state, bits).as_dict()
        assert build_view(drawn.state, bits).as_dict() == seen
        assert drawn.state.stack[-1].legal(drawn.state, bits) == game.legal(seat).codes
        twin = shuffle_hidden(game.state, bits, rng)
        other = sketch(twin, bits)
        assert format_position(other.state) == format_position(drawn.state)
        assert other.dealt == drawn.dealt
        assert all(drawn.state.where[unit] >= 0 for unit in members(drawn.dealt))


def play_on(game: Game, rng: random.Random, most: int) -> None:
    for _ in range(most):
        if not game.to_act:
            return
        check(game, rng)
        seat = game.to_act[0]
        game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, rng)))


@pytest.mark.once
@pytest.mark.parametrize("seed", range(16))
def test_a_sketch_is_the_view_and_no_more_in_whole_games(seed: int) -> None:
    play_on(new_random_game(seed), random.Random(seed), 400)


@pytest.mark.parametrize("seed", range(60))
def test_a_sketch_is_the_view_and_no_more_in_battles(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.from_position(random_battle(rng), SeededDice(seed))
    play_on(game, rng, 60)
