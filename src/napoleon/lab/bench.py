"""`napoleon bench`: how fast the rules are, on one core."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from typing import TextIO

from napoleon.lab.random_play import POLICIES, Policy, new_random_game, play_out
from napoleon.rules import IS_COMPILED, Game, Options, SeededDice

REPEATS = 7
GAMES = 60


def _rate(policy: Policy, settings: str | None) -> list[float]:
    """Decisions a second through `legal` and `play`, for each repeat."""
    rates: list[float] = []
    for _ in range(REPEATS):
        decisions = 0
        started = time.perf_counter()
        for seed in range(GAMES):
            start = new_random_game(seed, settings, 2 if settings else None)
            decisions += play_out(start, policy, random.Random(seed))
        rates.append(decisions / (time.perf_counter() - started))
    return rates


def _middles(count: int = 20) -> list[Game]:
    """Games in the middle, some of them in a battle."""
    games: list[Game] = []
    for seed in range(count):
        start = Game.new("historical", Options(), SeededDice(seed))
        rng = random.Random(seed)
        for _ in range(60 + 7 * seed):
            if not start.to_act:
                break
            seat = start.to_act[0]
            offered = start.legal(seat)
            start.play(seat, offered[rng.randrange(len(offered))])
        games.append(start)
    return games


def _copy_time(games: list[Game]) -> list[float]:
    """Microseconds for a copy, for each repeat."""
    times: list[float] = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        for one in games:
            for _ in range(200):
                one.copy()
        times.append((time.perf_counter() - started) / (200 * len(games)) * 1e6)
    return times


def _import_time() -> list[float]:
    """Seconds to import the rules in a fresh interpreter, less the interpreter's own start."""
    times: list[float] = []
    for _ in range(REPEATS):
        bare = _time_python("pass")
        times.append(_time_python("import napoleon.rules") - bare)
    return times


def _time_python(code: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - started


def _line(out: TextIO, name: str, values: list[float], unit: str, digits: int = 0) -> None:
    low, mid, high = min(values), statistics.median(values), max(values)
    print(
        f"{name:44}{mid:12,.{digits}f} {unit:14} ({low:,.{digits}f} to {high:,.{digits}f})",
        file=out,
    )


def run_bench(out: TextIO) -> int:
    """Print the figures: the median of the repeats, and their range."""
    build = "compiled with mypyc" if IS_COMPILED else "pure Python"
    print(f"Python {sys.version.split()[0]}, {build}, {REPEATS} repeats", file=out)
    for name, policy in POLICIES.items():
        _line(
            out, f"{name} play, historical, two players", _rate(policy, "historical"), "decisions/s"
        )
        _line(out, f"{name} play, all settings", _rate(policy, None), "decisions/s")
    games = _middles()
    _line(out, "copy of a game", _copy_time(games), "microseconds", 2)
    sizes = [float(len(json.dumps(one.position()))) for one in games]
    _line(out, "a position as JSON", sizes, "bytes")
    _line(out, "import napoleon.rules", _import_time(), "seconds", 3)
    return 0
