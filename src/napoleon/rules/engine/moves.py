"""Moves: what was played, by whom, and with which dice; and what came of a list of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from napoleon.rules.board.units import SEAT_ARMIES, Seat
from napoleon.rules.engine.actions import Action, format_code, parse_code, parse_number
from napoleon.rules.engine.events import Event
from napoleon.rules.engine.refusals import Refusal
from napoleon.rules.errors import MalformedAction


def split_dice(text: str) -> tuple[str, list[int]]:
    """A line such as ``allied end = 3 6 2`` without its dice, and the dice."""
    line, equals, tail = text.partition("=")
    dice = [parse_number(word) for word in tail.split()]
    if equals and (not dice or min(dice) < 1):
        raise MalformedAction(f"expected dice behind '=', got {tail.strip()!r}")
    return line.strip(), dice


class Move:
    """One line of a record: who did what, and the dice that it took. A value: it is not changed."""

    __slots__ = ("_armies", "_code", "_dice")

    def __init__(self, armies: int, code: int, dice: tuple[int, ...] = ()) -> None:
        self._armies = armies
        self._code = code
        self._dice = dice

    @staticmethod
    def parse(text: str) -> Move:
        """Read a line such as ``allied end = 3 6 2``."""
        played, dice = split_dice(text)
        seat, _, action = played.partition(" ")
        armies = SEAT_ARMIES.get(seat.lower(), 0)
        if not armies:
            names = ", ".join([str(each) for each in Seat])
            raise MalformedAction(f"expected a seat ({names}), got {seat[:40]!r}", "11")
        return Move(armies, parse_code(action), tuple(dice))

    @property
    def armies(self) -> int:
        """The armies of the seat that played, as bits."""
        return self._armies

    @property
    def seat(self) -> Seat:
        """Who played."""
        return Seat.of(self._armies)

    @property
    def code(self) -> int:
        """The code of the action."""
        return self._code

    @property
    def action(self) -> Action:
        """What was played."""
        return Action(self._code)

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that it took: its own, and those of all that the engine then did by itself."""
        return self._dice

    def __str__(self) -> str:
        text = f"{self.seat} {format_code(self._code)}"
        dice = " ".join([str(die) for die in self._dice])
        return f"{text} = {dice}" if dice else text

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (
            self._armies == other._armies
            and self._code == other._code
            and self._dice == other._dice
        )

    def __hash__(self) -> int:
        return hash((self._armies, self._code, self._dice))


class Played(Sequence[Event]):
    """What came of a list of actions: a sequence of the events, and what was played and what not.

    Equal to another one of the same content.
    """

    __slots__ = ("events", "left", "moves", "refused")

    def __init__(self) -> None:
        #: What happened.
        self.events: list[Event] = []
        #: What was played, each with its dice.
        self.moves: list[Move] = []
        #: What was left out because it was not allowed when its turn came, each with the reason.
        self.refused: list[tuple[Action, Refusal]] = []
        #: What was not tried: a move before it could not have been taken back, because it had
        #: rolled a die, shown something or handed over to the other side.
        self.left: list[Action] = []

    def __len__(self) -> int:
        return len(self.events)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self.events[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Played):
            return NotImplemented
        return (
            self.events == other.events
            and self.moves == other.moves
            and self.refused == other.refused
            and self.left == other.left
        )

    def __hash__(self) -> int:
        return hash((tuple(self.moves), tuple(self.left)))

    def __repr__(self) -> str:
        return (
            f"<Played {len(self.moves)} moves with {len(self.events)} events, "
            f"{len(self.refused)} refused, {len(self.left)} left>"
        )
