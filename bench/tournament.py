"""A tournament of computers that runs itself to the end, on a server of its own.

    python bench/tournament.py [--entrants 64] [--format swiss] [--scenario wavre] [--level recruit]

Says how long it took, and checks that every meeting was paired once, every game made, ended and
rated once, and that reckoning all ratings again changes none.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import sqlalchemy as sa

from napoleon.server.store import admin
from napoleon.server.store import tables as store
from napoleon.server.store.measure_tables import bouts, rated_games

PASSWORD = "correct horse battery"


def serve(database: str) -> tuple[subprocess.Popen[str], str]:
    """A server on a free port, and its address."""
    command = [sys.executable, "-m", "napoleon.server", "--port", "0", "--database", database]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r":(\d+)/", server.stdout.readline())
    assert found is not None, "the server did not say where it is"
    return server, f"http://127.0.0.1:{found[1]}"


def check(database: str) -> int:
    """Hold what is stored against itself; returns the number of games."""
    engine = store.open_engine(database)
    with engine.connect() as connection:
        games = connection.execute(sa.select(bouts.c.game, bouts.c.winner)).all()
        made = connection.execute(sa.select(store.games.c.id)).scalars().all()
        rated = connection.execute(sa.select(rated_games.c.game)).scalars().all()
    engine.dispose()
    assert all(row.winner in ("french", "allied") for row in games), "a game has no winner"
    assert sorted(row.game for row in games) == sorted(made) == sorted(rated)
    reckoned, changed = admin.rate(database)
    assert (reckoned, changed) == (len(games), 0), "reckoning again came to something else"
    return len(games)


def main() -> int:
    """Play it."""
    parser = argparse.ArgumentParser(description="A tournament of computers, to the end.")
    parser.add_argument("--entrants", type=int, default=64)
    parser.add_argument("--format", default="swiss", choices=("swiss", "round-robin", "knock-out"))
    parser.add_argument("--scenario", default="wavre")
    parser.add_argument("--level", default="recruit")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        server, url = serve(database)
        try:
            with httpx.Client(base_url=url, timeout=60) as maker:
                maker.get("/api/me").raise_for_status()
                me = {"name": "Maker", "password": PASSWORD}
                maker.post("/api/register", json=me).raise_for_status()
                wish = {"title": "Bench", "format": chosen.format, "games": "single", "minutes": 0}
                wish |= {"scenario": chosen.scenario, "fill": chosen.level}
                began = time.monotonic()
                made = maker.post("/api/tournaments", json={**wish, "most": chosen.entrants})
                path = f"/api/tournaments/{made.raise_for_status().json()['id']}"
                shown = 0
                while (info := maker.get(path).raise_for_status().json())["stage"] != "over":
                    if info["round"] > shown:
                        shown = info["round"]
                        print(f"round {shown}: {time.monotonic() - began:.1f} s", flush=True)
                    time.sleep(0.5)
                seconds = time.monotonic() - began
        finally:
            server.terminate()
            server.wait(20)
        games = check(database)
    print(
        f"{chosen.entrants} {chosen.level}s, {chosen.format}, {chosen.scenario}:"
        f" {info['round']} rounds,"
        f" {games} games in {seconds:.0f} s, each paired and rated once"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
