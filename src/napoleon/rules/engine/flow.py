"""The engine room: from one decision to the next."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import ALLIED_BITS, FRENCH_BIT, UNITS_OF_ARMIES
from napoleon.rules.engine.actions import (
    END_CODE,
    FALLBACK,
    LOSE,
    PLACE,
    REMOVE,
    VERBS,
    first_of,
    verb_of,
)
from napoleon.rules.engine.refusals import (
    GAME_ENDED,
    NO_SUPPLY_STEP,
    NOT_PRESENT,
    NOT_TO_ACT,
    NOT_YOURS,
    WRONG_STEP,
)
from napoleon.rules.engine.state import LOST, State
from napoleon.rules.phases.phase import Phase

# Far more than any sound game needs from one decision to the next.
MOST_STEPS: Final = 20_000


def seats_of(players: int, armies: int) -> list[int]:
    """The seats, each as the armies that it commands, to whom these armies belong."""
    seats: list[int] = []
    if armies & FRENCH_BIT:
        seats.append(FRENCH_BIT)
    if armies & ALLIED_BITS:
        if players == 2:
            seats.append(ALLIED_BITS)
        else:
            seats += [bit for bit in (2, 4) if armies & bit]
    return seats


def acting_seats(state: State) -> list[int]:
    """The seats that may act now, each as the armies that it commands; of two allies those who
    have something to decide."""
    if state.winner >= 0:
        return []
    top = state.stack[-1]
    seats = seats_of(state.players, top.to_act(state))
    return seats if len(seats) == 1 else _asked(state, top, seats)[0]


def refuse(state: State, armies: int, code: int) -> int:
    """Why a seat may not do this now (a number of refusals.py), 0 if it may."""
    if state.winner >= 0:
        return GAME_ENDED
    if armies not in acting_seats(state):
        return NOT_TO_ACT
    verb = verb_of(code)
    if VERBS[verb].operands[:1] == ["unit"]:
        unit = first_of(code)
        # The senior chooses among equals of both Allied armies (11).
        is_senior_choice = verb in (LOSE, FALLBACK) and armies & ALLIED_BITS
        commanded = ALLIED_BITS if is_senior_choice else armies
        if not UNITS_OF_ARMIES[commanded] >> unit & 1:
            return NOT_YOURS
        if state.where[unit] == LOST or (state.where[unit] < 0 and verb != PLACE):
            return NOT_PRESENT
    reason = state.stack[-1].refuse(state, armies, code)
    return NO_SUPPLY_STEP if reason == WRONG_STEP and verb == REMOVE else reason


def settle(state: State) -> list[int]:
    """Run on until somebody has a choice; returns the codes offered if exactly one seat has it,
    else an empty list."""
    return run_on(state)[1]


def run_on(state: State) -> tuple[list[int], list[int]]:
    """Run on until somebody has a choice.

    Returns the seats that are to act, and the codes offered if it is exactly one. Where one action
    is left it is played by itself, unless that would betray something; an `end` also waits as long
    as its player could still take something back in the step.
    """
    for _ in range(MOST_STEPS):
        if state.winner >= 0:
            return [], []
        top = state.stack[-1]
        if top.advance(state):
            continue
        if state.sealed:
            for phase in state.stack:
                phase.seal()
        seats = seats_of(state.players, top.to_act(state))
        if len(seats) == 1:
            (seat,) = seats
            codes = top.legal(state, seat)
            assert codes, "a seat is to act but nothing is offered"
            if not _goes_by_itself(state, top, seat, codes):
                return seats, codes
            (code,) = codes
            top.apply(state, seat, code)
        elif not _pass_allies(state, top, seats):
            return _asked(state, top, seats)
    raise AssertionError("the game goes round in circles")


def _goes_by_itself(state: State, top: Phase, seat: int, codes: list[int]) -> bool:
    """Whether a seat with these offers need not be asked."""
    if len(codes) > 1 or top.keeps_secret(state, seat):
        return False
    return codes != [END_CODE] or top.is_untouched(seat)


def _asked(state: State, top: Phase, seats: list[int]) -> tuple[list[int], list[int]]:
    """Of two allies those who have something to decide, and the codes offered if it is one; who
    can but end waits for the other, who may still give him something to do (ruling 11
    idle-ally-waits)."""
    asked: list[int] = []
    offered: list[int] = []
    for seat in seats:
        codes = top.legal(state, seat)
        if codes != [END_CODE] or not _goes_by_itself(state, top, seat, codes):
            asked.append(seat)
            offered = codes
    return asked, offered if len(asked) == 1 else []


def _pass_allies(state: State, top: Phase, seats: list[int]) -> bool:
    """Go on without asking two allies: neither can but end, or the one thing to do is the same."""
    one, other = seats
    codes = top.legal(state, one)
    if top.legal(state, other) != codes:
        return False
    for seat in seats:
        if not _goes_by_itself(state, top, seat, codes):
            return False
    (code,) = codes
    top.apply(state, one, code)
    if code == END_CODE:
        top.apply(state, other, END_CODE)
    return True
