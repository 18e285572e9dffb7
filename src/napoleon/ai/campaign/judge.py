"""Who says what a position is worth: the base of all judges.

A judge is asked about full positions as a turn is about to begin, and answers with the chance that
the French win. `features.Weights` counts a few dozen things; `net.Net` looks at every unit.
"""

from __future__ import annotations

from napoleon.ai.campaign.quick import GRAVE
from napoleon.rules.engine.state import State


class Judge:
    """Says how likely the French are to win."""

    __slots__ = ("fit", "is_far_sighted", "is_watchful")

    def __init__(self) -> None:
        self.fit = GRAVE  # how fights are decided in a moment
        self.is_watchful = True  # thinks of cities into which the French could walk by night
        self.is_far_sighted = True  # and of horse that rides into them from three roads away

    def chance_at(self, state: State, turn: int) -> float:
        """The chance that the French win, as this turn is about to begin."""
        raise NotImplementedError
