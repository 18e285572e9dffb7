"""Who may speak at a table and who hears it: between the Allied players the rule of silence holds
outside their set-up and Allied nights (rule 11)."""

from __future__ import annotations

from napoleon.rules.board.calendar import TURNS
from napoleon.rules.board.units import ALLIED
from napoleon.server.refusals import Refused
from napoleon.server.table.messages import ChatLine

ALLIED_SEATS = ("anglo-dutch", "prussian")


def has_conferred(said: int, now: int) -> bool:
    """Whether an Allied night, in which they may talk, has come since turn `said`."""
    return any(turn.night and turn.side == ALLIED for turn in TURNS[said:now])


Deaf = dict[str, list[str]]  # seats, and those that they do not hear


def is_deaf(seat: str | None, line: ChatLine, deaf: Deaf) -> bool:
    """Whether whoever sits there has chosen not to hear who says it."""
    return seat is not None and line.seat in deaf.get(seat, ())


def held_back(chat: list[ChatLine], seat: str | None, turn: int, deaf: Deaf) -> list[ChatLine]:
    """What one of the Allies hears of the other's words to all when this turn lets them confer."""
    return [
        line
        for line in chat
        if seat in ALLIED_SEATS
        and line.held >= 0
        and line.seat != seat
        and not has_conferred(line.held, turn - 1)
        and not is_deaf(seat, line, deaf)
    ]


def check_channel(seat: str, channel: str, players: int, may_confer: bool) -> None:
    """Raise Refused unless a seat may speak there now."""
    if channel == "all":
        return
    if channel != "allies" or players != 3:
        raise Refused("bad-message", "There is no such channel at this table.")
    if seat not in ALLIED_SEATS:
        raise Refused("not-yours", "This channel is for the two Allied players.")
    if not may_confer:
        raise Refused(
            "not-now",
            "The Allied players may confer only during their set-up and in Allied night "
            "turns (rule 11).",
        )


def hears(seat: str | None, line: ChatLine, turn: int, may_confer: bool, deaf: Deaf) -> bool:
    """Whether a seat (None: a spectator) is told what was said: one of the Allies hears the other's
    words to all when they may confer again. Whom it has muted or blocked it does not hear."""
    if is_deaf(seat, line, deaf):
        return False
    if line.channel != "all":
        return seat in ALLIED_SEATS
    if line.held < 0 or seat not in ALLIED_SEATS or seat == line.seat:
        return True
    return may_confer or has_conferred(line.held, turn)
