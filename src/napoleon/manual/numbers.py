"""The numbers that the manual states, by name, so that a text cannot go stale.

What the tables of the rules know is read from them. The others stand in the code of the rules and
have no name there; `tests/manual/test_numbers.py` plays each of them.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.calendar import TURNS
from napoleon.rules.board.tables import SHIPPED, on_board
from napoleon.rules.board.towns import (
    BATTLE_LIMIT,
    RIVER_LIMIT,
    ROAD_LIMIT,
    ROADS,
    SETUP_LIMIT,
    TERRAIN_MIX,
    TOWNS,
    find_town,
)
from napoleon.rules.board.units import ARMY_NAMES, ARMY_OF, DEFEAT_AT, MAX_STRENGTH, UNIT_COUNT
from napoleon.rules.phases.battle import BLOODLESS_LIMIT, IDLE_LIMIT
from napoleon.rules.phases.deployment import DRAW_LIMIT
from napoleon.rules.phases.engagements import BATTLE_UNITS
from napoleon.rules.phases.manoeuvre import STREAM_LIMIT
from napoleon.rules.phases.movement import GROUP_LIMIT
from napoleon.rules.phases.skirmish import MOST_REVEALED
from napoleon.rules.phases.victory import CITIES_TO_WIN

_WORDS: Final = {
    "en": "no one two three four five six seven eight nine ten eleven twelve",
    "nl": "geen één twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "fr": "aucun un deux trois quatre cinq six sept huit neuf dix onze douze",
    "de": "kein ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
}


def _limits(limits: list[int]) -> tuple[int, int]:
    """What a main and what a minor road over a river allows: the least of each size."""
    main = [limits[road.number] for road in ROADS if road.is_main and road.river]
    minor = [limits[road.number] for road in ROADS if not road.is_main and road.river]
    return min(main), min(minor)


def _from_tables() -> dict[str, int]:
    numbers = {
        "towns.all": len(TOWNS),
        "turns.all": len(TURNS),
        "turns.nights": sum(1 for turn in TURNS if turn.night),
        "units.all": UNIT_COUNT,
        "units.strongest": MAX_STRENGTH,
        "setup.french": SETUP_LIMIT[0],
        "setup.allied": SETUP_LIMIT[1],
        "terrain.all": sum(TERRAIN_MIX),
        "terrain.each": TERRAIN_MIX[1],
        "terrain.attacker": DRAW_LIMIT[0],
        "terrain.defender": DRAW_LIMIT[1],
        "stream.units": STREAM_LIMIT,
        "fight.battle": BATTLE_UNITS,
        "skirmish.revealed": MOST_REVEALED,
        "stalemate.idle": IDLE_LIMIT,
        "stalemate.longest": BLOODLESS_LIMIT,
        "victory.cities": CITIES_TO_WIN,
    }
    for army, name in enumerate(ARMY_NAMES):
        numbers[f"units.{name}"] = ARMY_OF.count(army)
        numbers[f"groups.{name}"] = GROUP_LIMIT[army]
        numbers[f"losses.{name}"] = DEFEAT_AT[army]
    for kind, limits in (("road", ROAD_LIMIT), ("river", RIVER_LIMIT), ("battle", BATTLE_LIMIT)):
        numbers[f"{kind}.main"], numbers[f"{kind}.minor"] = _limits(limits)
    for city in ("ghent", "brussels", "liege"):
        numbers[f"supply.{city}"] = TOWNS[find_town(city)].supply_loss
    return numbers


# Played by tests/manual/test_numbers.py.
PLAYED: Final = {
    "steps.foot": "1",
    "steps.mounted": "2",
    "forced.steps": "1",
    "forced.fails": "1–3",
    "forced.holds": "4–6",
    "forced.loss": "1",
    "forced.leader": "+1",
    "morale.strength": "1",
    "morale.fails": "1–3",
    "morale.holds": "4–6",
    "morale.leader": "+1",
    "morale.square": "+1",
    "fire.leader": "F2",
    "fire.infantry": "F2",
    "fire.guard": "F3",
    "fire.light": "F2",
    "fire.heavy": "F3",
    "fire.guns": "F1",
    "fire.shock": "+1",
    "fire.canister": "+1",
    "fire.farm": "+1",
    "fire.hill": "+1",
    "fire.woods": "F1",
    "square.cavalry": "−1",
    "square.infantry": "+1",
    "square.guns": "+1",
    "square.horse-first": "F3",
    "square.horse-later": "F2",
    "square.guests": "1",
    "skirmish.mounted": "F2",
    "skirmish.foot": "F1",
    "rout.infantry": "1",
    "rout.horse": "1",
    "rout.foot": "2",
    "rout.cavalry": "1",
    "rout.leader": "0",
    "leader.strength": "1",
}

# What a point of strength stands for. No rule hangs on it.
_OF_1815: Final = {"men.infantry": "3000", "men.cavalry": "1500", "men.guns": "16"}

with on_board(SHIPPED):
    _TABLED: Final = _from_tables()

# The manual speaks of the board that comes with the game.
VALUES: Final = {
    **{name: str(value) for name, value in _TABLED.items()},
    **PLAYED,
    **_OF_1815,
}


def format_number(name: str, lang: str = "en", *, as_word: bool = False) -> str:
    """A number of the rules as a text says it."""
    value = VALUES[name]
    return _WORDS[lang].split()[int(value)] if as_word else value
