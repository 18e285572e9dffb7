"""Fights played out to their end by rule of thumb."""

from __future__ import annotations

from napoleon.ai.battle.tactics import choose
from napoleon.ai.battle.temper import Temper
from napoleon.rules.board.units import FRENCH_BIT
from napoleon.rules.engine.dice import Dice
from napoleon.rules.engine.flow import acting_seats, seats_of, settle
from napoleon.rules.engine.state import State
from napoleon.rules.phases.engagements import Engagements
from napoleon.rules.phases.retreat import Regroup

ALL_FIGHTS = -1  # as a town: every fight of the turn


def is_fought(state: State, town: int) -> bool:
    """Whether the fight in a town is over, regrouping included; or all fights of the turn."""
    if state.winner >= 0:
        return True
    for phase in state.stack:
        if isinstance(phase, Regroup) and town in (ALL_FIGHTS, phase.town):
            return False
        if isinstance(phase, Engagements) and town == ALL_FIGHTS:
            return False
    if town == ALL_FIGHTS:
        return not state.fights
    return state.fight_at(town) is None


def fight_out(state: State, town: int, tempers: list[Temper], dice: Dice) -> None:
    """Run a state on until the fight in a town is over, with the French of the first temper and the
    Allies of the second. The state's own dice decide the fight, `dice` the commanders' whims."""
    codes = settle(state)
    while not is_fought(state, town):
        codes = play_one(state, codes, tempers, dice)


def play_one(state: State, codes: list[int], tempers: list[Temper], dice: Dice) -> list[int]:
    """One decision by rule of thumb; `codes` as `settle` gave them, and so again for the next."""
    top = state.stack[-1]
    seats = seats_of(state.players, top.to_act(state))
    seat = seats[0] if len(seats) == 1 else acting_seats(state)[0]
    if not codes:
        codes = top.legal(state, seat)
    code = choose(state, seat, codes, dice, tempers[0 if seat & FRENCH_BIT else 1])
    top.apply(state, seat, code)
    state.log.clear()
    state.rolled.clear()
    return settle(state)
