"""Computer players: they get a seat's view and its offers, and nothing else.

They think outside the event loop, and wait a moment before they move, so that a person can follow.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from napoleon.rules import View

# The view, the texts of the offered actions, chance -> the action chosen.
Player = Callable[[View, list[str], random.Random], str]
PACE = 0.4  # seconds a move


def play_at_random(view: View, offers: list[str], chance: random.Random) -> str:
    """Any offered action; ending a step is rarer the more there is to do."""
    return offers[int(chance.random() * len(offers))]


LEVELS: dict[str, Player] = {"random": play_at_random}


def choose(level: str, view: View, offers: list[str], seed: int) -> str:
    """What a computer of a level does."""
    return LEVELS[level](view, offers, random.Random(seed))
