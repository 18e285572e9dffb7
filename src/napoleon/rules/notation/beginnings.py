"""The position from which a campaign begins, and what can be read of one before it is set up."""

from __future__ import annotations

from napoleon.rules.board.tables import SHIPPED, Board, find_board
from napoleon.rules.board.units import FRENCH, SIDE_NAMES
from napoleon.rules.engine.actions import parse_number
from napoleon.rules.errors import PositionError
from napoleon.rules.notation.writing import BOARD, HANDICAP, format_handicap
from napoleon.rules.terms import Options


def format_board(board: Board) -> str:
    """The statement that names a board, with its line feed; nothing for the one that is shipped."""
    return "" if board is SHIPPED else f"{BOARD} {board.name} {board.hash}\n"


def format_beginning(scenario: str, options: Options, board: Board) -> str:
    """A campaign before its set-up; the game that begins from it is the same as a new one."""
    handicap = f"{format_handicap(options.handicap)}\n" if options.handicap else ""
    return (
        f"position 1\n{format_board(board)}players {options.players}\nscenario {scenario}\n"
        f"visibility {options.visibility}\nturn 0\n{handicap}flow campaign step=0\n"
    )


def _statements(text: str) -> list[list[str]]:
    """The statements of a position, as words."""
    return [words for part in text.replace("\n", ";").split(";") if (words := part.split())]


def board_of_position(text: str) -> Board:
    """The board that a position names (``board NAME HASH``), or the one that is shipped."""
    for words in _statements(text):
        if words[0] == BOARD:
            if len(words) != 3:
                raise PositionError("expected 'board NAME HASH'")
            return find_board(words[1], words[2])
    return SHIPPED


def handicap_of_position(text: str) -> int:
    """The handicap with which a game begins from a position: steps of the French, below 0 of the
    Allies."""
    for words in _statements(text):
        if words[0] == HANDICAP and len(words) == 3 and words[1] in SIDE_NAMES:
            steps = parse_number(words[2])
            return steps if words[1] == SIDE_NAMES[FRENCH] else -steps
    return 0
