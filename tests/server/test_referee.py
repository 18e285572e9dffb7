"""Tournaments run by themselves: rounds, deadlines, late entry, withdrawal, bids, computers; and
under kill -9 with two processes every pairing and every rating comes once."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.measuring import House, open_house
from tests.server.playing import GENEROUS, WAIT, Server, Visitor

from napoleon.ai.worker.letters import Letter, Reply
from napoleon.server.computers.players import MOST_ALONE
from napoleon.server.http import tournaments
from napoleon.server.http.measure_messages import BidWish, MyBid, NewTournament, TournamentInfo
from napoleon.server.measure.referee import HOUR
from napoleon.server.refusals import Refused
from napoleon.server.store import heartbeat, ratings, upgrading
from napoleon.server.store import tables as store
from napoleon.server.store.measure_tables import bouts, meetings, rated_games


@pytest.fixture
def file(tmp_path: Path) -> Iterator[sa.Engine]:
    engine = store.open_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    upgrading.migrate(engine)
    yield engine
    engine.dispose()


def playing(info: TournamentInfo) -> list[tuple[int, int | None]]:
    """Who meets whom in the present round."""
    return [(one.one, one.other) for one in info.meetings if one.round == info.round]


async def play_turns(house: House, name: str) -> None:
    """Both sides have a turn in all games of a tournament that go on, so that they count."""
    async with asyncio.timeout(WAIT):
        with house.engine.connect() as database:
            going_on = sa.select(bouts.c.game).where(
                bouts.c.tournament == name, bouts.c.winner == ""
            )
            games = list(database.execute(going_on).scalars())
        for game in games:
            await house.play_turn(game)


async def lose(house: House, name: str, person: object) -> None:
    """Somebody resigns all games that go on."""
    info = await house.look(name, person)  # type: ignore[arg-type]
    for meeting in info.meetings:
        for bout in meeting.bouts:
            if bout.game and not bout.winner:
                await house.resign(bout.game, person)  # type: ignore[arg-type]
    await house.referee.step()


def test_a_swiss_of_people_with_late_entry_withdrawal_and_forfeit(file: sa.Engine) -> None:
    async def play() -> None:
        async with open_house(file) as house:
            ann, ben, cyd, dan, eve = (
                house.person(one) for one in ("Ann", "Ben", "Cyd", "Dan", "Eve")
            )
            guest = house.person("Guest", is_account=False)
            with pytest.raises(Refused, match="Tournaments are for accounts"):
                await house.make(guest, [])
            name = await house.make(ann, [ann, ben, cyd, dan], rounds=3, hours=24)
            info = await house.look(name, ann)
            assert (info.stage, info.round, info.rounds) == ("playing", 1, 3)
            assert playing(info) == [(1, 3), (2, 4)]
            # Two games with the sides changed; others may watch, and get no way to a seat.
            first = info.meetings[0].bouts
            assert [bout.french for bout in first] == [1, 3] and all(bout.game for bout in first)
            other = (await house.look(name, ben)).meetings[0].bouts
            assert not any(bout.game for bout in other) and all(bout.watch for bout in other)
            await play_turns(house, name)
            await lose(house, name, cyd)
            assert (await house.look(name, ann)).round == 1
            # Eve comes late, Dan goes: his games are lost, and the next round begins.
            await tournaments.enter(house.hall, eve, name, BidWish())
            await tournaments.withdraw(house.hall, dan, name)
            await house.referee.step()
            info = await house.look(name, ann)
            assert info.round == 2
            scores = {one.name: one.score for one in info.entrants}
            assert scores["Ann"] == scores["Ben"] == 2.0
            assert playing(info) == [(1, 2), (3, 5)]
            # The round ends, and nobody has done anything more: whoever is to act has lost.
            await play_turns(house, name)
            house.watch.turn(25)
            await house.referee.step()
            info = await house.look(name, eve)
            assert info.round == 3 and info.can_withdraw and not info.can_begin
            ended = [bout.winner for one in info.meetings if one.round == 2 for bout in one.bouts]
            assert len(ended) == 4 and set(ended) <= {"french", "allied"}
            with pytest.raises(Refused, match="nobody can come in any more"):
                await tournaments.enter(house.hall, house.person("Fay"), name, BidWish())
            await play_turns(house, name)
            for person in (ann, ben, cyd, eve):
                await lose(house, name, person)
            info = await house.look(name, ann)
            assert info.stage == "over" and [one.place for one in info.entrants] == [1, 2, 3, 4, 5]
            assert next(one for one in info.entrants if one.name == "Dan").is_gone
            with file.connect() as database:
                known = ratings.find(database)
                count = database.execute(sa.select(sa.func.count()).select_from(bouts)).scalar()
                rated = database.execute(
                    sa.select(sa.func.count()).select_from(rated_games)
                ).scalar()
            assert count == rated == 12  # two games of each of six meetings
            assert sum(one.games for who, one in known.items() if who.startswith("person")) == 24

    asyncio.run(play())


def test_a_knock_out_with_bids(file: sa.Engine) -> None:
    async def play() -> None:
        async with open_house(file) as house:
            ann, ben, cyd = (house.person(name) for name in ("Ann", "Ben", "Cyd"))
            wish = NewTournament("Cup", "knock-out", "bid", "historical", most=3, minutes=60)
            name = await tournaments.make(house.hall, ann, wish, house.watch.now())
            await tournaments.enter(house.hall, ann, name, BidWish("allied", 1))
            await tournaments.enter(house.hall, ben, name, BidWish("allied", 3))
            with pytest.raises(Refused, match="only whoever made it"):
                await tournaments.begin(house.hall, ben, name, house.watch.now())
            await tournaments.enter(house.hall, cyd, name, BidWish("allied", 5))
            await tournaments.enter(house.hall, cyd, name, BidWish("french", 7))  # another thought
            assert (await house.look(name, cyd)).bid == MyBid("french", 7)
            await house.referee.step()  # it is full
            info = await house.look(name, ann)
            assert playing(info) == [(1, None), (2, 3)] and info.rounds == 2
            assert info.bid == MyBid("allied", 1)
            (bout,) = info.meetings[1].bouts  # they want different sides, and give up nothing
            assert (bout.french, bout.handicap) == (3, 0)
            await lose(house, name, cyd)
            info = await house.look(name, ann)
            assert playing(info) == [(1, 2)]
            (bout,) = info.meetings[2].bouts  # Ben pays three steps for the Allies
            assert (bout.french, bout.handicap) == (1, -3)
            room = await house.hall.room(bout.game)
            assert room is not None and room.table.game.options.handicap == -3
            assert room.table.sheet.rated and not room.table.sheet.advice
            await lose(house, name, ann)
            info = await house.look(name, ann)
            assert info.stage == "over"
            assert [one.name for one in info.entrants] == ["Ben", "Ann", "Cyd"]

    asyncio.run(play())


def test_a_round_stands_while_nobody_serves(file: sa.Engine) -> None:
    async def play() -> None:
        async with open_house(file) as house:
            ann, ben = house.person("Ann"), house.person("Ben")
            name = await house.make(ann, [ann, ben], hours=24)
            before = (await house.look(name, ann)).deadline
            assert before == house.watch.now() + 24 * HOUR

            def go_silent(database: sa.Connection) -> None:
                last = database.execute(sa.select(heartbeat.heartbeats.c.at)).scalar_one()
                heartbeat.beat(database, last + 3 * HOUR)

            await house.hall.write(go_silent)
            assert (await house.look(name, ann)).deadline == before + 3 * HOUR

    asyncio.run(play())


def test_nobody_comes(file: sa.Engine) -> None:
    async def play() -> None:
        async with open_house(file) as house:
            ann = house.person("Ann")
            name = await house.make(ann, [ann])
            assert (await house.look(name, ann)).stage == "cancelled"

    asyncio.run(play())


class Quick:
    """Answers letters at once, by chance, and counts for how many games it is asked at a time."""

    def __init__(self) -> None:
        self.luck = random.Random(1815)
        self.asking: set[str] = set()
        self.most = 0

    async def ask(
        self, letter: Letter, limit: float = 0.0, owner: str = "", is_watched: bool = True
    ) -> Reply:
        """Something that is offered."""
        assert owner.startswith("t-") and not is_watched  # whoever is watched goes first
        self.asking.add(letter.key)
        self.most = max(self.most, len(self.asking))
        for _ in range(3):
            await asyncio.sleep(0)
        self.asking.discard(letter.key)
        return Reply(self.luck.choice(letter.codes))

    def close(self) -> None:
        """Nothing to end."""


def test_computers_alone_wait_for_each_other(file: sa.Engine) -> None:
    """Nobody looks on, and no more games are played at once than are allowed."""

    async def play() -> None:
        async with open_house(file) as house:
            house.hall.pool.close()
            house.hall.computers.pool = quick = Quick()
            over = asyncio.Event()
            house.hall.on_over = over.set
            terms = {"format": "knock-out", "games": "single", "scenario": "wavre", "most": 16}
            ann = house.person("Ann")
            name = await house.make(ann, [], fill="recruit", **terms)
            while (info := await house.look(name, ann)).stage == "playing":
                await asyncio.wait_for(over.wait(), WAIT)
                over.clear()
                await house.referee.step()
            assert info.stage == "over" and len(info.entrants) == 16 and info.rounds == 4
            assert sum(len(meeting.bouts) for meeting in info.meetings) == 15
            assert info.entrants[0].won == 4
            assert 1 < quick.most <= MOST_ALONE

    asyncio.run(play())


def account(server: Server) -> Visitor:
    visitor = server.visitor()
    name = f"Maker {random.getrandbits(30)}"
    visitor.post("/api/register", {"name": name, "password": "a long password"})
    return visitor


def make(maker: Visitor, **terms: object) -> str:
    wish = {"title": "Cup", "scenario": "wavre", "games": "single", "fill": "recruit", "minutes": 0}
    made: str = maker.post("/api/tournaments", {**wish, **terms})["id"]
    return made


def look_until(
    visitor: Visitor, name: str, is_so: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """Look at a tournament until something is so."""
    deadline = time.monotonic() + 6 * WAIT
    while not is_so(info := visitor.get(f"/api/tournaments/{name}")):
        assert time.monotonic() < deadline, info
        time.sleep(0.1)
    found: dict[str, Any] = info
    return found


def has_result(info: dict[str, Any]) -> bool:
    return any(bout["winner"] for meeting in info["meetings"] for bout in meeting["bouts"])


def check_once(engine: sa.Engine, name: str, games: int) -> None:
    """Every pairing and every rating is there once, and everything again comes to the same."""
    with engine.connect().execution_options(is_writer=True) as database, database.begin():
        rows = database.execute(sa.select(bouts).where(bouts.c.tournament == name)).all()
        assert len(rows) == len({row.game for row in rows}) == games
        assert all(row.winner in ("french", "allied") and row.turn for row in rows)
        met = database.execute(sa.select(meetings).where(meetings.c.tournament == name)).all()
        for number in {row.round for row in met}:
            names = [n for row in met if row.round == number for n in (row.one, row.other)]
            assert len(names) == len(set(names))
        arranged = store.games.c.creator == f"t-{name}"
        made = set(database.execute(sa.select(store.games.c.id).where(arranged)).scalars())
        assert made == {row.game for row in rows}
        order = database.execute(sa.select(rated_games).order_by(rated_games.c.n)).all()
        assert [row.n for row in order] == list(range(1, games + 1))
        assert {row.game for row in order} == made
        known = ratings.find(database)
        assert known["side wavre 2 0"].games == games
        assert ratings.reckon_again(database) == (games, 0)


@pytest.mark.once
def test_computers_play_alone_and_one_process_dies(postgres: str) -> None:
    """Two processes on one database; the one that was asked is killed in the middle."""
    name = f"cup_{random.getrandbits(40):x}"
    admin = store.open_engine(postgres).execution_options(isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    url = sa.make_url(postgres).set(database=name).render_as_string(hide_password=False)
    one, other = Server(url, limits=GENEROUS).start(), Server(url, limits=GENEROUS)
    other.start()
    maker, looker = account(one), account(other)
    cup = make(maker, format="swiss", rounds=2, most=4)
    look_until(looker, cup, has_result)
    one.kill()
    info = look_until(looker, cup, lambda seen: bool(seen["stage"] == "over"))
    assert info["rounds"] == info["round"] == 2
    engine = store.open_engine(url)
    check_once(engine, cup, 4)
    engine.dispose()
    sides = looker.get("/api/ratings")["sides"]
    assert [(side["scenario"], side["games"]) for side in sides] == [("wavre", 4)]
    other.stop()
    with admin.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()
