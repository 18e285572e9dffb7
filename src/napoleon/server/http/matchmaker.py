"""The matchmaker: fulfils standing seeks with open tables and with each other, the oldest first.

Any process may do it, one at a time (a lock that ends with its process). That nobody is seated
twice does not hang on the lock: a seek is changed only upon what was read of it. Two seeks become a
game in the transaction that stores the game. At somebody's table a seek is first stored as
`sitting`, then the seat is taken as at any other time, then the seek is stored as `seated`; if a
process ends in between, the next look finds the seek `sitting` and asks the store for the seat.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection

from napoleon.server.http import joining, lobby, rated, seating
from napoleon.server.live.hall import Hall
from napoleon.server.live.room import GONE_ON, Room
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import bonds, offers, seeks
from napoleon.server.store import tables as base
from napoleon.server.store.holding import Busy, hold, next_edition
from napoleon.server.store.listing import Level, Listed, levels_of, open_tables
from napoleon.server.store.seeks import Seek
from napoleon.server.table.clock import NO_PACE, Pace
from napoleon.server.table.sheet import Sitter, people_at
from napoleon.server.table.stories import new_id

log = logging.getLogger("napoleon.server")
TICK: Final = 2.0  # seconds between two looks, if nothing happens here
PATIENCE: Final = 60.0  # seconds until a table that refused a seek is tried again
HERE: Final = 30_000  # milliseconds since a person's last word: they are still at the page
LOCK: Final = "matchmaker"
DAY: Final = 86_400
# How fast two play who have only said the kind of pace
PACES: Final = {
    "none": NO_PACE,
    "live": Pace("live", 2700, 120),
    "days": Pace("days", 2 * DAY, 7 * DAY),
}


class Field(NamedTuple):
    """All that could be matched at one moment."""

    seeks: list[Seek]
    tables: list[Listed]
    people: dict[str, Person]  # who seek
    levels: dict[str, Level]  # of those
    shunned: dict[str, set[str]]  # whom each of them does not meet


class Match(NamedTuple):
    """The terms on which two seeks meet."""

    scenario: str
    pace: Pace
    rated: bool
    french: str  # the person who sits there
    allied: str


class Matchmaker:
    """Sees to the seeks, for as long as a process serves."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._news = asyncio.Event()
        self._tried: set[tuple[str, str, str]] = set()  # seek, table and since when: refused
        self._forgets = 0.0  # when those are tried again

    def wake(self) -> None:
        """Look soon: something was offered or is looked for."""
        self._news.set()

    async def serve(self) -> None:
        """Look again and again."""
        while True:
            self._news.clear()
            try:
                await self.step()
            except Exception as error:
                log.warning("the matchmaker was interrupted: %s", error)
            try:
                await asyncio.wait_for(self._news.wait(), TICK)
            except TimeoutError:
                continue

    async def step(self) -> None:
        """Match what can be matched now, unless another process is at it."""
        if not await self._hall.read(seeks.is_waiting):
            return
        if not await self._hall.claims.take(LOCK):
            return
        try:
            await self._resume()
            await self._match(await self._hall.read(self._survey))
        finally:
            await self._hall.claims.give(LOCK)

    async def _resume(self) -> None:
        """See to people who were being seated by a process that has ended meanwhile, and to those
        who were told of a table that somebody else has taken."""
        for seek in await self._hall.read(seeks.outdated):

            def reopen(connection: Connection, seek: Seek = seek) -> None:
                hold(connection, [seek.person])
                seeks.change(connection, seek, "open")

            await self._write(reopen)
        for seek in await self._hall.read(seeks.left_sitting):

            def settle(connection: Connection, seek: Seek = seek) -> None:
                hold(connection, [seek.person])
                # A process that only was slow seats nobody after this: it knows the edition before.
                next_edition(connection, seek.game)
                sheet = base.find_sheet(connection, seek.game)
                sitter = sheet.seats.get(seek.seat) if sheet is not None else None
                if sitter is not None and sitter.person == seek.person:
                    _seat(connection, seek, seek.game, seek.seat)
                else:
                    seeks.change(connection, seek, "open")

            await self._write(settle)
            self._hall.access.announce("games", [seek.game])

    def _survey(self, connection: Connection) -> Field:
        found = seeks.looking(connection, self._hall.watch.now())
        ids = {seek.person for seek in found}
        tables = open_tables(connection, self._hall.limits) if found else []
        return Field(
            found,
            sorted(tables, key=lambda table: (table.offer.since, table.offer.game)),
            bonds.find_people(connection, ids),
            levels_of(connection, ids),
            seeks.shunned(connection, ids),
        )

    async def _match(self, field: Field) -> None:
        """Take the seeks one after the other, and for each what fits and is oldest."""
        if time.monotonic() > self._forgets:
            self._tried.clear()
            self._forgets = time.monotonic() + PATIENCE
        done: set[str] = set()
        for n, seek in enumerate(field.seeks):
            if seek.person in done:
                continue
            fitting: list[tuple[int, Listed | Seek]] = [
                (_moment(table.offer.since), table) for table in field.tables
            ]
            fitting += [
                (other.since, other)
                for other in field.seeks[n + 1 :]
                if other.person not in done and other.person not in field.shunned[seek.person]
            ]
            for _, one in sorted(fitting, key=lambda found: found[0]):
                if isinstance(one, Listed):
                    has_met = await self._try_table(field, seek, one)
                else:
                    has_met = await self._try_pair(field, seek, one)
                    if has_met:
                        done.add(one.person)
                if has_met:
                    done.add(seek.person)
                    break

    # --- at somebody's table

    async def _try_table(self, field: Field, seek: Seek, table: Listed) -> bool:
        """Take a seat at a table for a seek, or tell of it, if it fits; whether it did."""
        key = (seek.id, table.offer.game, table.offer.since)
        if (
            key in self._tried
            or table.creator == seek.person
            or table.creator in field.shunned[seek.person]
            or not seek.wish.fits(table)
            or not self._is_here(seek, table.pace)
        ):
            return False
        person = field.people[seek.person]
        room = await self._hall.room(table.offer.game)
        if room is None or (table.pace == "live" and not room.table.is_present(table.creator)):
            return False  # where minutes run nobody is seated with somebody who has gone
        for seat in _free_seats(room, seek):
            if await self._may(self._sit(seek, person, room, seat)):
                return True
        self._tried.add(key)
        return False

    async def _sit(self, seek: Seek, person: Person, room: Room, seat: str) -> None:
        """Seat a person at a table, as the call to sit down does; raises Refused."""
        hall = self._hall
        game = room.table.id
        await lobby.check_offered(hall, person, game, seat)
        others = people_at(room.table.sheet)
        is_seat = seek.wish.act == "seat"

        def claim(connection: Connection) -> bool:
            hold(connection, {seek.person, *others})
            if not seeks.is_there(connection, seek, hall.watch.now()):
                return False
            if not offers.is_public(connection, game):
                return False
            if others & {seek.person, *seeks.shunned(connection, {seek.person})[seek.person]}:
                return False
            if is_seat and not seeks.end_all(connection, others):
                return False
            state: seeks.State = "sitting" if is_seat else "found"
            return seeks.change(connection, seek, state, game, seat)

        if not await self._write(claim):
            raise Refused("stale", GONE_ON)
        if not is_seat:
            return
        claimed = msgspec.structs.replace(seek, state="sitting", game=game, seat=seat)
        try:
            await joining.sit_down(hall, room, seat, person)
        except Refused:
            await self._settle(claimed, False)
            raise
        await self._settle(claimed, True)

    async def _settle(self, seek: Seek, has_sat: bool) -> None:
        """Store what came of taking a seat; if that fails, `_resume` does it at the next look."""

        def work(connection: Connection) -> None:
            hold(connection, [seek.person])
            if has_sat:
                _seat(connection, seek, seek.game, seek.seat)
            else:
                seeks.change(connection, seek, "open")

        await self._write(work)

    # --- two who look for each other

    async def _try_pair(self, field: Field, one: Seek, other: Seek) -> bool:
        """Make a game of two seeks if they fit each other; whether it was made."""
        terms = meet(one, other, field.levels)
        if terms is None or not all(self._is_here(seek, terms.pace.kind) for seek in (one, other)):
            return False
        people = [field.people[seek.person] for seek in (one, other)]
        return await self._may(self._pair(one, other, terms, people))

    async def _pair(self, one: Seek, other: Seek, terms: Match, people: list[Person]) -> None:
        """Begin the game of two seeks, which become `seated` with it; raises Refused."""
        hall = self._hall
        by_id = {person.id: person for person in people}
        sitters = {
            seat: Sitter("human", who, by_id[who].name)
            for seat, who in (("french", terms.french), ("allied", terms.allied))
        }
        for person in people:
            await check_may_play(hall, person, sitters, terms)
        asked = (terms.scenario, 2, "open")
        seating.check_terms(hall, *asked)
        start = seating.find_start(hall, *asked, "", 0)
        game = new_id()
        seats = {sitter.person: seat for seat, sitter in sitters.items()}

        def claim(connection: Connection) -> bool:
            hold(connection, [one.person, other.person])
            now = hall.watch.now()
            has_met = (
                all(seeks.is_there(connection, seek, now) for seek in (one, other))
                and other.person not in seeks.shunned(connection, {one.person})[one.person]
                and all(_seat(connection, seek, game, seats[seek.person]) for seek in (one, other))
            )
            if not has_met:  # whatever was changed of one of them is taken back
                raise Refused("stale", GONE_ON)
            return True

        await seating.begin_with(
            hall,
            *asked,
            sitters,
            one.person,
            False,
            start,
            terms.pace,
            game=game,
            rated=terms.rated,
            claim=claim,
        )
        hall.touched(hall.rooms[game], "")

    # --- both

    def _is_here(self, seek: Seek, pace: str) -> bool:
        """Whether a game of this pace can begin for somebody: where minutes run, they are here."""
        is_live = pace == "live" and seek.wish.act == "seat"
        return not is_live or self._hall.watch.now() - seek.seen < HERE

    async def _may(self, attempt: Awaitable[None]) -> bool:
        """Whether an attempt to seat somebody succeeds: every refusal is no match."""
        try:
            await attempt
        except (Refused, Busy) as refusal:
            log.debug("no match: %s", refusal)
            return False
        return True

    async def _write(self, work: Callable[[Connection], bool | None]) -> bool:
        return bool(await self._hall.write(work))


async def check_may_play(
    hall: Hall, person: Person, sitters: dict[str, Sitter], terms: Match
) -> None:
    """Raise Refused unless a person may begin such a game now: what the calls that begin a game and
    that sit down ask for. The one place where a game of two seeks asks it."""
    await seating.check_open(hall, person)
    if terms.rated:
        await rated.check_person(hall, person)
        rated.check_terms(person, sitters, terms.scenario, "", 0)


def meet(one: Seek, other: Seek, levels: dict[str, Level]) -> Match | None:
    """Return the terms on which two seeks fit each other; None if they do not."""
    mine, theirs = one.wish, other.wish
    if mine.act != "seat" or theirs.act != "seat" or (mine.side and mine.side == theirs.side):
        return None
    for wish, there, who in ((mine, theirs, other.person), (theirs, mine, one.person)):
        wanted = ((wish.level, levels[who]), (wish.lang, there.speaks), (wish.country, there.home))
        if any(asked and asked != found for asked, found in wanted):
            return None
    kind = mine.pace or theirs.pace or "days"
    rated = "yes" in (mine.rated, theirs.rated)
    scenario = mine.scenario or theirs.scenario or "historical"
    if not all(wish.fits_terms(kind, rated, scenario, 2) for wish in (mine, theirs)):
        return None
    is_french = mine.side == "french" or theirs.side == "allied"
    if not mine.side and not theirs.side:
        is_french = secrets.randbelow(2) == 0
    sides = (one.person, other.person) if is_french else (other.person, one.person)
    return Match(scenario, PACES[kind], rated, *sides)


def _seat(connection: Connection, seek: Seek, game: str, seat: str) -> bool:
    """Store that a person has been seated; their open tables leave the lobby, so that nobody sits
    down there with somebody who plays already. False if the seek is not any more what was read."""
    if not seeks.change(connection, seek, "seated", game, seat):
        return False
    offers.close_open(connection, seek.person, game)
    return True


def _free_seats(room: Room, seek: Seek) -> list[str]:
    """Return the open seats of a table on the side that a seek wants."""
    side = seek.wish.side
    return [
        seat
        for seat, sitter in room.table.sheet.seats.items()
        if sitter.kind == "open" and (not side or joining.is_french(seat) == (side == "french"))
    ]


def _moment(text: str) -> int:
    """Return a stored time in milliseconds since 1970."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
