"""Tournaments as they are stored.

Every change goes from one edition to the next. Whoever changes something takes the row first, and
others wait; what was worked out from an edition is stored only upon that one, so a step that two
processes take at once is taken once.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.measure.terms import (
    DRAWN,
    Bout,
    Contest,
    Entrant,
    Meeting,
    Stage,
    Terms,
)
from napoleon.server.store import tables as store
from napoleon.server.store.measure_tables import bouts, entrants, meetings, tournaments


class Tournament(msgspec.Struct):
    """A tournament with all that is in it."""

    id: str
    title: str
    maker: str
    stage: Stage
    created: str
    starts: int  # milliseconds since 1970
    deadline: int  # of the round
    round: int
    edition: int
    contest: Contest

    @property
    def terms(self) -> Terms:
        """What was agreed."""
        return self.contest.terms

    def entrant_of(self, person: str) -> Entrant | None:
        """Somebody who plays in it."""
        return next((one for one in self.contest.entrants if one.person == person), None)

    @property
    def going_on(self) -> list[tuple[Meeting, Bout]]:
        """The games that have no result yet."""
        return [
            (meeting, bout)
            for meeting in self.contest.meetings
            for bout in meeting.bouts
            if not bout.winner
        ]


class Heading(msgspec.Struct):
    """A tournament in a list."""

    id: str
    title: str
    stage: Stage
    terms: Terms
    starts: int
    round: int
    rounds: int
    entrants: int


def insert(connection: Connection, tournament: Tournament) -> None:
    """Keep a new one, without entrants."""
    connection.execute(
        sa.insert(tournaments),
        {
            "id": tournament.id,
            "title": tournament.title,
            "maker": tournament.maker,
            "terms": msgspec.json.encode(tournament.terms).decode(),
            "stage": tournament.stage,
            "created": tournament.created,
            "starts": tournament.starts,
        },
    )


def find(connection: Connection, tournament: str) -> Tournament | None:
    """A tournament by its id."""
    row = connection.execute(sa.select(tournaments).where(tournaments.c.id == tournament)).first()
    if row is None:
        return None
    people = (
        sa.select(entrants, store.people.c.name)
        .join(store.people, store.people.c.id == entrants.c.person, isouter=True)
        .where(entrants.c.tournament == tournament)
        .order_by(entrants.c.n)
    )
    field = [
        Entrant(
            one.n, one.person, one.level, one.name or "", one.seed, one.since, one.gone, one.bid
        )
        for one in connection.execute(people)
    ]
    query = sa.select(bouts).where(bouts.c.tournament == tournament)
    games: dict[tuple[int, int], list[Bout]] = {}
    for one in connection.execute(query.order_by(bouts.c.round, bouts.c.meeting, bouts.c.n)):
        bout = Bout(one.game, one.french, one.handicap, one.winner, one.turn)
        games.setdefault((one.round, one.meeting), []).append(bout)
    met = [
        Meeting(one.round, one.n, one.one, one.other, games.get((one.round, one.n), []))
        for one in connection.execute(
            sa.select(meetings)
            .where(meetings.c.tournament == tournament)
            .order_by(meetings.c.round, meetings.c.n)
        )
    ]
    terms = msgspec.json.decode(row.terms, type=Terms)
    return Tournament(
        row.id,
        row.title,
        row.maker,
        row.stage,
        row.created,
        row.starts,
        row.deadline,
        row.round,
        row.edition,
        Contest(terms, field, met, row.rounds),
    )


def headings(connection: Connection, most: int) -> list[Heading]:
    """The latest tournaments: those that are open first, then those that go on, then the others."""
    count = (
        sa.select(sa.func.count())
        .where(entrants.c.tournament == tournaments.c.id)
        .scalar_subquery()
    )
    order = sa.case({"open": 0, "playing": 1}, value=tournaments.c.stage, else_=2)
    query = (
        sa.select(tournaments, count.label("field"))
        .order_by(order, tournaments.c.starts.desc(), tournaments.c.id)
        .limit(most)
    )
    return [
        Heading(
            row.id,
            row.title,
            row.stage,
            msgspec.json.decode(row.terms, type=Terms),
            row.starts,
            row.round,
            row.rounds,
            row.field,
        )
        for row in connection.execute(query)
    ]


def under_way(connection: Connection) -> list[str]:
    """Those that somebody has to see to."""
    query = sa.select(tournaments.c.id).where(tournaments.c.stage.in_(("open", "playing")))
    return list(connection.execute(query.order_by(tournaments.c.created)).scalars())


def count_open(connection: Connection, maker: str) -> int:
    """How many that somebody has made are not over."""
    query = (
        sa.select(sa.func.count())
        .select_from(tournaments)
        .where(tournaments.c.maker == maker, tournaments.c.stage.in_(("open", "playing")))
    )
    return int(connection.execute(query).scalar_one())


# --- changing


def take(connection: Connection, tournament: str, edition: int | None = None) -> bool:
    """Be the one who changes it, until the transaction ends; with an edition, only upon that."""
    where = [tournaments.c.id == tournament]
    if edition is not None:
        where.append(tournaments.c.edition == edition)
    values = {"edition": tournaments.c.edition + 1}
    return connection.execute(sa.update(tournaments).where(*where).values(values)).rowcount == 1


def update(connection: Connection, tournament: str, **values: Any) -> None:
    """Change columns of one that was taken."""
    connection.execute(sa.update(tournaments).where(tournaments.c.id == tournament).values(values))


def add_entrants(connection: Connection, tournament: str, new: list[Entrant]) -> None:
    """Put people or computers into one that was taken."""
    if new:
        rows = [
            {
                "tournament": tournament,
                "n": one.n,
                "person": one.person,
                "level": one.level,
                "seed": one.seed,
                "since": one.since,
                "gone": one.gone,
                "bid": one.bid,
            }
            for one in new
        ]
        connection.execute(sa.insert(entrants), rows)


def change_entrant(connection: Connection, tournament: str, n: int, **values: Any) -> None:
    """Change columns of an entrant of one that was taken."""
    where = (entrants.c.tournament == tournament, entrants.c.n == n)
    connection.execute(sa.update(entrants).where(*where).values(values))


def remove_entrant(connection: Connection, tournament: str, n: int) -> None:
    """Take out somebody who has met nobody."""
    where = (entrants.c.tournament == tournament, entrants.c.n == n)
    connection.execute(sa.delete(entrants).where(*where))


def add_round(connection: Connection, tournament: str, new: list[Meeting]) -> None:
    """Put the meetings of a round into one that was taken."""
    connection.execute(
        sa.insert(meetings),
        [
            {
                "tournament": tournament,
                "round": one.round,
                "n": one.n,
                "one": one.one,
                "other": one.other,
            }
            for one in new
        ],
    )
    rows = [
        {
            "game": bout.game,
            "tournament": tournament,
            "round": one.round,
            "meeting": one.n,
            "n": n,
            "french": bout.french,
            "handicap": bout.handicap,
        }
        for one in new
        for n, bout in enumerate(one.bouts)
    ]
    if rows:
        connection.execute(sa.insert(bouts), rows)


def missing_games(connection: Connection, tournament: str) -> set[str]:
    """Games that were named and are not there yet."""
    query = sa.select(bouts.c.game).where(
        bouts.c.tournament == tournament,
        bouts.c.winner == "",
        ~sa.exists().where(store.games.c.id == bouts.c.game),
    )
    return set(connection.execute(query).scalars())


def new_results(connection: Connection, tournament: str) -> dict[str, tuple[str, int]]:
    """What games have come to that are over: who won, and in which turn."""
    games = store.games.c
    query = (
        sa.select(games.id, games.ended, games.result, games.turn)
        .join(bouts, bouts.c.game == games.id)
        .where(bouts.c.tournament == tournament, bouts.c.winner == "", games.ended.is_not(None))
    )
    found: dict[str, tuple[str, int]] = {}
    for row in connection.execute(query):
        result = msgspec.json.decode(row.result) if row.result and row.ended == "over" else {}
        found[row.id] = (result.get("winner", DRAWN), row.turn)
    return found


def keep_results(connection: Connection, results: dict[str, tuple[str, int]]) -> None:
    """Note what games have come to, in one that was taken."""
    for game, (winner, turn) in results.items():
        connection.execute(
            sa.update(bouts).where(bouts.c.game == game).values(winner=winner, turn=turn)
        )
