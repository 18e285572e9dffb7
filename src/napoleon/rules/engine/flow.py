"""The engine room: from one decision to the next."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import ALLIED_BITS, FRENCH_BIT
from napoleon.rules.engine.actions import END_CODE
from napoleon.rules.engine.state import Phase, State

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


def settle(state: State) -> list[int]:
    """Run on until somebody has a choice.

    Returns the codes offered if exactly one seat is to act, else an empty list. A step in which
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
                return codes
            top.apply(state, seats[0], codes[0])
        elif not _all_end(state, top, seats):
            return []
    return []


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
