"""What is said over a socket goes out as the library would write it, and only while it may."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from napoleon.server.live.protocol import SocketProtocol

HANDSHAKE = (
    b"GET /ws/game/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MTgxNS0wNi0xNVQwNDowMA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Line:
    """A connection whose other end has asked for a socket, and what was written to it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        self.is_over = asyncio.Event()

        async def listen(scope: object, receive: object, send: object) -> None:
            await self.is_over.wait()

        config = uvicorn.Config(listen, log_config=None, ws_per_message_deflate=False)
        self.transport = Mock(**{"get_extra_info.return_value": None})
        self.transport.is_closing.return_value = False
        self.protocol = SocketProtocol(config, ServerState(), {}, self.loop)
        self.protocol.connection_made(self.transport)
        self.protocol.data_received(HANDSHAKE)

    def send(self, message: dict[str, object]) -> None:
        self.loop.run_until_complete(self.protocol.send(message))

    def say(self, *texts: str) -> None:
        """All of them in one moment, and then the next."""

        async def say_all() -> None:
            for text in texts:
                await self.protocol.send({"type": "websocket.send", "text": text})

        self.loop.run_until_complete(say_all())
        self.loop.run_until_complete(asyncio.sleep(0))

    @property
    def written(self) -> list[bytes]:
        return [call.args[0] for call in self.transport.write.call_args_list]

    def close(self) -> None:
        self.protocol.stop_keepalive()
        self.is_over.set()
        self.loop.run_until_complete(asyncio.gather(*asyncio.all_tasks(self.loop)))
        self.loop.close()
        asyncio.set_event_loop(None)


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.close()


def test_a_text_is_one_frame_of_any_length(line: Line) -> None:
    line.send({"type": "websocket.accept"})
    for length in (0, 1, 125, 126, 127, 65_535, 65_536, 100_000):
        for text in ("x" * length, "é" * length):
            line.transport.write.reset_mock()
            line.say(text)
            frame = Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
            assert line.written == [frame]


def test_what_is_said_in_one_moment_is_one_write(line: Line) -> None:
    line.send({"type": "websocket.accept"})
    line.transport.write.reset_mock()
    line.say("one", "two")
    line.say("three")
    assert line.written == [b"\x81\x03one\x81\x03two", b"\x81\x05three"]


@pytest.mark.parametrize("is_stopping", [True, False])
def test_what_was_said_goes_out_before_the_end(line: Line, is_stopping: bool) -> None:
    """Whoever closes: the application, or the server that stops."""
    line.send({"type": "websocket.accept"})
    line.transport.write.reset_mock()

    async def say_and_go() -> None:
        await line.protocol.send({"type": "websocket.send", "text": "adieu"})
        if is_stopping:
            line.protocol.shutdown()
        else:
            await line.protocol.send({"type": "websocket.close", "code": 4403})

    line.loop.run_until_complete(say_and_go())
    close = b"\x88\x02" + (1012 if is_stopping else 4403).to_bytes(2, "big")
    assert line.written == [b"\x81\x05adieu", close]


def test_what_was_said_is_not_lost_when_the_line_fills_up(line: Line) -> None:
    line.send({"type": "websocket.accept"})
    line.transport.write.reset_mock()

    async def say_and_fill() -> None:
        await line.protocol.send({"type": "websocket.send", "text": "before"})
        line.protocol.pause_writing()

    line.loop.run_until_complete(say_and_fill())
    line.loop.run_until_complete(asyncio.sleep(0))
    assert line.written == [b"\x81\x06before"]


def test_nothing_is_said_before_the_socket_is_open(line: Line) -> None:
    with pytest.raises(RuntimeError):
        line.say("too early")
    assert line.written == []


def test_a_text_waits_until_the_line_is_free(line: Line) -> None:
    line.send({"type": "websocket.accept"})
    line.transport.write.reset_mock()
    line.protocol.pause_writing()
    sending = line.loop.create_task(line.protocol.send({"type": "websocket.send", "text": "later"}))
    line.loop.run_until_complete(asyncio.sleep(0))
    assert line.written == []
    line.protocol.resume_writing()
    line.loop.run_until_complete(sending)
    line.loop.run_until_complete(asyncio.sleep(0))
    assert line.written == [b"\x81\x05later"]


def test_nothing_is_said_once_the_socket_is_closed(line: Line) -> None:
    line.send({"type": "websocket.accept"})
    line.send({"type": "websocket.close", "code": 1000})
    line.transport.write.reset_mock()
    with pytest.raises(RuntimeError):
        line.say("too late")
    line.protocol.connection_lost(None)
    with pytest.raises(ClientDisconnected):
        line.say("much too late")
    assert line.written == []
