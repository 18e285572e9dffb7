"""Why a unit can do nothing: the one reason of many that tells its player most."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import (
    NEIGHBOURS,
    TOWN_IDS,
)
from napoleon.rules.engine.actions import (
    AREA_NAMES,
    END_CODE,
    NONE,
    VERBS,
    encode,
    first_of,
    verb_of,
)
from napoleon.rules.engine.flow import refuse
from napoleon.rules.engine.refusals import (
    NO_ROAD,
    NO_SUPPLY_STEP,
    NOT_NEXT,
    SAME_TOWN,
    WRONG_STEP,
)
from napoleon.rules.engine.state import State

# What is said of another step or of a wrong goal says nothing of the unit.
_OF_STEPS: Final = [WRONG_STEP, NO_SUPPLY_STEP]
_OF_GOALS: Final = [NO_ROAD, SAME_TOWN, NOT_NEXT]
_AREAS: Final = list(range(len(AREA_NAMES)))
_NOTHING: Final = [NONE]


def is_for_unit(code: int, unit: int) -> bool:
    """Whether it is an action of this unit."""
    return VERBS[verb_of(code)].operands[:1] == ["unit"] and first_of(code) == unit


def idle_reason(state: State, armies: int, unit: int) -> tuple[int, int]:
    """What a seat would ask of a unit for which nothing is offered, and why that is not allowed.

    That is the first verb that belongs to the step, with the reason that most of its goals give.
    """
    for verb in range(len(VERBS)):
        operands = VERBS[verb].operands
        if operands[:1] != ["unit"]:
            continue
        reasons: dict[int, list[int]] = {}
        for goal in _goals(state, unit, operands[1:]):
            code = encode(verb, unit, goal)
            reasons.setdefault(refuse(state, armies, code), []).append(code)
        found = _most_telling(reasons)
        if found >= 0:
            return reasons[found][0], found
    return END_CODE, WRONG_STEP


def _goals(state: State, unit: int, operands: list[str]) -> list[int]:
    """Where a unit might go: along the roads from its town, anywhere before it is on the map."""
    if operands == ["town"]:
        town = state.where[unit]
        return NEIGHBOURS[town] if town >= 0 else list(range(len(TOWN_IDS)))
    if operands == ["unit"]:  # another one
        return []
    return _AREAS if operands == ["area"] else _NOTHING


def _most_telling(reasons: dict[int, list[int]]) -> int:
    """The commonest reason that speaks of the unit, of its goals where none does, or -1."""
    best, most = -1, 0
    for reason, codes in reasons.items():
        weight = len(codes) if reason in _OF_GOALS else len(codes) + 100
        if reason not in _OF_STEPS and weight > most:
            best, most = reason, weight
    return best
