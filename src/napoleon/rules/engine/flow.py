"""The engine room: from one decision to the next."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import ALLIED_BITS, FRENCH_BIT, UNITS_OF_ARMIES
from napoleon.rules.engine.actions import (
    END_CODE,
    FALLBACK,
    LOSE,
    PLACE,
    VERBS,
    first_of,
    verb_of,
)
from napoleon.rules.engine.refusals import GAME_ENDED, NOT_PRESENT, NOT_TO_ACT, NOT_YOURS
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
    """The seats that may act now, each as the armies that it commands."""
    if state.winner >= 0:
        return []
    return seats_of(state.players, state.stack[-1].to_act(state))


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
    return state.stack[-1].refuse(state, armies, code)


def settle(state: State) -> list[int]:
    """Run on until somebody has a choice; returns the codes offered if exactly one seat has it,
    else an empty list."""
    return run_on(state)[1]


def run_on(state: State) -> tuple[list[int], list[int]]:
    """Run on until somebody has a choice.

    Returns the seats that are to act, and the codes offered if it is exactly one. A step in which
    only `end` is left is ended by itself, unless its player could still take something back in it.
    """
    steps = 0
    while state.winner < 0:
        steps += 1
        assert steps < MOST_STEPS, "the game goes round in circles"
        top = state.stack[-1]
        if top.advance(state):
            continue
        seats = seats_of(state.players, top.to_act(state))
        if len(seats) == 1:
            codes = top.legal(state, seats[0])
            assert codes, "a seat is to act but nothing is offered"
            if len(codes) > 1 or not _is_forced(state, top, codes[0]):
                return seats, codes
            top.apply(state, seats[0], codes[0])
        elif not _all_end(state, top, seats):
            return seats, []
    return [], []


def _is_forced(state: State, top: Phase, code: int) -> bool:
    return code != END_CODE or state.sealed or top.is_untouched()


def _all_end(state: State, top: Phase, seats: list[int]) -> bool:
    """Where no ally can do anything, both end."""
    for seat in seats:
        codes = top.legal(state, seat)
        if len(codes) > 1 or codes[0] != END_CODE or not _is_forced(state, top, codes[0]):
            return False
    for seat in seats:
        top.apply(state, seat, END_CODE)
    return True
