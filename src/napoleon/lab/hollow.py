"""What a block counts whatever its strength: asked of the battles of sparring games.

A fight in a moment (`ai.campaign.quick`) compares what both sides bring. For several answers to
what a block is worth without its points, and what friends near by are, this tells how well the
ratio foretells who won.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from napoleon.ai.campaign.quick import friends_near
from napoleon.ai.knowledge.worth import power_of
from napoleon.lab.harvest import BATTLE_SIZE
from napoleon.lab.states import state_of
from napoleon.lab.training import BattleFit, fit_chance
from napoleon.rules.board.units import SIDE_UNITS, UNIT_COUNT

HOLLOWS: Final = (0.0, 0.4, 0.6, 0.7, 0.8)
SHARES: Final = (0.1, 0.2, 0.25, 0.3, 0.4)
_LINE: Final = struct.Struct(f"<I4B{2 * UNIT_COUNT}b")


class Answer(NamedTuple):
    """What a block counts less, and how well that foretells."""

    hollow: float
    fit: BattleFit


class Forces(NamedTuple):
    """Who won a battle (1: the attacker), what both sides had in the town, and who was near by."""

    won: float
    attack: float
    defence: float
    friends: float
    others: float


def read_battles(lines: bytes, hollow: float) -> list[Forces]:
    """The battles in lines of `lab.harvest`, if a block counts so much less than its worth."""
    found: list[Forces] = []
    for start in range(0, len(lines), BATTLE_SIZE):
        _, turn, town, attacker, won, *units = _LINE.unpack_from(lines, start)
        state = state_of(units[:UNIT_COUNT], units[UNIT_COUNT:], turn)
        there: list[float] = []
        near: list[float] = []
        for side in (attacker, 1 - attacker):
            here = state.at[town] & SIDE_UNITS[side]
            there.append(power_of(state.strength, here) - hollow * here.bit_count())
            near.append(friends_near(state, town, side, hollow))
        found.append(Forces(float(won), *there, *near))
    return found


def ask(lines: bytes) -> Iterator[Answer]:
    """All answers, by what the lines of `lab.harvest` say."""
    for hollow in HOLLOWS:
        rows = read_battles(lines, hollow)
        for share in SHARES:
            yield Answer(hollow, fit_chance(rows, share))
