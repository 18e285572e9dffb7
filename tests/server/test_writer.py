"""The writer: whatever fails, at whatever point, each game keeps an unbroken beginning of its
story, and no game suffers from another's trouble."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from tests.server.playing import Server

from napoleon.server.store import tables as store
from napoleon.server.store import upgrading
from napoleon.server.store.exclusive import AlreadyServed, ServingLock
from napoleon.server.store.jobs import Broken, Conflict, RowsJob, Story, WorkJob
from napoleon.server.store.writer import Writer
from napoleon.server.table import stories
from napoleon.server.table.messages import ChatLine
from napoleon.server.table.sheet import Rows, Sitter, StoredMove

NOW = "2026-06-15T04:00:00.000+00:00"


class Slip:
    """Makes the n-th statement, or a commit, fail with the error of one's choice."""

    def __init__(self, engine: Engine) -> None:
        self.left = -1
        self.at_commit = False
        self.error: Callable[[], Exception] = lambda: sqlite3.IntegrityError("made to fail")
        self.fired = 0
        sa.event.listen(engine, "before_cursor_execute", self._execute)
        sa.event.listen(engine, "commit", self._commit)

    def _execute(self, *_: Any) -> None:
        if self.left >= 0 and not self.at_commit:
            self.left -= 1
            if self.left < 0:
                self.fired += 1
                raise self.error()

    def _commit(self, _: Any) -> None:
        if self.left >= 0 and self.at_commit:
            self.left -= 1
            if self.left < 0:
                self.fired += 1
                raise self.error()


def make_all(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        call()


class Pen:
    """A writer whose jobs are gathered first, so that a test knows what is written together."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.writer = Writer(engine, make_all)
        self.answers: list[tuple[str, int, BaseException | None]] = []

    def job(self, rows: Rows, story: Story) -> RowsJob:
        last = rows.moves[-1].v if rows.moves else 0
        return RowsJob(
            rows, NOW, lambda error: self.answers.append((rows.game, last, error)), story
        )

    def write(self, *jobs: Any) -> None:
        self.writer._write(list(jobs))

    def stored(self, game: str) -> list[int]:
        with self.engine.connect() as connection:
            return [move.v for move in store.moves_of(connection, game)]


def add_game(engine: Engine) -> str:
    seats = {"french": Sitter("open", invite=stories.new_token()), "allied": Sitter("open")}
    sheet, game = stories.begin_game("historical", 2, "open", seats, None, NOW)
    with engine.begin() as connection:
        store.insert_game(connection, sheet, game.turn, "french")
    return sheet.id


def move(game: str, *numbers: int) -> Rows:
    return Rows(game, [StoredMove(v, "french", "end") for v in numbers])


def line(n: int, text: str) -> ChatLine:
    return ChatLine(n, "french", "Ney", "all", text, NOW)


def test_a_move_is_stored_only_upon_the_one_before(engine: Engine) -> None:
    game = add_game(engine)
    pen = Pen(engine)
    pen.write(pen.job(move(game, 1, 2), Story()))
    pen.write(pen.job(move(game, 4), Story()))
    pen.write(pen.job(move(game, 2), Story()))
    assert pen.stored(game) == [1, 2]
    assert [error is None for _, _, error in pen.answers] == [True, False, False]


def test_the_database_itself_refuses_a_hole(engine: Engine) -> None:
    game = add_game(engine)
    for v, prev in ((2, 1), (2, None), (3, 1), (0, None), (1, 0)):
        row = {"game": game, "v": v, "prev": prev, "seat": "french", "action": "end", "dice": ""}
        with pytest.raises(sa.exc.IntegrityError), engine.begin() as connection:
            connection.execute(sa.insert(store.moves), row)


def test_one_games_failure_never_touches_anothers(engine: Engine) -> None:
    good, bad = add_game(engine), add_game(engine)
    pen = Pen(engine)
    results: list[object] = []
    work = WorkJob(lambda _: "done", lambda result, error: results.append((result, error)))
    pen.write(
        pen.job(move(good, 1), Story()), pen.job(move(bad, 2), Story()), work,
        pen.job(move(good, 2), Story()),
    )  # fmt: skip
    assert pen.stored(good) == [1, 2]
    assert pen.stored(bad) == []
    assert results == [("done", None)]
    assert [game for game, _, error in pen.answers if error is not None] == [bad]


def test_after_a_failure_nothing_more_of_that_story_is_written(engine: Engine) -> None:
    game = add_game(engine)
    pen = Pen(engine)
    story = Story()
    pen.write(pen.job(move(game, 2), story), pen.job(move(game, 3), story))
    pen.write(pen.job(move(game, 1), story))  # as good as any, but of a story that has failed
    assert pen.stored(game) == []
    assert isinstance(pen.answers[-1][2], Broken)
    pen.write(pen.job(move(game, 1), Story()))
    assert pen.stored(game) == [1]


def test_a_sheet_changes_one_edition_after_the_other(engine: Engine) -> None:
    game = add_game(engine)
    pen = Pen(engine)
    pen.write(pen.job(Rows(game, sheet={"ending": "french"}, edition=0), Story()))
    pen.write(pen.job(Rows(game, sheet={"ending": "allied"}, edition=0), Story()))
    assert [type(error) for _, _, error in pen.answers] == [type(None), Conflict]
    with engine.connect() as connection:
        sheet = store.find_sheet(connection, game)
    assert sheet is not None
    assert (sheet.ending, sheet.edition) == (["french"], 1)


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_any_failure_at_any_point_leaves_a_prefix(engine: Engine, first: int) -> None:
    """Stories of several games are written in random batches; a statement or a commit fails."""
    slip = Slip(engine)
    for seed in range(first, first + 15):
        write_with_failures(engine, slip, random.Random(seed))


def write_with_failures(engine: Engine, slip: Slip, rng: random.Random) -> None:
    """Three new games, twelve batches of their stories, and a look at each game after each."""
    games = [add_game(engine) for _ in range(3)]
    pen = Pen(engine)
    told: dict[str, int] = dict.fromkeys(games, 0)  # versions in the tables' memory
    stories = {game: Story() for game in games}
    acknowledged: dict[str, int] = dict.fromkeys(games, 0)
    for _ in range(12):
        jobs = []
        for _ in range(rng.randint(1, 6)):
            game = rng.choice(games)
            count = rng.randint(1, 3)
            rows = move(game, *range(told[game] + 1, told[game] + count + 1))
            if rng.random() < 0.3:
                rows.chat = line(rng.getrandbits(50), "Merde !")
            if rng.random() < 0.3:
                rows.sheet = {"turn": 1, "to_act": "french"}
            told[game] += count
            jobs.append(pen.job(rows, stories[game]))
        if rng.random() < 0.5:
            slip.left = rng.randint(0, 8)
            slip.at_commit = rng.random() < 0.3
            kind: Any = rng.choice([sqlite3.IntegrityError, sqlite3.OperationalError])
            slip.error = lambda kind=kind: sa.exc.DBAPIError.instance(  # type: ignore[misc]
                "x", None, kind("made to fail"), sqlite3.Error
            )
        pen.answers.clear()
        pen.write(*jobs)
        slip.left = -1
        for game, v, error in pen.answers:
            if error is None:
                acknowledged[game] = max(acknowledged[game], v)
            else:
                assert stories[game].is_broken
        for game in games:
            stored = pen.stored(game)
            assert stored == list(range(1, len(stored) + 1)), "an unbroken beginning"
            assert len(stored) >= acknowledged[game], "what was acknowledged is there"
            if stories[game].is_broken:  # the table returns to what is stored
                stories[game] = Story()
                told[game] = acknowledged[game] = len(stored)
            else:
                assert told[game] == len(stored)


def test_a_locked_file_fails_and_heals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "LOCK_WAIT", 0.2)
    engine = store.open_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    upgrading.migrate(engine)
    game = add_game(engine)
    pen = Pen(engine)
    other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    pen.write(pen.job(move(game, 1), Story()), pen.job(move(game, 2), Story()))
    assert pen.stored(game) == []
    assert pen.writer.trouble is not None and "locked" in pen.writer.trouble
    other.execute("ROLLBACK")
    other.close()
    pen.write(pen.job(move(game, 1), Story()))
    assert pen.stored(game) == [1]
    assert pen.writer.trouble is None
    engine.dispose()


def test_one_sqlite_file_takes_one_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    lock = ServingLock(url)
    with pytest.raises(AlreadyServed, match="One SQLite file takes one server"):
        ServingLock(url)
    lock.release()
    ServingLock(url).release()
    ServingLock("postgresql://x/y")  # takes as many as one likes


def test_a_second_server_on_one_file_is_refused_in_words(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    Server(url).start()
    command = [sys.executable, "-m", "napoleon.server", "--port", "0", "--database", url]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode and "is being served by another Napoléon" in second.stderr
    assert "Traceback" not in second.stderr


def test_a_database_that_takes_nothing_is_told_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"this is no database, but long enough to be looked into" * 100)
    url = f"sqlite:///{path}"
    command = [sys.executable, "-m", "napoleon.server", "--port", "0", "--database", url]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode and "Nothing can be stored in" in found.stderr
    assert "Traceback" not in found.stderr


def test_jobs_are_done_in_the_order_in_which_they_come(engine: Engine) -> None:
    game = add_game(engine)
    done = threading.Event()
    answers: list[BaseException | None] = []
    writer = Writer(engine, make_all)
    writer.start()
    story = Story()
    for v in range(1, 200):
        writer.submit(RowsJob(move(game, v), NOW, answers.append, story))
    writer.submit(WorkJob(lambda _: None, lambda *_: done.set()))
    assert done.wait(20)
    writer.stop()
    assert answers == [None] * 199
