"""The short form of bench/chaos.py: a few blows, and nothing that was acknowledged is lost."""

from __future__ import annotations

import pytest
from bench.chaos import KINDS, run


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_acknowledged_is_lost(kind: str) -> None:
    acknowledged, games, blows = run(kind, 2, seed=7, quiet=True)
    assert acknowledged > 0 and games >= 6 and sum(blows.values()) == 2
