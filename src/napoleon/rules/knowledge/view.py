"""The shape of a view: what a seat may know, as plain objects that become plain data.

`view_builder.py` fills them. `View.from_dict` makes a view again from its data, for whoever was
sent it as JSON.
"""

from __future__ import annotations

from typing import Any

from napoleon.rules.board.units import ARMY_NAMES, ARMY_OF, UNIT_BY_ID
from napoleon.rules.errors import MalformedAction
from napoleon.rules.knowledge.notebook import Sighting


class OwnUnit:
    """A unit of the seat's own side."""

    __slots__ = ("area", "army", "id", "is_mine", "marks", "strength", "town")

    def __init__(
        self, unit: str, army: str, town: str | None, strength: int, is_mine: bool
    ) -> None:
        self.id = unit
        self.army = army
        self.town = town
        self.strength = strength
        self.area: str | None = None
        self.marks: list[str] = []
        self.is_mine = is_mine

    def copy(self) -> OwnUnit:
        """An independent copy."""
        twin = OwnUnit(self.id, self.army, self.town, self.strength, self.is_mine)
        twin.area = self.area
        twin.marks = self.marks[:]
        return twin

    def as_dict(self) -> dict[str, object]:
        """The unit as plain data."""
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
        """A unit from its data."""
        army = ARMY_NAMES[ARMY_OF[UNIT_BY_ID[data["id"]]]]
        unit = OwnUnit(data["id"], army, data["town"], data["strength"], not data.get("ally"))
        unit.area = data.get("area")
        unit.marks = list(data.get("marks", ()))
        return unit


class Blocks:
    """Blocks of which only the number is known: an army's in a town."""

    __slots__ = ("army", "count", "disordered", "town")

    def __init__(self, army: str, town: str, number: int, disordered: int) -> None:
        self.army = army
        self.town = town
        self.count = number
        self.disordered = disordered

    def copy(self) -> Blocks:
        """An independent copy."""
        return Blocks(self.army, self.town, self.count, self.disordered)

    def as_dict(self) -> dict[str, object]:
        """The blocks as plain data."""
        data: dict[str, object] = {"army": self.army, "town": self.town, "count": self.count}
        if self.disordered:
            data["disordered"] = self.disordered
        return data

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Blocks:
        """Blocks from their data."""
        return Blocks(data["army"], data["town"], data["count"], data.get("disordered", 0))


class FieldBlock:
    """Somebody on a battlefield: one unit in view, or a number of hidden blocks of an army in an
    area."""

    __slots__ = ("area", "army", "count", "marks", "strength", "unit")

    def __init__(self, army: str, area: str, number: int) -> None:
        self.army = army
        self.area = area
        self.count = number
        self.unit: str | None = None
        self.strength: int | None = None
        self.marks: list[str] = []

    def as_dict(self) -> dict[str, object]:
        """The block as plain data."""
        data: dict[str, object] = {"army": self.army, "area": self.area, "count": self.count}
        if self.unit is not None:
            data["unit"] = self.unit
            data["strength"] = self.strength
            data["marks"] = self.marks
        return data

    @staticmethod
    def from_dict(data: dict[str, Any]) -> FieldBlock:
        """A block from its data."""
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
        self.area = area
        self.kind = kind
        self.holder = holder

    def as_dict(self) -> dict[str, object]:
        """The terrain as plain data."""
        return {"area": self.area, "kind": self.kind, "holder": self.holder}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> GroundView:
        """Terrain from its data."""
        return GroundView(data["area"], data["kind"], data["holder"])


class BattleView:
    """A fight as a seat may see it. Areas are named from the seat's side; a spectator sits with
    the French.

    `side` and `step` say whose battle turn it is and how far it has come, None between two. Of this
    battle turn: `crossings` of streams by area (on the seat's own ground), `retreated` and
    `reinforced` units by road. `idle`: the attacker's battle turns without an attack (6.7).
    """

    __slots__ = (
        "attacker",
        "crossings",
        "enemy",
        "idle",
        "is_withdrawing",
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
    )

    def __init__(self, town: str, attacker: str, status: str) -> None:
        self.town = town
        self.attacker = attacker
        self.status = status
        self.round = 0
        self.side: str | None = None
        self.step: str | None = None
        self.idle = 0
        self.is_withdrawing = False
        self.crossings: dict[str, int] = {}
        self.retreated: dict[str, int] = {}
        self.reinforced: dict[str, int] = {}
        self.order = 0
        self.origins: list[str] = []
        self.terrain: list[GroundView] = []
        self.own: list[FieldBlock] = []
        self.enemy: list[FieldBlock] = []

    def as_dict(self) -> dict[str, object]:
        """The battle as plain data."""
        return {
            "town": self.town,
            "attacker": self.attacker,
            "status": self.status,
            "round": self.round,
            "side": self.side,
            "step": self.step,
            "idle": self.idle,
            "withdrawing": self.is_withdrawing,
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
        """A battle from its data."""
        battle = BattleView(data["town"], data["attacker"], data["status"])
        battle.round = data["round"]
        battle.side = data["side"]
        battle.step = data["step"]
        battle.idle = data["idle"]
        battle.is_withdrawing = data["withdrawing"]
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
        self.side = side
        self.town = town
        self.until = until

    def as_dict(self) -> dict[str, object]:
        """The aim as plain data."""
        return {"side": self.side, "town": self.town, "until": self.until}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Aim:
        """An aim from its data."""
        return Aim(data["side"], data["town"], data["until"])


class View:
    """Everything that a seat may know.

    `forced_marches`: what follows if the seat ends its marches now: "some" are possible, "none" is
    though it is asked (5.6), "" if it is not asked next.
    """

    __slots__ = (
        "aim",
        "battles",
        "blocks",
        "can_undo",
        "date",
        "defeated",
        "enemy_revealed",
        "forced_marches",
        "groups",
        "hand",
        "hits",
        "is_night",
        "losses",
        "may_talk",
        "notebook",
        "owed",
        "players",
        "result",
        "revealed",
        "rivers",
        "roads",
        "seat",
        "side",
        "stage",
        "to_act",
        "town",
        "truth",
        "turn",
        "units",
        "visibility",
    )

    def __init__(self) -> None:
        self.seat: str | None = None
        self.players = 2
        self.visibility = "open"
        self.turn = 0
        self.date: str | None = None
        self.side: str | None = None
        self.is_night = False
        self.stage = ""
        self.town: str | None = None
        self.to_act: list[str] = []
        self.can_undo = False
        self.may_talk = False
        self.units: list[OwnUnit] = []
        self.blocks: list[Blocks] = []
        self.losses: dict[str, list[str]] = {}
        self.defeated: list[str] = []
        self.groups: list[tuple[str, str]] = []
        self.forced_marches = ""
        self.roads: dict[str, int] = {}
        self.rivers: dict[str, int] = {}
        self.battles: list[BattleView] = []
        self.revealed: list[str] = []
        self.enemy_revealed: list[str] = []
        self.hand: list[str] = []
        self.hits = 0
        self.owed: dict[str, int] = {}
        self.notebook: list[Sighting] = []
        self.aim: Aim | None = None
        self.result: dict[str, str] | None = None
        self.truth: list[OwnUnit] = []

    def unshare(self) -> None:
        """Have parts of its own instead of those that it shares with other views."""
        self.units = [unit.copy() for unit in self.units]
        self.blocks = [blocks.copy() for blocks in self.blocks]
        self.losses = {army: units[:] for army, units in self.losses.items()}
        self.roads = self.roads.copy()
        self.rivers = self.rivers.copy()
        self.notebook = [sighting.copy() for sighting in self.notebook]

    def as_dict(self) -> dict[str, object]:
        """The view as plain data, ready for JSON."""
        data: dict[str, object] = {
            "seat": self.seat,
            "players": self.players,
            "visibility": self.visibility,
            "turn": self.turn,
            "date": self.date,
            "side": self.side,
            "night": self.is_night,
            "stage": self.stage,
            "town": self.town,
            "to_act": self.to_act,
            "can_undo": self.can_undo,
            "may_talk": self.may_talk,
            "units": [unit.as_dict() for unit in self.units],
            "blocks": [blocks.as_dict() for blocks in self.blocks],
            "losses": self.losses,
            "defeated": self.defeated,
            "groups": [list(group) for group in self.groups],
            "forced_marches": self.forced_marches,
            "roads": self.roads,
            "rivers": self.rivers,
            "battles": [battle.as_dict() for battle in self.battles],
            "revealed": self.revealed,
            "enemy_revealed": self.enemy_revealed,
            "hand": self.hand,
            "hits": self.hits,
            "owed": self.owed,
            "notebook": [sighting.as_dict() for sighting in self.notebook],
            "result": self.result,
            "truth": [unit.as_dict() for unit in self.truth],
        }
        if self.aim is not None:
            data["aim"] = self.aim.as_dict()
        return data

    @staticmethod
    def from_dict(data: dict[str, Any]) -> View:
        """A view from its data."""
        view = View()
        view.seat = data["seat"]
        view.players = data["players"]
        view.visibility = data["visibility"]
        view.turn = data["turn"]
        view.date = data["date"]
        view.side = data["side"]
        view.is_night = data["night"]
        view.stage = data["stage"]
        view.town = data["town"]
        view.to_act = list(data["to_act"])
        view.can_undo = data["can_undo"]
        view.may_talk = data["may_talk"]
        view.units = [OwnUnit.from_dict(unit) for unit in data["units"]]
        view.blocks = [Blocks.from_dict(blocks) for blocks in data["blocks"]]
        view.losses = {army: list(units) for army, units in data["losses"].items()}
        view.defeated = list(data["defeated"])
        view.groups = [(army, town) for army, town in data["groups"]]
        view.forced_marches = data["forced_marches"]
        view.roads = dict(data["roads"])
        view.rivers = dict(data["rivers"])
        view.battles = [BattleView.from_dict(battle) for battle in data["battles"]]
        view.revealed = list(data["revealed"])
        view.enemy_revealed = list(data["enemy_revealed"])
        view.hand = list(data["hand"])
        view.hits = data["hits"]
        view.owed = dict(data["owed"])
        view.notebook = [Sighting.from_dict(sighting) for sighting in data["notebook"]]
        view.aim = Aim.from_dict(data["aim"]) if "aim" in data else None
        view.result = data["result"]
        view.truth = [OwnUnit.from_dict(unit) for unit in data["truth"]]
        return view

    def svg(self, seat: str | None = None, *, width: int = 1200) -> str:
        """Return a picture of the view as an SVG document, `width` pixels wide: the campaign map,
        and below it the battlefields.

        A view is one seat's already: `seat` may name it again. Raises MalformedAction for another
        seat, ValueError for a width that is no picture's. Drawn on the board that is laid.
        """
        from napoleon.pictures import draw_view

        if seat is not None and seat != self.seat:
            whose = self.seat or "a spectator"
            raise MalformedAction(f"this is the view of {whose}, not of {str(seat)[:40]!r}")
        return draw_view(self, width)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()

    def __repr__(self) -> str:
        return f"View.from_dict({self.as_dict()})"
