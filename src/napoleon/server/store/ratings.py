"""Ratings as they are stored: each game that counts is reckoned once, in the order of ending.

A game is claimed by its own row (`rated` goes from 1 to 2). Processes that serve one database take
turns by a lock of the transaction, so that none reckons upon what another is just changing. The
order is kept: reckoning everything again comes to the same figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.rules import RuleError
from napoleon.server.measure.reckoning import COMPUTERS, NO_ADVANTAGE, Rating, reckon
from napoleon.server.store import tables as store
from napoleon.server.store.measure_tables import rated_games, ratings
from napoleon.server.store.news import is_shared
from napoleon.server.table.sheet import Sheet, Sitter
from napoleon.server.table.stories import first_position

PERSON: Final = "person "  # and an id
SIDE: Final = "side "  # and a scenario, the number of players and the handicap
MOST: Final = 100  # games reckoned in one transaction
_LOCK: Final = (1815, 1)  # of PostgreSQL, for reckoning
WAITING: Final = 1
RECKONED: Final = 2


class Rated(msgspec.Struct):
    """A game that counts, as it is reckoned: who won and who lost, as they are called here."""

    french: list[str]
    allied: list[str]
    contest: str
    is_french: bool  # they have won


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


def reckon_waiting(connection: Connection) -> list[str]:
    """Reckon the games that are over and wait for it; returns them. None are if another process is
    at it: then it reckons them."""
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
        connection.execute(sa.insert(rated_games), {"n": number, "game": game})
        sheet = store.find_sheet(connection, game)
        assert sheet is not None
        told = read_game(sheet)
        if told is not None:
            known = find(connection, _all(told))
            _keep(connection, _after(told, known), known)
    return found


def reckon_again(connection: Connection) -> tuple[int, int]:
    """Reckon all games from the first one; returns how many, and how many ratings were not what
    they are now. Raises BlockingIOError if another process is reckoning."""
    if not _lock(connection):
        raise BlockingIOError("another process is reckoning: try again")
    before = find(connection)
    now: dict[str, Rating] = {}
    ids = list(
        connection.execute(sa.select(rated_games.c.game).order_by(rated_games.c.n)).scalars()
    )
    for game in ids:
        sheet = store.find_sheet(connection, game)
        assert sheet is not None
        told = read_game(sheet)
        if told is not None:
            now |= _after(told, now)
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


def read_game(sheet: Sheet) -> Rated | None:
    """Whom a game counts for, and for whom how; None if it tells nothing: strangers, a level that
    was never measured, or the same person on both sides."""
    result = json.loads(sheet.result) if sheet.result else None
    if result is None or sheet.imported >= 0:
        return None
    sides = {
        "french": [sitter for seat, sitter in sheet.seats.items() if seat == "french"],
        "allied": [sitter for seat, sitter in sheet.seats.items() if seat != "french"],
    }
    winner = _winner(result["winner"], sides)
    names = {side: _names(sitters, side == winner) for side, sitters in sides.items()}
    french, allied = names["french"], names["allied"]
    has_both = any(name.startswith(PERSON) for name in set(french) & set(allied))
    contest = contest_of(sheet)
    if winner is None or not french or not allied or has_both or contest is None:
        return None
    return Rated(french, allied, contest, winner == "french")


def _winner(winner: str, sides: dict[str, list[Sitter]]) -> str | None:
    """Leaving counts: a side whose people have all left their seats to computers has lost."""
    left = [
        side
        for side, sitters in sides.items()
        if (people := [sitter for sitter in sitters if sitter.person is not None])
        and all(sitter.stand_in is not None for sitter in people)
    ]
    if len(left) == len(sides):
        return None
    if left:
        return "allied" if left == ["french"] else "french"
    return winner if winner in sides else None


def _names(sitters: list[Sitter], has_won: bool) -> list[str]:
    """A side as it is rated, each once; whoever has left shares a defeat and no victory."""
    names: list[str] = []
    for sitter in sitters:
        if sitter.person is not None:
            if not (has_won and sitter.stand_in is not None):
                names.append(PERSON + sitter.person)
        elif sitter.level in COMPUTERS:
            names.append(sitter.level)
        else:
            return []
    return list(dict.fromkeys(names))


def contest_of(sheet: Sheet) -> str | None:
    """What the advantage of a side is estimated for; None if the game cannot be read any more."""
    try:
        handicap = first_position(sheet).options.handicap if sheet.start else 0
    except RuleError:
        return None
    return f"{SIDE}{sheet.scenario} {sheet.players} {handicap}"


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


def places(connection: Connection, most: int) -> list[Place]:
    """The people who have a rating, the best first by what is certain of it."""
    people = store.people.c
    query = (
        sa.select(ratings, people.id, people.name)
        .join(store.people, ratings.c.who == PERSON + people.id)
        .where(people.account.is_not(None), people.banned.is_(None))
        .order_by((ratings.c.mu - 2 * ratings.c.sigma).desc(), ratings.c.who)
        .limit(most)
    )
    return [
        Place(row.id, row.name, Rating(row.mu, row.sigma, row.games, row.wins))
        for row in connection.execute(query)
    ]


def rename(connection: Connection, person: str, other: str) -> None:
    """A person is forgotten: the rating stays with the seats, for those who played against it."""
    connection.execute(
        sa.update(ratings).where(ratings.c.who == PERSON + person).values(who=PERSON + other)
    )
