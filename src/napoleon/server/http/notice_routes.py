"""The calls about notices and forgotten passwords (docs/protocol.md)."""

from __future__ import annotations

import time
from typing import cast

from litestar import get, post
from sqlalchemy import Connection

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.alerts import push
from napoleon.server.alerts.forms import WebhookForm
from napoleon.server.alerts.mail import LONGEST_ADDRESS, is_address
from napoleon.server.alerts.messenger import Messenger
from napoleon.server.alerts.quiet import is_zone
from napoleon.server.alerts.wire import LONGEST_TRY, BadAddress, check_url
from napoleon.server.alerts.words import opponents
from napoleon.server.cleaning import clean, is_token
from napoleon.server.http import people
from napoleon.server.http.doorkeeper import Asked, keeper_of
from napoleon.server.http.messages import Me, Nothing
from napoleon.server.http.notice_messages import (
    ChannelChoice,
    DeviceChoice,
    DeviceInfo,
    EmailChoice,
    Forgotten,
    LinkToken,
    Missing,
    NewDevice,
    NewPassword,
    NoticeInfo,
    NoticeWishes,
    WaitingGame,
    WebhookChoice,
)
from napoleon.server.limits import Buckets
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import alert_wishes, alerts, resets
from napoleon.server.store import tables as store
from napoleon.server.store.alert_wishes import Channel, Device, Wishes
from napoleon.server.store.alerts import Pace

DEVICE_NAME = 80  # characters
MAILS = Buckets(1 / 600, 5)  # that one person has sent: one in ten minutes, five at once
# What people read of a message that did not arrive: the same whatever the cause, so that nobody
# learns from it how the network of the server looks within.
TROUBLES: dict[Channel, str] = {
    "email": N_("The latest mail may not have arrived. Check the address, or try again later."),
    "push": N_("The latest message may not have arrived. If that stays so, add this device again."),
    "webhook": N_("The latest message may not have arrived. Check the address, or try it again."),
}


def _messenger(request: Asked) -> Messenger:
    messenger: Messenger = request.app.state.messenger
    return messenger


def _admit(buckets: Buckets, whose: str) -> None:
    if not buckets.take(whose, time.monotonic()):
        raise Refused("busy", "too many of these: a little slower, please")


def _missing(messenger: Messenger, person: Person) -> dict[Channel, Missing]:
    """Why a channel is off."""
    settings = messenger.settings
    found: dict[Channel, Missing] = {}
    if not settings.has_mail:
        found["email"] = "mail"
    elif not person.is_account:
        found["email"] = "account"
    if not settings.has_push:
        found |= {"push": "address", "webhook": "address"}
    return found


async def _describe(request: Asked, person: Person) -> NoticeInfo:
    messenger = _messenger(request)
    missing = _missing(messenger, person)
    # However long a try takes, its trouble is shown after the same time.
    tried = messenger.watch.now() - round(LONGEST_TRY * 1000)

    def read(
        connection: Connection,
    ) -> tuple[Wishes, tuple[str, bool], list[Device], tuple[str, str], dict[str, str]]:
        return (
            alert_wishes.read_wishes(connection, person.id),
            alert_wishes.find_email(connection, person.id),
            alert_wishes.devices_of(connection, person.id),
            alert_wishes.find_webhook(connection, person.id),
            {
                **alerts.last_trouble(connection, person.id, tried),
                **_only_mail(alerts.last_trouble(connection, person.id)),
            },
        )

    wishes, email, devices, webhook, trouble = await keeper_of(request).hall.read(read)
    key = "" if "push" in missing else push.public_key(await messenger.keys.get("vapid"))
    return NoticeInfo(
        wishes.choices,
        wishes.zone,
        wishes.quiet_from,
        wishes.quiet_to,
        missing,
        {
            channel: texts.say(words, texts.choose_language(person.lang))
            for channel, words in TROUBLES.items()
            if channel in trouble
        },
        *email,
        [DeviceInfo(device.id, device.name) for device in devices],
        key,
        webhook[0],
        cast("WebhookForm", webhook[1]),
    )


def _only_mail(trouble: dict[str, str]) -> dict[str, str]:
    """The trouble with the mail server, whose address nobody can choose: it is shown at once."""
    return {channel: words for channel, words in trouble.items() if channel == "email"}


@get("/api/notices")
async def show_notices(request: Asked) -> NoticeInfo:
    """How I am told that it is my turn."""
    return await _describe(request, await keeper_of(request).person(request))


@post("/api/notices", status_code=200)
async def change_notices(request: Asked, data: NoticeWishes) -> NoticeInfo:
    """How I want to be told."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    if not is_zone(data.zone):
        raise Refused("bad-request", "there is no such time zone")
    choices: dict[Pace, list[Channel]] = {
        pace: list(dict.fromkeys(data.choices.get(pace, []))) for pace in alert_wishes.PACES
    }
    wishes = Wishes(choices, data.quiet_from, data.quiet_to, data.zone)
    await keeper.hall.write(
        lambda connection: alert_wishes.write_wishes(connection, person.id, wishes)
    )
    return await _describe(request, person)


def _require(messenger: Messenger, person: Person, channel: Channel) -> None:
    missing = _missing(messenger, person).get(channel, "")
    if missing == "account":
        raise Refused("not-now", "mail needs an account: a guest's address could not be given back")
    if missing:
        raise Refused("not-now", "whoever runs this house has not set this up")


@post("/api/notices/email", status_code=200)
async def choose_email(request: Asked, data: EmailChoice) -> NoticeInfo:
    """Another e-mail address; a mail goes there, to be confirmed by its link, and one to the
    address before it."""
    keeper = keeper_of(request)
    person = await keeper.proven(request)
    address = data.address.strip()
    if address:
        _require(_messenger(request), person, "email")
        if not is_address(address):
            raise Refused("bad-request", "this is no e-mail address")
        _admit(MAILS, person.id)
        _admit(MAILS, address.lower())
    now = _messenger(request).watch.now()
    await keeper.hall.write(
        lambda connection: alert_wishes.set_email(connection, person.id, address, now)
    )
    return await _describe(request, person)


@post("/api/notices/verify", status_code=200)
async def verify_email(request: Asked, data: LinkToken) -> Nothing:
    """The link of a mail was opened; whoever has the mailbox need not be logged in."""
    now = _messenger(request).watch.now()
    found = await keeper_of(request).hall.write(
        lambda connection: alert_wishes.verify_email(connection, data.token, now)
    )
    if found is None:
        raise Refused("not-found", "this link is not good any more")
    return Nothing()


@post("/api/notices/device", status_code=200)
async def add_device(request: Asked, data: NewDevice) -> NoticeInfo:
    """This browser is to take messages."""
    keeper, messenger = keeper_of(request), _messenger(request)
    person = await keeper.person(request)
    _require(messenger, person, "push")
    try:
        check_url(data.endpoint, is_private_allowed=messenger.settings.is_private_allowed)
        push.check_keys(data.p256dh, data.auth)
    except (BadAddress, push.BadKeys):
        raise Refused("bad-request", "this browser cannot be sent messages") from None
    name = clean(data.name, DEVICE_NAME)
    device = Device(alert_wishes.new_mark(), data.endpoint, data.p256dh, data.auth, name)
    await keeper.hall.write(
        lambda connection: alert_wishes.add_device(connection, person.id, device)
    )
    return await _describe(request, person)


@post("/api/notices/device/remove", status_code=200)
async def remove_device(request: Asked, data: DeviceChoice) -> NoticeInfo:
    """One of my browsers is to take no more messages."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    if is_token(data.id):
        await keeper.hall.write(
            lambda connection: alert_wishes.remove_device(connection, person.id, data.id)
        )
    return await _describe(request, person)


@post("/api/notices/webhook", status_code=200)
async def choose_webhook(request: Asked, data: WebhookChoice) -> NoticeInfo:
    """Where messages are to be sent."""
    keeper, messenger = keeper_of(request), _messenger(request)
    person = await keeper.person(request)
    url = data.url.strip()
    if url:
        _require(messenger, person, "webhook")
        try:
            check_url(url, is_private_allowed=messenger.settings.is_private_allowed)
        except BadAddress:
            raise Refused("bad-request", "expected an address that begins with https://") from None
    await keeper.hall.write(
        lambda connection: alert_wishes.set_webhook(connection, person.id, url, data.form)
    )
    return await _describe(request, person)


@post("/api/notices/test", status_code=200)
async def try_channel(request: Asked, data: ChannelChoice) -> Nothing:
    """Send me something by a channel."""
    keeper, messenger = keeper_of(request), _messenger(request)
    person = await keeper.person(request)
    _require(messenger, person, data.channel)
    _admit(MAILS, person.id)
    now = messenger.watch.now()

    def work(connection: Connection) -> int:
        found = alerts.targets(connection, person.id, data.channel)
        for target in found:
            alerts.post(connection, person.id, data.channel, target, "test", [], now)
        return len(found)

    if data.channel == "page" or not await keeper.hall.write(work):
        raise Refused("not-now", "there is nowhere to send it")
    return Nothing()


@get("/api/turns")
async def list_turns(request: Asked) -> list[WaitingGame]:
    """The games that wait for me, of which I want to be told in the page."""
    keeper = keeper_of(request)
    person = await keeper.person(request)

    def read(connection: Connection) -> list[WaitingGame]:
        wishes = alert_wishes.read_wishes(connection, person.id)
        ids = alerts.turns_of(connection, person.id)
        paces = alerts.paces_of(connection, ids)
        found: list[WaitingGame] = []
        for game in ids:
            if not alert_wishes.is_wished(wishes, paces[game], "page"):
                continue
            sheet = store.find_sheet(connection, game)
            if sheet is not None:
                found.append(WaitingGame(game, opponents(sheet, person.id), paces[game]))
        return found

    return await keeper.hall.read(read)


@post("/stop/{token:str}", status_code=200)
async def stop_mails(request: Asked, token: str) -> Nothing:
    """No more mail about turns: the one tap of a mail program (RFC 8058), or our page's."""
    person = await _messenger(request).keys.whose_stop(token)
    if person is None:
        raise Refused("not-found", "this link is not good any more")
    await keeper_of(request).hall.write(
        lambda connection: alert_wishes.stop_channel(connection, person, "email")
    )
    return Nothing()


# --- passwords


@post("/api/password/forgot", status_code=200)
async def forget_password(request: Asked, data: Forgotten) -> Nothing:
    """Store that a password is forgotten, and answer. Nothing is looked up before the answer, so
    that neither its words nor its time tell whether there is such an account."""
    keeper, messenger = keeper_of(request), _messenger(request)
    if not messenger.settings.has_mail:
        raise Refused("not-now", "whoever runs this house has not set this up")
    keeper.admit_login(request, data.who)
    who, now = clean(data.who, LONGEST_ADDRESS), messenger.watch.now()
    await keeper.hall.write(lambda connection: resets.ask(connection, who, now))
    return Nothing()


@post("/api/password/reset", status_code=200)
async def reset_password(request: Asked, data: NewPassword) -> Me:
    """Another password by the link of a mail; all sessions of the account end."""
    keeper, messenger = keeper_of(request), _messenger(request)
    keeper.admit_login(request, data.token)
    hashed = await keeper.hall.access.hash(lambda: people.hash_password(data.password))
    now = messenger.watch.now()
    person = await keeper.hall.write(
        lambda connection: alert_wishes.reset_password(connection, data.token, hashed, now)
    )
    if person is None:
        raise Refused("not-found", "this link is not good any more")
    keeper.replace(person.id)
    return Me(person.id, person.name, person.is_account, texts.choose_language(person.lang))


NOTICES = [
    show_notices,
    change_notices,
    choose_email,
    verify_email,
    add_device,
    remove_device,
    choose_webhook,
    try_channel,
    list_turns,
    stop_mails,
    forget_password,
    reset_password,
]
