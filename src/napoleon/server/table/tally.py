"""How many actions each seat has stored in a turn, and the most there may be.

Played actions come to an end by themselves: without taking back, no seat finds a hundred of them in
a turn. So at the limit only taking back is refused, and every game can be played to its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.refusals import Refused
from napoleon.server.table.sheet import StoredMove

NEAR: Final = 0.9  # of the limit: from here on players are told
TOO_MANY: Final = N_(
    "So much was played and taken back in this turn that nothing more can be taken back before the"
    " next one. You can play on."
)
NEARLY: Final = N_("Times that you can still take back in this turn: {number}.")


class Tally:
    """The actions stored in the present turn, by seat; what was taken back counts too."""

    def __init__(self, turn: int) -> None:
        self._turn = turn
        self._stored: dict[str, int] = {}

    def add(self, moves: Iterable[StoredMove], turn: int) -> None:
        """Count moves after which the game is at `turn`."""
        if turn != self._turn:
            self._turn = turn
            self._stored.clear()
            return
        for move in moves:
            self._stored[move.seat] = self._stored.get(move.seat, 0) + 1

    def stored(self, seat: str) -> int:
        """Return how many actions a seat has stored in this turn."""
        return self._stored.get(seat, 0)

    def check(self, seat: str, most: int) -> None:
        """Raise Refused if a seat has stored so many actions that nothing more is taken back."""
        if self.stored(seat) >= most:
            raise Refused("too-many", TOO_MANY)

    def warning(self, seat: str, lang: str, most: int) -> str:
        """Return how often more a seat can take back, in words; "" while that is often."""
        stored = self.stored(seat)
        if stored < NEAR * most:
            return ""
        left = max(most - stored + 1, 0) // 2  # each needs an action to be taken back
        return texts.say(NEARLY, lang, number=left)
