"""The fights of a turn (rule 6.1): skirmishes one by one, then all battles together, in the
attacker's order."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import (
    ANGLO_DUTCH,
    ARMY_UNITS,
    FRENCH,
    PRUSSIAN,
    SIDE_UNITS,
    armies_in,
    count,
)
from napoleon.rules.engine.actions import (
    BATTLE,
    SKIRMISH,
    encode,
    first_of,
    verb_of,
)
from napoleon.rules.engine.events import BATTLE_BEGAN, SKIRMISH_BEGAN, Event
from napoleon.rules.engine.fight import ATTACKER, DEFENDER, SETTING_UP, Fight
from napoleon.rules.engine.refusals import NO_SUCH_FIGHT, OK, WRONG_STEP
from napoleon.rules.engine.state import State
from napoleon.rules.phases.battle import BattleTurn
from napoleon.rules.phases.deployment import Deployment
from napoleon.rules.phases.phase import NUMBER, Phase, PhaseKind, Stage
from napoleon.rules.phases.skirmish import Skirmish
from napoleon.rules.words.language import N_

# Steps of the phase
SKIRMISHES: Final = 0
ORDER_BATTLES: Final = 1
SET_UP_FIELDS: Final = 2
BATTLE_TURNS: Final = 3

# 6.1: fewer units than this on either side, and it is a skirmish
BATTLE_UNITS: Final = 3


class Engagements(Phase):
    """All fights of a turn."""

    __slots__ = ("cursor", "half", "step")

    def __init__(self) -> None:
        self.step = SKIRMISHES
        self.cursor = 0  # order of the battle being set up or fought
        self.half = DEFENDER  # whose battle turn was the last

    def stage(self, state: State) -> str:
        return "skirmish-order" if self.step == SKIRMISHES else "battle-order"

    def kind(self) -> PhaseKind:
        return KIND

    def copy(self) -> Engagements:
        twin = Engagements()
        twin.step = self.step
        twin.cursor = self.cursor
        twin.half = self.half
        return twin

    def _choices(self, state: State) -> list[Fight]:
        """The fights of which one has to be chosen."""
        if self.step == SKIRMISHES:
            return [fight for fight in state.fights if is_skirmish(state, fight)]
        return [fight for fight in state.fights if fight.order == 0]

    def advance(self, state: State) -> bool:
        if self.step == SKIRMISHES:
            state.fights = [
                fight for fight in state.fights if state.at[fight.town] & SIDE_UNITS[fight.attacker]
            ]
            if self._choices(state):
                return False
            self.step = ORDER_BATTLES
        elif self.step == ORDER_BATTLES:
            if self._choices(state):
                return False
            self.step = SET_UP_FIELDS
        elif self.step == SET_UP_FIELDS:
            fight = self._next(state)
            if fight is None:
                self.step = BATTLE_TURNS
                self.cursor = 0
            else:
                self.cursor = fight.order
                fight.status = SETTING_UP
                state.stack.append(Deployment(fight.town))
        else:
            self._next_battle_turn(state)
        return True

    def _next(self, state: State) -> Fight | None:
        """The battle that comes after the cursor."""
        later = [fight for fight in state.fights if fight.order > self.cursor]
        return min(later, key=lambda fight: fight.order) if later else None

    def _next_battle_turn(self, state: State) -> None:
        """The attacker's, then the defender's battle turn, and on to the next battle, and round
        again."""
        if self.half == ATTACKER:
            self.half = DEFENDER
            for fight in state.fights:
                if fight.order == self.cursor:
                    state.stack.append(BattleTurn(fight.town, 1 - fight.attacker))
            return
        if not state.fights:
            state.stack.pop()
            return
        following = self._next(state)
        if following is None:
            self.cursor = 0
            following = self._next(state)
        assert following is not None
        self.cursor = following.order
        self.half = ATTACKER
        state.stack.append(BattleTurn(following.town, following.attacker))

    def to_act(self, state: State) -> int:
        bits = 0
        for fight in self._choices(state):
            bits |= armies_in(state.at[fight.town] & SIDE_UNITS[fight.attacker])
        return bits

    def legal(self, state: State, armies: int) -> list[int]:
        verb = SKIRMISH if self.step == SKIRMISHES else BATTLE
        return [encode(verb, fight.town) for fight in self._choices(state)]

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) != (SKIRMISH if self.step == SKIRMISHES else BATTLE):
            return WRONG_STEP
        towns = [fight.town for fight in self._choices(state)]
        return OK if first_of(code) in towns else NO_SUCH_FIGHT

    def apply(self, state: State, armies: int, code: int) -> None:
        fight = state.the_fight(first_of(code))
        name_seniors(state, fight)
        if verb_of(code) == SKIRMISH:
            state.log.append(
                Event(SKIRMISH_BEGAN, state.turn, side_no=fight.attacker, town_no=fight.town)
            )
            state.stack.append(Skirmish(fight.town))
            return
        fight.order = 1 + max([other.order for other in state.fights])
        state.log.append(
            Event(BATTLE_BEGAN, state.turn, side_no=fight.attacker, town_no=fight.town)
        )


KIND: Final[PhaseKind] = PhaseKind(
    "engagements",
    Engagements,
    [("step", NUMBER), ("cursor", NUMBER), ("half", NUMBER)],
    ["campaign"],
    [
        Stage(
            "skirmish-order",
            N_("Choose the skirmish to fight next"),
            N_("Waiting for {seats}: they choose the next skirmish"),
        ),
        Stage(
            "battle-order",
            N_("Choose the battle to fight next"),
            N_("Waiting for {seats}: they choose the order of battles"),
        ),
    ],
)


def is_skirmish(state: State, fight: Fight) -> bool:
    """Whether either side is too few for a battle, allies counted together (ruling 6.1)."""
    units = state.at[fight.town]
    return (
        count(units & SIDE_UNITS[FRENCH]) < BATTLE_UNITS
        or count(units & SIDE_UNITS[1]) < BATTLE_UNITS
    )


def name_seniors(state: State, fight: Fight) -> None:
    """The senior Allied army has more units there as the fight begins, on a tie the Anglo-Dutch
    (11)."""
    units = state.at[fight.town]
    prussians = count(units & ARMY_UNITS[PRUSSIAN])
    fight.senior = [
        FRENCH,
        PRUSSIAN if prussians > count(units & ARMY_UNITS[ANGLO_DUTCH]) else ANGLO_DUTCH,
    ]
