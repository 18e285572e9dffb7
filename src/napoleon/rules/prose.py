"""Events, actions and prompts in plain English, made here and nowhere else.

Every sentence is one whole template with named fields, so that it can be the source of a
translation: `tell` chooses a template and fills in its words, which are whole phrases of their own.
A sentence says only what the event or the view says: without a unit it speaks of a block.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules import actions, events
from napoleon.rules.actions import NONE, TERRAIN_NAMES, Action
from napoleon.rules.board import TOWN_IDS
from napoleon.rules.calendar import TURNS
from napoleon.rules.events import Event
from napoleon.rules.explain import town_name
from napoleon.rules.field import FARM, HILL, STREAM
from napoleon.rules.phases.movement import GROUP_LIMIT
from napoleon.rules.units import (
    ANGLO_DUTCH,
    ARMY_NAMES,
    CAVALRIES,
    FRENCH,
    GUNS,
    INFANTRIES,
    PRUSSIAN,
    UNIT_BY_ID,
    UNITS,
)
from napoleon.rules.view import BattleView, View

# --- Words: whole phrases, indexed as the engine numbers things

_SIDES: Final = ("The French", "The Allies")
_THE_SIDES: Final = ("the French", "the Allies")
_ARMIES: Final = ("The French", "The Anglo-Dutch", "The Prussians")
_THE_ARMIES: Final = ("the French", "the Anglo-Dutch", "the Prussians")
_A_BLOCK: Final = ("A French block", "An Anglo-Dutch block", "A Prussian block")
_BLOCK_NUMBER: Final = (
    "French block {block}",
    "Anglo-Dutch block {block}",
    "Prussian block {block}",
)
_AREAS: Final = (
    "the French reserve",
    "the French left",
    "the French centre",
    "the French right",
    "the Allied reserve",
    "the Allied left",
    "the Allied centre",
    "the Allied right",
)
_IN_AREAS: Final = (
    "in the French reserve",
    "on the French left",
    "in the French centre",
    "on the French right",
    "in the Allied reserve",
    "on the Allied left",
    "in the Allied centre",
    "on the Allied right",
)
_TERRAINS: Final = ("open ground", "woods", "a farm", "a stream", "a hill")
_THE_TERRAINS: Final = ("the open ground", "the woods", "the farm", "the stream", "the hill")
# In the order of actions.AREA_NAMES, for a player who reads of his own battlefield.
_OWN_AREAS: Final = (
    "the reserve",
    "the left",
    "the centre",
    "the right",
    "the enemy left",
    "the enemy centre",
    "the enemy right",
    "the enemy reserve",
)
_IN_OWN_AREAS: Final = (
    "in reserve",
    "on the left",
    "in the centre",
    "on the right",
    "on the enemy left",
    "in the enemy centre",
    "on the enemy right",
    "in the enemy reserve",
)
_SEATS: Final = {
    "french": "the French",
    "allied": "the Allies",
    "anglo-dutch": "the Anglo-Dutch",
    "prussian": "the Prussians",
}
_BOTH_ALLIES: Final = "the Anglo-Dutch and the Prussians"


def _name_units() -> list[str]:
    """The names of the units; the id goes with a name that two of them share."""
    names = [card.name for card in UNITS]
    shared = "{name} ({id})"
    return [
        card.name if names.count(card.name) == 1 else shared.format(name=card.name, id=card.id)
        for card in UNITS
    ]


UNIT_NAMES: Final = _name_units()


def turn_title(turn: int) -> str:
    """The heading of a turn: "15 June, first turn, French"."""
    return TURNS[turn - 1].title if turn >= 1 else "Set-up"


# --- Events
# {unit}, {side} and {army} begin a sentence; {the_side} and {the_army} stand within one.

_SENTENCES: Final = {
    events.PLACED: "{unit} is posted at {town}.",
    events.SETUP_CLOSED: "{side} have taken up their positions.",
    events.TURN_BEGAN: "Turn {turn} begins: {title}.",
    events.MARCHED: "{unit} marches from {town} to {to}.",
    events.FORCE_MARCHED: "{unit} makes a forced march from {town} to {to}.",
    events.LEADER_SHOWN: "{unit} shows himself at {town} to urge on the forced marches.",
    events.SKIRMISH_BEGAN: "{side} attack {town}: a skirmish begins.",
    events.BATTLE_BEGAN: "{side} attack {town}: a battle begins.",
    events.TERRAIN_DRAWN: "{side} draw {terrain} for the field of {town}.",
    events.TERRAIN_DECLINED: "{side} draw no terrain for the field of {town}.",
    events.TERRAIN_ASIDE: "{side} find no place for {terrain} on the field of {town}.",
    events.DEPLOYED: "{unit} deploys {in_area} at {town}.",
    events.HOLDER_NAMED: "{unit} is told to hold {the_terrain} {in_area} at {town}.",
    events.DEPLOYMENT_CLOSED: "{side} have drawn up their line at {town}.",
    events.BATTLE_TURN_BEGAN: "Battle of {town}, round {amount}: {the_side} to act.",
    events.FELL_BACK: "{unit} gives way {in_from_area} and falls back to {area}.",
    events.DISENGAGED: "{unit} breaks off the fight {in_from_area} and goes back to {area}.",
    events.REGROUPED_ON_FIELD: "{unit} moves from {from_area} to {area}.",
    events.SQUARE_FORMED: "{unit} forms square {in_area}.",
    events.SQUARE_LEFT: "{unit} leaves square {in_area}.",
    events.EMERGED: "{unit} comes out of the square {in_area}.",
    events.OCCUPIED: "{unit} occupies {the_terrain} {in_area}.",
    events.REINFORCED: "{unit} comes up from {town} to reinforce the battle of {to}.",
    events.RETREATED: "{unit} retreats in disorder from {town} to {to}.",
    events.ROUTED: "{side} are routed at {town}.",
    events.WITHDRAWAL_FORCED: "{side} make no headway at {town} and must withdraw.",
    events.FIGHT_WON: "{side} hold the field at {town}.",
    events.REGROUPED: "{unit} regroups from {town} to {to}.",
    events.ARMY_DEFEATED: "{army} are beaten, and their army leaves the campaign.",
}
_SHOWN_ON_FIELD: Final = "{unit} comes into view {in_area}, strength {amount}."
_SHOWN_IN_TOWN: Final = "{unit} is revealed at {town}, strength {amount}."
_ENGAGES: Final = "{unit} advances from {from_area} and engages the enemy {in_area}."
_CHARGES: Final = "{unit} charges from {from_area} and engages the enemy {in_area}."
_TERRAIN_LAID: Final = "{side} place {terrain} {in_area} at {town}."
_STREAM_LAID: Final = "{side} place a stream in front of {area} at {town}."
_HOLDER_HIDDEN: Final = "{unit} is told to hold its ground {in_area} at {town}."
_SHELTERS: Final = "{unit} takes shelter in a square {in_area}."
_SHELTERS_WITH: Final = "{unit} takes shelter {in_area} in the square of {other}."
_SWAPS: Final = "{unit} takes over {the_terrain} {in_area} from another unit."
_SWAPS_WITH: Final = "{unit} takes over {the_terrain} {in_area} from {other}."
_MARCH_DIE: Final = (
    "{unit} rolls {dice} for the forced march and comes through unharmed.",
    "{unit} rolls {dice} for the forced march and suffers by it.",
)
_MARCH_DIE_PLUS: Final = (
    "{unit} rolls {dice} and adds {amount} for the forced march, and comes through unharmed.",
    "{unit} rolls {dice} and adds {amount} for the forced march, and suffers by it.",
)
_MORALE_DIE: Final = (
    "{unit} rolls {dice} for morale {in_area} and stands firm.",
    "{unit} rolls {dice} for morale {in_area} and wavers.",
)
_MORALE_DIE_PLUS: Final = (
    "{unit} rolls {dice} and adds {amount} for morale {in_area}, and stands firm.",
    "{unit} rolls {dice} and adds {amount} for morale {in_area}, and wavers.",
)
# Strength lost: with what is left for those who may know it, and without.
_WEAKENED: Final = {
    events.BY_FIRE: "{unit} suffers under fire at {town}: strength down by {amount} to {left}.",
    events.BY_MARCH: "{unit} tires on the march to {town}: strength down by {amount} to {left}.",
    events.BY_ROUT: "{unit} suffers in flight from {town}: strength down by {amount} to {left}.",
}
_WEAKENED_HIDDEN: Final = {
    events.BY_FIRE: "{unit} suffers under fire at {town}: strength down by {amount}.",
    events.BY_MARCH: "{unit} tires on the march to {town}: strength down by {amount}.",
    events.BY_ROUT: "{unit} suffers in flight from {town}: strength down by {amount}.",
}
_LOST: Final = {
    events.BY_FIRE: "{unit} is destroyed under fire at {town}.",
    events.BY_MARCH: "{unit} is lost on the forced march to {town}.",
    events.BY_ROUT: "{unit} is destroyed in flight from {town}.",
    events.BY_MORALE: "{unit} wavers at {town}, cannot fall back and is lost.",
    events.NO_ROAD: "{unit} finds no road out of {town} and is lost.",
    events.BY_SUPPLY: "{unit} disbands at {town} for want of supply.",
    events.WITH_SHELTERED: "{unit} is lost at {town} with the unit in its square.",
    events.BY_DEFEAT: "{unit} quits {town} with the beaten army.",
}
_LOST_NUMBERED: Final = "{unit}, block {block}, is lost on the forced march to {town}."
_SUPPLY_CUT_ONE: Final = "{town} is in French hands: {the_army} must give up 1 unit."
_SUPPLY_CUT_MANY: Final = "{town} is in French hands: {the_army} must give up {amount} units."
# In the order of victory.RESULTS
_GAME_OVER: Final = (
    "The French win the campaign: both Allied armies are beaten.",
    "The French win the campaign: at the end of 22 June they hold two supply cities or more.",
    "The Allies win the campaign: the French army is beaten.",
    "The Allies win the campaign: by the end of 22 June the French have not won.",
)
_FIRES: Final = "{unit} fires at close range {in_area}, {result}."
_FIRES_AT_SQUARE: Final = "{unit} fires at the square of {other}, {result}."
_BOMBARDS: Final = "{unit} bombards {area}, {result}."
_BOMBARDS_SQUARE: Final = "{unit} bombards the square of {other}, {result}."
_FIRES_IN_SKIRMISH: Final = "{unit} fires in the skirmish at {town}, {result}."


def tell(event: Event) -> str:
    """What happened, in one sentence."""
    return _template(event).format(**_words(event))


def _template(event: Event) -> str:
    """The sentence of an event, its words still to be filled in."""
    kind = event.kind_no
    if kind in _SENTENCES:
        if kind == events.HOLDER_NAMED and event.unit_no < 0:
            return _HOLDER_HIDDEN
        return _SENTENCES[kind]
    if kind == events.SHOT:
        return _shot_template(event)
    if kind == events.STRENGTH_LOST:
        return (_WEAKENED if event.secret >= 0 else _WEAKENED_HIDDEN)[event.why_no]
    if kind == events.ELIMINATED:
        return _LOST[event.why_no] if event.block < 0 else _LOST_NUMBERED
    if kind == events.SHOWN:
        return _SHOWN_ON_FIELD if event.area_no >= 0 else _SHOWN_IN_TOWN
    if kind == events.MARCH_DIE:
        return (_MARCH_DIE_PLUS if event.amount else _MARCH_DIE)[_has_failed(event)]
    if kind == events.MORALE_DIE:
        return (_MORALE_DIE_PLUS if event.amount else _MORALE_DIE)[_has_failed(event)]
    if kind == events.ENGAGED:
        is_cavalry = event.unit_no >= 0 and CAVALRIES >> event.unit_no & 1
        return _CHARGES if is_cavalry else _ENGAGES
    if kind == events.TERRAIN_LAID:
        return _STREAM_LAID if event.terrain_no == STREAM else _TERRAIN_LAID
    if kind == events.SHELTERED:
        return _SHELTERS_WITH if event.other_no >= 0 else _SHELTERS
    if kind == events.SWAPPED:
        return _SWAPS_WITH if event.other_no >= 0 else _SWAPS
    if kind == events.SUPPLY_CUT:
        return _SUPPLY_CUT_ONE if event.amount == 1 else _SUPPLY_CUT_MANY
    assert kind == events.GAME_OVER, event
    return _GAME_OVER[event.amount]


def _has_failed(event: Event) -> int:
    """1 if a die of morale or of a forced march went against the unit, with its bonus (5.6,
    6.3.1)."""
    return 1 if event.dice[0] + event.amount <= 3 else 0


def _shot_template(event: Event) -> str:
    if event.area_no < 0:
        return _FIRES_IN_SKIRMISH
    if event.area_no == event.from_area_no:
        return _FIRES_AT_SQUARE if event.other_no >= 0 else _FIRES
    return _BOMBARDS_SQUARE if event.other_no >= 0 else _BOMBARDS


def _shot_result(event: Event) -> str:
    """What the dice of a shot did, its words still to be filled in."""
    if len(event.dice) == 1:
        if event.secret < 0:
            return "die {dice}: 1 hit" if event.amount else "die {dice}: no hit"
        return "die {dice}: 1 hit at F{power}" if event.amount else "die {dice}: no hit at F{power}"
    if event.amount == 0:
        return "dice {dice}: no hits" if event.secret < 0 else "dice {dice}: no hits at F{power}"
    if event.amount == 1:
        return "dice {dice}: 1 hit" if event.secret < 0 else "dice {dice}: 1 hit at F{power}"
    if event.secret < 0:
        return "dice {dice}: {amount} hits"
    return "dice {dice}: {amount} hits at F{power}"


def _words(event: Event) -> dict[str, str]:
    """The words that the sentence of an event may use; what the event does not say is left out."""
    words = {"turn": str(event.turn), "title": turn_title(event.turn)}
    if event.unit_no >= 0:
        words["unit"] = UNIT_NAMES[event.unit_no]
    elif event.army_no >= 0 and event.block >= 0:
        words["unit"] = _BLOCK_NUMBER[event.army_no].format(block=event.block)
    elif event.army_no >= 0:
        words["unit"] = _A_BLOCK[event.army_no]
    if event.other_no >= 0:
        words["other"] = UNIT_NAMES[event.other_no]
    if event.side_no >= 0:
        words["side"] = _SIDES[event.side_no]
        words["the_side"] = _THE_SIDES[event.side_no]
    if event.army_no >= 0:
        words["army"] = _ARMIES[event.army_no]
        words["the_army"] = _THE_ARMIES[event.army_no]
    if event.town_no >= 0:
        words["town"] = town_name(event.town_no)
    if event.to_no >= 0:
        words["to"] = town_name(event.to_no)
    if event.area_no >= 0:
        words["area"] = _AREAS[event.area_no]
        words["in_area"] = _IN_AREAS[event.area_no]
    if event.from_area_no >= 0:
        words["from_area"] = _AREAS[event.from_area_no]
        words["in_from_area"] = _IN_AREAS[event.from_area_no]
    if event.terrain_no >= 0:
        words["terrain"] = _TERRAINS[event.terrain_no]
        words["the_terrain"] = _THE_TERRAINS[event.terrain_no]
    elif event.kind_no == events.HOLDER_NAMED and event.unit_no >= 0:
        words["the_terrain"] = _THE_TERRAINS[_held_by(event.unit_no)]
    if event.amount >= 0:
        words["amount"] = str(event.amount)
    if event.secret >= 0:
        words["left"] = str(event.secret)
        words["power"] = str(event.secret)
    if event.block >= 0:
        words["block"] = str(event.block)
    if event.dice:
        words["dice"] = " ".join([str(die) for die in event.dice])
    if event.kind_no == events.SHOT:
        words["result"] = _shot_result(event).format(**words)
    return words


def _held_by(unit: int) -> int:
    """What a unit can hold on a battlefield: infantry a farm, artillery a hill (6.2.1)."""
    return FARM if INFANTRIES >> unit & 1 else HILL


# --- Actions

_LABELS: Final = {
    actions.PLACE: "Place {unit} at {town}",
    actions.MARCH: "March {unit} to {town}",
    actions.FORCE: "Force-march {unit} to {town}",
    actions.SHOW: "Show {unit}",
    actions.SKIRMISH: "Fight the skirmish at {town}",
    actions.BATTLE: "Fight the battle of {town} next",
    actions.REVEAL: "Reveal {unit}",
    actions.DRAW: "Draw {number} terrain blocks",
    actions.TERRAIN: "Place {terrain} {in_area}",
    actions.DEPLOY: "Deploy {unit} {in_area}",
    actions.HOLD: "Hold {holding} with {unit}",
    actions.FALLBACK: "Bring {unit} back across the stream",
    actions.MOVE: "Move {unit} to {area}",
    actions.FIRE: "Fire with {unit}",
    actions.BOMBARD: "Bombard with {unit}",
    actions.SQUARE: "Form square with {unit}",
    actions.COLUMN: "Leave square with {unit}",
    actions.SHELTER: "Shelter {unit} in the square of {target}",
    actions.EMERGE: "Bring {unit} out of the square",
    actions.OCCUPY: "Occupy {holding} with {unit}",
    actions.SWAP: "Take over {holding} with {unit}",
    actions.RETREAT: "Retreat with {unit} to {town}",
    actions.LOSE: "Take the hit on {unit}",
    actions.REINFORCE: "Reinforce with {unit}",
    actions.REGROUP: "Regroup {unit} to {town}",
    actions.REMOVE: "Give up {unit}",
    actions.END: "End",
}
_DRAW_LABELS: Final = ("Draw no terrain", "Draw 1 terrain block")
_STREAM_LABEL: Final = "Place a stream in front of {area}"
_FIRE_AT_SQUARE: Final = "Fire with {unit} at the square of {target}"
_BOMBARD_SQUARE: Final = "Bombard the square of {target} with {unit}"


def tell_action(action: Action) -> str:
    """The label of an action in a menu, verb first."""
    verb = action.code >> 16
    first = action.code >> 8 & 255
    second = action.code & 255
    label = _LABELS[verb]
    if verb == actions.DRAW and first < len(_DRAW_LABELS):
        label = _DRAW_LABELS[first]
    elif verb == actions.TERRAIN and first == STREAM:
        label = _STREAM_LABEL
    elif verb == actions.FIRE and second != NONE:
        label = _FIRE_AT_SQUARE
    elif verb == actions.BOMBARD and second != NONE:
        label = _BOMBARD_SQUARE
    return label.format(**_action_words(action))


def _action_words(action: Action) -> dict[str, str]:
    first = action.code >> 8 & 255
    second = action.code & 255
    words = {"number": str(first)}
    if action.unit is not None:
        words["unit"] = UNIT_NAMES[first]
        words["holding"] = _THE_TERRAINS[_held_by(first)]
    if action.target is not None:
        words["target"] = UNIT_NAMES[second]
    if action.town is not None:
        words["town"] = town_name(TOWN_IDS.index(action.town))
    if action.area is not None:
        words["area"] = _OWN_AREAS[second]
        words["in_area"] = _IN_OWN_AREAS[second]
    if action.code >> 16 == actions.TERRAIN:
        words["terrain"] = _TERRAINS[first]
    return words


# --- Prompts
# {left} is what is still to be done.

_PROMPTS: Final = {
    "setup": "Place your units on the map: {left} left",
    "force": "Force-march units of your groups one town further, or end",
    "skirmish-order": "Choose the skirmish to fight next",
    "battle-order": "Choose the battle to fight next",
    "reveal": "Reveal one to four units at {town}: {left} chosen",
    "deploy": "Deploy your units at {town}: {left} left",
    "fallback": "Choose who falls back across the stream at {town}",
    "combat": "Move, fire or retreat at {town}, then end",
    "reinforce": "Bring up reinforcements for the battle of {town}, or end",
    "retreat": "Retreat from the lost skirmish at {town}: {left} left",
    "withdraw": "Withdraw from {town}: {left} left",
    "rout": "Flee from {town}: {left} left",
    "regroup": "Regroup after the victory at {town}, or end",
}
_SETUP_DONE: Final = "End your set-up"
# By the number of groups that may still begin to move
_MARCH_FRENCH: Final = (
    "Finish the marches of your groups, or end",
    "Move up to two groups: 1 left",
    "Move up to two groups: 2 left",
)
_MARCH_ONE_ARMY: Final = ("Finish the marches of your group, or end", "Move one group: 1 left")
_MARCH_ALLIES: Final = "Move one Anglo-Dutch and one Prussian group: 2 left"
_MARCH_ANGLO_DUTCH: Final = "Move one Anglo-Dutch group: 1 left"
_MARCH_PRUSSIANS: Final = "Move one Prussian group: 1 left"
_MARCH_ALLIES_DONE: Final = "Finish the marches of your groups, or end"
_DRAW_ONE: Final = "Draw one terrain block for the battle of {town}, or none"
_DRAW_TWO: Final = "Draw up to two terrain blocks for the battle of {town}, or none"
_LAY_ONE: Final = "Place {terrain} on your ground at {town}"
_LAY_MORE: Final = "Place terrain on your ground at {town}: {left} left"
_NAME_HOLDERS: Final = "Say who holds your farm or hill at {town}, or end"
_DEPLOYED: Final = "End your deployment at {town}"
_LOSE_ONE: Final = "Choose who takes the hit at {town}"
_LOSE_MORE: Final = "Choose who takes the next of {left} hits at {town}"
_REMOVE_ONE: Final = "Give up 1 unit of {the_army} for want of supply"
_REMOVE_MORE: Final = "Give up {left} units of {the_army} for want of supply"
_REMOVE_BOTH: Final = (
    "Give up units for want of supply: {anglo_dutch} Anglo-Dutch and {prussian} Prussian"
)
_OVER: Final = {
    "french": "The game is over, the French have won: {reason}",
    "allied": "The game is over, the Allies have won: {reason}",
}
_WAITING: Final = {
    "setup": "Waiting for {seats}: they set up their units",
    "march": "Waiting for {seats}: they march",
    "force": "Waiting for {seats}: they make forced marches",
    "skirmish-order": "Waiting for {seats}: they choose the next skirmish",
    "battle-order": "Waiting for {seats}: they choose the order of battles",
    "reveal": "Waiting for {seats}: they reveal units at {town}",
    "draw": "Waiting for {seats}: they draw terrain for the battle of {town}",
    "terrain": "Waiting for {seats}: they place terrain at {town}",
    "deploy": "Waiting for {seats}: they deploy at {town}",
    "fallback": "Waiting for {seats}: they choose who falls back at {town}",
    "combat": "Waiting for {seats}: they fight at {town}",
    "lose": "Waiting for {seats}: they choose who takes the hit at {town}",
    "reinforce": "Waiting for {seats}: they bring up reinforcements to {town}",
    "retreat": "Waiting for {seats}: they retreat from {town}",
    "withdraw": "Waiting for {seats}: they withdraw from {town}",
    "rout": "Waiting for {seats}: they flee from {town}",
    "regroup": "Waiting for {seats}: they regroup at {town}",
    "supply": "Waiting for {seats}: they give up units for want of supply",
}


def prompt(view: View) -> str:
    """What the seat of a view is to do now, or for whom it waits, in one line."""
    words: dict[str, str] = {}
    if view.town is not None:
        words["town"] = town_name(TOWN_IDS.index(view.town))
    if view.result is not None:
        words["reason"] = view.result["reason"]
        return _OVER[view.result["winner"]].format(**words)
    if view.seat is None or view.seat not in view.to_act:
        words["seats"] = _SEATS[view.to_act[0]] if len(view.to_act) == 1 else _BOTH_ALLIES
        return _WAITING[view.stage].format(**words)
    words["left"] = str(_left(view))
    return _prompt_template(view, words).format(**words)


def _left(view: View) -> int:
    """The number in a prompt: what is still to be placed, deployed, laid, hit or brought away, or
    what has been revealed."""
    if view.stage == "reveal":
        return len(view.revealed)
    if view.stage == "terrain":
        return len(view.hand)
    if view.stage == "lose":
        return view.hits
    # At set-up neither the view nor a unit that waits has a town.
    waiting = [unit for unit in view.units if unit.is_mine and unit.town == view.town]
    if view.stage == "deploy":
        waiting = [unit for unit in waiting if unit.area is None]
    return len(waiting)


def _prompt_template(view: View, words: dict[str, str]) -> str:
    """The prompt of a seat that is to act, its words still to be filled in; adds those that only
    one stage needs."""
    stage = view.stage
    if stage == "march":
        return _march_template(view)
    if stage == "draw":
        is_attacker = (view.seat == "french") == (_battle(view).attacker == "french")
        return _DRAW_ONE if is_attacker else _DRAW_TWO
    if stage == "terrain":
        words["terrain"] = _TERRAINS[TERRAIN_NAMES.index(view.hand[0])]
        return _LAY_ONE if len(view.hand) == 1 else _LAY_MORE
    if stage == "lose":
        return _LOSE_ONE if view.hits == 1 else _LOSE_MORE
    if stage == "supply":
        return _supply_template(view, words)
    if stage == "setup" and words["left"] == "0":
        return _SETUP_DONE
    if stage == "deploy" and words["left"] == "0":
        return _NAME_HOLDERS if _has_vacancy(_battle(view)) else _DEPLOYED
    return _PROMPTS[stage]


def _march_template(view: View) -> str:
    if view.seat == "french":
        return _MARCH_FRENCH[GROUP_LIMIT[FRENCH] - len(view.groups)]
    if view.seat != "allied":
        return _MARCH_ONE_ARMY[1 if _has_group_left(view, str(view.seat)) else 0]
    anglo_dutch = _has_group_left(view, "anglo-dutch")
    prussian = _has_group_left(view, "prussian")
    if anglo_dutch and prussian:
        return _MARCH_ALLIES
    if anglo_dutch:
        return _MARCH_ANGLO_DUTCH
    return _MARCH_PRUSSIANS if prussian else _MARCH_ALLIES_DONE


def _has_group_left(view: View, army: str) -> bool:
    """Whether an Allied army has units, and none of its groups has moved (5.1)."""
    for mover, _ in view.groups:
        if mover == army:
            return False
    for unit in view.units:
        if unit.army == army and unit.town is not None:
            return True
    return False


def _supply_template(view: View, words: dict[str, str]) -> str:
    owed = [view.owed.get(army, 0) for army in ARMY_NAMES]
    if view.seat == "allied" and owed[ANGLO_DUTCH] and owed[PRUSSIAN]:
        words["anglo_dutch"] = str(owed[ANGLO_DUTCH])
        words["prussian"] = str(owed[PRUSSIAN])
        return _REMOVE_BOTH
    if view.seat == "allied":
        army = ANGLO_DUTCH if owed[ANGLO_DUTCH] else PRUSSIAN
    else:
        army = ARMY_NAMES.index(str(view.seat))
    words["the_army"] = _THE_ARMIES[army]
    words["left"] = str(owed[army])
    return _REMOVE_ONE if owed[army] == 1 else _REMOVE_MORE


def _battle(view: View) -> BattleView:
    """The battle that is being decided."""
    return next(battle for battle in view.battles if battle.town == view.town)


def _has_vacancy(battle: BattleView) -> bool:
    """Whether a farm or hill has no holder, and a unit of the seat's side stands there to be it
    (6.2.1)."""
    for ground in battle.terrain:
        if ground.holder is None and ground.kind in ("farm", "hill"):
            fit = INFANTRIES if ground.kind == "farm" else GUNS
            for block in battle.own:
                if (
                    block.area == ground.area
                    and block.unit is not None
                    and fit >> UNIT_BY_ID[block.unit] & 1
                ):
                    return True
    return False
