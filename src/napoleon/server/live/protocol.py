"""Connections as uvicorn keeps them, and where we do otherwise.

HTTP connections that say nothing, spell headers out for ever, do not read what they asked for or
come in crowds are closed. What is said over a socket is written in one go.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from napoleon.server.http.doorkeeper import is_loopback, network_of
from napoleon.server.limits import HEAD_BYTES, WHOLE_BYTES

LOOKS: Final = 3  # at what a client does not read, within the patience for a request
MOST_WAITING: Final = 1000  # requests that one connection sends before the answer to the first
LEAST_READ: Final = 2000  # bytes a second: the slowest line that is waited for


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits to its patience."""

    patience = 15.0  # seconds for a whole request, from the opening or from its first byte
    most = 200  # connections of one network; 0: any number, for whoever comes through a proxy
    crowds: ClassVar[dict[str, int]] = {}  # how many there are of each network

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._alarm: asyncio.TimerHandle | None = None
        self._network: str | None = None  # in whose crowd it is counted
        self._has_head = False
        self._bytes = 0  # of the request that is coming
        self._look: asyncio.TimerHandle | None = None  # at what is not read, if anything is not
        self._unread = 0  # bytes that were, at the last look
        self._answering: RequestResponseCycle | None = None  # of several requests sent at once
        self._idle_looks = 0  # in a row, at which too little had been read

    def connection_made(self, transport: Any) -> None:
        """Somebody has come: the first request is expected."""
        super().connection_made(transport)
        network = network_of({"client": self.client})
        if self.most and not is_loopback(str(self.client[0]) if self.client else ""):
            self._network = network
            self.crowds[network] = self.crowds.get(network, 0) + 1
            if self.crowds[network] > self.most:
                transport.close()
                return
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Part of a request."""
        self._bytes += len(data)
        if self._bytes > (WHOLE_BYTES if self._has_head else HEAD_BYTES + len(data)):
            self._close()
            return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._has_head = False
        self._bytes = 0
        self._expect()

    def on_headers_complete(self) -> None:
        """Its headers are there; a socket has its own patience (sockets.py)."""
        self._has_head = True
        if self.parser.should_upgrade():
            self._stop()
        super().on_headers_complete()
        if len(self.pipeline) > MOST_WAITING:
            self._cut_off()
            raise ValueError("too many requests at once")  # the parser reads no more of them

    def on_message_complete(self) -> None:
        """The request is whole: now it is our turn."""
        self._stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """A socket from now on, which is counted elsewhere."""
        self._leave_crowd()
        self._stop_looking()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._stop()
        self._stop_looking()
        if self._answering is not None:  # uvicorn tells the last one asked for alone
            self._answering.disconnected = True
        self._leave_crowd()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        """The other end takes nothing for the moment."""
        super().pause_writing()
        self._watch_reader()

    def on_response_complete(self) -> None:
        """An answer is written, read or not."""
        super().on_response_complete()
        self._watch_reader()

    def _watch_reader(self) -> None:
        """Look at what is not read, if anything is not, until it is."""
        self._unread = self.transport.get_write_buffer_size()
        if self._unread and self._look is None:
            self._idle_looks = 0
            self._look = self.loop.call_later(self.patience / LOOKS, self._check_reader)

    def _check_reader(self) -> None:
        """Cut off a client that has read too little at several looks in a row."""
        unread = self.transport.get_write_buffer_size()
        is_idle = self._unread - unread < LEAST_READ * self.patience / LOOKS
        self._look = None
        if not unread:
            return
        self._idle_looks = self._idle_looks + 1 if is_idle else 0
        if self._idle_looks >= LOOKS:
            self._cut_off()
            return
        self._unread = unread
        self._look = self.loop.call_later(self.patience / LOOKS, self._check_reader)

    def _cut_off(self) -> None:
        """Close at once: what is not read is dropped here and by the system, which would keep it
        otherwise until somebody reads it."""
        sock = self.transport.get_extra_info("socket")
        if sock is not None:
            now = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, now)
        self.transport.abort()

    def _stop_looking(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _leave_crowd(self) -> None:
        network, self._network = self._network, None
        if network is not None:
            self.crowds[network] -= 1
            if not self.crowds[network]:
                del self.crowds[network]

    def _expect(self) -> None:
        self._stop()
        self._alarm = self.loop.call_later(self.patience, self._close)

    def _stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's socket, to which a text is one frame, and all texts of a moment are one write.

    The library would check, build and copy each part of a frame, and write each by itself, for two
    or three messages an action.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._frames: list[bytes] = []  # to be written before anything else happens

    async def send(self, message: Any) -> None:
        """Send what the application says; all but texts on an open connection is the library's."""
        text = message.get("text")
        if text is None or not self._is_open() or not self.writable.is_set():
            self._flush()
            await super().send(message)
            return
        data = text.encode()
        if not self._frames:
            self.loop.call_soon(self._flush)
        self._frames.append(_head_of(len(data)) + data)

    def shutdown(self) -> None:
        """The server stops: what was said goes out before."""
        self._flush()
        super().shutdown()

    def _flush(self) -> None:
        if self._frames:
            data = b"".join(self._frames)
            self._frames.clear()
            if self._is_open():  # else the other end has gone
                self.transport.write(data)

    def _is_open(self) -> bool:
        """Whether frames can be written: not before the handshake, nor after the end."""
        return (
            self.conn.state is State.OPEN
            and self.handshake_complete
            and self.initial_response is None
            and not (self.close_sent or self.disconnected)
            and not self.conn.extensions
        )


def _head_of(length: int) -> bytes:
    """What stands before so many bytes of text: a whole message in one frame (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")
