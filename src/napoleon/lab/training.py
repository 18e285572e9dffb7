"""Teaching the opponents: games among themselves, and weights that explain their results.

`play_many` has opponents play and keeps what each position looked like (`ai.features`) with how the
game ended. `fit` finds the weights with which these numbers foretell the result best: logistic
regression, drawn a little towards the last weights. Round after round the games get better, and
with them the weights. `scripts/train.py` is the command.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path

from napoleon.ai.campaign.features import FEATURE_COUNT, NAMES, Weights, features, first_guess
from napoleon.ai.campaign.quick import friends_near
from napoleon.ai.knowledge.worth import power_of
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game, Options, SeededDice
from napoleon.rules.board.units import SIDE_UNITS, members
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.state import State

NOISES = (0.0, 0.0, 0.01, 0.02, 0.04)  # how far off the players are; a game draws one for each side
MOST_DECISIONS = 5000
ROUND = 1_000_000  # seeds of a round: the first tells its number
KEEP = 60_000  # positions from which a round learns
EPOCHS = 8


class Row:
    """A position that occurred, and how its game ended."""

    __slots__ = ("game", "numbers", "turn", "won")

    def __init__(self, game: int, turn: int, won: int, numbers: list[float]) -> None:
        self.game = game
        self.turn = turn
        self.won = won  # 1: the French won
        self.numbers = numbers


class Battle:
    """A battle as it began, and what came of it: for the constants of `ai.quick`."""

    __slots__ = (
        "attack",
        "attacker",
        "before",
        "defence",
        "friends",
        "lost",
        "town",
        "units",
        "won",
    )

    def __init__(self, state: State, fight: Fight) -> None:
        self.town = fight.town
        self.attacker = fight.attacker
        sides = (fight.attacker, 1 - fight.attacker)
        self.units = [state.at[fight.town] & SIDE_UNITS[side] for side in sides]
        self.attack = power_of(state.strength, self.units[0])
        self.defence = power_of(state.strength, self.units[1])
        self.friends = [friends_near(state, fight.town, side) for side in sides]
        self.before = [_points(state, units) for units in self.units]
        self.lost = [0, 0]
        self.won = 0

    def end(self, state: State) -> list[float]:
        """What came of it, as a row: who won, worth and friends, then for each side its units,
        those lost, its points and those lost."""
        self.won = int(bool(state.at[self.town] & SIDE_UNITS[self.attacker]))
        row = [float(self.won), self.attack, self.defence, *self.friends]
        for role in (0, 1):
            row += [
                self.units[role].bit_count(),
                (self.units[role] & state.lost).bit_count(),
                self.before[role],
                self.before[role] - _points(state, self.units[role]),
            ]
        return row


def _points(state: State, units: int) -> int:
    return sum(state.strength[unit] for unit in members(units))


class BattleWatch:
    """Sees battles begin and end."""

    def __init__(self) -> None:
        self._under_way: dict[int, Battle] = {}
        self.rows: list[list[float]] = []

    def look(self, state: State) -> None:
        """Once after every decision."""
        for town in [town for town in self._under_way if state.fight_at(town) is None]:
            self.rows.append(self._under_way.pop(town).end(state))
        for fight in state.fights:
            if fight.order and fight.town not in self._under_way and not fight.round:
                self._under_way[fight.town] = Battle(state, fight)


def play_one(task: tuple[int, list[float]]) -> tuple[list[Row], list[list[float]]]:
    """One game of officers with these weights; a row for every turn, and one for every battle."""
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
    watch = BattleWatch()
    turn = 0
    for _ in range(MOST_DECISIONS):
        if not game.to_act:
            break
        if game.turn != turn:
            turn = game.turn
            # As many digits as the file keeps: what is learnt can be learnt again from it.
            numbers = [float(f"{number:.3g}") for number in features(game.state, turn)]
            rows.append(Row(seed, turn, 0, numbers))
        players[str(game.to_act[0])].play(game)
        watch.look(game.state)
    assert game.result is not None, f"game {seed} does not end"
    for row in rows:
        row.won = int(game.result.winner == "french")
    return rows, watch.rows


def play_many(
    games: int, first_seed: int, weights: Weights, jobs: int
) -> Iterator[tuple[list[Row], list[list[float]]]]:
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


def write_battles(path: Path, battles: list[list[float]]) -> None:
    """Keep battles, a line each."""
    lines = [
        json.dumps([round(number, 1) for number in row], separators=(",", ":")) for row in battles
    ]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


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
    rows: list[Row], start: Weights, epochs: int = EPOCHS, pull: float = 0.002, seed: int = 1
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


def learn_in_rounds(rows: list[Row], epochs: int, keep: int) -> list[Weights]:
    """The weights after each round, from the rows of all rounds; the game says which."""
    weights = first_guess()
    found: list[Weights] = []
    for number in sorted({row.game // ROUND for row in rows}):
        known = [row for row in rows if row.game // ROUND <= number]
        weights = fit(known[-keep:], weights, epochs)
        found.append(weights)
    return found


def write_weights(path: Path, weights: Weights) -> None:
    """Keep weights as a table of names and numbers."""
    table = {name: round(value, 4) for name, value in zip(NAMES, weights.values, strict=True)}
    path.write_text(json.dumps(table, indent=1) + "\n", "utf-8")


def share_of_wins(games: int, first_seed: int, new: Weights, old: Weights, jobs: int) -> float:
    """How often officers with new weights beat those with old ones; sides change, dice are
    shared."""
    tasks = [(first_seed + index, new.values, old.values) for index in range(games)]
    with get_context("spawn").Pool(jobs) as pool:
        wins = sum(pool.imap_unordered(_duel, tasks, chunksize=4))
    return wins / (2 * games)


def _duel(task: tuple[int, list[float], list[float]]) -> int:
    seed, new, old = task
    wins = 0
    for new_side in ("french", "allied"):
        game = Game.new(("historical", "free")[seed % 2], Options(2, "open"), SeededDice(seed))
        players = {
            seat: SeatedOpponent(
                "officer",
                seat,
                seed * 2 + index,
                Weights(new if seat == new_side else old),
            )
            for index, seat in enumerate(("french", "allied"))
        }
        while game.to_act:
            players[str(game.to_act[0])].play(game)
        assert game.result is not None
        wins += game.result.winner == new_side
    return wins


class BattleFit:
    """What battles that were fought out say about the constants of `ai.quick`."""

    __slots__ = ("home", "loss", "reinforce", "slope", "winner_share")

    def __init__(self, reinforce: float) -> None:
        self.reinforce = reinforce
        self.slope = 1.0
        self.home = 0.0
        self.winner_share = 0.0
        self.loss = 0.0


def fit_battles(rows: list[list[float]]) -> BattleFit:
    """The constants that foretell best who wins (logistic regression on the ratio of worth, for
    several shares of the friends near by), and what a victory costs."""
    fits = [fit_chance(rows, share / 10) for share in range(0, 11, 2)]
    best = min(fits, key=lambda found: found.loss)
    shares = []
    for row in rows:
        won, attack, defence, friends, others = row[:5]
        attack += best.reinforce * friends
        defence += best.reinforce * others
        ratio = min(1.5, defence / attack if won else attack / defence)
        points, lost = (row[7], row[8]) if won else (row[11], row[12])
        if points:
            shares.append(lost / points / ratio)
    best.winner_share = sum(shares) / len(shares)
    return best


def fit_chance(rows: Sequence[Sequence[float]], reinforce: float) -> BattleFit:
    """The slope and home that foretell best who wins if so much of the friends near by counts."""
    found = BattleFit(reinforce)
    numbers = [
        (math.log((row[1] + reinforce * row[3]) / (row[2] + reinforce * row[4])), row[0])
        for row in rows
    ]
    for _ in range(60):  # Newton's method, two unknowns
        slopes = [0.0, 0.0]
        bends = [1e-6, 0.0, 1e-6]
        found.loss = 0.0
        for ratio, won in numbers:
            chance = 1.0 / (1.0 + math.exp(-(found.home + found.slope * ratio)))
            chance = min(max(chance, 1e-9), 1 - 1e-9)
            found.loss -= math.log(chance if won else 1 - chance) / len(numbers)
            error = won - chance
            slopes[0] += error
            slopes[1] += error * ratio
            weight = chance * (1 - chance)
            bends[0] += weight
            bends[1] += weight * ratio
            bends[2] += weight * ratio * ratio
        floor = bends[0] * bends[2] - bends[1] * bends[1]
        found.home += (bends[2] * slopes[0] - bends[1] * slopes[1]) / floor
        found.slope += (bends[0] * slopes[1] - bends[1] * slopes[0]) / floor
    return found
