"""The referee: has games rated, and takes the next step of every tournament.

Any process may take a step. Whoever does claims the tournament first, which spares doing it twice;
that nothing is done twice follows from the store: what was worked out from an edition is stored
only upon that one, a game has the name that it got when it was paired, and a rated game is claimed
by its own row. So a process may die between any two steps, and the next look goes on from there.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.rules import GUEST, HOST, Bid, judge_bids
from napoleon.server.computers.bidding import bid_by_measure
from napoleon.server.http import seating
from napoleon.server.http.joining import is_french
from napoleon.server.live.hall import Hall
from napoleon.server.live.host import SHORT
from napoleon.server.live.room import Room
from napoleon.server.measure.pairing import Pair, deal_sides, pair_round, rounds_needed
from napoleon.server.measure.reckoning import COMPUTERS
from napoleon.server.measure.terms import NOBODY, Bout, Contest, Entrant, Meeting
from napoleon.server.refusals import Refused
from napoleon.server.store import ratings
from napoleon.server.store import tournaments as store
from napoleon.server.store.tournaments import Tournament
from napoleon.server.table.sheet import ARRANGED, OUT_OF_TIME, RESIGN, Sitter
from napoleon.server.table.stories import new_id

log = logging.getLogger("napoleon.server")
TICK: Final = 5.0  # seconds between two looks, if nothing happens
HOUR: Final = 3_600_000  # milliseconds
LEAST: Final = 2  # entrants


class Referee:
    """Sees to ratings and tournaments, for as long as a process serves."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._news = asyncio.Event()
        hall.on_over = self.wake

    def wake(self) -> None:
        """Something has happened: look soon."""
        self._news.set()

    @property
    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._hall.watch.now()

    async def serve(self) -> None:
        """Look again and again."""
        while True:
            self._news.clear()
            try:
                await self.step()
            except Exception as error:
                log.warning("the referee was interrupted: %s", error)
            await asyncio.sleep(SHORT)  # games that end together are looked at together
            try:
                await asyncio.wait_for(self._news.wait(), TICK)
            except TimeoutError:
                continue

    async def step(self) -> None:
        """Rate what is over, then see to every tournament."""
        while await self._hall.read(ratings.is_waiting):
            if len(await self._hall.write(self._reckon)) < ratings.MOST:
                break
        for tournament in await self._hall.read(store.under_way):
            try:
                await self.see_to(tournament)
            except Refused as refusal:
                log.info("tournament %s has gone on meanwhile: %s", tournament, refusal)
            except Exception:
                log.exception("tournament %s", tournament)

    def _reckon(self, database: Connection) -> list[str]:
        return ratings.reckon_waiting(database, self._hall.limits, self.now)

    async def see_to(self, tournament: str) -> None:
        """Take all steps of a tournament that can be taken now."""
        if not await self._hall.claims.take(tournament):
            return
        try:
            while await self._advance(tournament):
                pass
        finally:
            await self._hall.claims.give(tournament)

    async def _advance(self, name: str) -> bool:
        """Take one step; whether another may follow at once."""
        found = await self._hall.read(lambda database: store.find(database, name))
        if found is None:
            return False
        if found.stage == "open":
            is_full = len(found.contest.entrants) >= found.terms.most
            return (is_full or self.now >= found.starts) and await self._begin(found)
        if found.stage != "playing":
            return False
        await self._set_up_games(found)
        if await self._take_results(found):
            return True
        if found.going_on:
            return await self._forfeit(found)
        return await self._next_round(found)

    # --- rounds

    async def _begin(self, found: Tournament) -> bool:
        """The first round, with computers in the places that are left."""
        contest = found.contest
        level = found.terms.fill
        first = 1 + max([entrant.n for entrant in contest.entrants], default=0)
        places = found.terms.most - len(contest.entrants) if level else 0
        new = [
            Entrant(n, None, level, seed=COMPUTERS[level].mu) for n in range(first, first + places)
        ]
        contest.entrants += new
        is_enough = len(contest.entrants) >= LEAST
        contest.rounds = rounds_needed(contest)

        def work(database: Connection) -> bool:
            if not store.take(database, found.id, found.edition):
                return False
            if not is_enough:
                store.update(database, found.id, stage="cancelled")
                return True
            store.add_entrants(database, found.id, new)
            store.update(database, found.id, stage="playing", rounds=contest.rounds)
            return True

        return await self._hall.write(work)

    async def _next_round(self, found: Tournament) -> bool:
        """Pair the next round, or end the tournament."""
        number = found.round + 1
        contest = found.contest
        pairs = await self._hall.think(lambda: pair_round(contest, number))
        met = [_arrange(contest, number, n, pair) for n, pair in enumerate(pairs)]
        deadline = self.now + found.terms.hours * HOUR

        def work(database: Connection) -> bool:
            if not store.take(database, found.id, found.edition):
                return False
            if not met:
                store.update(database, found.id, stage="over", deadline=0)
                return True
            store.add_round(database, found.id, met)
            store.update(database, found.id, round=number, deadline=deadline)
            return True

        return await self._hall.write(work)

    # --- games

    async def _set_up_games(self, found: Tournament) -> None:
        """Make the games that were named and are not there."""
        missing = await self._hall.read(lambda database: store.missing_games(database, found.id))
        by_n = {entrant.n: entrant for entrant in found.contest.entrants}
        for meeting, bout in found.going_on:
            if bout.game not in missing:
                continue
            other = meeting.against(bout.french)
            assert other is not None
            sitters = {"french": _sitter(by_n[bout.french]), "allied": _sitter(by_n[other])}
            terms = (found.terms.scenario, 2, found.terms.visibility)
            start = seating.find_start(self._hall, *terms, "", bout.handicap)
            try:
                await seating.begin_with(
                    self._hall,
                    *terms,
                    sitters,
                    ARRANGED + found.id,
                    False,
                    start,
                    found.terms.pace,
                    game=bout.game,
                    rated=found.terms.rated,
                )
            except sa.exc.IntegrityError:
                log.info("game %s was set up by another process", bout.game)

    async def _take_results(self, found: Tournament) -> bool:
        """Note what games have come to; whether there was anything."""
        results = await self._hall.read(lambda database: store.new_results(database, found.id))
        return bool(results) and await self._keep(found, results)

    async def _keep(self, found: Tournament, results: dict[str, tuple[str, int]]) -> bool:
        def work(database: Connection) -> bool:
            if not store.take(database, found.id, found.edition):
                return False
            store.keep_results(database, results)
            return True

        await self._hall.write(work)
        return True  # if another was faster, the next look sees what it has done

    async def _forfeit(self, found: Tournament) -> bool:
        """Who has withdrawn loses the games that go on; when the round is over, whoever is to act
        loses. Computers are waited for."""
        is_late = self.now >= found.deadline
        gone = {one.person for one in found.contest.entrants if one.gone is not None}
        nobodys: dict[str, tuple[str, int]] = {}
        has_ended = False
        for _, bout in found.going_on:
            if not is_late and not gone:
                break
            room = await self._hall.room(bout.game)
            if room is None:
                if is_late:  # it cannot be read, and nobody can play it
                    nobodys[bout.game] = (NOBODY, 0)
                continue
            late = _late_seats(room, gone, is_late)
            if len({is_french(seat) for seat in late}) > 1:
                nobodys[bout.game] = (NOBODY, 0)
            elif late:
                await _lose(room, late[0], gone)
                has_ended = True
        return (bool(nobodys) and await self._keep(found, nobodys)) or has_ended


def _late_seats(room: Room, gone: set[str | None], is_late: bool) -> list[str]:
    """The seats that lose: of those who have withdrawn, and when it is late of those to act."""
    table = room.table
    if table.is_finished:
        return []
    people = {seat: one.person for seat, one in table.sheet.seats.items() if one.kind == "human"}
    left = [seat for seat, person in people.items() if person in gone]
    acting = [str(seat) for seat in table.game.to_act]
    return left or ([seat for seat in acting if seat in people] if is_late else [])


async def _lose(room: Room, seat: str, gone: set[str | None]) -> None:
    room.letters.clear()  # nobody thinks about it any more
    how = RESIGN if room.table.sheet.seats[seat].person in gone else OUT_OF_TIME
    await room.settle_and_wait(room.table.declare(seat, how))


def _sitter(entrant: Entrant) -> Sitter:
    if entrant.person is not None:
        return Sitter("human", entrant.person, entrant.name)
    return Sitter("computer", name=seating.COMPUTER, level=entrant.level)


def _arrange(contest: Contest, number: int, n: int, pair: Pair) -> Meeting:
    """A meeting with the names of its games."""
    one, other = pair
    if other is None:
        return Meeting(number, n, one)
    if contest.terms.games == "pair":
        bouts = [Bout(new_id(), one), Bout(new_id(), other)]
    elif contest.terms.games == "single":
        bouts = [Bout(new_id(), deal_sides(contest, (one, other)))]
    else:
        game = new_id()
        bouts = [_judge(contest, game, one, other)]
    return Meeting(number, n, one, other, bouts)


def _judge(contest: Contest, game: str, one: int, other: int) -> Bout:
    """Whose bid has which side, and what it costs; the game's name draws the lot."""
    by_n = {entrant.n: entrant for entrant in contest.entrants}
    host, guest = (
        _bid(contest, by_n[n], f"{game} {part}") for n, part in ((one, HOST), (other, GUEST))
    )
    verdict = judge_bids(host, guest)
    return Bout(game, one if verdict.french == HOST else other, verdict.handicap)


def _bid(contest: Contest, entrant: Entrant, secret: str) -> Bid:
    """What somebody has bid. A computer bids by our measure; who says nothing bids nothing for the
    Allies."""
    side, _, steps = entrant.bid.partition(" ")
    if side:
        return Bid(side, int(steps), secret)
    if entrant.level:
        return bid_by_measure(entrant.level, contest.terms.scenario, secret)
    return Bid("allied", 0, secret)
