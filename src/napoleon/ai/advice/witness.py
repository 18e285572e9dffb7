"""What a seat could know as a game went on, when its record is read again."""

from __future__ import annotations

from typing import Final

from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import report
from napoleon.rules import Game
from napoleon.rules.board.units import FRENCH, FRENCH_BIT, SEAT_ARMIES
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.sketch import Sketch
from napoleon.rules.notation.records import Replayer

ANEW: Final = 1009  # what sets the guesses of a second reading apart from those of the first


class Witness:
    """One seat: what it could know as the game went on."""

    __slots__ = ("_belief", "_dice", "_read", "armies", "seat", "side")

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self.armies = SEAT_ARMIES[seat]
        self.side = FRENCH if self.armies & FRENCH_BIT else 1
        self._belief = Belief(self.armies, seed)
        self._dice = SeededDice(seed)
        self._read = 0

    def look(self, game: Game) -> Sketch:
        """What the seat sees now, after it has heard of all that happened."""
        sketch = game.sketch(self.seat)
        self._belief.begin(sketch)
        events = game.events_for(self.seat, self._read)
        self._read = game.event_count
        self._belief.read([report(event) for event in events])
        return sketch

    def draw(self, sketch: Sketch, number: int) -> list[State]:
        """Full states that agree with what it saw last."""
        return [self._belief.sample(sketch, self._dice) for _ in range(number)]


class Moment:
    """A decision that is looked at again: after so many actions of the record, by this seat."""

    __slots__ = ("move", "number", "samples", "seat")

    def __init__(self, move: int, seat: str, number: int) -> None:
        self.move = move
        self.seat = seat
        self.number = number
        self.samples: list[State] = []  # so many guesses about what was hidden then


def guess_anew(record: str, moments: list[Moment], seed: int) -> None:
    """Fill in what seats could think was the case at some moments, with guesses of their own: those
    for which something was picked say too much for it."""
    replayer = Replayer(record)
    witnesses = [
        Witness(str(seat), seed + ANEW + index) for index, seat in enumerate(replayer.game.seats)
    ]
    moves = 0
    turn = -1
    is_on = bool(moments)
    while is_on:
        game = replayer.game
        is_new = game.turn != turn
        turn = game.turn
        for witness in witnesses:
            wanted = [one for one in moments if (one.move, one.seat) == (moves, witness.seat)]
            if is_new or wanted:
                sketch = witness.look(game)
                for one in wanted:
                    one.samples = witness.draw(sketch, one.number)
        is_on = replayer.step()
        moves += 1
