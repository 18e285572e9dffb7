"""Guests, accounts and sessions."""

from __future__ import annotations

import base64
import hashlib
import secrets

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from argon2.low_level import ARGON2_VERSION
from sqlalchemy import Connection

from napoleon.rules.words.language import N_
from napoleon.server.cleaning import clean, skeleton
from napoleon.server.limits import NAME_LENGTH, PASSWORD_LENGTH, SHORTEST_PASSWORD
from napoleon.server.names import guest_name
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import alert_wishes, alerts, bonds, naming
from napoleon.server.store import tables as store
from napoleon.server.store.people_tables import devices
from napoleon.server.store.people_upkeep import account_of, set_password
from napoleon.server.store.tables import people, seats, sessions
from napoleon.server.table.stories import new_id

COOKIE = "napoleon"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep none longer
HAS_ACCOUNT = N_("you have an account already")

_hasher = PasswordHasher()


def _nobodys_hash() -> str:
    """One to compare with when there is no such account, so that the answer takes as long.

    It is the hash of nothing, drawn by lot: making a true one takes a quarter of a second, at every
    start of every process.
    """
    salt, digest = (
        base64.b64encode(secrets.token_bytes(size)).rstrip(b"=").decode()
        for size in (_hasher.salt_len, _hasher.hash_len)
    )
    cost = f"m={_hasher.memory_cost},t={_hasher.time_cost},p={_hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${digest}"


_nobody = _nobodys_hash()


def new_cookie() -> str:
    """The secret of a session: 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_cookie(cookie: str) -> str:
    """What is stored of it."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def account_name(name: str) -> str:
    """The name under which an account is found."""
    return account_of(clean(name, NAME_LENGTH))


def add_guest(connection: Connection, cookie: str, lang: str, now: str) -> Person:
    """A new guest with a session."""
    name = guest_name(lang)
    while not naming.is_free(connection, name, ""):
        name = guest_name(lang)
    person = Person(new_id(), name, None, lang)
    connection.execute(
        sa.insert(people),
        {
            "id": person.id,
            "name": person.name,
            "account": None,
            "password": None,
            "lang": lang,
            "created": now,
            "skeleton": skeleton(name),
        },
    )
    row = {"token": hash_cookie(cookie), "person": person.id, "created": now, "used": now}
    connection.execute(sa.insert(sessions), row)
    return person


def _add_session(connection: Connection, cookie: str, person: str, now: str) -> None:
    """Begin a session of whoever has just shown to be the holder of an account."""
    row = {"token": hash_cookie(cookie), "person": person, "created": now, "used": now}
    connection.execute(sa.insert(sessions), {**row, "proved": now})


def renew_session(connection: Connection, token: str, cookie: str, now: str) -> bool:
    """Give a session another cookie, after its holder has shown to be the account's: a copy of the
    old one, by its hash `token`, opens nothing more. False if it has ended meanwhile."""
    fresh = hash_cookie(cookie)
    found = connection.execute(
        sa.update(sessions).where(sessions.c.token == token).values(token=fresh, proved=now)
    )
    connection.execute(sa.update(devices).where(devices.c.token == token).values(token=fresh))
    return found.rowcount == 1


def proved_at(connection: Connection, cookie: str) -> str:
    """When a session last showed that it is the account's holder's; "" if it never did."""
    query = sa.select(sessions.c.proved).where(sessions.c.token == hash_cookie(cookie))
    return connection.execute(query).scalar() or ""


def use_session(connection: Connection, token: str, now: str) -> None:
    """Note that a session is still in use."""
    connection.execute(sa.update(sessions).where(sessions.c.token == token).values(used=now))


def sessions_of(connection: Connection, person: str) -> list[str]:
    """The hashes of the cookies of somebody's sessions."""
    query = sa.select(sessions.c.token).where(sessions.c.person == person)
    return list(connection.execute(query).scalars())


def end_session(connection: Connection, cookie: str) -> str | None:
    """Forget a cookie. Return the id of the person whose session it was; None: it is no session, or
    has ended meanwhile. Of two transactions that end one session only one gets the id."""
    mine = sessions.c.token == hash_cookie(cookie)
    ended = connection.execute(sa.delete(sessions).where(mine).returning(sessions.c.person))
    return ended.scalar()


def change(connection: Connection, person: Person) -> Person:
    """Store a person's name and language. Raises Refused if the name is another account's.

    Whether the person has an account is read here: a guest may have registered meanwhile.
    """
    mine = people.c.id == person.id
    before = connection.execute(sa.select(people.c.name, people.c.account).where(mine)).first()
    if before is not None and before.name != person.name:
        if before.account is not None:
            naming.claim(connection, person.id, person.name, before.account)
        else:
            naming.check_free(connection, person.name, person.id)
    connection.execute(
        sa.update(people)
        .where(mine)
        .values(
            name=person.name,
            lang=person.lang,
            skeleton=skeleton(person.name),
            former_name=person.former_name,
        )
    )
    return person


def hash_password(password: str) -> str:
    """Slow on purpose: not for the event loop."""
    if not SHORTEST_PASSWORD <= len(password) <= PASSWORD_LENGTH:
        raise Refused(
            "bad-password",
            "expected a password of {least} to {most} characters",
            least=SHORTEST_PASSWORD,
            most=PASSWORD_LENGTH,
        )
    return _hasher.hash(password)


def register(
    connection: Connection, person: Person, name: str, hashed: str, cookie: str, now: str
) -> Person:
    """Make a guest the holder of an account; the session gets a new cookie. The guest's webhook
    goes: who set it up need not be who has the account. Raises Refused if the name is taken, or if
    the guest has got an account meanwhile."""
    if person.is_account:
        raise Refused("has-account", HAS_ACCOUNT)
    account = account_name(name)
    if store.find_account(connection, account) is not None:
        raise Refused("name-taken", naming.TAKEN)
    # First: of two processes one waits here for the other, and is refused.
    naming.claim(connection, person.id, name, account)
    made = connection.execute(
        sa.update(people)
        .where(people.c.id == person.id, people.c.account.is_(None))
        .values(
            name=name,
            account=account,
            password=hashed,
            skeleton=skeleton(name),
            former_name="",
            # The account is as old as itself, not as the guest: ratings ask for some age.
            created=now,
        )
    )
    if made.rowcount != 1:
        raise Refused("has-account", HAS_ACCOUNT)
    alert_wishes.set_webhook(connection, person.id, "", "")
    _add_session(connection, cookie, person.id, now)
    return Person(person.id, name, account, person.lang)


def change_password(
    connection: Connection, person: Person, old: str, hashed: str, cookie: str, now: str
) -> None:
    """Store a new password and begin a session with a new cookie; all others end, and links to a
    new password are good no more. `old` is the hash of the password that was shown; raises Refused
    if it has been changed meanwhile."""
    found = store.find_account(connection, person.account or "")
    if found is None or found[1] != old:
        raise Refused("wrong-login", "there is no account with this name and password")
    set_password(connection, person.id, hashed)
    _add_session(connection, cookie, person.id, now)


def find_by_password(connection: Connection, name: str, password: str) -> Person:
    """Whose account this is; slow on purpose. Raises the same for a wrong name or password."""
    return check_password(store.find_account(connection, account_name(name)), password)


def check_password(found: tuple[Person, str] | None, password: str) -> Person:
    """The same, once the account has been looked up; None: there is none."""
    hashed = found[1] if found is not None else _nobody
    try:
        _hasher.verify(hashed, password[:PASSWORD_LENGTH])
    except Argon2Error:
        found = None
    if found is None:
        raise Refused("wrong-login", "there is no account with this name and password")
    return found[0]


def _is_guest(connection: Connection, person: str) -> bool:
    mine = (people.c.id == person) & people.c.account.is_(None)
    return connection.execute(sa.select(people.c.id).where(mine)).first() is not None


def log_in(
    connection: Connection, guest: Person | None, person: Person, cookie: str, now: str
) -> Person:
    """Begin a session of an account; the games of the guest come along, unless the guest has got
    an account meanwhile."""
    _add_session(connection, cookie, person.id, now)
    if guest is not None and _is_guest(connection, guest.id):
        connection.execute(
            sa.update(seats).where(seats.c.person == guest.id).values(person=person.id)
        )
        for game, seat in store.witnessed(connection, guest.id):
            store.add_witness(connection, game, person.id, seat)
        connection.execute(
            sa.update(store.games)
            .where(store.games.c.creator == guest.id)
            .values(creator=person.id)
        )
        bonds.come_along(connection, guest.id, person.id)
        alerts.become(connection, guest.id, person.id)
        said = store.chats.c.person == guest.id
        connection.execute(sa.update(store.chats).where(said).values(person=person.id))
        for part in (store.bids.c.host, store.bids.c.guest):
            connection.execute(
                sa.update(store.bids).where(part == guest.id).values({part.name: person.id})
            )
    return person
