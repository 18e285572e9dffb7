"""Broken connections, a killed server, forged clients and floods."""

from __future__ import annotations

import json
import random
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.playing import (
    GENEROUS,
    Player,
    Server,
    begin_with_friends,
    play_on,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from napoleon.server.store import admin


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_server_comes_back_to_the_last_acknowledged_action(
    tmp_path: Path, seed: int
) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS).start()
    rng = random.Random(seed)
    game, people = begin_with_friends(server, 2)
    players = [person.sit(game, seat) for seat, person in people.items()]
    kills = 3
    for _ in range(kills):
        play_on(players, rng, rng.randrange(10, 40))
        acting = next((player for player in players if player.offers), None)
        if acting is None:
            break
        acting.send({"t": "chat", "channel": "all", "text": f"at {acting.v}"})
        acting.wait("chat")
        before = {player.seat: (player.v, player.view, list(player.log)) for player in players}
        # An action is on its way when the power fails: it may count or not, but wholly.
        action = rng.choice(acting.offers)
        message = {"t": "act", "id": 0, "seat": acting.seat, "v": acting.v, "actions": [action]}
        acting.send(message)
        server.kill()
        server.start()
        for player in players:
            player.open()
            v, view, log = before[player.seat]
            assert player.v in (v, v + 1)
            if player.v == v:
                assert player.view == view and player.log == log
        assert players[0].chat == players[1].chat and players[0].chat
    play_on(players, rng)
    assert players[0].view["result"] is not None
    server.stop()
    (verdict,) = admin.recheck(game, server.database)
    assert verdict.is_sound and verdict.actions >= players[0].v and verdict.dice > 0


def test_a_computer_goes_on_after_a_restart(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS).start()
    person = server.visitor()
    game = person.begin({"french": "computer:random", "allied": "me"})
    player = person.sit(game, "allied")
    while player.v < 3:
        player.wait("state")
    server.kill()
    server.start()
    player.open()
    while not player.offers:
        player.wait("state")
    server.stop()
    assert admin.recheck(game, server.database)[0].is_sound


def test_whoever_comes_back_misses_nothing(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    allied = people["allied"].sit(game, "allied")
    rng = random.Random(7)
    lost = 0
    for _ in range(25):
        if french.view["result"] is not None:
            break
        play_on([french, allied], rng, rng.randrange(1, 12))
        gone, there = rng.sample([french, allied], 2)
        gone.close()
        for _ in range(rng.randrange(0, 8)):
            there.catch_up()
            if not there.offers:
                break
            there.act(rng.choice(there.offers))
            if there.view["can_undo"] and rng.random() < 0.6:
                there.undo()
                lost += 1
        gone.open()
        fresh = Player(server, gone.path, gone.seat, gone.cookie).open()
        assert gone.log == fresh.log and gone.view == fresh.view and gone.v == fresh.v
        # One that does not say which version it had is served as well.
        careless = Player(server, gone.path, gone.seat, gone.cookie)
        careless.log = list(gone.log)
        careless.open(v=-1)
        assert careless.log == fresh.log
        fresh.close()
        careless.close()
    assert lost > 3
    for player in (french, allied):
        player.close()


def test_others_see_who_is_there(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    assert not french.people["seats"]["allied"]["is_online"]
    allied = people["allied"].sit(game, "allied")
    assert french.wait("people")["seats"]["allied"]["is_online"]
    second = people["allied"].sit(game, "allied")
    second.close()
    allied.close()
    assert not french.wait("people")["seats"]["allied"]["is_online"]
    french.close()


def test_stale_versions_and_undo_over_the_socket(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    allied = people["allied"].sit(game, "allied")
    old = len(allied.log)
    assert french.act("march FR-1-I1 binche")["ok"]
    allied.wait("state")
    assert len(allied.log) == old + 1
    answer = french.act("march FR-1-I2 binche", v=0)
    assert not answer["ok"] and french.v == 1
    assert french.undo()["ok"]
    allied.wait("state")
    assert len(allied.log) == old and allied.v == french.v == 2
    assert not french.undo()["ok"]
    assert not allied.undo()["ok"]
    french.close()
    allied.close()


def garbage(rng: random.Random, offers: list[str], v: int) -> str | bytes:
    """What somebody might send who means no good."""
    offer = rng.choice(offers)
    seat = rng.choice(["french", "allied", "prussian", "emperor", None, 5, "french\0"])
    choice = rng.randrange(14)
    if choice == 0:
        return rng.choice(["", "{", "null", "[]", "5", '"hello"', "{}", '{"t":"state"}', "é"])
    if choice == 1:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(200)))
    if choice == 2:
        return "[" * rng.randrange(1, 8000)
    if choice == 3:
        return json.dumps({"t": "chat", "text": "x" * rng.randrange(3000, 17_000)})
    if choice == 4:
        return json.dumps({"t": "hello", "seat": seat, "since": rng.choice([-1, 0, 10**12, "a"])})
    if choice == 5:
        return json.dumps({"t": "consent", "what": rng.choice(["end", "all"]), "yes": True})
    if choice == 6:
        return json.dumps({"t": "why", "id": 1, "seat": seat, "action": offer[: rng.randrange(30)]})
    if choice == 7:
        return json.dumps({"t": "undo", "id": 1, "seat": seat, "v": rng.choice([v, v - 1, 10**30])})
    if choice == 8:
        return json.dumps({"t": rng.choice(["people", "answer", "referee", 1, None]), "v": v})
    if choice == 9:
        actions = [offer] * rng.choice([0, 81, 500])
        return json.dumps({"t": "act", "id": 1, "seat": "french", "v": v, "actions": actions})
    letters = list(offer)
    for _ in range(rng.randrange(3)):
        letters[rng.randrange(len(letters))] = rng.choice("aeiou -XZ09\u00e9\0'\";")
    return json.dumps(
        {
            "t": "act",
            "id": rng.choice([1, "x", None, [], {}]),
            "seat": rng.choice(["french", "allied", "prussian"]),
            "v": rng.choice([v, v, v - 1, v + 1, -1]),
            "actions": ["".join(letters), rng.choice(["end", "", "fire FR-N", 7])],
        }
    )


def test_ten_thousand_forged_messages_break_nothing(server: Server) -> None:
    """From a player of the other side, a spectator and a stranger; the game does not move."""
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    stranger = server.visitor()
    own = stranger.begin({"french": "open", "allied": "me"})
    watch = people["french"].get(f"/api/games/{game}")["watch"]
    forgers = [
        people["allied"].sit(game, "allied"),
        Player(server, f"/ws/watch/{watch}", None).open(),
        stranger.sit(own, "allied"),
    ]
    rng = random.Random(10)
    offers = french.offers
    before = french.view
    sent = 0
    slowest = 0.0
    while sent < 10_000:
        for forger in forgers:
            assert forger.socket is not None
            for _ in range(200):
                forger.socket.send(garbage(rng, offers, 0))
                sent += 1
            forger.socket.send('{"t":"ping"}')
            while json.loads(forger.socket.recv(timeout=20))["t"] != "pong":
                pass
        began = time.monotonic()
        french.ask({"t": "why", "seat": "french", "action": "end"}, "why")
        slowest = max(slowest, time.monotonic() - began)
    assert slowest < 2.0
    fresh = people["french"].sit(game, "french")
    assert fresh.v == 0 and fresh.view == before
    assert french.act(french.offers[0])["ok"]
    people_now = people["french"].get(f"/api/games/{game}")
    assert people_now["status"] == "playing" and people_now["ending"] == []
    for player in (*forgers, french, fresh):
        player.close()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that people meet."""
    folder = tmp_path_factory.mktemp("strict")
    running = Server(f"sqlite:///{folder / 'games.sqlite'}", is_shared=True).start()
    yield running
    running.stop()


def test_a_flood_is_refused_and_then_cut_off(strict: Server) -> None:
    game, people = begin_with_friends(strict, 2)
    flooder = people["allied"].sit(game, "allied")
    quiet = people["french"].sit(game, "french")
    try:
        for _ in range(2000):
            flooder.send('{"t":"ping"}')
    except ConnectionClosed:
        pass
    assert flooder.closing_code() == 1008
    busy = [error for error in flooder.errors if error["code"] == "busy"]
    assert 100 < len(busy) <= 200
    assert quiet.act(quiet.offers[0])["ok"]
    quiet.close()
    for _ in range(30):  # too many sockets of one person
        last = Player(strict, f"/ws/game/{game}", "allied", people["allied"].cookie)
        try:
            last.open()
        except ConnectionClosed:
            break
    assert last.errors[-1]["code"] == "busy"


def test_too_much_talk_is_refused(strict: Server) -> None:
    game, people = begin_with_friends(strict, 2)
    player = people["french"].sit(game, "french")
    for n in range(14):
        player.send({"t": "chat", "channel": "all", "text": f"line {n}"})
    assert player.wait("error")["code"] == "busy"
    while len(player.chat) < 10:
        player.receive()
    player.catch_up()
    assert len(player.chat) < 14
    assert player.act(player.offers[0])["ok"]


def test_too_many_calls_from_one_address(tmp_path: Path) -> None:
    limits = {"calls": 0.001, "calls_at_once": 5.0}
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=limits).start()
    person = server.visitor()
    codes = [person.http.get(f"{server.url}/api/games").status_code for _ in range(6)]
    assert codes == [200, 200, 200, 200, 429, 429]
    assert person.http.get(f"{server.url}/board.json").status_code == 200


def test_a_frame_that_is_too_large_is_refused(strict: Server) -> None:
    game, people = begin_with_friends(strict, 2)
    player = people["french"].sit(game, "french")
    player.send(json.dumps({"t": "chat", "text": "x" * 17_000}))
    assert player.wait("error")["code"] == "too-large"
    player.send("y" * 100_000)
    assert player.closing_code() == 1009


def test_too_many_guests_from_one_address(tmp_path: Path) -> None:
    limits = {"guests": 0.001, "guests_at_once": 3.0, "logins": 0.001, "logins_at_once": 2.0}
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=limits).start()
    visitors = [server.visitor() for _ in range(3)]
    response = httpx.get(f"{server.url}/api/me")
    assert response.status_code == 429 and response.json()["error"]["code"] == "busy"
    credentials = {"name": "nobody", "password": "wrong password"}
    codes = [visitors[0].refused("/api/login", credentials)[0] for _ in range(3)]
    assert codes == [401, 401, 429]
    server.stop()


def test_strangers_and_other_sites_are_turned_away(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    stranger = server.visitor()
    for path in (f"/ws/game/{game}", "/ws/game/nothing", "/ws/watch/nothing"):
        player = Player(server, path, "french", stranger.cookie)
        with pytest.raises(ConnectionClosed):
            player.open()
        assert player.errors[0]["code"] == "not-yours"
    with (
        pytest.raises(InvalidStatus) as refusal,
        connect(
            f"ws://127.0.0.1:{server.port}/ws/game/{game}",
            origin=Origin("http://elsewhere.example"),
            additional_headers={"Cookie": f"napoleon={people['french'].cookie}"},
        ),
    ):
        pass
    assert refusal.value.response.status_code == 403
    spy = people["allied"].sit(game, "allied")
    spy.send({"t": "hello", "seat": "french", "since": 0})
    assert spy.wait("error")["code"] == "not-yours"
    spy.close()


def test_a_slow_reader_is_cut_off_and_costs_nobody_else(tmp_path: Path) -> None:
    limits = {**GENEROUS, "backlog": 200_000}
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=limits).start()
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    lazy = socket.create_connection(("127.0.0.1", server.port))
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.sendall(
        (
            f"GET /ws/game/{game} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: napoleon={people['allied'].cookie}\r\n\r\n"
        ).encode()
    )
    hello = b'{"t":"hello","seat":"allied"}'
    lazy.recv(1000)
    lazy.sendall(bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello)
    assert french.wait("people")["seats"]["allied"]["is_online"]
    gone = False
    for _ in range(3000):
        assert french.act("march FR-1-I1 binche")["ok"]
        assert french.undo()["ok"]
        if french.people["seats"]["allied"]["is_online"] is False:
            gone = True
            break
    assert gone, "the slow reader is still there"
    lazy.close()
    french.close()
    server.stop()
