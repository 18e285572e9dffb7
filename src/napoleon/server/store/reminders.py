"""Turns whose time runs out: whoever was told of one, or has seen it, is reminded once."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store.alert_tables import waits
from napoleon.server.store.alerts import DAY, Wait
from napoleon.server.store.tables import games
from napoleon.server.table.clock import parse_pace

KNOWN: Final = ("told", "seen")
PART: Final = 3  # a third of the time of a turn is left, or a day


def due_reminders(connection: Connection, now: int) -> dict[str, list[Wait]]:
    """Turns of which little time is left, by person; only where there are days for each."""
    query = (
        sa.select(waits, games.c.due.label("deadline"), games.c.pace)
        .join(games, games.c.id == waits.c.game)
        .where(
            waits.c.state.in_(KNOWN),
            games.c.ended.is_(None),
            games.c.due.between(now, now + DAY),
            games.c.pace.startswith("days "),
        )
        .order_by(games.c.due)
    )
    found: dict[str, list[Wait]] = {}
    for row in connection.execute(query):
        if row.deadline - now <= parse_pace(row.pace).each * 1000 // PART:
            wait = Wait(row.person, row.game, row.after, row.v)
            found.setdefault(row.person, []).append(wait)
    return found


def remind(connection: Connection, found: list[Wait]) -> list[Wait]:
    """Be the one who reminds of these turns; returns those that nobody has reminded of before."""
    return [
        wait
        for wait in found
        if connection.execute(
            sa.update(waits)
            .where(
                waits.c.person == wait.person,
                waits.c.game == wait.game,
                waits.c.after == wait.after,
                waits.c.state.in_(KNOWN),
            )
            .values(state="reminded")
        ).rowcount
        == 1
    ]
