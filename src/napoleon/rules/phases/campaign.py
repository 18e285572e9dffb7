"""The course of the game (rule 2): set-up, then turn after turn."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import FRENCH
from napoleon.rules.engine.events import TURN_BEGAN, Event
from napoleon.rules.engine.marks import STATE_MARKS, TURN, clear_marks
from napoleon.rules.engine.state import FREE, State
from napoleon.rules.phases.engagements import Engagements
from napoleon.rules.phases.handicap import Handicap
from napoleon.rules.phases.movement import Movement
from napoleon.rules.phases.phase import NUMBER, Phase, PhaseKind
from napoleon.rules.phases.setup import Setup, place_historically
from napoleon.rules.phases.supply import begin_supply
from napoleon.rules.phases.victory import judge

# What comes next
SET_UP: Final = 0
NEW_TURN: Final = 1
FIGHTS: Final = 2
SUPPLY: Final = 3
JUDGEMENT: Final = 4


class Campaign(Phase):
    """The outermost frame of the flow."""

    __slots__ = ("step",)

    def __init__(self, step: int = SET_UP) -> None:
        self.step = step

    def stage(self, state: State) -> str:
        return "over"

    def kind(self) -> PhaseKind:
        return KIND

    def copy(self) -> Campaign:
        return Campaign(self.step)

    def advance(self, state: State) -> bool:
        if self.step == SET_UP:
            self.step = NEW_TURN
            if state.scenario == FREE:
                state.stack.append(Setup())
            else:
                place_historically(state)
        elif self.step == NEW_TURN and state.handicap:
            state.stack.append(Handicap())
        elif self.step == NEW_TURN:
            self.step = FIGHTS
            begin_turn(state)
            state.stack.append(Movement())
        elif self.step == FIGHTS:
            self.step = SUPPLY
            if state.fights:
                state.stack.append(Engagements())
        elif self.step == SUPPLY:
            self.step = JUDGEMENT
            if state.side == FRENCH:
                begin_supply(state)
        else:
            self.step = NEW_TURN
            judge(state)
        return True


KIND: Final[PhaseKind] = PhaseKind("campaign", Campaign, [("step", NUMBER)], [], [])


def begin_turn(state: State) -> None:
    """The next turn; disorder ends with the turn in which it came (7.3)."""
    state.turn += 1
    clear_marks(state, STATE_MARKS, TURN)
    state.log.append(Event(TURN_BEGAN, state.turn, side_no=state.side))
