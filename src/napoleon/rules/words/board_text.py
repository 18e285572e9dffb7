"""A game and a view as text that people read: `print(game)`, `print(view)`.

In English, with the ids that actions and positions use.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import ARMY_NAMES, UNIT_IDS
from napoleon.rules.knowledge.view import View
from napoleon.rules.knowledge.view_parts import BattleView, OwnUnit
from napoleon.rules.words.prompts import tell_aim

_WIDTH: Final = 100
_TOWN_WIDTH: Final = 18  # the town or area of a line, before the blocks in it
_ENEMY: Final = "enemy-"  # before the name of an area on the other side's ground
_FRONT: Final = ("left", "centre", "right", "reserve")
_AREAS: Final = [*[_ENEMY + area for area in reversed(_FRONT)], *_FRONT]


def format_game(seen: View, units: list[OwnUnit]) -> str:
    """Return a game as its referee sees it: with all units, and what spectators see besides."""
    lines = _heading(seen)
    lines += _by_town(units, {})
    for battle in seen.battles:
        lines += _fight(battle, _units_on_field(battle, units, "french"))
    return "\n".join([*lines, *_losses(seen)])


def format_view(view: View) -> str:
    """Return what a seat sees: its units with strengths, the other blocks as numbers."""
    seat = f"as {view.seat} sees it" if view.seat is not None else "as a spectator sees it"
    units = view.truth or view.units
    counts: dict[str, list[str]] = {}
    if not view.truth:
        for blocks in view.blocks:
            words = f"{blocks.army} x{blocks.count}"
            if blocks.disordered:
                words += f" ({blocks.disordered} disordered)"
            counts.setdefault(blocks.town, []).append(words)
    first, *rest = _heading(view)
    lines = [f"{first}, {seat}", *rest, *_by_town(units, counts)]
    for battle in view.battles:
        if view.truth:
            on_field = _units_on_field(battle, units, view.seat or "french")
        else:
            on_field = _blocks_on_field(battle)
        lines += _fight(battle, on_field)
    return "\n".join([*lines, *_losses(view)])


def _heading(view: View) -> list[str]:
    """Turn, decision and aim, or how the game ended."""
    if not view.turn:
        first = "Set-up"
    else:
        night = ", night" if view.night else ""
        first = f"Turn {view.turn}, {view.date}{night}: {view.side} turn"
    lines = [first]
    if view.result is not None:
        result = view.result
        lines.append(f"{result['winner']} won (rule {result['rule']}): {result['reason']}")
    else:
        where = f" at {view.town}" if view.town is not None else ""
        lines.append(f"{' and '.join(view.to_act)} to act: {view.stage}{where}")
        if view.aim is not None:
            lines.append(tell_aim(view.aim, view.turn))
    return lines


def _losses(view: View) -> list[str]:
    """One line, with the number of units that each army has lost; none if none has."""
    counts = [f"{army} {len(units)}" for army, units in view.losses.items() if units]
    return [f"Lost: {', '.join(counts)}"] if counts else []


def _by_town(units: list[OwnUnit], counts: dict[str, list[str]]) -> list[str]:
    """A line for each town with blocks: the units, and the counts of those that are hidden."""
    there: dict[str, list[OwnUnit]] = {}
    waiting: list[OwnUnit] = []
    for unit in units:
        if unit.town is None:
            waiting.append(unit)
        else:
            there.setdefault(unit.town, []).append(unit)
    lines: list[str] = []
    for town in TOWN_IDS:
        words = [*_by_army(there.get(town, [])), *counts.get(town, [])]
        if words:
            lines += _line(town, "; ".join(words))
    if waiting:
        lines += _line("not placed yet", "; ".join(_by_army(waiting)))
    return lines


def _by_army(units: list[OwnUnit]) -> list[str]:
    """The units of each army, with their strengths, in the order of the roster."""
    found: list[str] = []
    for army in ARMY_NAMES:
        own = sorted([unit for unit in units if unit.army == army], key=_place_in_roster)
        if own:
            found.append(f"{army} {', '.join([_unit(unit.id, unit.strength) for unit in own])}")
    return found


def _place_in_roster(unit: OwnUnit) -> int:
    return UNIT_IDS.index(unit.id)


def _unit(unit: str, strength: int | None) -> str:
    return f"{unit}/{strength}"


def _units_on_field(battle: BattleView, units: list[OwnUnit], seat: str) -> list[tuple[str, str]]:
    """The area of each unit on a field, named from the seat's side, and the unit in words."""
    found: list[tuple[str, str]] = []
    for unit in units:
        if unit.town == battle.town and unit.area is not None:
            area = unit.area  # named from its own side
            if (unit.army == "french") != (seat == "french"):
                area = area[len(_ENEMY) :] if area.startswith(_ENEMY) else _ENEMY + area
            found.append((area, f"{unit.army} {_unit(unit.id, unit.strength)}"))
    return found


def _blocks_on_field(battle: BattleView) -> list[tuple[str, str]]:
    """The area of each block that a seat sees on a field, and the block in words."""
    found: list[tuple[str, str]] = []
    for block in [*battle.own, *battle.enemy]:
        name = f"x{block.count}" if block.unit is None else _unit(block.unit, block.strength)
        found.append((block.area, f"{block.army} {name}"))
    return found


def _fight(battle: BattleView, on_field: list[tuple[str, str]]) -> list[str]:
    """A heading, and a line for each area of the field that has units or terrain."""
    turn = f", round {battle.round}" if battle.round else ""
    step = f", {battle.side} turn ({battle.step})" if battle.side is not None else ""
    origins = f" from {', '.join(battle.origins)}" if battle.origins else ""
    lines = [f"{battle.attacker} attack {battle.town}{origins}: {battle.status}{turn}{step}"]
    for area in _AREAS:
        there = [f"[{ground.kind}]" for ground in battle.terrain if ground.area == area]
        there += [words for place, words in on_field if place == area]
        if there:
            lines += _line(f"  {area}", "; ".join(there))
    return lines


def _line(name: str, words: str) -> list[str]:
    """A name and what stands there, on as many lines as that takes."""
    return wrap(
        words,
        _WIDTH,
        initial_indent=f"{name:{_TOWN_WIDTH}}",
        subsequent_indent=" " * _TOWN_WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
    )
