"""Players of one's own: found by name, asked with what their seat may know, and told apart."""

import io
import sys
from pathlib import Path

import pytest

from napoleon.cli import main
from napoleon.lab import Player, Question
from napoleon.lab.arena import Score, Terms, all_matches, run_arena
from napoleon.lab.laboratory import LabError, Plan, open_folder, read_games
from napoleon.lab.matches import Match, play_match
from napoleon.lab.outcomes import find_outcome
from napoleon.lab.players import NoPlayer, SeatedPlayer, check_player, find_player
from napoleon.rules import Action, Game, SeededDice

BOTS = """
import random

class Last:
    def __init__(self, seat, seed):
        self.seat = seat
    def choose(self, question):
        return question.legal[-1]

class ByText(Last):
    def __init__(self, seat, seed):
        self.rng = random.Random(seed)
    def choose(self, question):
        return str(self.rng.choice(question.legal))

class Cheat(Last):
    def choose(self, question):
        return "end" if "end" not in question.legal else "march FR-2-I1 bruxelles"

class Mute:
    pass
"""


@pytest.fixture(name="bots")
def a_module_of_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module in the folder one is in, as somebody would write it."""
    (tmp_path / "some_bots.py").write_text(BOTS, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "some_bots", raising=False)
    return "some_bots"


def test_a_player_of_the_folder_plays_a_match(bots: str) -> None:
    match = Match(f"{bots}:Last", f"{bots}:ByText", 3)
    game = play_match(match).game
    assert game.result is not None
    assert play_match(match).game.record() == game.record()
    assert isinstance(find_player(f"{bots}:Last")("french", 1), Player)


class Watcher:
    """Keeps what it was asked."""

    asked: list[tuple[str, Question]] = []  # noqa: RUF012 - one list for all

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat

    def choose(self, question: Question) -> Action:
        self.asked.append((self.seat, question))
        return question.legal[0]


def test_a_player_is_asked_with_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("napoleon.lab.players.find_player", lambda name: Watcher)
    game = Game.new(dice=SeededDice(4))
    seats = {seat: SeatedPlayer("a:Watcher", seat, 1) for seat in ("french", "allied")}
    told = {"french": 0, "allied": 0}
    for _ in range(60):
        seat = str(game.to_act[0])
        decision = seats[seat].choose(game)
        who, question = Watcher.asked[-1]
        assert (who, question.seat) == (seat, seat)
        assert question.legal == game.legal(seat)
        assert question.sketch.state is not game.state
        assert question.sketch.state.dice is not game.state.dice
        assert question.observe() == game.observe(seat)
        assert question.view.as_dict() == game.view(seat).as_dict()
        seen = [event.as_dict() for event in game.events_for(seat, told[seat])]
        assert [event.as_dict() for event in question.events] == seen
        told[seat] = game.event_count
        game.play(seat, Action(decision.code))


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("clever", "expected a level .* or module:Class, got 'clever'"),
        ("no_such_module:Last", "cannot be imported"),
        (":Last", "cannot be imported"),
        ("some_bots:First", "has no class 'First'"),
        ("some_bots:BOTS", "has no class"),
        ("some_bots:Mute", "cannot choose"),
    ],
)
def test_a_name_that_is_no_player_is_refused(bots: str, name: str, complaint: str) -> None:
    with pytest.raises(NoPlayer, match=complaint):
        check_player(name)


def test_what_is_not_offered_breaks_the_game_and_no_more(bots: str) -> None:
    outcome = find_outcome(Match(f"{bots}:Cheat", "random", 1))
    assert outcome.line is None
    assert "IllegalAction" in outcome.trouble


def test_sides_that_are_fixed_do_not_change() -> None:
    terms = Terms("random", "recruit", 3, seed=7, has_fixed_sides=True)
    matches = list(all_matches(terms))
    assert [(match.french, match.allied, match.seed) for match in matches] == [
        ("random", "recruit", seed) for seed in (7, 8, 9)
    ]
    score = Score(Terms("random", "random", 3, has_fixed_sides=True))
    for match in all_matches(score.terms):
        score.take_in(find_outcome(match))
    french = [line["winner"] == "french" for line in score.lines]
    assert score.wins == french
    assert score.share("allied") == score.share()
    out = io.StringIO()
    score.write(out)
    assert "random (French) against random (Allies): 3 games" in out.getvalue()
    assert "pairs" not in out.getvalue()


def test_the_arena_takes_a_player_by_side(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"arena --french {bots}:ByText --allied random --games 3 --jobs 1"
    assert main(words.split()) == 0
    assert f"{bots}:ByText (French) against random (Allies): 3 games" in capsys.readouterr().out


def test_processes_of_the_arena_find_the_player_too(bots: str) -> None:
    out = io.StringIO()
    assert run_arena(Terms(f"{bots}:ByText", "random", 2), 2, out) == 0
    assert "2 games, 1 whole pairs" in out.getvalue()


@pytest.mark.parametrize(
    "words",
    ["arena", "arena random", "arena random random --french random", "arena --french x:Y"],
)
def test_the_arena_refuses_what_is_unclear(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    assert "usage: napoleon arena" in capsys.readouterr().err


def test_the_laboratory_knows_a_player_that_was_changed(bots: str, tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    words = f"lab --french {bots}:ByText --allied random --games 2 --jobs 1 --out {folder}"
    assert main(words.split()) == 0
    assert [line["french"] for line in read_games(folder / "games.jsonl")] == [f"{bots}:ByText"] * 2
    plan = Plan((f"{bots}:ByText",), ("random",))
    assert len(open_folder(plan, folder)) == 2
    (tmp_path / "some_bots.py").write_text(BOTS + "# changed\n", "utf-8")
    with pytest.raises(LabError, match="own differ"):
        open_folder(plan, folder)
