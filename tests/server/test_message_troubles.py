"""What went wrong with a message: the operator reads the cause, people read what they can do."""

from __future__ import annotations

import io
import re
import socket
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, Server, Visitor
from tests.server.receivers import Hook, Post, wait_for
from tests.server.test_telling import options, with_mail

from napoleon.cli import main
from napoleon.server.http.notice_routes import TROUBLES
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import outbox


@pytest.fixture
def hook() -> Iterator[Hook]:
    """A web server."""
    receiver = Hook()
    yield receiver
    receiver.stop()


def dead() -> Post:
    """A mail server that has closed."""
    post = Post().start()
    post.stop()
    return post


def troubles(server: Server) -> dict[str, str]:
    """What the store says went wrong, by person."""
    engine = store.open_engine(server.database)
    query = sa.select(outbox.c.person, outbox.c.trouble).where(outbox.c.trouble != "")
    with engine.connect() as connection:
        found = {row.person: row.trouble for row in connection.execute(query)}
    engine.dispose()
    return found


def notices_of(person: Visitor) -> str:
    """What the file of all that is kept of a person says of messages."""
    answer = person.http.get(f"{person.server.url}/api/account/data")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        return file.read("notices.json").decode()


def test_a_webhook_cannot_be_used_to_look_around(
    tmp_path: Path, hook: Hook, capsys: pytest.CaptureFixture[str]
) -> None:
    """A port that is closed, one that is silent, one that says no and a name that is not there: the
    same words, and none of them sooner than the others."""
    post = dead()
    server = Server(
        f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS, options=options(post)
    ).start()
    hook.answers = [(404, {"Location": "http://10.0.0.1"}), (500, {})]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        urls = {
            "closed": f"http://127.0.0.1:{post.port}/",
            "silent": f"http://127.0.0.1:{silent.getsockname()[1]}/",
            "no": f"{hook.url}/no",
            "broken": f"{hook.url}/broken",
            "nowhere": "http://nowhere.invalid/",
        }
        people = {what: server.visitor() for what in urls}
        for what, person in people.items():
            person.post("/api/notices/webhook", {"url": urls[what]})
            person.post("/api/notices/test", {"channel": "webhook"})
        quick = [people[what].id for what in ("closed", "no", "broken", "nowhere")]
        wait_for("the quick ones have an end", lambda: troubles(server).keys() >= set(quick))
        assert all(person.get("/api/notices")["trouble"] == {} for person in people.values())
        for person in people.values():
            wait_for("it is told", lambda one=person: one.get("/api/notices")["trouble"] != {})  # type: ignore[misc]
    causes = troubles(server)
    assert len({*causes.values()}) == len(urls), "the operator can tell them apart"
    for what, person in people.items():
        assert person.get("/api/notices")["trouble"] == {"webhook": TROUBLES["webhook"]}, what
    kept = {re.sub(r'"(url|id|born)": [^\n]*', "", notices_of(one)) for one in people.values()}
    assert len(kept) == 1, "nor does the file that people take along tell them apart"
    server.stop()
    assert main(["admin", "messages", "--database", server.database]) == 0
    said = capsys.readouterr().out
    assert all(cause in said for cause in causes.values()) and "webhook" in said


def test_trouble_with_the_mail_server_is_for_the_operator(tmp_path: Path) -> None:
    post = dead()
    server = Server(
        f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS, options=options(post)
    ).start()
    ney = with_mail(server, "Ney")
    ney.post("/api/notices/test", {"channel": "email"})
    wait_for("it is told", lambda: ney.get("/api/notices")["trouble"] != {})
    assert ney.get("/api/notices")["trouble"] == {"email": TROUBLES["email"]}
    assert "does not answer" not in notices_of(ney)
    health = httpx.get(f"{server.url}/healthz").json()
    assert health["ok"] and "does not answer" in health["mail"]
    through = httpx.get(f"{server.url}/healthz", headers={"X-Forwarded-For": "1.1.1.1"}).json()
    assert through == {"ok": True}, "not to others"
    measured = httpx.get(f"{server.url}/metrics").text
    assert re.search(r"^napoleon_email_troubles_total\{[^}]*\} [1-9]", measured, re.MULTILINE)
    post = Post(post.port).start()
    try:
        ney.post("/api/notices/test", {"channel": "email"})
        wait_for("a letter", lambda: len(post.letters) >= 1)
        wait_for(
            "it is well again", lambda: "mail" not in httpx.get(f"{server.url}/healthz").json()
        )
    finally:
        post.stop()


def test_words_of_trouble_are_in_the_readers_language(tmp_path: Path) -> None:
    server = Server(
        f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS, options=options(dead())
    ).start()
    ney = with_mail(server, "Ney")
    ney.post("/api/me", {"name": "Ney", "lang": "fr"})
    ney.post("/api/notices/test", {"channel": "email"})
    wait_for("it is told", lambda: ney.get("/api/notices")["trouble"] != {})
    assert ney.get("/api/notices")["trouble"]["email"].startswith("Le dernier e-mail")
