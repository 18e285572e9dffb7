"""Teaching the opponents: games among themselves, and weights that explain their results.

`play` has opponents play and keeps what each position looked like (`ai.features`) with how the game
ended. `fit` finds the weights with which these numbers foretell the result best (logistic regression,
drawn a little towards the last weights). Round after round the games get better, and
with them the weights. `scripts/train.py` is the command.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import random
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path

from napoleon.ai.features import FEATURE_COUNT, NAMES, Weights, features
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game, Options, SeededDice
from napoleon.rules.units import FRENCH_BIT

NOISES = (0.0, 0.0, 0.01, 0.02, 0.04)  # how far off the players are; a game draws one for each side
MOST_DECISIONS = 5000


class Row:
    """A position that occurred, and how its game ended."""

    __slots__ = ("game", "numbers", "turn", "won")

    def __init__(self, game: int, turn: int, won: int, numbers: list[float]) -> None:
        self.game = game
        self.turn = turn
        self.won = won  # 1: the French won
        self.numbers = numbers


def play_one(task: tuple[int, list[float]]) -> list[Row]:
    """One game of officers with these weights; a row for every turn."""
    seed, values = task
    rng = random.Random(seed)
    weights = Weights(values)
    game = Game.new(("historical", "free")[seed % 2], Options(2, "open"), SeededDice(seed))
    players = {}
    for index, seat in enumerate(("french", "allied")):
        player = SeatedOpponent("officer", seat, seed * 2 + index, weights)
        player.opponent.noise = rng.choice(NOISES)
        players[seat] = player
    rows: list[Row] = []
    turn = 0
    for _ in range(MOST_DECISIONS):
        if not game.to_act:
            break
        if game.turn != turn:
            turn = game.turn
            rows.append(Row(seed, turn, 0, features(game.state, turn)))
        players[str(game.to_act[0])].play(game)
    assert game.result is not None, f"game {seed} does not end"
    for row in rows:
        row.won = int(game.result.winner == "french")
    return rows


def play_many(games: int, first_seed: int, weights: Weights, jobs: int) -> Iterator[list[Row]]:
    """Many games, on several cores."""
    tasks = [(first_seed + index, weights.values) for index in range(games)]
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(play_one, tasks, chunksize=4)


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """Keep rows in a file, compressed."""
    with gzip.open(path, "wt", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["game", "turn", "won", *NAMES])
        for row in sorted(rows, key=lambda row: (row.game, row.turn)):
            writer.writerow(
                [row.game, row.turn, row.won, *[f"{number:.3g}" for number in row.numbers]]
            )


def read_rows(path: Path) -> list[Row]:
    """Rows from a file."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        head = next(reader)
        assert head[3:] == list(NAMES), "the file was written with other features"
        return [
            Row(int(cells[0]), int(cells[1]), int(cells[2]), [float(cell) for cell in cells[3:]])
            for cells in reader
        ]


def loss(weights: Weights, rows: list[Row]) -> float:
    """How badly weights foretell results: the mean of -log(chance given to what happened)."""
    total = 0.0
    for row in rows:
        chance = min(max(weights.chance(row.numbers), 1e-6), 1 - 1e-6)
        total -= math.log(chance if row.won else 1 - chance)
    return total / len(rows)


def fit(
    rows: list[Row], start: Weights, epochs: int = 40, pull: float = 0.002, seed: int = 1
) -> Weights:
    """Weights that foretell the results of the rows, from `start` on (Adagrad)."""
    values = start.values[:]
    squares = [1e-3] * FEATURE_COUNT
    order = rows[:]
    rng = random.Random(seed)
    rate = 0.08
    for epoch in range(epochs):
        rng.shuffle(order)
        for row in order:
            numbers = row.numbers
            total = 0.0
            for index in range(FEATURE_COUNT):
                total += values[index] * numbers[index]
            total = max(-30.0, min(30.0, total))
            error = 1.0 / (1.0 + math.exp(-total)) - row.won
            for index in range(FEATURE_COUNT):
                slope = error * numbers[index] + pull * (values[index] - start.values[index])
                if slope:
                    squares[index] += slope * slope
                    values[index] -= rate * slope / math.sqrt(squares[index])
        rate *= 0.93
        assert epoch < epochs
    return Weights(values)


def write_weights(path: Path, weights: Weights) -> None:
    """Keep weights as a table of names and numbers."""
    table = {name: round(value, 4) for name, value in zip(NAMES, weights.values, strict=True)}
    path.write_text(json.dumps(table, indent=1) + "\n", "utf-8")


def share_of_wins(games: int, first_seed: int, new: Weights, old: Weights, jobs: int) -> float:
    """How often officers with new weights beat those with old ones, sides changed and dice shared."""
    tasks = [(first_seed + index, new.values, old.values) for index in range(games)]
    with get_context("spawn").Pool(jobs) as pool:
        wins = sum(pool.imap_unordered(_duel, tasks, chunksize=4))
    return wins / (2 * games)


def _duel(task: tuple[int, list[float], list[float]]) -> int:
    seed, new, old = task
    wins = 0
    for new_bits in (FRENCH_BIT, 6):
        game = Game.new(("historical", "free")[seed % 2], Options(2, "open"), SeededDice(seed))
        players = {
            seat: SeatedOpponent(
                "officer",
                seat,
                seed * 2 + index,
                Weights(new if (seat == "french") == (new_bits == FRENCH_BIT) else old),
            )
            for index, seat in enumerate(("french", "allied"))
        }
        while game.to_act:
            players[str(game.to_act[0])].play(game)
        assert game.result is not None
        wins += (game.result.winner == "french") == (new_bits == FRENCH_BIT)
    return wins
