"""Load: many games at once with bots as players, over real sockets on this machine.

    .venv/bin/python bench/load.py --games 500 --thought 2      # how soon do both players see it?
    .venv/bin/python bench/load.py --games 50 --thought 0       # how many actions a second?
    .venv/bin/python bench/load.py --games 50 --processes 2 --database postgresql://...
    .venv/bin/python bench/load.py --games 50 --thought 2 --computers 100

Each server runs as a process of its own on a core of its own, the bots on the others. Every action
is one message, stored before it is answered. A seat is told only what it can see: where an action
is hidden from the enemy, only the player's own wait is counted. Nothing but the loopback address is
ever called, and the run ends after its number of seconds or actions.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from napoleon.lab.progress import Progress

HOST = "127.0.0.1"
LIMITS = {
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
    "sockets": 100000,
}


class Result(msgspec.Struct):
    """What a bot reads of a view."""

    result: dict[str, str] | None


class Sight(msgspec.Struct, tag_field="t", tag="state"):
    """What a bot reads of a state; the rest is skipped."""

    v: int
    offers: list[str]
    view: Result


class Other(msgspec.Struct):
    """Any message."""

    t: str
    ok: bool = True
    text: str = ""


_sight = msgspec.json.Decoder(Sight)
_other = msgspec.json.Decoder(Other)


class Tally:
    """What was measured."""

    def __init__(self, most_actions: int) -> None:
        self.most_actions = most_actions
        self.actions = 0
        self.all_actions = 0  # with those of the warm-up
        self.refused: list[str] = []
        self.both: list[float] = []  # seconds from an action to the last of the players
        self.own: list[float] = []  # to the player himself
        self.received = 0
        self.over = 0
        self.is_measuring = False


class Match:
    """One game: who has seen which version, and when the action was sent."""

    def __init__(self, tally: Tally, thought: float, rng: random.Random) -> None:
        self.tally = tally
        self.thought = thought
        self.rng = rng
        self.bots: list[Bot] = []
        self.sent_at = 0.0
        self.asker: Bot | None = None  # whose action is on its way
        self.unseen: set[Bot] = set()  # who has been told nothing since it was sent
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_stopped = False

    def seen(self, bot: Bot) -> None:
        now = time.perf_counter()
        if bot in self.unseen:
            self.unseen.remove(bot)
            if bot is self.asker:
                self.asker = None
                self.tally.own.append(now - self.sent_at)
                self.tally.all_actions += 1
                self.tally.actions += self.tally.is_measuring
            if not self.unseen and self.tally.is_measuring:
                self.tally.both.append(now - self.sent_at)
        if all(bot.is_over for bot in self.bots):
            self.tally.over += 1
            self.finish()
        elif self.asker is None:
            self.go_on()

    def go_on(self) -> None:
        for bot in self.bots:
            if bot.offers and not bot.is_waiting and not self.is_stopped:
                bot.is_waiting = True
                if self.thought:
                    delay = self.thought * (0.5 + self.rng.random())
                    asyncio.get_running_loop().call_later(delay, self.act, bot)
                else:
                    self.act(bot)
                return

    def act(self, bot: Bot) -> None:
        bot.is_waiting = False
        if self.is_stopped or not bot.offers:
            return
        action = bot.offers[int(self.rng.random() * len(bot.offers))]
        bot.offers = []
        self.asker = bot
        self.unseen = set(self.bots)
        self.sent_at = time.perf_counter()
        bot.send(
            b'{"t":"act","id":1,"seat":"%b","v":%d,"actions":["%b"]}'
            % (bot.seat.encode(), bot.v, action.encode())
        )

    def finish(self) -> None:
        self.is_stopped = True
        for bot in self.bots:
            bot.close()
        if not self.ended.done():
            self.ended.set_result(None)


class Bot(asyncio.Protocol):
    """A player: the least of a websocket client that will do."""

    def __init__(self, match: Match, game: str, seat: str, cookie: str) -> None:
        self.match = match
        self.game = game
        self.seat = seat
        self.cookie = cookie
        self.buffer = bytearray()
        self.is_upgraded = False
        self.v = -1
        self.offers: list[str] = []
        self.is_waiting = False
        self.is_over = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws/game/{self.game} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: napoleon={self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.match.tally.received += len(data)
        buffer = self.buffer
        buffer += data
        if not self.is_upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self.is_upgraded = True
            self.send(b'{"t":"hello","seat":"%b","since":0,"lang":"en"}' % self.seat.encode())
        while len(buffer) >= 2:
            length = buffer[1] & 127
            head = 2
            if length == 126:
                head = 4
            elif length == 127:
                head = 10
            if len(buffer) < head:
                return
            if head > 2:
                length = int.from_bytes(buffer[2:head], "big")
            if len(buffer) < head + length:
                return
            opcode = buffer[0] & 15
            payload = bytes(buffer[head : head + length])
            del buffer[: head + length]
            if opcode == 1:
                self.read(payload)
            elif opcode == 9:
                self.send(payload, 0x8A)

    def read(self, payload: bytes) -> None:
        if payload.startswith(b'{"t":"state"'):
            sight = _sight.decode(payload)
            self.v = sight.v
            self.offers = sight.offers
            self.is_over = sight.view.result is not None
            self.match.seen(self)
            return
        other = _other.decode(payload)
        if other.t == "error" or not other.ok:
            self.match.tally.refused.append(other.text)

    def send(self, payload: bytes, first: int = 0x81) -> None:
        mask = b"\0\0\0\0"  # masked as a client must, with a mask that changes nothing
        if len(payload) < 126:
            head = bytes((first, 0x80 | len(payload)))
        else:
            head = bytes((first, 0x80 | 126)) + len(payload).to_bytes(2, "big")
        self.transport.write(head + mask + payload)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


class Calls:
    """Calls over HTTP, on one connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=30)

    def call(self, method: str, path: str, cookie: str = "", body: object = None) -> Any:
        headers = {"Cookie": f"napoleon={cookie}"} if cookie else {}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body)
        self.connection.request(method, path, data, headers)
        response = self.connection.getresponse()
        text = response.read()
        assert response.status < 300, (method, path, response.status, text)
        return json.loads(text), response.headers

    def guest(self) -> str:
        _, headers = self.call("GET", "/api/me")
        return str(headers["Set-Cookie"].split(";")[0].partition("=")[2])

    def game_with_computer(self, cookie: str) -> str:
        seats = {"french": "me", "allied": "computer:marshal"}
        body = {"scenario": "historical", "seats": seats}
        made, _ = self.call("POST", "/api/games", cookie, body)
        return str(made["id"])

    def game(self, cookies: Sequence[str]) -> str:
        seats = {"french": "me", "allied": "open"}
        made, _ = self.call(
            "POST", "/api/games", cookies[0], {"scenario": "historical", "seats": seats}
        )
        table, _ = self.call("GET", f"/api/games/{made['id']}", cookies[0])
        self.call("POST", f"/api/join/{table['invites']['allied']}", cookies[1], {})
        return str(made["id"])


def start_server(database: str, port: int, core: int | None) -> subprocess.Popen[bytes]:
    command = [
        *(sys.executable, "-m", "napoleon.server", "--port", str(port)),
        *("--database", database, "--limits", json.dumps(LIMITS)),
    ]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(server.pid, {core % (os.cpu_count() or 1)})
        others = os.sched_getaffinity(0) - {core}
        if others:
            os.sched_setaffinity(0, others)
    for _ in range(200):
        try:
            Calls(port).call("GET", "/i18n/index.json")
            return server
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server does not start")


def _itself(bot: Bot) -> Bot:
    return bot


async def play(
    games: list[list[tuple[str, list[str]]]],
    against: list[tuple[str, str]],
    options: argparse.Namespace,
    tally: Tally,
) -> float:
    """Let every slot play its games one after the other; returns how long was measured."""
    loop = asyncio.get_running_loop()
    rng = random.Random(options.seed)
    running: dict[int, Match] = {}

    async def slot(number: int) -> None:
        for game, cookies in games[number]:
            match = Match(tally, options.thought, random.Random(rng.random()))
            running[number] = match
            for seat, cookie in zip(("french", "allied"), cookies, strict=True):
                bot = Bot(match, game, seat, cookie)
                match.bots.append(bot)
            for at, bot in enumerate(list(match.bots)):
                port = options.port + (number + at * options.apart) % options.processes
                await loop.create_connection(partial(_itself, bot), HOST, port)
            await match.ended
            if is_done():
                return

    began = time.perf_counter()

    def is_done() -> bool:
        is_late = tally.is_measuring and time.perf_counter() - began > options.seconds
        return is_late or (tally.actions >= tally.most_actions)

    unmeasured = Tally(0)
    for game, cookie in against:
        match = Match(unmeasured, options.thought or 1.0, random.Random(rng.random()))
        match.bots.append(Bot(match, game, "french", cookie))
        await loop.create_connection(partial(_itself, match.bots[0]), HOST, options.port)
    slots = [loop.create_task(slot(number)) for number in range(len(games))]
    await asyncio.sleep(options.warm_up)
    tally.both.clear()
    tally.own.clear()
    tally.received = 0
    tally.is_measuring = True
    began = time.perf_counter()
    progress = Progress("seconds", options.seconds, sys.stderr)
    while not is_done() and not all(task.done() for task in slots):
        await asyncio.sleep(0.1)
        progress.update(time.perf_counter() - began, f"{tally.actions} actions")
    took = time.perf_counter() - began
    tally.is_measuring = False
    progress.finish(f"{tally.actions} actions")
    for match in running.values():
        match.finish()
    for task in slots:
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*slots)
    return took


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def cpu_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50, help="at the same time (50)")
    parser.add_argument("--thought", type=float, default=0.0, help="mean seconds an action (0)")
    parser.add_argument("--seconds", type=float, default=20.0, help="to measure (20)")
    parser.add_argument("--actions", type=int, default=1_000_000, help="stop after so many")
    parser.add_argument("--warm-up", type=float, default=2.0, help="seconds before measuring (2)")
    parser.add_argument("--rounds", type=int, default=0, help="games a slot plays one by one")
    parser.add_argument("--port", type=int, default=18151)
    parser.add_argument("--database", help="a URL (a new SQLite file)")
    parser.add_argument("--core", type=int, default=0, help="for the server; -1: any")
    parser.add_argument("--processes", type=int, default=1, help="with one PostgreSQL (1)")
    parser.add_argument(
        "--apart", action="store_true", help="the players of a table at different processes"
    )
    parser.add_argument("--computers", type=int, default=0, help="marshals who think beside (0)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rounds = options.rounds or (1 if options.thought else 8)
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    with tempfile.TemporaryDirectory(dir=os.environ.get("NAPOLEON_BENCH_DIR")) as folder:
        database = options.database or f"sqlite:///{folder}/load.sqlite"
        servers: list[subprocess.Popen[bytes]] = []
        for number in range(options.processes):
            core = options.core + number if options.core >= 0 else None
            servers.append(start_server(database, options.port + number, core))
        try:
            calls = Calls(options.port)
            games: list[list[tuple[str, list[str]]]] = []
            progress = Progress("games made", options.games, sys.stderr)
            for number in range(options.games):
                cookies = [calls.guest(), calls.guest()]
                games.append([(calls.game(cookies), cookies) for _ in range(rounds)])
                progress.update(number + 1)
            progress.finish()
            guests = [calls.guest() for _ in range(options.computers)]
            against = [(calls.game_with_computer(cookie), cookie) for cookie in guests]
            tally = Tally(options.actions)
            before = sum(cpu_seconds(server.pid) for server in servers)
            own_before = time.process_time()
            took = asyncio.run(play(games, against, options, tally))
            spent = sum(cpu_seconds(server.pid) for server in servers) - before
            own = time.process_time() - own_before
            memory = max(resident_megabytes(server.pid) for server in servers)
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait(20)
    print(f"{options.games} games, {options.thought} s of thought, {took:.1f} s measured")
    print(f"actions: {tally.actions}, {tally.actions / took:.0f} a second, {tally.over} games over")
    for name, values in (("to both players", tally.both), ("to the player himself", tally.own)):
        print(
            f"{name}: p50 {quantile(values, 0.5):.1f} ms, p90 {quantile(values, 0.9):.1f} ms, "
            f"p99 {quantile(values, 0.99):.1f} ms, worst {quantile(values, 1.0):.1f} ms"
        )
    print(
        f"server CPU {spent:.1f} s for all {tally.all_actions} actions, "
        f"{1e6 * spent / max(1, tally.all_actions):.0f} us each; bots' CPU {own:.1f} s; "
        f"received {tally.received / took / 1e6:.1f} MB a second; "
        f"{memory:.0f} MB of memory a process"
    )
    if tally.refused:
        print(f"refused: {len(tally.refused)}, first: {tally.refused[0]}")
    return 1 if tally.refused else 0


if __name__ == "__main__":
    sys.exit(main())
