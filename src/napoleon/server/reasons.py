"""Why not: what a player asks of an action, or of a unit that can do nothing."""

from __future__ import annotations

from napoleon.rules import Game, Refusal, RuleError
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.rules.words.language import Language


def why(game: Game, seat: str, asked: str, language: Language) -> Refusal | None:
    """Why an action is not allowed, or why the unit with this id can do nothing; None if it is, or
    if it can."""
    try:
        if asked in UNIT_BY_ID:
            return game.why_idle(seat, asked, language)
        return game.why_not(seat, asked, language)
    except RuleError as error:
        return Refusal(error.rule, error.message)
