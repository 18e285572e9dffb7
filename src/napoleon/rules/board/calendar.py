"""The turn track: 23 turns from 15 to 22 June 1815 (rules 1, 2).

How many turns there are and whose they are is the same on every board.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.tables import TURN_TABLE, rows_laid, table
from napoleon.rules.board.units import ALLIED, FRENCH


class Turn:
    """One box of the turn track."""

    __slots__ = ("date", "night", "number", "part", "side")

    def __init__(self, number: int, date: str, part: int, side: int, night: bool) -> None:
        self.number = number
        self.date = date
        self.part = part
        self.side = side
        self.night = night


def _read_turns() -> list[Turn]:
    turns = [
        Turn(
            int(row["turn"]),
            row["date"],
            int(row["part"]),
            FRENCH if row["side"] == "french" else ALLIED,
            row["night"] == "1",
        )
        for row in rows_laid(TURN_TABLE)
    ]
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    return turns


def _nights() -> list[bool]:
    return [False] + [turn.night for turn in TURNS]


TURNS: Final[list[Turn]] = table(_read_turns)
LAST_TURN: Final[int] = len(TURNS)
# Indexed by turn number; the first entry stands for "before the first turn".
TURN_SIDE: Final = [ALLIED] + [turn.side for turn in TURNS]
TURN_NIGHT: Final[list[bool]] = table(_nights)
