"""Whom the messenger tells, when, and how often: in one process, by a clock that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.receivers import Hook, Post

from napoleon.rules import Game, Options
from napoleon.server import texts
from napoleon.server.alerts.messenger import PAUSES, Messenger
from napoleon.server.alerts.sender import LATER
from napoleon.server.alerts.settings import MailServer, Settings
from napoleon.server.alerts.words import MOST_LINES
from napoleon.server.limits import Limits
from napoleon.server.live.hall import Hall
from napoleon.server.store import alert_wishes, alerts, upgrading
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import emails, outbox, waits
from napoleon.server.store.alert_wishes import USUAL, Wishes
from napoleon.server.table import stories
from napoleon.server.table.keyed_dice import KeyedDice
from napoleon.server.table.messages import Act
from napoleon.server.table.sheet import Sitter

START = 1_781_524_800_000  # 15 June 2026, noon
NOW = "1815-06-15T04:00:00.000+00:00"
HOUR = 3_600_000


class Turned:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> int:
        """What it shows."""
        return self.time


class House:
    """A hall with a messenger, without a web server; Ney plays Blücher, over and over."""

    def __init__(self, hall: Hall, messenger: Messenger, watch: Turned) -> None:
        self.hall = hall
        self.messenger = messenger
        self.watch = watch

    async def add_people(self) -> None:
        """Ney, and Blücher, who reads mail in French."""
        rows = [
            {"id": "ney", "name": "Ney", "account": "ney", "lang": "en"},
            {"id": "bluecher", "name": "Blücher", "account": "bluecher", "lang": "fr"},
        ]
        more = {"password": "", "created": NOW, "banned": None}

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.insert(store.people), [{**row, **more} for row in rows])
            mail = {"person": "bluecher", "address": "b@war.example", "verified": True}
            connection.execute(sa.insert(emails), mail)

        await self.hall.write(work)

    async def begin(self) -> str:
        """A game in which Ney is to act."""
        seats = {"french": Sitter("human", "ney", "Ney"), "allied": Sitter("human", "bluecher")}
        sheet, _ = stories.begin_game("historical", 2, "open", seats, "ney", NOW)
        sheet.key = bytes(range(32))  # the same dice each time
        game = Game.new("historical", Options(), KeyedDice(sheet.key))
        sheet.start_dice = " ".join(map(str, game.start_dice))
        await self.hall.shelf.insert_game(sheet, game.turn, "french", None)
        return sheet.id

    async def play(self, game: str, person: str, seat: str, most: int = 200) -> None:
        """Somebody plays until the other side is to act."""
        room = await self.hall.room(game)
        assert room is not None
        for number in range(most):
            table = room.table
            if seat not in table.game.to_act:
                return
            action = str(list(table.game.legal(seat))[0 if number < 6 else -1])
            act = Act(seat, table.version(seat), [action])
            await room.settle_and_wait(table.act(person, (seat, "en"), act))
        raise AssertionError("the turn does not end")

    async def turn(self, milliseconds: int = 0) -> None:
        """Later: whoever is to be told is."""
        self.watch.time += milliseconds
        await self.messenger.look(0)
        for channel in self.messenger.channels:
            await self.messenger.sender.deliver(channel)

    async def states(self, table: sa.Table = outbox) -> list[str]:
        """What has become of messages, or of turns."""
        order = table.c.born if table is outbox else table.c.after
        return await self.hall.read(
            lambda connection: list(
                connection.execute(sa.select(table.c.state).order_by(order)).scalars()
            )
        )


@pytest.fixture
def post() -> Iterator[Post]:
    """A mail server."""
    server = Post().start()
    yield server
    server.stop()


@asynccontextmanager
async def open_house(folder: Path, port: int, after: float = 20.0) -> AsyncIterator[House]:
    engine = store.open_engine(f"sqlite:///{folder / 'games.sqlite'}")
    upgrading.migrate(engine)
    hall = Hall(engine, Limits(), 0.0, 100)
    watch = Turned()
    mail = MailServer("127.0.0.1", port, "smtp+plain")
    settings = Settings("https://war.example", mail, "staff@war.example", True, after)
    messenger = Messenger(hall, settings, watch)
    await hall.open()
    try:
        yield House(hall, messenger, watch)
    finally:
        await messenger.close()
        await hall.close()
        engine.dispose()


def in_house(folder: Path, port: int, story: Callable[[House], Awaitable[None]]) -> None:
    """Let something happen in a house with two people."""

    async def run() -> None:
        async with open_house(folder, port) as house:
            await house.add_people()
            await story(house)

    asyncio.run(run())


def test_one_message_a_turn_from_the_readers_point_of_view(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.turn()
        assert post.letters == [], "somebody may be back in a moment"
        await house.turn(20_000)
        letter = post.wait(1)
        assert letter["To"] == "b@war.example" and letter["Content-Language"] == "fr"
        assert letter["Subject"] == "C’est à vous de jouer contre Ney"
        text = letter.get_content()
        assert f"https://war.example/game/{game}" in text and "Depuis votre dernière visite" in text
        room = await house.hall.room(game)
        assert room is not None
        start = stories.first_position(room.table.sheet).event_count
        known = [texts.tell(event, "fr") for event in room.table.game.events_for("allied", start)]
        assert len(known) > 2
        lines = text.replace("\u00a0", " ").splitlines()
        told = [line.removeprefix("– ") for line in lines if line.startswith("– ")]
        assert told == [line.replace("\u00a0", " ") for line in known[-MOST_LINES:]]
        for _ in range(3):
            await house.turn(HOUR)
        assert len(post.letters) == 1, "one message a turn"
        # The next turn is another.
        await house.play(game, "bluecher", "allied")
        await house.play(game, "ney", "french")
        await house.turn(HOUR)
        assert post.wait(2)["Message-ID"] != letter["Message-ID"]
        assert await house.states() == ["sent", "sent"]

    in_house(tmp_path, post.port, story)


def test_nobody_is_told_who_looks_or_has_looked(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await house.begin()
        room = await house.hall.room(game)
        assert room is not None
        # He sits there while it becomes his turn, and leaves.
        room.table.arrive("bluecher")
        await house.play(game, "ney", "french")
        room.table.depart("bluecher")
        house.hall.note_presence(room, "bluecher", is_here=False)
        await house.turn(HOUR)
        assert await house.states(waits) == ["seen"] and post.letters == []
        # He comes back after it has become his turn, before anything is sent.
        await house.play(game, "bluecher", "allied")
        await house.play(game, "ney", "french")
        room.table.arrive("bluecher")
        await house.turn(HOUR)
        room.table.depart("bluecher")
        await house.turn(HOUR)
        assert set(await house.states(waits)) == {"seen"} and post.letters == []
        # He comes while the message waits for the mail server.
        await house.play(game, "bluecher", "allied")
        await house.play(game, "ney", "french")
        house.watch.time += HOUR
        await house.messenger.look(0)
        assert await house.states() == ["waiting"]
        room.table.arrive("bluecher")
        await house.turn()
        assert await house.states() == ["dropped"] and post.letters == []

    in_house(tmp_path, post.port, story)


def test_several_games_that_wait_are_one_message(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        games = [await house.begin() for _ in range(3)]
        for game in games:
            await house.play(game, "ney", "french")
        await house.turn(20_000)
        letter = post.wait(1)
        assert letter["Subject"] == "C’est à vous de jouer dans 3 parties"
        # What comes within minutes is collected.
        for game in games[:2]:
            await house.play(game, "bluecher", "allied")
            await house.play(game, "ney", "french")
            await house.turn(60_000)
        assert len(post.letters) == 1 and await house.states() == ["sent", "waiting"]
        await house.turn(PAUSES["email"])
        assert post.wait(2)["Subject"] == "C’est à vous de jouer dans 2 parties"

    in_house(tmp_path, post.port, story)


def test_quiet_hours_keep_messages_until_the_morning(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        noon, two = 12 * 60, 14 * 60
        wishes = Wishes(USUAL.choices, noon + 120, two + 120, "Europe/Brussels")  # two hours ahead
        await house.hall.write(lambda c: alert_wishes.write_wishes(c, "bluecher", wishes))
        game = await house.begin()
        await house.play(game, "ney", "french")
        for _ in range(7):
            await house.turn(HOUR // 4)
        assert post.letters == [] and await house.states(waits) == ["new"]
        await house.turn(HOUR // 4 + LATER)
        assert post.wait(1)

    in_house(tmp_path, post.port, story)


def test_what_is_not_wished_is_not_sent(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        first, second = await house.begin(), await house.begin()
        await house.play(first, "ney", "french")
        house.watch.time += 20_000
        await house.messenger.look(0)
        address = await house.messenger.keys.stop_address("bluecher")
        person = await house.messenger.keys.whose_stop(address.rpartition("/")[2])
        assert person == "bluecher"
        assert await house.messenger.keys.whose_stop("ney." + address.rpartition(".")[2]) is None
        await house.hall.write(lambda c: alert_wishes.stop_channel(c, "bluecher", "email"))
        await house.turn()
        assert await house.states() == ["dropped"], "not even what was on its way"
        await house.play(second, "ney", "french")
        await house.turn(HOUR)
        assert post.letters == [] and await house.states(waits) == ["told", "told"]

    in_house(tmp_path, post.port, story)


def test_a_dead_mail_server_delays_no_game_and_loses_no_message(tmp_path: Path) -> None:
    dead = Post().start()
    port = dead.port
    dead.stop()

    async def story(house: House) -> None:
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.turn(20_000)
        assert await house.states() == ["waiting"]
        # The pauses grow, and nothing is asked before they are over.
        post = Post(port)
        post.answers = ["451 later", "250 not this one"]
        post.start()
        try:
            await house.turn(59_000)
            assert post.asked == 0
            await house.turn(1_000)
            assert post.asked == 1 and await house.states() == ["waiting"]
            await house.turn(119_000)
            assert post.asked == 1
            post.answers.clear()
            await house.turn(1_000)
            assert post.wait(1) and await house.states() == ["sent"]
            # Whoever says never is not asked again.
            await house.play(game, "bluecher", "allied")
            await house.play(game, "ney", "french")
            post.answers = ["550 no such mailbox"]
            await house.turn(HOUR)
            await house.turn(HOUR)
            assert await house.states() == ["sent", "failed"] and len(post.letters) == 1
            trouble = await house.hall.read(lambda c: alerts.last_trouble(c, "bluecher"))
            assert "550" in trouble["email"]
        finally:
            post.stop()

    in_house(tmp_path, port, story)


def test_the_pace_decides_and_a_deadline_is_reminded_of_once(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        day = 24 * HOUR

        async def set_clock(game: str, pace: str, due: int | None) -> None:
            values = {"pace": pace, "due": due}
            change = sa.update(store.games).where(store.games.c.id == game).values(values)
            await house.hall.write(lambda connection: connection.execute(change).rowcount)

        live, days = await house.begin(), await house.begin()
        for game in (live, days):
            await house.play(game, "ney", "french")
        await set_clock(live, "live 1800 0 lost", START + HOUR // 2)
        await set_clock(days, f"days {3 * day // 1000} 0 lost", START + 3 * day)
        await house.turn(20_000)
        assert post.wait(1)["Subject"] == "C’est à vous de jouer contre Ney"
        assert days in post.letters[0].get_content() and live not in post.letters[0].get_content()
        await house.turn(2 * day - HOUR)
        assert len(post.letters) == 1
        await house.turn(HOUR)
        letter = post.wait(2)
        assert letter["Subject"] == "Votre temps s’épuise contre Ney" and letter["List-Unsubscribe"]
        await house.turn(HOUR)
        assert len(post.letters) == 2
        assert sorted(await house.states(waits)) == ["reminded", "told"]

    in_house(tmp_path, post.port, story)


def test_a_turn_that_was_missed_is_found(tmp_path: Path, post: Post) -> None:
    """The process that stored a move was cut off before it made a note of the turn."""

    async def story(house: House) -> None:
        house.hall.touched = lambda room, left: None
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.messenger.look(1)
        assert await house.states(waits) == []
        await house.turn()
        await house.turn(20_000)
        assert post.wait(1)
        unnoted = await house.hall.read(alerts.find_unnoted)
        assert unnoted == []

    in_house(tmp_path, post.port, story)


def test_push_and_webhook_go_their_own_ways(tmp_path: Path) -> None:
    """A mail server that is dead keeps nobody from telling otherwise; a browser that is gone is
    forgotten."""
    from tests.server.receivers import Browser

    hook, browser = Hook(), Browser()

    async def story(house: House) -> None:
        device = alert_wishes.Device("d", f"{hook.url}/push", **browser.keys, name="Phone")

        def work(connection: sa.Connection) -> None:
            alert_wishes.add_device(connection, "bluecher", device)
            alert_wishes.set_webhook(connection, "bluecher", f"{hook.url}/hook", "discord")

        await house.hall.write(work)
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.turn(20_000)
        assert sorted(await house.states()) == ["sent", "sent", "waiting"]
        by_path = {request.path: request for request in hook.requests}
        assert len(hook.requests) == 2 and by_path.keys() == {"/push", "/hook"}
        read = browser.read(by_path["/push"].body)
        assert f'"path": "/game/{game}"'.encode() in read
        assert "C’est à vous de jouer contre Ney".encode() in read
        assert by_path["/push"].headers["TTL"] and by_path["/push"].headers["Topic"]
        assert by_path["/push"].headers["Authorization"].startswith("vapid t=")
        assert b"content" in by_path["/hook"].body
        hook.answers = [(410, {}), (410, {})]
        await house.play(game, "bluecher", "allied")
        await house.play(game, "ney", "french")
        await house.turn(HOUR)
        devices = await house.hall.read(lambda c: alert_wishes.devices_of(c, "bluecher"))
        assert devices == []
        assert await house.hall.read(lambda c: alert_wishes.find_webhook(c, "bluecher"))

    in_house(tmp_path, 1, story)
    hook.stop()
