"""Turns that wait for somebody, and messages on their way: what is stored of them.

One turn is one row of `waits`, whoever finds it; one message is one row of `outbox`. Whoever has
something to send claims the row, from `waiting` to `handing`, right before the first word of it
goes over the wire, and stores `sent` after the last. What is found `handing` by somebody else was
cut off in between: nobody knows whether it went out, and it is not sent again (`unsure`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from napoleon.server.store.alert_tables import (
    OF_PEOPLE,
    email_tokens,
    emails,
    mail_slots,
    outbox,
    push_devices,
    reset_asks,
    tidings,
    waits,
    webhooks,
)
from napoleon.server.store.tables import games, moves, people, presences, seats

MINUTE: Final = 60_000  # milliseconds
DAY: Final = 24 * 60 * MINUTE
KEPT: Final = 30 * DAY  # for which a message stands in the outbox
GIVEN_UP: Final = 3 * DAY  # after which nothing is tried any more
RESET_GIVEN_UP: Final = 60 * MINUTE  # the same for a link to a new password: others were asked for
LONGEST_PAUSE: Final = 60 * MINUTE  # between two tries
TURNS: Final = ("turn", "late")  # kinds of messages that are about turns
NEWS: Final = ("offer", "end", "back", "over")  # those about what else a game has to tell
SHARE: Final = 200  # rows at a time


Pace = Literal["none", "live", "days"]
PACES: Final[dict[str, Pace]] = {"live": "live", "days": "days"}  # as they are stored


class Wait(msgspec.Struct, frozen=True):
    """A game that waits for somebody, since a move of their own."""

    person: str
    game: str
    after: int
    v: int


class Parcel(msgspec.Struct, frozen=True):
    """A message that is to be sent."""

    id: str
    person: str
    channel: str
    target: str
    kind: str
    games: list[tuple[str, int]]  # with what Wait.after was
    born: int
    tries: int


def insert_new(connection: Connection, table: sa.Table, row: dict[str, Any]) -> bool:
    """Insert a row unless it is there; True if it was not."""
    kind: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    new = kind.insert(table).values(row).on_conflict_do_nothing()
    return connection.execute(new.returning(*table.primary_key.columns)).first() is not None


# --- turns


def has_channel(connection: Connection, person: str) -> bool:
    """Whether somebody can be told anything at all."""
    ways = (
        (emails.c.person == person) & emails.c.verified,
        push_devices.c.person == person,
        webhooks.c.person == person,
    )
    found = sa.select(sa.or_(*(sa.exists().where(way) for way in ways)))
    return bool(connection.execute(found).scalar())


def last_own_move(connection: Connection, game: str, person: str) -> int:
    """The number of the last move of somebody in a game; 0: there is none."""
    mine = sa.select(seats.c.seat).where(seats.c.game == game, seats.c.person == person)
    query = sa.select(sa.func.max(moves.c.v)).where(moves.c.game == game, moves.c.seat.in_(mine))
    return int(connection.execute(query).scalar() or 0)


def note_wait(connection: Connection, person: str, game: str, state: str, due: int) -> bool:
    """A game waits for somebody, who does not know it yet (`new`) or does (`seen`), and it is to be
    seen to at `due`. Once for each turn, whoever says it; nothing where they cannot be told."""
    if not has_channel(connection, person):
        return False
    v = connection.execute(sa.select(sa.func.max(moves.c.v)).where(moves.c.game == game)).scalar()
    row = {
        "person": person,
        "game": game,
        "after": last_own_move(connection, game, person),
        "v": v or 0,
        "due": due,
        "state": state,
    }
    if insert_new(connection, waits, row):
        return True
    if state == "seen":
        see(connection, person, game)
    return False


def see(connection: Connection, person: str, game: str) -> None:
    """Somebody looks at a game, and has not to be told of it."""
    connection.execute(
        sa.update(waits)
        .where(waits.c.person == person, waits.c.game == game, waits.c.state == "new")
        .values(state="seen")
    )


def _acting() -> sa.Select[Any]:
    """Seats of people in games under way that have nobody still to come."""
    others = seats.alias("others")
    is_open = sa.exists().where(
        others.c.game == games.c.id, others.c.kind == "open", others.c.stand_in.is_(None)
    )
    return (
        sa.select(games.c.id, games.c.to_act, seats.c.seat, seats.c.person)
        .join(seats, seats.c.game == games.c.id)
        .where(
            games.c.ended.is_(None),
            seats.c.kind == "human",
            seats.c.person.is_not(None),
            seats.c.stand_in.is_(None),
            ~is_open,
        )
    )


def find_unnoted(connection: Connection) -> list[tuple[str, str]]:
    """People and games that wait for them, of which nobody has made a note since the last move: the
    process that stored it was cut off."""
    last = sa.select(sa.func.max(moves.c.v)).where(moves.c.game == games.c.id).scalar_subquery()
    is_noted = sa.exists().where(
        waits.c.person == seats.c.person,
        waits.c.game == games.c.id,
        waits.c.v >= sa.func.coalesce(last, 0),
    )
    can_be_told = sa.or_(
        sa.exists().where(emails.c.person == seats.c.person, emails.c.verified),
        sa.exists().where(push_devices.c.person == seats.c.person),
        sa.exists().where(webhooks.c.person == seats.c.person),
    )
    query = _acting().where(can_be_told, ~is_noted)
    return [
        (row.person, row.id) for row in connection.execute(query) if row.seat in row.to_act.split()
    ]


def turns_of(connection: Connection, person: str) -> list[str]:
    """The games that wait for somebody now."""
    query = _acting().where(seats.c.person == person).order_by(games.c.updated)
    found = [row.id for row in connection.execute(query) if row.seat in row.to_act.split()]
    return list(dict.fromkeys(found))


def due_waits(connection: Connection, now: int) -> dict[str, list[Wait]]:
    """Turns that are to be seen to now, by person."""
    query = (
        sa.select(waits)
        .where(waits.c.state == "new", waits.c.due <= now)
        .order_by(waits.c.due)
        .limit(SHARE)
    )
    found: dict[str, list[Wait]] = {}
    for row in connection.execute(query):
        wait = Wait(row.person, row.game, row.after, row.v)
        found.setdefault(row.person, []).append(wait)
    return found


def still_waiting(
    connection: Connection, person: str, pairs: Iterable[tuple[str, int]]
) -> list[tuple[str, int]]:
    """Of games with the last own move, those in which nothing has changed for somebody who does not
    look at them in another process either."""
    acting = set(turns_of(connection, person))
    looked_at = sa.select(presences.c.game).where(presences.c.person == person)
    acting -= set(connection.execute(looked_at).scalars())
    return [
        (game, after)
        for game, after in pairs
        if game in acting and last_own_move(connection, game, person) == after
    ]


def paces_of(connection: Connection, ids: Sequence[str]) -> dict[str, Pace]:
    """How fast games are played; those without a clock at none."""
    if "pace" not in games.c:
        return dict.fromkeys(ids, "none")
    query = sa.select(games.c.id, games.c["pace"]).where(games.c.id.in_(ids))
    words = {game: str(text).split(" ")[0] for game, text in connection.execute(query)}
    return {game: PACES.get(words.get(game, ""), "none") for game in ids}


def settle_waits(connection: Connection, found: Sequence[Wait], state: str) -> list[Wait]:
    """Be the one who sees to these turns; returns those that nobody has seen to before."""
    return [
        wait
        for wait in found
        if connection.execute(
            sa.update(waits)
            .where(
                waits.c.person == wait.person,
                waits.c.game == wait.game,
                waits.c.after == wait.after,
                waits.c.state == "new",
            )
            .values(state=state)
        ).rowcount
        == 1
    ]


def wait_on(connection: Connection, found: Sequence[Wait], due: int) -> None:
    """See to these turns later."""
    for wait in found:
        connection.execute(
            sa.update(waits)
            .where(
                waits.c.person == wait.person,
                waits.c.game == wait.game,
                waits.c.after == wait.after,
                waits.c.state == "new",
            )
            .values(due=due)
        )


# --- messages


def targets(connection: Connection, person: str, channel: str) -> list[str]:
    """Where a message by a channel goes: each device of its own, else one place or none."""
    if channel == "push":
        query = sa.select(push_devices.c.id).where(push_devices.c.person == person)
        return list(connection.execute(query).scalars())
    if channel == "email":
        found = sa.select(emails.c.person).where(emails.c.person == person, emails.c.verified)
    else:
        found = sa.select(webhooks.c.person).where(webhooks.c.person == person)
    return [""] if connection.execute(found).first() is not None else []


def post(
    connection: Connection,
    person: str,
    channel: str,
    target: str,
    kind: str,
    pairs: Sequence[tuple[str, int]],
    now: int,
    pause: int = 0,
) -> None:
    """Something is to be sent. What is about games joins a message of its kind that is still
    waiting, and a new one comes no sooner than `pause` milliseconds after the last."""
    mine = (
        (outbox.c.person == person)
        & (outbox.c.channel == channel)
        & (outbox.c.target == target)
        & (outbox.c.kind == kind)
    )
    if kind in (*TURNS, *NEWS):
        query = sa.select(outbox.c.id, outbox.c.games).where(mine, outbox.c.state == "waiting")
        row = connection.execute(query).first()
        if row is not None:
            known = msgspec.json.decode(row.games, type=list[tuple[str, int]])
            all_of_them = dict([*known, *pairs])
            joined = connection.execute(
                sa.update(outbox)
                .where(outbox.c.id == row.id, outbox.c.state == "waiting")
                .values(games=msgspec.json.encode(list(all_of_them.items())).decode())
            )
            if joined.rowcount == 1:
                return
    last = connection.execute(
        sa.select(sa.func.max(outbox.c.done)).where(mine, outbox.c.state == "sent")
    ).scalar()
    connection.execute(
        sa.insert(outbox),
        {
            "id": secrets.token_hex(8),
            "person": person,
            "channel": channel,
            "target": target,
            "kind": kind,
            "games": msgspec.json.encode(list(pairs)).decode(),
            "born": now,
            "due": max(now, last + pause) if last else now,
            "tries": 0,
            "state": "waiting",
            "claim": "",
            "done": 0,
            "trouble": "",
        },
    )


def due_parcels(connection: Connection, channel: str, now: int) -> list[Parcel]:
    """What is to be sent now."""
    query = (
        sa.select(outbox)
        .where(outbox.c.state == "waiting", outbox.c.due <= now, outbox.c.channel == channel)
        .order_by(outbox.c.due)
        .limit(SHARE)
    )
    return [
        Parcel(
            row.id,
            row.person,
            row.channel,
            row.target,
            row.kind,
            msgspec.json.decode(row.games, type=list[tuple[str, int]]),
            row.born,
            row.tries,
        )
        for row in connection.execute(query)
    ]


def claim(connection: Connection, parcel: Parcel, mark: str) -> bool:
    """Be the one who sends it; False: somebody else is, or more has come into it meanwhile."""
    claimed = connection.execute(
        sa.update(outbox)
        .where(
            outbox.c.id == parcel.id,
            outbox.c.state == "waiting",
            outbox.c.tries == parcel.tries,
            outbox.c.games == msgspec.json.encode(parcel.games).decode(),
        )
        .values(state="handing", claim=mark, tries=parcel.tries + 1)
    )
    return claimed.rowcount == 1


def finish(
    connection: Connection, parcel: Parcel, mark: str, state: str, now: int, trouble: str = ""
) -> None:
    """It is done with, one way or the other; `mark` is the claim ("": nobody has claimed it)."""
    before = "handing" if mark else "waiting"
    connection.execute(
        sa.update(outbox)
        .where(outbox.c.id == parcel.id, outbox.c.state == before, outbox.c.claim == mark)
        .values(state=state, done=now, trouble=trouble[:200])
    )


def put_off(
    connection: Connection, parcel: Parcel, mark: str, now: int, trouble: str, after: int = 0
) -> None:
    """It was not taken: later, each time after a longer pause; not for ever."""
    before = "handing" if mark else "waiting"
    pause = max(min(MINUTE << min(parcel.tries, 10), LONGEST_PAUSE), after)
    longest = RESET_GIVEN_UP if parcel.kind == "reset" else GIVEN_UP
    is_over = now + pause - parcel.born > longest
    connection.execute(
        sa.update(outbox)
        .where(outbox.c.id == parcel.id, outbox.c.state == before, outbox.c.claim == mark)
        .values(
            state="failed" if is_over else "waiting",
            claim="",
            tries=parcel.tries + 1,
            due=now + pause,
            done=now if is_over else 0,
            trouble=trouble[:200],
        )
    )


def postpone(connection: Connection, parcel: Parcel, due: int) -> None:
    """It is to go later."""
    connection.execute(
        sa.update(outbox)
        .where(outbox.c.id == parcel.id, outbox.c.state == "waiting")
        .values(due=due)
    )


def has_cut_off(connection: Connection, channel: str) -> bool:
    """Whether something was claimed and not finished: asked by one who may send, and has not
    begun."""
    cut_off = (outbox.c.state == "handing") & (outbox.c.channel == channel)
    return connection.execute(sa.select(outbox.c.id).where(cut_off).limit(1)).first() is not None


def leave_unsure(connection: Connection, channel: str) -> None:
    """It may have gone out: it is not sent again."""
    connection.execute(
        sa.update(outbox)
        .where(outbox.c.state == "handing", outbox.c.channel == channel)
        .values(state="unsure", trouble="cut off while it was being sent")
    )


def last_trouble(connection: Connection, person: str, until: int | None = None) -> dict[str, str]:
    """Of each channel whose latest message did not arrive, what was wrong: words for the operator,
    which show addresses. With `until` messages that were born later are left out."""
    query = (
        sa.select(outbox.c.channel, outbox.c.trouble, outbox.c.born)
        .where(outbox.c.person == person)
        .order_by(outbox.c.born, outbox.c.tries)
    )
    latest = {
        row.channel: row.trouble
        for row in connection.execute(query)
        if until is None or row.born <= until
    }
    return {channel: trouble for channel, trouble in latest.items() if trouble}


def end_links(connection: Connection, person: str, purpose: str) -> None:
    """End all links of mails that a person got for this purpose."""
    mine = (email_tokens.c.person == person) & (email_tokens.c.purpose == purpose)
    connection.execute(sa.delete(email_tokens).where(mine))


# --- keeping house


def clear_away(connection: Connection, now: int) -> None:
    """Forget what is done with: messages of long ago, turns that were played, links that are not
    good any more, and all of people who are gone."""
    connection.execute(sa.delete(outbox).where(outbox.c.born < now - KEPT))
    connection.execute(sa.delete(email_tokens).where(email_tokens.c.until < now))
    under_way = sa.select(games.c.id).where(games.c.ended.is_(None))
    connection.execute(sa.delete(waits).where(waits.c.game.not_in(under_way)))
    recent = sa.select(games.c.id).where(games.c.ended.is_(None) | (tidings.c.due > now - KEPT))
    connection.execute(sa.delete(tidings).where(tidings.c.game.not_in(recent)))
    connection.execute(sa.delete(reset_asks).where(reset_asks.c.asked < now - DAY))
    connection.execute(sa.delete(mail_slots).where(mail_slots.c.taken < now - DAY))
    later = waits.alias("later")
    is_past = sa.exists().where(
        later.c.person == waits.c.person,
        later.c.game == waits.c.game,
        later.c.after > waits.c.after,
    )
    connection.execute(sa.delete(waits).where(is_past))
    known = sa.select(people.c.id)
    for table in OF_PEOPLE:
        connection.execute(sa.delete(table).where(table.c.person.not_in(known)))


def forget_person(connection: Connection, person: str) -> None:
    """Delete all of somebody."""
    for table in OF_PEOPLE:
        connection.execute(sa.delete(table).where(table.c.person == person))


def become(connection: Connection, guest: str, person: str) -> None:
    """A guest has logged in: the browsers that take messages come along. A webhook does not: who
    set it up need not be who has the account. Turns are found anew."""
    connection.execute(
        sa.update(push_devices).where(push_devices.c.person == guest).values(person=person)
    )
    forget_person(connection, guest)
