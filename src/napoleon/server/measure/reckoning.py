"""Ratings reckoned: what a game makes of those who played it. Knows no store and no clock.

Every rating is a mean and an uncertainty, by the Plackett-Luce model of openskill. 0 is where a
newcomer begins. A side is its one or two players; and the French have a member more, the advantage
of that side in this contest (scenario, players, handicap), which has a rating of its own and learns
from every game as the players do. So a win with the better side tells less. Computers keep the
rating that was measured (anchors.py): they are what holds the scale.
"""

from __future__ import annotations

import math
from typing import Final

import msgspec
from openskill.models import PlackettLuce

from napoleon.server.measure.anchors import strengths

SIGMA: Final = 25 / 3  # of a newcomer
# Of an advantage of which nothing is known: sides differ less than people do.
SIDE_SIGMA: Final = 25 / 9
BETA: Final = 25 / 6  # how much chance there is in one game
TAU: Final = 25 / 300  # by how much anybody may have changed since the last game
# Between two whose ratings are certain a difference of mu is this much in log-odds.
_SCALE: Final = math.sqrt(2) * BETA
# As people know ratings: 400 points are ten to one.
POINTS: Final = 400 / math.log(10) / _SCALE
MIDDLE: Final = 1500
SURE: Final = 1.0  # the uncertainty of a computer's rating

_model = PlackettLuce(mu=0.0, sigma=SIGMA, beta=BETA, tau=TAU)


class Rating(msgspec.Struct, frozen=True):
    """How good somebody is, how certain that is, and from how many games."""

    mu: float = 0.0
    sigma: float = SIGMA
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> int:
        """As it is shown."""
        return round(MIDDLE + POINTS * self.mu)

    @property
    def spread(self) -> int:
        """It lies within so many points, nineteen times of twenty."""
        return round(2 * POINTS * self.sigma)


NO_ADVANTAGE: Final = Rating(0.0, SIDE_SIGMA)
COMPUTERS: Final = {level: Rating(at * _SCALE, SURE) for level, at in sorted(strengths().items())}


class Reckoned(msgspec.Struct):
    """Ratings after a game."""

    french: list[Rating]
    allied: list[Rating]
    advantage: Rating


def reckon(
    french: list[Rating], allied: list[Rating], advantage: Rating, is_french: bool
) -> Reckoned:
    """What a game makes of both sides and of the advantage of the French."""
    # People change between two games, and the model says so; what a side is worth does not.
    steady = Rating(advantage.mu, math.sqrt(max(advantage.sigma**2 - TAU**2, 0.0)))
    teams = [
        [_model.rating(mu=one.mu, sigma=one.sigma) for one in team]
        for team in ([*french, steady], allied)
    ]
    after = _model.rate(teams, ranks=[1, 2] if is_french else [2, 1])
    was = [[*french, advantage], allied]
    ours, theirs = [
        [
            Rating(new.mu, new.sigma, old.games + 1, old.wins + ((at == 0) == is_french))
            for new, old in zip(team, before, strict=True)
        ]
        for at, (team, before) in enumerate(zip(after, was, strict=True))
    ]
    return Reckoned(ours[:-1], theirs, ours[-1])
