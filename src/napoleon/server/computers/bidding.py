"""What a computer bids for a side: the steps that make games of its level even by our measure.

It is worked out from the level and the scenario alone, so it cannot hang on what anybody else has
bid.
"""

from __future__ import annotations

from napoleon.ai.levels import LEVELS
from napoleon.rules import Bid
from napoleon.scenarios.evenness import EvenGame, measured


def bid_by_measure(level: str, scenario: str, secret: str, *, is_our_board: bool = True) -> Bid:
    """What a computer bids; nothing for the Allies where nothing was measured, as on any board but
    ours."""
    even = _nearest(level, scenario) if is_our_board else None
    if even is None:
        return Bid("allied", 0, secret)
    side = "french" if even.handicap > 0 else "allied"
    return Bid(side, abs(even.handicap), secret)


def _nearest(level: str, scenario: str) -> EvenGame | None:
    """What was measured for a scenario: of this level, or of the nearest; of two the better."""
    own = LEVELS.index(level)
    found = [
        (abs(LEVELS.index(even.level) - own), -LEVELS.index(even.level), even)
        for even in measured()
        if even.scenario == scenario and even.level in LEVELS
    ]
    return min(found, key=lambda one: one[:2])[2] if found else None
