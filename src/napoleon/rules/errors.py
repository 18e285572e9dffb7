"""Everything that can be wrong with what a player, a file or a position says.

    RuleError (ValueError)          carries .rule, the rulebook section, and a message for people
    ├── MalformedAction             an action that cannot be read
    ├── IllegalAction               readable, but not allowed now; .reason
    │   ├── NotYourTurn             another seat is to act
    │   └── GameOver                nobody is to act any more
    ├── PositionError               a position that cannot be read or cannot exist; .line
    ├── RecordError                 a record that cannot be read or replayed; .line
    ├── BoardError                  a table of a board that cannot be used; .file, .row, .reason
    ├── DiceError                   scripted dice that ran out or are no dice
    └── NothingToUndo               undo is not free here

Errors never leave a game half changed.
"""

from __future__ import annotations


class RuleError(ValueError):
    """Base of all errors of the rules; `rule` is the section that speaks."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(f"{message} (rule {rule})" if rule else message)
        #: What is wrong, without the rule.
        self.message = message
        #: The section of the rulebook; "" if none speaks of it.
        self.rule = rule


class MalformedAction(RuleError):
    """The text is no action: unknown verb, unit, town or area."""


class IllegalAction(RuleError):
    """The action can be read, but is not allowed now; `reason` says why, and no more."""

    def __init__(self, message: str, rule: str = "", reason: str = "") -> None:
        super().__init__(message, rule)
        #: Why it is not allowed, without the action.
        self.reason = reason or message


class NotYourTurn(IllegalAction):
    """Another seat is to act."""


class GameOver(IllegalAction):
    """The game has ended."""


class PositionError(RuleError):
    """The text of a position cannot be read, or describes what cannot be."""

    def __init__(self, message: str, rule: str = "", line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message, rule)
        #: What is wrong, without the line.
        self.detail = message
        #: The line of the position, from 1; 0 if it is the position as a whole.
        self.line = line


class RecordError(RuleError):
    """A record cannot be read or replayed."""

    def __init__(self, message: str, rule: str = "", line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message, rule)
        #: The line of the record, from 1; 0 if it is the record as a whole.
        self.line = line


class BoardError(RuleError):
    """A board that is not here, or a table that cannot be used: which, where in it, and why."""

    def __init__(self, reason: str, file: str = "", row: int = 0) -> None:
        place = f"{file}, row {row}" if row else file
        super().__init__(f"{place}: {reason}" if place else reason)
        #: What is wrong, without the place.
        self.reason = reason
        #: The file of the table, "" if it is none.
        self.file = file
        #: The row in it, from 1; 0 if it is the file as a whole.
        self.row = row


class DiceError(RuleError):
    """Scripted dice ran out, or show what no die can show."""


class NothingToUndo(RuleError):
    """Undo is not possible, or not free any more."""
