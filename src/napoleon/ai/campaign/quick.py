"""A fight in a moment: who is likely to win, and what it is likely to cost.

Planning needs thousands of fights, and cannot fight each of them. Sets of constants:
`FIT` follows battles that officers fought out area by area (`scripts/train.py battles`), but for
`home`: those attackers had chosen their fights, and many a defender had left in time, which
flatters an attack. `GRAVE` knows besides what those battles cost: an attacker who wins loses next
to nothing, and one who loses is as good as lost, since few can leave over the road by which they
came. Its constants follow battles between marshals, but for what blocks and friends near by count:
those follow quick games of worn armies (bench/README.md). `BOLD` is for the own attacks
of an emperor, `STERN` for those of the Allies on his French.
"""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.knowledge.worth import power_of
from napoleon.rules.board.towns import BATTLE_LIMIT, NEIGHBOURS, ROAD_BETWEEN
from napoleon.rules.board.units import FOOT_GUNS, HORSE_GUNS, INFANTRIES, SIDE_UNITS, members
from napoleon.rules.engine.dice import Dice
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.state import State
from napoleon.rules.phases.engagements import BATTLE_UNITS


class Fit:
    """Constants of the quick fight."""

    __slots__ = (
        "beaten_share",
        "hollow",
        "home",
        "is_grave",
        "loser_share",
        "reinforce",
        "skirmish",
        "slope",
        "winner_share",
    )

    def __init__(self) -> None:
        self.slope = 3.2  # how fast the chance grows with the logarithm of the ratio of worth
        self.home = -0.35  # what the attacker's side of the scale starts with
        self.reinforce = 0.4  # the part of adjacent friends that counts
        self.hollow = 0.0  # what a block counts less than its worth, whatever its strength
        self.winner_share = 0.16  # of the winner's strength lost, at even odds
        self.loser_share = 0.40  # of the loser's strength lost before he goes
        self.skirmish = 0.25
        self.is_grave = False  # whether a beaten attacker is destroyed, and a victory costs little
        self.beaten_share = 0.0  # of the units of a beaten attacker lost


def _grave() -> Fit:
    fit = Fit()
    fit.is_grave = True
    fit.reinforce = 0.25
    fit.hollow = 0.7
    fit.winner_share = 0.17
    fit.loser_share = 0.24
    fit.beaten_share = 0.62
    return fit


def _bold() -> Fit:
    """As attacks of emperors on officers and marshals went: more succeed than others' do."""
    fit = _grave()
    fit.home = 0.7
    fit.slope = 4.2
    return fit


def _stern() -> Fit:
    """As attacks of the Allies on French emperors went, who stand alone in their land."""
    fit = _grave()
    fit.home = 0.3
    fit.slope = 3.0
    return fit


FIT: Final = Fit()
GRAVE: Final = _grave()
BOLD: Final = _bold()
STERN: Final = _stern()


def chance(attack: float, defence: float, fit: Fit = FIT) -> float:
    """The chance that the attacker wins a battle."""
    if defence <= 0.0:
        return 1.0
    if attack <= 0.0:
        return 0.0
    x = fit.home + fit.slope * math.log(attack / defence)
    return 1.0 / (1.0 + math.exp(-x))


def _force(state: State, town: int, side: int, fit: Fit) -> float:
    """What a side brings to a battle: those who are there, and a part of those near by."""
    units = state.at[town] & SIDE_UNITS[side]
    there = power_of(state.strength, units) - fit.hollow * units.bit_count()
    return there + fit.reinforce * friends_near(state, town, side, fit.hollow)


def friends_near(state: State, town: int, side: int, hollow: float = 0.0) -> float:
    """The worth of those who could reinforce a battle over its first turns."""
    total = 0.0
    own = SIDE_UNITS[side]
    other = SIDE_UNITS[1 - side]
    for neighbour in NEIGHBOURS[town]:
        units = state.at[neighbour]
        if units & own and not units & other:
            limit = 2 * BATTLE_LIMIT[ROAD_BETWEEN[town][neighbour]]
            number = (units & own).bit_count()
            power = power_of(state.strength, units & own) - hollow * number
            total += power if number <= limit else power * limit / number
    return total


def ways_out(state: State, fight: Fight, side: int) -> int:
    """How many units can leave a lost battle in one battle turn (7.1, 7.2)."""
    room = 0
    for neighbour in NEIGHBOURS[fight.town]:
        if state.at[neighbour] & SIDE_UNITS[1 - side]:
            continue
        if side == fight.attacker and not fight.origins >> neighbour & 1:
            continue
        room += BATTLE_LIMIT[ROAD_BETWEEN[fight.town][neighbour]]
    return room


def haven_of(state: State, fight: Fight, side: int) -> int:
    """The town to which most of a beaten side goes; -1 if there is none."""
    best = -1
    best_score = -1
    for neighbour in NEIGHBOURS[fight.town]:
        if state.at[neighbour] & SIDE_UNITS[1 - side]:
            continue
        if side == fight.attacker and not fight.origins >> neighbour & 1:
            continue
        score = 2 * (state.at[neighbour] & SIDE_UNITS[side]).bit_count()
        score += BATTLE_LIMIT[ROAD_BETWEEN[fight.town][neighbour]]
        if score > best_score:
            best_score = score
            best = neighbour
    return best


def _wear(state: State, units: int, points: float, dice: Dice) -> None:
    """Take strength from units, the strongest first as in 6.4; a part of a point by chance."""
    left = int(points)
    if dice.roll(100) <= int(100 * (points - left)):
        left += 1
    while left > 0:
        best = -1
        top = 0
        for unit in members(units):
            if state.strength[unit] > top:
                top = state.strength[unit]
                best = unit
        if best < 0:
            return
        left -= 1
        if top == 1:
            remove(state, best)
            units &= ~(1 << best)
        else:
            state.strength[best] = top - 1


def remove(state: State, unit: int) -> None:
    """A unit is lost."""
    town = state.where[unit]
    state.at[town] &= ~(1 << unit)
    state.where[unit] = -2
    state.strength[unit] = 0
    state.lost |= 1 << unit


def _points(state: State, units: int) -> int:
    total = 0
    for unit in members(units):
        total += state.strength[unit]
    return total


def attack_chance(state: State, fight: Fight, fit: Fit = FIT) -> float:
    """The chance that the attacker wins a fight that is a battle; for any other a half."""
    ours = state.at[fight.town] & SIDE_UNITS[fight.attacker]
    theirs = state.at[fight.town] & SIDE_UNITS[1 - fight.attacker]
    if ours.bit_count() < BATTLE_UNITS or theirs.bit_count() < BATTLE_UNITS:
        return 0.5
    attack = _force(state, fight.town, fight.attacker, fit)
    return chance(attack, _force(state, fight.town, 1 - fight.attacker, fit), fit)


def resolve(state: State, fight: Fight, dice: Dice, luck: int = -1, fit: Fit = FIT) -> None:
    """Decide a fight: a state in which one side stands in the town and the other is gone. `luck`,
    from 0 to 999, decides who wins instead of the dice: the less, the better for the attacker."""
    town = fight.town
    attacker = fight.attacker
    ours = state.at[town] & SIDE_UNITS[attacker]
    theirs = state.at[town] & SIDE_UNITS[1 - attacker]
    if not ours or not theirs:
        return
    if ours.bit_count() < BATTLE_UNITS or theirs.bit_count() < BATTLE_UNITS:
        _resolve_skirmish(state, fight, ours, theirs, dice)
        return
    attack = _force(state, town, attacker, fit)
    defence = _force(state, town, 1 - attacker, fit)
    odds = chance(attack, defence, fit)
    won = (luck if luck >= 0 else dice.roll(1000) - 1) < int(1000 * odds)
    if fit.is_grave:
        _settle_gravely(state, fight, won, ours, theirs, attack / defence, dice, fit)
        return
    winner = attacker if won else 1 - attacker
    winners = ours if won else theirs
    losers = theirs if won else ours
    ratio = (defence / attack) if won else (attack / defence)
    ratio = min(ratio, 1.5)
    # Against great odds a small force does little harm, and does not come away unhurt.
    spared = min(1.0, 0.3 + 0.7 * ratio)
    _wear(state, winners, FIT.winner_share * ratio * spared * _points(state, winners), dice)
    _wear(state, losers, FIT.loser_share * max(ratio, 0.6) * _points(state, losers), dice)
    _drive_out(state, fight, 1 - winner, dice)


def _settle_gravely(
    state: State,
    fight: Fight,
    won: bool,
    ours: int,
    theirs: int,
    ratio: float,
    dice: Dice,
    fit: Fit,
) -> None:
    """What a battle costs: the attacker little if he wins, and most of his units if he does not."""
    attacker = fight.attacker
    if won:
        share = fit.winner_share / (ratio * ratio)
        _wear(state, ours, min(share, 0.5) * _points(state, ours), dice)
        _wear(state, theirs, fit.loser_share * _points(state, theirs), dice)
        _drive_out(state, fight, 1 - attacker, dice)
        return
    _wear(state, theirs, min(0.3, 0.18 * ratio) * _points(state, theirs), dice)
    haven = haven_of(state, fight, attacker)
    for unit in members(ours):
        if haven < 0 or dice.roll(1000) <= int(1000 * fit.beaten_share):
            remove(state, unit)
            continue
        if state.strength[unit] > 1 and dice.roll(2) == 1:
            state.strength[unit] -= 1
        state.put(unit, haven)


def _resolve_skirmish(state: State, fight: Fight, ours: int, theirs: int, dice: Dice) -> None:
    """One volley, and the fewer go (6.6)."""
    side = fight.attacker
    _wear(state, ours, FIT.skirmish * min(10, _points(state, theirs)), dice)
    _wear(state, theirs, FIT.skirmish * min(10, _points(state, ours)), dice)
    ours = state.at[fight.town] & SIDE_UNITS[side]
    theirs = state.at[fight.town] & SIDE_UNITS[1 - side]
    if ours and theirs:
        loser = side if ours.bit_count() <= theirs.bit_count() else 1 - side
        haven = haven_of(state, fight, loser)
        for unit in members(state.at[fight.town] & SIDE_UNITS[loser]):
            if haven < 0:
                remove(state, unit)
            else:
                state.put(unit, haven)


def _drive_out(state: State, fight: Fight, side: int, dice: Dice) -> None:
    """A beaten side leaves: rout losses, then two over a main road and one over a minor (7.4)."""
    units = state.at[fight.town] & SIDE_UNITS[side]
    for unit in members(units):
        bit = 1 << unit
        points = 2 if bit & FOOT_GUNS else 1 if bit & (INFANTRIES | HORSE_GUNS) else 0
        if points and dice.roll(3) > 1:  # some slip away before the rout
            if state.strength[unit] <= points:
                remove(state, unit)
            else:
                state.strength[unit] -= points
    left = members(state.at[fight.town] & SIDE_UNITS[side])
    left.sort(key=lambda unit: -state.strength[unit])
    # Who retreats in time does so over two or three battle turns.
    room = ways_out(state, fight, side) * 2
    haven = haven_of(state, fight, side)
    for index, unit in enumerate(left):
        if index >= room or haven < 0:
            remove(state, unit)
        else:
            state.put(unit, haven)
