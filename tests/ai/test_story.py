"""The story of a finished game: chances, costly decisions, and dice told apart from them."""

import json

import pytest

from napoleon.ai.advice.story import Story, tell_story
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game, Options, SeededDice

pytestmark = pytest.mark.once


def played(seed: int, players: int = 2) -> Game:
    """A game between officers, to its end."""
    game = Game.new("historical", Options(players, "open"), SeededDice(seed))
    officers = {
        str(seat): SeatedOpponent("officer", seat, seed + index)
        for index, seat in enumerate(game.seats)
    }
    while game.to_act:
        officers[str(game.to_act[0])].play(game)
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return played(3)


@pytest.fixture(scope="module")
def story(game: Game) -> Story:
    return tell_story(game.record())


def test_every_turn_has_a_chance_for_each_side(game: Game, story: Story) -> None:
    told = [(chance.turn, chance.seat) for chance in story.chances]
    turns = sorted({turn for turn, _ in told})
    assert turns == list(range(1, len(turns) + 1))
    assert len(told) == 2 * len(turns)
    assert all(0.0 <= chance.chance <= 1.0 for chance in story.chances)
    moves = [chance.move for chance in story.chances]
    assert moves == sorted(moves)
    assert moves[-1] < len(game.moves)


def test_the_worst_decisions_come_first_and_cost_what_they_say(story: Story) -> None:
    worst = story.worst()
    assert 1 <= len(worst) <= 5
    costs = [choice.cost for choice in worst]
    assert costs == sorted(costs, reverse=True)
    for choice in worst:
        assert choice.cost == pytest.approx(choice.advised - choice.taken)
        assert choice.cost > 0.0


def test_a_decision_can_be_opened_at_its_moment(game: Game, story: Story) -> None:
    """After so many moves of the record it is that side's turn to march."""
    for choice in story.worst():
        at = Game.replay("".join(_lines(game.record(), choice.move)))
        assert at.turn == choice.turn
        assert at.stage == "march"
        assert choice.seat in at.to_act


def _lines(record: str, moves: int) -> list[str]:
    """The head of a record and its first so many moves."""
    kept: list[str] = []
    found = 0
    for line in record.splitlines(keepends=True):
        if line.split(" ")[0] in ("french", "allied", "anglo-dutch", "prussian"):
            if found == moves:
                break
            found += 1
        kept.append(line)
    return kept


def test_expected_hits_come_from_the_dice_that_were_thrown(game: Game, story: Story) -> None:
    shots = [event for event in game.events if event.kind == "shot"]
    assert shots
    assert sum(luck.number for luck in story.hits) == sum(len(shot.dice) for shot in shots)
    assert sum(luck.rolled for luck in story.hits) == sum(shot.amount for shot in shots)
    expected = sum(len(shot.dice) * min(shot.firepower, 6) / 6 for shot in shots)
    assert sum(luck.expected for luck in story.hits) == pytest.approx(expected)


def test_forced_marches_and_morale_are_counted_like_the_rules_do(game: Game, story: Story) -> None:
    for kind, luck in (("march-die", story.marches), ("morale-die", story.morale)):
        thrown = [event for event in game.events if event.kind == kind]
        bad = [event for event in thrown if event.dice[0] + event.amount <= 3]
        assert sum(one.number for one in luck) == len(thrown)
        assert sum(one.rolled for one in luck) == len(bad)


def test_a_story_is_plain_data(story: Story) -> None:
    data = json.loads(json.dumps(story.as_dict()))
    assert set(data) == {"chances", "decisions", "luck"}
    assert set(data["luck"]) == {"french", "allied"}


def test_the_same_record_has_the_same_story(game: Game, story: Story) -> None:
    assert tell_story(game.record()).as_dict() == story.as_dict()


def test_a_game_of_three_has_a_line_for_each_player() -> None:
    data = tell_story(played(5, players=3).record()).as_dict()
    assert {line["seat"] for line in data["chances"]} == {"french", "anglo-dutch", "prussian"}
