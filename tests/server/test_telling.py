"""Telling people by a real mail server: addresses that are theirs, links, and each message once,
whatever happens to the processes that send."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, Server, Visitor
from tests.server.receivers import Browser, Post, wait_for

from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import emails, outbox, server_keys

HOUSE = "https://war.example"
GAME = {"french": "me", "allied": "open"}


@pytest.fixture
def post() -> Iterator[Post]:
    """A mail server."""
    server = Post().start()
    yield server
    server.let_go()
    server.stop()


def options(post: Post) -> list[str]:
    """Of a server that sends by it, at once."""
    return [
        *("--address", HOUSE, "--mail-from", "staff@war.example", "--notice-after", "0"),
        *("--smtp", f"smtp+plain://127.0.0.1:{post.port}", "--private-webhooks"),
    ]


def serve(database: str, post: Post) -> Server:
    return Server(database, limits=GENEROUS, options=options(post)).start()


def link_in(letter_text: str, page: str) -> str:
    found = re.search(rf"{HOUSE}/{page}/(\S+)", letter_text)
    assert found is not None, letter_text
    return found[1]


def with_mail(server: Server, name: str) -> Visitor:
    """Somebody with an account and an address that is known to be theirs."""
    person = server.visitor()
    person.post("/api/register", {"name": name, "password": "en avant marche"})
    engine = store.open_engine(server.database)
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        row = {"person": person.id, "address": f"{name}@war.example".lower(), "verified": True}
        connection.execute(sa.insert(emails), row)
    engine.dispose()
    return person


def begin(host: Visitor, guest: Visitor) -> str:
    """A game in which the host is to act."""
    game = host.begin(GAME)
    guest.post(f"/api/join/{host.get(f'/api/games/{game}')['invites']['allied']}")
    return game


def states(server: Server) -> list[str]:
    engine = store.open_engine(server.database)
    with engine.connect() as connection:
        found = list(connection.execute(sa.select(outbox.c.state)).scalars())
    engine.dispose()
    return found


def test_from_an_address_to_a_stop_and_a_new_password(tmp_path: Path, post: Post) -> None:
    server = serve(f"sqlite:///{tmp_path / 'games.sqlite'}", post)
    ney, soult = server.visitor(), server.visitor()
    assert ney.refused("/api/notices/email", {"address": "ney@war.example"}) == (409, "not-now")
    ney.post("/api/register", {"name": "Ney", "password": "en avant marche"})
    for bad in ("ney", "ney@war.example\r\nBcc: all@war.example"):
        assert ney.refused("/api/notices/email", {"address": bad}) == (400, "bad-request")
    info = ney.post("/api/notices/email", {"address": "ney@war.example"})
    assert info["email"] == "ney@war.example" and not info["is_verified"]
    letter = post.wait(1)
    assert letter["To"] == "ney@war.example" and letter["List-Unsubscribe"] is None
    token = link_in(letter.get_content(), "verify")
    # Nothing goes to an address before its owner has said so.
    game = begin(ney, soult)
    ney.sit(game, "french").close()
    soult.post("/api/notices/verify", {"token": token})  # whoever has the mailbox
    assert soult.refused("/api/notices/verify", {"token": token}) == (404, "not-found")
    assert ney.get("/api/notices")["is_verified"]
    other = begin(ney, soult)
    letter = post.wait(2)
    assert letter["Subject"] == f"It is your turn against {soult.name}"
    assert f"{HOUSE}/game/{other}" in letter.get_content()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = letter["List-Unsubscribe"].strip(" <>").removeprefix(HOUSE)
    assert stop in letter.get_content()
    # A mail program stops it without a cookie, by one POST; looking at the link stops nothing.
    page = httpx.get(server.url + stop, headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "email" in ney.get("/api/notices")["choices"]["days"]
    form = {"List-Unsubscribe": "One-Click"}
    assert httpx.post(server.url + stop, data=form).status_code == 200
    assert "email" not in ney.get("/api/notices")["choices"]["days"]
    assert httpx.post(f"{server.url}/stop/{soult.id}.x", data=form).status_code == 404
    # A password is forgotten: the answer is the same whether there is such an account or not.
    stranger = server.visitor()
    for who in ("nobody", "ney@war.example"):
        assert stranger.post("/api/password/forgot", {"who": who}) == {}
    token = link_in(post.wait(3).get_content(), "reset")
    guess = {"token": "x", "password": "la garde meurt"}
    assert stranger.refused("/api/password/reset", guess) == (404, "not-found")
    assert stranger.refused("/api/password/reset", {"token": token, "password": "short"})[0] == 400
    stranger.post("/api/password/reset", {"token": token, "password": "la garde meurt"})
    assert ney.refused("/api/notices", method="GET") == (401, "unknown"), "every session has ended"
    wrong = {"name": "Ney", "password": "en avant marche"}
    assert stranger.refused("/api/login", wrong)[0] == 401
    assert stranger.post("/api/login", {"name": "Ney", "password": "la garde meurt"})["is_account"]
    assert stranger.refused("/api/password/reset", {"token": token, "password": "again and again"})


def test_what_is_off_is_said(server: Server) -> None:
    person = server.visitor()
    info = person.get("/api/notices")
    assert info["missing"] == {"email": "mail", "push": "address", "webhook": "address"}
    assert info["push_key"] == ""
    hook = {"url": "https://war.example/hook"}
    assert person.refused("/api/notices/webhook", hook) == (409, "not-now")
    assert person.refused("/api/password/forgot", {"who": "ney"}) == (409, "not-now")
    choices = {"none": ["page", "page"], "days": [], "live": ["push"]}
    wishes = {"choices": choices, "zone": "Europe/Paris", "quiet_from": 1320, "quiet_to": 420}
    changed = person.post("/api/notices", wishes)
    assert changed.items() >= {**wishes, "choices": {**choices, "none": ["page"]}}.items()
    assert person.refused("/api/notices", {**wishes, "zone": "Moon/Tycho"})[0] == 400
    assert person.refused("/api/notices", {**wishes, "quiet_from": 1440})[0] == 400
    # In the page one is told of what waits.
    guest = server.visitor()
    game = begin(person, guest)
    assert [turn["game"] for turn in person.get("/api/turns")] == [game]
    assert guest.get("/api/turns") == []


def test_a_browser_and_a_webhook_are_taken_and_given_back(tmp_path: Path, post: Post) -> None:
    server = serve(f"sqlite:///{tmp_path / 'games.sqlite'}", post)
    person, other = server.visitor(), server.visitor()
    keys = Browser().keys
    device = {"endpoint": "https://push.example/1", **keys, "name": "Firefox\u202e"}
    (mine,) = person.post("/api/notices/device", device)["devices"]
    assert mine["name"] == "Firefox"
    assert person.refused("/api/notices/device", {**device, "auth": "x"})[0] == 400
    assert person.refused("/api/notices/device", {**device, "endpoint": "ftp://x"})[0] == 400
    # A browser is one person's at a time; others cannot take it away.
    other.post("/api/notices/device/remove", {"id": mine["id"]})
    assert person.get("/api/notices")["devices"] == [mine]
    assert len(other.post("/api/notices/device", device)["devices"]) == 1
    assert person.get("/api/notices")["devices"] == []
    assert other.get("/api/notices")["push_key"] == person.get("/api/notices")["push_key"] != ""
    hook = {"url": "https://hooks.example/x", "form": "matrix"}
    assert person.post("/api/notices/webhook", hook)["form"] == "matrix"
    assert person.post("/api/notices/webhook", {"url": ""})["webhook"] == ""
    assert person.refused("/api/notices/test", {"channel": "webhook"}) == (409, "not-now")


@pytest.mark.parametrize("moment", ["rcpt", "data"])
def test_killed_while_it_sends(moment: str, tmp_path: Path, post: Post) -> None:
    """Before the mail server has taken a word: it is sent after the restart. When it has all of it
    and the answer is not stored: it is not sent again. Either way it arrives once."""
    server = serve(f"sqlite:///{tmp_path / 'games.sqlite'}", post)
    ney, soult = with_mail(server, "Ney"), server.visitor()
    post.hold(moment)
    begin(ney, soult)
    wait_for("the mail server has been asked", lambda: post.asked == 1)
    if moment == "data":
        post.wait(1)
    server.kill()
    assert states(server) == ["handing" if moment == "data" else "waiting"]
    post.let_go()
    server.start()
    wait_for("it is done with", lambda: states(server) != [] and "waiting" not in states(server))
    wait_for("nobody is at it", lambda: "handing" not in states(server))
    assert states(server) == ["unsure" if moment == "data" else "sent"]
    post.wait(1)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_two_processes_tell_everybody_once(database: str, post: Post) -> None:
    """Both look for turns and for messages, one of them is killed on the way: nobody is told twice,
    and nobody is forgotten."""
    one, other = serve(database, post), serve(database, post)
    people = [with_mail(one, name) for name in ("Ney", "Soult", "Reille", "Lobau", "Drouot")]
    guest = other.visitor()
    for person in people[:3]:
        begin(person, guest)
    post.wait(3)
    post.hold("rcpt")
    before = post.asked
    for person in people[3:]:
        begin(person, guest)
    wait_for("one of them sends", lambda: post.asked > before)
    one.kill()
    post.let_go()
    wait_for("all is sent", lambda: states(other).count("sent") == 5)
    assert sorted(letter["To"] for letter in post.letters) == [
        f"{name}@war.example" for name in ("drouot", "lobau", "ney", "reille", "soult")
    ]
    engine = store.open_engine(database)
    with engine.connect() as connection:
        keys = sa.select(sa.func.count()).select_from(server_keys)
        assert connection.execute(keys).scalar() == 1, "one secret for all processes"
    engine.dispose()
