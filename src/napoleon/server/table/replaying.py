"""Doing again what was done: a stored move, with the same dice."""

from __future__ import annotations

from napoleon.rules import Event, Game, RuleError, ScriptedDice
from napoleon.server.table.sheet import UNDO, StoredMove

NO_DICE = ScriptedDice([])


def numbers(text: str) -> list[int]:
    """The dice of a row."""
    return [int(word) for word in text.split()]


def carry_out(game: Game, move: StoredMove) -> list[Event]:
    """Do again what was done, with the same dice; returns what happened."""
    if move.action == UNDO:
        game.undo(move.seat)
        return []
    dice = ScriptedDice(numbers(move.dice)) if move.dice else NO_DICE
    game.use_dice(dice)
    events = game.play(move.seat, move.action)
    if dice.left:
        raise RuleError(f"{dice.left} dice of {move.action!r} were not used")
    return events
