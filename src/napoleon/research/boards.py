"""The board of an environment: ours, or a folder of one's own (docs/boards.md)."""

from __future__ import annotations

from pathlib import Path

from napoleon.boards import read_board_folder
from napoleon.rules import Board, Game
from napoleon.rules.board.tables import SHIPPED, TERRAIN_TABLE, add_board, on_board
from napoleon.rules.knowledge.observation import SECTIONS

DIE_SIDES = 6


def board_of(chosen: Board | Path | str | None) -> Board:
    """A board that games can be played on from now on; "" and None are ours."""
    if not chosen:
        return SHIPPED
    if isinstance(chosen, Board):
        return add_board(chosen)
    return add_board(read_board_folder(Path(chosen)))


def sections_on(board: Board) -> list[tuple[str, int, tuple[str, ...]]]:
    """The sections of an observation on a board: name, rows, fields."""
    with on_board(board):
        return SECTIONS[:]


def size_on(board: Board) -> int:
    """The length of an observation on a board."""
    return sum(rows * len(fields) for _, rows, fields in sections_on(board))


def most_sides(board: Board) -> int:
    """Of all that chance decides on a board: a die has 6, terrain is drawn from all its blocks."""
    return max(DIE_SIDES, sum(int(row["blocks"]) for row in board.rows(TERRAIN_TABLE)))


def check_position(game: Game, board: Board, players: int) -> None:
    """Raise ValueError unless a game that was begun from a position fits an environment."""
    if len(game.seats) != players:
        raise ValueError(f"the position is for {len(game.seats)} players")
    if game.board is not board:
        raise ValueError(f"the position is of the board {game.board.name}, not of {board.name}")
