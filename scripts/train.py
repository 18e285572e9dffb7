"""Teach the opponents: ``train.py rounds`` plays and learns, ``train.py fit`` learns from the data.

``train.py sparring`` plays rounds of quick games and trains the net after each; ``train.py net``
trains the shipped one again from those that are kept. ``train.py battles`` finds the constants with
which `ai.quick` decides a fight in a moment, and ``train.py hollow`` what blocks count there.

Rounds of self-play write their positions and weights into a folder; weights that have proved better
are copied to ``src/napoleon/ai/data/weights.json`` by hand, and their data to ``data/training``,
from which ``train.py fit`` finds them again.
"""

import argparse
import itertools
import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from napoleon.ai.campaign.features import NAMES, first_guess
from napoleon.lab.harvest import BATTLE_SIZE, read_lines, write_harvest
from napoleon.lab.hollow import ask
from napoleon.lab.net_training import Settings, describe, read_positions, train
from napoleon.lab.sparring import COUNTED, Sparred, Task, spar
from napoleon.lab.training import (
    EPOCHS,
    KEEP,
    ROUND,
    Row,
    fit,
    fit_battles,
    learn_in_rounds,
    loss,
    play_many,
    read_rows,
    share_of_wins,
    write_battles,
    write_rows,
    write_weights,
)
from napoleon.lab.workers import work_through

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data" / "training" / "positions.csv.gz"


def rounds(arguments: argparse.Namespace) -> None:
    """Play, learn, play better."""
    folder = Path(arguments.out)
    folder.mkdir(parents=True, exist_ok=True)
    weights = first_guess()
    rows: list[Row] = []
    battles: list[list[float]] = []
    for number in range(1, arguments.rounds + 1):
        began = time.monotonic()
        fresh: list[Row] = []
        seed = number * ROUND
        for positions, fights in play_many(arguments.games, seed, weights, arguments.jobs):
            fresh += positions
            battles += fights
        rows = sorted(rows + fresh, key=lambda row: (row.game, row.turn))
        learnt = fit(rows[-KEEP:], weights, arguments.epochs)
        words = ""
        if arguments.duels:
            share = share_of_wins(arguments.duels, seed // 2, learnt, weights, arguments.jobs)
            words = f", new against old {share:.3f}"
        french = sum(row.won for row in fresh) / len(fresh)
        print(
            f"round {number}: {len(fresh)} positions, French share {french:.2f}, "
            f"loss {loss(weights, fresh):.4f} -> {loss(learnt, fresh):.4f}{words}, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
        weights = learnt
        write_weights(folder / f"weights-{number}.json", weights)
        write_rows(folder / "positions.csv.gz", rows)
        write_battles(folder / "battles.json", battles)


def learn(arguments: argparse.Namespace) -> None:
    """Weights from the data that are kept."""
    rows = read_rows(Path(arguments.data))
    for number, weights in enumerate(learn_in_rounds(rows, arguments.epochs, KEEP), 1):
        print(f"round {number}: loss on all positions {loss(weights, rows):.4f}")
    for name, value in zip(NAMES, weights.values, strict=True):
        print(f"{value:8.3f}  {name}")
    if arguments.out:
        write_weights(Path(arguments.out), weights)


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


def hollow(arguments: argparse.Namespace) -> None:
    """What the battles of a sparring round say about blocks and friends near by."""
    lines = read_lines(Path(arguments.data))
    print(f"{len(lines) // BATTLE_SIZE} battles\nhollow reinforce   loss   home  slope")
    for answer in ask(lines):
        found = answer.fit
        print(
            f"{answer.hollow:6.1f} {found.reinforce:9.2f} {found.loss:6.4f}"
            f" {found.home:6.2f} {found.slope:6.2f}",
            flush=True,
        )


def sparring(arguments: argparse.Namespace) -> None:
    """Rounds for the net: spar, train, and spar again with what was learnt."""
    folder = Path(arguments.out)
    judges: list[str] = [COUNTED]
    for number in range(arguments.first, arguments.first + arguments.rounds):
        began = time.monotonic()
        if number > 1:
            last = str(folder / f"net-{number - 1}.json")
            judges = [last, last, last, str(folder / f"net-{max(1, number - 2)}.json"), COUNTED]
        if arguments.judges:
            judges = arguments.judges
        tasks = [
            Task(number * ROUND + game, tuple(judges), arguments.worn)
            for game in range(arguments.games)
        ]
        with closing(work_through(spar, tasks, arguments.jobs)) as games:
            until = began + arguments.seconds if arguments.seconds else 0.0
            played, french = write_harvest(folder, f"round-{number}", _until(games, until))
        print(
            f"round {number}: {played} games, French share {french / played:.3f}, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
        settings = Settings(lanes=arguments.lanes)
        out = folder / f"net-{number}.json"
        teach(folder, arguments.jobs, settings, arguments.stale, out)


def _until(games: Iterator[Sparred], until: float) -> Iterator[Sparred]:
    """The games that are over before the time is."""
    return itertools.takewhile(lambda _: not until or time.monotonic() < until, games)


def teach(folder: Path, jobs: int, settings: Settings, stale: int, out: Path) -> None:
    """A net from the positions of all rounds of a folder; those of stale rounds, which were played
    in another way, count for less."""
    began = time.monotonic()
    positions = read_positions(sorted(folder.glob("round-*-positions.xz")), jobs)
    positions.clean[positions.seed < (stale + 1) * ROUND] = 0.0
    learner = train(positions, settings)
    learner.write(out)
    print(f"  {len(positions.turn)} positions, {time.monotonic() - began:.0f} s", flush=True)
    print(f"  {describe(learner, positions)}", flush=True)


def net(arguments: argparse.Namespace) -> None:
    """A net from the rounds that were sparred."""
    settings = Settings(
        lanes=arguments.lanes,
        epochs=arguments.epochs,
        rate=arguments.rate,
        decay=arguments.decay,
        foresight=arguments.foresight,
        with_units=not arguments.no_units,
        with_features=not arguments.no_features,
    )
    print(settings)
    out = Path(arguments.out)
    out.parent.mkdir(parents=True, exist_ok=True)
    teach(Path(arguments.data), arguments.jobs, settings, arguments.stale, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("rounds", help="play, learn, play better")
    one.add_argument("--rounds", type=int, default=3)
    one.add_argument("--games", type=int, default=400)
    one.add_argument("--duels", type=int, default=0, help="pairs of games, new against old")
    one.add_argument("--epochs", type=int, default=EPOCHS)
    one.add_argument("--jobs", type=int, default=2)
    one.add_argument("--out", default="build/training")
    one.set_defaults(run=rounds)
    two = commands.add_parser("fit", help="learn from the data that are kept")
    two.add_argument("--data", default=str(DATA))
    two.add_argument("--epochs", type=int, default=EPOCHS)
    two.add_argument("--out", default="")
    two.set_defaults(run=learn)
    three = commands.add_parser("battles", help="the constants of a fight in a moment")
    three.add_argument("--data", default=str(ROOT / "data" / "training" / "battles.json"))
    three.set_defaults(run=fight)
    last = commands.add_parser("hollow", help="what blocks count in a fight in a moment")
    worn = ROOT / "data" / "training" / "sparring" / "round-61-battles.xz"
    last.add_argument("--data", default=str(worn))
    last.set_defaults(run=hollow)
    four = commands.add_parser("sparring", help="rounds of quick games, and a net after each")
    four.add_argument("--first", type=int, default=1, help="number of the first round")
    four.add_argument("--rounds", type=int, default=3)
    four.add_argument("--games", type=int, default=8000, help="games of a round, at most")
    four.add_argument("--seconds", type=float, default=0.0, help="time for a round's games")
    four.add_argument("--worn", action="store_true", help="armies that have lost strength")
    four.add_argument(
        "--judges", nargs="*", default=[], help="files of nets that judge, 'shipped' or 'counted'"
    )
    four.add_argument("--lanes", type=int, default=Settings().lanes)
    four.add_argument("--stale", type=int, default=0, help="rounds that count for less")
    four.add_argument("--jobs", type=int, default=2)
    four.add_argument("--out", default="build/sparring")
    four.set_defaults(run=sparring)
    five = commands.add_parser("net", help="a net from rounds that were played")
    five.add_argument("--data", default=str(ROOT / "data" / "training" / "sparring"))
    five.add_argument("--lanes", type=int, default=Settings().lanes)
    five.add_argument("--epochs", type=int, default=Settings().epochs)
    five.add_argument("--rate", type=float, default=Settings().rate)
    five.add_argument("--decay", type=float, default=Settings().decay)
    five.add_argument("--foresight", type=float, default=0.6)
    five.add_argument("--no-units", action="store_true")
    five.add_argument("--no-features", action="store_true")
    five.add_argument("--stale", type=int, default=3, help="rounds that count for less")
    five.add_argument("--jobs", type=int, default=2)
    five.add_argument("--out", default="build/sparring/net.json")
    five.set_defaults(run=net)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
