"""The rules of the game: everything goes through `Game`.

No input or output, no clock, no chance of its own: dice are handed in.
"""

from napoleon.rules.board.units import Seat
from napoleon.rules.engine.actions import Action, LegalActions
from napoleon.rules.engine.dice import Dice, ScriptedDice, SeededDice
from napoleon.rules.engine.events import Event
from napoleon.rules.engine.moves import Move, Played
from napoleon.rules.engine.refusals import Refusal
from napoleon.rules.errors import (
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
from napoleon.rules.knowledge.truth import Truth
from napoleon.rules.knowledge.view import View
from napoleon.rules.terms import Options, Result

__all__ = [
    "Action",
    "Dice",
    "DiceError",
    "Event",
    "Game",
    "GameOver",
    "IllegalAction",
    "LegalActions",
    "MalformedAction",
    "Move",
    "NotYourTurn",
    "NothingToUndo",
    "Options",
    "Played",
    "PositionError",
    "RecordError",
    "Refusal",
    "Result",
    "RuleError",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "Truth",
    "View",
]
