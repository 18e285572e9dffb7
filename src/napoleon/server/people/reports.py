"""Complaints, kept for whoever runs the server (``napoleon admin reports``)."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.cleaning import clean
from napoleon.server.people.messages import Complaint
from napoleon.server.refusals import Refused
from napoleon.server.store import tables as store
from napoleon.server.store.bonds import find_people
from napoleon.server.store.people_tables import reports

LENGTH: Final = 1000
MOST_OPEN: Final = 20  # of one person


class ReportLine(msgspec.Struct):
    """A complaint, for a list."""

    n: int
    time: str
    person: str  # names and ids
    other: str
    game: str
    text: str
    settled: str


def complain(connection: Connection, person: str, complaint: Complaint, now: str) -> None:
    """Keep what somebody says of another."""
    text = clean(complaint.text, LENGTH)
    if not text:
        raise Refused("bad-request", "say what happened")
    if complaint.person == person or not find_people(connection, {complaint.person}):
        raise Refused("not-found", "there is nobody of this name")
    mine = sa.select(sa.func.count()).select_from(reports)
    mine = mine.where(reports.c.person == person, reports.c.settled == "")
    if connection.execute(mine).scalar_one() >= MOST_OPEN:
        raise Refused("busy", "you have reported enough for now: it will be read")
    connection.execute(
        sa.insert(reports),
        {
            "time": now,
            "person": person,
            "other": complaint.person,
            "game": clean(complaint.game, 24),
            "text": text,
        },
    )


def list_reports(connection: Connection, has_settled: bool = False) -> list[ReportLine]:
    """What waits to be read, the oldest first; with the rest on demand."""
    one, other = store.people.alias("one"), store.people.alias("other_one")
    query = (
        sa.select(reports, one.c.name.label("by"), other.c.name.label("about"))
        .join(one, one.c.id == reports.c.person, isouter=True)
        .join(other, other.c.id == reports.c.other, isouter=True)
        .order_by(reports.c.n)
    )
    if not has_settled:
        query = query.where(reports.c.settled == "")
    return [
        ReportLine(
            row.n,
            row.time,
            f"{row.by or '…'} ({row.person})",
            f"{row.about or '…'} ({row.other})",
            row.game,
            row.text,
            row.settled,
        )
        for row in connection.execute(query)
    ]


def settle(connection: Connection, number: int, now: str) -> bool:
    """A complaint was seen to; False if there is none of this number that waits."""
    waits = (reports.c.n == number, reports.c.settled == "")
    return connection.execute(sa.update(reports).where(*waits).values(settled=now)).rowcount == 1
