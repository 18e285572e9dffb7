"""People known by two processes on one PostgreSQL: what one does the other knows, and once only."""

from __future__ import annotations

import threading
from typing import Any

from tests.server.playing import Player, Server, Visitor
from tests.server.test_passkeys import Named, account, authenticator_of, challenge
from tests.server.test_people import bond
from tests.server.test_processes import pair

__all__ = ["pair"]


def of_one_house(visitor: Visitor, server: Server) -> Visitor:
    """Somebody for whom this process is a part of the house that another is known by."""
    visitor.http.headers["Host"] = f"localhost:{server.port}"
    return visitor


def by_way_of(server: Server, person: Visitor) -> Visitor:
    """The same person, served by another process."""
    other = server.visitor()
    other.http.cookies.clear()
    other.http.cookies.set("napoleon", person.cookie)
    other.id, other.name = person.id, person.name
    return other


def test_two_processes_know_the_same_people(pair: tuple[Server, Server]) -> None:
    one, two = (Named(server) for server in pair)
    ney, davout = account(one), account(two, "Davout")
    game = ney.begin({"french": "me", "allied": "open"})
    (token,) = ney.get(f"/api/games/{game}")["invites"].values()
    davout.post(f"/api/join/{token}")
    for person, other in ((ney, davout), (davout, ney)):
        bond(person, other, "friend")
        person.post("/api/account/wishes", {"is_seen": True})
    assert [person["is_here"] for person in ney.get("/api/people")["people"]] == [False]
    there = Player(pair[1], f"/ws/game/{game}", "allied", davout.cookie).open()
    here = Player(pair[0], f"/ws/game/{game}", "french", ney.cookie).open()
    while not here.people["seats"]["allied"]["is_online"]:
        here.receive()  # the other process has told that he has come
    assert [person["is_here"] for person in ney.get("/api/people")["people"]] == [True]
    # Muted by way of the one process, not heard by way of the other.
    elsewhere = Player(pair[1], f"/ws/game/{game}", "french", ney.cookie).open()
    bond(ney, davout, "mute")
    for player in (here, elsewhere):
        player.wait("people")
    there.send({"t": "chat", "channel": "all", "text": "Do you hear me?"})
    there.wait("chat")
    here.send({"t": "chat", "channel": "all", "text": "Who speaks?"})
    for player in (here, elsewhere):
        while not player.chat:
            player.receive()
        assert [line["text"] for line in player.chat] == ["Who speaks?"]
    lost = ney.begin({"french": "me", "allied": "computer:random"})
    ney.post(f"/api/games/{lost}/resign", {"seat": "french"})
    assert davout.get(f"/api/profile?name={ney.name}")["games"] == 1
    # A session that ends in one process is over in the other.
    second = by_way_of(two, ney)
    assert second.get("/api/me")["id"] == ney.id
    stranger = of_one_house(two.visitor(), one)
    key = authenticator_of(ney)
    stranger.post("/api/passkeys/login", {"credential": key.answer(challenge(ney))})
    stranger.post("/api/account/sessions/end", {"id": ""})
    for visitor in (ney, second):
        response = visitor.http.get(f"{visitor.server.url}/api/account")
        while response.status_code != 401:  # until the news is there
            response = visitor.http.get(f"{visitor.server.url}/api/account")


def test_of_two_who_answer_one_challenge_one_comes_in(pair: tuple[Server, Server]) -> None:
    servers = [Named(server) for server in pair]
    ney = account(servers[0])
    key = authenticator_of(ney)
    answer = key.answer(challenge(ney))
    visitors = [of_one_house(servers[n % 2].visitor(), servers[0]) for n in range(6)]
    start = threading.Barrier(len(visitors))
    statuses: list[int] = []

    def attempt(visitor: Visitor) -> None:
        body: dict[str, Any] = {"credential": answer}
        start.wait()
        url = f"{visitor.server.url}/api/passkeys/login"
        statuses.append(visitor.http.post(url, json=body).status_code)

    threads = [threading.Thread(target=attempt, args=(visitor,)) for visitor in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, 401, 401, 401, 401, 401]
