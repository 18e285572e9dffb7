"""Who may resign or abandon a game, and when."""

from __future__ import annotations

from napoleon.rules.words.language import N_
from napoleon.server.refusals import Refused
from napoleon.server.table.sheet import Sheet, has_opponents, status_of

ALLY_PLAYS_ON = N_("Your ally plays on: ask to end the game, or leave your seat.")
COUNTS = N_("This game counts: you can resign it, not end it.")
NOT_BEGUN = N_("The game has not begun yet: end it instead.")


def check_resigning(sheet: Sheet, mine: list[str], seat: str) -> None:
    """Raise Refused unless whoever holds these seats may give the game up for one of them."""
    if sheet.ended is not None:
        raise Refused("closed", "the game has ended")
    if seat not in mine:
        raise Refused("not-yours", "this is not your seat")
    if status_of(sheet) == "waiting":
        raise Refused("not-now", NOT_BEGUN)
    allies = [name for name in sheet.seats if name != "french"] if seat != "french" else []
    if any(sheet.seats[name].kind == "human" and name not in mine for name in allies):
        raise Refused("not-now", ALLY_PLAYS_ON)


def check_ending(sheet: Sheet, moves: int) -> None:
    """Raise Refused if a game is over, or if it counts and no opponent has to agree: a player alone
    and two allies against a computer cannot get away from it."""
    if sheet.ended is not None:
        raise Refused("closed", "the game has ended")
    is_full = all(sitter.kind != "open" for sitter in sheet.seats.values())
    if sheet.counts and is_full and not (moves and has_opponents(sheet)):
        raise Refused("not-now", COUNTS)
