"""``napoleon site``: the whole game as a folder of static files, without a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from napoleon.cli_boards import add_boards

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

BAD_INPUT = 2


def address(text: str) -> str:
    """The address of a server."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise argparse.ArgumentTypeError(f"expected an address such as https://host, got {text}")
    return text


def add_site(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "site", help="write the whole game as static files, to be played without a server"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder")
    parser.add_argument(
        "--server",
        type=address,
        default=None,
        metavar="URL",
        help="where to send those who would play with friends: a server of this game",
    )
    add_boards(parser)
    parser.set_defaults(run=_site)


def _site(arguments: argparse.Namespace) -> int:
    from napoleon.site.making import CannotMake, make_site
    from napoleon.site.pyodide import CannotFetch

    try:
        made = make_site(arguments.out, arguments.server or "", boards=arguments.board)
    except (CannotMake, CannotFetch, OSError) as problem:
        print(f"napoleon: {problem}", file=sys.stderr)
        return BAD_INPUT
    print(
        f"{made.folder}: {made.files} files, {made.size / 1e6:.2f} MB to a first visitor."
        " Any web server can serve this folder, at any address;"
        f" to try it: python3 -m http.server --directory {made.folder}"
    )
    return 0
