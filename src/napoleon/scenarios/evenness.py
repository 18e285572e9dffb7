"""What handicap makes a game of equals even by our measure: `even.json`, which `napoleon even`
writes (docs/laboratory.md)."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Final

from napoleon.rules import MOST_STEPS

FILE: Final = "even.json"


@dataclass(frozen=True, slots=True)
class EvenGame:
    """A level that has played itself in a scenario: where it was even, with its interval. Steps are
    of the French, below 0 of the Allies."""

    scenario: str
    level: str
    games: int
    even: float
    low: float
    high: float

    @property
    def handicap(self) -> int:
        """Whole steps, and no more than can be agreed."""
        return max(-MOST_STEPS, min(MOST_STEPS, round(self.even)))


@functools.cache
def measured() -> tuple[EvenGame, ...]:
    """What has been measured on the board that comes with the game; games for which no handicap was
    found, and those of other boards, are left out."""
    text = (resources.files("napoleon.scenarios") / FILE).read_text(encoding="utf-8")
    rows = json.loads(text)
    return tuple(EvenGame(**row) for row in rows if "even" in row and "board" not in row)
