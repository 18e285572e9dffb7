"""Battles as text that cannot be: what the rules would never have let happen is refused."""

from __future__ import annotations

from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    GUNS,
    INFANTRIES,
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
    SETTING_UP,
    WOODS,
    Fight,
)
from napoleon.rules.engine.state import State
from napoleon.rules.errors import PositionError
from napoleon.rules.phases.engagements import name_seniors


def check_daylight(state: State, town: int) -> None:
    """Nobody attacks at night, so that nobody fights then either (5.7)."""
    if state.is_night:
        raise PositionError(f"both sides meet at {TOWN_IDS[town]}, but this turn is night", "5.7")


def check_fight(state: State, fight: Fight, has_flow: bool, is_sketch: bool) -> None:
    """Whether a battle of a position can be; adds who is in view, and who is senior.

    In a sketch, units that were dealt may stand where no such unit can.
    """
    town = TOWN_IDS[fight.town]
    check_daylight(state, fight.town)
    if fight.status == FIGHTING and state.at[fight.town] & ~fight.on_field():
        raise PositionError(f"units stand in {town} outside its battlefield", "6.2.2")
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
