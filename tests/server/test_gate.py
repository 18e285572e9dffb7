"""The gate: cookies by their names, what is kept by caches and found by searching, and clients
that ask and do not read."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.playing import GENEROUS, WAIT, Server
from websockets.sync.client import connect

from napoleon.server.http.cookies import cookie_of, parse_cookies
from napoleon.server.http.robots import PRIVATE

HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
HOST = "__Host-napoleon"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that believes what a proxy on this machine says."""
    folder = tmp_path_factory.mktemp("proxied")
    options = ["--proxy", "127.0.0.1"]
    database = f"sqlite:///{folder / 'games.sqlite'}"
    server = Server(database, limits=GENEROUS, options=options, is_shared=True).start()
    yield server
    server.stop()


def call(
    server: Server, path: str, cookie: str = "", body: object = None, is_safe: bool = True
) -> httpx.Response:
    """A call as a browser makes it behind the proxy, with a Cookie header of one's own."""
    headers = {**(HTTPS if is_safe else {}), **({"Cookie": cookie} if cookie else {})}
    method = "GET" if body is None else "POST"
    return httpx.request(method, f"{server.url}{path}", headers=headers, json=body)


def given(response: httpx.Response) -> dict[str, str]:
    """The Set-Cookie lines of an answer, by the names of the cookies."""
    lines = response.headers.get_list("set-cookie")
    return {line.partition("=")[0]: line for line in lines}


def secret_of(line: str) -> str:
    return line.partition("=")[2].partition(";")[0]


def test_over_https_the_cookie_is_of_this_host_alone(proxied: Server) -> None:
    lines = given(call(proxied, "/api/me"))
    assert set(lines) == {HOST}
    words = {word.strip().lower() for word in lines[HOST].split(";")}
    assert {"secure", "httponly", "path=/", "samesite=lax"} <= words
    assert not any(word.startswith("domain") for word in words)
    secret = secret_of(lines[HOST])
    me = call(proxied, "/api/me", f"{HOST}={secret}")
    assert given(me) == {}
    assert me.json()["id"] == call(proxied, "/api/me", f"{HOST}={secret}").json()["id"]


def test_over_plain_http_the_cookie_keeps_its_name(proxied: Server) -> None:
    lines = given(call(proxied, "/api/me", is_safe=False))
    assert set(lines) == {"napoleon"} and "secure" not in lines["napoleon"].lower()
    # A browser sends no such cookie without HTTPS: what comes is not believed.
    secret = secret_of(given(call(proxied, "/api/me"))[HOST])
    stranger = call(proxied, "/api/account", f"{HOST}={secret}", is_safe=False)
    assert stranger.status_code == 401


def test_an_old_cookie_is_taken_over_once(proxied: Server) -> None:
    made = call(proxied, "/api/me", is_safe=False)
    secret = secret_of(given(made)["napoleon"])
    # Calls that a page makes at once find the same person, in whatever order they come.
    assert call(proxied, "/api/account", f"napoleon={secret}").status_code == 200
    first = call(proxied, "/api/me", f"napoleon={secret}")
    assert first.json()["id"] == made.json()["id"]
    lines = given(first)
    assert secret_of(lines[HOST]) == secret and "secure" in lines[HOST].lower()
    assert secret_of(lines["napoleon"]) in ("", '""') and "max-age=0" in lines["napoleon"].lower()
    again = call(proxied, "/api/me", f"{HOST}={secret}")
    assert given(again) == {} and again.json()["id"] == made.json()["id"]


def test_a_planted_plain_cookie_does_not_take_the_place_of_the_own(proxied: Server) -> None:
    mine = call(proxied, "/api/me")
    secret = secret_of(given(mine)[HOST])
    planted = secret_of(given(call(proxied, "/api/me", is_safe=False))["napoleon"])
    both = call(proxied, "/api/me", f"napoleon={planted}; {HOST}={secret}")
    assert both.json()["id"] == mine.json()["id"]
    lines = given(both)
    assert secret_of(lines[HOST]) == secret and "max-age=0" in lines["napoleon"].lower()


def test_who_logs_out_loses_the_cookie_of_either_name(proxied: Server) -> None:
    secret = secret_of(given(call(proxied, "/api/me"))[HOST])
    lines = given(call(proxied, "/api/logout", f"{HOST}={secret}", {}))
    assert set(lines) == {HOST, "napoleon"}
    # Without these a browser would not take it.
    assert "secure" in lines[HOST].lower() and "path=/" in lines[HOST].lower()
    assert call(proxied, "/api/account", f"{HOST}={secret}").status_code == 401


def test_an_account_gets_its_cookie_under_the_name_of_the_host(proxied: Server) -> None:
    secret = secret_of(given(call(proxied, "/api/me"))[HOST])
    body = {"name": "Grouchy", "password": "where is Blücher"}
    lines = given(call(proxied, "/api/register", f"{HOST}={secret}", body))
    assert set(lines) == {HOST} and secret_of(lines[HOST]) != secret
    assert call(proxied, "/api/account", f"{HOST}={secret}").status_code == 401
    assert call(proxied, "/api/login", "", body).status_code == 200


@pytest.mark.parametrize("name", [HOST, "napoleon"])
def test_a_socket_knows_the_cookie_by_either_name(proxied: Server, name: str) -> None:
    secret = secret_of(given(call(proxied, "/api/me"))[HOST])
    body = {"seats": {"french": "me", "allied": "open"}, "players": 2, "scenario": "historical"}
    game = call(proxied, "/api/games", f"{HOST}={secret}", body).json()["id"]
    headers = {"X-Forwarded-Proto": "https", "Cookie": f"{name}={secret}"}
    with connect(
        f"ws://127.0.0.1:{proxied.port}/ws/game/{game}", additional_headers=headers
    ) as socket_:
        socket_.send(json.dumps({"t": "hello", "seat": "french", "since": 0}))
        assert json.loads(socket_.recv(timeout=WAIT))["t"] == "people"


def test_of_odd_cookies_none_is_believed() -> None:
    plain: dict[str, Any] = {"scheme": "ws"}
    for header in ("", ";;", "napoleon", "=x", "xnapoleon=1", "napoleon =1", "Napoleon=1"):
        assert cookie_of(plain, parse_cookies(header)) is None
    assert cookie_of(plain, parse_cookies("a=1; napoleon=x=y; napoleon=z")) == "x=y"


# --- caches, and search engines


def test_what_is_personal_is_kept_by_no_cache(proxied: Server) -> None:
    secret = secret_of(given(call(proxied, "/api/me"))[HOST])
    for path in ("/api/me", "/api/account", "/api/games", "/api/people", "/api/nothing"):
        for cookie in (f"{HOST}={secret}", ""):
            answer = call(proxied, path, cookie)
            assert answer.headers.get_list("cache-control") == ["no-store"], path
    # What is the same for all may be kept.
    assert "no-store" not in call(proxied, "/board.json").headers["cache-control"]


def test_search_engines_keep_away_from_games_and_people(proxied: Server) -> None:
    robots = httpx.get(f"{proxied.url}/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    lines = robots.text.splitlines()
    assert lines[0] == "User-agent: *"
    for path in ("/api/", "/game/", "/watch/", "/join/", "/people/"):
        assert f"Disallow: {path}" in lines and path in PRIVATE
    for path in ("/game/x", "/watch/x", "/join/x", "/people/Ney", "/api/me", "/dice/x"):
        answer = httpx.get(f"{proxied.url}{path}", headers={"Accept": "text/html"})
        assert "noindex" in answer.headers["x-robots-tag"], path
    for path in ("/", "/rules", "/about", "/learn", "/robots.txt"):
        answer = httpx.get(f"{proxied.url}{path}", headers={"Accept": "text/html"})
        assert answer.status_code == 200 and "x-robots-tag" not in answer.headers, path


# --- clients that do not read


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("impatient")
    limits = GENEROUS | {"request": 0.6}
    database = f"sqlite:///{folder / 'games.sqlite'}"
    server = Server(database, limits=limits, is_shared=True).start()
    yield server
    server.stop()


def biggest(server: Server) -> str:
    """The largest file of the client."""
    page = httpx.get(server.url).text
    paths = [part.partition('"')[0] for part in page.split('"') if part.startswith("/static/")]
    return max(paths, key=lambda path: len(httpx.get(f"{server.url}{path}").content))


def asking(server: Server, path: str, times: int) -> socket.socket:
    """A client with little room that asks so often at once."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(WAIT)
    client.connect(("127.0.0.1", server.port))
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * times)
    return client


# What the server's end of a connection is like stands in a file of Linux alone.
ON_LINUX = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads /proc/net/tcp")


def is_cut_off(
    server: Server, client: socket.socket, meanwhile: Callable[[], object] = bool
) -> None:
    """Wait until the server has let go of a connection, which it alone knows."""
    port = client.getsockname()[1]
    deadline = time.monotonic() + WAIT
    mine = f"{server.port:04X}"
    while True:
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        states = [
            line.split()[3]
            for line in lines
            if line.split()[1].endswith(mine) and line.split()[2].endswith(f"{port:04X}")
        ]
        if "01" not in states:  # ESTABLISHED, at the server's end
            return
        assert time.monotonic() < deadline, states
        meanwhile()
        time.sleep(0.02)


@ON_LINUX
@pytest.mark.parametrize("times", [20, 1000])
def test_a_client_that_never_reads_is_cut_off(impatient: Server, times: int) -> None:
    path = biggest(impatient)
    with asking(impatient, path, times) as client:
        is_cut_off(impatient, client)
    assert httpx.get(impatient.url).status_code == 200


def test_requests_are_not_taken_without_end_before_the_first_is_answered(
    impatient: Server,
) -> None:
    """While one is being answered the next are kept in memory."""
    with asking(impatient, "/", 1) as client, pytest.raises(OSError):
        for _ in range(400):  # 800,000 requests
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 2000)
    assert httpx.get(impatient.url).status_code == 200


@ON_LINUX
def test_a_client_that_reads_a_byte_at_a_time_is_cut_off(impatient: Server) -> None:
    """What the system holds for it is dropped too: there is no end of file, but a reset."""
    with asking(impatient, biggest(impatient), 200) as client:
        is_cut_off(impatient, client, lambda: client.recv(1))
        with pytest.raises(ConnectionResetError):
            while client.recv(65_536) != b"":
                pass


def test_a_client_that_reads_slowly_gets_all_of_it(impatient: Server) -> None:
    """Longer than the patience for a request, as long as something is read all the time."""
    path = biggest(impatient)
    whole = len(httpx.get(f"{impatient.url}{path}", headers={"Accept-Encoding": "x"}).content)
    with asking(impatient, path, 20) as client:
        got = 0
        while got < 20 * whole:
            part = client.recv(16_384)
            assert part != b"", "cut off"
            got += len(part)
            time.sleep(0.005)
