"""A battlefield summed up for one side: who is how strong where, whether the battle is lost, and
where it is worth engaging."""

from __future__ import annotations

from typing import Final

from napoleon.ai.battle.clash import HIT_CHANCE, LAST_POINT, clash
from napoleon.ai.battle.temper import Temper
from napoleon.ai.campaign.stakes import must_hold
from napoleon.rules.board.towns import BATTLE_LIMIT, NEIGHBOURS, ROAD_BETWEEN
from napoleon.rules.board.units import CAVALRIES, GUNS, LEADERS, MOUNTED, SIDE_UNITS, count, members
from napoleon.rules.engine.actions import (
    MOVE,
    RETREAT,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.fight import FACING, FROM_NAME, OWN_AREAS, RESERVE_AREA, WOODS, Fight
from napoleon.rules.engine.state import State

# The share of friends in adjacent towns, and of the enemy's, that is reckoned with in the end.
FRIENDS_NEAR: Final = 0.6
FOES_NEAR: Final = 0.5


class Picture:
    """A battlefield summed up for one side: points and hits of each side in each area."""

    __slots__ = (
        "alone",
        "attack",
        "enemies",
        "fight",
        "foe_burst",
        "foe_hits",
        "foe_points",
        "foe_units",
        "is_lost",
        "leaving",
        "own",
        "own_burst",
        "own_hits",
        "own_points",
        "own_units",
        "reserve",
        "role",
        "room",
        "side",
        "state",
        "value",
    )

    def __init__(self, state: State, fight: Fight, side: int) -> None:
        self.state = state
        self.fight = fight
        self.side = side
        self.role = fight.role_of(side)
        self.own = SIDE_UNITS[side]
        self.enemies = SIDE_UNITS[1 - side]
        self.reserve = RESERVE_AREA[self.role]
        self.own_units = [0, 0, 0, 0, 0, 0, 0, 0]
        self.foe_units = [0, 0, 0, 0, 0, 0, 0, 0]
        self.own_points = [0.0] * 8
        self.own_hits = [0.0] * 8
        self.own_burst = [0.0] * 8
        self.foe_points = [0.0] * 8
        self.foe_hits = [0.0] * 8
        self.foe_burst = [0.0] * 8
        self.attack = [-1.0] * 8  # what engaging in an area of the enemy's would be worth
        self.value = 0.0  # of the whole battle
        self.alone = 0.0  # the same if none of our friends next door came
        self.is_lost = False
        self.leaving = False  # all who are left can leave in this battle turn
        self.room = 0  # units that the roads still take in this battle turn
        self._look()

    def _look(self) -> None:
        fight = self.fight
        strength = self.state.strength
        for area in range(8):
            units = fight.areas[area]
            if not units:
                continue
            own = units & self.own
            self.own_units[area] = own
            self.foe_units[area] = units ^ own
            is_woods = fight.terrain[area] == WOODS
            holder = fight.holder[area]
            for unit in members(units):
                bit = 1 << unit
                points = strength[unit] - LAST_POINT
                if bit & LEADERS:
                    points = 0.4
                hits = strength[unit] * HIT_CHANCE[unit]
                burst = 0.0
                if bit & CAVALRIES:
                    if is_woods:
                        hits = strength[unit] / 6.0
                    elif fight.shock & bit:
                        burst = strength[unit] / 6.0
                elif bit & GUNS:
                    if not fight.canister & bit:
                        burst = strength[unit] / 6.0
                elif holder == unit:
                    hits += strength[unit] / 6.0
                if fight.sheltered & bit:
                    hits = 0.0
                    burst = 0.0
                if bit & self.own:
                    self.own_points[area] += points
                    self.own_hits[area] += hits
                    self.own_burst[area] += burst
                else:
                    self.foe_points[area] += points
                    self.foe_hits[area] += hits
                    self.foe_burst[area] += burst

    def clash_in(
        self, area: int, is_first: bool, more: float = 0.0, more_hits: float = 0.0
    ) -> float:
        """What the fight in an area is worth to us, with so much more of ours in it."""
        points = self.own_points[area] + more
        hits = self.own_hits[area] + more_hits
        if is_first:
            return clash(
                points,
                hits,
                self.own_burst[area],
                self.foe_points[area],
                self.foe_hits[area],
                self.foe_burst[area],
            )
        return -clash(
            self.foe_points[area],
            self.foe_hits[area],
            self.foe_burst[area],
            points,
            hits,
            self.own_burst[area],
        )

    def judge(self, temper: Temper, codes: list[int]) -> None:
        """Whether the battle is lost, and where to engage."""
        self._judge_battle(temper, codes)
        self._judge_attacks(temper, codes)

    def _judge_battle(self, temper: Temper, codes: list[int]) -> None:
        state = self.state
        town = self.fight.town
        mine = sum(self.own_points)
        my_hits = sum(self.own_hits)
        theirs = sum(self.foe_points)
        their_hits = sum(self.foe_hits)
        here_points = mine
        here_hits = my_hits
        for near in NEIGHBOURS[town]:
            units = state.at[near] & ~state.disordered
            if not units or state.is_contested(near):
                continue
            share = FRIENDS_NEAR if units & self.own else FOES_NEAR
            points = 0.0
            hits = 0.0
            for unit in members(units):
                points += share * state.strength[unit]
                hits += share * state.strength[unit] * HIT_CHANCE[unit]
            if units & self.own:
                mine += points
                my_hits += hits
            else:
                theirs += points
                their_hits += hits
        self.value = clash(mine, my_hits, 0.0, theirs, their_hits, 0.0)
        self.alone = clash(here_points, here_hits, 0.0, theirs, their_hits, 0.0)
        towns = 0
        for code in codes:
            if verb_of(code) == RETREAT:
                towns |= 1 << (second_of(code))
        for to in members(towns):
            road = ROAD_BETWEEN[town][to]
            self.room += BATTLE_LIMIT[road] - self.fight.retreated.count(road)
        here = 0
        for area in range(8):
            here |= self.own_units[area]
        units = count(here & ~self.fight.square)
        self.leaving = units <= self.room
        if must_hold(state, self.side, town):
            return  # there is nothing to save elsewhere
        # The fewer can get away at a time, the longer we fight on.
        limit = -temper.give_up
        if not self.leaving:
            limit -= temper.stubborn * (1.0 - self.room / units)
        self.is_lost = self.value < limit
        if not self.is_lost:
            for area in OWN_AREAS[self.role]:
                if self.foe_units[area]:
                    now = self.clash_in(
                        area, True, self.own_points[self.reserve], self.own_hits[self.reserve]
                    )
                    if now < limit:
                        self.is_lost = True

    def _judge_attacks(self, temper: Temper, codes: list[int]) -> None:
        """What it is worth to engage in each column with all who can go there now."""
        fight = self.fight
        strength = self.state.strength
        points = [0.0] * 8
        hits = [0.0] * 8
        bursts = [0.0] * 8
        riders = 0
        for code in codes:
            if verb_of(code) != MOVE:
                continue
            unit = first_of(code)
            bit = 1 << unit
            if bit & LEADERS:
                continue
            to = FROM_NAME[self.role][second_of(code)]
            if to in OWN_AREAS[self.role]:
                if bit & MOUNTED and not fight.moved & bit and self.own_units[self.reserve] & bit:
                    riders |= bit
            elif to != self.reserve:
                points[to] += strength[unit] - LAST_POINT
                if not bit & CAVALRIES:
                    hits[to] += strength[unit] * HIT_CHANCE[unit]
                elif fight.terrain[to] == WOODS:
                    hits[to] += strength[unit] / 6.0
                else:
                    hits[to] += strength[unit] * HIT_CHANCE[unit]
                    bursts[to] += strength[unit] / 6.0
        foe_reserve = RESERVE_AREA[1 - self.role]
        duel = self._duel()
        for area in OWN_AREAS[self.role]:
            there = FACING[area]
            if not self.foe_units[there]:
                continue
            more = points[there]
            more_hits = hits[there]
            burst = bursts[there] + self.own_burst[there]
            if riders and not self.foe_units[area] and fight.terrain[area] != WOODS:
                is_woods = fight.terrain[there] == WOODS
                for unit in members(riders):
                    more += strength[unit] - LAST_POINT
                    if not is_woods:
                        more_hits += strength[unit] * HIT_CHANCE[unit]
                        burst += strength[unit] / 6.0
                    elif 1 << unit & CAVALRIES:
                        more_hits += strength[unit] / 6.0
            if fight.has_stream(area):
                # Two at most get over in a battle turn.
                room = 2 - fight.crossings[area - OWN_AREAS[self.role][0]]
                more = min(more, 3.0 * room)
                more_hits = min(more_hits, 1.2 * room)
                burst = min(burst, 0.5 * room)
            mine = self.own_points[there] + more
            if more <= 0.0 or mine <= 0.0:
                continue
            foe_points = self.foe_points[there] + temper.fear * self.foe_points[foe_reserve]
            foe_hits = self.foe_hits[there] + temper.fear * self.foe_hits[foe_reserve] * 0.6
            self.attack[there] = (
                -clash(
                    foe_points,
                    foe_hits,
                    self.foe_burst[there],
                    mine,
                    self.own_hits[there] + more_hits,
                    burst,
                )
                - temper.duel * duel
            )

    def _duel(self) -> float:
        """By how many hits a battle turn our guns outdo theirs at long range."""
        fight = self.fight
        strength = self.state.strength
        gap = 0.0
        for area in range(1, 7):
            guns = fight.areas[area] & GUNS
            if not guns:
                continue
            ahead = FACING[area]
            if fight.terrain[ahead] == WOODS:
                continue
            mine = area in OWN_AREAS[self.role]
            targets = self.foe_units[ahead] if mine else self.own_units[ahead]
            if not targets:
                continue
            guns &= self.own if mine else self.enemies
            for unit in members(guns):
                gap += strength[unit] * HIT_CHANCE[unit] * (1.0 if mine else -1.0)
        return gap
