"""Rated games before and while they are played: who may play one, its clock, what a day counts,
and what the store remembers of who has played a seat."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from tests.server.measuring import House, open_house

from napoleon.server.computers import stand_ins
from napoleon.server.http import joining, lobby, rated, seating, tournaments
from napoleon.server.http.lobby_messages import Publish
from napoleon.server.http.measure_messages import BidWish, NewTournament
from napoleon.server.http.messages import NewGame, PaceWish
from napoleon.server.limits import Limits
from napoleon.server.live.room import Room
from napoleon.server.measure.reckoning import Rating
from napoleon.server.people.leaving import leave_for_good
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import people_upkeep, ratings
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import emails
from napoleon.server.store.measure_tables import rated_games, rated_pairs
from napoleon.server.table import timing
from napoleon.server.table.clock import NO_PACE
from napoleon.server.table.messages import Act
from napoleon.server.table.sheet import Sheet

DAY = 24.0  # hours
ALONE = {"french": "me", "allied": "computer:recruit"}


def begun_now(house: House) -> str:
    """The time of the house, as the store keeps it."""
    return datetime.fromtimestamp(house.watch.now() / 1000, UTC).isoformat(timespec="milliseconds")


async def room_of(house: House, game: str) -> Room:
    room = await house.hall.room(game)
    assert room is not None
    return room


async def sheet_of(house: House, game: str) -> Sheet:
    """A game as it is stored."""
    sheet = await house.hall.shelf.find_sheet(game)
    assert sheet is not None
    return sheet


def known(house: House) -> dict[str, Rating]:
    """The ratings of people by name."""
    with house.engine.connect() as database:
        found = ratings.find(database)
    return {
        who.removeprefix(ratings.PERSON): one
        for who, one in found.items()
        if who.startswith(ratings.PERSON)
    }


def why_not(house: House, game: str) -> tuple[str, int]:
    with house.engine.connect() as database:
        sheet = store.find_sheet(database, game)
        assert sheet is not None
        return ratings.why_not(database, sheet, house.hall.limits, house.watch.now())


def confirm(house: House, person: Person, address: str) -> None:
    row = {"person": person.id, "address": address, "verified": True}
    with house.engine.connect().execution_options(is_writer=True) as database, database.begin():
        database.execute(sa.insert(emails), row)


def test_an_account_has_to_be_a_day_old_or_to_have_confirmed_an_address(engine: Engine) -> None:
    """Refused wherever a rated game can be come by; nothing else is."""

    async def play() -> None:
        async with open_house(engine) as house:
            ann = house.person("Ann")
            new = house.person("New", created=begun_now(house))
            too_new = pytest.raises(
                Refused, match="too new for rated games: it may play them in 24 h"
            )
            with too_new as refused:
                await seating.begin(house.hall, new, NewGame(ALONE, rated=True))
            assert refused.value.code == "too-new" and refused.value.status == 409
            await seating.begin(house.hall, new, NewGame(ALONE))
            wish = NewGame({"french": "me", "allied": "open"}, rated=True)
            game = await seating.begin(house.hall, ann, wish)
            token = (await room_of(house, game)).table.sheet.seats["allied"].invite
            assert token is not None
            await lobby.publish(house.hall, ann, game, Publish())
            for way in (
                joining.join(house.hall, new, token),
                lobby.sit(house.hall, new, game, "allied"),
            ):
                with too_new:
                    await way
            assert (await sheet_of(house, game)).seats["allied"].kind == "open"
            cup = NewTournament("Cup", minutes=60)
            name = await tournaments.make(house.hall, ann, cup, house.watch.now())
            with too_new:
                await tournaments.enter(house.hall, new, name, BidWish())
            # An address that another account has confirmed too speaks for neither.
            twin = house.person("Twin", created=begun_now(house))
            confirm(house, new, "new@example.org")
            confirm(house, twin, "New@example.org")
            for person in (new, twin):
                with too_new:
                    await rated.check_person(house.hall, person)
            with house.engine.connect().execution_options(is_writer=True) as database:
                database.execute(sa.delete(emails).where(emails.c.person == "twin"))
                database.commit()
            await joining.join(house.hall, new, token)
            await tournaments.enter(house.hall, new, name, BidWish())
            house.watch.turn(DAY)
            await rated.check_person(house.hall, twin)

    asyncio.run(play())


def test_a_game_is_wanted_again_only_by_those_who_may_play_it(engine: Engine) -> None:
    async def play() -> None:
        async with open_house(engine) as house:
            ann = house.person("Ann", created=begun_now(house))
            ben = house.person("Ben")
            confirm(house, ann, "ann@example.org")
            game = await house.play(ann, ben, ben)
            with house.engine.connect().execution_options(is_writer=True) as database:
                database.execute(sa.delete(emails))
                database.commit()
            for way in (
                seating.rematch(house.hall, ann, game),
                lobby.again(house.hall, ann, game),
            ):
                with pytest.raises(Refused, match="too new"):
                    await way
            again = await seating.rematch(house.hall, ben, game)
            with pytest.raises(Refused, match="too new"):
                await seating.rematch(house.hall, ann, game)
            assert (await sheet_of(house, again)).rated

    asyncio.run(play())


def test_every_rated_game_has_a_clock_and_who_leaves_it_lying_loses(engine: Engine) -> None:
    """Against a computer too, where nobody can agree to a pause; a computer never takes over."""

    async def play() -> None:
        async with open_house(engine) as house:
            ann, ben = house.person("Ann"), house.person("Ben")
            pleasure = await seating.begin(house.hall, ann, NewGame(ALONE))
            assert (await sheet_of(house, pleasure)).pace == NO_PACE
            game = await seating.begin(house.hall, ann, NewGame(ALONE, rated=True))
            room = await room_of(house, game)
            assert room.table.sheet.pace == rated.DEFAULT_PACE
            with pytest.raises(Refused, match="its clock stands only if another player agrees"):
                timing.pause(room.table, ann.id, True, house.watch.now())
            await house.play_turn(game)
            house.watch.turn(14 * DAY - 1)
            assert not room.is_out_of_time
            house.watch.turn(1)
            assert room.is_out_of_time
            stored = room.run_out()
            assert stored is not None
            await stored
            await house.referee.step()
            assert (known(house)["ann"].games, known(house)["ann"].wins) == (1, 0)
            # Two people may still agree to a pause; out of time is lost whatever was wished.
            cup = NewTournament("Cup", minutes=0, games="single")
            name = await tournaments.make(house.hall, ann, cup, house.watch.now())
            for person in (ann, ben):
                await tournaments.enter(house.hall, person, name, BidWish())
            await house.referee.step()
            (meeting,) = (await house.look(name, ann)).meetings
            assert (await sheet_of(house, meeting.bouts[0].game)).pace == rated.DEFAULT_PACE
            with pytest.raises(Refused, match="no computer takes over"):
                rated.check_pace(seating.read_pace(PaceWish("live", 600, 0, "emperor")))

    asyncio.run(play())


def test_a_handicap_does_not_make_wins_against_computers_cheap(engine: Engine) -> None:
    async def play() -> None:
        async with open_house(engine) as house:
            ann = house.person("Ann")
            for handicap in (-20, 19):
                with pytest.raises(Refused, match="cannot be rated"):
                    wish = NewGame(ALONE, rated=True, handicap=handicap)
                    await seating.begin(house.hall, ann, wish)

    asyncio.run(play())


def test_two_people_have_three_rated_games_a_day(engine: Engine) -> None:
    """Those in excess are told so, before and afterwards; games that end at once are not counted
    past the limit; with others, and a day later, it goes on."""

    async def play() -> None:
        async with open_house(engine) as house:
            ann, ben, cyd = (house.person(name) for name in ("Ann", "Ben", "Cyd"))
            played = [await house.play(ann, ben, ben) for _ in range(2)]
            ahead = [await house.begin(ben, ann) for _ in range(3)]
            assert why_not(house, ahead[0]) == ("unplayed", 0)  # if it ended now
            assert why_not(house, played[0]) == ("", 0)
            await house.referee.step()
            for game in ahead:
                await house.play_turn(game)
            for game in ahead:
                await house.resign(game, ben)
            await house.referee.step()
            assert {who: one.games for who, one in known(house).items()} == {"ann": 3, "ben": 3}
            reasons = [why_not(house, game)[0] for game in (*played, *ahead)]
            assert sorted(reasons) == ["", "", "", "pair", "pair"]
            next_one = await house.begin(ann, ben)
            assert why_not(house, next_one) == ("pair", house.watch.now() + 24 * 3_600_000)
            await house.play(ann, cyd, cyd)
            house.watch.turn(DAY)
            await house.play_turn(next_one)
            assert why_not(house, next_one) == ("", 0)
            await house.resign(next_one, ann)
            await house.referee.step()
            assert {who: one.games for who, one in known(house).items()} == {
                "ann": 5,
                "ben": 4,
                "cyd": 1,
            }
            with house.engine.connect().execution_options(is_writer=True) as database:
                assert ratings.reckon_again(database) == (7, 0)

    asyncio.run(play())


def test_a_game_that_was_not_played_counts_for_nobody_and_says_so(engine: Engine) -> None:
    async def play() -> None:
        async with open_house(engine) as house:
            ann, ben = house.person("Ann"), house.person("Ben")
            game = await house.begin(ann, ben)
            await house.resign(game, ben)
            assert why_not(house, game) == ("unplayed", 0)  # before it is reckoned, and after
            await house.referee.step()
            assert why_not(house, game) == ("unplayed", 0)
            assert known(house) == {}

    asyncio.run(play())


def test_processes_that_reckon_at_once_count_no_game_twice_and_no_pair_too_often(
    engine: Engine,
) -> None:
    """Also if one is killed in the middle: what it had begun is done by another."""

    async def play() -> House:
        async with open_house(engine) as house:
            ann, ben, cyd = (house.person(name) for name in ("Ann", "Ben", "Cyd"))
            for _ in range(5):
                await house.play(ann, ben, ben)
            await house.play(ann, cyd, cyd)
            return house

    house = asyncio.run(play())
    with engine.connect().execution_options(is_writer=True) as database:
        transaction = database.begin()
        assert len(ratings.reckon_waiting(database)) == 6
        transaction.rollback()  # as the database does when a process dies
    assert known(house) == {}
    start = threading.Barrier(4)
    failures: list[BaseException] = []

    def reckon() -> None:
        start.wait()
        try:
            for _ in range(3):
                with engine.connect().execution_options(is_writer=True) as own, own.begin():
                    ratings.reckon_waiting(own)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=reckon) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    with engine.connect() as database:
        assert not ratings.is_waiting(database)
        numbers = list(database.execute(sa.select(rated_games.c.n)).scalars())
        pairs = database.execute(sa.select(sa.func.count()).select_from(rated_pairs)).scalar()
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6] and pairs == 2 * 4
    assert {who: one.games for who, one in known(house).items()} == {"ann": 4, "ben": 3, "cyd": 1}


def test_the_store_remembers_who_else_has_played_a_seat(engine: Engine) -> None:
    """A computer for a while, for good, out of time; another person: before the first move none of
    it matters, and nothing takes it back."""

    async def play() -> None:
        async with open_house(engine) as house:
            ann, ben, cyd = (house.person(name) for name in ("Ann", "Ben", "Cyd"))

            async def begin() -> Room:
                return await room_of(house, await house.begin(ann, ben, rated=False))

            async def marks(room: Room) -> dict[str, tuple[bool, bool]]:
                sheet = await sheet_of(house, room.table.id)
                seats = sheet.seats.items()
                return {seat: (one.had_computer, one.had_other) for seat, one in seats}

            clean = (False, False)
            room = await begin()
            assert await marks(room) == {"french": clean, "allied": clean}
            asked = stand_ins.ask(room.table, ann.id, "french", "recruit", {ben.id})
            await room.settle_and_wait(asked)
            await room.settle_and_wait(stand_ins.take_back(room.table, ann.id, "french"))
            assert await marks(room) == {"french": (True, False), "allied": clean}

            room = await begin()  # somebody goes before the first move, and another comes
            await seating.leave(house.hall, ben, room.table.id, "allied")
            token = room.table.sheet.seats["allied"].invite
            assert token is not None
            await joining.join(house.hall, cyd, token)
            assert await marks(room) == {"french": clean, "allied": clean}
            table = room.table
            action = str(next(iter(table.game.legal("french"))))
            act = Act("french", table.version("french"), [action])
            await room.settle_and_wait(table.act(ann.id, ("french", "en"), act))
            await seating.leave(house.hall, cyd, room.table.id, "allied")
            assert await marks(room) == {"french": clean, "allied": (False, True)}
            token = room.table.sheet.seats["allied"].invite
            assert token is not None
            await joining.join(house.hall, cyd, token)
            assert await marks(room) == {"french": clean, "allied": (False, True)}
            with house.engine.connect().execution_options(is_writer=True) as database:
                people_upkeep.reissue_seat(database, room.table.id, "french")
                database.commit()
            assert (await marks(room))["french"] == (False, True)

            room = await begin()
            table = room.table
            act = Act("french", table.version("french"), [action])
            await room.settle_and_wait(table.act(ann.id, ("french", "en"), act))
            await leave_for_good(house.hall, ben, "computer")
            assert (await marks(room))["allied"] == (True, True)

    asyncio.run(play())


@pytest.mark.parametrize("manner", ["resign", "computer"])
def test_who_deletes_the_account_during_a_rated_game_has_lost_it(
    engine: Engine, manner: str
) -> None:
    async def play() -> None:
        async with open_house(engine) as house:
            ann, ben = house.person("Ann"), house.person("Ben")
            game = await house.begin(ann, ben)
            alone = await seating.begin(house.hall, ben, NewGame(ALONE, rated=True))
            await house.play_turn(game)
            await leave_for_good(house.hall, ben, manner)  # type: ignore[arg-type]
            assert [(await sheet_of(house, one)).ended for one in (game, alone)] == ["over", "over"]
            await house.referee.step()
            assert (known(house)["ann"].games, known(house)["ann"].wins) == (1, 1)
            assert len(known(house)) == 2  # somebody without a name has lost
            with house.engine.connect().execution_options(is_writer=True) as database:
                assert ratings.reckon_again(database) == (2, 0)

    asyncio.run(play())


def test_a_computer_that_has_played_for_somebody_wins_nothing_for_them(engine: Engine) -> None:
    """In a game of old, or by the tools of whoever runs the server."""

    async def play() -> None:
        async with open_house(engine) as house:
            ann, ben = house.person("Ann"), house.person("Ben")
            games = [await house.begin(ann, ben) for _ in range(2)]
            for game in games:
                await house.play_turn(game)
                room = await room_of(house, game)
                stand_in = room.table.sheet.seats["french"]
                assert stand_in.stand_in is None
                await room.settle_and_wait(timing.run_out(_with_computers(room).table, ["french"]))
                assert why_not(house, game)[0] == "computer"
                await room.settle_and_wait(stand_ins.take_back(room.table, ann.id, "french"))
                assert why_not(house, game)[0] == "computer"
            await house.resign(games[0], ben)  # Ann has not won it
            await house.resign(games[1], ann)  # but she may lose it
            await house.referee.step()
            figures = {who: (one.games, one.wins) for who, one in known(house).items()}
            assert figures == {"ann": (1, 0), "ben": (1, 1)}

    asyncio.run(play())


def _with_computers(room: Room) -> Room:
    """As rated games were until now: a computer takes over who is out of time."""
    pace = room.table.sheet.pace
    room.table.sheet.pace = type(pace)(pace.kind, pace.each, pace.more, "recruit")
    return room


def test_a_rating_is_in_the_list_once_there_were_ten_different_opponents(engine: Engine) -> None:
    limits = Limits(rated_opponents=2)

    async def play() -> None:
        async with open_house(engine, limits) as house:
            ann, ben, cyd = (house.person(name) for name in ("Ann", "Ben", "Cyd"))
            for _ in range(2):
                await house.play(ann, ben, ben)
            await house.referee.step()

            def listed() -> tuple[list[str], int]:
                with house.engine.connect() as database:
                    there = ratings.places(database, 10, limits.rated_opponents)
                    return [one.name for one in there], ratings.opponents_of(database, "ann")

            assert listed() == ([], 1)
            await house.play(cyd, ann, cyd)
            await house.referee.step()
            assert listed() == (["Ann"], 2)
            alone = await seating.begin(house.hall, ben, NewGame(ALONE, rated=True))
            await house.play_turn(alone)
            await house.resign(alone, ben)
            await house.referee.step()
            assert listed() == (["Ann", "Ben"], 2)  # a level is an opponent

    asyncio.run(play())
