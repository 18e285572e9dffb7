"""Positions dealt at random over the whole map: armies of any size anywhere, at any hour.

They come up in no campaign from its beginning, but in scenarios that people write and in games that
go very badly: an army that is gone or has not come, a leader who fell, a side without a single unit
on the map.
"""

from __future__ import annotations

import random
from typing import Final

from napoleon.rules import format_board
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.tables import LAID
from napoleon.rules.board.towns import NEIGHBOURS, TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_OF,
    ARMY_UNITS,
    DEFEAT_AT,
    FULL_STRENGTH,
    SIDE_NAMES,
    UNIT_IDS,
    members,
)

# The share of an army that is on the map, and of the rest that was lost; what is neither is not in
# the game.
ON_MAP: Final = (0.0, 0.1, 0.3, 0.6, 1.0)
LOST: Final = (0.0, 0.0, 0.5, 1.0)
CLUMPS: Final = (1, 2, 4, 12)  # towns in which an army stands
AIM: Final = 0.3  # the chance of an aim, as in a scenario
ATTACK: Final = 0.4  # the chance of attacks that have been declared, by day
HANDICAP: Final = 0.1  # the chance that a side still has to give up steps


def deal_position(rng: random.Random) -> str:
    """Return the text of a position about to be marched or fought in, on the board that is laid.

    Few of them are refused: then the caller deals again.
    """
    turn = rng.randint(1, LAST_TURN)
    side = 0 if turn % 2 else 1
    lines = [
        f"players {rng.choice((2, 3))}",
        f"visibility {rng.choice(('open', 'hidden'))}",
        f"turn {turn}",
    ]
    places: dict[int, list[int]] = {}  # units by town
    for army in range(3):
        lines += _deal_army(army, places, rng)
    attacks = _declare_attacks(side, places, rng) if turn % 3 and rng.random() < ATTACK else []
    for town, units in places.items():
        lines.append(f"{TOWN_IDS[town]}: {' '.join(_describe(unit, rng) for unit in units)}")
    if rng.random() < AIM:
        lines.append(_aim(turn, rng))
    if rng.random() < HANDICAP:
        lines.append(f"handicap {rng.choice(SIDE_NAMES)} {rng.randint(1, 6)}")
    return format_board(LAID.board) + "\n".join([*lines, *attacks])


def _deal_army(army: int, places: dict[int, list[int]], rng: random.Random) -> list[str]:
    """Put units of an army into towns without enemies, and say which are lost."""
    units = members(ARMY_UNITS[army])
    rng.shuffle(units)
    size = round(len(units) * rng.choice(ON_MAP))
    free = [
        town
        for town in range(len(TOWN_IDS))
        if all((ARMY_OF[unit] == 0) == (army == 0) for unit in places.get(town, []))
    ]
    towns = rng.sample(free, min(len(free), rng.choice(CLUMPS)))
    for unit in units[:size]:
        places.setdefault(rng.choice(towns), []).append(unit)
    rest = units[size:]
    lost = min(round(len(rest) * rng.choice(LOST)), DEFEAT_AT[army] - rng.choice((0, 1, 1)))
    return [f"lost: {' '.join(UNIT_IDS[unit] for unit in rest[:lost])}"] if lost else []


def _declare_attacks(side: int, places: dict[int, list[int]], rng: random.Random) -> list[str]:
    """Move units of the side to act into towns of the enemy next door, and say that they attack."""
    lines: list[str] = []
    for start in list(places):
        units = places.get(start, [])
        if not units or (ARMY_OF[units[0]] != 0) != bool(side):
            continue
        prey = [
            town
            for town in NEIGHBOURS[start]
            if places.get(town) and (ARMY_OF[places[town][0]] != 0) != bool(side)
        ]
        if not prey or len(lines) == 2:
            continue
        town = rng.choice(prey)
        goers = rng.sample(units, rng.randint(1, len(units)))
        places[start] = [unit for unit in units if unit not in goers]
        if not places[start]:
            del places[start]
        places[town] = places[town] + goers
        lines.append(f"battle {TOWN_IDS[town]} pending\norigins {TOWN_IDS[start]}")
    return lines


def _describe(unit: int, rng: random.Random) -> str:
    return f"{UNIT_IDS[unit]}/{rng.randint(1, FULL_STRENGTH[unit])}"


def _aim(turn: int, rng: random.Random) -> str:
    until = rng.randint(turn, LAST_TURN)
    goal = rng.choice(("losses", rng.choice(TOWN_IDS)))
    return f"aim {rng.choice(SIDE_NAMES)} {goal} until {until}"
