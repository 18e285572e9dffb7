"""Doing again what was done: a stored move, with the same dice."""

from __future__ import annotations

from napoleon.rules import Event, Game, RuleError, ScriptedDice
from napoleon.server.table.sheet import OUT_OF_TIME, RESIGN, SEALED, TAKE_BACK, UNDO, StoredMove

NO_DICE = ScriptedDice([])


def numbers(text: str) -> list[int]:
    """The dice of a row."""
    return [int(word) for word in text.split()]


def moves_back(action: str) -> int:
    """How many moves were taken back by consent."""
    return int(action.split()[1])


def take_back(game: Game, seat: str) -> tuple[int, list[Event]]:
    """Undo a seat's last action; returns how many events stay, and what comes behind them now:
    while the Allies set up, what the ally has placed since."""
    before = game.events
    game.undo(seat)
    after = game.events
    kept = len(after)
    if game.turn == 0:
        kept = 0
        while kept < len(after) and after[kept].as_dict() == before[kept].as_dict():
            kept += 1
    return kept, after[kept:]


def carry_out(game: Game, move: StoredMove) -> tuple[int, list[Event]]:
    """Do again what was done, with the same dice; returns how many events stay, and what comes
    behind them."""
    if move.action == UNDO:
        return take_back(game, move.seat)
    if move.action.startswith(TAKE_BACK):
        game.take_back(moves_back(move.action))
        return game.event_count, []
    if move.action == SEALED:
        game.seal()
        return game.event_count, []
    kept = game.event_count
    if move.action == RESIGN:
        return kept, game.resign(move.seat)
    if move.action == OUT_OF_TIME:
        return kept, game.expire(move.seat)
    dice = ScriptedDice(numbers(move.dice)) if move.dice else NO_DICE
    game.use_dice(dice)
    events = game.play(move.seat, move.action)
    if dice.left:
        raise RuleError(f"{dice.left} dice of {move.action!r} were not used")
    return kept, events
