"""The store as the event loop uses it: reading in threads, writing through the one writer."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from napoleon.rules.board.tables import known_boards
from napoleon.server.refusals import NOT_STORED
from napoleon.server.store.jobs import Job, WorkJob
from napoleon.server.store.news import News, Newsagent, is_shared
from napoleon.server.store.writer import Writer, is_everybodys

log = logging.getLogger("napoleon.server")
READERS = 3
T = TypeVar("T")


class Access:
    """Everything goes to the database through here."""

    def __init__(self, engine: Engine, hear: Callable[[News | None], None]) -> None:
        """`hear` is called in the event loop with news of other processes that serve the same
        database; with None when some may have been missed."""
        self.engine = engine
        self.process = secrets.token_hex(6)  # the name of this one among all that serve
        self._hear = hear
        self._loop: asyncio.AbstractEventLoop | None = None
        self._readers = ThreadPoolExecutor(READERS, "napoleon-reader")
        self._hasher = ThreadPoolExecutor(1, "napoleon-hasher")
        self._looker = ThreadPoolExecutor(1, "napoleon-looker")
        self.news: Newsagent | None = None
        if is_shared(engine):
            self.news = Newsagent(engine, self.process, self._heard)
        announce = self.news.announce_rows if self.news is not None else None
        self.writer = Writer(engine, self._deliver, announce)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same database."""
        return self.news is not None

    def open(self) -> None:
        """Begin: the event loop runs."""
        self._loop = asyncio.get_running_loop()
        self.writer.start()
        if self.news is not None:
            self.news.start()

    async def close(self) -> None:
        """Store what waits, and stop."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self.writer.stop)
        if self.news is not None:
            await loop.run_in_executor(None, self.news.stop)
        self._readers.shutdown()
        self._hasher.shutdown()
        self._looker.shutdown(wait=False, cancel_futures=True)

    def _deliver(self, calls: list[Callable[[], None]]) -> None:
        """Called by the writer, in its own thread."""
        self._call(_make, calls)

    def _heard(self, news: News | None) -> None:
        """Called by the newsagent, in its own thread."""
        self._call(self._hear, news)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        try:
            assert self._loop is not None
            self._loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:  # the loop has ended: nobody is left to be told
            log.warning("something was stored, but nobody is there to be told")

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Ask the store, outside the event loop."""
        return await self._ask(self._readers, query)

    async def look(self, query: Callable[[Connection], T]) -> T:
        """Ask the store in a thread that never waits behind slow work."""
        return await self._ask(self._looker, query)

    async def _ask(self, readers: ThreadPoolExecutor, query: Callable[[Connection], T]) -> T:
        def ask() -> T:
            with self.engine.connect() as connection:
                return query(connection)

        return await asyncio.get_running_loop().run_in_executor(readers, ask)

    async def read_game(self, query: Callable[[Connection], T]) -> T:
        """The same where a game is played again on the way."""

        def ask() -> T:
            with self.engine.connect() as connection:
                return query(connection)

        return await self.think(ask)

    async def think(self, work: Callable[[], T]) -> T:
        """Do something slow with the rules, outside the event loop.

        One board is laid at a time in a process: where there are several, threads would lay theirs
        under each other's hands, and the loop does it all itself.
        """
        if len(known_boards()) > 1:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def hash(self, work: Callable[[], T]) -> T:
        """Hash a password, one after the other: a flood of them keeps nobody else waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._hasher, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have the writer do something; returns when it is stored."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def done(result: Any, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.writer.submit(WorkJob(work, done))
        return await future

    @property
    def sorry(self) -> str:
        """What people are told when nothing can be stored."""
        return NOT_STORED

    def is_everybodys(self, error: BaseException) -> bool:
        """Whether a failure is the database's, not that of one game."""
        return is_everybodys(error)

    def submit(self, job: Job) -> None:
        """Have something stored, in the order in which it comes."""
        self.writer.submit(job)

    def announce(self, what: str, ids: list[str]) -> None:
        """Tell other processes something that is not a row of a game."""
        news = self.news
        if news is not None and ids:
            self.submit(WorkJob(lambda connection: news.announce(connection, what, ids), _told))


def _told(_: object, error: BaseException | None) -> None:
    if error is not None:
        log.warning("other processes could not be told: %s", error)


def _make(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        try:
            call()
        except Exception:
            log.exception("after a commit")
