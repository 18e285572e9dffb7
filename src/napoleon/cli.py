"""The command line.

``napoleon`` alone, or ``napoleon play``, opens the game in the browser; ``play --text`` plays in
the terminal; ``serve`` is for friends over a network; ``admin`` and ``dice`` look after kept games;
``arena``, ``lab`` and ``lab-report`` let the opponents play each other.
"""

from __future__ import annotations

import argparse
import io
import os
import secrets
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from napoleon import __version__
from napoleon.cli_admin import add_admin
from napoleon.cli_boards import add_boards
from napoleon.cli_lab import (
    BAD_INPUT,
    VISIBILITIES,
    add_jobs,
    add_laboratory,
    board_of,
    handicap,
    jobs_of,
    level,
)
from napoleon.cli_scenarios import add_scenario, begin, own_scenarios, page_of
from napoleon.cli_serve import (
    add_serve,
    add_server_options,
    at_least_one,
    not_negative,
    until_interrupted,
)
from napoleon.cli_site import add_site
from napoleon.scenarios import CAMPAIGNS

if TYPE_CHECKING:
    from napoleon.text import Console

POLICIES = ("uniform", "warlike")
LEVELS = ("random", "recruit", "officer", "marshal", "emperor")
SEATS = ("french", "allied", "anglo-dutch", "prussian")
WATCHERS = ("referee", "spectator", *SEATS)
STOPPED = 130


class _Version(argparse.Action):
    """Say the version and the build; the rules are looked at only when that is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from napoleon.rules import IS_COMPILED

        rules = "compiled rules" if IS_COMPILED else "plain Python rules"
        print(f"napoleon {__version__} ({rules})")
        parser.exit()


def _minutes(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"expected a number of minutes, got {text}")
    return number


at_least_one.__name__ = not_negative.__name__ = "number"
_minutes.__name__ = "number of minutes"


def _add_game_options(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--players", type=int, choices=(2, 3), help=f"how many play ({default or '2'})"
    )
    parser.add_argument(
        "--visibility",
        choices=VISIBILITIES,
        help=f"hidden: units show only when they fight, rule 6.2.4 ({default or 'open'})",
    )


def build_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    parser = argparse.ArgumentParser(
        prog="napoleon",
        description="Napoléon: the Waterloo campaign of 1815, an unofficial computer version.",
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="print the version, and which rules are used"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    play = commands.add_parser("play", help="play in the browser, or with --text in the terminal")
    play.add_argument("--text", action="store_true", help="play in the terminal, at one screen")
    play.add_argument("--no-browser", action="store_true", help="do not open the browser")
    add_server_options(play, "127.0.0.1")
    add_scenario(play)
    add_boards(play)
    _add_game_options(play, "")
    for seat in SEATS:
        play.add_argument(
            f"--{seat}", type=level, metavar="LEVEL", help="with --text: a computer of this level"
        )
    play.add_argument(
        "--handicap",
        type=handicap,
        default=0,
        metavar="SIDE:STEPS",
        help="with --text: steps that a side gives up before the first turn, such as allied:3",
    )
    play.add_argument("--seed", type=not_negative, metavar="N", help="repeatable dice")
    play.add_argument("--load", type=Path, metavar="FILE", help="go on from a record or a position")
    play.add_argument(
        "--no-curtain",
        action="store_true",
        help="no handing over between players: for one who plays all sides",
    )
    play.set_defaults(run=_play, parser=play)

    add_serve(commands)
    add_site(commands)
    add_admin(commands)

    simulate = commands.add_parser("simulate", help="play many games by chance, and count")
    simulate.add_argument("--games", type=at_least_one, default=100, metavar="N", help="(100)")
    simulate.add_argument("--seed", type=not_negative, default=1, metavar="S", help="(1)")
    simulate.add_argument(
        "--scenario", choices=CAMPAIGNS, help="where the armies begin (all, in turn)"
    )
    _add_game_options(simulate, "all, in turn")
    add_boards(simulate)
    simulate.add_argument("--policy", choices=POLICIES, default="uniform", help="(uniform)")
    simulate.set_defaults(run=_simulate)

    fuzz = commands.add_parser("fuzz", help="play by chance and check every promise of the rules")
    fuzz.add_argument("--minutes", type=_minutes, default=1.0, metavar="M", help="how long (1)")
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

    add_laboratory(commands)

    replay = commands.add_parser("replay", help="step through the record of a game")
    replay.add_argument("file", type=Path, metavar="FILE")
    _add_seat(replay)
    add_boards(replay)
    replay.add_argument(
        "--to", type=not_negative, metavar="N", help="print the position after N actions"
    )
    replay.set_defaults(run=_replay)

    show = commands.add_parser("show", help="print a game or a position")
    show.add_argument("file", type=Path, metavar="FILE", help="a record or a position")
    _add_seat(show)
    add_boards(show)
    show.set_defaults(run=_show)

    exercises = commands.add_parser("exercises", help="examine an opponent: does it see the point?")
    exercises.add_argument("--level", choices=LEVELS, default="random", help="(random)")
    exercises.add_argument("--seed", type=not_negative, default=1, metavar="S", help="(1)")
    exercises.add_argument(
        "--times", type=at_least_one, default=1, metavar="N", help="put each so many times (1)"
    )
    exercises.add_argument(
        "--rank",
        action="store_true",
        help="put them to recruit and officer, and keep in the data which are easy and which hard",
    )
    exercises.set_defaults(run=_exercises)

    bench = commands.add_parser("bench", help="measure the speed of the rules")
    bench.add_argument(
        "--research",
        action="store_true",
        help="of the environments for researchers, beside games of OpenSpiel",
    )
    bench.set_defaults(run=_bench)
    return parser


def _add_seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seat", choices=WATCHERS, default="referee", help="whose eyes: referee sees all (referee)"
    )


def _console() -> Console:
    from napoleon.text import Console

    return Console(sys.stdin, sys.stdout)


def _play(arguments: argparse.Namespace) -> int:
    if arguments.text or arguments.load is not None:
        return _play_in_terminal(arguments)
    of_text = (arguments.players, arguments.visibility, arguments.no_curtain, arguments.handicap)
    if any(of_text) or _computers(arguments):
        arguments.parser.error("these options go with --text; in the browser they are on the page")
    from napoleon.server.app import serve

    return until_interrupted(
        lambda: serve(
            arguments.host,
            arguments.port,
            open_browser=not arguments.no_browser,
            database_url=arguments.database,
            page=page_of(arguments.scenario),
            scenarios=own_scenarios(arguments.scenario),
            boards=arguments.board,
        )
    )


def _computers(arguments: argparse.Namespace) -> dict[str, str]:
    """The seats that computers take, with their levels."""
    named = {seat: getattr(arguments, seat.replace("-", "_")) for seat in SEATS}
    return {seat: level for seat, level in named.items() if level is not None}


def _play_in_terminal(arguments: argparse.Namespace) -> int:
    from napoleon.rules import Options, SeededDice
    from napoleon.text import HotSeat, TextStaff, load_game

    seed: int | None = arguments.seed
    dice = SeededDice(seed if seed is not None else secrets.randbits(96))
    load: Path | None = arguments.load
    console = _console()
    if load is not None:
        if arguments.scenario or any((arguments.players, arguments.visibility, arguments.handicap)):
            arguments.parser.error(
                "--load brings its own scenario, number of players and visibility"
            )
        game = load_game(load, dice)
        if game.notice is not None:
            console.say(f"Note: {game.notice}.")
    else:
        options = Options(
            arguments.players or 2, arguments.visibility or "open", arguments.handicap
        )
        game = begin(arguments.scenario, options, dice)
    computers = _computers(arguments)
    for seat in computers:
        if seat not in game.seats:
            seats = ", ".join(str(one) for one in game.seats)
            arguments.parser.error(f"--{seat}: the seats of this game are {seats}")
    if console.is_terminal:
        _end_gently()
    # Whoever plays alone has nobody to hide from.
    has_curtain = not arguments.no_curtain and len(computers) + 1 < len(game.seats)
    staff = TextStaff(computers, seed if seed is not None else secrets.randbits(31))
    # What a record does not say, and this table needs again when the game is loaded.
    again = ["--no-curtain"] if arguments.no_curtain else []
    for folder in arguments.board:
        again += ["--board", str(folder)]
    return HotSeat(
        game,
        console,
        has_curtain=has_curtain,
        is_loaded=load is not None,
        staff=staff,
        options=again,
    ).run()


def _end_gently() -> None:
    """A window that is closed, or a stop from outside, ends a game as Ctrl-C does: it is saved."""
    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]

    def stop(*_: object) -> None:
        # A closed window sends several: the first is enough, and saving must not be disturbed.
        for name in names:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        raise KeyboardInterrupt

    for name in names:
        signal.signal(getattr(signal, name), stop)


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
    )


def _fuzz(arguments: argparse.Namespace) -> int:
    from napoleon.lab.fuzz import run_fuzz
    from napoleon.lab.position_fuzz import run_position_fuzz

    if arguments.positions is not None:
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


def _replay(arguments: argparse.Namespace) -> int:
    from napoleon.text import replay_file

    return replay_file(arguments.file, arguments.seat, arguments.to, _console())


def _show(arguments: argparse.Namespace) -> int:
    from napoleon.text import show_file

    return show_file(arguments.file, arguments.seat, _console())


def _exercises(arguments: argparse.Namespace) -> int:
    from napoleon.lab.examination import rank_exercises, run_examination

    if arguments.rank:
        rank_exercises(arguments.seed, arguments.times, sys.stdout)
        return 0
    run_examination(arguments.level, arguments.seed, arguments.times, sys.stdout)
    return 0


def _bench(arguments: argparse.Namespace) -> int:
    if arguments.research:
        from napoleon.research.bench import NoExtra, run_research_bench

        try:
            return run_research_bench(sys.stdout)
        except NoExtra as error:
            print(f"napoleon: {error}", file=sys.stderr)
            return BAD_INPUT
    from napoleon.lab.bench import run_bench

    return run_bench(sys.stdout)


def _forgive_encodings() -> None:
    """A letter that a terminal cannot show, or bytes that are no text, must not end a game."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    _forgive_encodings()
    parser = build_parser()
    words = list(sys.argv[1:] if argv is None else argv)
    arguments = parser.parse_args(words or ["play"])
    from napoleon.rules import BoardError
    from napoleon.text import FileError

    try:
        if getattr(arguments, "board", []):
            from napoleon.boards import use_board_folders

            use_board_folders(arguments.board)
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except (BoardError, FileError) as error:
        print(f"napoleon: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
