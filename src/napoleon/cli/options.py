"""Options that several commands share, and the parsers of their values.

Each parser of a value takes the word from the command line and returns the value; it raises
`argparse.ArgumentTypeError` with a sentence that says what was expected.
"""

from __future__ import annotations

import argparse
import ipaddress
import os
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

VISIBILITIES: Final = ("open", "hidden")
# Exit codes; 130 is Ctrl-C's (docs/commands.md).
FAILED: Final = 1
BAD_INPUT: Final = 2
_DATABASE: Final = re.compile(r"(sqlite|postgres|postgresql)(\+\w+)?://.*", re.DOTALL)


def at_least_one(text: str) -> int:
    """Parse a count of games, processes and the like."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {text}")
    return number


def not_negative(text: str) -> int:
    """Parse a seed, or a number of actions."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"expected 0 or more, got {text}")
    return number


def port(text: str) -> int:
    """Parse a TCP port; 0 stands for any free one."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 (any) to 65535, got {text}")
    return number


def minutes(text: str) -> float:
    """Parse a duration in minutes."""
    number = float(text)
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"expected a number of minutes, got {text}")
    return number


def seconds(text: str) -> float:
    """Parse a duration in seconds."""
    number = float(text)
    if not 0 < number < 1e8:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, got {text}")
    return number


# argparse names a parser in its message about a word that is no number at all.
at_least_one.__name__ = not_negative.__name__ = "number"
minutes.__name__ = "number of minutes"
seconds.__name__ = "number of seconds"


def network(text: str) -> str:
    """Check an address or a network such as 10.0.0.0/8, and return it as it was given."""
    try:
        ipaddress.ip_network(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(f"expected an address or a network: {problem}") from None
    return text


def web_address(text: str) -> str:
    """Check the web address of a server, and return it as it was given."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise argparse.ArgumentTypeError(f"expected an address such as https://host, got {text}")
    return text


def database(text: str) -> str:
    """Check the URL of a database, and return it as it was given."""
    if not _DATABASE.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"expected sqlite:///FILE or postgresql://USER@HOST/NAME, got {text}"
        )
    return text


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add ``--database``: where games are kept."""
    parser.add_argument(
        "--database",
        type=database,
        metavar="URL",
        help="where games are kept: sqlite:///FILE or postgresql://... (a file of the user's)",
    )


def check_database_variable(parser: argparse.ArgumentParser) -> None:
    """End with a usage error if NAPOLEON_DATABASE is set to something that is no database."""
    url = os.environ.get("NAPOLEON_DATABASE")
    if url:
        try:
            database(url)
        except argparse.ArgumentTypeError as problem:
            parser.error(f"NAPOLEON_DATABASE: {problem}")


def add_server_options(parser: argparse.ArgumentParser, host: str) -> None:
    """Add the options of a command that listens: ``--host`` (default `host`), ``--port`` and
    ``--database``."""
    parser.add_argument("--host", default=host, help=f"address to listen at ({host})")
    parser.add_argument("--port", type=port, default=1815, help="port, 0: any (1815)")
    add_database(parser)


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Add ``--board``: boards besides ours. A new game begins on the first, unless the page says
    otherwise."""
    parser.add_argument(
        "--board",
        action="append",
        default=[],
        type=Path,
        metavar="DIR",
        help="a board of your own: a folder with tables that correct ours (napoleon docs boards)",
    )


def board_of(arguments: argparse.Namespace) -> str:
    """Return the folder of the board that is played on; "" for ours."""
    return str(arguments.board[0].resolve()) if arguments.board else ""


def add_game_options(parser: argparse.ArgumentParser, default: str) -> None:
    """Add ``--players`` and ``--visibility``; `default` is what their help names as the default,
    "" for two players and open."""
    parser.add_argument(
        "--players", type=int, choices=(2, 3), help=f"how many play ({default or '2'})"
    )
    parser.add_argument(
        "--visibility",
        choices=VISIBILITIES,
        help=f"hidden: units show only when they fight, rule 6.2.4 ({default or 'open'})",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``: the result as JSON on standard output, progress on standard error."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_jobs(parser: argparse.ArgumentParser, when: str = "") -> None:
    """Add ``--jobs``; `when` stands before its help, to say when it counts."""
    parser.add_argument(
        "--jobs", type=at_least_one, metavar="J", help=f"{when}so many processes (all cores)"
    )


def jobs_of(arguments: argparse.Namespace) -> int:
    """Return how many processes were asked for, or the number of cores."""
    from napoleon.lab.workers import core_count

    return int(arguments.jobs or core_count())


def level(text: str) -> str:
    """Check the name of an opponents' level, and return it.

    Imports the opponents, which takes a moment, only when a level is named.
    """
    from napoleon.ai.talents import check_level

    try:
        return check_level(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def player(text: str) -> str:
    """Check the name of a level, or a ``module:Class`` of a player, and return it.

    Raises ArgumentTypeError if there is no such level, module or class.
    """
    from napoleon.lab.players import check_player

    try:
        return check_player(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def players(text: str) -> tuple[str, ...]:
    """Parse names of players with commas between them; each is returned once, in order."""
    return tuple(dict.fromkeys(player(name) for name in text.split(",")))


def handicap(text: str) -> int:
    """Parse ``french:3`` or ``allied:3``: the steps that a side gives up before the first turn.

    Returns them as a number, below 0 for the Allies.
    """
    from napoleon.rules import Options, RuleError

    side, _, steps = text.partition(":")
    if side not in ("french", "allied") or not steps.isdecimal():
        raise argparse.ArgumentTypeError(f"expected french:STEPS or allied:STEPS, got {text}")
    number = int(steps) if side == "french" else -int(steps)
    try:
        return Options(handicap=number).handicap
    except RuleError as error:
        raise argparse.ArgumentTypeError(error.message) from error
