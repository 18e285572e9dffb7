"""Looks at the clocks: whoever is out of time is seen to, once, by one of all processes.

Deadlines are stored, so nothing is lost with a process. Whoever sees to one claims the game first
and reads what others have stored, which spares doing it twice; that it is never done twice follows
from the store, where a clock goes on only from what it was (store/writer.py).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from napoleon.server.live.claims import Claims
from napoleon.server.live.room import Room
from napoleon.server.refusals import Refused
from napoleon.server.store import heartbeat
from napoleon.server.store.access import Access
from napoleon.server.times import SystemWatch, Watch

log = logging.getLogger("napoleon.server")
TICK: Final = 1.0  # seconds between two looks at the tables that are here
THOROUGH: Final = 5  # looks, of which one is at the store


class Timekeeper:
    """The clocks of a hall."""

    def __init__(
        self,
        access: Access,
        claims: Claims,
        watch: Watch,
        rooms: dict[str, Room],
        broken: dict[str, str],
        find: Callable[[str], Awaitable[Room | None]],
        reread: Callable[[Room], Awaitable[None]],
    ) -> None:
        """`broken` are games that cannot be brought back; `find` brings a room from the store,
        `reread` has one read again. Whether anybody served is a matter of the machine, whatever
        `watch` says."""
        self._access = access
        self._claims = claims
        self._watch = watch
        self._rooms = rooms
        self._broken = broken
        self._find = find
        self._reread = reread
        self._machine = SystemWatch()

    async def keep_time(self) -> None:
        """Look at the clocks again and again."""
        looks = 0
        while True:
            try:
                await self._look(looks % THOROUGH == 0)
            except Exception as error:
                log.warning("the clocks could not be looked at: %s", error)
            looks += 1
            await asyncio.sleep(TICK)

    async def beat(self) -> None:
        """Say that somebody serves; if nobody did for a while, that time is given back."""
        now = self._machine.now()
        given = await self._access.write(lambda database: heartbeat.beat(database, now))
        if not given:
            return
        log.info("nobody served for a while: %d clocks were put back", len(given))
        self._access.announce("games", given)
        for game in given:
            if game in self._rooms:
                await self._reread(self._rooms[game])

    async def _look(self, is_thorough: bool) -> None:
        late = [game for game, room in self._rooms.items() if room.is_out_of_time]
        if not late and not is_thorough:
            return
        await self.beat()  # a machine may have slept: nobody is late by that
        now = self._watch.now()
        late += await self._access.read(lambda database: heartbeat.due_games(database, now))
        for game in dict.fromkeys(late):
            if game not in self._broken:
                await self._see_to(game)

    async def _see_to(self, game: str) -> None:
        if not await self._claims.take(game):
            return  # whoever has the claim sees to it, or leaves it for the next look
        try:
            room = await self._find(game)
            stored = room.run_out() if room is not None else None
            if stored is not None:
                await stored
        except Refused:
            log.info("game %s has gone on before its clock ran out", game)
        finally:
            await self._claims.give(game)
