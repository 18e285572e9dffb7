"""`napoleon bench`: how fast the rules are, on one core."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple, TextIO

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


class Figure(NamedTuple):
    """One thing measured: its values, a value for each repeat, and their unit."""

    name: str
    values: list[float]
    unit: str
    digits: int = 0

    def __str__(self) -> str:
        low, mid, high = (
            f"{value:,.{self.digits}f}"
            for value in (min(self.values), statistics.median(self.values), max(self.values))
        )
        return f"{self.name:44}{mid:>12} {self.unit:14} ({low} to {high})"


def _measure() -> Iterator[Figure]:
    for name, policy in POLICIES.items():
        title = f"{name} play, historical, two players"
        yield Figure(title, _rate(policy, "historical"), "decisions/s")
        yield Figure(f"{name} play, all settings", _rate(policy, None), "decisions/s")
    games = _middles()
    yield Figure("copy of a game", _copy_time(games), "microseconds", 2)
    sizes = [float(len(json.dumps(one.position()))) for one in games]
    yield Figure("a position as JSON", sizes, "bytes")
    yield Figure("import napoleon.rules", _import_time(), "seconds", 3)


def run_bench(out: TextIO, *, is_json: bool = False) -> int:
    """Measure, and print each figure to `out`: the median of the repeats and their range, or as
    JSON all values; return 0."""
    build = "compiled with mypyc" if IS_COMPILED else "pure Python"
    python = sys.version.split()[0]
    if is_json:
        figures = [{**one._asdict(), "median": statistics.median(one.values)} for one in _measure()]
        found = {"python": python, "is_compiled": IS_COMPILED, "figures": figures}
        print(json.dumps(found, indent=2), file=out)
        return 0
    print(f"Python {python}, {build}, {REPEATS} repeats", file=out)
    for figure in _measure():
        print(figure, file=out, flush=True)
    return 0
