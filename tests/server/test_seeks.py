"""Standing seeks: they wait for a table or for each other, and seat their people once."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, WAIT, Server, Visitor
from tests.server.test_lobby import named, offered, table_of

from napoleon.server.store import admin
from napoleon.server.store.seeks import seeks

EAGER = GENEROUS | {"seeks": 1e9, "seeks_at_once": 1e9}
DAYS = {"kind": "days", "each": 86400, "more": 0, "out": "lost"}


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose lobby is empty."""
    folder = tmp_path_factory.mktemp("seeks")
    yield Server(f"sqlite:///{folder / 'games.sqlite'}", limits=EAGER).start()


def state_of(person: Visitor) -> tuple[str, str]:
    """The state of a person's seek and its game."""
    seek = person.get("/api/seek")
    return (seek["state"], seek["game"]) if seek else ("", "")


def wait_for(person: Visitor, state: str) -> str:
    """Wait until a seek is in a state; returns its game."""
    deadline = time.monotonic() + WAIT
    while (now := state_of(person))[0] != state:
        assert time.monotonic() < deadline, now
        time.sleep(0.02)
    return now[1]


def seek(person: Visitor, **wish: Any) -> None:
    person.post("/api/seek", wish)


def games_of(person: Visitor) -> list[str]:
    return [game["id"] for game in person.get("/api/games")]


def let_it_look(house: Server) -> None:
    """Wait until a pair that came later has been matched: what fits was seen before it."""
    one, other = house.visitor(), house.visitor()
    for person in (one, other):
        seek(person, scenario="wavre", pace="none")
    assert wait_for(one, "seated") == wait_for(other, "seated")


def test_a_seek_takes_a_seat_at_a_table_that_comes(house: Server) -> None:
    guest, host = house.visitor(), house.visitor()
    seek(guest, pace="days", lang="nl")
    wrong = host.begin({"french": "me", "allied": "open"})
    host.post(f"/api/lobby/{wrong}/publish", {"lang": "nl"})
    let_it_look(house)
    assert state_of(guest) == ("open", "")
    host.post(f"/api/games/{wrong}/end")
    game = offered(host, pace=DAYS)
    assert wait_for(guest, "seated") == game
    assert guest.get(f"/api/games/{game}")["my_seats"] == ["allied"]
    assert games_of(guest) == [game]
    guest.post("/api/seek/cancel")
    assert guest.get("/api/seek") is None


def test_two_seeks_that_fit_make_one_game(house: Server) -> None:
    one, other, third = (house.visitor() for _ in range(3))
    seek(third, side="french", pace="none", scenario="ligny")
    seek(one, side="french", pace="none")
    seek(other, side="allied", scenario="historical")
    game = wait_for(one, "seated")
    assert wait_for(other, "seated") == game
    assert one.get(f"/api/games/{game}")["my_seats"] == ["french"]
    assert other.get(f"/api/games/{game}")["my_seats"] == ["allied"]
    assert other.get(f"/api/games/{game}")["pace"]["kind"] == "none"
    assert state_of(third)[0] == "open"
    other.sit(game, "allied")


def test_the_oldest_table_and_the_oldest_seek_come_first(house: Server) -> None:
    hosts = [house.visitor() for _ in range(2)]
    games = [offered(host) for host in hosts]
    first, second = house.visitor(), house.visitor()
    seek(first, pace="none")
    assert wait_for(first, "seated") == games[0]
    seek(second, pace="none")
    assert wait_for(second, "seated") == games[1]


def test_a_seek_may_only_tell(house: Server) -> None:
    guest, host = house.visitor(), house.visitor()
    seek(guest, act="tell", pace="days")
    game = offered(host, pace=DAYS)
    assert wait_for(guest, "found") == game
    assert games_of(guest) == [] and table_of(guest, game) is not None
    guest.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    assert guest.get("/api/seek") is None, "who plays seeks no more"


@pytest.mark.parametrize("who", ["seeker", "host"])
def test_a_seek_never_meets_who_is_blocked(house: Server, who: str) -> None:
    seeker, host = named(house), named(house)
    blocker, blocked = (seeker, host) if who == "seeker" else (host, seeker)
    body = {"person": blocked.id, "kind": "block", "is_on": True}
    blocker.post("/api/people/bond", body)
    offered(host, pace=DAYS)
    seek(seeker, pace="days")
    seek(host, pace="days")
    let_it_look(house)
    assert state_of(seeker) == state_of(host) == ("open", "")
    shown = seeker.get("/api/seek")
    assert host.id not in str(shown) and host.name not in str(shown)
    assert set(shown) == {"wish", "state", "game", "seat", "since", "expires"}


def test_what_a_seek_answers_is_the_same_whoever_is_there(house: Server) -> None:
    """Flipping filters tells nothing: no answer depends on others, and it cannot be done often."""
    asker = house.visitor()
    alone = asker.http.post(f"{house.url}/api/seek", json={"country": "BE"}).json()
    other = named(house)
    seek(other, home="BE", rated="yes")
    there = asker.http.post(f"{house.url}/api/seek", json={"country": "BE"}).json()
    assert {**there, "since": 0, "expires": 0} == {**alone, "since": 0, "expires": 0}
    slow = Server(house.database.replace("games", "slow"), limits=GENEROUS | {"seeks_at_once": 3})
    slow.start()
    flipper = slow.visitor()
    for lang in ("nl", "fr", "de"):
        seek(flipper, lang=lang)
    assert flipper.refused("/api/seek", {"lang": "en"}) == (429, "busy")


def test_a_rated_game_is_for_accounts(house: Server) -> None:
    guest, one, other = house.visitor(), named(house), named(house)
    assert guest.refused("/api/seek", {"rated": "yes"}) == (409, "not-now")
    game = one.begin({"french": "me", "allied": "open"}, rated=True)
    one.post(f"/api/lobby/{game}/publish", {})
    seek(guest, scenario="historical")  # rated or not
    let_it_look(house)
    assert state_of(guest)[0] == "open"
    seek(other, rated="yes", pace="days")
    assert wait_for(other, "seated") == game


def test_logging_out_ends_a_seek(house: Server) -> None:
    one, other = named(house), house.visitor()
    password = "grande armée"
    again = house.visitor()
    again.post("/api/register", {"name": f"{one.name} II", "password": password})
    seek(again, pace="days", scenario="ligny")
    again.post("/api/logout")
    seek(other, pace="days", scenario="ligny")
    let_it_look(house)
    assert state_of(other)[0] == "open"


def test_a_seek_goes_on_when_its_session_gets_another_cookie(house: Server) -> None:
    one = house.visitor()
    seek(one, scenario="wavre")
    first = one.get("/api/seek")["since"]
    one.post("/api/register", {"name": f"{one.name} III", "password": "grande armée"})
    assert one.get("/api/seek")["since"] == first
    one.post("/api/confirm", {"password": "grande armée"})
    assert one.get("/api/seek")["since"] == first
    change = {"present": "grande armée", "password": "vieille garde"}
    one.post("/api/password/change", change)
    assert one.get("/api/seek")["since"] == first


def test_the_seek_of_a_guest_who_is_gone_ends(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("gone")
    limits = EAGER | {"seek_guest": 0.2}
    house = Server(f"sqlite:///{folder / 'games.sqlite'}", limits=limits).start()
    gone, account, other = house.visitor(), named(house), named(house)
    seek(gone, pace="days", scenario="ligny")
    deadline = time.monotonic() + WAIT
    while gone.get("/api/seek") is not None:
        assert time.monotonic() < deadline
    seek(account, pace="days", scenario="ligny")
    time_left = account.get("/api/seek")["expires"] - time.time() * 1000
    assert 23 * 3_600_000 < time_left <= 24 * 3_600_000
    seek(other, pace="days", scenario="ligny")
    assert wait_for(account, "seated") == wait_for(other, "seated")
    assert games_of(gone) == []


def test_many_tabs_have_one_seek_and_one_game(house: Server) -> None:
    account = named(house)
    for _ in range(5):
        seek(account, pace="none", scenario="ligny")
    hosts = [house.visitor() for _ in range(3)]
    for host in hosts:
        offered(host, scenario="ligny")
    wait_for(account, "seated")
    let_it_look(house)
    assert len(games_of(account)) == 1


def test_who_is_seated_by_a_seek_offers_no_more(house: Server) -> None:
    """The table of somebody who plays already is not taken by a stranger, and a seek ends when its
    person's own table is taken."""
    host, guest, third = (house.visitor() for _ in range(3))
    mine = offered(host, scenario="ligny")
    seek(host, pace="days", scenario="waterloo")
    seek(guest, pace="days", scenario="waterloo")
    wait_for(host, "seated")
    assert third.refused(f"/api/lobby/{mine}/sit", {"seat": "allied"}) == (404, "not-found")
    other = house.visitor()
    theirs = offered(other, scenario="ligny")
    seek(other, pace="days", scenario="free")
    third.post(f"/api/lobby/{theirs}/sit", {"seat": "allied"})
    assert other.get("/api/seek") is None


def test_a_live_game_does_not_begin_without_who_went_away(house: Server) -> None:
    away, here = named(house), named(house)
    for person in (away, here):
        assert person.get("/api/seek") is None
    seek(away, pace="live")
    with admin.writing(house.database) as connection:
        connection.execute(sa.update(seeks).values(seen=seeks.c.seen - 60_000))
    seek(here, pace="live")
    let_it_look(house)
    assert state_of(here)[0] == "open"
    assert wait_for(away, "seated") == wait_for(here, "seated")  # by asking, one is here


def test_nonsense_is_refused(house: Server) -> None:
    guest = house.visitor()
    for wish in ({"pace": "fast"}, {"country": "XX"}, {"home": "b"}, {"scenario": "nowhere"}):
        assert guest.refused("/api/seek", wish)[0] == 400, wish
    assert guest.get("/api/seek") is None


def test_a_seek_goes_with_its_person(house: Server) -> None:
    account = house.visitor()
    account.post("/api/register", {"name": "Vandamme at Wavre", "password": "grande armée"})
    seek(account, home="FR")
    answer = account.http.get(f"{house.url}/api/account/data")
    told = zipfile.ZipFile(io.BytesIO(answer.content)).read("lobby.json").decode()
    assert '"FR"' in told.replace('\\"', '"') and "token" not in told
    body = {"password": "grande armée"}
    account.post("/api/account/delete", body)
    with admin.writing(house.database) as connection:
        assert not connection.execute(sa.select(seeks)).all()


def test_a_guest_who_logs_in_leaves_no_seek_behind(house: Server) -> None:
    account, guest, other = house.visitor(), house.visitor(), house.visitor()
    login = {"name": "Grouchy at Walhain", "password": "grande armée"}
    account.post("/api/register", login)
    seek(guest, pace="days", scenario="ligny")
    guest.post("/api/login", login)
    seek(other, pace="days", scenario="ligny")
    let_it_look(house)
    assert state_of(other)[0] == "open"
    assert state_of(guest) == ("", "")


def test_nobody_is_seated_with_who_has_gone(house: Server) -> None:
    """A guest who logs out leaves no table; where minutes run a host is at the table."""
    gone, host, seeker = (house.visitor() for _ in range(3))
    offered(gone, scenario="ligny")
    gone.post("/api/logout")
    game = offered(host, scenario="ligny", pace={"kind": "live", "each": 1800, "more": 0})
    seek(seeker, scenario="ligny")
    let_it_look(house)
    assert state_of(seeker)[0] == "open"
    assert [table["id"] for table in seeker.get("/api/lobby")["tables"]] == [game]
    host.sit(game, "french")
    assert wait_for(seeker, "seated") == game


def test_who_was_told_of_a_table_that_is_gone_is_told_of_the_next(house: Server) -> None:
    seeker, other = house.visitor(), house.visitor()
    hosts = [house.visitor() for _ in range(2)]
    seek(seeker, act="tell", scenario="ligny")
    first = offered(hosts[0], scenario="ligny")
    assert wait_for(seeker, "found") == first
    other.post(f"/api/lobby/{first}/sit", {"seat": "allied"})
    wait_for(seeker, "open")
    second = offered(hosts[1], scenario="ligny")
    assert wait_for(seeker, "found") == second


def test_a_seat_is_taken_on_the_side_that_is_wanted(house: Server) -> None:
    seeker, host = house.visitor(), house.visitor()
    seek(seeker, side="french", scenario="ligny")
    wrong = offered(host, scenario="ligny")
    let_it_look(house)
    assert state_of(seeker)[0] == "open"
    host.post(f"/api/games/{wrong}/end")
    right = host.begin({"french": "open", "allied": "me"}, scenario="ligny")
    host.post(f"/api/lobby/{right}/publish", {})
    assert wait_for(seeker, "seated") == right
    assert seeker.get(f"/api/games/{right}")["my_seats"] == ["french"]
