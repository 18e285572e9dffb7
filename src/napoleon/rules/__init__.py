"""The rules of the game: everything goes through `Game`.

No input or output, no clock. Dice are handed in; a game without any gets a seed from
`engine/entropy.py`, the only chance in the rules.

This is the door. Beside it stand the tables of the board (`board.calendar`, `board.tables`,
`board.towns`, `board.units`) and the texts for people (`words.language`, `words.prompts`,
`words.prose`). Server and terminal need no more; `tests/test_levels.py` says who may go further in.
"""

from typing import Final

from napoleon.rules import game as _game
from napoleon.rules.bids import GUEST, HOST, Bid, judge_bids
from napoleon.rules.board.tables import Board
from napoleon.rules.board.units import Seat
from napoleon.rules.engine.actions import AREA_NAMES, VERBS, Action, LegalActions
from napoleon.rules.engine.dice import Dice, ScriptedDice, SeededDice
from napoleon.rules.engine.event_kinds import EVENT_KINDS, EventKind
from napoleon.rules.engine.events import Event
from napoleon.rules.engine.moves import Move, Played
from napoleon.rules.engine.refusals import Refusal
from napoleon.rules.errors import (
    BoardError,
    DiceError,
    GameOver,
    IllegalAction,
    MalformedAction,
    NothingToUndo,
    NotYourTurn,
    PositionError,
    RecordError,
    RuleError,
)
from napoleon.rules.game import Game
from napoleon.rules.guide import GUIDE
from napoleon.rules.knowledge.notebook import Sighting
from napoleon.rules.knowledge.truth import Truth
from napoleon.rules.knowledge.view import (
    Aim,
    BattleView,
    Blocks,
    FieldBlock,
    GroundView,
    OwnUnit,
    View,
)
from napoleon.rules.notation.beginnings import board_of_position, format_beginning, format_board
from napoleon.rules.notation.records import RECORD_HEADER, Replayer
from napoleon.rules.notation.scenarios import scenarios
from napoleon.rules.terms import MOST_STEPS, Options, Result

#: Whether these rules were compiled with mypyc; all else about them is the same.
IS_COMPILED: Final = not (_game.__file__ or "").endswith(".py")

# A compiled class has no words of its own.
Game.__doc__ = GUIDE

__all__ = [
    "GUEST",
    "HOST",
    "MOST_STEPS",
    "Bid",
    "judge_bids",
    "board_of_position",
    "format_beginning",
    "format_board",
    "scenarios",
    "Board",
    "BoardError",
    "AREA_NAMES",
    "EVENT_KINDS",
    "IS_COMPILED",
    "RECORD_HEADER",
    "VERBS",
    "Action",
    "Aim",
    "BattleView",
    "Blocks",
    "Dice",
    "DiceError",
    "Event",
    "EventKind",
    "FieldBlock",
    "Game",
    "GameOver",
    "GroundView",
    "IllegalAction",
    "LegalActions",
    "MalformedAction",
    "Move",
    "NotYourTurn",
    "NothingToUndo",
    "Options",
    "OwnUnit",
    "Played",
    "PositionError",
    "RecordError",
    "Refusal",
    "Replayer",
    "Result",
    "RuleError",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "Sighting",
    "Truth",
    "View",
]
