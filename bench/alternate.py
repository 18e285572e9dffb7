"""Compare builds of the rules in one run: the same games with each in turn, again and again.

    python bench/alternate.py before=/tmp/old/src after=src [--rounds 10]

Each name stands for a folder to import `napoleon` from: a `src`, or the folder that a compiled
build was made into. On a machine that does other work at the same time only figures of one run can
be compared; processor time is counted, not time on the wall.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

# Runs with the folder's own package, whatever its version: only the door is used.
PLAY = """
import random, sys, time
from napoleon.rules import Game, Options, SeededDice
games, scenario = int(sys.argv[1]), sys.argv[2]
decisions, spent = 0, 0.0
for seed in range(games):
    luck = random.Random(seed)
    game = Game.new(scenario, Options(2 + seed % 2, ("open", "hidden")[seed // 2 % 2]),
                    SeededDice(seed))
    began = time.process_time()
    while game.to_act:
        seat = game.to_act[0]
        offered = game.legal(seat)
        game.play(seat, offered[luck.randrange(len(offered))])
        decisions += 1
    spent += time.process_time() - began
print(decisions / spent, decisions)
"""


def play(folder: str, games: int, scenario: str) -> tuple[float, int]:
    """Decisions a second of processor time, and how many decisions there were."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(games), scenario],
        env={**os.environ, "PYTHONPATH": os.path.abspath(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    rate, decisions = done.stdout.split()
    return float(rate), int(decisions)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare builds of the rules in one run.")
    parser.add_argument("builds", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--scenario", default="historical")
    chosen = parser.parse_args()
    builds = [build.split("=", 1) for build in chosen.builds]
    rates: dict[str, list[float]] = {name: [] for name, _ in builds}
    counts: dict[str, int] = {}
    for number in range(chosen.rounds):
        for name, folder in builds if number % 2 == 0 else builds[::-1]:
            rate, counts[name] = play(folder, chosen.games, chosen.scenario)
            rates[name].append(rate)
    first = statistics.median(rates[builds[0][0]])
    for name, _ in builds:
        middle = statistics.median(rates[name])
        print(
            f"{name:12} {middle:10,.0f} decisions/s ({min(rates[name]):,.0f} to "
            f"{max(rates[name]):,.0f}), {100 * middle / first:.1f} %, {counts[name]} decisions"
        )


if __name__ == "__main__":
    main()
