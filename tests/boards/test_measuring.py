"""The fuzzer and the even game on a corrected board: played there, and kept apart from ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from napoleon.cli import main
from napoleon.lab import fuzz
from napoleon.lab.fuzz import fuzz_game, fuzz_start
from napoleon.lab.laboratory import read_games
from napoleon.lab.properties import PropertyBroken
from napoleon.rules import Board, Game
from napoleon.rules.board.tables import SHIPPED, lay
from napoleon.scenarios import evenness
from napoleon.scenarios.evenness import measured

pytestmark = pytest.mark.once

PLAYED = {
    "scenario": "historical",
    "level": "officer",
    "games": 400,
    "even": -4.0,
    "low": -6.0,
    "high": -2.0,
}


@pytest.mark.parametrize("seed", range(12))
def test_games_by_chance_keep_every_property_on_it(corrected: Board, seed: int) -> None:
    """Battles dealt at random among them; what is laid beforehand does not matter."""
    lay(SHIPPED)
    game, decisions = fuzz_game(seed, share=0.05, board=corrected)
    assert decisions > 0 and game.board is corrected
    assert seed % 3 == 0 or game.result is not None


def test_battles_are_dealt_in_all_its_towns(corrected: Board) -> None:
    towns = {fuzz_start(seed, corrected).view(None).battles[0].town for seed in range(0, 900, 3)}
    theirs = {row["id"] for row in corrected.rows("towns.csv")}
    assert towns <= theirs
    assert towns - {row["id"] for row in SHIPPED.rows("towns.csv")} == {"genappe"}


def test_the_command_fuzzes_it_and_says_how_to_look_at_what_broke(
    folder: Path,
    tmp_path: Path,
    forget: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["fuzz", "--board", str(folder), "--games", "2", "--out", str(tmp_path / "fuzz")]
    assert main(words) == 0
    assert "2 games" in capsys.readouterr().out

    def fail(game: Game) -> None:
        if game.board is not SHIPPED and len(game.moves) > 20:
            raise PropertyBroken("for the test")

    monkeypatch.setattr(fuzz, "check_state", fail)
    assert main(words) == 1
    told = capsys.readouterr().out
    kept = tmp_path / "fuzz" / "fuzz-1.record"
    assert f"napoleon replay {kept} --board {folder}" in told
    assert main(["replay", str(kept), "--board", str(folder), "--to", "20"]) == 0
    assert "Genappe" in capsys.readouterr().out


def test_a_level_is_fuzzed_on_it_in_other_processes(
    folder: Path, tmp_path: Path, forget: None, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "fuzz"
    words = ["fuzz", "--level", "random", "--games", "4", "--jobs", "2", "--out", str(out)]
    assert main([*words, "--board", str(folder)]) == 0
    assert f"lab-report {out / 'random.jsonl'} --board {folder}" in capsys.readouterr().out
    assert {line["board"].split()[0] for line in read_games(out / "random.jsonl")} == {
        "corrected-board"
    }


def test_what_is_even_on_it_is_kept_apart_from_ours(
    folder: Path, corrected: Board, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The row names its board, and measuring it again replaces that row alone."""
    path = tmp_path / "even.json"
    ours = {**PLAYED, "level": "random"}
    path.write_text(json.dumps([ours]), "utf-8")
    words = ["even", "random", "--scenario", "historical", "--from", "allied:3", "--to", "french:3"]
    words += ["--jobs", "1", "--out", str(path), "--board", str(folder)]
    for games in (7, 3):
        assert main([*words, "--games", str(games)]) == 0
        assert "historical, random, corrected-board" in capsys.readouterr().out
        first, theirs = json.loads(path.read_text("utf-8"))
        assert first == ours
        assert theirs["board"] == f"corrected-board {corrected.hash}"
        assert (theirs["level"], theirs["games"]) == ("random", games)


def test_only_what_was_measured_on_ours_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both the form for a new game and tournaments read it from there."""
    rows = [{**PLAYED, "even": -9.0, "board": "corrected-board 00"}, PLAYED]
    (tmp_path / evenness.FILE).write_text(json.dumps(rows), "utf-8")
    monkeypatch.setattr("importlib.resources.files", lambda package: tmp_path)
    assert [even.handicap for even in measured.__wrapped__()] == [-4]
