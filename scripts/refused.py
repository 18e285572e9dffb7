"""What is refused in fixed positions, and why: each reason with the number of actions it meets.

The positions are those of perft.py and some decisions after each. Of all that could be written
down a fair part is tried: every verb with some units of the position and some others, the towns
around, all areas, and all units in square.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from napoleon.rules import Game, Seat
from napoleon.rules.board.towns import NEIGHBOURS, TOWN_IDS, TOWNS
from napoleon.rules.board.units import UNIT_IDS, UNITS
from napoleon.rules.engine.actions import AREA_NAMES, TERRAIN_NAMES, VERBS
from napoleon.rules.words.language import UNIT_NAMES
from perft import POSITIONS, RoundDice

# What is played from a position on: any action from the middle of the list, or the end of the step
# All but that of even games, which none of these is: what was kept before there were any stays.
TRIED = [verb for verb in VERBS if verb.name != "weaken"]
PATH = ("any", "any", "end", "any", "end")
MOST_UNITS = 9  # of the position
# Reasons that meet everything else, and are only counted
GENERAL = ("this is not the step", "... is not under your command", "... is not on the board")
STRANGERS = ["FR-6-A", "AD-2-I2", "PR-4-C"]  # tried besides
FAR_TOWNS = ["ghent", "givet"]
UNITS_NAMED = [f"{name} ({unit.id})" for name, unit in zip(UNIT_NAMES, UNITS, strict=True)]
WORDS = [*UNITS_NAMED, *(town.names["en"] for town in TOWNS)]
NAMES = re.compile("|".join(re.escape(word) for word in sorted(WORDS, key=len, reverse=True)))


def reasons_from(name: str) -> list[str]:
    """The reasons for refusals in a position and in those after it, a line each."""
    lines: list[str] = []
    game = Game.from_position(POSITIONS[name][1], dice=RoundDice())
    for step in PATH:
        for seat in game.to_act:
            lines.append(f"{name}, {game.stage}, {seat}:")
            lines += [f"  {line}" for line in _reasons(game, seat)]
        if game.to_act:
            seat = game.to_act[0]
            offered = game.legal(seat)
            is_end = step == "end" and "end" in offered
            game.play(seat, "end" if is_end else offered[len(offered) // 2])
    return lines


def _reasons(game: Game, seat: Seat) -> list[str]:
    """Each sentence, without the names in it, and how often it meets which verbs."""
    many: dict[str, Counter[str]] = defaultdict(Counter)
    for text in _tried(game):
        reason = game.why_not(seat, text)
        if reason is not None:
            sentence = NAMES.sub("...", reason.text)
            is_general = sentence.startswith(GENERAL)
            verb = "in all" if is_general else text.split()[0]
            many[sentence if is_general else f"{sentence} ({reason.rule})"][verb] += 1
    return [
        f"{sentence}: {', '.join(f'{verb} {count}' for verb, count in verbs.items())}"
        for sentence, verbs in many.items()
    ]


def _tried(game: Game) -> list[str]:
    """The actions that are tried in a position."""
    towns = {unit: game.where(unit) or "" for unit in UNIT_IDS}
    there = [unit for unit in UNIT_IDS if towns[unit] in TOWN_IDS]
    step = max(1, len(there) // MOST_UNITS)
    units = [*there[::step], *STRANGERS]
    stand = {TOWN_IDS.index(towns[unit]) for unit in there}
    near = {TOWN_IDS[other] for town in stand for other in NEIGHBOURS[town]}
    squares = [unit for unit in there if "square" in game.marks(unit)]
    operands = {
        "unit": units,
        "optional unit": ["", *squares, units[0]],
        "town": sorted({*(TOWN_IDS[town] for town in stand), *near, *FAR_TOWNS}),
        "area": list(AREA_NAMES),
        "terrain": list(TERRAIN_NAMES),
        "number": ["0", "1", "2", "3"],
    }
    texts: list[str] = []
    for verb in TRIED:
        lines = [verb.name]
        for kind in verb.operands:
            lines = [f"{line} {word}".strip() for line in lines for word in operands[kind]]
        texts += lines
    return texts
