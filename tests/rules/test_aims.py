"""Aims of scenarios: where a game ends before 22 June, and who has won (docs/scenarios.md)."""

import pytest

from napoleon.rules import Game, PositionError, ScriptedDice, View
from napoleon.rules.words.prose import tell

BATTLE = (
    "turn 5; ligny: FR-1-I1 FR-1-I2 FR-2-I1 PR-1-I1 PR-1-I2 PR-2-I1; battle ligny pending; "
    "origins charleroi; aim french ligny until 5"
)


def march_on(position: str) -> Game:
    """A game in which everybody ends his marches, turn after turn, until it is over."""
    game = Game.from_position(position, ScriptedDice([]))
    while game.result is None:
        game.play(game.to_act[0], "end")
    return game


def test_who_holds_the_town_at_the_end_wins() -> None:
    """The French stand in Ligny as turn 5 ends: they win then, and not on 22 June."""
    game = march_on("turn 5; ligny: FR-1-I1; wavre: PR-1-I1; aim french ligny until 5")
    assert game.turn == 5
    assert game.result is not None
    assert game.result.winner == "french"
    assert game.result.reason == "they hold the town that it was about"
    assert tell(game.events[-1]) == "The French win: they hold Ligny at the end."


@pytest.mark.parametrize("where", ["ligny: PR-1-I1", "wavre: PR-1-I1"])
def test_a_town_that_is_not_held_is_a_victory_of_the_other_side(where: str) -> None:
    """Whether the Allies stand there or nobody does."""
    game = march_on(f"turn 5; thuin: FR-1-I1; {where}; aim french ligny until 5")
    assert game.result is not None
    assert game.result.winner == "allied"
    assert game.result.reason == "the enemy does not hold the town that it was about"


def test_the_allies_may_have_the_aim() -> None:
    """Then the French win if the Allies do not reach it."""
    game = march_on("turn 5; thuin: FR-1-I1; liege: PR-1-I1; aim allied brussels until 6")
    assert game.turn == 6
    assert game.result is not None
    assert game.result.winner == "french"


@pytest.mark.parametrize(
    ("french", "prussian", "winner"), [(1, 2, "french"), (2, 2, "allied"), (3, 2, "allied")]
)
def test_who_has_lost_fewer_units_wins(french: int, prussian: int, winner: str) -> None:
    """At equal losses the side with the aim has not reached it."""
    game = march_on(
        f"turn 11; thuin: FR-1-I1; liege: PR-1-I1; lost: french {french} prussian {prussian}; "
        "aim french losses until 11"
    )
    assert game.result is not None
    assert game.result.winner == winner


def test_a_beaten_army_ends_a_scenario_at_once() -> None:
    """The usual conditions hold before its last turn, too."""
    game = march_on(
        "turn 5; ligny: FR-1-I1; liege: PR-1-I1; lost: french 12; aim french ligny until 9"
    )
    assert game.turn == 5
    assert game.result is not None
    assert game.result.reason == "the French army is defeated"


def test_an_aim_is_in_the_position_the_record_and_every_view() -> None:
    """So a game about a town is stored, replayed and shown as any."""
    game = Game.from_position(BATTLE)
    assert "aim french ligny until 5" in game.position().splitlines()
    assert Game.from_position(game.position()).position() == game.position()
    assert Game.replay(game.record()).position() == game.position()
    for seat in ("french", "allied", None):
        view = game.view(seat)
        assert view.aim is not None
        assert view.aim.as_dict() == {"side": "french", "town": "ligny", "until": 5}
        assert View.from_dict(view.as_dict()).as_dict() == view.as_dict()
    assert game.sketch("allied").state.aim == game.state.aim
    assert game.copy().position() == game.position()


def test_a_game_that_is_over_by_its_aim_is_read_back() -> None:
    """With its reason."""
    game = march_on("turn 5; ligny: FR-1-I1; wavre: PR-1-I1; aim french ligny until 5")
    again = Game.from_position(game.position())
    assert again.result is not None
    assert game.result is not None
    assert again.result.as_dict() == game.result.as_dict()


def test_the_whole_campaign_has_no_aim() -> None:
    """Neither its positions nor its views say a word of one."""
    game = Game.new()
    assert "aim" not in game.position()
    assert "aim" not in game.view("french").as_dict()


def test_only_units_that_take_part_are_dealt() -> None:
    """Who takes part in a scenario is known, so nobody guesses at units that do not."""
    game = Game.from_position(BATTLE)
    sketch = game.sketch("french")
    assert sketch.dealt.bit_count() == 3
    in_game = sum(1 << unit for unit, town in enumerate(game.state.where) if town >= 0)
    assert sketch.dealt & ~in_game == 0


@pytest.mark.parametrize(
    ("aim", "reason"),
    [
        ("aim french ligny until 4", "the aim is for turn 4, but this is turn 5"),
        ("aim french atlantis until 5", "atlantis"),
        ("aim prussian ligny until 5", "expected a side"),
        ("aim french ligny until 24", "expected a turn from 1 to 23, got 24"),
        ("aim french ligny", "expected 'aim SIDE TOWN until TURN'"),
        ("aim french ligny until 5; aim french ligny until 5", "there are two aims"),
    ],
)
def test_an_aim_that_cannot_be_is_refused(aim: str, reason: str) -> None:
    """With the line, and the reason in words."""
    with pytest.raises(PositionError, match="line 1: ") as refused:
        Game.from_position(f"turn 5; ligny: FR-1-I1; {aim}")
    assert reason in str(refused.value)
