"""Writing positions: from state to text (docs/notation.md)."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.board.towns import (
    ROADS,
    TOWN_IDS,
)
from napoleon.rules.board.units import (
    ARMY_NAMES,
    FULL_STRENGTH,
    SIDE_NAMES,
    SIDE_UNITS,
    UNIT_IDS,
    members,
)
from napoleon.rules.engine.actions import AREA_NAMES, TERRAIN_NAMES
from napoleon.rules.engine.fight import FIGHTING, FROM_NAME, NOBODY, STATUS_NAMES, Fight
from napoleon.rules.engine.marks import FIGHT_MARKS, STATE_MARKS, marked_units, mask_of
from napoleon.rules.engine.state import NO_AIM, SCENARIO_NAMES, State
from napoleon.rules.notation.phases import format_phase
from napoleon.rules.phases.campaign import JUDGEMENT

VERSION: Final = 1
BOARD: Final = "board"  # any but the one that comes with the game
HANDICAP: Final = "handicap"
END_OF_TURN: Final = f"flow campaign step={JUDGEMENT}"
LOSSES: Final = "losses"  # as an aim: to lose fewer units than the enemy


def marks_of(state: State, unit: int, marked: int = -1) -> list[str]:
    """The marks of a unit, as they stand in brackets behind it; `marked` are the units with marks
    of the state, if somebody has looked (-1: they may all be)."""
    marks: list[str] = []
    if marked >> unit & 1:
        marks = [mark.word for mark in STATE_MARKS if mask_of(state, mark) >> unit & 1]
    town = state.where[unit]
    fight = state.fight_at(town) if state.fights and town >= 0 else None
    if fight is not None and fight.area_of(unit) >= 0:
        marks += fight_marks_of(fight, unit, True, state.is_hidden)
    return marks


def fight_marks_of(fight: Fight, unit: int, with_secret: bool, with_inferred: bool) -> list[str]:
    """The marks of a unit on a battlefield."""
    marks = [
        mark.word
        for mark in FIGHT_MARKS
        if mask_of(fight, mark) >> unit & 1
        and (with_secret or not mark.is_secret)
        and (with_inferred or not mark.is_inferred)
    ]
    host = fight.host_of(unit)
    if host >= 0:
        marks.append(f"in:{UNIT_IDS[host]}")
    return marks


def _format_unit(state: State, unit: int, marked: int) -> str:
    """A unit with its strength, if reduced, and its marks."""
    text = UNIT_IDS[unit]
    if state.strength[unit] != FULL_STRENGTH[unit]:
        text += f"/{state.strength[unit]}"
    marks = marks_of(state, unit, marked)
    return f"{text}({','.join(marks)})" if marks else text


def _format_units(state: State, units: int) -> str:
    marked = marked_units(state, STATE_MARKS)
    return " ".join([_format_unit(state, unit, marked) for unit in members(units)])


def _ids(units: int) -> str:
    return " ".join([UNIT_IDS[unit] for unit in members(units)])


def format_handicap(handicap: int) -> str:
    """The statement of what a side has to give up: so many steps of the French, or below 0 of the
    Allies."""
    return f"{HANDICAP} {SIDE_NAMES[0 if handicap > 0 else 1]} {abs(handicap)}"


def format_position(state: State) -> str:
    """Everything about a state, one statement a line."""
    lines = [f"position {VERSION}"]
    if state.board is not SHIPPED:
        lines.append(f"{BOARD} {state.board.name} {state.board.hash}")
    lines += [
        f"players {state.players}",
        f"scenario {SCENARIO_NAMES[state.scenario]}",
        f"visibility {'hidden' if state.is_hidden else 'open'}",
        f"turn {state.turn}",
    ]
    if state.aim != NO_AIM:
        what = TOWN_IDS[state.aim] if state.aim >= 0 else LOSSES
        lines.append(f"aim {SIDE_NAMES[state.aim_side]} {what} until {state.until}")
    if state.handicap:
        lines.append(format_handicap(state.handicap))
    if state.winner >= 0:
        lines.append(f"over {SIDE_NAMES[state.winner]} {state.won_by}")
    for town in range(len(TOWN_IDS)):
        fight = state.fight_at(town)
        units = state.at[town] if fight is None else state.at[town] & ~fight.on_field()
        if units:
            lines.append(f"{TOWN_IDS[town]}: {_format_units(state, units)}")
    if state.lost:
        lines.append(f"lost: {_ids(state.lost)}")
    if state.defeated:
        armies = [name for army, name in enumerate(ARMY_NAMES) if state.defeated >> army & 1]
        lines.append(f"defeated: {' '.join(armies)}")
    for index, units in enumerate(state.group_units):
        army = ARMY_NAMES[state.group_army[index]]
        lines.append(f"group {army} {TOWN_IDS[state.group_town[index]]}: {_ids(units)}")
    if state.blocks:
        lines.append(f"blocks: {' '.join([UNIT_IDS[unit] for unit in state.blocks])}")
    lines += _format_roads("road", state.road_use) + _format_roads("crossed", state.river_use)
    for fight in state.fights:
        lines += _format_fight(state, fight)
    flow = [f"flow {format_phase(phase)}" for phase in state.stack]
    # What a position that is over and has no flow is given: a game of the rules ends elsewhere.
    lines += [] if state.winner >= 0 and flow == [END_OF_TURN] else flow
    return "\n".join(lines) + "\n"


def _format_roads(word: str, use: list[int]) -> list[str]:
    used = [f"{ROADS[road].id}*{number}" for road, number in enumerate(use) if number]
    return [f"{word} {' '.join(used)}"] if used else []


def _format_fight(state: State, fight: Fight) -> list[str]:
    lines = [f"battle {TOWN_IDS[fight.town]} {STATUS_NAMES[fight.status]}"]
    if fight.lead_town >= 0:
        lines.append(f"lead {ARMY_NAMES[fight.lead_army]} {TOWN_IDS[fight.lead_town]}")
    origins = [TOWN_IDS[town] for town in range(len(TOWN_IDS)) if fight.origins >> town & 1]
    if origins:
        lines.append(f"origins {' '.join(origins)}")
    if fight.order:
        lines.append(f"order {fight.order}")
    lines.append(f"senior {ARMY_NAMES[fight.senior[1]]}")
    for role in (0, 1):
        side = SIDE_NAMES[fight.side_of(role)]
        for name in (1, 2, 3):
            area = FROM_NAME[role][name]
            if fight.terrain[area]:
                holder = fight.holder[area]
                words = f"terrain {side} {AREA_NAMES[name]} {TERRAIN_NAMES[fight.terrain[area]]}"
                lines.append(f"{words} {UNIT_IDS[holder]}" if holder != NOBODY else words)
        for name in (1, 2, 3, 0, 4, 5, 6):
            units = fight.areas[FROM_NAME[role][name]] & SIDE_UNITS[fight.side_of(role)]
            if units:
                lines.append(f"{side} {AREA_NAMES[name]}: {_format_units(state, units)}")
    if fight.status == FIGHTING:
        lines.append(f"round {fight.round}")
    if fight.idle:
        lines.append(f"idle {fight.idle}")
    if fight.busy:
        lines.append("busy")
    if fight.bloodless:
        lines.append(f"bloodless {fight.bloodless}")
    if fight.bled:
        lines.append("bled")
    if fight.withdrawing:
        lines.append("withdrawing")
    if sum(fight.crossings):
        lines.append(f"crossings {' '.join([str(number) for number in fight.crossings])}")
    for word, roads in (("retreated", fight.retreated), ("reinforced", fight.reinforced)):
        if roads:
            used = [f"{ROADS[road].id}*{roads.count(road)}" for road in sorted(set(roads))]
            lines.append(f"{word} {' '.join(used)}")
    return lines
