"""Tells people that it is their turn, when they are not looking.

What is stored at a table leads to a note that somebody is to act (`touch`); nothing waits for it. A
while later one process sees which of those turns still wait for people who are not there, and
writes messages (`tell`). They are sent, each channel for itself, by one process at a time
(`deliver`): a mail server that is dead keeps nobody from playing, nor other channels from telling.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from sqlalchemy import Connection

from napoleon.server.alerts import push
from napoleon.server.alerts.composing import Composed, Composer
from napoleon.server.alerts.forms import push_text, topic, webhook_body
from napoleon.server.alerts.mail import MailLine, write_letter
from napoleon.server.alerts.quiet import is_quiet
from napoleon.server.alerts.settings import Settings
from napoleon.server.alerts.wire import (
    Line,
    Refusal,
    Trouble,
    Unreachable,
    Unsure,
    find_place,
)
from napoleon.server.alerts.words import as_mail
from napoleon.server.live.hall import Hall
from napoleon.server.live.room import Room
from napoleon.server.store import alert_wishes, alerts, reminders
from napoleon.server.store.alert_wishes import Channel, Wishes, is_wished, new_mark
from napoleon.server.store.alerts import MINUTE, Parcel, Wait
from napoleon.server.store.jobs import WorkJob
from napoleon.server.times import SystemWatch, Watch

log = logging.getLogger("napoleon.server")
TICK: Final = 1.0  # seconds between two looks
THOROUGH: Final = 300  # looks, of which one is at all games
SENDERS: Final = 8  # threads that send
LATER: Final = 5 * MINUTE  # after which quiet hours are looked at again
PATIENCE: Final = 5.0  # seconds for what is on the wire when the house closes
# Between two messages about turns: what comes meanwhile is collected, but where minutes count
PAUSES: Final[dict[Channel, int]] = {"email": 10 * MINUTE, "push": MINUTE, "webhook": MINUTE}
TTL: Final = 24 * 3600  # seconds for which a push service keeps a message
T = TypeVar("T")


class Messenger:
    """Everything that is sent to people of a house, by this process."""

    def __init__(self, hall: Hall, settings: Settings, watch: Watch | None = None) -> None:
        self.hall = hall
        self.settings = settings
        self.watch: Watch = watch if watch is not None else SystemWatch()
        self.composer = Composer(hall)
        self._noted: set[tuple[str, str]] = set()  # games and people: nothing new since
        self._keys: dict[str, str] = {}
        self._threads = ThreadPoolExecutor(SENDERS, "napoleon-sender")
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closing = asyncio.Event()
        hall.touched = self.touch

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
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

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
        return lambda _: self.deliver(channel)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def key(self, name: str) -> str:
        """A secret of the house, made when it is first needed."""
        if name not in self._keys:
            fresh = push.new_key() if name == "vapid" else secrets.token_urlsafe(32)
            self._keys[name] = await self.hall.write(
                lambda connection: alert_wishes.house_key(connection, name, fresh)
            )
        return self._keys[name]

    # --- whose turn it is

    def touch(self, room: Room, left: str) -> None:
        """Something was stored at a table, or somebody has left it."""
        table = room.table
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

    def _note(self, person: str, game: str, state: str) -> None:
        due = self.watch.now() + round(self.settings.after * 1000)
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
        finally:
            await self.hall.claims.give("alerts")

    async def find_missed(self) -> None:
        """Note the turns of which a process that was cut off has made no note."""
        due = self.watch.now() + round(self.settings.after * 1000)
        for person, game in await self.hall.read(alerts.find_unnoted):

            def work(connection: Connection, person: str = person, game: str = game) -> None:
                alerts.note_wait(connection, person, game, "new", due)

            await self.hall.write(work)

    def _is_looking(self, person: str, game: str) -> bool:
        room = self.hall.rooms.get(game)
        return room is not None and room.table.is_present(person)

    async def tell(self) -> None:
        """Write messages for those who have been waited for long enough."""
        now = self.watch.now()
        found = await self.hall.read(lambda connection: alerts.due_waits(connection, now))
        await self._write_to_each(found, self._tell, now)
        late = await self.hall.read(lambda connection: reminders.due_reminders(connection, now))
        await self._write_to_each(late, self._remind, now)

    async def _write_to_each(
        self,
        found: dict[str, list[Wait]],
        write: Callable[[Connection, str, list[Wait], set[str], int], None],
        now: int,
    ) -> None:
        for person, waits in found.items():
            looking = {wait.game for wait in waits if self._is_looking(person, wait.game)}

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
        self._post(connection, person, wishes, mine, "turn", now)

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
        mine = reminders.remind(connection, late)
        self._post(connection, person, wishes, mine, "late", now)

    def _post(
        self,
        connection: Connection,
        person: str,
        wishes: Wishes,
        mine: list[Wait],
        kind: str,
        now: int,
    ) -> None:
        """Have these turns told, by the channels that are wished for."""
        paces = alerts.paces_of(connection, [wait.game for wait in mine])
        for channel in self.channels:
            wanted = [
                (wait.game, wait.after)
                for wait in mine
                if is_wished(wishes, paces[wait.game], channel)
            ]
            is_live = any(paces[game] == "live" for game, _ in wanted)
            pause = 0 if is_live else PAUSES[channel]
            for target in alerts.targets(connection, person, channel) if wanted else ():
                alerts.post(connection, person, channel, target, kind, wanted, now, pause)

    # --- sending

    async def deliver(self, channel: Channel) -> None:
        """Send what is due by a channel, if no other process does."""
        if not await self.hall.claims.take(f"alerts {channel}"):
            return
        try:
            if await self.hall.read(lambda connection: alerts.has_cut_off(connection, channel)):
                log.warning("messages were cut off while they were being sent by %s", channel)
                await self.hall.write(lambda connection: alerts.leave_unsure(connection, channel))
            now = self.watch.now()
            parcels = await self.hall.read(
                lambda connection: alerts.due_parcels(connection, channel, now)
            )
            if channel == "email":
                await self._send_mails(parcels)
            else:
                sending = [self._send_by_wire(parcel) for parcel in parcels]
                for failed in await asyncio.gather(*sending, return_exceptions=True):
                    if isinstance(failed, BaseException):
                        log.warning("a message could not be sent: %s", failed)
        finally:
            await self.hall.claims.give(f"alerts {channel}")

    async def _compose(self, parcel: Parcel) -> Composed | None:
        """What a message says; None if it is not sent now, or not at all."""
        wishes = await self.hall.read(
            lambda connection: alert_wishes.read_wishes(connection, parcel.person)
        )
        now = self.watch.now()
        if parcel.kind in alerts.TURNS and is_quiet(
            wishes.quiet_from, wishes.quiet_to, wishes.zone, now
        ):
            await self.hall.write(
                lambda connection: alerts.postpone(connection, parcel, now + LATER)
            )
            return None
        message = await self.composer.compose(parcel, wishes, self._is_looking)
        if message is None:
            await self._finish(parcel, "", "dropped")
        return message

    async def _send_mails(self, parcels: list[Parcel]) -> None:
        assert self.settings.mail is not None
        line = MailLine(self.settings.mail)
        trouble = ""
        try:
            for parcel in parcels:
                if self._is_closing.is_set():
                    return
                if trouble:  # one who does not answer is not asked by everybody
                    await self._put_off(parcel, "", trouble)
                    continue
                try:
                    await self._send_mail(line, parcel)
                except Unreachable as problem:
                    log.warning("%s", problem)
                    trouble = str(problem)
                    await self._put_off(parcel, "", trouble)
        finally:
            await self._in_thread(line.close)

    async def _send_mail(self, line: MailLine, parcel: Parcel) -> None:
        message = await self._compose(parcel)
        if message is None:
            return
        address, is_verified = await self.hall.read(
            lambda connection: alert_wishes.find_email(connection, parcel.person)
        )
        if not (is_verified or (address and parcel.kind == "verify")):
            await self._finish(parcel, "", "dropped")
            return
        settings, now = self.settings, self.watch.now()
        stop = (
            await self.stop_address(parcel.person)
            if parcel.kind not in alert_wishes.GOOD_FOR
            else ""
        )
        text = as_mail(message.words, settings.address, stop, message.lang)
        letter = write_letter(
            settings, parcel.id, address, message.words.title, text, message.lang, stop, now
        )
        mark = new_mark()

        def claim(connection: Connection) -> bool:
            is_ours = alerts.claim(connection, parcel, mark)
            if is_ours and message.token:
                alert_wishes.new_link(
                    connection, parcel.person, parcel.kind, address, message.token, now
                )
            return is_ours

        async def offer() -> None:
            await self._in_thread(lambda: line.offer(letter))

        async def hand_over() -> None:
            await self._in_thread(lambda: line.hand_over(letter))

        if not await self._hand_over(parcel, mark, offer, claim, hand_over):
            await self._in_thread(line.withdraw)

    async def _send_by_wire(self, parcel: Parcel) -> None:
        if self._is_closing.is_set():
            return
        message = await self._compose(parcel)
        if message is None:
            return
        settings = self.settings
        url, body, headers = "", b"", {}
        if parcel.channel == "push":
            devices = await self.hall.read(
                lambda connection: alert_wishes.devices_of(connection, parcel.person)
            )
            for device in devices:
                if device.id == parcel.target:
                    url = device.endpoint
                    tag = message.games[0] if len(message.games) == 1 else "games"
                    text = push_text(message.words, tag)
                    body = push.seal(text, device.p256dh, device.auth)
                    seconds = self.watch.now() // 1000
                    headers = {
                        "Authorization": push.vouch(
                            url, await self.key("vapid"), settings.subject, seconds
                        ),
                        "Content-Encoding": "aes128gcm",
                        "Content-Type": "application/octet-stream",
                        "TTL": str(TTL),
                        "Topic": topic(tag),
                        "Urgency": "normal",
                    }
        else:
            url, form = await self.hall.read(
                lambda connection: alert_wishes.find_webhook(connection, parcel.person)
            )
            body = webhook_body(
                form, message.words, parcel.id, parcel.kind, message.games, settings.address
            )
            headers = {"Content-Type": "application/json", "Idempotency-Key": parcel.id}
        if not url:
            await self._finish(parcel, "", "dropped")
            return
        mark = new_mark()
        lines: list[Line] = []

        def connect() -> None:
            place = find_place(url, is_private_allowed=settings.is_private_allowed)
            lines.append(Line(place))

        async def offer() -> None:
            await self._in_thread(connect)

        async def hand_over() -> None:
            await self._in_thread(lambda: lines[0].send(body, headers))

        def claim(connection: Connection) -> bool:
            return alerts.claim(connection, parcel, mark)

        try:
            await self._hand_over(parcel, mark, offer, claim, hand_over)
        finally:
            for line in lines:
                line.close()

    async def _hand_over(
        self,
        parcel: Parcel,
        mark: str,
        offer: Callable[[], Awaitable[None]],
        claim: Callable[[Connection], bool],
        hand_over: Callable[[], Awaitable[None]],
    ) -> bool:
        """Ask whether it would be taken, claim it, hand it over, and store what came of it; False
        if it was not ours to send. Raises Unreachable where nobody answers at all."""
        held = ""
        try:
            await offer()
            if not await self.hall.write(claim):
                return False
            held = mark
            await hand_over()
        except Unreachable:
            raise
        except Trouble as problem:
            await self._put_off(parcel, held, str(problem), problem.after)
        except Refusal as problem:
            await self._finish(parcel, held, "failed", str(problem))
            if problem.is_gone and parcel.channel == "push":
                await self.hall.write(
                    lambda connection: alert_wishes.remove_device(
                        connection, parcel.person, parcel.target
                    )
                )
        except Unsure as problem:
            await self._finish(parcel, held, "unsure", str(problem))
        else:
            await self._finish(parcel, held, "sent")
        return True

    async def _finish(self, parcel: Parcel, mark: str, state: str, trouble: str = "") -> None:
        now = self.watch.now()
        await self.hall.write(
            lambda connection: alerts.finish(connection, parcel, mark, state, now, trouble)
        )

    async def _put_off(self, parcel: Parcel, mark: str, trouble: str, after: float = 0.0) -> None:
        now = self.watch.now()
        pause = round(after * 1000)
        await self.hall.write(
            lambda connection: alerts.put_off(connection, parcel, mark, now, trouble, pause)
        )

    # --- stopping it

    async def stop_address(self, person: str) -> str:
        """The address that stops mails to somebody, with one tap."""
        return f"{self.settings.address}/stop/{person}.{await self._sign(person)}"

    async def whose_stop(self, token: str) -> str | None:
        """To whom no more mail is to go; None: that is not a word of ours."""
        person, _, signature = token.partition(".")
        is_ours = hmac.compare_digest(signature.encode(), (await self._sign(person)).encode())
        return person if is_ours else None

    async def _sign(self, person: str) -> str:
        key = (await self.key("stop")).encode()
        return push.encode64(hmac.digest(key, person.encode(), hashlib.sha256)[:18])


def _noted(_: object, error: BaseException | None) -> None:
    if error is not None:
        log.warning("a turn could not be noted: %s", error)
