"""Who is at which table, in which of the processes that serve one database.

A process that dies without a word is forgotten after a while, and with it who was there.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store.tables import presences, processes

FORGOTTEN: Final = 20.0  # seconds without a sign of life


def _text(seconds_ago: float = 0.0) -> str:
    moment = datetime.now(UTC) - timedelta(seconds=seconds_ago)
    return moment.isoformat(timespec="milliseconds")


def keep_alive(connection: Connection, process: str, metrics: str = "") -> None:
    """A process is alive, and measures this; those that are not are forgotten."""
    row = {"seen": _text(), "metrics": metrics}
    found = connection.execute(sa.update(processes).where(processes.c.id == process).values(row))
    if not found.rowcount:
        connection.execute(sa.insert(processes), {"id": process, **row})
    dead = sa.select(processes.c.id).where(processes.c.seen < _text(FORGOTTEN))
    alive = sa.select(processes.c.id)
    connection.execute(sa.delete(presences).where(presences.c.process.in_(dead)))
    connection.execute(sa.delete(processes).where(processes.c.seen < _text(FORGOTTEN)))
    connection.execute(sa.delete(presences).where(presences.c.process.not_in(alive)))


def note(connection: Connection, process: str, game: str, person: str, is_here: bool) -> None:
    """A person has come to a table in a process, or has gone from it."""
    key = (
        (presences.c.process == process)
        & (presences.c.game == game)
        & (presences.c.person == person)
    )
    connection.execute(sa.delete(presences).where(key))
    if is_here:
        if (
            connection.execute(sa.select(processes.c.id).where(processes.c.id == process)).first()
            is None
        ):
            connection.execute(sa.insert(processes), {"id": process, "seen": _text()})
        connection.execute(
            sa.insert(presences), {"process": process, "game": game, "person": person}
        )


def others(connection: Connection, game: str, process: str) -> set[str]:
    """Who is at a table in other processes."""
    query = (
        sa.select(presences.c.person)
        .join(processes, processes.c.id == presences.c.process)
        .where(
            presences.c.game == game,
            presences.c.process != process,
            processes.c.seen >= _text(FORGOTTEN),
        )
    )
    return {row.person for row in connection.execute(query)}


def here(connection: Connection, games: set[str]) -> dict[str, set[str]]:
    """Who is at these tables, in any process."""
    query = (
        sa.select(presences.c.game, presences.c.person)
        .join(processes, processes.c.id == presences.c.process)
        .where(presences.c.game.in_(games), processes.c.seen >= _text(FORGOTTEN))
    )
    found: dict[str, set[str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.game, set()).add(row.person)
    return found


def metrics_of_others(connection: Connection, process: str) -> list[str]:
    """What the other processes that are alive have measured."""
    query = (
        sa.select(processes.c.metrics)
        .where(processes.c.id != process, processes.c.seen >= _text(FORGOTTEN))
        .order_by(processes.c.id)
    )
    return [row.metrics for row in connection.execute(query) if row.metrics]


def at_tables(connection: Connection) -> set[str]:
    """Who is at any table, in any process that is alive."""
    query = (
        sa.select(presences.c.person)
        .join(processes, processes.c.id == presences.c.process)
        .where(processes.c.seen >= _text(FORGOTTEN))
    )
    return set(connection.execute(query).scalars())
