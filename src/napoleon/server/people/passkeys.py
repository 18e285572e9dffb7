"""Passkeys: made, used and taken away. The library `webauthn` checks what authenticators say; a
challenge is stored, is good once, and not for long, whichever process hears the answer."""

from __future__ import annotations

import ipaddress
import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
import webauthn
from litestar import Request
from sqlalchemy import Connection
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from napoleon.rules.words.language import N_
from napoleon.server.cleaning import clean, is_token
from napoleon.server.limits import NAME_LENGTH
from napoleon.server.people.messages import PasskeyInfo
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store.bonds import find_people
from napoleon.server.store.people_tables import ceremonies, passkeys

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,1400}", re.ASCII)
PATIENCE: Final = timedelta(minutes=5)  # between a challenge and its answer
MOST: Final = 20  # passkeys of one person
MOST_WAITING: Final = 10_000  # challenges; the oldest are not waited for beyond it
NAME: Final = "Napoléon 1815"
REGISTER: Final = "register"
LOGIN: Final = "login"
NOT_ACCEPTED: Final = N_("this passkey was not accepted: try again")


class House(NamedTuple):
    """Under which name a browser knows this server, and from where its pages come."""

    id: str
    origin: str

    @property
    def can_have_passkeys(self) -> bool:
        """Passkeys belong to a name, never to an address of numbers."""
        try:
            ipaddress.ip_address(self.id.strip("[]"))
        except ValueError:
            return bool(self.id)
        return False


def house_of(request: Request[Any, Any, Any]) -> House:
    """Return the house that a request came to."""
    host = request.headers.get("host", "").lower()
    return House((request.url.hostname or "").lower(), f"{request.url.scheme}://{host}")


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def _challenge(connection: Connection, kind: str, person: str) -> bytes:
    """A new challenge, stored until it is answered."""
    now = datetime.now(UTC)
    old = ceremonies.c.created < _text(now - PATIENCE)
    connection.execute(sa.delete(ceremonies).where(old))
    waiting = connection.execute(sa.select(sa.func.count()).select_from(ceremonies)).scalar_one()
    if waiting >= MOST_WAITING:
        raise Refused("busy", "too many of these: a little slower, please")
    challenge = secrets.token_bytes(32)
    connection.execute(
        sa.insert(ceremonies),
        {
            "challenge": bytes_to_base64url(challenge),
            "kind": kind,
            "person": person,
            "created": _text(now),
        },
    )
    return challenge


def _spend(
    connection: Connection, credential: dict[str, Any], kind: str, person: str
) -> bytes | None:
    """The challenge that an answer speaks of, if it was ours, was not answered before and is not
    old."""
    try:
        said = msgspec.json.decode(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge = said["challenge"]
    except (KeyError, TypeError, ValueError):
        return None
    if not isinstance(challenge, str) or not is_token(challenge):
        return None
    spent = connection.execute(
        sa.delete(ceremonies).where(
            ceremonies.c.challenge == challenge,
            ceremonies.c.kind == kind,
            ceremonies.c.person == person,
            ceremonies.c.created >= _text(datetime.now(UTC) - PATIENCE),
        )
    )
    return base64url_to_bytes(challenge) if spent.rowcount == 1 else None


def _options(made: Any) -> dict[str, Any]:
    options: dict[str, Any] = msgspec.json.decode(webauthn.options_to_json(made))
    return options


def begin_making(connection: Connection, house: House, person: Person) -> dict[str, Any]:
    """What an authenticator is asked that is to make a passkey."""
    _check_house(house)
    if not person.is_account:
        raise Refused("not-now", "passkeys are for accounts: make one first")
    known = connection.execute(
        sa.select(passkeys.c.id).where(passkeys.c.person == person.id)
    ).scalars()
    ids = list(known)
    if len(ids) >= MOST:
        raise Refused("busy", "you have {number} passkeys: remove one first", number=len(ids))
    return _options(
        webauthn.generate_registration_options(
            rp_id=house.id,
            rp_name=NAME,
            user_id=person.id.encode(),
            user_name=person.name,
            challenge=_challenge(connection, REGISTER, person.id),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in ids
            ],
        )
    )


def make(
    connection: Connection,
    house: House,
    person: Person,
    credential: dict[str, Any],
    name: str,
    now: str,
) -> bool:
    """Keep a passkey that was made; False if it is not accepted. The challenge is spent either way,
    so that is no refusal: one would undo it."""
    challenge = _spend(connection, credential, REGISTER, person.id)
    if challenge is None:
        return False
    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=house.id,
            expected_origin=house.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError):
        return False
    ident = bytes_to_base64url(made.credential_id)
    taken = sa.select(passkeys.c.id).where(passkeys.c.id == ident)
    if connection.execute(taken).first() is not None:
        return False
    connection.execute(
        sa.insert(passkeys),
        {
            "id": ident,
            "person": person.id,
            "public_key": made.credential_public_key,
            "sign_count": made.sign_count,
            "name": clean(name, NAME_LENGTH) or NAME,
            "created": now,
            "used": "",
        },
    )
    return True


def begin_login(connection: Connection, house: House) -> dict[str, Any]:
    """What an authenticator is asked by which somebody comes in; it knows itself whose it is."""
    _check_house(house)
    return _options(
        webauthn.generate_authentication_options(
            rp_id=house.id,
            challenge=_challenge(connection, LOGIN, ""),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
    )


def log_in(
    connection: Connection, house: House, credential: dict[str, Any], now: str
) -> Person | None:
    """Whose passkey has answered; None if it is not accepted."""
    challenge = _spend(connection, credential, LOGIN, "")
    if challenge is None:
        return None
    ident = credential.get("id")
    if not isinstance(ident, str) or ID.fullmatch(ident) is None:
        return None
    row = connection.execute(sa.select(passkeys).where(passkeys.c.id == ident)).first()
    if row is None:
        return None
    try:
        used = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=house.id,
            expected_origin=house.origin,
            credential_public_key=bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError):
        return None
    # A count that somebody else has moved meanwhile is that of a copy.
    counted = connection.execute(
        sa.update(passkeys)
        .where(passkeys.c.id == ident, passkeys.c.sign_count == row.sign_count)
        .values(sign_count=used.new_sign_count, used=now)
    )
    if counted.rowcount != 1:
        return None
    return find_people(connection, {row.person}).get(row.person)


def list_passkeys(connection: Connection, person: str) -> list[PasskeyInfo]:
    """The passkeys of somebody, the oldest first."""
    query = sa.select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created)
    return [
        PasskeyInfo(row.id, row.name, row.created, row.used) for row in connection.execute(query)
    ]


def remove_since(connection: Connection, person: str, since: str) -> int:
    """Remove the passkeys that somebody has added since a day or moment; returns how many."""
    new = (passkeys.c.person == person, passkeys.c.created >= since)
    return connection.execute(sa.delete(passkeys).where(*new)).rowcount


def rename(connection: Connection, person: str, ident: str, name: str) -> None:
    """Call a passkey something else."""
    called = clean(name, NAME_LENGTH)
    if not called:
        raise Refused("bad-name", "expected a name")
    _found(ID.fullmatch(ident) is not None)
    _found(
        connection.execute(
            sa.update(passkeys)
            .where(passkeys.c.person == person, passkeys.c.id == ident)
            .values(name=called)
        ).rowcount
    )


def remove(connection: Connection, person: str, ident: str) -> None:
    """A passkey opens nothing any more."""
    _found(ID.fullmatch(ident) is not None)
    _found(
        connection.execute(
            sa.delete(passkeys).where(passkeys.c.person == person, passkeys.c.id == ident)
        ).rowcount
    )


def _found(number: int) -> None:
    if not number:
        raise Refused("not-found", "there is no such passkey of yours")


def _check_house(house: House) -> None:
    if not house.can_have_passkeys:
        raise Refused("not-now", "passkeys need a server with a name, not an address of numbers")
