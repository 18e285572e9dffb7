"""In which browsers somebody is logged in: kept are the kind of browser, the beginning, and the day
of the last use; no address."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.cleaning import is_token
from napoleon.server.people.messages import SessionInfo
from napoleon.server.store.people_tables import devices
from napoleon.server.store.tables import sessions

SHORT = 16  # digits of a session's hash by which its owner calls it
DAY = 10  # characters of a time that are its day
# In this order: most browsers claim to be several.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox")),
    *(("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


def device_of(agent: str) -> str:
    """The kind of browser and system, and no more, of what a browser says of itself."""
    named = [
        next((name for mark, name in marks if mark in agent), "") for marks in (BROWSERS, SYSTEMS)
    ]
    return ", ".join([name for name in named if name])


def note_device(connection: Connection, token: str, device: str) -> None:
    """A session has begun in such a browser."""
    connection.execute(sa.delete(devices).where(devices.c.token == token))
    connection.execute(sa.insert(devices), {"token": token, "device": device})


def list_sessions(connection: Connection, person: str, token: str) -> list[SessionInfo]:
    """The sessions of somebody, the one that asks first."""
    query = (
        sa.select(sessions, devices.c.device)
        .join(devices, devices.c.token == sessions.c.token, isouter=True)
        .where(sessions.c.person == person)
        .order_by(sessions.c.used.desc(), sessions.c.created.desc())
    )
    found = [
        SessionInfo(
            row.token[:SHORT], row.device or "", row.created, row.used[:DAY], row.token == token
        )
        for row in connection.execute(query)
    ]
    return sorted(found, key=lambda one: not one.is_this)


def end_sessions(connection: Connection, person: str, ident: str, token: str) -> list[str]:
    """End one session, or with "" all but the one that asks; returns the hashes of their
    cookies."""
    if ident and (len(ident) != SHORT or not is_token(ident)):
        return []
    chosen = sessions.c.token.startswith(ident, autoescape=True)
    query = sa.select(sessions.c.token).where(
        sessions.c.person == person, chosen if ident else sessions.c.token != token
    )
    ended = list(connection.execute(query).scalars())
    connection.execute(sa.delete(sessions).where(sessions.c.token.in_(ended)))
    connection.execute(sa.delete(devices).where(devices.c.token.in_(ended)))
    return ended
