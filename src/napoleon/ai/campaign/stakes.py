"""What hangs on a town: where its loss would end an army or the campaign (9, 10)."""

from __future__ import annotations

from typing import Final

from napoleon.ai.campaign.aims import is_decisive
from napoleon.ai.campaign.quick import FIT, chance, friends_near
from napoleon.ai.knowledge.geography import PASSAGE
from napoleon.ai.knowledge.worth import power_of
from napoleon.rules.board.calendar import LAST_TURN, TURN_NIGHT
from napoleon.rules.board.towns import (
    ADJACENT,
    NEIGHBOURS,
    ROAD_BETWEEN,
    SUPPLY_CITIES,
    TOWNS,
)
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_UNITS,
    DEFEAT_AT,
    FOOT_GUNS,
    FRENCH,
    LEADERS,
    MOUNTED,
    SIDE_UNITS,
    count,
    members,
)
from napoleon.rules.engine.state import NO_AIM, State
from napoleon.rules.phases.engagements import BATTLE_UNITS
from napoleon.rules.phases.movement import are_joined

SURE: Final = 0.99  # as sure as anything is in war
BRINK: Final = 2  # units that an army may be away from its defeat to be at the brink
OPENED: Final = 0.02  # by so much a city may become easier to take, and still counts as held


def cities_held(state: State) -> int:
    """The supply cities in French hands, one bit for each town."""
    held = 0
    for city in SUPPLY_CITIES:
        if state.at[city] & ARMY_UNITS[FRENCH]:
            held |= 1 << city
    return held


def would_starve(state: State, city: int) -> bool:
    """Whether the French in a supply city would be the end of the army that lives by it (9)."""
    army = TOWNS[city].supplies
    if state.defeated >> army & 1:
        return False
    lost = count(state.lost & ARMY_UNITS[army])
    return lost + TOWNS[city].supply_loss >= DEFEAT_AT[army]


def at_the_brink(state: State) -> int:
    """The armies, as bits, that are so near to defeat that a fight could be the end of them."""
    armies = 0
    for army in range(3):
        lost = count(state.lost & ARMY_UNITS[army])
        if not state.defeated >> army & 1 and lost + BRINK >= DEFEAT_AT[army]:
            armies |= 1 << army
    return armies


def must_hold(state: State, side: int, town: int) -> bool:
    """Whether a side that leaves a town has lost all that is worth saving."""
    if state.aim != NO_AIM:
        return is_decisive(state, side, town)
    if town not in SUPPLY_CITIES:
        return False
    is_late = state.turn >= LAST_TURN - 1 and cities_held(state) & ~(1 << town) != 0
    if side == FRENCH:
        return is_late
    return is_late or would_starve(state, town)


def last_chance(state: State, is_far_sighted: bool = True) -> float:
    """The chance that the French win as the last turn begins, which is theirs (10)."""
    defeated = state.defeated
    held = cities_held(state)
    for city in SUPPLY_CITIES:
        if held >> city & 1 and would_starve(state, city):
            defeated |= 1 << TOWNS[city].supplies
    if count(held) >= 2 or defeated & 6 == 6:
        return SURE
    best = 0.0
    second = 0.0
    decides = 0.0  # by a city that starves the last army
    for city in SUPPLY_CITIES:
        if held >> city & 1:
            continue
        odds = taking(state, city, is_far_sighted)
        if would_starve(state, city) and (defeated | 1 << TOWNS[city].supplies) & 6 == 6:
            decides = max(decides, odds)
        if odds > best:
            second = best
            best = odds
        elif odds > second:
            second = odds
    found = 1.0 - (1.0 - best) * (1.0 - second) if held else best * second
    return min(max(found, decides, 1.0 - SURE), SURE)


def taking(state: State, city: int, is_far_sighted: bool = True) -> float:
    """The chance that the French take a city in one turn. `is_far_sighted`: also by riders from
    three roads away."""
    defenders = state.at[city] & SIDE_UNITS[ALLIED]
    near: list[int] = []
    riders = 0
    for town in NEIGHBOURS[city]:
        units = state.at[town]
        if units & SIDE_UNITS[ALLIED]:
            continue
        if units:
            near.append(town)
        for far in NEIGHBOURS[town]:
            # On by a forced march; riders need none.
            if far != city and state.at[far] & SIDE_UNITS[FRENCH]:
                riders |= state.at[far]
                if not defenders:
                    return SURE
    if not defenders:
        is_reached = near or (is_far_sighted and _riders_from_afar(state, city))
        return SURE if is_reached else 0.0
    best = power_of(state.strength, riders & MOUNTED)
    number = count(riders & MOUNTED)
    for index in range(len(near)):
        power = _part(state, near[index], city)
        if power > best:
            best = power
            number = count(state.at[near[index]])
        for other in range(index):
            if are_joined(near[index], near[other], city):
                both = power + _part(state, near[other], city)
                if both > best:
                    best = both
                    number = count(state.at[near[index]] | state.at[near[other]])
    if is_far_sighted:
        for group in _riders_from_afar(state, city):
            power = power_of(state.strength, group)
            if power > best:
                best = power
                number = count(group)
    if best <= 0.0:
        return 0.0
    if count(defenders) < BATTLE_UNITS:
        return 0.95 - 0.1 * count(defenders) if number > count(defenders) else 0.3
    defence = power_of(state.strength, defenders)
    return chance(best, defence + FIT.reinforce * friends_near(state, city, ALLIED))


def _riders_from_afar(state: State, city: int) -> list[int]:
    """The French horse of every town that can come to a city from three roads away: two by riding,
    the third by forced march, which whoever has one point left might not survive (5.3, 5.6)."""
    starts = 0
    for town in NEIGHBOURS[city]:
        if state.at[town] & SIDE_UNITS[ALLIED]:
            continue
        for far in NEIGHBOURS[town]:
            if far != city and not state.at[far] & SIDE_UNITS[ALLIED]:
                starts |= ADJACENT[far] & ~(1 << town | 1 << city)
    found: list[int] = []
    for start in members(starts):
        riders = 0
        for unit in members(state.at[start] & SIDE_UNITS[FRENCH] & MOUNTED & ~LEADERS):
            if state.strength[unit] > 1:
                riders |= 1 << unit
        if riders:
            found.append(riders)
    return found


def walking_in(state: State, city: int) -> float:
    """The chance that the French take a city by night: without a fight, and by no forced march."""
    if state.at[city] & SIDE_UNITS[ALLIED]:
        return 0.0
    for town in NEIGHBOURS[city]:
        units = state.at[town]
        if units & SIDE_UNITS[ALLIED]:
            continue
        if units:
            return SURE
        for far in NEIGHBOURS[town]:
            if state.at[far] & SIDE_UNITS[FRENCH] & MOUNTED:
                return SURE
    return 0.0


def falling(state: State, city: int, turn: int, is_far_sighted: bool = True) -> float:
    """The chance that the French take a city in this turn of theirs."""
    if TURN_NIGHT[turn]:
        return walking_in(state, city)
    return taking(state, city, is_far_sighted)


def opens_city(before: State, after: State, side: int) -> bool:
    """Whether the Allies, by what they did in their turn, have made it easier for the French to
    take a city on which all hangs: it is then no longer held as it must be."""
    if side == FRENCH or before.turn >= LAST_TURN:
        return False
    for city in SUPPLY_CITIES:
        if not before.at[city] & SIDE_UNITS[ALLIED] or not must_hold(before, side, city):
            continue
        if before.at[city] == after.at[city]:
            continue
        now = falling(_if_repulsed(after), city, before.turn + 1)
        was = falling(_if_repulsed(before), city, before.turn + 1)
        if now > 0.0 and now > was + OPENED and not _is_safer(before, after, city):
            return True
    return False


def _is_safer(before: State, after: State, city: int) -> bool:
    """Whether the French need but one more city, and are less likely now to take any: who leaves a
    part of those in one city to close another has opened nothing."""
    if would_starve(before, city) or not cities_held(before):
        return False
    chances = [1.0, 1.0]  # that none falls
    for index, state in enumerate((before, after)):
        repulsed = _if_repulsed(state)
        for other in SUPPLY_CITIES:
            if not cities_held(state) >> other & 1:
                chances[index] *= 1.0 - falling(repulsed, other, before.turn + 1)
    return chances[1] > chances[0]


def _if_repulsed(state: State) -> State:
    """The state as it is if every Allied attack fails: who sallies cannot be counted upon."""
    if not state.fights:
        return state
    after = state.copy()
    for fight in state.fights:
        if fight.attacker == ALLIED:
            after.at[fight.town] &= ~SIDE_UNITS[ALLIED]
    return after


def _part(state: State, town: int, city: int) -> float:
    """The worth of those in a town whom the road to a city carries in one turn."""
    units = state.at[town] & SIDE_UNITS[FRENCH]
    if not units & ~(FOOT_GUNS | LEADERS):
        return 0.0
    limit = PASSAGE[ROAD_BETWEEN[town][city]]
    power = power_of(state.strength, units)
    number = count(units)
    return power if number <= limit else power * limit / number
