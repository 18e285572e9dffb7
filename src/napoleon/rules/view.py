"""What a seat may know, built up from nothing.

A view is made by adding what the seat may see; nothing is ever cut down from the full state. Enemy
blocks on the map are a count for each army and town. On a battlefield those in view are named, the
others are a count for each army and area.
"""

from __future__ import annotations

from napoleon.rules.actions import AREA_NAMES, TERRAIN_NAMES
from napoleon.rules.board import ROADS, TOWN_COUNT, TOWN_IDS
from napoleon.rules.calendar import TURNS
from napoleon.rules.field import DECLARED, FIGHTING, FROM_NAME, SETTING_UP, TO_NAME, Fight
from napoleon.rules.notation import FIGHT_MARKS, marks_of
from napoleon.rules.notebook import Sighting
from napoleon.rules.phases.deployment import ATTACKER_DEPLOYS, Deployment
from napoleon.rules.phases.losses import Losses
from napoleon.rules.phases.setup import Setup
from napoleon.rules.phases.skirmish import Skirmish
from napoleon.rules.phases.supply import Supply
from napoleon.rules.state import NOWHERE, State
from napoleon.rules.units import (
    ALLIED,
    ARMY_NAMES,
    ARMY_OF,
    ARMY_UNITS,
    FRENCH,
    FRENCH_BIT,
    SIDE_NAMES,
    SIDE_UNITS,
    SPECTATOR_BIT,
    UNIT_IDS,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
    count,
    members,
)


class OwnUnit:
    """A unit of the seat's own side."""

    __slots__ = ("area", "army", "id", "is_mine", "marks", "strength", "town")

    def __init__(self, state: State, unit: int, armies: int) -> None:
        town = state.where[unit]
        fight = state.fight_at(town) if state.fights and town >= 0 else None
        area = fight.area_of(unit) if fight is not None else -1
        self.id = UNIT_IDS[unit]
        self.army = ARMY_NAMES[ARMY_OF[unit]]
        self.town = TOWN_IDS[town] if town >= 0 else None
        self.strength = state.strength[unit]
        self.area = (
            AREA_NAMES[TO_NAME[fight.role_of(UNIT_SIDE[unit])][area]]
            if fight is not None and area >= 0
            else None
        )
        self.marks = marks_of(state, unit)
        self.is_mine = bool(UNITS_OF_ARMIES[armies & 7] >> unit & 1)

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


class Blocks:
    """Blocks of which only the number is known: an army's in a town."""

    __slots__ = ("army", "count", "disordered", "town")

    def __init__(self, army: str, town: str, number: int, disordered: int) -> None:
        self.army = army
        self.town = town
        self.count = number
        self.disordered = disordered

    def as_dict(self) -> dict[str, object]:
        """The blocks as plain data."""
        data: dict[str, object] = {"army": self.army, "town": self.town, "count": self.count}
        if self.disordered:
            data["disordered"] = self.disordered
        return data


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


class BattleView:
    """A fight as a seat may see it. Areas are named from the seat's side; a spectator sits with
    the French."""

    __slots__ = (
        "attacker",
        "enemy",
        "order",
        "origins",
        "own",
        "round",
        "status",
        "terrain",
        "town",
    )

    def __init__(self, fight: Fight) -> None:
        self.town = TOWN_IDS[fight.town]
        self.attacker = SIDE_NAMES[fight.attacker]
        self.status = ("declared", "setting-up", "fighting")[fight.status]
        self.round = fight.round
        self.order = fight.order
        self.origins = [TOWN_IDS[town] for town in range(TOWN_COUNT) if fight.origins >> town & 1]
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
            "order": self.order,
            "origins": self.origins,
            "terrain": [ground.as_dict() for ground in self.terrain],
            "own": [block.as_dict() for block in self.own],
            "enemy": [block.as_dict() for block in self.enemy],
        }


class View:
    """Everything that a seat may know."""

    __slots__ = (
        "battles",
        "blocks",
        "can_undo",
        "date",
        "defeated",
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
        self.roads: dict[str, int] = {}
        self.rivers: dict[str, int] = {}
        self.battles: list[BattleView] = []
        self.revealed: list[str] = []
        self.hand: list[str] = []
        self.hits = 0
        self.owed: dict[str, int] = {}
        self.notebook: list[Sighting] = []
        self.result: dict[str, str] | None = None
        self.truth: list[OwnUnit] = []

    def as_dict(self) -> dict[str, object]:
        """The view as plain data, ready for JSON."""
        return {
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
            "roads": self.roads,
            "rivers": self.rivers,
            "battles": [battle.as_dict() for battle in self.battles],
            "revealed": self.revealed,
            "hand": self.hand,
            "hits": self.hits,
            "owed": self.owed,
            "notebook": [sighting.as_dict() for sighting in self.notebook],
            "result": self.result,
            "truth": [unit.as_dict() for unit in self.truth],
        }


def may_talk(state: State, armies: int) -> bool:
    """Whether the two Allied players may speak: during set-up and Allied night turns (11)."""
    if state.players != 3 or armies & (FRENCH_BIT | SPECTATOR_BIT):
        return False
    if state.turn == 0:
        # Their set-up is closed once the French place theirs.
        return any(isinstance(phase, Setup) and phase.side == ALLIED for phase in state.stack)
    return state.winner < 0 and state.is_night and state.side == ALLIED


def build_view(state: State, armies: int) -> View:
    """What a seat that commands these armies may know of a state (events are the game's affair)."""
    side = -1 if armies & SPECTATOR_BIT else (FRENCH if armies & FRENCH_BIT else ALLIED)
    view = View()
    view.players = state.players
    view.visibility = "hidden" if state.is_hidden else "open"
    view.turn = state.turn
    if state.turn:
        view.date = TURNS[state.turn - 1].date
        view.side = SIDE_NAMES[state.side]
        view.is_night = state.is_night
    view.may_talk = may_talk(state, armies)
    for army, name in enumerate(ARMY_NAMES):
        view.losses[name] = [UNIT_IDS[u] for u in members(state.lost & ARMY_UNITS[army])]
        if state.defeated >> army & 1:
            view.defeated.append(name)
    own = SIDE_UNITS[side] if side >= 0 else 0
    view.units = [
        OwnUnit(state, unit, armies)
        for unit in members(own)
        if state.where[unit] >= 0 or (state.turn == 0 and state.where[unit] == NOWHERE)
    ]
    view.blocks = _count_blocks(state, own)
    for index, town in enumerate(state.group_town):
        view.groups.append((ARMY_NAMES[state.group_army[index]], TOWN_IDS[town]))
    view.roads = {ROADS[road].id: used for road, used in enumerate(state.road_use) if used}
    view.rivers = {ROADS[road].id: used for road, used in enumerate(state.river_use) if used}
    for fight in state.fights:
        view.battles.append(_view_fight(state, fight, side))
    if state.winner >= 0:
        view.truth = [
            OwnUnit(state, unit, 0) for unit in range(len(UNIT_IDS)) if state.where[unit] >= 0
        ]
    else:
        _add_decision(state, view, own)
    return view


def _setting_up_side(state: State) -> int:
    """The side whose set-up is not closed yet, and not to be seen; -1 for none."""
    for phase in state.stack:
        if isinstance(phase, Setup):
            return phase.side
    return -1


def _count_blocks(state: State, own: int) -> list[Blocks]:
    """All blocks but the seat's own, as counts (3.2). A set-up is seen once it is closed (4)."""
    blocks: list[Blocks] = []
    open_side = _setting_up_side(state)
    for town in range(TOWN_COUNT):
        units = state.at[town] & ~own
        if not units:
            continue
        for army in range(3):
            if open_side == (FRENCH if army == FRENCH else ALLIED):
                continue
            there = units & ARMY_UNITS[army]
            if there:
                disordered = count(there & state.disorder)
                blocks.append(Blocks(ARMY_NAMES[army], TOWN_IDS[town], count(there), disordered))
    return blocks


def _add_decision(state: State, view: View, own: int) -> None:
    """What is known of the decision that is being made."""
    top = state.stack[-1]
    town = top.town_no()
    view.town = TOWN_IDS[town] if town >= 0 else None
    for phase in state.stack:
        if isinstance(phase, Skirmish):
            # Revealed in secret until both sides have chosen.
            view.revealed = [UNIT_IDS[unit] for unit in members(phase.revealed & own)]
    if isinstance(top, Deployment):
        view.hand = [TERRAIN_NAMES[kind] for kind in top.hand]
    elif isinstance(top, Losses):
        view.hits = top.hits
    elif isinstance(top, Supply):
        view.owed = {ARMY_NAMES[army]: n for army, n in enumerate(top.owed) if n}


def _view_fight(state: State, fight: Fight, side: int) -> BattleView:
    battle = BattleView(fight)
    seat_side = side if side >= 0 else FRENCH
    role = fight.role_of(seat_side)
    if fight.status == DECLARED:
        return battle
    for owner in (0, 1):
        for name in (1, 2, 3):
            area = FROM_NAME[owner][name]
            if fight.terrain[area]:
                holder = fight.holder[area]
                is_known = holder >= 0 and (
                    UNIT_SIDE[holder] == side or fight.visible >> holder & 1
                )
                battle.terrain.append(
                    GroundView(
                        AREA_NAMES[TO_NAME[role][area]],
                        TERRAIN_NAMES[fight.terrain[area]],
                        UNIT_IDS[holder] if is_known else None,
                    )
                )
    for shown_side, blocks in ((seat_side, battle.own), (1 - seat_side, battle.enemy)):
        if _is_deployment_seen(state, fight, shown_side, side):
            _add_blocks(state, fight, shown_side, side, role, blocks)
    return battle


def _is_deployment_seen(state: State, fight: Fight, side: int, viewer: int) -> bool:
    """Whether the seat sees where a side's blocks stand: the defender's once he has deployed
    (6.2.4)."""
    if side == viewer or fight.status == FIGHTING:
        return True
    if fight.status != SETTING_UP or side == fight.attacker:
        return False
    for phase in state.stack:
        if isinstance(phase, Deployment) and phase.town == fight.town:
            return phase.step >= ATTACKER_DEPLOYS
    return True


def _add_blocks(
    state: State, fight: Fight, side: int, viewer: int, role: int, blocks: list[FieldBlock]
) -> None:
    """A side's blocks in each area: those that the viewer may know by name, the rest by number."""
    known = SIDE_UNITS[side] if side == viewer else fight.visible
    for area in range(8):
        units = fight.areas[area] & SIDE_UNITS[side]
        name = AREA_NAMES[TO_NAME[role][area]]
        for unit in members(units & known):
            block = FieldBlock(ARMY_NAMES[ARMY_OF[unit]], name, 1)
            block.unit = UNIT_IDS[unit]
            block.strength = state.strength[unit]
            block.marks = _seen_marks(fight, unit)
            blocks.append(block)
        for army in range(3):
            hidden = count(units & ~known & ARMY_UNITS[army])
            if hidden:
                blocks.append(FieldBlock(ARMY_NAMES[army], name, hidden))


def _seen_marks(fight: Fight, unit: int) -> list[str]:
    marks = [
        name
        for name, field in FIGHT_MARKS
        if name not in ("shown", "engaged") and getattr(fight, field) >> unit & 1
    ]
    host = fight.host_of(unit)
    if host >= 0:
        marks.append(f"in:{UNIT_IDS[host]}")
    return marks
