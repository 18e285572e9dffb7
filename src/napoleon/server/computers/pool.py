"""The worker pool: processes in which computers think, so that the server never waits for one.

Each is a worker (`napoleon.ai.worker`) behind a pipe, with a thread that waits for it. They are
started when somebody first asks. One that dies, or thinks for too long, is replaced; whoever
asked is told so, and plays something simpler instead.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from napoleon.ai.worker.letters import Letter, Reply, format_letter, parse_reply
from napoleon.server.computers.fairness import FairQueue, Wish

log = logging.getLogger("napoleon.server")
LIMIT = 20.0  # seconds for an answer, then the worker is replaced
COMMAND = (sys.executable, "-m", "napoleon.ai.worker")
MOST_KEYS = 1000  # of which it is remembered who follows them


class NoAnswer(Exception):
    """A worker died, or thought for too long."""


class PooledWorker:
    """One worker in its process, and the thread that waits for it."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._thread = ThreadPoolExecutor(1, "napoleon-worker")
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self.is_busy = False

    def start(self, letter: Letter, limit: float) -> asyncio.Future[Reply]:
        """Have a letter answered."""
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._thread, self._answer, letter, limit)

    def _answer(self, letter: Letter, limit: float) -> Reply:
        """In the thread: send the letter and wait."""
        if self._is_closed:
            raise NoAnswer("the server is closing")
        process = self._process
        if process is None or process.poll() is not None:
            self._end()
            process = self._process = self._begin()
        assert process.stdin is not None and process.stdout is not None
        alarm = threading.Timer(limit, process.kill)
        alarm.daemon = True
        alarm.start()
        try:
            process.stdin.write(format_letter(letter).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if not line.endswith(b"\n"):
                raise NoAnswer(f"no answer to {letter.key}")
            reply = parse_reply(line)
        except (OSError, ValueError) as error:
            raise NoAnswer(f"no answer to {letter.key}: {error}") from error
        except NoAnswer:
            self._end()
            raise
        finally:
            alarm.cancel()
        if reply.problem:
            raise NoAnswer(f"{letter.key}: {reply.problem}")
        return reply

    def _begin(self) -> subprocess.Popen[bytes]:
        # Where our own modules are found, theirs are too.
        path = os.pathsep.join([folder for folder in sys.path if folder])
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        assert process.stdin is not None and process.stdout is not None
        with suppress(OSError):
            process.stdin.close()
        process.stdout.close()
        process.wait()

    def close(self) -> None:
        """End the process, whatever it does, and then the thread."""
        self._is_closed = True
        process = self._process
        if process is not None:
            process.kill()  # its thread then reads the end of the pipe
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._end()


class _Request:
    """A letter that waits for its answer."""

    __slots__ = ("answer", "letter", "limit")

    def __init__(self, letter: Letter, limit: float, answer: asyncio.Future[Reply]) -> None:
        self.letter = letter
        self.limit = limit
        self.answer = answer


class WorkerPool:
    """As many workers as the machine can spare, shared fairly by person."""

    def __init__(
        self, most: int = 0, limit: float = LIMIT, command: tuple[str, ...] = COMMAND
    ) -> None:
        self._most = most or max(1, (os.cpu_count() or 2) - 1)
        self._command = command
        self._workers: list[PooledWorker] = []
        self._known: OrderedDict[str, PooledWorker] = OrderedDict()  # who follows what
        self._queue: FairQueue[_Request] = FairQueue()
        self._tasks: set[asyncio.Task[None]] = set()
        self.limit = limit

    @property
    def started(self) -> int:
        """How many there are by now."""
        return len(self._workers)

    @property
    def waiting(self) -> int:
        """How many letters nobody has begun to answer."""
        return len(self._queue)

    async def ask(
        self, letter: Letter, limit: float = 0.0, owner: str = "", is_watched: bool = True
    ) -> Reply:
        """The answer to a letter; raises NoAnswer. It is asked on behalf of `owner`."""
        loop = asyncio.get_running_loop()
        request = _Request(letter, limit or self.limit, loop.create_future())
        self._queue.push(Wish(request, owner, is_watched, loop.time()))
        self._hand_out()
        return await request.answer

    def _hand_out(self) -> None:
        """Give what waits to whoever is free."""
        loop = asyncio.get_running_loop()
        while self._free() is not None or len(self._workers) < self._most:
            wish = self._queue.pop(loop.time())
            if wish is None:
                return
            if wish.what.answer.done():  # nobody waits for it any more
                continue
            worker = self._choose(wish.what.letter.key)
            worker.is_busy = True
            task = loop.create_task(self._answer(worker, wish))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, worker: PooledWorker, wish: Wish[_Request]) -> None:
        loop = asyncio.get_running_loop()
        request = wish.what
        began = loop.time()
        try:
            reply = await worker.start(request.letter, request.limit)
        except BaseException as error:
            if not request.answer.done():
                problem = error if isinstance(error, Exception) else NoAnswer("it was stopped")
                request.answer.set_exception(problem)
            if not isinstance(error, Exception):
                raise
        else:
            if not request.answer.done():
                request.answer.set_result(reply)
        finally:
            worker.is_busy = False
            self._queue.charge(wish.owner, loop.time() - began, loop.time())
        self._hand_out()

    def _free(self) -> PooledWorker | None:
        return next((worker for worker in self._workers if not worker.is_busy), None)

    def _choose(self, key: str) -> PooledWorker:
        """Whoever has followed this game, if free; else anybody who is, or a new one."""
        chosen = self._known.pop(key, None)
        if chosen is None or chosen.is_busy:
            chosen = self._free()
        if chosen is None:
            chosen = PooledWorker(self._command)
            self._workers.append(chosen)
        self._known[key] = chosen
        if len(self._known) > MOST_KEYS:
            self._known.popitem(last=False)
        return chosen

    def close(self) -> None:
        """End them all."""
        for worker in self._workers:
            worker.close()
        self._workers = []
        self._known.clear()
