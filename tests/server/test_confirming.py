"""What a stolen cookie cannot do: take the account."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from tests.server.playing import GENEROUS, Server, Visitor
from tests.server.receivers import Post
from tests.server.test_messenger import House, in_house, post
from tests.server.test_passkeys import (
    PASSWORD,
    Named,
    account,
    authenticator_of,
    challenge,
    named,
)
from tests.server.test_people_processes import by_way_of
from tests.server.test_processes import pair
from websockets.exceptions import ConnectionClosed

from napoleon.cli import main
from napoleon.server import texts
from napoleon.server.alerts import words
from napoleon.server.http import people
from napoleon.server.people import passkeys
from napoleon.server.refusals import Refused
from napoleon.server.store import alert_wishes, alerts, people_tables
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import email_tokens, emails, webhooks

__all__ = ["named", "pair", "post"]
NEW = "noir et rouge"
LONG_AGO = "2026-06-15T04:00:00.000+00:00"


def grow_old(visitor: Visitor) -> None:
    """Let the session's proof be of long ago."""
    engine = store.open_engine(visitor.server.database)
    with engine.begin() as connection:
        token = people.hash_cookie(visitor.cookie)
        mine = store.sessions.c.token == token
        connection.execute(sa.update(store.sessions).where(mine).values(proved=LONG_AGO))
    engine.dispose()


def thief_of(visitor: Visitor) -> Visitor:
    """Somebody else with a copy of the cookie."""
    return by_way_of(visitor.server, visitor)


def logged_in(server: Server, holder: Visitor, password: str = PASSWORD) -> Visitor:
    """Another browser of the same account."""
    other = server.visitor()
    other.post("/api/login", {"name": holder.name, "password": password})
    return other


def test_a_stolen_session_changes_nothing_by_which_one_comes_in(named: Server) -> None:
    ney = account(named)
    authenticator_of(ney)
    grow_old(ney)
    (kept,) = ney.get("/api/account")["passkeys"]
    thief = thief_of(ney)
    for path, body in (
        ("/api/notices/email", {"address": "thief@war.example"}),
        ("/api/notices/email", {"address": ""}),
        ("/api/passkeys/begin", {}),
        ("/api/passkeys", {"credential": {}, "name": "mine"}),
        ("/api/passkeys/remove", {"id": kept["id"]}),
    ):
        assert thief.refused(path, body) == (403, "confirm")
    for body in ({"present": "", "password": NEW}, {"present": "wrong wrong", "password": NEW}):
        assert thief.refused("/api/password/change", body) == (401, "wrong-login")
    assert thief.refused("/api/confirm", {"password": "wrong wrong"}) == (401, "wrong-login")
    assert thief.refused("/api/account/delete", {"password": ""}) == (401, "wrong-login")
    assert [one["id"] for one in ney.get("/api/account")["passkeys"]] == [kept["id"]]


def test_a_password_lets_secrets_change_for_a_while_and_makes_the_copy_worthless(
    named: Server,
) -> None:
    ney = account(named)
    player = ney.sit(ney.begin({"french": "me", "allied": "me"}), "french")
    grow_old(ney)
    thief = thief_of(ney)
    device = ney.get("/api/account")["sessions"][0]["device"]
    ney.post("/api/confirm", {"password": PASSWORD})
    authenticator_of(ney)
    assert ney.refused("/api/notices/email", {"address": "ney@war.example"})[1] != "confirm"
    assert thief.http.get(f"{named.url}/api/account").status_code == 401
    (session,) = ney.get("/api/account")["sessions"]
    assert session["is_this"] and session["device"] == device
    player.act("end")  # the table has not noticed
    grow_old(ney)
    assert ney.refused("/api/passkeys/begin") == (403, "confirm")


def test_a_passkey_of_ones_own_proves_it_too(named: Server) -> None:
    ney, mallory = account(named), account(named, "Mallory")
    key, others = authenticator_of(ney), authenticator_of(mallory)
    grow_old(ney)
    refused = ney.refused("/api/confirm", {"credential": others.answer(challenge(ney))})
    assert refused == (401, "wrong-login")
    assert ney.refused("/api/passkeys/begin") == (403, "confirm")
    answer = key.answer(challenge(ney))
    ney.post("/api/confirm", {"credential": answer})
    ney.post("/api/passkeys/begin")
    assert ney.refused("/api/confirm", {"credential": answer})[0] == 401  # good once


def test_a_new_password_ends_all_other_sessions(server: Server) -> None:
    ney = account(server)
    other, thief = logged_in(server, ney), thief_of(ney)
    seat = other.sit(other.begin({"french": "me", "allied": "me"}), "french")
    mine = ney.sit(ney.begin({"french": "me", "allied": "me"}), "french")
    body = {"present": PASSWORD, "password": "short"}
    assert ney.refused("/api/password/change", body) == (400, "bad-password")
    ney.post("/api/password/change", {"present": PASSWORD, "password": NEW})
    for one in (other, thief):
        assert one.http.get(f"{server.url}/api/account").status_code == 401
    with pytest.raises(ConnectionClosed):
        seat.wait("never")
    mine.act("end")
    assert len(ney.get("/api/account")["sessions"]) == 1
    stranger = server.visitor()
    old = {"name": ney.name, "password": PASSWORD}
    assert stranger.refused("/api/login", old) == (401, "wrong-login")
    logged_in(server, ney, NEW)
    assert server.visitor().refused(
        "/api/password/change", {"present": PASSWORD, "password": NEW}
    ) == (409, "not-now")


def test_a_new_password_ends_sessions_in_the_other_process(pair: tuple[Server, Server]) -> None:
    ney = account(pair[0])
    other = logged_in(pair[1], ney)
    seat = other.sit(other.begin({"french": "me", "allied": "me"}), "french")
    ney.post("/api/password/change", {"present": PASSWORD, "password": NEW})
    with pytest.raises(ConnectionClosed):
        seat.wait("never")
    assert other.http.get(f"{pair[1].url}/api/account").status_code == 401
    assert by_way_of(pair[1], ney).get("/api/me")["id"] == ney.id


def test_of_two_passwords_at_once_one_is_stored(engine: Engine) -> None:
    with engine.begin() as connection:
        ney = people.add_guest(connection, "cookie", "en", LONG_AGO)
        ney = people.register(connection, ney, "Ney", people.hash_password(PASSWORD), "2", LONG_AGO)
        found = store.find_account(connection, "ney")
        assert found is not None
        hashed = people.hash_password(NEW)
        people.change_password(connection, ney, found[1], hashed, "3", LONG_AGO)
        with pytest.raises(Refused):
            people.change_password(connection, ney, found[1], "x", "4", LONG_AGO)
        assert people.find_by_password(connection, "Ney", NEW).id == ney.id
        assert people.proved_at(connection, "3") == LONG_AGO


def test_the_old_address_is_told_by_mail(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        now = house.watch.now()
        changed = texts.say(words.ADDRESS, "fr")

        def choose(address: str, connection: sa.Connection) -> None:
            alert_wishes.set_email(connection, "bluecher", address, now)

        for address in ("new@war.example", "newer@war.example", ""):
            await house.hall.write(partial(choose, address))
        await house.turn(1000)
        told = [one for one in post.letters if one["To"] == "b@war.example"]
        assert [str(one["subject"]) for one in told] == [changed]
        assert "List-Unsubscribe" not in told[0]
        assert "https://war.example/account" in told[0].get_content()
        # What was never confirmed may be a stranger's: that mailbox is told nothing.
        others = [one for one in post.letters if one["To"] != "b@war.example"]
        assert not [one for one in others if str(one["subject"]) == changed]

    in_house(tmp_path, post.port, story)


def test_passkeys_added_since_a_day_are_removed_by_the_command(
    engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    with engine.begin() as connection:
        ney = people.add_guest(connection, "cookie", "en", LONG_AGO)
        people.register(connection, ney, "Ney", people.hash_password(PASSWORD), "2", LONG_AGO)
        for name, created in (("mine", "2026-01-02"), ("thief", "2026-06-15")):
            row = {"id": name, "person": ney.id, "public_key": b"", "sign_count": 0, "used": ""}
            row |= {"name": name, "created": f"{created}T10:00:00.000+00:00"}
            connection.execute(sa.insert(people_tables.passkeys), row)
    url = engine.url.render_as_string(hide_password=False)
    command = ["admin", "passkeys", "Ney", "--database", url]
    assert main(command) == 0 and "thief" in capsys.readouterr().out
    assert main([*command, "--remove-since", "2026-06-15T12:30+02:00"]) == 0  # a later moment
    assert "0 passkeys" in capsys.readouterr().out
    assert main([*command, "--remove-since", "2026-06-15"]) == 0
    with engine.connect() as connection:
        assert [one.name for one in passkeys.list_passkeys(connection, ney.id)] == ["mine"]


@pytest.mark.parametrize("way", ["register", "login", "passkey"])
def test_a_guests_webhook_does_not_follow_into_an_account(named: Server, way: str) -> None:
    guest = Named(named).visitor()
    holder = account(named)
    key = authenticator_of(holder)
    engine = store.open_engine(named.database)
    with engine.begin() as connection:
        alert_wishes.set_webhook(connection, guest.id, "https://thief.example/x", "json")
    assert guest.get("/api/account")["webhooks"] == [
        {"url": "https://thief.example/x", "form": "json"}
    ]
    if way == "register":
        body = {"name": f"Ney {random.randrange(10**9)}", "password": PASSWORD}
        guest.post("/api/register", body)
    elif way == "login":
        guest.post("/api/login", {"name": holder.name, "password": PASSWORD})
    else:
        guest.post("/api/passkeys/login", {"credential": key.answer(challenge(guest))})
    assert guest.get("/api/account")["webhooks"] == []
    with engine.connect() as connection:
        found = sa.select(webhooks.c.person).where(webhooks.c.url == "https://thief.example/x")
        assert connection.execute(found).first() is None
    engine.dispose()


def test_a_new_password_makes_links_to_another_worthless(engine: Engine) -> None:
    with engine.begin() as connection:
        ney = people.add_guest(connection, "cookie", "en", LONG_AGO)
        ney = people.register(connection, ney, "Ney", people.hash_password(PASSWORD), "2", LONG_AGO)
        row = {"person": ney.id, "address": "ney@war.example", "verified": True}
        connection.execute(sa.insert(emails), row)
        alert_wishes.new_link(connection, ney.id, "reset", "ney@war.example", "link", 0)
        found = store.find_account(connection, "ney")
        assert found is not None
        hashed = people.hash_password(NEW)
        people.change_password(connection, ney, found[1], hashed, "3", LONG_AGO)
        assert connection.execute(sa.select(email_tokens)).first() is None
        assert alert_wishes.reset_password(connection, "link", "x", 1) is None


def test_a_new_password_ends_an_address_that_was_not_confirmed(engine: Engine) -> None:
    """Who had the session may have put it in, to get a password by mail later."""
    with engine.begin() as connection:
        ney = people.add_guest(connection, "cookie", "en", LONG_AGO)
        ney = people.register(connection, ney, "Ney", people.hash_password(PASSWORD), "2", LONG_AGO)
        alert_wishes.set_email(connection, ney.id, "thief@war.example", 0)
        alert_wishes.new_link(connection, ney.id, "verify", "thief@war.example", "link", 0)
        found = store.find_account(connection, "ney")
        assert found is not None
        hashed = people.hash_password(NEW)
        people.change_password(connection, ney, found[1], hashed, "3", LONG_AGO)
        assert alert_wishes.verify_email(connection, "link", 1) is None
        assert alert_wishes.find_email(connection, ney.id) == ("", False)


def test_a_webhook_of_an_account_stays_when_a_guest_comes_along(engine: Engine) -> None:
    with engine.begin() as connection:
        alert_wishes.set_webhook(connection, "holder", "https://mine.example/", "json")
        alert_wishes.set_webhook(connection, "guest", "https://thief.example/", "json")
        alerts.become(connection, "guest", "holder")
        assert alert_wishes.find_webhook(connection, "holder")[0] == "https://mine.example/"
        assert alert_wishes.find_webhook(connection, "guest")[0] == ""


def test_passwords_cannot_be_tried_without_end(tmp_path: Path) -> None:
    limits = {**GENEROUS, "account_logins": 0.0, "account_logins_at_once": 4.0}
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=limits).start()
    ney = account(server)
    codes = [ney.refused("/api/confirm", {"password": "x" * 9})[1] for _ in range(4)]
    assert codes[-1] == "busy" and codes[0] == "wrong-login"
    body = {"present": PASSWORD, "password": NEW}
    assert ney.refused("/api/password/change", body) == (429, "busy")
    server.stop()
