"""What a copy of a guest's cookie cannot do in the moment in which the guest gets an account."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from tests.server.playing import WAIT, Server, Visitor
from tests.server.test_passkeys import PASSWORD, account
from tests.server.test_people_processes import by_way_of
from tests.server.test_processes import pair
from websockets.exceptions import ConnectionClosed

from napoleon.server.http import people
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import alert_wishes, naming
from napoleon.server.store import tables as store
from napoleon.server.store.people_tables import names

__all__ = ["pair"]
NOW = "2026-06-15T04:00:00.000+00:00"


def register_both(guest: Visitor, thief: Visitor) -> list[tuple[int, str]]:
    """Register by one cookie from two browsers at once; the statuses and the names."""
    names = [f"{guest.name} A", f"{guest.name} B"]

    def register(visitor: Visitor, name: str) -> int:
        body = {"name": name, "password": f"{PASSWORD} {name}"}
        return visitor.http.post(f"{visitor.server.url}/api/register", json=body).status_code

    with ThreadPoolExecutor() as pool:
        return list(zip(pool.map(register, (guest, thief), names), names, strict=True))


def check_one_account(answers: list[tuple[int, str]], server: Server) -> None:
    for status, name in answers:
        stranger = server.visitor()
        body = {"name": name, "password": f"{PASSWORD} {name}"}
        login = stranger.http.post(f"{server.url}/api/login", json=body).status_code
        assert (status == 200) == (login == 200)
    assert sorted(status for status, _ in answers)[0] == 200
    assert sorted(status for status, _ in answers)[1] >= 400


def test_a_guest_who_registers_twice_at_once_has_one_account(server: Server) -> None:
    for _ in range(3):
        guest = server.visitor()
        check_one_account(register_both(guest, by_way_of(server, guest)), server)


def test_a_guest_who_registers_at_two_processes_has_one_account(
    pair: tuple[Server, Server],
) -> None:
    for _ in range(3):
        guest = pair[0].visitor()
        check_one_account(register_both(guest, by_way_of(pair[1], guest)), pair[0])


def test_a_copy_of_a_cookie_that_has_ended_makes_no_account(pair: tuple[Server, Server]) -> None:
    """Also where a process still believes it."""
    guest = pair[0].visitor()
    thief = by_way_of(pair[1], guest)
    assert thief.get("/api/me")["id"] == guest.id
    guest.post("/api/logout")
    body = {"name": f"{guest.name} Thief", "password": PASSWORD}
    assert thief.refused("/api/register", body) == (401, "unknown")


@pytest.mark.parametrize("renewal", ["password", "confirm", "register"])
def test_the_socket_of_a_copy_ends_where_the_cookie_is_renewed(
    server: Server, renewal: str
) -> None:
    """In the very process too; the browser of the person comes back with the other cookie."""
    ney = account(server) if renewal != "register" else server.visitor()
    game = ney.begin({"french": "me", "allied": "me"})
    stolen = by_way_of(server, ney).sit(game, "french")
    if renewal == "password":
        ney.post("/api/password/change", {"present": PASSWORD, "password": f"{PASSWORD} 2"})
    elif renewal == "confirm":
        ney.post("/api/confirm", {"password": PASSWORD})
    else:
        ney.post("/api/register", {"name": f"{ney.name} IV", "password": PASSWORD})
    with pytest.raises(ConnectionClosed):
        stolen.wait("never")
    assert ney.sit(game, "french").act("end")["ok"]


def test_a_guest_and_an_account_do_not_take_one_name_at_once(pair: tuple[Server, Server]) -> None:
    for n in range(8):
        guest, holder = pair[0].visitor(), account(pair[1])
        wanted = {"name": f"Grouchy {n} of {guest.id[:6]}"}

        def ask(visitor: Visitor, wanted: dict[str, str] = wanted) -> int:
            url = f"{visitor.server.url}/api/me"
            return visitor.http.post(url, json=wanted).status_code

        with ThreadPoolExecutor() as pool:
            list(pool.map(ask, (guest, holder)))
        deadline = time.monotonic() + WAIT
        there, here = by_way_of(pair[1], guest), by_way_of(pair[0], holder)
        while there.get("/api/me")["name"] == here.get("/api/me")["name"]:
            assert time.monotonic() < deadline
        assert here.get("/api/me")["name"] == wanted["name"]


def test_who_has_an_account_meanwhile_gets_no_other(engine: Engine) -> None:
    with engine.begin() as connection:
        guest = people.add_guest(connection, "cookie", "en", NOW)
        people.register(connection, guest, "Ney", "hash", "2", NOW)
        with connection.begin_nested() as again, pytest.raises(Refused) as refused:
            try:
                people.register(connection, guest, "Thief", "stolen", "3", NOW)
            finally:
                again.rollback()
        assert refused.value.code == "has-account"
        row = connection.execute(sa.select(store.people).where(store.people.c.id == guest.id)).one()
        assert (row.name, row.account, row.password) == ("Ney", "ney", "hash")


def test_what_belongs_to_an_account_goes_to_nobody_who_logs_in(engine: Engine) -> None:
    with engine.begin() as connection:
        guest = people.add_guest(connection, "cookie", "en", NOW)
        thief = people.add_guest(connection, "thief", "en", NOW)
        thief = people.register(connection, thief, "Thief", "hash", "thief 2", NOW)
        people.register(connection, guest, "Ney", "hash", "2", NOW)
        device = alert_wishes.Device("d", "https://push.example/", "key", "auth", "Firefox")
        alert_wishes.add_device(connection, guest.id, device)
        people.log_in(connection, guest, thief, "thief 3", NOW)
        assert alert_wishes.devices_of(connection, guest.id) == [device]


def test_a_session_ends_once(engine: Engine) -> None:
    with engine.begin() as connection:
        guest = people.add_guest(connection, "cookie", "en", NOW)
        assert people.end_session(connection, "cookie") == guest.id
        assert people.end_session(connection, "cookie") is None


def test_a_name_chosen_while_registering_is_claimed(engine: Engine) -> None:
    with engine.begin() as connection:
        guest = people.add_guest(connection, "cookie", "en", NOW)
        people.register(connection, guest, "Ney", "hash", "2", NOW)
        people.change(connection, Person(guest.id, "Moskowa", None, "en"))
        claimed = sa.select(names.c.person).where(names.c.person == guest.id)
        assert len(connection.execute(claimed).all()) >= 2  # the name, and that to log in with
        assert not naming.is_free(connection, "Moskowa", "another")


def test_a_guest_who_logs_in_brings_the_games_along(server: Server) -> None:
    holder, guest = account(server), server.visitor()
    game = guest.begin({"french": "me", "allied": "me"})
    thief = by_way_of(server, guest)
    guest.post("/api/login", {"name": holder.name, "password": PASSWORD})
    assert [one["id"] for one in guest.get("/api/games")] == [game]
    assert thief.http.get(f"{server.url}/api/games").status_code == 401
