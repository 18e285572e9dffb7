"""``napoleon play``: in the browser, or with --text in the terminal."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from napoleon.cli.commands import Commands
from napoleon.cli.failures import SERVER, Failure, describe
from napoleon.cli.host import serve_in_words
from napoleon.cli.options import (
    add_boards,
    add_game_options,
    add_server_options,
    check_database_variable,
    handicap,
    level,
    not_negative,
)
from napoleon.cli.scenarios import add_scenario, begin, own_scenarios, page_of
from napoleon.scenarios import CAMPAIGNS, SHIPPED

if TYPE_CHECKING:
    from napoleon.text import Console

SEATS: Final = ("french", "allied", "anglo-dutch", "prussian")
LEVELS: Final = ("random", "recruit", "officer", "marshal", "emperor")


def add_play(commands: Commands) -> None:
    """Add the command."""
    play = commands.add(
        "play",
        "play",
        "play in the browser, or with --text in the terminal",
        [
            "napoleon play",
            "napoleon play --scenario ligny",
            "napoleon play --text --allied recruit",
            "napoleon play --text --load napoleon-game-1.txt",
        ],
        f"scenarios: {', '.join((*CAMPAIGNS, *SHIPPED))}\nlevels: {', '.join(LEVELS[1:])}",
        extra=SERVER,
        needed="in the browser; --text needs nothing",
    )
    play.add_argument("--text", action="store_true", help="play in the terminal, at one screen")
    play.add_argument("--no-browser", action="store_true", help="do not open the browser")
    add_server_options(play, "127.0.0.1")
    add_scenario(play)
    add_boards(play)
    add_game_options(play, "")
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
    play.set_defaults(run=_play)


def console() -> Console:
    """Return the terminal, as the texts of the game use it."""
    from napoleon.text import Console

    return Console(sys.stdin, sys.stdout)


def _play(arguments: argparse.Namespace) -> int:
    if arguments.text or arguments.load is not None:
        return _play_in_terminal(arguments)
    of_text = (arguments.players, arguments.visibility, arguments.no_curtain, arguments.handicap)
    if any(of_text) or _computers(arguments):
        arguments.parser.error("these options go with --text; in the browser they are on the page")
    check_database_variable(arguments.parser)
    try:
        from napoleon.server.app import serve
    except ModuleNotFoundError as error:
        found = describe(error)
        if found is None:
            raise
        sentence, _ = found
        raise Failure(f"{sentence}; in the terminal at once: napoleon play --text") from None

    return serve_in_words(
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
    """Return the level of each seat that a computer takes."""
    named = {seat: getattr(arguments, seat.replace("-", "_")) for seat in SEATS}
    return {seat: level for seat, level in named.items() if level is not None}


def _play_in_terminal(arguments: argparse.Namespace) -> int:
    import secrets

    from napoleon.rules import Options, SeededDice
    from napoleon.text import HotSeat, TextStaff, load_game

    seed: int | None = arguments.seed
    dice = SeededDice(seed if seed is not None else secrets.randbits(96))
    load: Path | None = arguments.load
    terminal = console()
    if load is not None:
        if arguments.scenario or any((arguments.players, arguments.visibility, arguments.handicap)):
            arguments.parser.error(
                "--load brings its own scenario, number of players and visibility"
            )
        game = load_game(load, dice)
        if game.notice is not None:
            terminal.say(f"Note: {game.notice}.")
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
    if terminal.is_terminal:
        _save_when_ended()
    # A player alone at the screen has nothing to hide from anyone.
    has_curtain = not arguments.no_curtain and len(computers) + 1 < len(game.seats)
    staff = TextStaff(computers, seed if seed is not None else secrets.randbits(31))
    # A record does not keep these options: they are needed again when the game is loaded.
    again = ["--no-curtain"] if arguments.no_curtain else []
    for folder in arguments.board:
        again += ["--board", str(folder)]
    return HotSeat(
        game,
        terminal,
        has_curtain=has_curtain,
        is_loaded=load is not None,
        staff=staff,
        options=again,
    ).run()


def _save_when_ended() -> None:
    """Let a closed window or a SIGTERM end a game as Ctrl-C does: it is saved."""
    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]

    def stop(*_: object) -> None:
        # A closed window sends several: the first is enough, and saving must not be disturbed.
        for name in names:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        raise KeyboardInterrupt

    for name in names:
        signal.signal(getattr(signal, name), stop)
