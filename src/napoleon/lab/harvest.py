"""What sparring games leave behind, in files: a line of bytes for each position and each battle.

A position: seed of the game (4 bytes, little-endian), turn, 1 if the French won, 1 if it is clean,
a byte of nought, then for each unit where it is (as a signed byte) and for each how strong.
A battle: the seed, turn, town, attacker, 1 if he won, then where and how strong before and after.
Files are packed with xz.
"""

from __future__ import annotations

import lzma
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from napoleon.lab.sparring import Sparred
from napoleon.rules.board.units import UNIT_COUNT

HEAD: Final = 8
POSITION_SIZE: Final = HEAD + 2 * UNIT_COUNT
BATTLE_SIZE: Final = HEAD + 4 * UNIT_COUNT
_UNITS: Final = struct.Struct(f"<{UNIT_COUNT}b")


def _head(seed: int, *bytes_: int) -> bytes:
    return struct.pack("<I4B", seed, *bytes_)


def position_lines(game: Sparred) -> bytes:
    """The positions of a game."""
    return b"".join(
        _head(game.seed, position.turn, game.french_won, position.is_clean, 0)
        + _UNITS.pack(*position.where)
        + _UNITS.pack(*position.strength)
        for position in game.positions
    )


def battle_lines(game: Sparred) -> bytes:
    """The battles of a game."""
    return b"".join(
        _head(game.seed, battle.turn, battle.town, battle.attacker, battle.won)
        + _UNITS.pack(*battle.where)
        + _UNITS.pack(*battle.strength)
        + _UNITS.pack(*battle.where_after)
        + _UNITS.pack(*battle.strength_after)
        for battle in game.battles
    )


def write_harvest(folder: Path, name: str, games: Iterable[Sparred]) -> tuple[int, int]:
    """Keep games as `NAME-positions.xz` and `NAME-battles.xz`; how many games, and French wins."""
    number = 0
    french = 0
    folder.mkdir(parents=True, exist_ok=True)
    with (
        lzma.open(folder / f"{name}-positions.xz", "wb", preset=1) as positions,
        lzma.open(folder / f"{name}-battles.xz", "wb", preset=1) as battles,
    ):
        for game in games:
            positions.write(position_lines(game))
            battles.write(battle_lines(game))
            number += 1
            french += game.french_won
    return number, french


def read_lines(path: Path) -> bytes:
    """The lines of a file, one after the other."""
    with lzma.open(path, "rb") as file:
        return file.read()
