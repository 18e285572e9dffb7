"""A room: one table and those who look at it.

What a message leads to is handed to the writer at once; while it is written the news are made
ready, and they go out when it is stored, in order. If it cannot be stored nobody hears of it: the
table returns to what is stored.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from napoleon.ai.worker.letters import Correspondence, Reply
from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.live.connection import NOT_ALLOWED, Connection
from napoleon.server.refusals import Refused
from napoleon.server.store.jobs import RowsJob, Story
from napoleon.server.table import clock as clocks
from napoleon.server.table import timing
from napoleon.server.table.messages import Answer, Hello, Ident, encode
from napoleon.server.table.outcome import News, Outcome, Viewer
from napoleon.server.table.sheet import Rows, Sheet, WhatsNew, seats_of
from napoleon.server.table.table import Table
from napoleon.server.times import SystemWatch, Watch

GONE_ON = N_("The game has gone on meanwhile.")


class Keeper(Protocol):
    """Stores what a table has to keep, in the order in which it comes."""

    @property
    def sorry(self) -> str:
        """What people are told when nothing can be stored."""

    def submit(self, job: RowsJob) -> None:
        """Have rows stored; `job.done` is called when they are, or cannot be."""

    def is_everybodys(self, error: BaseException) -> bool:
        """Whether a failure is the store's, not that of one game."""


class Letterbox:
    """Somebody who waits for an answer: a connection, and the mark of its question."""

    __slots__ = ("connection", "ident")

    def __init__(self, connection: Connection, ident: Ident) -> None:
        self.connection = connection
        self.ident = ident


class Advice(NamedTuple):
    """What the staff has said, of which version that the seat sees, and after how many moves."""

    version: int
    v: int
    reply: Reply


class Room:
    """A table and those who look at it."""

    def __init__(
        self,
        table: Table,
        keeper: Keeper,
        on_stored: Callable[[Room, int, float], None],
        on_broken: Callable[[Room, BaseException], None],
        watch: Watch | None = None,
    ) -> None:
        """`on_stored` is called when something new has been stored, with the number of moves and
        how long it took (-1: there was only something to tell), `on_broken` when it could not be,
        once for each time that the table has to return to the store; `watch` tells the time of the
        table's clock."""
        self.table = table
        self._keeper = keeper
        self._on_stored = on_stored
        self._on_broken = on_broken
        self.watch: Watch = watch if watch is not None else SystemWatch()
        self.story = Story()
        self.connections: dict[Viewer, list[Connection]] = {}
        self.pending = 0  # outcomes that are being stored
        self.written = 0  # how often rows were handed to the writer
        self.is_renewing = False  # the table is being read from the store again
        self.is_behind = False  # others have stored something that came while we were storing
        self.computers: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self._stored_meanwhile: list[Rows] = []  # to be applied to a table that is being read
        self.letters: dict[tuple[str, str], Correspondence] = {}  # by seat and what they are for
        self.advice: dict[tuple[str, str], Advice] = {}
        self.skip = asyncio.Event()  # nobody wants to wait for the computers

    # --- who is here

    def all_connections(self) -> list[Connection]:
        """Everybody who has said hello."""
        return [connection for group in self.connections.values() for connection in group]

    @property
    def is_settled(self) -> bool:
        """Whether the table is as it is stored, as far as this process knows."""
        return not self.pending and not self.is_renewing

    @property
    def is_idle(self) -> bool:
        """Whether nobody and nothing is going on here."""
        return not (self.connections or self.pending or self.computers or self.is_renewing)

    def enter(self, connection: Connection, hello: Hello) -> bool:
        """Somebody says as which seat they look; True if a person has come who was away."""
        table = self.table
        connection.lang = texts.choose_language(hello.lang)
        if hello.seat is not None and hello.seat not in table.seats_of(connection.person):
            raise Refused("not-yours", N_("This is not your seat."))
        self.leave(connection)
        viewer = (hello.seat, connection.lang)
        connection.viewer = viewer
        has_come = connection.person is not None and table.arrive(connection.person)
        if has_come:
            self.tell(table.tell_people())
        self.connections.setdefault(viewer, []).append(connection)
        table.look(viewer)
        self._send([(connection, data.decode()) for data in self._greet(hello)])
        return has_come

    def _greet(self, hello: Hello) -> list[bytes]:
        """All that somebody who has come is told."""
        face = timing.describe_clock(self.table.sheet, self.watch.now())
        return self.table.hello(hello) + ([face] if face is not None else [])

    def leave(self, connection: Connection) -> bool:
        """Take a connection away from where it looks; True if the person was seen to go."""
        viewer = connection.viewer
        if viewer is None:
            return False
        connection.viewer = None
        group = self.connections[viewer]
        group.remove(connection)
        if not group:
            del self.connections[viewer]
        self.table.look_away(viewer)
        self.used = time.monotonic()
        if connection.person is None or not self.table.depart(connection.person):
            return False
        self.tell(self.table.tell_people())
        return True

    def send_strangers_away(self, sheet: Sheet) -> None:
        """Close the connections that look from a seat that their person does not hold any more."""
        for connection in self.all_connections():
            seat = connection.viewer[0] if connection.viewer is not None else None
            if seat is None or seat in seats_of(sheet, connection.person):
                continue
            connection.refuse("not-yours", N_("This is not your seat any more."))
            connection.close(NOT_ALLOWED)
            self.leave(connection)

    # --- storing, then telling

    def tell(self, news: News) -> None:
        """Tell those who look on something that needs no storing, in its turn."""
        self._send(self._addressed(news))

    def reply(self, connection: Connection, replies: list[bytes]) -> None:
        """Answer one who has asked, after all that is being stored: an answer may tell of it."""
        self._send([(connection, data.decode()) for data in replies])

    def settle(
        self, outcome: Outcome, asker: Connection | None = None, ident: Ident = None
    ) -> asyncio.Future[None] | None:
        """Store what an outcome says, then tell it."""
        rows = outcome.rows
        posts = self._addressed(outcome.news)
        has_new_clock = rows is not None and timing.go_on(self.table, rows, self.watch.now())
        if rows is not None and not outcome.is_applied:
            return self._store_first(rows)
        if rows is not None and has_new_clock:
            self.table.sheet.clock = rows.clock
            posts += self._addressed(self.tell_time())
        if asker is not None:
            posts += [(asker, data.decode()) for data in outcome.replies]
        if rows is None:
            self._send(posts)
            return None
        stored = asyncio.get_running_loop().create_future() if asker is None else None
        letterbox = Letterbox(asker, ident) if asker is not None else None
        self._submit(self._number(rows), posts, stored, letterbox)
        return stored

    def _store_first(self, rows: Rows) -> asyncio.Future[None]:
        """Store rows by which the table changes only then. If they cannot be stored nothing has
        happened, so nothing else of the game is lost with them."""
        rows.edition = self.table.sheet.edition
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pending += 1
        self.written += 1
        self._keeper.submit(
            RowsJob(rows, None, partial(self._apply, rows, stored, time.monotonic()))
        )
        return stored

    def _apply(
        self,
        rows: Rows,
        stored: asyncio.Future[None],
        began: float,
        error: BaseException | None,
    ) -> None:
        """Change the table by rows that are stored, and tell it; or tell that they are not."""
        self.pending -= 1
        if error is None and self.is_renewing:
            self._stored_meanwhile.append(rows)
        elif error is None:
            self._tell_applied(rows)
        if not stored.cancelled():
            if error is None:
                stored.set_result(None)
            else:
                stored.set_exception(self._refusal(error))
        self._on_stored(self, 0 if error is None else -1, time.monotonic() - began)

    def _tell_applied(self, rows: Rows) -> None:
        self.table.apply(rows)
        self.send_strangers_away(self.table.sheet)
        self.tell(self.table.tell_people())
        if rows.clock is not None:
            self.tell(self.tell_time())

    async def settle_and_wait(self, outcome: Outcome) -> None:
        """The same, for somebody who waits until it is stored."""
        stored = self.settle(outcome)
        if stored is not None:
            await stored

    # --- the clock

    def tell_time(self) -> News:
        """The clock, for everybody who looks on."""
        face = timing.describe_clock(self.table.sheet, self.watch.now())
        return [(viewer, face) for viewer in self.table.viewers] if face is not None else []

    @property
    def is_out_of_time(self) -> bool:
        """Whether somebody here has no time left, and nobody has seen to it yet."""
        clock = self.table.sheet.clock
        return clock is not None and bool(clocks.expired(clock, self.watch.now()))

    def run_out(self) -> asyncio.Future[None] | None:
        """See to those who have no time left, unless the table is being read again; None: there is
        nothing to wait for."""
        clock = self.table.sheet.clock
        if clock is None or self.is_renewing:
            return None
        seats = clocks.expired(clock, self.watch.now())
        if not seats:
            return None
        self.letters.clear()  # nobody goes on with what they told
        stored = self.settle(timing.run_out(self.table, seats))
        if stored is not None:
            stored.add_done_callback(_note)
        return stored

    def follow(self, found: WhatsNew, has_new_names: bool) -> None:
        """Take in what others have stored, and tell it."""
        before = self.table.sheet.clock
        if found.sheet is not None:
            self.send_strangers_away(found.sheet)  # before they are told what has been played
        self.tell(self.table.follow(found, has_new_names))
        if self.table.sheet.clock != before:
            self.tell(self.tell_time())

    # --- to the writer

    def _number(self, rows: Rows) -> Rows:
        """A change of the sheet or of the seats is stored only upon the edition before."""
        if not rows.moves and (rows.seats is not None or rows.sheet is not None):
            rows.edition = self.table.sheet.edition
            self.table.sheet.edition += 1
        return rows

    def _addressed(self, news: News) -> list[tuple[Connection, str]]:
        posts: list[tuple[Connection, str]] = []
        for viewer, data in news:
            group = self.connections.get(viewer)
            if group:
                text = data.decode()
                posts += [(connection, text) for connection in group]
        return posts

    def _send(self, posts: list[tuple[Connection, str]]) -> None:
        """Send, after all that is being stored."""
        if self.pending:
            self._submit(None, posts, None, None)
            return
        for connection, text in posts:
            connection.post_text(text)

    def _submit(
        self,
        rows: Rows | None,
        posts: list[tuple[Connection, str]],
        stored: asyncio.Future[None] | None,
        letterbox: Letterbox | None,
    ) -> None:
        self.pending += 1
        self.written += rows is not None
        story = self.story
        moves = len(rows.moves) if rows is not None else -1
        done = partial(self._stored, story, moves, time.monotonic(), posts, stored, letterbox)
        self._keeper.submit(RowsJob(rows, None, done, story))

    def _stored(
        self,
        story: Story,
        moves: int,
        began: float,
        posts: list[tuple[Connection, str]],
        stored: asyncio.Future[None] | None,
        letterbox: Letterbox | None,
        error: BaseException | None,
    ) -> None:
        self.pending -= 1
        if error is not None:
            if letterbox is not None:
                letterbox.connection.post(
                    encode(Answer(letterbox.ident, False, "", self._sorry(error, letterbox)))
                )
            if stored is not None and not stored.cancelled():
                stored.set_exception(self._refusal(error))
            if story is self.story and not self.is_renewing:
                self.is_renewing = True
                self._on_broken(self, error)
            return
        for connection, text in posts:
            connection.post_text(text)
        if stored is not None and not stored.cancelled():
            stored.set_result(None)
        self._on_stored(self, moves, time.monotonic() - began)

    def _refusal(self, error: BaseException) -> Refused:
        """Why something was not stored: nothing can be, or somebody was faster."""
        if self._keeper.is_everybodys(error):
            return Refused("not-stored", self._keeper.sorry)
        return Refused("stale", GONE_ON)

    def _sorry(self, error: BaseException, letterbox: Letterbox) -> str:
        return texts.say(self._refusal(error).text, letterbox.connection.lang)

    def renew(self, table: Table) -> None:
        """The table as it is stored takes the place of one that was ahead of the store."""
        old = self.table
        table.viewers = old.viewers
        table.present = old.present
        table.elsewhere = old.elsewhere
        self.table = table
        self.story = Story()
        self.letters.clear()
        self.advice.clear()
        self.is_renewing = False
        self.send_strangers_away(table.sheet)
        for viewer, group in self.connections.items():
            seat, lang = viewer
            for data in self._greet(Hello(seat, 0, lang)):
                for connection in group:
                    connection.post(data)
        stored, self._stored_meanwhile = self._stored_meanwhile, []
        for rows in stored:
            self._tell_applied(rows)


def _note(stored: asyncio.Future[None]) -> None:
    """Nobody else may wait for it: what could not be stored is tried at the next look."""
    if not stored.cancelled():
        stored.exception()
