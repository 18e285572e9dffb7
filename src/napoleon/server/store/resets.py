"""Forgotten passwords: what was asked for is stored first and looked up later.

Asking stores the same row whether there is such an account or not, so that the time of the answer
tells nothing. The sender looks up whose mails they are (sender.py).
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store import alert_wishes
from napoleon.server.store.alert_tables import reset_asks
from napoleon.server.store.mail_slots import HOUR
from napoleon.server.store.people_upkeep import account_of


def ask(connection: Connection, who: str, now: int) -> None:
    """Store that the password of `who`, an account or an address, was said to be forgotten."""
    row = {"id": secrets.token_hex(8), "who": who, "asked": now}
    connection.execute(sa.insert(reset_asks), row)


def is_waiting(connection: Connection) -> bool:
    """Whether anything was asked for that has not been looked up."""
    return connection.execute(sa.select(reset_asks.c.id).limit(1)).first() is not None


def look_up(connection: Connection, most: int, now: int) -> None:
    """Post the mails that were asked for, at most `most` an hour and address, and delete what was
    asked; what waited for more than an hour is deleted alone."""
    for row in connection.execute(sa.select(reset_asks).order_by(reset_asks.c.asked)).all():
        mine = reset_asks.c.id == row.id
        is_ours = connection.execute(sa.delete(reset_asks).where(mine)).rowcount == 1
        if is_ours and row.asked > now - HOUR:
            alert_wishes.ask_for_reset(connection, account_of(row.who), row.who, now, most)
