"""In the browser: the bridge between its JavaScript and the house (web/site/host.js).

The only module that knows where it runs. What it is handed are functions of the worker: `box` reads
and writes rows, `locks` says in which tab a game is played, `thinkers` starts workers that think,
and `tell` sends to the page.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from napoleon.server import texts
from napoleon.server.store.jobs import Conflict
from napoleon.site.home.box import Change
from napoleon.site.home.calls import answer
from napoleon.site.home.house import House
from napoleon.site.home.lines import Lines
from napoleon.site.home.thinking import ThinkerPool

TAKEN = "ConstraintError"  # what a database of a browser says of a key that is there already


class BrowserBox:
    """Rows in IndexedDB."""

    def __init__(self, box: Any) -> None:
        self._box = box

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """All rows whose keys begin so, in the order of their keys."""
        try:
            return [(key, value) for key, value in json.loads(await self._box.read(prefix))]
        except Exception as error:
            raise OSError(f"nothing can be read: {error}") from error

    async def write(self, changes: Sequence[Change]) -> None:
        """Keep these changes, all or none."""
        problem = await self._box.write(json.dumps(changes))
        if problem == TAKEN:
            raise Conflict("another tab has gone on with this game")
        if problem:
            raise OSError(problem)


class BrowserLocks:
    """Locks that the tabs of a browser share."""

    def __init__(self, locks: Any) -> None:
        self._locks = locks
        self._lost: dict[str, Callable[[], None]] = {}

    async def take(self, game: str, on_lost: Callable[[], None]) -> None:
        """Play it here from now on."""
        self._lost[game] = on_lost
        await self._locks.take(game)

    def lose(self, game: str) -> None:
        """Another tab has taken it."""
        lost = self._lost.pop(game, None)
        if lost is not None:
            lost()

    def give(self, game: str) -> None:
        """It is not played here any more."""
        self._lost.pop(game, None)
        self._locks.give(game)


class BrowserThinker:
    """A worker that thinks."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker

    async def ask(self, letter: str) -> str:
        """The answer to a letter."""
        reply = await self._worker.ask(letter)
        if not reply:
            raise OSError("the worker has stopped")
        return str(reply)

    def end(self) -> None:
        """Stop it."""
        self._worker.end()


class Bridge:
    """What the worker's JavaScript calls."""

    def __init__(self, box: Any, locks: Any, thinkers: Any, tell: Callable[..., None]) -> None:
        self._locks = BrowserLocks(locks)
        pool = ThinkerPool(lambda: BrowserThinker(thinkers.start()), thinkers.most)
        self._house = House(BrowserBox(box), self._locks, pool)
        self._lines = Lines(self._house, tell)
        self._tell = tell
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: dict[int, list[str]] = {}  # what is said before a line is open

    def call(self, method: str, address: str, body: str, lang: str) -> Coroutine[Any, Any, str]:
        """Answer a call of a page in some language, as JSON of status, kind and text."""
        self._house.lang = texts.choose_language(lang)
        return self._call(method, address, body)

    async def _call(self, method: str, address: str, body: str) -> str:
        return json.dumps(await answer(self._house, method, address, body))

    def open(self, number: int, path: str) -> None:
        """Open a line to a table."""
        self._waiting[number] = []
        task = asyncio.get_running_loop().create_task(self._open(number, path))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self, number: int, path: str) -> None:
        is_open = await self._lines.open(number, path)
        for text in self._waiting.pop(number, []):
            if is_open:
                self._lines.hear(number, text)

    def hear(self, number: int, text: str) -> None:
        """A message has come over a line."""
        if number in self._waiting:
            self._waiting[number].append(text)
        else:
            self._lines.hear(number, text)

    def close(self, number: int) -> None:
        """A line was closed by the page."""
        self._waiting.pop(number, None)
        self._lines.close(number)

    def lose(self, game: str) -> None:
        """Another tab plays this game now."""
        self._locks.lose(game)
