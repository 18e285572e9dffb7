"""A hall, a referee and people in the process of the test, with a time that the test turns."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa
from sqlalchemy import Engine

from napoleon.server.http import joining, seating, tournaments
from napoleon.server.http.measure_messages import BidWish, NewTournament, TournamentInfo
from napoleon.server.http.messages import NewGame
from napoleon.server.limits import Limits
from napoleon.server.live.hall import Hall
from napoleon.server.measure.referee import HOUR, Referee
from napoleon.server.person import Person
from napoleon.server.store import tables as store
from napoleon.server.table.messages import Act


class Turned:
    """A watch that stands until it is turned."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self.time

    def turn(self, hours: float) -> None:
        """Let time pass."""
        self.time += int(hours * HOUR)


class House:
    """A hall with a referee who looks when the test says so."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.engine = engine
        self.watch = Turned()
        self.hall = Hall(engine, limits, 0.0, 100, watch=self.watch)
        self.referee = Referee(self.hall)

    def person(
        self, name: str, is_account: bool = True, created: str = "2026-01-01T00:00:00.000+00:00"
    ) -> Person:
        """Somebody new; the account is as old as `created` says."""
        person = Person(name.lower(), name, name.lower() if is_account else None, "en")
        row = {"id": person.id, "name": name, "account": person.account, "lang": "en"}
        with self.engine.connect().execution_options(is_writer=True) as database, database.begin():
            database.execute(sa.insert(store.people), {**row, "created": created})
        return person

    async def begin(self, french: Person, allied: Person, **wish: object) -> str:
        """A game of two, rated if the wish does not say otherwise."""
        game = await seating.begin(
            self.hall,
            french,
            NewGame({"french": "me", "allied": "open"}, **{"rated": True, **wish}),  # type: ignore[arg-type]
        )
        room = await self.hall.room(game)
        assert room is not None
        token = room.table.sheet.seats["allied"].invite
        assert token is not None
        await joining.join(self.hall, allied, token)
        return game

    async def play(self, french: Person, allied: Person, loser: Person, **wish: object) -> str:
        """A rated game of two in which both have a turn before one of them resigns."""
        game = await self.begin(french, allied, **wish)
        await self.play_turn(game)
        await self.resign(game, loser)
        return game

    async def play_turn(self, game: str) -> None:
        """Both sides have a whole turn, or a move of a battle, and do as little as they may."""
        room = await self.hall.room(game)
        assert room is not None
        table = room.table
        until = max(table.game.turn, 1) + 2
        last = table.game.state.until
        acted: set[bool] = set()
        while not table.is_finished and table.game.turn < until:
            if last < until and len(acted) > 1:  # a battle is shorter than that
                break
            seat = str(table.game.to_act[0])
            acted.add(seat == "french")
            offers = [str(action) for action in table.game.legal(seat)]
            action = "end" if "end" in offers else offers[0]
            if table.sheet.seats[seat].computer is not None:
                outcome = table.act_for_computer(seat, table.v, action)
            else:
                act = Act(seat, table.version(seat), [action])
                outcome = table.act(table.sheet.seats[seat].person, (seat, "en"), act)
            assert outcome is not None
            await room.settle_and_wait(outcome)

    async def resign(self, game: str, person: Person) -> None:
        """Somebody gives up."""
        room = await self.hall.room(game)
        assert room is not None
        await seating.resign(self.hall, person, game, room.table.seats_of(person.id)[0])

    async def make(self, maker: Person, entrants: list[Person], **terms: object) -> str:
        """A tournament with people in it, paired."""
        wish = NewTournament("Cup", minutes=60, **terms)  # type: ignore[arg-type]
        name = await tournaments.make(self.hall, maker, wish, self.watch.now())
        for person in entrants:
            await tournaments.enter(self.hall, person, name, BidWish())
        await self.referee.step()
        assert (await self.look(name, maker)).stage == "open"
        self.watch.turn(1)
        await self.referee.step()
        return name

    async def look(self, name: str, person: Person) -> TournamentInfo:
        """A tournament as somebody sees it."""
        return await tournaments.describe(self.hall, person, name)


@asynccontextmanager
async def open_house(engine: Engine, limits: Limits = Limits()) -> AsyncIterator[House]:  # noqa: B008
    """For as long as a test needs it."""
    house = House(engine, limits)
    await house.hall.open()
    try:
        yield house
    finally:
        await house.hall.close()
