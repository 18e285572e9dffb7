"""Fire on the battlefield (rules 6.3.3, 6.4, 6.5.1)."""

from __future__ import annotations

from napoleon.rules.board.units import (
    ARMY_OF,
    CAVALRIES,
    FIREPOWER,
    GUNS,
    HORSE_GUNS,
    INFANTRIES,
    SIDE_UNITS,
    UNIT_SIDE,
    members,
)
from napoleon.rules.engine.actions import NONE
from napoleon.rules.engine.events import SHOT, Event
from napoleon.rules.engine.fight import FACING, FARM, HILL, NOBODY, OWNER, WOODS, Fight, field_area
from napoleon.rules.engine.refusals import (
    FARM_IS_SAFE,
    FRIENDS_AHEAD,
    HAS_ACTED,
    IN_RESERVE,
    NO_FIREPOWER,
    NO_GUN,
    NO_SUCH_SQUARE,
    NO_TARGET,
    NOT_ENGAGED,
    NOT_IN_OWN_AREA,
    OK,
    SHELTERED_NO_FIRE,
    WOODS_AHEAD,
)
from napoleon.rules.engine.state import State
from napoleon.rules.phases.losses import Losses


def may_still_fire(fight: Fight, unit: int) -> bool:
    """Once a battle turn, and not after a move; horse artillery may after one (6.3.3)."""
    bit = 1 << unit
    if (fight.fired | fight.done | fight.silent) & bit:
        return False
    if bit & HORSE_GUNS:
        return not fight.moved2 & bit
    return not fight.moved & bit


def target_pool(fight: Fight, unit: int, area: int, target: int) -> int:
    """The enemies in an area on whom hits would fall: one square, or all who are in none."""
    enemies = fight.areas[area] & SIDE_UNITS[1 - UNIT_SIDE[unit]]
    if target != NONE:
        if not enemies & fight.square & 1 << target:
            return 0
        guest = fight.guest_of(target)
        return 1 << target | (1 << guest if guest >= 0 else 0)
    pool = enemies & ~fight.square & ~fight.sheltered
    if CAVALRIES >> unit & 1 and fight.terrain[area] == FARM and fight.holder[area] != NOBODY:
        # Cavalry cannot hit the unit in a farm.
        pool &= ~(1 << fight.holder[area])
    return pool


def firepower_of(fight: Fight, unit: int, area: int, target: int, is_long: bool) -> int:
    """The number that a die must not pass, all modifiers added up (3.5, 6.3.3, 6.5.1)."""
    bit = 1 << unit
    power = FIREPOWER[unit]
    at_square = target != NONE
    if bit & GUNS:
        if is_long:
            if fight.terrain[area] == HILL and fight.holder[area] == unit:
                power += 1
        elif not fight.canister & bit:
            power += 1
        return power + 1 if at_square else power
    if bit & CAVALRIES:
        if fight.terrain[area] == WOODS:
            return 1
        if at_square:
            return power - 1
        return power + 1 if fight.shock & bit else power
    if bit & INFANTRIES:
        if fight.terrain[area] == FARM and fight.holder[area] == unit:
            power += 1
        return power + 1 if at_square else power
    return power


def refuse_fire(fight: Fight, unit: int, target: int) -> int:
    """Why a unit may not fire within its area."""
    area = fight.area_of(unit)
    if not may_still_fire(fight, unit):
        return HAS_ACTED
    if area in (0, 7):
        return IN_RESERVE
    if fight.sheltered >> unit & 1:
        return SHELTERED_NO_FIRE
    if not fight.is_contested(area):
        return NOT_ENGAGED
    if not target_pool(fight, unit, area, target):
        if target != NONE:
            return NO_SUCH_SQUARE
        is_farm = fight.terrain[area] == FARM and fight.holder[area] != NOBODY
        return FARM_IS_SAFE if is_farm and CAVALRIES >> unit & 1 else NO_TARGET
    return OK if firepower_of(fight, unit, area, target, False) > 0 else NO_FIREPOWER


def refuse_bombard(fight: Fight, unit: int, target: int) -> int:
    """Why a unit may not fire at long range."""
    area = fight.area_of(unit)
    side = UNIT_SIDE[unit]
    if not GUNS >> unit & 1:
        return NO_GUN
    if not may_still_fire(fight, unit):
        return HAS_ACTED
    if area in (0, 7):
        return IN_RESERVE
    if fight.sheltered >> unit & 1:
        return SHELTERED_NO_FIRE
    if OWNER[area] != fight.role_of(side):
        return NOT_IN_OWN_AREA
    ahead = FACING[area]
    if fight.terrain[ahead] == WOODS:
        return WOODS_AHEAD
    if fight.areas[ahead] & SIDE_UNITS[side]:
        return FRIENDS_AHEAD
    if not target_pool(fight, unit, ahead, target):
        return NO_TARGET if target == NONE else NO_SUCH_SQUARE
    return OK  # every gun has firepower at long range


def shoot(state: State, fight: Fight, unit: int, target: int, is_long: bool) -> None:
    """A unit fires: one die for each point of strength, and the hits fall at once (3.3, 6.4)."""
    bit = 1 << unit
    area = fight.area_of(unit)
    aim = FACING[area] if is_long else area
    pool = target_pool(fight, unit, aim, target)
    power = firepower_of(fight, unit, area, target, is_long)
    fight.fired |= bit
    fight.shock &= ~bit
    if bit & GUNS and not is_long:
        fight.canister |= bit
    if not fight.shown & bit:
        fight.shown |= bit
        state.show(unit, field_area(fight.attacker, area))
    if UNIT_SIDE[unit] == fight.attacker and _could_hurt(state, fight, pool, is_long):
        fight.busy = True
        fight.engaged = 0
    dice = state.roll_many(state.strength[unit])
    hits = 0
    for die in dice:
        if die <= power:
            hits += 1
    state.log.append(
        Event(
            SHOT,
            state.turn,
            side_no=UNIT_SIDE[unit],
            army_no=ARMY_OF[unit],
            unit_no=unit,
            other_no=target if target != NONE else -1,
            town_no=fight.town,
            area_no=field_area(fight.attacker, aim),
            from_area_no=field_area(fight.attacker, area),
            amount=hits,
            firepower=power,
            dice=dice,
        )
    )
    if hits:
        state.stack.append(Losses(fight.town, pool, hits, is_long))


def _could_hurt(state: State, fight: Fight, pool: int, is_long: bool) -> bool:
    """Return whether the firer has to reckon that a shot at these takes a point of strength (ruling
    6.7 harmless-shot-idle).

    Only long-range fire at units that are all in view and have one point each cannot. Units out of
    view (6.2.4) count as able to be hurt whatever their strength: what the shot leads to would tell
    the firer of it.
    """
    if not is_long or pool & ~fight.shown:
        return True
    return max([state.strength[unit] for unit in members(pool)]) > 1
