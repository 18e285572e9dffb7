"""Whoever watches a game is sent what everybody knows, to the byte."""

from __future__ import annotations

import random

import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.lab.shuffle import shuffle_hidden
from napoleon.rules import Action, Game, Seat
from napoleon.rules.board.units import SEAT_ARMIES
from napoleon.rules.knowledge.sketch import known_units
from napoleon.rules.notation.writing import format_position
from napoleon.server.table.messages import encode
from napoleon.server.table.state_messages import StateMessages

STEP = 25  # decisions between two looks


def sent(game: Game, seat: Seat | None) -> bytes:
    """All that a viewer who has just come is sent of a position."""
    return encode(StateMessages(game, 0, []).message(seat, "en", 0, []))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_from_anybody_never_reaches_a_spectator(seed: int) -> None:
    game = new_random_game(seed)
    luck = random.Random(seed)
    nobody = SEAT_ARMIES[None]
    compared = differing = 0
    for decision in range(300):
        if not game.to_act:
            break
        if decision % STEP == 0:
            twin = Game.from_position(format_position(shuffle_hidden(game.state, nobody, luck)))
            plain = Game.from_position(game.position())
            assert sent(twin, None) == sent(plain, None)
            differing += any(sent(twin, seat) != sent(plain, seat) for seat in game.seats)
            for seat in game.seats:  # and nobody knows less than a spectator
                shared = known_units(game.state, nobody)
                assert shared & known_units(game.state, SEAT_ARMIES[seat]) == shared
            compared += 1
        seat = luck.choice(game.to_act)
        codes = list(game.legal(seat).codes)
        game.play(seat, Action(warlike(game, seat, codes, luck)))
    assert compared > 3 and differing > 3, "the shuffle has changed something"
