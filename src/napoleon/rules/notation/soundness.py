"""Battles as text that cannot be: what the rules would never have let happen is refused."""

from __future__ import annotations

from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_NAMES,
    FOOT,
    GUNS,
    INFANTRIES,
    MOUNTED,
    SIDE_UNITS,
    UNIT_IDS,
    UNIT_SIDE,
    members,
)
from napoleon.rules.engine.fight import (
    FACING,
    FARM,
    FIGHTING,
    HILL,
    NOBODY,
    OWN_AREAS,
    OWNER,
    PENDING,
    SETTING_UP,
    WOODS,
    Fight,
)
from napoleon.rules.engine.state import State
from napoleon.rules.errors import PositionError
from napoleon.rules.phases.engagements import name_seniors
from napoleon.rules.phases.faults import fault_of
from napoleon.rules.phases.movement import GROUP_LIMIT, Movement, groups_used


def check_daylight(state: State, town: int) -> None:
    """Nobody attacks at night, so that nobody fights then either (5.7)."""
    if state.is_night:
        raise PositionError(f"both sides meet at {TOWN_IDS[town]}, but this turn is night", "5.7")


def check_peace(state: State, town: int) -> None:
    """Raise PositionError if both sides stand in a town without a battle."""
    if state.is_contested(town) and state.fight_at(town) is None:
        check_daylight(state, town)
        raise PositionError(
            f"both sides stand in {TOWN_IDS[town]}, so there must be a battle", "6.1"
        )


def check_fight(state: State, fight: Fight, has_flow: bool, is_sketch: bool) -> None:
    """Whether a battle of a position can be; adds who is in view, and who is senior.

    In a sketch, units that were dealt may stand where no such unit can.
    """
    town = TOWN_IDS[fight.town]
    if fight.status == FIGHTING and not fight.on_field():
        fight.status = PENDING  # nobody has been deployed yet
        fight.round = 0
    check_daylight(state, fight.town)
    if fight.status == FIGHTING and state.at[fight.town] & ~fight.on_field():
        raise PositionError(f"units stand in {town} outside its battlefield", "6.2.2")
    if fight.status == PENDING and (fight.on_field() or any(fight.terrain)):
        raise PositionError(f"the field of {town} is not set up while its battle is pending", "6.2")
    if fight.status != SETTING_UP and not has_flow and not state.is_contested(fight.town):
        raise PositionError(f"only one side stands in {town}, so there is no battle", "6.1")
    for area in range(1, 7):
        if not is_sketch:
            _check_guns(fight, area)
        holder = fight.holder[area]
        if holder != NOBODY:
            fit = {FARM: INFANTRIES, HILL: GUNS}.get(fight.terrain[area], 0)
            if not fit & fight.areas[area] & 1 << holder:
                raise PositionError(f"{UNIT_IDS[holder]} cannot hold that at {town}", "6.2.1")
    for unit in members(fight.square):
        area = fight.area_of(unit)
        own = OWN_AREAS[fight.role_of(UNIT_SIDE[unit])]
        if not INFANTRIES >> unit & 1 or area not in own or fight.terrain[area] == WOODS:
            raise PositionError(f"{UNIT_IDS[unit]} cannot be in square there", "6.5")
    for unit in members(fight.sheltered):
        if not fight.square >> fight.host_of(unit) & 1:
            raise PositionError(f"{UNIT_IDS[unit]} is sheltered by no square", "6.5.2")
    if fight.status == FIGHTING:
        _see(state, fight)
    if not has_flow:
        name_seniors(state, fight)


def check_marches(state: State, has_flow: bool) -> None:
    """Raise PositionError where groups, marks of marches and moved blocks contradict each other."""
    if has_flow and not any(isinstance(phase, Movement) for phase in state.stack):
        marked = state.marched | state.marched2 | state.forced
        if state.group_units or state.blocks or marked or any(state.road_use):
            raise PositionError("groups, marches and roads used are those of a movement", "5.1")
        return
    grouped = 0
    for index, units in enumerate(state.group_units):
        grouped |= units
        town = state.group_town[index]
        for unit in members(units & ~state.marched):
            if state.where[unit] != town:
                raise PositionError(f"{UNIT_IDS[unit]} has not left {TOWN_IDS[town]}", "5.3")
    for army, limit in enumerate(GROUP_LIMIT):
        if groups_used(state, army) > limit:
            raise PositionError(f"more groups of {ARMY_NAMES[army]} units march than may", "5.1")
    for unit in members((state.marched | state.marched2 | state.forced) & ~grouped):
        raise PositionError(f"{UNIT_IDS[unit]} has marched without a group", "5.1")
    for unit in members(grouped & ~SIDE_UNITS[state.side]):
        raise PositionError(f"{UNIT_IDS[unit]} marches in the enemy's turn", "2.1")
    spent = (FOOT & state.marched) | state.marched2
    wrong = (state.marched2 & ~(state.marched & MOUNTED)) | (state.forced & ~spent)
    for unit in members(wrong):
        raise PositionError(f"{UNIT_IDS[unit]} cannot have made its last step yet", "5.3")


def check_frame(state: State, index: int, placed: int) -> None:
    """Raise PositionError if a frame of the stack does not fit the rest of the state; `placed` are
    the units that the position has named."""
    phase = state.stack[index]
    kind = phase.kind()
    for name in kind.unit_sets():
        for unit in members(getattr(phase, name) & ~placed):
            raise PositionError(f"{UNIT_IDS[unit]} is not in this position")
    wrong = fault_of(state.stack, index, state)
    if wrong:
        raise PositionError(f"this flow {kind.name} cannot be: {wrong}")


def _check_guns(fight: Fight, area: int) -> None:
    """Artillery stands in no woods, and beyond neither woods nor a stream: it comes to an enemy
    area by way of its own that faces it (6.2.1)."""
    guns = fight.areas[area] & GUNS
    if not guns:
        return
    town = TOWN_IDS[fight.town]
    if fight.terrain[area] == WOODS:
        raise PositionError(f"artillery stands in woods at {town}", "6.2.1")
    for unit in members(guns & SIDE_UNITS[1 - fight.side_of(OWNER[area])]):
        if fight.terrain[FACING[area]] == WOODS:
            raise PositionError(
                f"{UNIT_IDS[unit]} cannot have passed through the woods at {town}", "6.2.1"
            )
        if fight.has_stream(area):
            raise PositionError(
                f"{UNIT_IDS[unit]} cannot have crossed the stream at {town}", "6.2.1"
            )


def _see(state: State, fight: Fight) -> None:
    """Who is in view in a battle given as text: no event tells of it."""
    fight.shown |= fight.square
    for holder in fight.holder:
        if holder != NOBODY:
            fight.shown |= 1 << holder
    for area in (0, 7):
        fight.shown &= ~fight.areas[area]
    for area in range(1, 7):
        units = fight.areas[area]
        if fight.is_contested(area):
            fight.shown |= units
        elif fight.terrain[area] == WOODS:
            fight.shown &= ~units
        elif not state.is_hidden:
            fight.shown |= units
