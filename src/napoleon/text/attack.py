"""An attack that a seat could make this turn: who could be in a town, and what would come of it.

Whether a unit gets there is asked of the rules, step by step: through towns free of enemies, over
roads that carry it (5.4, 5.5), in as many groups as may march (5.1) and attack together (5.2), and
one town further by a forced march (5.6).
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from napoleon.ai.advice.odds import Odds, attacked, odds
from napoleon.ai.advice.weighing import PLAYOUTS, guesses
from napoleon.ai.campaign.orders import Order, carry_out, force_on, march_order
from napoleon.ai.knowledge.worth import POINT_WORTH
from napoleon.rules import Game, Seat, SeededDice
from napoleon.rules.board.towns import NEIGHBOURS
from napoleon.rules.board.units import (
    ARMY_OF,
    FRENCH_BIT,
    MOUNTED,
    SEAT_ARMIES,
    SIDE_UNITS,
    UNITS_OF_ARMIES,
    members,
)

STEPS_MOUNTED: Final = 2  # 5.3: towns in a turn
STEPS_ON_FOOT: Final = 1
SAFE_FROM: Final = 4  # a die of so much does no harm on a forced march (5.6)


class Attack:
    """Units, as bits, that could attack a town together this turn."""

    __slots__ = ("could", "forced", "town", "units", "ways")

    def __init__(self, town: int) -> None:
        self.town = town
        self.units = 0  # the most who can attack together
        self.forced = 0  # those of them who get there only by a forced march
        self.could = 0  # all who could get there, each alone
        self.ways: dict[int, list[int]] = {}  # for each who marches there the towns on its way


class _Marchers:
    """The units of a seat that could march into a town this turn, and their ways there."""

    def __init__(self, game: Game, seat: str, town: int) -> None:
        self.state = game.sketch(seat).state
        self.town = town
        self.own = UNITS_OF_ARMIES[SEAT_ARMIES[seat]]
        self._is_marching = game.stage == "march"
        self._enemies = SIDE_UNITS[1 if SEAT_ARMIES[seat] & FRENCH_BIT else 0]
        self.ways: dict[int, list[list[int]]] = {}
        for unit in members(self.own & ~self.state.at[town]):
            ways = [way for way in self._ways(unit) if _Trial(self).bring(unit, way)]
            if ways:
                self.ways[unit] = ways

    def normal_steps(self, unit: int) -> int:
        """How many towns a unit can still go before a forced march."""
        if not self._is_marching:
            return 0
        done = (self.state.marched >> unit & 1) + (self.state.marched2 >> unit & 1)
        return max(0, (STEPS_MOUNTED if MOUNTED >> unit & 1 else STEPS_ON_FOOT) - done)

    def _ways(self, unit: int) -> list[list[int]]:
        """The ways of a unit to the town, shortest first: the towns that it enters, in order."""
        start = self.state.where[unit]
        if start < 0 or self.state.at[start] & self._enemies:
            return []
        found: list[list[int]] = []
        ends = [[start]]
        for _ in range(self.normal_steps(unit) + 1):
            further: list[list[int]] = []
            for way in ends:
                for near in NEIGHBOURS[way[-1]]:
                    if near == self.town:
                        found.append([*way[1:], near])
                    elif near not in way and not self.state.at[near] & self._enemies:
                        further.append([*way, near])
            ends = further
        return found

    def groups(self) -> tuple[int, list[int]]:
        """Those in groups that have begun to march, and the groups that may begin, as bits."""
        begun = 0
        for units in self.state.group_units:
            begun |= units
        fresh: dict[tuple[int, int], int] = {}
        for unit in self.ways:
            if not begun >> unit & 1:
                group = (ARMY_OF[unit], self.state.where[unit])
                fresh[group] = fresh.get(group, 0) | 1 << unit
        return begun, list(fresh.values())


class _Trial:
    """Marches tried out on a copy of the position."""

    def __init__(self, marchers: _Marchers) -> None:
        self._marchers = marchers
        self._state = marchers.state.copy()
        self.attack = Attack(marchers.town)
        self.attack.units = marchers.own & self._state.at[marchers.town]

    def bring_all(self, units: int) -> None:
        """Bring as many as the rules let, those who matter most first."""
        for unit in march_order(self._state, units):
            for way in self._marchers.ways.get(unit, []):
                if self.bring(unit, way):
                    break

    def bring(self, unit: int, way: list[int]) -> bool:
        """Bring a unit into the town by this way, if the rules let it."""
        bit = 1 << unit
        after = self._state.copy()
        start = after.where[unit]
        normal = self._marchers.normal_steps(unit)
        arrived = carry_out(after, Order(bit, start, way[:normal], False))
        is_forced = len(way) > normal
        if is_forced:
            force_on(after, Order(bit, start, way, True), arrived)
        if after.where[unit] != self.attack.town:
            return False
        self._state = after
        self.attack.units |= bit
        self.attack.forced |= bit if is_forced else 0
        self.attack.ways[unit] = way
        return True

    def worth(self) -> tuple[float, int]:
        """The more strength the better, and the fewer forced marches."""
        strength = self._state.strength
        total = sum(POINT_WORTH[unit] * strength[unit] for unit in members(self.attack.units))
        return total, -self.attack.forced.bit_count()


def find_attack(game: Game, seat: Seat | str, town: int) -> Attack:
    """The strongest attack that a seat could make on a town in the marches under way."""
    marchers = _Marchers(game, str(seat), town)
    begun, fresh = marchers.groups()
    best = _Trial(marchers)
    best.bring_all(begun)
    # The first group to get there says who may join it; the rules refuse a group too many.
    for groups in [*permutations(fresh, 1), *permutations(fresh, 2)]:
        trial = _Trial(marchers)
        for units in (begun, *groups):
            trial.bring_all(units)
        best = max(best, trial, key=_Trial.worth)
    found = best.attack
    found.could = found.units
    for unit in marchers.ways:
        found.could |= 1 << unit
    return found


def weigh_attack(game: Game, seat: Seat | str, attack: Attack, seed: int) -> Odds:
    """The odds of an attack, after what its forced marches cost; no leader helps in them."""
    dice = SeededDice(seed)
    states = []
    for state in guesses(game, str(seat), dice, seed):
        units = attack.units
        for unit in members(attack.forced):
            if dice.roll(6) >= SAFE_FROM:
                continue
            if state.strength[unit] > 1:
                state.strength[unit] -= 1
            elif units & ~(1 << unit):
                units &= ~(1 << unit)
        for unit, way in attack.ways.items():
            if units >> unit & 1 and len(way) > 1:
                state.put(unit, way[-2])  # it enters from there
        states.append(attacked(state, units, attack.town))
    return odds(states, attack.town, PLAYOUTS, seed)
