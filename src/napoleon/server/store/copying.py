"""A whole database into another: for backups, and for moving from SQLite to PostgreSQL.

What is copied is one moment of the source, however many play meanwhile; the target must be empty.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from napoleon.server.store import people_tables, upgrading
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import ALERT_TABLES
from napoleon.server.store.efforts import efforts
from napoleon.server.store.heartbeat import heartbeats
from napoleon.server.store.measure_tables import MEASURE_TABLES
from napoleon.server.store.offers import offers
from napoleon.server.store.seeks import seeks

# In the order in which rows may point to each other; who is where just now is nobody's to keep.
TABLES: Final = (
    store.people,
    store.sessions,
    store.games,
    store.seats,
    store.witnesses,
    store.moves,
    store.snapshots,
    store.chats,
    store.bids,
    *MEASURE_TABLES,
    people_tables.names,
    people_tables.passkeys,
    people_tables.devices,
    people_tables.bonds,
    people_tables.wishes,
    people_tables.reports,
    *ALERT_TABLES,
    heartbeats,
    offers,
    seeks,
    efforts,
)
SHARE: Final = 500  # rows at a time


class NotEmpty(Exception):
    """Something is already in the database that a copy is to go to."""


def copy_database(
    source_url: str, target_url: str, progress: Callable[[str, int], None] | None = None
) -> dict[str, int]:
    """Copy everything; returns how many rows of each table. Raises NotEmpty."""
    source, target = store.open_engine(source_url), store.open_engine(target_url)
    try:
        upgrading.migrate(source)
        upgrading.migrate(target)
        with (
            _snapshot(source) as reading,
            target.connect().execution_options(is_writer=True) as writing,
            writing.begin(),
        ):
            _check_empty(writing)
            counts: dict[str, int] = {}
            for table in TABLES:
                counts[table.name] = _copy_table(reading, writing, table)
                if progress is not None:
                    progress(table.name, counts[table.name])
            return counts
    finally:
        source.dispose()
        target.dispose()


def backup(database_url: str, path: Path) -> dict[str, int]:
    """One moment of a database as an SQLite file of its own, while it is in use."""
    if path.exists():
        raise NotEmpty(f"{path} is there already")
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        counts = copy_database(database_url, f"sqlite:///{part}")
        _fold(part)
        part.rename(path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            Path(f"{part}{suffix}").unlink(missing_ok=True)
    return counts


def _fold(path: Path) -> None:
    """One file, with nothing beside it."""
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
    engine.dispose()


def _snapshot(engine: Engine) -> Connection:
    """A connection that sees one moment."""
    connection = engine.connect()
    if engine.dialect.name != "sqlite":
        connection = connection.execution_options(isolation_level="REPEATABLE READ")
    connection.execute(sa.select(sa.func.count()).select_from(store.games))  # the moment is now
    return connection


def _check_empty(connection: Connection) -> None:
    for table in TABLES:
        if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
            raise NotEmpty(f"the database to copy to has rows in {table.name} already")


def _copy_table(reading: Connection, writing: Connection, table: sa.Table) -> int:
    """Rows in the order of the key, so that a move comes after the one that it stands upon."""
    keys = list(table.primary_key.columns)
    rows = reading.execute(sa.select(table).order_by(*keys)).mappings()
    copied = 0
    while share := rows.fetchmany(SHARE):
        writing.execute(sa.insert(table), [dict(row) for row in share])
        copied += len(share)
    return copied
