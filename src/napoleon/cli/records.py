"""``napoleon show``, ``replay`` and ``dice``: records of games, and positions."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from napoleon.cli.commands import Commands
from napoleon.cli.options import FAILED, add_boards, add_json, not_negative
from napoleon.cli.pictures import add_pictures, write_pictures
from napoleon.cli.play import SEATS, console

WATCHERS: Final = ("referee", "spectator", *SEATS)


def add_records(commands: Commands) -> None:
    """Add the commands."""
    show = commands.add(
        "records",
        "show",
        "print a game or a position, or draw it",
        [
            "napoleon show game.txt",
            "napoleon show game.txt --seat french --json",
            "napoleon show game.txt --seat french --svg game.svg",
            "napoleon show game.txt --png game.png --width 1600",
        ],
    )
    show.add_argument("file", type=Path, metavar="FILE", help="a record or a position")
    _add_seat(show)
    add_pictures(show)
    add_boards(show)
    add_json(show)
    show.set_defaults(run=_show)

    replay = commands.add(
        "records",
        "replay",
        "step through the record of a game",
        ["napoleon replay game.txt", "napoleon replay game.txt --seat allied --to 40"],
    )
    replay.add_argument("file", type=Path, metavar="FILE")
    _add_seat(replay)
    add_boards(replay)
    replay.add_argument(
        "--to", type=not_negative, metavar="N", help="print the position after N actions"
    )
    replay.set_defaults(run=_replay)

    dice = commands.add(
        "records",
        "dice",
        "check the dice of a game that is over",
        ["napoleon dice COMMITMENT KEY game.txt"],
    )
    dice.add_argument("commitment", help="shown from the start of the game")
    dice.add_argument("key", help="shown at its end")
    dice.add_argument("file", type=Path, metavar="RECORD")
    add_boards(dice)
    add_json(dice)
    dice.set_defaults(run=_dice)


def _add_seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seat", choices=WATCHERS, default="referee", help="whose eyes: referee sees all (referee)"
    )


def _show(arguments: argparse.Namespace) -> int:
    from napoleon.text import describe_file, show_file

    if arguments.svg is not None or arguments.png is not None:
        for path in write_pictures(arguments):
            print(f"wrote {path}", file=sys.stderr if arguments.json else sys.stdout)
        if not arguments.json:
            return 0
    if arguments.json:
        print(json.dumps(describe_file(arguments.file, arguments.seat), indent=2))
        return 0
    return show_file(arguments.file, arguments.seat, console())


def _replay(arguments: argparse.Namespace) -> int:
    from napoleon.text import replay_file

    return replay_file(arguments.file, arguments.seat, arguments.to, console())


def _dice(arguments: argparse.Namespace) -> int:
    from napoleon.rules import RuleError
    from napoleon.server.table.shown_dice import check_dice
    from napoleon.text.files import read_text

    try:
        problem = check_dice(arguments.commitment, arguments.key, read_text(arguments.file))
    except RuleError as error:
        problem = str(error)
    if arguments.json:
        json.dump({"sound": not problem, "problem": problem or None}, sys.stdout)
        print()
    else:
        print(problem or "every roll is what the key says")
    return FAILED if problem else 0
