"""Why a unit can do nothing: `Game.why_idle`."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.languages import language
from napoleon.rules import Action, Game, ScriptedDice
from napoleon.rules.board.units import UNIT_IDS
from napoleon.rules.errors import MalformedAction

# A corps with its cavalry and its leader; horsemen and foot, some of whom march
MARCHES = "turn 5; beaumont: FR-N FR-3-I1 FR-3-I2 FR-C1; philippeville: FR-4-I; namur: PR-1-I1"


def game_after(position: str, *actions: str, seat: str = "french") -> Game:
    game = Game.from_position(position, dice=ScriptedDice([6] * 40))
    for action in actions:
        game.play(seat, action)
    return game


@pytest.mark.parametrize(
    ("unit", "rule", "words"),
    [
        ("FR-3-I2", "5.6", "has not used its whole normal march"),  # its group went on without it
        ("FR-C1", "5.6", "has not used its whole normal march"),  # one town of two
        ("FR-4-I", "5.6", "belongs to no group that moved this turn"),
        ("FR-N", "5.6", "has not used its whole normal march"),
    ],
)
def test_5_6_who_cannot_make_a_forced_march(unit: str, rule: str, words: str) -> None:
    game = game_after(MARCHES, "march FR-3-I1 thuin", "march FR-C1 thuin", "end")
    assert game.stage == "force"
    assert game.why_idle("french", "FR-3-I1") is None
    reason = game.why_idle("french", unit)
    assert reason is not None
    assert (reason.rule, words in reason.text) == (rule, True), reason


def test_5_6_who_has_made_it() -> None:
    game = game_after(MARCHES, "march FR-3-I1 thuin", "march FR-3-I2 thuin", "end")
    game.play("french", "force FR-3-I1 beaumont")
    reason = game.why_idle("french", "FR-3-I1")
    assert reason is not None and "has made its forced march" in reason.text


def test_5_1_who_cannot_march() -> None:
    game = game_after(MARCHES, "march FR-3-I1 thuin")
    reason = game.why_idle("french", "FR-3-I1")
    assert reason is not None and (reason.rule, "as far as it may" in reason.text) == ("5.3", True)
    assert game.why_idle("french", "FR-4-I") is None
    allied = game.why_idle("allied", "PR-1-I1")
    assert allied is not None and "not for the Allies to act" in allied.text


def test_in_a_battle_who_has_acted() -> None:
    game = game_after(
        "turn 5; battle charleroi; french left: FR-4-I; french centre: FR-3-I1; "
        "french right: FR-3-I2; allied centre: PR-2-I1; allied left: PR-2-I2; allied right: PR-1-I1"
    )
    seat = str(game.to_act[0])
    own = "FR-4-I" if seat == "french" else "PR-2-I2"
    assert game.why_idle(seat, own) is None
    game.play(seat, f"move {own} reserve")
    reason = game.why_idle(seat, own)
    assert reason is not None and "has acted in this battle turn" in reason.text


def test_in_words_for_people_units_have_no_ids() -> None:
    game = game_after(MARCHES, "march FR-3-I1 thuin", "end")
    for lang in ("en", "nl", "fr", "de"):
        reason = game.why_idle("french", "FR-4-I", language(lang))
        assert reason is not None and "FR-4-I" not in reason.text
    english = game.why_idle("french", "FR-4-I")
    assert english is not None and "(FR-4-I)" in english.text  # for the command line
    with pytest.raises(MalformedAction):
        game.why_idle("french", "nobody")


@pytest.mark.once
def test_it_is_told_of_whomever_no_offer_names_and_of_nobody_else() -> None:
    """Over whole games; never that there is no road, or that something is for another step only
    because of the goal that was tried."""
    heard: Counter[str] = Counter()
    for seed in range(6):
        game = new_random_game(seed)
        rng = random.Random(seed)
        for _ in range(250):
            if not game.to_act:
                break
            seat = game.to_act[0]
            offers = [str(action).split() for action in game.legal(seat)]
            named = {word for offer in offers for word in offer[1:2] if word in UNIT_IDS}
            for own in game.view(seat).units:
                reason = game.why_idle(seat, own.id)
                assert (reason is None) == (own.id in named), (game.position(), own.id, reason)
                if reason is not None:
                    heard[reason.text.split(")", 1)[-1][:40]] += 1
                    assert reason.rule and "no road joins" not in reason.text
            codes = [action.code for action in game.legal(seat)]
            game.play(seat, Action(warlike(game, seat, codes, rng)))
    assert len(heard) > 10, heard
