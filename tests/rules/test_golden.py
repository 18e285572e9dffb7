"""Golden games: whole games as every seat saw them. A change of behaviour shows as a diff.

`python3 scripts/golden.py` writes the files in tests/golden anew, when a change is meant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from golden import GAMES, describe, record_of
from napoleon.rules import Game

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_golden_game_replays_to_the_letter(name: str) -> None:
    """Every seat sees the same words and the same boards as when the game was kept."""
    record = (GOLDEN / f"{name}.record").read_text(encoding="utf-8")
    game = Game.replay(record)
    assert game.result is not None
    assert game.record() == record
    assert describe(record) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_golden_game_is_played_the_same_again(name: str) -> None:
    """The same players with the same dice play the same game: the offers are the same."""
    assert record_of(name) == (GOLDEN / f"{name}.record").read_text(encoding="utf-8")
