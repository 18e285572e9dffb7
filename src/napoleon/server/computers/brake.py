"""What holds computers back where no person decides.

In all other games they move as fast as they think: the next decision of a person stops them, and at
what pace their moves are shown is the browser's affair. But where computers play alone, on behalf
of somebody who has handed over or before spectators, nothing else would keep them from running away
from those who look on.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules import Action
from napoleon.server.table.table import Table

PACE: Final = 0.7  # seconds for the march of a group, or for an action in battle
_MARCHES: Final = ("march", "force", "retreat", "regroup")
_QUIET: Final = ("place", "deploy")  # nobody else sees them


class Brake:
    """Holds the computers of one table back; told the time, it has no clock of its own."""

    __slots__ = ("_moved", "_pace", "_way")

    def __init__(self, pace: float) -> None:
        self._pace = pace
        self._moved = float("-inf")  # when they moved last
        self._way = ""  # of the group that marches

    def pause(self, table: Table, action: Action, now: float) -> float:
        """How long to wait before an action: 0 where a person decides too, for what nobody sees,
        and for the other units of a group that goes one way."""
        if any(sitter.computer is None for sitter in table.sheet.seats.values()):
            return 0.0
        verb = action.verb
        before = self._way
        self._way = ""
        if verb in _MARCHES and action.unit is not None:
            self._way = f"{verb} {table.game.truth.where(action.unit)} {action.town}"
            if self._way == before:
                return 0.0
        if verb in _QUIET:
            return 0.0
        return max(0.0, self._moved + self._pace - now)

    def moved(self, now: float) -> None:
        """The computers have moved."""
        self._moved = now
