"""Stores what the tables have to keep, and finds games that are not being played: the part of a
database, in a box."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from napoleon.rules.words.language import N_
from napoleon.server.store.jobs import Broken, Claim, RowsJob
from napoleon.server.table.sheet import Rows, Sheet, StoredMove
from napoleon.server.times import now_text
from napoleon.site.home.box import (
    Box,
    Change,
    Snapshot,
    move_key,
    read_moves,
    read_sheet,
    read_sheets,
    text_of,
)

NOT_KEPT = N_("Nothing can be kept in this browser at the moment: this was not done.")
LISTS = ("to_act", "ending")  # columns that are lists, as words


class BoxKeeper:
    """Writes in the order in which things come; what waits meanwhile goes into one transaction."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._sheets: dict[str, Sheet] = {}  # as they are stored, of games that are being played
        self._waiting: list[RowsJob] = []
        self._writing: asyncio.Task[None] | None = None

    def take_up(self, sheet: Sheet) -> None:
        """A game is going to be played: this is what is stored of it."""
        self._sheets[sheet.id] = msgspec.structs.replace(sheet)

    async def finish(self) -> None:
        """Wait until all that was handed in is stored."""
        while self._writing is not None:
            await asyncio.wait([self._writing])

    @property
    def sorry(self) -> str:
        """What people are told when nothing can be stored."""
        return NOT_KEPT

    def is_everybodys(self, error: BaseException) -> bool:
        """Whether a failure is the store's, not that of one game."""
        return isinstance(error, OSError)

    def submit(self, job: RowsJob) -> None:
        """Have rows stored; `job.done` is called when they are, or cannot be."""
        self._waiting.append(job)
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        while self._waiting:
            jobs, self._waiting = self._waiting, []
            error: BaseException | None = None
            changes: list[Change] = []
            for job in jobs:
                if job.story.is_broken:
                    job.error = Broken("an earlier part of the story was not stored")
                elif job.rows is not None:
                    changes += self._changes(job.rows)
            try:
                if changes:
                    await self._box.write(changes)
            except Exception as failure:
                error = failure
            for job in jobs:
                if error is not None and job.error is None:
                    job.error = error
                    job.story.is_broken = True
                job.done(job.error)
        self._writing = None

    def _changes(self, rows: Rows) -> list[Change]:
        """What rows of a game are in the box."""
        game = rows.game
        changes = [Change(move_key(game, move.v), text_of(move), True) for move in rows.moves]
        if rows.snapshot is not None:
            changes.append(Change(f"snapshot/{game}", text_of(Snapshot(*rows.snapshot))))
        if rows.chat is not None:
            changes.append(Change(f"chat/{game}/{rows.chat.n:020}", text_of(rows.chat)))
        sheet = msgspec.structs.replace(self._sheets[game])
        columns: dict[str, Any] = {**(rows.sheet or {}), "updated": now_text()}
        for name, value in columns.items():
            setattr(sheet, name, value.split() if name in LISTS else value)
        if rows.seats is not None:
            sheet.seats = {**sheet.seats, **rows.seats}
        if rows.edition >= 0:
            sheet.edition = rows.edition + 1
        self._sheets[game] = sheet
        return [*changes, Change(f"sheet/{game}", text_of(sheet))]


class BoxShelf:
    """Games that are stored in this browser; there is one person, and nobody comes by a link."""

    def __init__(self, box: Box, keeper: BoxKeeper) -> None:
        self._box = box
        self._keeper = keeper

    async def find_sheet(self, game: str) -> Sheet | None:
        """A game by its id."""
        return await read_sheet(self._box, game)

    async def find_invite(self, token: str) -> tuple[str, str] | None:
        """Nobody is invited here."""
        return None

    async def find_watch(self, token: str) -> str | None:
        """Nobody looks on here."""
        return None

    async def sheets_of(self, person: str, most: int, skip: int = 0) -> list[Sheet]:
        """All games, newest first."""
        return (await read_sheets(self._box))[skip : skip + most]

    async def open_games(self, person: str) -> int:
        """How many games are not over."""
        return len([sheet for sheet in await read_sheets(self._box) if sheet.ended is None])

    async def witnessed_seats(self, game: str, person: str) -> set[str]:
        """Nobody sits down here who has looked on before."""
        return set()

    async def blockers_of(self, person: str) -> set[str]:
        """Nobody else is here."""
        return set()

    async def rated_from(self, person: str, age: float) -> int | None:
        """Nobody is rated here."""
        return None

    async def moves_of(self, game: str) -> list[StoredMove]:
        """The story of a game."""
        return await read_moves(self._box, game)

    async def insert_game(
        self,
        sheet: Sheet,
        turn: int,
        to_act: str,
        rematch_of: str | None,
        claim: Claim | None = None,
    ) -> bool:
        """Keep a new game; it may be the rematch of another. Nobody else is here to claim it."""
        sheet.turn = turn
        sheet.to_act = to_act.split()
        changes = [Change(f"sheet/{sheet.id}", text_of(sheet), True)]
        old = await read_sheet(self._box, rematch_of) if rematch_of is not None else None
        if old is not None and old.rematch is not None:
            return False
        if old is not None:
            old.rematch = sheet.id
            changes.append(Change(f"sheet/{old.id}", text_of(old)))
        await self._box.write(changes)
        self._keeper.take_up(sheet)
        return True
