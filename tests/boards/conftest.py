"""A corrected board for the tests; afterwards ours is laid again, and nobody knows the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.boards.correcting import write_corrected

from napoleon.boards import read_board_folder
from napoleon.rules import Board
from napoleon.rules.board import tables
from napoleon.rules.board.tables import LAID, SHIPPED, add_board, lay


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a corrected board."""
    return write_corrected(tmp_path / "Corrected Board")


@pytest.fixture
def forget() -> Iterator[None]:
    """Whatever boards a test gets to know are forgotten after it."""
    yield
    lay(SHIPPED)
    LAID.default = SHIPPED
    del tables._KNOWN[1:]


@pytest.fixture
def corrected(folder: Path, forget: None) -> Board:
    """A corrected board that can be played on."""
    return add_board(read_board_folder(folder))
