"""What a network has lately made here, accounts and offers, so that there can be too much of it.

No address is kept: a network is known by a mark, which the server's secret makes of it, and for an
hour.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store.tables import metadata

efforts = sa.Table(
    "efforts",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # of the proof that was shown, or by chance
    sa.Column("mark", sa.String(64), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),  # milliseconds since 1970
    sa.Index("ix_efforts_mark", "mark", "at"),
)
HOUR: Final = 3_600_000  # milliseconds
_LOCKS: Final = 1815  # the first of the two numbers of these locks in PostgreSQL
_lock = sa.text("SELECT pg_try_advisory_xact_lock(:kind, :number)")


def lock(connection: Connection, mark: str) -> bool:
    """Be the only process that counts for a mark until the transaction ends; False if another one
    is. It never waits, so processes cannot wait for each other in a circle."""
    if connection.dialect.name != "postgresql":
        return True
    number = int(mark[:8], 16) - (1 << 31)
    return bool(connection.execute(_lock, {"kind": _LOCKS, "number": number}).scalar())


def count(connection: Connection, mark: str, now: int) -> int:
    """Return how often something was made under a mark in the hour before `now`."""
    query = (
        sa.select(sa.func.count())
        .select_from(efforts)
        .where(efforts.c.mark == mark, efforts.c.at > now - HOUR)
    )
    return int(connection.execute(query).scalar_one())


def is_known(connection: Connection, ident: str) -> bool:
    """Return whether a proof was shown before."""
    query = sa.select(efforts.c.id).where(efforts.c.id == ident)
    return connection.execute(query).first() is not None


def note(connection: Connection, ident: str, mark: str, now: int) -> None:
    """Store that something is made; what is older than an hour is deleted."""
    connection.execute(sa.delete(efforts).where(efforts.c.at <= now - HOUR))
    connection.execute(sa.insert(efforts), {"id": ident, "mark": mark, "at": now})
