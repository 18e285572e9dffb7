"""How people want to be told: their wishes, addresses, devices and webhooks; secrets of the house.

Of what stands in a link of a mail only a hash is kept. A link is good for one thing, once, and only
while the address is still that person's. A later mail does not end the links before it: else others
could end them by asking for more. The first link that is used ends all others of its kind.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final, Literal, get_args

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import alerts
from napoleon.server.store.alert_tables import (
    alert_wishes,
    email_tokens,
    emails,
    push_devices,
    server_keys,
    webhooks,
)
from napoleon.server.store.alerts import Pace
from napoleon.server.store.mail_slots import HOUR, take_slot
from napoleon.server.store.people_upkeep import set_password
from napoleon.server.store.tables import people

Channel = Literal["page", "email", "push", "webhook"]
PACES: Final[tuple[Pace, ...]] = get_args(Pace)
MOST_DEVICES: Final = 10  # of one person; the oldest gives way
VERIFY_MAILS: Final = 5  # an hour to one address, whoever says that it is theirs
RESET_MAILS: Final = 3  # an hour to one address, and for one account
MOVED: Final = "moved"  # the kind of a message to an address that was given up: its target
GOOD_FOR: Final = {"verify": 48 * HOUR, "reset": HOUR}


class Wishes(msgspec.Struct, frozen=True):
    """How somebody wants to be told: by which channels at which pace, and when not."""

    choices: dict[Pace, list[Channel]]
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"


# Whoever has a clock of minutes sits before it: a mail would come too late.
USUAL: Final = Wishes(
    {
        "none": ["page", "email", "push", "webhook"],
        "live": ["page", "push", "webhook"],
        "days": ["page", "email", "push", "webhook"],
    }
)


def is_wished(wishes: Wishes, pace: Pace, channel: str) -> bool:
    """Whether somebody wants to be told by a channel of a game at this pace."""
    return channel in wishes.choices.get(pace, [])


class Device(msgspec.Struct, frozen=True):
    """A browser that takes messages."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    name: str


# --- wishes


def read_wishes(connection: Connection, person: str) -> Wishes:
    """What somebody has chosen, or what is usual."""
    row = connection.execute(sa.select(alert_wishes).where(alert_wishes.c.person == person)).first()
    if row is None:
        return USUAL
    choices = msgspec.json.decode(row.choices, type=dict[Pace, list[Channel]])
    return Wishes(choices, row.quiet_from, row.quiet_to, row.zone)


def write_wishes(connection: Connection, person: str, wishes: Wishes) -> None:
    """What somebody has chosen."""
    row = {
        "choices": msgspec.json.encode(wishes.choices).decode(),
        "quiet_from": wishes.quiet_from,
        "quiet_to": wishes.quiet_to,
        "zone": wishes.zone,
    }
    _put(connection, alert_wishes, person, row)


def _put(connection: Connection, table: sa.Table, person: str, row: dict[str, Any]) -> None:
    """A person's row of a table that has one a person."""
    if not alerts.insert_new(connection, table, {"person": person, **row}):
        connection.execute(sa.update(table).where(table.c.person == person).values(row))


def stop_channel(connection: Connection, person: str, channel: Channel) -> None:
    """No more messages by a channel, at any pace."""
    wishes = read_wishes(connection, person)
    choices = {
        pace: [one for one in wishes.choices.get(pace, []) if one != channel] for pace in PACES
    }
    write_wishes(connection, person, msgspec.structs.replace(wishes, choices=choices))


# --- mail


def find_email(connection: Connection, person: str) -> tuple[str, bool]:
    """Somebody's address ("": none), and whether it is known to be theirs."""
    row = connection.execute(sa.select(emails).where(emails.c.person == person)).first()
    return (row.address, bool(row.verified)) if row is not None else ("", False)


def set_email(connection: Connection, person: str, address: str, now: int) -> None:
    """Store another address ("": none), to be confirmed by a mail that goes there; the one before
    is told of it, if it was confirmed. Raises Refused where too many such mails went there within
    the hour."""
    before, is_verified = find_email(connection, person)
    if is_verified and before != address:
        alerts.post(connection, person, "email", before, MOVED, [], now)
    connection.execute(sa.delete(email_tokens).where(email_tokens.c.person == person))
    if not address:
        connection.execute(sa.delete(emails).where(emails.c.person == person))
        return
    if not take_slot(connection, "verify", address, VERIFY_MAILS, now):
        raise Refused("busy", "too many of these: a little slower, please")
    _put(connection, emails, person, {"address": address, "verified": False})
    alerts.post(connection, person, "email", "", "verify", [], now)


def new_link(
    connection: Connection, person: str, purpose: str, address: str, token: str, now: int
) -> None:
    """Store what the link of a mail that goes out now is good for, and until when."""
    connection.execute(
        sa.insert(email_tokens),
        {
            "token": _hash(token),
            "person": person,
            "purpose": purpose,
            "address": address,
            "until": now + GOOD_FOR[purpose],
        },
    )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _use_link(connection: Connection, token: str, purpose: str, now: int) -> str | None:
    """Return whose link this is, and end it and all others of this person and purpose; None if it
    is not good."""
    mine = (email_tokens.c.token == _hash(token)) & (email_tokens.c.purpose == purpose)
    row = connection.execute(sa.select(email_tokens).where(mine)).first()
    used = connection.execute(sa.delete(email_tokens).where(mine))
    if row is None or used.rowcount != 1 or row.until < now:
        return None
    alerts.end_links(connection, row.person, purpose)
    return str(row.person) if find_email(connection, row.person)[0] == row.address else None


def verify_email(connection: Connection, token: str, now: int) -> str | None:
    """Somebody has opened the link that was sent to their address; None: it is not good."""
    person = _use_link(connection, token, "verify", now)
    if person is not None:
        connection.execute(sa.update(emails).where(emails.c.person == person).values(verified=True))
    return person


def ask_for_reset(
    connection: Connection, account: str, address: str, now: int, most: int = RESET_MAILS
) -> None:
    """Post a mail with a link to a new password to the holder of this account, and to every account
    with this confirmed address; at most `most` an hour to one address and for one account."""
    query = (
        sa.select(people.c.id, emails.c.address)
        .join(emails, emails.c.person == people.c.id)
        .where(
            emails.c.verified,
            people.c.account.is_not(None),
            people.c.banned.is_(None),
            (people.c.account == account) | (sa.func.lower(emails.c.address) == address.lower()),
        )
    )
    for row in connection.execute(query).all():
        is_allowed = take_slot(connection, "reset", row.address, most, now) and take_slot(
            connection, "reset", row.id, most, now
        )
        if is_allowed:
            alerts.post(connection, row.id, "email", "", "reset", [], now)


def reset_password(connection: Connection, token: str, hashed: str, now: int) -> Person | None:
    """Set a new password by a link; every session and every other such link of the account ends.
    None: the link is not good."""
    person = _use_link(connection, token, "reset", now)
    if person is None:
        return None
    set_password(connection, person, hashed)
    row = connection.execute(sa.select(people).where(people.c.id == person)).one()
    return Person(row.id, row.name, row.account, row.lang)


# --- devices and webhooks


def add_device(connection: Connection, person: str, device: Device) -> None:
    """A browser is to take messages; a browser is one person's at a time."""
    connection.execute(sa.delete(push_devices).where(push_devices.c.endpoint == device.endpoint))
    mine = push_devices.c.person == person
    known = connection.execute(sa.select(push_devices.c.id).where(mine)).scalars().all()
    for old in known[: max(0, len(known) - MOST_DEVICES + 1)]:
        remove_device(connection, person, old)
    row = {"person": person, **msgspec.structs.asdict(device)}
    connection.execute(sa.insert(push_devices), row)


def remove_device(connection: Connection, person: str, ident: str) -> None:
    """A browser takes no more messages."""
    connection.execute(
        sa.delete(push_devices).where(push_devices.c.person == person, push_devices.c.id == ident)
    )


def devices_of(connection: Connection, person: str) -> list[Device]:
    """The browsers of somebody that take messages."""
    query = sa.select(push_devices).where(push_devices.c.person == person)
    return [
        Device(row.id, row.endpoint, row.p256dh, row.auth, row.name)
        for row in connection.execute(query)
    ]


def set_webhook(connection: Connection, person: str, url: str, form: str) -> None:
    """Where messages are to be sent ("": nowhere)."""
    if url:
        _put(connection, webhooks, person, {"url": url, "form": form})
    else:
        connection.execute(sa.delete(webhooks).where(webhooks.c.person == person))


def find_webhook(connection: Connection, person: str) -> tuple[str, str]:
    """The address of somebody's webhook ("": none), and what it is sent."""
    row = connection.execute(sa.select(webhooks).where(webhooks.c.person == person)).first()
    return (row.url, row.form) if row is not None else ("", "json")


def find_person(connection: Connection, person: str) -> Person | None:
    """Somebody who is welcome here."""
    query = sa.select(people).where(people.c.id == person, people.c.banned.is_(None))
    row = connection.execute(query).first()
    return Person(row.id, row.name, row.account, row.lang) if row is not None else None


# --- secrets of the house


def house_key(connection: Connection, name: str, fresh: str) -> str:
    """A secret of the house: the one that is kept, else this fresh one from now on."""
    alerts.insert_new(connection, server_keys, {"name": name, "value": fresh})
    query = sa.select(server_keys.c.value).where(server_keys.c.name == name)
    return str(connection.execute(query).scalar_one())


def new_mark() -> str:
    """A name for a claim or a device."""
    return secrets.token_hex(8)
