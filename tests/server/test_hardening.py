"""What strangers may try: odd addresses, bodies and names, silence, seats on both sides."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from tests.server.playing import GENEROUS, WAIT, Player, Server, begin_with_friends, play_on
from uvicorn.server import ServerState

from napoleon.server.http import joining, people, seating
from napoleon.server.http.doorkeeper import Doorkeeper, network_of
from napoleon.server.http.messages import NewGame
from napoleon.server.limits import Limits
from napoleon.server.live.hall import Hall
from napoleon.server.live.protocol import PatientProtocol
from napoleon.server.person import Person
from napoleon.server.store import tables as store
from napoleon.server.store import upgrading
from napoleon.server.table.sheet import Sitter, WhatsNew


@pytest.mark.parametrize(
    "path",
    [
        *("/static/%00", "/static/a%00b.js", "/static/..%2f..%2fapp.py", "/fonts/%00"),
        *("/i18n/%00.json", "/api/games/%00", "/api/games/a%00b/record", "/api/join/%00"),
        *("/ws/game/x", "/ws/watch/%00", "/api/games/%ff%fe", "/static/" + "a" * 5000),
        *("/api/games/x/replay?step=abc", "/api/games?page=-1", "/api/games?page=x"),
    ],
)
def test_odd_addresses_are_refused_and_nothing_breaks(server: Server, path: str) -> None:
    person = server.visitor()
    answer = person.http.get(f"{server.url}{path}")
    assert answer.status_code in (400, 404), (path, answer.status_code, answer.text)


@pytest.mark.parametrize(
    "body",
    [
        *(b"[" * 30_000, b'{"a":' * 10_000 + b"1" + b"}" * 10_000, b"\xff\xfe\x00", b"\x00"),
        *(b'{"name": "\\ud800"}', b'"\xc3\x28"', b"null", b"[]", b"1e999999", b"{"),
    ],
)
@pytest.mark.parametrize("path", ["/api/me", "/api/games", "/api/login", "/api/register"])
def test_odd_bodies_are_refused_and_nothing_breaks(server: Server, path: str, body: bytes) -> None:
    person = server.visitor()
    headers = {"Content-Type": "application/json"}
    answer = person.http.post(f"{server.url}{path}", content=body, headers=headers)
    assert answer.status_code in (200, 400, 401, 413), (path, answer.status_code, answer.text)
    assert answer.status_code != 200 or "\ud800" not in answer.text


@pytest.mark.parametrize("name", ["Computer", "c0mputer", "\u202eComputer\0", "   ", "\u200b"])
def test_names_that_nobody_may_have(server: Server, name: str) -> None:
    person = server.visitor()
    assert person.refused("/api/me", {"name": name}) == (400, "bad-name")


def test_a_name_that_reads_backwards_is_turned_round(server: Server) -> None:
    person = server.visitor()
    assert person.post("/api/me", {"name": "\u202eretupmoC\0"})["name"] == "retupmoC"


def test_a_login_with_nul_is_only_wrong(server: Server) -> None:
    person = server.visitor()
    body = {"name": "Ney\0", "password": "wrong\0word"}
    assert person.refused("/api/login", body) == (401, "wrong-login")


def test_chat_is_cleaned(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    player = people["french"].sit(game, "french")
    player.send({"t": "chat", "channel": "all", "text": "a\0b\u202ec\x07"})
    assert player.wait("chat")["messages"][0]["text"] == "abc"


def test_forged_messages_break_nothing(server: Server) -> None:
    """A few thousand here; bench/forge.py sends as many as one likes."""
    from bench.forge import forge

    game, people = begin_with_friends(server, 2)
    player = people["french"].sit(game, "french")
    before = player.view
    rng = random.Random(1815)
    for _ in range(1500):
        player.send(forge(rng, player.v, game))
    player.catch_up()
    assert player.view["turn"] == before["turn"]
    offers = player.offers
    assert player.act(offers[0])["ok"]


def test_whoever_has_seen_one_side_cannot_take_the_other(server: Server) -> None:
    host, guest = server.visitor(), server.visitor()
    game = host.begin({"french": "me", "allied": "open"})
    token = host.get(f"/api/games/{game}")["invites"]["allied"]
    assert host.refused(f"/api/join/{token}", {})[1] == "seated"
    host.post(f"/api/games/{game}/leave", {"seat": "french"})
    assert host.refused(f"/api/join/{token}", {}) == (403, "witness")
    guest.post(f"/api/join/{token}")
    invites = host.get(f"/api/games/{game}")["invites"]
    assert guest.refused(f"/api/join/{invites['french']}", {})[1] == "seated"
    # One's own side is open again.
    host.post(f"/api/join/{invites['french']}")


def test_logging_in_does_not_wash_off_what_was_seen(server: Server) -> None:
    host, spy = server.visitor(), server.visitor()
    name = f"Spy {random.getrandbits(40):x}"
    spy.post("/api/register", {"name": name, "password": "Schulmeister1805"})
    spy.post("/api/logout")
    spy.http.cookies.clear()
    spy.get("/api/me")
    game = host.begin({"french": "open", "allied": "open"})
    invites = host.get(f"/api/games/{game}")["invites"]
    spy.post(f"/api/join/{invites['french']}")
    spy.post(f"/api/games/{game}/leave", {"seat": "french"})
    spy.post("/api/login", {"name": name, "password": "Schulmeister1805"})
    assert spy.refused(f"/api/join/{invites['allied']}", {}) == (403, "witness")


def test_a_rematch_needs_the_others_consent(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    players = [person.sit(game, seat) for seat, person in people.items()]
    play_on(players, random.Random(3))
    again = people["french"].post(f"/api/games/{game}/rematch")["id"]
    seats = people["french"].get(f"/api/games/{again}")["seats"]
    assert (seats["allied"]["kind"], seats["french"]["kind"]) == ("human", "open")
    stranger = people["allied"].http.get(f"{server.url}/api/games/{again}")
    assert stranger.status_code == 404
    assert people["allied"].post(f"/api/games/{game}/rematch")["id"] == again
    seats = people["allied"].get(f"/api/games/{again}")["seats"]
    assert (seats["allied"]["kind"], seats["french"]["kind"]) == ("human", "human")


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    limits = dict(GENEROUS) | {"request": 0.5, "hello": 0.5, "open_games": 3}
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=limits).start()
    yield server
    server.stop()


def test_who_says_nothing_is_shown_the_door(strict: Server) -> None:
    for words in (
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
    ):
        with socket.create_connection(("127.0.0.1", strict.port), timeout=WAIT) as silent:
            silent.sendall(words)
            assert silent.recv(1000) == b""  # closed
    person = strict.visitor()
    game = person.begin({"french": "me", "allied": "open"})
    player = Player(strict, f"/ws/game/{game}", "french", person.cookie)
    player.open()
    assert player.socket is not None
    with pytest.raises(TimeoutError):  # whoever has said hello may be quiet for long
        player.socket.recv(timeout=1.2)
    player.catch_up()
    from websockets.sync.client import connect

    headers = {"Cookie": f"napoleon={person.cookie}"}
    with connect(f"ws://127.0.0.1:{strict.port}/ws/game/{game}", additional_headers=headers) as ws:
        assert json.loads(ws.recv(timeout=WAIT))["code"] == "busy"


def test_endless_headers_are_cut_off(server: Server) -> None:
    for line in (b"X: " + b"a" * 1000, b"X: y\r\n" * 200):
        with socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as talker:
            talker.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            sent = 0
            with pytest.raises(OSError):
                while sent < 100_000_000:
                    sent += talker.send(line)
            assert sent < 20_000_000  # what lay in buffers on the way


def test_a_crowd_of_connections_from_one_network() -> None:
    loop = asyncio.new_event_loop()
    made = []
    for address in ["198.51.100.1"] * 5 + ["198.51.100.2"] + ["127.0.0.1"] * 5:
        protocol = make_protocol(loop)
        transport = Mock(**{"get_extra_info.side_effect": {"peername": (address, 1)}.get})
        protocol.connection_made(transport)
        made.append((protocol, transport.close.called))
    assert [is_closed for _, is_closed in made] == [False] * 3 + [True] * 2 + [False] * 6
    for protocol, _ in made:
        protocol.connection_lost(None)
    assert PatientProtocol.crowds == {}
    loop.close()


def make_protocol(loop: asyncio.AbstractEventLoop) -> PatientProtocol:
    class Strict(PatientProtocol):
        most = 3

    config = uvicorn.Config(Mock(), log_config=None)
    return Strict(config, ServerState(), {}, loop)


@pytest.mark.parametrize("origin", ["http://[::1", "null", "https://evil.example", "http://:x"])
def test_odd_origins_are_refused(server: Server, origin: str) -> None:
    answer = httpx.post(f"{server.url}/api/logout", headers={"Origin": origin})
    assert answer.status_code == 403


def test_nobody_has_too_many_games_open(strict: Server) -> None:
    person = strict.visitor()
    games = [person.begin({"french": "me", "allied": "open"}) for _ in range(3)]
    body = {"seats": {"french": "me", "allied": "open"}}
    assert person.refused("/api/games", body) == (429, "busy")
    person.post(f"/api/games/{games[0]}/end")
    person.begin({"french": "me", "allied": "open"})


def test_lists_have_pages(server: Server) -> None:
    person = server.visitor()
    games = {person.begin({"french": "me", "allied": "open"}) for _ in range(5)}
    assert {one["id"] for one in person.get("/api/games?page=0")} == games
    assert person.get("/api/games?page=1") == []


def scope(address: str) -> dict[str, Any]:
    return {"client": (address, 1)}


def test_networks() -> None:
    assert network_of(scope("10.1.2.3")) == "10.1.2.3"
    assert network_of(scope("2001:db8:1:2:3:4:5:6")) == network_of(scope("2001:db8:1:2::1"))
    assert network_of(scope("2001:db8:1:2::1")) != network_of(scope("2001:db8:1:3::1"))
    assert network_of(scope("::ffff:10.1.2.3")) == "10.1.2.3"
    assert network_of({"client": None}) == ""


def test_forwarded_addresses_are_believed_from_named_proxies_alone(tmp_path: Path) -> None:
    limits = dict(GENEROUS) | {"guests": 0.0001, "guests_at_once": 1}
    for is_named, expected in ((False, [200, 429]), (True, [200, 200])):
        url = f"sqlite:///{tmp_path / str(is_named)}.sqlite"
        server = Server(url, limits=limits, options=["--proxy", "127.0.0.1"] if is_named else [])
        server.start()
        codes = []
        for address in ("198.51.100.1", "198.51.100.2"):
            headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
            answer = httpx.get(f"{server.url}/api/me", headers=headers)
            codes.append(answer.status_code)
            is_secure = "secure" in answer.headers.get("set-cookie", "").lower()
            assert is_secure == is_named or answer.status_code == 429
            assert ("strict-transport-security" in answer.headers) == is_named
        assert codes == expected
        server.stop()


def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(tmp_path: Path) -> None:
    engine = store.open_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    upgrading.migrate(engine)
    with engine.begin() as connection:
        people.add_guest(connection, "cookie", "en", "2026-06-15T04:00:00.000+00:00")

    async def look_up() -> None:
        hall = Hall(engine, Limits(), 0.0, 10)
        keeper = Doorkeeper(hall)
        read = hall.access.read

        async def read_then_log_out(query: Any) -> Any:
            found = await read(query)
            if found is not None:  # the answer is on its way; meanwhile somebody logs out
                with engine.begin() as connection:
                    people.end_session(connection, "cookie")
                keeper.forget("cookie")
            return found

        hall.read = read_then_log_out
        assert await keeper.find("cookie") is None
        assert keeper.recall("cookie") is None

    asyncio.run(look_up())
    engine.dispose()


def test_a_list_of_games_does_not_tell_of_hidden_placing(server: Server) -> None:
    game, friends = begin_with_friends(server, 2, "free")
    players = {seat: one.sit(game, seat) for seat, one in friends.items()}
    mover = next(player for player in players.values() if player.offers)
    enemy = friends["allied" if mover.seat == "french" else "french"]
    before = enemy.get("/api/games")
    for _ in range(3):
        assert mover.act(mover.offers[0])["ok"]
        assert enemy.get("/api/games") == before


def test_nothing_is_told_before_it_is_stored(server: Server) -> None:
    # Whoever asks at once in the old version is shown the new one, but not before it is stored.
    game, friends = begin_with_friends(server, 2)
    player = friends["french"].sit(game, "french")
    player.catch_up()
    for number in range(20):
        v, offers = player.v, [offer for offer in player.offers if offer != "end"]
        for ident, action in ((2 * number, offers[number % len(offers)]), (2 * number + 1, "end")):
            player.send({"t": "act", "seat": "french", "v": v, "actions": [action], "id": ident})
        kinds: list[tuple[str, int | None]] = []
        while not kinds or kinds[-1] != ("answer", 2 * number + 1):
            message = player.receive()  # which looks for gaps in the log
            kinds.append((message["t"], message.get("id")))
        assert kinds[:2] == [("state", None), ("answer", 2 * number)], kinds


@contextmanager
def hall_with_people(tmp_path: Path) -> Iterator[tuple[Hall, Person, Person]]:
    """A hall that is not open yet, and two guests."""
    engine = store.open_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    upgrading.migrate(engine)
    with engine.begin() as connection:
        host, guest = (
            people.add_guest(connection, cookie, "en", "2026-06-15T04:00:00.000+00:00")
            for cookie in ("cookie", "biscuit")
        )
    yield Hall(engine, Limits(), 0.0, 10), host, guest
    engine.dispose()


def test_the_end_is_not_shown_before_it_is_stored(tmp_path: Path) -> None:
    async def ask(hall: Hall, person: Person) -> None:
        await hall.open()
        sitters = {"french": "me", "allied": "me"}
        game = await seating.begin(hall, person, NewGame(sitters))
        room = hall.rooms[game]
        room.table.sheet.ended = "over"
        room.pending += 1  # it is being stored
        asking = asyncio.create_task(seating.find_room(hall, person, game))
        await asyncio.sleep(0)
        assert not asking.done()
        room.table.sheet.ended = None  # it could not be: the table returned to what is stored
        room.pending -= 1
        assert not (await asking).table.is_finished
        await hall.close()

    with hall_with_people(tmp_path) as (hall, person, _):
        asyncio.run(ask(hall, person))


def test_who_sits_down_while_the_store_is_asked_keeps_the_seat(tmp_path: Path) -> None:
    """What the store said before that is not believed: the seat would be open again."""

    async def sit(hall: Hall, host: Person, guest: Person) -> None:
        await hall.open()
        game = await seating.begin(hall, host, NewGame({"french": "me", "allied": "open"}))
        room = hall.rooms[game]
        read = hall.access.read
        asked: list[WhatsNew] = []

        async def read_then_sit_down(query: Any) -> Any:
            found = await read(query)
            if isinstance(found, WhatsNew):
                asked.append(found)
                if len(asked) == 1:  # the answer is on its way; meanwhile it grows old
                    await joining.sit_down(hall, room, "allied", guest)
            return found

        hall.read = read_then_sit_down
        await hall._follow(room)
        assert [found.sheet.edition for found in asked if found.sheet] == [0, 1]
        assert room.table.sheet.edition == 1
        assert room.table.seats_of(guest.id) == ["allied"]
        await hall.close()

    with hall_with_people(tmp_path) as (hall, host, guest):
        asyncio.run(sit(hall, host, guest))


def test_nobody_is_denied_for_somebody_who_is_about_to_sit_down(tmp_path: Path) -> None:
    """Of two who take a seat in two processes one is slower: until that is known here, the other is
    not told that the game is none of theirs."""

    async def ask(hall: Hall, host: Person, guest: Person) -> None:
        await hall.open()
        game = await seating.begin(hall, host, NewGame({"french": "me", "allied": "open"}))
        room = hall.rooms[game]
        await joining.sit_down(hall, room, "allied", guest)
        seats = room.table.sheet.seats
        mine, seats["allied"] = seats["allied"], Sitter("human", "somebody", "Slow")
        room.pending += 1  # it is being stored
        asking = asyncio.create_task(seating.find_room(hall, guest, game))
        await asyncio.sleep(0)
        assert not asking.done()
        seats["allied"] = mine  # it could not be: the table returned to what is stored
        room.pending -= 1
        assert await asking is room
        await hall.close()

    with hall_with_people(tmp_path) as (hall, host, guest):
        asyncio.run(ask(hall, host, guest))
