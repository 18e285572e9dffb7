"""What a game has to tell people besides their turns: an offer, a question, an end.

What there is to tell follows from the rows of games, seats and offers alone (`of_game`), so that
any process can find it, also after the one that stored it was killed. A row of `tidings` says of
each person and thing whether it was told, or seen at the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store import alerts, bonds
from napoleon.server.store.alert_tables import emails, push_devices, tidings, webhooks
from napoleon.server.store.offers import offers
from napoleon.server.store.tables import games, moves, presences, seats
from napoleon.server.table.sheet import RESIGN

# A seat kept by name; the same game once more with sides changed; to end it, to take back; an end
What = Literal["offer", "again", "end", "back", "over"]
AT_TABLE: Final = frozenset(("end", "back", "over"))  # seen by those who are at the table
FOUND: Final = timedelta(days=1)  # after its end a game is still told of, if that was missed


class Tiding(msgspec.Struct, frozen=True):
    """One thing that a game has to tell a person."""

    person: str
    game: str
    what: What


def of_game(connection: Connection, game: str) -> dict[tuple[str, What], bool]:
    """Return what a game has to tell now, by person; True where that person did it and knows."""
    row = connection.execute(sa.select(games).where(games.c.id == game)).first()
    if row is None:
        return {}
    query = sa.select(seats).where(seats.c.game == game)
    sitters = {one.seat: one for one in connection.execute(query)}
    held = {
        seat: str(one.person)
        for seat, one in sitters.items()
        if one.kind == "human" and one.person is not None
    }
    found: dict[tuple[str, What], bool] = {}
    if row.ended is not None:
        last = sa.select(moves).where(moves.c.game == game).order_by(moves.c.v.desc()).limit(1)
        move = connection.execute(last).first()
        resigned = held.get(move.seat) if move is not None and move.action == RESIGN else None
        for person in held.values():
            found[person, "over"] = person == resigned
        if row.rematch is not None:
            for person in _awaited(connection, row.rematch, set(held.values())):
                found[person, "again"] = False
        return found
    back = row.takeback.split()
    for seat, person in held.items():
        if row.ending and seat not in row.ending.split():
            found[person, "end"] = False
        if back and seat not in back[:1] + back[2:]:
            found[person, "back"] = False
    kept = sa.select(offers.c.seat, offers.c.person).where(
        offers.c.game == game, offers.c.person.is_not(None), offers.c.is_declined.is_(False)
    )
    blockers = bonds.blockers_of(connection, row.creator) if row.creator else set()
    for one in connection.execute(kept).all():
        if sitters[one.seat].kind == "open" and one.person not in blockers:
            found[one.person, "offer"] = False
    return found


def _awaited(connection: Connection, game: str, people: set[str]) -> set[str]:
    """Who of the people of a game may still sit down in the one that follows it."""
    row = connection.execute(sa.select(games).where(games.c.id == game)).first()
    if row is None or row.ended is not None:
        return set()
    sitters = connection.execute(sa.select(seats).where(seats.c.game == game)).all()
    if all(one.kind != "open" for one in sitters):
        return set()
    there = {one.person for one in sitters} | {row.creator}
    return people - there - bonds.blockers_of(connection, row.creator or "")


def take_in(connection: Connection, game: str, here: Collection[str], due: int) -> None:
    """Bring the rows of a game up to date; what is new is looked at when it is `due`. Those who are
    `here`, at its table, or in another process, have seen it; those whom no message can reach have
    no rows."""
    true = of_game(connection, game)
    at_table = sa.select(presences.c.person).where(presences.c.game == game)
    present = {*here, *connection.execute(at_table).scalars()}
    query = sa.select(tidings).where(tidings.c.game == game)
    known = {(row.person, row.what): row.state for row in connection.execute(query)}
    for person, what in known.keys() - true.keys():
        _delete(connection, person, game, what)
    for (person, what), is_known in true.items():
        is_seen = is_known or (what in AT_TABLE and person in present)
        state = "seen" if is_seen else "new"
        if (person, what) not in known:
            row = {"person": person, "game": game, "what": what, "due": due, "state": state}
            if alerts.has_channel(connection, person):
                alerts.insert_new(connection, tidings, row)
        elif is_seen:
            settle(connection, [Tiding(person, game, what)], "seen")


def find_missed(connection: Connection) -> list[str]:
    """Return the games whose rows may not be up to date: a process was cut off, or the command
    line has ended a game."""
    can_be_told = sa.or_(
        sa.exists().where(emails.c.person == seats.c.person, emails.c.verified),
        sa.exists().where(push_devices.c.person == seats.c.person),
        sa.exists().where(webhooks.c.person == seats.c.person),
    )
    has_row = sa.exists().where(
        tidings.c.game == games.c.id, tidings.c.person == seats.c.person, tidings.c.what == "over"
    )
    since = (datetime.now(UTC) - FOUND).isoformat(timespec="milliseconds")
    over = (
        sa.select(games.c.id)
        .join(seats, seats.c.game == games.c.id)
        .where(
            games.c.ended.is_not(None),
            games.c.updated >= since,
            seats.c.kind == "human",
            can_be_told,
            ~has_row,
        )
    )
    asked = sa.select(games.c.id).where(
        games.c.ended.is_(None), (games.c.ending != "") | (games.c.takeback != "")
    )
    answered = sa.select(tidings.c.game).where(tidings.c.what.in_(("end", "back")))
    return list(connection.execute(sa.union(over, asked, answered)).scalars())


def due_tidings(connection: Connection, now: int) -> dict[str, list[Tiding]]:
    """Return what is to be told now, by person."""
    query = (
        sa.select(tidings)
        .where(tidings.c.state == "new", tidings.c.due <= now)
        .order_by(tidings.c.due)
        .limit(alerts.SHARE)
    )
    found: dict[str, list[Tiding]] = {}
    for row in connection.execute(query):
        found.setdefault(row.person, []).append(Tiding(row.person, row.game, row.what))
    return found


def still_true(
    connection: Connection, found: Iterable[Tiding], looking: Collection[str] = ()
) -> list[Tiding]:
    """Return those of one person's tidings that are true and that nobody sees at the table:
    `looking` are games that the person looks at in this process."""
    kept: list[Tiding] = []
    for one in found:
        if (one.person, one.what) not in of_game(connection, one.game):
            continue
        if one.what in AT_TABLE:
            there = (presences.c.game == one.game) & (presences.c.person == one.person)
            elsewhere = connection.execute(sa.select(presences.c.game).where(there)).first()
            if one.game in looking or elsewhere is not None:
                continue
        kept.append(one)
    return kept


def _mine(one: Tiding) -> sa.ColumnElement[bool]:
    return (
        (tidings.c.person == one.person)
        & (tidings.c.game == one.game)
        & (tidings.c.what == one.what)
        & (tidings.c.state == "new")
    )


def settle(connection: Connection, found: Iterable[Tiding], state: str) -> list[Tiding]:
    """Set the state of those that are new; return those that nobody has settled before."""
    return [
        one
        for one in found
        if connection.execute(sa.update(tidings).where(_mine(one)).values(state=state)).rowcount
        == 1
    ]


def wait_on(connection: Connection, found: Iterable[Tiding], due: int) -> None:
    """Look at these later."""
    for one in found:
        connection.execute(sa.update(tidings).where(_mine(one)).values(due=due))


def has_new_offer(connection: Connection, person: str) -> bool:
    """Whether there is an offer of which a person was not told."""
    mine = (tidings.c.person == person) & (tidings.c.what == "offer") & (tidings.c.state == "new")
    return connection.execute(sa.select(tidings.c.game).where(mine).limit(1)).first() is not None


def see_offers(connection: Connection, person: str) -> None:
    """A person looks at the lobby, where all offers stand: no message has to tell of them."""
    mine = (tidings.c.person == person) & (tidings.c.what == "offer") & (tidings.c.state == "new")
    connection.execute(sa.update(tidings).where(mine).values(state="seen"))


def _delete(connection: Connection, person: str, game: str, what: str) -> None:
    connection.execute(
        sa.delete(tidings).where(
            tidings.c.person == person, tidings.c.game == game, tidings.c.what == what
        )
    )
