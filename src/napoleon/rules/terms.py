"""What is agreed before a game, and how it ended."""

from __future__ import annotations

from typing import Final

from napoleon.rules.errors import RuleError

VISIBILITIES: Final = ("open", "hidden")


class Options:
    """What is agreed before a game: how many play, and the option of 6.2.4."""

    __slots__ = ("players", "visibility")

    def __init__(self, players: int = 2, visibility: str = "open") -> None:
        if players not in (2, 3):
            raise RuleError(f"expected 2 or 3 players, got {players}", "11")
        if visibility not in VISIBILITIES:
            raise RuleError(f"expected visibility open or hidden, got {visibility!r}", "6.2.4")
        self.players = players
        self.visibility = visibility

    def __repr__(self) -> str:
        return f"Options(players={self.players}, visibility={self.visibility!r})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Options)
            and self.players == other.players
            and self.visibility == other.visibility
        )

    def __hash__(self) -> int:
        return hash((self.players, self.visibility))


class Result:
    """How a game ended."""

    __slots__ = ("reason", "rule", "winner")

    def __init__(self, winner: str, rule: str, reason: str) -> None:
        self.winner = winner
        self.rule = rule
        self.reason = reason

    def as_dict(self) -> dict[str, str]:
        """The result as plain data."""
        return {"winner": self.winner, "rule": self.rule, "reason": self.reason}

    def __repr__(self) -> str:
        return f"Result({self.winner!r}, {self.rule!r}, {self.reason!r})"
