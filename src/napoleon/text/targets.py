"""What a player wants to know of the place that an action leads to."""

from __future__ import annotations

from napoleon.rules import Action, View
from napoleon.rules.board.towns import (
    BATTLE_LIMIT,
    RIVER_LIMIT,
    ROAD_BETWEEN,
    ROAD_LIMIT,
    ROADS,
    SETUP_LIMIT,
    find_town,
)
from napoleon.text.battlefield import format_block
from napoleon.text.board_map import counts_of, format_counts
from napoleon.text.situation import card_of, town_title


def target_note(view: View, action: Action) -> str:
    """The place that an action of a unit leads to, in a few words."""
    if action.area is not None:
        return _area_note(view, action.area)
    if action.town is None or action.unit is None:
        return ""
    counts = counts_of(view).get(action.town, {})
    if action.verb == "place":
        return f"{sum(counts.values())}/{SETUP_LIMIT[card_of(action.unit).army]}"
    here = {unit.id: unit.town for unit in view.units}.get(action.unit)
    if here is None:
        return ""
    notes = []
    enemies = {blocks.army: blocks.count for blocks in view.blocks if blocks.town == action.town}
    friends = {army: number for army, number in counts.items() if army not in enemies}
    if enemies:
        notes.append(f"attack {format_counts(enemies)}")
    if friends:
        notes.append(f"{format_counts(friends)} there")
    if action.verb in ("march", "force"):
        notes.append(road_note(view, find_town(here), find_town(action.town), bool(enemies)))
    return ", ".join(notes)


def arrival_note(view: View, action: Action) -> str:
    """Whence a reinforcement comes, and how many that road lets through (6.3.4)."""
    origin = {unit.id: unit.town for unit in view.units}.get(str(action.unit))
    if origin is None or view.town is None:
        return ""
    road = ROAD_BETWEEN[find_town(origin)][find_town(view.town)]
    return f"From {town_title(origin)}, {BATTLE_LIMIT[road]} a battle turn"


def _area_note(view: View, area: str) -> str:
    """The ground of an area of the battlefield, and the enemies who stand there."""
    notes = []
    for battle in view.battles:
        if battle.town == view.town:
            notes += [ground.kind for ground in battle.terrain if ground.area == area]
            enemies = [format_block(block) for block in battle.enemy if block.area == area]
            notes += [f"enemy {', '.join(enemies)}"] if enemies else []
    return ", ".join(notes)


def road_note(view: View, here: int, there: int, is_attack: bool) -> str:
    """A road's size, how many have used it this turn, and the river if it is attacked over."""
    number = ROAD_BETWEEN[here][there]
    if number < 0:
        return ""
    road = ROADS[number]
    note = "main" if road.is_main else "minor"
    note += f" road {view.roads.get(road.id, 0)}/{ROAD_LIMIT[number]}"
    if road.river:
        note += f" over the {road.river.replace(';', ' and the ')}"
        if is_attack:
            note += f" {view.rivers.get(road.id, 0)}/{RIVER_LIMIT[number]}"
    return note
