"""Tables with a clock, served: deadlines are kept through kills and restarts, each exactly once."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, SEATS, WAIT, Player, Server, Visitor
from tests.server.turned import TurnedWatch

from napoleon.server.store import heartbeat
from napoleon.server.store import tables as store
from napoleon.server.store.heartbeat import heartbeats

MINUTE = 60
LIVE = {"kind": "live", "each": 30 * MINUTE, "more": MINUTE, "out": "lost"}
DAYS = {"kind": "days", "each": 86400, "more": 2 * 86400, "out": "lost"}


@pytest.fixture
def watch(tmp_path: Path) -> TurnedWatch:
    return TurnedWatch(tmp_path / "watch")


@pytest.fixture
def home(tmp_path: Path, watch: TurnedWatch) -> Server:
    """A server with one file, as at home."""
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    return Server(url, limits=GENEROUS, watch=watch).start()


def begin(server: Server, pace: dict[str, Any], players: int = 2) -> tuple[str, dict[str, Visitor]]:
    """A game with a clock and a person on every seat."""
    seats = SEATS[players]
    host = server.visitor()
    game = host.begin({seat: "me" if seat == "french" else "open" for seat in seats}, pace=pace)
    people = {"french": host}
    for seat, token in host.get(f"/api/games/{game}")["invites"].items():
        people[seat] = server.visitor()
        people[seat].post(f"/api/join/{token}")
    return game, people


def sit(game: str, people: dict[str, Visitor]) -> dict[str, Player]:
    players = {seat: person.sit(game, seat) for seat, person in people.items()}
    for player in players.values():
        player.wait("clock") if not player.clock else None
        player.catch_up()
    return players


def reason(player: Player) -> str:
    """Why the game is over, once it is."""
    while not player.view["result"]:
        player.wait("state")
    return str(player.view["result"]["reason"])


def rows(server: Server, query: sa.Executable) -> list[Any]:
    engine = store.open_engine(server.database)
    with engine.connect() as connection:
        found = list(connection.execute(query))
    engine.dispose()
    return found


def ends(server: Server) -> list[str]:
    """The games that were lost for want of time, as often as that is stored."""
    moves = store.moves.c
    query = sa.select(moves.game).where(moves.action == "out-of-time").order_by(moves.game)
    return [row.game for row in rows(server, query)]


def wait_for_ends(server: Server, games: list[str]) -> None:
    """Wait until every one of these games has an end."""
    deadline = time.monotonic() + 3 * WAIT
    while set(ends(server)) != set(games):
        assert time.monotonic() < deadline, ends(server)
        time.sleep(0.1)


def test_whoever_is_out_of_time_has_lost(home: Server, watch: TurnedWatch) -> None:
    game, people = begin(home, LIVE)
    players = sit(game, people)
    acting = players["french"].clock["running"]
    assert acting == ["french"]
    watch.turn(29 * MINUTE)
    (summary,) = people["french"].get("/api/games")
    assert summary["left"] == MINUTE * 1000 and summary["pace"] == LIVE
    watch.turn(MINUTE)
    assert reason(players["allied"]) == "the other side has run out of time"
    assert players["allied"].view["result"]["winner"] == "allied"
    assert reason(players["french"]) == reason(players["allied"])
    assert (
        "french out-of-time"
        in people["french"].http.get(f"{home.url}/api/games/{game}/record").text
    )
    assert ends(home) == [game]


def test_a_move_comes_too_late_when_the_time_is_over(home: Server, watch: TurnedWatch) -> None:
    game, people = begin(home, LIVE)
    french = sit(game, people)["french"]
    watch.turn(31 * MINUTE)
    answer = french.act(french.offers[0])
    assert not answer["ok"]
    assert reason(french) == "the other side has run out of time"


def test_a_computer_takes_over_and_the_player_may_come_back(
    home: Server, watch: TurnedWatch
) -> None:
    game, people = begin(home, {**LIVE, "out": "recruit"})
    players = sit(game, people)
    french = players["french"]
    watch.turn(30 * MINUTE)
    while not french.people["seats"]["french"]["stand_in"]:
        french.wait("people")
    assert french.people["seats"]["french"]["stand_in"] == "recruit"
    french.catch_up()
    assert ends(home) == [] and not french.view["result"]
    assert french.clock["hands"]["french"] == {"left": 0, "bank": 0}
    french.send({"t": "takeback", "seat": "french"})
    while french.people["seats"]["french"]["stand_in"]:
        french.wait("people")
    french.catch_up()
    if "french" in french.clock["running"]:  # else the computer has ended the march already
        assert french.clock["hands"]["french"]["left"] == MINUTE * 1000


def test_both_allies_run_where_both_are_to_act(home: Server, watch: TurnedWatch) -> None:
    pace = {**LIVE, "out": "officer"}
    host = home.visitor()
    game = host.begin(
        {"french": "computer:recruit", "anglo-dutch": "me", "prussian": "open"},
        scenario="free",
        pace=pace,
    )
    ally = home.visitor()
    token = host.get(f"/api/games/{game}")["invites"]["prussian"]
    first = host.sit(game, "anglo-dutch")
    first.wait("clock")
    assert first.clock["running"] == []  # somebody is still to come
    ally.post(f"/api/join/{token}")
    second = ally.sit(game, "prussian")
    second.catch_up()
    while second.clock.get("running") != ["anglo-dutch", "prussian"]:
        second.wait("clock")
    assert set(second.clock["hands"]) == {"anglo-dutch", "prussian"}  # computers have none
    watch.turn(10 * MINUTE)
    first.send({"t": "consent", "what": "pause", "yes": True})
    while not second.clock["asking"]:
        second.wait("clock")
    left = [second.clock["hands"][seat]["left"] for seat in ("anglo-dutch", "prussian")]
    assert left == [20 * MINUTE * 1000] * 2
    watch.turn(20 * MINUTE)
    seats = second.people["seats"]
    while not (seats["anglo-dutch"]["stand_in"] and seats["prussian"]["stand_in"]):
        second.wait("people")
        seats = second.people["seats"]


def test_time_is_given_by_the_other_side_alone(home: Server, watch: TurnedWatch) -> None:
    game, people = begin(home, LIVE)
    players = sit(game, people)
    french, allied = players["french"], players["allied"]
    french.send({"t": "more-time", "seat": "french", "seconds": 300})
    french.wait("error")
    assert french.errors[-1]["code"] == "not-yours"
    allied.send({"t": "more-time", "seat": "french", "seconds": 300})
    french.wait("clock")
    assert french.clock["hands"]["french"]["left"] == 35 * MINUTE * 1000
    watch.turn(34 * MINUTE)
    assert french.act(french.offers[0])["ok"]


def test_nobody_runs_in_a_pause_upon_which_all_agree(home: Server, watch: TurnedWatch) -> None:
    game, people = begin(home, LIVE)
    players = sit(game, people)
    french, allied = players["french"], players["allied"]
    french.send({"t": "consent", "what": "pause", "yes": True})
    allied.wait("clock")
    assert allied.clock["asking"] == ["french"] and not allied.clock["is_paused"]
    allied.send({"t": "consent", "what": "pause", "yes": True})
    while not french.clock["is_paused"]:
        french.wait("clock")
    watch.turn(9 * 86400)
    assert not french.act(french.offers[0])["ok"]
    allied.send({"t": "consent", "what": "pause", "yes": False})
    while french.clock["is_paused"]:
        french.wait("clock")
    assert french.clock["hands"]["french"]["left"] == 30 * MINUTE * 1000
    assert french.clock["running"] == ["french"]
    assert french.act(french.offers[0])["ok"]
    assert ends(home) == []


def test_a_deadline_outlives_kill_and_restart(home: Server, watch: TurnedWatch) -> None:
    game, people = begin(home, DAYS)
    other, _ = begin(home, DAYS)
    watch.turn(2 * 86400)
    home.kill()
    home.start()
    (summary,) = people["french"].get("/api/games")
    assert summary["left"] == 86400 * 1000  # a day of the holidays
    home.kill()
    watch.turn(86400)
    home.start()
    wait_for_ends(home, [game, other])
    home.kill()
    home.start()
    watch.turn(86400)
    assert reason(people["allied"].sit(game, "allied")) == "the other side has run out of time"
    assert sorted(ends(home)) == sorted([game, other])


def test_the_time_while_nobody_served_is_given_back(home: Server, watch: TurnedWatch) -> None:
    game, people = begin(home, LIVE)
    watch.turn(20 * MINUTE)
    home.kill()
    engine = store.open_engine(home.database)
    silence = 15 * MINUTE * 1000
    with engine.begin() as connection:  # as if the last sign of life were so much older
        connection.execute(sa.update(heartbeats).values(at=heartbeats.c.at - silence))
    engine.dispose()
    watch.turn(15 * MINUTE)
    home.start()
    (summary,) = people["french"].get("/api/games")
    # The last sign of life is a little older than the kill.
    assert 10 * MINUTE * 1000 <= summary["left"] < 11 * MINUTE * 1000
    assert summary["status"] == "playing"
    french = people["french"].sit(game, "french")
    assert french.act(french.offers[0])["ok"]
    assert ends(home) == []


@pytest.fixture
def pair(request: pytest.FixtureRequest, watch: TurnedWatch) -> Iterator[tuple[Server, Server]]:
    """Two processes with one database, and one watch."""
    uri: str = request.getfixturevalue("postgres")
    name = f"clocks_{secrets.token_hex(4)}"
    engine = store.open_engine(uri).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    url = sa.make_url(uri).set(database=name).render_as_string(hide_password=False)
    one = Server(url, limits=GENEROUS, watch=watch).start()
    other = Server(url, limits=GENEROUS, watch=watch).start()
    yield one, other
    for server in (one, other):
        if server.process is not None and server.process.poll() is None:
            server.stop()
    with engine.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


def test_two_processes_end_every_game_exactly_once(
    pair: tuple[Server, Server], watch: TurnedWatch
) -> None:
    one, other = pair
    tables = [begin(one, LIVE) for _ in range(6)]
    games = [game for game, _ in tables]
    # Every other table is looked at in both processes, the rest in none.
    seated: list[Player] = []
    for game, people in tables[::2]:
        seated.append(people["french"].sit(game, "french"))
        cookie = people["allied"].cookie
        seated.append(Player(other, f"/ws/game/{game}", "allied", cookie).open())
    watch.turn(30 * MINUTE)
    wait_for_ends(one, games)
    for player in seated:
        assert reason(player) == "the other side has run out of time"
    assert ends(one) == sorted(games)  # once each
    one.kill()
    assert ends(other) == sorted(games)


def test_the_process_that_is_left_ends_the_games(
    pair: tuple[Server, Server], watch: TurnedWatch
) -> None:
    one, other = pair
    game, people = begin(one, LIVE)
    people["french"].sit(game, "french")
    one.kill()
    watch.turn(30 * MINUTE)
    wait_for_ends(other, [game])
    assert ends(other) == [game]


def test_a_silence_is_given_back_once(engine: sa.Engine) -> None:
    def beat(now: int) -> list[str]:
        with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
            return heartbeat.beat(connection, now)

    with engine.begin() as connection:
        connection.execute(
            sa.insert(store.games),
            {
                **dict.fromkeys(("scenario", "start", "start_dice", "created", "updated"), ""),
                **{"id": "g", "players": 2, "visibility": "open", "watch": "w", "key": b""},
                **{"imported": -1, "turn": 1, "to_act": "french", "ending": ""},
                **{"pace": "live 60 0 lost", "clock": '{"hands":{}}', "clock_at": 5, "due": 60_005},
            },
        )
    assert beat(1_000) == []
    assert beat(11_000) == []  # somebody was there
    assert beat(11_000 + 3_600_000) == ["g"]
    assert beat(12_000 + 3_600_000) == []
    with engine.connect() as connection:
        row = connection.execute(sa.select(store.games)).one()
    assert (row.clock_at, row.due, row.clock_n) == (3_600_005, 3_660_005, 1)
