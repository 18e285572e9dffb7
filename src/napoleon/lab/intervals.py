"""How sure a share is: Wilson's interval for a proportion."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

Z_95: Final = 1.959963984540054  # of a normal distribution, 95 % lie within so many deviations


class Share(NamedTuple):
    """A share of a number of trials, with its interval, all from 0 to 1."""

    won: float
    trials: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself; without trials nothing is known, and it is a half."""
        return self.won / self.trials if self.trials else 0.5

    def __str__(self) -> str:
        """``62.5 % (95 %: 45.3 to 77.1)``."""
        return (
            f"{100 * self.value:.1f} % (95 %: {100 * self.low:.1f} to {100 * self.high:.1f})"
            if self.trials
            else "no games"
        )


def wilson(won: float, trials: int, z: float = Z_95) -> Share:
    """Wilson's score interval; `won` may be a sum of halves, which makes it a cautious one."""
    if not 0 <= won <= trials:
        raise ValueError(f"expected from 0 to {trials} won, got {won}")
    if not trials:
        return Share(0, 0, 0.0, 1.0)
    share = won / trials
    square = z * z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = share * (1 - share) / trials + square / (4 * trials * trials)
    half = z / (1 + square / trials) * math.sqrt(spread)
    low = 0.0 if won == 0 else max(0.0, middle - half)
    high = 1.0 if won == trials else min(1.0, middle + half)
    return Share(won, trials, low, high)
