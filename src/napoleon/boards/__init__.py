"""Boards of one's own: folders with tables (docs/boards.md)."""

from napoleon.boards.reading import read_board_folder, use_board_folders

__all__ = ["read_board_folder", "use_board_folders"]
