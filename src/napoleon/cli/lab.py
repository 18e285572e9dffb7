"""``napoleon arena``, ``lab``, ``lab-report`` and ``even``: opponents play each other."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from napoleon.cli.commands import Commands
from napoleon.cli.failures import check_file, check_folder
from napoleon.cli.options import (
    BAD_INPUT,
    VISIBILITIES,
    add_boards,
    add_jobs,
    add_json,
    at_least_one,
    board_of,
    handicap,
    jobs_of,
    not_negative,
    player,
    players,
    seconds,
)
from napoleon.cli.play import LEVELS
from napoleon.scenarios import CAMPAIGNS, SHIPPED

BOTH: Final = "both"
WHO_PLAYS: Final = (
    f"players: {', '.join(LEVELS)}, or module:Class for a player of your own"
    f"\nscenarios: {', '.join((*CAMPAIGNS, *SHIPPED))}"
)


def _add_ranges(parser: argparse.ArgumentParser) -> None:
    """Settings that may be taken in turn."""
    parser.add_argument(
        "--scenario",
        choices=(*CAMPAIGNS, BOTH, *SHIPPED),
        default="historical",
        help="(historical)",
    )
    parser.add_argument(
        "--visibility", choices=(*VISIBILITIES, BOTH), default="open", help="(open)"
    )
    add_boards(parser)
    parser.add_argument(
        "--handicap",
        type=handicap,
        default=0,
        metavar="SIDE:STEPS",
        help="steps that a side gives up before the first turn, such as allied:3 (none)",
    )
    parser.add_argument("--seed", type=not_negative, default=1, metavar="S", help="the first (1)")
    add_jobs(parser)


def add_laboratory(commands: Commands) -> None:
    """Add the commands."""
    arena = commands.add(
        "lab",
        "arena",
        "two players against each other, in pairs of games",
        [
            "napoleon arena officer recruit --games 100",
            "napoleon arena mine:Player officer --json",
            "napoleon arena --french marshal --allied officer --scenario ligny",
        ],
        WHO_PLAYS,
    )
    arena.add_argument(
        "a",
        type=player,
        metavar="A",
        nargs="?",
        help="random, recruit, officer, marshal, emperor, or module:Class for a player of your own",
    )
    arena.add_argument("b", type=player, metavar="B", nargs="?")
    for side, name in (("french", "French"), ("allied", "Allies")):
        arena.add_argument(
            f"--{side}",
            type=player,
            metavar="PLAYER",
            help=f"instead of A and B: who leads the {name} in every game (officer)",
        )
    arena.add_argument(
        "--games", type=at_least_one, default=100, metavar="N", help="in all, whole pairs (100)"
    )
    _add_ranges(arena)
    arena.add_argument("--players", type=int, choices=(2, 3), default=2, help="(2)")
    arena.add_argument(
        "--time-limit",
        type=seconds,
        metavar="S",
        help="stop after so many seconds, and print what there is by then",
    )
    arena.add_argument("--out", type=Path, metavar="FILE", help="keep the games, as lab does")
    add_json(arena)
    arena.set_defaults(run=_arena)

    lab = commands.add(
        "lab",
        "lab",
        "many games between any opponents, and a report",
        [
            "napoleon lab --french officer,marshal --allied officer --games 400 --out games",
            "napoleon lab --scenario both --players both --out games",
        ],
        f"{WHO_PLAYS}\nto read: napoleon docs laboratory",
        extra="ray",
        needed="--ray",
    )
    for side, name in (("french", "French"), ("allied", "Allies")):
        lab.add_argument(
            f"--{side}",
            type=players,
            default=("officer",),
            metavar="PLAYERS",
            help=f"who leads the {name}: a level or module:Class, several with commas (officer)",
        )
    lab.add_argument("--games", type=at_least_one, default=100, metavar="N", help="in all (100)")
    _add_ranges(lab)
    lab.add_argument("--players", choices=("2", "3", BOTH), default="2", help="(2)")
    lab.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="for the games and the report; the same command goes on where it stopped",
    )
    lab.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster; local: one of our own here"
    )
    lab.set_defaults(run=_lab)

    even = commands.add(
        "lab",
        "even",
        "measure what handicap makes a game of equals even",
        ["napoleon even officer --scenario ligny --games 200 --out even.json"],
        WHO_PLAYS,
    )
    even.add_argument(
        "levels", type=players, metavar="LEVELS", help="who plays both sides, several with commas"
    )
    even.add_argument(
        "--scenario",
        type=lambda text: tuple(text.split(",")),
        default=CAMPAIGNS,
        metavar="NAMES",
        help=f"of {', '.join((*CAMPAIGNS, *SHIPPED))}, several with commas (both campaigns)",
    )
    even.add_argument(
        "--games", type=at_least_one, default=400, metavar="N", help="for each of them (400)"
    )
    even.add_argument(
        "--from", dest="low", type=handicap, default=-20, metavar="SIDE:STEPS", help="(allied:20)"
    )
    even.add_argument(
        "--to", dest="high", type=handicap, default=6, metavar="SIDE:STEPS", help="(french:6)"
    )
    even.add_argument("--seed", type=not_negative, default=1, metavar="S", help="the first (1)")
    add_jobs(even)
    add_boards(even)
    even.add_argument("--out", type=Path, metavar="FILE", help="keep the findings in this file")
    even.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="keep the games in this file; those in it already are not played again",
    )
    even.add_argument(
        "--time-limit",
        type=seconds,
        metavar="S",
        help="stop after so many seconds, and print what there is by then",
    )
    even.set_defaults(run=_even)

    report = commands.add(
        "lab",
        "lab-report",
        "write the report of a laboratory again",
        ["napoleon lab-report games"],
    )
    report.add_argument("folder", type=Path, metavar="FOLDER", help="or a file of games")
    add_boards(report)
    report.set_defaults(run=_lab_report)


def _range(chosen: str, of: tuple[str, ...]) -> tuple[str, ...]:
    return of if chosen == BOTH else (chosen,)


def _check_players(arguments: argparse.Namespace, players: str) -> None:
    """End with a usage error if three are to play a scenario for two; `players` is 2, 3 or both."""
    if arguments.scenario in SHIPPED and players != "2":
        from napoleon.scenarios.library import shipped

        if 3 not in shipped()[arguments.scenario].players:
            arguments.parser.error(f"--players {players}: {arguments.scenario} is for two players")


def _arena(arguments: argparse.Namespace) -> int:
    _check_players(arguments, str(arguments.players))
    from napoleon.lab.arena import Terms, run_arena

    has_fixed_sides = arguments.french is not None or arguments.allied is not None
    if has_fixed_sides:
        if arguments.a is not None:
            arguments.parser.error("either A and B, or --french and --allied")
        a, b = arguments.french or "officer", arguments.allied or "officer"
    else:
        if arguments.b is None:
            arguments.parser.error("expected A and B, or --french and --allied")
        a, b = arguments.a, arguments.b
    terms = Terms(
        a,
        b,
        arguments.games,
        arguments.seed,
        _range(arguments.scenario, CAMPAIGNS),
        arguments.players,
        _range(arguments.visibility, VISIBILITIES),
        has_fixed_sides,
        board_of(arguments),
        arguments.handicap,
    )
    check_file(arguments.out, "--out")
    return run_arena(
        terms,
        jobs_of(arguments),
        sys.stdout,
        arguments.time_limit,
        arguments.out,
        is_json=arguments.json,
    )


def _lab(arguments: argparse.Namespace) -> int:
    _check_players(arguments, arguments.players)
    from napoleon.lab.laboratory import LabError, Plan, run_laboratory
    from napoleon.lab.on_ray import NoRay

    plan = Plan(
        arguments.french,
        arguments.allied,
        _range(arguments.scenario, CAMPAIGNS),
        tuple(int(number) for number in _range(arguments.players, ("2", "3"))),
        _range(arguments.visibility, VISIBILITIES),
        arguments.seed,
        board_of(arguments),
        arguments.handicap,
    )
    check_folder(arguments.out, "--out")
    try:
        return run_laboratory(
            plan, arguments.games, arguments.out, jobs_of(arguments), sys.stdout, arguments.ray
        )
    except (LabError, NoRay) as error:
        return _refuse(error)


def _even(arguments: argparse.Namespace) -> int:
    from napoleon.lab.even import Trial, run_even

    unknown = set(arguments.scenario) - {*CAMPAIGNS, *SHIPPED}
    if unknown:
        arguments.parser.error(f"--scenario: there is no {', '.join(sorted(unknown))}")
    if arguments.low >= arguments.high:
        arguments.parser.error("--from must ask more of the Allies than --to")
    check_file(arguments.out, "--out")
    check_file(arguments.keep, "--keep")
    trial = Trial(
        arguments.levels,
        arguments.scenario,
        arguments.games,
        arguments.low,
        arguments.high,
        arguments.seed,
        board_of(arguments),
    )
    return run_even(
        trial,
        jobs_of(arguments),
        sys.stdout,
        arguments.out,
        arguments.keep,
        arguments.time_limit,
    )


def _lab_report(arguments: argparse.Namespace) -> int:
    from napoleon.lab.laboratory import LabError, report_folder

    try:
        return report_folder(arguments.folder, sys.stdout)
    except LabError as error:
        return _refuse(error)


def _refuse(error: Exception) -> int:
    """Say that a folder or file of games does not fit what was asked; return the exit code."""
    print(f"napoleon: {error}", file=sys.stderr)
    return BAD_INPUT
