"""Passkeys at the level of HTTP: made, used, taken away, and what is not accepted."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import Engine
from tests.server.authenticator import Authenticator
from tests.server.playing import Server, Visitor

from napoleon.cli import main
from napoleon.server.http import people
from napoleon.server.people import passkeys
from napoleon.server.people.passkeys import House
from napoleon.server.refusals import Refused

NOW = "2026-06-15T04:00:00.000+00:00"
LIKE = {"challenge": "AAAA"}

PASSWORD = "rouge et noir"


class Named(Server):
    """The same server under a name: passkeys belong to one."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.database, is_shared=True)
        self.port = server.port

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://localhost:{self.port}"


@pytest.fixture
def named(server: Server) -> Server:
    """A server with a name."""
    return Named(server)


def account(server: Server, prefix: str = "Ney") -> Visitor:
    """Somebody with an account of a name of its own."""
    visitor = server.visitor()
    visitor.name = f"{prefix} {random.randrange(10**9)}"
    visitor.post("/api/register", {"name": visitor.name, "password": PASSWORD})
    return visitor


def authenticator_of(visitor: Visitor, name: str = "Key") -> Authenticator:
    """A passkey that was made for somebody."""
    made = Authenticator(visitor.server.url, "localhost")
    options = visitor.post("/api/passkeys/begin")["options"]
    visitor.post("/api/passkeys", {"credential": made.make(options), "name": name})
    return made


def challenge(visitor: Visitor) -> dict[str, Any]:
    options: dict[str, Any] = visitor.post("/api/passkeys/login/begin")["options"]
    return options


def test_a_passkey_is_made_used_renamed_and_removed(named: Server) -> None:
    ney = account(named)
    options = ney.post("/api/passkeys/begin")["options"]
    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    key = authenticator_of(ney, " My\nphone ")
    assert ney.post("/api/passkeys/begin")["options"]["excludeCredentials"][0]["type"]
    (shown,) = ney.get("/api/account")["passkeys"]
    assert shown["name"] == "My phone" and shown["used"] == ""
    # On another device, whose guest has a game that comes along.
    other = named.visitor()
    game = other.begin({"french": "me", "allied": "open"})
    options = challenge(other)
    assert options["userVerification"] == "required" and not options.get("allowCredentials")
    me = other.post("/api/passkeys/login", {"credential": key.answer(options)})
    assert me["id"] == ney.id and me["is_account"]
    assert [one["id"] for one in ney.get("/api/games")] == [game]
    (shown,) = ney.get("/api/account")["passkeys"]
    assert shown["used"]
    ney.post("/api/passkeys/rename", {"id": shown["id"], "name": "Old phone"})
    assert ney.get("/api/account")["passkeys"][0]["name"] == "Old phone"
    stranger = account(named, "Grouchy")
    for path, body in (("rename", {"id": shown["id"], "name": "x"}), ("remove", shown)):
        assert stranger.refused(f"/api/passkeys/{path}", body) == (404, "not-found")
    ney.post("/api/passkeys/remove", {"id": shown["id"]})
    answer = {"credential": key.answer(challenge(other))}
    assert other.refused("/api/passkeys/login", answer) == (401, "wrong-login")


def test_what_a_forger_answers_is_not_accepted(named: Server) -> None:
    ney = account(named)
    key = authenticator_of(ney)
    visitor = named.visitor()
    refused = (401, "wrong-login")

    def attempt(credential: dict[str, Any]) -> tuple[int, str]:
        return visitor.refused("/api/passkeys/login", {"credential": credential})

    good = key.answer(challenge(visitor))
    visitor.post("/api/passkeys/login", {"credential": good})
    assert attempt(good) == refused  # a challenge is good once
    key.origin = "http://evil.example"
    assert attempt(key.answer(challenge(visitor))) == refused
    key.origin = named.url
    key.site = "evil.example"
    assert attempt(key.answer(challenge(visitor))) == refused
    key.site = "localhost"
    assert attempt(key.answer({"challenge": "bm90IG91cnM"})) == refused
    options = challenge(visitor)
    forged = key.answer(options)
    forged["response"]["signature"] = good["response"]["signature"]
    assert attempt(forged) == refused
    assert attempt(key.answer(options)) == refused  # a challenge that failed is spent as well
    assert attempt({"id": forged["id"]}) == refused
    assert attempt(Authenticator(named.url, "localhost").answer(challenge(visitor))) == refused
    key.count = 0  # a copy of the key, which has not kept up
    assert attempt(key.answer(challenge(visitor))) == refused
    key.count = 100
    assert visitor.post("/api/passkeys/login", {"credential": key.answer(challenge(visitor))})


def test_a_passkey_is_made_for_whoever_asked(named: Server) -> None:
    ney, grouchy = account(named), account(named, "Grouchy")
    options = ney.post("/api/passkeys/begin")["options"]
    made = Authenticator(named.url, "localhost").make(options)
    refused = (401, "wrong-login")
    assert grouchy.refused("/api/passkeys", {"credential": made}) == refused
    ney.post("/api/passkeys", {"credential": made})
    assert ney.refused("/api/passkeys", {"credential": made}) == refused
    # One challenge is not good for the other ceremony.
    again = Authenticator(named.url, "localhost").make(challenge(ney) | {"user": {"id": "eA"}})
    assert ney.refused("/api/passkeys", {"credential": again}) == refused
    guest = named.visitor()
    assert guest.refused("/api/passkeys/begin") == (409, "not-now")


def test_nonsense_is_refused_and_breaks_nothing(engine: Engine) -> None:
    """Every part of an answer is spoilt in turn, in many ways."""
    house = House("play.example", "https://play.example")
    spoilt: list[object] = [None, 7, [], {}, "", "x", "AAAA", "\0", "\ud800", "%%%", "A" * 5000]
    key = Authenticator(house.origin, house.id)
    with engine.begin() as connection:
        ney = people.add_guest(connection, "1", "en", NOW)
        ney = people.register(connection, ney, "Ney", "hash", "2", NOW)
        made = key.make(passkeys.begin_making(connection, house, ney))
        assert passkeys.make(connection, house, ney, made, "", NOW)
        for part in (
            "id",
            "rawId",
            "type",
            "response",
            *made["response"],
            *key.answer(LIKE)["response"],
        ):
            for value in spoilt:
                forged = key.make(passkeys.begin_making(connection, house, ney))
                place = forged if part in forged else forged["response"]
                if part in place:
                    place[part] = value
                    assert not passkeys.make(connection, house, ney, forged, "", NOW)
                answer = key.answer(passkeys.begin_login(connection, house))
                place = answer if part in answer else answer["response"]
                if part in place and part != "userHandle":
                    place[part] = value
                    assert passkeys.log_in(connection, house, answer, NOW) is None
        answer = key.answer(passkeys.begin_login(connection, house))
        found = passkeys.log_in(connection, house, answer, NOW)
        assert found is not None and found.id == ney.id
        for ident in ("\0", "", "nobody's"):
            with pytest.raises(Refused):
                passkeys.remove(connection, ney.id, ident)


def test_who_is_banned_comes_in_by_no_door(named: Server) -> None:
    ney = account(named)
    key = authenticator_of(ney)
    assert main(["admin", "ban", ney.id, "floods", "--database", named.database]) == 0
    visitor = named.visitor()
    refused = (401, "wrong-login")
    login = {"name": ney.name, "password": PASSWORD}
    assert visitor.refused("/api/login", login) == refused
    answer = {"credential": key.answer(challenge(visitor))}
    assert visitor.refused("/api/passkeys/login", answer) == refused
    assert visitor.get("/api/me")["id"] == visitor.id
    assert main(["admin", "unban", ney.id, "--database", named.database]) == 0
    assert visitor.post("/api/login", login)["id"] == ney.id


def test_an_address_of_numbers_has_no_passkeys(server: Server) -> None:
    visitor = server.visitor()
    assert visitor.get("/api/account")["can_have_passkeys"] is False
    assert visitor.refused("/api/passkeys/login/begin") == (409, "not-now")
