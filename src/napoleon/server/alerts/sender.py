"""Sends what waits in the outbox, each channel for itself, by one process at a time.

A message is claimed when the other side has said that it would take it, right before the first word
of it goes over the wire. Whatever is cut off before is sent later; whatever is cut off after may
have gone out, and is not sent again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from sqlalchemy import Connection

from napoleon.server.alerts import push
from napoleon.server.alerts.composing import Composed, Composer
from napoleon.server.alerts.forms import push_text, topic, webhook_body
from napoleon.server.alerts.keys import Keys
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
from napoleon.server.store import alert_wishes, alerts, resets
from napoleon.server.store.alert_wishes import Channel, new_mark
from napoleon.server.store.alerts import MINUTE, Parcel
from napoleon.server.times import Watch

log = logging.getLogger("napoleon.server")
SENDERS: Final = 8  # threads that send
LATER: Final = 5 * MINUTE  # after which quiet hours are looked at again
TTL: Final = 24 * 3600  # seconds for which a push service keeps a message
T = TypeVar("T")


class Sender:
    """What goes out of this process."""

    def __init__(self, hall: Hall, settings: Settings, watch: Watch, keys: Keys) -> None:
        self.hall = hall
        self.settings = settings
        self.watch = watch
        self.keys = keys
        self.composer = Composer(hall)
        self._threads = ThreadPoolExecutor(SENDERS, "napoleon-sender")
        self._is_closing = False
        self.mail_trouble = ""  # why the mail server could not be spoken to the last time

    def stop(self) -> None:
        """Begin nothing any more."""
        self._is_closing = True

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def deliver(self, channel: Channel) -> None:
        """Send what is due by a channel, if no other process does."""
        if not await self.hall.claims.take(f"alerts {channel}"):
            return
        try:
            if await self.hall.read(lambda connection: alerts.has_cut_off(connection, channel)):
                log.warning("messages were cut off while they were being sent by %s", channel)
                await self.hall.write(lambda connection: alerts.leave_unsure(connection, channel))
            now = self.watch.now()
            if channel == "email" and await self.hall.read(resets.is_waiting):
                most = self.hall.limits.reset_mails
                await self.hall.write(lambda connection: resets.look_up(connection, most, now))
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
        if parcel.kind == "reset" and now - parcel.born > alerts.RESET_GIVEN_UP:
            await self._finish(parcel, "", "dropped")
            return None
        if parcel.kind in (*alerts.TURNS, *alerts.NEWS) and is_quiet(
            wishes.quiet_from, wishes.quiet_to, wishes.zone, now
        ):
            await self.hall.write(
                lambda connection: alerts.postpone(connection, parcel, now + LATER)
            )
            return None
        message = await self.composer.compose(parcel, wishes, self.hall.is_looking)
        if message is None:
            await self._finish(parcel, "", "dropped")
        return message

    async def _send_mails(self, parcels: list[Parcel]) -> None:
        assert self.settings.mail is not None
        line = MailLine(self.settings.mail)
        trouble = ""
        try:
            for parcel in parcels:
                if self._is_closing:
                    return
                if trouble:  # one who does not answer is not asked by everybody
                    await self._put_off(parcel, "", trouble)
                    continue
                try:
                    await self._send_mail(line, parcel)
                    self.mail_trouble = ""
                except Unreachable as problem:
                    log.warning("%s", problem)
                    self.mail_trouble = trouble = str(problem)
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
        if parcel.kind == alert_wishes.MOVED:
            address, is_verified = parcel.target, True
        if not (is_verified or (address and parcel.kind == "verify")):
            await self._finish(parcel, "", "dropped")
            return
        settings, now = self.settings, self.watch.now()
        stop = (
            await self.keys.stop_address(parcel.person)
            if parcel.kind not in (*alert_wishes.GOOD_FOR, alert_wishes.MOVED)
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
        if self._is_closing:
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
                    several = parcel.kind if parcel.kind in alerts.NEWS else "games"
                    tag = message.games[0] if len(message.games) == 1 else several
                    text = push_text(message.words, tag)
                    body = push.seal(text, device.p256dh, device.auth)
                    seconds = self.watch.now() // 1000
                    headers = {
                        "Authorization": push.vouch(
                            url, await self.keys.get("vapid"), settings.subject, seconds
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
        if state != "dropped":
            self.hall.counts.notices[
                f"{parcel.channel}_{'sent' if state == 'sent' else 'troubles'}"
            ] += 1
        await self.hall.write(
            lambda connection: alerts.finish(connection, parcel, mark, state, now, trouble)
        )

    async def _put_off(self, parcel: Parcel, mark: str, trouble: str, after: float = 0.0) -> None:
        now = self.watch.now()
        self.hall.counts.notices[f"{parcel.channel}_troubles"] += 1
        pause = round(after * 1000)
        await self.hall.write(
            lambda connection: alerts.put_off(connection, parcel, mark, now, trouble, pause)
        )
