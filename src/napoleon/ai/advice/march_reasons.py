"""Why the staff advises a march, or none: who stands where, before and after, counted.

Blocks are seen by everybody, whatever is on their faces: every number here is one that the player
can check on the map.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.campaign.orders import Order, carry_on
from napoleon.ai.knowledge.geography import CITIES, DISTANCE
from napoleon.rules.board.towns import (
    NEIGHBOURS,
    TOWN_IDS,
    TOWNS,
)
from napoleon.rules.board.units import ALLIED, FRENCH, SIDE_UNITS, UNIT_SIDE, UNITS_OF_ARMIES
from napoleon.rules.engine.state import NO_AIM, State
from napoleon.rules.phases.movement import MARCHES, Movement, step_along
from napoleon.rules.words.language import N_

Reason = tuple[str, dict[str, str]]  # a template for the catalogues, and its values

# "own" is filled in as so many units, "enemy" as so many blocks.
ATTACK: Final = N_("Attack {town}: {own} against {enemy}.")
ATTACK_AND_FORCE: Final = N_(
    "Attack {town}: {own} against {enemy}, and {more} more by forced march."
)
ON_THE_WAY: Final = N_("This is the way to {town}: {own} against {enemy} there.")
TAKE_CITY: Final = N_("Take {town}: every French turn there costs the Allies units.")
TAKE_PRIZE: Final = N_("Take {town}: two supply cities, held at the end of 22 June, win.")
HOLD_TWO: Final = N_(
    "With {town} two supply cities are ours: held at the end of 22 June, they win."
)
WITHDRAW: Final = N_("Withdraw to {town}: at {start} it is {own} against {enemy} next door.")
OPEN_CITY: Final = N_("Guard {town}: the French stand next door.")
COVER_CITY: Final = N_("Guard {town}: the nearest French are {marches} marches away.")
BAR: Final = N_("At {town} we bar the road from {start} to {goal}.")
THREATEN: Final = N_("From {town} we threaten {goal}: {own} against {enemy} there.")
THREATEN_OPEN: Final = N_("From {town} we threaten {goal}, which stands open.")
JOIN: Final = N_("Gather at {town}: {own} together, against {enemy} next door.")
JOIN_FREE: Final = N_("Gather at {town}: {own} together, and no enemy next door.")
NEARER: Final = N_("At {town} we are nearer to {goal}.")
STAND: Final = N_("At {town} it is then {own} against {enemy} next door.")
FREE: Final = N_("At {town} no enemy stands next door.")
STAY: Final = N_("The others stay: at {town} it is {own} against {enemy} next door.")
STAY_ALL: Final = N_("All stay: at {town} it is {own} against {enemy} next door.")
STAY_THOUGH: Final = N_("The others stay, though at {town} it is {own} against {enemy} next door.")
STAY_ALL_THOUGH: Final = N_("All stay, though at {town} it is {own} against {enemy} next door.")
STAY_FREE: Final = N_("The others stay: no enemy stands next door to them.")
STAY_ALL_FREE: Final = N_("All stay: no enemy stands next door to any of us.")
ALL_MARCHED: Final = N_("Everybody has marched.")
NO_FORCE: Final = N_("No forced march: its die may cost strength, and nothing is so urgent.")
NO_MORE_FORCE: Final = N_("Nobody else marches on: every forced march may cost strength.")
WAY: Final = N_("This is the way to {town}.")


def march_reason(
    state: State, unit: int, to: int, orders: list[Order], *, is_forced: bool = False
) -> Reason:
    """Why a unit goes to a town, be it by forced march. A step on the way is explained by where it
    leads."""
    side = UNIT_SIDE[unit]
    start = state.where[unit]
    after = plan_ahead(state, unit, to, orders, is_forced=is_forced)
    goal = after.where[unit]
    values = {"town": TOWN_IDS[goal]}
    enemies = theirs(state, goal, side)
    if enemies:
        return _attack(state, after, unit, goal, values, is_step=goal != to)
    if goal in CITIES:
        found = _city(state, after, side, goal, values)
        if found:
            return found
    own = ours(state, start, side)
    danger = next_to(state, start, side)
    beside = next_to(after, goal, side)
    is_leaving = not state.marched >> unit & 1  # else it only comes through the town
    if is_leaving and danger > own and beside < danger and not _prey(after, goal, side):
        return WITHDRAW, {
            **values,
            "start": TOWN_IDS[start],
            "enemy": str(danger),
            "own": str(own),
        }
    found = _bar(state, side, goal, values) or _threat(after, start, side, goal, values)
    if found:
        return found
    together = ours(after, goal, side)
    counted = {**values, "own": str(together), "enemy": str(beside)}
    if together >= 3:
        return (JOIN, counted) if beside else (JOIN_FREE, counted)
    target = _target(state, side, goal)
    if target >= 0 and DISTANCE[goal][target] < DISTANCE[start][target]:
        return NEARER, {**values, "goal": TOWN_IDS[target]}
    return (STAND, counted) if beside else (FREE, values)


def stay_reason(state: State, side: int, armies: int) -> Reason:
    """Why nobody of these armies marches any more: what the most endangered of those who stay have
    before them."""
    worst = -1
    most = 0
    own_units = UNITS_OF_ARMIES[armies]
    staying = own_units & ~state.marched
    stays = False
    for town in range(len(TOWN_IDS)):
        if not state.at[town] & staying:
            continue
        stays = True
        danger = next_to(state, town, side)
        if danger > most:
            worst, most = town, danger
    has_marched = state.marched & own_units != 0
    if not stays:
        return ALL_MARCHED, {}
    if worst < 0:
        return (STAY_FREE if has_marched else STAY_ALL_FREE), {}
    own = ours(state, worst, side)
    if most > own:
        template = STAY_THOUGH if has_marched else STAY_ALL_THOUGH
    else:
        template = STAY if has_marched else STAY_ALL
    return template, {"town": TOWN_IDS[worst], "own": str(own), "enemy": str(most)}


def regrouped_reason(state: State, side: int, town: int) -> Reason:
    """Why nobody else goes on from a battle that was won (7.5): what those who stay have before
    them."""
    own = ours(state, town, side)
    enemies = next_to(state, town, side)
    if not enemies:
        return FREE, {"town": TOWN_IDS[town]}
    return STAND, {"town": TOWN_IDS[town], "own": str(own), "enemy": str(enemies)}


def way_reason(state: State, unit: int, to: int, orders: list[Order]) -> list[Reason]:
    """Where a step leads, if the unit goes on from there and meets nobody: what is said of the
    march is said of that town."""
    goal = plan_ahead(state, unit, to, orders).where[unit]
    if goal == to or theirs(state, goal, UNIT_SIDE[unit]):
        return []
    return [(WAY, {"town": TOWN_IDS[goal]})]


def no_force_reason(state: State, armies: int) -> Reason:
    """Why nobody of these armies makes a forced march, or nobody else."""
    return (NO_MORE_FORCE if state.forced & UNITS_OF_ARMIES[armies] else NO_FORCE), {}


def plan_ahead(
    state: State, unit: int, to: int, orders: list[Order], *, is_forced: bool = False
) -> State:
    """The map after this step and what is left of the plan, as many as the roads carry."""
    after = state.copy()
    if not isinstance(state.stack[-1], Movement):
        after.put(unit, to)  # it regroups
        return after
    step_along(after, unit, to, is_forced)
    return carry_on(after, orders)


def ours(state: State, town: int, side: int) -> int:
    """How many of a side stand in a town."""
    return (state.at[town] & SIDE_UNITS[side]).bit_count()


def theirs(state: State, town: int, side: int) -> int:
    """How many of the other side stand in a town."""
    return ours(state, town, 1 - side)


def next_to(state: State, town: int, side: int) -> int:
    """How many of the other side stand in the towns next to it."""
    return sum([theirs(state, other, side) for other in NEIGHBOURS[town]])


def _attack(
    state: State, after: State, unit: int, goal: int, values: dict[str, str], *, is_step: bool
) -> Reason:
    side = UNIT_SIDE[unit]
    there = after.at[goal] & SIDE_UNITS[side]
    # Once the forced marches are being made they count like the others.
    top = state.stack[-1]
    is_marching = isinstance(top, Movement) and top.step == MARCHES
    forced = (there & after.forced).bit_count() if is_marching else 0
    values["enemy"] = str(theirs(state, goal, side))
    values["own"] = str(there.bit_count())
    if is_step:
        return ON_THE_WAY, values
    if forced and forced < there.bit_count():
        values["own"] = str(there.bit_count() - forced)
        values["more"] = str(forced)
        return ATTACK_AND_FORCE, values
    return ATTACK, values


def _city(
    state: State, after: State, side: int, city: int, values: dict[str, str]
) -> Reason | None:
    if side == FRENCH:
        return _prize(state, after, city, values)
    marches = [DISTANCE[town][city] for town in range(len(TOWN_IDS)) if ours(state, town, FRENCH)]
    if not marches:
        return None  # no French unit is on the map: there is nobody to guard it against
    far = min(marches)
    if far == 1:
        return OPEN_CITY, values
    return COVER_CITY, {**values, "marches": str(far)}


def _prize(state: State, after: State, city: int, values: dict[str, str]) -> Reason | None:
    """A city that falls to the French: it costs an army that is in the field units (9), and two
    of them win in the end, if the scenario has no other aim (10)."""
    if ours(state, city, FRENCH):
        return None
    is_campaign = state.aim == NO_AIM
    held = [
        other for other in CITIES if ours(after, other, FRENCH) and not theirs(after, other, FRENCH)
    ]
    if is_campaign and len(held) >= 2:
        return HOLD_TWO, values
    if not state.defeated >> TOWNS[city].supplies & 1:
        return TAKE_CITY, values
    return (TAKE_PRIZE, values) if is_campaign else None


def _prey(after: State, goal: int, side: int) -> bool:
    """Whether enemies stand next to a town who are fewer than those who stand there now."""
    own = ours(after, goal, side)
    return any(0 < theirs(after, town, side) < own for town in NEIGHBOURS[goal])


def _bar(state: State, side: int, goal: int, values: dict[str, str]) -> Reason | None:
    """The Allies stand between the French and a city, where nobody of theirs stood before."""
    if side == FRENCH or ours(state, goal, ALLIED):
        return None
    for city in CITIES:
        for town in NEIGHBOURS[goal]:
            way = DISTANCE[town][city]
            if ours(state, town, FRENCH) and way == 1 + DISTANCE[goal][city] and way <= 3:
                return BAR, {**values, "start": TOWN_IDS[town], "goal": TOWN_IDS[city]}
    return None


def _threat(
    after: State, start: int, side: int, goal: int, values: dict[str, str]
) -> Reason | None:
    """What lies before those who have arrived and was not next to them before."""
    best: Reason | None = None
    most = 0
    own = ours(after, goal, side)
    for town in NEIGHBOURS[goal]:
        if town == start or town in NEIGHBOURS[start]:
            continue
        there = theirs(after, town, side)
        if side == FRENCH and town in CITIES and not there and not ours(after, town, FRENCH):
            return THREATEN_OPEN, {**values, "goal": TOWN_IDS[town]}
        if most < there <= own:
            most = there
            best = (
                THREATEN,
                {
                    **values,
                    "goal": TOWN_IDS[town],
                    "own": str(own),
                    "enemy": str(there),
                },
            )
    return best


def _target(state: State, side: int, goal: int) -> int:
    """The nearest enemies, or for the French the nearest city that is not theirs."""
    found = -1
    for town in range(len(TOWN_IDS)):
        is_city = side == FRENCH and town in CITIES and not ours(state, town, FRENCH)
        if not (theirs(state, town, side) or is_city):
            continue
        if found < 0 or DISTANCE[goal][town] < DISTANCE[goal][found]:
            found = town
    return found
