"""Defeat and victory (rules 2.3, 10), judged once a turn, after supply.

A scenario may set another aim and another last turn (docs/scenarios.md): then one side has to have
reached it by then, and otherwise the other wins. The defeat of armies ends such a game as any.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import (
    ALLIED,
    ALLIED_BITS,
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH,
    FRENCH_BIT,
    SIDE_OF,
    SIDE_UNITS,
    count,
    members,
)
from napoleon.rules.engine.events import ARMY_DEFEATED, BY_DEFEAT, GAME_OVER, Event
from napoleon.rules.engine.state import FEWER_LOSSES, NO_AIM, State
from napoleon.rules.phases.supply import french_held_cities, units_on_map
from napoleon.rules.words.language import N_

# Why a game was won: the rule, and the words.
BOTH_ALLIES_DEFEATED: Final = 0
CITIES_HELD: Final = 1
FRENCH_DEFEATED: Final = 2
TIME_RAN_OUT: Final = 3
RESIGNED: Final = 4
TOWN_HELD: Final = 5
TOWN_NOT_HELD: Final = 6
LOST_FEWER: Final = 7
NOT_LOST_FEWER: Final = 8
OUT_OF_TIME: Final = 9
RESULTS: Final = (
    ("10.1", N_("both Allied armies are defeated")),
    ("10.1", N_("the French hold two supply cities at the end of 22 June")),
    ("10.2", N_("the French army is defeated")),
    ("10.2", N_("the French have not won by the end of 22 June")),
    ("10", N_("the other side has resigned")),
    ("10", N_("they hold the town that it was about")),
    ("10", N_("the enemy does not hold the town that it was about")),
    ("10", N_("they have lost fewer units than the enemy")),
    ("10", N_("the enemy has not lost fewer units than they have")),
    ("10", N_("the other side has run out of time")),
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
    elif state.turn >= state.until:
        if state.aim != NO_AIM:
            _judge_aim(state)
        elif len(french_held_cities(state)) >= CITIES_TO_WIN:
            _win(state, FRENCH, CITIES_HELD)
        else:
            _win(state, ALLIED, TIME_RAN_OUT)


def _judge_aim(state: State) -> None:
    is_town = state.aim != FEWER_LOSSES
    if aim_reached(state):
        _win(state, state.aim_side, TOWN_HELD if is_town else LOST_FEWER)
    else:
        _win(state, 1 - state.aim_side, TOWN_NOT_HELD if is_town else NOT_LOST_FEWER)


def aim_reached(state: State) -> bool:
    """Whether the side that has an aim has reached it, as things stand."""
    own = SIDE_UNITS[state.aim_side]
    if state.aim != FEWER_LOSSES:
        return state.at[state.aim] & own != 0
    return count(state.lost & own) < count(state.lost & ~own)


def resign(state: State, side: int, why: int = RESIGNED) -> None:
    """A side gives the campaign up, or has no time left for it."""
    _win(state, ALLIED if side == FRENCH else FRENCH, why)


def _win(state: State, side: int, why: int) -> None:
    state.winner = side
    state.won_by = why
    town = state.aim if why in (TOWN_HELD, TOWN_NOT_HELD) else -1
    state.log.append(Event(GAME_OVER, state.turn, side_no=side, town_no=town, amount=why))
