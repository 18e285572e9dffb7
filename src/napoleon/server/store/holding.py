"""Work about a person that must not be done twice at once, in whichever process.

PostgreSQL is asked for a lock of the transaction without waiting for it: several such jobs share a
transaction, and two processes that waited for each other's locks would stop both writers.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from typing import Final, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.refusals import Refused
from napoleon.server.store.news import is_shared
from napoleon.server.store.tables import games

_CLASS: Final = 1816  # of the locks of PostgreSQL; 1815 is that of games
_TRIES: Final = 100
_PAUSE: Final = 0.02  # seconds between two tries
T = TypeVar("T")


class Busy(Exception):
    """Another process is at work for the same person."""


class CanWrite(Protocol):
    """Stores something; `write` returns when it is stored."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have the writer do something."""


def hold(connection: Connection, people: Iterable[str]) -> None:
    """Be alone in working for these people until the transaction ends; raises Busy. SQLite has one
    writer anyway."""
    if not is_shared(connection.engine):
        return
    for person in sorted(set(people)):
        digest = hashlib.sha256(person.encode()).digest()
        number = int.from_bytes(digest[:4], "big", signed=True)
        lock = sa.func.pg_try_advisory_xact_lock(_CLASS, number)
        if not connection.execute(sa.select(lock)).scalar_one():
            raise Busy(person)


async def write_for(store: CanWrite, people: Iterable[str], work: Callable[[Connection], T]) -> T:
    """Have `work` stored while no other process works for these people. Raises Refused if another
    one does for too long."""
    names = list(people)

    def alone(connection: Connection) -> T:
        hold(connection, names)
        return work(connection)

    for _ in range(_TRIES):
        try:
            return await store.write(alone)
        except Busy:
            await asyncio.sleep(_PAUSE)
    raise Refused("busy", "too many of these: a little slower, please")


def next_edition(connection: Connection, game: str) -> None:
    """Count a change of a game's sheet: what was worked out upon the edition before is refused."""
    connection.execute(
        sa.update(games).where(games.c.id == game).values(edition=games.c.edition + 1)
    )
