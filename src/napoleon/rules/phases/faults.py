"""Frames of the flow that cannot be: what is wrong with one that a position gives.

`fault_of` looks at a frame, the one that it lies upon, and the rest of the state. The rules never
make such a frame themselves, so that no phase has to be ready for it.
"""

from __future__ import annotations

from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.towns import NEIGHBOURS, ROAD_BETWEEN, TOWN_IDS
from napoleon.rules.board.units import (
    ALLIED,
    FRENCH,
    GUNS,
    LEADERS,
    SIDE_BITS,
    SIDE_UNITS,
    UNIT_IDS,
    UNITS_OF_ARMIES,
    armies_in,
    count,
    members,
)
from napoleon.rules.engine.fight import (
    ATTACKER,
    DEFENDER,
    FIGHTING,
    OWN_AREAS,
    PENDING,
    SETTING_UP,
    WOODS,
    Fight,
)
from napoleon.rules.engine.state import FREE, State
from napoleon.rules.phases import battle, campaign, deployment, engagements, movement, skirmish
from napoleon.rules.phases.battle import BattleTurn
from napoleon.rules.phases.campaign import Campaign
from napoleon.rules.phases.deployment import Deployment
from napoleon.rules.phases.engagements import BATTLE_UNITS, Engagements
from napoleon.rules.phases.losses import Losses
from napoleon.rules.phases.morale import FallBack
from napoleon.rules.phases.movement import Movement
from napoleon.rules.phases.phase import Phase
from napoleon.rules.phases.retreat import LOST_SKIRMISH, WITHDRAWAL, Flight, Regroup
from napoleon.rules.phases.setup import Setup, unplaced
from napoleon.rules.phases.skirmish import Skirmish
from napoleon.rules.phases.supply import Supply


def fault_of(stack: list[Phase], index: int, state: State) -> str:
    """Return what is wrong with a frame of the stack, "" if the game can be played from it."""
    phase = stack[index]
    below = stack[index - 1] if index else None
    is_top = index == len(stack) - 1
    if isinstance(phase, Campaign):
        return _campaign(phase, state, None if is_top else stack[index + 1])
    if isinstance(phase, Setup):
        return _setup(phase, state)
    if isinstance(phase, Movement):
        return _movement(phase, state)
    if isinstance(phase, Engagements):
        return _engagements(phase, state, None if is_top else stack[index + 1])
    if isinstance(phase, Supply):
        return _supply(phase)
    if isinstance(phase, Regroup):
        return _regroup(phase, state)
    town = phase.town_no()
    fight = state.fight_at(town) if town >= 0 else None
    if isinstance(phase, (Skirmish, Deployment, BattleTurn, Losses, Flight, FallBack)):
        if fight is None:
            return f"there is no fight at {TOWN_IDS[town]}"
        if not state.is_contested(town):
            return f"only one side stands in {TOWN_IDS[town]}"
        if below is not None and below.town_no() not in (-1, town):
            return f"it is at {TOWN_IDS[town]}, and what it lies upon is not"
        if isinstance(phase, Skirmish) and phase.step == skirmish.OVER and is_top:
            return f"both sides still stand in {TOWN_IDS[town]}"
        return _in_fight(phase, below, fight, state)
    return ""


def _in_fight(phase: Phase, below: Phase | None, fight: Fight, state: State) -> str:
    """What is wrong with a frame about one fight."""
    if isinstance(phase, Skirmish):
        return _skirmish(phase, fight, state)
    if isinstance(phase, Deployment):
        return _deployment(phase, fight, state)
    if isinstance(phase, BattleTurn):
        return _battle_turn(phase, below, fight)
    if isinstance(phase, Losses):
        return _losses(phase, fight, state)
    if isinstance(phase, Flight):
        return _flight(phase, below)
    if isinstance(phase, FallBack):
        return _fall_back(phase, below, fight)
    return ""


def _step(step: int, last: int) -> str:
    return "" if 0 <= step <= last else f"its step goes from 0 to {last}, and is {step}"


def _campaign(phase: Campaign, state: State, above: Phase | None) -> str:
    wrong = _step(phase.step, campaign.JUDGEMENT)
    if wrong or state.winner >= 0:
        return wrong
    if phase.step <= campaign.NEW_TURN:
        if state.fights:
            return "there are fights, and no turn has begun"
        if phase.step == campaign.SET_UP and any(state.at):
            return "units are on the map before they are set up"
        if state.turn >= LAST_TURN:
            return "no turn follows the last one"
    elif state.turn < 1:
        return "no turn has begun"
    steps = {
        "setup": campaign.NEW_TURN,
        "movement": campaign.FIGHTS,
        "engagements": campaign.SUPPLY,
    }
    steps["supply"] = campaign.JUDGEMENT
    name = "" if above is None else above.kind().name
    if name in steps and steps[name] != phase.step:
        return f"its step is {steps[name]} in {name}, and not {phase.step}"
    may_fight = name in ("movement", "engagements") or phase.step == campaign.FIGHTS
    return "" if may_fight or not state.fights else "there are fights, and none is fought"


def _setup(phase: Setup, state: State) -> str:
    if state.turn or state.scenario != FREE:
        return "units are set up before turn 1 of a free scenario"
    if state.lost:
        return "units are lost before the first turn"
    if phase.ended & ~SIDE_BITS[phase.side]:
        return "an army has ended that does not set up now"
    closed = phase.ended | (SIDE_BITS[ALLIED] if phase.side == FRENCH else 0)
    for army in range(3):
        if closed >> army & 1 and unplaced(state, 1 << army):
            return "an army has ended its set-up with units left"
    if phase.side == ALLIED and state.on_map(SIDE_BITS[FRENCH]):
        return "the French set up after the Allies"
    return ""


def _movement(phase: Movement, state: State) -> str:
    wrong = _step(phase.step, movement.FORCED_MARCHES)
    if wrong:
        return wrong
    if phase.step == movement.FORCED_MARCHES and state.is_night:
        return "nobody makes forced marches at night"
    bits = SIDE_BITS[state.side]
    if (phase.ended | phase.touched) & ~bits:
        return "an army has moved in the enemy's turn"
    if phase.shown & ~(LEADERS & SIDE_UNITS[state.side]):
        return "only leaders of the side that moves show themselves"
    if phase.shown and phase.step != movement.FORCED_MARCHES:
        return "leaders show themselves for forced marches"
    for leader in members(phase.shown):
        if state.where[leader] < 0:
            return f"{UNIT_IDS[leader]} is not on the map"
    for fight in state.fights:
        if fight.status != PENDING:
            return f"the battle at {TOWN_IDS[fight.town]} begins after movement"
    return ""


def _engagements(phase: Engagements, state: State, above: Phase | None) -> str:
    wrong = _step(phase.step, engagements.BATTLE_TURNS)
    if wrong:
        return wrong
    step = phase.step
    if phase.half not in (ATTACKER, DEFENDER):
        return "its half is 0 or 1"
    if step != engagements.BATTLE_TURNS and phase.half != DEFENDER:
        return "its half is 1 before the battles are fought"
    if step < engagements.SET_UP_FIELDS and phase.cursor:
        return "its cursor is 0 before the fields are set up"
    orders = [fight.order for fight in state.fights if fight.order]
    if len(set(orders)) < len(orders):
        return "two battles have the same order"
    for fight in state.fights:
        town = TOWN_IDS[fight.town]
        if step >= engagements.SET_UP_FIELDS and not fight.order:
            return f"the battle at {town} has no order"
        if step == engagements.SKIRMISHES and fight.order:
            return f"the battle at {town} has an order before the skirmishes are over"
        expected = PENDING
        if step == engagements.BATTLE_TURNS:
            expected = FIGHTING
        elif step == engagements.SET_UP_FIELDS and fight.order <= phase.cursor:
            is_now = isinstance(above, Deployment) and above.town == fight.town
            expected = SETTING_UP if is_now else FIGHTING
        if step > 0 and fight.status != FIGHTING and engagements.is_skirmish(state, fight):
            return f"there are too few units for a battle at {town}"
        if fight.status != expected:
            return f"the battle at {town} has not come as far as that, or farther"
    names = {
        "skirmish": engagements.SKIRMISHES,
        "deployment": engagements.SET_UP_FIELDS,
        "battle-turn": engagements.BATTLE_TURNS,
        "regroup": engagements.BATTLE_TURNS,
    }
    name = "" if above is None else above.kind().name
    if name in names and names[name] != step:
        return f"its step is {names[name]} in {name}, and not {step}"
    if isinstance(above, (Deployment, BattleTurn)):
        town_no = above.town_no()
        at = state.fight_at(town_no)
        if at is not None and at.order != phase.cursor:
            return f"its cursor is not the order of the battle at {TOWN_IDS[town_no]}"
        side = above.side if isinstance(above, BattleTurn) else -1
        if at is not None and side >= 0 and at.role_of(side) != phase.half:
            return "its half is not that of the side in battle turn"
    return ""


def _regroup(phase: Regroup, state: State) -> str:
    if state.fight_at(phase.town) is not None:
        return f"the fight at {TOWN_IDS[phase.town]} is not over"
    if (phase.ended | phase.touched) & ~SIDE_BITS[phase.side] or phase.gone & ~SIDE_UNITS[
        phase.side
    ]:
        return "only the winner regroups"
    return _roads_of(phase.town, phase.used)


def _roads_of(town: int, used: list[int]) -> str:
    own = [ROAD_BETWEEN[town][other] for other in NEIGHBOURS[town]]
    for road in used:
        if road not in own:
            return f"road {road} does not lead to {TOWN_IDS[town]}"
    return ""


def _supply(phase: Supply) -> str:
    if len(phase.owed) != 3:
        return "it owes a number of units for each of the three armies"
    return "the French owe nothing" if phase.owed[FRENCH] else ""


def _skirmish(phase: Skirmish, fight: Fight, state: State) -> str:
    wrong = _step(phase.step, skirmish.OVER)
    if wrong:
        return wrong
    if fight.status != PENDING or fight.order:
        return f"the fight at {TOWN_IDS[fight.town]} is a battle"
    here = state.at[fight.town]
    sides = [phase.revealed & SIDE_UNITS[side] for side in (FRENCH, ALLIED)]
    if max(count(units) for units in sides) > skirmish.MOST_REVEALED:
        return f"a side reveals {skirmish.MOST_REVEALED} units at most"
    if phase.step > skirmish.DEFENDER_REVEALS:
        return "" if all(sides) else "each side reveals a unit"
    if not engagements.is_skirmish(state, fight):
        return f"there are enough units for a battle at {TOWN_IDS[fight.town]}"
    if phase.revealed & ~here:
        return f"who is revealed stands in {TOWN_IDS[fight.town]}"
    if phase.step == skirmish.ATTACKER_REVEALS and sides[1 - fight.attacker]:
        return "the attacker reveals first"
    if phase.step == skirmish.DEFENDER_REVEALS and not sides[fight.attacker]:
        return "the attacker has revealed nobody"
    side = fight.side_of(phase.step)
    present = armies_in(here & SIDE_UNITS[side])
    if phase.ended & ~present:
        return "an army has ended that is not there"
    return "nobody is revealed" if present == phase.ended and not sides[side] else ""


def _deployment(phase: Deployment, fight: Fight, state: State) -> str:
    wrong = _step(phase.step, deployment.ATTACKER_DEPLOYS)
    if wrong:
        return wrong
    here = state.at[fight.town]
    for side in (FRENCH, ALLIED):
        if count(here & SIDE_UNITS[side]) < BATTLE_UNITS:
            return f"there are too few units for a battle at {TOWN_IDS[fight.town]}"
    role = deployment.ROLE_OF_STEP[phase.step]
    is_laying = phase.step in (deployment.ATTACKER_LAYS, deployment.DEFENDER_LAYS)
    if len(phase.hand) > (deployment.DRAW_LIMIT[role] if is_laying else 0):
        return "more terrain has been drawn than may be"
    left = deployment.blocks_left(state)
    for kind in phase.hand:
        if not 1 <= kind < len(left) or phase.hand.count(kind) > left[kind]:
            return "terrain has been drawn that is not there"
    for each in (ATTACKER, DEFENDER):
        units = here & SIDE_UNITS[fight.side_of(each)]
        own = [fight.areas[area] for area in OWN_AREAS[each]]
        waiting = units & ~fight.on_field()
        if phase.step < deployment.DEFENDER_DEPLOYS or (each == ATTACKER and role == DEFENDER):
            if units & fight.on_field():
                return "units stand on the field before it is their turn"
        elif each == DEFENDER and role == ATTACKER and (waiting or not all(own)):
            return "the defender has not deployed all units, or left an area empty"
        else:
            wrong = _half_deployed(fight, each, waiting)
            if wrong or waiting & UNITS_OF_ARMIES[phase.ended]:
                return wrong or "an army has ended with units left to deploy"
    side_bits = SIDE_BITS[fight.side_of(role)]
    return "an army has ended that does not deploy" if phase.ended & ~side_bits else ""


def _half_deployed(fight: Fight, role: int, waiting: int) -> str:
    """What is wrong where a side has deployed some of its units (6.2.2, 6.2.3)."""
    empty = [area for area in OWN_AREAS[role] if not fight.areas[area]]
    woods = [area for area in empty if fight.terrain[area] == WOODS]
    if len(empty) > count(waiting) or len(woods) > count(waiting & ~GUNS):
        return "too few units are left for the areas that are still empty"
    for area in OWN_AREAS[role]:
        if not deployment.keeps_corps(fight.areas[area]):
            return "units of too many corps stand in an area"
    return ""


def _battle_turn(phase: BattleTurn, below: Phase | None, fight: Fight) -> str:
    wrong = _step(phase.step, battle.FINISHED)
    if wrong:
        return wrong
    if fight.status != FIGHTING:
        return f"the battle at {TOWN_IDS[fight.town]} has not begun"
    if (phase.ended | phase.touched) & ~SIDE_BITS[phase.side]:
        return "an army has acted in the enemy's battle turn"
    return ""


def _losses(phase: Losses, fight: Fight, state: State) -> str:
    if phase.hits < 0 or phase.pool & ~state.at[fight.town]:
        return f"the hits fall on units in {TOWN_IDS[fight.town]}"
    if phase.pool & SIDE_UNITS[FRENCH] and phase.pool & SIDE_UNITS[ALLIED]:
        return "the hits fall on one side"
    return ""


def _flight(phase: Flight, below: Phase | None) -> str:
    wrong = "" if 0 <= phase.mode <= WITHDRAWAL else f"its mode goes from 0 to {WITHDRAWAL}"
    if wrong:
        return wrong
    if (phase.mode == LOST_SKIRMISH) != isinstance(below, Skirmish):
        return "only a lost skirmish ends in such a flight"
    if phase.turn_army not in ((-1, 1, 2) if phase.side == ALLIED else (-1, 0)):
        return "its army is one of the other side"
    return _roads_of(phase.town, phase.used)


def _fall_back(phase: FallBack, below: Phase | None, fight: Fight) -> str:
    if isinstance(below, BattleTurn) and below.side != phase.side:
        return "who falls back is of the side in battle turn"
    if (
        phase.failed & ~(fight.on_field() & SIDE_UNITS[phase.side])
        or phase.crossers & ~phase.failed
    ):
        return "who falls back is on the field, and has failed"
    return ""
