"""The commands in their groups, and how their help is laid out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from napoleon.cli.failures import SERVER, install

GROUPS: Final = {
    "play": "Play",
    "host": "Host games for others",
    "records": "Games and positions in files",
    "lab": "Let opponents play each other",
    "develop": "Check and measure the program",
    "help": "Help",
}
EXTRA: Final = f"""play (in the browser), serve and admin need the server:  {install(SERVER)}
site needs node and npm besides:  {install("site")}"""
Subparsers = argparse._SubParsersAction  # argparse has no public name for it
EXIT_CODES: Final = "exit codes: 0 done, 1 failed, 2 asked wrongly, 130 stopped with Ctrl-C"


def _requirement(extra: str, needed: str) -> str:
    """Return the line of a command's help that says what to install for it."""
    return f"needs{f' ({needed})' if needed else ''}: {install(extra)}"


class Commands:
    """The commands of the program: adds them, and remembers the group of each for the help."""

    def __init__(self, subparsers: Subparsers[argparse.ArgumentParser]) -> None:
        self._subparsers = subparsers
        self.groups: dict[str, list[tuple[str, str]]] = {group: [] for group in GROUPS}
        self.parsers: dict[str, argparse.ArgumentParser] = {}

    def add(
        self,
        group: str,
        name: str,
        summary: str,
        examples: Sequence[str],
        notes: str = "",
        *,
        extra: str = "",
        needed: str = "",
    ) -> argparse.ArgumentParser:
        """Add a command and return its parser.

        `summary` is one line; `examples` are whole command lines, the first of which the list of
        all commands shows; `notes` end the help of the command. `extra` is the extra of the
        package that the command needs, "" for none; `needed` says when, "" for always.
        """
        epilog = "\n".join(["examples:", *(f"  {example}" for example in examples)])
        if extra:
            notes = "\n".join(filter(None, [notes, _requirement(extra, needed)]))
        parser = self._subparsers.add_parser(
            name,
            help=summary,
            description=summary[:1].upper() + summary[1:] + ".",
            epilog=f"{epilog}\n\n{notes}".rstrip() + f"\n\n{EXIT_CODES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.set_defaults(parser=parser)
        self.groups[group].append((name, summary))
        self.parsers[name] = parser
        return parser

    def hidden(self, name: str) -> argparse.ArgumentParser:
        """Add a command for other programs, which no list shows, and return its parser."""
        parser = self._subparsers.add_parser(name)
        parser.set_defaults(parser=parser)
        return parser

    def overview(self) -> str:
        """Return the list of all commands, group by group."""
        width = max(len(name) for name in self.parsers)
        blocks = []
        for group, title in GROUPS.items():
            rows = [f"  {name:{width}}  {summary}" for name, summary in self.groups[group]]
            blocks.append("\n".join([f"{title}:", *rows]))
        return "\n\n".join(blocks)


class Program(argparse.ArgumentParser):
    """The parser of the whole program, whose help lists the commands by group."""

    commands: Commands  # set as soon as they are known

    def format_help(self) -> str:
        """Return the help: how to begin, and the commands."""
        return (
            f"{self.description}\n\n"
            "To play now:            napoleon play\n"
            "In the terminal:        napoleon play --text --allied recruit\n"
            "Help with a command:    napoleon COMMAND --help\n"
            "To read more:           napoleon docs\n\n"
            f"{self.commands.overview()}\n\n"
            f"{EXTRA}\n\n"
            f"{EXIT_CODES}\n"
        )
