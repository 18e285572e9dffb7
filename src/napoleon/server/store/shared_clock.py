"""The one clock of all processes that serve a database."""

from __future__ import annotations

import time
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

_began: Final = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000


def read_shared_clock(connection: Connection) -> int:
    """Return the milliseconds since 1970: by the database's clock where several processes share
    one, else by one that a change of the machine's time does not move."""
    if connection.dialect.name != "postgresql":  # there is but one process
        return _began + time.monotonic_ns() // 1_000_000
    seconds = sa.select(sa.extract("epoch", sa.func.clock_timestamp()))
    return int(connection.execute(seconds).scalar_one() * 1000)
