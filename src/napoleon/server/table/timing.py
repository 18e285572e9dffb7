"""The clock at a table: whose time runs, who may give or stop it, and what happens without it."""

from __future__ import annotations

import msgspec

from napoleon.rules.words.language import N_
from napoleon.server.refusals import Refused
from napoleon.server.table import clock as clocks
from napoleon.server.table.clock import LOST, Clock
from napoleon.server.table.messages import ClockMessage, HandInfo, MoreTime, encode
from napoleon.server.table.outcome import Outcome
from napoleon.server.table.sheet import OUT_OF_TIME, Rows, Sheet, has_opponents, status_of
from napoleon.server.table.table import Table

ALONE = N_("This game counts: its clock stands only if another player agrees.")
CLOCK_RUNS = N_("The clock runs: resign, or let a computer play for you.")
NO_CLOCK = N_("At this table nobody counts the time.")
ONLY_PLAYERS = N_("Only players can ask for that.")
OTHER_SIDE = N_("You can give time to the other side, not to your own.")
PAUSED = N_("There is a pause: end it before you play on.")
STANDS = N_("The clock stands already.")


def running_seats(sheet: Sheet, to_act: list[str]) -> list[str]:
    """Whose time runs: people who are to act, once all seats are taken and until the end."""
    if status_of(sheet) != "playing":
        return []
    return [seat for seat in to_act if sheet.seats[seat].computer is None]


def wind_up(sheet: Sheet, turn: int, to_act: list[str], now: int) -> None:
    """A new game gets its clock; computers have no time of their own."""
    if sheet.pace.is_timed:
        people = [seat for seat, sitter in sheet.seats.items() if sitter.kind != "computer"]
        clock = clocks.start(sheet.pace, people, now)
        seats = running_seats(sheet, to_act)
        sheet.clock = clocks.move_on(clock, sheet.pace, seats, turn, now)


def go_on(table: Table, rows: Rows, now: int) -> bool:
    """Put the clock into these rows as it is after them, whether the table has changed already or
    changes by them. Return False if it is as before."""
    sheet = table.sheet
    before = sheet.clock
    if before is None:
        return False
    turn, to_act = table.standing
    later = msgspec.structs.replace(sheet, seats={**sheet.seats, **(rows.seats or {})})
    clock = clocks.move_on(
        rows.clock or before, sheet.pace, running_seats(later, to_act), turn, now
    )
    if clock is before:
        return False
    rows.clock = msgspec.structs.replace(clock, n=before.n + 1)
    return True


def describe_clock(sheet: Sheet, now: int) -> bytes | None:
    """The `clock` message; None: there is none."""
    if sheet.clock is None:
        return None
    clock = clocks.reckon(sheet.clock, now)
    hands = {seat: HandInfo(hand.left, hand.bank) for seat, hand in clock.hands.items()}
    pace = sheet.pace
    return encode(
        ClockMessage(pace.kind, pace.out, hands, clock.running, clock.is_paused, clock.asking)
    )


def run_out(table: Table, seats: list[str]) -> Outcome:
    """These seats have no time left: as the table has chosen, their side has lost, or a computer
    takes them over until their players come back."""
    sheet = table.sheet
    if sheet.pace.out == LOST:
        return table.declare(seats[0], OUT_OF_TIME)
    for seat in seats:
        sheet.seats[seat] = msgspec.structs.replace(sheet.seats[seat], stand_in=sheet.pace.out)
    sheet.takeover = ""  # whatever was asked, it is done
    news = [(viewer, table.fresh_state(viewer)) for viewer in table.viewers]
    rows = Rows(table.id, seats={seat: sheet.seats[seat] for seat in seats}, sheet={"takeover": ""})
    return Outcome(rows, news + table.tell_people())


def give_time(table: Table, person: str | None, message: MoreTime, now: int) -> Outcome:
    """A player gives somebody of the other side more time."""
    clock, mine = _check(table, person)
    if message.seat not in clock.hands:
        raise Refused("bad-message", N_("No person plays that seat."))
    is_french = message.seat == "french"
    if any((seat == "french") == is_french for seat in mine):
        raise Refused("not-yours", OTHER_SIDE)
    time = message.seconds * clocks.SECOND
    return Outcome(Rows(table.id, clock=clocks.give(clock, message.seat, time, now)))


def pause(table: Table, person: str | None, is_wanted: bool, now: int) -> Outcome:
    """Ask for a pause or agree to one; no: nobody pauses, or the pause is over."""
    clock, mine = _check(table, person)
    if not is_wanted:
        if not clock.is_paused and not clock.asking:
            raise Refused("not-now", N_("Nobody has asked for that."))
        return Outcome(Rows(table.id, clock=clocks.end_pause(clock, now)))
    if clock.is_paused or status_of(table.sheet) != "playing":
        raise Refused("not-now", STANDS)
    voters = [seat for seat in clock.hands if table.sheet.seats[seat].computer is None]
    if table.sheet.rated and not has_opponents(table.sheet):
        raise Refused("not-now", ALONE)
    return Outcome(Rows(table.id, clock=clocks.ask_pause(clock, mine, voters, now)))


def check_pause(sheet: Sheet) -> None:
    """Raise Refused where nobody plays just now."""
    if sheet.clock is not None and sheet.clock.is_paused:
        raise Refused("not-now", PAUSED)


def check_leave(table: Table) -> None:
    """Raise Refused where leaving a seat would stop a clock that runs."""
    if table.sheet.clock is not None and table.v and not table.is_finished:
        raise Refused("not-now", CLOCK_RUNS)


def _check(table: Table, person: str | None) -> tuple[Clock, list[str]]:
    """The clock, and the seats of whoever may speak about it."""
    mine = table.seats_of(person)
    if not mine:
        raise Refused("not-yours", ONLY_PLAYERS)
    if table.is_finished:
        raise Refused("closed", N_("The game has ended."))
    if table.sheet.clock is None:
        raise Refused("not-now", NO_CLOCK)
    return table.sheet.clock, mine


def time_left(sheet: Sheet, seats: list[str], now: int) -> int | None:
    """How long those of these seats who are to act have, in milliseconds; None: no limit."""
    if sheet.clock is None:
        return None
    clock = clocks.reckon(sheet.clock, now)
    left = [clock.hands[seat].whole for seat in clock.running if seat in seats]
    return min(left, default=None)
