"""A side gives the campaign up, or runs out of time: no action of the game, but an end of it."""

import pytest

from napoleon.rules import Game, GameOver, NothingToUndo, Options
from napoleon.rules.words.prose import tell


@pytest.mark.parametrize(
    ("seat", "winner", "words"),
    [
        ("french", "allied", "The Allies win the campaign: the French have resigned."),
        ("allied", "french", "The French win the campaign: the Allies have resigned."),
    ],
)
def test_the_other_side_has_won(seat: str, winner: str, words: str) -> None:
    game = Game.new()
    game.play("french", game.legal("french")[0])
    (event,) = game.resign(seat)
    assert game.result is not None and game.result.winner == winner
    assert game.to_act == () and game.stage == "over"
    assert tell(event) == words
    with pytest.raises(GameOver):
        game.resign(seat)
    with pytest.raises(NothingToUndo):
        game.undo("french")


@pytest.mark.parametrize("players", [2, 3])
def test_it_is_kept_in_records_and_positions(players: int) -> None:
    game = Game.new("historical", Options(players))
    game.play("french", game.legal("french")[0])
    game.resign(game.seats[-1])
    again = Game.replay(game.record())
    assert again.record() == game.record()
    assert again.position() == game.position()
    assert str(again.resigned) == str(game.seats[-1])
    assert Game.from_position(game.position()).result is not None
    assert Game.new().resigned is None


@pytest.mark.parametrize(
    ("seat", "winner", "words"),
    [
        ("french", "allied", "The Allies win the campaign: the French have run out of time."),
        ("allied", "french", "The French win the campaign: the Allies have run out of time."),
    ],
)
def test_whoever_has_no_time_left_has_lost(seat: str, winner: str, words: str) -> None:
    game = Game.new()
    (event,) = game.expire(seat)
    assert game.result is not None and game.result.winner == winner
    assert game.result.reason == "the other side has run out of time"
    assert str(game.expired) == seat and game.resigned is None
    assert tell(event) == words
    assert f"{seat} out-of-time\n" in game.record()
    again = Game.replay(game.record())
    assert again.record() == game.record() and again.position() == game.position()
    with pytest.raises(GameOver):
        game.expire(seat)
