"""Batches: what a player sends at once, all or nothing or as many as are allowed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from napoleon import languages
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import (
    Action,
    DiceError,
    Game,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
    Options,
    RuleError,
    ScriptedDice,
    SeededDice,
)

FIELD = """turn 5
battle charleroi
french left: FR-2-I1; french centre: FR-1-I1/1 FR-1-I2; french right: FR-3-I1 FR-3-I2
french reserve: FR-N
allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-A; allied reserve: PR-B
allied enemy-left: PR-2-C; allied enemy-centre: PR-3-C
origins laneffe
"""


def fresh() -> Game:
    return Game.new(dice=ScriptedDice([]))


def facts(game: Game) -> list[object]:
    """Everything that a batch may not change when nothing of it is played."""
    return [
        game.position(),
        game.record(),
        game.can_undo,
        game.event_count,
        *[game.legal(seat) for seat in game.seats],
        *[game.view(seat).as_dict() for seat in (*game.seats, None)],
    ]


def test_a_batch_without_trouble_is_played() -> None:
    """The same as the actions one by one; the moves come with it."""
    game, single = fresh(), fresh()
    actions = ["march FR-2-I1 maubeuge", "march FR-C1 avesnes", "end"]
    events = [event for action in actions for event in single.play("french", action)]
    played = game.play("french", actions, stop=True)
    assert facts(game) == facts(single)
    assert [event.as_dict() for event in played] == [event.as_dict() for event in events]
    assert [str(move) for move in played.moves] == [f"french {action}" for action in actions]
    assert (played.refused, played.left) == ([], [])
    assert len(played) == len(events) == len(played[:])
    assert played[0].kind == "marched"
    assert "3 moves" in repr(played)


@pytest.mark.parametrize("partial", [False, True])
def test_an_empty_batch_does_nothing(partial: bool) -> None:
    game = fresh()
    before = facts(game)
    played = game.play("french", [], stop=True, partial=partial)
    assert (len(played), played.moves, played.refused, played.left) == (0, [], [], [])
    assert facts(game) == before


def test_all_or_nothing() -> None:
    """Whatever is refused before a die raises, and what was played before it is taken back."""
    game = fresh()
    game.play("french", "march FR-C1 avesnes")
    before = facts(game)
    with pytest.raises(IllegalAction, match="as far as it may") as caught:
        game.play("french", ["march FR-2-I1 maubeuge", "march FR-2-I1 mons", "end"], stop=True)
    assert caught.value.rule == "5.3"
    assert caught.value.message == f"march FR-2-I1 mons is not allowed: {caught.value.reason}"
    assert facts(game) == before
    assert game.undo("french") == "march FR-C1 avesnes"


def test_as_many_as_are_allowed() -> None:
    """The others are refused, each for the reason that held when its turn came."""
    game = fresh()
    played = game.play(
        "french",
        ["march FR-2-I1 maubeuge", "march FR-2-I1 mons", "march PR-B ligny", "end"],
        partial=True,
    )
    assert [str(move.action) for move in played.moves] == ["march FR-2-I1 maubeuge", "end"]
    assert [(str(action), refusal.rule) for action, refusal in played.refused] == [
        ("march FR-2-I1 mons", "5.3"),
        ("march PR-B ligny", "2"),
    ]
    assert played.left == []
    assert game.stage == "force"


def test_nothing_allowed_is_no_error_of_a_partial_batch() -> None:
    game = fresh()
    before = facts(game)
    played = game.play("allied", ["march PR-B ligny", "end"], partial=True)
    assert [refusal.rule for _, refusal in played.refused] == ["2", "2"]
    assert played.moves == []
    assert facts(game) == before
    with pytest.raises(NotYourTurn):
        game.play("allied", ["march PR-B ligny", "end"], stop=True)


@pytest.mark.parametrize("partial", [False, True])
def test_a_die_ends_a_batch(partial: bool) -> None:
    """What comes behind it is left, allowed or not."""
    game = Game.from_position(FIELD, ScriptedDice([6, 6]))
    actions = ["square FR-3-I1", "fire FR-1-I1", "move FR-3-I2 reserve", "fire PR-B"]
    played = game.play("french", actions, stop=True, partial=partial)
    assert [str(move) for move in played.moves] == [
        "french square FR-3-I1",
        "french fire FR-1-I1 = 6",
    ]
    assert played.left == actions[2:]
    assert played.refused == []
    assert not game.can_undo


@pytest.mark.parametrize("partial", [False, True])
def test_a_die_of_the_last_action_leaves_nothing(partial: bool) -> None:
    game = Game.from_position(FIELD, ScriptedDice([6]))
    played = game.play("french", ["fire FR-1-I1"], stop=True, partial=partial)
    assert (len(played.moves), played.left) == (1, [])


def test_something_shown_ends_a_batch() -> None:
    game = Game.from_position("turn 1; solre: FR-N FR-2-I1; mons: AD-W", ScriptedDice([6]))
    game.play(
        "french",
        ["march FR-2-I1 beaumont", "march FR-N beaumont", "march FR-N philippeville", "end"],
    )
    played = game.play("french", ["force FR-2-I1 philippeville", "show FR-N", "end"], stop=True)
    assert played.left == ["end"]
    assert [move.action.verb for move in played.moves] == ["force", "show"]


def test_the_other_sides_turn_ends_a_batch() -> None:
    game = fresh()
    played = game.play("french", ["end", "end", "end"], partial=True)
    assert len(played.moves) + len(played.left) == 3
    assert played.left
    assert game.to_act == ("allied",)


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize("nonsense", ["fly", "march FR-99 mons", ""])
def test_what_cannot_be_read_raises_before_anything(nonsense: str, partial: bool) -> None:
    game = fresh()
    before = facts(game)
    with pytest.raises(MalformedAction):
        game.play("french", ["march FR-2-I1 maubeuge", nonsense], stop=True, partial=partial)
    assert facts(game) == before


@pytest.mark.parametrize("partial", [False, True])
def test_dice_that_run_out_take_the_batch_back(partial: bool) -> None:
    game = Game.from_position(FIELD, ScriptedDice([]))
    before = facts(game)
    with pytest.raises(DiceError, match="run out"):
        game.play("french", ["square FR-3-I1", "fire FR-1-I1"], stop=True, partial=partial)
    assert facts(game) == before


def test_dice_rolled_before_the_batch_stay() -> None:
    """Taking a batch back goes no further than its first action."""
    game = Game.from_position(FIELD, ScriptedDice([6, 6]))
    game.play("french", "fire FR-1-I1")
    before = facts(game)
    with pytest.raises(IllegalAction):
        game.play("french", ["square FR-3-I1", "square FR-3-I1"], stop=True)
    assert facts(game) == before
    assert not game.can_undo
    game.play("french", "square FR-3-I1")
    assert game.undo("french") == "square FR-3-I1"


def test_an_allys_actions_are_not_touched() -> None:
    game = Game.new(options=Options(players=3), dice=SeededDice(1))
    game.play("french", "end")
    game.play("anglo-dutch", "march AD-W waterloo")
    before = facts(game)
    with pytest.raises(IllegalAction):
        game.play("prussian", ["march PR-B ligny", "march AD-W brussels"], stop=True)
    assert facts(game) == before
    played = game.play("prussian", ["march PR-B ligny", "march AD-W brussels"], partial=True)
    assert [move.seat for move in played.moves] == ["prussian"]


def test_reasons_are_given_in_the_language_asked_for() -> None:
    game = fresh()
    dutch = languages.language("nl")
    wrong = ["march FR-2-I1 brussels"]
    english = game.play("french", wrong, partial=True).refused[0][1].text
    translated = game.play("french", wrong, partial=True, language=dutch).refused[0][1].text
    why = game.why_not("french", wrong[0], dutch)
    assert why is not None
    assert translated == why.text != english
    with pytest.raises(IllegalAction) as caught:
        game.play("french", wrong, stop=True, language=dutch)
    assert caught.value.reason == translated


@pytest.mark.parametrize("seed", range(6))
def test_batches_of_random_games(seed: int) -> None:
    """Whatever is sent, the moves that were played lead to the same game one by one."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    kinds = {"played": 0, "refused": 0, "left": 0, "raised": 0}
    for _ in range(90):
        if not game.to_act:
            break
        seat = luck.choice(game.to_act)
        codes = game.legal(seat).codes
        sent = [Action(warlike(game, seat, codes, luck)) for _ in range(luck.randrange(1, 5))]
        twin, before = game.copy(), facts(game)
        try:
            played = game.play(seat, sent, stop=True, partial=luck.random() < 0.5)
        except RuleError:
            kinds["raised"] += 1
            assert facts(game) == before
            continue
        assert len(played.moves) + len(played.refused) + len(played.left) == len(sent)
        for move in played.moves:
            twin.play(move.seat, move.action)
            assert twin.last_move == move
        assert facts(game) == facts(twin)
        kinds["played"] += len(played.moves)
        kinds["refused"] += len(played.refused)
        kinds["left"] += len(played.left)
    assert min(kinds.values()) > 0, kinds


def test_a_single_action_with_stop_or_partial_tells_what_was_played() -> None:
    """The same answer for one action as for a list of one."""
    for is_partial in (False, True):
        game = Game.new(dice=ScriptedDice([]))
        action = str(game.legal("french")[0])
        play: Any = game.play  # whoever has types gives a list
        played = play("french", action, **{"partial" if is_partial else "stop": True})
        assert [str(move.action) for move in played.moves] == [action]
        assert played.left == [] and played.refused == []
