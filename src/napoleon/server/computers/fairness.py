"""Whose computer thinks next: shared fairly by person, and games that somebody watches go first.

Free of input and output, and of any clock: the time is told.
"""

from __future__ import annotations

from collections import deque
from typing import Final, Generic, TypeVar

T = TypeVar("T")

PATIENCE: Final = 20.0  # seconds after which a game that nobody watches waits like any other
MEMORY: Final = 60.0  # seconds in which half of what somebody has had is forgotten
MOST_PEOPLE: Final = 10_000  # of whom it is remembered what they have had


class Wish(Generic[T]):
    """Something to be thought of, for whom, and since when."""

    __slots__ = ("at", "is_watched", "owner", "what")

    def __init__(self, what: T, owner: str, is_watched: bool, at: float) -> None:
        self.what = what
        self.owner = owner
        self.is_watched = is_watched
        self.at = at


class FairQueue(Generic[T]):
    """Wishes in the order in which they are to be fulfilled."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Wish[T]]] = {}
        self._spent: dict[str, tuple[float, float]] = {}  # seconds had, and when that was reckoned

    def __len__(self) -> int:
        return sum([len(wishes) for wishes in self._waiting.values()])

    def push(self, wish: Wish[T]) -> None:
        """Somebody wishes for something."""
        self._waiting.setdefault(wish.owner, deque()).append(wish)

    def charge(self, owner: str, seconds: float, now: float) -> None:
        """Somebody has had so much thinking."""
        if len(self._spent) >= MOST_PEOPLE:
            self._spent = {
                name: had for name, had in self._spent.items() if self.spent(name, now) > 1.0
            }
        self._spent[owner] = (self.spent(owner, now) + seconds, now)

    def spent(self, owner: str, now: float) -> float:
        """How much thinking somebody has had lately."""
        had, at = self._spent.get(owner, (0.0, now))
        share: float = 0.5 ** ((now - at) / MEMORY)
        return had * share

    def pop(self, now: float) -> Wish[T] | None:
        """What is next: of those who are watched, or have waited long, who had least."""
        best: Wish[T] | None = None
        best_rank = (2, 0.0, 0.0)
        for owner, wishes in self._waiting.items():
            wish = _first(wishes, now)
            rank = (_rank(wish, now), self.spent(owner, now), wish.at)
            if best is None or rank < best_rank:
                best, best_rank = wish, rank
        if best is None:
            return None
        wishes = self._waiting[best.owner]
        wishes.remove(best)
        if not wishes:
            del self._waiting[best.owner]
        return best


def _rank(wish: Wish[T], now: float) -> int:
    return 0 if wish.is_watched or now - wish.at >= PATIENCE else 1


def _first(wishes: deque[Wish[T]], now: float) -> Wish[T]:
    """The oldest wish of the best rank."""
    for wish in wishes:
        if _rank(wish, now) == 0:
            return wish
    return wishes[0]
