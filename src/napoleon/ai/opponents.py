"""The opponents, by level: the one door of this package.

An opponent gets what its seat may know (a `Sketch`), the codes offered to it, and what it has seen
happen since (`Report`s). It keeps a memory of its own: its belief and its plan of the turn.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.belief import Belief
from napoleon.ai.reports import Report, report
from napoleon.rules import Game, Seat
from napoleon.rules.actions import Action
from napoleon.rules.dice import SeededDice
from napoleon.rules.sketch import Sketch

LEVELS: Final = ("random", "recruit", "officer", "marshal")
_BITS_OF_SEAT: Final = {"french": 1, "anglo-dutch": 2, "prussian": 4, "allied": 6}


class Decision:
    """What an opponent does, and why: a template for `Tongue.say` with its values."""

    __slots__ = ("code", "details", "reason")

    def __init__(self, code: int, reason: str = "", details: dict[str, str] | None = None) -> None:
        self.code = code
        self.reason = reason
        self.details = details if details is not None else {}


class Opponent:
    """A computer player in one seat of one game."""

    __slots__ = ("_belief", "_dice", "armies", "level")

    def __init__(self, level: str, armies: int, seed: int) -> None:
        if level not in LEVELS:
            raise ValueError(f"expected a level ({', '.join(LEVELS)}), got {level!r}")
        self.level = level
        self.armies = armies
        self._dice = SeededDice(seed)
        self._belief = Belief(armies, seed)

    @property
    def read_reports(self) -> int:
        """How many reports it has taken in."""
        return self._belief.read_reports

    def decide(self, sketch: Sketch, codes: list[int], reports: list[Report]) -> Decision:
        """Choose one of the offered codes."""
        return Decision(codes[self._dice.roll(len(codes)) - 1])


class SeatedOpponent:
    """An opponent that follows a game in the same process."""

    __slots__ = ("_read_events", "opponent", "seat")

    def __init__(self, level: str, seat: Seat | str, seed: int) -> None:
        self.seat = str(seat)
        self.opponent = Opponent(level, _BITS_OF_SEAT[self.seat], seed)
        self._read_events = 0

    def choose(self, game: Game) -> Decision:
        """What it does in this game now; it must be its seat's turn to act."""
        events = game.events_for(self.seat, self._read_events)
        self._read_events = game.event_count
        codes = game.legal(self.seat).codes
        return self.opponent.decide(
            game.sketch(self.seat), codes, [report(event) for event in events]
        )

    def play(self, game: Game) -> None:
        """Choose, and do it."""
        game.play(self.seat, Action(self.choose(game).code))
