"""``napoleon simulate``, ``fuzz``, ``exercises`` and ``bench``: check and measure the program."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from napoleon.cli.commands import Commands
from napoleon.cli.failures import Failure, check_file, check_folder
from napoleon.cli.options import (
    add_boards,
    add_game_options,
    add_jobs,
    add_json,
    at_least_one,
    board_of,
    jobs_of,
    level,
    minutes,
    not_negative,
)
from napoleon.cli.play import LEVELS
from napoleon.scenarios import CAMPAIGNS

POLICIES: Final = ("uniform", "warlike")


def add_develop(commands: Commands) -> None:
    """Add the commands."""
    simulate = commands.add(
        "develop",
        "simulate",
        "play many games by chance, and count",
        ["napoleon simulate --games 100", "napoleon simulate --scenario free --json"],
    )
    simulate.add_argument("--games", type=at_least_one, default=100, metavar="N", help="(100)")
    simulate.add_argument("--seed", type=not_negative, default=1, metavar="S", help="(1)")
    simulate.add_argument(
        "--scenario", choices=CAMPAIGNS, help="where the armies begin (all, in turn)"
    )
    add_game_options(simulate, "all, in turn")
    add_boards(simulate)
    simulate.add_argument("--policy", choices=POLICIES, default="uniform", help="(uniform)")
    add_json(simulate)
    simulate.set_defaults(run=_simulate)

    fuzz = commands.add(
        "develop",
        "fuzz",
        "play by chance and check every promise of the rules",
        [
            "napoleon fuzz --minutes 1",
            "napoleon fuzz --level officer --games 20",
            "napoleon fuzz --positions 1000",
        ],
    )
    fuzz.add_argument("--minutes", type=minutes, default=1.0, metavar="M", help="how long (1)")
    fuzz.add_argument(
        "--games", type=at_least_one, metavar="N", help="so many games, however long they take"
    )
    fuzz.add_argument("--seed", type=not_negative, default=1, metavar="S", help="(1)")
    fuzz.add_argument(
        "--out", type=Path, default=Path("fuzz"), metavar="DIR", help="for failing games (fuzz)"
    )
    fuzz.add_argument(
        "--level", type=level, metavar="LEVEL", help="let opponents of this level play, not chance"
    )
    fuzz.add_argument(
        "--staff",
        action="store_true",
        help="let computers of all levels play from dealt positions, scenarios and campaigns, and "
        "ask the staff on the way; with --level only that level",
    )
    fuzz.add_argument(
        "--positions", type=at_least_one, metavar="N", help="damage N positions of games instead"
    )
    add_jobs(fuzz, "with --level or --staff: ")
    add_boards(fuzz)
    fuzz.set_defaults(run=_fuzz)

    exercises = commands.add(
        "develop",
        "exercises",
        "examine an opponent: does it see the point?",
        ["napoleon exercises --level officer", "napoleon exercises --rank --out ease.json"],
    )
    exercises.add_argument("--level", choices=LEVELS, default="random", help="(random)")
    exercises.add_argument("--seed", type=not_negative, default=1, metavar="S", help="(1)")
    exercises.add_argument(
        "--times", type=at_least_one, default=1, metavar="N", help="put each so many times (1)"
    )
    exercises.add_argument(
        "--rank",
        action="store_true",
        help="put them to recruit and officer: which are easy and which hard",
    )
    exercises.add_argument(
        "--out", type=Path, metavar="FILE", help="with --rank: keep what was found in this file"
    )
    add_json(exercises)
    exercises.set_defaults(run=_exercises)

    bench = commands.add(
        "develop", "bench", "measure the speed of the rules", ["napoleon bench --json"]
    )
    bench.add_argument(
        "--research",
        action="store_true",
        help="of the environments for researchers, beside games of OpenSpiel",
    )
    add_json(bench)
    bench.set_defaults(run=_bench)


def _simulate(arguments: argparse.Namespace) -> int:
    from napoleon.lab.simulate import run_simulation

    return run_simulation(
        arguments.games,
        arguments.seed,
        arguments.scenario,
        arguments.players,
        arguments.visibility,
        arguments.policy,
        sys.stdout,
        is_json=arguments.json,
    )


def _fuzz(arguments: argparse.Namespace) -> int:
    check_folder(arguments.out, "--out")
    from napoleon.lab.fuzz import run_fuzz

    if arguments.positions is not None:
        from napoleon.lab.position_fuzz import run_position_fuzz

        return run_position_fuzz(
            arguments.positions, arguments.seed, arguments.out, sys.stdout, board_of(arguments)
        )
    if arguments.staff:
        from napoleon.lab.staff_fuzz import run_staff_fuzz

        return run_staff_fuzz(
            arguments.level or "",
            arguments.minutes,
            arguments.games,
            arguments.seed,
            jobs_of(arguments),
            arguments.out,
            sys.stdout,
            board_of(arguments),
        )
    if arguments.level is None:
        return run_fuzz(
            arguments.minutes,
            arguments.games,
            arguments.seed,
            arguments.out,
            sys.stdout,
            board_of(arguments),
        )
    from napoleon.lab.level_fuzz import run_level_fuzz

    return run_level_fuzz(
        arguments.level,
        arguments.minutes,
        arguments.games,
        arguments.seed,
        jobs_of(arguments),
        arguments.out,
        sys.stdout,
        board_of(arguments),
    )


def _exercises(arguments: argparse.Namespace) -> int:
    if arguments.out is not None and not arguments.rank:
        arguments.parser.error("--out goes with --rank")
    check_file(arguments.out, "--out")
    from napoleon.lab.examination import rank_exercises, run_examination

    if arguments.rank:
        rank_exercises(
            arguments.seed, arguments.times, sys.stdout, arguments.out, is_json=arguments.json
        )
        return 0
    run_examination(
        arguments.level, arguments.seed, arguments.times, sys.stdout, is_json=arguments.json
    )
    return 0


def _bench(arguments: argparse.Namespace) -> int:
    if arguments.research:
        if arguments.json:
            arguments.parser.error("--json does not go with --research")
        from napoleon.research.bench import NoExtra, run_research_bench

        try:
            return run_research_bench(sys.stdout)
        except NoExtra as error:
            raise Failure(str(error)) from error
    from napoleon.lab.bench import run_bench

    return run_bench(sys.stdout, is_json=arguments.json)
