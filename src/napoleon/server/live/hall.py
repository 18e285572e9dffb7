"""The hall where games are played: rooms with a table each, and the visitors' sockets.

Everything here runs in the event loop. What a message leads to is handed to the writer at once;
while it is written the news are made ready, and they go out when it is stored.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import Engine

from napoleon.ai.worker.letters import Correspondence, Reply
from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.computers import stand_ins as standins
from napoleon.server.computers.players import ComputerPlayers
from napoleon.server.limits import FRAME_CHARACTERS, Limits
from napoleon.server.live.connection import BROKEN, FLOOD, NOT_ALLOWED, Connection
from napoleon.server.refusals import Refused
from napoleon.server.store import archive
from napoleon.server.store import tables as store
from napoleon.server.store.writer import RowsJob, WorkJob, Writer, now_text
from napoleon.server.table.messages import (
    PONG,
    Act,
    Chat,
    Consent,
    DeployRest,
    Hello,
    Hint,
    Odds,
    Ping,
    PlaceRest,
    Skip,
    Takeback,
    Takeover,
    Undo,
    Why,
    parse_message,
)
from napoleon.server.table.outcome import Outcome, Viewer
from napoleon.server.table.table import Table

log = logging.getLogger("napoleon.server")
T = TypeVar("T")
InGame = (  # all but hello and ping
    Act
    | PlaceRest
    | DeployRest
    | Undo
    | Why
    | Chat
    | Consent
    | Skip
    | Hint
    | Odds
    | Takeover
    | Takeback
)


class Room:
    """A table and those who look at it."""

    __slots__ = (
        "advice",
        "computers",
        "connections",
        "is_closed",
        "left",
        "letters",
        "opened",
        "pending",
        "skip",
        "table",
        "used",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.connections: dict[Viewer, list[Connection]] = {}
        self.pending = 0  # outcomes that are being stored
        self.computers: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.is_closed = False  # the table is not to be trusted any more
        self.opened = self.used
        self.left: dict[str, float] = {}  # when people went away
        self.letters: dict[tuple[str, str], Correspondence] = {}  # by seat and what they are for
        self.advice: dict[tuple[str, str], tuple[int, Reply]] = {}  # of a version of the game
        self.skip = asyncio.Event()  # nobody wants to wait for the computers

    def away(self, absence: float) -> set[str]:
        """Who plays here and has not been seen for so many seconds."""
        now = time.monotonic()
        present = self.table.present
        return {
            sitter.person
            for sitter in self.table.sheet.seats.values()
            if sitter.person is not None
            and sitter.person not in present
            and now - self.left.get(sitter.person, self.opened) >= absence
        }

    def all_connections(self) -> list[Connection]:
        """Everybody who has said hello."""
        return [connection for group in self.connections.values() for connection in group]


class Hall:
    """All rooms, the writer, and those who read from the store."""

    def __init__(self, engine: Engine, limits: Limits, pace: float, most_rooms: int) -> None:
        self.engine = engine
        self.limits = limits
        self.most_rooms = most_rooms
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self.sockets: dict[str, int] = {}  # how many of each person or address
        self._readers = ThreadPoolExecutor(3, "napoleon-reader")
        self.computers = ComputerPlayers(self, pace)
        self._loop: asyncio.AbstractEventLoop = asyncio.new_event_loop()
        self._loop.close()
        self.writer = Writer(engine, self._deliver)
        self._resuming: asyncio.Task[None] | None = None

    # --- beginning and ending

    async def open(self) -> None:
        """Begin: the event loop runs."""
        self._loop = asyncio.get_running_loop()
        self.writer.start()
        self._resuming = self._loop.create_task(self._resume_computers())

    async def close(self) -> None:
        """Store what waits, and stop."""
        if self._resuming is not None:
            self._resuming.cancel()
        for room in self.rooms.values():
            if room.computers is not None:
                room.computers.cancel()
        await self._loop.run_in_executor(None, self.writer.stop)
        self._readers.shutdown()
        await self._loop.run_in_executor(None, self.computers.close)

    def _deliver(self, calls: list[Callable[[], None]]) -> None:
        """Called by the writer, in its own thread."""
        try:
            self._loop.call_soon_threadsafe(_make, calls)
        except RuntimeError:  # the loop has ended: nobody is left to be told
            log.warning("%d outcomes stored, but nobody is there to be told", len(calls))

    # --- the store

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Ask the store, outside the event loop."""

        def ask() -> T:
            with self.engine.connect() as connection:
                return query(connection)

        return await self._loop.run_in_executor(self._readers, ask)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Have the writer do something; returns when it is stored."""
        future: asyncio.Future[T] = self._loop.create_future()

        def done(result: Any, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.writer.submit(WorkJob(work, done))
        return await future

    async def think(self, work: Callable[[], T]) -> T:
        """Do something slow outside the event loop."""
        return await self._loop.run_in_executor(self._readers, work)

    # --- rooms

    async def room(self, game: str) -> Room | None:
        """The room of a game, from the store if need be; None if there is no such game."""
        room = self.rooms.get(game)
        if room is not None:
            room.used = time.monotonic()
            return room
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.ensure_future(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> Room | None:
        try:
            table = await self.read(lambda connection: archive.bring_back(connection, game))
        except archive.BrokenGame:
            log.exception("a game is broken")
            return None
        return self.add_room(table) if table is not None else None

    def add_room(self, table: Table) -> Room:
        """Open a room for a table."""
        if len(self.rooms) >= self.most_rooms:
            self._clear_out()
        room = self.rooms[table.id] = Room(table)
        self.wake_computers(room)
        return room

    def _clear_out(self) -> None:
        """Close the rooms that nobody has been in for longest; the store has their games."""
        idle = [
            room
            for room in self.rooms.values()
            if not room.connections and not room.pending and room.computers is None
        ]
        idle.sort(key=lambda room: room.used)
        for room in idle[: max(1, len(idle) // 4)]:
            del self.rooms[room.table.id]

    def _drop(self, room: Room) -> None:
        """Storing failed: what the table says is not true. Everybody has to come again."""
        if self.rooms.get(room.table.id) is room:
            del self.rooms[room.table.id]
        room.is_closed = True
        if room.computers is not None:
            room.computers.cancel()
        for connection in room.all_connections():
            connection.close(BROKEN)

    # --- outcomes

    def settle(
        self, room: Room, outcome: Outcome, asker: Connection | None = None
    ) -> asyncio.Future[None] | None:
        """Store what an outcome says, then send it. Those who look on now get it, in order."""
        posts: list[tuple[Connection, str]] = []
        for viewer, data in outcome.news:
            group = room.connections.get(viewer)
            if group:
                text = data.decode()
                posts += [(connection, text) for connection in group]
        if asker is not None:
            posts += [(asker, data.decode()) for data in outcome.replies]
        if outcome.rows is None and not room.pending:
            for connection, text in posts:
                connection.post_text(text)
            return None
        room.pending += 1
        stored = self._loop.create_future() if asker is None else None
        self.writer.submit(RowsJob(outcome.rows, None, partial(self._stored, room, posts, stored)))
        return stored

    def _stored(
        self,
        room: Room,
        posts: list[tuple[Connection, str]],
        stored: asyncio.Future[None] | None,
        error: BaseException | None,
    ) -> None:
        room.pending -= 1
        if error is not None:
            self._drop(room)
            if stored is not None and not stored.cancelled():
                stored.set_exception(Refused("broken", "the game could not be stored"))
            return
        for connection, text in posts:
            connection.post_text(text)
        if stored is not None and not stored.cancelled():
            stored.set_result(None)

    async def settle_and_wait(self, room: Room, outcome: Outcome) -> None:
        """The same, for somebody who waits until it is stored."""
        stored = self.settle(room, outcome)
        if stored is not None:
            await stored

    # --- sockets

    def enter(self, room: Room, connection: Connection, hello: Hello) -> None:
        """Somebody says which seat he looks as."""
        table = room.table
        connection.lang = texts.choose_language(hello.lang)
        if hello.seat is not None and hello.seat not in table.seats_of(connection.person):
            connection.refuse("not-yours", N_("This is not your seat."))
            return
        self._leave_viewer(room, connection)
        viewer = (hello.seat, connection.lang)
        connection.viewer = viewer
        if connection.person is not None and table.arrive(connection.person):
            arrival = Outcome()
            arrival.news = table.tell_people()
            self.settle(room, arrival)
        room.connections.setdefault(viewer, []).append(connection)
        table.look(viewer)
        outcome = Outcome()
        outcome.replies = table.hello(hello)
        self.settle(room, outcome, connection)

    def _leave_viewer(self, room: Room, connection: Connection) -> bool:
        """Take a connection away from where it looks; True if the person was seen to go."""
        viewer = connection.viewer
        if viewer is None:
            return False
        connection.viewer = None
        group = room.connections[viewer]
        group.remove(connection)
        if not group:
            del room.connections[viewer]
        room.table.look_away(viewer)
        if connection.person is None or not room.table.depart(connection.person):
            return False
        room.left[connection.person] = time.monotonic()
        return True

    def exit(self, room: Room, connection: Connection) -> None:
        """A socket has closed."""
        connection.gone()
        room.used = time.monotonic()
        if self._leave_viewer(room, connection):
            outcome = Outcome()
            outcome.news = room.table.tell_people()
            self.settle(room, outcome)

    def receive(self, room: Room, connection: Connection, text: str | None) -> None:
        """A message has come."""
        if not connection.bucket.take(time.monotonic()):
            self._slow_down(connection)
            return
        if text is None:
            connection.refuse("bad-message", N_("Expected text, not bytes."))
            return
        if len(text) > FRAME_CHARACTERS:
            connection.refuse("too-large", N_("The message is too long."))
            return
        try:
            message = parse_message(text)
        except (msgspec.DecodeError, RecursionError) as error:
            problem = str(error)[:200]
            connection.refuse("bad-message", N_("This cannot be read: {problem}"), problem=problem)
            return
        if isinstance(message, Ping):
            connection.post(PONG)
        elif isinstance(message, Hello):
            self.enter(room, connection, message)
        elif connection.viewer is None:
            connection.refuse("bad-message", N_("Expected hello first."))
        else:
            if isinstance(message, Chat) and not connection.chats.take(time.monotonic()):
                self._slow_down(connection)
                return
            self._handle(room, connection, connection.viewer, message)

    def _slow_down(self, connection: Connection) -> None:
        """Too many messages: he is told so, and cut off if he does not listen."""
        connection.refusals += 1
        if connection.refusals > self.limits.refusals:
            connection.close(FLOOD)
            return
        connection.refuse("busy", N_("Too many messages: a little slower, please."))

    def _handle(
        self,
        room: Room,
        connection: Connection,
        viewer: Viewer,
        message: InGame,
    ) -> None:
        table = room.table
        person = connection.person
        try:
            if isinstance(message, Hint | Odds):
                self.computers.advise(room, connection, viewer, message)
                return
            if isinstance(message, Skip):
                self.computers.skip(room, connection)
                return
            if isinstance(message, Act):
                outcome = table.act(person, viewer, message)
            elif isinstance(message, PlaceRest | DeployRest):
                outcome = table.arrange(person, viewer, message, secrets.randbits(32))
            elif isinstance(message, Undo):
                outcome = table.undo(person, viewer, message)
                room.letters.clear()  # what they told may not be true any more
            elif isinstance(message, Why):
                outcome = table.why(person, viewer, message)
            elif isinstance(message, Chat):
                outcome = table.say(person, viewer, message, now_text())
            elif isinstance(message, Consent) and message.what == "takeover":
                away = room.away(self.limits.absence)
                outcome = standins.consent(table, person, message.yes, away)
            elif isinstance(message, Consent):
                outcome = table.consent(person, message)
            elif isinstance(message, Takeover):
                away = room.away(self.limits.absence)
                outcome = standins.ask(table, person, message.seat, message.level, away)
            else:
                outcome = standins.take_back(table, person, message.seat)
        except Refused as refusal:
            for data in table.turn_away(refusal, viewer, message):
                connection.post(data)
            return
        self.settle(room, outcome, connection)
        if outcome.rows is not None:
            self.wake_computers(room)

    def send_away(self, room: Room, seat: str, person: str) -> None:
        """Somebody has given his seat back: he sees no more of it."""
        for connection in room.all_connections():
            if (
                connection.person == person
                and connection.viewer is not None
                and connection.viewer[0] == seat
            ):
                connection.refuse("not-yours", N_("This is not your seat any more."))
                connection.close(NOT_ALLOWED)
                self._leave_viewer(room, connection)

    def renew_token(self, old: str, new: str) -> None:
        """A session has another cookie."""
        for room in self.rooms.values():
            for connection in room.all_connections():
                if connection.token == old:
                    connection.token = new

    def log_out(self, token: str) -> None:
        """A session has ended: its sockets are closed."""
        for room in self.rooms.values():
            for connection in room.all_connections():
                if connection.token == token:
                    connection.close(NOT_ALLOWED)

    def become(self, person: str, new_person: str, name: str) -> None:
        """A person has another name, or has become another one."""
        for room in self.rooms.values():
            table = room.table
            if all(sitter.person != person for sitter in table.sheet.seats.values()):
                continue
            table.rename(person, new_person, name)
            if new_person != person:
                for connection in room.all_connections():
                    if connection.person == person:
                        table.depart(person)
                        connection.person = new_person
                        table.arrive(new_person)
            outcome = Outcome()
            outcome.news = table.tell_people()
            self.settle(room, outcome)

    # --- computers

    def wake_computers(self, room: Room) -> None:
        """Have the computers move, if it is their turn."""
        if room.computers is None and room.table.thinking():
            room.computers = self._loop.create_task(self.computers.play(room))

    async def _resume_computers(self) -> None:
        """After a start: computers whose turn it is go on."""
        for game in await self.read(store.waiting_for_computers):
            await self.room(game)


def _make(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        try:
            call()
        except Exception:
            log.exception("after a commit")
