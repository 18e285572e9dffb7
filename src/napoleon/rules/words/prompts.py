"""Actions and prompts in plain words: what a player can do, and what is asked of him.

As in prose.py, every text is one whole template with named fields, the source of a translation.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    ANGLO_DUTCH,
    ARMY_NAMES,
    FRENCH,
    GUNS,
    INFANTRIES,
    PRUSSIAN,
    UNIT_BY_ID,
)
from napoleon.rules.engine import actions
from napoleon.rules.engine.actions import (
    NONE,
    TERRAIN_NAMES,
    Action,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.fight import STREAM
from napoleon.rules.knowledge.view import Aim, BattleView, View
from napoleon.rules.phases import STAGES
from napoleon.rules.phases.movement import GROUP_LIMIT
from napoleon.rules.words.language import ENGLISH, N_, Language
from napoleon.rules.words.prose import TERRAINS, THE_ARMIES, THE_TERRAINS, held_by

# In the order of actions.AREA_NAMES, for a player who reads of his own battlefield.
_OWN_AREAS: Final = (
    N_("the reserve"),
    N_("the left"),
    N_("the centre"),
    N_("the right"),
    N_("the enemy left"),
    N_("the enemy centre"),
    N_("the enemy right"),
    N_("the enemy reserve"),
)
_IN_OWN_AREAS: Final = (
    N_("in reserve"),
    N_("on the left"),
    N_("in the centre"),
    N_("on the right"),
    N_("on the enemy left"),
    N_("in the enemy centre"),
    N_("on the enemy right"),
    N_("in the enemy reserve"),
)
_SEATS: Final = {
    "french": N_("the French"),
    "allied": N_("the Allies"),
    "anglo-dutch": N_("the Anglo-Dutch"),
    "prussian": N_("the Prussians"),
}
_BOTH_ALLIES: Final = N_("the Anglo-Dutch and the Prussians")

# --- Actions

_LABELS: Final = {
    actions.PLACE: N_("Place {unit} at {town}"),
    actions.MARCH: N_("March {unit} to {town}"),
    actions.FORCE: N_("Force-march {unit} to {town}"),
    actions.SHOW: N_("Show {unit}"),
    actions.SKIRMISH: N_("Fight the skirmish at {town}"),
    actions.BATTLE: N_("Fight the battle of {town} next"),
    actions.REVEAL: N_("Reveal {unit}"),
    actions.DRAW: N_("Draw {number} terrain blocks"),
    actions.TERRAIN: N_("Place {terrain} {in_area}"),
    actions.DEPLOY: N_("Deploy {unit} {in_area}"),
    actions.HOLD: N_("Hold {holding} with {unit}"),
    actions.FALLBACK: N_("Bring {unit} back across the stream"),
    actions.MOVE: N_("Move {unit} to {area}"),
    actions.FIRE: N_("Fire with {unit}"),
    actions.BOMBARD: N_("Bombard with {unit}"),
    actions.SQUARE: N_("Form square with {unit}"),
    actions.COLUMN: N_("Leave square with {unit}"),
    actions.SHELTER: N_("Shelter {unit} in the square of {target}"),
    actions.EMERGE: N_("Bring {unit} out of the square"),
    actions.OCCUPY: N_("Occupy {holding} with {unit}"),
    actions.SWAP: N_("Take over {holding} with {unit}"),
    actions.RETREAT: N_("Retreat with {unit} to {town}"),
    actions.LOSE: N_("Take the hit on {unit}"),
    actions.REINFORCE: N_("Reinforce with {unit}"),
    actions.REGROUP: N_("Regroup {unit} to {town}"),
    actions.REMOVE: N_("Give up {unit}"),
    actions.END: N_("End"),
    actions.WEAKEN: N_("Give up a step of {unit}"),
}
_DRAW_LABELS: Final = (N_("Draw no terrain"), N_("Draw 1 terrain block"))
_STREAM_LABEL: Final = N_("Place a stream in front of {area}")
_FIRE_AT_SQUARE: Final = N_("Fire with {unit} at the square of {target}")
_BOMBARD_SQUARE: Final = N_("Bombard the square of {target} with {unit}")


def tell_action(action: Action, language: Language = ENGLISH) -> str:
    """The label of an action in a menu, verb first."""
    verb = verb_of(action.code)
    first = first_of(action.code)
    second = second_of(action.code)
    label = _LABELS[verb]
    if verb == actions.DRAW and first < len(_DRAW_LABELS):
        label = _DRAW_LABELS[first]
    elif verb == actions.TERRAIN and first == STREAM:
        label = _STREAM_LABEL
    elif verb == actions.FIRE and second != NONE:
        label = _FIRE_AT_SQUARE
    elif verb == actions.BOMBARD and second != NONE:
        label = _BOMBARD_SQUARE
    return language.fill(label, _action_words(action, language))


def _action_words(action: Action, language: Language) -> dict[str, str]:
    first = first_of(action.code)
    second = second_of(action.code)
    words = {"number": str(first)}
    if action.unit is not None:
        words["unit"] = language.unit(first)
        words["holding"] = language.say(THE_TERRAINS[held_by(first)])
    if action.target is not None:
        words["target"] = language.unit(second)
    if action.town is not None:
        words["town"] = language.town(TOWN_IDS.index(action.town))
    if action.area is not None:
        words["area"] = language.say(_OWN_AREAS[second])
        words["in_area"] = language.say(_IN_OWN_AREAS[second])
    if verb_of(action.code) == actions.TERRAIN:
        words["terrain"] = language.say(TERRAINS[first])
    return words


# --- Prompts
# Each phase says what is asked in its stages; here is what depends on more than the stage. {left}
# is what is still to be done.

_SETUP_DONE: Final = N_("End your set-up")
# By the number of groups that may still begin to move
_MARCH_FRENCH: Final = (
    N_("Finish the marches of your groups, or end"),
    N_("Move up to two groups: 1 left"),
    N_("Move up to two groups: 2 left"),
)
_MARCH_ONE_ARMY: Final = (
    N_("Finish the marches of your group, or end"),
    N_("Move one group: 1 left"),
)
_MARCH_ALLIES: Final = N_("Move one Anglo-Dutch and one Prussian group: 2 left")
_MARCH_ANGLO_DUTCH: Final = N_("Move one Anglo-Dutch group: 1 left")
_MARCH_PRUSSIANS: Final = N_("Move one Prussian group: 1 left")
_MARCH_ALLIES_DONE: Final = N_("Finish the marches of your groups, or end")
_DRAW_ONE: Final = N_("Draw one terrain block for the battle of {town}, or none")
_DRAW_TWO: Final = N_("Draw up to two terrain blocks for the battle of {town}, or none")
_LAY_ONE: Final = N_("Place {terrain} on your ground at {town}")
_LAY_MORE: Final = N_("Place terrain on your ground at {town}: {left} left")
_NAME_HOLDERS: Final = N_("Say who holds your farm or hill at {town}, or end")
_DEPLOYED: Final = N_("End your deployment at {town}")
_LOSE_ONE: Final = N_("Choose who takes the hit at {town}")
_LOSE_MORE: Final = N_("Choose who takes the next of {left} hits at {town}")
_REMOVE_ONE: Final = N_("Give up 1 unit of {the_army} for want of supply")
_REMOVE_MORE: Final = N_("Give up {left} units of {the_army} for want of supply")
_REMOVE_BOTH: Final = N_(
    "Give up units for want of supply: {anglo_dutch} Anglo-Dutch and {prussian} Prussian"
)
_OVER: Final = {
    "french": N_("The game is over, the French have won: {reason}"),
    "allied": N_("The game is over, the Allies have won: {reason}"),
}


# What decides a scenario: for a town, and for none, by the side that has to reach it
_AIM_TOWN: Final = {
    "french": N_("The French win if they hold {town} at the end of turn {turn}, else the Allies."),
    "allied": N_("The Allies win if they hold {town} at the end of turn {turn}, else the French."),
}
# The same in the turn that decides it: its number would be read as one of rounds
_AIM_BATTLE: Final = {
    "french": N_("The French win if they hold {town} when the fighting is over, else the Allies."),
    "allied": N_("The Allies win if they hold {town} when the fighting is over, else the French."),
}
_AIM_LOSSES: Final = {
    "french": N_(
        "The French win if they have lost fewer units than the Allies at the end of turn {turn}, "
        "else the Allies."
    ),
    "allied": N_(
        "The Allies win if they have lost fewer units than the French at the end of turn {turn}, "
        "else the French."
    ),
}


def tell_aim(aim: Aim, turn: int, language: Language = ENGLISH) -> str:
    """What decides a scenario that stands at this turn, in one sentence."""
    if aim.town is None:
        return language.say(_AIM_LOSSES[aim.side]).format(turn=aim.until)
    town = language.town(TOWN_IDS.index(aim.town))
    words = _AIM_BATTLE if turn >= aim.until else _AIM_TOWN
    return language.say(words[aim.side]).format(town=town, turn=aim.until)


def prompt(view: View, language: Language = ENGLISH) -> str:
    """What the seat of a view is to do now, or for whom it waits, in one line."""
    words: dict[str, str] = {}
    if view.town is not None:
        words["town"] = language.town(TOWN_IDS.index(view.town))
    if view.result is not None:
        words["reason"] = language.say(view.result["reason"])
        return language.fill(_OVER[view.result["winner"]], words)
    if view.seat is None or view.seat not in view.to_act:
        seats = _SEATS[view.to_act[0]] if len(view.to_act) == 1 else _BOTH_ALLIES
        words["seats"] = language.say(seats)
        return language.fill(STAGES[view.stage].waiting, words)
    template = _prompt_template(view, words, language)
    if "{left}" in template and "left" not in words:
        words["left"] = str(_left(view))
    return language.fill(template, words)


def _left(view: View) -> int:
    """The number in a prompt: what is still to be placed, deployed, laid, hit or brought away, or
    what has been revealed."""
    if view.stage == "reveal":
        return len(view.revealed)
    if view.stage == "terrain":
        return len(view.hand)
    if view.stage in ("lose", "handicap"):
        return view.hits
    # At set-up neither the view nor a unit that waits has a town.
    waiting = [unit for unit in view.units if unit.is_mine and unit.town == view.town]
    if view.stage == "deploy":
        waiting = [unit for unit in waiting if unit.area is None]
    return len(waiting)


def _prompt_template(view: View, words: dict[str, str], language: Language) -> str:
    """The prompt of a seat that is to act, its words still to be filled in; adds those that only
    one stage needs."""
    stage = view.stage
    if stage == "march":
        return _march_template(view)
    if stage == "draw":
        is_attacker = (view.seat == "french") == (_battle(view).attacker == "french")
        return _DRAW_ONE if is_attacker else _DRAW_TWO
    if stage == "terrain":
        words["terrain"] = language.say(TERRAINS[TERRAIN_NAMES.index(view.hand[0])])
        return _LAY_ONE if len(view.hand) == 1 else _LAY_MORE
    if stage == "lose":
        return _LOSE_ONE if view.hits == 1 else _LOSE_MORE
    if stage == "supply":
        return _supply_template(view, words, language)
    if stage == "setup" and not _left(view):
        return _SETUP_DONE
    if stage == "deploy" and not _left(view):
        return _NAME_HOLDERS if _has_vacancy(_battle(view)) else _DEPLOYED
    return STAGES[stage].asked


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


def _supply_template(view: View, words: dict[str, str], language: Language) -> str:
    owed = [view.owed.get(army, 0) for army in ARMY_NAMES]
    if view.seat == "allied" and owed[ANGLO_DUTCH] and owed[PRUSSIAN]:
        words["anglo_dutch"] = str(owed[ANGLO_DUTCH])
        words["prussian"] = str(owed[PRUSSIAN])
        return _REMOVE_BOTH
    if view.seat == "allied":
        army = ANGLO_DUTCH if owed[ANGLO_DUTCH] else PRUSSIAN
    else:
        army = ARMY_NAMES.index(str(view.seat))
    words["the_army"] = language.say(THE_ARMIES[army])
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
