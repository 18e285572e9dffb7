"""Several processes serve one PostgreSQL database: anybody is served by any of them."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, WAIT, Player, Server, Visitor

from napoleon.server.cluster import CannotShare, check_shareable
from napoleon.server.store import admin
from napoleon.server.store import tables as store


@contextmanager
def two_servers(
    uri: str, options: Sequence[str] = (), limits: dict[str, float] | None = None
) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database of its own in a PostgreSQL."""
    name = f"pair_{random.getrandbits(40):x}"
    engine = store.open_engine(uri).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    url = sa.make_url(uri).set(database=name).render_as_string(hide_password=False)
    chosen = limits if limits is not None else GENEROUS
    one, other = (
        Server(url, limits=chosen, is_shared=True, options=options).start() for _ in range(2)
    )
    servers = one, other
    yield servers
    for server in servers:
        if server.process is not None and server.process.poll() is None:
            server.stop()
    with engine.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database."""
    with two_servers(postgres) as servers:
        yield servers


def at(server: Server, person: Visitor, game: str, seat: str) -> Player:
    """A person's seat, by way of a server of one's choice."""
    return Player(server, f"/ws/game/{game}", seat, person.cookie).open()


def begin(pair: tuple[Server, Server], **more: Any) -> tuple[str, Visitor, Visitor]:
    """A game whose players come by different processes."""
    one, other = pair
    host, guest = one.visitor(), other.visitor()
    game = host.begin({"french": "me", "allied": "open"}, **more)
    token = host.get(f"/api/games/{game}")["invites"]["allied"]
    guest.post(f"/api/join/{token}")
    return game, host, guest


def wait_for(player: Player, text: str) -> None:
    deadline = time.monotonic() + WAIT
    while not any(line["text"] == text for line in player.chat):
        assert time.monotonic() < deadline
        player.receive()


def agree(players: list[Player], database: str, game: str) -> None:
    """Take in messages until every seat has what is stored."""
    engine = store.open_engine(database)
    with engine.connect() as connection:
        moves = store.moves_of(connection, game)
    engine.dispose()
    from napoleon.server.table.stories import steps_of

    steps = steps_of(moves)
    deadline = time.monotonic() + WAIT
    for player in players:
        while player.v < len(steps[player.seat]):
            assert time.monotonic() < deadline, (player.seat, player.v, len(steps[player.seat]))
            player.receive()


def play_by_turns(players: list[Player], database: str, game: str, most: int, seed: int) -> int:
    rng = random.Random(seed)
    for played in range(most):
        agree(players, database, game)
        ready = [player for player in players if player.offers]
        if not ready:
            return played
        player = rng.choice(ready)
        assert player.act(rng.choice(player.offers))["ok"]
    agree(players, database, game)
    return most


def test_players_of_one_table_sit_on_different_processes(pair: tuple[Server, Server]) -> None:
    one, other = pair
    game, host, guest = begin(pair)
    french, allied = at(one, host, game, "french"), at(other, guest, game, "allied")
    # Each sees that the other has come.
    for player, seat in ((french, "allied"), (allied, "french")):
        while not player.people["seats"][seat]["is_online"]:
            player.wait("people")
    french.send({"t": "chat", "channel": "all", "text": "Bonjour"})
    wait_for(allied, "Bonjour")
    allied.send({"t": "chat", "channel": "all", "text": "Good morning"})
    wait_for(french, "Good morning")
    assert play_by_turns([french, allied], one.database, game, 60, 1) == 60
    # A third process-hopper reads the same: the seat's own story, from either process.
    for server in pair:
        again = at(server, host, game, "french")
        assert again.log == french.log and again.view == french.view and again.v == french.v
        again.close()
    french.close()
    while allied.people["seats"]["french"]["is_online"]:
        allied.wait("people")
    (verdict,) = admin.recheck(game, one.database)
    assert verdict.is_sound


def check_a_kill(pair: tuple[Server, Server], **terms: str) -> None:
    """One of two processes dies in a game on these terms: the other goes on, and the first finds
    all of it when it comes back."""
    one, other = pair
    game, host, guest = begin(pair, **terms)
    french, allied = at(one, host, game, "french"), at(other, guest, game, "allied")
    play_by_turns([french, allied], one.database, game, 20, 2)
    before = french.v, french.view, list(french.log)
    one.kill()
    again = at(other, host, game, "french")
    assert (again.v, again.view, again.log) == before
    assert play_by_turns([again, allied], other.database, game, 20, 3) == 20
    one.start()
    third = at(one, host, game, "french")
    assert third.log == again.log
    (verdict,) = admin.recheck(game, one.database)
    assert verdict.is_sound


def test_a_killed_process_loses_nothing(pair: tuple[Server, Server]) -> None:
    check_a_kill(pair)


def test_news_that_come_while_a_process_is_storing_are_not_missed(
    pair: tuple[Server, Server],
) -> None:
    game, host, guest = begin(pair)
    players = [at(pair[0], host, game, "french"), at(pair[1], guest, game, "allied")]
    rng = random.Random(5)
    for line in range(25):
        agree(players, pair[0].database, game)
        ready = [player for player in players if player.offers]
        mover = rng.choice(ready)
        (other,) = [player for player in players if player is not mover]
        for part in range(4):
            other.send({"t": "chat", "channel": "all", "text": f"{line}.{part}"})
        assert mover.act(rng.choice(mover.offers))["ok"]
        wait_for(mover, f"{line}.3")
    agree(players, pair[0].database, game)
    (verdict,) = admin.recheck(game, pair[0].database)
    assert verdict.is_sound


def check_a_takeover(pair: tuple[Server, Server], **terms: str) -> None:
    """The process that has a computer moving dies: the other goes on with it, and no move is made
    twice."""
    one, other = pair
    host = one.visitor()
    game = host.begin({"french": "computer:recruit", "allied": "me"}, **terms)
    allied = at(one, host, game, "allied")
    while allied.v < 2:
        allied.receive()
    one.kill()
    again = at(other, host, game, "allied")
    deadline = time.monotonic() + 3 * WAIT
    while not again.offers:
        assert time.monotonic() < deadline, "nobody has the computer moving"
        again.receive()
    (verdict,) = admin.recheck(game, other.database)
    assert verdict.is_sound and verdict.actions >= again.v


def test_a_computer_is_taken_over_and_never_moves_twice(pair: tuple[Server, Server]) -> None:
    check_a_takeover(pair)


def test_logging_out_ends_the_session_everywhere(pair: tuple[Server, Server]) -> None:
    _, other = pair
    game, host, _ = begin(pair)
    elsewhere = at(other, host, game, "french")
    host.post("/api/logout")
    assert elsewhere.closing_code() == 4403


def test_a_seat_of_the_lobby_is_taken_once(pair: tuple[Server, Server]) -> None:
    one, other = pair
    host = one.visitor()
    game = host.begin({"french": "me", "allied": "open"})
    host.post(f"/api/lobby/{game}/publish")
    french = host.sit(game, "french")
    guests = [server.visitor() for server in (one, other) * 3]
    deadline = time.monotonic() + WAIT
    while not guests[1].get("/api/lobby")["tables"][0]["is_host_here"]:
        assert time.monotonic() < deadline, "the host is seen in the other process"
        time.sleep(0.05)

    def sit(guest: Visitor) -> int:
        path = f"{guest.server.url}/api/lobby/{game}/sit"
        return guest.http.post(path, json={"seat": "allied"}).status_code

    with ThreadPoolExecutor(len(guests)) as pool:
        answers = list(pool.map(sit, guests))
    assert sorted(answers) == [200, 409, 409, 409, 409, 409]
    (winner,) = [guest for guest, answer in zip(guests, answers, strict=True) if answer == 200]
    while french.people["status"] != "playing":
        french.wait("people")
    assert winner.sit(game, "allied").view["seat"] == "allied"
    for server in pair:
        assert server.visitor().get("/api/lobby")["tables"] == []


def test_several_processes_need_postgresql() -> None:
    with pytest.raises(CannotShare, match="PostgreSQL"):
        check_shareable("sqlite:///x.sqlite", 2)
    check_shareable("sqlite:///x.sqlite", 1)
    check_shareable("postgresql://x/y", 4)


def test_any_process_tells_the_metrics_of_all(pair: tuple[Server, Server]) -> None:
    deadline = time.monotonic() + WAIT
    for server in pair:
        while True:
            text = httpx.get(f"{server.url}/metrics").text
            if len(set(re.findall(r'process="(\w+)"', text))) == 2:
                break
            assert time.monotonic() < deadline, text
            time.sleep(0.1)
        assert text.count("# TYPE napoleon_moves_total counter") == 1
