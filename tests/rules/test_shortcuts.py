"""Answers that are found the short way are those of the long way."""

from __future__ import annotations

import random

import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import Action
from napoleon.rules.board.towns import NEIGHBOURS, ROADS_FROM
from napoleon.rules.board.units import ARMY_UNITS, UNIT_COUNT
from napoleon.rules.engine.actions import (
    NONE,
    VERBS,
    encode,
    format_code,
    is_well_formed,
    parse_code,
)
from napoleon.rules.engine.refusals import OK
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import can_force, force_codes, march_targets, refuse_step


def armies_standing_in_towns(state: State) -> int:
    armies = 0
    for army, units in enumerate(ARMY_UNITS):
        if any(here & units for here in state.at):
            armies |= 1 << army
    return armies


@pytest.mark.parametrize("seed", range(8))
def test_5_armies_on_the_map_and_the_steps_that_are_open(seed: int) -> None:
    """At every decision of a game, for every army from every town."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    answers = set()
    while game.to_act:
        state = game.state
        for armies in range(8):
            assert state.on_map(armies) == armies & armies_standing_in_towns(state)
            answers.add(can_force(state, armies))
            assert can_force(state, armies) == bool(force_codes(state, armies))
        town = luck.randrange(len(NEIGHBOURS))
        start = luck.choice([town, *NEIGHBOURS[town]])
        for army in range(3):
            assert march_targets(state, town, army, start) == [
                to
                for road, to in zip(ROADS_FROM[town], NEIGHBOURS[town], strict=True)
                if refuse_step(state, road, to, army, start) == OK
            ]
        seat = luck.choice(game.to_act)
        game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))
    assert answers == {True, False}


def test_2_every_action_is_read_back_from_its_text() -> None:
    """In the words in which it is offered and in any other."""
    luck = random.Random(0)
    number = 0
    for verb in range(len(VERBS)):
        for first in [*range(UNIT_COUNT), NONE]:
            second = luck.choice([*range(60), NONE, NONE])
            code = encode(verb, first, second)
            if is_well_formed(code):
                number += 1
                text = format_code(code)
                assert parse_code(text) == code
                assert parse_code(f" {text.upper()}  ") == code
    assert number > 300
