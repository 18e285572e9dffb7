"""Armies, sides, seats and the 58 units (rule 3).

A unit is a small int, its row in `units.csv`. Sets of units are ints used as bit masks: bit *u*
stands for unit *u*. The roster is the same on every board: ids, armies, corps and types. Names,
strengths, firepowers and where a unit begins are the board's.
"""

from __future__ import annotations

import enum
from fnmatch import fnmatchcase
from typing import Final

from napoleon.rules.board.tables import UNIT_TABLE, rows_laid, table

# Sides
FRENCH: Final = 0
ALLIED: Final = 1
SIDE_NAMES: Final = ("french", "allied")

# Armies (3.1); the French army has the number of the French side.
ANGLO_DUTCH: Final = 1
PRUSSIAN: Final = 2
ARMY_NAMES: Final = ("french", "anglo-dutch", "prussian")
SIDE_OF: Final = [FRENCH, ALLIED, ALLIED]

# Sets of armies, as bits.
FRENCH_BIT: Final = 1
ANGLO_DUTCH_BIT: Final = 2
PRUSSIAN_BIT: Final = 4
ALLIED_BITS: Final = 6
SPECTATOR_BIT: Final = 8
EVERYONE: Final = 15
SIDE_BITS: Final = [FRENCH_BIT, ALLIED_BITS]

# Types (3.6): leaders (3.6.1), infantry (3.6.2), cavalry (3.6.3), artillery (3.6.4)
LEADER: Final = 0
INFANTRY: Final = 1
LIGHT_CAVALRY: Final = 2
HEAVY_CAVALRY: Final = 3
FOOT_ARTILLERY: Final = 4
HORSE_ARTILLERY: Final = 5
TYPE_NAMES: Final = (
    "leader",
    "infantry",
    "light-cavalry",
    "heavy-cavalry",
    "foot-artillery",
    "horse-artillery",
)
MAX_STRENGTH: Final = 4


class Seat(enum.StrEnum):
    """A seat: two players sit as FRENCH and ALLIED, three as the three armies."""

    #: The French, with two players or three.
    FRENCH = "french"
    #: The Anglo-Dutch, with three players.
    ANGLO_DUTCH = "anglo-dutch"
    #: The Prussians, with three players.
    PRUSSIAN = "prussian"
    #: Both Allied armies, with two players.
    ALLIED = "allied"

    @property
    def armies(self) -> int:
        """The armies that it commands, as bits."""
        return SEAT_ARMIES[self.value]

    @staticmethod
    def of(armies: int) -> Seat:
        """Return the seat that commands exactly these armies (bits)."""
        return SEAT_OF_ARMIES[armies]


# The one place that joins seats and armies. A spectator, who has no seat, is None.
SEAT_ARMIES: Final[dict[str | None, int]] = {
    "french": FRENCH_BIT,
    "anglo-dutch": ANGLO_DUTCH_BIT,
    "prussian": PRUSSIAN_BIT,
    "allied": ALLIED_BITS,
    None: SPECTATOR_BIT,
}
SEAT_OF_ARMIES: Final = {SEAT_ARMIES[seat.value]: seat for seat in Seat}
# By the number of players
SEATS: Final = {
    2: (Seat.FRENCH, Seat.ALLIED),
    3: (Seat.FRENCH, Seat.ANGLO_DUTCH, Seat.PRUSSIAN),
}


class UnitCard:
    """What the card says of a unit (3.3, 3.5): everything that never changes."""

    __slots__ = (
        "army",
        "card_town",
        "corps",
        "firepower",
        "id",
        "kind",
        "name",
        "start_town",
        "strength",
    )

    def __init__(self, row: dict[str, str]) -> None:
        self.id = row["id"]
        self.name = row["name"]
        self.army = ARMY_NAMES.index(row["army"])
        self.corps = row["corps"]
        self.kind = TYPE_NAMES.index(row["type"])
        self.strength = int(row["strength"])
        self.firepower = int(row["firepower"])
        self.card_town = row["card_town"]
        self.start_town = row["start_town"]
        assert 1 <= self.strength <= MAX_STRENGTH, self.id


def _read_units() -> list[UnitCard]:
    return [UnitCard(row) for row in rows_laid(UNIT_TABLE)]


UNITS: Final[list[UnitCard]] = table(_read_units)
UNIT_COUNT: Final[int] = len(UNITS)
UNIT_IDS: Final = [card.id for card in UNITS]
UNIT_BY_ID: Final = {card.id.upper(): number for number, card in enumerate(UNITS)}
# Masks are kept below 2**62, where a compiled int needs no allocation.
assert UNIT_COUNT <= 60

ARMY_OF: Final = [card.army for card in UNITS]
UNIT_SIDE: Final = [SIDE_OF[card.army] for card in UNITS]
KIND_OF: Final = [card.kind for card in UNITS]


def _strengths() -> list[int]:
    return [card.strength for card in UNITS]


def _firepowers() -> list[int]:
    return [card.firepower for card in UNITS]


FULL_STRENGTH: Final[list[int]] = table(_strengths)
FIREPOWER: Final[list[int]] = table(_firepowers)
# A corps is known by army and name; leaders are of no corps (6.2.3).
_CORPS_NAMES: Final = sorted({f"{card.army}-{card.corps}" for card in UNITS if card.kind != LEADER})
CORPS_OF: Final = [
    -1 if card.kind == LEADER else _CORPS_NAMES.index(f"{card.army}-{card.corps}") for card in UNITS
]


def _mask_where(kinds: tuple[int, ...], armies: tuple[int, ...]) -> int:
    mask = 0
    for number, card in enumerate(UNITS):
        if card.kind in kinds and card.army in armies:
            mask |= 1 << number
    return mask


_ALL_KINDS: Final = (0, 1, 2, 3, 4, 5)
_ALL_ARMIES: Final = (0, 1, 2)
ARMY_UNITS: Final = [_mask_where(_ALL_KINDS, (army,)) for army in _ALL_ARMIES]
SIDE_UNITS: Final = [ARMY_UNITS[0], ARMY_UNITS[1] | ARMY_UNITS[2]]
# The units of an army stand together in the roster: the first of each, and the end of the last.
ARMY_STARTS: Final = [*[ARMY_OF.index(army) for army in _ALL_ARMIES], UNIT_COUNT]
assert [ARMY_OF[unit] for unit in range(UNIT_COUNT)] == sorted(ARMY_OF)
# Indexed by a set of armies: the units they own.
UNITS_OF_ARMIES: Final = [
    (ARMY_UNITS[0] if bits & 1 else 0)
    | (ARMY_UNITS[1] if bits & 2 else 0)
    | (ARMY_UNITS[2] if bits & 4 else 0)
    for bits in range(16)
]
LEADERS: Final[int] = _mask_where((LEADER,), _ALL_ARMIES)
INFANTRIES: Final[int] = _mask_where((INFANTRY,), _ALL_ARMIES)
CAVALRIES: Final[int] = _mask_where((LIGHT_CAVALRY, HEAVY_CAVALRY), _ALL_ARMIES)
FOOT_GUNS: Final[int] = _mask_where((FOOT_ARTILLERY,), _ALL_ARMIES)
HORSE_GUNS: Final[int] = _mask_where((HORSE_ARTILLERY,), _ALL_ARMIES)
GUNS: Final[int] = FOOT_GUNS | HORSE_GUNS
# Who moves two towns or areas (3.6.4, 5.3)
MOUNTED: Final[int] = LEADERS | CAVALRIES | HORSE_GUNS
FOOT: Final[int] = INFANTRIES | FOOT_GUNS
CORPS_UNITS: Final = [
    sum(1 << unit for unit in range(UNIT_COUNT) if CORPS_OF[unit] == corps)
    for corps in range(len(_CORPS_NAMES))
]

# Losses at which an army is defeated (10.1, 10.2); a leader is one of them (8.3).
DEFEAT_AT: Final = [12, 8, 9]


def members(mask: int) -> list[int]:
    """The units of a mask, in roster order."""
    units: list[int] = []
    while mask:
        low = mask & -mask
        units.append(low.bit_length() - 1)
        mask ^= low
    return units


def find_units(who: str) -> list[str]:
    """Return the ids of the units that a word names: a side, an army, an id, or a pattern such as
    `FR-2-*`."""
    if who == SIDE_NAMES[ALLIED]:
        return [card.id for card in UNITS if SIDE_OF[card.army] == ALLIED]
    if who in ARMY_NAMES:
        return [card.id for card in UNITS if ARMY_NAMES[card.army] == who]
    return [card.id for card in UNITS if fnmatchcase(card.id, who)]


def count(mask: int) -> int:
    """How many units a mask holds."""
    return mask.bit_count()


def armies_in(mask: int) -> int:
    """The armies, as bits, that own units of a mask."""
    return (
        (FRENCH_BIT if mask & ARMY_UNITS[0] else 0)
        | (ANGLO_DUTCH_BIT if mask & ARMY_UNITS[1] else 0)
        | (PRUSSIAN_BIT if mask & ARMY_UNITS[2] else 0)
    )
