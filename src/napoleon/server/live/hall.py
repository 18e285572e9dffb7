"""The hall: all rooms of this process, kept in step with the store and with other processes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import Connection as Database
from sqlalchemy import Engine

from napoleon.boards import use_board_folders
from napoleon.rules.board.tables import SHIPPED
from napoleon.scenarios.library import shipped
from napoleon.scenarios.reading import Scenario
from napoleon.server.cleaning import is_token
from napoleon.server.computers.players import ComputerPlayers
from napoleon.server.computers.pool import COMMAND, WorkerPool
from napoleon.server.limits import Limits, Rates
from napoleon.server.live.claims import Claims
from napoleon.server.live.connection import BROKEN, NOT_ALLOWED, Connection
from napoleon.server.live.host import SHORT, Counts
from napoleon.server.live.room import Room
from napoleon.server.live.timekeeper import Timekeeper
from napoleon.server.refusals import NOT_STORED
from napoleon.server.store import archive, notices, presence
from napoleon.server.store import tables as store
from napoleon.server.store.access import Access
from napoleon.server.store.news import News
from napoleon.server.store.shelf import SqlShelf
from napoleon.server.store.writer import is_everybodys
from napoleon.server.table.sheet import StoredMove, rename
from napoleon.server.table.table import Table
from napoleon.server.times import SystemWatch, Watch

log = logging.getLogger("napoleon.server")
SWEEP: Final = 5.0  # seconds between two looks at what nobody sees to
EMPTY: Final = 600.0  # seconds for which a room is kept when nobody is in it
ENDED: Final = 30.0  # the same when its game is over
RENEWAL: Final = 7.0  # seconds until sockets come back with the other cookie of their session


class Hall:
    """All rooms of this process."""

    def __init__(
        self,
        engine: Engine,
        limits: Limits,
        pace: float,
        most_rooms: int,
        boards: Sequence[Path] = (),
        watch: Watch | None = None,
    ) -> None:
        """`boards` are the folders of those that games can be played on besides ours."""
        self.watch: Watch = watch if watch is not None else SystemWatch()
        self.limits = limits
        self.rates = Rates(limits)
        self.most_rooms = most_rooms
        self.rooms: dict[str, Room] = {}
        self.scenarios: dict[str, Scenario] = dict(shipped())  # to be begun here, by id
        self.broken: dict[str, str] = {}  # games that cannot be brought back, and why
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._following: dict[str, bool] = {}  # rooms that are being followed; True: once more
        self._tasks: set[asyncio.Task[None]] = set()
        self.sockets: dict[str, int] = {}  # how many of each person or address
        self.counts = Counts()
        self.connections: set[Connection] = set()  # those too who have not said hello
        self.access = Access(engine, self._hear)
        self.read = self.access.read
        self.write = self.access.write
        self.think = self.access.think
        self.shelf = SqlShelf(self.access)
        self.claims = Claims(engine)
        self.timekeeper = Timekeeper(
            self.access,
            self.claims,
            self.watch,
            self.rooms,
            self.broken,
            self.room,
            self._reread,
        )
        self.boards = [SHIPPED, *use_board_folders(boards)]
        command = (*COMMAND, *map(str, boards))
        self.pool = WorkerPool(command=command)
        self.computers = ComputerPlayers(
            self.claims, pace, self.pool, WorkerPool(1, command=command)
        )
        self.computers.is_anybody_here = lambda: bool(self.connections)
        # The doorkeeper's, who remembers people too
        self.forget_session: Callable[[str], None] = _nobody
        self.forget_person: Callable[[str], None] = _nobody
        self.missed_news: Callable[[], None] = _nothing  # of sessions, perhaps
        self.on_over: Callable[[], None] = _nothing  # a game may have ended
        # The messenger's: something was stored at a table (""), or somebody has gone from it
        self.touched: Callable[[Room, str], None] = _untouched
        self.notice_after = 0.0  # seconds after which people are told who have not seen something
        self.measure: Callable[[], str] = str  # what this process measures, for the others to tell
        self._notice = -1  # the last of the command line's notices that was read; -1: none yet

    # --- beginning and ending

    async def open(self) -> None:
        """Begin: the event loop runs."""
        self.access.open()
        await self._keep_alive()
        await self.timekeeper.beat()  # before anybody is found to be out of time
        self.start(self._sweep())
        self.start(self.timekeeper.keep_time())

    async def close(self) -> None:
        """Store what waits, and stop."""
        for room in self.rooms.values():
            if room.computers is not None:
                room.computers.cancel()
        for task in list(self._tasks):
            task.cancel()
        process = self.access.process
        try:
            left = await self.write(lambda database: presence.end(database, process))
            self.access.announce("present", sorted(left))
        except Exception as error:
            log.warning("the others could not be told that this process ends: %s", error)
        await self.access.close()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self.computers.close)
        await loop.run_in_executor(None, self.claims.close)

    def start(self, work: Coroutine[object, object, None]) -> None:
        """Begin work that nobody waits for; it ends with the hall."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- rooms

    async def room(self, game: str) -> Room | None:
        """The room of a game, from the store if need be; None if there is no such game."""
        if not is_token(game):
            return None
        room = self.rooms.get(game)
        if room is not None:
            room.used = time.monotonic()
            if self.access.is_shared:
                await self._catch_up(room)  # another process may just have changed it
                room = self.rooms.get(game)
            if room is not None:
                return room
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.ensure_future(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> Room | None:
        try:
            table = await self.access.read_game(lambda database: self._bring_back(database, game))
        except Exception as error:
            if is_everybodys(error):  # nothing is wrong with the game
                raise
            log.error("game %s is broken: %s: %s", game, type(error).__name__, error)
            self.broken[game] = str(error) or type(error).__name__
            return None
        self.broken.pop(game, None)
        return self.add_room(table) if table is not None else None

    def _bring_back(self, database: Database, game: str) -> Table | None:
        table = archive.bring_back(database, game)
        if table is not None:
            table.elsewhere = presence.others(database, game, self.access.process)
        return table

    def add_room(self, table: Table) -> Room:
        """Open a room for a table."""
        if len(self.rooms) >= self.most_rooms:
            self._clear_out()
        room = Room(table, self.access, self._stored, self._renew, self.watch)
        self.rooms[table.id] = room
        self.computers.wake(room)
        return room

    def _clear_out(self) -> None:
        """Close the rooms that nobody has been in for longest; the store has their games."""
        idle = sorted([room for room in self.rooms.values() if room.is_idle], key=lambda r: r.used)
        for room in idle[: max(1, len(idle) // 4)]:
            del self.rooms[room.table.id]

    def _stored(self, room: Room, moves: int, seconds: float) -> None:
        """Something new is in the store: now the computers may look at it."""
        if moves >= 0:
            self.counts.moves += moves
            self.counts.latency.observe(seconds)
            self.computers.wake(room)
            self.touched(room, "")
        if room.table.is_finished:
            self.on_over()
        self._make_up(room)

    def _renew(self, room: Room, error: BaseException) -> None:
        """Storing failed: the table returns to what is stored."""
        if room.computers is not None:
            room.computers.cancel()
        self.start(self._renew_from_store(room, error))

    async def _reread(self, room: Room) -> None:
        """Something was changed from outside: the table is read again as a whole."""
        while not room.is_settled:
            await asyncio.sleep(SHORT)
        room.is_renewing = True
        if room.computers is not None:
            room.computers.cancel()
        await self._renew_from_store(room, None)

    async def _renew_from_store(self, room: Room, error: BaseException | None) -> None:
        game = room.table.id
        try:
            table = await self.access.read_game(lambda database: self._bring_back(database, game))
        except Exception as problem:
            log.error("game %s cannot be read again: %s", game, problem)
            table = None
        if table is None:
            if self.rooms.get(game) is room:
                del self.rooms[game]
            for connection in room.all_connections():
                connection.refuse("not-stored", NOT_STORED)
                connection.close(BROKEN)
            return
        if error is not None and is_everybodys(error):
            for connection in room.all_connections():
                connection.refuse("not-stored", NOT_STORED)
        room.renew(table)
        self._make_up(room)
        if error is None or not is_everybodys(error):  # else they wait for the next look around
            self.computers.wake(room)

    # --- other processes

    def _hear(self, news: News | None) -> None:
        """Another process has stored something."""
        if news is None:
            self.missed_news()
            for room in list(self.rooms.values()):
                self.start(self._follow(room, has_new_names=True))
            return
        for game, moves in news.moves.items():
            if game in self.rooms:
                self._take_in(self.rooms[game], moves)
        for game in {*news.games, *news.present}:
            if game in self.rooms:
                self.start(self._follow(self.rooms[game]))
        for token in news.sessions:
            self.end_session(token)
        for person in news.people:
            self.forget_person(person)
            self._follow_person(person)

    def _follow_person(self, person: str) -> None:
        """Read again who sits at the tables of somebody, and who does not hear whom."""
        for room in list(self.rooms.values()):
            if any(sitter.person == person for sitter in room.table.sheet.seats.values()):
                self.start(self._follow(room, has_new_names=True))

    def _take_in(self, room: Room, moves: list[StoredMove]) -> None:
        """Moves that another process has stored: played at once where they fit upon what is here,
        else the store is asked."""
        table = room.table
        if table.id in self._following or not room.is_settled or moves[0].v != table.v + 1:
            if moves[-1].v > table.v:
                self.start(self._follow(room))
            return
        try:
            room.tell(table.follow_moves(moves))
        except Exception:
            self._give_up(room)
            return
        self.computers.wake(room)

    def _make_up(self, room: Room) -> None:
        """Follow what was heard of while the room was storing."""
        if room.is_behind and room.is_settled:
            self.start(self._follow(room))

    def _give_up(self, room: Room) -> None:
        """Those who are here come back to a table that is read anew."""
        log.exception("game %s: cannot be followed", room.table.id)
        self.rooms.pop(room.table.id, None)
        for connection in room.all_connections():
            connection.close(BROKEN)

    async def _catch_up(self, room: Room) -> None:
        """Know all that was stored before now: who follows already may have asked too early."""
        while room.table.id in self._following:
            await asyncio.sleep(SHORT / 10)
        await self._follow(room)

    async def _follow(self, room: Room, has_new_names: bool = False) -> None:
        """Catch up with what others have stored of a game."""
        game = room.table.id
        if game in self._following:
            self._following[game] = True
            return
        room.is_behind = not room.is_settled
        if room.is_behind:  # after what is being stored
            return
        self._following[game] = False
        again = False
        try:
            table, written = room.table, room.written
            process = self.access.process
            found = await self.read(lambda database: archive.whats_new(database, table, process))
            # What was stored meanwhile, if only who sits where, may be missing in the answer.
            is_old = found.v != table.v or room.written != written
            if is_old or room.table is not table or not room.is_settled:
                again = True
            elif found.sheet is None:
                self.rooms.pop(game, None)  # the game is gone
            else:
                room.follow(found, has_new_names)
                self.computers.wake(room)
        except Exception:
            self._give_up(room)
        finally:
            again = self._following.pop(game, False) or again
        if again and self.rooms.get(game) is room:
            await asyncio.sleep(0)
            await self._follow(room)

    async def _sweep(self) -> None:
        """Now and then: close empty rooms, and see to computers that nobody has moving."""
        while True:
            try:
                await self._sweep_once()
            except Exception as error:
                log.warning("the look around was interrupted: %s", error)
            await asyncio.sleep(SWEEP)

    async def _sweep_once(self) -> None:
        now = time.monotonic()
        for game, room in list(self.rooms.items()):
            limit = ENDED if room.table.is_finished else EMPTY
            if room.is_idle and now - room.used > limit:
                del self.rooms[game]
        await self._keep_alive()
        await self._read_notices()
        for game in await self.read(store.waiting_for_computers):
            if game in self.broken:
                continue
            found = self.rooms.get(game) or await self.room(game)
            if found is not None:
                self.computers.wake(found)

    async def _keep_alive(self) -> None:
        """Say that this process serves, and who is here; follow what the dead have left behind."""
        here = {
            (game, person) for game, room in self.rooms.items() for person in room.table.present
        }
        measured = self.measure()
        process, is_alone = self.access.process, not self.access.is_shared

        news = self.access.news

        def work(database: Database) -> set[str]:
            if news is not None:
                news.beat(database)
            return presence.keep_alive(database, process, here, measured, is_alone)

        changed = await self.write(work)
        self.access.announce("present", sorted(changed))
        for game in changed & self.rooms.keys():
            self.start(self._follow(self.rooms[game]))

    async def _read_notices(self) -> None:
        """Hear what the command line has done since the last look."""
        if self._notice < 0:
            self._notice = await self.read(notices.last)
            return
        last = self._notice
        for number, news in await self.read(lambda database: notices.after(database, last)):
            self._notice = number
            for game in news.games:
                self.broken.pop(game, None)
                if game in self.rooms:
                    self.start(self._reread(self.rooms[game]))
            for token in news.sessions:
                self.end_session(token)
            for person in news.people:
                self.forget_person(person)

    # --- who comes and goes

    def is_looking(self, person: str, game: str) -> bool:
        """Whether somebody is at a table, as far as this process knows."""
        room = self.rooms.get(game)
        return room is not None and room.table.is_present(person)

    def note_presence(self, room: Room, person: str, is_here: bool) -> None:
        """Somebody has come to a table here, or has gone: every process is to know."""
        if not is_here:
            self.touched(room, person)
        self.start(self._note_presence(room.table.id, person, is_here))

    async def away(self, room: Room) -> set[str]:
        """Return who plays at a table and has been away for longer than `limits.absence`, by what
        is stored; asked after all that this process has noted before."""
        game, process, absence = room.table.id, self.access.process, self.limits.absence
        found = await self.write(lambda database: presence.away(database, process, game, absence))
        return {person for person in found if not room.table.is_present(person)}

    async def _note_presence(self, game: str, person: str, is_here: bool) -> None:
        process = self.access.process

        def work(database: Database) -> None:
            presence.note(database, process, game, person, is_here)

        try:
            await self.write(work)
            self.access.announce("present", [game])
        except Exception as error:
            log.warning("presence could not be noted: %s", error)

    def renew_token(self, old: str, new: str) -> None:
        """Give the sockets of a session its other cookie (both by their hash), and close them after
        `RENEWAL` seconds: a browser comes back with the cookie that it has got by then, and who had
        a copy of the old one does not."""
        renewed = [connection for connection in self.connections if connection.token == old]
        for connection in renewed:
            connection.token = new
        self.access.announce("sessions", [old])
        if renewed:
            asyncio.get_running_loop().call_later(RENEWAL, _close, renewed)

    def log_out(self, token: str) -> None:
        """A session has ended: its sockets are closed, here and everywhere."""
        self.end_session(token)
        self.access.announce("sessions", [token])

    def end_session(self, token: str) -> None:
        """Close the sockets of a session that is over, in this process."""
        self.forget_session(token)
        for connection in list(self.connections):
            if connection.token == token:
                connection.close(NOT_ALLOWED)

    def look_again(self, person: str) -> None:
        """Somebody does not hear another any more, or hears him again: at every table of theirs, in
        every process."""
        self._follow_person(person)
        self.access.announce("people", [person])

    def become(self, person: str, new_person: str, name: str, *, is_guest: bool = False) -> None:
        """Tell every table that a person has another name, or has become another one."""
        for room in self.rooms.values():
            table = room.table
            if all(sitter.person != person for sitter in table.sheet.seats.values()):
                continue
            rename(table.sheet, person, new_person, name, is_guest=is_guest)
            if new_person != person:
                for connection in room.all_connections():
                    if connection.person == person:
                        table.depart(person)
                        connection.person = new_person
                        table.arrive(new_person)
            room.tell(table.tell_people())
        self.access.announce("people", [person, new_person])


def _close(connections: list[Connection]) -> None:
    """Close these; their browsers come back by themselves."""
    for connection in connections:
        connection.close(BROKEN)


def _nobody(_: str) -> None:
    """Nobody else remembers."""


def _nothing() -> None:
    """Nobody waits for it."""


def _untouched(_: Room, __: str) -> None:
    """Nobody has to be told."""
