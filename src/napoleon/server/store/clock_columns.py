"""The clock of a game as columns of its row.

When its figures were true and when somebody is out of time stand by themselves: the one is given
back after a standstill, the other is looked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from napoleon.server.table.clock import Clock, Hand, due


class _Face(msgspec.Struct, omit_defaults=True):
    """What is kept as text: the rest of a clock."""

    hands: dict[str, Hand]
    running: list[str] = []
    turn: int = 0
    is_paused: bool = False
    asking: list[str] = []


_decode = msgspec.json.Decoder(_Face).decode


def clock_row(clock: Clock) -> dict[str, Any]:
    """A clock as it is stored."""
    face = _Face(clock.hands, clock.running, clock.turn, clock.is_paused, clock.asking)
    return {
        "clock": msgspec.json.encode(face).decode(),
        "clock_at": clock.at,
        "clock_n": clock.n,
        "due": due(clock),
    }


def read_clock(row: Mapping[str, Any]) -> Clock | None:
    """The clock of a stored game; None: nobody counts the time."""
    if row["clock"] is None:
        return None
    face = _decode(row["clock"])
    return Clock(
        face.hands,
        row["clock_at"],
        face.running,
        face.turn,
        face.is_paused,
        face.asking,
        row["clock_n"],
    )
