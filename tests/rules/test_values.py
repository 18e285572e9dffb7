"""What the door hands out: values that cannot be changed, and whose `repr` can be pasted."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import (
    Action,
    Game,
    LegalActions,
    MalformedAction,
    Move,
    Options,
    Refusal,
    ScriptedDice,
    Seat,
    SeededDice,
    View,
)
from napoleon.rules.board.units import EVERYONE, SEATS, SPECTATOR_BIT
from napoleon.rules.engine.state import State

NAMES = {kind.__name__: kind for kind in (Action, Game, LegalActions, Move, Options, Refusal, View)}


def pasted(thing: object) -> object:
    """What a repr makes when somebody pastes it."""
    return eval(repr(thing), dict(NAMES))


def middles() -> list[Game]:
    """Games of all settings, in set-up, marches and battles."""
    games = []
    for seed in range(12):
        game = new_random_game(seed)
        luck = random.Random(seed)
        for _ in range(25 * seed):
            if game.to_act:
                seat = luck.choice(game.to_act)
                game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))
        games.append(game)
    return games


# --- seats


def test_a_seat_knows_its_armies() -> None:
    """The one place where seats and armies meet."""
    assert [seat.armies for seat in Seat] == [1, 2, 4, 6]
    assert [Seat.of(seat.armies) for seat in Seat] == list(Seat)
    for seats in SEATS.values():
        assert sum(seat.armies for seat in seats) | SPECTATOR_BIT == EVERYONE


# --- what is printed can be pasted


@pytest.mark.parametrize(
    "text", ["march FR-C3 laneffe", "end", "fire FR-2-I1", "fire FR-2-I1 PR-1-I1", "draw 2"]
)
def test_an_action_can_be_pasted(text: str) -> None:
    action = Action.parse(text)
    assert repr(action) == f"Action.parse({text!r})"
    assert pasted(action) == action


def test_a_number_that_is_no_action_says_so() -> None:
    assert repr(Action(-1)) == "Action(-1)"


def test_games_states_views_and_offers_can_be_pasted() -> None:
    for game in middles():
        again = pasted(game)
        assert isinstance(again, Game)
        assert again.position() == game.position()
        state = pasted(game.state)
        assert isinstance(state, State)
        assert repr(state) == repr(game.state)
        for seat in game.seats:
            assert again.legal(seat) == game.legal(seat)
            assert pasted(game.legal(seat)) == game.legal(seat)
        for viewer in (*game.seats, None):
            view = game.view(viewer)
            copied = pasted(view)
            assert isinstance(copied, View)
            assert copied.as_dict() == view.as_dict()
            assert [unit.army for unit in copied.units] == [unit.army for unit in view.units]


def test_a_view_comes_back_from_json() -> None:
    """Whoever is sent a view as JSON can have the object again."""
    for game in middles():
        data = game.view(game.seats[0]).as_dict()
        assert View.from_dict(json.loads(json.dumps(data))).as_dict() == data


def test_terms_and_refusals_can_be_pasted() -> None:
    assert pasted(Options(3, "hidden")) == Options(3, "hidden")
    refusal = Game.new().why_not("allied", "end")
    assert refusal is not None
    assert repr(pasted(refusal)) == repr(refusal)


# --- actions


def test_an_action_cannot_be_changed() -> None:
    action = Action.parse("march FR-C3 laneffe")
    with pytest.raises(AttributeError):
        action.code = 7  # type: ignore[misc]
    with pytest.raises(AttributeError):
        action.verb = "end"  # type: ignore[misc]
    assert action == "march FR-C3 laneffe"
    assert len({action, Action(action.code), "march FR-C3 laneffe"}) == 1


# --- offers


def offers() -> LegalActions:
    return Game.new(dice=SeededDice(1)).legal("french")


def test_offers_are_a_sequence() -> None:
    offered = offers()
    actions = list(offered)
    assert isinstance(offered, Sequence)
    assert offered == actions == list(offered[:])
    assert offered == tuple(actions) == tuple(map(str, offered))
    assert hash(offered) == hash(tuple(actions))
    assert list(reversed(offered)) == actions[::-1]
    assert isinstance(offered[1:4], LegalActions)
    assert offered[1:4] == actions[1:4]
    assert offered[::-1] == actions[::-1]
    assert offered[:2] != actions[:3]
    assert offered != "end"
    with pytest.raises(IndexError):
        offered[len(offered)]


def test_offers_are_found_by_action_and_by_text() -> None:
    offered = offers()
    for place, action in enumerate(offered):
        assert offered.index(action) == offered.index(str(action).upper()) == place
        assert offered.count(action) == 1
    last = len(offered) - 1
    assert offered.index("end", 3) == offered.index("end", -1) == last
    assert offered.count("fly") == offered.count("march FR-N liege") == 0
    for absent in ("fly", 7, "march FR-N liege"):
        with pytest.raises(ValueError, match="not offered"):
            offered.index(absent)
    with pytest.raises(ValueError, match="not offered"):
        offered.index("end", 0, last)


@pytest.mark.parametrize("nonsense", ["", "fly", "march", "march FR-99 mons", "x" * 999, 7, None])
def test_nonsense_is_not_offered(nonsense: object) -> None:
    assert nonsense not in offers()


def test_offers_are_not_the_games_own_list() -> None:
    """Nobody changes what is legal by changing what was handed out."""
    game = Game.new(dice=SeededDice(1))
    codes = game.legal("french").codes
    codes.append(Action.parse("march FR-N liege").code)
    assert "march FR-N liege" not in game.legal("french")
    with pytest.raises(AttributeError):
        game.legal("french").codes = codes  # type: ignore[misc]


# --- moves, dice and the truth


def test_the_last_move_has_its_dice() -> None:
    game = Game.new(dice=ScriptedDice([6]))
    assert game.last_move is None
    game.play("french", ["march FR-2-I1 maubeuge", "end", "force FR-2-I1 avesnes"])
    last = game.last_move
    assert last is not None
    assert (last.seat, last.action, last.dice) == ("french", "force FR-2-I1 avesnes", ())
    game.play("french", "end")
    assert game.last_move == Move.parse("french end = 6") == game.moves[-1]
    assert repr(game.last_move) == "Move.parse('french end = 6')"
    assert pasted(game.last_move) == game.last_move
    assert "french end = 6" in game.record().splitlines()
    assert Move.parse("french end") != game.last_move
    assert len({*game.moves, *game.copy().moves}) == 4


@pytest.mark.parametrize(
    "text",
    ["", "end", "russian end", "french fly", "french end =", "french end = x", "french end = 0"],
)
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedAction, match="expected"):
        Move.parse(text)


def test_other_dice_can_be_used() -> None:
    game = Game.new(dice=ScriptedDice([]))
    game.play("french", ["march FR-2-I1 maubeuge", "end", "force FR-2-I1 avesnes"])
    game.use_dice(ScriptedDice([5]))
    game.play("french", "end")
    assert game.last_move is not None
    assert game.last_move.dice == (5,)


def test_the_truth_is_all_of_it() -> None:
    game = Game.new(dice=SeededDice(1))
    truth = game.truth
    assert truth.where("FR-N") == game.where("FR-N") == "beaumont"
    assert truth.strength("PR-1-C") == 2
    assert truth.area("FR-N") is None
    assert truth.marks("FR-N") == frozenset()
    assert truth.losses("prussian") == 0
    assert "FR-N" in truth.units_at("Beaumont")
    assert {unit.id for unit in truth.units()} == {
        unit.id for seat in game.seats for unit in game.view(seat).units
    }
    with pytest.raises(MalformedAction, match="name of a town"):
        truth.units_at("utopia")
