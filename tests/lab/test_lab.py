"""The laboratory: the chronicle of a game, and a file that can be gone on with."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from napoleon.cli import main
from napoleon.lab.chronicle import format_line, without_times, write_chronicle
from napoleon.lab.laboratory import (
    GAMES_FILE,
    PLAN_FILE,
    REPORT_FILE,
    LabError,
    Plan,
    Task,
    open_folder,
    play_task,
    read_games,
    run_laboratory,
)
from napoleon.lab.matches import Clock, Match, Played, play_match
from napoleon.lab.random_play import new_random_game, play_out, warlike
from napoleon.rules import Game, ScriptedDice, SeededDice
from napoleon.rules.board.towns import SUPPLY_CITIES, TOWN_IDS
from napoleon.rules.board.units import ARMY_NAMES, UNIT_IDS

ELSEWHERE = ("march", "supply", "defeat")  # causes of losses that are not of a fight
PLAN = Plan(("random",), ("random",), ("historical", "free"), seed=3)


def run(games: int, folder: Path, plan: Plan = PLAN, jobs: int = 1) -> str:
    out = io.StringIO()
    assert run_laboratory(plan, games, folder, jobs, out) == 0
    return out.getvalue()


def lines_of(folder: Path) -> list[dict[str, Any]]:
    return [without_times(line) for line in read_games(folder / GAMES_FILE)]


def chronicle_of(game: Game) -> dict[str, Any]:
    clocks = {"french": Clock(), "allied": Clock()}
    return write_chronicle(Played(Match("random", "random", 1), game, clocks))


def play_on(game: Game) -> Game:
    """To the end, with whatever is offered last: nobody goes anywhere if he need not."""
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, list(game.legal(seat))[-1])
    return game


# --- the chronicle


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3])
def test_a_chronicle_agrees_with_its_game(seed: int, players: int) -> None:
    match = Match("random", "random", seed, ("historical", "free")[seed % 2], players)
    played = play_match(match)
    game = played.game
    line = json.loads(format_line(write_chronicle(played)))
    assert game.result is not None
    assert line["winner"] == game.result.winner
    assert line["turns"] == game.turn
    assert (line["seed"], line["scenario"], line["players"]) == (seed, match.scenario, players)
    assert list(line["levels"]) == [str(seat) for seat in game.seats]
    for army in ARMY_NAMES:
        assert len(line["losses"][army]) == game.turn
        assert line["losses"][army][-1] == game.losses(army)
        assert line["losses"][army] == sorted(line["losses"][army])
    lost = [unit for unit in UNIT_IDS if game.where(unit) == "lost"]
    assert sorted(fate["unit"] for fate in line["fates"]) == sorted(lost)
    french = [game.where(unit) for unit in UNIT_IDS if unit.startswith("FR")]
    cities = [TOWN_IDS[town] for town in SUPPLY_CITIES]
    assert line["held"] == [city for city in cities if city in french]
    assert set(line["held"]) <= {city["town"] for city in line["cities"]}
    kinds = [event.kind for event in game.events]
    assert len(line["battles"]) == kinds.count("battle-began") + kinds.count("skirmish-began")
    assert sum(line["decisions"].values()) == len(game.moves)
    assert line["times"]["french"]["decision"]["number"] == line["decisions"]["french"]


def test_a_skirmish_in_the_chronicle() -> None:
    """Three units fall on the lone cavalry at Mons: who was there, and where they came from."""
    game = Game.new("historical", None, SeededDice(2))
    game.play("french", [f"march {unit} mons" for unit in ("FR-1-I1", "FR-1-I2", "FR-2-I1")])
    game.play("french", "end")
    line = chronicle_of(play_on(game))
    fight = line["battles"][0]
    assert (fight["turn"], fight["town"], fight["kind"]) == (1, "mons", "skirmish")
    assert (fight["attacker"], fight["french"], fight["allied"]) == ("french", 3, 1)
    assert line["opening"]["french"] == "solre>mons 3"


@pytest.mark.parametrize("seed", range(6))
def test_battles_in_the_chronicle(seed: int) -> None:
    """In warlike games every loss in a fight is booked there, and every fight is won by a side."""
    game = new_random_game(seed)
    play_out(game, warlike, random.Random(seed))
    line = chronicle_of(game)
    battles = [fight for fight in line["battles"] if fight["kind"] == "battle"]
    assert battles
    in_fights = [fate for fate in line["fates"] if fate["cause"] not in ELSEWHERE]
    assert in_fights
    booked = [fight[f"{side}_lost"] for fight in line["battles"] for side in ("french", "allied")]
    assert sum(booked) == len(in_fights)
    reinforced = [event for event in game.events if event.kind == "reinforced"]
    assert len(reinforced) == sum(
        fight["french_reinforcements"] + fight["allied_reinforcements"] for fight in battles
    )
    for fight in battles:
        assert min(fight["french"], fight["allied"]) >= 3
        assert fight["rounds"] >= 1
        for side in ("french", "allied"):
            there = fight[side] + fight[f"{side}_reinforcements"]
            assert fight[f"{side}_lost"] <= there
    won = [event for event in game.events if event.kind == "fight-won"]
    assert len(won) == sum(fight["winner"] is not None for fight in line["battles"])


def test_openings_are_groups_in_a_fixed_order() -> None:
    game = Game.new("historical", None, ScriptedDice([1] * 500))
    game.play("french", ["march FR-2-I1 binche", "march FR-2-I2 binche"])
    start = game.events[-1].town
    game.play("french", "end")
    line = chronicle_of(play_on(game))
    assert line["opening"]["french"] == f"{start}>binche 2"
    assert line["thrust"]["french"] == "binche"
    assert line["opening"]["allied"] == "nobody marched"
    assert line["thrust"]["allied"] is None


# --- the plan


def test_a_plan_takes_everything_in_turn() -> None:
    plan = Plan(("random", "recruit"), ("officer",), ("historical", "free"), (2, 3), seed=7)
    matches = [plan.match(number) for number in range(16)]
    assert len(set(matches)) == 16
    assert [match.seed for match in matches] == [7] * 8 + [8] * 8
    assert {match._replace(seed=0) for match in matches[:8]} == {
        match._replace(seed=0) for match in matches[8:]
    }


# --- going on


def test_a_run_in_two_parts_gives_the_file_of_one_run(tmp_path: Path) -> None:
    run(6, tmp_path / "one", jobs=2)
    assert "games are there already" not in run(2, tmp_path / "two")
    assert "2 games are there already" in run(6, tmp_path / "two")
    assert lines_of(tmp_path / "one") == lines_of(tmp_path / "two")
    assert [line["game"] for line in lines_of(tmp_path / "one")] == list(range(6))
    assert (tmp_path / "two" / REPORT_FILE).exists()


def test_nothing_more_to_do_changes_nothing(tmp_path: Path) -> None:
    run(2, tmp_path)
    before = (tmp_path / GAMES_FILE).read_bytes()
    run(2, tmp_path)
    run(1, tmp_path)
    assert (tmp_path / GAMES_FILE).read_bytes() == before


@pytest.mark.parametrize("cut", [1, 2, 50, 1500])
def test_a_line_that_was_cut_off_is_played_again(cut: int, tmp_path: Path) -> None:
    run(3, tmp_path)
    whole = lines_of(tmp_path)
    path = tmp_path / GAMES_FILE
    path.write_bytes(path.read_bytes()[:-cut])
    assert len(read_games(path)) == 2
    assert "2 games are there already" in run(3, tmp_path)
    assert lines_of(tmp_path) == whole


def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    """A real process, killed without warning in the middle of its games."""
    words = "lab --french random --allied random --scenario both --seed 3 --jobs 1"
    command = [sys.executable, "-m", "napoleon", *words.split(), "--out", str(tmp_path)]
    path = tmp_path / GAMES_FILE
    program = subprocess.Popen([*command, "--games", "100000"], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= 3:
            break
        time.sleep(0.05)
    program.kill()
    program.wait(30)
    done = len(read_games(path))
    assert done >= 3
    assert "games are there already" in run(done + 2, tmp_path)
    assert lines_of(tmp_path) == [
        without_times(json.loads(json.dumps(play_task(Task(number, PLAN.match(number))))))
        for number in range(done + 2)
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C cannot be sent to one process")
def test_ctrl_c_keeps_the_games_and_writes_the_report(tmp_path: Path) -> None:
    words = "lab --french random --allied random --games 100000 --jobs 2"
    program = subprocess.Popen(
        [sys.executable, "-m", "napoleon", *words.split(), "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # A job in the background is born deaf to Ctrl-C.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    path = tmp_path / GAMES_FILE
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= 3:
            break
        time.sleep(0.05)
    os.killpg(program.pid, signal.SIGINT)
    try:
        text, _ = program.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        raise
    assert program.returncode == 0, text
    assert "stopped; the same command goes on" in text
    assert "Traceback" not in text
    assert path.read_bytes().endswith(b"\n")
    assert (tmp_path / REPORT_FILE).exists()


def test_another_plan_in_the_same_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(1, tmp_path)
    with pytest.raises(LabError, match=r"another plan \(scenarios, seed differ\)"):
        open_folder(PLAN._replace(seed=4, scenarios=("free",)), tmp_path)
    words = ["lab", "--french", "random", "--allied", "random", "--out", str(tmp_path)]
    assert main([*words, "--games", "1"]) == 2
    assert "was begun with another plan" in capsys.readouterr().err


def test_results_of_other_opponents_do_not_mix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(1, tmp_path)
    monkeypatch.setattr("napoleon.lab.laboratory.code_mark", lambda: "changed")
    with pytest.raises(LabError, match="other rules or opponents"):
        run_laboratory(PLAN, 2, tmp_path, 1, io.StringIO())
    with pytest.raises(LabError, match="a worker plays with other rules"):
        run_laboratory(PLAN, 1, tmp_path / "new", 1, io.StringIO())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"nonsense\n", "line 1, is no JSON"),
        (b"[]\n", "line 1, is no game"),
        (b'{"winner":"french","game":5,"seed":3}\n', "is not game 0 of the plan"),
    ],
)
def test_a_file_that_is_not_ours_is_left_alone(text: bytes, message: str, tmp_path: Path) -> None:
    open_folder(PLAN, tmp_path)
    path = tmp_path / GAMES_FILE
    path.write_bytes(text)
    with pytest.raises(LabError, match=message):
        open_folder(PLAN, tmp_path)
    assert path.read_bytes() == text
    (tmp_path / PLAN_FILE).unlink()
    with pytest.raises(LabError, match="not their plan"):
        open_folder(PLAN, tmp_path)


def test_a_broken_game_has_its_line_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(match: Match) -> Played:
        if match.seed == 4:
            raise RuntimeError("lost its head")
        return play_match(match)

    monkeypatch.setattr("napoleon.lab.outcomes.play_match", break_off)
    out = io.StringIO()
    assert run_laboratory(PLAN._replace(scenarios=("free",)), 3, tmp_path, 1, out) == 1
    assert "game 1 broke: seed 4" in out.getvalue()
    lines = read_games(tmp_path / GAMES_FILE)
    assert [line["winner"] is None for line in lines] == [False, True, False]
    assert "lost its head" in lines[1]["trouble"]
    assert "1 games broke off" in (tmp_path / REPORT_FILE).read_text("utf-8")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "lab --french random --allied random --scenario both --players both --visibility both"
    folder = tmp_path / "lab"
    assert main([*words.split(), "--games", "8", "--jobs", "1", "--out", str(folder)]) == 0
    assert str(folder / REPORT_FILE) in capsys.readouterr().out
    lines = lines_of(folder)
    settings = {(line["scenario"], line["players"], line["visibility"]) for line in lines}
    assert len(settings) == 8
    (folder / REPORT_FILE).unlink()
    assert main(["lab-report", str(folder)]) == 0
    assert (folder / REPORT_FILE).exists()
    assert main(["lab-report", str(tmp_path / "nothing")]) == 2
    assert "no finished game" in capsys.readouterr().err
