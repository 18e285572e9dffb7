"""Names in the database: no two accounts have names that look alike, and no guest shows one of an
account's."""

from __future__ import annotations

import unicodedata
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.rules.words.language import N_
from napoleon.server.cleaning import skeleton, skeletons
from napoleon.server.limits import NAME_LENGTH
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store.people_tables import names
from napoleon.server.store.tables import people

TAKEN: Final = N_("somebody else has an account with this name, or with one that looks like it")


def is_free(connection: Connection, name: str, person: str) -> bool:
    """Return whether no account but that of `person` has a name that looks like this one."""
    query = sa.select(names.c.person).where(
        names.c.skeleton.in_(skeletons(name)), names.c.person != person
    )
    return connection.execute(query).first() is None


def locks_of(name: str) -> list[str]:
    """Return what to hold (store/holding.py) while a name is given to a person: of an account and a
    guest who take one that looks the same at one moment, in two processes, one waits."""
    return [f"name {one}" for one in sorted(skeletons(name))]


def check_free(connection: Connection, name: str, person: str) -> None:
    """Raise Refused if an account other than that of `person` has a name that looks like this."""
    if not is_free(connection, name, person):
        raise Refused("name-taken", TAKEN)


def claim(connection: Connection, person: str, name: str, account: str) -> None:
    """Give the holder of an account this name, and let go of the one before.

    `account` is the name to log in with, which stays claimed. Raises Refused if another account has
    a name that looks like it, also where another process is storing it at this moment.
    """
    check_free(connection, name, person)
    wanted = skeletons(name) | skeletons(account)
    mine = sa.select(names.c.skeleton).where(names.c.person == person)
    known = set(connection.execute(mine).scalars())
    connection.execute(
        sa.delete(names).where(names.c.person == person, names.c.skeleton.in_(known - wanted))
    )
    fresh = wanted - known
    # The name to log in with may look like another account's since before names were compared.
    old = fresh - skeletons(name)
    query = sa.select(names.c.skeleton).where(names.c.skeleton.in_(old))
    fresh -= set(connection.execute(query).scalars())
    if fresh:
        try:
            rows = [{"skeleton": one, "person": person} for one in sorted(fresh)]
            connection.execute(sa.insert(names), rows)
        except sa.exc.IntegrityError:
            raise Refused("name-taken", TAKEN) from None


def rename_guests(connection: Connection, person: str) -> list[Person]:
    """Give another name to the guests who show one that looks like those of an account; returns
    them as they are now."""
    taken = sa.select(names.c.skeleton).where(names.c.person == person)
    query = sa.select(people).where(
        people.c.skeleton.in_(taken), people.c.account.is_(None), people.c.created != ""
    )
    renamed: list[Person] = []
    for row in connection.execute(query).all():
        name = free_name(connection, row.name, row.id)
        former = row.former_name or row.name
        connection.execute(
            sa.update(people)
            .where(people.c.id == row.id)
            .values(name=name, skeleton=skeleton(name), former_name=former)
        )
        renamed.append(Person(row.id, name, None, row.lang, former))
    return renamed


def free_name(connection: Connection, name: str, person: str) -> str:
    """Return the name with the lowest number behind it by which it is like no account's."""
    number = 2
    while True:
        suffix = f" {number}"
        numbered = name[: NAME_LENGTH - len(suffix)].rstrip() + suffix
        if is_free(connection, numbered, person):
            return numbered
        number += 1


def find_named(connection: Connection, account: str) -> str | None:
    """Return the id of the person with this account, else of the account that is shown under this
    name; None if there is none. `account` is a name as `account_of` makes it."""
    query = sa.select(people.c.id).where(people.c.account == account)
    found = connection.execute(query).scalar()
    if found is not None:
        return str(found)
    shown = (
        sa.select(people.c.id, people.c.name)
        .join(names, names.c.person == people.c.id)
        .where(names.c.skeleton == skeleton(account))
    )
    row = connection.execute(shown).first()
    if row is None or unicodedata.normalize("NFKC", row.name).casefold() != account:
        return None
    return str(row.id)


def forget(connection: Connection, person: str) -> None:
    """Let go of the names of an account that is deleted."""
    connection.execute(sa.delete(names).where(names.c.person == person))
