"""The open tables of the lobby in a fair order, and which of them somebody looks for.

The lobby lists tables in turns: in each turn every account has one, and all guests of one network
together have one; within a turn, and among the tables of one person, the oldest comes first. So
nobody fills the first page, and who closes a table and opens it again goes to the end of a turn.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import Connection

from napoleon.server.limits import Limits
from napoleon.server.measure.reckoning import Rating
from napoleon.server.store.measure_tables import ratings
from napoleon.server.store.offers import EVERYBODY, Offer, has_room, offers
from napoleon.server.store.ratings import PERSON
from napoleon.server.store.ratings import find as find_ratings
from napoleon.server.store.tables import games, people, seats, sessions

Level = Literal["", "provisional", "low", "middle", "high"]
Country = Annotated[str, Meta(pattern="^([A-Z]{2})?$")]  # ISO 3166; "" is not said
Code = Annotated[str, Meta(max_length=80)]

PROVISIONAL: Final = 10  # rated games, before a rating says something
LOW: Final = 1400  # points, below which a level is low
HIGH: Final = 1600  # from which it is high
MOST: Final = 3000  # tables that are looked through


class Filters(msgspec.Struct, kw_only=True):
    """What somebody looks for; "" and 0: anything."""

    level: Level = ""  # of whoever offers: below 1400, up to 1599, from 1600; or not yet certain
    pace: Literal["", "none", "live", "days"] = ""
    lang: Annotated[str, Meta(max_length=8)] = ""
    rated: Literal["", "yes", "no"] = ""
    country: Country = ""  # where the other plays
    scenario: Code = ""
    players: Annotated[int, Meta(ge=0, le=3)] = 0

    def fits(self, table: Listed) -> bool:
        """Whether a table is among those looked for."""
        return self.fits_terms(table.pace, table.rated, table.scenario, table.players) and all(
            not wanted or wanted == there
            for wanted, there in (
                (self.level, table.level),
                (self.lang, table.offer.lang),
                (self.country, table.offer.country),
            )
        )

    def fits_terms(self, pace: str, rated: bool, scenario: str, players: int) -> bool:
        """Whether a game on these terms is among those looked for; `pace` is its kind."""
        return (
            self.pace in ("", pace)
            and self.rated in ("", "yes" if rated else "no")
            and self.scenario in ("", scenario)
            and self.players in (0, players)
        )


class Listed(msgspec.Struct):
    """An open table as it is looked for."""

    offer: Offer
    creator: str
    scenario: str
    players: int
    pace: str  # its kind
    rated: bool
    level: Level  # of its maker


def level_of(rating: Rating | None) -> Level:
    """Return the band of a rating; None is that of a guest or of a beginner."""
    if rating is None or rating.games < PROVISIONAL:
        return "provisional"
    return "low" if rating.points < LOW else "middle" if rating.points < HIGH else "high"


def levels_of(connection: Connection, ids: set[str]) -> dict[str, Level]:
    """Return the bands of people's ratings."""
    known = find_ratings(connection, [PERSON + person for person in ids])
    return {person: level_of(known.get(PERSON + person)) for person in ids}


def open_tables(
    connection: Connection, limits: Limits, away_from: set[str] | None = None
) -> list[Listed]:
    """Return the tables with an open seat in their fair order (see above), without those of the
    people `away_from` and where they sit. No person has more of them than may be open at once."""
    is_guest = people.c.account.is_(None)
    own = (
        sa.select(
            *offers.c,
            games.c.creator,
            games.c.scenario,
            games.c.players,
            games.c.pace,
            games.c.rated,
            sa.case((is_guest, limits.offers_guest), else_=limits.offers_account).label("cap"),
            sa.case((is_guest, "guests " + offers.c.origin), else_=games.c.creator).label("unit"),
            sa.func.row_number()
            .over(partition_by=games.c.creator, order_by=(offers.c.since, offers.c.game))
            .label("nth"),
        )
        .join(games, games.c.id == offers.c.game)
        .join(people, people.c.id == games.c.creator)
        .where(
            offers.c.seat == EVERYBODY,
            games.c.ended.is_(None),
            has_room,
            people.c.banned.is_(None),
            # A guest who has logged out never comes back.
            ~is_guest | sa.exists().where(sessions.c.person == people.c.id),
        )
    )
    if away_from:
        theirs = sa.select(seats.c.game).where(seats.c.person.in_(away_from))
        own = own.where(games.c.creator.not_in(away_from), games.c.id.not_in(theirs))
    counted = own.subquery()
    turn = sa.func.row_number().over(
        partition_by=counted.c.unit, order_by=(counted.c.nth, counted.c.since, counted.c.game)
    )
    allowed = sa.select(counted, turn.label("turn")).where(counted.c.nth <= counted.c.cap)
    turns = allowed.subquery()
    query = (
        sa.select(turns, ratings.c.mu, ratings.c.sigma, ratings.c.games, ratings.c.wins)
        .join(ratings, ratings.c.who == PERSON + turns.c.creator, isouter=True)
        .order_by(turns.c.turn, turns.c.since, turns.c.game)
        .limit(MOST)
    )
    names = [column.name for column in offers.c]
    found: list[Listed] = []
    for row in connection.execute(query).mappings():
        rating = (
            Rating(row["mu"], row["sigma"], row["games"], row["wins"])
            if row["mu"] is not None
            else None
        )
        found.append(
            Listed(
                Offer(**{name: row[name] for name in names}),
                row["creator"],
                row["scenario"],
                row["players"],
                row["pace"].split()[0] if row["pace"] else "none",
                bool(row["rated"]),
                level_of(rating),
            )
        )
    return found
