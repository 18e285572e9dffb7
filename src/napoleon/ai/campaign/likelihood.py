"""Which guesses are likely: those under which the enemy's marches made sense.

After the enemy's turn each guess says who marched where. Under a guess in which these marches made
his lot better they are what a sound commander would have ordered; under one in which they made it
worse they are not. So every guess is weighed by what the seen marches gained under it.
"""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.campaign.judge import Judge
from napoleon.ai.knowledge.belief import Belief, Guess
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.units import FRENCH, UNIT_COUNT
from napoleon.rules.engine.state import LOST, State
from napoleon.rules.knowledge.sketch import Sketch

SHARP: Final = 25.0  # how much a gain in the chance to win speaks for a guess
FADING: Final = 0.8  # what is left of older evidence after a turn
MOST: Final = 4.0  # and the most that it may come to, either way


def places_of(belief: Belief) -> list[list[int]]:
    """Where each guess has the enemy now."""
    return [guess.where[:] for guess in belief.guesses]


def weigh(belief: Belief, sketch: Sketch, judge: Judge, before: list[list[int]]) -> None:
    """Weigh the guesses by the marches between then and now; `before` are the places then."""
    turn = sketch.state.turn
    if turn >= LAST_TURN:
        return
    gains: list[float] = []
    for index, guess in enumerate(belief.guesses):
        now = judge.chance_at(board_of(belief, sketch, guess.where, guess), turn)
        then = judge.chance_at(board_of(belief, sketch, before[index], guess), turn)
        gains.append(then - now if belief.side == FRENCH else now - then)
    belief.is_weighed = True
    mean = math.fsum(gains) / len(gains)
    for index, guess in enumerate(belief.guesses):
        weight = FADING * guess.weight + SHARP * (gains[index] - mean)
        guess.weight = max(-MOST, min(MOST, weight))


def board_of(belief: Belief, sketch: Sketch, where: list[int], guess: Guess) -> State:
    """The seat's own units as they stand, and the enemy as guessed; who is lost now, is lost."""
    state = sketch.state.copy()
    for town in range(len(state.at)):
        state.at[town] &= ~belief.enemies
    for unit in range(UNIT_COUNT):
        if not belief.enemies >> unit & 1:
            continue
        place = where[unit] if guess.where[unit] != LOST else LOST
        state.where[unit] = place
        if place >= 0:
            state.at[place] |= 1 << unit
            state.strength[unit] = belief.strength[unit]
    return state
