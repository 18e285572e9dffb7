"""Crude plans: commanders with one idea each, who march by it whatever happens and fight like
officers. Training never sees them; whoever is measured has to beat them all."""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.quick import FIT
from napoleon.ai.knowledge.geography import CITIES, DISTANCE
from napoleon.ai.knowledge.worth import power_of
from napoleon.rules.board.tables import table
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH,
    MOUNTED,
    SIDE_UNITS,
    count,
)
from napoleon.rules.engine.state import State

WEST: Final = "crude-west"  # mass in the west
GHENT: Final = "crude-ghent"  # raid on Ghent
TURTLE: Final = "crude-turtle"  # stand in the cities, or the French before their own border
HUNT: Final = "crude-hunt"  # cavalry after small parties
CRUDE: Final = (WEST, GHENT, TURTLE, HUNT)


def _goals() -> list[int]:
    """The towns of these ideas; on a board that lacks one, the first of all."""
    return [
        TOWN_IDS.index(name) if name in TOWN_IDS else 0 for name in ("ath", "ghent", "beaumont")
    ]


_GOALS: Final[list[int]] = table(_goals)
NEARNESS: Final = 0.7  # what is left of a force's weight for each road between it and its goal
SMALL: Final = 2  # blocks of a party that is hunted
SHARP: Final = 4.0  # how much the idea weighs
LOSSES: Final = 1.5  # and the losses beside it


class Crude(Judge):
    """Values positions by one idea of one side."""

    __slots__ = ("idea", "side")

    def __init__(self, idea: str, side: int) -> None:
        super().__init__()
        self.fit = FIT
        self.is_watchful = False
        self.is_far_sighted = False
        self.idea = idea
        self.side = side

    def chance_at(self, state: State, turn: int) -> float:
        """The chance that the French win, as one with this idea sees it."""
        score = SHARP * (self._share(state) - 0.5) + LOSSES * self._lead(state)
        chance = 1.0 / (1.0 + math.exp(-score))
        return chance if self.side == FRENCH else 1.0 - chance

    def _share(self, state: State) -> float:
        """How much of its force is where the idea wants it: all of it, or its riders."""
        goals = self._wanted(state)
        arm = MOUNTED if self.idea in (GHENT, HUNT) else -1
        near = 0.0
        total = 0.0
        for town in range(len(TOWN_IDS)):
            units = state.at[town] & SIDE_UNITS[self.side] & arm
            if units and goals:
                power = power_of(state.strength, units)
                way = min([DISTANCE[town][goal] for goal in goals])
                near += power * math.pow(NEARNESS, way)
                total += power
        return near / total if total > 0.0 else 0.0

    def _wanted(self, state: State) -> list[int]:
        """Where the idea wants its force."""
        if self.idea == HUNT:
            return self._parties(state)
        if self.idea == TURTLE:
            return [_GOALS[2]] if self.side == FRENCH else CITIES
        return [_GOALS[1 if self.idea == GHENT else 0]]

    def _parties(self, state: State) -> list[int]:
        """The towns where few of the enemy stand."""
        found: list[int] = []
        for town in range(len(TOWN_IDS)):
            number = count(state.at[town] & SIDE_UNITS[1 - self.side])
            if 0 < number <= SMALL:
                found.append(town)
        return found

    def _lead(self, state: State) -> float:
        """By how much the enemy is nearer to defeat."""
        lead = 0.0
        for army in range(3):
            lost = count(state.lost & ARMY_UNITS[army]) / DEFEAT_AT[army]
            is_own = (army == 0) == (self.side == FRENCH)
            lead += -lost if is_own else lost
        return lead
