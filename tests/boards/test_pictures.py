"""Pictures of games on a corrected board, beside games on ours."""

from __future__ import annotations

import pytest
from tests.boards.correcting import GONE_TOWN, NEW_TOWN

from napoleon.rules import Board, Game

pytestmark = pytest.mark.once


def test_a_game_is_drawn_on_its_own_board(corrected: Board) -> None:
    ours, other = Game.new(), Game.new(board=corrected)
    before = ours.svg(width=1600)
    for seat in ("referee", "french", "allied", None):
        svg = other.svg(seat, width=1600)
        assert f'data-name="{NEW_TOWN}"' in svg
        assert f'data-name="{GONE_TOWN}"' not in svg
    assert f'data-town="{NEW_TOWN}"' in other.svg("allied")  # two units begin there
    assert 'data-unit="FR-1-I1" data-strength="2"' in other.svg("french")
    assert ours.svg(width=1600) == before
