"""The marshal in battle: what to do next, found by playing the fight out many times.

A *plan* is a first action and a temper in which the fight is then carried on. Plans are the choices
of several tempers and the best few other actions of each kind; they are compared over the same
samples with the same dice, and the worse half is dropped again and again. A deployment is compared
as a whole, since a temper lays out a whole line.
"""

from __future__ import annotations

import time
from typing import Final

from napoleon.ai.advice.odds import playout_dice
from napoleon.ai.battle.clash import (
    DEFEAT,
    NEAR_DEFEAT,
    POINT_COST,
    TOWN_WORTH,
    UNIT_WORTH,
)
from napoleon.ai.battle.combat import NEVER, WALK_IN
from napoleon.ai.battle.playout import fight_out
from napoleon.ai.battle.tactics import choose, score_codes
from napoleon.ai.battle.temper import CAREFUL_SQUARES, OFFICER, OFFICER_OF_OLD, Temper
from napoleon.ai.campaign.aims import days_left, winner_by_aim
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.planner import conclude_turn, outlook
from napoleon.ai.campaign.stakes import cities_held, must_hold
from napoleon.ai.knowledge.tally import Tally
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.towns import SUPPLY_CITIES, TOWNS
from napoleon.rules.board.units import (
    ARMY_UNITS,
    DEFEAT_AT,
    FOOT_GUNS,
    FRENCH,
    FRENCH_BIT,
    HORSE_GUNS,
    SIDE_OF,
    SIDE_UNITS,
    UNIT_SIDE,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    BATTLE,
    BOMBARD,
    DEPLOY,
    DRAW,
    END,
    FALLBACK,
    FIRE,
    HOLD,
    LOSE,
    MOVE,
    REGROUP,
    REINFORCE,
    REMOVE,
    RETREAT,
    SKIRMISH,
    TERRAIN,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.dice import Dice, SeededDice
from napoleon.rules.engine.fight import FROM_NAME, RESERVE_AREA
from napoleon.rules.engine.refusals import OK
from napoleon.rules.engine.state import FEWER_LOSSES, NO_AIM, State

# Plans compared at once, at most.
MOST_PLANS: Final = 12
# What it weighs who holds two supply cities as the campaign ends.
LAST_DAY: Final = 15.0
# What it weighs whether the aim of a scenario is reached, when nothing can change it any more.
AIM_WORTH: Final = 40.0
# A plan is preferred to the rule of thumb's if it is better by so much.
LEAST_GAIN: Final = 0.1
# A supply city is worth more than another town.
CITY_WORTH: Final = 4.0
# What the chance to win the campaign weighs beside losses and town, for one who has a judge of it.
CAMPAIGN: Final = 60.0
MATERIAL: Final = 0.25
# Choices that rules of thumb make as well as a search would, and one of which only those think
# who think of all.
PLAIN: Final = (LOSE, FALLBACK, REMOVE, REGROUP, SKIRMISH, BATTLE)


def _tempers(own: Temper) -> list[Temper]:
    """The characters in which a battle may be carried on."""
    bold = own.copy()
    bold.boldness = -0.5
    bold.give_up = 2.0
    wary = own.copy()
    wary.boldness = 0.45
    leaving = own.copy()
    leaving.give_up = -2.0
    leaving.stubborn = 0.0
    return [own, bold, wary, leaving]


def _lines(own: Temper) -> list[Temper]:
    """The deployments that are compared: where the main body stands, and how much is held back."""
    found: list[Temper] = []
    for wing in (0, 1, 2):
        for main, reserve in ((0.3, 0.4), (0.0, 0.3), (0.45, 0.15), (0.15, 0.6)):
            if main == 0.0 and wing != 1:
                continue
            line = own.copy()
            line.wing = wing
            line.main = main
            line.reserve = reserve
            found.append(line)
    return found


class Manner:
    """How a commander searches: in which tempers he fights, what he expects of the enemy, and who
    says what the campaign is worth after the fight, if anybody does."""

    __slots__ = ("clear", "faith", "foes", "is_fine", "judge", "lines", "own", "tempers")

    def __init__(
        self,
        own: Temper,
        foes: list[Temper],
        judge: Judge | None = None,
        clear: float = 1.7,
        faith: float = 0.0,
        is_fine: bool = False,
    ) -> None:
        self.own = own
        self.foes = foes  # in turn
        self.judge = judge
        # A plan must be better than the rule of thumb's by so many standard errors, and that all
        # are as good counts as so many trials.
        self.clear = clear
        self.faith = faith
        # Whether it thinks of all in square too, and of guns that move and fire.
        self.is_fine = is_fine
        self.tempers = _tempers(own)
        if is_fine:
            squares = own.copy()
            squares.square = CAREFUL_SQUARES
            self.tempers.append(squares)
        self.lines = _lines(own)

    def weighs_coming(self) -> bool:
        """Whether it searches whom to bring up: what that is worth only the campaign tells."""
        return self.is_fine and self.judge is not None


MARSHAL: Final = Manner(OFFICER_OF_OLD, [OFFICER_OF_OLD])
# An emperor where units are missing: there nobody has learnt what positions are worth.
PLAIN_EMPEROR: Final = Manner(OFFICER, [OFFICER], is_fine=True)


class Plan(Tally):
    """A first action, how the fight goes on, and what that has come to so far."""

    __slots__ = ("code", "temper")

    def __init__(self, code: int, temper: Temper) -> None:
        super().__init__()
        self.code = code
        self.temper = temper


def value(before: State, after: State, side: int, town: int) -> float:
    """What became of a fight, for one side: losses both ways, and who holds the town."""
    result = 0.0
    for army in range(3):
        cost = 0.0
        for unit in members(ARMY_UNITS[army]):
            if before.where[unit] >= 0:
                cost += POINT_COST[unit] * (before.strength[unit] - after.strength[unit])
        lost = count(before.lost & ARMY_UNITS[army])
        now = count(after.lost & ARMY_UNITS[army]) + _starved(after, army)
        while lost < now:
            lost += 1
            near = lost / DEFEAT_AT[army]
            cost += UNIT_WORTH + NEAR_DEFEAT * near * near
            if lost == DEFEAT_AT[army]:
                cost += DEFEAT
        result += -cost if SIDE_OF[army] == side else cost
    if after.aim != NO_AIM:
        result += _aim_value(after, side, town)
    elif after.turn >= LAST_TURN - 1:
        # Two cities win the campaign (10).
        late = LAST_DAY if count(cities_held(after)) >= 2 else -LAST_DAY
        result += late if side == FRENCH else -late
    worth = CITY_WORTH if town in SUPPLY_CITIES else TOWN_WORTH
    units = after.at[town]
    if units & SIDE_UNITS[side]:
        result += worth
    elif units:
        result -= worth
    return result


def _aim_value(after: State, side: int, town: int) -> float:
    """What became of the aim of a scenario, for one side: all that counts when it is decided."""
    if after.aim not in (town, FEWER_LOSSES):
        return 0.0
    is_late = days_left(FRENCH, after.turn + 1, after.until) == 0
    weight = AIM_WORTH if is_late else TOWN_WORTH
    return weight if winner_by_aim(after) == side else -weight


def _starved(state: State, army: int) -> int:
    """The units that an army loses when this turn ends, because the French hold its city (9)."""
    if state.side != FRENCH or state.defeated >> army & 1:
        return 0
    units = 0
    for city in SUPPLY_CITIES:
        if TOWNS[city].supplies == army and state.at[city] & SIDE_UNITS[FRENCH]:
            units += TOWNS[city].supply_loss
    return units


class BattleSearch:
    """Searches for one seat, and keeps to a deployment that it has begun."""

    __slots__ = ("_line", "_line_key")

    def __init__(self) -> None:
        self._line = OFFICER
        self._line_key = -1

    @property
    def line(self) -> Temper | None:
        """The temper in which it deploys; None: it has not begun to."""
        return self._line if self._line_key >= 0 else None

    def choose(
        self,
        samples: list[State],
        armies: int,
        codes: list[int],
        playouts: int,
        seed: int,
        deadline: float = 0.0,
        manner: Manner = MARSHAL,
    ) -> int:
        """The best code by about so many playouts in all; a `deadline` other than 0, on the clock
        of `time.monotonic`, ends the search early."""
        state = samples[0]
        dice = playout_dice(seed, 0)
        verb = verb_of(codes[0])
        is_plain = verb in PLAIN or (verb == REINFORCE and not manner.weighs_coming())
        if len(codes) == 1 or is_plain:
            return choose(state, armies, codes, dice, manner.own)
        town = state.stack[-1].town_no()
        if town < 0:
            return choose(state, armies, codes, dice, manner.own)
        key = -1
        if verb in (DEPLOY, HOLD):
            key = (state.turn << 8 | town) << 3 | armies
            if key == self._line_key:
                return choose(state, armies, codes, dice, self._line)
        plans = find_plans(state, armies, codes, dice, manner)
        if len(plans) == 1 or max(score_codes(state, armies, codes, manner.own)) >= WALK_IN:
            return plans[0].code
        best = compare(samples, armies, town, plans, playouts, seed, deadline, manner)
        if key >= 0:
            self._line_key = key
            self._line = best.temper
        return best.code


def search(
    samples: list[State],
    armies: int,
    codes: list[int],
    playouts: int,
    seed: int,
    deadline: float = 0.0,
) -> int:
    """The best code for whoever commands these armies, over samples that agree with his view."""
    return BattleSearch().choose(samples, armies, codes, playouts, seed, deadline)


def find_plans(
    state: State, armies: int, codes: list[int], dice: Dice, manner: Manner = MARSHAL
) -> list[Plan]:
    """What is worth comparing: the rule of thumb's own choice comes first."""
    verb = verb_of(codes[0])
    plans: list[Plan] = []
    if verb in (DEPLOY, HOLD):
        for line in [manner.own, *manner.lines]:
            plans.append(Plan(choose(state, armies, codes, dice, line), line))
        return plans
    if verb in (DRAW, TERRAIN):
        usual = choose(state, armies, codes, dice, manner.own)
        rest = [Plan(code, manner.own) for code in codes if code != usual]
        return [Plan(usual, manner.own), *rest]
    own = manner.own
    for temper in manner.tempers:
        code = choose(state, armies, codes, dice, temper)
        is_own = temper is manner.own
        is_other = temper.boldness != own.boldness or temper.square != own.square
        if is_own or code != plans[0].code or is_other:
            plans.append(Plan(code, temper))
    if manner.is_fine:
        _add_rescue(state, codes, plans, own)
    _add_kinds(state, armies, codes, plans, manner)
    return plans


def _add_rescue(state: State, codes: list[int], plans: list[Plan], own: Temper) -> None:
    """Into the reserve with a foot battery that its next morale check may be the end of (6.3.1)."""
    for code in codes:
        unit = first_of(code)
        if verb_of(code) != MOVE or not 1 << unit & FOOT_GUNS or state.strength[unit] > 1:
            continue
        fight = state.the_fight(state.where[unit])
        area = fight.area_of(unit)
        role = fight.role_of(UNIT_SIDE[unit])
        is_engaged = area >= 0 and fight.is_contested(area)
        if is_engaged and FROM_NAME[role][second_of(code)] == RESERVE_AREA[role]:
            plans.append(Plan(code, own))
            return


def _add_kinds(
    state: State, armies: int, codes: list[int], plans: list[Plan], manner: Manner
) -> None:
    """The best action of every kind, then the best of the others."""
    own = manner.own
    scores = score_codes(state, armies, codes, own)
    kinds: list[int] = []
    taken = [plan.code for plan in plans]
    town = state.stack[-1].town_no()
    stays = town >= 0 and must_hold(state, FRENCH if armies & FRENCH_BIT else 1, town)
    order = sorted(range(len(codes)), key=scores.__getitem__, reverse=True)
    for index in order:
        if len(plans) >= MOST_PLANS:
            return
        code = codes[index]
        kind = verb_of(code)
        if kind == END and verb_of(taken[0]) in (FIRE, BOMBARD):
            continue  # to fire costs nothing, so there is no reason to stop before it
        is_open = kind == REINFORCE or (kind in (MOVE, RETREAT) and not stays)
        if scores[index] <= NEVER and not is_open:
            continue  # out of the question
        if kind in (MOVE, FIRE):
            kind = kind << 9 | second_of(code) << 1
            if manner.is_fine and 1 << first_of(code) & HORSE_GUNS:
                kind |= 1  # they can still fire after they have moved
        if kind in kinds or code in taken:
            if code in taken and kind not in kinds:
                kinds.append(kind)
            continue
        kinds.append(kind)
        taken.append(code)
        plans.append(Plan(code, own))


def compare(
    samples: list[State],
    armies: int,
    town: int,
    plans: list[Plan],
    playouts: int,
    seed: int,
    deadline: float,
    manner: Manner = MARSHAL,
) -> Plan:
    """The best of several plans: all are tried, the worse half is dropped, and so on; what is
    clearly worse than the first goes at once. The first stays to the end, and is kept unless
    another is clearly better."""
    first = plans[0]
    rest = plans[1:]
    rounds = 1
    while 1 << rounds <= len(rest):
        rounds += 1
    number = 0
    while rest:
        each = max(1, playouts // (rounds * (len(rest) + 1)))
        for _ in range(each):
            sample = samples[number % len(samples)]
            number += 1
            if not _is_offered(sample, armies, first.code):
                continue
            base = _try(sample, armies, town, first, seed, number, manner)
            for plan in rest:
                if _is_offered(sample, armies, plan.code):
                    found = _try(sample, armies, town, plan, seed, number, manner)
                    plan.take_in(found, base)
            if deadline > 0.0 and time.monotonic() > deadline:
                return _best_of(first, rest, manner)
            rest = [plan for plan in rest if not plan.is_hopeless(LEAST_GAIN, manner.faith)]
            if not rest:
                return first
        if len(rest) == 1:
            break
        rest.sort(key=lambda plan: -plan.likely_gain(manner.faith))
        rest = rest[: len(rest) // 2]
    return _best_of(first, rest, manner)


def _best_of(first: Plan, rest: list[Plan], manner: Manner) -> Plan:
    """The plan with the best gain, if it is clearly better than the first."""
    best = first
    most = 0.0
    for plan in rest:
        gain = plan.likely_gain(manner.faith)
        if gain > most and plan.is_clear(manner.clear, LEAST_GAIN, manner.faith):
            best = plan
            most = gain
    return best


def _is_offered(sample: State, armies: int, code: int) -> bool:
    return sample.stack[-1].refuse(sample, armies, code) == OK


def _try(
    sample: State, armies: int, town: int, plan: Plan, seed: int, number: int, manner: Manner
) -> float:
    """Carry a plan out once, to the end of the fight; what came of it."""
    state = sample.copy()
    state.dice = playout_dice(seed, number)
    side = FRENCH if armies & FRENCH_BIT else 1
    state.stack[-1].apply(state, armies, plan.code)
    foe = manner.foes[number % len(manner.foes)]
    tempers = [foe, foe]
    tempers[side] = plan.temper
    fight_out(state, town, tempers, state.dice)
    if manner.judge is None:
        return value(sample, state, side, town)
    found = MATERIAL * value(sample, state, side, town)
    chance = campaign_chance(state, sample.turn, side, manner.judge, seed + number)
    return found + CAMPAIGN * chance


def campaign_chance(state: State, turn: int, side: int, judge: Judge, seed: int) -> float:
    """A side's chance to win the campaign once a fight of this turn is over; other fights that are
    still to come are decided in a moment."""
    winner = state.winner
    if winner < 0 and state.turn == turn:
        winner = conclude_turn(state, SeededDice(seed), -1, judge.fit)
        turn += 1
    if winner >= 0:
        return 1.0 if winner == side else 0.0
    chance = outlook(state, judge, max(turn, state.turn))
    return chance if side == FRENCH else 1.0 - chance
