"""What a seat may know, as it travels: the types of `View.as_dict()` (rules/knowledge/view.py).

`view_json.py` writes them. Members that do not apply are null or empty; those with a default below
are left out then.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Army = Literal["french", "anglo-dutch", "prussian"]
Side = Literal["french", "allied"]
Seat = Literal["french", "allied", "anglo-dutch", "prussian"]
Visibility = Literal["open", "hidden"]
TerrainKind = Literal["woods", "farm", "stream", "hill"]
FightStatus = Literal["pending", "setting-up", "fighting"]
BattleStep = Literal["morale", "combat", "reinforcement", "withdrawal"]


class UnitMessage(msgspec.Struct, omit_defaults=True):
    """A unit of the seat's own side."""

    id: str
    town: str | None
    strength: int
    area: str | None = None  # on a battlefield
    marks: list[str] = []
    ally: bool = False  # of the other Allied player


class BlocksMessage(msgspec.Struct, omit_defaults=True):
    """Blocks of which only the number is known: an army's in a town."""

    army: Army
    town: str
    count: int
    disordered: int = 0


class FieldBlockMessage(msgspec.Struct, omit_defaults=True):
    """Somebody on a battlefield: a unit in view, or hidden blocks of an army in an area."""

    army: Army
    area: str
    count: int
    unit: str | None = None
    strength: int | None = None
    marks: list[str] | None = None


class GroundMessage(msgspec.Struct):
    """A terrain block, and who holds it as far as the seat may know."""

    area: str
    kind: TerrainKind
    holder: str | None


class BattleMessage(msgspec.Struct):
    """A fight, its areas named from the seat's own side (a spectator sits with the French)."""

    town: str
    attacker: Side
    status: FightStatus
    round: int
    side: Side | None  # whose battle turn it is; null between two
    step: BattleStep | None
    idle: int  # battle turns of the attacker without an attack, running (6.7)
    withdrawing: bool  # the attacker must go
    crossings: dict[str, int]  # of streams in this battle turn, by area
    retreated: dict[str, int]  # units in this battle turn, by road
    reinforced: dict[str, int]
    order: int
    origins: list[str]  # towns from which the attack came
    terrain: list[GroundMessage]
    own: list[FieldBlockMessage]
    enemy: list[FieldBlockMessage]


class SightingMessage(msgspec.Struct):
    """A unit of the other side as it was last seen."""

    unit: str
    army: Army
    turn: int
    town: str | None
    strength: int | None
    lost: bool


class ResultMessage(msgspec.Struct):
    """How a game ended."""

    winner: Side
    rule: str
    reason: str


class AimMessage(msgspec.Struct):
    """What a side has to have reached as a turn ends, or the other wins: to hold a town, or with no
    town to have lost fewer units."""

    side: Side
    town: str | None
    until: int


class ViewMessage(msgspec.Struct, omit_defaults=True):
    """Everything that a seat may know."""

    seat: Seat | None  # null: a spectator
    players: int
    visibility: Visibility
    turn: int  # 0 is the set-up
    date: str | None
    side: Side | None
    night: bool
    stage: str  # what is being decided, in one word (docs/notation.md)
    town: str | None  # where
    to_act: list[Seat]
    can_undo: bool
    may_talk: bool
    units: list[UnitMessage]
    blocks: list[BlocksMessage]
    losses: dict[Army, list[str]]
    defeated: list[Army]
    groups: list[tuple[Army, str]]  # army and town of groups that have begun to move
    # If the seat ends its marches now it is asked for forced marches, and some are possible or none
    forced_marches: Literal["", "some", "none"]
    roads: dict[str, int]  # units that went over each road in this turn
    rivers: dict[str, int]
    battles: list[BattleMessage]
    revealed: list[str]  # units in the skirmish under way
    enemy_revealed: list[str]
    hand: list[TerrainKind]  # terrain to be laid
    hits: int  # to be taken
    owed: dict[str, int]  # units to be given up, by army
    notebook: list[SightingMessage]
    result: ResultMessage | None
    truth: list[UnitMessage]  # where everybody stood, when the game is over
    aim: AimMessage | None = None  # of a scenario
