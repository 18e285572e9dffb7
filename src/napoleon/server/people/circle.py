"""Somebody's circle: friends, those who ask, those who are blocked or not heard, and whom he has
met. Friends see each other at a table only if both want it."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.live.hall import Hall
from napoleon.server.people.messages import Acquaintance, PeopleList
from napoleon.server.people.standards import seed_of
from napoleon.server.person import Person
from napoleon.server.store import bonds, presence
from napoleon.server.store.tables import games, people, seats

MET: Final = 20  # people, the latest


class Circle:
    """What others are to somebody, read once."""

    def __init__(self, connection: Connection, person: str, at_tables: set[str]) -> None:
        """`at_tables` are those who are at a table in this process."""
        self._connection = connection
        self._mine = bonds.bonds_of(connection, person)
        self._askers = bonds.askers_of(connection, person)
        self.is_seen = bonds.wishes_of(connection, person).is_seen
        friends = {
            other
            for other, kinds in self._mine.items()
            if "friend" in kinds and other in self._askers
        }
        self._here: set[str] = set()
        if self.is_seen and friends:
            here = at_tables | presence.at_tables(connection)
            self._here = bonds.seen_among(connection, friends & here)

    @property
    def known(self) -> set[str]:
        """Everybody who is something to him, and who calls him a friend without being blocked."""
        blocked = {other for other, kinds in self._mine.items() if "block" in kinds}
        return set(self._mine) | (self._askers - blocked)

    def describe(self, who: Person) -> Acquaintance:
        """Somebody in his eyes."""
        kinds = self._mine.get(who.id, set())
        return Acquaintance(
            id=who.id,
            name=who.name,
            is_account=who.is_account,
            picture=picture_of(who.id),
            is_friend="friend" in kinds,
            has_asked=who.id in self._askers and "block" not in kinds,
            is_blocked="block" in kinds,
            is_muted="mute" in kinds,
            is_here=who.id in self._here,
        )


def picture_of(person: str) -> str:
    """Where somebody's picture is."""
    return f"/pictures/{seed_of(person)}.svg"


def at_tables(hall: Hall) -> set[str]:
    """Who is at a table in this process."""
    return {
        connection.person
        for connection in hall.connections
        if connection.viewer is not None and connection.person is not None
    }


def list_people(connection: Connection, person: str, here: set[str]) -> PeopleList:
    """Everybody whom somebody knows, friends first; and whom he has met at a table lately."""
    circle = Circle(connection, person, here)
    known = circle.known
    met = [one for one in _met(connection, person) if one not in known]
    found = bonds.find_people(connection, {*known, *met})
    listed = [circle.describe(found[one]) for one in known if one in found]
    listed.sort(key=lambda one: (not one.is_here, not one.is_friend, one.name.casefold()))
    return PeopleList(
        circle.is_seen, listed, [circle.describe(found[one]) for one in met if one in found]
    )


def _met(connection: Connection, person: str) -> list[str]:
    """Whom somebody has played with, the latest first."""
    mine, others = seats.alias(), seats.alias()
    query = (
        sa.select(others.c.person)
        .join(mine, mine.c.game == others.c.game)
        .join(games, games.c.id == mine.c.game)
        .join(people, people.c.id == others.c.person)
        .where(mine.c.person == person, others.c.person != person, people.c.created != "")
        .group_by(others.c.person)
        .order_by(sa.func.max(games.c.updated).desc())
        .limit(MET)
    )
    return list(connection.execute(query).scalars())


def profile_of(connection: Connection, person: str) -> tuple[Person, str] | None:
    """Return the holder of an account by the id, and the month in which they came; None for guests
    and for those who are banned."""
    row = connection.execute(
        sa.select(people).where(
            people.c.id == person, people.c.account.is_not(None), people.c.banned.is_(None)
        )
    ).first()
    if row is None:
        return None
    return Person(row.id, row.name, row.account, row.lang), row.created[:7]
