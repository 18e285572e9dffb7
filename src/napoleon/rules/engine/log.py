"""A list that grows at its end, and whose copies share what they have in common.

For the events and moves of a game: `copy` is cheap however long it is, and an undo cuts the end off
without touching the copies.
"""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Log(Generic[T]):
    """A log: what a copy shares with others, and what is its own."""

    __slots__ = ("_before", "_length", "_own")

    def __init__(self) -> None:
        self._before: list[
            tuple[list[T], int]
        ] = []  # lists shared with others, and how much of each
        self._length = 0  # of what is before
        self._own: list[T] = []

    def __len__(self) -> int:
        return self._length + len(self._own)

    def append(self, item: T) -> None:
        """Add one item."""
        self._own.append(item)

    def extend(self, items: list[T]) -> None:
        """Add several items."""
        self._own += items

    def since(self, start: int) -> list[T]:
        """The items from this index on, as a new list."""
        if start >= self._length:
            return self._own[start - self._length :]
        items: list[T] = []
        at = 0
        for part, length in self._before:
            if at + length > start:
                items += part[max(0, start - at) : length]
            at += length
        return items + self._own

    def cut(self, length: int) -> None:
        """Forget everything after the first `length` items; copies keep theirs."""
        if length >= self._length:
            self._own = self._own[: length - self._length]
        else:
            self._own = self.since(0)[:length]
            self._before = []
            self._length = 0

    def copy(self) -> Log[T]:
        """An independent copy."""
        twin: Log[T] = Log()
        twin._before = self._before[:]
        if self._own:
            twin._before.append((self._own, len(self._own)))
        twin._length = len(self)
        return twin
