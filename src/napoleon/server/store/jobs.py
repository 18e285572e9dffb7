"""What is handed to whoever stores: rows of a game, or any other work. Knows no database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from napoleon.server.table.sheet import Rows

Done = Callable[[BaseException | None], None]


class Conflict(Exception):
    """The database has gone on: somebody else has stored a change of this game first."""


class Story:
    """What is being written of one game. Once a write has failed nothing more of it is written:
    what was to come stands upon what is not there."""

    __slots__ = ("is_broken",)

    def __init__(self) -> None:
        self.is_broken = False


class Broken(Exception):
    """An earlier part of the same story could not be stored."""


class RowsJob:
    """Rows of a game to store, as of `now` (None: of when they are written); `done` is called after
    the commit, by way of `deliver`."""

    __slots__ = ("done", "error", "now", "rows", "story")

    def __init__(
        self, rows: Rows | None, now: str | None, done: Done, story: Story | None = None
    ) -> None:
        self.rows = rows
        self.now = now
        self.done = done
        self.story = story if story is not None else Story()
        self.error: BaseException | None = None


class WorkJob:
    """Any other work on the database; it fails or succeeds alone."""

    __slots__ = ("done", "error", "result", "work")

    def __init__(
        self, work: Callable[[Any], Any], done: Callable[[Any, BaseException | None], None]
    ) -> None:
        self.work = work
        self.done = done
        self.result: Any = None
        self.error: BaseException | None = None


Job = RowsJob | WorkJob
# Asked on the connection that would store something, whether it is to be stored.
Claim = Callable[[Any], bool]
