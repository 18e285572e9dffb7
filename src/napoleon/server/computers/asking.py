"""Whom the computers at the tables ask: somebody elsewhere who answers letters, and somebody who
knows whether a game's computers think here."""

from __future__ import annotations

from typing import Protocol

from napoleon.ai.worker.letters import Letter, Reply


class NoAnswer(Exception):
    """A worker died, or thought for too long."""


class Pool(Protocol):
    """Answers letters, one after the other or several at once."""

    async def ask(
        self, letter: Letter, limit: float = 0.0, owner: str = "", is_watched: bool = True
    ) -> Reply:
        """The answer to a letter; raises NoAnswer. It is asked on behalf of `owner`."""

    def close(self) -> None:
        """End all thinking."""


class Claimant(Protocol):
    """Knows whether the computers of a game think here."""

    async def take(self, game: str) -> bool:
        """Whether they may."""

    async def give(self, game: str) -> None:
        """They have thought enough."""
