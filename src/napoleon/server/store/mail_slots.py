"""How many mails with a link go to one address within an hour, counted for all processes.

An address has so many slots, each of which is taken once an hour. Taking one is a single statement
on one row, so that two processes never take the same: nothing is counted first and stored later.
"""

from __future__ import annotations

import hashlib
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store import alerts
from napoleon.server.store.alert_tables import mail_slots

HOUR: Final = 3_600_000  # milliseconds


def take_slot(connection: Connection, purpose: str, whose: str, most: int, now: int) -> bool:
    """Take one of the `most` slots of an address or a person for this purpose; False if all were
    taken within the last hour. Small and capital letters are the same."""
    key = hashlib.sha256(f"{purpose} {whose.casefold()}".encode()).hexdigest()
    for slot in range(most):
        row = {"whose": key, "slot": slot, "taken": now}
        if alerts.insert_new(connection, mail_slots, row):
            return True
        mine = (mail_slots.c.whose == key) & (mail_slots.c.slot == slot)
        is_free = mail_slots.c.taken <= now - HOUR
        taken = connection.execute(sa.update(mail_slots).where(mine, is_free).values(taken=now))
        if taken.rowcount == 1:
            return True
    return False
