"""Allied supply (rule 9): after every French turn the Allies lose units for each city in French
hands."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import SUPPLY_CITIES, TOWNS
from napoleon.rules.board.units import ARMY_NAMES, ARMY_OF, ARMY_UNITS, FRENCH, count, members
from napoleon.rules.engine.actions import (
    REMOVE,
    encode,
    first_of,
    verb_of,
)
from napoleon.rules.engine.events import BY_SUPPLY, SUPPLY_CUT, Event
from napoleon.rules.engine.refusals import NOTHING_OWED, OK, WRONG_STEP
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
from napoleon.rules.phases.phase import NUMBERS, Phase, PhaseKind, Stage
from napoleon.rules.words.language import N_


def units_on_map(state: State, army: int) -> int:
    """The units of an army that are on the map."""
    mask = 0
    for units in state.at:
        mask |= units & ARMY_UNITS[army]
    return mask


def french_held_cities(state: State) -> list[int]:
    """The supply cities with a French unit in them."""
    return [town for town in SUPPLY_CITIES if state.at[town] & ARMY_UNITS[FRENCH]]


class Supply(Phase):
    """The owners choose which units they lose."""

    __slots__ = ("owed",)

    def __init__(self) -> None:
        self.owed = [0, 0, 0]  # units that each army still has to remove

    def stage(self, state: State) -> str:
        return "supply"

    def kind(self) -> PhaseKind:
        return KIND

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        view.owed = {ARMY_NAMES[army]: number for army, number in enumerate(self.owed) if number}

    def copy(self) -> Supply:
        twin = Supply()
        twin.owed = self.owed[:]
        return twin

    def to_act(self, state: State) -> int:
        bits = 0
        for army in range(3):
            if self.owed[army]:
                bits |= 1 << army
        return bits

    def advance(self, state: State) -> bool:
        for army in range(3):
            units = units_on_map(state, army)
            if self.owed[army] and count(units) <= self.owed[army]:
                # No more are left than are owed: all go (ruling 9 what-is-left).
                self.owed[army] = 0
                for unit in members(units):
                    state.eliminate(unit, BY_SUPPLY)
                return True
        if self.to_act(state):
            return False
        state.stack.pop()
        return True

    def legal(self, state: State, armies: int) -> list[int]:
        codes: list[int] = []
        for army in range(3):
            if armies >> army & 1 and self.owed[army]:
                codes += [encode(REMOVE, unit) for unit in members(units_on_map(state, army))]
        return codes

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) != REMOVE:
            return WRONG_STEP
        return OK if self.owed[ARMY_OF[first_of(code)]] else NOTHING_OWED

    def apply(self, state: State, armies: int, code: int) -> None:
        unit = first_of(code)
        self.owed[ARMY_OF[unit]] -= 1
        state.eliminate(unit, BY_SUPPLY)


KIND: Final[PhaseKind] = PhaseKind(
    "supply",
    Supply,
    [("owed", NUMBERS)],
    ["campaign"],
    [
        Stage(
            "supply",
            N_("Give up {left} units of {the_army} for want of supply"),
            N_("Waiting for {seats}: they give up units for want of supply"),
        )
    ],
)


def begin_supply(state: State) -> None:
    """See which cities are held, and what that costs (2.3, 9)."""
    phase = Supply()
    for town in french_held_cities(state):
        army = TOWNS[town].supplies
        if state.defeated >> army & 1:
            continue
        phase.owed[army] += TOWNS[town].supply_loss
        state.log.append(
            Event(
                SUPPLY_CUT,
                state.turn,
                side_no=1,
                army_no=army,
                town_no=town,
                amount=TOWNS[town].supply_loss,
            )
        )
    if sum(phase.owed):
        state.stack.append(phase)
