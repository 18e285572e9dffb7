"""Push messages to a push service that checks all that real ones check: each arrives once, sealed,
and whatever the service answers is heeded."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, Server, Visitor
from tests.server.push_service import NotTrue, PushService, check_sender
from tests.server.receivers import wait_for
from tests.server.test_messenger import HOUR, House, in_house

from napoleon.server.alerts import push, wire
from napoleon.server.store import alert_wishes
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import outbox, push_devices, server_keys

HOUSE = "https://war.example"
OPTIONS = ("--address", HOUSE, "--notice-after", "0", "--private-webhooks")


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service."""
    running = PushService()
    yield running
    running.stop()


async def subscribe(house: House, service: PushService, person: str = "bluecher") -> None:
    """A person tells the house of a browser."""
    told = service.subscribe(person)
    device = alert_wishes.Device(person, told["endpoint"], told["p256dh"], told["auth"], person)
    await house.hall.write(lambda c: alert_wishes.add_device(c, person, device))


async def pushed(house: House) -> list[str]:
    """What has become of push messages, oldest first."""
    query = sa.select(outbox.c.state).where(outbox.c.channel == "push").order_by(outbox.c.born)
    return await house.hall.read(lambda c: list(c.execute(query).scalars()))


def test_the_service_of_these_tests_believes_only_what_is_true() -> None:
    """A signature, an audience or a time that does not hold is refused."""
    private, now = push.new_key(), int(time.time())
    word = push.vouch("https://push.example/x", private, "mailto:a@b.c", now)
    assert check_sender(word, "https://push.example", now)["sub"] == "mailto:a@b.c"
    token, key = word.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    forged = f"vapid t={head}.{claims}.{signature}, k={push.public_key(push.new_key())}"
    for other, origin, moment in (
        (forged, "https://push.example", now),
        (word, "https://other.example", now),
        (word, "https://push.example", now + 2 * push.HALF_DAY),
        (word, "https://push.example", now - 2 * push.HALF_DAY),
        (f"vapid t={token}", "https://push.example", now),
        ("", "https://push.example", now),
    ):
        with pytest.raises(NotTrue):
            check_sender(other, origin, moment)
    assert key == push.public_key(private)


def test_a_turn_is_sealed_and_names_nothing_on_the_wire(
    tmp_path: Path, service: PushService
) -> None:
    async def story(house: House) -> None:
        await subscribe(house, service)
        house.watch.time = round(time.time() * 1000)  # the service looks at the time
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.turn(20_000)
        told = service.wait(1)
        assert told["path"] == f"/game/{game}" and told["title"].startswith("C’est à vous")
        (body,), (headers,) = service.bodies, service.headers
        for word in (game, "ney", "Ney", "bluecher", "Blücher", "C’est", "b@war.example"):
            assert word.encode() not in body and word not in str(headers)
        assert headers["TTL"] == str(24 * 3600)
        assert service.refused == [] and await pushed(house) == ["sent"]

    in_house(tmp_path, 1, story)


@pytest.mark.parametrize("gone", [404, 410])
def test_a_subscription_that_is_gone_is_deleted(
    gone: int, tmp_path: Path, service: PushService
) -> None:
    async def story(house: House) -> None:
        await subscribe(house, service)
        service.answers = [(gone, {})]
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.turn(20_000)
        assert await pushed(house) == ["failed"]
        assert await house.hall.read(lambda c: alert_wishes.devices_of(c, "bluecher")) == []
        await house.turn(HOUR)
        assert service.asked == 1, "nobody is asked again"

    in_house(tmp_path, 1, story)


@pytest.mark.parametrize("kind", ["seconds", "date"])
def test_a_service_that_asks_to_wait_is_left_alone_for_so_long(
    kind: str, tmp_path: Path, service: PushService
) -> None:
    async def story(house: House) -> None:
        house.watch.time = round(time.time() * 1000)
        await subscribe(house, service)
        later = format_datetime(datetime.now(UTC) + timedelta(hours=2), usegmt=True)
        service.answers = [(429, {"Retry-After": "7200" if kind == "seconds" else later})]
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.turn(20_000)
        assert service.asked == 1 and await pushed(house) == ["waiting"]
        await house.turn(2 * HOUR - 120_000)
        assert service.asked == 1
        await house.turn(120_000)
        assert service.wait(1) and await pushed(house) == ["sent"]

    in_house(tmp_path, 1, story)


def test_a_service_in_trouble_is_tried_again_and_reads_it_once(
    tmp_path: Path, service: PushService
) -> None:
    async def story(house: House) -> None:
        house.watch.time = round(time.time() * 1000)
        await subscribe(house, service)
        service.answers = [(500, {}), (503, {})]
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.turn(20_000)
        await house.turn(60_000)
        assert service.asked == 2 and await pushed(house) == ["waiting"]
        await house.turn(120_000)
        assert service.wait(1)
        await house.turn(HOUR)
        assert service.asked == 3 and await pushed(house) == ["sent"]

    in_house(tmp_path, 1, story)


def test_a_silent_service_leaves_it_unsure_and_is_not_sent_it_twice(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "WHOLE", 0.5)

    async def story(house: House) -> None:
        house.watch.time = round(time.time() * 1000)
        await subscribe(house, service)
        service.silent_after = 0
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.turn(20_000)
        assert await pushed(house) == ["unsure"]
        service.let_go()
        for _ in range(3):
            await house.turn(HOUR)
        assert service.asked == 1, "it may have been read"

    in_house(tmp_path, 1, story)


def subscriber(server: Server, service: PushService, number: int) -> Visitor:
    """A guest with a browser that takes messages."""
    person = server.visitor()
    person.post("/api/notices/device", service.subscribe(f"p{number}"))
    return person


def begin(host: Visitor, guest: Visitor) -> str:
    """A game in which the host is to act."""
    game = host.begin({"french": "me", "allied": "open"})
    guest.post(f"/api/join/{host.get(f'/api/games/{game}')['invites']['allied']}")
    return game


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_two_processes_and_a_kill_push_each_turn_once(database: str, service: PushService) -> None:
    """Both processes are killed while the service has messages of theirs that it has not answered:
    those are left unsure, and none is sent twice; all others arrive."""
    one, two = (Server(database, limits=GENEROUS, options=OPTIONS).start() for _ in range(2))
    people = [subscriber(two, service, number) for number in range(24)]
    guest = two.visitor()
    games = [begin(person, guest) for person in people[:6]]
    wait_for("the first six", lambda: len(service.read) == 6)
    service.silent_after = 8
    games += [begin(person, guest) for person in people[6:16]]
    engine = store.open_engine(database)

    def states() -> Counter[str]:
        with engine.connect() as connection:
            return Counter(connection.execute(sa.select(outbox.c.state)).scalars())

    def is_on_the_wire() -> bool:
        return len(service.read) > 8 and states()["handing"] > 0

    # Both are killed, one after the other: whichever sends, its messages are on the wire.
    wait_for("messages without an answer", is_on_the_wire)
    one.kill()
    one.start()
    games += [begin(person, guest) for person in people[16:20]]
    wait_for("messages without an answer", is_on_the_wire)
    two.kill()
    service.let_go()
    two.start()
    games += [begin(person, guest) for person in people[20:]]
    wait_for(
        "all is done with",
        lambda: sum(states().values()) == 24 and not states().keys() & {"waiting", "handing"},
    )
    arrived = Counter(path for path, _ in service.read)
    assert set(arrived.values()) == {1}, "nobody reads a turn twice"
    found = states()
    assert found["sent"] + found["unsure"] == 24 and found["unsure"] > 0
    assert 24 - len(arrived) <= found["unsure"], "only what was on the wire may be lost"
    paths = {told["path"] for _, told in service.read}
    assert len(paths) == len(arrived) and paths <= {f"/game/{game}" for game in games}
    assert service.refused == [] and len(service.keys) == 1
    with engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(server_keys)).scalar()
        assert connection.execute(sa.select(sa.func.count()).select_from(push_devices)).scalar()
    engine.dispose()
