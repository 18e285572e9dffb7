"""A server in a process of its own, people who call it, and players at its sockets."""

from __future__ import annotations

import atexit
import functools
import json
import random
import re
import shutil
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self

import httpx
from tests.server.turned import TurnedWatch
from tests.server.warm import ServerProcess, start_server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from napoleon.server.store import tables as store
from napoleon.server.store import upgrading

WAIT = 20.0  # seconds for an answer, before a test fails
GENEROUS = {
    "messages": 1e9,
    "messages_at_once": 1e9,
    "chats": 1e9,
    "chats_at_once": 1e9,
    "calls": 1e9,
    "calls_at_once": 1e9,
    "guests": 1e9,
    "guests_at_once": 1e9,
    "games": 1e9,
    "games_at_once": 1e9,
    "logins": 1e9,
    "logins_at_once": 1e9,
    "rated_age": 0.0,  # new accounts play rated games
    "rated_opponents": 1,  # and are in the list after the first
    "sockets": 1000,
}
# What a test has opened; closed after it (conftest.py).
OPENED = ExitStack()
SEATS = {2: ("french", "allied"), 3: ("french", "anglo-dutch", "prussian")}


def wait_until_served(url: str) -> None:
    """Wait until a server that has said where it is answers there."""
    deadline = time.monotonic() + WAIT
    while True:
        try:
            httpx.get(f"{url}/i18n/index.json", timeout=5).raise_for_status()
            return
        except httpx.TransportError:
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.02)


@functools.cache
def laid_out() -> Path:
    """A database with all its tables and nothing in them, of which new ones are copies: making them
    takes a server longer than all else at its start."""
    folder = Path(tempfile.mkdtemp(prefix="napoleon-tables-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    engine = store.open_engine(f"sqlite:///{folder / 'empty.sqlite'}")
    upgrading.migrate(engine)
    engine.dispose()
    return folder / "empty.sqlite"


def lay_out(database: str) -> None:
    """Make a database file, if it is to be one and is not there yet."""
    file = Path(database.removeprefix("sqlite:///"))
    if database.startswith("sqlite:///") and file.parent.is_dir() and not file.exists():
        shutil.copyfile(laid_out(), file)


class Server:
    """``python -m napoleon.server`` on a free port."""

    def __init__(
        self,
        database: str,
        limits: dict[str, float] | None = None,
        pace: float = 0.0,
        is_shared: bool = False,
        options: Sequence[str] = (),
        watch: TurnedWatch | None = None,
    ) -> None:
        self.watch = watch  # the time of its clocks; None: the machine's
        self.options = options
        self.is_shared = is_shared  # by several tests: whoever made it stops it
        self.database = database
        self.limits = limits or {}
        self.pace = pace
        self.port = 0
        self.process: ServerProcess | None = None

    def start(self) -> Self:
        """Start it, and wait until it answers."""
        lay_out(self.database)
        words = [
            *("--port", "0", "--database", self.database, "--pace", str(self.pace)),
            *("--limits", json.dumps(self.limits)),
            *self.options,
        ]
        self.process = start_server(words, watch=self.watch)
        if not self.is_shared:
            OPENED.callback(self.stop)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found is not None, f"the server said {line!r}"
        self.port = int(found[1])
        wait_until_served(self.url)
        return self

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        """In order."""
        assert self.process is not None
        self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        assert self.process is not None
        self.process.wait(WAIT)
        self.process.stdout.close()

    def visitor(self) -> Visitor:
        """A new guest."""
        return Visitor(self)


class Visitor:
    """Somebody with a cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(timeout=WAIT)
        OPENED.callback(self.http.close)
        me = self.get("/api/me")
        self.id: str = me["id"]
        self.name: str = me["name"]

    @property
    def cookie(self) -> str:
        """The secret of the session."""
        return str(self.http.cookies["napoleon"])

    def get(self, path: str) -> Any:
        """Ask; the answer must be good."""
        response = self.http.get(self.server.url + path)
        assert response.status_code < 300, response.text
        return response.json()

    def post(self, path: str, body: object = None) -> Any:
        """Ask for a change; the answer must be good."""
        response = self.http.post(self.server.url + path, json=body if body is not None else {})
        assert response.status_code < 300, response.text
        return response.json()

    def refused(self, path: str, body: object = None, method: str = "POST") -> tuple[int, str]:
        """Ask for what is not to be had: the status and the code of the refusal."""
        response = self.http.request(
            method, self.server.url + path, json=body if body is not None else {}
        )
        assert response.status_code >= 400, response.text
        error = response.json()["error"]
        assert error["text"]
        return response.status_code, error["code"]

    def begin(
        self,
        seats: dict[str, str],
        scenario: str = "historical",
        visibility: str = "open",
        **more: object,
    ) -> str:
        """A new game; returns its id."""
        body = {
            "scenario": scenario,
            "players": len(seats),
            "visibility": visibility,
            "seats": seats,
            **more,
        }
        return str(self.post("/api/games", body)["id"])

    def sit(self, game: str, seat: str | None, **more: Any) -> Player:
        """Open a socket to a game and say hello."""
        return Player(self.server, f"/ws/game/{game}", seat, self.cookie).open(**more)


def begin_with_friends(
    server: Server, players: int, scenario: str = "historical", visibility: str = "open"
) -> tuple[str, dict[str, Visitor]]:
    """A game with a person on every seat: the id, and who sits where."""
    seats = SEATS[players]
    host = server.visitor()
    game = host.begin(
        {seat: "me" if seat == seats[0] else "open" for seat in seats}, scenario, visibility
    )
    people = {seats[0]: host}
    for seat, token in host.get(f"/api/games/{game}")["invites"].items():
        guest = server.visitor()
        assert guest.post(f"/api/join/{token}") == {"id": game, "seat": seat}
        people[seat] = guest
    return game, people


class Player:
    """A socket, and what a browser would know from it."""

    def __init__(self, server: Server, path: str, seat: str | None, cookie: str = "") -> None:
        self.server = server
        self.path = path
        self.seat = seat
        self.cookie = cookie
        self.socket: ClientConnection | None = None
        self.received: list[str] = []  # every byte, as text
        self.log: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.people: dict[str, Any] = {}
        self.clock: dict[str, Any] = {}
        self.chat: list[dict[str, Any]] = []
        self.errors: list[dict[str, Any]] = []
        self._ids = 0
        self._stack = ExitStack()
        OPENED.callback(self.close)

    @property
    def v(self) -> int:
        """The version of the latest state."""
        return int(self.state["v"])

    @property
    def offers(self) -> list[str]:
        """What may be played."""
        return list(self.state["offers"])

    @property
    def view(self) -> dict[str, Any]:
        """What is seen."""
        view: dict[str, Any] = self.state["view"]
        return view

    def connect(self) -> None:
        """Connect, and say nothing yet."""
        headers = {"Cookie": f"napoleon={self.cookie}"} if self.cookie else {}
        self.close()
        self.socket = self._stack.enter_context(
            connect(
                f"ws://127.0.0.1:{self.server.port}{self.path}",
                additional_headers=headers,
                max_size=None,
                open_timeout=WAIT,
                close_timeout=1,
            )
        )

    def open(self, since: int | None = None, v: int | None = None, lang: str = "en") -> Self:
        """Connect and say hello; without `since`, as one who goes on where he was."""
        self.connect()
        since = len(self.log) if since is None else since
        if v is None:
            v = self.v if self.state else -1
        with suppress(ConnectionClosed):  # what was said before closing is read below
            self.send({"t": "hello", "seat": self.seat, "since": since, "lang": lang, "v": v})
        self.wait("state")
        return self

    def close(self) -> None:
        """Go away."""
        self._stack.close()

    def send(self, message: object) -> None:
        """Send a message, or any text."""
        assert self.socket is not None
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next message, taken in."""
        assert self.socket is not None
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        kind = message["t"]
        if kind == "state":
            assert message["seat"] == self.seat
            assert message["from"] <= len(self.log), "a gap in the log"
            self.log = self.log[: message["from"]] + message["events"]
            assert [event["i"] for event in self.log] == list(range(len(self.log)))
            self.state = message
        elif kind == "people":
            self.people = message
        elif kind == "clock":
            self.clock = message
        elif kind == "chat":
            known = {line["n"] for line in self.chat}
            self.chat += [line for line in message["messages"] if line["n"] not in known]
        elif kind == "error":
            self.errors.append(message)
        return message

    def wait(self, kind: str) -> dict[str, Any]:
        """Take in messages until one of a kind has come."""
        while True:
            message = self.receive()
            if message["t"] == kind:
                return message

    def catch_up(self) -> None:
        """Take in all that has been sent before the server hears this."""
        self.send({"t": "ping"})
        self.wait("pong")

    def ask(self, message: dict[str, Any], kind: str = "answer") -> dict[str, Any]:
        """Send a message and wait for its answer."""
        self._ids += 1
        self.send({"id": self._ids, **message})
        while True:
            answer = self.wait(kind)
            if answer["id"] == self._ids:
                return answer

    def act(self, *actions: str, v: int | None = None, seat: str | None = None) -> dict[str, Any]:
        """Play."""
        return self.ask(
            {
                "t": "act",
                "seat": seat or self.seat,
                "v": self.v if v is None else v,
                "actions": actions,
            }
        )

    def undo(self, v: int | None = None) -> dict[str, Any]:
        """Take back."""
        return self.ask({"t": "undo", "seat": self.seat, "v": self.v if v is None else v})

    def closing_code(self) -> int:
        """Read to the end; how the server closed."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006


def play_on(players: list[Player], rng: random.Random, most: int = 100_000) -> int:
    """Let players at one table play by chance, at most so many actions; returns how many."""
    played = 0
    while played < most:
        for player in players:
            player.catch_up()
        ready = [player for player in players if player.offers]
        if not ready:
            return played
        player = rng.choice(ready)
        answer = player.act(rng.choice(player.offers))
        assert answer["ok"], answer
        played += 1
    for player in players:
        player.catch_up()
    return played
