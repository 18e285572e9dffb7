"""Two processes, one PostgreSQL, and a table on a corrected board beside one on ours."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.boards.conftest import forget
from tests.boards.correcting import NEW_TOWN, write_corrected
from tests.server.playing import GENEROUS, Player, Server, Visitor
from tests.server.test_processes import (
    agree,
    at,
    begin,
    check_a_kill,
    check_a_takeover,
    play_by_turns,
    two_servers,
)

from napoleon.boards import read_board_folder
from napoleon.rules import Bid, Board, Game
from napoleon.rules.board.tables import add_board
from napoleon.server.store import admin

__all__ = ["forget"]


class Served(NamedTuple):
    """Two servers that know a corrected board."""

    pair: tuple[Server, Server]
    board: Board

    @property
    def board_id(self) -> str:
        """By what a game asks for the board."""
        return f"{self.board.name}-{self.board.hash}"


@pytest.fixture
def served(postgres: str, tmp_path: Path, forget: None) -> Iterator[Served]:
    """Two servers with one database; the tests know the board too, to check what was stored."""
    folder = write_corrected(tmp_path / "corrected")
    board = add_board(read_board_folder(folder))
    with two_servers(postgres, ["--board", str(folder)]) as pair:
        yield Served(pair, board)


def players_of(served: Served, **more: Any) -> tuple[str, list[Player]]:
    """A game, and its players by different processes."""
    one, other = served.pair
    game, host, guest = begin(served.pair, **more)
    return game, [at(one, host, game, "french"), at(other, guest, game, "allied")]


def known_as(player: Player, server: Server) -> Visitor:
    """Whoever sits there, by way of a server of one's choice."""
    person = server.visitor()
    person.http.cookies.clear()
    person.http.cookies.set("napoleon", player.cookie)
    return person


def test_tables_on_both_boards_are_played_by_both_processes(served: Served) -> None:
    """In turns, so that each process lays one board after the other; with a handicap on one."""
    database = served.pair[0].database
    games = dict(
        [players_of(served, board=served.board_id, handicap=-3), players_of(served, board="")]
    )
    corrected, ours = games
    for part in range(6):
        for game, players in games.items():
            assert play_by_turns(players, database, game, 12, part) == 12
    towns = {unit["town"] for player in games[corrected] for unit in player.view["units"]}
    assert towns <= {row["id"] for row in served.board.rows("towns.csv")} | {None}
    for game in games:
        (verdict,) = admin.recheck(game, database)
        assert verdict.is_sound and verdict.actions == 72, verdict
    for game, name in ((corrected, served.board_id), (ours, "")):
        for server in served.pair:
            for player in games[game]:
                table = known_as(player, server).get(f"/api/games/{game}")
                assert (table["board"], table["my_seats"]) == (name, [player.seat])


def test_a_killed_process_loses_nothing_on_it(served: Served) -> None:
    check_a_kill(served.pair, board=served.board_id)


def test_a_computer_on_it_is_taken_over(served: Served) -> None:
    check_a_takeover(served.pair, board=served.board_id)


def test_bids_by_different_processes_come_to_a_game_on_it(served: Served) -> None:
    one, other = served.pair
    host, guest = one.visitor(), other.visitor()
    path = f"/api/bids/{host.post('/api/bids', {'board': served.board_id})['token']}"
    bids = {host: Bid("french", 2, "1" * 32), guest: Bid("french", 5, "2" * 32)}
    for person, bid in bids.items():
        person.post(f"{path}/seal", {"seal": bid.seal()})
    for person, bid in bids.items():
        opened = {"side": bid.side, "steps": bid.steps, "secret": bid.secret}
        game = person.post(f"{path}/open", opened)["game"]
    table = host.get(f"/api/games/{game}")
    assert (table["board"], table["handicap"]) == (served.board_id, 5)
    players = [at(other, guest, game, "french"), at(one, host, game, "allied")]
    assert play_by_turns(players, one.database, game, 12, 1) == 12


def test_a_whole_game_on_it_is_replayed_elsewhere(served: Served) -> None:
    """To its end, by both processes; its record names the board and is replayed on it."""
    one, other = served.pair
    game, host, guest = begin(served.pair, board=served.board_id)
    players = [at(one, host, game, "french"), at(other, guest, game, "allied")]
    rng = random.Random(4)
    while True:
        agree(players, one.database, game)
        ready = [player for player in players if player.offers]
        if not ready:
            break
        # Turns are ended soon, so that the game is over after a few hundred actions.
        offers = ready[0].offers
        assert ready[0].act("end" if "end" in offers else rng.choice(offers))["ok"]
    record = host.http.get(f"{other.url}/api/games/{game}/record").text
    again = Game.replay(record)
    assert again.result is not None and again.board is served.board
    assert NEW_TOWN in {event.town for event in again.events}
    for player in players:
        seen = again.events_for(player.seat)
        assert [event.get("town") for event in player.log] == [event.town for event in seen]


def test_a_process_without_the_board_says_so_and_serves_the_others(served: Served) -> None:
    """It neither breaks the game nor keeps it from those who know its board."""
    game, players = players_of(served, board=served.board_id)
    database = served.pair[0].database
    play_by_turns(players, database, game, 4, 1)
    stray = Server(database, limits=GENEROUS).start()
    lonely = known_as(players[0], stray)
    response = lonely.http.get(f"{stray.url}/api/games/{game}")
    assert response.status_code >= 400
    error = response.json()["error"]
    assert error["code"] == "broken" and "corrected" in error["text"], error
    mine = lonely.begin({"french": "me", "allied": "me"})
    assert lonely.sit(mine, "french").offers
    assert play_by_turns(players, database, game, 12, 2) == 12
    (verdict,) = admin.recheck(game, database)
    assert verdict.is_sound
