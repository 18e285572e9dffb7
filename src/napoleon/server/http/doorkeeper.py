"""Who comes, by which cookie and from which page, and how often they may."""

from __future__ import annotations

import ipaddress
import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from litestar import Request

from napoleon.rules.words.language import N_
from napoleon.server.http import people
from napoleon.server.http.cookies import cookie_of
from napoleon.server.http.people import hash_cookie
from napoleon.server.http.sessions import Sessions
from napoleon.server.limits import Buckets
from napoleon.server.live.hall import Hall
from napoleon.server.people.sessions import device_of, note_device
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store.jobs import WorkJob
from napoleon.server.times import now_text

Asked = Request[Any, Any, Any]
DAY = 24 * 3600.0
CONFIRM = N_("First show that it is you: by your password, or by a passkey.")
SAY_WHO = N_("say who you are first: GET /api/me")
log = logging.getLogger("napoleon.server")


class Doorkeeper:
    """Knows people by their cookies, and how often they may come."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        limits = hall.limits
        self.sessions = Sessions(hall)
        self._used: dict[str, int] = {}  # the day on which each session was last noted as used
        self._calls = Buckets(limits.calls, limits.calls_at_once)
        self._guests = Buckets(limits.guests, limits.guests_at_once)
        self._logins = Buckets(limits.logins, limits.logins_at_once)
        self._accounts = Buckets(limits.account_logins, limits.account_logins_at_once)
        self._games = Buckets(limits.games, limits.games_at_once)
        self._seeks = Buckets(limits.seeks, limits.seeks_at_once)
        self._parcels = Buckets(limits.parcels, limits.parcels_at_once)

    async def find(self, cookie: str | None) -> Person | None:
        """Whose cookie this is."""
        person = await self.sessions.find(cookie)
        if person is not None and cookie:
            self._note_use(hash_cookie(cookie))
        return person

    def _note_use(self, token: str) -> None:
        """Have it stored that a session is in use, once a day."""
        today = int(time.time() // DAY)
        if self._used.get(token) != today:
            if len(self._used) > 20_000:
                self._used.clear()
            self._used[token] = today
            now = now_text()
            self.hall.access.submit(
                WorkJob(lambda connection: people.use_session(connection, token, now), _used)
            )

    def recall(self, cookie: str | None) -> Person | None:
        """Whose cookie this is, as far as we know without asking the store."""
        return self.sessions.recall(cookie)

    async def person(self, request: Asked) -> Person:
        """Who asks; strangers are refused."""
        person = await self.find(cookie_of(request.scope, request.cookies))
        if person is None:
            raise Refused("unknown", SAY_WHO)
        return person

    async def proven(self, request: Asked) -> Person:
        """Return who asks. Raises Refused for the holder of an account whose session has not shown
        for some minutes, by password or passkey, that it is the holder's: a cookie may have been
        stolen."""
        person = await self.person(request)
        if person.is_account:
            cookie = cookie_of(request.scope, request.cookies) or ""
            proved = await self.hall.read(lambda connection: people.proved_at(connection, cookie))
            since = datetime.now(UTC) - timedelta(seconds=self.hall.limits.confirmation)
            if proved < since.isoformat(timespec="milliseconds"):
                raise Refused("confirm", CONFIRM)
        return person

    def remember(self, cookie: str, person: Person) -> None:
        """Spare the store a question."""
        self.sessions.remember(cookie, person)

    def replace(self, person: str) -> None:
        """A person has changed: their sessions ask the store again."""
        self.sessions.forget_person(person)

    def forget(self, cookie: str) -> None:
        """A session has ended."""
        self.sessions.forget_token(hash_cookie(cookie))

    def forget_all(self) -> None:
        """Any session may have ended."""
        self.sessions.forget_all()
        self._used.clear()

    def admit_call(self, scope: Any) -> None:
        """Not too many calls from one address."""
        self._admit(self._calls, network_of(scope))

    def admit_guest(self, request: Asked) -> None:
        """Not too many new guests from one address."""
        self._admit(self._guests, network_of(request.scope))

    def admit_login(self, request: Asked, name: str) -> None:
        """Not too many passwords from one network, nor at one account."""
        self._admit(self._logins, network_of(request.scope))
        self._admit(self._accounts, people.account_name(name))

    def admit_passkey(self, request: Asked) -> None:
        """Not too many tries from one network; nothing is known of the account yet."""
        self._admit(self._logins, network_of(request.scope))

    def admit_game(self, person: Person) -> None:
        """Not too many games of one person."""
        self._admit(self._games, person.id)

    def admit_seek(self, person: Person) -> None:
        """Raise Refused for too many seeks of one person: what changes again and again would tell
        who looks for what."""
        self._admit(self._seeks, person.id)

    def admit_parcel(self, person: Person) -> None:
        """Not too often all that is kept of one person: every game of theirs is played again."""
        self._admit(self._parcels, person.id)

    def note_device(self, cookie: str, request: Asked) -> None:
        """Have it stored in which kind of browser a session begins; what is asked for after this is
        stored after it."""
        token, device = hash_cookie(cookie), device_of(request.headers.get("user-agent", ""))
        self.hall.access.submit(
            WorkJob(lambda connection: note_device(connection, token, device), _used)
        )

    def _admit(self, buckets: Buckets, whose: str) -> None:
        if not buckets.take(whose, time.monotonic()):
            raise Refused("busy", "too many of these: a little slower, please")


def _used(_: object, error: BaseException | None) -> None:
    if error is not None:
        log.warning("the use of a session could not be stored: %s", error)


def network_of(scope: Any) -> str:
    """The network that somebody calls from: an IPv4 address, or the /64 of an IPv6 one. What a
    proxy says counts only if it is one of ours (``--proxy``): the server sees to that."""
    client = scope.get("client")
    text = str(client[0]) if client else ""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return text


def is_loopback(text: str) -> bool:
    """Whether an address is of this machine."""
    try:
        return ipaddress.ip_address(text).is_loopback
    except ValueError:
        return False


def is_same_origin(headers: dict[str, str]) -> bool:
    """Whether a browser asks from a page of ours; programs that are no browsers may ask too."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False


def keeper_of(request: Asked) -> Doorkeeper:
    """Who knows people by their cookies."""
    keeper: Doorkeeper = request.app.state.keeper
    return keeper
