"""News between processes that serve one PostgreSQL database.

Whoever stores something says so within the same transaction (NOTIFY), so that the others hear of it
when it is committed and never before; they then read what is new from the database. A lost
connection loses no news: whoever comes back looks at everything again.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from napoleon.server.table.sheet import Rows

log = logging.getLogger("napoleon.server")
CHANNEL: Final = "napoleon"
MOST_BYTES: Final = 7000  # PostgreSQL takes less than 8000 in a notice
_notify = sa.text("SELECT pg_notify(:channel, :payload)")


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others."""

    process: str
    games: list[str] = []  # which have gone on
    sessions: list[str] = []  # whose cookies have ended
    people: list[str] = []  # who have another name, or are another person
    present: list[str] = []  # games where somebody has come or gone


_decoder = msgspec.json.Decoder(News)


def is_shared(engine: Engine) -> bool:
    """Whether several processes may serve this database."""
    return engine.dialect.name == "postgresql"


class Newsagent:
    """Tells the other processes what this one has stored, and hears what they have."""

    def __init__(self, engine: Engine, hear: Callable[[News | None], None]) -> None:
        """`hear` is called in a thread: with news, or with None when some may have been missed."""
        self.process = secrets.token_hex(6)
        self._engine = engine
        self._hear = hear
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="napoleon-news", daemon=True)
        self.is_listening = threading.Event()

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no longer."""
        self._is_closing.set()
        self._thread.join()

    def announce_rows(self, connection: Connection, written: list[Rows]) -> None:
        """Within a transaction: these rows come with it."""
        games = list(dict.fromkeys(rows.game for rows in written))
        self.announce(connection, "games", games)

    def announce(self, connection: Connection, what: str, ids: Iterable[str]) -> None:
        """Within a transaction: something about these is new."""
        share: list[str] = []
        length = 0
        for one in ids:
            if length + len(one) + 3 > MOST_BYTES:
                self._send(connection, what, share)
                share, length = [], 0
            share.append(one)
            length += len(one) + 3
        if share:
            self._send(connection, what, share)

    def _send(self, connection: Connection, what: str, ids: list[str]) -> None:
        payload = msgspec.json.encode({"process": self.process, what: ids}).decode()
        connection.execute(_notify, {"channel": CHANNEL, "payload": payload})

    def _listen(self) -> None:
        """In the thread: listen until told to stop; after any trouble, listen again."""
        while not self._is_closing.is_set():
            try:
                self._listen_once()
            except Exception as error:
                if self._is_closing.is_set():
                    return
                log.warning("news from other processes are interrupted: %s", error)
                self.is_listening.clear()
                self._is_closing.wait(0.5)

    def _listen_once(self) -> None:
        raw = self._engine.raw_connection()
        try:
            connection: Any = raw.driver_connection
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            self.is_listening.set()
            self._hear(None)  # what came before we listened
            while not self._is_closing.is_set():
                for notice in connection.notifies(timeout=0.5, stop_after=100):
                    self._read(notice.payload)
        finally:
            raw.invalidate()

    def _read(self, payload: str) -> None:
        try:
            news = _decoder.decode(payload)
        except msgspec.DecodeError:
            log.warning("news that cannot be read: %.200s", payload)
            return
        if news.process != self.process:
            self._hear(news)
