"""Tournaments from the outside: made, entered, left, begun before their time, looked at."""

from __future__ import annotations

from typing import Final, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.rules.words.language import N_
from napoleon.server.cleaning import clean, is_token
from napoleon.server.http import rated, seating
from napoleon.server.http.measure_messages import (
    BidWish,
    BoutInfo,
    EntrantInfo,
    MeetingInfo,
    MyBid,
    NewTournament,
    TournamentInfo,
    TournamentLine,
)
from napoleon.server.live.hall import Hall
from napoleon.server.measure.reckoning import COMPUTERS, Rating
from napoleon.server.measure.referee import LEAST
from napoleon.server.measure.standings import rank
from napoleon.server.measure.terms import Contest, Entrant, Terms
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import ratings
from napoleon.server.store import tables as games_store
from napoleon.server.store import tournaments as store
from napoleon.server.store.tournaments import Tournament
from napoleon.server.table.clock import LOST
from napoleon.server.table.stories import new_id
from napoleon.server.table.view_message import Side, Visibility
from napoleon.server.times import now_text

LISTED: Final = 60
MOST_OPEN: Final = 5  # that one person has made and are not over
TITLE_LENGTH: Final = 60
MINUTE: Final = 60_000  # milliseconds
NEED_ACCOUNT: Final = N_("Tournaments are for accounts: a name and a password are all it takes.")


async def make(hall: Hall, person: Person, wish: NewTournament, now: int) -> str:
    """A new tournament; returns its id. Its maker enters like everybody else."""
    _check_account(person)
    seating.check_terms(hall, wish.scenario, 2, wish.visibility)
    title = clean(wish.title, TITLE_LENGTH)
    if not title:
        raise Refused("bad-name", "expected a name")
    pace = seating.read_pace(wish.pace)
    if wish.rated:
        rated.check_pace(pace)
    if wish.fill and wish.fill not in COMPUTERS:
        raise Refused("bad-request", "there is no such level")
    terms = Terms(
        wish.format,
        wish.games,
        wish.scenario,
        wish.visibility,
        wish.rounds,
        wish.hours,
        wish.most,
        wish.fill,
        wish.rated,
        msgspec.structs.replace(pace, out=LOST),
    )
    made = Tournament(
        new_id(),
        title,
        person.id,
        "open",
        now_text(),
        now + wish.minutes * MINUTE,
        0,
        0,
        0,
        Contest(terms, [], []),
    )

    def work(database: Connection) -> None:
        number = store.count_open(database, person.id)
        if number >= MOST_OPEN:
            raise Refused("busy", "you have {number} tournaments open", number=number)
        store.insert(database, made)

    await hall.write(work)
    return made.id


async def find(hall: Hall, name: str) -> Tournament:
    """A tournament by its id."""
    found = None
    if is_token(name):
        found = await hall.read(lambda database: store.find(database, name))
    if found is None:
        raise Refused("not-found", "there is no such tournament")
    return found


async def enter(hall: Hall, person: Person, name: str, wish: BidWish) -> None:
    """Come in, or back; also after the first round, if the form of the tournament allows it. Who is
    in already says another bid."""
    _check_account(person)
    if (await find(hall, name)).terms.rated:
        await rated.check_person(hall, person)

    def work(database: Connection) -> None:
        store.take(database, name)
        found = store.find(database, name)
        assert found is not None
        bid = f"{wish.side} {wish.steps}" if found.terms.games == "bid" else ""
        mine = found.entrant_of(person.id)
        if mine is not None and found.stage in ("open", "playing"):
            store.change_entrant(database, name, mine.n, bid=bid, gone=None)
            return
        if not _is_open(found):
            raise Refused("closed", "nobody can come in any more")
        n = 1 + max([entrant.n for entrant in found.contest.entrants], default=0)
        who = ratings.PERSON + person.id
        rating = ratings.find(database, [who]).get(who, Rating())
        new = Entrant(n, person.id, seed=rating.mu, since=found.round + 1, bid=bid)
        store.add_entrants(database, name, [new])

    await hall.write(work)


async def withdraw(hall: Hall, person: Person, name: str) -> None:
    """Go; games that go on are lost."""
    await find(hall, name)

    def work(database: Connection) -> None:
        store.take(database, name)
        found = store.find(database, name)
        assert found is not None
        mine = found.entrant_of(person.id)
        if mine is None or mine.gone is not None:
            raise Refused("nothing", "you are not in this tournament")
        if found.stage == "open":
            store.remove_entrant(database, name, mine.n)
        elif found.stage == "playing":
            store.change_entrant(database, name, mine.n, gone=found.round)
        else:
            raise Refused("closed", "the tournament is over")

    await hall.write(work)


async def begin(hall: Hall, person: Person, name: str, now: int) -> None:
    """Its maker does not want to wait."""
    await find(hall, name)

    def work(database: Connection) -> None:
        store.take(database, name)
        found = store.find(database, name)
        assert found is not None
        if found.maker != person.id:
            raise Refused("not-yours", "only whoever made it can begin it")
        if not _can_begin(found):
            raise Refused("not-now", "it cannot begin now")
        store.update(database, name, starts=now)

    await hall.write(work)


def _check_account(person: Person) -> None:
    if not person.is_account:
        raise Refused("not-now", NEED_ACCOUNT)


def _is_open(found: Tournament) -> bool:
    """Whether somebody new can come in: later only where a round does not follow from the first."""
    if len(found.contest.entrants) >= found.terms.most and found.stage == "open":
        return False
    if found.stage == "open":
        return True
    if found.stage != "playing" or found.terms.format == "knock-out":
        return False
    is_last = bool(found.contest.rounds) and found.round >= found.contest.rounds
    return not is_last and len(found.contest.entrants) < found.terms.most


def _can_begin(found: Tournament) -> bool:
    return found.stage == "open" and (
        bool(found.terms.fill) or len(found.contest.entrants) >= LEAST
    )


# --- as data


async def list_all(hall: Hall) -> list[TournamentLine]:
    """The latest tournaments."""
    return [
        TournamentLine(
            one.id,
            one.title,
            one.terms.format,
            one.terms.games,
            one.terms.scenario,
            one.stage,
            one.starts,
            one.round,
            one.rounds,
            one.entrants,
            one.terms.most,
            one.terms.rated,
        )
        for one in await hall.read(lambda database: store.headings(database, LISTED))
    ]


async def describe(hall: Hall, person: Person, name: str) -> TournamentInfo:
    """A tournament as somebody sees it."""
    found = await find(hall, name)
    games = [bout.game for meeting in found.contest.meetings for bout in meeting.bouts]
    watches, maker = await hall.read(lambda database: _look_up(database, games, found.maker))
    mine = found.entrant_of(person.id)
    entrants = {entrant.n: entrant for entrant in found.contest.entrants}
    is_on = found.stage in ("open", "playing")
    own = {mine.n} if mine is not None else set()
    terms = found.terms
    return TournamentInfo(
        id=found.id,
        title=found.title,
        maker=maker,
        format=terms.format,
        games=terms.games,
        scenario=terms.scenario,
        visibility=cast("Visibility", terms.visibility),
        stage=found.stage,
        rated=terms.rated,
        starts=found.starts,
        deadline=found.deadline,
        round=found.round,
        rounds=found.contest.rounds,
        most=terms.most,
        hours=terms.hours,
        fill=terms.fill,
        pace=terms.pace,
        entrants=[
            EntrantInfo(
                line.entrant,
                entrants[line.entrant].name,
                entrants[line.entrant].level or "",
                Rating(entrants[line.entrant].seed).points,
                line.place,
                line.score,
                line.played,
                line.won,
                line.opponents,
                line.beaten,
                entrants[line.entrant].gone is not None,
                line.entrant in own,
            )
            for line in rank(found.contest)
        ],
        meetings=[
            MeetingInfo(
                meeting.round,
                meeting.one,
                meeting.other,
                [
                    BoutInfo(
                        bout.game if own & {meeting.one, meeting.other} else "",
                        watches.get(bout.game, ""),
                        bout.french,
                        bout.handicap,
                        bout.winner,
                    )
                    for bout in meeting.bouts
                ],
            )
            for meeting in found.contest.meetings
        ],
        can_enter=is_on and (_is_open(found) if mine is None else mine.gone is not None),
        can_withdraw=is_on and mine is not None and mine.gone is None,
        can_begin=found.maker == person.id and _can_begin(found),
        bid=_bid_of(mine) if mine is not None and terms.games == "bid" else None,
    )


def _bid_of(entrant: Entrant) -> MyBid:
    side, _, steps = entrant.bid.partition(" ")
    return MyBid(cast("Side", side), int(steps))


def _look_up(database: Connection, games: list[str], maker: str) -> tuple[dict[str, str], str]:
    """The secrets by which games are watched, and the name of whoever made the tournament."""
    table = games_store.games.c
    rows = database.execute(sa.select(table.id, table.watch).where(table.id.in_(games)))
    people = games_store.people.c
    name = database.execute(sa.select(people.name).where(people.id == maker)).scalar()
    return {row.id: row.watch for row in rows}, name or ""
