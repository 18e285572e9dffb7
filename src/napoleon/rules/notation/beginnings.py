"""The position from which a campaign begins, for what a new game alone does not say."""

from __future__ import annotations

from napoleon.rules.board.tables import SHIPPED, Board
from napoleon.rules.notation.writing import BOARD
from napoleon.rules.terms import Options


def format_board(board: Board) -> str:
    """The statement that names a board, with its line feed; nothing for the one that is shipped."""
    return "" if board is SHIPPED else f"{BOARD} {board.name} {board.hash}\n"


def format_beginning(scenario: str, options: Options, board: Board) -> str:
    """A campaign before its set-up; the game that begins from it is the same as a new one."""
    return (
        f"position 1\n{format_board(board)}players {options.players}\nscenario {scenario}\n"
        f"visibility {options.visibility}\nturn 0\nflow campaign step=0\n"
    )
