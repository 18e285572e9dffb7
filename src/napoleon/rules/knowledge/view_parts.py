"""The parts of a view: units, counted blocks, fights and aims.

These objects are values: two of the same content are equal, and have the same hash. They can be
changed, because `view_builder.py` fills them in; do not change one that is in a set or is a key.
"""

from __future__ import annotations

from typing import Any

from napoleon.rules.board.units import ARMY_NAMES, ARMY_OF, UNIT_BY_ID


class OwnUnit:
    """A unit of the seat's own side, or in `View.truth` of either."""

    __slots__ = ("area", "army", "id", "is_mine", "marks", "strength", "town")

    def __init__(
        self, unit: str, army: str, town: str | None, strength: int, is_mine: bool
    ) -> None:
        #: The unit's id, such as "FR-2-I1".
        self.id = unit
        #: Its army: "french", "anglo-dutch" or "prussian".
        self.army = army
        #: The id of its town; None while it has not been placed.
        self.town = town
        #: The strength that it has now.
        self.strength = strength
        #: The area of the battlefield in which it stands, such as "left"; None off the field.
        self.area: str | None = None
        #: Its marks, as in positions (docs/notation.md), such as "disordered".
        self.marks: list[str] = []
        #: Whether the seat commands it.
        self.is_mine = is_mine

    @property
    def ally(self) -> bool:
        """Whether another seat commands it: the opposite of `is_mine`."""
        return not self.is_mine

    def copy(self) -> OwnUnit:
        """Return an independent copy."""
        twin = OwnUnit(self.id, self.army, self.town, self.strength, self.is_mine)
        twin.area = self.area
        twin.marks = self.marks[:]
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OwnUnit):
            return NotImplemented
        return (
            self.id == other.id
            and self.town == other.town
            and self.strength == other.strength
            and self.area == other.area
            and self.marks == other.marks
            and self.is_mine == other.is_mine
        )

    def __hash__(self) -> int:
        return hash((self.id, self.town, self.strength, self.area, self.is_mine))

    def __repr__(self) -> str:
        return f"OwnUnit.from_dict({self.as_dict()})"

    def as_dict(self) -> dict[str, object]:
        """Return the unit as plain data: no `area` off the field, no `marks` if it has none, `ally`
        only if it is true."""
        data: dict[str, object] = {"id": self.id, "town": self.town, "strength": self.strength}
        if self.area is not None:
            data["area"] = self.area
        if self.marks:
            data["marks"] = self.marks
        if not self.is_mine:
            data["ally"] = True
        return data

    @staticmethod
    def from_dict(data: dict[str, Any]) -> OwnUnit:
        """Return the unit of this data."""
        army = ARMY_NAMES[ARMY_OF[UNIT_BY_ID[data["id"]]]]
        unit = OwnUnit(data["id"], army, data["town"], data["strength"], not data.get("ally"))
        unit.area = data.get("area")
        unit.marks = list(data.get("marks", ()))
        return unit


class Blocks:
    """Blocks of which only the number is known: an army's in a town."""

    __slots__ = ("army", "count", "disordered", "town")

    def __init__(self, army: str, town: str, number: int, disordered: int) -> None:
        #: The army that they belong to.
        self.army = army
        #: The id of the town in which they stand.
        self.town = town
        #: How many they are.
        self.count = number
        #: How many of them are in disorder.
        self.disordered = disordered

    def copy(self) -> Blocks:
        """Return an independent copy."""
        return Blocks(self.army, self.town, self.count, self.disordered)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Blocks):
            return NotImplemented
        return (
            self.army == other.army
            and self.town == other.town
            and self.count == other.count
            and self.disordered == other.disordered
        )

    def __hash__(self) -> int:
        return hash((self.army, self.town, self.count, self.disordered))

    def __repr__(self) -> str:
        return f"Blocks.from_dict({self.as_dict()})"

    def as_dict(self) -> dict[str, object]:
        """Return the blocks as plain data."""
        data: dict[str, object] = {"army": self.army, "town": self.town, "count": self.count}
        if self.disordered:
            data["disordered"] = self.disordered
        return data

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Blocks:
        """Return the blocks of this data."""
        return Blocks(data["army"], data["town"], data["count"], data.get("disordered", 0))


class FieldBlock:
    """What stands in an area of a battlefield: a unit in view, or the hidden blocks of an army."""

    __slots__ = ("area", "army", "count", "marks", "strength", "unit")

    def __init__(self, army: str, area: str, number: int) -> None:
        #: The army that it belongs to.
        self.army = army
        #: The area in which it stands, such as "left", from its own player's side.
        self.area = area
        #: How many hidden blocks these are; 1 for a unit in view.
        self.count = number
        #: The id of the unit; None for hidden blocks.
        self.unit: str | None = None
        #: Its strength; None for hidden blocks.
        self.strength: int | None = None
        #: Its marks, as in positions (docs/notation.md); none for hidden blocks.
        self.marks: list[str] = []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FieldBlock):
            return NotImplemented
        return (
            self.army == other.army
            and self.area == other.area
            and self.count == other.count
            and self.unit == other.unit
            and self.strength == other.strength
            and self.marks == other.marks
        )

    def __hash__(self) -> int:
        return hash((self.army, self.area, self.count, self.unit, self.strength))

    def __repr__(self) -> str:
        return f"FieldBlock.from_dict({self.as_dict()})"

    def as_dict(self) -> dict[str, object]:
        """Return the block as plain data."""
        data: dict[str, object] = {"army": self.army, "area": self.area, "count": self.count}
        if self.unit is not None:
            data["unit"] = self.unit
            data["strength"] = self.strength
            data["marks"] = self.marks
        return data

    @staticmethod
    def from_dict(data: dict[str, Any]) -> FieldBlock:
        """Return the block of this data."""
        block = FieldBlock(data["army"], data["area"], data["count"])
        if "unit" in data:
            block.unit = data["unit"]
            block.strength = data["strength"]
            block.marks = list(data["marks"])
        return block


class GroundView:
    """A terrain block, and who holds it as far as the seat may know."""

    __slots__ = ("area", "holder", "kind")

    def __init__(self, area: str, kind: str, holder: str | None) -> None:
        #: The area in which it lies, such as "allied left".
        self.area = area
        #: What it is, such as "woods", "hill" or "farm".
        self.kind = kind
        #: The id of the unit that holds it; None if no unit does, or the seat may not know.
        self.holder = holder

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GroundView):
            return NotImplemented
        return self.area == other.area and self.kind == other.kind and self.holder == other.holder

    def __hash__(self) -> int:
        return hash((self.area, self.kind, self.holder))

    def __repr__(self) -> str:
        return f"GroundView.from_dict({self.as_dict()})"

    def as_dict(self) -> dict[str, object]:
        """Return the terrain as plain data."""
        return {"area": self.area, "kind": self.kind, "holder": self.holder}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> GroundView:
        """Return the terrain of this data."""
        return GroundView(data["area"], data["kind"], data["holder"])


class BattleView:
    """A fight as a seat may see it. Areas are named from the seat's side; a spectator sits with
    the French."""

    __slots__ = (
        "attacker",
        "crossings",
        "enemy",
        "idle",
        "order",
        "origins",
        "own",
        "reinforced",
        "retreated",
        "round",
        "side",
        "status",
        "step",
        "terrain",
        "town",
        "withdrawing",
    )

    def __init__(self, town: str, attacker: str, status: str) -> None:
        #: The id of the town where it is fought.
        self.town = town
        #: The side that attacks.
        self.attacker = attacker
        #: How far it has come: "pending", "setting-up" or "fighting".
        self.status = status
        #: The battle turn of this fight, 0 before the first.
        self.round = 0
        #: The side whose battle turn it is; None between two.
        self.side: str | None = None
        #: The step of that battle turn; None between two.
        self.step: str | None = None
        #: The attacker's battle turns without an attack (6.7).
        self.idle = 0
        #: Whether the attacker has to withdraw (6.7).
        self.withdrawing = False
        #: Units that crossed a stream in this battle turn, by area of the seat's own ground.
        self.crossings: dict[str, int] = {}
        #: Units that retreated in this battle turn, by road.
        self.retreated: dict[str, int] = {}
        #: Units that came as reinforcements in this battle turn, by road.
        self.reinforced: dict[str, int] = {}
        #: The place of this fight in the order of the turn's fights, 0 before it is chosen.
        self.order = 0
        #: The ids of the towns from which the attacker came.
        self.origins: list[str] = []
        #: The terrain blocks on the field.
        self.terrain: list[GroundView] = []
        #: What stands there of the seat's own side.
        self.own: list[FieldBlock] = []
        #: What stands there of the other side.
        self.enemy: list[FieldBlock] = []

    @property
    def is_withdrawing(self) -> bool:
        """Return `withdrawing`, under its name of before."""
        return self.withdrawing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BattleView):
            return NotImplemented
        return (
            self.town == other.town
            and self.attacker == other.attacker
            and self.status == other.status
            and self.round == other.round
            and self.side == other.side
            and self.step == other.step
            and self.idle == other.idle
            and self.withdrawing == other.withdrawing
            and self.crossings == other.crossings
            and self.retreated == other.retreated
            and self.reinforced == other.reinforced
            and self.order == other.order
            and self.origins == other.origins
            and self.terrain == other.terrain
            and self.own == other.own
            and self.enemy == other.enemy
        )

    def __hash__(self) -> int:
        return hash((self.town, self.attacker, self.status, self.round, self.side, self.step))

    def __repr__(self) -> str:
        return f"BattleView.from_dict({self.as_dict()})"

    def as_dict(self) -> dict[str, object]:
        """Return the battle as plain data."""
        return {
            "town": self.town,
            "attacker": self.attacker,
            "status": self.status,
            "round": self.round,
            "side": self.side,
            "step": self.step,
            "idle": self.idle,
            "withdrawing": self.withdrawing,
            "crossings": self.crossings,
            "retreated": self.retreated,
            "reinforced": self.reinforced,
            "order": self.order,
            "origins": self.origins,
            "terrain": [ground.as_dict() for ground in self.terrain],
            "own": [block.as_dict() for block in self.own],
            "enemy": [block.as_dict() for block in self.enemy],
        }

    @staticmethod
    def from_dict(data: dict[str, Any]) -> BattleView:
        """Return the battle of this data."""
        battle = BattleView(data["town"], data["attacker"], data["status"])
        battle.round = data["round"]
        battle.side = data["side"]
        battle.step = data["step"]
        battle.idle = data["idle"]
        battle.withdrawing = data["withdrawing"]
        battle.crossings = dict(data["crossings"])
        battle.retreated = dict(data["retreated"])
        battle.reinforced = dict(data["reinforced"])
        battle.order = data["order"]
        battle.origins = list(data["origins"])
        battle.terrain = [GroundView.from_dict(ground) for ground in data["terrain"]]
        battle.own = [FieldBlock.from_dict(block) for block in data["own"]]
        battle.enemy = [FieldBlock.from_dict(block) for block in data["enemy"]]
        return battle


class Aim:
    """What a side has to have reached as a turn ends, or the other wins: to hold a town, or with no
    town to have lost fewer units."""

    __slots__ = ("side", "town", "until")

    def __init__(self, side: str, town: str | None, until: int) -> None:
        #: The side that has to reach it.
        self.side = side
        #: The id of the town that it has to hold; None if it has to have lost fewer units.
        self.town = town
        #: The turn at whose end this is judged.
        self.until = until

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Aim):
            return NotImplemented
        return self.side == other.side and self.town == other.town and self.until == other.until

    def __hash__(self) -> int:
        return hash((self.side, self.town, self.until))

    def __repr__(self) -> str:
        return f"Aim.from_dict({self.as_dict()})"

    def as_dict(self) -> dict[str, object]:
        """Return the aim as plain data."""
        return {"side": self.side, "town": self.town, "until": self.until}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Aim:
        """Return the aim of this data."""
        return Aim(data["side"], data["town"], data["until"])
