"""`napoleon fuzz --level`: opponents of a level play whole games, and are checked on the way.

Their games must end, no position may come back within its turn, thinking may not change the game,
and no decision may take long. What the games came to is kept as a file for `napoleon lab-report`.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NamedTuple, TextIO

from napoleon.ai.opponents import Decision
from napoleon.lab.chronicle import Line, format_line, write_chronicle
from napoleon.lab.fuzz import CHECK_SHARE, format_remarks, replay_words
from napoleon.lab.intervals import wilson
from napoleon.lab.matches import (
    Clock,
    Match,
    Played,
    Times,
    seat_opponents,
    slowest,
    summarise_times,
)
from napoleon.lab.progress import Progress
from napoleon.lab.properties import PropertyBroken, check_record, check_state
from napoleon.lab.random_play import MOST_DECISIONS, new_random_game
from napoleon.lab.workers import work_through
from napoleon.rules import Action, Game


class LevelTask(NamedTuple):
    """The game of a seed, with one level in every seat."""

    level: str
    seed: int
    share: float = CHECK_SHARE
    board: str = ""  # the folder of a board of one's own


class LevelGame(NamedTuple):
    """What such a game came to; where a property broke, its record with what went wrong."""

    match: Match
    line: Line | None
    kinds: dict[str, int]
    seconds: list[float]
    trouble: str
    record: str


def level_match(level: str, seed: int, board: str = "") -> Match:
    """The settings of a seed: all combinations take turns, as in `new_random_game`."""
    settings = new_random_game(seed)
    options = settings.options
    return Match(level, level, seed, settings.scenario, options.players, options.visibility, board)


def fuzz_level_game(task: LevelTask) -> LevelGame:
    """Let a level play a whole game, and check what it does."""
    match = level_match(task.level, task.seed, task.board)
    game = match.new_game()
    clocks = {"french": Clock(), "allied": Clock()}
    line: Line | None = None
    trouble = record = ""
    try:
        _play_level(game, match, task.share, clocks)
        check_record(game)
        line = write_chronicle(Played(match, game, clocks))
    except Exception as error:
        trouble = f"{type(error).__name__}: {error}"
        record = game.record() + format_remarks(error)
    kinds = Counter(event.kind for event in game.events)
    seconds = [one for clock in clocks.values() for one in clock.decisions]
    return LevelGame(match, line, dict(kinds), seconds, trouble, record)


def _play_level(game: Game, match: Match, share: float, clocks: dict[str, Clock]) -> None:
    rng = random.Random(match.seed)
    opponents = seat_opponents(match, game)
    seen: set[str] = set()  # positions of this turn
    turn = game.turn
    decisions = 0
    while game.to_act:
        if decisions >= MOST_DECISIONS:
            raise PropertyBroken(f"the game is not over after {decisions} decisions")
        seat = str(rng.choice(game.to_act))
        before = game.position()
        if game.turn != turn:
            turn = game.turn
            seen.clear()
        if before in seen:
            raise PropertyBroken("a position has come back within its turn")
        seen.add(before)
        began = time.perf_counter()
        decision = opponents[seat].choose(game)
        seconds = time.perf_counter() - began
        clocks["french" if seat == "french" else "allied"].add(game, seconds)
        decisions += 1
        if rng.random() < share:
            if game.position() != before:
                raise PropertyBroken("thinking has changed the game")
            check_state(game)
        _check_reason(decision)
        game.play(seat, Action(decision.code))


def _check_reason(decision: Decision) -> None:
    try:
        decision.reason.format(**decision.details)
    except (LookupError, ValueError) as error:
        raise PropertyBroken(f"a reason cannot be told: {decision.reason!r}: {error}") from error


def describe_settings(match: Match) -> str:
    """The settings of a match without who plays it."""
    return f"{match.scenario}, {match.players} players, {match.visibility}"


class _LevelTally:
    """What all games of a level came to."""

    def __init__(self) -> None:
        self.games = 0
        self.seconds: list[float] = []
        self.kinds: Counter[str] = Counter()
        self.slow: list[str] = []
        self.winners: dict[str, Counter[str]] = {}  # by settings

    def take_in(self, game: LevelGame) -> None:
        assert game.line is not None, "a game that broke"
        self.games += 1
        winners = self.winners.setdefault(describe_settings(game.match), Counter())
        winners[game.line["winner"]] += 1
        self.seconds += game.seconds
        self.kinds.update(game.kinds)
        most = slowest(game.match.french)
        slow = [seconds for seconds in game.seconds if seconds > most]
        if slow:
            self.slow.append(
                f"{game.match.describe()}: {len(slow)} decisions over {most:g} s, "
                f"the longest {max(slow):.1f} s"
            )

    def write(self, level: str, took: float, out: TextIO) -> None:
        times: Times = summarise_times(self.seconds)
        print(
            f"{self.games} games of {level}, {times.number} decisions, {took:.0f} s: "
            + (f"{len(self.slow)} games had slow decisions" if self.slow else "nothing broke"),
            file=out,
        )
        print(
            f"a decision takes {1000 * times.mean:.1f} ms, median {1000 * times.median:.1f}, "
            f"p95 {1000 * times.p95:.1f}, most {1000 * times.most:.1f}",
            file=out,
        )
        for line in self.slow:
            print(f"slow: {line}", file=out)
        for settings, winners in sorted(self.winners.items()):
            share = wilson(winners["french"], winners.total())
            print(f"the French win {settings}: {share.won:g} of {share.trials}, {share}", file=out)
        for kind, number in self.kinds.most_common():
            print(f"  {number:8d}  {kind}", file=out)


def run_level_fuzz(
    level: str,
    minutes: float,
    games: int | None,
    seed: int,
    jobs: int,
    folder: Path,
    out: TextIO,
    board: str = "",
) -> int:
    """Let a level play for some minutes, or some games; returns 1 if something is wrong."""
    started = time.monotonic()
    limit = minutes * 60
    progress = Progress("fuzz", games if games is not None else limit, out)
    tally = _LevelTally()
    seeds: Iterator[int] = count(seed) if games is None else iter(range(seed, seed + games))
    tasks = (LevelTask(level, one, board=board) for one in seeds)
    note = ""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with (
            (folder / f"{level}.jsonl").open("w", encoding="utf-8") as lines,
            closing(work_through(fuzz_level_game, tasks, jobs)) as played,
        ):
            for game in played:
                if game.line is None:
                    progress.finish("failed")
                    path = folder / f"fuzz-{level}-{game.match.seed}.record"
                    path.write_text(game.record, encoding="utf-8")
                    print(f"{game.match.describe()}: {game.trouble}", file=out)
                    print(f"The game is kept in {path}: {replay_words(path, board)}", file=out)
                    return 1
                tally.take_in(game)
                print(format_line(game.line), file=lines, flush=True)
                spent = time.monotonic() - started
                progress.update(tally.games if games is not None else spent, f"{tally.games} games")
                if games is None and spent >= limit:
                    break
    except KeyboardInterrupt:
        note = "stopped"
    progress.finish(note)
    tally.write(level, time.monotonic() - started, out)
    report = f"napoleon lab-report {lines.name}" + (f" --board {board}" if board else "")
    print(f"games: {lines.name}; a report: {report}", file=out)
    return 1 if tally.slow else 0
