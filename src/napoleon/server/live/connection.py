"""One socket: sending never waits, and a reader who is too slow is cut off."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any

from napoleon.server.limits import Limits
from napoleon.server.refusals import Refused, tell_socket
from napoleon.server.table.outcome import Viewer

Send = Callable[[Any], Awaitable[None]]

NOT_ALLOWED = 4403  # close codes; the client does not come back after this one
TOO_MANY = 1013
FLOOD = 1008
BROKEN = 1011


@types.coroutine
def _resume(sending: Coroutine[Any, Any, None], waited: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that was begun outside a task and had to wait."""
    while True:
        yield waited
        try:
            waited = sending.send(None)
        except StopIteration:
            return


class Connection:
    """A socket, who holds it, and what they look at."""

    __slots__ = (
        "_closing",
        "_queue",
        "_send",
        "_task",
        "_waiting",
        "has_spoken",
        "is_cut",
        "is_open",
        "lang",
        "limits",
        "person",
        "reader",
        "refusals",
        "token",
        "viewer",
        "whose",
    )

    def __init__(
        self, send: Send, person: str | None, token: str, limits: Limits, network: str = ""
    ) -> None:
        self._send = send
        self.person = person  # None: a spectator
        self.whose = person or network  # whose rates hold: all sockets of theirs count together
        self.token = token  # the hash of the cookie
        self.limits = limits
        self.lang = "en"
        self.viewer: Viewer | None = None  # until hello was said
        self.refusals = 0
        self.has_spoken = False
        self.is_open = True
        self.is_cut = False
        self.reader: asyncio.Task[object] | None = None  # the task that reads from it
        self._queue: deque[str] = deque()
        self._waiting = 0  # characters in the queue
        self._task: asyncio.Task[None] | None = None
        self._closing: int | None = None

    def post(self, data: bytes) -> None:
        """Send a message."""
        self.post_text(data.decode())

    def refuse(self, code: str, text: str, **words: object) -> None:
        """Send an error, in the visitor's language."""
        for data in tell_socket(Refused(code, text, "", **words), self.lang):
            self.post(data)

    def post_text(self, text: str) -> None:
        """Send a message: at once if the socket takes it, else in its turn."""
        if not self.is_open:
            return
        if self._task is not None:
            self._queue.append(text)
            self._waiting += len(text)
            if self._waiting > self.limits.backlog:
                self.cut_off()
            return
        self._begin({"type": "websocket.send", "text": text})

    def _begin(self, event: dict[str, Any]) -> None:
        # A task for every message would cost more than the sending: most are taken at once.
        sending: Any = self._send(event)
        try:
            waited = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the other end has gone
            self.is_open = False
            return
        self._task = asyncio.get_running_loop().create_task(self._go_on(sending, waited))

    async def _go_on(self, sending: Coroutine[Any, Any, None], waited: Any) -> None:
        """Send what was held up, then what has come meanwhile."""
        try:
            await _resume(sending, waited)
            while self._queue:
                text = self._queue.popleft()
                self._waiting -= len(text)
                await self._send({"type": "websocket.send", "text": text})
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
        except Exception:
            self.is_open = False
            self._queue.clear()
        finally:
            self._task = None

    def close(self, code: int) -> None:
        """End the connection, after what is on its way."""
        if not self.is_open:
            return
        self.is_open = False
        if self._task is not None:
            self._closing = code
            return
        self._begin({"type": "websocket.close", "code": code})

    def cut_off(self) -> None:
        """What is sent is not read: do not wait any longer."""
        self.is_cut = True
        self.gone()
        if self.reader is not None:
            self.reader.cancel()

    def gone(self) -> None:
        """The other end has closed."""
        self.is_open = False
        self._queue.clear()
        if self._task is not None:
            self._task.cancel()
