"""`napoleon even`: what handicap makes a game of equals even (docs/laboratory.md).

Games are spread evenly over a range of handicaps, and a curve is laid through who won: the chance
of the French falls with every step that they give up, as a logistic curve does. Where it crosses a
half the game is even. The interval is that of the crossing, by the delta method.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

from napoleon.lab.intervals import Z_95
from napoleon.lab.kept_games import KeptGames
from napoleon.lab.matches import Match, board_mark, board_of
from napoleon.lab.outcomes import find_outcome
from napoleon.lab.progress import Progress
from napoleon.lab.workers import work_through
from napoleon.rules import MOST_STEPS

GRID: Final = 7  # handicaps that are tried, from one end of the range to the other
_ROUNDS: Final = 50
_ENOUGH: Final = 1e-10


class Curve(NamedTuple):
    """How the French fare: their log-odds at no handicap and by each step, and how sure those
    are."""

    start: float
    slope: float
    variances: tuple[float, float, float]  # of the start, of both together, of the slope


class Evenness(NamedTuple):
    """The handicap at which equals are even: steps of the French, below 0 of the Allies."""

    even: float
    low: float
    high: float


def fit_curve(games: Sequence[tuple[int, bool]]) -> Curve | None:
    """The curve through games (handicap, whether the French won); None if they tell nothing."""
    if len({won for _, won in games}) < 2 or len({steps for steps, _ in games}) < 2:
        return None
    start, slope = 0.0, 0.0
    for _ in range(_ROUNDS):
        # Newton's way; a weak pull to nought keeps it from running off where sides are parted.
        pull = 0.01
        push = [-pull * start, -pull * slope]
        a, b, c = pull, 0.0, pull
        for steps, won in games:
            chance = 1.0 / (1.0 + math.exp(-(start + slope * steps)))
            weight = chance * (1.0 - chance)
            push[0] += won - chance
            push[1] += (won - chance) * steps
            a += weight
            b += weight * steps
            c += weight * steps * steps
        whole = a * c - b * b
        by_start = (c * push[0] - b * push[1]) / whole
        by_slope = (a * push[1] - b * push[0]) / whole
        start += by_start
        slope += by_slope
        if abs(by_start) + abs(by_slope) < _ENOUGH:
            break
    return Curve(start, slope, (c / whole, -b / whole, a / whole))


def find_even(curve: Curve) -> Evenness | None:
    """Where the curve crosses a half; None if it is not sure that steps matter at all."""
    start, slope, (of_start, of_both, of_slope) = curve
    if slope + Z_95 * math.sqrt(of_slope) >= 0.0:
        return None
    even = -start / slope
    spread = (of_start + 2.0 * even * of_both + even * even * of_slope) / (slope * slope)
    half = Z_95 * math.sqrt(spread)
    return Evenness(even, even - half, even + half)


def grid(low: int, high: int) -> list[int]:
    """The handicaps that are tried."""
    number = min(GRID, high - low + 1)
    return sorted({low + round(at * (high - low) / (number - 1)) for at in range(number)})


def plan(
    level: str, scenario: str, games: int, tried: Sequence[int], seed: int, board: str = ""
) -> list[Match]:
    """The games, all handicaps with a seed before the next seed; `board` is the folder of one's
    own."""
    return [
        Match(
            level,
            level,
            seed + game // len(tried),
            scenario,
            board=board,
            handicap=tried[game % len(tried)],
        )
        for game in range(games)
    ]


def describe(steps: float) -> str:
    """A handicap in words."""
    if not steps:
        return "no handicap"
    side = "French" if steps > 0 else "Allied"
    return f"{abs(steps):.1f} {side} steps"


class Trial(NamedTuple):
    """What is to be measured; `board` is the folder of one's own."""

    levels: Sequence[str]
    scenarios: Sequence[str]
    games: int
    low: int
    high: int
    seed: int = 1
    board: str = ""


def run_even(
    trial: Trial,
    jobs: int,
    out: TextIO,
    path: Path | None = None,
    games: Path | None = None,
    time_limit: float | None = None,
) -> int:
    """Measure, print, and keep what was found; 1 if a game broke. Games that a file has already are
    not played again. Ctrl-C and the time limit give what there is by then."""
    tried = grid(trial.low, trial.high)
    board = board_of(trial.board)
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    kept = KeptGames(games)
    found: list[dict[str, object]] = []
    has_broken = False
    note = ""
    for scenario in trial.scenarios:
        for level in trial.levels:
            matches = plan(level, scenario, trial.games, tried, trial.seed, trial.board)
            progress = Progress(
                ", ".join([scenario, level] + [board.name] * bool(trial.board)), len(matches), out
            )
            if not note:
                note, is_whole = _play(matches, kept, jobs, progress, deadline, out)
                has_broken |= not is_whole
            progress.finish(note)
            finding = _finding(scenario, level, board_mark(board), _won(matches, kept), tried, out)
            if finding["games"]:
                found.append(finding)
            if path is not None:
                keep_findings(path, found, is_whole=not note)
    return 1 if has_broken else 0


def _play(
    matches: Sequence[Match],
    kept: KeptGames,
    jobs: int,
    progress: Progress,
    deadline: float,
    out: TextIO,
) -> tuple[str, bool]:
    """Play what has not been played: why it was stopped, and whether no game broke."""
    left = [match for match in matches if kept.winner_of(match) is None]
    done = len(matches) - len(left)
    progress.update(done)
    is_whole = True
    try:
        with closing(work_through(find_outcome, left, jobs)) as outcomes:
            for outcome in outcomes:
                done += 1
                progress.update(done)
                if outcome.line is not None:
                    kept.add(outcome.line)
                else:
                    is_whole = False
                    last = outcome.trouble.strip().splitlines()[-1]
                    print(f"broke: {outcome.match.describe()}: {last}", file=out)
                if time.monotonic() >= deadline:
                    return "time is up", is_whole
    except KeyboardInterrupt:
        return "stopped", is_whole
    return "", is_whole


def _won(matches: Sequence[Match], kept: KeptGames) -> list[tuple[int, bool]]:
    """Handicap and whether the French won, of the games that were played."""
    winners = [(match.handicap, kept.winner_of(match)) for match in matches]
    return [(handicap, winner == "french") for handicap, winner in winners if winner is not None]


def _finding(
    scenario: str,
    level: str,
    board: str,
    games: list[tuple[int, bool]],
    tried: Sequence[int],
    out: TextIO,
) -> dict[str, object]:
    """What came of the games of one level in one scenario; the row names a board of one's own."""
    for steps in tried:
        won = [french for handicap, french in games if handicap == steps]
        print(f"  {describe(steps):20} French won {sum(won)} of {len(won)}", file=out)
    curve = fit_curve(games)
    even = find_even(curve) if curve is not None else None
    finding: dict[str, object] = {"scenario": scenario, "level": level, "games": len(games)}
    if board:
        finding = {"board": board, **finding}
    if even is None or not _is_tried(even.even, tried):
        print("  no handicap of this range can be told to make it even", file=out)
        return finding
    print(
        f"  even at {describe(even.even)} (95 %: {describe(even.low)} to {describe(even.high)})",
        file=out,
    )
    return {
        **finding,
        "even": round(even.even, 2),
        "low": round(even.low, 2),
        "high": round(even.high, 2),
    }


def _is_tried(steps: float, tried: Sequence[int]) -> bool:
    """Whether so many steps lie within what was tried. Beyond the most that can be agreed the end
    of the range is the best that can be offered."""
    low, high = tried[0], tried[-1]
    return (steps >= low or low == -MOST_STEPS) and (steps <= high or high == MOST_STEPS)


def keep_findings(path: Path, found: list[dict[str, object]], *, is_whole: bool = True) -> None:
    """Write findings into a file; those of other boards, scenarios and levels in it are kept, and
    those of more games too if these were stopped."""
    before: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else []
    rows = {_key(one): one for one in before}
    for one in found:
        old = rows.get(_key(one))
        if is_whole or old is None or old["games"] <= one["games"]:
            rows[_key(one)] = one
    lines = ",\n".join(json.dumps(rows[key]) for key in sorted(rows))
    path.write_text(f"[\n{lines}\n]\n", "utf-8")


def _key(finding: dict[str, object]) -> tuple[str, str, str]:
    """What a finding is of; the board is named only where it is not ours."""
    return str(finding.get("board", "")), str(finding["scenario"]), str(finding["level"])
