"""`napoleon arena`: two players against each other, in pairs of games.

Pair *k* is two games with the dice of one seed: A as the French and B as the Allies, then the other
way round. What the sides are worth, and what the dice would have been worth, falls to both alike.
With fixed sides A leads the French in every game, each with the dice of a seed of its own.
"""

from __future__ import annotations

import json
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TextIO

from napoleon.lab.chronicle import Line, format_line
from napoleon.lab.intervals import Share, wilson
from napoleon.lab.matches import Match, slowest, summarise_times
from napoleon.lab.outcomes import Outcome, find_outcome
from napoleon.lab.progress import Progress
from napoleon.lab.workers import work_through


class Terms(NamedTuple):
    """What an arena is about; where several settings are given, the pairs take them in turn."""

    a: str
    b: str
    games: int
    seed: int = 1
    scenarios: tuple[str, ...] = ("historical",)
    players: int = 2
    visibilities: tuple[str, ...] = ("open",)
    has_fixed_sides: bool = False
    board: str = ""  # the folder of a board of one's own
    handicap: int = 0  # steps that the French give up; below 0 the Allies


def pair_matches(terms: Terms, pair: int) -> tuple[Match, Match]:
    """The two games of a pair: A has the French in the first and the Allies in the second."""
    scenario = terms.scenarios[pair % len(terms.scenarios)]
    visibility = terms.visibilities[pair // len(terms.scenarios) % len(terms.visibilities)]
    first = Match(
        terms.a,
        terms.b,
        terms.seed + pair,
        scenario,
        terms.players,
        visibility,
        terms.board,
        terms.handicap,
    )
    return first, first._replace(french=terms.b, allied=terms.a)


def all_matches(terms: Terms) -> Iterator[Match]:
    """All games, pair after pair; an odd number is rounded up to a whole pair."""
    if terms.has_fixed_sides:
        for game in range(terms.games):
            yield pair_matches(terms, game)[0]
        return
    for pair in range((terms.games + 1) // 2):
        yield from pair_matches(terms, pair)


class Score:
    """How A has done so far."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.lines: list[Line] = []
        self.troubles: list[Outcome] = []
        self.wins: list[bool | None] = []  # of A, in the order of the games; None: it broke
        self._decisions: dict[str, array[float]] = {}
        self._turns: dict[str, array[float]] = {}

    def take_in(self, outcome: Outcome) -> None:
        """Count the next game; games come in the order of `all_matches`."""
        if outcome.line is None:
            self.troubles.append(outcome)
            self.wins.append(None)
            return
        is_changed = len(self.wins) % 2 == 1 and not self.terms.has_fixed_sides
        a_side = "allied" if is_changed else "french"
        self.wins.append(outcome.line["winner"] == a_side)
        self.lines.append(outcome.line)
        for side in ("french", "allied"):
            level = outcome.match.level_of(side)
            self._decisions.setdefault(level, array("d")).extend(outcome.decisions[side])
            self._turns.setdefault(level, array("d")).extend(outcome.turns[side])

    def share(self, side: str | None = None) -> Share:
        """A's wins of all games, or of those as the French or the Allies; games as units."""
        if self.terms.has_fixed_sides:
            side = None  # there is but one
        first = 1 if side == "allied" else 0
        step = 1 if side is None else 2
        wins = [won for won in self.wins[first::step] if won is not None]
        return wilson(sum(wins), len(wins))

    def pair_share(self) -> Share:
        """The same with whole pairs as units, each worth 0, a half or 1: a cautious interval."""
        won = 0.0
        pairs = 0
        for first, second in zip(self.wins[::2], self.wins[1::2], strict=False):
            if first is not None and second is not None:
                won += (first + second) / 2
                pairs += 1
        return wilson(won, pairs)

    def write(self, out: TextIO) -> None:
        """Everything in words and figures."""
        terms = self.terms
        games = len(self.lines)
        if not games:
            print("no game was finished", file=out)
        else:
            self._write_shares(out)
            self._write_times(out)
        for outcome in self.troubles:
            last = outcome.trouble.strip().splitlines()[-1]
            print(f"broke: {outcome.match.describe()}: {last}", file=out)
        if self.troubles:
            print(f"{len(self.troubles)} of {len(self.wins)} games broke; the first:", file=out)
            print(self.troubles[0].trouble, file=out)
        if terms.a == terms.b and games and not terms.has_fixed_sides:
            print("the same level on both sides: a pair is two equal games", file=out)

    def as_dict(self) -> dict[str, object]:
        """Return the score as plain data: the terms, each share with its interval, the times of
        thought in seconds by player, and which games broke."""
        shares = {"games": self.share(), "pairs": self.pair_share()}
        if not self.terms.has_fixed_sides:
            shares |= {side: self.share(side) for side in ("french", "allied")}
        thought = {
            player: {
                name: summarise_times(seconds)._asdict()
                for name, seconds in (
                    ("decision", self._decisions[player]),
                    ("marches", self._turns[player]),
                )
            }
            for player in dict.fromkeys((self.terms.a, self.terms.b))
            if self.lines
        }
        return {
            "terms": self.terms._asdict(),
            "games": len(self.lines),
            "wins": {
                name: {**share._asdict(), "share": share.value} for name, share in shares.items()
            },
            "french_wins": sum(line["winner"] == "french" for line in self.lines),
            "turns": [line["turns"] for line in self.lines],
            "thought": thought,
            "broken": [outcome.match.describe() for outcome in self.troubles],
        }

    def _write_shares(self, out: TextIO) -> None:
        a = self.terms.a
        games = len(self.lines)
        share, pairs = self.share(), self.pair_share()
        french = sum(line["winner"] == "french" for line in self.lines)
        rows: list[tuple[str, Share, str]] = [(f"{a} wins", share, "games as units")]
        if self.terms.has_fixed_sides:
            print(f"{a} (French) against {self.terms.b} (Allies): {games} games", file=out)
        else:
            whole = f"{games} games, {pairs.trials} whole pairs"
            print(f"{a} against {self.terms.b}: {whole}", file=out)
            rows += [
                ("", pairs, "pairs as units"),
                ("as the French", self.share("french"), ""),
                ("as the Allies", self.share("allied"), ""),
                ("the French win", wilson(french, games), "whoever leads them"),
            ]
        width = max(24, *(len(name) for name, _, _ in rows))
        for name, one, unit in rows:
            count = f"{one.won:g} of {one.trials}"
            print(f"  {name:{width}}{count:>14}  {one!s:36}{unit}".rstrip(), file=out)
        turns = [line["turns"] for line in self.lines]
        decisions = [sum(line["decisions"].values()) for line in self.lines]
        print(
            f"  mean length {sum(turns) / games:.1f} turns ({min(turns)} to {max(turns)}), "
            f"{sum(decisions) / games:.0f} decisions",
            file=out,
        )

    def _write_times(self, out: TextIO) -> None:
        heads = "".join(f"{head:>10}" for head in ("mean", "median", "p95", "most"))
        levels = list(dict.fromkeys((self.terms.a, self.terms.b)))
        width = max(24, *(len(f"{level}, a turn's marches") for level in levels))
        print(f"{'milliseconds of thought':{width + 2}}{'number':>9}{heads}", file=out)
        for level in levels:
            for name, seconds in (
                ("a decision", self._decisions[level]),
                ("a turn's marches", self._turns[level]),
            ):
                times = summarise_times(seconds)
                row = "".join(
                    f"{1000 * value:10.2f}"
                    for value in (times.mean, times.median, times.p95, times.most)
                )
                print(f"  {level + ', ' + name:{width}}{times.number:9d}{row}", file=out)
            most = slowest(level)
            slow = sum(seconds > most for seconds in self._decisions[level])
            if slow:
                print(f"  {slow} decisions of {level} took over {most:g} s", file=out)


def run_arena(
    terms: Terms,
    jobs: int,
    out: TextIO,
    time_limit: float | None = None,
    path: Path | None = None,
    *,
    is_json: bool = False,
) -> int:
    """Play the pairs and print the score to `out`, as JSON if asked for; return 1 if a game broke.

    Ctrl-C and the time limit end it with the games played by then. `path` is the file for the
    games, a line of JSON each.
    """
    matches: Sequence[Match] = list(all_matches(terms))
    score = Score(terms)
    progress = Progress("games", len(matches), sys.stderr if is_json else out)
    began = time.monotonic()
    note = ""
    try:
        with closing(work_through(find_outcome, matches, jobs)) as outcomes:
            for outcome in outcomes:
                score.take_in(outcome)
                progress.update(len(score.wins), f"{terms.a} {100 * score.share().value:.0f} %")
                if time_limit is not None and time.monotonic() - began >= time_limit:
                    note = "time is up" if len(score.wins) < len(matches) else ""
                    break
    except KeyboardInterrupt:
        note = "stopped"
    progress.finish(note)
    if path is not None:
        path.write_text("".join(format_line(line) + "\n" for line in score.lines), "utf-8")
    if is_json:
        print(json.dumps(score.as_dict(), indent=2), file=out)
    else:
        score.write(out)
    return 1 if score.troubles or not score.lines else 0
