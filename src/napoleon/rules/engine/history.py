"""What has happened in a game, and the way back to an earlier move of the same turn.

A game keeps a copy of the state from the beginning of the turn, the *key*, and the moves since.
Taking the last one back is replaying the others from there with their recorded dice, so that
playing costs nothing for it.
"""

from __future__ import annotations

from napoleon.rules.engine.events import Event
from napoleon.rules.engine.log import Log
from napoleon.rules.engine.moves import Move
from napoleon.rules.engine.state import State


class History:
    """The events and moves of a game, and the key of this turn."""

    __slots__ = ("events", "key", "key_events", "key_moves", "moves", "pinned", "sealed")

    def __init__(self, key: State) -> None:
        self.events: Log[Event] = Log()
        self.moves: Log[Move] = Log()
        self.sealed = 0  # so many moves can no longer be undone
        self.pinned = 0  # so many by a seal that the moves themselves do not tell of
        self.key = key
        self.key_events = 0
        self.key_moves = 0

    def copy(self) -> History:
        """An independent copy; both keep the same key, which nobody changes."""
        twin = History(self.key)
        twin.events = self.events.copy()
        twin.moves = self.moves.copy()
        twin.sealed = self.sealed
        twin.pinned = self.pinned
        twin.key_events = self.key_events
        twin.key_moves = self.key_moves
        return twin

    def keep_key(self, state: State) -> None:
        """A turn begins: keep a copy from which its moves can be replayed."""
        self.key = state.copy()
        self.key_moves = len(self.moves)
        self.key_events = len(self.events)

    def last_move(self) -> Move | None:
        """The move that was played last."""
        count = len(self.moves)
        return self.moves.since(count - 1)[0] if count else None

    def can_undo(self) -> bool:
        """Whether the last move can be taken back."""
        return len(self.moves) > self.sealed

    def undoable(self, armies: int) -> int:
        """The index of the move that a seat may take back, or -1: the last of the game if it is the
        seat's; during set-up the seat's last (ruling 4 setup-undo)."""
        last = len(self.moves) - 1
        first = self.sealed if self.key.turn == 0 else max(self.sealed, last)
        for index in range(last, first - 1, -1):
            if self.moves.since(index)[0].armies == armies:
                return index
        return -1

    def seal(self) -> None:
        """Nothing that was played so far can be undone."""
        self.sealed = len(self.moves)

    def pin(self) -> None:
        """Seal, as after a take-back: a replay of the moves alone would not do so by itself."""
        self.seal()
        self.pinned = self.sealed

    def pinned_at(self) -> int:
        """Return how many moves a record has to seal; 0 if replaying them seals as many."""
        return self.pinned if self.pinned == self.sealed else 0

    def go_back(self, moves: int) -> list[Move]:
        """Forget this turn; returns its moves up to so many of the game, to be replayed."""
        again = self.moves.since(self.key_moves)[: moves - self.key_moves]
        self.events.cut(self.key_events)
        self.moves.cut(self.key_moves)
        return again
