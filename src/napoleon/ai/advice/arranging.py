"""The rest of a set-up or of a deployment, as an officer would do it.

What a player leaves to the staff is decided from the seat's own sketch, by the code that opponents
use: `placing.py` for a free set-up (rule 4), `deploying.py` for a battlefield (rule 6.2).
"""

from __future__ import annotations

from napoleon.ai.battle import tactics
from napoleon.ai.campaign.placing import Placing
from napoleon.rules import Action, Game, Seat
from napoleon.rules.engine.actions import (
    DEPLOY,
    HOLD,
    PLACE,
    first_of,
    verb_of,
)
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.state import NOWHERE, State


def place_rest(game: Game, seat: Seat | str, seed: int) -> list[Action]:
    """A place for each unit of a seat that waits; what was placed stays. Empty if none waits."""
    tried = game.copy()
    placing = Placing()
    dice = SeededDice(seed)
    actions: list[Action] = []
    while True:
        sketch = tried.sketch(seat)
        codes = _waiting(sketch.state, tried.legal(seat).codes)
        if not codes:
            return actions
        actions.append(Action(placing.next(sketch.state, sketch.armies, codes, dice, False)))
        tried.play(seat, actions[-1])


def _waiting(state: State, codes: list[int]) -> list[int]:
    """Of the placings offered those of units that are not on the map yet."""
    return [
        code for code in codes if verb_of(code) == PLACE and state.where[first_of(code)] == NOWHERE
    ]


def deploy_rest(game: Game, seat: Seat | str) -> list[Action]:
    """An area for each unit of a seat that waits on a battlefield, and holders for its farms and
    hills. Empty if nothing is left to do."""
    tried = game.copy()
    dice = SeededDice(0)  # an officer needs none here
    actions: list[Action] = []
    while True:
        codes = [code for code in tried.legal(seat).codes if verb_of(code) in (DEPLOY, HOLD)]
        if not codes:
            return actions
        sketch = tried.sketch(seat)
        actions.append(Action(tactics.choose(sketch.state, sketch.armies, codes, dice)))
        tried.play(seat, actions[-1])
