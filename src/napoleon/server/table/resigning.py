"""Who may resign or abandon a game, and when."""

from __future__ import annotations

from napoleon.rules.words.language import N_
from napoleon.server.refusals import Refused
from napoleon.server.table.sheet import Sheet, status_of

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
    """Raise Refused if a game is over, or if somebody could get away from it alone that counts."""
    if sheet.ended is not None:
        raise Refused("closed", "the game has ended")
    people = {sitter.person for sitter in sheet.seats.values() if sitter.kind != "computer"}
    is_alone = len(people) == 1 or not moves
    if (sheet.rated or sheet.is_arranged) and is_alone and None not in people:
        raise Refused("not-now", COUNTS)
