"""Why the staff advises something: one line, as a template for the catalogues with its values.

Values that are ids of towns or units are put into the reader's language by whoever says the line.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.campaign.orders import Order, carry_out
from napoleon.rules.board.towns import SUPPLY_CITIES, TOWN_IDS
from napoleon.rules.board.units import (
    CAVALRIES,
    FRENCH,
    MOUNTED,
    SIDE_UNITS,
    UNIT_IDS,
    UNIT_SIDE,
)
from napoleon.rules.engine import actions as verbs
from napoleon.rules.engine.actions import first_of, second_of, verb_of
from napoleon.rules.engine.fight import FACING, FROM_NAME, OWN_AREAS, RESERVE_AREA, Fight
from napoleon.rules.engine.state import State
from napoleon.rules.phases.battle import BattleTurn
from napoleon.rules.phases.movement import MARCHES, Movement
from napoleon.rules.words.language import N_

Reason = tuple[str, dict[str, str]]

# Where a reason needs no look at the position.
_PLAIN: Final = {
    verbs.SHOW: N_("With the leader in sight fewer units suffer on the forced march."),
    verbs.DRAW: N_("Good ground is worth having: draw."),
    verbs.FIRE: N_("Fire while the enemy stands before us."),
    verbs.BOMBARD: N_("The guns fire first: at long range they risk nothing."),
    verbs.COLUMN: N_("No cavalry near: out of square the unit is of use again."),
    verbs.SHELTER: N_("Inside the square he is safe, and still counts."),
    verbs.EMERGE: N_("The danger is past: come out and be of use."),
    verbs.OCCUPY: N_("Whoever holds this ground fires better than he is fired at."),
    verbs.SWAP: N_("A stronger unit should hold this ground."),
    verbs.HOLD: N_("Man it at once: an empty farm or hill helps nobody."),
    verbs.REINFORCE: N_("Fresh units decide battles: bring them up."),
    verbs.FALLBACK: N_("Not all can get back across: save the better one."),
    verbs.REGROUP: N_("After a victory, stand where the next blow can be met."),
    verbs.SKIRMISH: N_("Begin where we are most superior."),
    verbs.BATTLE: N_("Begin where we are most superior."),
}
_ATTACK: Final = N_("Attack {town}: {own} blocks against {enemy}, and the odds are worth it.")
_TAKE_CITY: Final = N_("Take {town}: every French turn there costs the Allies units.")
_HOLD_CITY: Final = N_("Cover {town}: a supply city without a guard is soon lost.")
_GATHER: Final = N_(
    "Gather at {town}: together the army can strike and cannot be beaten in detail."
)
_ADVANCE: Final = N_("March to {town}: from there we threaten more, or are threatened less.")
_ENOUGH_MARCHES: Final = N_("Every other march would make things worse: stay.")
_ENOUGH: Final = N_("Nothing more is worth doing here now.")
_FORCE: Final = N_("Worth a forced march: {town} cannot wait.")
_RETREAT: Final = N_("This fight is not to be won: save the unit by way of {town}.")
_SQUARE_HORSE: Final = N_("Cavalry is near: in square the infantry has little to fear from it.")
_ENGAGE: Final = N_("Engage: here we are the stronger, and an emptied area is a rout.")
_FORWARD: Final = N_("Nobody stands against us there: an area left empty is a rout.")
_SUPPORT: Final = N_("Support where the line is thin.")
_BACK: Final = N_("Pull back before more is lost; it can return fresh.")
_LOSE: Final = N_("{unit} can bear the hit best.")
_REMOVE: Final = N_("{unit} will be missed least.")
_REVEAL_HORSE: Final = N_("In a skirmish horse hits twice as often as foot.")
_REVEAL: Final = N_("One more that fires, and that takes hits from the others.")
_NO_REVEAL: Final = N_("Those who stay hidden cannot be hit.")
_TERRAIN: Final = N_("There the ground helps us most.")
_DEPLOY_RESERVE: Final = N_("A reserve can go wherever it is needed.")
_DEPLOY: Final = N_("Each of the three areas needs somebody to hold it.")
_PLACE: Final = N_("At {town} the unit stands with its corps, and covers what must be covered.")
_DONE_PLACING: Final = N_("Everybody stands where he should.")


def reason_for(state: State, code: int, orders: list[Order]) -> Reason:
    """Why an action is advised in a position; `orders` are the plan of the turn."""
    verb = verb_of(code)
    first = first_of(code)
    second = second_of(code)
    plain = _PLAIN.get(verb)
    if plain is not None:
        return plain, {}
    if verb in (verbs.MARCH, verbs.FORCE):
        return _march_reason(state, verb, first, second, orders)
    if verb == verbs.MOVE:
        return _move_reason(state, first, second), {}
    if verb == verbs.SQUARE:
        return _SQUARE_HORSE, {}
    if verb == verbs.RETREAT:
        return _RETREAT, {"town": TOWN_IDS[second]}
    if verb == verbs.LOSE:
        return _LOSE, {"unit": UNIT_IDS[first]}
    if verb == verbs.REMOVE:
        return _REMOVE, {"unit": UNIT_IDS[first]}
    if verb == verbs.REVEAL:
        return (_REVEAL_HORSE if (MOUNTED & CAVALRIES) >> first & 1 else _REVEAL), {}
    if verb == verbs.TERRAIN:
        return _TERRAIN, {}
    if verb == verbs.DEPLOY:
        return (_DEPLOY_RESERVE if second == 0 else _DEPLOY), {}
    if verb == verbs.PLACE:
        return _PLACE, {"town": TOWN_IDS[second]}
    return _end_reason(state), {}


def _march_reason(state: State, verb: int, unit: int, to: int, orders: list[Order]) -> Reason:
    side = UNIT_SIDE[unit]
    goal = to
    for order in orders:
        # A step on the way is explained by where it leads.
        if order.units >> unit & 1 and to in order.path:
            goal = order.goal()
    enemies = (state.at[goal] & SIDE_UNITS[1 - side]).bit_count()
    friends = state.at[goal] & SIDE_UNITS[side] & ~(1 << unit)
    values = {"town": TOWN_IDS[goal]}
    if enemies:
        values["own"] = str(_attackers(state, unit, goal, orders).bit_count())
        values["enemy"] = str(enemies)
        return _ATTACK, values
    if goal in SUPPLY_CITIES:
        return (_TAKE_CITY if side == FRENCH else _HOLD_CITY), values
    if verb == verbs.FORCE:
        return _FORCE, values
    return (_GATHER if friends.bit_count() >= 2 else _ADVANCE), values


def _attackers(state: State, unit: int, goal: int, orders: list[Order]) -> int:
    """Those who are in a town, and those of the plan who still get there; the roads may be full."""
    after = state.copy()
    found = 1 << unit
    for order in orders:
        if order.goal() == goal and not order.is_forced:
            carry_out(after, order)
            for town in order.path[:-1]:  # riders on their way
                found |= order.units & state.at[town]
    return found | (after.at[goal] & SIDE_UNITS[UNIT_SIDE[unit]])


def _fight_of(state: State) -> Fight | None:
    for phase in state.stack:
        if isinstance(phase, BattleTurn):
            return state.fight_at(phase.town)
    return None


def _move_reason(state: State, unit: int, name: int) -> str:
    fight = _fight_of(state)
    if fight is None:
        return _SUPPORT
    side = UNIT_SIDE[unit]
    role = fight.role_of(side)
    area = FROM_NAME[role][name]
    here = fight.area_of(unit)
    if area == RESERVE_AREA[role] or (here not in OWN_AREAS[role] and area == FACING[here]):
        return _BACK
    if fight.areas[area] & SIDE_UNITS[1 - side]:
        return _ENGAGE
    return _SUPPORT if area in OWN_AREAS[role] else _FORWARD


def _end_reason(state: State) -> str:
    top = state.stack[-1]
    if isinstance(top, Movement):
        return _ENOUGH_MARCHES if top.step == MARCHES else _ENOUGH
    stage = top.stage(state)
    if stage == "setup":
        return _DONE_PLACING
    return _NO_REVEAL if stage == "reveal" else _ENOUGH
