"""What a seat knows of the campaign, as lines of text; made from its view and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from napoleon.rules import BattleView, Game, OwnUnit, View
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.towns import NEIGHBOURS, TOWN_IDS, TOWNS, find_town
from napoleon.rules.board.units import ARMY_NAMES, DEFEAT_AT, UNIT_BY_ID, UNITS, UnitCard
from napoleon.rules.words.prompts import prompt, tell_aim
from napoleon.rules.words.prose import turn_title
from napoleon.text.battlefield import draw_battle, draw_whole_battle
from napoleon.text.board_map import ARMY_LETTERS, count_units, counts_of, draw_map, format_counts
from napoleon.text.console import fold

SEAT_NAMES: Final = {
    "french": "the French",
    "allied": "the Allies",
    "anglo-dutch": "the Anglo-Dutch",
    "prussian": "the Prussians",
}


def capital(text: str) -> str:
    """With a capital letter, as a sentence begins."""
    return text[:1].upper() + text[1:]


def town_title(town: str) -> str:
    """The English name of a town given by its id."""
    return TOWNS[find_town(town)].names["en"]


def card_of(unit: str) -> UnitCard:
    """The card of a unit given by its id."""
    return UNITS[UNIT_BY_ID[unit]]


def format_unit(unit: OwnUnit) -> str:
    """``FR-2-I1/4``, with its marks as in positions."""
    marks = [mark for mark in unit.marks if unit.area is None]
    return f"{unit.id}/{unit.strength}" + (f"({','.join(marks)})" if marks else "")


def format_title(view: View) -> str:
    """Which turn it is, and how near each army is to defeat."""
    lost = " ".join(
        f"{ARMY_LETTERS[army]} {len(view.losses[army])}/{DEFEAT_AT[number]}"
        for number, army in enumerate(ARMY_NAMES)
    )
    last = LAST_TURN if view.aim is None else view.aim.until
    turn = f"Turn {view.turn} of {last}: {turn_title(view.turn)}" if view.turn else "Set-up"
    return f"{turn}  (lost: {lost})"


def format_aim(view: View) -> list[str]:
    """What decides a scenario."""
    return [] if view.aim is None or view.result is not None else [tell_aim(view.aim, view.turn)]


def format_units(view: View) -> list[str]:
    """The seat's own side by town, with strengths."""
    if not view.units:
        return []
    lines = ["Your units, with their strength:", *_units_by_town(view, lambda unit: unit.is_mine)]
    if not all(unit.is_mine for unit in view.units):
        ally = SEAT_NAMES["prussian" if view.seat == "anglo-dutch" else "anglo-dutch"]
        lines += [f"The units of {ally}:"]
        lines += _units_by_town(view, lambda unit: not unit.is_mine)
    return lines


def format_near(view: View) -> list[str]:
    """The seat's units at the fight that is being decided and in the towns around, and the
    enemy's blocks there."""
    if view.town is None:
        return []
    here = find_town(view.town)
    towns = [view.town, *[TOWN_IDS[town] for town in NEIGHBOURS[here]]]
    lines = [f"At {town_title(view.town)} and in the towns around it:"]
    for town in towns:
        units = [format_unit(unit) for unit in view.units if unit.town == town]
        enemies = {blocks.army: blocks.count for blocks in view.blocks if blocks.town == town}
        parts = [" ".join(units)] if units else []
        parts += [f"enemy {format_counts(enemies)}"] if enemies else []
        if parts:
            lines.append(f"  {town_title(town)}: {', '.join(parts)}")
    return lines


def _units_by_town(view: View, is_wanted: Callable[[OwnUnit], bool]) -> list[str]:
    lines = []
    for place in (*TOWN_IDS, None):
        there = [unit for unit in view.units if unit.town == place and is_wanted(unit)]
        if there:
            name = town_title(place) if place is not None else "Not placed yet"
            lines.append(f"  {name} ({len(there)}): {' '.join(map(format_unit, there))}")
    return lines


def format_blocks(view: View) -> list[str]:
    """The blocks of which the seat sees only how many stand where."""
    if not view.blocks:
        return []
    towns = dict.fromkeys(blocks.town for blocks in view.blocks)
    parts = []
    for town in towns:
        here = [blocks for blocks in view.blocks if blocks.town == town]
        part = f"{town_title(town)} {format_counts({b.army: b.count for b in here})}"
        disordered = sum(blocks.disordered for blocks in here)
        parts.append(part + (f" ({disordered} disordered)" if disordered else ""))
    who = "Enemy blocks" if view.seat is not None else "Blocks"
    return [f"{who}: {', '.join(parts)}"]


def format_losses(view: View) -> list[str]:
    """Who has been eliminated, by army: that is public."""
    lines = []
    for army in ARMY_NAMES:
        if view.losses[army]:
            lines.append(f"Lost, {army}: {' '.join(view.losses[army])}")
    if view.defeated:
        lines.append(f"Defeated: {', '.join(view.defeated)}")
    return lines


def format_talk(view: View) -> list[str]:
    """Whether the Allied players of a three-player game may talk (rule 11)."""
    if view.players != 3 or view.seat in (None, "french") or view.result is not None:
        return []
    other = SEAT_NAMES["prussian" if view.seat == "anglo-dutch" else "anglo-dutch"]
    if view.may_talk:
        return [f"You may talk with {other} now (rule 11)."]
    return [f"You may not talk with {other} now (rule 11)."]


def format_notebook(view: View) -> list[str]:
    """What the seat has seen of the enemy."""
    if not view.notebook:
        return ["You have not seen any enemy unit yet."]
    lines = ["Enemy units that you have seen:"]
    for sighting in view.notebook:
        name = f"  {sighting.unit:<8} {card_of(sighting.unit).name}"
        where = f" at {town_title(sighting.town)}" if sighting.town is not None else ""
        when = turn_title(sighting.turn)
        if sighting.lost:
            lines.append(f"{name}: lost{where}, {when}")
        else:
            strength = f", strength {sighting.strength}" if sighting.strength is not None else ""
            lines.append(f"{name}: last seen{where}{strength}, {when}")
    return lines


def format_fight(view: View, battle: BattleView) -> list[str]:
    """One fight: drawn when it has a battlefield, else in a line."""
    if battle.own or battle.enemy or battle.terrain:
        return draw_battle(battle, view.seat is not None)
    counts = counts_of(view).get(battle.town, {})
    return [
        f"{capital(battle.attacker)} attack on {town_title(battle.town)}: {format_counts(counts)}"
    ]


def format_fights(view: View) -> list[str]:
    """All fights that the seat can see."""
    lines: list[str] = []
    for battle in view.battles:
        lines += [*format_fight(view, battle), ""]
    return lines


def format_result(view: View) -> list[str]:
    """How the game ended, if it did."""
    if view.result is None:
        return []
    winner = capital(SEAT_NAMES[view.result["winner"]])
    return [f"{winner} have won: {view.result['reason']} (rule {view.result['rule']})."]


def format_situation(view: View, width: int) -> list[str]:
    """Everything that a seat knows; what is no picture is folded to this width."""
    whose = (
        f"as {SEAT_NAMES[view.seat]} see it" if view.seat is not None else "as everybody sees it"
    )
    notes = [*format_notebook(view), ""] if view.seat is not None and view.notebook else []
    end = [*format_aim(view), *format_talk(view), *(format_result(view) or [f"{prompt(view)}."])]
    return [
        *_fold_all([f"{format_title(view)}, {whose}"], width),
        "",
        *draw_map(counts_of(view)),
        "",
        *_fold_all([*format_units(view), *format_blocks(view), *format_losses(view)], width),
        "",
        *format_fights(view),
        *_fold_all([*notes, *end], width),
    ]


def format_truth(game: Game, width: int) -> list[str]:
    """The whole truth, for a referee: both sides with all their units."""
    french, allied = [game.view(seat) for seat in game.seats[:2]]
    units: list[str] = []
    for title, view in (("The French:", french), ("The Allies:", allied)):
        units += [title, *_units_by_town(view, lambda _: True)]
    fights: list[str] = []
    for seen, other in zip(french.battles, allied.battles, strict=True):
        is_drawn = seen.own or other.own or seen.terrain
        fights += draw_whole_battle(seen, other) if is_drawn else format_fight(french, seen)
        fights.append("")
    end = format_result(french) or [f"{prompt(game.view(None))}."]
    return [
        *_fold_all([f"{format_title(french)}, as the referee sees it"], width),
        "",
        *draw_map(count_units([*french.units, *allied.units])),
        "",
        *_fold_all([*units, *format_losses(french)], width),
        "",
        *fights,
        *_fold_all(end, width),
    ]


def _fold_all(lines: list[str], width: int) -> list[str]:
    return [part for line in lines for part in fold(line, width)]
