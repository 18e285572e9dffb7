"""Set-up (rule 4): the Allies place first, then the French, who see how many blocks stand where."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import SETUP_LIMIT, START_TOWN, TOWNS, ZONE_TOWNS
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_OF,
    ARMY_UNITS,
    FRENCH,
    SIDE_BITS,
    UNIT_COUNT,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    END,
    END_CODE,
    PLACE,
    encode,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.events import PLACED, SETUP_CLOSED, Event
from napoleon.rules.engine.refusals import (
    ALREADY_PLACED,
    OK,
    TOWN_FULL,
    UNITS_LEFT,
    WRONG_STEP,
    WRONG_ZONE,
)
from napoleon.rules.engine.state import NOWHERE, State
from napoleon.rules.phases.phase import ARMIES, SIDE, Phase, PhaseKind, Stage
from napoleon.rules.words.language import N_


class Setup(Phase):
    """Free set-up (4.1, 4.2) of one side after the other."""

    __slots__ = ("ended", "side")

    def __init__(self) -> None:
        self.side = ALLIED
        self.ended = 0

    def stage(self, state: State) -> str:
        return "setup"

    def kind(self) -> PhaseKind:
        return KIND

    def secret_side(self) -> int:
        return self.side

    def copy(self) -> Setup:
        twin = Setup()
        twin.side = self.side
        twin.ended = self.ended
        return twin

    def is_untouched(self, armies: int) -> bool:
        """What a seat has placed it can take back till its side has closed its set-up."""
        return False

    def advance(self, state: State) -> bool:
        if self.ended != SIDE_BITS[self.side]:
            return False
        state.log.append(Event(SETUP_CLOSED, state.turn, side_no=self.side))
        if self.side == ALLIED:
            self.side = FRENCH
            self.ended = 0
        else:
            state.stack.pop()
        return True

    def to_act(self, state: State) -> int:
        return SIDE_BITS[self.side] & ~self.ended

    def legal(self, state: State, armies: int) -> list[int]:
        codes: list[int] = []
        waiting = unplaced(state, armies)
        if not waiting:
            return [END_CODE]
        for army in range(3):
            units = waiting & ARMY_UNITS[army]
            if units:
                limit = SETUP_LIMIT[army]
                towns = [town for town in ZONE_TOWNS[army] if count(state.at[town]) < limit]
                for unit in members(units):
                    base = encode(PLACE, unit, 0)
                    codes += [base | town for town in towns]
        return codes

    def refuse(self, state: State, armies: int, code: int) -> int:
        if code == END_CODE:
            return UNITS_LEFT if unplaced(state, armies) else OK
        if verb_of(code) != PLACE:
            return WRONG_STEP
        unit = first_of(code)
        town = second_of(code)
        if state.where[unit] != NOWHERE:
            return ALREADY_PLACED
        if TOWNS[town].zone != ARMY_OF[unit]:
            return WRONG_ZONE
        if count(state.at[town]) >= SETUP_LIMIT[ARMY_OF[unit]]:
            return TOWN_FULL
        return OK

    def apply(self, state: State, armies: int, code: int) -> None:
        if verb_of(code) == END:
            self.ended |= armies
            return
        unit = first_of(code)
        place(state, unit, second_of(code))


KIND: Final[PhaseKind] = PhaseKind(
    "setup",
    Setup,
    [("side", SIDE), ("ended", ARMIES)],
    ["campaign"],
    [
        Stage(
            "setup",
            N_("Place your units on the map: {left} left"),
            N_("Waiting for {seats}: they set up their units"),
        )
    ],
)


def unplaced(state: State, armies: int) -> int:
    """The units of these armies that still have to be placed."""
    mask = 0
    for unit in members(UNITS_OF_ARMIES[armies]):
        if state.where[unit] == NOWHERE:
            mask |= 1 << unit
    return mask


def place(state: State, unit: int, town: int) -> None:
    """Stand a unit on the map; only its own side sees which."""
    state.put(unit, town)
    own = SIDE_BITS[UNIT_SIDE[unit]]
    state.log.append(
        Event(
            PLACED,
            state.turn,
            side_no=UNIT_SIDE[unit],
            army_no=ARMY_OF[unit],
            unit_no=unit,
            town_no=town,
            seen=own,
            named=own,
        )
    )


def place_historically(state: State) -> None:
    """Every unit where the order of battle puts it (4.3)."""
    for unit in range(UNIT_COUNT):
        place(state, unit, START_TOWN[unit])
    state.log.append(Event(SETUP_CLOSED, state.turn, side_no=ALLIED))
    state.log.append(Event(SETUP_CLOSED, state.turn, side_no=FRENCH))
