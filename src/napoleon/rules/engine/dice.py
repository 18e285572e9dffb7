"""Dice: the only way in which chance enters the rules.

Whoever runs a game hands it an object with `roll(sides)` and `copy()`: seeded dice for play and
research, scripted dice for tests and replays, or dice of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from napoleon.rules.errors import DiceError

_WORD: Final = 0xFFFFFFFF


class Dice(Protocol):
    """Where numbers come from."""

    def roll(self, sides: int) -> int:
        """A number from 1 to `sides`, all equally likely."""
        ...

    def copy(self) -> Dice:
        """Dice that will show the same numbers from here on, independent of these."""
        ...


class SeededDice:
    """Repeatable dice: the sfc32 generator, the same numbers on every machine."""

    __slots__ = ("_a", "_b", "_c", "_n")

    def __init__(self, seed: int, warm_up: int = 15) -> None:
        self._a = seed & _WORD
        self._b = (seed >> 32) & _WORD
        self._c = (seed >> 64) & _WORD
        self._n = 1
        for _ in range(warm_up):
            self._next()

    def _next(self) -> int:
        t = (self._a + self._b + self._n) & _WORD
        self._n = (self._n + 1) & _WORD
        self._a = self._b ^ (self._b >> 9)
        self._b = (self._c + (self._c << 3)) & _WORD
        self._c = (((self._c << 21) | (self._c >> 11)) + t) & _WORD
        return t

    def roll(self, sides: int) -> int:
        """A number from 1 to `sides`; values that would favour low numbers are thrown again."""
        limit = _WORD + 1 - (_WORD + 1) % sides
        while True:
            t = self._next()
            if t < limit:
                return t % sides + 1

    def copy(self) -> SeededDice:
        """Dice that will show the same numbers from here on."""
        twin = SeededDice(0, 0)
        twin._a = self._a
        twin._b = self._b
        twin._c = self._c
        twin._n = self._n
        return twin


class ScriptedDice:
    """Dice that show given numbers in order, and an error when they run out."""

    __slots__ = ("_at", "_values")

    def __init__(self, values: Iterable[int]) -> None:
        self._values = list(values)
        self._at = 0

    def roll(self, sides: int) -> int:
        """The next number of the script."""
        if self._at >= len(self._values):
            raise self._run_out(sides)
        value = self._values[self._at]
        if not 1 <= value <= sides:
            raise DiceError(f"die {self._at + 1} of the script is {value}, expected 1 to {sides}")
        self._at += 1
        return value

    def _run_out(self, sides: int) -> Exception:
        return DiceError(f"the script of {len(self._values)} dice has run out")

    @property
    def left(self) -> int:
        """How many numbers have not been used."""
        return len(self._values) - self._at

    def copy(self) -> ScriptedDice:
        """Dice that will show the same numbers from here on."""
        return ScriptedDice(self._values[self._at :])


class DieAsked(Exception):
    """Somebody rolls, and the number is still to be decided."""

    def __init__(self, sides: int) -> None:
        super().__init__(f"a die with {sides} sides")
        self.sides = sides


class PausedDice(ScriptedDice):
    """Dice that show given numbers in order, and then ask for the next by raising `DieAsked`."""

    __slots__ = ()

    def _run_out(self, sides: int) -> Exception:
        return DieAsked(sides)

    def copy(self) -> PausedDice:
        """Dice that will show the same numbers from here on."""
        return PausedDice(self._values[self._at :])
