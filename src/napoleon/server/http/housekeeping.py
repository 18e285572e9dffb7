"""What nobody uses any more is cleared away: old sessions, and guests who left nothing behind.

Guests have nothing but their cookie: without a session nobody can come back as one. Who sits or sat
at a table is kept, and so is every account.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.http.doorkeeper import Doorkeeper
from napoleon.server.store import alerts, bonds, seeks
from napoleon.server.store.measure_tables import bouts
from napoleon.server.store.offers import offers
from napoleon.server.store.tables import (
    bids,
    chats,
    games,
    moves,
    people,
    seats,
    sessions,
    snapshots,
    witnesses,
)

KEPT_DAYS = 90.0  # for which a session may be left unused
UNPLAYED_DAYS = 14.0  # for which a game may wait for its first move
PERIOD = 24 * 3600.0  # seconds from one clearing to the next
log = logging.getLogger("napoleon.server")


def clear_away(connection: Connection, before: str) -> tuple[int, int]:
    """Forget the sessions that were not used since `before`, and the guests who have neither
    session nor game; returns how many of each."""
    old = connection.execute(sa.delete(sessions).where(sessions.c.used < before))
    lonely = connection.execute(
        sa.delete(people).where(
            people.c.account.is_(None),
            ~sa.exists().where(sessions.c.person == people.c.id),
            ~sa.exists().where(seats.c.person == people.c.id),
            ~sa.exists().where(games.c.creator == people.c.id),
        )
    )
    return old.rowcount, lonely.rowcount


def clear_unplayed(connection: Connection, before: str) -> int:
    """Delete the games that were made before a moment and never played; returns how many. Bids of
    that time go too: their games have begun, or never will; and offers of games that are over."""
    connection.execute(sa.delete(bids).where(bids.c.created < before))
    over = sa.select(games.c.id).where(games.c.ended.is_not(None), games.c.updated < before)
    connection.execute(sa.delete(offers).where(offers.c.game.in_(over)))
    unplayed = sa.select(games.c.id).where(
        games.c.created < before,
        ~sa.exists().where(moves.c.game == games.c.id),
        ~sa.exists().where(bouts.c.game == games.c.id),  # which have deadlines of their own
    )
    ids = list(connection.execute(unplayed).scalars())
    for start in range(0, len(ids), 500):
        share = ids[start : start + 500]
        for table in (offers, seats, chats, snapshots, witnesses):
            connection.execute(sa.delete(table).where(table.c.game.in_(share)))
        connection.execute(sa.delete(games).where(games.c.id.in_(share)))
    return len(ids)


async def keep_house(keeper: Doorkeeper, days: float, period: float = PERIOD) -> None:
    """Clear away now, and once a day from then on."""
    while True:
        before = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")

        unplayed = (datetime.now(UTC) - timedelta(days=UNPLAYED_DAYS)).isoformat(
            timespec="milliseconds"
        )

        def work(
            connection: Connection, before: str = before, unplayed: str = unplayed
        ) -> tuple[int, int]:
            alerts.clear_away(connection, round(time.time() * 1000))
            cleared = clear_unplayed(connection, unplayed)
            if cleared:
                log.info("cleared away: %d games that were never played", cleared)
            cleared_away = clear_away(connection, before)
            bonds.clear_away(connection, before)
            seeks.clear_away(connection, round(time.time() * 1000))
            return cleared_away

        try:
            old, lonely = await keeper.hall.write(work)
        except Exception:
            log.exception("old sessions could not be cleared away")
        else:
            if old or lonely:
                keeper.forget_all()
                log.info("cleared away: %d sessions, %d guests", old, lonely)
        gc.collect()  # of what lives long; see app.py
        await asyncio.sleep(period)
