"""Defeat and victory (rules 2.3, 10), judged once a turn, after supply."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.units import (
    ALLIED,
    ALLIED_BITS,
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH,
    FRENCH_BIT,
    SIDE_OF,
    count,
    members,
)
from napoleon.rules.engine.events import ARMY_DEFEATED, BY_DEFEAT, GAME_OVER, Event
from napoleon.rules.engine.state import State
from napoleon.rules.phases.supply import french_held_cities, units_on_map
from napoleon.rules.words.language import N_

# Why a game was won: the rule, and the words.
BOTH_ALLIES_DEFEATED: Final = 0
CITIES_HELD: Final = 1
FRENCH_DEFEATED: Final = 2
TIME_RAN_OUT: Final = 3
RESIGNED: Final = 4
RESULTS: Final = (
    ("10.1", N_("both Allied armies are defeated")),
    ("10.1", N_("the French hold two supply cities at the end of 22 June")),
    ("10.2", N_("the French army is defeated")),
    ("10.2", N_("the French have not won by the end of 22 June")),
    ("10", N_("the other side has resigned")),
)
# 10.1: supply cities that win the game at its end
CITIES_TO_WIN: Final = 2


def judge(state: State) -> None:
    """Remove defeated armies, and see whether the game is won."""
    for army in range(3):
        if (
            not state.defeated >> army & 1
            and count(state.lost & ARMY_UNITS[army]) >= DEFEAT_AT[army]
        ):
            state.defeated |= 1 << army
            state.log.append(Event(ARMY_DEFEATED, state.turn, side_no=SIDE_OF[army], army_no=army))
            for unit in members(units_on_map(state, army)):
                state.eliminate(unit, BY_DEFEAT)
    if state.defeated & ALLIED_BITS == ALLIED_BITS:
        _win(state, FRENCH, BOTH_ALLIES_DEFEATED)
    elif state.defeated & FRENCH_BIT:
        _win(state, ALLIED, FRENCH_DEFEATED)
    elif state.turn >= LAST_TURN:
        if len(french_held_cities(state)) >= CITIES_TO_WIN:
            _win(state, FRENCH, CITIES_HELD)
        else:
            _win(state, ALLIED, TIME_RAN_OUT)


def resign(state: State, side: int) -> None:
    """A side gives the campaign up."""
    _win(state, ALLIED if side == FRENCH else FRENCH, RESIGNED)


def _win(state: State, side: int, why: int) -> None:
    state.winner = side
    state.won_by = why
    state.log.append(Event(GAME_OVER, state.turn, side_no=side, amount=why))
