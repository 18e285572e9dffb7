"""Dice that somebody else decides, and games as a seat may suppose them."""

from __future__ import annotations

import pytest

from napoleon.rules import (
    DiceError,
    Game,
    IllegalAction,
    NotYourTurn,
    ScriptedDice,
    SeededDice,
)
from napoleon.rules.engine.dice import DieAsked, PausedDice


def test_an_action_says_which_die_it_asks_for() -> None:
    """A skirmish (6.6) asks for die after die; with all of them it can be played."""
    game = Game.from_position("turn 5; laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-C")
    for action in ("march FR-2-I1 charleroi", "march FR-2-I2 charleroi", "end", "end"):
        assert game.die_asked("french", action) == 0
        game.play("french", action)
    while not game.die_asked(game.to_act[0], game.legal(game.to_act[0])[0]):
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    before = game.position()
    rolled = _dice_of(game, 1815)
    assert rolled
    assert game.position() == before
    game.use_dice(ScriptedDice(rolled))
    game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    last = game.last_move
    assert last is not None
    assert list(last.dice) == rolled


def _dice_of(game: Game, seed: int) -> list[int]:
    """Seeded dice for the first offered action, one after the other as they are asked for."""
    dice = SeededDice(seed)
    seat = game.to_act[0]
    rolled: list[int] = []
    while sides := game.die_asked(seat, game.legal(seat)[0], rolled):
        rolled.append(dice.roll(sides))
    return rolled


def test_a_die_is_asked_for_offered_actions_only() -> None:
    game = Game.new()
    with pytest.raises(IllegalAction):
        game.die_asked("french", "march FR-N brussels")
    with pytest.raises(NotYourTurn):
        game.die_asked("allied", "end")


def test_a_die_that_cannot_be_is_refused() -> None:
    dice = PausedDice([3, 7])
    assert dice.roll(6) == 3
    twin = dice.copy()
    for one in (dice, twin):
        with pytest.raises(DiceError, match="is 7, expected 1 to 6"):
            one.roll(6)
    with pytest.raises(DieAsked) as asked:
        PausedDice([]).roll(12)
    assert asked.value.sides == 12


# --- games that a seat supposes


def test_a_supposed_game_knows_what_the_seat_has_seen() -> None:
    game = Game.new("free", dice=SeededDice(3))
    while game.turn < 1:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    supposed = game.suppose("french", game.sketch("french").state)
    assert supposed.legal("french") == game.legal("french")
    assert supposed.view("french").as_dict() == game.view("french").as_dict()
    seen, known = (
        [event.as_dict() for event in one.events_for("french")] for one in (game, supposed)
    )
    assert known == seen
    assert not supposed.can_undo
    assert not [
        event for event in supposed.events if event.kind == "placed" and event.army != "french"
    ]
    action = game.legal("french")[0]
    supposed.play("french", action)
    assert supposed.undo("french") == action
    assert supposed.view("french").as_dict() == game.view("french").as_dict()
