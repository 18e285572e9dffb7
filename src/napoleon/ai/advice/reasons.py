"""Why the staff advises something: one line, as a template for the catalogues with its values.

Every number in a reason is one that the player can check on the table. Values that are ids of towns
or units are put into the reader's language by whoever says the line; "own" becomes so many units,
"enemy" so many blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from napoleon.ai.advice import battle_reasons as fights
from napoleon.ai.advice import march_reasons as marches
from napoleon.ai.advice.march_reasons import Reason
from napoleon.ai.campaign.orders import Order
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    CAVALRIES,
    UNIT_BY_ID,
    UNIT_IDS,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
)
from napoleon.rules.engine import actions as verbs
from napoleon.rules.engine.actions import first_of, second_of, verb_of
from napoleon.rules.engine.state import State
from napoleon.rules.phases.battle import BattleTurn
from napoleon.rules.phases.movement import MARCHES, Movement
from napoleon.rules.phases.retreat import Flight, Regroup
from napoleon.rules.phases.skirmish import Skirmish
from napoleon.rules.words.language import N_, Language

# What reasons count: our own are known as units, the enemy's are blocks.
COUNTED: Final = {
    "own": (N_("{number} unit"), N_("{number} units")),
    "enemy": (N_("{number} block"), N_("{number} blocks")),
}
# Where a reason needs no look at the position.
_PLAIN: Final = {
    verbs.SHOW: N_("With the leader in sight fewer units suffer on the forced march."),
    verbs.DRAW: N_("Good ground is worth having: draw."),
    verbs.TERRAIN: N_("There the ground helps us most."),
    verbs.COLUMN: N_("Out of square it can move again."),
    verbs.SHELTER: N_("Inside the square it can be hit only as one of two."),
    verbs.EMERGE: N_("Out of the square it can be of use again."),
    verbs.OCCUPY: N_("Farm and hill help only those who hold them."),
    verbs.SWAP: N_("A stronger unit should hold this ground."),
    verbs.HOLD: N_("Man it at once: an empty farm or hill helps nobody."),
    verbs.FALLBACK: N_("Not all can get back across: save the better one."),
}
_REVEAL_HORSE: Final = N_("In a skirmish horse hits twice as often as foot.")
_REVEAL: Final = N_("One more that fires, and that takes hits from the others.")
_NO_REVEAL: Final = N_("Those who stay hidden cannot be hit.")
_ALL_REVEALED: Final = N_("Nobody is left to show.")
_PLACE: Final = N_("At {town} it stands with {own}.")
_PLACE_FIRST: Final = N_("At {town} it is the first of ours.")
_NO_GROUND: Final = N_("We do without: ground can help the enemy as well.")
_DONE_PLACING: Final = N_("Everybody has his place.")
_DONE: Final = N_("There is nothing left to gain in this step.")
_NOTHING_ELSE: Final = N_("Nothing else can be done in this step.")


def tell_reason(
    language: Language, reason: str, details: Mapping[str, str], more: Iterable[Reason] = ()
) -> str:
    """A reason in a language, and what else is said with it; "" where there is none."""
    said = [(reason, details), *more] if reason else list(more)
    return " ".join([language.fill(text, _words(language, values)) for text, values in said])


def _words(language: Language, details: Mapping[str, str]) -> dict[str, str]:
    """The values of a reason as words."""
    words: dict[str, str] = {}
    for name, value in details.items():
        if value in TOWN_IDS:
            words[name] = language.town(TOWN_IDS.index(value))
        elif value in UNIT_BY_ID:
            words[name] = language.unit(UNIT_BY_ID[value])
        elif name in COUNTED:
            words[name] = language.count(int(value), *COUNTED[name])
        else:
            words[name] = language.say(value)
    return words


def reason_for(
    state: State, code: int, orders: list[Order], armies: int, *, is_only: bool = False
) -> Reason:
    """Why an action is advised in a position to whoever commands these armies; `orders` are the
    plan of the turn. `is_only`: nothing else can be done."""
    verb = verb_of(code)
    if is_only and verb == verbs.END:
        return _NOTHING_ELSE, {}
    if verb == verbs.DRAW and first_of(code) == 0:
        return _NO_GROUND, {}
    plain = _PLAIN.get(verb)
    if plain is not None:
        return plain, {}
    if verb == verbs.END:
        return _end_reason(state, armies)
    if verb in (verbs.SKIRMISH, verbs.BATTLE):
        town = first_of(code)
        return fights.counted(fights.BEGIN, state, state.side, town, town)
    unit = first_of(code)
    other = second_of(code)
    if verb in (verbs.MARCH, verbs.FORCE):
        is_forced = verb == verbs.FORCE
        return marches.march_reason(state, unit, other, orders, is_forced=is_forced)
    if verb == verbs.PLACE:
        return _placing_reason(state, unit, other)
    if verb == verbs.REVEAL:
        return (_REVEAL_HORSE if CAVALRIES >> unit & 1 else _REVEAL), {}
    if verb == verbs.REGROUP:
        return marches.march_reason(state, unit, other, [])
    if verb == verbs.REMOVE:
        return fights.unit_reason(fights.REMOVE, state, unit)
    if verb == verbs.WEAKEN:
        return fights.unit_reason(fights.WEAKEN, state, unit)
    return _fight_reason(state, verb, unit, other)


def goal_of(state: State, code: int, orders: list[Order]) -> int:
    """Where a march leads by the plan; -1: it is none."""
    if verb_of(code) not in (verbs.MARCH, verbs.FORCE):
        return -1
    unit = first_of(code)
    is_forced = verb_of(code) == verbs.FORCE
    after = marches.plan_ahead(state, unit, second_of(code), orders, is_forced=is_forced)
    return after.where[unit]


def lead_for(state: State, code: int, orders: list[Order]) -> list[Reason]:
    """What has to be said before the reason, so that it is about the action: a march of two steps
    is explained by where it ends."""
    if verb_of(code) != verbs.MARCH:
        return []
    return marches.way_reason(state, first_of(code), second_of(code), orders)


def _fight_reason(state: State, verb: int, unit: int, other: int) -> Reason:
    if verb in (verbs.FIRE, verbs.BOMBARD):
        return fights.fire_reason(state, unit, other, is_long=verb == verbs.BOMBARD)
    if verb == verbs.MOVE:
        return fights.move_reason(state, unit, other)
    if verb == verbs.SQUARE:
        return fights.square_reason(state, unit)
    if verb == verbs.DEPLOY:
        return fights.deploy_reason(fights.fight_with(state, unit), unit, other)
    if verb == verbs.RETREAT:
        is_flight = isinstance(state.stack[-1], Flight)
        return (fights.flight_reason if is_flight else fights.retreat_reason)(state, unit, other)
    if verb == verbs.REINFORCE:
        town = _town_of_fight(state)
        return fights.counted(fights.REINFORCE, state, UNIT_SIDE[unit], town, town)
    assert verb == verbs.LOSE, verb
    return fights.LOSE, {"unit": UNIT_IDS[unit]}


def _placing_reason(state: State, unit: int, town: int) -> Reason:
    own = marches.ours(state, town, UNIT_SIDE[unit])
    values = {"town": TOWN_IDS[town], "own": str(own)}
    return (_PLACE, values) if own else (_PLACE_FIRST, values)


def _town_of_fight(state: State) -> int:
    for phase in reversed(state.stack):
        if isinstance(phase, BattleTurn):
            return phase.town
    raise AssertionError("no battle is fought")


def _end_reason(state: State, armies: int) -> Reason:
    top = state.stack[-1]
    if isinstance(top, Movement):
        is_marching = top.step == MARCHES
        return (
            marches.stay_reason(state, state.side, armies)
            if is_marching
            else marches.no_force_reason(state, armies)
        )
    stage = top.stage(state)
    if stage in ("setup", "deploy"):
        return _DONE_PLACING, {}
    if stage == "reveal":
        assert isinstance(top, Skirmish)
        hidden = state.at[top.town] & UNITS_OF_ARMIES[armies] & ~top.revealed
        return (_NO_REVEAL if hidden else _ALL_REVEALED), {}
    if isinstance(top, Regroup):
        is_left = marches.ours(state, top.town, top.side) != 0
        return marches.regrouped_reason(state, top.side, top.town) if is_left else (_DONE, {})
    if isinstance(top, BattleTurn):
        fight = state.the_fight(top.town)
        if stage == "reinforce":
            return fights.enough_reason(state, top.side, top.town)
        return fights.line_reason(fight, top.side)
    return _DONE, {}
