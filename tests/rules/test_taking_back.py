"""Taking back by consent: as far as the turn, whatever fell or was shown since."""

import pytest

from napoleon.rules import Game, NothingToUndo, SeededDice


def played(seed: int, most: int) -> Game:
    """A game some way on, played by the first of what is offered, or the last."""
    game = Game.new(dice=SeededDice(seed))
    for step in range(most):
        seat = game.to_act[0]
        offers = game.legal(seat)
        game.play(seat, offers[(step * 7 + seed) % len(offers)])
    return game


def test_the_game_stands_as_it_stood_then() -> None:
    with_dice = without = 0
    for seed in range(12):
        game = played(seed, 30 + seed)
        for step in range(60):
            if game.result is not None:
                break
            turn, position, moves = game.turn, game.position(), game.moves
            known = [event.as_dict() for event in game.events]
            seat = game.to_act[0]
            offers = game.legal(seat)
            action = offers[(step * 5 + seed) % len(offers)]
            game.play(seat, action)
            if game.turn != turn or game.result is not None:
                continue
            assert game.since_last_of(seat) == len(game.moves) - len(moves)
            has_rolled = any(move.dice for move in game.moves[len(moves) :])
            game.take_back(game.since_last_of(seat))
            assert game.position() == position
            assert [event.as_dict() for event in game.events] == known
            assert [str(move) for move in game.moves] == [str(move) for move in moves]
            with_dice += has_rolled
            without += not has_rolled
            game.play(seat, action)
    assert with_dice > 10 and without > 50, (with_dice, without)


def test_a_new_turn_cannot_be_taken_back() -> None:
    game = played(1, 5)
    turn = game.turn
    while game.turn == turn:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[-1])
    before = game.position()
    assert game.since_last_of("french") == 0
    for moves in (0, 1, 99):
        with pytest.raises(NothingToUndo):
            game.take_back(moves)
    assert game.position() == before


def test_what_stays_can_be_taken_back_as_before() -> None:
    game = Game.new(dice=SeededDice(1))
    game.play("french", game.legal("french")[0])
    before = game.position()
    game.play("french", game.legal("french")[0])
    game.take_back(1)
    assert game.position() == before
    game.undo("french")
    assert game.since_last_of("french") == 0


def test_several_actions_of_a_seat_go_together() -> None:
    game = Game.new(dice=SeededDice(1))
    before = game.position()
    for _ in range(3):
        game.play("french", game.legal("french")[0])
    assert [game.since_last_of("french", count) for count in (1, 2, 3, 9)] == [1, 2, 3, 3]
    assert game.since_last_of("allied", 3) == 0
    game.take_back(3)
    assert game.position() == before
