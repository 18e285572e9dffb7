"""Views as data: from views to JSON and back, with something in every field."""

from __future__ import annotations

import json

import pytest

from napoleon.rules import Game
from napoleon.rules import game as rules_game
from napoleon.rules.knowledge.view import BattleView, View
from playouts import Playout

pytestmark = pytest.mark.skipif(
    not str(rules_game.__file__).endswith(".py"), reason="compiled classes name no slots"
)

LIVELY = (
    "a square with a guest",
    "streams",
    "retreats",
    "skirmishes",
    "a battle to set up",
    "a withdrawal",
    "deployment",
    "terrain",
    "an attack from two towns",
    "armies about to break",
    "near the end",
    "supply",
)


IDLE = (
    "turn 5; battle charleroi; idle 3; french centre: FR-4-I; allied centre: PR-2-I1;"
    "french left: FR-2-I1; allied left: PR-1-I1; origins laneffe"
)
WITH_AN_AIM = "turn 5; ligny: FR-1-I1; wavre: PR-1-I1; aim french ligny until 5"


class Onlooker(Playout):
    """A short game by chance of which only the views are kept."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 2)
        self.views: list[View] = []

    def _look(self) -> None:
        self.views += [self.game.view(seat) for seat in (*self.game.seats, None)]


@pytest.fixture(scope="module")
def views() -> list[View]:
    found: list[View] = []
    for name in LIVELY:
        onlooker = Onlooker(name)
        onlooker.run()
        found += onlooker.views
    found += [Game.from_position(text).view("french") for text in (WITH_AN_AIM, IDLE)]
    return found


def test_a_view_is_read_back_from_its_data(views: list[View]) -> None:
    """Slot by slot, for every seat and a spectator."""
    for view in views:
        again = View.from_dict(json.loads(json.dumps(view.as_dict())))
        assert again.as_dict() == view.as_dict()
        for slot in View.__slots__:
            assert type(getattr(again, slot)) is type(getattr(view, slot)), slot


def test_between_them_these_views_fill_every_field(views: list[View]) -> None:
    """Else a field that is not read back would not be noticed."""
    filled = {slot for view in views for slot in View.__slots__ if getattr(view, slot)}
    assert {*View.__slots__} - filled == set()
    battles = [battle for view in views for battle in view.battles]
    filled = {slot for battle in battles for slot in BattleView.__slots__ if getattr(battle, slot)}
    assert {*BattleView.__slots__} - filled == set()
