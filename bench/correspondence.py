"""What games by post cost those who play live: 10,000 of them, with deadlines, reminders and mail.

    .venv/bin/python -m bench.correspondence --waiting 10000 --rounds 6

Two servers take turns on one core, one with nothing else in its store, one with so many games of
two days a turn besides. Their deadlines lie evenly over two days, so some pass while the run lasts,
and some are reminded of by mail, which a mail server of our own takes. Of its turn everybody was
told before; with --untold nobody was, and all the mails go out during the run. The same bots play
the same number of live games on both. Nothing but the loopback address is ever called.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sqlalchemy as sa
from aiosmtpd.controller import Controller
from bench.load import HOST, Calls, Tally, play, quantile, start_server

from napoleon.lab.progress import Progress
from napoleon.server.store import tables as store
from napoleon.server.store import upgrading
from napoleon.server.store.alert_tables import emails, waits
from napoleon.server.table import stories
from napoleon.server.table.clock import Pace
from napoleon.server.table.sheet import Sitter
from napoleon.server.table.timing import wind_up
from napoleon.server.times import now_text

TWO_DAYS = 2 * 24 * 3600
PACE = Pace("days", TWO_DAYS, 0, "lost")


class Sink:
    """Takes every mail and counts it."""

    def __init__(self) -> None:
        self.count = 0

    async def handle_DATA(self, _: object, __: object, ___: object) -> str:
        self.count += 1
        return "250 taken"


def fill(database: str, waiting: int, is_told: bool) -> None:
    """Put games by post into a store: two people each, whose turn ends within two days."""
    engine = store.open_engine(database)
    upgrading.migrate(engine)
    rng = random.Random(1)
    now, today = int(time.time() * 1000), now_text()
    progress = Progress("games by post", waiting, sys.stderr)
    for start in range(0, waiting, 500):
        with engine.begin() as connection:
            for number in range(start, min(start + 500, waiting)):
                ids = [f"post-{number}-{seat}" for seat in ("french", "allied")]
                people = [
                    {"id": one, "name": one, "account": one, "lang": "en", "created": today}
                    for one in ids
                ]
                connection.execute(sa.insert(store.people), people)
                addresses = [
                    {"person": one, "address": f"{one}@example.org", "verified": True}
                    for one in ids
                ]
                connection.execute(sa.insert(emails), addresses)
                seats = {
                    seat: Sitter("human", one, one)
                    for seat, one in zip(("french", "allied"), ids, strict=True)
                }
                sheet, game = stories.begin_game("historical", 2, "open", seats, ids[0], today)
                sheet.pace = PACE
                acting = [str(seat) for seat in game.to_act]
                ago = rng.randrange(TWO_DAYS * 1000)
                wind_up(sheet, game.turn, acting, now - ago)
                store.insert_game(connection, sheet, game.turn, " ".join(acting))
                is_late = ago > TWO_DAYS * 1000 * 2 / 3  # somebody is reminded in the last third
                state = "reminded" if is_late else "told"
                told = {"person": ids[0], "game": sheet.id, "after": 0, "v": 0, "due": now}
                if is_told:
                    connection.execute(sa.insert(waits), {**told, "state": state})
        progress.update(start + 500)
    progress.finish()
    engine.dispose()


def measure(port: int, options: argparse.Namespace, seed: int) -> Tally:
    """Let bots play new live games on a server."""
    calls = Calls(port)
    games = []
    for _ in range(options.games):
        cookies = [calls.guest(), calls.guest()]
        games.append([(calls.game(cookies), cookies)])
    tally = Tally(1_000_000)
    how = argparse.Namespace(
        thought=options.thought, seed=seed, port=port, processes=1, apart=False,
        seconds=options.seconds, warm_up=1.0,
    )  # fmt: skip
    asyncio.run(play(games, [], how, tally))
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--waiting", type=int, default=10_000, help="games by post (10000)")
    parser.add_argument("--games", type=int, default=20, help="live games at once (20)")
    parser.add_argument("--thought", type=float, default=0.2, help="mean seconds an action (0.2)")
    parser.add_argument("--seconds", type=float, default=10.0, help="a round (10)")
    parser.add_argument("--rounds", type=int, default=6, help="for each server (6)")
    parser.add_argument("--untold", action="store_true", help="all their mails go out meanwhile")
    parser.add_argument("--port", type=int, default=18171)
    options = parser.parse_args()
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    sink = Sink()
    mail = Controller(sink, hostname=HOST, port=options.port + 9)
    mail.start()
    os.environ |= {
        "NAPOLEON_ADDRESS": "http://127.0.0.1",
        "NAPOLEON_SMTP": f"smtp+plain://{HOST}:{options.port + 9}",
        "NAPOLEON_MAIL_FROM": "staff@example.org",
    }
    servers: list[subprocess.Popen[bytes]] = []
    found: dict[str, list[Tally]] = {"alone": [], "beside": []}
    with tempfile.TemporaryDirectory(dir=os.environ.get("NAPOLEON_BENCH_DIR")) as folder:
        full = f"sqlite:///{Path(folder, 'post.sqlite')}"
        fill(full, options.waiting, not options.untold)
        ports = {"alone": options.port, "beside": options.port + 1}
        try:
            for name, database in (("alone", f"sqlite:///{folder}/live.sqlite"), ("beside", full)):
                servers.append(start_server(database, ports[name], 0))
            for number in range(options.rounds):
                for name in ("alone", "beside") if number % 2 else ("beside", "alone"):
                    found[name].append(measure(ports[name], options, number))
            with store.open_engine(full).connect() as connection:
                over = sa.select(sa.func.count()).where(store.games.c.ended.is_not(None))
                expired = connection.execute(over).scalar()
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait(20)
            mail.stop()
    print(f"{options.waiting} games by post: {expired} ended, {sink.count} mails were sent")
    for name, tallies in found.items():
        waits = [one for tally in tallies for one in tally.both]
        each = ", ".join(f"{quantile(tally.both, 0.99):.1f}" for tally in tallies)
        print(
            f"{name}: {len(waits)} actions seen by both, p50 {quantile(waits, 0.5):.1f} ms, "
            f"p99 {quantile(waits, 0.99):.1f} ms (by round: {each})"
        )
    refused = [text for tallies in found.values() for tally in tallies for text in tally.refused]
    print(f"refused: {len(refused)}", *refused[:1])
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
