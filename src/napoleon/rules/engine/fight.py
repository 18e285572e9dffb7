"""A fight: an attack on a town and, once it is a battle, its battlefield (rule 6).

A battlefield has eight areas. Seen from the attacker: his reserve 0; his left, centre and right 1,
2, 3; facing them the defender's right, centre and left 4, 5, 6; the defender's reserve 7. A *role*
is 0 for the attacker, 1 for the defender.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import SIDE_UNITS
from napoleon.rules.engine.marks import BATTLE_TURN, FIGHT_MARKS, clear_marks, keep_marks

# How far a fight has come.
PENDING: Final = 0  # attackers have entered the town
SETTING_UP: Final = 1  # terrain and deployment
FIGHTING: Final = 2  # battle turns
STATUS_NAMES: Final = ("pending", "setting-up", "fighting")

NOBODY: Final = -1  # holds a farm or hill

ATTACKER: Final = 0
DEFENDER: Final = 1

# Tables are lists throughout: compiled code would build a tuple anew at every look-up.
RESERVE_AREA: Final = [0, 7]
OWN_AREAS: Final = [[1, 2, 3], [4, 5, 6]]
FACING: Final = [-1, 4, 5, 6, 1, 2, 3, -1]
COLUMN: Final = [-1, 0, 1, 2, 0, 1, 2, -1]
OWNER: Final = [0, 0, 0, 0, 1, 1, 1, 1]
# From the absolute area to the name that the role's player gives it (actions.AREA_NAMES), and back.
TO_NAME: Final = [[0, 1, 2, 3, 6, 5, 4, 7], [7, 4, 5, 6, 3, 2, 1, 0]]
FROM_NAME: Final = [[0, 1, 2, 3, 6, 5, 4, 7], [7, 6, 5, 4, 1, 2, 3, 0]]

# Terrain blocks (actions.TERRAIN_NAMES)
OPEN: Final = 0
WOODS: Final = 1
FARM: Final = 2
STREAM: Final = 3
HILL: Final = 4


class Fight:
    """One attack, from the first unit that enters the town to the last that leaves the field."""

    __slots__ = (
        "areas",
        "attacker",
        "bled",
        "bloodless",
        "busy",
        "canister",
        "crossings",
        "disengaged",
        "done",
        "engaged",
        "fired",
        "halted",
        "holder",
        "idle",
        "lead_army",
        "lead_town",
        "moved",
        "moved2",
        "order",
        "origins",
        "reinforced",
        "retreated",
        "round",
        "senior",
        "shelter",
        "sheltered",
        "shock",
        "shown",
        "silent",
        "square",
        "status",
        "swapped",
        "terrain",
        "town",
        "withdrawing",
    )

    def __init__(self, town: int, attacker: int) -> None:
        self.town = town
        self.attacker = attacker  # side
        self.status = PENDING
        self.lead_town = -1  # where the first attacking group began, and its army (5.2)
        self.lead_army = -1
        self.origins = 0  # towns whence attackers came (7.1)
        self.order = 0  # place in the order of battles, from 1 (6.1)
        self.senior = [0, 1]  # for each side the senior army (11)
        self.areas = [0, 0, 0, 0, 0, 0, 0, 0]
        self.terrain = [0, 0, 0, 0, 0, 0, 0, 0]
        self.holder = [NOBODY] * 8
        # Marks of this battle turn
        self.moved = 0
        self.moved2 = 0
        self.halted = 0
        self.fired = 0
        self.done = 0
        self.disengaged = 0
        self.silent = 0  # came out of a square: no fire this battle turn
        self.crossings = [0, 0, 0]
        self.swapped = 0  # became the occupant of a farm or hill by swapping
        self.retreated: list[int] = []
        self.reinforced: list[int] = []
        # Lasting marks
        self.shock = 0
        self.canister = 0
        self.square = 0
        self.sheltered = 0
        self.shelter: list[int] = []  # sheltered unit, its square, and so on
        self.shown = 0
        # 6.7
        self.round = 0
        self.idle = 0
        self.busy = False
        self.bloodless = 0  # attacker's battle turns in which nobody lost strength
        self.bled = False  # somebody has lost strength in this battle turn
        self.engaged = 0
        self.withdrawing = False

    def copy(self) -> Fight:
        """An independent copy."""
        twin = Fight(self.town, self.attacker)
        twin.status = self.status
        twin.lead_town = self.lead_town
        twin.lead_army = self.lead_army
        twin.origins = self.origins
        twin.order = self.order
        twin.senior = self.senior[:]
        twin.areas = self.areas[:]
        twin.terrain = self.terrain[:]
        twin.holder = self.holder[:]
        twin.moved = self.moved
        twin.moved2 = self.moved2
        twin.halted = self.halted
        twin.fired = self.fired
        twin.done = self.done
        twin.disengaged = self.disengaged
        twin.silent = self.silent
        twin.crossings = self.crossings[:]
        twin.swapped = self.swapped
        twin.retreated = self.retreated[:]
        twin.reinforced = self.reinforced[:]
        twin.shock = self.shock
        twin.canister = self.canister
        twin.square = self.square
        twin.sheltered = self.sheltered
        twin.shelter = self.shelter[:]
        twin.shown = self.shown
        twin.round = self.round
        twin.idle = self.idle
        twin.busy = self.busy
        twin.bloodless = self.bloodless
        twin.bled = self.bled
        twin.engaged = self.engaged
        twin.withdrawing = self.withdrawing
        return twin

    def role_of(self, side: int) -> int:
        """Attacker or defender."""
        return ATTACKER if side == self.attacker else DEFENDER

    def side_of(self, role: int) -> int:
        """The side in this role."""
        return self.attacker if role == ATTACKER else 1 - self.attacker

    def area_of(self, unit: int) -> int:
        """The area in which a unit stands, or -1."""
        bit = 1 << unit
        areas = self.areas
        for area in range(8):
            if areas[area] & bit:
                return area
        return -1

    def on_field(self) -> int:
        """All units on the battlefield."""
        mask = 0
        for units in self.areas:
            mask |= units
        return mask

    def is_contested(self, area: int) -> bool:
        """Whether both sides stand in an area: whoever is there is engaged."""
        units = self.areas[area]
        return (units & SIDE_UNITS[0]) != 0 and (units & SIDE_UNITS[1]) != 0

    def has_stream(self, area: int) -> bool:
        """Whether a stream runs between an area and the one facing it."""
        return self.terrain[area] == STREAM or self.terrain[FACING[area]] == STREAM

    def host_of(self, unit: int) -> int:
        """The square in which a unit is sheltered, or -1."""
        for index in range(0, len(self.shelter), 2):
            if self.shelter[index] == unit:
                return self.shelter[index + 1]
        return -1

    def guest_of(self, square: int) -> int:
        """The unit that a square shelters, or -1."""
        for index in range(0, len(self.shelter), 2):
            if self.shelter[index + 1] == square:
                return self.shelter[index]
        return -1

    def take_shelter(self, unit: int, square: int) -> None:
        """Put a unit into a square."""
        self.shelter.append(unit)
        self.shelter.append(square)
        self.sheltered |= 1 << unit

    def leave_shelter(self, unit: int) -> None:
        """Take a unit out of its square, if it is in one; it does not fire this battle turn
        (6.5.2)."""
        if self.sheltered >> unit & 1:
            self.sheltered &= ~(1 << unit)
            self.silent |= 1 << unit
            for index in range(0, len(self.shelter), 2):
                if self.shelter[index] == unit:
                    del self.shelter[index : index + 2]
                    return

    def break_square(self, unit: int) -> None:
        """End a unit's square; whoever it sheltered stands in the open."""
        if self.square >> unit & 1:
            self.square &= ~(1 << unit)
            guest = self.guest_of(unit)
            if guest >= 0:
                self.leave_shelter(guest)

    def leave_area(self, unit: int, area: int) -> None:
        """Take a unit out of an area, and out of the farm, hill or shelter that it held there."""
        gone = ~(1 << unit)
        self.areas[area] &= gone
        self.shock &= gone
        self.canister &= gone
        if self.holder[area] == unit:
            self.holder[area] = NOBODY
        self.leave_shelter(unit)
        self.settle_area(area)

    def settle_area(self, area: int) -> None:
        """Shock and canister last only as long as the engagement (6.3.3)."""
        if not self.is_contested(area):
            units = self.areas[area]
            self.shock &= ~units
            self.canister &= ~units

    def drop(self, unit: int) -> None:
        """Take a unit off the battlefield with all its marks."""
        area = self.area_of(unit)
        if area < 0:
            return
        self.break_square(unit)
        self.leave_area(unit, area)
        keep_marks(self, FIGHT_MARKS, ~(1 << unit))

    def begin_battle_turn(self) -> None:
        """Forget what was done in the last battle turn."""
        clear_marks(self, FIGHT_MARKS, BATTLE_TURN)
        self.crossings = [0, 0, 0]
        self.bled = False
        self.retreated = []
        self.reinforced = []


def field_area(attacker: int, area: int) -> int:
    """The number of an area in events: the owner's side times four, plus reserve, left, centre,
    right."""
    if area < 4:
        return attacker * 4 + area
    return (1 - attacker) * 4 + (7 - area)
