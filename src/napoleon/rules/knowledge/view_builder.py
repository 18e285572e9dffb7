"""What a seat may know, built up from nothing.

A view is made by adding what the seat may see; nothing is ever cut down from the full state. Enemy
blocks on the map are a count for each army and town. On a battlefield those in view are named, the
others are a count for each army and area.

What `build_view` makes is read only: views of different seats and moments share the parts that are
the same. `View.unshare` makes one its reader's alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, compress
from operator import ne
from typing import Final

from napoleon.rules.board.calendar import TURNS
from napoleon.rules.board.tables import forget_with_board, table
from napoleon.rules.board.towns import (
    ROADS,
    TOWN_IDS,
)
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_NAMES,
    ARMY_OF,
    ARMY_UNITS,
    FRENCH,
    FRENCH_BIT,
    SIDE_NAMES,
    SIDE_UNITS,
    SPECTATOR_BIT,
    UNIT_COUNT,
    UNIT_IDS,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
    count,
    members,
)
from napoleon.rules.engine.actions import AREA_NAMES, TERRAIN_NAMES
from napoleon.rules.engine.fight import (
    ATTACKER,
    FIGHTING,
    FROM_NAME,
    NOBODY,
    PENDING,
    SETTING_UP,
    STATUS_NAMES,
    TO_NAME,
    Fight,
)
from napoleon.rules.engine.marks import STATE_MARKS, marked_units, masks_of
from napoleon.rules.engine.state import NO_AIM, NOWHERE, State
from napoleon.rules.knowledge.view import (
    Aim,
    BattleView,
    Blocks,
    FieldBlock,
    GroundView,
    OwnUnit,
    View,
)
from napoleon.rules.notation.writing import fight_marks_of, marks_of

# The units of a side stand together in the roster: its first, and the one after its last.
_SIDE_RANGES: Final = [(members(units)[0], members(units)[-1] + 1) for units in SIDE_UNITS]
for _side, (_first, _end) in enumerate(_SIDE_RANGES):
    assert SIDE_UNITS[_side] == (1 << _end) - (1 << _first)
_MOST_KEPT: Final = 50_000  # parts of each kind


class LastRoads:
    """The roads and rivers in use as a game's viewers were shown them last: the same for all."""

    __slots__ = ("river_use", "rivers", "road_use", "roads")

    def __init__(self) -> None:
        self.roads: dict[str, int] = {}
        self.rivers: dict[str, int] = {}
        self.road_use: list[int] = []
        self.river_use: list[int] = []


class LastView:
    """What a seat was shown last: parts that have not changed since are handed out again.

    With each of them stands all that it was made from, so that it fits any state: what differs from
    that is made anew, and a list of which nothing differs stays the same list.
    """

    __slots__ = (
        "at",
        "blocks",
        "disordered",
        "embattled",
        "garrisons",
        "is_setup",
        "marks",
        "others",
        "roads",
        "strength",
        "units",
        "units_by_number",
        "where",
    )

    def __init__(self, roads: LastRoads | None = None) -> None:
        self.roads = roads if roads is not None else LastRoads()
        self.units: list[OwnUnit] = []
        # By number from the first of the side, None for those who are not shown; and from what
        self.units_by_number: list[OwnUnit | None] = []
        self.where: list[int] = []
        self.strength: list[int] = []
        self.marks: list[int] = []
        self.embattled = 0
        self.is_setup = False
        self.blocks: list[Blocks] = []
        # By town; and from what
        self.garrisons: list[list[Blocks]] = []
        self.at: list[int] = []
        self.others = 0
        self.disordered = 0


def may_talk(state: State, armies: int) -> bool:
    """Whether the two Allied players may speak: during set-up and Allied night turns (11)."""
    if state.players != 3 or armies & (FRENCH_BIT | SPECTATOR_BIT):
        return False
    if state.turn == 0:
        # Their set-up is closed once the French place theirs.
        return _setting_up_side(state) == ALLIED
    return state.winner < 0 and state.is_night and state.side == ALLIED


def build_view(state: State, armies: int, last_seen: LastView | None = None) -> View:
    """What a seat that commands these armies may know of a state (events are the game's affair)."""
    last = last_seen if last_seen is not None else LastView()
    side = -1 if armies & SPECTATOR_BIT else (FRENCH if armies & FRENCH_BIT else ALLIED)
    view = View()
    view.players = state.players
    view.visibility = "hidden" if state.is_hidden else "open"
    view.turn = state.turn
    if state.turn:
        view.date = TURNS[state.turn - 1].date
        view.side = SIDE_NAMES[state.side]
        view.night = state.is_night
    if state.aim != NO_AIM:
        about = TOWN_IDS[state.aim] if state.aim >= 0 else None
        view.aim = Aim(SIDE_NAMES[state.aim_side], about, state.until)
    view.may_talk = may_talk(state, armies)
    view.losses = _name_losses(state.lost)
    if state.defeated:
        view.defeated = [name for army, name in enumerate(ARMY_NAMES) if state.defeated >> army & 1]
    if side >= 0:
        view.units = _own_units(state, side, armies, last)
    own = SIDE_UNITS[side] if side >= 0 else 0
    view.blocks = _count_blocks(state, own, last)
    for index, town in enumerate(state.group_town):
        view.groups.append((ARMY_NAMES[state.group_army[index]], TOWN_IDS[town]))
    roads = last.roads
    if state.road_use != roads.road_use:
        roads.road_use = state.road_use[:]
        roads.roads = _name_roads(state.road_use)
    if state.river_use != roads.river_use:
        roads.river_use = state.river_use[:]
        roads.rivers = _name_roads(state.river_use)
    view.roads = roads.roads
    view.rivers = roads.rivers
    for fight in state.fights:
        view.battles.append(_view_fight(state, fight, side))
    if state.winner >= 0:
        view.truth = show_all(state)
    else:
        _add_decision(state, view, own, armies)
    return view


# --- parts, each made once


def _road_ids() -> list[str]:
    return [road.id for road in ROADS]


_ROAD_IDS: Final[list[str]] = table(_road_ids)
_losses: Final[dict[int, dict[str, list[str]]]] = {}
_units: Final[dict[int, OwnUnit]] = {}
_fighters: Final[dict[tuple[int, str], OwnUnit]] = {}
_garrisons: Final[dict[tuple[int, int, int], list[Blocks]]] = {}
_NO_GARRISON: Final[list[Blocks]] = []
_NO_MARKS: Final[list[int]] = []
for _parts in (_losses, _units, _fighters, _garrisons):
    forget_with_board(_parts.clear)


def _make_room(kept: int) -> None:
    """Begin again when so many parts of a kind are kept already."""
    if kept >= _MOST_KEPT:
        for parts in (_losses, _units, _fighters, _garrisons):
            parts.clear()


def show_unit(state: State, unit: int, armies: int, marked: int) -> OwnUnit:
    """Everything about a unit, for a seat that commands these armies; `marked` are the units with
    marks of the state."""
    town = state.where[unit]
    shown = OwnUnit(
        UNIT_IDS[unit],
        ARMY_NAMES[ARMY_OF[unit]],
        TOWN_IDS[town] if town >= 0 else None,
        state.strength[unit],
        (UNITS_OF_ARMIES[armies & 7] >> unit & 1) != 0,
    )
    fight = state.fight_at(town) if state.fights and town >= 0 else None
    if fight is not None:
        area = fight.area_of(unit)
        if area >= 0:
            shown.area = AREA_NAMES[TO_NAME[fight.role_of(UNIT_SIDE[unit])][area]]
    shown.marks = marks_of(state, unit, marked)
    return shown


def show_all(state: State) -> list[OwnUnit]:
    """Every unit on the map, for those who may know everything."""
    marked = marked_units(state, STATE_MARKS)
    on_map = [unit for unit in range(UNIT_COUNT) if state.where[unit] >= 0]
    return [show_unit(state, unit, 0, marked) for unit in on_map]


def _name_losses(lost: int) -> dict[str, list[str]]:
    """The units that each army has lost."""
    losses = _losses.get(lost)
    if losses is None:
        _make_room(len(_losses))
        losses = {
            name: [UNIT_IDS[unit] for unit in members(lost & ARMY_UNITS[army])]
            for army, name in enumerate(ARMY_NAMES)
        }
        _losses[lost] = losses
    return losses


def _own_units(state: State, side: int, armies: int, last: LastView) -> list[OwnUnit]:
    """The units of a side, for a seat that commands these armies of it."""
    own = SIDE_UNITS[side]
    first, end = _SIDE_RANGES[side]
    where = state.where[first:end]
    strength = state.strength[first:end]
    marks = masks_of(state, STATE_MARKS)
    embattled = 0
    for fight in state.fights:
        embattled |= fight.on_field() & own
    is_setup = state.turn == 0
    if not last.where or is_setup != last.is_setup:
        changed = own
        last.units_by_number = [None] * (end - first)
        last.units = []
    else:
        changed = embattled | last.embattled  # whose marks of the fight may be others
        for index, mask in enumerate(marks):
            changed |= mask ^ last.marks[index]
        if where != last.where:
            changed |= _differing(where, last.where) << first
        if strength != last.strength:
            changed |= _differing(strength, last.strength) << first
        changed &= own
    last.where = where
    last.strength = strength
    last.marks = marks
    last.embattled = embattled
    last.is_setup = is_setup
    if changed:
        marked = 0
        for mask in marks:
            marked |= mask
        shown = last.units_by_number
        has_news = False
        for unit in members(changed):
            on_unit = marks if marked >> unit & 1 else _NO_MARKS
            made = _own_unit(state, unit, armies, on_unit, (embattled >> unit & 1) != 0)
            if made is not shown[unit - first]:
                shown[unit - first] = made
                has_news = True
        if has_news:
            last.units = [made for made in shown if made is not None]
    return last.units


def _differing(some: list[int], others: list[int]) -> int:
    """The places at which two lists of the same length differ, as bits."""
    places = 0
    for place in compress(range(len(some)), map(ne, some, others)):
        places |= 1 << place
    return places


def _own_unit(
    state: State, unit: int, armies: int, marks: list[int], is_embattled: bool
) -> OwnUnit | None:
    """A unit of the seat's side, which may carry these marks of the state; None if it is lost, or
    not in the game."""
    town = state.where[unit]
    if town < 0 and not (state.turn == 0 and town == NOWHERE):
        return None
    # Everything that the unit is made of, in one number
    mine = UNITS_OF_ARMIES[armies & 7]
    key = ((town + 1) << 12) | (unit << 5) | (state.strength[unit] << 1) | (mine >> unit & 1)
    for index, mask in enumerate(marks):
        key |= (mask >> unit & 1) << (24 + index)
    if is_embattled:
        return _fighter(state, unit, armies, key)
    known = _units.get(key)
    if known is None:
        _make_room(len(_units))
        known = _units[key] = show_unit(state, unit, armies, -1)
    return known


def _fighter(state: State, unit: int, armies: int, key: int) -> OwnUnit:
    """A unit on a battlefield."""
    made = show_unit(state, unit, armies, -1)
    place = (key, f"{made.area} {' '.join(made.marks)}")
    known = _fighters.get(place)
    if known is None:
        _make_room(len(_fighters))
        known = _fighters[place] = made
    return known


def _garrison(town: int, units: int, disorder: int) -> list[Blocks]:
    """Units in a town, of which only the numbers are known."""
    key = (town, units, disorder)
    known = _garrisons.get(key)
    if known is None:
        _make_room(len(_garrisons))
        known = []
        for army in range(3):
            there = units & ARMY_UNITS[army]
            if there:
                known.append(
                    Blocks(ARMY_NAMES[army], TOWN_IDS[town], count(there), count(there & disorder))
                )
        _garrisons[key] = known
    return known


def _name_roads(use: list[int]) -> dict[str, int]:
    """The roads that are in use, and how far."""
    return dict(zip(compress(_ROAD_IDS, use), filter(None, use), strict=True))


def _count_roads(roads: list[int]) -> dict[str, int]:
    """How often each road was taken."""
    counts: dict[str, int] = {}
    for road in roads:
        counts[_ROAD_IDS[road]] = counts.get(_ROAD_IDS[road], 0) + 1
    return counts


def _setting_up_side(state: State) -> int:
    """The side whose set-up is not closed yet, and not to be seen; -1 for none."""
    for phase in state.stack:
        side = phase.secret_side()
        if side >= 0:
            return side
    return -1


def _count_blocks(state: State, own: int, last: LastView) -> list[Blocks]:
    """All blocks but the seat's own, as counts (3.2). A set-up is seen once it is closed (4)."""
    open_side = _setting_up_side(state)
    others = ~own if open_side < 0 else ~own & ~SIDE_UNITS[open_side]
    at = state.at
    disordered = state.disordered & others
    towns: Iterable[int]
    if not last.at or others != last.others or disordered != last.disordered:
        towns = range(len(TOWN_IDS))
        last.garrisons = [_NO_GARRISON] * len(TOWN_IDS)
        last.blocks = []
    elif at != last.at:
        towns = compress(range(len(TOWN_IDS)), map(ne, at, last.at))
    else:
        return last.blocks
    has_news = False
    for town in towns:
        units = at[town] & others
        garrison = _garrison(town, units, disordered & units) if units else _NO_GARRISON
        if garrison is not last.garrisons[town]:
            last.garrisons[town] = garrison
            has_news = True
    last.at = at[:]
    last.others = others
    last.disordered = disordered
    if has_news:
        last.blocks = list(chain.from_iterable(last.garrisons))
    return last.blocks


def _add_decision(state: State, view: View, own: int, armies: int) -> None:
    """What is known of the decision that is being made."""
    top = state.stack[-1]
    town = top.town_no()
    view.town = TOWN_IDS[town] if town >= 0 else None
    for phase in state.stack:
        phase.show(state, view, own, armies)


def _view_fight(state: State, fight: Fight, side: int) -> BattleView:
    battle = BattleView(
        TOWN_IDS[fight.town], SIDE_NAMES[fight.attacker], STATUS_NAMES[fight.status]
    )
    battle.round = fight.round
    battle.idle = fight.idle
    battle.withdrawing = fight.withdrawing
    battle.order = fight.order
    battle.origins = [TOWN_IDS[town] for town in members(fight.origins)]
    battle.retreated = _count_roads(fight.retreated)
    battle.reinforced = _count_roads(fight.reinforced)
    seat_side = side if side >= 0 else FRENCH
    role = fight.role_of(seat_side)
    if fight.status == PENDING:
        return battle
    for column, used in enumerate(fight.crossings):
        if used:
            # On the seat's own ground: areas 1 to 3 are the attacker's, 4 to 6 the defender's.
            area = column + (1 if role == ATTACKER else 4)
            battle.crossings[AREA_NAMES[TO_NAME[role][area]]] = used
    for owner in (0, 1):
        for name in (1, 2, 3):
            area = FROM_NAME[owner][name]
            if fight.terrain[area]:
                holder = fight.holder[area]
                is_known = holder != NOBODY and (
                    UNIT_SIDE[holder] == side or fight.shown >> holder & 1
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
        if phase.hides_field(fight, side):
            return False
    return True


def _add_blocks(
    state: State, fight: Fight, side: int, viewer: int, role: int, blocks: list[FieldBlock]
) -> None:
    """A side's blocks in each area: those that the viewer may know by name, the rest by number."""
    known = SIDE_UNITS[side] if side == viewer else fight.shown
    for area in range(8):
        units = fight.areas[area] & SIDE_UNITS[side]
        name = AREA_NAMES[TO_NAME[role][area]]
        for unit in members(units & known):
            block = FieldBlock(ARMY_NAMES[ARMY_OF[unit]], name, 1)
            block.unit = UNIT_IDS[unit]
            block.strength = state.strength[unit]
            block.marks = fight_marks_of(fight, unit, False, False)
            blocks.append(block)
        for army in range(3):
            hidden = count(units & ~known & ARMY_UNITS[army])
            if hidden:
                blocks.append(FieldBlock(ARMY_NAMES[army], name, hidden))
