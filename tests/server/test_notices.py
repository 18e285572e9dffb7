"""What the command line does while a server runs: the server hears of it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, WAIT, Player, Server, begin_with_friends, play_on
from websockets.exceptions import ConnectionClosed

from napoleon.server.store import admin, people_upkeep
from napoleon.server.store import tables as store


def at(server: Server, game: str, seat: str, cookie: str) -> Player:
    return Player(server, f"/ws/game/{game}", seat, cookie).open()


def until(is_so: Callable[[], bool]) -> None:
    """Wait for a state of the server that nobody is told of."""
    deadline = time.monotonic() + WAIT
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_who_is_banned_is_out_at_once(database: str) -> None:
    server = Server(database, limits=GENEROUS).start()
    game, people = begin_with_friends(server, 2)
    french, allied = (at(server, game, seat, one.cookie) for seat, one in people.items())
    with admin.writing(database) as connection:
        people_upkeep.ban(connection, people["allied"].id, "floods the table")
    assert allied.closing_code() == 4403
    assert people["allied"].refused("/api/games", method="GET") == (401, "unknown")
    french.catch_up()
    assert french.act(french.offers[0])["ok"]


def test_a_seat_is_given_again_while_its_holder_looks_on(database: str) -> None:
    server = Server(database, limits=GENEROUS).start()
    game, people = begin_with_friends(server, 2)
    french, thief = (at(server, game, seat, one.cookie) for seat, one in people.items())
    play_on([french, thief], random.Random(1), 10)
    with admin.writing(database) as connection:
        token = people_upkeep.reissue_seat(connection, game, "allied")
    assert thief.closing_code() == 4403
    assert thief.errors[-1]["code"] == "not-yours"
    heir = server.visitor()
    assert heir.post(f"/api/join/{token}") == {"id": game, "seat": "allied"}
    allied = at(server, game, "allied", heir.cookie)
    french.catch_up()
    assert french.people["seats"]["allied"]["name"] == heir.name
    play_on([french, allied], random.Random(2), 10)


def test_a_game_is_ended_from_outside(database: str) -> None:
    server = Server(database, limits=GENEROUS).start()
    game, people = begin_with_friends(server, 2)
    french = at(server, game, "french", people["french"].cookie)
    assert french.offers
    admin.end_game(game, database)
    while french.people["status"] != "abandoned" or french.offers:
        french.receive()
    assert people["french"].get(f"/api/games/{game}")["status"] == "abandoned"


def test_who_is_forgotten_vanishes_from_the_table(database: str) -> None:
    server = Server(database, limits=GENEROUS).start()
    game, people = begin_with_friends(server, 2)
    french, allied = (at(server, game, seat, one.cookie) for seat, one in people.items())
    allied.send({"t": "chat", "channel": "all", "text": "my address is secret"})
    french.wait("chat")
    with admin.writing(database) as connection:
        people_upkeep.forget(connection, people["allied"].id)
    assert allied.closing_code() == 4403
    while french.people["seats"]["allied"]["name"] != people_upkeep.GONE:
        french.wait("people")
    again = at(server, game, "french", people["french"].cookie)
    assert [line["text"] for line in again.chat] == [people_upkeep.GONE]


def test_a_broken_game_says_which_and_why_and_hurts_no_other(database: str) -> None:
    server = Server(database, limits=GENEROUS).start()
    game, people = begin_with_friends(server, 2)
    other, friends = begin_with_friends(server, 2)
    players = [at(server, game, seat, one.cookie) for seat, one in people.items()]
    play_on(players, random.Random(1), 3)
    server.stop()
    engine = store.open_engine(database)
    spoil = sa.update(store.moves).where(store.moves.c.game == game, store.moves.c.v == 2)
    with engine.begin() as connection:
        whole = connection.execute(
            sa.select(store.moves.c.action).where(store.moves.c.game == game, store.moves.c.v == 2)
        ).scalar_one()
        connection.execute(spoil.values(action="march FR-NOBODY paris"))
    server.start()
    person = people["french"]
    answer = person.http.get(f"{server.url}/api/games/{game}")
    assert answer.status_code == 410
    error = answer.json()["error"]
    assert error["code"] == "broken" and game in error["text"]
    broken = Player(server, f"/ws/game/{game}", "french", person.cookie)
    with pytest.raises(ConnectionClosed):
        broken.open()
    assert broken.errors == [{"t": "error", "code": "broken", "text": error["text"]}]
    stranger = server.visitor()
    assert stranger.refused(f"/api/games/{game}", method="GET") == (404, "not-found")
    table = [at(server, other, seat, one.cookie) for seat, one in friends.items()]
    play_on(table, random.Random(1), 5)
    # Mended, it is there again by itself.
    with engine.begin() as connection:
        connection.execute(spoil.values(action=whole))
    engine.dispose()
    until(lambda: person.http.get(f"{server.url}/api/games/{game}").status_code == 200)
    for player in players:
        player.open()
    play_on(players, random.Random(2), 5)
