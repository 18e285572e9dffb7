"""Computers that play for somebody who is away: who may ask, who must agree, and the way back.

Players may hand over their own seat; the others may ask for the seat of a player who has been away
for a while, or who has given it back. Every other person at the table has to agree, but for those
who are away themselves. A player who is played for gets the seat back on asking.

In a game that counts no computer takes a person's seat, whatever anybody asks or agrees to: only
the clock ends an absence. Where players have days for a turn being away is the rule, so absence
counts for nothing there: nobody is replaced for it, nor passed over in a vote.
"""

from __future__ import annotations

import msgspec

from napoleon.ai.levels import LEVELS
from napoleon.rules.words.language import N_
from napoleon.server.refusals import Refused
from napoleon.server.table.messages import TakeoverInfo
from napoleon.server.table.outcome import Outcome
from napoleon.server.table.sheet import Rows, Sheet, Sitter, asked
from napoleon.server.table.table import Table

COUNTS = N_("This game counts: no computer takes a player's seat.")
DAYS = N_("In a game over days only the clock ends an absence.")
PLAYED_LEVELS = tuple(level for level in LEVELS if level != "random")


def _voters(sheet: Sheet, seat: str, away: set[str]) -> set[str]:
    """The seats whose players must agree: all persons but its own, and but those who are away."""
    own = sheet.seats[seat].person
    return {
        other
        for other, sitter in sheet.seats.items()
        if sitter.kind == "human"
        and sitter.stand_in is None
        and sitter.person != own
        and sitter.person not in away
    }


def counts_absence(sheet: Sheet) -> bool:
    """Return whether a player who is away for some minutes keeps the others waiting."""
    return sheet.pace.kind != "days"


def check_uncounted(sheet: Sheet) -> None:
    """Raise Refused if a game counts, for ratings or in a tournament."""
    if sheet.counts:
        raise Refused("not-now", COUNTS)


def _check(table: Table, person: str | None, seat: str, away: set[str]) -> None:
    """Raise Refused unless this person may ask for this seat."""
    sheet = table.sheet
    mine = table.seats_of(person)
    sitter = sheet.seats.get(seat)
    if not mine:
        raise Refused("not-yours", N_("Only players can ask for that."))
    if table.is_finished:
        raise Refused("closed", N_("The game has ended."))
    if sitter is None or sitter.computer is not None:
        raise Refused("bad-message", N_("No person plays that seat."))
    check_uncounted(sheet)
    if seat in mine:
        return
    if sitter.kind == "open":
        if not table.v:
            raise Refused("not-away", N_("The game has not begun: invite somebody."))
    elif not counts_absence(sheet):
        raise Refused("not-away", DAYS)
    elif sitter.person not in away:
        raise Refused("not-away", N_("The player has not been away for long enough."))


def ask(table: Table, person: str | None, seat: str, level: str, away: set[str]) -> Outcome:
    """Ask that a computer plays a seat; it does so at once if nobody else has to agree."""
    _check(table, person, seat, away)
    if level not in PLAYED_LEVELS:
        raise Refused("bad-message", N_("There is no such level."))
    pending = asked(table.sheet)
    if pending is not None and pending.seat != seat:
        raise Refused("pending", N_("Another question of this kind is still open."))
    return _agree(table, TakeoverInfo(seat, level, table.seats_of(person)), away)


def consent(table: Table, person: str | None, is_agreed: bool, away: set[str]) -> Outcome:
    """Answer the question; a single no ends it, also from the player of the seat."""
    pending = asked(table.sheet)
    mine = table.seats_of(person)
    if not mine:
        raise Refused("not-yours", N_("Only players can ask for that."))
    if pending is None:
        raise Refused("not-now", N_("Nobody has asked for that."))
    if not is_agreed:
        return _store(table, None)
    check_uncounted(table.sheet)
    sitter = table.sheet.seats[pending.seat]
    asker_owns = any(table.sheet.seats[other].person == sitter.person for other in pending.agreed)
    if sitter.kind == "human" and not asker_owns and sitter.person not in away:
        return _store(table, None)  # the player has come back meanwhile
    agreed = [seat for seat in table.sheet.seats if seat in {*pending.agreed, *mine}]
    return _agree(table, TakeoverInfo(pending.seat, pending.level, agreed), away)


def _agree(table: Table, info: TakeoverInfo, away: set[str]) -> Outcome:
    if not _voters(table.sheet, info.seat, away) <= set(info.agreed):
        return _store(table, info)
    return _store(table, None, _seat(table, info.seat, info.level))


def take_back(table: Table, person: str | None, seat: str) -> Outcome:
    """The player of a seat plays it again."""
    if seat not in table.seats_of(person):
        raise Refused("not-yours", N_("This is not your seat."))
    return _store(table, None, _seat(table, seat, None))


def _seat(table: Table, seat: str, level: str | None) -> dict[str, Sitter]:
    sitter = msgspec.structs.replace(table.sheet.seats[seat], stand_in=level)
    table.sheet.seats[seat] = sitter
    return {seat: sitter}


def _store(
    table: Table,
    info: TakeoverInfo | None,
    seats: dict[str, Sitter] | None = None,
) -> Outcome:
    words = [info.seat, info.level, *info.agreed] if info is not None else []
    table.sheet.takeover = " ".join(words)
    # If who thinks has changed, a state says so.
    news = [(viewer, table.fresh_state(viewer)) for viewer in table.viewers] if seats else []
    rows = Rows(table.id, seats=seats, sheet={"takeover": table.sheet.takeover})
    return Outcome(rows, news + table.tell_people())
