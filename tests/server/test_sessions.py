"""The end of a session: no cookie and no socket outlives it, whatever a process has missed."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, WAIT, Player, Server, Visitor
from tests.server.test_people_processes import by_way_of
from tests.server.test_processes import two_servers

from napoleon.server.http import people
from napoleon.server.http.doorkeeper import Doorkeeper
from napoleon.server.limits import Limits
from napoleon.server.live.connection import BROKEN, NOT_ALLOWED, Connection
from napoleon.server.live.hall import Hall
from napoleon.server.store import people_upkeep, upgrading
from napoleon.server.store import tables as store

QUICK = GENEROUS | {"session": 0.3, "account_logins": 1e9, "account_logins_at_once": 1e9}
PASSWORD = "old guard 1815"


@contextmanager
def changing(database: str) -> Iterator[sa.Connection]:
    """A transaction as the command line has them."""
    engine = store.open_engine(database)
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        yield connection
        # What it tells the processes is lost too.
        connection.execute(sa.delete(store.notices))
    engine.dispose()


@contextmanager
def stopped_lines(database: str) -> Iterator[list[int]]:
    """The connections on which processes hear news are there, and bring nothing."""
    engine = store.open_engine(database)
    query = sa.text(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = :listen"
    )
    with engine.connect() as connection:
        pids = list(connection.execute(query, {"listen": "LISTEN napoleon"}).scalars())
    engine.dispose()
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield pids
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@pytest.fixture(scope="module")
def deaf_pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two processes with one database that hear nothing of each other."""
    with two_servers(postgres, limits=QUICK) as servers:
        for server in servers:
            server.visitor()
        with stopped_lines(servers[0].database) as pids:
            assert len(pids) == 2
            yield servers


def account(server: Server, name: str) -> Visitor:
    """The holder of an account."""
    visitor = server.visitor()
    visitor.post("/api/register", {"name": name, "password": PASSWORD})
    return visitor


def log_out(_: str, visitor: Visitor) -> None:
    visitor.post("/api/logout")


def end_all_others(_: str, visitor: Visitor) -> None:
    """From another browser."""
    other = visitor.server.visitor()
    other.post("/api/login", {"name": visitor.name, "password": PASSWORD})
    other.post("/api/account/sessions/end", {"id": ""})


def end_this_one(_: str, visitor: Visitor) -> None:
    """From another browser, and this session alone."""
    other = visitor.server.visitor()
    other.post("/api/login", {"name": visitor.name, "password": PASSWORD})
    token = people.hash_cookie(visitor.cookie)
    other.post("/api/account/sessions/end", {"id": token[:16]})


def give_a_new_password(database: str, visitor: Visitor) -> None:
    with changing(database) as connection:
        people_upkeep.set_password(connection, visitor.id, "x" * 20)


def ban(database: str, visitor: Visitor) -> None:
    with changing(database) as connection:
        people_upkeep.ban(connection, visitor.id, "noise")


def ban_alone(database: str, visitor: Visitor) -> None:
    """The row of the session is left; its person is banned."""
    with changing(database) as connection:
        connection.execute(
            sa.update(store.people).where(store.people.c.id == visitor.id).values(banned="noise")
        )


def delete_the_account(_: str, visitor: Visitor) -> None:
    visitor.post("/api/account/delete", {"password": PASSWORD, "games": "resign"})


def forget(database: str, visitor: Visitor) -> None:
    with changing(database) as connection:
        people_upkeep.forget(connection, visitor.id)


WAYS: list[Callable[[str, Visitor], None]] = [
    *(log_out, end_all_others, end_this_one, give_a_new_password),
    *(ban, ban_alone, delete_the_account, forget),
]


@pytest.mark.parametrize("end", WAYS, ids=lambda way: way.__name__)
def test_a_session_ends_in_a_process_that_hears_nothing(
    deaf_pair: tuple[Server, Server], end: Callable[[str, Visitor], None]
) -> None:
    one, other = deaf_pair
    visitor = account(one, end.__name__)
    visitor.name = end.__name__
    game = visitor.begin({"french": "me", "allied": "open"})
    elsewhere = by_way_of(other, visitor)
    assert elsewhere.get("/api/me")["id"] == visitor.id
    player = Player(other, f"/ws/game/{game}", "french", visitor.cookie).open()
    cookie = visitor.cookie
    end(one.database, visitor)
    assert player.closing_code() == NOT_ALLOWED
    deadline = time.monotonic() + WAIT
    while elsewhere.http.get(f"{other.url}/api/account").status_code != 401:
        assert time.monotonic() < deadline
    # Nor does it come back.
    again = Player(other, f"/ws/game/{game}", "french", cookie)
    again.connect()
    assert again.closing_code() == NOT_ALLOWED


def test_a_line_on_which_nothing_comes_is_opened_again(deaf_pair: tuple[Server, Server]) -> None:
    """News are heard again, without anybody noticing that the line was dead."""
    one, other = deaf_pair
    host, guest = one.visitor(), other.visitor()
    game = host.begin({"french": "me", "allied": "open"})
    token = host.get(f"/api/games/{game}")["invites"]["allied"]
    guest.post(f"/api/join/{token}")
    french = Player(one, f"/ws/game/{game}", "french", host.cookie).open()
    allied = Player(other, f"/ws/game/{game}", "allied", guest.cookie).open()
    french.send({"t": "chat", "channel": "all", "text": "Bonjour"})
    deadline = time.monotonic() + 3 * WAIT
    while not allied.chat:
        assert time.monotonic() < deadline
        allied.receive(3 * WAIT)
    assert allied.chat[0]["text"] == "Bonjour"


def test_a_socket_goes_on_while_its_session_gets_another_cookie(
    deaf_pair: tuple[Server, Server],
) -> None:
    visitor = deaf_pair[0].visitor()
    game = visitor.begin({"french": "me", "allied": "open"})
    player = visitor.sit(game, "french")
    for n in range(8):  # looks come every 0.15 s
        body = {"name": f"Ney {n}", "password": PASSWORD}
        if n:
            visitor.post("/api/login", {"name": "Ney 0", "password": PASSWORD})
        else:
            visitor.post("/api/register", body)
        player.catch_up()


def test_a_session_of_one_process_ends_without_a_notice(tmp_path: Path) -> None:
    """SQLite, and the command line on the same file."""
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=QUICK).start()
    visitor = account(server, "Ney")
    game = visitor.begin({"french": "me", "allied": "open"})
    player = visitor.sit(game, "french")
    ban(server.database, visitor)
    assert player.closing_code() == NOT_ALLOWED
    assert visitor.refused("/api/account", method="GET") == (401, "unknown")


@contextmanager
def hall_of(tmp_path: Path, session: float) -> Iterator[tuple[sa.Engine, Hall, Doorkeeper]]:
    """A hall whose event loop the test has, with one guest whose cookie is "cookie"."""
    engine = store.open_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    upgrading.migrate(engine)
    with engine.begin() as connection:
        people.add_guest(connection, "cookie", "en", "2026-06-15T04:00:00.000+00:00")
    hall = Hall(engine, Limits(session=session), 0.0, 10)
    yield engine, hall, Doorkeeper(hall)
    engine.dispose()


def line(hall: Hall, token: str, sent: list[Any]) -> Connection:
    """A socket of a token, that keeps what it is sent."""

    async def send(event: Any) -> None:
        sent.append(event)

    connection = Connection(send, "person" if token else None, token, hall.limits)
    hall.connections.add(connection)
    return connection


def test_sockets_are_closed_when_the_store_says_nothing(tmp_path: Path) -> None:
    """A process that cannot ask does not believe what it once knew."""

    async def look_on() -> None:
        with hall_of(tmp_path, 0.05) as (_, hall, keeper):
            sent: list[Any] = []
            token = people.hash_cookie("cookie")
            mine, watching = line(hall, token, sent), line(hall, "", [])

            async def never(_: Any) -> Any:
                await asyncio.Event().wait()

            hall.access.look = never  # type: ignore[method-assign, assignment]
            looking = asyncio.create_task(keeper.sessions.keep_looking())
            while mine.is_open:
                await asyncio.sleep(0.01)
            looking.cancel()
            assert sent[-1] == {"type": "websocket.close", "code": BROKEN}
            assert watching.is_open
            assert keeper.recall("cookie") is None

    asyncio.run(asyncio.wait_for(look_on(), WAIT))


def test_one_question_is_asked_for_all_sockets(tmp_path: Path) -> None:
    async def look_on() -> None:
        with hall_of(tmp_path, 3.0) as (engine, hall, keeper):
            token = people.hash_cookie("cookie")
            good = [line(hall, token, []) for _ in range(20)]
            bad = [line(hall, people.hash_cookie(f"{n}"), []) for n in range(480)]
            asked: list[str] = []
            sa.event.listen(engine, "before_cursor_execute", lambda *said: asked.append(said[2]))
            await keeper.sessions.look()
            assert len([text for text in asked if text.startswith("SELECT")]) == 1
            assert all(one.is_open for one in good) and not any(one.is_open for one in bad)

    asyncio.run(look_on())


def test_a_person_who_was_asked_about_before_the_end_is_not_believed(tmp_path: Path) -> None:
    """What a look brings does not bring back a session that ended while it was under way."""

    async def look_on() -> None:
        with hall_of(tmp_path, 3.0) as (_, hall, keeper):
            assert await keeper.find("cookie") is not None
            line(hall, people.hash_cookie("cookie"), [])
            look = hall.access.look

            async def look_then_log_out(query: Any) -> Any:
                found = await look(query)
                keeper.forget("cookie")
                return found

            hall.access.look = look_then_log_out  # type: ignore[method-assign]
            await keeper.sessions.look()
            assert keeper.recall("cookie") is None

    asyncio.run(look_on())
