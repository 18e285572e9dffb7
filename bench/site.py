"""What a site without a server costs: bytes, seconds until one can play, how long computers think.

    .venv/bin/python bench/site.py [--visits N] [--letters N]

Makes a site, serves it with a plain host of files, and visits it in Chromium: with nothing kept,
then again. Then an officer, a marshal and an emperor answer letters in the site's own worker, from
positions of a game between officers. The load of the machine is told with the figures: they mean
little on a busy one.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src"), str(ROOT / "scripts")]

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: E402
from tests.web.hosting import StaticHost  # noqa: E402

from browser import arguments, find_or_install  # noqa: E402
from napoleon.ai.opponents import SeatedOpponent  # noqa: E402
from napoleon.ai.worker.letters import Correspondence, format_letter  # noqa: E402
from napoleon.rules import Game, SeededDice  # noqa: E402
from napoleon.site.making import make_site  # noqa: E402

PATIENCE = 300_000  # milliseconds
KEPT = "navigator.serviceWorker.getRegistration().then((it) => Boolean(it && it.active))"
THINKER = """async (letters) => {
  const settings = JSON.parse(document.getElementById("site").textContent);
  const worker = new Worker(new URL(settings.thinker, document.baseURI), {type: "module"});
  const ask = (text) => new Promise((done) => {
    worker.onmessage = ({data}) => done(data);
    worker.postMessage(text);
  });
  worker.postMessage({python: settings.python, base: document.baseURI});
  let last = 0, longest = 0, isOver = false;
  const watch = (now) => {
    if (last) longest = Math.max(longest, (now - last) / 1000);
    last = now;
    if (!isOver) requestAnimationFrame(watch);
  };
  const seconds = [];
  for (const letter of letters) {
    const began = performance.now();
    const reply = JSON.parse(await ask(letter));
    if (reply[5]) throw new Error(reply[5]);
    seconds.push((performance.now() - began) / 1000);
    if (seconds.length === 1) requestAnimationFrame(watch);
  }
  isOver = true;
  worker.terminate();
  return [seconds, longest];
}"""


def weigh(folder: Path) -> dict[str, float]:
    """What travels on a first visit, in MB: as the files are, and where a host presses them."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    plain = sum(path.stat().st_size for path in files)
    pressed = sum(
        min(path.stat().st_size, len(gzip.compress(path.read_bytes(), 6))) for path in files
    )
    return {"MB": plain / 1e6, "MB pressed by the host": pressed / 1e6}


def come(page: Page) -> tuple[float, float]:
    """Seconds until the front page is there, and until a game can be begun."""
    began = time.perf_counter()
    page.goto("#/")
    page.locator(".play-now").wait_for(timeout=PATIENCE)
    front = time.perf_counter() - began
    page.wait_for_function("() => !document.querySelector('.loading')", timeout=PATIENCE)
    return front, time.perf_counter() - began


def begin(page: Page) -> float:
    """Seconds from the choice of a side to the table."""
    began = time.perf_counter()
    page.locator(".side-french").click()
    page.locator("#prompt").wait_for(timeout=PATIENCE)
    return time.perf_counter() - began


def visit(browser: Browser, host: StaticHost) -> dict[str, float]:
    """The first visit of somebody, and the next."""
    context: BrowserContext = browser.new_context(base_url=host.url)
    page = context.new_page()
    host.sent = 0
    front, ready = come(page)
    table = begin(page)
    while not page.evaluate(KEPT):
        page.wait_for_timeout(100)
    sent = host.sent
    page.close()
    host.sent = 0
    page = context.new_page()
    front_again, ready_again = come(page)
    found = {
        "first: front page, s": front,
        "first: ready, s": ready,
        "first: from choosing a side to the table, s": table,
        "first: MB of files": sent / 1e6,
        "later: front page, s": front_again,
        "later: ready, s": ready_again,
        "later: MB of files": host.sent / 1e6,
    }
    context.close()
    return found


def write_letters(level: str, count: int) -> list[str]:
    """Letters of one seat, from a game between officers."""
    game = Game.new("historical", dice=SeededDice(1815))
    players = {str(seat): SeatedOpponent("officer", seat, 1) for seat in game.seats}
    letters: list[str] = []
    writer = Correspondence("bench", "french", level, 1)
    while game.result is None and len(letters) < count:
        seat = str(game.to_act[0])
        if seat == "french":
            letters.append(format_letter(writer.write(game)))
        players[seat].play(game)
    return letters


def think(page: Page, level: str, count: int) -> dict[str, float]:
    """How long a level takes for a decision, and the page for a frame meanwhile; the first, which
    starts Python, is not counted."""
    seconds, longest = page.evaluate(THINKER, write_letters(level, count + 1))
    later = sorted(seconds[1:])
    return {
        f"{level}: mean, s": statistics.fmean(later),
        f"{level}: 95 %, s": later[int(len(later) * 0.95)],
        f"{level}: longest, s": later[-1],
        f"{level}: longest between two frames of the page, s": longest,
    }


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--letters", type=int, default=200)
    chosen = parser.parse_args()
    figures: dict[str, Any] = {"load at the start": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name) / "site"
        make_site(folder)
        figures |= weigh(folder)
        host = StaticHost(folder)
        host.start()
        browser = playwright.chromium.launch(executable_path=find_or_install(), args=arguments())
        rounds = [visit(browser, host) for _ in range(chosen.visits)]
        for what in rounds[0]:
            figures[what] = statistics.median([one[what] for one in rounds])
        page = browser.new_context(base_url=host.url).new_page()
        come(page)
        for level in ("officer", "marshal", "emperor"):
            figures |= think(page, level, chosen.letters)
        browser.close()
        host.stop()
    figures["load at the end"] = os.getloadavg()[0]
    print(json.dumps({key: round(value, 3) for key, value in figures.items()}, indent=1))


if __name__ == "__main__":
    main()
