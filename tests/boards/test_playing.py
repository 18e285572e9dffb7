"""Games on a corrected board: beside games on ours, by every opponent, in the lab and as text."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from tests.boards.correcting import NEW_TOWN
from tests.text.playing import RandomPlayer, Screen

from napoleon.ai.opponents import SeatedOpponent
from napoleon.ai.talents import Effort
from napoleon.cli import main
from napoleon.lab.arena import Terms, run_arena
from napoleon.lab.laboratory import GAMES_FILE, Plan, read_games, run_laboratory
from napoleon.rules import Board, BoardError, Game, Options, RecordError, SeededDice
from napoleon.rules.board import tables
from napoleon.rules.board.tables import LAID, SHIPPED, lay, on_board
from napoleon.scenarios.library import begin
from napoleon.text import Console, HotSeat
from napoleon.text.board_map import draw_map

pytestmark = pytest.mark.once

LIGHT = Effort(playouts=6, trials=4, width=3, samples=2, seconds=0.0)
NOT_HERE = "this game belongs to the board 'corrected-board'"


class Wanderer:
    """A game that is played by chance, step by step."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.luck = random.Random(seed)
        self.seen: list[str] = []

    def step(self) -> bool:
        """Play one action, and look at everything there is to look at."""
        game = self.game
        if not game.to_act:
            return False
        seat = game.to_act[0]
        offered = game.legal(seat)
        action = offered[self.luck.randrange(len(offered))]
        assert game.why_not(seat, action) is None
        events = game.play(seat, action)
        self.seen.append(f"{action} {[str(event) for event in events]} {game.town} {game.stage}")
        if len(self.seen) % 40 == 0:
            self.seen += [repr(game.view(one)) for one in (*game.seats, None)]
            self.seen += [game.position(), game.observe(seat).hex()]
            assert Game.from_position(game.position()).position() == game.position()
        return True


def wander(board: Board, seed: int, scenario: str) -> Wanderer:
    return Wanderer(Game.new(scenario, Options(), SeededDice(seed), board), seed)


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_games_on_two_boards_do_not_touch_each_other(corrected: Board, scenario: str) -> None:
    """Played in turns, each is the same as when it is played alone."""
    alone = [wander(board, 5, scenario) for board in (SHIPPED, corrected)]
    for one in alone:
        while one.step():
            pass
    together = [wander(board, 5, scenario) for board in (SHIPPED, corrected)]
    while together[0].step() | together[1].step():
        pass
    for one, other in zip(alone, together, strict=True):
        assert one.seen == other.seen
        assert one.game.record() == other.game.record()
    assert alone[0].seen != alone[1].seen


def test_a_record_names_its_board_and_is_refused_without_it(corrected: Board) -> None:
    played = wander(corrected, 3, "free")
    while played.step():
        pass
    record = played.game.record()
    assert record.splitlines()[1] == f"board corrected-board {corrected.hash}"
    lay(SHIPPED)
    again = Game.replay(record)
    assert again.board is corrected and again.record() == record
    tables._KNOWN.remove(corrected)
    with pytest.raises(RecordError, match=f"^line 2: {NOT_HERE}"):
        Game.replay(record)
    with pytest.raises(BoardError, match=NOT_HERE):
        Game.from_position(played.game.position())


def test_ours_is_not_named(corrected: Board) -> None:
    assert "board" not in Game.new().record() + Game.new().position()
    assert Game.replay(Game.new().record()).board is SHIPPED


@pytest.mark.parametrize("level", ["random", "recruit", "officer", "marshal", "emperor"])
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_every_opponent_plays_it(corrected: Board, level: str, scenario: str) -> None:
    """Beside a game on ours, so that nothing worked out for one board is used on the other."""
    games = [Game.new(scenario, Options(), SeededDice(9), board) for board in (corrected, SHIPPED)]
    seats: list[dict[str, SeatedOpponent]] = [{}, {}]
    for number, game in enumerate(games):
        for seat in game.seats:
            seats[number][str(seat)] = SeatedOpponent(level, seat, 4)
            seats[number][str(seat)].opponent.effort = LIGHT
    last = 3 if level in ("marshal", "emperor") else 6
    decisions = 0
    while any(game.to_act and game.turn <= last for game in games):
        for number, game in enumerate(games):
            if game.to_act and game.turn <= last:
                seats[number][str(game.to_act[0])].play(game)
        decisions += 1
        assert decisions < 3000
    assert all(game.turn > last or game.result is not None for game in games)
    names = {event.town for event in games[0].events}
    assert NEW_TOWN in names or scenario == "free"


def test_a_battle_tonight_on_a_corrected_board(corrected: Board) -> None:
    game = begin("ligny", Options(), SeededDice(1), corrected)
    assert game.board is corrected and game.view(None).aim is not None
    assert f"position: board corrected-board {corrected.hash}" in game.record()


def test_the_arena_plays_it_in_other_processes(folder: Path, tmp_path: Path, forget: None) -> None:
    out = io.StringIO()
    games = tmp_path / "games.jsonl"
    terms = Terms("recruit", "recruit", 4, board=str(folder))
    assert run_arena(terms, 2, out, None, games) == 0, out.getvalue()
    assert "4 games" in out.getvalue() and "broke" not in out.getvalue()
    boards = {line["board"].split()[0] for line in read_games(games)}
    assert boards == {"corrected-board"}


def test_the_laboratory_reports_on_it(folder: Path, tmp_path: Path, forget: None) -> None:
    out = io.StringIO()
    plan = Plan(("random",), ("random",), board=str(folder))
    assert run_laboratory(plan, 3, tmp_path / "lab", 1, out) == 0, out.getvalue()
    assert len(read_games(tmp_path / "lab" / GAMES_FILE)) == 3
    assert "Genappe" in (tmp_path / "lab" / "report.html").read_text("utf-8")


def test_the_terminal_plays_it_to_the_end(corrected: Board) -> None:
    screen = Screen()
    player = RandomPlayer(screen, 7)
    game = Game.new("free", Options(), SeededDice(7), corrected)
    table = HotSeat(game, Console(player, screen), has_curtain=False)
    table.run()
    assert game.result is not None
    assert "Genappe" in screen.text


def test_the_command_line_replays_it_where_the_board_is(
    folder: Path, tmp_path: Path, forget: None, capsys: pytest.CaptureFixture[str]
) -> None:
    from napoleon.boards import use_board_folders

    (board,) = use_board_folders([folder])
    file = tmp_path / "game.record"
    file.write_text(Game.new("historical", Options(), SeededDice(1)).record(), "utf-8")
    tables._KNOWN.remove(board)
    LAID.default = SHIPPED
    lay(SHIPPED)
    assert main(["show", str(file)]) == 2
    assert NOT_HERE in capsys.readouterr().err
    assert main(["show", str(file), "--board", str(folder)]) == 0
    assert "Genappe" in capsys.readouterr().out
    (folder / "roads.csv").write_text("a,b\n", "utf-8")
    assert main(["show", str(file), "--board", str(folder)]) == 2
    assert "roads.csv, row 1: there is no column 'size'" in capsys.readouterr().err


def test_the_terminal_draws_the_board_that_is_laid(corrected: Board) -> None:
    ours = draw_map({})
    with on_board(corrected):
        theirs = "\n".join(draw_map({}))
    assert "Genappe" in theirs
    assert "Genappe" not in "\n".join(ours)
    assert draw_map({}) == ours
