"""The check of a finished game's dice, from what its players were shown; it needs no database."""

from __future__ import annotations

from napoleon.rules import Game, Replayer
from napoleon.rules.board.tables import SHIPPED
from napoleon.server.table.keyed_dice import KeyedDice, commitment_of


def check_dice(commitment: str, key: str, record: str) -> str | None:
    """Check a game that is over with what its players were shown: the commitment from the start,
    the key from the end, and the record.

    Return None if every roll is right, else what is wrong. Raises RuleError if the record cannot
    be replayed.
    """
    try:
        secret = bytes.fromhex(key.strip())
    except ValueError:
        secret = b""
    if len(secret) != 32:
        return "expected a key of 64 hexadecimal digits"
    if commitment_of(secret) != commitment.strip().lower():
        return "the key is not the one that was committed to"
    shown = Replayer(record)
    dice = KeyedDice(secret)
    if shown.game.start:
        again = Game.from_position(shown.game.start, dice)
    else:
        again = Game.new(shown.game.scenario, shown.game.options, dice, SHIPPED)
    if again.start_dice != shown.game.start_dice:
        return "the dice before the first action differ"
    while shown.step():
        move = shown.game.last_move
        assert move is not None
        again.play(move.seat, move.action)
        if again.last_move != move:
            return f"the dice of line {shown.line} differ"
    return None
