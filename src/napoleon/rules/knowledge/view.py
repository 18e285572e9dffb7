"""What a seat may know: a `View`, which becomes plain data and is made of it again.

`view_builder.py` fills it in. An attribute is called as it is in that data. A view is a value:
equal to another one of the same content, with the same hash. It can be changed, because it is
filled in; do not change one that is in a set or is a key.
"""

from __future__ import annotations

from typing import Any

from napoleon.rules.errors import MalformedAction
from napoleon.rules.knowledge.notebook import Sighting
from napoleon.rules.knowledge.view_parts import (
    Aim,
    BattleView,
    Blocks,
    FieldBlock,
    GroundView,
    OwnUnit,
)

__all__ = ["Aim", "BattleView", "Blocks", "FieldBlock", "GroundView", "OwnUnit", "View"]


class View:
    """Everything that a seat may know: what `Game.view` returns.

    A view is equal to another one of the same content. `str(view)` is a board to read.
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
        "losses",
        "may_talk",
        "night",
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
        #: The seat that this view is for; None for a spectator.
        self.seat: str | None = None
        #: How many players there are, 2 or 3.
        self.players = 2
        #: What the option of 6.2.4 was agreed to be, "open" or "hidden".
        self.visibility = "open"
        #: The turn, 1 to 23; 0 during set-up.
        self.turn = 0
        #: The day of the turn, such as "1815-06-16"; None during set-up.
        self.date: str | None = None
        #: The side whose turn it is; None during set-up.
        self.side: str | None = None
        #: Whether it is a night turn.
        self.night = False
        #: What is being decided, in one word (docs/notation.md).
        self.stage = ""
        #: The id of the town whose fight is being decided; None if it is none.
        self.town: str | None = None
        #: The seats that may act now.
        self.to_act: list[str] = []
        #: Whether this seat can take its last action back.
        self.can_undo = False
        #: Whether the two Allied players may speak now (11).
        self.may_talk = False
        #: The units of the seat's side; none for a spectator.
        self.units: list[OwnUnit] = []
        #: All other blocks on the map, as counts.
        self.blocks: list[Blocks] = []
        #: The ids of the units that each army has lost.
        self.losses: dict[str, list[str]] = {}
        #: The armies that are defeated (10).
        self.defeated: list[str] = []
        #: The groups that moved this turn: army and town of each (5.1).
        self.groups: list[tuple[str, str]] = []
        #: If the seat ends its marches now: "some" forced marches are possible, "none" is though it
        #: is asked (5.6), "" if it is not asked next.
        self.forced_marches = ""
        #: Units that used a road this turn, by road.
        self.roads: dict[str, int] = {}
        #: Units that attacked over a river this turn, by road.
        self.rivers: dict[str, int] = {}
        #: The fights of this turn.
        self.battles: list[BattleView] = []
        #: The ids of the seat's own units that it has revealed in a skirmish (6.6).
        self.revealed: list[str] = []
        #: The ids of the enemy's units revealed in it, once the seat may see them.
        self.enemy_revealed: list[str] = []
        #: The terrain blocks that the seat has drawn and not laid (6.2.1).
        self.hand: list[str] = []
        #: Hits that the seat has still to give to its units (6.4).
        self.hits = 0
        #: Units that each army has still to remove for lost supply (9).
        self.owed: dict[str, int] = {}
        #: The enemy units that the seat has seen, each as it was last seen.
        self.notebook: list[Sighting] = []
        #: What a scenario asks of a side; None in the whole campaign.
        self.aim: Aim | None = None
        #: How the game ended, as `Result.as_dict` has it; None before.
        self.result: dict[str, str] | None = None
        #: Every unit on the map, once the game is over; none before.
        self.truth: list[OwnUnit] = []

    @property
    def is_night(self) -> bool:
        """Return `night`, under its name of before."""
        return self.night

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (
            self.seat == other.seat
            and self.turn == other.turn
            and self.stage == other.stage
            and self.players == other.players
            and self.visibility == other.visibility
            and self.date == other.date
            and self.side == other.side
            and self.night == other.night
            and self.town == other.town
            and self.to_act == other.to_act
            and self.can_undo == other.can_undo
            and self.may_talk == other.may_talk
            and self.units == other.units
            and self.blocks == other.blocks
            and self.losses == other.losses
            and self.defeated == other.defeated
            and self.groups == other.groups
            and self.forced_marches == other.forced_marches
            and self.roads == other.roads
            and self.rivers == other.rivers
            and self.battles == other.battles
            and self.revealed == other.revealed
            and self.enemy_revealed == other.enemy_revealed
            and self.hand == other.hand
            and self.hits == other.hits
            and self.owed == other.owed
            and self.notebook == other.notebook
            and self.aim == other.aim
            and self.result == other.result
            and self.truth == other.truth
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.turn, self.stage, self.town, len(self.units)))

    def unshare(self) -> None:
        """Replace parts that are shared with other views by copies, so that they can be changed."""
        self.units = [unit.copy() for unit in self.units]
        self.blocks = [blocks.copy() for blocks in self.blocks]
        self.losses = {army: units[:] for army, units in self.losses.items()}
        self.roads = self.roads.copy()
        self.rivers = self.rivers.copy()
        self.notebook = [sighting.copy() for sighting in self.notebook]

    def as_dict(self) -> dict[str, object]:
        """Return the view as plain data, ready for JSON."""
        data: dict[str, object] = {
            "seat": self.seat,
            "players": self.players,
            "visibility": self.visibility,
            "turn": self.turn,
            "date": self.date,
            "side": self.side,
            "night": self.night,
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
        """Return the view of this data."""
        view = View()
        view.seat = data["seat"]
        view.players = data["players"]
        view.visibility = data["visibility"]
        view.turn = data["turn"]
        view.date = data["date"]
        view.side = data["side"]
        view.night = data["night"]
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

    def __str__(self) -> str:
        from napoleon.rules.words.board_text import format_view

        return format_view(self)

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
