"""Computers that think in workers of their own, so that neither the page nor a table waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from napoleon.ai.worker.letters import Letter, Reply, format_letter, parse_reply
from napoleon.server.computers.asking import NoAnswer

LIMIT = 60.0  # seconds for an answer, then the thinker is replaced; a phone takes its time
MOST = 2  # one for the game, another for the staff


class Thinker(Protocol):
    """A worker that answers letters, one at a time."""

    async def ask(self, letter: str) -> str:
        """The answer to a letter; raises OSError if it cannot think any more."""

    def end(self) -> None:
        """Stop it, whatever it does."""


class ThinkerPool:
    """As many thinkers as are needed at once, started when somebody first asks."""

    def __init__(self, start: Callable[[], Thinker], most: int = MOST) -> None:
        self._start = start
        self._most = most
        self._idle: list[Thinker] = []
        self._busy: set[Thinker] = set()
        self._known: dict[str, Thinker] = {}  # who follows what
        self._free = asyncio.Condition()

    async def ask(
        self, letter: Letter, limit: float = 0.0, owner: str = "", is_watched: bool = True
    ) -> Reply:
        """The answer to a letter; raises NoAnswer."""
        thinker = await self._take(letter.key)
        try:
            line = await asyncio.wait_for(thinker.ask(format_letter(letter)), limit or LIMIT)
        except BaseException as error:
            # Also if nobody waits any more: what it thinks about is of no use to the next.
            thinker.end()
            await self._give(thinker, is_well=False)
            if isinstance(error, OSError | TimeoutError):
                raise NoAnswer(f"no answer to {letter.key}: {error}") from error
            raise
        await self._give(thinker, is_well=True)
        reply = parse_reply(line)
        if reply.problem:
            raise NoAnswer(f"{letter.key}: {reply.problem}")
        return reply

    async def _take(self, key: str) -> Thinker:
        async with self._free:
            await self._free.wait_for(lambda: self._idle or len(self._busy) < self._most)
            thinker = self._known.get(key)
            if thinker in self._idle:
                self._idle.remove(thinker)
            else:
                thinker = self._idle.pop() if self._idle else self._start()
            self._busy.add(thinker)
            self._known[key] = thinker
            return thinker

    async def _give(self, thinker: Thinker, *, is_well: bool) -> None:
        async with self._free:
            self._busy.discard(thinker)
            if is_well:
                self._idle.append(thinker)
            else:
                self._known = {key: one for key, one in self._known.items() if one is not thinker}
            self._free.notify()

    def close(self) -> None:
        """End them all."""
        for thinker in [*self._idle, *self._busy]:
            thinker.end()
