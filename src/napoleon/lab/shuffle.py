"""The test of tests for secrecy: change every fact that a seat may not know.

`shuffle_hidden` gives a state in which the blocks that a seat cannot tell apart have other
identities and strengths. The seat's view and its legal actions must not change by a bit.
"""

from __future__ import annotations

import random

from napoleon.rules.board.units import ARMY_UNITS, FULL_STRENGTH, UNIT_COUNT, members
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.sketch import known_units, rename_units


def shuffle_hidden(state: State, armies: int, rng: random.Random) -> State:
    """A copy in which the units unknown to a seat have changed places and strengths."""
    twin = state.copy()
    known = known_units(state, armies)
    to = list(range(UNIT_COUNT))
    for army in range(3):
        hidden = members(ARMY_UNITS[army] & ~known)
        mixed = hidden[:]
        rng.shuffle(mixed)
        for old, new in zip(hidden, mixed, strict=True):
            to[old] = new
            twin.where[new] = state.where[old]
            if state.where[old] >= 0:
                twin.strength[new] = rng.randint(1, FULL_STRENGTH[new])
    rename_units(twin, to)
    return twin
