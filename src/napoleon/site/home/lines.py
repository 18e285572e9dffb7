"""Lines to the tables: what a socket is on a server, here a number and two functions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from napoleon.rules.words.language import N_
from napoleon.server.http import seating
from napoleon.server.live.connection import BROKEN, NOT_ALLOWED, Connection
from napoleon.server.live.handling import leave, receive
from napoleon.server.live.room import Room
from napoleon.server.refusals import Refused
from napoleon.site.home.house import House
from napoleon.site.home.keeping import NOT_KEPT

# What goes to the page: the number of the line, a text or None, and the code with which it closes.
Tell = Callable[[int, str | None, int], None]
_PATH = re.compile(r"/ws/game/([^/]+)")


class Line:
    """One line: who holds it, and the table that it leads to."""

    def __init__(self, connection: Connection, room: Room) -> None:
        self.connection = connection
        self.room = room


class Lines:
    """All lines of the page."""

    def __init__(self, house: House, tell: Tell) -> None:
        self._house = house
        self._tell = tell
        self._lines: dict[int, Line] = {}
        self._closed: set[int] = set()  # while they were being opened

    async def open(self, number: int, path: str) -> bool:
        """A page comes to a table; whether there is such a table."""
        house = self._house
        person = await house.me()
        connection = Connection(self._sender(number), person.id, "", house.limits)
        connection.lang = person.lang
        try:
            room = await self._find(path)
        except Refused as refusal:
            connection.refuse(refusal.code, refusal.text, **refusal.words)
            connection.close(NOT_ALLOWED)
            return False
        except OSError:
            connection.refuse("not-stored", NOT_KEPT)
            connection.close(BROKEN)
            return False
        self._lines[number] = Line(connection, room)
        if number in self._closed:
            self.close(number)
            return False
        return True

    async def _find(self, path: str) -> Room:
        found = _PATH.fullmatch(path)
        if found is None:
            raise Refused("not-yours", N_("There is no such game of yours."))
        game = found[1]
        room = await self._house.play_here(game)
        if room is None and game in self._house.broken:
            raise seating.broken(self._house, game)
        if room is None:
            raise Refused("not-yours", N_("There is no such game of yours."))
        return room

    def _sender(self, number: int) -> Any:
        async def send(event: dict[str, Any]) -> None:
            if event["type"] == "websocket.send":
                self._tell(number, event["text"], 0)
            else:
                self._tell(number, None, event["code"])

        return send

    def hear(self, number: int, text: str) -> None:
        """A message has come over a line."""
        line = self._lines.get(number)
        if line is None or not line.connection.is_open:
            return
        receive(self._house, line.room, line.connection, text)

    def close(self, number: int) -> None:
        """The page has gone from the table."""
        line = self._lines.pop(number, None)
        if line is None:
            self._closed.add(number)
            return
        self._closed.discard(number)
        leave(self._house, line.room, line.connection)
        self._house.left(line.room)
