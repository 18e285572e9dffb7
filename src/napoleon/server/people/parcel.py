"""All that is kept of somebody, as one file to take along.

A game that is over comes with its record. Of one under way comes what its seat is sent at the table
and nothing else: the very bytes of a `state`, so that a parcel cannot tell what a socket would not.
"""

from __future__ import annotations

import io
import zipfile
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.rules import RuleError
from napoleon.server.http.messages import GameSummary
from napoleon.server.http.seating import describe_sheet
from napoleon.server.live.hall import Hall
from napoleon.server.people.messages import PeopleList
from napoleon.server.people.passkeys import list_passkeys
from napoleon.server.people.sessions import list_sessions
from napoleon.server.person import Person
from napoleon.server.store import bonds
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import (
    alert_wishes,
    emails,
    outbox,
    push_devices,
    tidings,
    webhooks,
)
from napoleon.server.store.measure_tables import entrants, rated_pairs, ratings
from napoleon.server.store.offers import offers
from napoleon.server.store.people_tables import reports
from napoleon.server.store.ratings import PERSON
from napoleon.server.store.seeks import seeks
from napoleon.server.table import stories
from napoleon.server.table.messages import Hello
from napoleon.server.table.sheet import Sheet

SHARE = 100  # games at a time


async def pack(hall: Hall, person: Person, token: str, people: PeopleList) -> bytes:
    """A ZIP file: `account.json`, `people.json`, `talk.json`, `notices.json`, `lobby.json`,
    `measure.json`, `games.json`, and a folder of games."""
    parcel = io.BytesIO()
    with zipfile.ZipFile(parcel, "w", zipfile.ZIP_DEFLATED) as file:

        def put(name: str, content: object) -> None:
            data = msgspec.json.format(msgspec.json.encode(content), indent=1)
            file.writestr(name, data)

        put("account.json", await hall.read(lambda database: _account(database, person, token)))
        put("people.json", people)
        put("talk.json", await hall.read(lambda database: _talk(database, person)))
        seen = await hall.read(lambda database: _rows(database, store.witnesses, person, set()))
        put("seats.json", seen)  # that were looked from, and when somebody was last there
        put("notices.json", await hall.read(lambda database: _notices(database, person)))
        put("lobby.json", await hall.read(lambda database: _lobby(database, person)))
        put("measure.json", await hall.read(lambda database: _measure(database, person)))
        listed: list[GameSummary] = []
        while len(listed) % SHARE == 0:
            sheets = await hall.shelf.sheets_of(person.id, SHARE, len(listed))
            if not sheets:
                break
            listed += [describe_sheet(hall, sheet, person) for sheet in sheets]
            for sheet in sheets:
                for name, data in (await _game(hall, sheet, person)).items():
                    file.writestr(f"games/{name}", data)
        put("games.json", listed)
    return parcel.getvalue()


def _account(database: Connection, person: Person, token: str) -> dict[str, Any]:
    row = database.execute(sa.select(store.people).where(store.people.c.id == person.id)).first()
    assert row is not None
    mine = sa.select(reports).where(reports.c.person == person.id).order_by(reports.c.n)
    return {
        "id": person.id,
        "name": person.name,
        "account": person.account,
        "language": person.lang,
        "created": row.created,
        "wishes": bonds.wishes_of(database, person.id)._asdict(),
        "passkeys": list_passkeys(database, person.id),
        "sessions": list_sessions(database, person.id, token),
        "reports": [
            {"time": row.time, "about": row.other, "game": row.game, "text": row.text}
            for row in database.execute(mine)
        ],
    }


def _talk(database: Connection, person: Person) -> list[dict[str, Any]]:
    """What somebody has said, and nobody else."""
    chats = store.chats.c
    query = sa.select(store.chats).where(chats.person == person.id).order_by(chats.game, chats.n)
    return [
        {"game": row.game, "time": row.time, "channel": row.channel, "text": row.text}
        for row in database.execute(query)
    ]


def _notices(database: Connection, person: Person) -> dict[str, Any]:
    """How somebody wants to be told of turns, where, and what was sent; no secret of a device, and
    of what went wrong on the way nothing that is the operator's: addresses, causes, tries."""
    hidden = {"p256dh", "auth", "claim", "trouble", "tries", "due", "done"}
    kept = {
        table.name: _rows(database, table, person, hidden)
        for table in (alert_wishes, emails, push_devices, webhooks, outbox, tidings)
    }
    for row in kept[outbox.name]:
        row["state"] = "sent" if row["state"] == "sent" else "not sent"
    return kept


def _lobby(database: Connection, person: Person) -> dict[str, Any]:
    """What somebody offers and looks for in the lobby."""
    mine = sa.select(offers).join(store.games).where(store.games.c.creator == person.id)
    return {
        "offers": [dict(row._mapping) for row in database.execute(mine)],
        "seeks": _rows(database, seeks, person, {"token"}),
    }


def _measure(database: Connection, person: Person) -> dict[str, Any]:
    """What somebody's games have come to, and the tournaments that he is in, or was."""
    mine = sa.select(ratings).where(ratings.c.who == PERSON + person.id)
    met = rated_pairs.c
    counted = sa.select(met.game, met.at).where(met.who == PERSON + person.id).distinct()
    rated = [dict(row._mapping) for row in database.execute(counted)]
    return {
        "ratings": [{**row._mapping, "rated_games": rated} for row in database.execute(mine)],
        "tournaments": _rows(database, entrants, person, set()),
    }


def _rows(
    database: Connection, table: sa.Table, person: Person, hidden: set[str]
) -> list[dict[str, Any]]:
    """The rows of a table that are somebody's own, without some columns."""
    columns = [column for column in table.c if column.name not in hidden | {"person"}]
    query = sa.select(*columns).where(table.c.person == person.id)
    return [dict(row._mapping) for row in database.execute(query)]


async def _game(hall: Hall, sheet: Sheet, person: Person) -> dict[str, bytes]:
    """The files of one game: its record when it is over, before that what each seat sees."""
    if sheet.ended is not None:
        moves = await hall.shelf.moves_of(sheet.id)

        def replay() -> str:
            return stories.replay(sheet, moves)[0].record()

        try:
            record = await hall.think(replay)
        except RuleError:  # it was played by older rules; its line in the list is what there is
            return {}
        return {f"{sheet.id}.record": record.encode()}
    room = await hall.room(sheet.id)
    if room is None or room.table.is_finished:
        return {}
    files: dict[str, bytes] = {}
    for seat in room.table.seats_of(person.id):
        viewer = (seat, person.lang)
        room.table.look(viewer)
        files[f"{sheet.id}-{seat}.json"] = room.table.hello(Hello(seat, 0, person.lang))[-1]
        room.table.look_away(viewer)
    return files
