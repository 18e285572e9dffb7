"""What is agreed before a game, and how it ended."""

from __future__ import annotations

from typing import Final

from napoleon.rules.errors import RuleError

VISIBILITIES: Final = ("open", "hidden")
#: The most steps of a handicap.
MOST_STEPS: Final = 20


class Options:
    """What is agreed before a game. A value: it cannot be changed, and is equal to another one of
    the same content.

    Raise a RuleError for a number of players, a visibility or a handicap that cannot be agreed.
    """

    __slots__ = ("_handicap", "_players", "_visibility")

    def __init__(self, players: int = 2, visibility: str = "open", handicap: int = 0) -> None:
        if players not in (2, 3):
            raise RuleError(f"expected 2 or 3 players, got {players}", "11")
        if visibility not in VISIBILITIES:
            raise RuleError(f"expected visibility open or hidden, got {visibility!r}", "6.2.4")
        if not -MOST_STEPS <= handicap <= MOST_STEPS:
            raise RuleError(f"expected a handicap of at most {MOST_STEPS} steps", "4")
        self._players = players
        self._visibility = visibility
        self._handicap = handicap

    @property
    def players(self) -> int:
        """How many play: 2 or 3."""
        return self._players

    @property
    def visibility(self) -> str:
        """The option of 6.2.4: "open" or "hidden"."""
        return self._visibility

    @property
    def handicap(self) -> int:
        """Steps that the French give up before the first turn; below 0: the Allies."""
        return self._handicap

    def __repr__(self) -> str:
        more = f", handicap={self.handicap}" if self.handicap else ""
        return f"Options(players={self.players}, visibility={self.visibility!r}{more})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Options)
            and self.players == other.players
            and self.visibility == other.visibility
            and self.handicap == other.handicap
        )

    def __hash__(self) -> int:
        return hash((self.players, self.visibility, self.handicap))


class Result:
    """How a game ended. A value: it cannot be changed, and is equal to another one of the same
    content."""

    __slots__ = ("_reason", "_rule", "_winner")

    def __init__(self, winner: str, rule: str, reason: str) -> None:
        self._winner = winner
        self._rule = rule
        self._reason = reason

    @property
    def winner(self) -> str:
        """The side that has won: "french" or "allied"."""
        return self._winner

    @property
    def rule(self) -> str:
        """The section of the rulebook by which it has won."""
        return self._rule

    @property
    def reason(self) -> str:
        """Why it has won, in English; `tell_result` says it in other languages."""
        return self._reason

    def as_dict(self) -> dict[str, str]:
        """Return the result as plain data."""
        return {"winner": self._winner, "rule": self._rule, "reason": self._reason}

    def __repr__(self) -> str:
        return f"Result({self._winner!r}, {self._rule!r}, {self._reason!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return (
            self._winner == other._winner
            and self._rule == other._rule
            and self._reason == other._reason
        )

    def __hash__(self) -> int:
        return hash((self._winner, self._rule, self._reason))
