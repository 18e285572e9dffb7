"""The house: the rooms of the games that are played in this browser, and who thinks for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Protocol, TypeVar

from napoleon.rules import RuleError
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.words.language import N_
from napoleon.scenarios.library import shipped
from napoleon.scenarios.reading import Scenario
from napoleon.server.cleaning import is_token
from napoleon.server.computers.asking import Pool
from napoleon.server.computers.brake import PACE
from napoleon.server.computers.players import ComputerPlayers
from napoleon.server.limits import Limits, Rates
from napoleon.server.live.connection import BROKEN, NOT_ALLOWED
from napoleon.server.live.host import Counts
from napoleon.server.live.room import Room
from napoleon.server.names import guest_name
from napoleon.server.person import Person
from napoleon.server.table.sheet import rename
from napoleon.server.table.stories import Snapshot, new_id, set_table
from napoleon.server.table.table import Table
from napoleon.server.times import SystemWatch, Watch
from napoleon.site.home.boards import packed_boards
from napoleon.site.home.box import (
    ME,
    Box,
    Change,
    read_chat,
    read_me,
    read_moves,
    read_sheet,
    read_snapshot,
    text_of,
)
from napoleon.site.home.keeping import NOT_KEPT, BoxKeeper, BoxShelf

log = logging.getLogger("napoleon.site")
T = TypeVar("T")
ELSEWHERE = N_("This game was opened in another tab, and goes on there.")
# Nobody floods their own browser.
LIMITS = Limits(
    messages=1000.0, messages_at_once=1000.0, games=1000.0, games_at_once=1000.0, open_games=10_000
)


class Locks(Protocol):
    """Which tab plays a game: the one that opened it last."""

    async def take(self, game: str, on_lost: Callable[[], None]) -> None:
        """Play it here from now on; `on_lost` is called when another tab takes it."""

    def give(self, game: str) -> None:
        """It is not played here any more."""


class Here:
    """All computers of a game that is played here think here."""

    async def take(self, game: str) -> bool:
        """They may."""
        return True

    async def give(self, game: str) -> None:
        """Nobody waits for it."""


class House:
    """The rooms of one browser tab."""

    def __init__(self, box: Box, locks: Locks, pool: Pool, pace: float = PACE) -> None:
        self.box = box
        self.lang = "en"  # of the page, until somebody is known here
        self.limits = LIMITS
        self.rates = Rates(LIMITS)
        self.counts = Counts()
        self.watch: Watch = SystemWatch()
        self.rooms: dict[str, Room] = {}
        self.broken: dict[str, str] = {}
        self.scenarios: dict[str, Scenario] = dict(shipped())
        self.boards = [SHIPPED, *packed_boards()]
        self.keeper = BoxKeeper(box)
        self.shelf = BoxShelf(box, self.keeper)
        self.computers = ComputerPlayers(Here(), pace, pool)
        self._locks = locks
        self._played: set[str] = set()  # games that are played in this tab
        self._tasks: set[asyncio.Task[None]] = set()

    # --- who plays

    async def me(self) -> Person:
        """The one who plays in this browser; made at the first call."""
        person = await read_me(self.box)
        if person is None:
            person = Person(new_id(), guest_name(self.lang), None, self.lang)
            await self.change_me(person)
        return person

    async def change_me(self, person: Person) -> None:
        """Another name or language."""
        await self.box.write([Change(ME, text_of(person))])
        for room in self.rooms.values():
            rename(room.table.sheet, person.id, person.id, person.name)
            room.tell(room.table.tell_people())

    # --- rooms

    async def room(self, game: str) -> Room | None:
        """The room of a game, from the box if need be; None if there is no such game."""
        found = self.rooms.get(game)
        if found is None and is_token(game):
            table = await self._bring_back(game)
            found = self.rooms.get(game)
            if found is None and table is not None:
                found = self.add_room(table)
        return found

    async def _bring_back(self, game: str) -> Table | None:
        await self.keeper.finish()
        sheet = await read_sheet(self.box, game)
        if sheet is None:
            return None
        moves = await read_moves(self.box, game)
        chat = await read_chat(self.box, game)
        snapshot = await read_snapshot(self.box, game)

        def last_snapshot(error: RuleError) -> Snapshot | None:
            log.warning("game %s cannot be replayed: %s", game, error)
            return snapshot

        try:
            self.keeper.take_up(sheet)
            table = set_table(sheet, moves, chat, last_snapshot)
        except Exception as error:
            log.error("game %s is broken: %s: %s", game, type(error).__name__, error)
            self.broken[game] = str(error) or type(error).__name__
            return None
        self.broken.pop(game, None)
        return table

    def add_room(self, table: Table) -> Room:
        """Open a room for a table."""
        room = Room(table, self.keeper, self._stored, self._renew)
        self.rooms[table.id] = room
        self.computers.wake(room)
        return room

    def _stored(self, room: Room, moves: int, seconds: float) -> None:
        if moves >= 0:
            self.counts.moves += moves
            self.counts.latency.observe(seconds)
            self.computers.wake(room)

    def _renew(self, room: Room, error: BaseException) -> None:
        """Storing failed: the table returns to what is stored."""
        if room.computers is not None:
            room.computers.cancel()
        self.start(self._renew_from_box(room, error))

    async def _renew_from_box(self, room: Room, error: BaseException) -> None:
        try:
            table = await self._bring_back(room.table.id)
        except OSError:
            table = None
        if self.keeper.is_everybodys(error):
            for connection in room.all_connections():
                connection.refuse("not-stored", NOT_KEPT)
        if table is None:
            self.rooms.pop(room.table.id, None)
            for connection in room.all_connections():
                connection.close(BROKEN)
            return
        room.renew(table)

    # --- in which tab

    async def play_here(self, game: str) -> Room | None:
        """The room of a game that is going to be played in this tab; another that has it is told,
        and what it has stored is read."""
        if game not in self._played:
            await self._locks.take(game, lambda: self._lose(game))
            self._played.add(game)
            room = self.rooms.get(game)
            if room is not None and room.is_idle:
                self.forget(game)
        return await self.room(game)

    async def shut(self, game: str) -> None:
        """Have it played in no tab, and all that was played stored."""
        if game not in self._played:
            await self._locks.take(game, lambda: None)
        self._lose(game)
        await self.keeper.finish()
        self._locks.give(game)

    def _lose(self, game: str) -> None:
        """Another tab plays it now."""
        self._played.discard(game)
        room = self.rooms.pop(game, None)
        if room is None:
            return
        if room.computers is not None:
            room.computers.cancel()
        for connection in room.all_connections():
            connection.refuse("elsewhere", ELSEWHERE)
            connection.close(NOT_ALLOWED)

    def left(self, room: Room) -> None:
        """Somebody has gone from a table: when nobody is left it is put away, so that any tab may
        go on with it."""
        if room.connections or self.rooms.get(room.table.id) is not room:
            return
        if room.computers is not None:
            room.computers.cancel()
        self.forget(room.table.id)
        self._played.discard(room.table.id)
        self._locks.give(room.table.id)

    def forget(self, game: str) -> None:
        """Read a game again when it is next asked for."""
        self.rooms.pop(game, None)

    # --- as games need it

    async def think(self, work: Callable[[], T]) -> T:
        """Do something slow, after what waits already."""
        await asyncio.sleep(0)
        return work()

    def note_presence(self, room: Room, person: str, is_here: bool) -> None:
        """There is nobody else who would have to know."""

    async def away(self, room: Room) -> set[str]:
        """Return nobody: who plays in this browser is here."""
        return set()

    def start(self, work: Coroutine[object, object, None]) -> None:
        """Begin work that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
