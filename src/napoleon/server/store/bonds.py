"""Whom people call friends, whom they have blocked and whom they do not hear."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.cleaning import is_token
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import tables as store
from napoleon.server.store.people_tables import (
    bonds,
    ceremonies,
    devices,
    passkeys,
    reports,
    wishes,
)
from napoleon.server.table.sheet import Sheet

Kind = Literal["friend", "block", "mute"]
MOST: Final = 1000  # bonds of one person


class Wishes(NamedTuple):
    """What somebody lets others see."""

    is_seen: bool = False  # friends see that he is here
    is_shown: bool = True  # his profile shows results


def find_people(connection: Connection, ids: set[str]) -> dict[str, Person]:
    """People by id; what cannot be one is nobody's."""
    people = store.people.c
    ids = {one for one in ids if is_token(one)}
    query = sa.select(people.id, people.name, people.account, people.lang).where(people.id.in_(ids))
    return {row.id: Person(*row) for row in connection.execute(query)}


def tie(connection: Connection, person: str, other: str, kind: Kind, now: str) -> None:
    """Somebody is a friend, blocked or not heard from now on; who is blocked is no friend."""
    if person == other:
        raise Refused("bad-request", "this is you")
    number = sa.select(sa.func.count()).select_from(bonds).where(bonds.c.person == person)
    if connection.execute(number).scalar_one() >= MOST:
        raise Refused("busy", "too many of these: a little slower, please")
    untie(connection, person, other, kind)
    row = {"person": person, "other": other, "kind": kind, "created": now}
    connection.execute(sa.insert(bonds), row)
    if kind == "block":
        untie(connection, person, other, "friend")
        untie(connection, other, person, "friend")


def untie(connection: Connection, person: str, other: str, kind: Kind) -> None:
    """Somebody is that no longer."""
    connection.execute(
        sa.delete(bonds).where(
            bonds.c.person == person, bonds.c.other == other, bonds.c.kind == kind
        )
    )


def bonds_of(connection: Connection, person: str) -> dict[str, set[str]]:
    """What others are to somebody."""
    found: dict[str, set[str]] = {}
    for row in connection.execute(sa.select(bonds).where(bonds.c.person == person)):
        found.setdefault(row.other, set()).add(row.kind)
    return found


def askers_of(connection: Connection, person: str) -> set[str]:
    """Who calls somebody a friend."""
    query = sa.select(bonds.c.person).where(bonds.c.other == person, bonds.c.kind == "friend")
    return set(connection.execute(query).scalars())


def blockers_of(connection: Connection, person: str) -> set[str]:
    """Who has blocked somebody."""
    query = sa.select(bonds.c.person).where(bonds.c.other == person, bonds.c.kind == "block")
    return set(connection.execute(query).scalars())


def deaf_seats(connection: Connection, sheet: Sheet) -> dict[str, list[str]]:
    """For each seat at a table the others that it does not hear."""
    places: dict[str, list[str]] = {}
    for seat, sitter in sheet.seats.items():
        if sitter.person is not None:
            places.setdefault(sitter.person, []).append(seat)
    if len(places) < 2:
        return {}
    query = sa.select(bonds.c.person, bonds.c.other).where(
        bonds.c.person.in_(places), bonds.c.other.in_(places), bonds.c.kind.in_(("block", "mute"))
    )
    deaf: dict[str, list[str]] = {}
    for person, other in connection.execute(query):
        for seat in places[person]:
            deaf.setdefault(seat, []).extend(places[other])
    return deaf


def wishes_of(connection: Connection, person: str) -> Wishes:
    """What somebody lets others see."""
    row = connection.execute(sa.select(wishes).where(wishes.c.person == person)).first()
    return Wishes(bool(row.is_seen), bool(row.is_shown)) if row is not None else Wishes()


def wish(connection: Connection, person: str, wanted: Wishes) -> None:
    """Somebody wants others to see more or less."""
    values = wanted._asdict()
    found = connection.execute(sa.update(wishes).where(wishes.c.person == person).values(values))
    if not found.rowcount:
        connection.execute(sa.insert(wishes), {"person": person, **values})


def seen_among(connection: Connection, people: set[str]) -> set[str]:
    """Who of these lets friends see that he is here."""
    query = sa.select(wishes.c.person).where(wishes.c.person.in_(people), wishes.c.is_seen)
    return set(connection.execute(query).scalars())


def come_along(connection: Connection, guest: str, person: str) -> None:
    """A guest has become the holder of an account: whom the guest did not hear, that one does not
    hear either."""
    known = bonds_of(connection, person)
    for other, kinds in bonds_of(connection, guest).items():
        for kind in kinds - known.get(other, set()):
            if other != person:
                connection.execute(
                    sa.update(bonds)
                    .where(bonds.c.person == guest, bonds.c.other == other, bonds.c.kind == kind)
                    .values(person=person)
                )
    connection.execute(sa.delete(bonds).where(bonds.c.person == guest))


def forget(connection: Connection, person: str, nobody: str) -> None:
    """All that is kept of somebody goes; of complaints the words stay, under nobody's name."""
    for table in (passkeys, ceremonies, wishes):
        connection.execute(sa.delete(table).where(table.c.person == person))
    connection.execute(
        sa.delete(bonds).where((bonds.c.person == person) | (bonds.c.other == person))
    )
    for part in (reports.c.person, reports.c.other):
        connection.execute(sa.update(reports).where(part == person).values({part.name: nobody}))


def clear_away(connection: Connection, before: str) -> None:
    """Forget challenges older than a moment, and what belongs to sessions and guests that are
    gone."""
    connection.execute(sa.delete(ceremonies).where(ceremonies.c.created < before))
    there = sa.exists().where(store.sessions.c.token == devices.c.token)
    connection.execute(sa.delete(devices).where(~there))
    for part in (bonds.c.person, bonds.c.other, wishes.c.person):
        known = sa.exists().where(store.people.c.id == part)
        connection.execute(sa.delete(part.table).where(~known))
