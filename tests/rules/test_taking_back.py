"""Taking back by consent: as far as the turn, whatever fell or was shown since."""

from __future__ import annotations

import random

import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import Action, Game, NothingToUndo, RecordError, SeededDice


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


# --- what can be undone then, in the game and in its replay


def with_a_change_of_mind(seed: int, most: int) -> tuple[Game, int]:
    """A random game of many actions with undos and take-backs, and how many take-backs crossed
    what could not be undone."""
    luck = random.Random(seed)
    game = new_random_game(seed)
    crossed = 0
    for _ in range(most):
        if game.result is not None:
            break
        seat = luck.choice(game.to_act)
        choice = luck.random()
        try:
            if choice < 0.15:
                could = game.can_undo
                game.take_back(luck.randint(1, 4))
                crossed += not could
            elif choice < 0.25:
                game.undo(luck.choice(game.seats))
            else:
                game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))
        except NothingToUndo:
            continue
    return game, crossed


def undoable(game: Game) -> list[str]:
    """Every action that can be undone by the seats in turn, the last first."""
    game = game.copy()
    taken: list[str] = []
    while game.can_undo:
        for seat in game.seats:
            try:
                taken.append(f"{seat} {game.undo(seat)}")
                break
            except NothingToUndo:
                continue
        else:
            break
    return taken


def test_a_replay_can_undo_what_the_game_can() -> None:
    """Over random games with take-backs; what was agreed goes as far as was agreed."""
    crossed = pinned = 0
    for seed in range(40):
        game, times = with_a_change_of_mind(seed, 100 + seed * 5)
        crossed += times
        pinned += "\nsealed\n" in game.record()
        again = Game.replay(game.record())
        assert again.can_undo == game.can_undo, seed
        assert undoable(again) == undoable(game), seed
        assert again.record() == game.record(), seed
        for seat in game.seats:
            assert again.view(seat).as_dict() == game.view(seat).as_dict(), seed
        copied = game.copy()
        assert (copied.can_undo, copied.record()) == (game.can_undo, game.record())
    assert crossed > 30 and pinned > 5, (crossed, pinned)


def test_nothing_before_a_die_taken_back_can_be_undone() -> None:
    """They agreed to take back the die, and know it now; they agreed to no more."""
    game = Game.new(dice=SeededDice(3))
    game.play("french", "march FR-C3 laneffe")
    while game.can_undo:
        game.play("french", game.legal("french")[0])
    before = len(game.moves)
    game.take_back(1)
    assert len(game.moves) == before - 1 > 0
    again = Game.replay(game.record())
    for one in (game, again):
        assert not one.can_undo
        assert not one.view("french").can_undo
        with pytest.raises(NothingToUndo):
            one.undo("french")
    assert game.record().endswith("sealed\n")
    for one in (game, again):
        one.use_dice(SeededDice(4))
        one.play("french", one.legal("french")[-1])
    assert again.can_undo == game.can_undo
    assert again.record() == game.record()


def test_what_can_be_undone_anyway_is_not_sealed() -> None:
    game = Game.new(dice=SeededDice(1))
    for _ in range(3):
        game.play("french", game.legal("french")[0])
    game.take_back(1)
    assert game.can_undo
    assert "sealed" not in game.record()


def test_a_record_says_sealed_and_nothing_else() -> None:
    game = Game.new(dice=SeededDice(1))
    game.play("french", game.legal("french")[0])
    record = game.record()
    assert Game.replay(record).can_undo
    assert not Game.replay(record + "sealed\n").can_undo
    with pytest.raises(RecordError):
        Game.replay(record + "sealed 3\n")
