"""Skirmishes (rule 6.6): one round between revealed units, then the weaker side goes."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import (
    ARMY_OF,
    MOUNTED,
    SIDE_UNITS,
    UNIT_IDS,
    UNITS_OF_ARMIES,
    armies_in,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    END,
    END_CODE,
    REVEAL,
    encode,
    first_of,
    verb_of,
)
from napoleon.rules.engine.events import SHOT, Event
from napoleon.rules.engine.refusals import (
    ALREADY_REVEALED,
    FOUR_REVEALED,
    NONE_REVEALED,
    NOT_IN_FIGHT,
    OK,
    WRONG_STEP,
)
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
from napoleon.rules.phases.losses import Losses
from napoleon.rules.phases.phase import ARMIES, NUMBER, TOWN, UNITS, Phase, PhaseKind, Stage
from napoleon.rules.phases.retreat import LOST_SKIRMISH, Flight, conclude
from napoleon.rules.words.language import N_

# Steps of the phase
ATTACKER_REVEALS: Final = 0
DEFENDER_REVEALS: Final = 1
DEFENDER_FIRES: Final = 2
ATTACKER_FIRES: Final = 3
LOSER_GOES: Final = 4
OVER: Final = 5

MOST_REVEALED: Final = 4


class Skirmish(Phase):
    """One skirmish. Both sides choose in secret whom they reveal, the attacker first (6.6)."""

    __slots__ = ("ended", "revealed", "step", "touched", "town")

    def __init__(self, town: int) -> None:
        self.town = town
        self.step = ATTACKER_REVEALS
        self.revealed = 0
        self.ended = 0
        self.touched = 0

    def stage(self, state: State) -> str:
        return "reveal"

    def town_no(self) -> int:
        return self.town

    def kind(self) -> PhaseKind:
        return KIND

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        """Each side chooses in secret until both have chosen."""
        view.revealed = [UNIT_IDS[unit] for unit in members(self.revealed & own)]
        if self.step >= DEFENDER_FIRES:
            there = self.revealed & ~own & state.at[self.town]
            view.enemy_revealed = [UNIT_IDS[unit] for unit in members(there)]

    def known_units(self) -> int:
        return self.revealed if self.step > DEFENDER_FIRES else 0

    def fill_in(self, state: State, dealt: int, side: int) -> None:
        """An attacker who has chosen in secret whom to reveal has chosen somebody."""
        attacker = state.the_fight(self.town).attacker
        if ATTACKER_REVEALS < self.step <= DEFENDER_FIRES and attacker != side:
            for unit in members(state.at[self.town] & dealt)[:MOST_REVEALED]:
                self.revealed |= 1 << unit

    def copy(self) -> Skirmish:
        twin = Skirmish(self.town)
        twin.step = self.step
        twin.revealed = self.revealed
        twin.ended = self.ended
        twin.touched = self.touched
        return twin

    def is_untouched(self, armies: int) -> bool:
        return not self.touched & armies

    def seal(self) -> None:
        self.touched = 0

    def keeps_secret(self, state: State, armies: int) -> bool:
        """How many an ally has revealed is nobody's business yet."""
        return True

    def _revealing_side(self, state: State) -> int:
        attacker = state.the_fight(self.town).attacker
        return attacker if self.step == ATTACKER_REVEALS else 1 - attacker

    def to_act(self, state: State) -> int:
        """The side's armies; of two Allied players the senior reveals first (11)."""
        side = self._revealing_side(state)
        open_armies = armies_in(state.at[self.town] & SIDE_UNITS[side]) & ~self.ended
        senior = 1 << state.the_fight(self.town).senior[side]
        return senior if state.players == 3 and open_armies & senior else open_armies

    def advance(self, state: State) -> bool:
        fight = state.the_fight(self.town)
        if self.step <= DEFENDER_REVEALS:
            side = self._revealing_side(state)
            units = state.at[self.town] & SIDE_UNITS[side]
            if count(units) == 1:
                self.revealed |= units
            elif self.to_act(state):
                return False
            self.step += 1
            self.ended = 0
            self.touched = 0
            if self.step == DEFENDER_FIRES:
                for unit in members(self.revealed):
                    state.show(unit)
        elif self.step == DEFENDER_FIRES:
            self.step = ATTACKER_FIRES
            self._volley(state, 1 - fight.attacker)
        elif self.step == ATTACKER_FIRES:
            self.step = LOSER_GOES
            self._volley(state, fight.attacker)
        elif self.step == LOSER_GOES:
            self.step = OVER
            units = state.at[self.town]
            attackers = count(units & SIDE_UNITS[fight.attacker])
            defenders = count(units & SIDE_UNITS[1 - fight.attacker])
            if attackers and defenders:
                loser = fight.attacker if attackers <= defenders else 1 - fight.attacker
                state.stack.append(Flight(self.town, loser, LOST_SKIRMISH, self.revealed))
        else:
            state.stack.pop()
            conclude(state, fight, False)
        return True

    def _volley(self, state: State, side: int) -> None:
        """All revealed units of a side fire: mounted at F2, foot at F1."""
        hits = 0
        for unit in members(self.revealed & SIDE_UNITS[side] & state.at[self.town]):
            firepower = 2 if MOUNTED >> unit & 1 else 1
            dice = state.roll_many(state.strength[unit])
            scored = 0
            for die in dice:
                if die <= firepower:
                    scored += 1
            hits += scored
            state.log.append(
                Event(
                    SHOT,
                    state.turn,
                    side_no=side,
                    army_no=ARMY_OF[unit],
                    unit_no=unit,
                    town_no=self.town,
                    amount=scored,
                    firepower=firepower,
                    dice=dice,
                )
            )
        targets = self.revealed & SIDE_UNITS[1 - side] & state.at[self.town]
        if hits and targets:
            state.stack.append(Losses(self.town, targets, hits, False))

    def legal(self, state: State, armies: int) -> list[int]:
        side = self._revealing_side(state)
        chosen = self.revealed & SIDE_UNITS[side]
        codes: list[int] = []
        if count(chosen) < MOST_REVEALED:
            units = state.at[self.town] & UNITS_OF_ARMIES[armies] & SIDE_UNITS[side] & ~chosen
            codes = [encode(REVEAL, unit) for unit in members(units)]
        if self._may_end(state, armies, chosen):
            codes.append(END_CODE)
        return codes

    def _may_end(self, state: State, armies: int, chosen: int) -> bool:
        """One unit a side must be revealed; a senior ally may leave that to the other (11)."""
        others = state.at[self.town] & SIDE_UNITS[self._revealing_side(state)]
        return chosen != 0 or (armies_in(others) & ~armies & ~self.ended) != 0

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) not in (REVEAL, END):
            return WRONG_STEP
        side = self._revealing_side(state)
        chosen = self.revealed & SIDE_UNITS[side]
        if code == END_CODE:
            return OK if self._may_end(state, armies, chosen) else NONE_REVEALED
        unit = first_of(code)
        if state.where[unit] != self.town:
            return NOT_IN_FIGHT
        if chosen >> unit & 1:
            return ALREADY_REVEALED
        return FOUR_REVEALED if count(chosen) >= MOST_REVEALED else OK

    def apply(self, state: State, armies: int, code: int) -> None:
        if code == END_CODE:
            self.ended |= armies
        else:
            self.revealed |= 1 << first_of(code)
            self.touched = armies


KIND: Final[PhaseKind] = PhaseKind(
    "skirmish",
    lambda: Skirmish(0),
    [("town", TOWN), ("step", NUMBER), ("revealed", UNITS), ("ended", ARMIES), ("touched", ARMIES)],
    ["engagements"],
    [
        Stage(
            "reveal",
            N_("Reveal one to four units at {town}: {left} chosen"),
            N_("Waiting for {seats}: they reveal units at {town}"),
        )
    ],
)
