"""What the one who runs a server does for, and about, people: a new password, a ban, a seat given
again after a lost cookie, everything personal forgotten."""

from __future__ import annotations

import unicodedata

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store import alerts, bonds, naming, notices, ratings
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import emails
from napoleon.server.store.holding import next_edition
from napoleon.server.store.measure_tables import entrants, tournaments
from napoleon.server.store.news import News
from napoleon.server.store.offers import offers
from napoleon.server.store.seeks import seeks
from napoleon.server.table.stories import new_id, new_token

GONE = "…"  # what is left of the name of somebody who is forgotten


class NoSuchPerson(Exception):
    """There is nobody of this name or id."""


class PersonLine(msgspec.Struct):
    """A person, for a list."""

    id: str
    name: str
    account: str | None
    created: str
    games: int
    banned: str | None


def find_people(connection: Connection, words: str) -> list[PersonLine]:
    """People by id, by account or by a part of the name."""
    seats = (
        sa.select(store.seats.c.person, sa.func.count().label("games"))
        .group_by(store.seats.c.person)
        .subquery()
    )
    query = (
        sa.select(store.people, seats.c.games)
        .join(seats, seats.c.person == store.people.c.id, isouter=True)
        .where(
            (store.people.c.id == words)
            | (store.people.c.account == account_of(words))
            | store.people.c.name.icontains(words, autoescape=True)
        )
        .order_by(store.people.c.created)
    )
    return [
        PersonLine(row.id, row.name, row.account, row.created, row.games or 0, row.banned)
        for row in connection.execute(query)
    ]


def account_of(name: str) -> str:
    """The name under which an account is found."""
    return unicodedata.normalize("NFKC", name).casefold()


def find_person(connection: Connection, who: str) -> str:
    """The id of a person, by id or account; raises NoSuchPerson."""
    query = sa.select(store.people.c.id).where(
        (store.people.c.id == who) | (store.people.c.account == account_of(who))
    )
    found = connection.execute(query).scalars().all()
    if len(found) != 1:
        raise NoSuchPerson(f"there is nobody with the account or id {who!r}")
    return str(found[0])


def set_password(connection: Connection, person: str, hashed: str) -> None:
    """Store a new password; every session ends, and every link to another one.

    An address that is not confirmed goes, with its link: who had a session may have put it in, to
    get a password by mail later. Raises NoSuchPerson without an account.
    """
    found = connection.execute(
        sa.update(store.people)
        .where(store.people.c.id == person, store.people.c.account.is_not(None))
        .values(password=hashed)
    )
    if not found.rowcount:
        raise NoSuchPerson("only an account has a password")
    for purpose in ("reset", "verify"):
        alerts.end_links(connection, person, purpose)
    unconfirmed = (emails.c.person == person) & emails.c.verified.is_(False)
    connection.execute(sa.delete(emails).where(unconfirmed))
    _end_sessions(connection, person)


def ban(connection: Connection, person: str, why: str | None) -> None:
    """Keep somebody out, and say why; None: let in again."""
    values = {"banned": why[:200] if why is not None else None}
    connection.execute(sa.update(store.people).where(store.people.c.id == person).values(**values))
    if why is not None:
        _end_sessions(connection, person)


def _end_sessions(connection: Connection, person: str) -> None:
    """Here, and in every process that serves."""
    mine = store.sessions.c.person == person
    tokens = connection.execute(sa.select(store.sessions.c.token).where(mine)).scalars().all()
    connection.execute(sa.delete(store.sessions).where(mine))
    notices.post(connection, News("", sessions=list(tokens)))


def said_by(connection: Connection, person: str) -> list[tuple[str, int]]:
    """The lines that somebody has said, by game and number."""
    query = sa.select(store.chats.c.game, store.chats.c.n).where(store.chats.c.person == person)
    return [(row.game, row.n) for row in connection.execute(query)]


def reissue_seat(connection: Connection, game: str, seat: str) -> str:
    """A new invitation to a seat whose player has lost the cookie; whoever has it takes the place
    of the person who sat there. Returns its token."""
    token = new_token()
    found = connection.execute(
        sa.update(store.seats)
        .where(store.seats.c.game == game, store.seats.c.seat == seat)
        .values(
            kind="open",
            person=None,
            invite=token,
            level=None,
            stand_in=None,
            had_other=store.seats.c.had_other | sa.exists().where(store.moves.c.game == game),
        )
    )
    if not found.rowcount:
        raise NoSuchPerson(f"there is no seat {seat!r} in game {game!r}")
    # The old holder is not a witness any more: the same person comes back as another.
    connection.execute(
        sa.delete(store.witnesses).where(
            store.witnesses.c.game == game, store.witnesses.c.seat == seat
        )
    )
    next_edition(connection, game)
    notices.post(connection, News("", games=[game]))
    return token


def forget(connection: Connection, person: str) -> str:
    """Delete all that is personal of somebody. The games stay whole for those who played them: the
    seat is that of somebody without a name, whose id is returned."""
    found = store.witnessed(connection, person)
    connection.execute(
        sa.update(store.chats)
        .where(store.chats.c.person == person)
        .values(name=GONE, text=GONE, person=None, is_guest=False)
    )
    naming.forget(connection, person)
    connection.execute(sa.delete(offers).where(offers.c.person == person))
    made = sa.select(store.games.c.id).where(store.games.c.creator == person)
    connection.execute(
        sa.update(offers).where(offers.c.game.in_(made)).values(country="", origin="")
    )
    connection.execute(sa.delete(seeks).where(seeks.c.person == person))
    bids = store.bids.c
    connection.execute(sa.delete(store.bids).where((bids.host == person) | (bids.guest == person)))
    alerts.forget_person(connection, person)
    _end_sessions(connection, person)
    nobody = new_id()
    connection.execute(
        sa.insert(store.people),
        {
            "id": nobody,
            "name": GONE,
            "account": None,
            "password": None,
            "lang": "en",
            "created": "",
            "banned": None,
        },
    )
    for table, column in (
        (store.seats, store.seats.c.person),
        (store.games, store.games.c.creator),
        (store.witnesses, store.witnesses.c.person),
        (entrants, entrants.c.person),
        (tournaments, tournaments.c.maker),
    ):
        connection.execute(sa.update(table).where(column == person).values({column.name: nobody}))
    ratings.rename(connection, person, nobody)
    connection.execute(sa.delete(store.people).where(store.people.c.id == person))
    bonds.forget(connection, person, nobody)
    notices.post(connection, News("", games=[game for game, _ in found]))
    return nobody
