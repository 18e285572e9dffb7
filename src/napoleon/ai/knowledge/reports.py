"""What a seat has seen happen, as rows of small numbers: the memory of an opponent feeds on them.

A report is what is left of an event once the seat's own eyes have looked at it; it goes to another
process as it is.
"""

from __future__ import annotations

from napoleon.rules.engine.events import Event

# kind, turn, army, unit (-1: not told), town, to, block, amount, strength left (-1: not told), why
Report = tuple[int, int, int, int, int, int, int, int, int, int]


def report(event: Event) -> Report:
    """An event, as its seat has seen it (`Game.events_for`), in numbers."""
    return (
        event.kind_no,
        event.turn,
        event.army_no,
        event.unit_no,
        event.town_no,
        event.to_no,
        event.block,
        event.amount,
        event.strength_left,
        event.why_no,
    )
