"""A tournament as data: what was agreed, who is in it, who met whom, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from napoleon.server.table.clock import NO_PACE, Pace

Format = Literal["round-robin", "swiss", "knock-out"]
# How two entrants meet: in two games with the sides changed, in one whose sides are dealt evenly,
# or in one for whose sides both have bid.
Games = Literal["pair", "single", "bid"]
Stage = Literal["open", "playing", "over", "cancelled"]
MOST_ENTRANTS: Final = 128
DRAWN: Final = "drawn"  # half a point each
NOBODY: Final = "nobody"  # neither came


class Terms(msgspec.Struct):
    """What a tournament is, from its beginning to its end."""

    format: Format = "swiss"
    games: Games = "pair"
    scenario: str = "quatre-bras"
    visibility: str = "open"
    rounds: int = 0  # of a Swiss; 0: as many as its field needs
    hours: int = 168  # for a round, then whoever is to act has lost
    most: int = 16  # entrants
    fill: str = ""  # the level of computers that take the places that are left; "": none do
    rated: bool = True
    pace: Pace = NO_PACE


class Entrant(msgspec.Struct):
    """Somebody who plays: a person, or a computer of some level."""

    n: int
    person: str | None = None
    level: str | None = None
    name: str = ""
    seed: float = 0.0  # how good when coming in
    since: int = 1  # the first round to be paired in
    gone: int | None = None  # the last round, of whoever has withdrawn
    bid: str = ""  # side and steps

    def is_in(self, number: int) -> bool:
        """Whether to be paired in a round."""
        return self.since <= number and self.gone is None


class Bout(msgspec.Struct):
    """A game of a meeting."""

    game: str
    french: int
    handicap: int = 0
    winner: str = ""  # french, allied, drawn or nobody; "": it goes on
    turn: int = 0  # in which it ended


class Meeting(msgspec.Struct):
    """Two entrants who meet in a round; without another it is a bye."""

    round: int
    n: int
    one: int
    other: int | None = None
    bouts: list[Bout] = []

    @property
    def is_over(self) -> bool:
        """Whether nothing of it goes on."""
        return all(bout.winner for bout in self.bouts)

    def against(self, entrant: int) -> int | None:
        """Whom somebody meets here."""
        return self.other if entrant == self.one else self.one

    def points(self, entrant: int, for_bye: float) -> float:
        """What somebody has won here so far."""
        if self.other is None:
            return for_bye
        total = 0.0
        for bout in self.bouts:
            if bout.winner == DRAWN:
                total += 0.5
            elif bout.winner in ("french", "allied"):
                total += (bout.winner == "french") == (bout.french == entrant)
        return total


class Contest(msgspec.Struct):
    """All that pairing and standings follow from."""

    terms: Terms
    entrants: list[Entrant]
    meetings: list[Meeting]
    rounds: int = 0  # how many there will be; 0: that shows by itself

    @property
    def for_bye(self) -> float:
        """What a bye is worth: as much as winning."""
        return 2.0 if self.terms.games == "pair" else 1.0

    def of(self, entrant: int) -> Iterator[Meeting]:
        """The meetings of somebody."""
        return (one for one in self.meetings if entrant in (one.one, one.other))

    def score(self, entrant: int) -> float:
        """What somebody has won so far."""
        return sum([one.points(entrant, self.for_bye) for one in self.of(entrant)])

    def present(self, number: int) -> list[Entrant]:
        """Who is to be paired in a round."""
        return [one for one in self.entrants if one.is_in(number)]
