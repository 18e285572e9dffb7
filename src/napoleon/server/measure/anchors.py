"""What the computers are worth: ratings that stay, from matches between them (bench/README.md).

A match tells how often one level beats another as the French and as the Allies. The mean of the two
log-odds is the distance between them without the side. Where a level met two others, both
distances count by their games. The officer stands where a newcomer begins.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple


class Match(NamedTuple):
    """A measured match: the shares that the first level won as the French and as the Allies."""

    level: str
    other: str
    games: int
    as_french: float
    as_allies: float

    @property
    def distance(self) -> float:
        """By how much the first is better, in log-odds."""
        return (_log_odds(self.as_french) + _log_odds(self.as_allies)) / 2


MATCHES: Final = (
    Match("officer", "recruit", 400, 0.88, 0.99),
    Match("marshal", "officer", 400, 0.71, 0.95),
    Match("emperor", "officer", 400, 0.84, 0.975),
    # The marshal of then, which we take for that of today
    Match("emperor", "marshal", 400, 0.49, 0.97),
)
ZERO: Final = "officer"


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))


def strengths() -> dict[str, float]:
    """The levels that were measured, in log-odds from the officer."""
    known = {ZERO: 0.0}
    by_level: dict[str, list[tuple[int, float]]] = {}
    for match in MATCHES:
        if match.other in known:
            found = by_level.setdefault(match.level, [])
            found.append((match.games, known[match.other] + match.distance))
            weights = sum([games for games, _ in found])
            known[match.level] = sum([games * at for games, at in found]) / weights
        else:
            known[match.other] = known[match.level] - match.distance
    return known
