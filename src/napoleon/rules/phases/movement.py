"""Movement (rule 5): marches, then forced marches with the leaders' help, then the dice."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import (
    ADJACENT,
    NEIGHBOURS,
    RIVER_LIMIT,
    ROAD_BETWEEN,
    ROAD_LIMIT,
    ROADS_FROM,
)
from napoleon.rules.board.units import (
    ARMY_OF,
    ARMY_UNITS,
    FOOT,
    LEADERS,
    MOUNTED,
    SIDE_BITS,
    SIDE_OF,
    SIDE_UNITS,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
    armies_in,
    members,
)
from napoleon.rules.engine.actions import (
    END,
    END_CODE,
    FORCE,
    MARCH,
    SHOW,
    encode,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.events import (
    BY_MARCH,
    FORCE_MARCHED,
    LEADER_SHOWN,
    MARCH_DIE,
    MARCHED,
    Event,
)
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.refusals import (
    CONTESTED_HERE,
    FORCED_ALREADY,
    LEADER_WAITS,
    NIGHT_ATTACK,
    NIGHT_FORCE,
    NO_GROUP_LEFT,
    NO_MARCHERS,
    NO_ROAD,
    NO_STEPS_LEFT,
    NOT_ACTIVATED,
    NOT_JOINED,
    NOT_MARCHED,
    OK,
    RIVER_FULL,
    ROAD_FULL,
    SAME_TOWN,
    WRONG_STEP,
)
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
from napoleon.rules.phases.losses import lose_strength
from napoleon.rules.phases.phase import ARMIES, NUMBER, UNITS, Phase, PhaseKind, Stage
from napoleon.rules.words.language import N_

# Steps of the phase
MARCHES: Final = 0
FORCED_MARCHES: Final = 1

# 5.1: groups a turn for each army
GROUP_LIMIT: Final = [2, 1, 1]
LEADER_OF: Final = [members(ARMY_UNITS[army] & LEADERS)[0] for army in range(3)]


class Movement(Phase):
    """The movement of the side whose turn it is (2.1)."""

    __slots__ = ("ended", "shown", "step", "touched")

    def __init__(self) -> None:
        self.step = MARCHES
        self.ended = 0
        self.touched = 0
        self.shown = 0  # leaders who have shown themselves for the forced-march dice

    def stage(self, state: State) -> str:
        return ("march", "force")[self.step]

    def stage_seen(self, state: State) -> str:
        """One word for both steps: the enemy tells them by what moves (ruling 5.6 always-asked)."""
        return "march"

    def kind(self) -> PhaseKind:
        return KIND

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        """Its player is told what follows the marches."""
        if SIDE_BITS[state.side] & armies and self.to_act(state) & armies:
            view.forced_marches = self.forced_next(state, armies)

    def forget(self, state: State, side: int) -> None:
        """The enemy tells the steps by what moves."""
        if state.side != side:
            self.step = FORCED_MARCHES if state.forced else MARCHES
            self.touched = 0

    def copy(self) -> Movement:
        twin = Movement()
        twin.step = self.step
        twin.ended = self.ended
        twin.touched = self.touched
        twin.shown = self.shown
        return twin

    def is_untouched(self, armies: int) -> bool:
        return not self.touched & armies

    def seal(self) -> None:
        self.touched = 0

    def keeps_secret(self, state: State, armies: int) -> bool:
        """Who has moved is asked, for horsemen may ride on and foot may force-march: a step passed
        over would tell which it was."""
        return (moved_armies(state) & armies) != 0

    def to_act(self, state: State) -> int:
        """All armies march; those that did are asked for forced marches, also where none is
        possible, till their leader has shown himself (rulings 5.6 always-asked,
        march-show-roll)."""
        armies = SIDE_BITS[state.side] & ~self.ended
        if self.step == FORCED_MARCHES:
            return armies & moved_armies(state) & ~armies_in(self.shown)
        return state.on_map(armies)

    def forced_next(self, state: State, armies: int) -> str:
        """Whether a seat that ends its marches now is asked for forced marches next, and some are
        possible: "some" or "none"; "" if it is not, or has to wait for its ally."""
        if self.step != MARCHES or state.is_night or not moved_armies(state) & armies:
            return ""
        if self.to_act(state) & ~armies:
            return ""
        return "some" if can_force(state, armies) else "none"

    def advance(self, state: State) -> bool:
        if self.to_act(state):
            return False
        if self.step == MARCHES and not state.is_night:
            self.step = FORCED_MARCHES
            self.ended = 0
            self.touched = 0
        else:
            roll_forced_marches(state, self.shown)
            state.forget_marches()
            state.stack.pop()
        return True

    def legal(self, state: State, armies: int) -> list[int]:
        open_armies = armies & ~self.ended
        if self.step == MARCHES:
            codes = march_codes(state, open_armies)
        else:
            codes = force_codes(state, open_armies & ~armies_in(self.shown))
            # Asking here, and not in a step of its own, tells nobody that the leader is there.
            leaders = leaders_with_marchers(state) & ~self.shown & UNITS_OF_ARMIES[open_armies]
            codes += [encode(SHOW, leader) for leader in members(leaders)]
        codes.append(END_CODE)
        return codes

    def refuse(self, state: State, armies: int, code: int) -> int:
        verb = verb_of(code)
        unit = first_of(code)
        if verb not in ((MARCH, END) if self.step == MARCHES else (FORCE, SHOW, END)):
            return NIGHT_FORCE if state.is_night and verb in (FORCE, SHOW) else WRONG_STEP
        if verb == END:
            return OK
        if verb == MARCH:
            return refuse_march(state, unit, second_of(code))
        if verb == SHOW:
            if self.shown >> unit & 1:
                return LEADER_WAITS
            return OK if leaders_with_marchers(state) >> unit & 1 else NO_MARCHERS
        if armies_in(self.shown) >> ARMY_OF[unit] & 1:
            return LEADER_WAITS
        return refuse_forced_march(state, unit, second_of(code))

    def apply(self, state: State, armies: int, code: int) -> None:
        verb = verb_of(code)
        unit = first_of(code)
        if verb == END:
            self.ended |= armies
        elif verb == SHOW:
            self.shown |= 1 << unit
            state.sealed = True
            state.log.append(
                Event(
                    LEADER_SHOWN,
                    state.turn,
                    side_no=UNIT_SIDE[unit],
                    army_no=ARMY_OF[unit],
                    unit_no=unit,
                    town_no=state.where[unit],
                    amount=state.strength[unit],
                )
            )
        else:
            self.touched = armies
            step_along(state, unit, second_of(code), verb == FORCE)


KIND: Final[PhaseKind] = PhaseKind(
    "movement",
    Movement,
    [("step", NUMBER), ("ended", ARMIES), ("touched", ARMIES), ("shown", UNITS)],
    ["campaign"],
    [
        Stage(
            "march",
            N_("Finish the marches of your groups, or end"),
            N_("Waiting for {seats}: they march"),
        ),
        Stage(
            "force",
            N_("Force-march units of your groups one town further, or end"),
            N_("Waiting for {seats}: they make forced marches"),
        ),
    ],
)


def moved_armies(state: State) -> int:
    """The armies that have moved a block in this turn."""
    armies = 0
    for army in state.group_army:
        armies |= 1 << army
    return armies


def group_of(state: State, unit: int) -> int:
    """The activated group to which a unit belongs, or -1."""
    for index in range(len(state.group_units)):
        if state.group_units[index] >> unit & 1:
            return index
    return -1


def groups_used(state: State, army: int) -> int:
    """How many groups of an army have moved this turn."""
    used = 0
    for mover in state.group_army:
        if mover == army:
            used += 1
    return used


def are_joined(one: int, two: int, target: int) -> bool:
    """Command control (5.2): both towns adjoin the target, and each other or are the same."""
    return (
        (ADJACENT[target] >> one & 1) != 0
        and (ADJACENT[target] >> two & 1) != 0
        and (one == two or (ADJACENT[one] >> two & 1) != 0)
    )


def refuse_step(state: State, road: int, to: int, army: int, group_town: int) -> int:
    """Why a unit of a group that began in `group_town` may not take this road to `to`."""
    if state.road_use[road] >= ROAD_LIMIT[road]:
        return ROAD_FULL
    if state.at[to] & SIDE_UNITS[1 - SIDE_OF[army]]:
        if state.is_night:
            return NIGHT_ATTACK
        if state.river_use[road] >= RIVER_LIMIT[road]:
            return RIVER_FULL
        fight = state.fight_at(to)
        if (
            fight is not None
            and fight.lead_town >= 0
            and (fight.lead_town != group_town or fight.lead_army != army)
            and not are_joined(fight.lead_town, group_town, to)
        ):
            return NOT_JOINED
    return OK


def march_targets(state: State, town: int, army: int, group_town: int) -> list[int]:
    """The towns that a unit in `town`, of a group that began in `group_town`, may step to."""
    enemies = SIDE_UNITS[1 - SIDE_OF[army]]
    targets: list[int] = []
    for index, road in enumerate(ROADS_FROM[town]):
        to = NEIGHBOURS[town][index]
        # Nothing stands against a step over an unused road to where no enemy is.
        is_free = not state.road_use[road] and not state.at[to] & enemies
        if is_free or refuse_step(state, road, to, army, group_town) == OK:
            targets.append(to)
    return targets


def _step_codes(state: State, verb: int, units: int, army: int, group_town: int) -> list[int]:
    """Steps of units of one group, wherever they stand."""
    codes: list[int] = []
    enemies = SIDE_UNITS[1 - SIDE_OF[army]]
    while units:
        first = (units & -units).bit_length() - 1
        town = state.where[first]
        here = units & state.at[town]
        units ^= here
        if state.at[town] & enemies:
            continue
        targets = march_targets(state, town, army, group_town)
        bases = [encode(verb, unit, 0) for unit in members(here)]
        codes += [base | target for base in bases for target in targets]
    return codes


def march_codes(state: State, armies: int) -> list[int]:
    """All marches open to these armies (5.1 to 5.5)."""
    codes: list[int] = []
    fresh = ~state.marched | (MOUNTED & ~state.marched2)
    grouped = 0
    for index in range(len(state.group_units)):
        army = state.group_army[index]
        if armies >> army & 1:
            units = state.group_units[index] & fresh & ~state.lost
            grouped |= state.group_units[index]
            codes += _step_codes(state, MARCH, units, army, state.group_town[index])
    for army in range(3):
        if armies >> army & 1 and groups_used(state, army) < GROUP_LIMIT[army]:
            own = ARMY_UNITS[army] & ~grouped
            for town, units in enumerate(state.at):
                if units & own:
                    codes += _step_codes(state, MARCH, units & own, army, town)
    return codes


def force_codes(state: State, armies: int) -> list[int]:
    """All forced marches open to these armies (5.6)."""
    codes: list[int] = []
    spent = _spent_units(state)
    for index in range(len(state.group_units)):
        army = state.group_army[index]
        if armies >> army & 1:
            units = state.group_units[index] & spent
            codes += _step_codes(state, FORCE, units, army, state.group_town[index])
    return codes


def can_force(state: State, armies: int) -> bool:
    """Whether a forced march is open to these armies."""
    spent = _spent_units(state) & UNITS_OF_ARMIES[armies]
    for index, units in enumerate(state.group_units):
        army = state.group_army[index]
        for unit in members(units & spent):
            town = state.where[unit]
            is_free = not state.at[town] & SIDE_UNITS[1 - SIDE_OF[army]]
            if is_free and march_targets(state, town, army, state.group_town[index]):
                return True
    return False


def _spent_units(state: State) -> int:
    """The units that have made all their steps, and no forced march yet."""
    return ((FOOT & state.marched) | state.marched2) & ~state.forced & ~state.lost


def refuse_march(state: State, unit: int, to: int) -> int:
    """Why a unit may not march to a town."""
    bit = 1 << unit
    town = state.where[unit]
    army = ARMY_OF[unit]
    group = group_of(state, unit)
    if group < 0 and groups_used(state, army) >= GROUP_LIMIT[army]:
        return NO_GROUP_LEFT
    if state.marched & bit and not (MOUNTED & bit and not state.marched2 & bit):
        return NO_STEPS_LEFT
    return _refuse_road(state, unit, to, town if group < 0 else state.group_town[group])


def refuse_forced_march(state: State, unit: int, to: int) -> int:
    """Why a unit may not force-march to a town."""
    bit = 1 << unit
    group = group_of(state, unit)
    if group < 0:
        return NOT_ACTIVATED
    if state.forced & bit:
        return FORCED_ALREADY
    if not ((FOOT & state.marched) | state.marched2) & bit:
        return NOT_MARCHED
    return _refuse_road(state, unit, to, state.group_town[group])


def _refuse_road(state: State, unit: int, to: int, group_town: int) -> int:
    town = state.where[unit]
    army = ARMY_OF[unit]
    if state.at[town] & SIDE_UNITS[1 - SIDE_OF[army]]:
        return CONTESTED_HERE
    road = ROAD_BETWEEN[town][to]
    if road < 0:
        return SAME_TOWN if to == town else NO_ROAD
    return refuse_step(state, road, to, army, group_town)


def step_along(state: State, unit: int, to: int, is_forced: bool) -> None:
    """One step of a march: the group is activated by its first (ruling 5.1 first-step)."""
    bit = 1 << unit
    town = state.where[unit]
    army = ARMY_OF[unit]
    side = SIDE_OF[army]
    group = group_of(state, unit)
    if group < 0:
        group = len(state.group_units)
        state.group_army.append(army)
        state.group_town.append(town)
        state.group_units.append(state.at[town] & ARMY_UNITS[army] & ~state.marched)
    if not state.marched & bit:
        state.blocks.append(unit)
    if is_forced:
        state.forced |= bit
    elif state.marched & bit:
        state.marched2 |= bit
    else:
        state.marched |= bit
    road = ROAD_BETWEEN[town][to]
    state.road_use[road] += 1
    if state.at[to] & SIDE_UNITS[1 - side]:
        fight = state.fight_at(to)
        if fight is None:
            fight = Fight(to, side)
            fight.lead_army = army
            fight.lead_town = state.group_town[group]
            state.fights.append(fight)
        fight.origins |= 1 << town
        if RIVER_LIMIT[road] < 99:
            state.river_use[road] += 1
    state.put(unit, to)
    state.log.append(
        Event(
            FORCE_MARCHED if is_forced else MARCHED,
            state.turn,
            side_no=side,
            army_no=army,
            unit_no=unit,
            town_no=town,
            to_no=to,
            block=state.block_of(unit),
            named=SIDE_BITS[side],
        )
    )


def leaders_with_marchers(state: State) -> int:
    """The leaders with whom a force-marching unit of their army stands (8.1)."""
    mask = 0
    if state.forced:
        for army in range(3):
            leader = LEADER_OF[army]
            town = state.where[leader]
            if town >= 0 and state.at[town] & state.forced & ARMY_UNITS[army]:
                mask |= 1 << leader
    return mask


def roll_forced_marches(state: State, shown: int) -> None:
    """A die for each forced march, all rolled before any loss is taken (5.6).

    They are rolled in the order in which the blocks first moved, which everybody saw: the order of
    the roster would tell which block is which.
    """
    losers: list[int] = []
    for unit in state.blocks:
        if not state.forced >> unit & 1:
            continue
        leader = LEADER_OF[ARMY_OF[unit]]
        bonus = 1 if shown >> leader & 1 and state.where[leader] == state.where[unit] else 0
        die = state.roll()
        event = Event(
            MARCH_DIE,
            state.turn,
            side_no=UNIT_SIDE[unit],
            army_no=ARMY_OF[unit],
            unit_no=unit,
            town_no=state.where[unit],
            amount=bonus,
            block=state.block_of(unit),
            dice=(die,),
            named=SIDE_BITS[UNIT_SIDE[unit]],
        )
        state.log.append(event)
        if event.failed:
            losers.append(unit)
    for unit in losers:
        lose_strength(state, unit, 1, BY_MARCH, False)
