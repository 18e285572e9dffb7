"""Ratings as they are stored: each game that counts is reckoned once, in the order of ending.

A game is claimed by its own row (`rated` goes from 1 to 2). Processes that serve one database take
turns by a lock of the transaction, so that none reckons upon what another is just changing. The
order is kept: reckoning everything again comes to the same figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.limits import Limits
from napoleon.server.measure import verdicts
from napoleon.server.measure.reckoning import COMPUTERS, NO_ADVANTAGE, Rating, reckon
from napoleon.server.measure.verdicts import (
    COMPUTER,
    FRENCH,
    OTHER,
    PAIR,
    UNPLAYED,
    Ending,
    Rated,
    is_played,
    judge,
)
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import emails
from napoleon.server.store.measure_tables import rated_games, rated_pairs, ratings
from napoleon.server.store.news import is_shared
from napoleon.server.table.sheet import OUT_OF_TIME, RESIGN, Sheet
from napoleon.server.times import SystemWatch

PERSON: Final = verdicts.PERSON
SIDE: Final = verdicts.SIDE
MOST: Final = 100  # games reckoned in one transaction
_LOCK: Final = (1815, 1)  # of PostgreSQL, for reckoning
DAY: Final = 86_400_000  # milliseconds
PLAYED: Final = Ending()  # to its end
DEFAULT_LIMITS: Final = Limits()
WAITING: Final = 1
RECKONED: Final = 2


class Place(msgspec.Struct):
    """A person in the list of ratings."""

    person: str
    name: str
    rating: Rating


def is_waiting(connection: Connection) -> bool:
    """Whether a game waits to be reckoned."""
    games = store.games.c
    query = sa.select(games.id).where(games.rated == WAITING, games.ended == "over").limit(1)
    return connection.execute(query).first() is not None


def reckon_waiting(
    connection: Connection, limits: Limits = DEFAULT_LIMITS, now: int | None = None
) -> list[str]:
    """Reckon the games that are over and wait for it; returns them. None are if another process is
    at it: then it reckons them. `now` is in milliseconds since 1970, None: the machine's time."""
    now = SystemWatch().now() if now is None else now
    if not _lock(connection):
        return []
    games = store.games.c
    query = (
        sa.select(games.id)
        .where(games.rated == WAITING, games.ended == "over")
        .order_by(games.updated, games.id)
        .limit(MOST)
    )
    found = list(connection.execute(query).scalars())
    if not found:
        return []
    last = connection.execute(sa.select(sa.func.max(rated_games.c.n))).scalar() or 0
    for number, game in enumerate(found, last + 1):
        claimed = connection.execute(
            sa.update(store.games)
            .where(games.id == game, games.rated == WAITING)
            .values(rated=RECKONED)
        )
        assert claimed.rowcount == 1, "nobody else reckons"
        sheet = store.find_sheet(connection, game)
        assert sheet is not None
        told = judge(sheet, _ending(connection, game))
        if isinstance(told, Rated) and _full_until(connection, told.pairs, limits, now):
            told = PAIR
        why = "" if isinstance(told, Rated) else told
        connection.execute(sa.insert(rated_games), {"n": number, "game": game, "why": why})
        if isinstance(told, Rated):
            known = find(connection, _all(told))
            _keep(connection, _after(told, known), known)
            rows = [{"who": a, "other": b, "game": game, "at": now} for a, b in told.pairs]
            if rows:
                connection.execute(sa.insert(rated_pairs), rows)
    return found


def reckon_again(connection: Connection) -> tuple[int, int]:
    """Reckon all games from the first one; returns how many, and how many ratings were not what
    they are now. A game that would not count today is left out from now on. Raises
    BlockingIOError if another process is reckoning.
    """
    if not _lock(connection):
        raise BlockingIOError("another process is reckoning: try again")
    before = find(connection)
    now: dict[str, Rating] = {}
    ids = list(
        connection.execute(sa.select(rated_games.c.game).order_by(rated_games.c.n)).scalars()
    )
    out = sa.select(rated_games.c.game).where(rated_games.c.why != "")
    left_out = set(connection.execute(out).scalars())
    for game in ids:
        if game in left_out:
            continue
        sheet = store.find_sheet(connection, game)
        assert sheet is not None
        told = judge(sheet, _ending(connection, game))
        if isinstance(told, Rated):
            now |= _after(told, now)
        else:  # it was reckoned when other games counted
            connection.execute(
                sa.update(rated_games).where(rated_games.c.game == game).values(why=told)
            )
            connection.execute(sa.delete(rated_pairs).where(rated_pairs.c.game == game))
    connection.execute(sa.delete(ratings))
    _keep(connection, now, {})
    changed = [who for who in before.keys() | now.keys() if before.get(who) != now.get(who)]
    return len(ids), len(changed)


def _lock(connection: Connection) -> bool:
    """Be the only one who reckons, until the transaction ends. SQLite has one writer anyway."""
    if not is_shared(connection.engine):
        return True
    taken = connection.execute(sa.select(sa.func.pg_try_advisory_xact_lock(*_LOCK))).scalar_one()
    return bool(taken)


# --- what a game tells


def read_game(sheet: Sheet, ending: Ending = PLAYED) -> Rated | None:
    """Return whom a game counts for, and for whom how; None if for nobody (`judge` says why)."""
    told = judge(sheet, ending)
    return told if isinstance(told, Rated) else None


def why_not(connection: Connection, sheet: Sheet, limits: Limits, now: int) -> tuple[str, int]:
    """Return why a rated game does not count, or would not if it ended now, and until when that is
    so (milliseconds since 1970; 0: for good). "": it counts."""
    known = connection.execute(
        sa.select(rated_games.c.why).where(rated_games.c.game == sheet.id)
    ).scalar()
    if known is not None:
        return known, 0
    if sheet.ended is not None:
        told = judge(sheet, _ending(connection, sheet.id))
        if not isinstance(told, Rated):
            return told, 0
    elif any(one.had_other for one in sheet.seats.values()):
        return OTHER, 0
    elif any(one.had_computer or one.stand_in for one in sheet.seats.values()):
        return COMPUTER, 0
    french, allied = sheet.seats[FRENCH], [one for n, one in sheet.seats.items() if n != FRENCH]
    ends = [(PERSON + (french.person or ""), PERSON + (one.person or "")) for one in allied]
    until = _full_until(connection, ends, limits, now)
    if until:
        return PAIR, until
    if sheet.ended is None and not is_played(sheet, _ending(connection, sheet.id).acted):
        return UNPLAYED, 0
    return "", 0


def _ending(connection: Connection, game: str) -> Ending:
    moves = store.moves.c
    own = sa.select(moves.seat, moves.action).where(moves.game == game)
    last = connection.execute(own.order_by(moves.v.desc()).limit(1)).first()
    loser = last.seat if last is not None and last.action in (RESIGN, OUT_OF_TIME) else ""
    played = moves.action.not_in((RESIGN, OUT_OF_TIME))
    query = sa.select(moves.seat).where(moves.game == game, played).distinct()
    return Ending(loser, frozenset(connection.execute(query).scalars()))


def _full_until(
    connection: Connection, pairs: Iterable[tuple[str, str]], limits: Limits, now: int
) -> int:
    """Return when two people who have had their rated games of the day may have another, in
    milliseconds since 1970; 0: now. With several pairs, when all may."""
    until = 0
    met = rated_pairs.c
    for who, other in pairs:
        if who.startswith(PERSON) and other.startswith(PERSON):
            query = (
                sa.select(met.at)
                .where(met.who == who, met.other == other, met.at > now - DAY)
                .order_by(met.at.desc())
                .limit(limits.rated_pair)
            )
            times = list(connection.execute(query).scalars())
            if len(times) >= limits.rated_pair:
                until = max(until, (times[-1] if times else now) + DAY)
    return until


def _all(told: Rated) -> list[str]:
    return [*told.french, *told.allied, told.contest]


def _after(told: Rated, known: dict[str, Rating]) -> dict[str, Rating]:
    """The ratings that a game changes."""

    def rating(who: str) -> Rating:
        return COMPUTERS.get(who) or known.get(who) or Rating()

    french = [rating(who) for who in told.french]
    allied = [rating(who) for who in told.allied]
    advantage = known.get(told.contest, NO_ADVANTAGE)
    after = reckon(french, allied, advantage, told.is_french)
    reckoned = [*after.french, *after.allied, after.advantage]
    changed = dict(zip(_all(told), reckoned, strict=True))
    return {who: one for who, one in changed.items() if who not in COMPUTERS}


# --- rows


def find(connection: Connection, whose: Iterable[str] | None = None) -> dict[str, Rating]:
    """The ratings that are known of these, or all."""
    query = sa.select(ratings)
    if whose is not None:
        query = query.where(ratings.c.who.in_(list(whose)))
    return {
        row.who: Rating(row.mu, row.sigma, row.games, row.wins) for row in connection.execute(query)
    }


def points_of(connection: Connection, person: str) -> int:
    """The rating of somebody, as it is shown; that of a beginner before the first rated game."""
    return find(connection, [PERSON + person]).get(PERSON + person, Rating()).points


def find_sides(connection: Connection, who: str) -> dict[str, Rating]:
    """What the sides are worth, and the rating of one person."""
    is_side = ratings.c.who.startswith(SIDE)
    rows = connection.execute(sa.select(ratings).where(is_side | (ratings.c.who == who)))
    return {row.who: Rating(row.mu, row.sigma, row.games, row.wins) for row in rows}


def _keep(connection: Connection, changed: dict[str, Rating], known: dict[str, Rating]) -> None:
    for who, rating in changed.items():
        row = msgspec.structs.asdict(rating)
        if who in known:
            connection.execute(sa.update(ratings).where(ratings.c.who == who).values(row))
        else:
            connection.execute(sa.insert(ratings), {"who": who, **row})


def places(
    connection: Connection, most: int, opponents: int = DEFAULT_LIMITS.rated_opponents
) -> list[Place]:
    """The people who have met so many different opponents in games that count, the best first by
    what is certain of their rating."""
    people = store.people.c
    met = rated_pairs.c
    enough = (
        sa.select(met.who)
        .group_by(met.who)
        .having(sa.func.count(sa.distinct(met.other)) >= opponents)
    )
    if not opponents:
        enough = sa.select(ratings.c.who)
    query = (
        sa.select(ratings, people.id, people.name)
        .join(store.people, ratings.c.who == PERSON + people.id)
        .where(people.account.is_not(None), people.banned.is_(None), ratings.c.who.in_(enough))
        .order_by((ratings.c.mu - 2 * ratings.c.sigma).desc(), ratings.c.who)
        .limit(most)
    )
    return [
        Place(row.id, row.name, Rating(row.mu, row.sigma, row.games, row.wins))
        for row in connection.execute(query)
    ]


def opponents_of(connection: Connection, person: str) -> int:
    """How many different opponents somebody has met in games that count; a level counts as one."""
    met = rated_pairs.c
    query = sa.select(sa.func.count(sa.distinct(met.other))).where(met.who == PERSON + person)
    return int(connection.execute(query).scalar_one())


def rated_from(connection: Connection, person: str, age: float) -> int | None:
    """Return from when a person may play for ratings, in milliseconds since 1970: 0 with a
    confirmed address or if no `age` is asked, else when the account is `age` seconds old. None:
    there is no account."""
    people = store.people.c
    query = (
        sa.select(people.account, people.created, emails.c.verified)
        .join(emails, emails.c.person == people.id, isouter=True)
        .where(people.id == person)
    )
    row = connection.execute(query).first()
    if row is None or row.account is None:
        return None
    if not age or (row.verified and not _is_shared_address(connection, person)):
        return 0
    created = datetime.fromisoformat(row.created)
    if created.tzinfo is None:
        created = created.replace(tzinfo=UTC)
    return int(created.timestamp() * 1000 + age * 1000)


def _is_shared_address(connection: Connection, person: str) -> bool:
    """Whether another account has confirmed the same address: then it speaks for none of them."""
    own = sa.select(sa.func.lower(emails.c.address)).where(emails.c.person == person)
    others = sa.select(emails.c.person).where(
        sa.func.lower(emails.c.address) == own.scalar_subquery(),
        emails.c.person != person,
        emails.c.verified,
    )
    return connection.execute(others.limit(1)).first() is not None


def rename(connection: Connection, person: str, other: str) -> None:
    """A person is forgotten: the rating stays with the seats, for those who played against it."""
    for column in (ratings.c.who, rated_pairs.c.who, rated_pairs.c.other):
        connection.execute(
            sa.update(column.table)
            .where(column == PERSON + person)
            .values({column.name: PERSON + other})
        )
