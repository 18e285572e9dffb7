"""Every scenario of ours is played to its end by opponents, recorded and replayed."""

import pytest

from napoleon.lab.matches import Match, play_match
from napoleon.rules import Game
from napoleon.scenarios import SHIPPED
from napoleon.scenarios.library import shipped

SETTINGS = [
    (name, players, visibility)
    for name in SHIPPED
    for players in shipped()[name].players
    for visibility in ("open", "hidden")
]


@pytest.mark.parametrize(("name", "players", "visibility"), SETTINGS)
def test_a_scenario_is_played_recorded_and_replayed(
    name: str, players: int, visibility: str
) -> None:
    """With every number of players and both kinds of visibility."""
    played = play_match(Match("recruit", "random", 18, name, players, visibility)).game
    aim = played.view(None).aim
    assert played.result is not None and aim is not None
    assert played.turn <= aim.until
    again = Game.replay(played.record())
    assert again.position() == played.position()
    assert again.record() == played.record()
    assert again.options == played.options


def test_both_sides_win_a_battle_now_and_then() -> None:
    """A dozen games between recruits: neither side is without hope."""
    winners = set()
    for seed in range(12):
        result = play_match(Match("recruit", "recruit", seed, "wavre")).game.result
        assert result is not None
        winners.add(result.winner)
    assert winners == {"french", "allied"}
