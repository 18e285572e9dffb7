"""How plans do beside each other when they are tried again and again."""

from __future__ import annotations

import math
from typing import Final

ENOUGH: Final = 8  # trials before a plan may be given up
HOPELESS: Final = 1.0  # standard errors by which it must then be behind


class Tally:
    """What a plan has come to so far, and by how much it was better than the first plan, which is
    tried with the same dice.

    What it promises before anything was tried may be given `faith`: it then counts as so many
    trials, so that a few throws of the dice do not decide.
    """

    __slots__ = ("gain", "number", "promise", "squares", "total")

    def __init__(self, promise: float = 0.0) -> None:
        self.promise = promise  # by how much it looks better than the first plan at a glance
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

    def likely_gain(self, faith: float) -> float:
        """By how much it is likely better than the first plan."""
        total = self.number + faith
        return (self.gain + faith * self.promise) / total if total > 0.0 else 0.0

    def _error(self) -> float:
        """The standard error of the mean gain."""
        mean = self.gain / self.number
        spread = max(0.0, self.squares / self.number - mean * mean)
        return math.sqrt(spread / (self.number - 1))

    def is_clear(self, errors: float, least: float, faith: float = 0.0) -> bool:
        """Whether it is better than the first by so many standard errors, and by so much."""
        if self.number < 2:
            return False
        gain = self.likely_gain(faith)
        return gain > least and gain > errors * self._error()

    def is_hopeless(self, least: float, faith: float = 0.0, enough: int = ENOUGH) -> bool:
        """Whether it is hardly better than the first by so much, as far as can be seen after enough
        trials."""
        return self.number >= enough and self.likely_gain(faith) + HOPELESS * self._error() < least
