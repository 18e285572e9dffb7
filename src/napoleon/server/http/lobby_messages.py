"""What travels between the server and those who look for somebody to play with."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from napoleon.server.http.messages import Name
from napoleon.server.store.listing import Country, Level
from napoleon.server.store.seeks import State, Wish
from napoleon.server.table.clock import Pace
from napoleon.server.table.messages import SitterInfo
from napoleon.server.table.view_message import Seat, Visibility


class Publish(msgspec.Struct):
    """A table is to stand in the lobby."""

    lang: Name = ""  # what is spoken there; "" as its maker has chosen for the pages
    # How far the rating of whoever comes may be from its maker's; 0: it does not matter
    span: Annotated[int, Meta(ge=0, le=2000)] = 0
    country: Country = ""  # where its maker plays, if that is to be said


class Challenge(msgspec.Struct):
    """A seat is to be kept for somebody."""

    seat: Name
    name: Annotated[str, Meta(max_length=80)]  # of an account


class LobbyTable(msgspec.Struct):
    """A table with open seats."""

    id: str
    host: str
    is_host_guest: bool
    is_host_here: bool
    is_mine: bool  # whoever asks has made it
    has_seat: bool  # whoever asks sits there
    scenario: str
    players: int
    visibility: Visibility
    seats: dict[Seat, SitterInfo]
    advice: bool
    pace: Pace
    board: str  # its name; "" for the one that is shipped
    handicap: int  # steps that the French give up; below 0 the Allies
    lang: str
    since: str
    seat: Seat | None  # the one that is kept for somebody; null: whoever comes may sit down
    to: str  # for whom
    is_declined: bool
    kept: list[Seat]  # not for whoever comes
    rated: bool
    least: int | None  # the ratings of whoever may come; null: any
    most: int | None
    fits: bool  # whether that of whoever asks is among them
    country: str  # where its maker plays, ISO 3166; "" is not said
    level: Level  # of its maker


class LobbyGame(msgspec.Struct):
    """A public game that is being played."""

    watch: str  # the token for spectators
    scenario: str
    players: int
    seats: dict[Seat, SitterInfo]
    pace: Pace
    handicap: int
    turn: int
    since: str


class Sought(Wish, kw_only=True):
    """What a standing seek waits for, as it is shown."""


class SeekInfo(msgspec.Struct):
    """What I wait for, and what has come of it."""

    wish: Sought
    state: State
    game: str  # that was found, or in which I have been seated
    seat: str
    since: int  # milliseconds since 1970
    expires: int


class LobbyInfo(msgspec.Struct):
    """Who looks for somebody, who is asked for by name, and what can be watched."""

    tables: list[LobbyTable]
    challenges: list[LobbyTable]
    games: list[LobbyGame]
    has_more: bool  # there is another page of tables
    seek: SeekInfo | None  # my standing seek


class Since(msgspec.Struct):
    """What a seat has seen happen."""

    seat: Seat
    count: int  # how much there is, of which the latest lines are told
    lines: list[str]
