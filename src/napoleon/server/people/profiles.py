"""Profiles: what everybody may know of the holder of an account, counted from games that are over.

Games against computers are one's own affair: they count if one shows one's results. A game of
several people counts if it was public, and if all of them show theirs: nobody's profile tells of
somebody who keeps to himself. Games that somebody played against himself, and those that came from
a file, are nobody's result.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.people.messages import Tally
from napoleon.server.store import bonds
from napoleon.server.store.offers import EVERYBODY, offers
from napoleon.server.store.people_tables import wishes
from napoleon.server.store.tables import games, people, seats

MOST: Final = 5000  # games that are looked through, the latest first
FRENCH: Final = "french"
ALLIED: Final = "allied"


class Results:
    """What somebody has won and lost, by what."""

    def __init__(self) -> None:
        self.games = 0
        self.sides: dict[str, list[int]] = {}
        self.scenarios: dict[str, list[int]] = {}
        self.levels: dict[str, list[int]] = {}

    def count(self, side: str, scenario: str, levels: Iterable[str], has_won: bool) -> None:
        """One more game."""
        self.games += 1
        for tallies, names in (
            (self.sides, [side]),
            (self.scenarios, [scenario]),
            (self.levels, levels),
        ):
            for name in names:
                tallies.setdefault(name, [0, 0])[0 if has_won else 1] += 1


def count_results(connection: Connection, person: str) -> Results:
    """The finished games of somebody, as far as everybody in them shows theirs."""
    mine = sa.select(seats.c.game).where(seats.c.person == person)
    over = (
        sa.select(games.c.id, games.c.scenario, games.c.result)
        .where(games.c.id.in_(mine), games.c.ended == "over", games.c.imported < 0)
        .order_by(games.c.updated.desc())
        .limit(MOST)
    )
    found = connection.execute(over).all()
    sitting: dict[str, list[Any]] = {}
    who = sa.select(seats.c.game, seats.c.seat, seats.c.person, seats.c.level)
    for start in range(0, len(found), 500):
        ids = [row.id for row in found[start : start + 500]]
        for row in connection.execute(who.where(seats.c.game.in_(ids))):
            sitting.setdefault(row.game, []).append(row)
    others = {one.person for rows in sitting.values() for one in rows if one.person}
    shown = _shown(connection, others)
    open_to_all = sa.select(offers.c.game).where(
        offers.c.seat == EVERYBODY, offers.c.game.in_(mine)
    )
    public = set(connection.execute(open_to_all).scalars())
    results = Results()
    for game in found:
        rows = sitting[game.id]
        sides = {side_of(one.seat) for one in rows if one.person == person}
        rivals = [one for one in rows if side_of(one.seat) not in sides]
        if len(sides) != 1 or not game.result:
            continue
        there = {one.person for one in rows if one.person}
        if not there <= shown or (len(there) > 1 and game.id not in public):
            continue
        (side,) = sides
        has_won = json.loads(game.result).get("winner") == side
        levels = sorted({one.level for one in rivals if one.level and not one.person})
        results.count(side, game.scenario, levels, has_won)
    return results


def side_of(seat: str) -> str:
    """The side that a seat is on."""
    return FRENCH if seat == FRENCH else ALLIED


def _shown(connection: Connection, ids: set[str]) -> set[str]:
    """Who of these has an account and shows results."""
    shown: set[str] = set()
    everybody = sorted(ids)
    for start in range(0, len(everybody), 500):
        query = (
            sa.select(people.c.id)
            .join(wishes, wishes.c.person == people.c.id, isouter=True)
            .where(
                people.c.id.in_(everybody[start : start + 500]),
                people.c.account.is_not(None),
                sa.func.coalesce(wishes.c.is_shown, bonds.Wishes().is_shown),
            )
        )
        shown |= set(connection.execute(query).scalars())
    return shown


def tallies(counted: dict[str, list[int]]) -> list[Tally]:
    """For a page, the most played first."""
    lines = [Tally(name, won, lost) for name, (won, lost) in counted.items()]
    return sorted(lines, key=lambda line: (-line.won - line.lost, line.name))
