"""Write the golden games of tests/golden anew: run it when a change of behaviour is meant.

Needs the project's environment: `.venv/bin/python scripts/golden.py`.
"""

from __future__ import annotations

import random
from pathlib import Path

from napoleon.lab.random_play import play_out, warlike
from napoleon.rules import Game, Options, Replayer, SeededDice, View
from napoleon.rules.words.prose import tell

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"

# Name: scenario, players, visibility, seed
GAMES = {
    "historical-2-open": ("historical", 2, "open", 15),
    "free-3-hidden": ("free", 3, "hidden", 18),
}


def record_of(name: str) -> str:
    """The record of a golden game, played anew."""
    scenario, players, visibility, seed = GAMES[name]
    game = Game.new(scenario, Options(players, visibility), SeededDice(seed))
    play_out(game, warlike, random.Random(seed))
    return game.record()


def describe(record: str) -> str:
    """A game as each seat, a spectator and the referee saw it."""
    lines: list[str] = []
    seats = Replayer(record).game.seats
    for seat in (*seats, None):
        lines.append(f"=== {seat or 'spectator'}")
        replayer = Replayer(record)
        game = replayer.game
        told = 0
        turn = -1
        is_going = True
        while is_going:
            lines += [tell(event) for event in game.events_for(seat, told)]
            told = game.event_count
            if game.turn != turn or game.result is not None:
                turn = game.turn
                lines += _board(game.view(seat))
            is_going = replayer.step()
    return "\n".join(lines) + "\n"


def _board(view: View) -> list[str]:
    """What the map looks like to a seat as a turn begins."""
    own = [f"{unit.id}/{unit.strength}@{unit.town}" for unit in view.units]
    blocks = [f"{blocks.count} {blocks.army}@{blocks.town}" for blocks in view.blocks]
    notes = [f"{note.unit}/{note.strength}@{note.town}:{note.turn}" for note in view.notebook]
    return [
        f"--- turn {view.turn}, {view.stage}, to act: {' '.join(view.to_act)}",
        f"    own: {' '.join(own)}",
        f"    blocks: {', '.join(blocks)}",
        f"    notebook: {' '.join(notes)}",
    ]


def main() -> None:
    """Write all golden games."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        record = record_of(name)
        (FOLDER / f"{name}.record").write_text(record, encoding="utf-8", newline="\n")
        (FOLDER / f"{name}.txt").write_text(describe(record), encoding="utf-8", newline="\n")
        print(f"{name}: {len(record.splitlines())} lines")


if __name__ == "__main__":
    main()
