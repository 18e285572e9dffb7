"""How plans do beside each other when they are tried again and again."""

from __future__ import annotations

import math
from typing import Final

ENOUGH: Final = 8  # trials before a plan may be given up
HOPELESS: Final = 1.0  # standard errors by which it must then be behind


class Tally:
    """What a plan has come to so far, and by how much it was better than the first plan, which is
    tried with the same dice."""

    __slots__ = ("gain", "number", "squares", "total")

    def __init__(self) -> None:
        self.total = 0.0
        self.number = 0
        self.gain = 0.0
        self.squares = 0.0

    def take_in(self, value: float, first: float) -> None:
        """Count a trial: what this plan came to, and what the first did."""
        self.total += value
        self.number += 1
        self.gain += value - first
        self.squares += (value - first) * (value - first)

    def mean(self) -> float:
        """What it came to in the mean."""
        return self.total / self.number if self.number else 0.0

    def mean_gain(self) -> float:
        """By how much it was better than the first plan, in the mean."""
        return self.gain / self.number if self.number else 0.0

    def error(self) -> float:
        """The standard error of the mean gain."""
        mean = self.gain / self.number
        spread = max(0.0, self.squares / self.number - mean * mean)
        return math.sqrt(spread / (self.number - 1))

    def is_clear(self, errors: float, least: float) -> bool:
        """Whether it is better than the first by so many standard errors, and by so much."""
        if self.number < 2:
            return False
        mean = self.mean_gain()
        return mean > least and mean > errors * self.error()

    def is_hopeless(self, least: float) -> bool:
        """Whether it is hardly better than the first by so much, as far as can be seen."""
        return self.number >= ENOUGH and self.mean_gain() + HOPELESS * self.error() < least
