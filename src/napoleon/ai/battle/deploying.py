"""The tactics of setting up a battlefield: terrain, and who stands where (rule 6.2)."""

from __future__ import annotations

from typing import Final

from napoleon.ai.battle.temper import Temper
from napoleon.rules.board.units import (
    ARMY_OF,
    ARMY_UNITS,
    CAVALRIES,
    CORPS_OF,
    CORPS_UNITS,
    GUNS,
    HORSE_GUNS,
    INFANTRIES,
    LEADERS,
    SIDE_UNITS,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    DEPLOY,
    DRAW,
    END,
    HOLD,
    TERRAIN,
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
    STREAM,
    WOODS,
    Fight,
)
from napoleon.rules.engine.state import State
from napoleon.rules.phases.deployment import ROLE_OF_STEP, Deployment

# How much it matters that no area is left to a leader.
THIN: Final = 20.0

# Where we like to lay a block, by kind and column: left, centre, right as its owner sees it.
_LIKING: Final = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.9],  # woods on a wing: no guns can stand there
    [1.0, 1.2, 0.9],  # a farm
    [1.0, 0.5, 0.9],  # a stream covers a wing
    [0.8, 1.2, 0.7],  # a hill in the centre
]


class Line:
    """The corps that belong in each of a side's three areas, and what stands there already."""

    __slots__ = ("corps", "fight", "main", "points", "role", "second", "state", "total")

    def __init__(self, state: State, fight: Fight, role: int, wing: int) -> None:
        self.state = state
        self.fight = fight
        self.role = role
        self.corps = [-1, -1, -1]  # by column, as OWN_AREAS has them
        self.second = -1  # a second corps in the leader's area, the main one
        self.main = wing
        self.points = [0.0, 0.0, 0.0]
        self.total = 0.0
        self._draw()

    def _draw(self) -> None:
        """Give the areas to the corps that have most points for each area they get."""
        state = self.state
        fight = self.fight
        here = state.at[fight.town] & SIDE_UNITS[fight.side_of(self.role)]
        weight = [0.0] * len(CORPS_UNITS)
        given = [0] * len(CORPS_UNITS)
        present: list[int] = []
        for unit in members(here & ~LEADERS):
            corps = CORPS_OF[unit]
            if corps not in present:
                present.append(corps)
            # Infantry makes the line; guns stand with it, cavalry is better behind it.
            share = 1.0 if 1 << unit & INFANTRIES else 0.5 if 1 << unit & GUNS else 0.3
            weight[corps] += state.strength[unit] * share
            self.total += state.strength[unit]
        if not present:
            return
        seats: list[int] = []
        for _ in range(3):
            best = present[0]
            for corps in present:
                if weight[corps] / (given[corps] + 1) > weight[best] / (given[best] + 1):
                    best = corps
            given[best] += 1
            seats.append(best)
        leaders = here & LEADERS
        if leaders:
            best_weight = 0.0
            for corps in present:
                if not given[corps] and weight[corps] > best_weight:
                    army = ARMY_OF[members(CORPS_UNITS[corps])[0]]
                    if leaders & ARMY_UNITS[army]:
                        best_weight = weight[corps]
                        self.second = corps
        self._assign(seats, here)
        for column in range(3):
            area = OWN_AREAS[self.role][column]
            for unit in members(fight.areas[area] & ~LEADERS):
                self.points[column] += state.strength[unit]

    def _assign(self, seats: list[int], here: int) -> None:
        """Which corps where: the biggest in the main area, few guns in the woods."""
        fight = self.fight
        order = [self.main, (self.main + 1) % 3, (self.main + 2) % 3]
        columns: list[int] = []
        for column in order:
            if fight.terrain[OWN_AREAS[self.role][column]] == WOODS:
                columns.append(column)
        woods = len(columns)
        free = [column for column in order if column not in columns]
        rest = seats[:]
        for index in range(woods):
            pick = rest[0]
            for corps in rest:
                if self._guns(corps, here) < self._guns(pick, here):
                    pick = corps
            rest.remove(pick)
            self.corps[columns[index]] = pick
        for index, column in enumerate(free):
            self.corps[column] = rest[index]
        self.main = free[0] if free else self.main
        if self.second >= 0:
            # The leader joins two corps of his own army only.
            army = ARMY_OF[members(CORPS_UNITS[self.second])[0]]
            for column in order:
                first = self.corps[column]
                if ARMY_OF[members(CORPS_UNITS[first])[0]] == army and first != self.second:
                    self.main = column
                    return
            self.second = -1

    def _guns(self, corps: int, here: int) -> int:
        points = 0
        for unit in members(CORPS_UNITS[corps] & here & GUNS):
            points += self.state.strength[unit]
        return points

    def belongs(self, unit: int, column: int) -> bool:
        """Whether a unit's corps has its place in a column."""
        corps = CORPS_OF[unit]
        return self.corps[column] == corps or (column == self.main and self.second == corps)


def score_setting_up(
    state: State, fight: Fight, phase: Deployment, codes: list[int], temper: Temper
) -> list[float]:
    """A score for each code of drawing, laying and deploying."""
    role = ROLE_OF_STEP[phase.step]
    verb = verb_of(codes[0])
    if verb == DRAW:
        wanted = temper.terrain * (len(codes) - 1)
        return [-abs(wanted - first_of(code)) for code in codes]
    if verb == TERRAIN:
        return [_score_block(state, fight, role, code) for code in codes]
    line = Line(state, fight, role, temper.wing)
    waiting = 0
    for code in codes:
        if verb_of(code) == DEPLOY:
            waiting |= 1 << first_of(code)
    next_unit = _next_to_deploy(state, line, waiting)
    # Areas that nobody but a leader could hold: the last units are for them.
    bare = 0
    for area in OWN_AREAS[role]:
        if not fight.areas[area] & ~LEADERS:
            bare += 1
    is_thin = count(waiting & ~LEADERS) <= bare
    scores: list[float] = []
    for code in codes:
        unit = first_of(code)
        if verb_of(code) == HOLD:
            scores.append(50.0 + state.strength[unit] if not waiting else -10.0)
        elif verb_of(code) == END:
            scores.append(0.0)
        elif unit != next_unit:
            scores.append(-100.0)
        else:
            area = FROM_NAME[role][second_of(code)]
            score = _score_place(line, unit, area, temper)
            if is_thin and not 1 << unit & LEADERS and not fight.areas[area] & ~LEADERS:
                score += -THIN if area == RESERVE_AREA[role] else THIN
            scores.append(score)
    return scores


def _score_block(state: State, fight: Fight, role: int, code: int) -> float:
    kind = first_of(code)
    area = FROM_NAME[role][second_of(code)]
    column = OWN_AREAS[role].index(area)
    score = _LIKING[kind][column]
    facing = fight.terrain[FACING[area]]
    if kind == HILL and facing == WOODS:
        score -= 1.0
    if kind == STREAM and facing == WOODS:
        score -= 0.3
    if kind == FARM and facing == STREAM:
        score -= 0.2
    if kind == WOODS and facing == HILL:
        score += 0.5
    return score


def _next_to_deploy(state: State, line: Line, waiting: int) -> int:
    """The order: a leader who joins two corps, infantry, guns, the others; the strongest first."""
    best = -1
    best_rank = -1.0
    for unit in members(waiting):
        bit = 1 << unit
        rank = float(state.strength[unit])
        if bit & LEADERS:
            army = ARMY_OF[unit]
            is_joining = (
                line.second >= 0
                and CORPS_UNITS[line.second] & ARMY_UNITS[army] & SIDE_UNITS[0 if army == 0 else 1]
            )
            rank = 50.0 if is_joining else 0.0
        elif bit & INFANTRIES:
            rank += 30.0
        elif bit & GUNS:
            rank += 20.0
        else:
            rank += 10.0
        if rank > best_rank:
            best_rank = rank
            best = unit
    return best


def _score_place(line: Line, unit: int, area: int, temper: Temper) -> float:
    """How good an area is for a unit: where it is needed, and where its corps belongs."""
    bit = 1 << unit
    fight = line.fight
    state = line.state
    role = line.role
    strength = state.strength[unit]
    reserve = RESERVE_AREA[role]
    if bit & LEADERS:
        if area == reserve:
            return 1.0
        column = OWN_AREAS[role].index(area)
        if line.second >= 0 and column == line.main:
            return 5.0
        return temper.lead + (0.5 if column == line.main else 0.0)
    if area == reserve:
        held = 0.0
        for other in members(fight.areas[area] & ~LEADERS):
            held += state.strength[other]
        wanted = temper.reserve * line.total - held
        score = 0.5 * min(wanted, 3.0)
        if bit & CAVALRIES:
            score += 3.0
        elif bit & HORSE_GUNS:
            score += 0.5
        elif bit & GUNS:
            score -= 6.0
        return score
    column = OWN_AREAS[role].index(area)
    share = (1.0 - temper.reserve) / 3.0
    if column == line.main:
        share += temper.main
    else:
        share -= temper.main / 2.0
    need = share * line.total - line.points[column]
    score = min(need, 4.0)
    if not fight.areas[area]:
        score += 4.0
    if not line.belongs(unit, column):
        score -= 6.0
    if bit & GUNS:
        if fight.terrain[FACING[area]] == WOODS:
            score -= 3.0
        if fight.terrain[area] == HILL:
            score += 2.0
    elif bit & CAVALRIES:
        score -= 2.0
        if fight.terrain[area] == WOODS:
            score -= 3.0
    elif fight.terrain[area] == FARM and not fight.areas[area] & INFANTRIES:
        score += 1.5
    return score + 0.01 * strength
