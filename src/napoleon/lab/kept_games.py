"""Games that were played before, kept in a file as in the laboratory (docs/laboratory.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from napoleon.lab.chronicle import Line, code_mark, format_line
from napoleon.lab.matches import Match, board_mark, board_of


class _Key(NamedTuple):
    """What tells a game from others."""

    board: str
    scenario: str
    players: int
    visibility: str
    french: str
    allied: str
    handicap: int
    seed: int


def _key_of_match(match: Match) -> _Key:
    return _Key(
        board_mark(board_of(match.board)),
        match.scenario,
        match.players,
        match.visibility,
        match.french,
        match.allied,
        match.handicap,
        match.seed,
    )


def _key_of_line(line: Line) -> _Key:
    return _Key(
        line.get("board", ""),
        line["scenario"],
        line["players"],
        line["visibility"],
        line["french"],
        line["allied"],
        line.get("handicap", 0),
        line["seed"],
    )


class KeptGames:
    """Who won the games of a file; new ones are written into it as they end, so that whoever is
    stopped goes on there. Games of other rules, scenarios or opponents do not count, nor do those
    of players of one's own, who may have changed. Without a file nothing is kept for longer than
    this."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._winners: dict[_Key, str] = {}
        if path is None or not path.exists():
            return
        lines = path.read_text("utf-8").splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):  # cut off while it was written
            path.write_text("".join(lines[:-1]), "utf-8")
            lines.pop()
        for text in lines:
            line: Line = json.loads(text)
            is_ours = not any(":" in line[side] for side in ("french", "allied"))
            if line["code"] == code_mark() and is_ours and "winner" in line:
                self._winners[_key_of_line(line)] = line["winner"]

    def winner_of(self, match: Match) -> str | None:
        """Who won; None if it has not been played."""
        return self._winners.get(_key_of_match(match))

    def add(self, line: Line) -> None:
        """A game that was played out."""
        self._winners[_key_of_line(line)] = line["winner"]
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(format_line(line) + "\n")
