"""Phases as text: the `flow` lines of a position, from what the phases say of themselves, and the
flow of a position without them."""

from __future__ import annotations

import itertools
from typing import Final

from napoleon.rules.board.towns import ROADS as ROAD_ROWS
from napoleon.rules.board.towns import TOWN_IDS, find_town
from napoleon.rules.board.units import UNIT_BY_ID, UNIT_IDS, members
from napoleon.rules.engine.fight import FIGHTING, PENDING, Fight
from napoleon.rules.engine.state import State
from napoleon.rules.errors import PositionError
from napoleon.rules.phases import PHASES
from napoleon.rules.phases.battle import BEGIN, BattleTurn
from napoleon.rules.phases.campaign import FIGHTS, SUPPLY, Campaign
from napoleon.rules.phases.engagements import BATTLE_TURNS, Engagements
from napoleon.rules.phases.movement import Movement
from napoleon.rules.phases.phase import ARMIES, NUMBERS, ROADS, SIDE, TOWN, TRUTH, UNITS, Phase

MOST: Final = 999  # of any number in a flow, but of these
LIMITS: Final = {SIDE: 1, ARMIES: 7}


def format_phase(phase: Phase) -> str:
    """A phase as text."""
    kind = phase.kind()
    words = [kind.name]
    for field, what in kind.fields:
        words.append(f"{field}={_format_value(what, getattr(phase, field))}")
    return " ".join(words)


def _format_value(what: int, value: object) -> str:
    if isinstance(value, list):
        assert what in (NUMBERS, ROADS)
        return "+".join([str(number) for number in value])
    assert isinstance(value, int)
    if what == TOWN:
        return TOWN_IDS[value]
    if what == UNITS:
        return "+".join([UNIT_IDS[unit] for unit in members(value)])
    return str(int(value))


def parse_phase(text: str) -> Phase:
    """Read a phase from its text."""
    words = text.split()
    if not words or words[0] not in PHASES:
        raise PositionError(f"expected a flow ({', '.join(PHASES)}), got {text[:40]!r}")
    kind = PHASES[words[0]]
    given = dict([word.partition("=")[::2] for word in words[1:]])
    names = [field for field, _ in kind.fields]
    if sorted(given) != sorted(names):
        raise PositionError(f"expected flow {kind.name} with {', '.join(names)}, got {text!r}")
    phase = kind.blank()
    for field, what in kind.fields:
        setattr(phase, field, _parse_value(field, what, given[field]))
    return phase


def _parse_value(field: str, what: int, value: str) -> object:
    try:
        if what == TOWN:
            town = find_town(value)
            if town < 0:
                raise ValueError
            return town
        if what == UNITS:
            mask = 0
            for word in value.split("+"):
                if word:
                    mask |= 1 << UNIT_BY_ID[word.upper()]
            return mask
        if what in (NUMBERS, ROADS):
            most = len(ROAD_ROWS) - 1 if what == ROADS else MOST
            return [_number(word, 0, most) for word in value.split("+") if word]
        if what == TRUTH:
            return _number(value, 0, 1) != 0
        return _number(value, 0 if what in (SIDE, ARMIES) else -1, LIMITS.get(what, MOST))
    except (KeyError, ValueError) as error:
        raise PositionError(f"expected a value for {field} in a flow, got {value!r}") from error


def _number(text: str, least: int, most: int) -> int:
    """Read a number; raises ValueError if it is none, or too small or too great."""
    number = int(text)
    if not least <= number <= most:
        raise ValueError
    return number


def check_stack(stack: list[Phase]) -> None:
    """Each phase lies upon one that leads to it; one that lies upon nothing is at the bottom."""
    kinds = [phase.kind() for phase in stack]
    if kinds and kinds[0].upon:
        bottom = [kind.name for kind in PHASES.values() if not kind.upon]
        raise PositionError(f"expected a flow that begins with {', '.join(bottom)}")
    for below, above in itertools.pairwise(kinds):
        if below.name not in above.upon:
            raise PositionError(f"a flow cannot go from {below.name} to {above.name}")


def infer_flow(state: State, playing: Fight | None, side: int, step: int) -> list[Phase]:
    """Return the stack of a position without flow lines: the beginning of movement, or of a step of
    the battle turn of `side` (-1: the attacker's) in the battle `playing` (None: the first).

    Completes the battles. Raises PositionError where they do not go together.
    """
    if state.turn < 1:
        raise PositionError("expected a turn from 1 on", "1")
    if not state.fights:
        return [Campaign(FIGHTS), Movement()]
    engagements = Engagements()
    if all(fight.status == PENDING for fight in state.fights):
        return [Campaign(SUPPLY), engagements]
    for order, fight in enumerate(state.fights, 1):
        if fight.status != FIGHTING:
            raise PositionError("battles that are fought and battles that are not do not mix")
        fight.order = order
    fight = playing if playing is not None else state.fights[0]
    acting = side if side >= 0 else fight.attacker
    if step == BEGIN and acting == fight.attacker:
        fight.round -= 1  # the battle turn that begins counts itself
    engagements.step = BATTLE_TURNS
    engagements.cursor = fight.order
    engagements.half = fight.role_of(acting)
    turn = BattleTurn(fight.town, acting)
    turn.step = step
    return [Campaign(SUPPLY), engagements, turn]
