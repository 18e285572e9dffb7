"""The command line: ``napoleon COMMAND``, one module for each group of commands.

`main` runs it. Each module adds its commands to a `Commands` (commands.py) and sets `run` of their
parsers: a function from the parsed arguments to the exit code. Errors that people cause become one
sentence in failures.py.

The parser is argparse: the program without extras has no dependency, and what cyclopts, typer or
click would save (groups in the help, examples, completion) is a hundred lines here.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Final

from napoleon import __version__
from napoleon.cli.admin import add_admin
from napoleon.cli.commands import Commands, Program
from napoleon.cli.develop import add_develop
from napoleon.cli.failures import describe
from napoleon.cli.guidance import add_guidance
from napoleon.cli.host import add_host
from napoleon.cli.lab import add_laboratory
from napoleon.cli.options import FAILED
from napoleon.cli.play import LEVELS, add_play
from napoleon.cli.records import add_records

STOPPED: Final = 130


class _Version(argparse.Action):
    """Print the version and the build, which the rules are imported for, and end."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from napoleon.rules import IS_COMPILED

        rules = "compiled rules" if IS_COMPILED else "plain Python rules"
        print(f"napoleon {__version__} ({rules})")
        parser.exit()


def build_parser() -> Program:
    """Return the parser of all commands and their options."""
    parser = Program(
        prog="napoleon",
        description="Napoléon: the Waterloo campaign of 1815, an unofficial computer version.",
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="print the version, and which rules are used"
    )
    subparsers = parser.add_subparsers(
        dest="command",
        metavar="COMMAND",
        required=True,
        parser_class=argparse.ArgumentParser,
    )
    parser.commands = commands = Commands(subparsers)
    add_play(commands)
    add_host(commands)
    add_admin(commands)
    add_records(commands)
    add_laboratory(commands)
    add_develop(commands)
    add_guidance(commands)
    return parser


def _forgive_encodings() -> None:
    """Show letters that the terminal does not know as question marks, instead of ending a game."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these words, or those of the process; return the exit code.

    Raises SystemExit for a usage error, as argparse does, with code 2.
    """
    _forgive_encodings()
    parser = build_parser()
    words = list(sys.argv[1:] if argv is None else argv)
    if not words:
        parser.print_help()
        return 0
    arguments = parser.parse_args(words)
    try:
        if getattr(arguments, "board", []):
            from napoleon.boards import use_board_folders

            use_board_folders(arguments.board)
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # The program that read our output has ended; at exit nothing can be written either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        found = describe(error)
        if found is None:
            raise
        sentence, code = found
        print(f"napoleon: {sentence}", file=sys.stderr)
        return code


__all__ = ["LEVELS", "build_parser", "main"]
