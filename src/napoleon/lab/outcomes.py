"""The outcome of a match, fit to be sent back from another process or another machine."""

from __future__ import annotations

import traceback
from array import array
from typing import NamedTuple

from napoleon.lab.chronicle import Line, write_chronicle
from napoleon.lab.matches import Match, play_match


class Outcome(NamedTuple):
    """The chronicle of a match, or what went wrong in it; and every second that was thought."""

    match: Match
    line: Line | None
    trouble: str
    decisions: dict[str, array[float]]  # by side
    turns: dict[str, array[float]]


def find_outcome(match: Match) -> Outcome:
    """Play a match. A mistake of an opponent is an outcome too: the other games go on."""
    try:
        played = play_match(match)
        line = write_chronicle(played)
    except Exception:
        return Outcome(match, None, traceback.format_exc(), {}, {})
    return Outcome(
        match,
        line,
        "",
        {side: array("d", clock.decisions) for side, clock in played.clocks.items()},
        {side: array("d", clock.turns) for side, clock in played.clocks.items()},
    )
