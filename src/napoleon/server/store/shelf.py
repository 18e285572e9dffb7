"""The games of a database, for those who look for one or begin one."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.store import bonds, ratings
from napoleon.server.store import tables as store
from napoleon.server.store.access import Access
from napoleon.server.store.jobs import Claim
from napoleon.server.table.sheet import Sheet, StoredMove


class SqlShelf:
    """Asks the database, and has new games written."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def find_sheet(self, game: str) -> Sheet | None:
        """A game by its id."""
        return await self._access.read(lambda connection: store.find_sheet(connection, game))

    async def find_invite(self, token: str) -> tuple[str, str] | None:
        """The game and the seat of an invitation."""
        return await self._access.read(lambda connection: store.find_invite(connection, token))

    async def find_watch(self, token: str) -> str | None:
        """The game that spectators see by this secret."""
        return await self._access.read(lambda connection: store.find_watch(connection, token))

    async def sheets_of(self, person: str, most: int, skip: int = 0) -> list[Sheet]:
        """The games of a person, newest first."""
        return await self._access.read(
            lambda connection: store.sheets_of(connection, person, most, skip)
        )

    async def open_games(self, person: str) -> int:
        """How many games of a person are not over."""
        return await self._access.read(lambda connection: store.open_games(connection, person))

    async def witnessed_seats(self, game: str, person: str) -> set[str]:
        """The seats from which a person has seen a game."""
        return await self._access.read(
            lambda connection: store.witnessed_seats(connection, game, person)
        )

    async def blockers_of(self, person: str) -> set[str]:
        """Who does not want to sit at a table with somebody."""
        return await self._access.read(lambda connection: bonds.blockers_of(connection, person))

    async def rated_from(self, person: str, age: float) -> int | None:
        """From when somebody may play for ratings, in milliseconds since 1970, if an account has to
        be so many seconds old; None: there is no account."""
        return await self._access.read(
            lambda connection: ratings.rated_from(connection, person, age)
        )

    async def moves_of(self, game: str) -> list[StoredMove]:
        """The story of a game."""
        return await self._access.read(lambda connection: store.moves_of(connection, game))

    async def insert_game(
        self,
        sheet: Sheet,
        turn: int,
        to_act: str,
        rematch_of: str | None,
        claim: Claim | None = None,
    ) -> bool:
        """Keep a new game; it may be the rematch of another. Return False, keeping nothing, if that
        has a rematch already, or if `claim` says no."""

        def work(connection: Connection) -> bool:
            if claim is not None and not claim(connection):
                return False
            if rematch_of is not None:
                again = (
                    sa.update(store.games)
                    .where(store.games.c.id == rematch_of, store.games.c.rematch.is_(None))
                    .values(rematch=sheet.id)
                )
                if connection.execute(again).rowcount != 1:
                    return False
            store.insert_game(connection, sheet, turn, to_act)
            return True

        return await self._access.write(work)
