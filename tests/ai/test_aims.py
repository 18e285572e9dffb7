"""The opponents and the aim of a scenario: they know what it is about."""

import pytest

from napoleon.ai.battle.search import value
from napoleon.ai.campaign.aims import aim_outlook, days_left, is_decisive
from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.planner import finish_turn
from napoleon.ai.campaign.stakes import must_hold
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Action, Game
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import ALLIED, FRENCH
from napoleon.rules.engine.state import State

WEIGHTS = read_weights()
LIGNY = TOWN_IDS.index("ligny")


def state_of(position: str) -> State:
    """The state of a position."""
    return Game.from_position(position).state


def outlook(position: str, turn: int) -> float:
    """The chance of the French."""
    return aim_outlook(state_of(position), WEIGHTS, turn)


@pytest.mark.parametrize(
    ("side", "first", "last", "days"),
    [(FRENCH, 5, 5, 1), (FRENCH, 6, 6, 0), (FRENCH, 5, 9, 2), (ALLIED, 5, 8, 1), (ALLIED, 9, 8, 0)],
)
def test_only_turns_by_day_are_for_attacks(side: int, first: int, last: int, days: int) -> None:
    assert days_left(side, first, last) == days


def test_a_town_must_be_held_when_there_is_no_way_back() -> None:
    """In the last attack by both; with a day to come back, by neither."""
    late = state_of("turn 5; ligny: FR-1-I1; wavre: PR-1-I1; aim french ligny until 5")
    early = state_of("turn 5; ligny: FR-1-I1; wavre: PR-1-I1; aim french ligny until 8")
    for side in (FRENCH, ALLIED):
        assert must_hold(late, side, LIGNY) and is_decisive(late, side, LIGNY)
        assert not must_hold(late, side, TOWN_IDS.index("brussels"))
        assert not must_hold(early, side, LIGNY)


def test_the_end_of_a_turn_knows_who_has_won() -> None:
    """As the rules will judge."""
    held = "turn 5; ligny: FR-1-I1; wavre: PR-1-I1; aim french ligny until {}"
    lost = "turn 5; thuin: FR-1-I1; ligny: PR-1-I1; aim french ligny until {}"
    assert finish_turn(state_of(held.format(5))) == FRENCH
    assert finish_turn(state_of(lost.format(5))) == ALLIED
    assert finish_turn(state_of(lost.format(7))) == -1


def test_the_outlook_follows_the_town() -> None:
    """Who holds it stands better, the more so near the end; who is near stands better, too."""
    aim = "aim french ligny until 11"
    held = f"turn 5; ligny: FR-1-I1 FR-1-I2; wavre: PR-1-I1 PR-1-I2; {aim}"
    open_ = f"turn 5; charleroi: FR-1-I1 FR-1-I2; wavre: PR-1-I1 PR-1-I2; {aim}"
    far = f"turn 5; beaumont: FR-1-I1 FR-1-I2; wavre: PR-1-I1 PR-1-I2; {aim}"
    assert outlook(held, 6) > outlook(open_, 6) > outlook(far, 6)
    assert outlook(held, 11) > outlook(held, 6)
    assert outlook(far, 12) == 0.0 and outlook(held, 12) == 1.0
    other = held.replace("aim french", "aim allied")
    assert outlook(other, 6) > 0.5  # the Allies do not hold it


def test_the_outlook_follows_the_losses() -> None:
    """A unit more or less decides at the end, and less before it."""
    text = "turn 5; ligny: FR-1-I1; wavre: PR-1-I1; lost: french {} prussian {}; {}"
    aim = "aim french losses until 11"
    ahead, behind = text.format(1, 2, aim), text.format(2, 1, aim)
    assert outlook(ahead, 6) > outlook(behind, 6)
    assert outlook(ahead, 11) - outlook(behind, 11) > 0.5
    assert outlook(text.format(2, 2, aim), 12) == 0.0


def test_a_battle_for_the_town_is_worth_everything_at_last() -> None:
    """More than any losses on the way."""
    before = state_of(
        "turn 5; charleroi: FR-1-I1 FR-1-I2; wavre: PR-1-I1; aim french ligny until 5"
    )
    won = state_of(
        "turn 5; ligny: FR-1-I1/1; lost: FR-1-I2; wavre: PR-1-I1; aim french ligny until 5"
    )
    assert value(before, won, FRENCH, LIGNY) > value(before, before, FRENCH, LIGNY)
    assert value(before, won, ALLIED, LIGNY) < value(before, before, ALLIED, LIGNY)


@pytest.mark.parametrize("level", ["recruit", "officer", "marshal"])
@pytest.mark.parametrize("seat", ["french", "allied"])
def test_whoever_can_walk_into_the_town_does(level: str, seat: str) -> None:
    """In the last turn, and nobody is there: it is the aim that draws him."""
    turn, home, other = (5, "charleroi: FR-1-I1 FR-1-I2", "liege: PR-1-I1 PR-1-I2")
    if seat == "allied":
        turn, home, other = (4, "gembloux: PR-1-I1 PR-1-I2", "beaumont: FR-1-I1 FR-1-I2")
    game = Game.from_position(f"turn {turn}; {home}; {other}; aim {seat} ligny until {turn}")
    opponent = SeatedOpponent(level, seat, 1)
    while game.result is None and seat in [str(one) for one in game.to_act]:
        game.play(seat, Action(opponent.choose(game).code))
    assert game.result is not None
    assert game.result.winner == seat
