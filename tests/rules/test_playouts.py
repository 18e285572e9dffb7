"""Short games by chance from lively positions; `scripts/golden.py` writes their digests anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from playouts import POSITIONS, SETTINGS, playouts_from

KEPT = Path(__file__).parent.parent / "golden" / "playouts.txt"


@pytest.mark.parametrize("name", POSITIONS)
def test_short_games_by_chance_show_the_same_as_before(name: str) -> None:
    """What is offered, refused, told and seen in them, each as a digest."""
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    assert playouts_from(name) == [line for line in kept if line.startswith(f"{name} (")]
    assert len(kept) == len(SETTINGS) * len(POSITIONS)
