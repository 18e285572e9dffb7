"""Phases as text: the `flow` lines of a position."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import TOWN_IDS, find_town
from napoleon.rules.board.units import UNIT_BY_ID, UNIT_IDS, members
from napoleon.rules.engine.state import Phase
from napoleon.rules.errors import PositionError
from napoleon.rules.phases.battle import BattleTurn
from napoleon.rules.phases.campaign import Campaign
from napoleon.rules.phases.deployment import Deployment
from napoleon.rules.phases.engagements import Engagements
from napoleon.rules.phases.losses import Losses
from napoleon.rules.phases.morale import FallBack
from napoleon.rules.phases.movement import Movement
from napoleon.rules.phases.retreat import Flight, Regroup
from napoleon.rules.phases.setup import Setup
from napoleon.rules.phases.skirmish import Skirmish
from napoleon.rules.phases.supply import Supply

# For each phase its fields, in the order in which they are written.
FIELDS: Final = {
    "campaign": ("step",),
    "setup": ("side", "ended"),
    "movement": ("step", "ended", "touched", "shown"),
    "engagements": ("step", "cursor", "half"),
    "skirmish": ("town", "step", "revealed", "ended", "touched"),
    "deployment": ("town", "step", "hand", "ended", "touched"),
    "battle-turn": ("town", "side", "step", "ended", "touched"),
    "fall-back": ("town", "side", "failed", "crossers"),
    "losses": ("town", "pool", "hits", "is_long"),
    "flight": ("town", "side", "mode", "known", "used", "turn_army"),
    "regroup": ("town", "side", "ended", "gone", "used", "touched"),
    "supply": ("owed",),
}
# What may lie upon what on the stack; the campaign is at the bottom.
UPON: Final = {
    "setup": ("campaign",),
    "movement": ("campaign",),
    "engagements": ("campaign",),
    "supply": ("campaign",),
    "skirmish": ("engagements",),
    "deployment": ("engagements",),
    "battle-turn": ("engagements",),
    "regroup": ("engagements",),
    "fall-back": ("battle-turn",),
    "losses": ("battle-turn", "skirmish"),
    "flight": ("battle-turn", "skirmish"),
}
# Fields that are sets of units, lists of numbers, and truth values; the rest are numbers.
UNIT_SETS: Final = ("shown", "revealed", "pool", "known", "gone", "failed", "crossers")
LISTS: Final = ("hand", "used", "owed")
TRUTHS: Final = ("is_long",)


def _blank(name: str) -> Phase:
    phases: dict[str, Phase] = {
        "campaign": Campaign(),
        "setup": Setup(),
        "movement": Movement(),
        "engagements": Engagements(),
        "skirmish": Skirmish(0),
        "deployment": Deployment(0),
        "battle-turn": BattleTurn(0, 0),
        "fall-back": FallBack(0, 0, 0),
        "losses": Losses(0, 0, 0, False),
        "flight": Flight(0, 0, 0, 0),
        "regroup": Regroup(0, 0),
        "supply": Supply(),
    }
    return phases[name]


def phase_name(phase: Phase) -> str:
    """The name of a phase in `flow` lines."""
    for name in FIELDS:
        if type(phase) is type(_blank(name)):
            return name
    raise AssertionError("a phase without a name")


def format_phase(phase: Phase) -> str:
    """A phase as text."""
    name = phase_name(phase)
    words = [name]
    for field in FIELDS[name]:
        value = getattr(phase, field)
        if field == "town":
            words.append(f"town={TOWN_IDS[value]}")
        elif field in UNIT_SETS:
            words.append(f"{field}={'+'.join([UNIT_IDS[unit] for unit in members(value)])}")
        elif field in LISTS:
            words.append(f"{field}={'+'.join([str(number) for number in value])}")
        else:
            words.append(f"{field}={int(value)}")
    return " ".join(words)


def parse_phase(text: str) -> Phase:
    """Read a phase from its text."""
    words = text.split()
    if not words or words[0] not in FIELDS:
        raise PositionError(f"expected a flow ({', '.join(FIELDS)}), got {text[:40]!r}")
    name = words[0]
    phase = _blank(name)
    given = dict([word.partition("=")[::2] for word in words[1:]])
    if sorted(given) != sorted(FIELDS[name]):
        raise PositionError(f"expected flow {name} with {', '.join(FIELDS[name])}, got {text!r}")
    for field, value in given.items():
        setattr(phase, field, _parse_value(field, value))
    return phase


def _parse_value(field: str, value: str) -> object:
    try:
        if field == "town":
            town = find_town(value)
            if town < 0:
                raise ValueError
            return town
        if field in UNIT_SETS:
            mask = 0
            for word in value.split("+"):
                if word:
                    mask |= 1 << UNIT_BY_ID[word.upper()]
            return mask
        if field in LISTS:
            return [int(word) for word in value.split("+") if word]
        if field in TRUTHS:
            return int(value) != 0
        return int(value)
    except (KeyError, ValueError) as error:
        raise PositionError(f"expected a value for {field} in a flow, got {value!r}") from error
