"""Why the staff advises something in a fight: how many stand where, and what a volley is worth."""

from __future__ import annotations

from typing import Final

from napoleon.ai.advice.march_reasons import Reason, next_to, ours, theirs
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import SIDE_UNITS, UNIT_IDS, UNIT_SIDE
from napoleon.rules.engine import actions as verbs
from napoleon.rules.engine.fight import FACING, FROM_NAME, OWN_AREAS, RESERVE_AREA, Fight
from napoleon.rules.engine.state import State
from napoleon.rules.phases.fire import firepower_of
from napoleon.rules.words.language import N_

DIE: Final = 6

FIRE: Final = N_("Fire: {chance} % to hit at least once.")
BOMBARD: Final = N_("The guns fire from afar: {chance} % to hit at least once.")
ENGAGE: Final = N_("Engage: with it there, {own} against {enemy}.")
ALONE: Final = N_("Nobody of theirs stands there: alone in one of their areas we rout them.")
SUPPORT: Final = N_("Support the line there: with it {own}, against {enemy} opposite.")
BACK: Final = N_("Pull it back: strength {strength}, and {enemy} against it.")
RESERVE: Final = N_("In reserve it can go wherever it is needed.")
FILL: Final = N_("Nobody stands there yet, and an area left empty can be a rout.")
DEPLOY: Final = N_("There it is {own} then.")
SQUARE: Final = N_("In square it has little to fear from cavalry: {enemy} against it.")
REINFORCE: Final = N_("Bring it up: at {town} it is {own} against {enemy}.")
RETREAT: Final = N_("Withdraw to {town}: here it is {own} against {enemy}.")
GIVE_UP: Final = N_("Withdraw it to {town}: here it has more to lose than to win.")
FLEE: Final = N_("Flee to {town}: no other enemy stands next door to it.")
FLEE_NEAR: Final = N_("Flee to {town}: next door to it, besides those here: {enemy}.")
BEGIN: Final = N_("Begin at {town}: {own} against {enemy} there.")
LOSE: Final = N_("{unit} bears the hit: of those who may it is missed least.")
WEAKEN: Final = N_("{unit} can spare a step best: it has strength {strength}.")
REMOVE: Final = N_("{unit} will be missed least: it has strength {strength}.")
LINE: Final = N_(
    "We keep our places: {left} left, {centre} in the centre, {right} right, {reserve} in reserve."
)
LINE_AHEAD: Final = N_(
    "We keep our places: {left} left, {centre} in the centre, {right} right, {reserve} in reserve,"
    " {ahead} ahead in areas of theirs."
)
ENOUGH: Final = N_("We are enough at {town}: {own} against {enemy}.")
NO_MORE: Final = N_("Nobody else is risked at {town}: {own} against {enemy} there.")


def fire_reason(state: State, unit: int, target: int, *, is_long: bool) -> Reason:
    """What a volley is worth: a die for each point of strength (6.3.3)."""
    fight = fight_with(state, unit)
    area = fight.area_of(unit)
    power = max(0, min(DIE, firepower_of(fight, unit, area, target, is_long)))
    chance = 1.0 - (1.0 - power / DIE) ** state.strength[unit]
    return (BOMBARD if is_long else FIRE), {"chance": str(round(100.0 * chance))}


def move_reason(state: State, unit: int, name: int) -> Reason:
    """Why a unit changes its area."""
    fight = fight_with(state, unit)
    side = UNIT_SIDE[unit]
    role = fight.role_of(side)
    area = FROM_NAME[role][name]
    here = fight.area_of(unit)
    if area == RESERVE_AREA[role] or (here not in OWN_AREAS[role] and area == FACING[here]):
        enemies = _standing(fight, here, 1 - side) or _opposite(fight, here, 1 - side)
        return BACK, {"strength": str(state.strength[unit]), "enemy": str(enemies)}
    own = str(_standing(fight, area, side) + 1)
    enemies = _standing(fight, area, 1 - side)
    if enemies:
        return ENGAGE, {"own": own, "enemy": str(enemies)}
    if area not in OWN_AREAS[role]:
        return ALONE, {}
    return SUPPORT, {"own": own, "enemy": str(_opposite(fight, area, 1 - side))}


def deploy_reason(fight: Fight, unit: int, name: int) -> Reason:
    """Why a unit is drawn up there."""
    side = UNIT_SIDE[unit]
    role = fight.role_of(side)
    area = FROM_NAME[role][name]
    if area == RESERVE_AREA[role]:
        return RESERVE, {}
    own = _standing(fight, area, side)
    return (DEPLOY, {"own": str(own + 1)}) if own else (FILL, {})


def square_reason(state: State, unit: int) -> Reason:
    """Why a unit forms square."""
    fight = fight_with(state, unit)
    area = fight.area_of(unit)
    side = UNIT_SIDE[unit]
    enemies = _standing(fight, area, 1 - side) + _opposite(fight, area, 1 - side)
    return SQUARE, {"enemy": str(enemies)}


def counted(reason: str, state: State, side: int, town: int, named: int) -> Reason:
    """A reason that counts both sides of the fight in a town; `named` is the town it speaks of."""
    own = str(ours(state, town, side))
    return reason, {"town": TOWN_IDS[named], "own": own, "enemy": str(theirs(state, town, side))}


def unit_reason(reason: str, state: State, unit: int) -> Reason:
    """A reason that names a unit and its strength."""
    return reason, {"unit": UNIT_IDS[unit], "strength": str(state.strength[unit])}


def line_reason(fight: Fight, side: int) -> Reason:
    """Why a side does no more: the line as it stands."""
    role = fight.role_of(side)
    numbers = {
        verbs.AREA_NAMES[name]: str(_standing(fight, FROM_NAME[role][name], side))
        for name in (1, 2, 3)
    }
    numbers["reserve"] = str(_standing(fight, RESERVE_AREA[role], side))
    ahead = sum([_standing(fight, area, side) for area in OWN_AREAS[1 - role]])
    return (LINE_AHEAD, {**numbers, "ahead": str(ahead)}) if ahead else (LINE, numbers)


def retreat_reason(state: State, unit: int, to: int) -> Reason:
    """Why a unit withdraws from a fight that it could go on with."""
    side = UNIT_SIDE[unit]
    here = state.where[unit]
    if ours(state, here, side) >= theirs(state, here, side):
        return GIVE_UP, {"town": TOWN_IDS[to]}
    return counted(RETREAT, state, side, here, to)


def flight_reason(state: State, unit: int, to: int) -> Reason:
    """Where a unit flees that must (7.1, 7.4)."""
    side = UNIT_SIDE[unit]
    enemies = next_to(state, to, side) - theirs(state, state.where[unit], side)
    values = {"town": TOWN_IDS[to]}
    return (FLEE_NEAR, {**values, "enemy": str(enemies)}) if enemies else (FLEE, values)


def enough_reason(state: State, side: int, town: int) -> Reason:
    """Why nobody else is brought up."""
    is_enough = ours(state, town, side) >= theirs(state, town, side)
    return counted(ENOUGH if is_enough else NO_MORE, state, side, town, town)


def fight_with(state: State, unit: int) -> Fight:
    """The fight that a unit is in."""
    return state.the_fight(state.where[unit])


def _standing(fight: Fight, area: int, side: int) -> int:
    return (fight.areas[area] & SIDE_UNITS[side]).bit_count()


def _opposite(fight: Fight, area: int, side: int) -> int:
    facing = FACING[area]
    return _standing(fight, facing, side) if facing >= 0 else 0
