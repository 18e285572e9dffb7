"""What was done in battles, in the reader's words."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.ai.advice.account import NO_MORE
from napoleon.rules import Game, SeededDice
from napoleon.server import texts
from napoleon.server.http.stories import _put_into_words

NO_LUCK = {"dice": 0, "expected": 0.0, "rolled": 0}


def told(done: list[str], instead: list[str]) -> dict[str, Any]:
    """A story with one decision, in a battle."""
    side = {"hits": NO_LUCK, "forced_marches": NO_LUCK, "morale": NO_LUCK}
    decision = {"turn": 5, "seat": "french", "move": 9, "cost": 0.2, "taken": 0.3, "advised": 0.5}
    orders: dict[str, Any] = {"advice": [], "marched": []}
    fight = {"town": "ligny", "done": done, "instead": instead}
    return {
        "chances": [],
        "decisions": [{**decision, **orders, **fight}],
        "luck": {"french": side, "allied": side},
        "moments": [],
    }


@pytest.mark.parametrize(
    ("lang", "done", "words"),
    [
        ("en", ["end"], "Do no more in this battle turn"),
        ("en", ["retreat FR-N gembloux"], "Retreat with Napoléon to Gembloux"),
        ("en", ["deploy FR-2-I1 left", "deploy FR-2-I2 left", "deploy FR-2-A reserve", "end"],
         "Draw up 2 left, 0 in the centre, 0 right, 1 in reserve"),
        ("nl", ["end"], "Doe niets meer in deze gevechtsbeurt"),
        ("de", ["deploy FR-2-I1 centre", "hold FR-2-I1", "end"],
         "Aufstellen: 0 links, 1 im Zentrum, 0 rechts, 0 in Reserve"),
    ],
)  # fmt: skip
def test_a_decision_in_battle_is_told_in_words(lang: str, done: list[str], words: str) -> None:
    record = Game.new("historical", dice=SeededDice(1)).record()
    story = _put_into_words(told(done, ["end"]), record, texts.language(lang))
    (decision,) = story.decisions
    assert decision.town == "ligny"
    assert decision.done == words
    assert decision.instead == texts.language(lang).say(NO_MORE)
