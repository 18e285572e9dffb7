"""The arena: pairs with sides changed and dice shared, and intervals that are right."""

import io
import itertools
import math
import random
import re
import subprocess
import sys
import time
from array import array
from pathlib import Path

import pytest

from napoleon.ai.opponents import Decision, SeatedOpponent
from napoleon.lab import workers
from napoleon.lab.arena import Score, Terms, all_matches, pair_matches, run_arena
from napoleon.lab.chronicle import without_times
from napoleon.lab.intervals import wilson
from napoleon.lab.laboratory import read_games
from napoleon.lab.level_fuzz import LevelTask, fuzz_level_game, level_match, run_level_fuzz
from napoleon.lab.matches import (
    Match,
    NotEnding,
    opponent_seed,
    play_match,
    summarise_times,
)
from napoleon.lab.outcomes import Outcome, find_outcome
from napoleon.rules import Action, Game
from napoleon.rules.engine.actions import END_CODE


def outcome(match: Match, winner: str, seconds: float = 0.001) -> Outcome:
    times = {"french": array("d", [seconds]), "allied": array("d", [seconds])}
    line = {"winner": winner, "turns": 23, "decisions": {"french": 1, "allied": 1}}
    return Outcome(match, line, "", times, times)


@pytest.mark.parametrize(
    ("won", "trials", "low", "high"),
    [
        # Figures of the literature: Newcombe 1998 (81 of 263, 15 of 148, 0 of 20, 1 of 29).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_on_known_numbers(won: int, trials: int, low: float, high: float) -> None:
    share = wilson(won, trials)
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


def test_wilson_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(2000):
        share = wilson(sum(rng.random() < 0.3 for _ in range(60)), 60)
        covered += share.low <= 0.3 <= share.high
    assert 0.93 <= covered / 2000 <= 0.97


@pytest.mark.parametrize("won", [-1, 5])
def test_wilson_refuses_what_cannot_be(won: int) -> None:
    with pytest.raises(ValueError, match="expected from 0 to 4"):
        wilson(won, 4)


def test_times_are_summed_up() -> None:
    times = summarise_times([float(value) for value in range(100, 0, -1)])
    assert times == (100, 5050.0, 50.5, 50.5, 95.0, 100.0)
    assert summarise_times([2.0, 1.0, 9.0])[2:] == (4.0, 2.0, 9.0, 9.0)
    assert summarise_times([]).number == 0


def test_a_pair_changes_sides_and_keeps_everything_else() -> None:
    terms = Terms("random", "recruit", 7, 40, ("historical", "free"), 3, ("open", "hidden"))
    matches = list(all_matches(terms))
    assert len(matches) == 8
    assert pair_matches(terms, 1) == (matches[2], matches[3])
    for first, second in zip(matches[::2], matches[1::2], strict=True):
        assert (first.french, first.allied) == ("random", "recruit")
        assert (second.french, second.allied) == ("recruit", "random")
        assert first._replace(french="recruit", allied="random") == second
    assert [match.seed for match in matches[::2]] == [40, 41, 42, 43]
    settings = [(match.scenario, match.visibility) for match in matches[::2]]
    assert len(set(settings)) == 4


def test_both_games_of_a_pair_meet_the_same_dice() -> None:
    """So one level on both sides plays the same game twice."""
    pair = pair_matches(Terms("random", "random", 2, 9), 0)
    rolled: list[list[int]] = []
    games = []
    for match in pair:
        dice = match.new_game().state.dice
        rolled.append([dice.roll(6) for _ in range(50)])
        games.append(play_match(match).game)
    assert rolled[0] == rolled[1]
    assert games[0].record() == games[1].record()
    other = play_match(pair[0]._replace(seed=10)).game
    assert other.record() != games[0].record()


@pytest.mark.once
def test_a_slow_machine_weakens_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled, opponents think to the end; in plain Python they keep to their time, as in play."""
    hours = itertools.count(0.0, 3600.0)
    clocks = {"still": lambda: 0.0, "racing": lambda: next(hours)}

    def play(is_compiled: bool, clock: str) -> str:
        monkeypatch.setattr("napoleon.lab.matches.is_compiled", lambda: is_compiled)
        monkeypatch.setattr(time, "monotonic", clocks[clock])
        return play_match(Match("marshal", "officer", 1, "wavre")).game.record()

    in_peace = play(is_compiled=False, clock="still")
    assert play(is_compiled=True, clock="racing") == in_peace
    assert play(is_compiled=False, clock="racing") != in_peace


def test_the_chance_of_opponents_is_not_that_of_the_dice() -> None:
    seeds = [opponent_seed(seed, seat) for seed in range(50) for seat in ("french", "allied")]
    assert len(set(seeds)) == 100
    assert not set(seeds) & set(range(1000))


def test_the_score_counts_wins_of_a_on_either_side() -> None:
    terms = Terms("random", "recruit", 8)
    winners = ["french", "french", "french", "allied", "allied", "allied", "allied", "french"]
    score = Score(terms)
    for match, winner in zip(all_matches(terms), winners, strict=True):
        score.take_in(outcome(match, winner))
    # A wins games 0, 2, 3 and 5: two of four as the French, two of four as the Allies.
    assert score.wins == [True, False, True, True, False, True, False, False]
    assert (score.share().won, score.share().trials) == (4, 8)
    assert (score.share("french").won, score.share("french").trials) == (2, 4)
    assert (score.share("allied").won, score.share("allied").trials) == (2, 4)
    pairs = score.pair_share()
    assert (pairs.won, pairs.trials) == (2.0, 4)
    assert pairs.high - pairs.low > score.share().high - score.share().low
    text = io.StringIO()
    score.write(text)
    assert "4 of 8  50.0 % (95 %: 21.5 to 78.5)" in text.getvalue()
    assert "2 of 4  50.0 % (95 %: 15.0 to 85.0)         pairs as units" in text.getvalue()
    assert "4 of 8" in text.getvalue().split("the French win")[1]


def test_slow_decisions_are_told() -> None:
    terms = Terms("random", "recruit", 2)
    score = Score(terms)
    for match in all_matches(terms):
        score.take_in(outcome(match, "french", 3.5))
    text = io.StringIO()
    score.write(text)
    assert "2 decisions of random took over 3 s" in text.getvalue()


def test_a_run_prints_and_keeps_its_games(tmp_path: Path) -> None:
    out = io.StringIO()
    path = tmp_path / "games.jsonl"
    assert run_arena(Terms("random", "random", 3), 1, out, path=path) == 0
    text = out.getvalue()
    assert "random against random: 4 games, 2 whole pairs" in text
    assert "2 of 4  50.0 %" in text
    lines = read_games(path)
    assert [line["seed"] for line in lines] == [1, 1, 2, 2]
    assert without_times(lines[0]) == without_times(lines[1])


def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    files = []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.jsonl"
        assert run_arena(Terms("random", "random", 6), jobs, io.StringIO(), path=path) == 0
        files.append([without_times(line) for line in read_games(path)])
    assert files[0] == files[1]


def test_ctrl_c_gives_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Match] = []

    def play(match: Match) -> Outcome:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(match)
        return find_outcome(match)

    monkeypatch.setattr("napoleon.lab.arena.find_outcome", play)
    out = io.StringIO()
    assert run_arena(Terms("random", "random", 100), 1, out) == 0
    assert "3/100" in out.getvalue()
    assert "3 games, 1 whole pairs" in out.getvalue()


def test_the_time_limit_ends_a_run() -> None:
    out = io.StringIO()
    assert run_arena(Terms("random", "random", 100), 1, out, time_limit=1e-6) == 0
    assert "time is up" in out.getvalue()
    assert "1 games, 0 whole pairs" in out.getvalue()


def test_a_broken_opponent_is_told_and_the_others_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    right = SeatedOpponent.choose

    def choose(self: SeatedOpponent, game: Game) -> Decision:
        if game.turn == 3 and game.scenario == "free":
            raise RuntimeError("lost its head")
        return right(self, game)

    monkeypatch.setattr(SeatedOpponent, "choose", choose)
    out = io.StringIO()
    assert run_arena(Terms("random", "random", 4, 1, ("historical", "free")), 1, out) == 1
    assert "2 of 4 games broke" in out.getvalue()
    assert "random against random: 2 games, 1 whole pairs" in out.getvalue()
    assert "RuntimeError: lost its head" in out.getvalue()
    assert "seed 2, random (French)" in out.getvalue()


def test_a_game_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("napoleon.lab.matches.MOST_DECISIONS", 20)
    with pytest.raises(NotEnding, match="not over after 20"):
        play_match(Match("random", "random", 1))


def test_turn_times_are_those_of_marches() -> None:
    played = play_match(Match("random", "random", 3, "free", 3))
    for side, turns in (("french", 12), ("allied", 11)):
        clock = played.clocks[side]
        assert len(clock.turns) <= turns
        assert sum(clock.turns) < sum(clock.decisions)
    moves = [Action(move.code) for move in played.game.moves]
    assert len(moves) == sum(len(clock.decisions) for clock in played.clocks.values())


# --- the workers


def test_workers_stop_when_they_are_not_wanted_any_more() -> None:
    endless = iter(range(10**9))
    answers = workers.work_through(math.factorial, endless, 2)
    assert [next(answers) for _ in range(4)] == [1, 1, 2, 6]
    answers.close()


ENDLESS = """
import itertools, math
from napoleon.lab.workers import work_through

if __name__ == "__main__":
    answers = work_through(math.factorial, itertools.repeat(3), 2)
    for answer in answers:
        print(answer, flush=True)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_workers_do_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS, "utf-8")
    program = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE)
    assert program.stdout is not None
    program.stdout.readline()
    children = children_of(program.pid)
    assert len(children) >= 2
    program.kill()
    program.stdout.close()
    program.wait(30)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and any(is_running(child) for child in children):
        time.sleep(0.05)
    assert not [child for child in children if is_running(child)]


def children_of(parent: int) -> list[int]:
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(word) for word in text.split()]


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


# --- opponents in the fuzzer


def test_settings_take_turns() -> None:
    settings = {level_match("random", seed)[3:] for seed in range(8)}
    assert len(settings) == 8


def test_a_level_is_fuzzed(tmp_path: Path) -> None:
    out = io.StringIO()
    assert run_level_fuzz("random", 1, 8, 1, 1, tmp_path, out) == 0
    assert "8 games of random" in out.getvalue()
    assert "nothing broke" in out.getvalue()
    lines = read_games(tmp_path / "random.jsonl")
    assert [line["seed"] for line in lines] == list(range(1, 9))
    french = sum(line["winner"] == "french" for line in lines)
    told = re.findall(r"the French win \S+, \d players, \S+: (\d) of 1", out.getvalue())
    assert len(told) == 8
    assert sum(int(number) for number in told) == french


def test_a_slow_opponent_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("napoleon.lab.level_fuzz.slowest", lambda _: 1e-9)
    out = io.StringIO()
    assert run_level_fuzz("random", 1, 1, 4, 1, tmp_path, out) == 1
    assert "slow: seed 4, " in out.getvalue()
    assert "historical, 2 players, hidden" in out.getvalue()


def looping(self: SeatedOpponent, game: Game) -> Decision:
    """Never ends a step of its own will, and then does what is forbidden."""
    return Decision(next((code for code in game.legal(self.seat).codes if code != END_CODE), 0))


def unsayable(self: SeatedOpponent, game: Game) -> Decision:
    return Decision(game.legal(self.seat).codes[0], "towards {town}", {"place": "Ligny"})


def meddling(self: SeatedOpponent, game: Game) -> Decision:
    game.state.turn += 1
    return Decision(game.legal(self.seat).codes[0])


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (looping, "IllegalAction"),
        (unsayable, "a reason cannot be told"),
        (meddling, "thinking has changed the game"),
    ],
)
def test_a_faulty_opponent_is_found(
    fault: object, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SeatedOpponent, "choose", fault)
    game = fuzz_level_game(LevelTask("random", 2, share=1.0))
    assert message in game.trouble
    out = io.StringIO()
    assert run_level_fuzz("random", 1, 50, 2, 1, tmp_path, out) == 1
    kept = tmp_path / "fuzz-random-2.record"
    assert str(kept) in out.getvalue()
    assert message in kept.read_text("utf-8")


def circling(self: SeatedOpponent, game: Game) -> Decision:
    """Takes back what it did, and does it again."""
    if game.can_undo:
        game.undo(self.seat)
    return Decision(game.legal(self.seat).codes[0])


def test_an_opponent_that_goes_round_in_circles_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeatedOpponent, "choose", circling)
    assert "come back" in fuzz_level_game(LevelTask("random", 1, share=0.0)).trouble


def test_an_opponent_that_loops_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("napoleon.lab.level_fuzz.MOST_DECISIONS", 30)
    assert "not over after 30" in fuzz_level_game(LevelTask("random", 1)).trouble
