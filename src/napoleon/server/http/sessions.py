"""Which person a cookie belongs to, and the end of sessions at calls and sockets.

The store alone knows which sessions there are. What other processes and the command line tell of
those that ended (store/news.py, store/notices.py) makes it quicker, and nothing depends on it: a
cookie is believed for `Limits.session` seconds after the store was asked, and the tokens of all
sockets are looked up in one query several times in that time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

from napoleon.server.http.people import hash_cookie
from napoleon.server.live.connection import BROKEN
from napoleon.server.live.hall import Hall
from napoleon.server.person import Person
from napoleon.server.refusals import NOT_STORED
from napoleon.server.store import tables as store

MOST_KNOWN: Final = 20_000
LOOKS: Final = 2  # at the sockets' sessions, in the time for which a cookie is believed
PATIENCE: Final = 2.0  # such times without an answer of the store, before sockets are closed
log = logging.getLogger("napoleon.server")


class Known(NamedTuple):
    """A person, and when the store was asked (monotonic seconds, before the question)."""

    person: Person
    asked: float


class Sessions:
    """The sessions that this process has lately asked the store about."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._known: dict[str, Known] = {}  # by the hash of the cookie
        self._forgotten = 0  # counts what was forgotten: what was being read then may not hold
        self._renewing: set[str] = set()  # tokens whose sockets are about to get another one
        self._is_wanted = asyncio.Event()  # a look at the sockets now
        hall.forget_session = self.forget_token
        hall.forget_person = self.forget_person
        hall.missed_news = self._is_wanted.set

    async def find(self, cookie: str | None) -> Person | None:
        """Return the person of a cookie; None if it is no session or the person is banned."""
        if not cookie or len(cookie) > 100:
            return None
        token = hash_cookie(cookie)
        known = self._known.get(token)
        if known is not None and time.monotonic() - known.asked < self._hall.limits.session:
            return known.person
        forgotten = -1
        while forgotten != self._forgotten:  # a session that ends meanwhile is asked for again
            forgotten = self._forgotten
            asked = time.monotonic()
            person = await self._hall.read(lambda connection: store.find_session(connection, token))
        if person is None:
            self._known.pop(token, None)
        else:
            self._remember(token, Known(person, asked))
        return person

    def recall(self, cookie: str | None) -> Person | None:
        """Return the person that a cookie lately belonged to, without asking the store."""
        known = self._known.get(hash_cookie(cookie)) if cookie else None
        return known.person if known is not None else None

    def remember(self, cookie: str, person: Person) -> None:
        """Know a session that was stored just now."""
        self._remember(hash_cookie(cookie), Known(person, time.monotonic()))

    def _remember(self, token: str, known: Known) -> None:
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        self._known[token] = known

    def forget_token(self, token: str) -> None:
        """Ask the store at the next call with this token."""
        self._forgotten += 1
        self._known.pop(token, None)

    def forget_person(self, person: str) -> None:
        """Ask the store at the next call of this person."""
        self._forgotten += 1
        for token in [token for token, known in self._known.items() if known.person.id == person]:
            del self._known[token]

    def forget_all(self) -> None:
        """Ask the store at the next call of anybody."""
        self._forgotten += 1
        self._known.clear()

    @contextmanager
    def renewing(self, cookie: str | None) -> Iterator[None]:
        """Leave the sockets of a session open while it is stored under another cookie."""
        token = hash_cookie(cookie) if cookie else ""
        self._renewing.add(token)
        try:
            yield
        finally:
            self._renewing.discard(token)

    async def look(self) -> None:
        """Close the sockets whose session is over, by one question to the store for all."""
        tokens = {connection.token for connection in self._hall.connections if connection.token}
        if not tokens:
            return
        asked = time.monotonic()
        found = await self._hall.access.look(
            lambda connection: store.find_sessions(connection, tokens)
        )
        for token in tokens - found.keys() - self._renewing:
            self._hall.end_session(token)
        for token, person in found.items():
            known = self._known.get(token)  # None: forgotten meanwhile
            if known is not None and known.asked < asked:
                self._known[token] = Known(person, asked)

    async def keep_looking(self) -> None:
        """Look again and again; without an answer for long, close all sockets of persons."""
        limit = self._hall.limits.session
        answered = time.monotonic()
        while True:
            began = time.monotonic()
            self._is_wanted.clear()
            try:
                await asyncio.wait_for(self.look(), limit)
                answered = began
            except Exception as error:
                log.warning("the sessions could not be looked at: %s", str(error) or "no answer")
                if time.monotonic() - answered >= PATIENCE * limit:
                    self._close_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_wanted.wait(), limit / LOOKS)

    def _close_all(self) -> None:
        """Close the sockets that have a session: nobody can say whether it goes on. A browser
        comes back by itself."""
        self.forget_all()
        for connection in list(self._hall.connections):
            if connection.token:
                connection.refuse("not-stored", NOT_STORED)
                connection.close(BROKEN)
