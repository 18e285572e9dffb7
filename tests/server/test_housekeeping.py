"""What nobody uses is cleared away, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import time

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from tests.server.playing import GENEROUS, Server

from napoleon.server.http import doorkeeper, people
from napoleon.server.http.doorkeeper import Doorkeeper
from napoleon.server.http.housekeeping import clear_away, keep_house
from napoleon.server.limits import Limits
from napoleon.server.live.hall import Hall
from napoleon.server.store import archive
from napoleon.server.store import tables as store
from napoleon.server.store.tables import Person
from napoleon.server.table.sheet import Sitter

OLD = "1815-03-01T00:00:00.000+00:00"
SINCE = "1815-06-01T00:00:00.000+00:00"
NEW = "1815-06-15T04:00:00.000+00:00"


def names(connection: Connection) -> set[str]:
    return {str(row.id) for row in connection.execute(sa.select(store.people.c.id))}


def count_sessions(connection: Connection) -> int:
    return int(connection.execute(sa.select(sa.func.count(store.sessions.c.token))).scalar() or 0)


def add_game(connection: Connection, creator: str | None, sitter: str | None) -> None:
    seats = {"french": Sitter("human", sitter), "allied": Sitter("open", invite="x")}
    if sitter is None:
        seats = {"french": Sitter("open", invite="y")}
    sheet, game = archive.begin_game("historical", 2, "open", seats, creator, OLD)
    store.insert_game(connection, sheet, game.turn, "french")


def test_old_sessions_and_lonely_guests_go(engine: Engine) -> None:
    with engine.begin() as connection:
        idle = people.add_guest(connection, "idle", "en", OLD)
        fresh = people.add_guest(connection, "fresh", "en", NEW)
        player = people.add_guest(connection, "player", "en", OLD)
        maker = people.add_guest(connection, "maker", "en", OLD)
        holder = people.add_guest(connection, "holder", "en", OLD)
        people.register(connection, holder, "Ney", "hash", "holder 2", OLD)
        back = people.add_guest(connection, "back", "en", OLD)
        people.use_session(connection, people.hash_cookie("back"), NEW)
        add_game(connection, None, player.id)
        add_game(connection, maker.id, None)
        assert clear_away(connection, SINCE) == (5, 1)
        assert names(connection) == {fresh.id, player.id, maker.id, holder.id, back.id}
        assert idle.id not in names(connection)
        for cookie, person in (
            ("fresh", fresh),
            ("back", back),
            ("idle", None),
            ("holder 2", None),
        ):
            found = store.find_session(connection, people.hash_cookie(cookie))
            assert (found.id if found else None) == (person.id if person else None)
        assert clear_away(connection, SINCE) == (0, 0)


def test_a_guest_who_became_somebody_else_goes(engine: Engine) -> None:
    """His games went along; without a session nobody can be him again."""
    with engine.begin() as connection:
        guest = people.add_guest(connection, "guest", "en", NEW)
        holder = people.add_guest(connection, "holder", "en", NEW)
        holder = people.register(connection, holder, "Ney", "hash", "holder 2", NEW)
        add_game(connection, guest.id, guest.id)
        people.log_in(connection, guest, holder, "holder 3", NEW)
        people.end_session(connection, "guest")
        assert clear_away(connection, SINCE) == (0, 1)
        assert names(connection) == {holder.id}


def test_the_use_of_a_session_is_noted_once_a_day(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of one that the doorkeeper knows by heart; and what was cleared away he forgets."""
    day = [20_000.0]
    written: list[str] = []
    noted = people.use_session

    def note(connection: Connection, token: str, now: str) -> None:
        written.append(token)
        noted(connection, token, NEW)

    def clock() -> float:
        return day[0] * doorkeeper.DAY

    async def come_back() -> tuple[Person | None, Person | None]:
        hall = Hall(engine, Limits(), 0.0, 10)
        keeper = Doorkeeper(hall)
        await hall.open()
        monkeypatch.setattr(people, "use_session", note)
        monkeypatch.setattr("napoleon.server.http.doorkeeper.time.time", clock)
        try:
            for today in (0.0, 0.2, 0.4, 1.1, 1.3, 2.0):
                day[0] = 20_000.0 + today
                person = await keeper.find("cookie")
            await hall.write(lambda _: None)
            with engine.connect() as connection:
                used = connection.execute(sa.select(store.sessions.c.used)).scalar()
            assert used == NEW
            house = asyncio.create_task(keep_house(keeper, 90.0, 0.01))
            while await hall.read(count_sessions) or keeper.recall("cookie") is not None:
                await asyncio.sleep(0.01)
            house.cancel()
            return person, await keeper.find("cookie")
        finally:
            await hall.close()

    with engine.begin() as connection:
        guest = people.add_guest(connection, "cookie", "en", OLD)
    before, after = asyncio.run(come_back())
    assert before is not None and before.id == guest.id
    assert len(written) == 3
    assert after is None


def test_a_server_clears_away_when_it_starts(database: str) -> None:
    """A cookie from long ago is a new guest's; one that was used lately is known."""
    server = Server(database, limits=GENEROUS).start()
    old, new = server.visitor(), server.visitor()
    server.stop()
    engine = store.open_engine(database)
    with engine.begin() as connection:
        connection.execute(
            sa.update(store.sessions).where(store.sessions.c.person == old.id).values(used=OLD)
        )
    server.start()
    deadline = time.monotonic() + 20
    while True:
        with engine.connect() as connection:
            if old.id not in names(connection):
                break
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert old.get("/api/me")["id"] != old.id
    assert new.get("/api/me")["id"] == new.id
    engine.dispose()
