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

    Returns the codes offered if exactly one seat is to act, else an empty list. Where one action is
    left it is played by itself, unless that would betray something; an `end` also waits as long as
    its player could still take something back in the step.
    """
    steps = 0
    while state.winner < 0:
        steps += 1
        assert steps < MOST_STEPS, "the game goes round in circles"
        top = state.stack[-1]
        if top.advance(state):
            continue
        if state.sealed:
            for phase in state.stack:
                phase.seal()
        seats = seats_of(state.players, top.to_act(state))
        if len(seats) == 1:
            codes = top.legal(state, seats[0])
            assert codes, "a seat is to act but nothing is offered"
            if not _goes_by_itself(state, top, seats[0], codes):
                return codes
            top.apply(state, seats[0], codes[0])
        elif not _pass_allies(state, top, seats):
            return []
    return []


def _goes_by_itself(state: State, top: Phase, seat: int, codes: list[int]) -> bool:
    """Whether a seat with these offers need not be asked."""
    if len(codes) > 1 or top.keeps_secret(state, seat):
        return False
    return codes[0] != END_CODE or top.is_untouched(seat)


def waits(state: State, top: Phase, seat: int, codes: list[int]) -> bool:
    """Whether an ally who can but end waits for the other, who may still give him something to do
    (ruling 11 idle-ally-waits)."""
    return codes[0] == END_CODE and _goes_by_itself(state, top, seat, codes)


def _pass_allies(state: State, top: Phase, seats: list[int]) -> bool:
    """Go on without asking two allies: neither can but end, or the one thing to do is the same."""
    codes = top.legal(state, seats[0])
    if top.legal(state, seats[1]) != codes:
        return False
    for seat in seats:
        if not _goes_by_itself(state, top, seat, codes):
            return False
    top.apply(state, seats[0], codes[0])
    if codes[0] == END_CODE:
        top.apply(state, seats[1], END_CODE)
    return True
