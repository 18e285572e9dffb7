"""Events in plain words, made here and nowhere else.

Every sentence is one whole template with named fields, so that it can be the source of a
translation: `tell` chooses a template and fills in its words, which are whole phrases of their own.
A sentence says only what the event or the view says: without a unit it speaks of a block.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.calendar import TURNS
from napoleon.rules.board.units import CAVALRIES, INFANTRIES
from napoleon.rules.engine import events
from napoleon.rules.engine.events import Event
from napoleon.rules.engine.fight import FARM, HILL, STREAM
from napoleon.rules.words.language import ENGLISH, N_, Language

# --- Words: whole phrases, indexed as the engine numbers things

_SIDES: Final = (N_("The French"), N_("The Allies"))
_THE_SIDES: Final = (N_("the French"), N_("the Allies"))
_ARMIES: Final = (N_("The French"), N_("The Anglo-Dutch"), N_("The Prussians"))
THE_ARMIES: Final = (N_("the French"), N_("the Anglo-Dutch"), N_("the Prussians"))
_A_BLOCK: Final = (N_("A French block"), N_("An Anglo-Dutch block"), N_("A Prussian block"))
_BLOCK_NUMBER: Final = (
    N_("French block {block}"),
    N_("Anglo-Dutch block {block}"),
    N_("Prussian block {block}"),
)
_AREAS: Final = (
    N_("the French reserve"),
    N_("the French left"),
    N_("the French centre"),
    N_("the French right"),
    N_("the Allied reserve"),
    N_("the Allied left"),
    N_("the Allied centre"),
    N_("the Allied right"),
)
_IN_AREAS: Final = (
    N_("in the French reserve"),
    N_("on the French left"),
    N_("in the French centre"),
    N_("on the French right"),
    N_("in the Allied reserve"),
    N_("on the Allied left"),
    N_("in the Allied centre"),
    N_("on the Allied right"),
)
TERRAINS: Final = (N_("open ground"), N_("woods"), N_("a farm"), N_("a stream"), N_("a hill"))
THE_TERRAINS: Final = (
    N_("the open ground"),
    N_("the woods"),
    N_("the farm"),
    N_("the stream"),
    N_("the hill"),
)


_SETUP_TITLE: Final = N_("Set-up")
# By side, and by the part of the day
_DAY_TITLES: Final = (
    (N_("{day} June, first turn, French"), N_("{day} June, second turn, French")),
    (N_("{day} June, first turn, Allied"), N_("{day} June, second turn, Allied")),
)
_NIGHT_TITLES: Final = (N_("{day} June, night, French"), N_("{day} June, night, Allied"))


def turn_title(turn: int, language: Language = ENGLISH) -> str:
    """The heading of a turn: "15 June, first turn, French"."""
    if turn < 1:
        return language.say(_SETUP_TITLE)
    box = TURNS[turn - 1]
    title = _NIGHT_TITLES[box.side] if box.night else _DAY_TITLES[box.side][box.part - 1]
    return language.fill(title, {"day": int(box.date[-2:])})


# --- Events
# {unit}, {side} and {army} begin a sentence; {the_side} and {the_army} stand within one.

_SENTENCES: Final = {
    events.PLACED: N_("{unit} is posted at {town}."),
    events.SETUP_CLOSED: N_("{side} have taken up their positions."),
    events.TURN_BEGAN: N_("Turn {turn} begins: {title}."),
    events.MARCHED: N_("{unit} marches from {town} to {to}."),
    events.FORCE_MARCHED: N_("{unit} makes a forced march from {town} to {to}."),
    events.LEADER_SHOWN: N_("{unit} shows himself at {town} to urge on the forced marches."),
    events.SKIRMISH_BEGAN: N_("{side} attack {town}: a skirmish begins."),
    events.BATTLE_BEGAN: N_("{side} attack {town}: a battle begins."),
    events.TERRAIN_DRAWN: N_("{side} draw {terrain} for the field of {town}."),
    events.TERRAIN_DECLINED: N_("{side} draw no terrain for the field of {town}."),
    events.TERRAIN_ASIDE: N_("{side} find no place for {terrain} on the field of {town}."),
    events.DEPLOYED: N_("{unit} deploys {in_area} at {town}."),
    events.HOLDER_NAMED: N_("{unit} is told to hold {the_terrain} {in_area} at {town}."),
    events.DEPLOYMENT_CLOSED: N_("{side} have drawn up their line at {town}."),
    events.BATTLE_TURN_BEGAN: N_("Battle of {town}, round {amount}: {the_side} to act."),
    events.FELL_BACK: N_("{unit} gives way {in_from_area} and falls back to {area}."),
    events.DISENGAGED: N_("{unit} breaks off the fight {in_from_area} and goes back to {area}."),
    events.REGROUPED_ON_FIELD: N_("{unit} moves from {from_area} to {area}."),
    events.SQUARE_FORMED: N_("{unit} forms square {in_area}."),
    events.SQUARE_LEFT: N_("{unit} leaves square {in_area}."),
    events.EMERGED: N_("{unit} comes out of the square {in_area}."),
    events.OCCUPIED: N_("{unit} occupies {the_terrain} {in_area}."),
    events.REINFORCED: N_("{unit} comes up from {town} to reinforce the battle of {to}."),
    events.RETREATED: N_("{unit} retreats in disorder from {town} to {to}."),
    events.ROUTED: N_("{side} are routed at {town}."),
    events.WITHDRAWAL_FORCED: N_("{side} make no headway at {town} and must withdraw."),
    events.FIGHT_WON: N_("{side} hold the field at {town}."),
    events.REGROUPED: N_("{unit} regroups from {town} to {to}."),
    events.ARMY_DEFEATED: N_("{army} are beaten, and their army leaves the campaign."),
}
_SHOWN_ON_FIELD: Final = N_("{unit} comes into view {in_area}, strength {amount}.")
_SHOWN_IN_TOWN: Final = N_("{unit} is revealed at {town}, strength {amount}.")
_ENGAGES: Final = N_("{unit} advances from {from_area} and engages the enemy {in_area}.")
_CHARGES: Final = N_("{unit} charges from {from_area} and engages the enemy {in_area}.")
_TERRAIN_LAID: Final = N_("{side} place {terrain} {in_area} at {town}.")
_STREAM_LAID: Final = N_("{side} place a stream in front of {area} at {town}.")
_HOLDER_HIDDEN: Final = N_("{unit} is told to hold its ground {in_area} at {town}.")
_SHELTERS: Final = N_("{unit} takes shelter in a square {in_area}.")
_SHELTERS_WITH: Final = N_("{unit} takes shelter {in_area} in the square of {other}.")
_SWAPS: Final = N_("{unit} takes over {the_terrain} {in_area} from another unit.")
_SWAPS_WITH: Final = N_("{unit} takes over {the_terrain} {in_area} from {other}.")
_MARCH_DIE: Final = (
    N_("{unit} rolls {dice} for the forced march and comes through unharmed."),
    N_("{unit} rolls {dice} for the forced march and suffers by it."),
)
_MARCH_DIE_PLUS: Final = (
    N_("{unit} rolls {dice} and adds {amount} for the forced march, and comes through unharmed."),
    N_("{unit} rolls {dice} and adds {amount} for the forced march, and suffers by it."),
)
_MORALE_DIE: Final = (
    N_("{unit} rolls {dice} for morale {in_area} and stands firm."),
    N_("{unit} rolls {dice} for morale {in_area} and wavers."),
)
_MORALE_DIE_PLUS: Final = (
    N_("{unit} rolls {dice} and adds {amount} for morale {in_area}, and stands firm."),
    N_("{unit} rolls {dice} and adds {amount} for morale {in_area}, and wavers."),
)
# Strength lost: with what is left for those who may know it, and without.
_WEAKENED: Final = {
    events.BY_FIRE: N_("{unit} suffers under fire at {town}: strength down by {amount} to {left}."),
    events.BY_MARCH: N_(
        "{unit} tires on the march to {town}: strength down by {amount} to {left}."
    ),
    events.BY_ROUT: N_(
        "{unit} suffers in flight from {town}: strength down by {amount} to {left}."
    ),
    events.BY_HANDICAP: N_("{unit} gives up a step at {town}, as agreed: {left} left."),
}
_WEAKENED_HIDDEN: Final = {
    events.BY_FIRE: N_("{unit} suffers under fire at {town}: strength down by {amount}."),
    events.BY_MARCH: N_("{unit} tires on the march to {town}: strength down by {amount}."),
    events.BY_ROUT: N_("{unit} suffers in flight from {town}: strength down by {amount}."),
}
_LOST: Final = {
    events.BY_FIRE: N_("{unit} is destroyed under fire at {town}."),
    events.BY_MARCH: N_("{unit} is lost on the forced march to {town}."),
    events.BY_ROUT: N_("{unit} is destroyed in flight from {town}."),
    events.BY_MORALE: N_("{unit} wavers at {town}, cannot fall back and is lost."),
    events.NO_ROAD: N_("{unit} finds no road out of {town} and is lost."),
    events.BY_SUPPLY: N_("{unit} disbands at {town} for want of supply."),
    events.WITH_SHELTERED: N_("{unit} is lost at {town} with the unit in its square."),
    events.BY_DEFEAT: N_("{unit} quits {town} with the beaten army."),
}
_LOST_NUMBERED: Final = N_("{unit}, block {block}, is lost on the forced march to {town}.")
_SUPPLY_CUT_ONE: Final = N_("{town} is in French hands: {the_army} must give up 1 unit.")
_SUPPLY_CUT_MANY: Final = N_("{town} is in French hands: {the_army} must give up {amount} units.")
# In the order of victory.RESULTS
_GAME_OVER: Final = (
    N_("The French win the campaign: both Allied armies are beaten."),
    N_("The French win the campaign: at the end of 22 June they hold two supply cities or more."),
    N_("The Allies win the campaign: the French army is beaten."),
    N_("The Allies win the campaign: by the end of 22 June the French have not won."),
)
_RESIGNED: Final = (
    N_("The French win the campaign: the Allies have resigned."),
    N_("The Allies win the campaign: the French have resigned."),
)
_OUT_OF_TIME: Final = (
    N_("The French win the campaign: the Allies have run out of time."),
    N_("The Allies win the campaign: the French have run out of time."),
)
_BY_AIM: Final = (
    N_("{side} win: they hold {town} at the end."),
    N_("{side} win: the enemy does not hold {town} at the end."),
    N_("{side} win: they have lost fewer units than the enemy."),
    N_("{side} win: the enemy has not lost fewer units than they have."),
)
_FIRES: Final = N_("{unit} fires at close range {in_area}, {result}.")
_FIRES_AT_SQUARE: Final = N_("{unit} fires at the square of {other}, {result}.")
_BOMBARDS: Final = N_("{unit} bombards {area}, {result}.")
_BOMBARDS_SQUARE: Final = N_("{unit} bombards the square of {other}, {result}.")
_FIRES_IN_SKIRMISH: Final = N_("{unit} fires in the skirmish at {town}, {result}.")


def tell(event: Event, language: Language = ENGLISH) -> str:
    """What happened, in one sentence."""
    template = _template(event)
    return language.fill(template, _words(event, language, _fields(template)))


_known_fields: Final[dict[str, str]] = {}


def _fields(template: str) -> str:
    """The fields of a template, each in its braces."""
    fields = _known_fields.get(template)
    if fields is None:
        parts = [part.partition("}")[0] for part in template.split("{")[1:]]
        fields = " ".join([f"{{{part}}}" for part in parts])
        _known_fields[template] = fields
    return fields


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
        return (_WEAKENED if event.strength_left >= 0 else _WEAKENED_HIDDEN)[event.why_no]
    if kind == events.ELIMINATED:
        return _LOST[event.why_no] if event.block < 0 else _LOST_NUMBERED
    if kind == events.SHOWN:
        return _SHOWN_ON_FIELD if event.area_no >= 0 else _SHOWN_IN_TOWN
    if kind == events.MARCH_DIE:
        return (_MARCH_DIE_PLUS if event.amount else _MARCH_DIE)[event.failed]
    if kind == events.MORALE_DIE:
        return (_MORALE_DIE_PLUS if event.amount else _MORALE_DIE)[event.failed]
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
    if event.amount < len(_GAME_OVER):
        return _GAME_OVER[event.amount]
    if event.amount > len(_GAME_OVER) + len(_BY_AIM):
        return _OUT_OF_TIME[event.side_no]
    if event.amount > len(_GAME_OVER):
        return _BY_AIM[event.amount - len(_GAME_OVER) - 1]
    return _RESIGNED[event.side_no]


def _shot_template(event: Event) -> str:
    if event.area_no < 0:
        return _FIRES_IN_SKIRMISH
    if event.area_no == event.from_area_no:
        return _FIRES_AT_SQUARE if event.other_no >= 0 else _FIRES
    return _BOMBARDS_SQUARE if event.other_no >= 0 else _BOMBARDS


def _shot_result(event: Event) -> str:
    """What the dice of a shot did, its words still to be filled in."""
    if len(event.dice) == 1:
        if event.firepower < 0:
            return N_("die {dice}: 1 hit") if event.amount else N_("die {dice}: no hit")
        return (
            N_("die {dice}: 1 hit at F{power}")
            if event.amount
            else N_("die {dice}: no hit at F{power}")
        )
    if event.amount == 0:
        return (
            N_("dice {dice}: no hits")
            if event.firepower < 0
            else N_("dice {dice}: no hits at F{power}")
        )
    if event.amount == 1:
        return (
            N_("dice {dice}: 1 hit")
            if event.firepower < 0
            else N_("dice {dice}: 1 hit at F{power}")
        )
    if event.firepower < 0:
        return N_("dice {dice}: {amount} hits")
    return N_("dice {dice}: {amount} hits at F{power}")


def _words(event: Event, language: Language, fields: str) -> dict[str, str]:
    """The words for these fields of a sentence; what the event does not say is left out."""
    words: dict[str, str] = {}
    if event.kind_no == events.TURN_BEGAN:
        words["turn"] = str(event.turn)
        words["title"] = turn_title(event.turn, language)
    if event.unit_no >= 0:
        words["unit"] = language.unit(event.unit_no)
    elif event.army_no >= 0 and event.block >= 0:
        words["unit"] = language.fill(_BLOCK_NUMBER[event.army_no], {"block": event.block})
    elif event.army_no >= 0:
        words["unit"] = language.say(_A_BLOCK[event.army_no])
    if event.other_no >= 0:
        words["other"] = language.unit(event.other_no)
    if event.town_no >= 0:
        words["town"] = language.town(event.town_no)
    if event.to_no >= 0:
        words["to"] = language.town(event.to_no)
    if event.side_no >= 0 and "side}" in fields:
        words["side"] = language.say(_SIDES[event.side_no])
        words["the_side"] = language.say(_THE_SIDES[event.side_no])
    if event.army_no >= 0 and "army}" in fields:
        words["army"] = language.say(_ARMIES[event.army_no])
        words["the_army"] = language.say(THE_ARMIES[event.army_no])
    if event.area_no >= 0:
        words["area"] = language.say(_AREAS[event.area_no])
        words["in_area"] = language.say(_IN_AREAS[event.area_no])
    if event.from_area_no >= 0 and "from_area}" in fields:
        words["from_area"] = language.say(_AREAS[event.from_area_no])
        words["in_from_area"] = language.say(_IN_AREAS[event.from_area_no])
    if event.terrain_no >= 0:
        words["terrain"] = language.say(TERRAINS[event.terrain_no])
        words["the_terrain"] = language.say(THE_TERRAINS[event.terrain_no])
    elif event.kind_no == events.HOLDER_NAMED and event.unit_no >= 0:
        words["the_terrain"] = language.say(THE_TERRAINS[held_by(event.unit_no)])
    if event.amount >= 0:
        words["amount"] = str(event.amount)
    if event.strength_left >= 0:
        words["left"] = str(event.strength_left)
    if event.firepower >= 0:
        words["power"] = str(event.firepower)
    if event.block >= 0:
        words["block"] = str(event.block)
    if event.dice:
        words["dice"] = " ".join([str(die) for die in event.dice])
    if event.kind_no == events.SHOT:
        words["result"] = language.fill(_shot_result(event), words)
    return words


def held_by(unit: int) -> int:
    """What a unit can hold on a battlefield: infantry a farm, artillery a hill (6.2.1)."""
    return FARM if INFANTRIES >> unit & 1 else HILL
