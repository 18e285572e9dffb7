"""Phases as text: the `flow` lines of a position, from what the phases say of themselves."""

from __future__ import annotations

import itertools

from napoleon.rules.board.towns import TOWN_IDS, find_town
from napoleon.rules.board.units import UNIT_BY_ID, UNIT_IDS, members
from napoleon.rules.errors import PositionError
from napoleon.rules.phases import PHASES
from napoleon.rules.phases.phase import NUMBERS, TOWN, TRUTH, UNITS, Phase


def format_phase(phase: Phase) -> str:
    """A phase as text."""
    kind = phase.kind()
    words = [kind.name]
    for field, what in kind.fields:
        words.append(f"{field}={_format_value(what, getattr(phase, field))}")
    return " ".join(words)


def _format_value(what: int, value: object) -> str:
    if isinstance(value, list):
        assert what == NUMBERS
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
        if what == NUMBERS:
            return [int(word) for word in value.split("+") if word]
        if what == TRUTH:
            return int(value) != 0
        return int(value)
    except (KeyError, ValueError) as error:
        raise PositionError(f"expected a value for {field} in a flow, got {value!r}") from error


def check_stack(stack: list[Phase]) -> None:
    """Each phase lies upon one that leads to it; one that lies upon nothing is at the bottom."""
    kinds = [phase.kind() for phase in stack]
    if kinds and kinds[0].upon:
        bottom = [kind.name for kind in PHASES.values() if not kind.upon]
        raise PositionError(f"expected a flow that begins with {', '.join(bottom)}")
    for below, above in itertools.pairwise(kinds):
        if below.name not in above.upon:
            raise PositionError(f"a flow cannot go from {below.name} to {above.name}")
