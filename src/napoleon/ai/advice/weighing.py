"""What a seat may believe of a game that runs in the same process, for whoever advises it there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from napoleon.ai.advice.odds import Odds, odds, odds_of_attack
from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import report
from napoleon.rules import Game
from napoleon.rules.board.units import SEAT_ARMIES
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.state import State

SAMPLES: Final = 24  # of what is hidden
PLAYOUTS: Final = 200


def guesses(game: Game, seat: str, dice: SeededDice, seed: int) -> Iterator[State]:
    """Full states that agree with what a seat has seen."""
    belief = Belief(SEAT_ARMIES[seat], seed)
    sketch = game.sketch(seat)
    belief.begin(sketch)
    belief.read([report(event) for event in game.events_for(seat)])
    for _ in range(SAMPLES):
        yield belief.sample(sketch, dice)


def weigh(game: Game, seat: str, town: int, units: int, seed: int) -> Odds:
    """The odds if these units attacked a town; without units, of the fight that is fought there."""
    samples = list(guesses(game, seat, SeededDice(seed), seed))
    if units:
        return odds_of_attack(samples, units, town, PLAYOUTS, seed)
    return odds(samples, town, PLAYOUTS, seed)
