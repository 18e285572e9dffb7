"""How long a picture takes, and how large it is: ``.venv/bin/python bench/pictures.py``.

Draws the first morning and a battle, each several times; the first picture of a process also lays
out the sheet. PNG is left out where resvg_py is not installed.
"""

from __future__ import annotations

import importlib.util
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

from napoleon.cli.pictures import render_png
from napoleon.rules import Game, Replayer

RECORD = Path(__file__).resolve().parent.parent / "tests" / "golden" / "free-3-open.record"
ROUNDS = 7


def seconds(work: Callable[[], object]) -> float:
    """Return how many seconds of a core a piece of work takes."""
    begun = process_time()
    work()
    return process_time() - begun


def middle(work: Callable[[], object]) -> float:
    """Return the median of several runs."""
    return statistics.median(seconds(work) for _ in range(ROUNDS))


def in_battle() -> Game:
    """Return a game in the middle of a battle."""
    replayer = Replayer(RECORD.read_text("utf-8"))
    while replayer.game.stage != "combat":
        replayer.step()
    return replayer.game


def main() -> None:
    """Print the figures."""
    game, battle = Game.new(), in_battle()
    print(f"first picture of a process  {seconds(game.svg):.2f} s")
    for name, one, seat in (
        ("first morning, referee", game, "referee"),
        ("first morning, French", game, "french"),
        ("a battle, French", battle, "french"),
    ):
        svg = one.svg(seat)
        took = middle(partial(one.svg, seat))
        print(f"{name:27} {took:.3f} s, {len(svg.encode()) / 1e3:.0f} kB")
        if importlib.util.find_spec("resvg_py") is not None:
            took, png = middle(partial(render_png, svg)), render_png(svg)
            print(f"{'  as PNG':27} {took:.2f} s, {len(png) / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
