"""Opponents: legal, repeatable, fair, and at home in every setting."""

import random

import pytest

from napoleon.ai.battle.search import PLAIN_EMPEROR
from napoleon.ai.campaign.features import FEATURE_COUNT, NAMES, Weights, features, read_weights
from napoleon.ai.campaign.net import Net
from napoleon.ai.campaign.orders import candidate_orders, carry_out
from napoleon.ai.campaign.planner import Planner
from napoleon.ai.campaign.search import CampaignSearch
from napoleon.ai.levels import LEVELS
from napoleon.ai.opponents import Decision, Opponent, SeatedOpponent, is_whole
from napoleon.ai.talents import MARSHAL_6, POOL, TRIAL_LEVELS, Effort, is_compiled
from napoleon.lab.shuffle import shuffle_hidden
from napoleon.rules import Game, Options, SeededDice
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import SEAT_ARMIES, UNIT_IDS
from napoleon.rules.knowledge.sketch import sketch

SETTINGS = [
    (scenario, players, visibility)
    for scenario in ("historical", "free")
    for players in (2, 3)
    for visibility in ("open", "hidden")
]
LIGHT = Effort(playouts=8, trials=6, width=3, samples=2, seconds=0.0)


def seat_all(game: Game, level: str, seed: int) -> dict[str, SeatedOpponent]:
    seats = {}
    for index, seat in enumerate(game.seats):
        player = SeatedOpponent(level, seat, seed + index)
        player.opponent.effort = LIGHT
        seats[str(seat)] = player
    return seats


@pytest.mark.once
@pytest.mark.parametrize("level", ["recruit", "officer", "marshal", "emperor"])
@pytest.mark.parametrize(("scenario", "players", "visibility"), SETTINGS)
def test_every_level_plays_every_setting(
    level: str, scenario: str, players: int, visibility: str
) -> None:
    game = Game.new(scenario, Options(players, visibility), SeededDice(7))
    seats = seat_all(game, level, 3)
    last = 4 if level in ("marshal", "emperor") else 8
    decisions = 0
    while game.to_act and game.turn <= last:
        seats[str(game.to_act[0])].play(game)
        decisions += 1
        assert decisions < 3000
    assert game.turn > last or game.result is not None


@pytest.mark.once
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_game(level: str) -> None:
    records = []
    for _ in range(2):
        game = Game.new("historical", Options(2, "open"), SeededDice(11))
        seats = seat_all(game, level, 5)
        for _ in range(60):
            seats[str(game.to_act[0])].play(game)
        records.append(game.record())
    assert records[0] == records[1]


def decide(level: str, game: Game, seat: str) -> Decision:
    opponent = Opponent(level, SEAT_ARMIES[seat], 9)
    opponent.effort = LIGHT
    drawn = sketch(game.state, SEAT_ARMIES[seat])
    return opponent.decide(drawn, game.legal(seat).codes, [])


@pytest.mark.once
@pytest.mark.parametrize("level", ["recruit", "officer", "marshal", "emperor"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_changes_no_choice(level: str, seed: int) -> None:
    """Positions that differ only in what the seat may not see get the same answer."""
    game = Game.new(("historical", "free")[seed % 2], Options(2, "open"), SeededDice(seed))
    seats = seat_all(game, "officer", seed)
    rng = random.Random(seed)
    checked = 0
    for number in range(260):
        if not game.to_act:
            break
        seat = str(game.to_act[0])
        if number % 13 == 0:
            answer = decide(level, game, seat)
            twin = shuffle_hidden(game.state, SEAT_ARMIES[seat], rng)
            opponent = Opponent(level, SEAT_ARMIES[seat], 9)
            opponent.effort = LIGHT
            other = opponent.decide(sketch(twin, SEAT_ARMIES[seat]), game.legal(seat).codes, [])
            assert (answer.code, answer.reason) == (other.code, other.reason)
            checked += 1
        seats[seat].play(game)
    assert checked > 10


def test_a_level_that_is_none() -> None:
    with pytest.raises(ValueError, match="expected a level"):
        Opponent("field-marshal", 1, 1)
    for level in (*LEVELS, *TRIAL_LEVELS, *POOL):
        assert Opponent(level, 1, 1).level == level


def test_the_shipped_weights_are_for_these_features() -> None:
    weights = read_weights()
    assert len(weights.values) == FEATURE_COUNT == len(NAMES)
    game = Game.new("historical", dice=SeededDice(1))
    row = features(game.state, 1)
    assert 0.0 < weights.chance(row) < 1.0
    with pytest.raises(ValueError, match="weights"):
        Weights([0.0])


def test_losses_tell_in_the_worth_of_a_position() -> None:
    weights = read_weights()
    game = Game.from_position(
        "turn 9; waterloo: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2; brussels: AD-W AD-R-I1 AD-1-I1"
        " AD-1-I2 AD-C-H; liege: PR-4-I1 PR-4-I2 PR-4-C PR-B"
    )
    even = weights.chance(features(game.state, 9))
    worn = game.state.copy()
    worn.lost |= sum(1 << UNIT_IDS.index(name) for name in ("FR-2-I1", "FR-2-I2", "FR-3-I1"))
    assert weights.chance(features(worn, 9)) < even


def test_orders_keep_the_road_limits() -> None:
    """5.4: of twelve units at Beaumont six take the minor road to Thuin."""
    game = Game.new("historical", dice=SeededDice(1))
    orders = candidate_orders(game.state, 1)
    beaumont, thuin = TOWN_IDS.index("beaumont"), TOWN_IDS.index("thuin")
    everybody = max(
        (order for order in orders if order.start == beaumont and order.path == [thuin]),
        key=lambda order: order.units.bit_count(),
    )
    assert everybody.units.bit_count() > 6
    state = game.state.copy()
    carry_out(state, everybody)
    assert state.at[thuin].bit_count() == 6


def test_the_open_city_on_the_last_turn_is_taken() -> None:
    """10: two supply cities after the French turn of 22 June win."""
    game = Game.from_position(
        "turn 23; brussels: FR-1-I1; waremme: FR-C1; ghent: AD-R-I1; namur: PR-1-I1"
    )
    plan = Planner(read_weights(), 1, 3).make(game.state)
    assert [TOWN_IDS[order.goal()] for order in plan.orders] == ["liege"]
    assert plan.value == 1.0
    orders = CampaignSearch(read_weights(), 1, 3).make([game.state], 5, 20)
    assert "liege" in [TOWN_IDS[order.goal()] for order in orders]


def test_the_net_is_asked_about_whole_campaigns_alone() -> None:
    """It has learnt from those; where units are missing the emperor values like a marshal."""
    whole = Game.new("historical").state
    some = Game.from_position("turn 5; waterloo: FR-1-I1; brussels: AD-1-I1; liege: PR-1-I1").state
    assert is_whole(whole)
    assert not is_whole(some)
    emperor = Opponent("emperor", 1, 3)
    assert isinstance(emperor._judge_of(whole), Net)
    assert isinstance(emperor._judge_of(some), Weights)
    assert emperor._manner(some) is PLAIN_EMPEROR
    assert emperor._manner(whole).judge is emperor._judge_of(whole)


def test_an_emperor_thinks_more_as_the_french_where_there_is_time() -> None:
    """In plain Python there is none; a plan is always made in less than five seconds."""
    french, allied = [Opponent("emperor", armies, 3).effort for armies in (1, 6)]
    if is_compiled():
        assert french.trials > allied.trials
        assert french.playouts > allied.playouts
    else:
        assert (french.trials, french.playouts) == (allied.trials, allied.playouts)
    assert max(french.seconds, allied.seconds) < 4.5


def test_a_marshal_with_six_times_the_search() -> None:
    usual = Opponent("marshal", 1, 3).effort
    long = Opponent(MARSHAL_6, 1, 3).effort
    assert (long.playouts, long.trials) == (6 * usual.playouts, 6 * usual.trials)
    assert long.seconds == 6 * usual.seconds
