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
STAGE_TITLES = {
    "setup": N_("set-up"),
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


def explain(
    state: State, armies: int, code: int, reason: int, language: Language | None = None
) -> Refusal:
    """A refusal with its rule section and its words; in English unless another is asked for."""
    language = ENGLISH if language is None else language
    rule, text = REASONS[reason]
    words = _words(state, armies, code, reason, language)
    special = _special_rule(state, armies, code, reason)
    return Refusal(special or rule.format(**words), language.say(text).format(**words))


def _special_rule(state: State, armies: int, code: int, reason: int) -> str:
    """Where the section depends on what was tried."""
    verb = verb_of(code)
    stage = state.stack[-1].stage(state) if state.winner < 0 else "over"
    if reason == NOT_YOURS:
        is_ally = SIDE_OF[ARMY_OF[first_of(code)]] == (0 if armies & 1 else 1)
        return "11" if is_ally else "2"
    if reason == WRONG_STEP:
        if stage in ("withdraw", "rout", "lose", "supply", "retreat", "fallback"):
            return {"withdraw": "6.7", "rout": "7.4", "lose": "6.4", "supply": "9"}.get(
                stage, {"retreat": "6.6", "fallback": "6.3.1"}.get(stage, "2")
            )
        if verb != END:
            return VERBS[verb].rule
    if reason == CONTESTED_HERE:
        return "5.6" if verb == FORCE else "5.1"
    if reason == HAS_ACTED:
        return VERBS[verb].rule
    if reason == NOT_IN_OWN_AREA:
        return VERBS[verb].rule
    if reason in (RETREAT_FULL, ENEMY_IN_TOWN):
        if verb == RETREAT and reason == ENEMY_IN_TOWN:
            return "7.1"
        return {REINFORCE: "6.3.4", REGROUP: "7.5"}.get(verb, "7.2")
    if reason == NO_ROAD:
        return _ROAD_RULES.get(verb, "5.1")
    if reason == UNITS_LEFT:
        return "4" if stage == "setup" else "6.2.2"
    return ""


def _words(
    state: State, armies: int, code: int, reason: int, language: Language
) -> dict[str, object]:
    """Everything that the words of a refusal may speak of."""
    verb = verb_of(code)
    operands = VERBS[verb].operands
    first = first_of(code)
    second = second_of(code)
    top = state.stack[-1] if state.stack else None
    at = top.town_no() if top is not None else -1
    stage = top.stage(state) if top is not None and state.winner < 0 else "over"
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
        "unit": _name_unit(unit, language) if unit >= 0 else "",
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
        "finish_rule": VERBS[verb].rule,
        "road_rule": _ROAD_RULES.get(verb, "5.1"),
    }
    words |= _road_words(state, reason, origin, town, at, language)
    return words


def _name_unit(unit: int, language: Language) -> str:
    """A unit with its id, which is in the name already where two share one."""
    name = language.unit(unit)
    return name if UNIT_IDS[unit] in name else f"{name} ({UNIT_IDS[unit]})"


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
