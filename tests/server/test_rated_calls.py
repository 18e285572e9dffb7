"""Rated games over HTTP and sockets: what new accounts are told, what a game counts, and that a
server that is killed between the end of a game and its rating loses none and doubles none."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from tests.server.playing import GENEROUS, WAIT, Server, Visitor

DAY = 86_400_000  # milliseconds


def account(server: Server) -> Visitor:
    visitor = server.visitor()
    name = f"Rated {random.getrandbits(40)}"
    visitor.post("/api/register", {"name": name, "password": "a long password"})
    return visitor


def rated_battle(french: Visitor, allied: Visitor) -> str:
    """Ligny, begun and joined."""
    game = french.begin({"french": "me", "allied": "open"}, "ligny", rated=True)
    token = french.get(f"/api/games/{game}")["invites"]["allied"]
    allied.post(f"/api/join/{token}")
    return game


def play_turn(french: Visitor, allied: Visitor, game: str) -> None:
    """Until both sides have made a move: then a battle has been played."""
    players = [french.sit(game, "french"), allied.sit(game, "allied")]
    while french.get(f"/api/games/{game}/rating")["why"] == "unplayed":
        for player in players:
            player.catch_up()
        player = next(one for one in players if one.offers)
        action = "end" if "end" in player.offers else player.offers[0]
        player.act(action)
    for player in players:
        player.close()


def wait_for_rating(visitor: Visitor, games: int) -> dict[str, Any]:
    """The rating of a visitor, once it is from so many games or more."""
    deadline = time.monotonic() + WAIT
    while (mine := visitor.get("/api/ratings")["mine"]) is None or mine["games"] < games:
        assert time.monotonic() < deadline, mine
        time.sleep(0.05)
    found: dict[str, Any] = mine
    return found


def test_a_new_account_is_told_from_when_on_it_may_play_rated_games(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}").start()
    guest, new = server.visitor(), account(server)
    found = guest.get("/api/ratings/from")
    assert (found["is_account"], found["is_possible"]) == (False, False)
    before = time.time() * 1000
    found = new.get("/api/ratings/from")
    assert (found["is_account"], found["is_possible"], found["can_confirm"]) == (True, False, False)
    assert DAY - 60_000 < found["since"] - before < DAY
    assert (found["pair"], found["each"]) == (3, 14 * 86_400)
    seats = {"french": "me", "allied": "computer:recruit"}
    wish = {"scenario": "ligny", "players": 2, "visibility": "open", "seats": seats, "rated": True}
    assert new.refused("/api/games", wish) == (409, "too-new")
    assert guest.refused("/api/games", wish) == (409, "not-now")


def test_a_server_killed_between_the_end_of_a_game_and_its_rating_rates_it_once(
    tmp_path: Path,
) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS).start()
    french, allied = account(server), account(server)
    for number in range(1, 4):
        game = rated_battle(french, allied)
        assert french.get(f"/api/games/{game}")["pace"]["kind"] == "days"
        play_turn(french, allied, game)
        allied.post(f"/api/games/{game}/resign", {"seat": "allied"})
        server.kill()
        server.start()
        mine = wait_for_rating(french, number)
        assert (mine["games"], mine["wins"], mine["missing"]) == (number, number, 0)
        assert french.get(f"/api/games/{game}/rating")["why"] == ""
    game = rated_battle(allied, french)
    told = allied.get(f"/api/games/{game}/rating")
    assert told["rated"] and told["why"] == "pair" and told["until"] > time.time() * 1000
    assert server.visitor().refused(f"/api/games/{game}/rating", method="GET")[0] == 404
