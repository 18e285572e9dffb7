"""A board from a folder: its tables, and those of ours that it leaves out.

A folder need have no more than what it corrects. Its name becomes the name of the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from napoleon.rules.board.checking import check_board
from napoleon.rules.board.tables import FILES, LAID, SHIPPED, SHIPPED_NAME, Board, add_board
from napoleon.rules.errors import BoardError

LONGEST_NAME: Final = 24
LARGEST_FILE: Final = 2_000_000
_TABLE_ENDINGS: Final = (".csv", ".geojson")


def read_board_folder(folder: Path) -> Board:
    """The board of a folder; a BoardError says in which file and row it cannot be used, and why."""
    if not folder.is_dir():
        raise BoardError(f"{folder} is no folder with the tables of a board")
    given = sorted(path for path in folder.iterdir() if path.suffix.lower() in _TABLE_ENDINGS)
    if not given:
        names = ", ".join(FILES)
        raise BoardError(f"{folder} has none of the tables of a board: {names}")
    texts = dict(SHIPPED.texts)
    for path in given:
        if path.name not in FILES:
            names = ", ".join(FILES)
            raise BoardError(f"no table of a board is called so; there are {names}", path.name)
        texts[path.name] = _read(path)
    # Checked before anything is made of its rows.
    return check_board(Board(_name_of(folder), texts))


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BoardError(f"it is longer than {LARGEST_FILE} bytes", path.name)
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BoardError(f"it cannot be read: {error.strerror}", path.name) from error
    except UnicodeDecodeError as error:
        row = path.read_bytes()[: error.start].count(b"\n") + 1
        raise BoardError("it is not text in UTF-8", path.name, row) from error


def _name_of(folder: Path) -> str:
    """The name of the folder in small letters and hyphens."""
    name = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")
    return "own" if name in ("", SHIPPED_NAME) else name[:LONGEST_NAME].strip("-")


def use_board_folders(folders: Iterable[Path]) -> list[Board]:
    """Have games played on the boards of these folders; new ones begin on the first."""
    boards = [add_board(read_board_folder(folder)) for folder in folders]
    LAID.default = boards[0] if boards else SHIPPED
    return boards
