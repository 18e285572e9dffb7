"""The map: towns, roads, rivers (rule 1) and terrain blocks, as the board that is laid says.

Towns and roads are small ints, their rows in the tables. Sets of towns are ints used as bit masks.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from napoleon.rules.board.tables import ROAD_TABLE, TERRAIN_TABLE, TOWN_TABLE, rows_laid, table
from napoleon.rules.board.units import ARMY_NAMES, UNITS


class Town:
    """One town: where it is, who may set up there, whom it supplies."""

    __slots__ = ("id", "lat", "lon", "names", "number", "supplies", "supply_loss", "zone")

    def __init__(self, number: int, row: dict[str, str]) -> None:
        self.number = number
        self.id = row["id"]
        self.names = {key[5:]: name for key, name in row.items() if key.startswith("name_")}
        self.lat = float(row["lat"])
        self.lon = float(row["lon"])
        self.zone = ARMY_NAMES.index(row["zone"])
        self.supplies = ARMY_NAMES.index(row["supplies"]) if row["supplies"] else -1
        self.supply_loss = int(row["supply_loss"] or "0")


class Road:
    """One road between two towns; `river` names what it crosses, if anything.

    The id is as written in positions: ``laneffe--charleroi``.
    """

    __slots__ = ("a", "b", "id", "is_main", "number", "river")

    def __init__(self, number: int, row: dict[str, str]) -> None:
        self.number = number
        self.id = f"{row['a']}--{row['b']}"
        self.a = TOWN_IDS.index(row["a"])
        self.b = TOWN_IDS.index(row["b"])
        self.is_main = row["size"] == "main"
        self.river = row["river"]


# Masks of towns are kept below 2**62, where a compiled int needs no allocation.
MOST_TOWNS: Final = 60


def _read_towns() -> list[Town]:
    towns = [Town(number, row) for number, row in enumerate(rows_laid(TOWN_TABLE))]
    assert len(towns) <= MOST_TOWNS
    return towns


def _ids() -> list[str]:
    return [town.id for town in TOWNS]


TOWNS: Final[list[Town]] = table(_read_towns)
TOWN_IDS: Final[list[str]] = table(_ids)


def plain_name(name: str) -> str:
    """Lower case, no accents, no dots, hyphens for blanks."""
    letters = unicodedata.normalize("NFKD", name.lower())
    plain = "".join([letter for letter in letters if not unicodedata.combining(letter)])
    return plain.replace(".", "").replace(" ", "-")


def _town_names() -> list[dict[str, int]]:
    names = {town.id: town.number for town in TOWNS}
    for town in TOWNS:
        for name in town.names.values():
            names.setdefault(plain_name(name), town.number)
    return [names]


_TOWN_BY_NAME: Final[list[dict[str, int]]] = table(_town_names)


def find_town(name: str) -> int:
    """The town with this id or name in any of our languages, or -1."""
    return _TOWN_BY_NAME[0].get(plain_name(name), -1)


def _read_roads() -> list[Road]:
    return [Road(number, row) for number, row in enumerate(rows_laid(ROAD_TABLE))]


def _road_limits() -> list[int]:
    return [8 if road.is_main else 6 for road in ROADS]


def _river_limits() -> list[int]:
    return [(4 if road.is_main else 3) if road.river else 99 for road in ROADS]


def _battle_limits() -> list[int]:
    return [2 if road.is_main else 1 for road in ROADS]


ROADS: Final[list[Road]] = table(_read_roads)
# 5.4: units a turn; 5.5: units a turn when they attack over a river; 6.3.4, 7.2: units a battle
# turn.
ROAD_LIMIT: Final[list[int]] = table(_road_limits)
RIVER_LIMIT: Final[list[int]] = table(_river_limits)
BATTLE_LIMIT: Final[list[int]] = table(_battle_limits)


def _roads_between() -> list[list[int]]:
    between = [[-1] * len(TOWNS) for _ in TOWNS]
    for road in ROADS:
        assert between[road.a][road.b] == -1, "two roads between the same towns"
        between[road.a][road.b] = between[road.b][road.a] = road.number
    return between


def _neighbours() -> list[list[int]]:
    """For each town the towns that its roads lead to, by name of the town."""
    found: list[list[int]] = []
    for row in ROAD_BETWEEN:
        links = sorted([(TOWN_IDS[other], other) for other, road in enumerate(row) if road >= 0])
        found.append([other for _, other in links])
    return found


def _roads_from() -> list[list[int]]:
    return [[ROAD_BETWEEN[town][other] for other in NEIGHBOURS[town]] for town in range(len(TOWNS))]


def _adjacent() -> list[int]:
    return [sum([1 << other for other in others]) for others in NEIGHBOURS]


# For each town its roads and, in the same order, the towns that they lead to, by name of the town.
ROAD_BETWEEN: Final[list[list[int]]] = table(_roads_between)
NEIGHBOURS: Final[list[list[int]]] = table(_neighbours)
ROADS_FROM: Final[list[list[int]]] = table(_roads_from)
ADJACENT: Final[list[int]] = table(_adjacent)


def _supply_cities() -> list[int]:
    return [town.number for town in TOWNS if town.supplies >= 0]


def _zone_towns() -> list[list[int]]:
    return [[town.number for town in TOWNS if town.zone == army] for army in range(len(ARMY_NAMES))]


def _start_towns() -> list[int]:
    return [TOWN_IDS.index(card.start_town) for card in UNITS]


# 9: the supply cities.
SUPPLY_CITIES: Final[list[int]] = table(_supply_cities)
# 4.1, 4.2: where each army may set up, and how many units a town takes then.
ZONE_TOWNS: Final[list[list[int]]] = table(_zone_towns)
SETUP_LIMIT: Final = [12, 4, 4]
# 4.3: the historical set-up, for each unit.
START_TOWN: Final[list[int]] = table(_start_towns)

# Terrain blocks by their number in the rules (engine.fight); open ground needs none.
TERRAIN_KINDS: Final = ("open", "woods", "farm", "stream", "hill")


def _terrain_mix() -> list[int]:
    blocks = {row["kind"]: int(row["blocks"]) for row in rows_laid(TERRAIN_TABLE)}
    return [0] + [blocks[kind] for kind in TERRAIN_KINDS[1:]]


# How many blocks of each kind there are (ruling 6.2.1 terrain-mix).
TERRAIN_MIX: Final[list[int]] = table(_terrain_mix)
