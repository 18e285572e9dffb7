"""What a player leaves to the staff: the rest of a set-up (rule 4), of a deployment (rule 6.2)."""

from __future__ import annotations

import random

import pytest

from napoleon.ai.advice.arranging import deploy_rest, place_rest
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.lab.shuffle import shuffle_hidden
from napoleon.rules import Action, Game, Options, Seat
from napoleon.rules.board.units import ARMY_NAMES

ARMIES = {"french": 1, "anglo-dutch": 2, "prussian": 4, "allied": 6}


def play_all(game: Game, seat: Seat, actions: list[Action]) -> None:
    for action in actions:
        game.play(seat, action)
        assert game.can_undo


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_4_every_unit_that_waits_gets_a_place(players: int, seed: int) -> None:
    game = Game.new("free", Options(players))
    luck = random.Random(seed)
    while game.turn == 0:
        seat = game.to_act[0]
        for _ in range(luck.choice((0, 1, 5))):  # some the player places at will
            game.play(seat, luck.choice(game.legal(seat)))
        before = {unit.id: unit.town for unit in game.view(seat).units if unit.town}
        actions = place_rest(game, seat, seed)
        assert {action.verb for action in actions} <= {"place"}
        play_all(game, seat, actions)
        after = {unit.id: unit.town for unit in game.view(seat).units if unit.is_mine}
        assert all(after.values())
        assert all(after.get(unit, town) == town for unit, town in before.items())
        assert place_rest(game, seat, seed) == []
        game.play(seat, "end")
    assert all(game.losses(army) == 0 for army in ARMY_NAMES)


def test_4_chance_chooses_the_set_up() -> None:
    game = Game.new("free")
    found = {tuple(map(str, place_rest(game, "allied", seed))) for seed in range(8)}
    assert len(found) > 4


@pytest.mark.parametrize("seed", range(8))
def test_6_2_what_is_hidden_decides_nothing(seed: int) -> None:
    """The same actions where the enemy's hidden blocks are others."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    found = 0
    while game.to_act and found < 4:
        seat = game.to_act[0]
        actions = deploy_rest(game, seat)
        places = place_rest(game, seat, seed)
        if actions or places:
            found += 1
            for twin_seed in range(2):
                state = shuffle_hidden(game.state, ARMIES[str(seat)], random.Random(twin_seed))
                twin = Game(state, "", game.copy())
                assert list(map(str, deploy_rest(twin, seat))) == list(map(str, actions))
                assert list(map(str, place_rest(twin, seat, seed))) == list(map(str, places))
        if actions:
            play_all(game, seat, actions)
            assert [str(action) for action in game.legal(seat)] == ["end"]
            assert deploy_rest(game, seat) == []
        game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))
    assert found
