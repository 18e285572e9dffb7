"""Who is at which table, in which of the processes that serve one database, and how long the others
have been away.

All of it is decided from the rows and by one clock: the database's, where several processes share
one, else one that a change of the machine's time does not move. A process that ends without a word
is found dead after a while; whoever was at a table in it has been seen until then.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store.shared_clock import read_shared_clock
from napoleon.server.store.tables import presences, processes, witnesses

FORGOTTEN: Final = 20_000  # milliseconds without a sign of life
Place = tuple[str, str]  # a game, and a person who is at its table


def _text(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="milliseconds")


def keep_alive(
    connection: Connection,
    process: str,
    here: set[Place],
    metrics: str = "",
    is_alone: bool = False,
) -> set[str]:
    """Store that a process is alive, that exactly `here` are at tables in it, and its metrics.

    Delete the processes that are dead, which are all others if it serves alone. Return the games at
    whose tables people are or are not, other than was stored.
    """
    now = read_shared_clock(connection)
    row: dict[str, object] = {"seen": _text(now), "metrics": metrics}
    own = processes.c.id == process
    seen = connection.execute(sa.select(processes.c.seen).where(own)).scalar()
    if seen is None:
        connection.execute(sa.insert(processes), {"id": process, "started": now, **row})
        # A clock that went ahead once, as a machine's may, keeps nobody at a table till then.
        late = witnesses.c.seen > now
        connection.execute(sa.update(witnesses).where(late).values(seen=now))
    else:
        if seen < _text(now - FORGOTTEN):  # it has slept, and serves again from now on
            row["started"] = now
        connection.execute(sa.update(processes).where(own).values(row))
    mine = sa.select(presences.c.game, presences.c.person).where(presences.c.process == process)
    stored = {(row.game, row.person) for row in connection.execute(mine)}
    for game, person in stored ^ here:
        note(connection, process, game, person, (game, person) in here)
    changed = {game for game, _ in stored ^ here}
    dead = sa.select(processes.c.id).where(processes.c.id != process)
    if not is_alone:
        dead = dead.where(processes.c.seen < _text(now - FORGOTTEN))
    for name in connection.execute(dead).scalars().all():
        changed |= end(connection, name)
    return changed


def end(connection: Connection, process: str) -> set[str]:
    """Delete a process that serves no longer. Whoever was at a table in it is away from now on.
    Return the games of these tables."""
    mine = sa.select(presences.c.game, presences.c.person).where(presences.c.process == process)
    left = list(connection.execute(mine))
    for game, person in left:
        note(connection, process, game, person, is_here=False)
    connection.execute(sa.delete(processes).where(processes.c.id == process))
    return {row.game for row in left}


def note(connection: Connection, process: str, game: str, person: str, is_here: bool) -> None:
    """Store that a person has come to a table in a process, or has gone from it."""
    now = read_shared_clock(connection)
    key = (
        (presences.c.process == process)
        & (presences.c.game == game)
        & (presences.c.person == person)
    )
    connection.execute(sa.delete(presences).where(key))
    connection.execute(
        sa.update(witnesses)
        .where(witnesses.c.game == game, witnesses.c.person == person)
        .values(seen=now)
    )
    if is_here:
        known = sa.select(processes.c.id).where(processes.c.id == process)
        if connection.execute(known).first() is None:
            row = {"id": process, "seen": _text(now), "started": now}
            connection.execute(sa.insert(processes), row)
        connection.execute(
            sa.insert(presences), {"process": process, "game": game, "person": person}
        )


def away(connection: Connection, process: str, game: str, absence: float) -> set[str]:
    """Return who has sat at a table and has not been seen there for `absence` seconds, of which
    this or another process that is alive has served all the time.

    Whoever is at a table in a process that is dead, and that nobody has found dead yet, counts as
    there.
    """
    now = read_shared_clock(connection)
    mine = sa.select(processes.c.started).where(processes.c.id == process)
    own = connection.execute(mine).scalar()
    if own is None:  # somebody took this process for dead: it has to say first that it is not
        return set()
    # Another counts only if it has been alive since this one began: it may have died just before.
    alive = sa.select(sa.func.min(processes.c.started)).where(
        (processes.c.id == process)
        | ((processes.c.seen > _text(own)) & (processes.c.started > 0))  # 0: of an older version
    )
    since = connection.execute(alive).scalar_one()
    there = sa.exists().where(
        presences.c.game == witnesses.c.game, presences.c.person == witnesses.c.person
    )
    query = (
        sa.select(witnesses.c.person, sa.func.max(witnesses.c.seen).label("seen"))
        .where(witnesses.c.game == game, ~there)
        .group_by(witnesses.c.person)
    )
    return {
        row.person
        for row in connection.execute(query)
        if now - max(row.seen, since) >= absence * 1000
    }


def _is_alive(connection: Connection) -> sa.ColumnElement[bool]:
    return processes.c.seen >= _text(read_shared_clock(connection) - FORGOTTEN)


def others(connection: Connection, game: str, process: str) -> set[str]:
    """Who is at a table in other processes."""
    query = (
        sa.select(presences.c.person)
        .join(processes, processes.c.id == presences.c.process)
        .where(
            presences.c.game == game,
            presences.c.process != process,
            _is_alive(connection),
        )
    )
    return {row.person for row in connection.execute(query)}


def here(connection: Connection, games: set[str]) -> dict[str, set[str]]:
    """Who is at these tables, in any process."""
    query = (
        sa.select(presences.c.game, presences.c.person)
        .join(processes, processes.c.id == presences.c.process)
        .where(presences.c.game.in_(games), _is_alive(connection))
    )
    found: dict[str, set[str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.game, set()).add(row.person)
    return found


def metrics_of_others(connection: Connection, process: str) -> list[str]:
    """What the other processes that are alive have measured."""
    query = (
        sa.select(processes.c.metrics)
        .where(processes.c.id != process, _is_alive(connection))
        .order_by(processes.c.id)
    )
    return [row.metrics for row in connection.execute(query) if row.metrics]


def at_tables(connection: Connection) -> set[str]:
    """Who is at any table, in any process that is alive."""
    query = (
        sa.select(presences.c.person)
        .join(processes, processes.c.id == presences.c.process)
        .where(_is_alive(connection))
    )
    return set(connection.execute(query).scalars())
