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
from functools import partial

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from napoleon.server.store import tables as store
from napoleon.server.store.clock_columns import clock_row
from napoleon.server.store.jobs import Broken, Conflict, Job, RowsJob
from napoleon.server.table.clock import Clock
from napoleon.server.table.sheet import STAND, Rows
from napoleon.server.times import now_text

MOST_JOBS = 2000  # in one transaction
# A commit costs as much as thirty rows: when many come at once it pays to wait a moment for more.
BUSY = 4  # jobs in the last transaction
GATHERING = 0.003  # seconds

log = logging.getLogger("napoleon.server")

_insert_moves = sa.insert(store.moves)
_insert_snapshots = sa.insert(store.snapshots)
_insert_chats = sa.insert(store.chats)
_seats = store.seats.c
_kind, _person, _stand_in = (
    sa.bindparam(column.name, type_=column.type)
    for column in (_seats.kind, _seats.person, _seats.stand_in)
)
_has_begun = sa.exists().where(store.moves.c.game == _seats.game)
# What a rating has to know is remembered here, in the statement that every change of a seat goes
# through: no way to a computer can forget it.
_update_seats = (
    sa.update(store.seats)
    .where(_seats.game == sa.bindparam("b_game"), _seats.seat == sa.bindparam("b_seat"))
    .values(
        kind=_kind,
        person=_person,
        level=sa.bindparam("level"),
        invite=sa.bindparam("invite"),
        stand_in=_stand_in,
        had_computer=sa.or_(
            _seats.had_computer,
            _stand_in.is_not(None),
            ((_seats.kind == "computer") != (_kind == "computer")) & _has_begun,
        ),
        had_other=sa.or_(
            _seats.had_other,
            _seats.person.is_not(None)
            & (_person.is_(None) | (_person != _seats.person))
            & _has_begun,
        ),
    )
)
_update_stand = (
    sa.update(store.games)
    .where(store.games.c.id == sa.bindparam("b_id"))
    .values(
        turn=sa.bindparam("turn"), to_act=sa.bindparam("to_act"), updated=sa.bindparam("updated")
    )
)
_next_edition = (
    sa.update(store.games)
    .where(
        store.games.c.id == sa.bindparam("b_id"),
        store.games.c.edition == sa.bindparam("b_edition"),
    )
    .values(edition=store.games.c.edition + 1)
)


def is_everybodys(error: BaseException) -> bool:
    """Whether a failure is the database's (locked, full, read-only, gone), not that of one game."""
    kinds = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.InternalError)
    return isinstance(error, (*kinds, sa.exc.TimeoutError, OSError))


class Writer:
    """The thread that writes."""

    def __init__(
        self,
        engine: Engine,
        deliver: Callable[[list[Callable[[], None]]], None],
        announce: Callable[[Connection, list[Rows]], None] | None = None,
    ) -> None:
        """`deliver` gets the calls that are due after a commit, and has them made elsewhere;
        `announce` tells other processes, within the transaction, what it brings."""
        self._engine = engine
        self._deliver = deliver
        self._announce = announce
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="napoleon-writer", daemon=True)
        self.commits = 0
        self.failures = 0
        self.trouble: str | None = None  # why nothing could be stored the last time

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
        """Store all at once; where that fails each story by itself, so that none hurts another."""
        error = self._try(jobs)
        if error is not None and (is_everybodys(error) or len(jobs) == 1):
            _fail(jobs, error)
        elif error is not None:
            for share in _by_story(jobs):
                # Once the database itself is in trouble nobody else has to wait for it too.
                problem = error if is_everybodys(error) else self._try(share)
                if problem is not None:
                    error = problem
                    _fail(share, problem)
        calls: list[Callable[[], None]] = [_report(job) for job in jobs]
        self._deliver(calls)

    def _try(self, jobs: list[Job]) -> BaseException | None:
        """Store all of these or none; what went wrong, if anything did."""
        try:
            with (
                self._engine.connect().execution_options(is_writer=True) as connection,
                connection.begin(),
            ):
                self._write_all(connection, jobs)
        except Exception as failure:
            self.failures += 1
            games = {job.rows.game for job in jobs if isinstance(job, RowsJob) and job.rows}
            log.error("storing failed for %s: %s", ", ".join(sorted(games)) or "-", failure)
            if is_everybodys(failure):
                self.trouble = str(
                    failure.orig if isinstance(failure, sa.exc.DBAPIError) else failure
                )
            return failure
        self.commits += 1
        self.trouble = None
        return None

    def _write_all(self, connection: Connection, jobs: list[Job]) -> None:
        waiting: list[RowsJob] = []
        written: list[Rows] = []
        for job in jobs:
            if isinstance(job, RowsJob):
                if job.rows is None:
                    continue
                if job.story.is_broken:
                    job.error = Broken(job.rows.game)
                    continue
                job.error = None
                waiting.append(job)
                written.append(job.rows)
                continue
            if waiting:
                write_rows(connection, waiting)
                waiting = []
            job.error = None
            try:
                with connection.begin_nested():
                    job.result = job.work(connection)
            except Exception as failure:  # somebody else's work must not suffer
                if is_everybodys(failure):
                    raise
                job.error = failure
        if waiting:
            write_rows(connection, waiting)
        if written and self._announce is not None:
            self._announce(connection, written)


def _by_story(jobs: list[Job]) -> list[list[Job]]:
    """Return the jobs that stand upon each other together and in order; any other by itself, so
    that of two who would have the same seat one gets it."""
    shares: dict[object, list[Job]] = {}
    for job in jobs:
        shares.setdefault(job.story if isinstance(job, RowsJob) else job, []).append(job)
    return list(shares.values())


def _fail(jobs: list[Job], error: BaseException) -> None:
    for job in jobs:
        if job.error is None:
            job.error = error
        if isinstance(job, RowsJob):
            job.story.is_broken = True


def _report(job: Job) -> Callable[[], None]:
    if isinstance(job, RowsJob):
        error = job.error
        if error is None and job.story.is_broken:
            error = Broken("an earlier part of the story was not stored")
        return partial(job.done, error)
    return partial(job.done, job.result, job.error)


def _claim(connection: Connection, rows: Rows) -> None:
    """Be the one who changes the sheet from this edition to the next."""
    claimed = connection.execute(_next_edition, {"b_id": rows.game, "b_edition": rows.edition})
    if claimed.rowcount != 1:
        raise Conflict(f"the sheet of game {rows.game} is not at edition {rows.edition} any more")


def _set_clock(connection: Connection, game: str, clock: Clock) -> None:
    """Be the one who changes the clock: of what happens at once, one thing is stored."""
    changed = connection.execute(
        sa.update(store.games)
        .where(store.games.c.id == game, store.games.c.clock_n == clock.n - 1)
        .values(clock_row(clock))
    )
    if changed.rowcount != 1:
        raise Conflict(f"the clock of game {game} has changed meanwhile")


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
        if rows.edition >= 0:
            _claim(connection, rows)
        if rows.clock is not None:
            _set_clock(connection, rows.game, rows.clock)
        for move in rows.moves:
            moves.append(
                {
                    "game": rows.game,
                    "v": move.v,
                    "prev": move.v - 1 if move.v > 1 else None,
                    "seat": move.seat,
                    "action": move.action,
                    "dice": move.dice,
                    "seen": move.seen,
                }
            )
        if rows.witness is not None:
            store.add_witness(connection, rows.game, *rows.witness)
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
                    "held": line.held,
                    "person": rows.speaker,
                    "is_guest": line.is_guest,
                }
            )
        if rows.seats is not None:
            for name, sitter in rows.seats.items():
                row = store.seat_row(rows.game, name, sitter)
                row["b_game"] = row.pop("game")
                row["b_seat"] = row.pop("seat")
                seats.append(row)
        if rows.sheet is not None:
            if rows.sheet.keys() == STAND:
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
