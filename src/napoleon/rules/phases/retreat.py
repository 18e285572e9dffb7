"""Retreat, rout, forced withdrawal and regrouping (rule 7)."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import BATTLE_LIMIT, NEIGHBOURS, ROAD_BETWEEN
from napoleon.rules.board.units import (
    ALLIED,
    ALLIED_BITS,
    ARMY_OF,
    CAVALRIES,
    FOOT_GUNS,
    HORSE_GUNS,
    INFANTRIES,
    SIDE_BITS,
    SIDE_UNITS,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
    armies_in,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    END,
    END_CODE,
    REGROUP,
    RETREAT,
    encode,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.events import (
    BY_ROUT,
    FIGHT_WON,
    NO_ROAD,
    REGROUPED,
    RETREATED,
    ROUTED,
    Event,
)
from napoleon.rules.engine.fight import OWN_AREAS, Fight, field_area
from napoleon.rules.engine.refusals import (
    DISORDERED,
    ENEMY_IN_TOWN,
    NO_FRIENDS_THERE,
    NOT_ADJACENT,
    NOT_IN_FIGHT,
    NOT_ORIGIN,
    OK,
    REGROUPED_ALREADY,
    RETREAT_FULL,
    SAME_TOWN,
    WRONG_STEP,
)
from napoleon.rules.engine.refusals import NO_ROAD as NO_ROAD_THERE
from napoleon.rules.engine.state import State
from napoleon.rules.phases.losses import lose_strength
from napoleon.rules.phases.phase import (
    ARMIES,
    NUMBER,
    ROADS,
    SIDE,
    TOWN,
    UNITS,
    Phase,
    PhaseKind,
    Stage,
)
from napoleon.rules.phases.sight import update_sight
from napoleon.rules.words.language import N_

# Why units flee
LOST_SKIRMISH: Final = 0
ROUT: Final = 1
WITHDRAWAL: Final = 2


def refuse_retreat_to(state: State, fight: Fight, side: int, to: int, used: list[int]) -> int:
    """Why a side may not retreat from a fight to a town; `used` are the roads taken (7.1, 7.2)."""
    road = ROAD_BETWEEN[fight.town][to]
    if road < 0:
        return SAME_TOWN if to == fight.town else NO_ROAD_THERE
    if state.at[to] & SIDE_UNITS[1 - side]:
        return ENEMY_IN_TOWN
    if side == fight.attacker and not fight.origins >> to & 1:
        return NOT_ORIGIN
    if used.count(road) >= BATTLE_LIMIT[road]:
        return RETREAT_FULL
    return OK


def retreat_towns(state: State, fight: Fight, side: int, used: list[int]) -> list[int]:
    """The towns to which a side may retreat now."""
    return [
        town
        for town in NEIGHBOURS[fight.town]
        if refuse_retreat_to(state, fight, side, town, used) == OK
    ]


def rout_loss(fight: Fight, unit: int) -> int:
    """The strength that a unit loses when it routs, or retreats while engaged (7.4.1)."""
    bit = 1 << unit
    if bit & (INFANTRIES | HORSE_GUNS):
        return 1
    if bit & FOOT_GUNS:
        return 2
    if bit & CAVALRIES:
        enemies = fight.areas[fight.area_of(unit)] & SIDE_UNITS[1 - UNIT_SIDE[unit]]
        return 1 if enemies & CAVALRIES else 0
    return 0


def is_engaged(fight: Fight, unit: int) -> bool:
    """Whether enemies stand in the unit's area."""
    return fight.is_contested(fight.area_of(unit))


def leave_field(state: State, fight: Fight, unit: int, to: int, is_known: bool) -> None:
    """A unit leaves a fight for an adjacent town, and is in disorder there (7.3)."""
    town = fight.town
    area = fight.area_of(unit)
    fight.drop(unit)
    state.put(unit, to)
    state.disordered |= 1 << unit
    state.log.append(
        Event(
            RETREATED,
            state.turn,
            side_no=UNIT_SIDE[unit],
            army_no=ARMY_OF[unit],
            unit_no=unit,
            town_no=town,
            to_no=to,
            from_area_no=field_area(fight.attacker, area) if area >= 0 else -1,
            named=state.namers(unit, is_known),
        )
    )


def retreat_engaged(state: State, fight: Fight, unit: int, to: int) -> None:
    """Voluntary retreat: who is engaged takes the losses of a rout first (7)."""
    road = ROAD_BETWEEN[fight.town][to]
    is_known = (fight.shown >> unit & 1) != 0
    fight.break_square(unit)
    if is_engaged(fight, unit):
        points = rout_loss(fight, unit)
        fight.leave_shelter(unit)
        if points:
            lose_strength(state, unit, points, BY_ROUT, is_known)
    if state.strength[unit] > 0:
        fight.retreated.append(road)
        leave_field(state, fight, unit, to, is_known)


def routed_side(fight: Fight) -> int:
    """The side that has lost one of its three areas to the enemy (7.4), or -1."""
    areas = fight.areas
    for role in (0, 1):
        side = fight.side_of(role)
        own = SIDE_UNITS[side]
        for area in OWN_AREAS[role]:
            units = areas[area]
            if units and not units & own:
                return side
    return -1


def is_over(state: State, fight: Fight) -> bool:
    """Whether a side has no units left in a fight (2.2)."""
    units = state.at[fight.town]
    return not units & SIDE_UNITS[0] or not units & SIDE_UNITS[1]


def conclude(state: State, fight: Fight, is_battle: bool) -> None:
    """A fight is over: whoever remains has won, and regroups after a battle (2.2, 7.5)."""
    units = state.at[fight.town]
    state.fights = [other for other in state.fights if other is not fight]
    if not units:
        return
    winner = 0 if units & SIDE_UNITS[0] else 1
    state.log.append(Event(FIGHT_WON, state.turn, side_no=winner, town_no=fight.town))
    if is_battle:
        state.stack.append(Regroup(fight.town, winner))


class Flight(Phase):
    """All units of a side leave a fight: a rout, a lost skirmish, or a forced withdrawal."""

    __slots__ = ("known", "mode", "side", "town", "turn_army", "used")

    def __init__(self, town: int, side: int, mode: int, known: int) -> None:
        self.town = town
        self.side = side
        self.mode = mode
        self.known = known  # units that the enemy has in view as the flight begins
        self.used: list[int] = []
        self.turn_army = -1  # whose turn it is to choose a road; -1: the senior's (11)

    def stage(self, state: State) -> str:
        return ("retreat", "rout", "withdraw")[self.mode]

    def town_no(self) -> int:
        return self.town

    def kind(self) -> PhaseKind:
        return FLIGHT

    def known_units(self) -> int:
        return self.known

    def copy(self) -> Flight:
        twin = Flight(self.town, self.side, self.mode, self.known)
        twin.used = self.used[:]
        twin.turn_army = self.turn_army
        return twin

    def _fleeing(self, state: State) -> int:
        return state.at[self.town] & SIDE_UNITS[self.side]

    def _roads(self, state: State, fight: Fight) -> list[int]:
        """The roads used so far, of which none counts in a lost skirmish (ruling 6.6)."""
        if self.mode == LOST_SKIRMISH:
            return []
        return fight.retreated if self.mode == WITHDRAWAL else self.used

    def advance(self, state: State) -> bool:
        fight = state.fight_at(self.town)
        if fight is None or not self._fleeing(state):
            state.stack.pop()
            return True
        if self.mode != LOST_SKIRMISH:
            update_sight(state, fight)
        if self.mode == WITHDRAWAL and routed_side(fight) >= 0:
            # What the withdrawal left behind breaks; the battle turn sees to it.
            state.stack.pop()
            return True
        towns = retreat_towns(state, fight, self.side, self._roads(state, fight))
        if len(towns) == 1 and self._takes_all(state, fight, towns[0]):
            # Those in view go first: an order of all by the roster would tell who the others are.
            fleeing = self._fleeing(state)
            in_view = fleeing & (self.known | fight.shown)
            for unit in members(in_view) + members(fleeing & ~in_view):
                self.apply(state, 0, encode(RETREAT, unit, towns[0]))
                if routed_side(fight) >= 0 and self.mode == WITHDRAWAL:
                    return True
            return True
        if towns:
            return False
        if self.mode != WITHDRAWAL or not retreat_towns(state, fight, self.side, []):
            for unit in members(self._fleeing(state)):
                state.eliminate(unit, NO_ROAD)
        state.stack.pop()
        return True

    def _takes_all(self, state: State, fight: Fight, town: int) -> bool:
        """Whether the road to a town has room for all who are left."""
        if self.mode == LOST_SKIRMISH:
            return True
        road = ROAD_BETWEEN[fight.town][town]
        used = self._roads(state, fight).count(road)
        return used + count(self._fleeing(state)) <= BATTLE_LIMIT[road]

    def to_act(self, state: State) -> int:
        owners = armies_in(self._fleeing(state))
        if state.players == 2 or self.mode != ROUT or owners != ALLIED_BITS:
            return owners
        army = self.turn_army
        return 1 << (army if army >= 0 else state.the_fight(self.town).senior[ALLIED])

    def legal(self, state: State, armies: int) -> list[int]:
        fight = state.the_fight(self.town)
        towns = retreat_towns(state, fight, self.side, self._roads(state, fight))
        units = self._fleeing(state) & UNITS_OF_ARMIES[armies]
        return [encode(RETREAT, unit, town) for unit in members(units) for town in towns]

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) != RETREAT:
            return WRONG_STEP
        unit = first_of(code)
        if not self._fleeing(state) >> unit & 1:
            return NOT_IN_FIGHT
        fight = state.the_fight(self.town)
        return refuse_retreat_to(
            state, fight, self.side, second_of(code), self._roads(state, fight)
        )

    def apply(self, state: State, armies: int, code: int) -> None:
        fight = state.the_fight(self.town)
        unit = first_of(code)
        to = second_of(code)
        if self.mode == WITHDRAWAL:
            retreat_engaged(state, fight, unit, to)
            return
        self.used.append(ROAD_BETWEEN[self.town][to])
        leave_field(state, fight, unit, to, (self.known >> unit & 1) != 0)
        self.turn_army = 3 - ARMY_OF[unit] if self.side else 0  # the Allies alternate (11)


FLIGHT: Final[PhaseKind] = PhaseKind(
    "flight",
    lambda: Flight(0, 0, 0, 0),
    [
        ("town", TOWN),
        ("side", SIDE),
        ("mode", NUMBER),
        ("known", UNITS),
        ("used", ROADS),
        ("turn_army", NUMBER),
    ],
    ["battle-turn", "skirmish"],
    [
        Stage(
            "retreat",
            N_("Retreat from the lost skirmish at {town}: {left} left"),
            N_("Waiting for {seats}: they retreat from {town}"),
        ),
        Stage(
            "rout",
            N_("Flee from {town}: {left} left"),
            N_("Waiting for {seats}: they flee from {town}"),
        ),
        Stage(
            "withdraw",
            N_("Withdraw from {town}: {left} left"),
            N_("Waiting for {seats}: they withdraw from {town}"),
        ),
    ],
)


def begin_rout(state: State, fight: Fight, side: int, active: int) -> None:
    """A side breaks: losses first, then the roads (7.4, 7.4.1).

    `active` is whose battle turn it is: only its own retreats have used up roads (ruling 7.2).
    """
    units = state.at[fight.town] & SIDE_UNITS[side]
    known = fight.shown & units
    state.log.append(Event(ROUTED, state.turn, side_no=side, town_no=fight.town))
    losses = [(unit, rout_loss(fight, unit)) for unit in members(units)]
    for unit, _ in losses:
        fight.break_square(unit)
        fight.leave_shelter(unit)
    for unit, points in losses:
        if points:
            lose_strength(state, unit, points, BY_ROUT, (known >> unit & 1) != 0)
    flight = Flight(fight.town, side, ROUT, known)
    if side == active:
        flight.used = fight.retreated[:]
    state.stack.append(flight)


class Regroup(Phase):
    """The winner of a battle regroups, now or not at all (7.5)."""

    __slots__ = ("ended", "gone", "side", "touched", "town", "used")

    def __init__(self, town: int, side: int) -> None:
        self.town = town
        self.side = side
        self.ended = 0
        self.gone = 0  # units that have regrouped
        self.used: list[int] = []
        self.touched = 0

    def stage(self, state: State) -> str:
        return "regroup"

    def town_no(self) -> int:
        return self.town

    def kind(self) -> PhaseKind:
        return REGROUPING

    def copy(self) -> Regroup:
        twin = Regroup(self.town, self.side)
        twin.ended = self.ended
        twin.gone = self.gone
        twin.used = self.used[:]
        twin.touched = self.touched
        return twin

    def is_untouched(self, armies: int) -> bool:
        return not self.touched & armies

    def _present(self, state: State) -> int:
        """The armies of the winner in the town or next to it."""
        units = state.at[self.town]
        for town in NEIGHBOURS[self.town]:
            units |= state.at[town]
        return armies_in(units & SIDE_UNITS[self.side])

    def to_act(self, state: State) -> int:
        return self._present(state) & ~self.ended

    def advance(self, state: State) -> bool:
        if self.to_act(state):
            return False
        state.stack.pop()
        return True

    def legal(self, state: State, armies: int) -> list[int]:
        codes: list[int] = []
        own = UNITS_OF_ARMIES[armies & ~self.ended] & ~state.disordered & ~self.gone
        for town in NEIGHBOURS[self.town]:
            road = ROAD_BETWEEN[self.town][town]
            units = state.at[town]
            if (
                not units & SIDE_UNITS[self.side]
                or units & SIDE_UNITS[1 - self.side]
                or self.used.count(road) >= BATTLE_LIMIT[road]
            ):
                continue
            for unit in members(units & own):
                codes.append(encode(REGROUP, unit, self.town))
            for unit in members(state.at[self.town] & own):
                codes.append(encode(REGROUP, unit, town))
        codes.append(END_CODE)
        return codes

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) not in (REGROUP, END):
            return WRONG_STEP
        if code == END_CODE:
            return OK
        unit = first_of(code)
        to = second_of(code)
        place = state.where[unit]
        if self.gone >> unit & 1:
            return REGROUPED_ALREADY
        if state.disordered >> unit & 1:
            return DISORDERED
        if place == to:
            return SAME_TOWN
        if self.town not in (place, to):
            return NOT_ADJACENT
        road = ROAD_BETWEEN[place][to]
        if road < 0:
            return NOT_ADJACENT if place != self.town else NO_ROAD_THERE
        other = to if place == self.town else place
        if state.at[other] & SIDE_UNITS[1 - self.side]:
            return ENEMY_IN_TOWN
        if not state.at[other] & SIDE_UNITS[self.side]:
            return NO_FRIENDS_THERE
        if self.used.count(road) >= BATTLE_LIMIT[road]:
            return RETREAT_FULL
        return OK

    def apply(self, state: State, armies: int, code: int) -> None:
        if code == END_CODE:
            self.ended |= armies
            return
        self.touched = armies
        unit = first_of(code)
        to = second_of(code)
        place = state.where[unit]
        self.used.append(ROAD_BETWEEN[place][to])
        self.gone |= 1 << unit
        state.put(unit, to)
        state.log.append(
            Event(
                REGROUPED,
                state.turn,
                side_no=self.side,
                army_no=ARMY_OF[unit],
                unit_no=unit,
                town_no=place,
                to_no=to,
                named=SIDE_BITS[self.side],
            )
        )


REGROUPING: Final[PhaseKind] = PhaseKind(
    "regroup",
    lambda: Regroup(0, 0),
    [
        ("town", TOWN),
        ("side", SIDE),
        ("ended", ARMIES),
        ("gone", UNITS),
        ("used", ROADS),
        ("touched", ARMIES),
    ],
    ["engagements"],
    [
        Stage(
            "regroup",
            N_("Regroup after the victory at {town}, or end"),
            N_("Waiting for {seats}: they regroup at {town}"),
        )
    ],
)
