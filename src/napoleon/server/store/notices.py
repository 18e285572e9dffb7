"""What the command line tells a running server: whose session has ended, which game has changed.

The command line stores a notice together with what it does; every process that serves the database
looks for new ones now and then, and treats them like news from another process (news.py).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store.news import News
from napoleon.server.store.tables import notices

KEPT: Final = timedelta(days=1)  # for which a notice may wait to be read
_decoder = msgspec.json.Decoder(News)


def post(connection: Connection, news: News) -> None:
    """Within the transaction that does it: let every process that serves know."""
    now = datetime.now(UTC)
    old = (now - KEPT).isoformat(timespec="milliseconds")
    connection.execute(sa.delete(notices).where(notices.c.time < old))
    connection.execute(
        sa.insert(notices),
        {
            "time": now.isoformat(timespec="milliseconds"),
            "payload": msgspec.json.encode(news).decode(),
        },
    )


def last(connection: Connection) -> int:
    """The number of the newest notice."""
    return int(connection.execute(sa.select(sa.func.max(notices.c.n))).scalar() or 0)


def after(connection: Connection, number: int) -> list[tuple[int, News]]:
    """The notices that came after one."""
    query = sa.select(notices).where(notices.c.n > number).order_by(notices.c.n)
    return [(row.n, _decoder.decode(row.payload)) for row in connection.execute(query)]
