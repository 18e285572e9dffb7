"""Morale (rules 6.3.1, 8.2): engaged units of strength 1 may have to fall back."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import (
    ALLIED,
    ALLIED_BITS,
    ARMY_OF,
    ARMY_UNITS,
    FOOT_GUNS,
    LEADERS,
    SIDE_UNITS,
    UNIT_SIDE,
    armies_in,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    FALLBACK,
    encode,
    first_of,
    verb_of,
)
from napoleon.rules.engine.events import BY_MORALE, FELL_BACK, MORALE_DIE, Event
from napoleon.rules.engine.fight import COLUMN, FACING, OWN_AREAS, RESERVE_AREA, Fight, field_area
from napoleon.rules.engine.refusals import NOT_FALLING_BACK, OK, WRONG_STEP
from napoleon.rules.engine.state import State
from napoleon.rules.phases.manoeuvre import STREAM_LIMIT
from napoleon.rules.phases.phase import SIDE, TOWN, UNITS, Phase, PhaseKind, Stage
from napoleon.rules.phases.sight import update_sight
from napoleon.rules.words.language import N_


def morale_bonus(fight: Fight, unit: int, area: int) -> int:
    """What is added to a unit's morale die: its leader in the area, its square; a lone leader's
    own +1 (6.3.1, 8.2)."""
    bit = 1 << unit
    if bit & LEADERS:
        return 1
    bonus = 1 if fight.areas[area] & ARMY_UNITS[ARMY_OF[unit]] & LEADERS else 0
    return bonus + 1 if fight.square & bit else bonus


def rolls_morale(state: State, fight: Fight, unit: int, area: int) -> bool:
    """Whether an engaged unit has to roll (6.3.1, 8.2)."""
    if state.strength[unit] != 1 or fight.sheltered >> unit & 1:
        return False
    if LEADERS >> unit & 1:
        # Ruling 6.3.1 leaders-alone: Wellington and Blücher are no company for each other.
        return not fight.areas[area] & SIDE_UNITS[UNIT_SIDE[unit]] & ~LEADERS
    return True


def roll_morale(state: State, fight: Fight, side: int) -> None:
    """All roll with the bonuses as they stand; then all who fail go together (ruling 6.3.1)."""
    failed = 0
    engaged = 0
    for area, units in enumerate(fight.areas):
        if fight.is_contested(area):
            engaged |= units & SIDE_UNITS[side]
    for unit in members(engaged):
        area = fight.area_of(unit)
        if not rolls_morale(state, fight, unit, area):
            continue
        bonus = morale_bonus(fight, unit, area)
        die = state.roll()
        event = Event(
            MORALE_DIE,
            state.turn,
            side_no=side,
            army_no=ARMY_OF[unit],
            unit_no=unit,
            town_no=fight.town,
            area_no=field_area(fight.attacker, area),
            amount=bonus,
            dice=(die,),
        )
        state.log.append(event)
        if event.failed:
            failed |= 1 << unit
    if failed:
        state.stack.append(FallBack(fight.town, side, failed))


class FallBack(Phase):
    """Units whose morale failed fall back one area; over a stream no more than two of them."""

    __slots__ = ("crossers", "failed", "side", "town")

    def __init__(self, town: int, side: int, failed: int) -> None:
        self.town = town
        self.side = side
        self.failed = failed
        self.crossers = 0  # chosen by the owner to cross a stream that cannot take all

    def stage(self, state: State) -> str:
        return "fallback"

    def town_no(self) -> int:
        return self.town

    def kind(self) -> PhaseKind:
        return KIND

    def copy(self) -> FallBack:
        twin = FallBack(self.town, self.side, self.failed)
        twin.crossers = self.crossers
        return twin

    def _crowd(self, fight: Fight) -> int:
        """Those who want to cross one stream and are too many for it; 0 once that is settled."""
        role = fight.role_of(self.side)
        for area in OWN_AREAS[1 - role]:
            if not fight.has_stream(area) or not can_enter(fight, FACING[area], self.side):
                continue
            crowd = fight.areas[area] & self.failed
            chosen = count(crowd & self.crossers)
            if count(crowd) > STREAM_LIMIT and chosen < STREAM_LIMIT:
                return crowd & ~self.crossers
        return 0

    def advance(self, state: State) -> bool:
        fight = state.the_fight(self.town)
        if self._crowd(fight):
            return False
        state.stack.pop()
        self._carry_out(state, fight)
        update_sight(state, fight)
        return True

    def _carry_out(self, state: State, fight: Fight) -> None:
        role = fight.role_of(self.side)
        stays: list[int] = []
        goes: list[tuple[int, int, int]] = []
        for unit in members(self.failed):
            area = fight.area_of(unit)
            is_own = area in OWN_AREAS[role]
            to = RESERVE_AREA[role] if is_own else FACING[area]
            if (
                (fight.square | FOOT_GUNS) >> unit & 1
                or not can_enter(fight, to, self.side)
                or (
                    not is_own
                    and fight.has_stream(area)
                    and self._is_left_behind(fight, unit, area)
                )
            ):
                stays.append(unit)
            else:
                goes.append((unit, area, to))
        for unit in stays:
            state.eliminate(unit, BY_MORALE)
        for unit, area, to in goes:
            self._fall_back(state, fight, unit, area, to)

    def _is_left_behind(self, fight: Fight, unit: int, area: int) -> bool:
        crowd = fight.areas[area] & self.failed
        return count(crowd) > STREAM_LIMIT and not self.crossers >> unit & 1

    def _fall_back(self, state: State, fight: Fight, unit: int, area: int, to: int) -> None:
        was_seen = (fight.shown >> unit & 1) != 0
        if FACING[area] == to and fight.has_stream(area):
            fight.crossings[COLUMN[area]] += 1
        fight.leave_area(unit, area)
        fight.areas[to] |= 1 << unit
        fight.done |= 1 << unit
        state.log.append(
            Event(
                FELL_BACK,
                state.turn,
                side_no=self.side,
                army_no=ARMY_OF[unit],
                unit_no=unit,
                town_no=fight.town,
                area_no=field_area(fight.attacker, to),
                from_area_no=field_area(fight.attacker, area),
                named=state.namers(unit, was_seen),
            )
        )

    def to_act(self, state: State) -> int:
        fight = state.the_fight(self.town)
        owners = armies_in(self._crowd(fight))
        if state.players == 3 and owners == ALLIED_BITS:
            return 1 << fight.senior[ALLIED]
        return owners

    def legal(self, state: State, armies: int) -> list[int]:
        return [encode(FALLBACK, unit) for unit in members(self._crowd(state.the_fight(self.town)))]

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) != FALLBACK:
            return WRONG_STEP
        crowd = self._crowd(state.the_fight(self.town))
        return OK if crowd >> first_of(code) & 1 else NOT_FALLING_BACK

    def apply(self, state: State, armies: int, code: int) -> None:
        self.crossers |= 1 << first_of(code)


KIND: Final[PhaseKind] = PhaseKind(
    "fall-back",
    lambda: FallBack(0, 0, 0),
    [("town", TOWN), ("side", SIDE), ("failed", UNITS), ("crossers", UNITS)],
    ["battle-turn"],
    [
        Stage(
            "fallback",
            N_("Choose who falls back across the stream at {town}"),
            N_("Waiting for {seats}: they choose who falls back at {town}"),
        )
    ],
)


def can_enter(fight: Fight, area: int, side: int) -> bool:
    """Whether no enemy bars the way back."""
    return not fight.areas[area] & SIDE_UNITS[1 - side]
