"""Where messages of the tests arrive: a real mail server, and a web server on this machine."""

from __future__ import annotations

import asyncio
import email
import email.policy
import socket
import threading
import time
from collections.abc import Callable
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from tests.server.playing import WAIT

from napoleon.server.alerts.push import encode64


def wait_for(what: str, is_so: Callable[[], bool]) -> None:
    """Wait for a state, not for a time."""
    deadline = time.monotonic() + WAIT
    while not is_so():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.02)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Post:
    """A mail server that keeps what it is given; it can be made to stop half-way."""

    def __init__(self, port: int = 0) -> None:
        self.letters: list[EmailMessage] = []
        self.asked = 0  # how often it was asked whether it takes a letter
        self.answers: list[str] = []  # to the next letters, instead of taking them
        self._held_at = ""  # "rcpt" or "data": there it says nothing more
        self._is_let_go = threading.Event()
        self.port = port or _free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)

    def start(self) -> Self:
        """Open."""
        self.controller.start()
        return self

    def stop(self) -> None:
        """Close."""
        self.controller.stop(no_assert=True)

    def hold(self, where: str) -> None:
        """Say nothing more from there on."""
        self._is_let_go.clear()
        self._held_at = where

    def let_go(self) -> None:
        """Go on."""
        self._held_at = ""
        self._is_let_go.set()

    async def _hold(self, where: str) -> None:
        if self._held_at == where:
            await asyncio.to_thread(self._is_let_go.wait, WAIT)

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _: list[str]
    ) -> str:
        """Somebody asks whether an address is known."""
        self.asked += 1
        await self._hold("rcpt")
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        """A letter comes."""
        if self.answers:
            return self.answers.pop(0)
        assert isinstance(envelope.content, bytes)
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        await self._hold("data")
        return "250 OK"

    def wait(self, count: int) -> EmailMessage:
        """The latest letter, when so many have come."""
        wait_for(f"{count} letters", lambda: len(self.letters) >= count)
        assert len(self.letters) == count, [one["subject"] for one in self.letters]
        return self.letters[-1]


class Request:
    """A request that has come."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body


class Hook:
    """A web server that keeps what it is sent, and answers as it is told."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.answers: list[tuple[int, dict[str, str]]] = []  # to the next ones; else 201
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hook.requests.append(Request(self.path, dict(self.headers), body))
                status, headers = hook.answers.pop(0) if hook.answers else (201, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server.server_port}"

    def stop(self) -> None:
        """Close."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Browser:
    """The keys of a browser that takes push messages, and how it reads them (RFC 8291)."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes...."[:16]
        self.point = _point(self._key.public_key())

    @property
    def keys(self) -> dict[str, str]:
        """What it gives away."""
        return {"p256dh": encode64(self.point), "auth": encode64(self._auth)}

    def read(self, body: bytes) -> bytes:
        """Open a message."""
        salt, record, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert record >= len(sealed) and length == 65
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\0" + self.point + theirs
        secret = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02"), "the last record"
        return text[:-1]


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
