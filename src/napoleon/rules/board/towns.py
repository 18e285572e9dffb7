"""The map: towns, roads and rivers (rule 1), read from the tables in `data/`.

Towns and roads are small ints, their rows in the tables. Sets of towns are ints used as bit masks.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from napoleon.rules.board.tables import read_table
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
    """One road between two towns; `river` names what it crosses, if anything."""

    __slots__ = ("a", "b", "is_main", "number", "river")

    def __init__(self, number: int, a: int, b: int, is_main: bool, river: str) -> None:
        self.number = number
        self.a = a
        self.b = b
        self.is_main = is_main
        self.river = river

    @property
    def id(self) -> str:
        """As written in positions: ``laneffe--charleroi``."""
        return f"{TOWNS[self.a].id}--{TOWNS[self.b].id}"


TOWNS: Final = [Town(number, row) for number, row in enumerate(read_table("towns.csv"))]
TOWN_COUNT: Final[int] = len(TOWNS)
TOWN_IDS: Final = [town.id for town in TOWNS]
# Masks of towns are kept below 2**62, where a compiled int needs no allocation.
assert TOWN_COUNT <= 60


def _plain(name: str) -> str:
    """Lower case, no accents, no dots, hyphens for blanks."""
    letters = unicodedata.normalize("NFKD", name.lower())
    plain = "".join([letter for letter in letters if not unicodedata.combining(letter)])
    return plain.replace(".", "").replace(" ", "-")


def _town_names() -> dict[str, int]:
    names = {town.id: town.number for town in TOWNS}
    for town in TOWNS:
        for name in town.names.values():
            names.setdefault(_plain(name), town.number)
    return names


_TOWN_BY_NAME: Final = _town_names()


def find_town(name: str) -> int:
    """The town with this id or name in any of our languages, or -1."""
    return _TOWN_BY_NAME.get(_plain(name), -1)


ROADS: Final = [
    Road(
        number,
        TOWN_IDS.index(row["a"]),
        TOWN_IDS.index(row["b"]),
        row["size"] == "main",
        row["river"],
    )
    for number, row in enumerate(read_table("roads.csv"))
]
ROAD_COUNT: Final[int] = len(ROADS)

# 5.4: units a turn; 5.5: units a turn when they attack over a river; 6.3.4, 7.2: units a battle
# turn.
ROAD_LIMIT: Final = [8 if road.is_main else 6 for road in ROADS]
RIVER_LIMIT: Final = [(4 if road.is_main else 3) if road.river else 99 for road in ROADS]
BATTLE_LIMIT: Final = [2 if road.is_main else 1 for road in ROADS]

# For each town its roads and, in the same order, the towns that they lead to, by name of the town.
ROADS_FROM: Final[list[list[int]]] = [[] for _ in TOWNS]
NEIGHBOURS: Final[list[list[int]]] = [[] for _ in TOWNS]
ADJACENT: Final[list[int]] = [0 for _ in TOWNS]
ROAD_BETWEEN: Final[list[list[int]]] = [[-1] * TOWN_COUNT for _ in TOWNS]


def _join_roads() -> None:
    for town in range(TOWN_COUNT):
        links: list[tuple[str, int, int]] = []
        for road in ROADS:
            if town in (road.a, road.b):
                other = road.b if road.a == town else road.a
                links.append((TOWN_IDS[other], other, road.number))
                assert ROAD_BETWEEN[town][other] == -1, "two roads between the same towns"
                ROAD_BETWEEN[town][other] = road.number
                ADJACENT[town] |= 1 << other
        for _, other, number in sorted(links):
            NEIGHBOURS[town].append(other)
            ROADS_FROM[town].append(number)


_join_roads()

# 9: the supply cities.
SUPPLY_CITIES: Final = [town.number for town in TOWNS if town.supplies >= 0]
# 4.1, 4.2: where each army may set up, and how many units a town takes then.
ZONE_TOWNS: Final = [
    [town.number for town in TOWNS if town.zone == army] for army in range(len(ARMY_NAMES))
]
SETUP_LIMIT: Final = [12, 4, 4]
# 4.3: the historical set-up, for each unit.
START_TOWN: Final = [TOWN_IDS.index(card.start_town) for card in UNITS]
