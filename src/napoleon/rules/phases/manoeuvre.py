"""What a unit does on the battlefield but fire and retreat (rules 6.2.1, 6.3.2, 6.5, 6.5.2)."""

from __future__ import annotations

from napoleon.rules.board.units import (
    ARMY_OF,
    CAVALRIES,
    FOOT,
    FOOT_GUNS,
    GUNS,
    HORSE_GUNS,
    INFANTRIES,
    LEADERS,
    SIDE_UNITS,
    UNIT_SIDE,
)
from napoleon.rules.engine.events import (
    DISENGAGED,
    EMERGED,
    ENGAGED,
    OCCUPIED,
    REGROUPED_ON_FIELD,
    SHELTERED,
    SQUARE_FORMED,
    SQUARE_LEFT,
    SWAPPED,
    Event,
)
from napoleon.rules.engine.fight import (
    COLUMN,
    FACING,
    FARM,
    HILL,
    NOBODY,
    OWN_AREAS,
    OWNER,
    RESERVE_AREA,
    WOODS,
    Fight,
    field_area,
)
from napoleon.rules.engine.refusals import (
    BOTH_WAYS,
    CANNOT_ENTER,
    CANNOT_SHELTER,
    ENEMY_THERE,
    FORWARD_ENGAGED,
    GUNS_ENGAGE,
    GUNS_FORD,
    HAS_ACTED,
    HELD_ALREADY,
    HOLDER_ACTED,
    HOLDS_FARM,
    IN_SQUARE,
    NO_HOLDER,
    NO_SQUARE_IN_WOODS,
    NOT_IN_OWN_AREA,
    NOT_IN_SQUARE,
    NOT_INFANTRY,
    NOT_NEXT,
    NOT_SHELTERED,
    NOTHING_TO_HOLD,
    OK,
    SQUARE_ENGAGED,
    SQUARE_TAKEN,
    STREAM_FULL,
    SWAPPED_ALREADY,
    WOODS_STOP,
    WRONG_HOLDER,
)
from napoleon.rules.engine.state import State

# 6.2.1: units of a side that cross a stream in a battle turn
STREAM_LIMIT = 2


def has_not_acted(fight: Fight, unit: int) -> bool:
    """Whether a unit has done nothing yet in this battle turn."""
    return not (fight.moved | fight.fired | fight.done) >> unit & 1


def may_still_move(fight: Fight, unit: int) -> bool:
    """Foot one area, mounted two; horse artillery one if it fires (6.3.2, 6.3.3)."""
    bit = 1 << unit
    if (fight.done | fight.halted | fight.moved2) & bit:
        return False
    if bit & FOOT:
        return not (fight.moved | fight.fired) & bit
    if bit & HORSE_GUNS:
        return not (fight.moved & fight.fired & bit)
    return not fight.fired & bit


def are_next(role: int, area: int, to: int) -> bool:
    """Whether one step leads from an area to another: reserve - own area - the area facing it."""
    reserve = RESERVE_AREA[role]
    if area == reserve:
        return to in OWN_AREAS[role]
    if to == reserve:
        return area in OWN_AREAS[role]
    return FACING[area] == to


def refuse_move(fight: Fight, unit: int, to: int) -> int:
    """Why a unit may not take a step to an area (6.3.2)."""
    return refuse_step(fight, unit, fight.area_of(unit), to)


def refuse_step(fight: Fight, unit: int, area: int, to: int) -> int:
    """Why a unit in one area may not take a step to another."""
    bit = 1 << unit
    side = UNIT_SIDE[unit]
    role = fight.role_of(side)
    if fight.square & bit:
        return IN_SQUARE
    if not may_still_move(fight, unit):
        is_stopped = fight.halted & ~fight.moved2 & bit and not fight.is_contested(area)
        return WOODS_STOP if is_stopped and fight.terrain[area] == WOODS else HAS_ACTED
    if not are_next(role, area, to):
        return NOT_NEXT
    enemies = SIDE_UNITS[1 - side]
    if fight.areas[area] & enemies:
        if OWNER[to] != role:
            return FORWARD_ENGAGED
        if fight.areas[to] & enemies:
            return ENEMY_THERE
    elif fight.areas[to] & enemies:
        if bit & FOOT_GUNS:
            return GUNS_ENGAGE
        if fight.disengaged & bit:
            return BOTH_WAYS
    elif OWNER[to] != role and bit & FOOT_GUNS:
        return GUNS_ENGAGE
    if fight.terrain[to] == WOODS and bit & GUNS:
        return CANNOT_ENTER
    if FACING[area] == to and fight.has_stream(area):
        if bit & HORSE_GUNS:
            return GUNS_FORD
        if fight.crossings[COLUMN[area]] >= STREAM_LIMIT:
            return STREAM_FULL
    return OK


def _tell(
    state: State, fight: Fight, kind: int, unit: int, was_seen: bool = True, other: int = -1
) -> None:
    """Log what a unit did where it stands; `other` is the square that shelters it."""
    area = fight.area_of(unit)
    is_seen = was_seen or (fight.shown >> unit & 1) != 0
    state.log.append(
        Event(
            kind,
            state.turn,
            side_no=UNIT_SIDE[unit],
            army_no=ARMY_OF[unit],
            unit_no=unit,
            other_no=other,
            town_no=fight.town,
            area_no=field_area(fight.attacker, area),
            terrain_no=fight.terrain[area] if fight.terrain[area] else -1,
            named=state.namers(unit, is_seen),
        )
    )


def _come_into_view(state: State, fight: Fight, unit: int) -> None:
    """A unit does what cannot be done unseen (ruling 6.2.4)."""
    if not fight.shown >> unit & 1:
        fight.shown |= 1 << unit
        state.show(unit, field_area(fight.attacker, fight.area_of(unit)))


def move(state: State, fight: Fight, unit: int, to: int) -> None:
    """One step on the battlefield."""
    bit = 1 << unit
    side = UNIT_SIDE[unit]
    area = fight.area_of(unit)
    enemies = SIDE_UNITS[1 - side]
    was_engaged = (fight.areas[area] & enemies) != 0
    was_seen = (fight.shown & bit) != 0
    if fight.moved & bit:
        fight.moved2 |= bit
    fight.moved |= bit
    if FACING[area] == to and fight.has_stream(area):
        fight.crossings[COLUMN[area]] += 1
    fight.leave_area(unit, area)
    fight.areas[to] |= bit
    if fight.areas[to] & enemies:
        kind = ENGAGED
        fight.halted |= bit
        if bit & CAVALRIES:
            fight.shock |= bit
        if side == fight.attacker and not fight.engaged & bit:
            fight.engaged |= bit
            fight.busy = True
    elif was_engaged:
        kind = DISENGAGED
        fight.disengaged |= bit
    else:
        kind = REGROUPED_ON_FIELD
    if fight.terrain[to] == WOODS and bit & CAVALRIES:
        fight.halted |= bit
    is_seen = (
        was_seen
        or kind == ENGAGED
        or (to not in (0, 7) and fight.terrain[to] != WOODS and not state.is_hidden)
    )
    state.log.append(
        Event(
            kind,
            state.turn,
            side_no=side,
            army_no=ARMY_OF[unit],
            unit_no=unit,
            town_no=fight.town,
            area_no=field_area(fight.attacker, to),
            from_area_no=field_area(fight.attacker, area),
            named=state.namers(unit, is_seen),
        )
    )


def refuse_square(fight: Fight, unit: int) -> int:
    """Why a unit may not form square (6.5)."""
    area = fight.area_of(unit)
    if not INFANTRIES >> unit & 1:
        return NOT_INFANTRY
    if fight.square >> unit & 1:
        return IN_SQUARE
    if not has_not_acted(fight, unit):
        return HAS_ACTED
    if area not in OWN_AREAS[fight.role_of(UNIT_SIDE[unit])]:
        return NOT_IN_OWN_AREA
    if fight.terrain[area] == WOODS:
        return NO_SQUARE_IN_WOODS
    if fight.terrain[area] == FARM and fight.holder[area] == unit:
        return HOLDS_FARM
    return OK


def form_square(state: State, fight: Fight, unit: int) -> None:
    """Infantry forms square; a square is seen (ruling 6.5 squares-show)."""
    fight.done |= 1 << unit
    fight.square |= 1 << unit
    _come_into_view(state, fight, unit)
    _tell(state, fight, SQUARE_FORMED, unit)


def refuse_column(fight: Fight, unit: int) -> int:
    """Why a unit may not leave its square (ruling 6.5)."""
    if not fight.square >> unit & 1:
        return NOT_IN_SQUARE
    if not has_not_acted(fight, unit):
        return HAS_ACTED
    return SQUARE_ENGAGED if fight.is_contested(fight.area_of(unit)) else OK


def leave_square(state: State, fight: Fight, unit: int) -> None:
    """Infantry leaves square."""
    fight.done |= 1 << unit
    fight.break_square(unit)
    _tell(state, fight, SQUARE_LEFT, unit)


def refuse_shelter(fight: Fight, unit: int, square: int) -> int:
    """Why a unit may not shelter in a square (6.5.2)."""
    if (
        not (LEADERS | GUNS) >> unit & 1
        or not fight.square >> square & 1
        or ARMY_OF[unit] != ARMY_OF[square]
        or fight.area_of(unit) != fight.area_of(square)
        or fight.sheltered >> unit & 1
    ):
        return CANNOT_SHELTER
    if not has_not_acted(fight, unit):
        return HAS_ACTED
    return SQUARE_TAKEN if fight.guest_of(square) >= 0 else OK


def take_shelter(state: State, fight: Fight, unit: int, square: int) -> None:
    """A leader or a gun goes into a square; it gives up the hill that it held."""
    area = fight.area_of(unit)
    fight.done |= 1 << unit
    if fight.holder[area] == unit:
        fight.holder[area] = NOBODY
    fight.take_shelter(unit, square)
    _tell(state, fight, SHELTERED, unit, False, square)


def refuse_emerge(fight: Fight, unit: int) -> int:
    """Why a unit may not come out of a square (ruling 6.5.2)."""
    if not fight.sheltered >> unit & 1:
        return NOT_SHELTERED
    return OK if has_not_acted(fight, unit) else HAS_ACTED


def emerge(state: State, fight: Fight, unit: int) -> None:
    """A sheltered unit comes out, which is its action."""
    fight.done |= 1 << unit
    fight.leave_shelter(unit)
    _tell(state, fight, EMERGED, unit, False)


def _refuse_holder(fight: Fight, unit: int) -> int:
    """Why a unit could never hold what there is to hold in its area."""
    area = fight.area_of(unit)
    kind = fight.terrain[area]
    if kind not in (FARM, HILL):
        return NOTHING_TO_HOLD
    if not (INFANTRIES if kind == FARM else GUNS) >> unit & 1:
        return WRONG_HOLDER
    if fight.square >> unit & 1:
        return IN_SQUARE
    if fight.sheltered >> unit & 1:
        return WRONG_HOLDER
    return OK if has_not_acted(fight, unit) else HAS_ACTED


def refuse_occupy(fight: Fight, unit: int) -> int:
    """Why a unit may not take the farm or hill of its area (6.2.1)."""
    reason = _refuse_holder(fight, unit)
    if reason != OK:
        return reason
    return HELD_ALREADY if fight.holder[fight.area_of(unit)] != NOBODY else OK


def occupy(state: State, fight: Fight, unit: int) -> None:
    """A unit takes an empty farm or hill, which is its whole battle turn."""
    area = fight.area_of(unit)
    fight.done |= 1 << unit
    fight.holder[area] = unit
    _come_into_view(state, fight, unit)
    _tell(state, fight, OCCUPIED, unit)


def refuse_swap(fight: Fight, unit: int) -> int:
    """Why a unit may not take over a farm or hill from its holder (6.2.1)."""
    reason = _refuse_holder(fight, unit)
    if reason != OK:
        return reason
    area = fight.area_of(unit)
    holder = fight.holder[area]
    if holder in (NOBODY, unit) or ARMY_OF[holder] != ARMY_OF[unit]:
        return NO_HOLDER
    # Ruling 6.2.1 once-occupant: so a farm cannot go round and round.
    if fight.swapped >> unit & 1:
        return SWAPPED_ALREADY
    return OK if has_not_acted(fight, holder) else HOLDER_ACTED


def swap(state: State, fight: Fight, unit: int) -> None:
    """A unit takes over a farm or hill; neither has used its action."""
    area = fight.area_of(unit)
    fight.swapped |= 1 << unit
    holder = fight.holder[area]
    fight.holder[area] = unit
    _come_into_view(state, fight, unit)
    state.log.append(
        Event(
            SWAPPED,
            state.turn,
            side_no=UNIT_SIDE[unit],
            army_no=ARMY_OF[unit],
            unit_no=unit,
            other_no=holder,
            town_no=fight.town,
            area_no=field_area(fight.attacker, area),
            terrain_no=fight.terrain[area],
        )
    )
