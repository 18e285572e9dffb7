"""Teach the opponents: ``train.py rounds`` plays and learns, ``train.py fit`` learns from the data.

``train.py battles`` finds the constants with which `ai.quick` decides a fight in a moment.

Rounds of self-play write their positions and weights into a folder; the weights that have proved
best are copied to ``src/napoleon/ai/data/weights.json`` by hand. ``training/positions.csv.gz`` is
the data from which the weights that are shipped were learnt: ``train.py fit`` finds them again.
"""

import argparse
import json
import time
from pathlib import Path

from napoleon.ai.features import NAMES, Weights, first_guess, read_weights
from napoleon.lab.training import (
    Row,
    fit,
    fit_battles,
    loss,
    play_many,
    read_rows,
    share_of_wins,
    write_rows,
    write_weights,
)

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "training" / "positions.csv.gz"


def rounds(arguments: argparse.Namespace) -> None:
    """Play, learn, play better."""
    folder = Path(arguments.out)
    folder.mkdir(parents=True, exist_ok=True)
    weights = read_weights() if arguments.go_on else first_guess()
    rows: list[Row] = []
    battles: list[list[float]] = []
    for number in range(arguments.rounds):
        began = time.monotonic()
        fresh: list[Row] = []
        seed = arguments.seed + number * 1_000_000
        for positions, fights in play_many(arguments.games, seed, weights, arguments.jobs):
            fresh += positions
            battles += fights
        rows = (rows + fresh)[-arguments.keep :]
        learnt = fit(rows, weights, arguments.epochs)
        share = 0.5
        if arguments.duels:
            share = share_of_wins(arguments.duels, seed + 500_000, learnt, weights, arguments.jobs)
        french = sum(row.won for row in fresh) / len(fresh)
        print(
            f"round {number}: {len(fresh)} positions, French share {french:.2f}, "
            f"loss {loss(weights, fresh):.4f} -> {loss(learnt, fresh):.4f}, "
            f"new against old {share:.3f}, {time.monotonic() - began:.0f} s",
            flush=True,
        )
        weights = learnt
        write_weights(folder / f"weights-{number}.json", weights)
    write_rows(folder / "positions.csv.gz", rows)
    (folder / "battles.json").write_text(json.dumps(battles), "utf-8")


def learn(arguments: argparse.Namespace) -> None:
    """Weights from the data that are kept."""
    rows = read_rows(Path(arguments.data))
    held_out = [row for row in rows if row.game % 10 == 0]
    taught = [row for row in rows if row.game % 10]
    weights = fit(taught, first_guess(), arguments.epochs)
    print(f"loss on {len(held_out)} positions held out: {loss(weights, held_out):.4f}")
    for name, value in zip(NAMES, weights.values, strict=True):
        print(f"{value:8.3f}  {name}")
    if arguments.out:
        write_weights(Path(arguments.out), Weights(weights.values))


def fight(arguments: argparse.Namespace) -> None:
    """What the battles that are kept say about a fight in a moment."""
    rows = json.loads(Path(arguments.data).read_text("utf-8"))
    found = fit_battles(rows)
    share = sum(row[0] for row in rows) / len(rows)
    print(f"{len(rows)} battles, the attacker won {share:.3f} of them; loss {found.loss:.4f}")
    print(f"slope {found.slope:.3f}, home {found.home:.3f}, reinforce {found.reinforce:.1f}")
    print(f"winner_share {found.winner_share:.3f}")
    for role, name in ((1, "attacker"), (0, "defender")):
        beaten = [row for row in rows if row[0] != role]
        at = 5 if role else 9
        units = sum(row[at + 1] for row in beaten) / max(1.0, sum(row[at] for row in beaten))
        print(f"a beaten {name} loses {units:.3f} of his units ({len(beaten)} battles)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("rounds", help="play, learn, play better")
    one.add_argument("--rounds", type=int, default=4)
    one.add_argument("--games", type=int, default=400)
    one.add_argument("--duels", type=int, default=100, help="pairs of games, new against old")
    one.add_argument("--keep", type=int, default=60_000, help="positions to learn from")
    one.add_argument("--epochs", type=int, default=15)
    one.add_argument("--jobs", type=int, default=2)
    one.add_argument("--seed", type=int, default=1_000_000)
    one.add_argument("--go-on", action="store_true", help="begin from the weights that are shipped")
    one.add_argument("--out", default="build/training")
    one.set_defaults(run=rounds)
    two = commands.add_parser("fit", help="learn from the data that are kept")
    two.add_argument("--data", default=str(DATA))
    two.add_argument("--epochs", type=int, default=30)
    two.add_argument("--out", default="")
    two.set_defaults(run=learn)
    three = commands.add_parser("battles", help="the constants of a fight in a moment")
    three.add_argument("--data", default=str(ROOT / "training" / "battles.json"))
    three.set_defaults(run=fight)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
