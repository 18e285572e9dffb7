"""The tactics of a battle turn: bombard, fire, engage where the odds are good, feed, leave in time.

A `Picture` sums up the battlefield once; then each offered code gets a score. `end` has score 0, so
that whatever scores more is done first, in the order of the scores, and the rest is left undone.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.battle.clash import HIT_CHANCE, LAST_POINT, POINT_COST, clash
from napoleon.ai.battle.picture import Picture
from napoleon.ai.battle.temper import CAREFUL_SQUARES, Temper
from napoleon.rules.board.towns import NEIGHBOURS, SUPPLY_CITIES
from napoleon.rules.board.units import (
    CAVALRIES,
    FOOT_GUNS,
    GUNS,
    HORSE_GUNS,
    INFANTRIES,
    LEADERS,
    MOUNTED,
    SIDE_UNITS,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    BOMBARD,
    COLUMN,
    EMERGE,
    END,
    FIRE,
    MOVE,
    OCCUPY,
    REINFORCE,
    RETREAT,
    SHELTER,
    SQUARE,
    SWAP,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.fight import (
    FACING,
    FARM,
    FROM_NAME,
    HILL,
    OWN_AREAS,
    RESERVE_AREA,
    WOODS,
    Fight,
)
from napoleon.rules.engine.state import State
from napoleon.rules.phases.fire import firepower_of, target_pool
from napoleon.rules.phases.retreat import rout_loss

# Scores by kind of action; what is done first stands highest. Within a kind smaller terms decide.
WALK_IN: Final = 1000.0  # an empty area of the enemy's: he routs at once
SAVE: Final = 300.0  # retreat from a lost battle
BREAK_OFF: Final = 250.0  # disengage from a lost area, instead of firing
FORM_SQUARE: Final = 220.0  # instead of firing
TAKE_HILL: Final = 210.0  # man a farm or hill, before anybody fires from there
FIRE_CLOSE: Final = 200.0
FIRE_LONG: Final = 150.0  # before friends go forward and stand in the way
RESCUE: Final = 120.0  # reserves into a contested area of ours
ENGAGE: Final = 100.0
STRENGTHEN: Final = 50.0  # reserves into a quiet area of ours
BRING_GUNS: Final = 40.0  # guns out of the reserve
TIDY: Final = 10.0  # leave a square or a shelter that serves nothing
NEVER: Final = -100.0

WON: Final = 0.85  # a battle worth so much needs nobody more
# A hit that leaves the enemy without anybody in his area is worth a battle.
ROUT_WORTH: Final = 8.0


def score_combat(
    state: State, fight: Fight, side: int, codes: list[int], temper: Temper
) -> list[float]:
    """A score for each combat code; `end` has 0."""
    picture = Picture(state, fight, side)
    picture.judge(temper, codes)
    scores: list[float] = []
    for code in codes:
        verb = verb_of(code)
        unit = first_of(code)
        if verb == RETREAT:
            score = _score_retreat(picture, unit, second_of(code)) if picture.is_lost else NEVER
        elif verb == MOVE:
            score = _score_move(picture, unit, FROM_NAME[picture.role][second_of(code)], temper)
        elif verb in (FIRE, BOMBARD):
            score = _score_fire(picture, unit, second_of(code), verb == BOMBARD)
        elif verb == SQUARE:
            score = _score_square(picture, unit, temper)
        elif verb == END:
            score = 0.0
        else:
            score = _score_other(picture, verb, unit)
        scores.append(score)
    return scores


def _score_retreat(picture: Picture, unit: int, town: int) -> float:
    """From a lost battle: the unengaged first, the last of an area only if all can go."""
    fight = picture.fight
    state = picture.state
    area = fight.area_of(unit)
    score = SAVE + POINT_COST[unit] * state.strength[unit] + town_score(state, picture.side, town)
    is_engaged = area != picture.reserve and picture.foe_units[area] != 0
    is_last = area in OWN_AREAS[picture.role] and picture.own_units[area] == 1 << unit
    if picture.leaving:
        if is_engaged:
            loss = rout_loss(fight, unit)
            if loss >= state.strength[unit]:
                return NEVER
            # The unengaged go first: when an area is emptied the rest routs, with losses.
            score -= 20.0 * loss
        return score - 40.0 if is_last else score
    if is_engaged:
        return NEVER
    if is_last and picture.foe_units[FACING[area]]:
        return NEVER
    return score


def town_score(state: State, side: int, town: int) -> float:
    """How good a town is to retreat to: friends are, enemies next door are not."""
    score = 0.05 * count(state.at[town] & SIDE_UNITS[side])
    for near in NEIGHBOURS[town]:
        score -= 0.04 * count(state.at[near] & SIDE_UNITS[1 - side])
        score += 0.02 * count(state.at[near] & SIDE_UNITS[side])
    return score


def _score_fire(picture: Picture, unit: int, target: int, is_long: bool) -> float:
    fight = picture.fight
    strength = picture.state.strength
    area = fight.area_of(unit)
    aim = FACING[area] if is_long else area
    pool = target_pool(fight, unit, aim, target)
    power = firepower_of(fight, unit, area, target, is_long)
    hits = strength[unit] * min(power, 6) / 6.0
    points = 0
    for enemy in members(pool):
        points += strength[enemy] - 1 if is_long else strength[enemy]
    if points <= 0:
        return NEVER
    hits = min(hits, float(points))
    if not is_long:
        # Near the end of a group each hit takes a unit.
        hits += 0.5 * hits / points * count(pool)
        if aim in OWN_AREAS[1 - picture.role] and pool == picture.foe_units[aim]:
            hits += ROUT_WORTH * min(1.0, hits / points) ** 3
        return FIRE_CLOSE + hits
    return FIRE_LONG + hits


def _score_move(picture: Picture, unit: int, to: int, temper: Temper) -> float:
    fight = picture.fight
    bit = 1 << unit
    area = fight.area_of(unit)
    role = picture.role
    if to == picture.reserve:
        return NEVER
    if to in OWN_AREAS[1 - role]:
        return _score_advance(picture, unit, area, to, temper)
    if area != picture.reserve:
        return _score_disengage(picture, unit, area, temper)
    # Out of the reserve, into an own area.
    if picture.is_lost and not picture.foe_units[to]:
        return NEVER
    if picture.foe_units[to]:
        if bit & LEADERS:
            return NEVER
        now = picture.clash_in(to, False)
        if now < temper.feed:
            rank = POINT_COST[unit] * picture.state.strength[unit]
            return RESCUE + 10.0 * (temper.feed - now) + rank
        return NEVER
    if _can_ride_in(picture, unit, to) and not (temper.is_of_old and bit & LEADERS):
        return WALK_IN
    if bit & LEADERS:
        return NEVER
    if bit & MOUNTED:
        ahead = FACING[to]
        gain = picture.attack[ahead]
        can_go_on = not fight.moved & bit and fight.terrain[to] != WOODS
        if can_go_on and gain > temper.boldness and gain >= max(picture.attack):
            return ENGAGE + 5.0 * gain
        if bit & HORSE_GUNS and fight.terrain[ahead] != WOODS:
            return BRING_GUNS
    elif bit & FOOT_GUNS:
        if fight.terrain[FACING[to]] == WOODS:
            return 1.0
        return BRING_GUNS + 2.0 * _shelter_of(picture, to)
    now = _if_attacked(picture, to)
    if now < temper.hold:
        return STRENGTHEN + 10.0 * (temper.hold - now) - (8.0 if bit & CAVALRIES else 0.0)
    if bit & INFANTRIES and _reserve_share(picture) > temper.reserve:
        # More in reserve than we like: to where we would engage first.
        return TIDY + picture.attack[FACING[to]]
    return NEVER


def _can_ride_in(picture: Picture, unit: int, to: int) -> bool:
    """Whether a mounted unit in reserve can ride on from an own area into an empty one of the
    enemy's (6.3.2); leaders need not stop in woods (6.2.1)."""
    fight = picture.fight
    bit = 1 << unit
    is_stopped = fight.terrain[to] == WOODS and not bit & LEADERS
    return (
        bit & MOUNTED & ~fight.moved != 0
        and not is_stopped
        and not picture.foe_units[FACING[to]]
        and not fight.has_stream(to)
    )


def _shelter_of(picture: Picture, area: int) -> float:
    """How well an area of ours is covered by foot and horse of our own."""
    return min(1.0, picture.own_points[area] / 6.0)


def _reserve_share(picture: Picture) -> float:
    total = sum(picture.own_points)
    return picture.own_points[picture.reserve] / total if total > 0.0 else 0.0


def _if_attacked(picture: Picture, area: int) -> float:
    """What an own area would be worth if all who face it engaged there: we would fire first."""
    ahead = FACING[area]
    points = 0.0
    hits = 0.0
    if not picture.own_units[ahead]:
        strength = picture.state.strength
        for unit in members(picture.foe_units[ahead] & ~FOOT_GUNS):
            points += strength[unit] - LAST_POINT
            hits += strength[unit] * HIT_CHANCE[unit]
        for unit in members(picture.foe_units[RESERVE_AREA[1 - picture.role]] & MOUNTED):
            points += 0.6 * (strength[unit] - LAST_POINT)
            hits += 0.8 * strength[unit] * HIT_CHANCE[unit]
    return clash(
        picture.own_points[area],
        picture.own_hits[area],
        picture.own_burst[area],
        points,
        hits,
        0.0,
    )


def _score_advance(picture: Picture, unit: int, area: int, to: int, temper: Temper) -> float:
    """Forward into an area of the enemy's."""
    bit = 1 << unit
    if not picture.foe_units[to]:
        return WALK_IN
    if bit & LEADERS or (picture.is_lost and not picture.own_units[to]):
        return NEVER
    value = picture.attack[to]
    if value <= temper.boldness:
        return NEVER
    if picture.own_units[area] == bit and value < 0.8:
        # Somebody stays: an area left empty is a rout in the making.
        return NEVER
    if picture.own_units[to] and picture.clash_in(to, False) > 0.75:
        # Already at it there: enough is enough.
        return NEVER
    rank = POINT_COST[unit] * picture.state.strength[unit]
    if bit & HORSE_GUNS:
        rank -= 6.0
    elif not bit & CAVALRIES and picture.own_units[area] & ~GUNS == bit:
        rank -= 2.0
    return ENGAGE + 10.0 * value + rank


def _score_disengage(picture: Picture, unit: int, area: int, temper: Temper) -> float:
    """Back from an area of the enemy's, when it goes badly there."""
    if picture.clash_in(area, True) < -temper.flee:
        return BREAK_OFF + POINT_COST[unit] * picture.state.strength[unit]
    return NEVER


def _score_square(picture: Picture, unit: int, temper: Temper) -> float:
    """Worth it against cavalry alone, and if that spares more than a volley is worth."""
    fight = picture.fight
    area = fight.area_of(unit)
    foes = picture.foe_units[area]
    if not foes and temper.square >= CAREFUL_SQUARES and area in OWN_AREAS[picture.role]:
        foes = picture.foe_units[FACING[area]]  # before they come
    if not foes or foes & ~CAVALRIES:
        return NEVER
    strength = picture.state.strength
    spared = 0.0
    for enemy in members(foes):
        spared += strength[enemy] * (3.0 if fight.shock >> enemy & 1 else 2.0) / 6.0
    foot = 0.0
    for own in members(picture.own_units[area] & INFANTRIES & ~fight.square):
        foot += strength[own] * HIT_CHANCE[own]
    if spared * temper.square > foot * 1.2:
        return FORM_SQUARE
    return NEVER


def _score_other(picture: Picture, verb: int, unit: int) -> float:
    fight = picture.fight
    area = fight.area_of(unit)
    foes = picture.foe_units[area]
    strength = picture.state.strength
    if verb == OCCUPY:
        if foes:
            return NEVER
        if fight.terrain[area] == HILL:
            is_useful = area in OWN_AREAS[picture.role] and fight.terrain[FACING[area]] != WOODS
            return TAKE_HILL + strength[unit] if is_useful else NEVER
        return TAKE_HILL + strength[unit]
    if verb == SWAP:
        if fight.terrain[area] == FARM and foes & CAVALRIES:
            return NEVER
        return TAKE_HILL if strength[unit] > strength[fight.holder[area]] + 1 else NEVER
    if verb == COLUMN:
        return NEVER if picture.foe_units[FACING[area]] & CAVALRIES else TIDY
    if verb == EMERGE:
        return NEVER if foes else TIDY
    if verb == SHELTER:
        is_alone = picture.own_units[area] & ~fight.square & ~fight.sheltered == 1 << unit
        return FORM_SQUARE if 1 << unit & LEADERS and foes and is_alone else NEVER
    return NEVER


def _guards_a_city(state: State, unit: int) -> bool:
    """Whether a unit is the last of its side in a supply city (9)."""
    town = state.where[unit]
    return town in SUPPLY_CITIES and state.at[town] == 1 << unit


def score_reinforcement(
    state: State, fight: Fight, side: int, codes: list[int], temper: Temper
) -> list[float]:
    """A score for each reinforcement: come, unless the battle is lost or won without them."""
    picture = Picture(state, fight, side)
    picture.judge(temper, codes)
    is_won = (picture.value if temper.is_of_old else picture.alone) > WON
    scores: list[float] = []
    for code in codes:
        if verb_of(code) != REINFORCE:
            scores.append(0.0)
            continue
        unit = first_of(code)
        score = POINT_COST[unit] * state.strength[unit]
        if picture.is_lost or is_won or 1 << unit & LEADERS:
            score = NEVER
        elif state.strength[unit] == 1 or _guards_a_city(state, unit):
            score = -1.0
        scores.append(score)
    return scores
