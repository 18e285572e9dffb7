"""Whose time is over, and whether anybody was there to play with.

Every process says now and then that it is alive. After a silence of all of them, the time of it is
given back to every clock that ran: nobody could act. Whoever finds the silence ends it, and nobody
else does (a conditional update).
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store.tables import games, metadata

# When a process of this database was last alive; one row
heartbeats = sa.Table(
    "heartbeats",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
SILENCE: Final = 30_000  # milliseconds without a sign of life: nobody served
ROW: Final = 1


def beat(connection: Connection, now: int) -> list[str]:
    """A process is alive; returns the games that were given back the time of a silence before."""
    last = connection.execute(sa.select(heartbeats.c.at)).scalar()
    if last is None:
        connection.execute(sa.insert(heartbeats), {"id": ROW, "at": now})
        return []
    if now <= last:
        return []
    claimed = connection.execute(
        sa.update(heartbeats).where(heartbeats.c.at == last).values(at=now)
    )
    silence = now - last
    if claimed.rowcount != 1 or silence <= SILENCE:
        return []
    ran = games.c.due.is_not(None) & games.c.ended.is_(None)
    found = list(connection.execute(sa.select(games.c.id).where(ran)).scalars())
    connection.execute(
        sa.update(games)
        .where(ran)
        .values(
            clock_at=games.c.clock_at + silence,
            due=games.c.due + silence,
            clock_n=games.c.clock_n + 1,
        )
    )
    return found


def due_games(connection: Connection, now: int) -> list[str]:
    """Games in which somebody is out of time."""
    query = sa.select(games.c.id).where(games.c.due <= now, games.c.ended.is_(None))
    return list(connection.execute(query).scalars())
