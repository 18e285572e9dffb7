"""A seat is stored before anybody is shown anything from it: in a race between two processes, and
where nothing can be stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
import sqlalchemy as sa
from tests.server.measuring import House, open_house
from tests.server.playing import Player, Server, Visitor
from tests.server.test_processes import two_servers
from websockets.exceptions import ConnectionClosed

from napoleon.server.http import joining, seating
from napoleon.server.http.messages import NewGame
from napoleon.server.live.connection import Connection
from napoleon.server.live.handling import receive
from napoleon.server.live.room import Room
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import tables as store
from napoleon.server.table.sheet import Sitter

ROUNDS = 24


@pytest.fixture
def pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database."""
    with two_servers(postgres) as servers:
        yield servers


def tap(server: Server, person: Visitor, token: str) -> bool:
    """Take the seat of an invitation, by this server; False if that is refused."""
    headers = {"Cookie": f"napoleon={person.cookie}"}
    answer = person.http.post(f"{server.url}/api/join/{token}", json={}, headers=headers)
    if answer.status_code >= 400:
        assert answer.json()["error"]["code"] in ("taken", "not-found"), answer.text
        return False
    return True


def peep(server: Server, person: Visitor, game: str) -> list[str]:
    """Say hello from the Allied seat, again and again while the seat is being taken; all that the
    server has sent."""
    received: list[str] = []
    for _ in range(12):
        player = Player(server, f"/ws/game/{game}", "allied", person.cookie)
        player.connect()
        with suppress(ConnectionClosed):
            player.send({"t": "hello", "seat": "allied", "since": 0, "lang": "en", "v": -1})
            while player.receive()["t"] != "state":
                pass
        received += player.received
        player.close()
    return received


def shows_a_seat(text: str) -> bool:
    """Whether a message says anything of the game itself."""
    kind: str = json.loads(text)["t"]
    return kind != "error"


def test_the_loser_of_a_race_for_a_seat_is_shown_nothing_of_it(
    pair: tuple[Server, Server],
) -> None:
    one, other = pair
    host, anna, bert = one.visitor(), one.visitor(), other.visitor()
    engine = store.open_engine(one.database)
    with ThreadPoolExecutor(4) as pool:
        for _ in range(ROUNDS):
            game = host.begin({"french": "me", "allied": "open"}, visibility="hidden")
            token = host.get(f"/api/games/{game}")["invites"]["allied"]
            rivals = ((one, anna), (other, bert))
            seen = [pool.submit(peep, server, person, game) for server, person in rivals]
            taps = [pool.submit(tap, server, person, token) for server, person in rivals]
            has_won = [answer.result() for answer in taps]
            assert sorted(has_won) == [False, True]
            with engine.connect() as connection:
                for (_, person), won, texts in zip(rivals, has_won, seen, strict=True):
                    witnessed = store.witnessed_seats(connection, game, person.id)
                    assert witnessed == ({"allied"} if won else set())
                    assert won or not any(map(shows_a_seat, texts.result()))
    engine.dispose()


async def begin(house: House) -> tuple[Room, str, Person, Person]:
    """A game with an open seat: its room, the invitation, and two who want it."""
    host, anna, bert = (house.person(name) for name in ("Host", "Anna", "Bert"))
    wish = NewGame({"french": "me", "allied": "open"}, visibility="hidden")
    room = await house.hall.room(await seating.begin(house.hall, host, wish))
    assert room is not None
    token = room.table.sheet.seats["allied"].invite
    assert token is not None
    return room, token, anna, bert


def listener(house: House, person: Person, sent: list[str]) -> Connection:
    """A socket of a person that is open, and notes what it is sent."""

    async def send(event: dict[str, str]) -> None:
        if "text" in event:
            sent.append(event["text"])

    return Connection(send, person.id, "", house.hall.limits)


def fill_up(engine: sa.Engine) -> None:
    """Let nothing more be written, as on a full disk."""

    @sa.event.listens_for(engine, "before_cursor_execute")
    def refuse(*arguments: object) -> None:
        if str(arguments[2]).startswith(("UPDATE seats", "INSERT INTO witnesses")):
            raise sa.exc.OperationalError("write", {}, OSError("disk full"))


def test_a_seat_that_cannot_be_stored_shows_nothing(engine: sa.Engine) -> None:
    hello = json.dumps({"t": "hello", "seat": "allied", "since": 0, "lang": "en", "v": -1})

    async def play() -> tuple[list[str], str, Room]:
        async with open_house(engine) as house:
            room, token, anna, _ = await begin(house)
            fill_up(engine)
            sent: list[str] = []
            connection = listener(house, anna, sent)
            joined = asyncio.ensure_future(joining.join(house.hall, anna, token))
            while not joined.done():
                receive(house.hall, room, connection, hello)
                await asyncio.sleep(0)
            with pytest.raises(Refused) as refusal:
                await joined
            receive(house.hall, room, connection, hello)
            await asyncio.sleep(0)
            return sent, refusal.value.code, room

    sent, code, room = asyncio.run(play())
    assert code == "not-stored"
    assert sent and not any(map(shows_a_seat, sent))
    assert room.table.sheet.seats["allied"].kind == "open"
    assert room.is_settled, "nothing of the table has to be read again"


def test_of_all_who_tap_at_once_in_one_process_one_sits_and_the_others_are_told(
    engine: sa.Engine,
) -> None:
    """Also if all of them come to be stored in one transaction."""
    names = ("anna", "bert", "carl", "dora")

    async def play() -> tuple[list[str], dict[str, Sitter]]:
        async with open_house(engine) as house:
            room, _, *rivals = await begin(house)
            rivals += [house.person("Carl"), house.person("Dora")]
            outcomes = [room.table.seat_person("allied", who.id, who.name) for who in rivals]
            answers = await asyncio.gather(
                *(room.settle_and_wait(outcome) for outcome in outcomes), return_exceptions=True
            )
            codes = [one.code if isinstance(one, Refused) else "sits" for one in answers]
            assert sorted(codes) == ["sits", "stale", "stale", "stale"]
            late = rivals[codes.index("stale")]
            with pytest.raises(Refused) as refusal:
                await joining.sit_down(house.hall, room, "allied", late)
            assert refusal.value.code == "taken"
            return codes, room.table.sheet.seats

    codes, seats = asyncio.run(play())
    assert seats["allied"].person == names[codes.index("sits")]


def test_two_who_want_to_play_again_at_once_get_one_game(engine: sa.Engine) -> None:
    async def play() -> list[str]:
        async with open_house(engine) as house:
            room, token, anna, _ = await begin(house)
            await joining.join(house.hall, anna, token)
            await seating.resign(house.hall, anna, room.table.id, "allied")
            host = Person("host", "Host", "host", "en")
            again = (seating.rematch(house.hall, who, room.table.id) for who in (host, anna))
            games = await asyncio.gather(*again)
            new = await house.hall.room(games[0])
            assert new is not None
            assert {sitter.person for sitter in new.table.sheet.seats.values()} == {"host", "anna"}
            return list(games)

    one, other = asyncio.run(play())
    assert one == other
