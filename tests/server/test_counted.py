"""In a game that counts no computer gets a person's seat, in whatever way it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, SEATS, Player, Server, Visitor
from tests.server.test_keeping_time import DAYS, LIVE, MINUTE, reason
from tests.server.test_passkeys import PASSWORD, account
from tests.server.test_takeover import ask, refusal, stand_in, until
from tests.server.turned import TurnedWatch

from napoleon.server.store import tables as store

STRICT = {**GENEROUS, "absence": 0.0, "rated_age": 0.0}  # whoever is offline is away
OUT = {**LIVE, "out": "recruit"}
PACES: list[dict[str, Any]] = [{}, {"pace": LIVE}, {"pace": DAYS}]


@pytest.fixture
def watch(tmp_path: Path) -> TurnedWatch:
    return TurnedWatch(tmp_path / "watch")


@pytest.fixture
def home(tmp_path: Path, watch: TurnedWatch) -> Server:
    """A server for which nobody has to be away for long."""
    return Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=STRICT, watch=watch).start()


def begin(server: Server, players: int = 2, **more: Any) -> tuple[str, dict[str, Visitor]]:
    """A game with an account on every seat, rated unless said otherwise."""
    seats = SEATS[players]
    people = {seat: account(server) for seat in seats}
    host = people["french"]
    wishes = {seat: "me" if seat == "french" else "open" for seat in seats}
    game = host.begin(wishes, **{"rated": True, **more})
    for seat, token in host.get(f"/api/games/{game}")["invites"].items():
        people[seat].post(f"/api/join/{token}")
    return game, people


def sit(game: str, people: dict[str, Visitor]) -> dict[str, Player]:
    return {seat: person.sit(game, seat) for seat, person in people.items()}


def change(server: Server, statement: sa.Executable) -> None:
    """Write something that a server of before has stored."""
    engine = store.open_engine(server.database)
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        connection.execute(statement)
    engine.dispose()


def kinds(person: Visitor, game: str) -> set[tuple[str, str]]:
    """Who sits at a table: a person or a computer, and whether one plays for a person."""
    seats = person.get(f"/api/games/{game}")["seats"]
    return {(sitter["kind"], sitter["stand_in"]) for sitter in seats.values()}


@pytest.mark.parametrize("terms", PACES, ids=["no clock", "live", "days"])
def test_the_seat_of_who_is_away_stays_theirs(home: Server, terms: dict[str, Any]) -> None:
    game, people = begin(home, **terms)
    players = sit(game, people)
    french = players["french"]
    assert french.act(french.offers[0])["ok"]
    players["allied"].close()
    until(french, lambda now: not now["seats"]["allied"]["is_online"])
    assert refusal(french, ask("allied")) == "not-now"
    assert refusal(french, ask("french")) == "not-now"
    assert kinds(people["french"], game) == {("human", "")}


def test_no_vote_gives_a_seat_to_a_computer(home: Server) -> None:
    """Nor an answer to a question that an older server has let somebody ask."""
    game, people = begin(home, 3)
    french = people["french"].sit(game, "french")
    assert refusal(french, ask("prussian")) == "not-now"
    home.stop()
    question = {"takeover": "prussian recruit french"}
    change(home, sa.update(store.games).where(store.games.c.id == game).values(question))
    home.start()
    dutch = people["anglo-dutch"].sit(game, "anglo-dutch")
    assert dutch.people["takeover"]["seat"] == "prussian"
    assert refusal(dutch, {"t": "consent", "what": "takeover", "yes": True}) == "not-now"
    assert kinds(people["french"], game) == {("human", "")}
    dutch.send({"t": "consent", "what": "takeover", "yes": False})
    until(dutch, lambda now: now["takeover"] is None)


def test_an_open_seat_is_for_people(home: Server) -> None:
    host = account(home)
    game = host.begin({"french": "me", "allied": "open"}, rated=True)
    french = host.sit(game, "french")
    assert french.act(french.offers[0])["ok"]
    assert refusal(french, ask("allied")) == "not-now"


@pytest.mark.parametrize("manner", ["computer", "resign"])
@pytest.mark.parametrize("terms", PACES, ids=["no clock", "live", "days"])
def test_who_deletes_the_account_has_lost(home: Server, terms: dict[str, Any], manner: str) -> None:
    game, people = begin(home, **terms)
    players = sit(game, people)
    people["french"].post("/api/account/delete", {"games": manner, "password": PASSWORD})
    assert reason(players["allied"])
    assert players["allied"].view["result"]["winner"] == "allied"
    assert kinds(people["allied"], game) == {("human", "")}


def test_who_deletes_the_account_loses_against_a_computer_too(home: Server) -> None:
    person = account(home)
    game = person.begin({"french": "me", "allied": "computer:recruit"}, rated=True)
    watch = person.get(f"/api/games/{game}")["watch"]
    spectator = Player(home, f"/ws/watch/{watch}", None).open()
    delete = {"games": "computer", "password": PASSWORD}
    person.post("/api/account/delete", delete)
    assert reason(spectator)
    assert spectator.view["result"]["winner"] == "allied"


def test_beside_an_ally_who_plays_on_the_clock_decides(home: Server, watch: TurnedWatch) -> None:
    game, people = begin(home, 3, pace=LIVE)
    players = sit(game, people)
    delete = {"games": "computer", "password": PASSWORD}
    people["prussian"].post("/api/account/delete", delete)
    french = players["french"]
    french.catch_up()
    assert kinds(people["french"], game) == {("human", "")}
    assert not french.view["result"]
    while "prussian" not in french.clock["running"]:
        assert french.act("end" if "end" in french.offers else french.offers[0])["ok"]
        french.catch_up()
    watch.turn(31 * MINUTE)
    assert reason(french) == "the other side has run out of time"
    assert french.view["result"]["winner"] == "french"


def test_without_a_clock_it_is_lost_for_both_allies(home: Server) -> None:
    """As rated games were begun before every one of them had a clock."""
    game, people = begin(home, 3)
    home.stop()
    no_clock = {"pace": "", "clock": None, "clock_at": None, "due": None}
    change(home, sa.update(store.games).where(store.games.c.id == game).values(no_clock))
    home.start()
    players = sit(game, people)
    delete = {"games": "computer", "password": PASSWORD}
    people["prussian"].post("/api/account/delete", delete)
    assert reason(players["french"])
    assert players["french"].view["result"]["winner"] == "french"


def test_who_goes_before_it_has_begun_leaves_the_seat_open(home: Server) -> None:
    people = [account(home) for _ in range(2)]
    wishes = {"french": "me", "anglo-dutch": "open", "prussian": "open"}
    game = people[0].begin(wishes, rated=True)
    token = people[0].get(f"/api/games/{game}")["invites"]["prussian"]
    people[1].post(f"/api/join/{token}")
    people[1].post("/api/account/delete", {"games": "computer", "password": PASSWORD})
    assert kinds(people[0], game) == {("human", ""), ("open", "")}


# --- out of time


@pytest.mark.parametrize("pace", [OUT, {**DAYS, "out": "emperor"}], ids=["live", "days"])
def test_a_rated_game_is_lost_out_of_time_and_nothing_else(
    home: Server, pace: dict[str, Any]
) -> None:
    person = account(home)
    seats = {"french": "me", "allied": "open"}
    game = {"scenario": "historical", "players": 2, "visibility": "open", "seats": seats}
    rated = {**game, "rated": True}
    assert person.refused("/api/games", {**rated, "pace": pace}) == (400, "bad-request")
    tournament = {"title": "Cup", "pace": pace}
    assert person.refused("/api/tournaments", {**tournament, "rated": True})[0] == 400
    person.begin(seats, rated=True, pace={**pace, "out": "lost"})
    person.begin(seats, pace=pace)


def test_a_stored_rated_game_in_which_a_computer_would_take_over_is_lost(
    home: Server, watch: TurnedWatch
) -> None:
    """And the same again is a game without that."""
    game, people = begin(home, pace=LIVE)
    home.stop()
    pace = f"live {LIVE['each']} {LIVE['more']} emperor"
    change(home, sa.update(store.games).where(store.games.c.id == game).values(pace=pace))
    home.start()
    players = sit(game, people)
    assert people["french"].get(f"/api/games/{game}")["pace"]["out"] == "lost"
    players["french"].catch_up()
    assert players["french"].clock["out"] == "lost"
    watch.turn(31 * MINUTE)
    assert reason(players["allied"]) == "the other side has run out of time"
    for path in ("rematch", "again"):
        again = people["french"].post(f"/api/games/{game}/{path}")["id"]
        info = people["french"].get(f"/api/games/{again}")
        assert info["rated"] and info["pace"]["out"] == "lost"


def test_the_table_of_a_tournament_says_that_it_counts(home: Server) -> None:
    """Rated or not: clients offer nothing then that the server refuses."""
    game, people = begin(home, rated=False)
    assert not people["french"].get(f"/api/games/{game}")["counts"]
    home.stop()
    change(home, sa.update(store.games).where(store.games.c.id == game).values(creator="t-cup"))
    home.start()
    info = people["french"].get(f"/api/games/{game}")
    assert info["counts"] and not info["rated"]
    rated, makers = begin(home)
    assert makers["french"].get(f"/api/games/{rated}")["counts"]


# --- games that do not count


def test_over_days_absence_counts_for_nothing(home: Server) -> None:
    game, people = begin(home, rated=False, pace=DAYS)
    players = sit(game, people)
    french = players["french"]
    assert french.act(french.offers[0])["ok"]
    players["allied"].close()
    until(french, lambda now: not now["seats"]["allied"]["is_online"])
    assert refusal(french, ask("allied")) == "not-away"
    # One's own seat is given away only if the other agrees, who is not passed over.
    french.send(ask("french"))
    until(french, lambda now: now["takeover"])
    assert stand_in(french.people, "french") == ""
    allied = people["allied"].sit(game, "allied")
    allied.send({"t": "consent", "what": "takeover", "yes": True})
    until(allied, lambda now: stand_in(now, "french") == "recruit")


def test_at_a_live_pace_who_is_away_can_be_replaced(home: Server) -> None:
    game, people = begin(home, rated=False, pace=LIVE)
    players = sit(game, people)
    french = players["french"]
    assert french.act(french.offers[0])["ok"]
    players["allied"].close()
    until(french, lambda now: not now["seats"]["allied"]["is_online"])
    french.send(ask("allied"))
    until(french, lambda now: stand_in(now, "allied") == "recruit")


def test_allies_do_not_get_away_from_a_computer_together(home: Server) -> None:
    """What they agree upon, nobody has agreed to who could lose by it."""
    host, friend = account(home), account(home)
    seats = {"french": "computer:recruit", "anglo-dutch": "me", "prussian": "open"}
    game = host.begin(seats, rated=True)
    (token,) = host.get(f"/api/games/{game}")["invites"].values()
    friend.post(f"/api/join/{token}")
    players = sit(game, {"anglo-dutch": host, "prussian": friend})
    dutch = players["anglo-dutch"]
    while not dutch.offers:
        dutch.wait("state")
    assert dutch.act(dutch.offers[0])["ok"]
    for person in (host, friend):
        assert person.refused(f"/api/games/{game}/end") == (409, "not-now")
    for player in players.values():
        assert refusal(player, {"t": "consent", "what": "pause", "yes": True}) == "not-now"
    back = {"t": "ask-back", "seat": "anglo-dutch", "actions": 1}
    assert refusal(dutch, back) == "not-now"
    assert host.get(f"/api/games/{game}")["status"] == "playing"
