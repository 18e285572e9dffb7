"""A push service as browsers have one: it checks who sends, and its subscribers read (RFC 8030)."""

from __future__ import annotations

import base64
import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from tests.server.playing import WAIT
from tests.server.receivers import Browser, wait_for

MOST_BYTES: Final = 4096  # of a body
DAY: Final = 24 * 3600  # seconds: the latest that a sender may vouch for
VAPID: Final = re.compile(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)")


class NotTrue(Exception):
    """A request that a push service would refuse, and why."""


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_sender(word: str, origin: str, now: float) -> dict[str, Any]:
    """Return the claims of an Authorization (RFC 8292); raise NotTrue where they do not hold."""
    found = VAPID.fullmatch(word)
    if found is None:
        raise NotTrue(f"no VAPID: {word!r}")
    head, claims, signature, key = found.groups()
    if json.loads(_bytes(head)).get("alg") != "ES256":
        raise NotTrue("another algorithm")
    raw = _bytes(signature)
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
    try:
        public.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise NotTrue("the signature is not that of the key") from None
    told: dict[str, Any] = json.loads(_bytes(claims))
    if told.get("aud") != origin:
        raise NotTrue(f"meant for {told.get('aud')}, not for {origin}")
    if not now < told.get("exp", 0) <= now + DAY:
        raise NotTrue("expired, or good for too long")
    if not str(told.get("sub", "")).startswith(("mailto:", "https://")):
        raise NotTrue("nobody to turn to")
    return {**told, "key": key}


class PushService:
    """A push service on this machine, whose subscribers open what it is sent at once."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}  # by the path of the subscription
        self.read: list[tuple[str, dict[str, str]]] = []  # the path, and what was read there
        self.refused: list[str] = []  # why a request was refused with 403
        self.keys: set[str] = set()  # of those who have sent
        self.asked = 0
        self.bodies: list[bytes] = []  # as they came over the wire
        self.headers: list[dict[str, str]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []  # to the next, which are not read
        self.silent_after = -1  # so many messages are answered; -1: all of them
        self._let_go = threading.Event()
        self._lock = threading.Lock()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = service.take(self.path, dict(self.headers), body)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close."""
        self.let_go()
        self.server.shutdown()
        self.server.server_close()
        self._thread.join()

    def let_go(self) -> None:
        """Answer again."""
        self.silent_after = -1
        self._let_go.set()

    def subscribe(self, name: str) -> dict[str, str]:
        """A browser subscribes; what its page sends to the server of the game."""
        browser = self.browsers[f"/push/{name}"] = Browser()
        return {"endpoint": f"{self.origin}/push/{name}", **browser.keys, "name": name}

    def take(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
        """A message comes: the status and the headers of the answer."""
        with self._lock:
            self.asked += 1
            if self.answers:
                return self.answers.pop(0)
            try:
                claims = check_sender(headers.get("Authorization", ""), self.origin, time.time())
                self._check_shape(headers, body)
            except NotTrue as problem:
                self.refused.append(str(problem))
                return 403, {}
            browser = self.browsers.get(path)
            if browser is None:
                return 404, {}
            self.keys.add(claims["key"])
            self.bodies.append(body)
            self.headers.append(headers)
            self.read.append((path, json.loads(browser.read(body))))
            is_silent = 0 <= self.silent_after < len(self.read)
        if is_silent:
            self._let_go.wait(WAIT)
        return 201, {}

    def _check_shape(self, headers: dict[str, str], body: bytes) -> None:
        if len(body) > MOST_BYTES:
            raise NotTrue("too long")
        if headers.get("Content-Encoding") != "aes128gcm":
            raise NotTrue("not sealed")
        if not headers.get("TTL", "").isdigit():
            raise NotTrue("no TTL")
        if re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers.get("Topic", "x")) is None:
            raise NotTrue("not a topic")

    def wait(self, count: int) -> dict[str, str]:
        """The latest message, when so many were read."""
        wait_for(f"{count} messages, {self.refused}", lambda: len(self.read) >= count)
        assert len(self.read) == count, self.read
        return self.read[-1][1]
