"""What is agreed before a game, and how it ended."""

from __future__ import annotations

from typing import Final

from napoleon.rules.errors import RuleError

VISIBILITIES: Final = ("open", "hidden")
MOST_STEPS: Final = 20  # of a handicap


class Options:
    """What is agreed before a game: how many play, the option of 6.2.4, and for an even game how
    many steps the French give up before the first turn (below 0: the Allies)."""

    __slots__ = ("handicap", "players", "visibility")

    def __init__(self, players: int = 2, visibility: str = "open", handicap: int = 0) -> None:
        if players not in (2, 3):
            raise RuleError(f"expected 2 or 3 players, got {players}", "11")
        if visibility not in VISIBILITIES:
            raise RuleError(f"expected visibility open or hidden, got {visibility!r}", "6.2.4")
        if not -MOST_STEPS <= handicap <= MOST_STEPS:
            raise RuleError(f"expected a handicap of at most {MOST_STEPS} steps", "4")
        self.players = players
        self.visibility = visibility
        self.handicap = handicap

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
