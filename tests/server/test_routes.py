"""The calls over HTTP: people, invitations, leaving, ending, playing again, and pages."""

from __future__ import annotations

import json
import random
import re

import httpx
import pytest
from tests.server.playing import Player, Server, begin_with_friends, play_on
from websockets.exceptions import ConnectionClosed


def test_a_guest_is_made_on_the_first_call(server: Server) -> None:
    response = httpx.get(f"{server.url}/api/me", headers={"Accept-Language": "xx, en;q=0.5"})
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "napoleon=" in cookie
    me = response.json()
    assert me["name"] and me["is_account"] is False and me["lang"] == "en"
    again = httpx.get(f"{server.url}/api/me", cookies=response.cookies)
    assert again.json() == me and "set-cookie" not in again.headers


def test_a_guest_takes_a_name(server: Server) -> None:
    guest = server.visitor()
    assert guest.post("/api/me", {"name": " Maréchal\n Ney "})["name"] == "Maréchal Ney"
    assert guest.get("/api/me")["name"] == "Maréchal Ney"
    assert guest.refused("/api/me", {"name": "  "}) == (400, "bad-name")
    game = guest.begin({"french": "me", "allied": "open"})
    player = guest.sit(game, "french")
    guest.post("/api/me", {"name": "Michel"})
    assert player.wait("people")["seats"]["french"]["name"] == "Michel"
    player.close()


def test_an_account_on_another_device(server: Server) -> None:
    name = f"Ney {random.random()}"
    first = server.visitor()
    old_cookie = first.cookie
    game = first.begin({"french": "me", "allied": "open"})
    assert first.refused("/api/register", {"name": name, "password": "short"})[0] == 400
    me = first.post("/api/register", {"name": name, "password": "rouge et noir"})
    assert me["is_account"] and me["id"] == first.id and first.cookie != old_cookie
    stale = httpx.get(f"{server.url}/api/games", cookies={"napoleon": old_cookie})
    assert stale.status_code == 401
    second = server.visitor()
    other = second.begin({"french": "me", "allied": "me"})
    player = second.sit(other, "french")
    assert second.refused("/api/login", {"name": name, "password": "wrong one"}) == (
        401,
        "wrong-login",
    )
    assert second.post("/api/login", {"name": name.upper(), "password": "rouge et noir"}) == me
    assert {listed["id"] for listed in second.get("/api/games")} == {game, other}
    player.catch_up()
    assert player.act(player.offers[0])["ok"]  # the socket came along
    taken = server.visitor()
    credentials = {"name": name, "password": "another one"}
    assert taken.refused("/api/register", credentials) == (409, "name-taken")
    second.post("/api/logout")
    with pytest.raises(ConnectionClosed):
        player.act(player.offers[0])
        player.wait("pong")
    assert second.http.get(f"{server.url}/api/games").status_code == 401


def test_an_invitation_is_for_one(server: Server) -> None:
    host = server.visitor()
    game = host.begin({"french": "me", "anglo-dutch": "open", "prussian": "open"})
    table = host.get(f"/api/games/{game}")
    assert table["status"] == "waiting" and set(table["invites"]) == {"anglo-dutch", "prussian"}
    guest = server.visitor()
    assert guest.refused(f"/api/games/{game}", method="GET") == (404, "not-found")
    assert guest.refused("/api/join/nothing") == (404, "not-found")
    assert guest.refused("/api/join/nothing", method="GET") == (404, "not-found")
    token = table["invites"]["prussian"]
    invitation = guest.get(f"/api/join/{token}")
    assert (invitation["seat"], invitation["host"]) == ("prussian", host.name)
    assert (invitation["scenario"], invitation["visibility"]) == ("historical", "open")
    assert invitation["seats"]["anglo-dutch"]["kind"] == "open"
    assert "invites" not in invitation and "watch" not in invitation
    assert host.refused(f"/api/join/{token}") == (409, "seated")
    watcher = host.sit(game, "french")
    assert guest.post(f"/api/join/{token}") == {"id": game, "seat": "prussian"}
    assert watcher.wait("people")["seats"]["prussian"]["name"] == guest.name
    assert server.visitor().refused(f"/api/join/{token}") == (404, "not-found")
    seen = guest.get(f"/api/games/{game}")
    assert seen["my_seats"] == ["prussian"] and seen["invites"] == {}
    watcher.close()


def test_a_seat_that_was_left_sees_no_more_and_can_be_taken_over(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    allied = people["allied"].sit(game, "allied")
    assert people["allied"].refused(f"/api/games/{game}/leave", {"seat": "french"})[0] == 403
    people["allied"].post(f"/api/games/{game}/leave", {"seat": "allied"})
    assert allied.closing_code() == 4403
    while french.people["seats"]["allied"]["kind"] != "open":
        french.wait("people")
    with pytest.raises(ConnectionClosed):
        people["allied"].sit(game, "allied")
    assert french.act(french.offers[0])["ok"]
    token = people["french"].get(f"/api/games/{game}")["invites"]["allied"]
    heir = server.visitor()
    assert heir.post(f"/api/join/{token}")["seat"] == "allied"
    assert heir.sit(game, "allied").v == 1
    french.close()


def test_ending_needs_everybody(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    allied = people["allied"].sit(game, "allied")
    french.act(french.offers[0])
    stranger = server.visitor()
    assert stranger.refused(f"/api/games/{game}/end")[0] == 404
    for path in ("record", "replay?seat=french", "story"):
        assert people["french"].refused(f"/api/games/{game}/{path}", method="GET") == (
            409,
            "not-over",
        )
    assert set(people["french"].get(f"/api/games/{game}/dice")) == {"commitment"}
    assert people["french"].refused(f"/api/games/{game}/rematch") == (409, "not-over")
    people["french"].post(f"/api/games/{game}/end")
    while not allied.people["ending"]:
        allied.wait("people")
    assert allied.people["ending"] == ["french"]
    allied.send({"t": "consent", "what": "end", "yes": True})
    while french.people["status"] != "abandoned":
        french.wait("people")
    assert not french.act("end")["ok"] and french.errors[-1]["code"] == "closed"
    assert people["french"].get("/api/games")[0]["status"] == "abandoned"
    assert people["french"].refused(f"/api/games/{game}/end") == (409, "closed")
    assert stranger.refused(f"/api/games/{game}/rematch")[0] == 404
    # Both ask for another game, and get the same one with the sides changed.
    first = people["french"].post(f"/api/games/{game}/rematch")["id"]
    assert people["allied"].post(f"/api/games/{game}/rematch")["id"] == first != game
    assert people["french"].get(f"/api/games/{first}")["my_seats"] == ["allied"]
    french.close()
    allied.close()


def test_resigning(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    allied = people["allied"].sit(game, "allied")
    assert french.act(french.offers[0])["ok"]
    path = f"/api/games/{game}/resign"
    assert server.visitor().refused(path, {"seat": "french"})[0] == 404
    assert people["french"].refused(path, {"seat": "allied"}) == (403, "not-yours")
    people["french"].post(path, {"seat": "french"})
    for player in (french, allied):
        while player.view["result"] is None:
            player.receive()
        assert player.view["result"]["winner"] == "allied"
        assert "resigned" in player.view["result"]["reason"]
    assert people["french"].refused(path, {"seat": "french"}) == (409, "closed")
    summary = people["allied"].get("/api/games")[0]
    assert (summary["status"], summary["result"]["winner"]) == ("over", "allied")
    record = people["allied"].http.get(f"{server.url}/api/games/{game}/record").text
    assert "french resign\n" in record and "result allied" in record
    last = people["allied"].get(f"/api/games/{game}/replay?seat=referee&step=99")
    assert last["view"]["result"]["winner"] == "allied"
    assert "the French have resigned" in last["events"][-1]["text"]
    assert people["allied"].get(f"/api/games/{game}/dice")["ok"] is True
    french.close()
    allied.close()


def test_the_story_of_a_game_that_is_over(server: Server) -> None:
    """Told by a worker, once, with the step of the replay at which each moment is."""
    game, people = begin_with_friends(server, 2)
    french = people["french"].sit(game, "french")
    assert french.act(french.offers[0])["ok"]
    people["french"].post(f"/api/games/{game}/resign", {"seat": "french"})
    story = people["allied"].get(f"/api/games/{game}/story")
    assert [(one["turn"], one["seat"], one["end"]) for one in story["chances"]] == [
        (1, "french", False),
        (1, "allied", False),
        (1, "french", True),
        (1, "allied", True),
    ]
    assert [one["chance"] for one in story["chances"]][-2:] == [0.0, 1.0]
    assert all(0.0 <= one["chance"] <= 1.0 for one in story["chances"])
    # Marches in the midst of which a game ends are half a plan, and not judged.
    assert story["decisions"] == []
    assert story["moments"] == []
    move = story["chances"][0]["move"]
    shown = people["french"].get(f"/api/games/{game}/replay?seat=french&step={move}")
    assert (shown["turn"], shown["view"]["stage"]) == (1, "march")
    assert set(story["luck"]) == {"french", "allied"}
    assert story["luck"]["french"]["hits"] == {"dice": 0, "expected": 0.0, "rolled": 0}
    assert people["french"].get(f"/api/games/{game}/story") == story
    assert server.visitor().refused(f"/api/games/{game}/story", method="GET")[0] == 404
    french.close()


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/nowhere", "text/html,*/*", "text/html"),
        ("/game/x/y", "text/html", "text/html"),
        ("/nowhere", "*/*", "application/json"),
        ("/api/nowhere", "text/html", "application/json"),
        ("/static/nowhere.js", "text/html", "application/json"),
    ],
)
def test_an_unknown_address_gives_a_page_to_a_browser(
    server: Server, path: str, accept: str, kind: str
) -> None:
    answer = httpx.get(f"{server.url}{path}", headers={"Accept": accept})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith(kind)
    assert "Content-Security-Policy" in answer.headers
    if kind == "text/html":
        assert 'id="app"' in answer.text


def test_what_is_no_game_is_refused(server: Server) -> None:
    guest = server.visitor()
    good = {"french": "me", "allied": "open"}
    for body in (
        {"seats": good, "scenario": "borodino"},
        {"seats": good, "players": 3},
        {"seats": good, "players": 4},
        {"seats": good, "visibility": "foggy"},
        {"seats": {"french": "me"}},
        {"seats": {"french": "me", "allied": "computer:genius"}},
        {"seats": "all"},
        {},
    ):
        status, code = guest.refused("/api/games", body)
        assert (status, code) == (400, "bad-request"), body
    raw = guest.http.post(f"{server.url}/api/games", content=b"{", headers={"x": "y"})
    assert raw.status_code == 400 and raw.json()["error"]["code"] == "bad-request"
    big = guest.http.post(f"{server.url}/api/me", json={"name": "x" * 100_000})
    assert big.status_code == 413


def test_other_sites_cannot_post(server: Server) -> None:
    guest = server.visitor()
    for headers in (
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        response = guest.http.post(f"{server.url}/api/me", json={"name": "x"}, headers=headers)
        assert response.status_code == 403
    fine = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert guest.http.post(f"{server.url}/api/me", json={}, headers=fine).status_code == 200


def test_every_answer_carries_the_safety_headers(server: Server) -> None:
    for path in ("/board.json", "/api/me", "/nothing", "/static/nothing.js"):
        response = httpx.get(server.url + path)
        assert "default-src 'self'" in response.headers["content-security-policy"], path
        assert response.headers["x-content-type-options"] == "nosniff"


def test_files_are_compressed_and_not_sent_twice(server: Server) -> None:
    first = httpx.get(f"{server.url}/board.json")
    assert first.headers["content-encoding"] == "gzip"
    again = httpx.get(f"{server.url}/board.json", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304 and not again.content
    board = first.json()
    assert len(board["towns"]) > 20 and len(board["units"]) == 58 and len(board["turns"]) == 23
    assert board["limits"]["defeat"] == {"french": 12, "anglo-dutch": 8, "prussian": 9}
    assert {"rivers", "borders", "woods", "roads"} <= set(board)


def test_the_typeface_is_named_in_the_page_and_kept_for_ever(server: Server) -> None:
    page = httpx.get(server.url)
    assert "<!-- typeface -->" not in page.text and "--serif:" in page.text
    addresses = set(re.findall(r'"(/fonts/[^"]+)"', page.text))
    assert len(addresses) == 2
    for address in addresses:
        file = httpx.get(server.url + address, timeout=60)
        assert file.status_code == 200 and file.content.startswith(b"wOF2"), address
        assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert file.headers["content-type"] == "font/woff2"
    assert "Open Font License" in httpx.get(f"{server.url}/fonts/OFL.txt").text
    for name in ("nothing.woff2", "..%2fcutting.py", "%2e%2e"):
        assert httpx.get(f"{server.url}/fonts/{name}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server/app.py",
        "/static/%2e%2e/server/app.py",
        "/static/..%2f..%2fcli.py",
        "/static//etc/passwd",
        "/static/.hidden",
        "/static/",
    ],
)
def test_nothing_but_the_client_is_served(server: Server, path: str) -> None:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", path)
    assert connection.getresponse().status == 404
    connection.close()


def test_languages(server: Server) -> None:
    offered = httpx.get(f"{server.url}/i18n/index.json").json()
    assert {"code": "en", "name": "English"} in offered
    for lang in offered:
        catalogue = httpx.get(f"{server.url}/i18n/{lang['code']}.json").json()
        assert catalogue["lang"] == lang["code"] and isinstance(catalogue["messages"], dict)
    assert httpx.get(f"{server.url}/i18n/xx.json").status_code == 404


def test_my_games_say_whose_turn_it_is(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    (mine,) = people["french"].get("/api/games")
    assert mine["my_turn"] and mine["to_act"] == ["french"] and mine["turn"] == 1
    (his,) = people["allied"].get("/api/games")
    assert not his["my_turn"] and his["my_seats"] == ["allied"]
    french = people["french"].sit(game, "french")
    allied = people["allied"].sit(game, "allied")
    while french.offers:
        play_on([french, allied], random.Random(0), 1)
    assert people["allied"].get("/api/games")[0]["my_turn"]
    french.close()
    allied.close()


def test_11_the_allies_chat_over_the_socket(server: Server) -> None:
    game, people = begin_with_friends(server, 3, "free")
    players = {seat: person.sit(game, seat) for seat, person in people.items()}
    token = people["french"].get(f"/api/games/{game}")["watch"]
    spectator = Player(server, f"/ws/watch/{token}", None).open()
    assert players["prussian"].view["may_talk"] and not players["french"].view["may_talk"]
    secret = "We meet at Waterloo."
    players["prussian"].send({"t": "chat", "channel": "allies", "text": secret})
    assert players["anglo-dutch"].wait("chat")["messages"][0]["text"] == secret
    players["french"].send({"t": "chat", "channel": "allies", "text": "Moi aussi"})
    assert players["french"].wait("error")["code"] == "not-yours"
    players["french"].send({"t": "chat", "channel": "all", "text": "Bonjour"})
    for player in (*players.values(), spectator):
        while not any(line["text"] == "Bonjour" for line in player.chat):
            player.wait("chat")
    play_on(list(players.values()), random.Random(2), 70)
    assert players["prussian"].view["turn"] >= 1
    assert not players["prussian"].view["may_talk"]
    players["prussian"].send({"t": "chat", "channel": "allies", "text": "Now?"})
    refusal = players["prussian"].wait("error")
    assert refusal["code"] == "not-now" and "rule 11" in refusal["text"]
    late = people["french"].sit(game, "french")
    assert [line["text"] for line in late.chat] == ["Bonjour"]
    for player in (players["french"], spectator, late):
        assert all(secret not in text for text in player.received)
    assert json.dumps(players["anglo-dutch"].chat).count(secret) == 1
    for player in (*players.values(), spectator, late):
        player.close()
