"""Seats that are offered: to everybody in the lobby, or to somebody by name.

A table that is offered to everybody is public, and stays so: while it is played it can be watched.
"""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store.tables import games, metadata, people, read_sheets, seats
from napoleon.server.table.sheet import Sheet

EVERYBODY: Final = ""  # in place of a seat: all that are open, to whoever comes

offers = sa.Table(
    "offers",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.String(16), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), index=True),  # null: everybody
    sa.Column("lang", sa.String(8), nullable=False),
    sa.Column("handicap", sa.Integer, nullable=False),
    sa.Column("board", sa.String(80), nullable=False),
    sa.Column("is_declined", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("since", sa.String(32), nullable=False),
    # The ratings of whoever may come; null: any
    sa.Column("least", sa.Integer),
    sa.Column("most", sa.Integer),
    # Where its maker plays, if that is said (ISO 3166), and from where it was made: a keyed hash
    sa.Column("country", sa.String(2), nullable=False, server_default=""),
    sa.Column("origin", sa.String(24), nullable=False, server_default=""),
    sa.Index("ix_offers_since", "seat", "since"),
)


class Offer(msgspec.Struct):
    """A seat of a game that is offered, or all of them (`EVERYBODY`)."""

    game: str
    seat: str
    person: str | None
    lang: str
    handicap: int  # of the game, and its board: they need not be read from its position
    board: str
    since: str
    is_declined: bool = False
    least: int | None = None  # the rating of whoever may come; None: any
    most: int | None = None
    country: str = ""  # where its maker plays, if that is said
    origin: str = ""  # the network that it was made from, as a keyed hash

    def fits(self, points: int) -> bool:
        """Whether somebody with this rating may come."""
        return (self.least is None or points >= self.least) and (
            self.most is None or points <= self.most
        )


def put(connection: Connection, offer: Offer) -> None:
    """Offer a seat, in place of whatever was offered of it before."""
    take_back(connection, offer.game, offer.seat)
    connection.execute(sa.insert(offers).values(msgspec.structs.asdict(offer)))


def take_back(connection: Connection, game: str, seat: str) -> None:
    """A seat is not offered any more."""
    connection.execute(sa.delete(offers).where(offers.c.game == game, offers.c.seat == seat))


def decline(connection: Connection, game: str, person: str) -> bool:
    """Somebody does not want the seat that is kept for them; False: none is."""
    asked = (offers.c.game == game, offers.c.person == person, offers.c.is_declined.is_(False))
    return bool(
        connection.execute(sa.update(offers).where(*asked).values(is_declined=True)).rowcount
    )


def of_game(connection: Connection, game: str) -> list[Offer]:
    """All that is offered of a game."""
    return _read(connection, sa.select(offers).where(offers.c.game == game))


def is_public(connection: Connection, game: str) -> bool:
    """Whether a game is in the lobby for everybody."""
    return any(offer.seat == EVERYBODY for offer in of_game(connection, game))


def count_open(connection: Connection, person: str, but: str) -> int:
    """Return how many tables of a person with an open seat are offered to everybody, without the
    game `but`."""
    query = (
        sa.select(sa.func.count())
        .select_from(offers)
        .join(games)
        .where(
            offers.c.seat == EVERYBODY,
            games.c.creator == person,
            games.c.ended.is_(None),
            offers.c.game != but,
            has_room,
        )
    )
    return int(connection.execute(query).scalar_one())


def close_open(connection: Connection, person: str, but: str) -> None:
    """Take the tables of a person that still have an open seat out of the lobby, without the game
    `but`."""
    made = sa.select(games.c.id).where(games.c.creator == person, games.c.id != but)
    connection.execute(
        sa.delete(offers).where(offers.c.seat == EVERYBODY, offers.c.game.in_(made), has_room)
    )


has_room: Final = sa.exists().where(seats.c.game == offers.c.game, seats.c.kind == "open")


def under_way(connection: Connection, most: int) -> list[Offer]:
    """Return public games that are not over and have no open seat, newest first."""
    query = (
        sa.select(offers)
        .join(games)
        .where(
            offers.c.seat == EVERYBODY,
            games.c.ended.is_(None),
            ~has_room,
        )
        .order_by(offers.c.since.desc(), offers.c.game)
        .limit(most)
    )
    return _read(connection, query)


def challenges(connection: Connection, person: str, most: int) -> list[Offer]:
    """Seats that are kept for somebody, or that they keep for others, newest first."""
    still_open = sa.exists().where(
        seats.c.game == offers.c.game, seats.c.seat == offers.c.seat, seats.c.kind == "open"
    )
    mine = (offers.c.person == person) & offers.c.is_declined.is_(False)
    query = (
        sa.select(offers)
        .join(games)
        .where(
            offers.c.seat != EVERYBODY,
            games.c.ended.is_(None),
            still_open,
            mine | (games.c.creator == person),
        )
        .order_by(offers.c.since.desc(), offers.c.game)
        .limit(most)
    )
    return _read(connection, query)


def kept_seats(connection: Connection, ids: set[str]) -> dict[str, list[str]]:
    """The seats of these games that are kept for somebody who has not said no."""
    query = sa.select(offers.c.game, offers.c.seat).where(
        offers.c.game.in_(ids), offers.c.person.is_not(None), offers.c.is_declined.is_(False)
    )
    found: dict[str, list[str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.game, []).append(row.seat)
    return found


def sheets(connection: Connection, ids: set[str]) -> dict[str, Sheet]:
    """What is known of these games."""
    rows = connection.execute(sa.select(games).where(games.c.id.in_(ids))).mappings()
    return {sheet.id: sheet for sheet in read_sheets(connection, list(rows))}


def has_account(connection: Connection, person: str) -> bool:
    """Whether somebody can be asked by name."""
    query = sa.select(people.c.account).where(people.c.id == person)
    return connection.execute(query).scalar() is not None


def _read(connection: Connection, query: sa.Select[tuple[object, ...]]) -> list[Offer]:
    return [Offer(**row) for row in connection.execute(query).mappings()]
