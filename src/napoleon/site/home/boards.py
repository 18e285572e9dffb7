"""The boards that were packed with a site, besides ours (docs/boards.md)."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterable
from typing import Final

from napoleon.rules import Board
from napoleon.rules.board.tables import SHIPPED, add_board

FILE: Final = "boards.json"  # beside this module, in a site that has any


def format_boards(boards: Iterable[Board]) -> str:
    """What is packed of boards: of each its name, and the tables in which it is not ours."""
    rows = [
        {
            "name": board.name,
            "texts": {
                file: text for file, text in board.texts.items() if text != SHIPPED.texts[file]
            },
        }
        for board in boards
    ]
    return json.dumps(rows, ensure_ascii=False)


def parse_boards(text: str) -> list[Board]:
    """Boards that games can be played on from now on; they were checked before they were packed."""
    return [
        add_board(Board(row["name"], {**SHIPPED.texts, **row["texts"]})) for row in json.loads(text)
    ]


def packed_boards() -> list[Board]:
    """Those of this site."""
    try:
        data = pkgutil.get_data(__package__, FILE)
    except OSError:
        return []
    return parse_boards(data.decode("utf-8")) if data is not None else []
