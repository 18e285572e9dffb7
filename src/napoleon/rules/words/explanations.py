"""Refusals in words: what a player reads when something is not allowed."""

from __future__ import annotations

from napoleon.rules.board.towns import (
    BATTLE_LIMIT,
    RIVER_LIMIT,
    ROAD_BETWEEN,
    ROAD_LIMIT,
    ROADS,
    SETUP_LIMIT,
)
from napoleon.rules.board.units import (
    ARMY_OF,
    FRENCH,
    MOUNTED,
    SIDE_OF,
    UNIT_IDS,
    UNITS_OF_ARMIES,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    DEPLOY,
    END,
    FORCE,
    MARCH,
    REGROUP,
    REINFORCE,
    RETREAT,
    TERRAIN,
    VERBS,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.flow import acting_seats
from napoleon.rules.engine.refusals import (
    CONTESTED_HERE,
    ENEMY_IN_TOWN,
    HAS_ACTED,
    NO_ROAD,
    NOT_IN_OWN_AREA,
    NOT_YOURS,
    REASONS,
    RETREAT_FULL,
    RIVER_FULL,
    UNITS_LEFT,
    WRONG_STEP,
    Refusal,
)
from napoleon.rules.engine.state import NOWHERE, State
from napoleon.rules.phases.deployment import DRAW_LIMIT
from napoleon.rules.phases.movement import GROUP_LIMIT, groups_used
from napoleon.rules.words.language import ENGLISH, N_, Language

SEAT_TITLES = {
    1: N_("the French"),
    2: N_("the Anglo-Dutch"),
    4: N_("the Prussians"),
    6: N_("the Allies"),
}
# The section about where a unit may go, where it is not that of marches.
_ROAD_RULES = {RETREAT: "7.1", REGROUP: "7.5"}
# The section that says what a stage is about, where nothing else may be done in it.
_STAGE_RULES = {
    "withdraw": "6.7",
    "rout": "7.4",
    "lose": "6.4",
    "supply": "9",
    "handicap": "4",
    "retreat": "6.6",
    "fallback": "6.3.1",
}
STAGE_TITLES = {
    "setup": N_("set-up"),
    "handicap": N_("steps are given up, as agreed"),
    "march": N_("normal marches come first"),
    "force": N_("only forced marches are made now"),
    "skirmish-order": N_("the attacker chooses the next skirmish"),
    "battle-order": N_("the attacker chooses the order of battles"),
    "reveal": N_("units are revealed for the skirmish"),
    "draw": N_("terrain is drawn"),
    "terrain": N_("terrain is laid"),
    "deploy": N_("units are deployed"),
    "fallback": N_("it is chosen who falls back across the stream"),
    "combat": N_("units move, fire or retreat"),
    "lose": N_("it is chosen who takes the hit"),
    "reinforce": N_("reinforcements arrive"),
    "retreat": N_("the loser of the skirmish retreats"),
    "withdraw": N_("the attacker must withdraw"),
    "rout": N_("the routed side flees"),
    "regroup": N_("the winner regroups"),
    "supply": N_("units are removed for lack of supply"),
}
# Where a rider would be there with a second step
_TWO_STEPS = N_("no road joins {origin} and {town}: go town by town")


def explain(
    state: State, armies: int, code: int, reason: int, language: Language | None = None
) -> Refusal:
    """A refusal with its rule section and its words; in English unless another is asked for.

    Where no language is asked for, a unit is named with its id: that is for the command line.
    """
    has_id = language is None
    language = ENGLISH if language is None else language
    rule, text = REASONS[reason]
    words = _words(state, armies, code, reason, language)
    if has_id and "{unit}" in text:
        words["unit"] = f"{words['unit']} ({UNIT_IDS[first_of(code)]})"
    if reason == NO_ROAD and _is_two_steps_away(state, code):
        text = _TWO_STEPS
    special = _special_rule(state, armies, code, reason)
    return Refusal(special or rule.format(**words), language.fill(text, words))


def _is_two_steps_away(state: State, code: int) -> bool:
    """Whether a mounted unit that has not marched yet could ride there through a town without
    enemies."""
    unit, town = first_of(code), second_of(code)
    if verb_of(code) != MARCH or not (MOUNTED & ~state.marched) >> unit & 1:
        return False
    onward = ROAD_BETWEEN[town]
    enemies = UNITS_OF_ARMIES[6 if ARMY_OF[unit] == FRENCH else 1]
    return any(
        road >= 0 and onward[between] >= 0 and not state.at[between] & enemies
        for between, road in enumerate(ROAD_BETWEEN[state.where[unit]])
    )


def _special_rule(state: State, armies: int, code: int, reason: int) -> str:
    """Where the section depends on what was tried; "" where it is that of the reason."""
    verb = verb_of(code)
    stage = state.stack[-1].stage(state)
    if reason == NOT_YOURS:
        is_ally = SIDE_OF[ARMY_OF[first_of(code)]] == (0 if armies & 1 else 1)
        return "11" if is_ally else "2"
    if reason == WRONG_STEP:
        return _STAGE_RULES.get(stage, "" if verb == END else VERBS[verb].rule)
    if reason in (HAS_ACTED, NOT_IN_OWN_AREA):
        return VERBS[verb].rule
    if reason in (RETREAT_FULL, ENEMY_IN_TOWN):
        return {REINFORCE: "6.3.4", REGROUP: "7.5"}.get(verb, "")
    if reason == CONTESTED_HERE and verb == FORCE:
        return "5.6"
    return "6.2.2" if reason == UNITS_LEFT and stage == "deploy" else ""


def _words(
    state: State, armies: int, code: int, reason: int, language: Language
) -> dict[str, object]:
    """Everything that the words of a refusal may speak of."""
    verb = verb_of(code)
    operands = VERBS[verb].operands
    first = first_of(code)
    second = second_of(code)
    top = state.stack[-1]
    at = top.town_no()
    stage = top.stage(state)
    unit = first if operands[:1] == ["unit"] else -1
    town = second if operands[1:2] == ["town"] else (first if operands[:1] == ["town"] else -1)
    army = ARMY_OF[unit] if unit >= 0 else FRENCH
    origin = state.where[unit] if unit >= 0 else -1
    if verb == REINFORCE:
        town = origin  # the road leads from there
    waiting = [u for u in members(UNITS_OF_ARMIES[armies]) if state.where[u] == NOWHERE]
    undeployed = members(state.at[at] & UNITS_OF_ARMIES[armies]) if at >= 0 else []
    acting = acting_seats(state)
    words: dict[str, object] = {
        "stage": language.say(STAGE_TITLES.get(stage, stage)),
        "seat": language.say(SEAT_TITLES.get(armies, N_("a spectator"))),
        "to_act": _name_seats(acting, language),
        "unit": language.unit(unit) if unit >= 0 else "",
        "town": language.town(town) if town >= 0 else "",
        "origin": language.town(origin) if origin >= 0 else "",
        "at": language.town(at) if at >= 0 else "",
        "there": count(state.at[town]) if town >= 0 else 0,
        "setup_rule": "4.2" if army == FRENCH else "4.1",
        "setup_limit": SETUP_LIMIT[army],
        "left": len(waiting) if stage == "setup" else len(undeployed),
        "groups": groups_used(state, army),
        "group_limit": GROUP_LIMIT[army],
        "draw_limit": DRAW_LIMIT[0 if armies & (1 if state.side == FRENCH else 6) else 1],
        "area_rule": {TERRAIN: "6.2.1", DEPLOY: "6.2.2"}.get(verb, "6.5"),
        "reserve_rule": "7.5" if verb == REGROUP else "6.3.4",
        "road_rule": _ROAD_RULES.get(verb, "5.1"),
    }
    words |= _road_words(state, reason, origin, town, at, language)
    return words


def _name_seats(seats: list[int], language: Language) -> str:
    """Who is to act; two seats are always the two Allied armies."""
    if len(seats) == 2:
        return language.say(N_("the Anglo-Dutch and the Prussians"))
    return language.say(SEAT_TITLES[seats[0]]) if seats else language.say(N_("nobody"))


def _road_words(
    state: State, reason: int, origin: int, town: int, at: int, language: Language
) -> dict[str, object]:
    """The road that was tried: how full it is, and what it crosses."""
    ends = (at, town if town != at else origin) if reason == RETREAT_FULL else (origin, town)
    road = ROAD_BETWEEN[ends[0]][ends[1]] if min(ends) >= 0 else -1
    if road < 0:
        return {"used": 0, "limit": 0, "river": ""}
    if reason == RETREAT_FULL:
        used, limit = BATTLE_LIMIT[road], BATTLE_LIMIT[road]
    elif reason == RIVER_FULL:
        used, limit = state.river_use[road], RIVER_LIMIT[road]
    else:
        used, limit = state.road_use[road], ROAD_LIMIT[road]
    rivers = [language.say(river) for river in ROADS[road].river.split(";")]
    return {"used": used, "limit": limit, "river": ", ".join(rivers)}
