"""Standing seeks: what people wait for in the lobby, one seek a person.

A seek is `open` while it looks, `sitting` while its person is being seated at somebody's table,
`found` once it has told of a table, and `seated` once its person has a seat. All changes are made
while the person is held (holding.py), and upon the state and id that were read.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store.listing import Code, Country, Filters
from napoleon.server.store.offers import EVERYBODY, offers
from napoleon.server.store.people_tables import bonds
from napoleon.server.store.tables import games, metadata, people, seats, sessions

State = Literal["open", "sitting", "found", "seated"]
MOST: Final = 500  # seeks that are looked through, the oldest first

seeks = sa.Table(
    "seeks",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("id", sa.String(24), nullable=False),  # another for every wish
    sa.Column("token", sa.String(64), nullable=False),  # the session that it ends with
    sa.Column("wish", sa.Text, nullable=False),  # a Wish, as JSON
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("game", sa.String(24), nullable=False, server_default=""),
    sa.Column("seat", sa.String(16), nullable=False, server_default=""),
    # Milliseconds since 1970
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),  # when its person last asked for it
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Index("ix_seeks_state", "state", "since"),
)


class Wish(Filters, kw_only=True):
    """What somebody waits for, and what they bring."""

    act: Literal["seat", "tell"] = "seat"  # take a seat for me, or only tell me of the table
    side: Literal["", "french", "allied"] = ""
    speaks: Code = ""  # the language that I play in; "" as I have chosen for the pages
    home: Country = ""  # where I play, if I say so


class Seek(msgspec.Struct):
    """A row."""

    person: str
    id: str
    token: str
    wish: Wish
    state: State
    game: str
    seat: str
    since: int
    seen: int
    expires: int


def find(connection: Connection, person: str, now: int) -> Seek | None:
    """Return the seek of a person, if it has not expired and its session goes on."""
    found = _read(connection, seeks.c.person == person, seeks.c.expires > now)
    return found[0] if found else None


def looking(connection: Connection, now: int) -> list[Seek]:
    """Return the seeks that look, the oldest first; nobody's who is away or banned."""
    return _read(connection, seeks.c.state == "open", seeks.c.expires > now)


def left_sitting(connection: Connection) -> list[Seek]:
    """Return the seeks whose person was being seated, wherever that person is now."""
    return _rows(connection, sa.select(seeks).where(seeks.c.state == "sitting"))


def outdated(connection: Connection) -> list[Seek]:
    """Return the seeks that have told of a table that is not open any more."""
    is_open = (
        sa.exists()
        .where(offers.c.game == seeks.c.game, offers.c.seat == EVERYBODY)
        .where(seats.c.game == seeks.c.game, seats.c.seat == seeks.c.seat, seats.c.kind == "open")
        .where(games.c.id == seeks.c.game, games.c.ended.is_(None))
    )
    return _rows(connection, sa.select(seeks).where(seeks.c.state == "found", ~is_open))


def is_waiting(connection: Connection) -> bool:
    """Whether there is a seek to see to."""
    query = sa.select(seeks.c.id).where(seeks.c.state != "seated").limit(1)
    return connection.execute(query).first() is not None


def _read(connection: Connection, *where: Any) -> list[Seek]:
    query = (
        sa.select(seeks)
        .join(sessions, sessions.c.token == seeks.c.token)
        .join(people, people.c.id == seeks.c.person)
        .where(sessions.c.person == seeks.c.person, people.c.banned.is_(None), *where)
        .order_by(seeks.c.since, seeks.c.person)
        .limit(MOST)
    )
    return _rows(connection, query)


def _rows(connection: Connection, query: sa.Select[Any]) -> list[Seek]:
    rows = connection.execute(query).mappings()
    return [Seek(**{**row, "wish": msgspec.json.decode(row["wish"], type=Wish)}) for row in rows]


def put(connection: Connection, seek: Seek) -> bool:
    """Keep a seek in place of the person's last one; False if they are just being seated."""
    if not cancel(connection, seek.person):
        return False
    row = {**msgspec.structs.asdict(seek), "wish": msgspec.json.encode(seek.wish).decode()}
    connection.execute(sa.insert(seeks), row)
    return True


def cancel(connection: Connection, person: str) -> bool:
    """Delete the seek of a person; False if they are just being seated."""
    connection.execute(sa.delete(seeks).where(seeks.c.person == person, seeks.c.state != "sitting"))
    left = sa.select(seeks.c.id).where(seeks.c.person == person)
    return connection.execute(left).first() is None


def end_all(connection: Connection, involved: set[str]) -> bool:
    """Delete the seeks of people who are about to play; False, deleting nothing, if one of them is
    just being seated by theirs."""
    theirs = seeks.c.person.in_(involved)
    busy = sa.select(seeks.c.id).where(theirs, seeks.c.state == "sitting")
    if connection.execute(busy.limit(1)).first() is not None:
        return False
    connection.execute(sa.delete(seeks).where(theirs, seeks.c.state != "seated"))
    return True


def change(
    connection: Connection, seek: Seek, state: State, game: str = "", seat: str = ""
) -> bool:
    """Bring a seek to another state; False if it is not any more what was read."""
    found = connection.execute(
        sa.update(seeks)
        .where(seeks.c.person == seek.person, seeks.c.id == seek.id, seeks.c.state == seek.state)
        .values(state=state, game=game, seat=seat)
    )
    return found.rowcount == 1


def is_there(connection: Connection, seek: Seek, now: int) -> bool:
    """Whether a seek still looks, and its person is logged in."""
    where = (seeks.c.person == seek.person, seeks.c.id == seek.id, seeks.c.state == "open")
    return bool(_read(connection, *where, seeks.c.expires > now))


def touch(connection: Connection, person: str, now: int, expires: int | None) -> None:
    """Note that a person has asked for their seek; `expires` None leaves its end as it is."""
    values = {"seen": now} if expires is None else {"seen": now, "expires": expires}
    connection.execute(sa.update(seeks).where(seeks.c.person == person).values(values))


def renew(connection: Connection, token: str, fresh: str) -> None:
    """Let the seek of a session go on when the session gets another cookie; both by their hash."""
    connection.execute(sa.update(seeks).where(seeks.c.token == token).values(token=fresh))


def clear_away(connection: Connection, now: int) -> None:
    """Delete what has expired or whose session has ended."""
    alive = sa.exists().where(
        sessions.c.token == seeks.c.token, sessions.c.person == seeks.c.person
    )
    connection.execute(
        sa.delete(seeks).where(seeks.c.state != "sitting", (seeks.c.expires <= now) | ~alive)
    )


def shunned(connection: Connection, ids: set[str]) -> dict[str, set[str]]:
    """Return for each of these people whom they have blocked, and who has blocked them."""
    query = sa.select(bonds.c.person, bonds.c.other).where(
        bonds.c.kind == "block", bonds.c.person.in_(ids) | bonds.c.other.in_(ids)
    )
    found: dict[str, set[str]] = {person: set() for person in ids}
    for row in connection.execute(query):
        for one, other in ((row.person, row.other), (row.other, row.person)):
            found.setdefault(one, set()).add(other)
    return found
