"""The story of a finished game: chances, costly decisions, and dice told apart from them."""

import json

import pytest

from napoleon.ai.advice.account import FORCED_MARCHES, HITS, MORALE, Choice, Story
from napoleon.ai.advice.battle_choices import BattleChoice, Care, pick
from napoleon.ai.advice.march_choices import Thought, is_clearly_worse, promising
from napoleon.ai.advice.story import tell_story
from napoleon.ai.advice.witness import Moment, Witness, guess_anew
from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.net import shipped_net
from napoleon.ai.campaign.planner import Planner
from napoleon.ai.campaign.schemes import make_scheme
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game, Options, Replayer, SeededDice
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import FRENCH_BIT
from napoleon.rules.engine.actions import parse_code
from napoleon.scenarios.library import begin

SWIFT = Care(glance=80, look=6, looked_at=8, check=60, checked=2, ask=30)
BRIEF = Thought(checked=4, width=3, trials=16, samples=4, check=24)

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
    return tell_story(game.record(), care=SWIFT, thought=BRIEF)


def test_every_turn_has_a_chance_for_each_side(game: Game, story: Story) -> None:
    told = [(chance.turn, chance.seat) for chance in story.chances if not chance.is_end]
    turns = sorted({turn for turn, _ in told})
    assert turns == list(range(1, len(turns) + 1))
    assert len(told) == 2 * len(turns)
    assert all(0.0 <= chance.chance <= 1.0 for chance in story.chances)
    moves = [chance.move for chance in story.chances]
    assert moves == sorted(moves)
    assert moves[-1] == len(game.moves)


def test_the_last_point_of_each_line_is_what_came_of_it(game: Game, story: Story) -> None:
    assert game.result is not None
    ends = {chance.seat: chance.chance for chance in story.chances if chance.is_end}
    assert ends == {
        str(seat): 1.0 if str(seat) == str(game.result.winner) else 0.0 for seat in game.seats
    }
    assert [chance.is_end for chance in story.chances][-2:] == [True, True]


def test_the_worst_decisions_come_first_and_cost_what_they_say(story: Story) -> None:
    worst = story.worst()
    assert 1 <= len(worst) <= 5
    costs = [choice.cost for choice in worst]
    assert costs == sorted(costs, reverse=True)
    for choice in worst:
        assert choice.cost == pytest.approx(choice.advised - choice.taken)
        assert choice.cost > 0.0


def test_a_decision_can_be_opened_at_its_moment(game: Game, story: Story) -> None:
    """After so many moves of the record it is that side's turn to march, or to fight."""
    for choice in story.worst():
        at = Game.replay("".join(_lines(game.record(), choice.move)))
        assert at.turn == choice.turn
        assert choice.seat in at.to_act
        if isinstance(choice, BattleChoice):
            assert at.town == TOWN_IDS[choice.town]
            assert set(choice.done[:1]) <= set(at.legal(choice.seat).codes)
            assert set(choice.instead[:1]) <= set(at.legal(choice.seat).codes)
            assert choice.done != choice.instead
        else:
            assert at.stage == "march"


def test_what_was_marched_is_told_as_it_was(game: Game, story: Story) -> None:
    """Every unit once, and where it went; the staff sends nobody twice either."""
    marched = [choice for choice in story.worst() if isinstance(choice, Choice)]
    assert marched
    for choice in marched:
        played = {
            words[2]: words[3]
            for words in (line.split() for line in game.record().splitlines())
            if words[1:2] in (["march"], ["force"])
        }
        for orders in (choice.marched, choice.advice):
            seen = 0
            for order in orders:
                assert not seen & order.units
                seen |= order.units
        assert {one for order in choice.as_dict()["marched"] for one in order["units"]} <= set(
            played
        )


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
    hits = story.sum_of(HITS)
    assert sum(luck.number for luck in hits) == sum(len(shot.dice) for shot in shots)
    assert sum(luck.rolled for luck in hits) == sum(shot.amount for shot in shots)
    expected = sum(len(shot.dice) * min(shot.firepower, 6) / 6 for shot in shots)
    assert sum(luck.expected for luck in hits) == pytest.approx(expected)


def test_forced_marches_and_morale_are_counted_like_the_rules_do(game: Game, story: Story) -> None:
    for kind, number in (("march-die", FORCED_MARCHES), ("morale-die", MORALE)):
        luck = story.sum_of(number)
        thrown = [event for event in game.events if event.kind == kind]
        bad = [event for event in thrown if event.dice[0] + event.amount <= 3]
        assert sum(one.number for one in luck) == len(thrown)
        assert sum(one.rolled for one in luck) == len(bad)


def test_luck_is_told_where_it_strayed_and_sums_up(game: Game, story: Story) -> None:
    """The moments of a kind make up its sum; the first die of each falls right after its move."""
    for moment in story.moments():
        assert moment.number >= 8
        assert abs(moment.strayed()) >= 1.5
        at = Game.replay("".join(_lines(game.record(), moment.move)))
        assert at.turn == moment.turn
        after = Game.replay("".join(_lines(game.record(), moment.move + 1)))
        kinds = {"hits": "shot", "morale": "morale-die", "forced_marches": "march-die"}
        kind = kinds[moment.as_dict()["kind"]]
        thrown = [event.kind for event in after.events[at.event_count :]]
        assert kind in thrown
    strayed = [abs(moment.strayed()) for moment in story.moments()]
    assert strayed == sorted(strayed, reverse=True)


def test_dice_stray_by_their_own_spread() -> None:
    story = Story()
    story.luck(HITS, 0, 10, 3, 40).take_in(36, 1 / 3, 6)
    story.luck(HITS, 0, 10, 3, 44).take_in(9, 1 / 3, 1)
    story.luck(HITS, 1, 10, 3, 40).take_in(12, 1 / 3, 4)
    story.luck(MORALE, 1, 10, 3, 50).take_in(2, 0.5, 2)
    (moment,) = story.moments()
    assert moment.strayed() == pytest.approx((7 - 15) / 10**0.5)
    assert not moment.is_good()
    assert moment.move == 40
    assert [luck.rolled for luck in story.sum_of(HITS)] == [7, 4]


def test_marches_that_a_resignation_cuts_short_are_not_judged() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(1))
    game.play("french", game.legal("french")[0])
    game.resign("french")
    story = tell_story(game.record(), care=SWIFT, thought=BRIEF)
    assert story.worst() == []
    assert [chance.chance for chance in story.chances if chance.is_end] == [0.0, 1.0]


def test_what_the_staff_plans_itself_is_not_blamed(game: Game) -> None:
    """Marches that are the emperor's own plan are no decision, however costly they first looked."""
    judge = shipped_net()
    replayer = Replayer(game.record())
    while replayer.game.stage != "march":
        replayer.step()
    witness = Witness("french", 5)
    sketch = witness.look(replayer.game)
    thought = Thought(checked=1, width=2, trials=12, samples=3, check=10)
    samples = witness.draw(sketch, thought.guesses())
    choice = Choice(1, "french", 0)
    choice.advised = 1.0
    choice.advice = choice.marched = make_scheme(Planner(judge, 1, 3), samples[0]).orders
    assert choice.marched
    assert promising([choice], thought) == [choice]
    thought.width = 0
    assert not is_clearly_worse(choice, samples, judge, thought, 1)


def test_a_second_look_guesses_anew(game: Game) -> None:
    moments = [Moment(0, "french", 3), Moment(0, "allied", 2)]
    guess_anew(game.record(), moments, 1)
    assert [len(moment.samples) for moment in moments] == [3, 2]


def test_a_story_is_plain_data(story: Story) -> None:
    data = json.loads(json.dumps(story.as_dict()))
    assert set(data) == {"chances", "decisions", "luck", "moments"}
    assert set(data["luck"]) == {"french", "allied"}


def test_the_same_record_has_the_same_story(game: Game, story: Story) -> None:
    assert tell_story(game.record(), care=SWIFT, thought=BRIEF).as_dict() == story.as_dict()


def test_a_game_of_three_has_a_line_for_each_player() -> None:
    data = tell_story(played(5, players=3).record(), care=SWIFT, thought=BRIEF).as_dict()
    assert {line["seat"] for line in data["chances"]} == {"french", "anglo-dutch", "prussian"}


def test_a_single_battle_is_told_by_its_rounds() -> None:
    """It has hardly a turn: the lines go from battle turn to battle turn, and end in the result."""
    game = begin("quatre-bras", Options(2, "open"), SeededDice(1))
    players = {
        str(seat): SeatedOpponent("recruit" if str(seat) == "french" else "officer", seat, 1)
        for seat in game.seats
    }
    while game.to_act:
        players[str(game.to_act[0])].play(game)
    story = tell_story(game.record(), care=SWIFT)
    rounds = [chance.round for chance in story.chances if not chance.is_end]
    assert rounds == sorted(rounds)
    assert rounds[0] == 1
    assert len(set(rounds)) >= 2
    assert all(chance.turn == 5 for chance in story.chances)
    assert tell_story(game.record(), care=SWIFT).as_dict() == story.as_dict()


def battle_choice(game: Game, done: str) -> BattleChoice:
    """What the French did in a battle at Charleroi."""
    town = TOWN_IDS.index("charleroi")
    choice = BattleChoice(5, "french", FRENCH_BIT, town, 7, is_line=False)
    choice.samples = [game.state]
    choice.offered = game.legal("french").codes
    choice.done = [parse_code(done)]
    return choice


def test_a_decision_in_battle_that_throws_the_battle_away_is_found() -> None:
    """Who pulls the last unit out of an area where an enemy stands is routed (7.4)."""
    game = Game.from_position(
        """turn 5; aim french charleroi until 5; laneffe: FR-6-I
        battle charleroi
        side french; step combat; origins laneffe
        french left: FR-1-I1 FR-1-I2; french centre: FR-2-I1; french right: FR-2-I2 FR-3-I1
        french reserve: FR-G-I FR-G-C
        allied enemy-centre: PR-1-I1/1
        allied left: PR-1-C; allied centre: PR-2-C; allied right: PR-1-I2""",
        SeededDice(1),
    )
    blunder = battle_choice(game, "move FR-2-I1 reserve")
    judge = read_weights()
    assert pick([blunder], judge, SWIFT, True) == [blunder]
    assert blunder.check([game.state] * SWIFT.check, judge, SWIFT.ask)
    assert blunder.taken < 0.1
    assert blunder.advised > 0.5
    assert pick([battle_choice(game, "fire FR-2-I1")], judge, SWIFT, True) == []
