"""The one writer: gathers what many games want stored into one transaction.

A thread of its own takes everything that waits, writes it, commits, and only then says so. The more
there is to do, the more goes into one commit.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from napoleon.server.store import tables as store
from napoleon.server.table.sheet import Rows

MOST_JOBS = 2000  # in one transaction
# A commit costs as much as thirty rows: when many come at once it pays to wait a moment for more.
BUSY = 4  # jobs in the last transaction
GATHERING = 0.003  # seconds

Done = Callable[[BaseException | None], None]
log = logging.getLogger("napoleon.server")

_insert_moves = sa.insert(store.moves)
_insert_snapshots = sa.insert(store.snapshots)
_insert_chats = sa.insert(store.chats)
_update_seats = (
    sa.update(store.seats)
    .where(
        store.seats.c.game == sa.bindparam("b_game"), store.seats.c.seat == sa.bindparam("b_seat")
    )
    .values(
        kind=sa.bindparam("kind"),
        person=sa.bindparam("person"),
        level=sa.bindparam("level"),
        invite=sa.bindparam("invite"),
        stand_in=sa.bindparam("stand_in"),
    )
)
_update_stand = (
    sa.update(store.games)
    .where(store.games.c.id == sa.bindparam("b_id"))
    .values(
        turn=sa.bindparam("turn"), to_act=sa.bindparam("to_act"), updated=sa.bindparam("updated")
    )
)
_STAND = {"turn", "to_act"}


def now_text() -> str:
    """The time, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class RowsJob:
    """Rows of a game to store, as of `now` (None: of when they are written); `done` is called after
    the commit, in the writer's thread."""

    __slots__ = ("done", "now", "rows")

    def __init__(self, rows: Rows | None, now: str | None, done: Done) -> None:
        self.rows = rows
        self.now = now
        self.done = done


class WorkJob:
    """Any other work on the database; it fails or succeeds alone."""

    __slots__ = ("done", "error", "result", "work")

    def __init__(
        self, work: Callable[[Connection], Any], done: Callable[[Any, BaseException | None], None]
    ) -> None:
        self.work = work
        self.done = done
        self.result: Any = None
        self.error: BaseException | None = None


Job = RowsJob | WorkJob


class Writer:
    """The thread that writes."""

    def __init__(self, engine: Engine, deliver: Callable[[list[Callable[[], None]]], None]) -> None:
        """`deliver` gets the calls that are due after a commit, and has them made elsewhere."""
        self._engine = engine
        self._deliver = deliver
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="napoleon-writer", daemon=True)
        self.commits = 0

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def submit(self, job: Job) -> None:
        """Have something stored; jobs are done in the order in which they come."""
        self._jobs.put(job)

    def _run(self) -> None:
        is_going = True
        jobs: list[Job] = []
        while is_going:
            is_busy = len(jobs) >= BUSY
            jobs = []
            job = self._jobs.get()
            if is_busy and job is not None:
                time.sleep(GATHERING)
            while True:
                if job is None:
                    is_going = False
                    break
                jobs.append(job)
                if len(jobs) >= MOST_JOBS:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if jobs:
                self._write(jobs)

    def _write(self, jobs: list[Job]) -> None:
        error: BaseException | None = None
        try:
            with (
                self._engine.connect().execution_options(is_writer=True) as connection,
                connection.begin(),
            ):
                self._write_all(connection, jobs)
            self.commits += 1
        except Exception as failure:
            log.exception("storing failed")
            error = failure
        calls: list[Callable[[], None]] = []
        for job in jobs:
            if isinstance(job, RowsJob):
                calls.append(_call(job.done, error))
            else:
                calls.append(_answer(job, error))
        self._deliver(calls)

    def _write_all(self, connection: Connection, jobs: list[Job]) -> None:
        waiting: list[RowsJob] = []
        for job in jobs:
            if isinstance(job, RowsJob):
                if job.rows is not None:
                    waiting.append(job)
                continue
            if waiting:
                write_rows(connection, waiting)
                waiting = []
            try:
                with connection.begin_nested():
                    job.result = job.work(connection)
            except Exception as failure:  # somebody else's work must not suffer
                job.error = failure
        if waiting:
            write_rows(connection, waiting)


def _call(done: Done, error: BaseException | None) -> Callable[[], None]:
    return lambda: done(error)


def _answer(job: WorkJob, error: BaseException | None) -> Callable[[], None]:
    return lambda: job.done(job.result, job.error or error)


def write_rows(connection: Connection, jobs: list[RowsJob]) -> None:
    """Store the rows of several games, each kind at once."""
    writing = now_text()
    moves: list[store.Row] = []
    snapshots: list[store.Row] = []
    chats: list[store.Row] = []
    seats: list[store.Row] = []
    stands: dict[str, store.Row] = {}
    for job in jobs:
        rows = job.rows
        assert rows is not None
        for move in rows.moves:
            moves.append(
                {
                    "game": rows.game,
                    "v": move.v,
                    "seat": move.seat,
                    "action": move.action,
                    "dice": move.dice,
                }
            )
        if rows.snapshot is not None:
            v, position = rows.snapshot
            snapshots.append({"game": rows.game, "v": v, "position": position})
        if rows.chat is not None:
            line = rows.chat
            chats.append(
                {
                    "game": rows.game,
                    "n": line.n,
                    "seat": line.seat,
                    "name": line.name,
                    "channel": line.channel,
                    "text": line.text,
                    "time": line.time,
                }
            )
        if rows.seats is not None:
            for name, sitter in rows.seats.items():
                row = store.seat_row(rows.game, name, sitter)
                row["b_game"] = row.pop("game")
                row["b_seat"] = row.pop("seat")
                seats.append(row)
        if rows.sheet is not None:
            if rows.sheet.keys() == _STAND:
                stands[rows.game] = {"b_id": rows.game, "updated": job.now or writing, **rows.sheet}
            else:
                stand = stands.pop(rows.game, None)
                if stand is not None:
                    connection.execute(_update_stand, stand)
                connection.execute(
                    sa.update(store.games).where(store.games.c.id == rows.game),
                    {"updated": job.now or writing, **rows.sheet},
                )
    if moves:
        connection.execute(_insert_moves, moves)
    if snapshots:
        connection.execute(_insert_snapshots, snapshots)
    if chats:
        connection.execute(_insert_chats, chats)
    if seats:
        connection.execute(_update_seats, seats)
    if stands:
        connection.execute(_update_stand, list(stands.values()))
