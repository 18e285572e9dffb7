"""Standing seeks where two processes serve one database: each person is seated once, and nobody is
forgotten when a process dies."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from tests.server.playing import WAIT, Server, Visitor
from tests.server.test_lobby import named, offered
from tests.server.test_processes import two_servers
from tests.server.test_seeks import games_of, seek, state_of, wait_for

from napoleon.server.store import admin
from napoleon.server.store import tables as base
from napoleon.server.store.seeks import seeks


def by(person: Visitor, server: Server) -> Visitor:
    """The same person by way of another process."""
    person.server = server
    return person


def seated(server: Server) -> Counter[str]:
    """In how many seats each person sits."""
    query = sa.select(base.seats.c.person).where(base.seats.c.person.is_not(None))
    with admin.writing(server.database) as connection:
        return Counter(connection.execute(query).scalars())


@pytest.fixture
def pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database."""
    with two_servers(postgres) as servers:
        yield servers


def test_two_processes_make_one_game_of_each_pair(pair: tuple[Server, Server]) -> None:
    people = [named(pair[n % 2]) for n in range(12)]
    with ThreadPoolExecutor(12) as pool:
        list(pool.map(lambda person: seek(person, pace="days"), people))
    games = Counter(wait_for(by(person, pair[1]), "seated") for person in people)
    assert set(games.values()) == {2} and len(games) == 6
    assert seated(pair[0]) == Counter({person.id: 1 for person in people})


def test_one_table_is_taken_by_one_seek_of_two_processes(pair: tuple[Server, Server]) -> None:
    host = named(pair[0])
    people = [named(server) for server in pair]
    for person in people:
        seek(person, scenario="ligny", side="allied", pace="none")
    game = offered(host, scenario="ligny")
    assert wait_for(people[0], "seated") == game, "the older seek"
    assert state_of(people[1])[0] == "open"
    assert seated(pair[0]) == Counter({host.id: 1, people[0].id: 1})


def test_a_seat_taken_by_hand_and_by_a_seek_is_taken_once(pair: tuple[Server, Server]) -> None:
    """People with a seek tap at tables in the other process at the very moment of the match."""
    for _ in range(6):
        hosts = [named(pair[0]) for _ in range(2)]
        hasty = named(pair[1])
        games = [offered(host, scenario="ligny") for host in hosts]

        def tap(person: Visitor = hasty, game: str = games[1]) -> int:
            path = f"{pair[1].url}/api/lobby/{game}/sit"
            return person.http.post(path, json={"seat": "allied"}).status_code

        with ThreadPoolExecutor(2) as pool:
            waiting = pool.submit(seek, hasty, scenario="ligny", pace="none")
            status = pool.submit(tap).result()
            waiting.result()
        if status == 200 and state_of(hasty)[0] == "open":
            hasty.post("/api/seek/cancel")  # it began after the tap
        elif status != 200:
            wait_for(hasty, "seated")
        assert len(games_of(hasty)) in (1, 2)
        if status != 200:
            assert len(games_of(hasty)) == 1
        for host, game in zip(hosts, games, strict=True):
            host.post(f"/api/games/{game}/end")


@pytest.mark.parametrize("has_sat", [False, True])
def test_a_process_that_dies_while_it_seats_somebody(
    pair: tuple[Server, Server], has_sat: bool
) -> None:
    """The seek was stored as `sitting`, and then there was no more of that process."""
    one, other = pair
    host, person = named(one), named(one)
    game = offered(host, scenario="ligny")
    seek(person, scenario="waterloo")
    if has_sat:
        token = host.get(f"/api/games/{game}")["invites"]["allied"]
        person.post(f"/api/join/{token}")
    one.kill()
    with admin.writing(other.database) as connection:
        wish = connection.execute(sa.select(seeks.c.wish)).scalar_one()
        changed = {**msgspec.json.decode(wish), "scenario": "ligny"}
        values = {"state": "sitting", "game": game, "seat": "allied"}
        connection.execute(
            sa.update(seeks).values(wish=msgspec.json.encode(changed).decode(), **values)
        )
    assert wait_for(by(person, other), "seated") == game
    assert seated(other) == Counter({host.id: 1, person.id: 1})


def test_kills_lose_nobody_and_seat_nobody_twice(pair: tuple[Server, Server]) -> None:
    rng = random.Random(28)
    one, other = pair
    hosts = [named(other) for _ in range(6)]
    people = [named(other) for _ in range(18)]
    for round_ in range(3):
        for person in people[6 * round_ : 6 * round_ + 6]:
            seek(by(person, other), pace="none", scenario="ligny")
        for host in hosts[2 * round_ : 2 * round_ + 2]:
            offered(by(host, other), scenario="ligny")
        time_to_die = time.monotonic() + rng.uniform(0.0, 0.25)
        while time.monotonic() < time_to_die:
            httpx.get(f"{other.url}/healthz")
        (one if round_ % 2 else other).kill()
        (one if round_ % 2 else other).start()
    deadline = time.monotonic() + 2 * WAIT
    while any(state_of(by(person, other))[0] == "sitting" for person in people):
        assert time.monotonic() < deadline
    in_seats: Counter[str] = Counter()
    while True:  # 18 people and 6 tables: everybody finds a place
        in_seats = seated(other)
        if all(in_seats[person.id] for person in people):
            break
        assert time.monotonic() < deadline, in_seats
    assert set(in_seats.values()) == {1}, in_seats
    for person in people:
        game = wait_for(person, "seated")
        assert games_of(person) == [game]
