"""Which process lets the computers of a game think, where several serve one database.

An advisory lock of PostgreSQL, held by a connection of its own: it ends with the process, however
that ends, and another one takes over. That no computer moves twice does not hang on it (a move is
stored only upon the one before); it only spares thinking twice. With SQLite there is one process,
and nothing to claim.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from sqlalchemy import Engine

from napoleon.server.store.news import is_shared

log = logging.getLogger("napoleon.server")
CLASS: Final = 1815


def lock_number(game: str) -> int:
    """The number of a game's lock: 32 bits with a sign, as PostgreSQL wants it."""
    digest = hashlib.sha256(game.encode()).digest()
    return int.from_bytes(digest[:4], "big", signed=True)


class Claims:
    """The games whose computers think here."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine if is_shared(engine) else None
        self._thread = ThreadPoolExecutor(1, "napoleon-claims")
        self._connection: Any = None

    async def take(self, game: str) -> bool:
        """Whether the computers of this game may think here."""
        return await self._run(lambda: self._ask("pg_try_advisory_lock", game))

    async def give(self, game: str) -> None:
        """They have thought enough."""
        await self._run(lambda: self._ask("pg_advisory_unlock", game))

    async def _run(self, work: Callable[[], bool]) -> bool:
        if self._engine is None:
            return True
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _ask(self, function: str, game: str) -> bool:
        """In the thread."""
        assert self._engine is not None
        try:
            if self._connection is None:
                self._connection = self._engine.raw_connection()
                self._connection.driver_connection.autocommit = True
            cursor = self._connection.driver_connection.execute(
                f"SELECT {function}(%s, %s)", (CLASS, lock_number(game))
            )
            return bool(cursor.fetchone()[0])
        except Exception as error:
            log.warning("claims are lost: %s", error)
            self._drop()
            return False

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()

    def close(self) -> None:
        """Give everything back."""
        self._thread.submit(self._drop).result()
        self._thread.shutdown()
