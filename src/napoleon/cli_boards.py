"""The command line's boards: folders of one's own (docs/boards.md)."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Boards besides ours; new games begin on the first, or where the page says."""
    parser.add_argument(
        "--board",
        action="append",
        default=[],
        type=Path,
        metavar="DIR",
        help="a board of your own: a folder with tables that correct ours (docs/boards.md)",
    )
