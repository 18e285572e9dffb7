"""A server with two boards: games on both at once, computers on both, and what the client gets."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.boards.correcting import NEW_TOWN, write_corrected
from tests.server.playing import GENEROUS, Server, play_on

from napoleon.boards import read_board_folder
from napoleon.rules import Bid, Board, Game
from napoleon.rules.board.tables import SHIPPED, add_board


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Board]]:
    """A server with a corrected board besides ours."""
    place = tmp_path_factory.mktemp("boards")
    folder = write_corrected(place / "corrected")
    server = Server(
        f"sqlite:///{place / 'games.sqlite'}",
        limits=GENEROUS,
        is_shared=True,
        options=["--board", str(folder)],
    )
    server.start()
    yield server, read_board_folder(folder)
    server.stop()


def test_both_boards_are_offered_and_drawn(served: tuple[Server, Board]) -> None:
    server, board = served
    visitor = server.visitor()
    ours, other = visitor.get("/api/boards")
    assert (ours["id"], other["name"]) == ("", "corrected")
    assert other["id"] == f"corrected-{board.hash}"
    towns = [town["id"] for town in visitor.get(f"/board/{other['id']}.json")["towns"]]
    assert towns == [row["id"] for row in board.rows("towns.csv")]
    assert NEW_TOWN not in [town["id"] for town in visitor.get("/board.json")["towns"]]
    assert visitor.http.get(f"{server.url}/board/nobody-00.json").status_code == 400


def test_games_on_both_boards_are_played_beside_each_other(
    served: tuple[Server, Board], forget: None
) -> None:
    """In turns, to their ends; each is replayed on its board, and looked back at."""
    server, board = served
    host = server.visitor()
    other = f"corrected-{board.hash}"
    me = {"french": "me", "allied": "me"}
    games = {name: host.begin(me, "free", board=name) for name in ("", other)}
    assert [host.get(f"/api/games/{game}")["board"] for game in games.values()] == ["", other]
    watch = host.get(f"/api/games/{games[other]}")["watch"]
    assert host.get(f"/api/watch/{watch}") == {"board": other}
    sitting = {
        name: [host.sit(game, "french"), host.sit(game, "allied", lang="nl")]
        for name, game in games.items()
    }
    luck = random.Random(5)
    while sum([play_on(players, luck, most=60) for players in sitting.values()]):
        pass
    add_board(board)
    for name, game in games.items():
        record = host.http.get(f"{server.url}/api/games/{game}/record").text
        again = Game.replay(record)
        assert again.result is not None
        assert again.board is (board if name else SHIPPED)
        for player in sitting[name]:
            seen = again.events_for(player.seat)
            assert [event.get("town") for event in player.log] == [event.town for event in seen]
        step = host.get(f"/api/games/{game}/replay?seat=referee&step=80")
        known = {row["id"] for row in again.board.rows("towns.csv")}
        assert {unit["town"] for unit in step["view"]["truth"]} <= known | {None}
    rolls = host.get(f"/api/games/{games[other]}/dice")
    assert rolls["ok"], rolls


def test_computers_think_on_both_boards_at_once(served: tuple[Server, Board]) -> None:
    """What a computer has thought of on one board is played there, whatever was laid meanwhile."""
    server, board = served
    host = server.visitor()
    seats = {"french": "me", "allied": "computer:officer"}
    games = [host.begin(seats, board=name) for name in ("", f"corrected-{board.hash}")]
    players = [host.sit(game, "french") for game in games]
    luck = random.Random(2)
    while any(player.view["turn"] < 4 for player in players):
        played = [play_on([player], luck, most=1) for player in players if player.view["turn"] < 4]
        if not any(played):
            next(player for player in players if player.view["turn"] < 4).wait("state")
    for player in players:
        marches = [event for event in player.log if event["kind"] == "marched"]
        assert {event["side"] for event in marches} == {"french", "allied"}
        hint = {"t": "hint", "seat": "french", "v": player.v, "level": "officer"}
        if player.offers:
            assert player.ask(hint, "hint")["ok"]


def test_a_computer_bids_nothing_where_nothing_was_measured(served: tuple[Server, Board]) -> None:
    """Our measure is of our board alone."""
    server, board = served
    host = server.visitor()
    wish = {"level": "officer", "board": f"corrected-{board.hash}"}
    path = f"/api/bids/{host.post('/api/bids', wish)['token']}"
    mine = Bid("allied", 1, "1" * 32)
    host.post(f"{path}/seal", {"seal": mine.seal()})
    opened = host.post(f"{path}/open", {"side": "allied", "steps": 1, "secret": mine.secret})
    assert [(bid["side"], bid["steps"]) for bid in opened["bids"]] == [("allied", 1), ("allied", 0)]
    table = host.get(f"/api/games/{opened['game']}")
    assert (table["my_seats"], table["handicap"]) == (["allied"], -1)
    assert table["board"] == wish["board"]
    assert table["seats"]["french"]["level"] == "officer"


def test_a_board_that_is_not_here_is_refused(served: tuple[Server, Board]) -> None:
    server, _ = served
    seats = {"french": "me", "allied": "open"}
    refused = server.visitor().refused("/api/games", {"board": "nobody-00", "seats": seats})
    assert refused == (400, "bad-request")


def test_a_broken_board_stops_the_start(tmp_path: Path) -> None:
    folder = write_corrected(tmp_path / "broken")
    (folder / "terrain.csv").write_text("kind,blocks\nwoods,3\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "napoleon", "serve", "--port", "0", "--board", str(folder)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "terrain.csv, row 2: there is no row for farm" in done.stderr
