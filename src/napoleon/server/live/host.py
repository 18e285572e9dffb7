"""What games need of the house that they are played in: rooms, a shelf of games that are not being
played, and time to think. A server's hall is one; a browser can be another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Final, Protocol, TypeVar

from napoleon.rules.board.tables import Board
from napoleon.scenarios.reading import Scenario
from napoleon.server.computers.players import ComputerPlayers
from napoleon.server.limits import Limits, Rates
from napoleon.server.live.room import Room
from napoleon.server.metrics import Histogram
from napoleon.server.store.jobs import Claim
from napoleon.server.table.sheet import Sheet, StoredMove
from napoleon.server.table.table import Table
from napoleon.server.times import Watch

SHORT: Final = 0.05  # seconds between two looks at what will not take long
T = TypeVar("T")


class Counts:
    """What has been counted since the start."""

    def __init__(self) -> None:
        self.messages = 0
        self.refusals = 0
        self.moves = 0
        # Messages to people that went out, and tries that failed: "email_sent", "push_troubles"
        self.notices: Counter[str] = Counter()
        self.latency = Histogram()  # from a message to its being stored


class Shelf(Protocol):
    """Games as they are stored."""

    async def find_sheet(self, game: str) -> Sheet | None:
        """A game by its id."""

    async def find_invite(self, token: str) -> tuple[str, str] | None:
        """The game and the seat of an invitation."""

    async def find_watch(self, token: str) -> str | None:
        """The game that spectators see by this secret."""

    async def sheets_of(self, person: str, most: int, skip: int = 0) -> list[Sheet]:
        """The games of a person, newest first."""

    async def open_games(self, person: str) -> int:
        """How many games of a person are not over."""

    async def witnessed_seats(self, game: str, person: str) -> set[str]:
        """The seats from which a person has seen a game."""

    async def blockers_of(self, person: str) -> set[str]:
        """Who does not want to sit at a table with somebody."""

    async def rated_from(self, person: str, age: float) -> int | None:
        """From when somebody may play for ratings, in milliseconds since 1970, if an account has to
        be so many seconds old; None: there is no account."""

    async def moves_of(self, game: str) -> list[StoredMove]:
        """The story of a game."""

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


class Host(Protocol):
    """Where games are played."""

    limits: Limits
    rates: Rates
    counts: Counts
    computers: ComputerPlayers
    watch: Watch
    rooms: dict[str, Room]
    broken: dict[str, str]  # games that cannot be brought back, and why

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """What can be begun here, by id."""

    @property
    def boards(self) -> Sequence[Board]:
        """What can be played on here, our own first."""

    @property
    def shelf(self) -> Shelf:
        """The games that are stored."""

    async def room(self, game: str) -> Room | None:
        """The room of a game, from the shelf if need be; None if there is no such game."""

    def add_room(self, table: Table) -> Room:
        """Open a room for a table."""

    async def think(self, work: Callable[[], T]) -> T:
        """Do something slow without keeping others waiting."""

    def note_presence(self, room: Room, person: str, is_here: bool) -> None:
        """Somebody has come to a table, or has gone."""

    async def away(self, room: Room) -> set[str]:
        """Return who plays at a table and has been away for longer than `limits.absence`."""

    def start(self, work: Coroutine[object, object, None]) -> None:
        """Begin work that nobody waits for."""
