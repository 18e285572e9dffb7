"""The intelligence notebook: what a seat has seen of the other side, from its own events."""

from __future__ import annotations

from typing import Any

from napoleon.rules.board.units import ARMY_NAMES, SIDE_BITS, UNIT_IDS, UNIT_SIDE
from napoleon.rules.engine.events import (
    ELIMINATED,
    REINFORCED,
    RETREATED,
    STRENGTH_LOST,
    Event,
)


class Sighting:
    """A unit of the other side as it was last seen. A value, equal by its content."""

    __slots__ = ("army", "lost", "strength", "town", "turn", "unit")

    def __init__(self, unit: str, army: str) -> None:
        #: The id of the unit.
        self.unit = unit
        #: The army that it belongs to.
        self.army = army
        #: The turn in which it was last seen.
        self.turn = 0
        #: The id of the town where it was last seen; None if that is not known.
        self.town: str | None = None
        #: Its strength when it was last seen; None if that was not shown.
        self.strength: int | None = None
        #: Whether it was seen to be eliminated.
        self.lost = False

    @property
    def is_lost(self) -> bool:
        """Return `lost`, under its name of before."""
        return self.lost

    def copy(self) -> Sighting:
        """Return an independent copy."""
        twin = Sighting(self.unit, self.army)
        twin.turn = self.turn
        twin.town = self.town
        twin.strength = self.strength
        twin.lost = self.lost
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sighting):
            return NotImplemented
        return (
            self.unit == other.unit
            and self.army == other.army
            and self.turn == other.turn
            and self.town == other.town
            and self.strength == other.strength
            and self.lost == other.lost
        )

    def __hash__(self) -> int:
        return hash((self.unit, self.turn, self.town, self.strength, self.lost))

    def __repr__(self) -> str:
        return f"Sighting.from_dict({self.as_dict()})"

    def as_dict(self) -> dict[str, object]:
        """Return the sighting as plain data."""
        return {
            "unit": self.unit,
            "army": self.army,
            "turn": self.turn,
            "town": self.town,
            "strength": self.strength,
            "lost": self.lost,
        }

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Sighting:
        """Return the sighting of this data."""
        sighting = Sighting(data["unit"], data["army"])
        sighting.turn = data["turn"]
        sighting.town = data["town"]
        sighting.strength = data["strength"]
        sighting.lost = data["lost"]
        return sighting


class Notebook:
    """Reads a seat's events, and keeps a line for each enemy unit that was named in them."""

    __slots__ = ("_armies", "_entries", "_lines", "read_events")

    def __init__(self, armies: int) -> None:
        self._armies = armies
        self._lines: dict[int, Sighting] = {}
        self._entries: list[Sighting] | None = []  # None: to be made anew
        self.read_events = 0

    def read(self, events: list[Event]) -> None:
        """Take in the next events of the game."""
        self.read_events += len(events)
        armies = self._armies
        for event in events:
            if event.unit_no < 0 or not event.seen & armies or not event.named & armies:
                continue
            if not SIDE_BITS[UNIT_SIDE[event.unit_no]] & armies:
                self._note(event)

    def _note(self, event: Event) -> None:
        """A new line for the unit: what was handed out stays as it was."""
        line = self._lines.get(event.unit_no)
        if line is None:
            line = Sighting(UNIT_IDS[event.unit_no], ARMY_NAMES[event.army_no])
        else:
            line = line.copy()
        self._lines[event.unit_no] = line
        self._entries = None
        line.turn = event.turn
        line.town = event.to if event.kind_no in (RETREATED, REINFORCED) else event.town
        if event.kind_no == ELIMINATED:
            line.lost = True
            line.strength = 0
        elif event.kind_no == STRENGTH_LOST:
            line.strength = event.strength_left
        elif event.kind in ("shown", "leader-shown"):
            line.strength = event.amount

    def entries(self) -> list[Sighting]:
        """The lines, in the order of the roster: the same list until something new is noted."""
        if self._entries is None:
            self._entries = [self._lines[unit] for unit in sorted(self._lines)]
        return self._entries
