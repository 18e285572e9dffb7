"""What is kept: rows of text under keys, the way IndexedDB keeps them, and the games in them.

A transaction is stored as a whole or not at all. The rows of a game begin with its id, so that a
game can be taken out and put in as it is:

    sheet/ID            what is known of the game besides its moves
    move/ID/00000001    one move
    chat/ID/STAMP       something that was said
    snapshot/ID         the last position that was kept
    me                  who plays in this browser
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec

from napoleon.server.limits import CHATS_KEPT
from napoleon.server.person import Person
from napoleon.server.table.messages import ChatLine
from napoleon.server.table.sheet import Sheet, StoredMove

ME = "me"
KINDS = ("sheet", "move", "chat", "snapshot")


class Change(NamedTuple):
    """A row to write: new, in place of another, or (without a value) taken away."""

    key: str
    value: str | None
    is_new: bool = False  # there may be none under this key


class Box(Protocol):
    """Where rows are kept."""

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """All rows whose keys begin so, in the order of their keys."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Keep these changes, all or none; raises Conflict where there is a row that should be
        new, and OSError where nothing can be kept."""


class Snapshot(msgspec.Struct):
    """A position after so many moves."""

    v: int
    position: str


def text_of(value: object) -> str:
    """A row."""
    return msgspec.json.encode(value).decode()


def move_key(game: str, v: int) -> str:
    """Under which a move is kept."""
    return f"move/{game}/{v:08}"


async def read_sheets(box: Box) -> list[Sheet]:
    """All games, newest first."""
    sheets = [msgspec.json.decode(row, type=Sheet) for _, row in await box.read("sheet/")]
    return sorted(sheets, key=lambda sheet: sheet.updated, reverse=True)


async def read_sheet(box: Box, game: str) -> Sheet | None:
    """A game by its id."""
    rows = await box.read(f"sheet/{game}")
    return msgspec.json.decode(rows[0][1], type=Sheet) if rows else None


async def read_moves(box: Box, game: str) -> list[StoredMove]:
    """The story of a game."""
    rows = await box.read(f"move/{game}/")
    return [msgspec.json.decode(row, type=StoredMove) for _, row in rows]


async def read_chat(box: Box, game: str) -> list[ChatLine]:
    """What was said at a table."""
    rows = await box.read(f"chat/{game}/")
    return [msgspec.json.decode(row, type=ChatLine) for _, row in rows[-CHATS_KEPT:]]


async def read_snapshot(box: Box, game: str) -> tuple[int, str] | None:
    """The last position that was kept of a game."""
    rows = await box.read(f"snapshot/{game}")
    if not rows:
        return None
    found = msgspec.json.decode(rows[0][1], type=Snapshot)
    return found.v, found.position


async def read_me(box: Box) -> Person | None:
    """Who plays here."""
    rows = await box.read(ME)
    return msgspec.json.decode(rows[0][1], type=Person) if rows else None
