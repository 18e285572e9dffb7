"""The learnt value: rows that are packed into integers, and what the net says of positions."""

import json
from importlib import resources
from pathlib import Path

import pytest

from napoleon.ai.campaign.features import FEATURE_COUNT, features
from napoleon.ai.campaign.net import (
    CLASS_COUNT,
    CLASS_OF,
    SCALE,
    Net,
    pack,
    read_net,
    row_count,
    shipped_net,
    unpack,
    write_net,
)
from napoleon.ai.campaign.quick import remove
from napoleon.rules import Game, SeededDice
from napoleon.rules.board.towns import NEIGHBOURS, TOWN_IDS
from napoleon.rules.board.units import ARMY_OF, FIREPOWER, KIND_OF, UNIT_BY_ID, UNIT_COUNT
from napoleon.rules.engine.state import State

SHIPPED = resources.files("napoleon.ai").joinpath("data", "net.json").read_text("utf-8")


def position(text: str) -> State:
    return Game.from_position(text).state


@pytest.fixture(scope="module")
def net() -> Net:
    return shipped_net()


def test_rows_add_and_multiply_lane_by_lane() -> None:
    one = [3, -7, 0, 2_000_000]
    two = [-5, 6, -1, 40]
    total = pack(one) + 3 * pack(two)
    assert unpack(total, 4) == [a + 3 * b for a, b in zip(one, two, strict=True)]


def test_units_that_are_alike_share_their_rows() -> None:
    assert CLASS_OF[UNIT_BY_ID["FR-1-I1"]] == CLASS_OF[UNIT_BY_ID["FR-6-I"]]
    assert CLASS_OF[UNIT_BY_ID["FR-1-I1"]] != CLASS_OF[UNIT_BY_ID["FR-G-I"]]
    keys = {(ARMY_OF[unit], KIND_OF[unit], FIREPOWER[unit]) for unit in range(len(CLASS_OF))}
    assert len(keys) == CLASS_COUNT


def test_what_a_net_was_asked_before_does_not_matter(net: Net) -> None:
    """It keeps what units and features added up to the last time; whole numbers forget nothing."""
    texts = (
        "turn 5; ligny: FR-N FR-G-I; brussels: AD-W AD-1-I1; liege: PR-1-I1",
        "turn 5; ligny: FR-N FR-G-I/2; brussels: AD-W; liege: PR-1-I1 PR-2-I1",
        "turn 12; waterloo: FR-1-I1 FR-C1; hal: AD-1-I1; wavre: PR-B PR-1-I1",
    )
    states = [Game.new("historical").state, *[position(text) for text in texts]]
    fresh = [Net(json.loads(SHIPPED)).chance_at(state, state.turn) for state in states]
    for order in (states, states[::-1]):
        said = {id(state): net.chance_at(state, state.turn) for state in order}
        assert [said[id(state)] for state in states] == fresh
    assert len(set(fresh)) == len(fresh)


def test_a_net_of_known_rows_says_what_it_should(tmp_path: Path) -> None:
    """Lane 0 goes through as it is, the others where they are positive."""
    rows = [[0, 0, 0] for _ in range(row_count())]
    rows[5] = [SCALE, 2 * SCALE, -SCALE]  # turn 5
    write_net(tmp_path / "net.json", 3, rows, [1.0, 0.5, 100.0])
    judge = read_net(tmp_path / "net.json")
    state = position("turn 5; ligny: FR-N; brussels: AD-W")
    assert judge.score(state, 5, features(state, 5)) == pytest.approx(1.0 + 0.5 * 2.0)
    assert judge.score(state, 7, features(state, 7)) == pytest.approx(0.0)


def test_strength_counts_by_the_point(tmp_path: Path) -> None:
    rows = [[0, 0] for _ in range(row_count())]
    first = row_count() - 2 * CLASS_COUNT * len(TOWN_IDS)
    kind = CLASS_OF[UNIT_BY_ID["FR-2-I1"]]
    start = first + 2 * kind * len(TOWN_IDS) + TOWN_IDS.index("ligny")
    rows[start] = [SCALE, 0]  # for being there
    rows[start + len(TOWN_IDS)] = [SCALE // 4, 0]  # for each point
    write_net(tmp_path / "net.json", 2, rows, [1.0, 0.0])
    judge = read_net(tmp_path / "net.json")
    for strength in (1, 4):
        state = position(f"turn 5; ligny: FR-2-I1/{strength}; brussels: AD-W")
        assert judge.score(state, 5, features(state, 5)) == pytest.approx(1.0 + strength / 4)


def test_towns_that_a_net_does_not_know_count_as_the_nearest_that_it_knows(tmp_path: Path) -> None:
    """A board with another town can be judged all the same."""
    rows = [[SCALE * (number % 97), 0] for number in range(row_count())]
    write_net(tmp_path / "net.json", 2, rows, [1.0, 0.0])
    data = json.loads((tmp_path / "net.json").read_text("utf-8"))
    data["towns"] = ["elsewhere", *data["towns"][1:]]
    judge = Net(data)
    scores = {
        town: judge.score(
            position(f"turn 5; {town}: FR-N; brussels: AD-W"), 5, [0.0] * FEATURE_COUNT
        )
        for town in TOWN_IDS
        if town != "brussels"
    }
    nearest = [TOWN_IDS[town] for town in NEIGHBOURS[0]]
    assert scores[TOWN_IDS[0]] in [scores[town] for town in nearest]
    assert len(set(scores.values())) == len(scores) - 1  # all others have rows of their own


def test_the_net_that_is_shipped_is_small() -> None:
    path = Path(__file__).parents[2] / "src/napoleon/ai/data/net.json"
    assert path.stat().st_size < 1_000_000


def test_the_net_knows_what_strength_is_worth(net: Net) -> None:
    """The fewer points an army has, the worse for it, though no unit is lost."""
    state = Game.new("historical", dice=SeededDice(1)).state
    fresh = state.strength[:]
    by_army: list[list[float]] = []
    for army in range(3):
        said: list[float] = []
        for lack in range(3):
            for unit in range(UNIT_COUNT):
                is_worn = ARMY_OF[unit] == army
                state.strength[unit] = max(1, fresh[unit] - lack) if is_worn else fresh[unit]
            said.append(net.chance_at(state, 1))
        by_army.append(said)
    french, dutch, prussian = by_army
    assert french[0] > french[1] + 0.02 > french[2] + 0.02
    assert dutch[0] + 0.04 < dutch[1] + 0.02 < dutch[2]
    assert prussian[0] + 0.04 < prussian[1] + 0.02 < prussian[2]


def test_the_net_knows_what_matters(net: Net) -> None:
    """Nobody has to be told that losses are bad and that two cities late in the day are good."""
    game = Game.new("historical", dice=SeededDice(1))
    even = net.chance_at(game.state, 9)
    assert 0.02 < even < 0.9
    beaten = game.state.copy()
    for unit in range(0, 24, 3):
        remove(beaten, unit)
    assert net.chance_at(beaten, 9) < 0.7 * even
    poor = "turn 21; brussels: FR-1-I1; charleroi: FR-2-I1 FR-2-I2; ghent: AD-1-I1 AD-1-I2 AD-1-A"
    rich = "turn 21; brussels: FR-1-I1; ghent: FR-2-I1 FR-2-I2; charleroi: AD-1-I1 AD-1-I2 AD-1-A"
    more = "; liege: PR-1-I1 PR-1-I2 PR-1-A PR-2-I1"
    assert net.chance_at(position(rich + more), 21) > net.chance_at(position(poor + more), 21) + 0.1
