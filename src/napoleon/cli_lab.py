"""The command line of the laboratory: ``arena``, ``lab`` and ``lab-report``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from napoleon.cli_boards import add_boards
from napoleon.cli_serve import at_least_one, not_negative
from napoleon.scenarios import CAMPAIGNS, SHIPPED

VISIBILITIES = ("open", "hidden")
BOTH = "both"
BAD_INPUT = 2  # exit code, the same as for a wrong option


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e8:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, got {text}")
    return number


def level(text: str) -> str:
    """The door of the opponents knows the levels; it is opened only when a level is named."""
    from napoleon.ai.talents import check_level

    try:
        return check_level(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _player(text: str) -> str:
    """A level, or a player of one's own."""
    from napoleon.lab.players import check_player

    try:
        return check_player(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def handicap(text: str) -> int:
    """Steps that the French give up, or below 0 the Allies, from ``french:3`` or ``allied:3``."""
    from napoleon.rules import Options, RuleError

    side, _, steps = text.partition(":")
    if side not in ("french", "allied") or not steps.isdecimal():
        raise argparse.ArgumentTypeError(f"expected french:STEPS or allied:STEPS, got {text}")
    number = int(steps) if side == "french" else -int(steps)
    try:
        return Options(handicap=number).handicap
    except RuleError as error:
        raise argparse.ArgumentTypeError(error.message) from error


def _players(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_player(name) for name in text.split(",")))


_seconds.__name__ = "number of seconds"


def add_jobs(parser: argparse.ArgumentParser, when: str = "") -> None:
    """How many processes play."""
    parser.add_argument(
        "--jobs", type=at_least_one, metavar="J", help=f"{when}so many processes (all cores)"
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


def add_laboratory(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands that let opponents play each other."""
    arena = commands.add_parser("arena", help="two players against each other, in pairs of games")
    arena.add_argument(
        "a",
        type=_player,
        metavar="A",
        nargs="?",
        help="random, recruit, officer, marshal, emperor, or module:Class for a player of your own",
    )
    arena.add_argument("b", type=_player, metavar="B", nargs="?")
    for side, name in (("french", "French"), ("allied", "Allies")):
        arena.add_argument(
            f"--{side}",
            type=_player,
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
        type=_seconds,
        metavar="S",
        help="stop after so many seconds, and print what there is by then",
    )
    arena.add_argument("--out", type=Path, metavar="FILE", help="keep the games, as lab does")
    arena.set_defaults(run=_arena, parser=arena)

    lab = commands.add_parser("lab", help="many games between any opponents, and a report")
    for side, name in (("french", "French"), ("allied", "Allies")):
        lab.add_argument(
            f"--{side}",
            type=_players,
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

    even = commands.add_parser("even", help="measure what handicap makes a game of equals even")
    even.add_argument(
        "levels", type=_players, metavar="LEVELS", help="who plays both sides, several with commas"
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
        type=_seconds,
        metavar="S",
        help="stop after so many seconds, and print what there is by then",
    )
    even.set_defaults(run=_even, parser=even)

    report = commands.add_parser("lab-report", help="write the report of a laboratory anew")
    report.add_argument("folder", type=Path, metavar="FOLDER", help="or a file of games")
    add_boards(report)
    report.set_defaults(run=_lab_report)


def jobs_of(arguments: argparse.Namespace) -> int:
    """So many as were asked for, or as there are cores."""
    from napoleon.lab.workers import core_count

    return int(arguments.jobs or core_count())


def board_of(arguments: argparse.Namespace) -> str:
    """The folder of the board that is played on; "" for ours."""
    return str(arguments.board[0].resolve()) if arguments.board else ""


def _range(chosen: str, of: tuple[str, ...]) -> tuple[str, ...]:
    return of if chosen == BOTH else (chosen,)


def _arena(arguments: argparse.Namespace) -> int:
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
    return run_arena(terms, jobs_of(arguments), sys.stdout, arguments.time_limit, arguments.out)


def _lab(arguments: argparse.Namespace) -> int:
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
    try:
        return run_laboratory(
            plan, arguments.games, arguments.out, jobs_of(arguments), sys.stdout, arguments.ray
        )
    except (LabError, NoRay) as error:
        print(f"napoleon: {error}", file=sys.stderr)
        return BAD_INPUT


def _even(arguments: argparse.Namespace) -> int:
    from napoleon.lab.even import Trial, run_even

    unknown = set(arguments.scenario) - {*CAMPAIGNS, *SHIPPED}
    if unknown:
        arguments.parser.error(f"--scenario: there is no {', '.join(sorted(unknown))}")
    if arguments.low >= arguments.high:
        arguments.parser.error("--from must ask more of the Allies than --to")
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
        print(f"napoleon: {error}", file=sys.stderr)
        return BAD_INPUT
