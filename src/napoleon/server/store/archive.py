"""Bringing games back from the store."""

from __future__ import annotations

import logging

from sqlalchemy import Connection

from napoleon.rules import RuleError
from napoleon.server.limits import CHATS_KEPT
from napoleon.server.store import bonds, presence
from napoleon.server.store import tables as store
from napoleon.server.table.sheet import WhatsNew
from napoleon.server.table.stories import Snapshot, set_table
from napoleon.server.table.table import Table

log = logging.getLogger("napoleon.server")


CHATS_NEW = 50  # lines that are looked through for new ones
CLOCKS = 60_000_000  # microseconds by which the clocks of two machines may differ


def bring_back(connection: Connection, game_id: str) -> Table | None:
    """A game from the store, as it was after the last move that was acknowledged."""
    sheet = store.find_sheet(connection, game_id)
    if sheet is None:
        return None
    sheet.deaf = bonds.deaf_seats(connection, sheet)

    def last_snapshot(error: RuleError) -> Snapshot | None:
        log.warning("game %s cannot be replayed: %s", game_id, error)
        return store.last_snapshot(connection, game_id)

    moves = store.moves_of(connection, game_id)
    chat = store.chat_of(connection, game_id, CHATS_KEPT)
    return set_table(sheet, moves, chat, last_snapshot)


def whats_new(connection: Connection, table: Table, process: str) -> WhatsNew:
    """What the store has of a game that a table does not know yet."""
    v = table.v
    known = {line.n for line in table.chat}
    last = max(known, default=0)
    sheet = store.find_sheet(connection, table.id)
    if sheet is not None:
        sheet.deaf = bonds.deaf_seats(connection, sheet)
    return WhatsNew(
        v,
        sheet,
        store.moves_of(connection, table.id, after=v),
        [
            line
            for line in store.chat_of(connection, table.id, CHATS_NEW)
            if line.n > last - CLOCKS and line.n not in known
        ],
        presence.others(connection, table.id, process),
    )
