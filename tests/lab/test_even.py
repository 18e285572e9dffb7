"""What handicap makes equals even: the curve, its crossing, the games, and the file."""

import io
import json
import math
import random
from pathlib import Path

import pytest

from napoleon.cli import main
from napoleon.lab import even
from napoleon.lab.even import (
    Curve,
    Trial,
    find_even,
    fit_curve,
    grid,
    keep_findings,
    plan,
    run_even,
)
from napoleon.lab.matches import Match
from napoleon.lab.outcomes import Outcome, find_outcome
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
        found = find_even(curve)
        assert found is not None and found.low < found.even < found.high
        covered += found.low <= truth <= found.high
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
    assert run_even(Trial(["random"], ["historical"], 6, -3, 3), 1, out, path) == 0
    assert "French won" in out.getvalue()
    rows = json.loads(path.read_text("utf-8"))
    assert [(row["scenario"], row["level"]) for row in rows] == [
        ("free", "emperor"),
        ("historical", "random"),
    ]
    assert rows[1]["games"] == 6


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(text) for text in path.read_text("utf-8").splitlines()]


def test_games_that_are_kept_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on where it was stopped, to the very end that it would have come to; what was cut off
    in the middle of a line, or comes from other rules, is played again."""
    trial = Trial(["random"], ["historical"], 6, -3, 3)
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    said, again = io.StringIO(), io.StringIO()
    assert run_even(trial, 1, said, games=whole) == 0
    assert run_even(trial, 1, io.StringIO(), games=parts, time_limit=0.0) == 0
    assert len(lines_of(parts)) == 1, "the game under way is played to its end"
    text = whole.read_text("utf-8").splitlines(keepends=True)
    other = text[1].replace('"code":"', '"code":"x')
    parts.write_text(text[0] + other + text[2][:40], "utf-8")
    played: list[int] = []

    def count(match: Match) -> Outcome:
        played.append(match.handicap)
        return find_outcome(match)

    monkeypatch.setattr(even, "find_outcome", count)
    assert run_even(trial, 1, again, games=parts) == 0
    assert len(played) == 5 and len(lines_of(parts)) == 7
    tail = [line for line in said.getvalue().splitlines() if "French won" in line]
    assert [line for line in again.getvalue().splitlines() if "French won" in line] == tail
    played.clear()
    assert run_even(trial, 1, again, games=parts) == 0
    assert not played


def test_ctrl_c_gives_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matches: list[Match] = []

    def stop(match: Match) -> Outcome:
        matches.append(match)
        if len(matches) == 3:
            raise KeyboardInterrupt
        return find_outcome(match)

    monkeypatch.setattr(even, "find_outcome", stop)
    out, path = io.StringIO(), tmp_path / "even.json"
    trial = Trial(["random", "recruit"], ["historical"], 6, -3, 3)
    assert run_even(trial, 1, out, path) == 0
    assert "stopped" in out.getvalue() and len(matches) == 3
    (row,) = json.loads(path.read_text("utf-8"))
    assert (row["level"], row["games"]) == ("random", 2)
    # What rests on more games is not lost by it.
    better = {"scenario": "historical", "level": "random", "games": 400, "even": -5.0}
    keep_findings(path, [better])
    matches.clear()
    assert run_even(trial, 1, out, path) == 0
    assert json.loads(path.read_text("utf-8")) == [better]


def test_nothing_is_said_of_what_was_not_tried() -> None:
    """But where the range ends with the most that can be agreed, more than that is the most."""
    rng = random.Random(3)
    for low, high, is_told in ((-10, 10, False), (-20, 10, True), (-16, 4, True)):
        tried = grid(low, high)
        games = [(s, rng.random() < chance(s, -1.5, -0.11)) for s in tried for _ in range(400)]
        finding = even._finding("free", "officer", "", games, tried, io.StringIO())
        assert ("even" in finding) == is_told, finding
    steep = [(s, rng.random() < chance(s, -2.6, -0.11)) for s in grid(-20, 6) for _ in range(400)]
    finding = even._finding("free", "officer", "", steep, grid(-20, 6), io.StringIO())
    assert float(str(finding["even"])) < -20


def test_the_shipped_file_can_be_offered() -> None:
    for game in measured():
        assert game.scenario in (*CAMPAIGNS, *SHIPPED)
        assert game.low <= game.even <= game.high and abs(game.handicap) <= 20
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
