"""News between processes that serve one PostgreSQL database.

Whoever stores something says so within the same transaction (NOTIFY), so that the others hear of it
when it is committed and never before. Moves travel with the notice; all else the others read from
the database. A lost connection loses no news: whoever comes back looks at everything again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from napoleon.server.table.sheet import STAND, Rows, StoredMove

log = logging.getLogger("napoleon.server")
CHANNEL: Final = "napoleon"
MOST_BYTES: Final = 7000  # PostgreSQL takes less than 8000 in a notice
SILENCE: Final = 15.0  # seconds; each process says something every five (live/hall.py)
_notify = sa.text("SELECT pg_notify(:channel, :payload)")


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others."""

    process: str
    moves: dict[str, list[StoredMove]] = {}  # of games of which nothing else is new
    games: list[str] = []  # which have gone on in any other way
    sessions: list[str] = []  # whose cookies have ended
    people: list[str] = []  # who have another name, or are another person
    present: list[str] = []  # games where somebody has come or gone


_decoder = msgspec.json.Decoder(News)


def is_shared(engine: Engine) -> bool:
    """Whether several processes may serve this database."""
    return engine.dialect.name == "postgresql"


def is_moves_only(rows: Rows) -> bool:
    """Whether these rows bring nothing that whoever plays the moves again does not know."""
    if not rows.moves or rows.seats or rows.chat or rows.witness or rows.clock or rows.edition >= 0:
        return False
    return rows.sheet is None or rows.sheet.keys() == STAND


def _shares(sizes: Iterable[tuple[str, int]]) -> Iterator[list[str]]:
    """Names in parts that fit into a notice each, by the bytes that each of them needs."""
    share: list[str] = []
    length = 0
    for name, size in sizes:
        if share and length + size > MOST_BYTES:
            yield share
            share, length = [], 0
        share.append(name)
        length += size
    if share:
        yield share


class Newsagent:
    """Tells the other processes what this one has stored, and hears what they have."""

    def __init__(self, engine: Engine, process: str, hear: Callable[[News | None], None]) -> None:
        """`process` is the name of this one; `hear` is called in a thread: with news, or with None
        when some may have been missed."""
        self.process = process
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
        moves: dict[str, list[StoredMove]] = {}
        others: dict[str, None] = {}  # in their order
        for rows in written:
            moves.setdefault(rows.game, []).extend(rows.moves)
            if not is_moves_only(rows):
                others[rows.game] = None
        sizes = {
            game: len(msgspec.json.encode(story)) + len(game) + 6
            for game, story in moves.items()
            if game not in others
        }
        others |= {game: None for game, size in sizes.items() if size > MOST_BYTES}
        for share in _shares([one for one in sizes.items() if one[1] <= MOST_BYTES]):
            self._send(connection, "moves", {game: moves[game] for game in share})
        self.announce(connection, "games", others)

    def announce(self, connection: Connection, what: str, ids: Iterable[str]) -> None:
        """Within a transaction: something about these is new."""
        for share in _shares([(one, len(one) + 3) for one in ids]):
            self._send(connection, what, share)

    def beat(self, connection: Connection) -> None:
        """Within a transaction: say something that every process hears, this one too, so that a
        line on which nothing comes is known to be dead."""
        self._send(connection, "present", [])

    def _send(self, connection: Connection, what: str, content: object) -> None:
        payload = msgspec.json.encode({"process": self.process, what: content}).decode()
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
            heard = time.monotonic()
            while not self._is_closing.is_set():
                for notice in connection.notifies(timeout=0.5, stop_after=100):
                    heard = time.monotonic()
                    self._read(notice.payload)
                if time.monotonic() - heard > SILENCE:
                    raise TimeoutError("nothing is heard")
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
