"""Random battles in progress, as positions: the quick way into the corners of chapter 6."""

from __future__ import annotations

import random

from napoleon.rules import format_board
from napoleon.rules.board.tables import LAID
from napoleon.rules.board.towns import NEIGHBOURS, TERRAIN_KINDS, TERRAIN_MIX, TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_UNITS,
    FOOT_GUNS,
    FULL_STRENGTH,
    GUNS,
    INFANTRIES,
    SIDE_NAMES,
    SIDE_UNITS,
    UNIT_IDS,
    members,
)

_AREAS = ("left", "centre", "right")
_AHEAD = {"left": "enemy-right", "centre": "enemy-centre", "right": "enemy-left"}


def random_battle(rng: random.Random) -> str:
    """The text of a position with one battle, and friends of both sides around it, on the board
    that is laid."""
    town = rng.randrange(len(TOWN_IDS))
    turn = rng.choice([turn for turn in range(1, 24) if turn % 3])
    players = rng.choice((2, 3))
    lines = [
        f"players {players}",
        f"turn {turn}",
        f"visibility {rng.choice(('open', 'hidden'))}",
    ]
    pools = [members(SIDE_UNITS[0]), _allied_pool(rng)]
    for pool in pools:
        rng.shuffle(pool)
    neighbours = NEIGHBOURS[town][:]
    rng.shuffle(neighbours)
    for index, neighbour in enumerate(neighbours[: rng.randrange(len(neighbours) + 1)]):
        units = [pools[index % 2].pop() for _ in range(rng.randrange(4))]
        if units:
            lines.append(f"{TOWN_IDS[neighbour]}: {' '.join(_unit(u, rng) for u in units)}")
    lines.append(f"battle {TOWN_IDS[town]}")
    lines.append(f"side {rng.choice(SIDE_NAMES)}; step morale")
    lines.append(f"origins {' '.join(TOWN_IDS[n] for n in neighbours if rng.random() < 0.6)}")
    lines.append(f"round {rng.choice((1, 1, 1, 2, 39))}")
    cup = [
        kind
        for number in range(max(TERRAIN_MIX))
        for kind, blocks in zip(TERRAIN_KINDS, TERRAIN_MIX, strict=True)
        if number < blocks
    ] + ["open"] * 6
    rng.shuffle(cup)
    for side in (0, 1):
        lines += _deployed(side, pools[side], cup[side * 3 : side * 3 + 3], rng)
    return format_board(LAID.board) + "\n".join(lines)


def _allied_pool(rng: random.Random) -> list[int]:
    armies = rng.choice((ARMY_UNITS[1], ARMY_UNITS[2], ARMY_UNITS[1] | ARMY_UNITS[2]))
    return members(armies)


def _unit(unit: int, rng: random.Random, marks: str = "") -> str:
    strength = rng.randint(1, FULL_STRENGTH[unit])
    return f"{UNIT_IDS[unit]}/{strength}{marks}"


def _deployed(side: int, pool: list[int], blocks: list[str], rng: random.Random) -> list[str]:
    """One side's terrain and units: at least one in each of its areas."""
    name = SIDE_NAMES[side]
    lines: list[str] = []
    terrain = dict(zip(_AREAS, blocks, strict=True))
    places: dict[str, list[str]] = {}
    holders: dict[str, str] = {}
    size = min(len(pool), rng.randint(3, 10))
    for index in range(size):
        unit = pool.pop()
        own = _AREAS[index] if index < 3 else rng.choice(_AREAS)
        if terrain[own] == "woods" and GUNS >> unit & 1:
            terrain[own] = "open"
        area = own
        if index >= 3 and rng.random() < 0.3:
            area = "reserve"
        elif index >= 3 and rng.random() < 0.5 and not GUNS >> unit & 1:
            area = _AHEAD[own]
        marks = ""
        if INFANTRIES >> unit & 1 and area in _AREAS:
            if terrain[own] == "farm" and own not in holders:
                holders[own] = UNIT_IDS[unit]
            elif terrain[own] in ("open", "stream", "hill") and rng.random() < 0.25:
                marks = "(square)"
        if GUNS >> unit & 1 and area in _AREAS and terrain[own] == "hill" and own not in holders:
            holders[own] = UNIT_IDS[unit]
        places.setdefault(area, []).append(_unit(unit, rng, marks))
    for area, kind in terrain.items():
        if kind != "open" and not (kind == "woods" and _has_guns(places.get(area, []))):
            lines.append(f"terrain {name} {area} {kind} {holders.get(area, '')}".strip())
    lines += [f"{name} {area}: {' '.join(units)}" for area, units in places.items()]
    return lines


def _has_guns(units: list[str]) -> bool:
    guns = {UNIT_IDS[unit] for unit in members(GUNS | FOOT_GUNS)}
    return any(text.partition("/")[0] in guns for text in units)
