"""What an action costs at a table: whole games by chance, without sockets and store.

    .venv/bin/python bench/act.py --games 50 --rounds 3
    valgrind --tool=cachegrind --cache-sim=no .venv/bin/python bench/act.py --games 8 --rounds 1

Both players look on, and the games take turns as they would in a server. Each round plays the same
games; for every action the quickest round counts, so that other work on the machine shows less. The
difference between 8 and 2 games under valgrind, over that of their actions, shows none of it.
"""

from __future__ import annotations

import argparse
import gc
import random
import time

from napoleon.rules import Game
from napoleon.server.table import stories
from napoleon.server.table.keyed_dice import KeyedDice
from napoleon.server.table.messages import Act
from napoleon.server.table.sheet import Sitter
from napoleon.server.table.table import Table

SEATS = ("french", "allied")


def open_table(rng: random.Random) -> Table:
    """A table at which both players sit and look on; its dice are of the seed."""
    sitters = {seat: Sitter("human", seat, seat) for seat in SEATS}
    sheet, _ = stories.begin_game("historical", 2, "open", sitters, None, "now")
    sheet.key = rng.randbytes(32)
    table = Table(sheet, Game.new("historical", dice=KeyedDice(sheet.key, 0)), 0, [], [])
    for seat in SEATS:
        table.look((seat, "en"))
        table.fresh_state((seat, "en"))
    return table


def play_games(games: int, seed: int) -> list[float]:
    """Play so many games to their end, in turns; returns the seconds of every action."""
    rng = random.Random(seed)
    tables = [open_table(rng) for _ in range(games)]
    spent: list[float] = []
    at = 0
    while tables:
        at = (at + 1) % len(tables)
        table = tables[at]
        seat = str(table.game.to_act[0])
        offers = table.game.legal(seat)
        action = str(offers[rng.randrange(len(offers))])
        message = Act(seat, table.version(seat), [action])
        began = time.perf_counter()
        table.act(seat, (seat, "en"), message)
        spent.append(time.perf_counter() - began)
        if table.is_finished:
            tables.remove(table)
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50, help="at the same time (50)")
    parser.add_argument("--rounds", type=int, default=3, help="the same games again (3)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 1_000_000, 100)  # as the server does
    rounds = [play_games(options.games, options.seed) for _ in range(options.rounds)]
    least = [min(times) for times in zip(*rounds, strict=True)]
    print(f"{len(least)} actions, {1e6 * sum(least) / len(least):.0f} us each")


if __name__ == "__main__":
    main()
