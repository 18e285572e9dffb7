"""What a seat may believe of a game, for whoever tells it of chances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from napoleon.ai.advice.odds import Odds, odds, odds_of_attack
from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import Report, report
from napoleon.rules import Game
from napoleon.rules.board.units import SEAT_ARMIES
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.sketch import Sketch

SAMPLES: Final = 24  # of what is hidden
PLAYOUTS: Final = 192


def samples_of(
    sketch: Sketch, reports: list[Report], armies: int, dice: SeededDice, seed: int
) -> list[State]:
    """Full states that agree with a sketch and with all that was seen before it. Whoever tells of
    chances guesses so, from the beginning each time: then the same is told of the same position,
    whatever was asked before."""
    belief = Belief(armies, seed)
    belief.begin(sketch)
    belief.read(reports)
    return [belief.sample(sketch, dice) for _ in range(SAMPLES)]


def guesses(game: Game, seat: str, dice: SeededDice, seed: int) -> Iterator[State]:
    """Full states that agree with what a seat has seen."""
    reports = [report(event) for event in game.events_for(seat)]
    yield from samples_of(game.sketch(seat), reports, SEAT_ARMIES[seat], dice, seed)


def weigh(game: Game, seat: str, town: int, units: int, seed: int) -> Odds:
    """The odds if these units attacked a town; without units, of the fight that is fought there."""
    samples = list(guesses(game, seat, SeededDice(seed), seed))
    if units:
        return odds_of_attack(samples, units, town, PLAYOUTS, seed)
    return odds(samples, town, PLAYOUTS, seed)
