"""The fighting half of an opponent: a sound, quick choice by rule of thumb wherever units fight.

Everything but set-up and marches is decided here: `score_codes` gives each offered code a score,
and `choose` takes the best.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.battle.clash import DEFEAT, NEAR_DEFEAT, POINT_COST, UNIT_WORTH
from napoleon.ai.battle.combat import score_combat, score_reinforcement, town_score
from napoleon.ai.battle.deploying import score_setting_up
from napoleon.ai.battle.temper import OFFICER, Temper
from napoleon.ai.campaign.stakes import last_chance, must_hold, taking
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.units import (
    ARMY_OF,
    ARMY_UNITS,
    DEFEAT_AT,
    FIREPOWER,
    FRENCH,
    FRENCH_BIT,
    GUNS,
    LEADERS,
    MOUNTED,
    SIDE_UNITS,
    UNIT_SIDE,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    BATTLE,
    END,
    FALLBACK,
    LOSE,
    REGROUP,
    REMOVE,
    RETREAT,
    REVEAL,
    SKIRMISH,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.dice import Dice
from napoleon.rules.engine.state import State
from napoleon.rules.phases.battle import REINFORCEMENT, BattleTurn
from napoleon.rules.phases.deployment import Deployment

# A share of chance is dealt in thousandths.
_THOUSAND: Final = 1000


def choose(
    state: State, armies: int, codes: list[int], dice: Dice, temper: Temper = OFFICER
) -> int:
    """One of the offered codes, for whoever commands these armies."""
    if len(codes) == 1:
        return codes[0]
    if temper.blunder > 0.0 and dice.roll(_THOUSAND) <= temper.blunder * _THOUSAND:
        return codes[dice.roll(len(codes)) - 1]
    scores = score_codes(state, armies, codes, temper)
    best = 0
    for index in range(1, len(codes)):
        if scores[index] > scores[best]:
            best = index
    return codes[best]


def score_codes(state: State, armies: int, codes: list[int], temper: Temper) -> list[float]:
    """A score for each offered code: the higher, the better."""
    top = state.stack[-1]
    if isinstance(top, BattleTurn):
        fight = state.the_fight(top.town)
        if top.step == REINFORCEMENT:
            return score_reinforcement(state, fight, top.side, codes, temper)
        return score_combat(state, fight, top.side, codes, temper)
    if isinstance(top, Deployment):
        return score_setting_up(state, state.the_fight(top.town), top, codes, temper)
    side = FRENCH if armies & FRENCH_BIT else 1
    return [_score_plain(state, side, code, temper) for code in codes]


def _score_plain(state: State, side: int, code: int, temper: Temper) -> float:
    """A score for a choice that needs no look at a battlefield."""
    verb = verb_of(code)
    first = first_of(code)
    if verb == LOSE:
        return -_loss(state, first, temper)
    if verb == RETREAT:
        # In a rout the road space goes to the best units.
        return worth_saving(state, first) + town_score(state, side, second_of(code))
    if verb == REVEAL:
        return _score_reveal(state, first)
    if verb == REMOVE:
        return -worth_saving(state, first)
    if verb == FALLBACK:
        return worth_saving(state, first)
    if verb in (SKIRMISH, BATTLE):
        units = state.at[first]
        return float(count(units & SIDE_UNITS[side]) - count(units & SIDE_UNITS[1 - side]))
    if verb == REGROUP:
        return _score_regroup(state, side, first, second_of(code), not temper.is_of_old)
    if verb == END:
        return 0.0
    return -10.0


def _score_regroup(state: State, side: int, unit: int, to: int, is_far_sighted: bool) -> float:
    """To a town on which all hangs; else it is for the campaign to say where an army stands."""
    place = state.where[unit]
    if side == FRENCH or must_hold(state, side, place) or not must_hold(state, side, to):
        return -1.0
    if state.turn == LAST_TURN - 1:
        after = state.copy()
        after.put(unit, to)
        now = last_chance(state, is_far_sighted)
        return 10.0 * (now - last_chance(after, is_far_sighted)) - 0.1
    is_open = taking(state, to, is_far_sighted) > 0.0
    is_needed = count(state.at[to]) < count(state.at[place]) and is_open
    return 0.1 * state.strength[unit] if is_needed else -1.0


def _loss(state: State, unit: int, temper: Temper) -> float:
    """What a point of strength costs here; the last one takes the unit with it, and may be the end
    of its army (10)."""
    cost = POINT_COST[unit]
    if state.strength[unit] == 1:
        cost += UNIT_WORTH
        if not temper.is_of_old:
            army = ARMY_OF[unit]
            near = (count(state.lost & ARMY_UNITS[army]) + 1) / DEFEAT_AT[army]
            cost += NEAR_DEFEAT * near * near + (DEFEAT if near >= 1.0 else 0.0)
    fight = state.fight_at(state.where[unit])
    if fight is not None and 1 << unit & GUNS:
        area = fight.area_of(unit)
        if area >= 0 and not fight.is_contested(area):
            # Under bombardment: guns at long range are worth their shells, cavalry waits.
            cost += 0.3
    return cost


def worth_saving(state: State, unit: int) -> float:
    """What a unit is worth to have in the days to come."""
    return UNIT_WORTH + POINT_COST[unit] * state.strength[unit]


def _score_reveal(state: State, unit: int) -> float:
    """In a skirmish: the strong, horse before foot, and the weak only if they must (6.6)."""
    strength = state.strength[unit]
    town = state.where[unit]
    bit = 1 << unit
    if bit & LEADERS:
        return -5.0
    score = strength * (2.0 if bit & MOUNTED else 1.0) + 0.1 * strength
    foes = state.at[town] & SIDE_UNITS[1 - UNIT_SIDE[unit]]
    if strength == 1:
        dice = 0
        for enemy in members(foes):
            dice += state.strength[enemy]
        return -1.0 if dice > 2 else score
    return score + 0.01 * FIREPOWER[unit]
