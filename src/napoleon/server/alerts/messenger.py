"""Tells people that it is their turn, or what else a game has to tell, when they are not looking.

What is stored at a table leads to a note that somebody is to act (`touch`); nothing waits for it. A
while later one process sees which of those turns still wait for people who are not there, and
writes messages (`tell`). They are sent, each channel for itself (sender.py): a mail server that is
dead keeps nobody from playing, nor other channels from telling.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import Connection

from napoleon.server.alerts.keys import Keys
from napoleon.server.alerts.quiet import is_quiet
from napoleon.server.alerts.sender import LATER, Sender
from napoleon.server.alerts.settings import Settings
from napoleon.server.live.hall import Hall
from napoleon.server.live.room import Room
from napoleon.server.store import alert_wishes, alerts, reminders, tidings
from napoleon.server.store.alert_wishes import Channel, Wishes, is_wished
from napoleon.server.store.alerts import MINUTE, Wait
from napoleon.server.store.jobs import WorkJob
from napoleon.server.store.tidings import Tiding
from napoleon.server.table.table import Table
from napoleon.server.times import SystemWatch, Watch

log = logging.getLogger("napoleon.server")
# Of a game: how it ended, who would end it, who would take back, the game that follows it
Standing = tuple[str | None, tuple[str, ...], str, str | None]
NOTHING: Final[Standing] = (None, (), "", None)
TICK: Final = 1.0  # seconds between two looks
THOROUGH: Final = 300  # looks, of which one is at all games
REMINDING: Final = 60  # looks, of which one is at deadlines
PATIENCE: Final = 5.0  # seconds for what is on the wire when the house closes
# Between two messages about turns: what comes meanwhile is collected, but where minutes count
PAUSES: Final[dict[Channel, int]] = {"email": 10 * MINUTE, "push": MINUTE, "webhook": MINUTE}


class Messenger:
    """Everything that is sent to people of a house, by this process."""

    def __init__(self, hall: Hall, settings: Settings, watch: Watch | None = None) -> None:
        self.hall = hall
        self.settings = settings
        self.watch: Watch = watch if watch is not None else SystemWatch()
        self.keys = Keys(hall.access, settings.address)
        self.sender = Sender(hall, settings, self.watch, self.keys)
        self._noted: set[tuple[str, str]] = set()  # games and people: nothing new since
        self._standing: dict[str, Standing] = {}  # games that have more to tell than turns
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closing = asyncio.Event()
        if self.channels:
            hall.touched = self.touch
            hall.notice_after = settings.after

    @property
    def channels(self) -> list[Channel]:
        """By which anything can be sent from here."""
        here: list[Channel] = []
        if self.settings.has_mail:
            here.append("email")
        if self.settings.has_push:
            here += ["push", "webhook"]
        return here

    def open(self) -> None:
        """Begin."""
        loop = asyncio.get_running_loop()
        if self.channels:
            self._tasks = [loop.create_task(self._again(self.look))]
            self._tasks += [
                loop.create_task(self._again(self._deliverer(channel))) for channel in self.channels
            ]

    async def close(self) -> None:
        """Finish what is on the wire, and stop."""
        self._is_closing.set()
        self.sender.stop()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
        self.sender.close()

    async def _again(self, work: Callable[[int], Awaitable[None]]) -> None:
        looks = 0
        while not self._is_closing.is_set():
            try:
                await work(looks)
            except Exception as error:
                log.warning("messages could not be seen to: %s: %s", type(error).__name__, error)
            looks += 1
            try:
                await asyncio.wait_for(self._is_closing.wait(), TICK)
            except TimeoutError:
                continue

    def _deliverer(self, channel: Channel) -> Callable[[int], Awaitable[None]]:
        return lambda _: self.sender.deliver(channel)

    # --- whose turn it is

    def touch(self, room: Room, left: str) -> None:
        """Something was stored at a table, or somebody has left it."""
        table = room.table
        self._touch_news(table, left)
        acting = {
            sitter.person
            for seat, sitter in table.sheet.seats.items()
            if sitter.kind == "human" and sitter.computer is None and seat in table.game.to_act
        }
        if table.is_finished or table.status != "playing":
            acting = set()
        for sitter in table.sheet.seats.values():
            person = sitter.person
            if person is None:
                continue
            key = (table.id, person)
            if person not in acting or table.is_present(person):
                self._noted.discard(key)
            elif person == left:
                self._note(person, table.id, "seen")
            elif key not in self._noted:
                if len(self._noted) > 20_000:
                    self._noted.clear()
                self._noted.add(key)
                self._note(person, table.id, "new")

    def _touch_news(self, table: Table, left: str) -> None:
        """See to an end or a question that was not there at the last look, or is there no more."""
        sheet = table.sheet
        standing = (sheet.ended, tuple(sheet.ending), sheet.takeback, sheet.rematch)
        before = self._standing.get(table.id, NOTHING)
        if standing == before and (not left or standing == NOTHING):
            return
        if len(self._standing) > 20_000:
            self._standing.clear()
        self._standing[table.id] = standing
        if standing == NOTHING:
            del self._standing[table.id]
        sitters = {sitter.person for sitter in sheet.seats.values() if sitter.person is not None}
        here = {person for person in sitters if table.is_present(person)} | {left}
        game, due = table.id, self._due()
        self.hall.access.submit(
            WorkJob(lambda connection: tidings.take_in(connection, game, here, due), _noted)
        )

    def _due(self) -> int:
        """When what happens now is looked at."""
        return self.watch.now() + round(self.settings.after * 1000)

    def _note(self, person: str, game: str, state: str) -> None:
        due = self._due()
        self.hall.access.submit(
            WorkJob(
                lambda connection: alerts.note_wait(connection, person, game, state, due), _noted
            )
        )

    async def look(self, looks: int) -> None:
        """See whom there is to tell; now and then whether a turn was missed."""
        if not await self.hall.claims.take("alerts"):
            return
        try:
            if looks % THOROUGH == 0:
                await self.find_missed()
            await self.tell()
            await self.tell_news()
            if looks % REMINDING == 0:
                await self.remind()
        finally:
            await self.hall.claims.give("alerts")

    async def find_missed(self) -> None:
        """Note the turns, ends and questions of which a process that was cut off made no note."""
        due = self._due()
        for game in await self.hall.read(tidings.find_missed):

            def take_in(connection: Connection, game: str = game) -> None:
                tidings.take_in(connection, game, (), due)

            await self.hall.write(take_in)
        for person, game in await self.hall.read(alerts.find_unnoted):

            def work(connection: Connection, person: str = person, game: str = game) -> None:
                alerts.note_wait(connection, person, game, "new", due)

            await self.hall.write(work)

    async def tell(self) -> None:
        """Write messages for those who have been waited for long enough."""
        now = self.watch.now()
        found = await self.hall.read(lambda connection: alerts.due_waits(connection, now))
        await self._write_to_each(found, self._tell, now)

    async def tell_news(self) -> None:
        """Write messages for those to whom a game has something else to tell."""
        now = self.watch.now()
        due = await self.hall.read(lambda connection: tidings.due_tidings(connection, now))
        for person, found in due.items():
            looking = {one.game for one in found if self.hall.is_looking(person, one.game)}

            def work(
                connection: Connection,
                person: str = person,
                found: list[Tiding] = found,
                looking: set[str] = looking,
            ) -> None:
                self._tell_news(connection, person, found, looking, now)

            await self.hall.write(work)

    def _tell_news(
        self,
        connection: Connection,
        person: str,
        found: list[Tiding],
        looking: set[str],
        now: int,
    ) -> None:
        """One person, in one transaction."""
        fresh = tidings.still_true(connection, found, looking)
        tidings.settle(connection, [one for one in found if one not in fresh], "seen")
        wishes = alert_wishes.read_wishes(connection, person)
        if is_quiet(wishes.quiet_from, wishes.quiet_to, wishes.zone, now):
            tidings.wait_on(connection, fresh, now + LATER)
            return
        mine = tidings.settle(connection, fresh, "told")
        for kind in alerts.NEWS:
            pairs = [
                (one.game, int(one.what == "again"))
                for one in mine
                if one.what == kind or (one.what == "again" and kind == "offer")
            ]
            self._post(connection, person, wishes, pairs, kind, now)

    async def remind(self) -> None:
        """Write messages for those whose time runs out."""
        now = self.watch.now()
        late = await self.hall.read(lambda connection: reminders.due_reminders(connection, now))
        await self._write_to_each(late, self._remind, now)

    async def _write_to_each(
        self,
        found: dict[str, list[Wait]],
        write: Callable[[Connection, str, list[Wait], set[str], int], None],
        now: int,
    ) -> None:
        for person, waits in found.items():
            looking = {wait.game for wait in waits if self.hall.is_looking(person, wait.game)}

            def work(
                connection: Connection,
                person: str = person,
                waits: list[Wait] = waits,
                looking: set[str] = looking,
            ) -> None:
                write(connection, person, waits, looking, now)

            await self.hall.write(work)

    def _tell(
        self, connection: Connection, person: str, waits: list[Wait], looking: set[str], now: int
    ) -> None:
        """One person, in one transaction."""
        pairs = [(wait.game, wait.after) for wait in waits if wait.game not in looking]
        waiting = set(alerts.still_waiting(connection, person, pairs))
        fresh = [wait for wait in waits if (wait.game, wait.after) in waiting]
        past = [wait for wait in waits if wait not in fresh]
        alerts.settle_waits(connection, past, "seen")
        wishes = alert_wishes.read_wishes(connection, person)
        if is_quiet(wishes.quiet_from, wishes.quiet_to, wishes.zone, now):
            alerts.wait_on(connection, fresh, now + LATER)
            return
        mine = alerts.settle_waits(connection, fresh, "told")
        pairs = [(wait.game, wait.after) for wait in mine]
        self._post(connection, person, wishes, pairs, "turn", now)

    def _remind(
        self, connection: Connection, person: str, waits: list[Wait], looking: set[str], now: int
    ) -> None:
        """One person whose time runs out, in one transaction; who looks has the clock before
        them."""
        wishes = alert_wishes.read_wishes(connection, person)
        if is_quiet(wishes.quiet_from, wishes.quiet_to, wishes.zone, now):
            return
        pairs = [(wait.game, wait.after) for wait in waits if wait.game not in looking]
        waiting = set(alerts.still_waiting(connection, person, pairs))
        late = [wait for wait in waits if (wait.game, wait.after) in waiting]
        mine = [(wait.game, wait.after) for wait in reminders.remind(connection, late)]
        self._post(connection, person, wishes, mine, "late", now)

    def _post(
        self,
        connection: Connection,
        person: str,
        wishes: Wishes,
        pairs: list[tuple[str, int]],
        kind: str,
        now: int,
    ) -> None:
        """Have this told of games, by the channels that are wished for. The pairs are those of
        `Parcel.games`."""
        paces = alerts.paces_of(connection, [game for game, _ in pairs])
        for channel in self.channels:
            wanted = [pair for pair in pairs if is_wished(wishes, paces[pair[0]], channel)]
            is_live = any(paces[game] == "live" for game, _ in wanted)
            pause = 0 if is_live and kind in alerts.TURNS else PAUSES[channel]
            for target in alerts.targets(connection, person, channel) if wanted else ():
                alerts.post(connection, person, channel, target, kind, wanted, now, pause)


def _noted(_: object, error: BaseException | None) -> None:
    if error is not None:
        log.warning("a turn could not be noted: %s", error)
