"""What travels between the server and those who measure themselves: ratings and tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from napoleon.server.http.messages import Name, PaceWish
from napoleon.server.measure.terms import MOST_ENTRANTS, Format, Games, Stage
from napoleon.server.table.clock import Pace
from napoleon.server.table.view_message import Side, Visibility

# Why a rated game counts for nobody (measure/verdicts.py)
Why = Literal["", "unfit", "computer", "other", "unplayed", "pair"]


class RatingInfo(msgspec.Struct):
    """How good somebody is: within `spread` points of `points`, nineteen times of twenty."""

    name: str  # of a person, or the level of a computer
    points: int
    spread: int
    games: int
    wins: int
    is_me: bool = False
    missing: int = 0  # of mine: different opponents still to be met before it is in the list


class RatedFrom(msgspec.Struct):
    """Whether and from when I may play rated games."""

    is_account: bool
    since: int  # milliseconds since 1970; 0: by a confirmed address, or without an account
    is_possible: bool  # now
    can_confirm: bool  # an address: mail is sent here
    pair: int  # rated results of the same two people that count in a day
    each: int  # seconds for each turn, where a rated game was begun without a clock


class GameRating(msgspec.Struct):
    """Whether a game that was begun as rated counts."""

    rated: bool  # it was begun as rated
    why: Why  # it counts for nobody, or would not if it ended now; "": it counts
    until: int = 0  # when that may change, in milliseconds since 1970; 0: never


class SideInfo(msgspec.Struct):
    """What the French are worth in a kind of game, in points: below 0 the Allies are better."""

    scenario: str
    players: int
    handicap: int
    points: int
    spread: int
    games: int
    wins: int  # of the French


class RatingsInfo(msgspec.Struct):
    """All ratings, the best first."""

    people: list[RatingInfo]
    computers: list[RatingInfo]
    sides: list[SideInfo]
    mine: RatingInfo | None  # of whoever asks, if there is one


class NewTournament(msgspec.Struct):
    """What a tournament is to be."""

    title: Name
    format: Format = "swiss"
    games: Games = "pair"
    scenario: Name = "quatre-bras"
    visibility: Name = "open"
    rounds: Annotated[int, Meta(ge=0, le=30)] = 0  # of a Swiss; 0: as many as its field needs
    hours: Annotated[int, Meta(ge=1, le=2160)] = 168  # for a round
    most: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] = 16  # entrants
    fill: Name = ""  # the level of computers that take the places that are left; "": none do
    rated: bool = True
    minutes: Annotated[int, Meta(ge=0, le=86400)] = 1440  # until it begins
    pace: PaceWish = PaceWish()  # of its games; who is out of time has lost


class BidWish(msgspec.Struct):
    """The side that somebody wants, and the steps that are worth it."""

    side: Side = "allied"
    steps: Annotated[int, Meta(ge=0, le=20)] = 0


class MyBid(msgspec.Struct):
    """What somebody has bid; nobody else is told."""

    side: Side
    steps: int


class TournamentId(msgspec.Struct):
    """A tournament that was made."""

    id: str


class TournamentLine(msgspec.Struct):
    """A tournament in a list."""

    id: str
    title: str
    format: Format
    games: Games
    scenario: str
    stage: Stage
    starts: int  # milliseconds since 1970
    round: int
    rounds: int  # 0: that shows by itself
    entrants: int
    most: int
    rated: bool


class EntrantInfo(msgspec.Struct):
    """Somebody who plays in a tournament, and where they stand."""

    n: int
    name: str
    level: str  # of a computer; "": a person
    points: int  # the rating when coming in
    place: int
    score: float
    played: int
    won: int
    opponents: float
    beaten: float
    is_gone: bool
    is_me: bool


class BoutInfo(msgspec.Struct):
    """A game of a meeting; `winner` is french, allied, drawn, nobody, or "" while it goes on."""

    game: str  # for those who play it
    watch: str  # for the others
    french: int
    handicap: int
    winner: str


class MeetingInfo(msgspec.Struct):
    """Two entrants who meet in a round; without another it is a bye."""

    round: int
    one: int
    other: int | None
    bouts: list[BoutInfo]


class TournamentInfo(msgspec.Struct):
    """A tournament with its table."""

    id: str
    title: str
    maker: str  # the name
    format: Format
    games: Games
    scenario: str
    visibility: Visibility
    stage: Stage
    rated: bool
    starts: int
    deadline: int  # of the round, in milliseconds since 1970
    round: int
    rounds: int
    most: int
    hours: int
    fill: str
    pace: Pace
    entrants: list[EntrantInfo]  # the best first
    meetings: list[MeetingInfo]
    can_enter: bool
    can_withdraw: bool
    can_begin: bool
    bid: MyBid | None = None  # of whoever asks
