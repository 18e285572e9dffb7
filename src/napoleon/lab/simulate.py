"""`napoleon simulate`: random games, and a table of how they ended."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import TextIO

from napoleon.lab.progress import Progress
from napoleon.lab.random_play import POLICIES, new_random_game, play_out
from napoleon.rules.board.units import ARMY_NAMES


def run_simulation(
    games: int,
    seed: int,
    scenario: str | None,
    players: int | None,
    visibility: str | None,
    policy: str,
    out: TextIO,
    *,
    is_json: bool = False,
) -> int:
    """Play games by chance and print a summary to `out`, as JSON if asked for; return 0.

    `scenario`, `players` and `visibility` take all values in turn where they are None.
    """
    winners: Counter[str] = Counter()
    turns: list[int] = []
    decisions: list[int] = []
    losses: dict[str, list[int]] = {army: [] for army in ARMY_NAMES}
    progress = Progress("games", games, sys.stderr if is_json else out)
    for number in range(games):
        game = new_random_game(seed + number, scenario, players, visibility)
        decisions.append(play_out(game, POLICIES[policy], random.Random(seed + number)))
        result = game.result
        assert result is not None
        winners[f"{result.winner}: {result.reason} ({result.rule})"] += 1
        turns.append(game.turn)
        for army in ARMY_NAMES:
            losses[army].append(game.losses(army))
        progress.update(number + 1)
    progress.finish()
    if is_json:
        found = {"games": games, "results": winners, "turns": turns, "decisions": decisions}
        print(json.dumps({**found, "losses": losses}, indent=2), file=out)
    else:
        _print_table(out, games, winners, turns, decisions, losses)
    return 0


def _print_table(
    out: TextIO,
    games: int,
    winners: Counter[str],
    turns: list[int],
    decisions: list[int],
    losses: dict[str, list[int]],
) -> None:
    print(f"{games} games by chance", file=out)
    for what, number in winners.most_common():
        print(f"  {number:6d}  {100 * number / games:5.1f} %  {what}", file=out)
    print(f"{'':24}{'least':>8}{'mean':>8}{'most':>8}", file=out)
    rows = [("turns", turns), ("decisions", decisions)]
    rows += [(f"{army} units lost", values) for army, values in losses.items()]
    for name, values in rows:
        mean = sum(values) / len(values)
        print(f"{name:24}{min(values):8d}{mean:8.1f}{max(values):8d}", file=out)
