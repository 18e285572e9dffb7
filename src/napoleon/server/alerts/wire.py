"""Requests to addresses that strangers have given us: webhooks, and the services of browsers.

The name is resolved once and every address it has is looked at; the connection goes to one that was
looked at, so that no second answer of a name server leads elsewhere. Redirects are not followed, no
proxy is asked, nothing of the answer is kept but its status. Nothing here knows a database: all of
it runs in threads.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

PATIENCE: Final = 5.0  # seconds for each step of a request
WHOLE: Final = 10.0  # seconds for the whole of it, however busily the other side dawdles
LONGEST_WAIT: Final = 24 * 3600.0  # seconds for which anybody may tell us to wait
LONGEST_TRY: Final = 12.0  # seconds after which every request that was to be sent has an end


class Trouble(Exception):
    """It could not be handed over, and nothing was: it may be tried again. `after` is when at the
    earliest, in seconds, where the other side has said so."""

    def __init__(self, text: str, after: float = 0.0) -> None:
        super().__init__(text)
        self.after = after


class Unreachable(Trouble):
    """Nobody answers: nothing else would be taken there now."""


class Refusal(Exception):
    """The other side will never take it; `is_gone` where there is nobody any more."""

    def __init__(self, text: str, is_gone: bool = False) -> None:
        super().__init__(text)
        self.is_gone = is_gone


class Unsure(Exception):
    """It was handed over, and no answer came: it is not sent a second time."""


class BadAddress(Refusal):
    """An address that nothing is sent to."""


class Place(NamedTuple):
    """Where a request goes: an address that was looked at."""

    parts: SplitResult
    family: int
    address: str
    port: int


def check_url(text: str, *, is_private_allowed: bool) -> SplitResult:
    """An address as it may be given to us; raises BadAddress."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as problem:
        raise BadAddress(str(problem)) from None
    schemes = ("https", "http") if is_private_allowed else ("https",)
    if parts.scheme not in schemes or not parts.hostname:
        raise BadAddress("expected an address that begins with https://")
    if parts.username is not None or parts.password is not None or port == 0:
        raise BadAddress("expected an address without a name or a password in it")
    if not text.isascii() or any(character <= " " for character in text):
        raise BadAddress("expected an address without blanks or accents")
    return parts


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address.teredo is not None:
            return False
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            address = inner
    return address.is_global and not address.is_multicast


NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


def find_place(url: str, *, is_private_allowed: bool) -> Place:
    """Resolve an address, and look at all that it leads to; raises BadAddress, Trouble."""
    parts = check_url(url, is_private_allowed=is_private_allowed)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as problem:
        raise Trouble(f"{parts.hostname} is not found: {problem}") from None
    if not is_private_allowed:
        for *_, where in found:
            if not is_public(str(where[0])):
                raise BadAddress(f"{parts.hostname} leads to {where[0]}, which is not public")
    family, _, _, _, where = found[0]
    return Place(parts, family, str(where[0]), port)


class Line:
    """A request that is ready to be sent: connected, and nothing said yet."""

    def __init__(self, place: Place) -> None:
        """Connect; raises Trouble."""
        self._place = place
        host = place.parts.hostname or ""
        self._connection = http.client.HTTPConnection(host, place.port, timeout=PATIENCE)
        self._socket = socket.socket(place.family, socket.SOCK_STREAM)
        self._clock = threading.Timer(WHOLE, self._cut)
        self._clock.daemon = True
        self._clock.start()
        try:
            self._socket.settimeout(PATIENCE)
            self._socket.connect((place.address, place.port))
            if place.parts.scheme == "https":
                context = ssl.create_default_context()
                self._socket = context.wrap_socket(self._socket, server_hostname=host)
        except OSError as problem:
            self.close()
            raise Trouble(f"{host} does not answer: {problem}") from None
        self._connection.sock = self._socket

    def _cut(self) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            self._socket.close()

    def send(self, body: bytes, headers: Mapping[str, str]) -> None:
        """Send, and hear how it was taken; raises Trouble, Refusal or Unsure."""
        parts = self._place.parts
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            self._connection.request(
                "POST", path, body, {"User-Agent": "napoleon1815", "Connection": "close", **headers}
            )
            with self._connection.getresponse() as response:
                status, later = response.status, response.getheader("Retry-After", "")
        except (OSError, http.client.HTTPException) as problem:
            raise Unsure(f"{parts.hostname} gave no answer: {problem}") from None
        finally:
            self.close()
        judge(status, later or "")

    def close(self) -> None:
        """Let go of it."""
        self._clock.cancel()
        self._connection.close()
        self._socket.close()


def judge(status: int, retry_after: str = "") -> None:
    """What an answer means; raises Trouble or Refusal where it was not taken."""
    if 200 <= status < 300:
        return
    if status in (408, 425, 429) or status >= 500:
        raise Trouble(f"answered {status}", min(read_pause(retry_after), LONGEST_WAIT))
    raise Refusal(f"answered {status}", is_gone=status in (404, 410))


def read_pause(text: str) -> float:
    """Return the seconds that a Retry-After asks for, as a number or as a date; 0 if it asks for
    none, or cannot be read."""
    if text.isascii() and text.isdigit():
        return min(float(text), LONGEST_WAIT)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, moment.timestamp() - time.time())
