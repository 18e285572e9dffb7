"""How honest the staff's odds are: what was said of battles beside what came of them.

bench/odds.py play --games 40 --out said.xz     play, and ask for the odds of every battle
bench/odds.py table said.xz                     the table, with the odds as they are today
bench/odds.py cross said.xz                     with constants from the other half of the games
bench/odds.py fit said.xz                       the constants of `ai.advice.odds`
"""

import argparse
from contextlib import closing
from pathlib import Path

from napoleon.lab.arena import Terms, all_matches
from napoleon.lab.reliability import (
    DECLARED,
    Said,
    cross_fitted,
    fit,
    play_and_ask,
    read_said,
    reliability,
    write_said,
)
from napoleon.lab.workers import work_through

MOST_OFF = 0.05  # beyond its error


def play(arguments: argparse.Namespace) -> None:
    """Pairs of games with a scribe beside them."""
    terms = Terms(arguments.a, arguments.b, arguments.games, arguments.seed)
    said: list[Said] = []
    with closing(work_through(play_and_ask, list(all_matches(terms)), arguments.jobs)) as games:
        for lines in games:
            said += lines
    write_said(arguments.out, said)
    show(said)


def show(said: list[Said]) -> None:
    """The tables: of all that was said, as battles were declared, and later."""
    battles = {(line.seed, line.turn, line.town) for line in said}
    print(f"{len(said)} statements on {len(battles)} battles")
    for name, lines in (
        ("all", said),
        ("declared", [line for line in said if line.round == DECLARED]),
        ("under way", [line for line in said if line.round != DECLARED]),
    ):
        print(f"{name}: number, said, came, error")
        for found in reliability(lines):
            mark = "  off" if found.is_off(MOST_OFF) else ""
            print(
                f"  {found.number:5d}  {100 * found.said:5.1f}  {100 * found.came:5.1f}"
                f"  {100 * found.error:4.1f}{mark}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("play")
    one.add_argument("--a", default="emperor")
    one.add_argument("--b", default="marshal")
    one.add_argument("--games", type=int, default=40)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--jobs", type=int, default=2)
    one.add_argument("--out", type=Path, required=True)
    for name in ("table", "cross", "fit"):
        commands.add_parser(name).add_argument("said", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(arguments)
    elif arguments.command == "table":
        show(read_said(arguments.said))
    elif arguments.command == "cross":
        show(cross_fitted(read_said(arguments.said)))
    else:
        print(fit(read_said(arguments.said)))


if __name__ == "__main__":
    main()
