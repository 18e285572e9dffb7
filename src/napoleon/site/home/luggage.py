"""Games that travel: all of them or one, out of a browser and into another, and records."""

from __future__ import annotations

import re
from typing import Any

import msgspec

import napoleon
from napoleon.rules import RecordError
from napoleon.rules.words.language import N_
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.table import stories
from napoleon.server.table.messages import ChatLine
from napoleon.server.table.sheet import Sheet, Sitter, StoredMove, rename
from napoleon.site.home.box import (
    KINDS,
    Box,
    Change,
    Snapshot,
    move_key,
    read_me,
    read_moves,
    text_of,
)
from napoleon.site.home.house import House

FORM = 1  # of what is packed here; a higher one is not understood
_KEY = re.compile(rf"({'|'.join(KINDS)})/([0-9a-f]{{16}})(?:/(\d+))?")
_TYPES: dict[str, Any] = {
    "sheet": Sheet,
    "move": StoredMove,
    "chat": ChatLine,
    "snapshot": Snapshot,
}

NO_LUGGAGE = N_("this is no file of games: {problem}")
TOO_NEW = N_("these games were packed by a newer version of this board: reload it first")
NO_RECORD = N_("this is no record of a game: {problem}")


class Luggage(msgspec.Struct):
    """Rows of games, and whose they were."""

    form: int
    version: str
    me: Person
    rows: list[tuple[str, str]]


class Arrived(msgspec.Struct):
    """How many games came in, and how many were here already."""

    games: int
    known: int


async def pack(box: Box, game: str = "") -> str:
    """All games, or one, as a text."""
    me = await read_me(box) or Person("", "", None, "en")
    return text_of(Luggage(FORM, napoleon.__version__, me, await _rows_of(box, game)))


async def unpack(house: House, text: str) -> Arrived:
    """Take in what was packed elsewhere; where a game is here already, the longer story stays."""
    try:
        luggage = msgspec.json.decode(text, type=Luggage)
        games = _sort(luggage)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        form = re.search(r'"form":\s*(\d+)', text[:100])
        if form is not None and int(form[1]) > FORM:
            raise Refused("bad-request", TOO_NEW) from error
        raise Refused("bad-request", NO_LUGGAGE, problem=str(error)[:200]) from error
    if luggage.form > FORM:
        raise Refused("bad-request", TOO_NEW)
    me = await house.me()
    arrived = Arrived(0, 0)
    for game, rows in games.items():
        if await _is_longer_here(house, game, rows):
            arrived.known += 1
            continue
        sheet = msgspec.json.decode(rows[f"sheet/{game}"], type=Sheet)
        rename(sheet, luggage.me.id, me.id, me.name)
        rows[f"sheet/{game}"] = text_of(sheet)
        old = [Change(key, None) for key in await _keys_of(house.box, game) if key not in rows]
        await house.box.write([*old, *[Change(key, value) for key, value in rows.items()]])
        house.forget(game)
        arrived.games += 1
    return arrived


def _sort(luggage: Luggage) -> dict[str, dict[str, str]]:
    """The rows of each game by their keys; raises ValueError where one is not what it should be."""
    games: dict[str, dict[str, str]] = {}
    for key, value in luggage.rows:
        found = _KEY.fullmatch(key)
        if found is None:
            raise ValueError(f"{key[:60]!r} is no row of a game")
        msgspec.json.decode(value, type=_TYPES[found[1]])
        games.setdefault(found[2], {})[key] = value
    for game, rows in games.items():
        if f"sheet/{game}" not in rows:
            raise ValueError(f"game {game} has no sheet")
        moves = [key for key in rows if key.startswith("move/")]
        if sorted(moves) != [move_key(game, v) for v in range(1, len(moves) + 1)]:
            raise ValueError(f"moves of game {game} are missing")
    return games


async def _is_longer_here(house: House, game: str, rows: dict[str, str]) -> bool:
    known = await house.shelf.find_sheet(game)
    coming = len([key for key in rows if key.startswith("move/")])
    return known is not None and len(await read_moves(house.box, game)) >= coming


async def _rows_of(box: Box, game: str = "") -> list[tuple[str, str]]:
    """Of a game, or of all."""
    return [
        row
        for kind in KINDS
        for row in await box.read(f"{kind}/{game}")
        if not game or row[0].split("/")[1] == game
    ]


async def _keys_of(box: Box, game: str) -> list[str]:
    return [key for key, _ in await _rows_of(box, game)]


async def delete(house: House, game: str) -> None:
    """Throw a game away; a tab in which it is open is told, and stores no more of it."""
    await house.shut(game)
    await house.box.write([Change(key, None) for key in await _keys_of(house.box, game)])


async def read_record(house: House, record: str) -> str:
    """Bring in a record, all seats at one screen; returns the id of its game."""
    try:
        sheet, game, moves = stories.read_record(record)
    except (RecordError, ValueError) as error:
        raise Refused("bad-request", NO_RECORD, problem=str(error)[:200]) from error
    me = await house.me()
    sheet.creator = me.id
    sheet.seats = {str(seat): Sitter("human", me.id, me.name) for seat in game.seats}
    sheet.turn = game.turn
    sheet.to_act = [str(seat) for seat in game.to_act]
    if game.result is not None:
        sheet.result = text_of(game.result.as_dict())
    changes = [Change(move_key(sheet.id, move.v), text_of(move), True) for move in moves]
    await house.box.write([*changes, Change(f"sheet/{sheet.id}", text_of(sheet), True)])
    return sheet.id
