"""What handicap makes equals even: the curve, its crossing, the games, and the file."""

import io
import json
import math
import random
from pathlib import Path

import pytest

from napoleon.cli import main
from napoleon.lab.even import Curve, find_even, fit_curve, grid, keep_findings, plan, run_even
from napoleon.lab.matches import Match
from napoleon.scenarios import CAMPAIGNS, SHIPPED
from napoleon.scenarios.evenness import EvenGame, measured


def chance(steps: int, start: float, slope: float) -> float:
    return 1.0 / (1.0 + math.exp(-(start + slope * steps)))


def test_the_curve_finds_what_made_the_games() -> None:
    """Of many games with known odds, the interval holds the truth about as often as it says."""
    rng = random.Random(1)
    truth = -5.0
    covered = 0
    for _ in range(200):
        games = []
        for number in range(400):
            steps = (-12, -9, -6, -3, 0, 3, 6)[number % 7]
            games.append((steps, rng.random() < chance(steps, truth * 0.18, -0.18)))
        curve = fit_curve(games)
        assert curve is not None
        even = find_even(curve)
        assert even is not None and even.low < even.even < even.high
        covered += even.low <= truth <= even.high
    assert 180 <= covered <= 199


def test_where_steps_do_not_matter_nothing_is_said() -> None:
    rng = random.Random(2)
    curve = fit_curve([(steps, rng.random() < 0.4) for steps in (-6, 0, 6) for _ in range(60)])
    assert curve is not None and find_even(curve) is None
    assert fit_curve([(0, True), (0, False)]) is None  # one handicap tells nothing
    assert fit_curve([(0, True), (3, True)]) is None  # nor does one winner
    assert find_even(Curve(0.5, 0.2, (0.01, 0.0, 0.0001))) is None  # more steps, more wins: chance


def test_the_range_is_tried_from_end_to_end() -> None:
    assert grid(-12, 6) == [-12, -9, -6, -3, 0, 3, 6]
    assert grid(-1, 1) == [-1, 0, 1]
    matches = plan("recruit", "free", 7, [-2, 0, 2], 5)
    assert [match.handicap for match in matches] == [-2, 0, 2, -2, 0, 2, -2]
    assert [match.seed for match in matches] == [5, 5, 5, 6, 6, 6, 7]
    assert {(match.french, match.allied, match.scenario) for match in matches} == {
        ("recruit", "recruit", "free")
    }


def test_a_handicap_of_a_match_is_played() -> None:
    game = Match("random", "random", 1, handicap=-4).new_game()
    assert game.stage == "handicap" and game.options.handicap == -4


def test_what_was_found_is_printed_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "even.json"
    keep_findings(path, [{"scenario": "free", "level": "emperor", "games": 1}])
    out = io.StringIO()
    assert run_even(["random"], ["historical"], 6, (-3, 3), 1, 1, out, path) == 0
    assert "French won" in out.getvalue()
    rows = json.loads(path.read_text("utf-8"))
    assert [(row["scenario"], row["level"]) for row in rows] == [
        ("free", "emperor"),
        ("historical", "random"),
    ]
    assert rows[1]["games"] == 6


def test_the_shipped_file_can_be_offered() -> None:
    for even in measured():
        assert even.scenario in (*CAMPAIGNS, *SHIPPED)
        assert even.low <= even.even <= even.high and abs(even.handicap) <= 20
    assert EvenGame("free", "officer", 400, -4.6, -7.0, -2.0).handicap == -5
    # More than 20 steps cannot be agreed (4).
    assert EvenGame("free", "officer", 400, -23.2, -30.0, -16.0).handicap == -20
    assert EvenGame("free", "officer", 400, 21.0, 19.0, 23.0).handicap == 20


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--handicap", "prussian:3"], "expected french:STEPS or allied:STEPS"),
        (["--handicap", "french:21"], "at most 20 steps"),
    ],
)
def test_a_handicap_that_is_none_is_refused(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "random", "random", *words])
    assert reason in capsys.readouterr().err
