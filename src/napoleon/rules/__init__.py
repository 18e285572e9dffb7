"""The rules of the game: everything goes through `Game`.

No input or output, no clock, no chance of its own: dice are handed in.
"""

from napoleon.rules.actions import Action, LegalActions
from napoleon.rules.dice import Dice, ScriptedDice, SeededDice
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
from napoleon.rules.events import Event
from napoleon.rules.game import Game
from napoleon.rules.refusals import Refusal
from napoleon.rules.terms import Options, Result
from napoleon.rules.units import Seat
from napoleon.rules.view import View

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
    "NotYourTurn",
    "NothingToUndo",
    "Options",
    "PositionError",
    "RecordError",
    "Refusal",
    "Result",
    "RuleError",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "View",
]
