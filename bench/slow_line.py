"""How the pages come over a slow line: ``.venv/bin/python bench/slow_line.py --repeats 5``.

A server on loopback and a real Chromium whose line has a delay of 400 ms and carries 50 kB a
second, and whose processor is slowed down four times: a phone in the country. Timed inside the
page, from the beginning of the visit until the frame in which one can choose a side (the front
page), or the map with its blocks is drawn (a game). "first": with nothing in the cache; "next":
the same browser a second time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from tests.web.playing import LiveServer, Person

LATENCY = 400  # milliseconds
SPEED = 50_000  # bytes a second
SLOWDOWN = 4
WATCH = """
(() => {
  const isUsable = () => document.querySelector(".sides button:not(:disabled)")
    || (document.querySelectorAll(".map-piece").length > 20 && document.querySelector(".map-words text"));
  const onFrame = () => {
    if (isUsable()) requestAnimationFrame(() => { window.usableAt = performance.now(); });
    else requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
})();
"""  # noqa: E501


class Visit:
    """One visit of a page over the slow line: when it is usable, and what it asked for by then."""

    def __init__(self, person: Person, path: str) -> None:
        from tap import wait_for

        self.requests: list[str] = []
        page = person.context.new_page()
        session = person.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.send(
            "Network.emulateNetworkConditions",
            {
                **{"offline": False, "latency": LATENCY},
                **{"downloadThroughput": SPEED, "uploadThroughput": SPEED},
            },
        )
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        person.page = page
        page.goto(path, wait_until="commit")
        self.time = wait_for(person, "window.usableAt")
        self.count = len(self.requests)
        page.close()

    def _sent(self, event: dict[str, Any]) -> None:
        url = event["request"]["url"]
        if url.startswith("http"):
            self.requests.append(url)


def measure(
    browser: Browser, server: LiveServer, path: str, cookies: list[Any], repeats: int
) -> tuple[list[Visit], list[Visit]]:
    """First and next visits of a page."""
    from tests.web.playing import Person
    from tests.web.windows import Windows

    first, later = [], []
    for _ in range(repeats):
        person = Person(Windows(browser), server, is_fresh=True)
        person.context.add_init_script(WATCH)
        person.context.add_cookies(cookies)
        first.append(Visit(person, path))
        later.append(Visit(person, path))
        person.close()
    return first, later


def tell(what: str, visits: list[Visit]) -> None:
    times = [visit.time / 1000 for visit in visits]
    counts = sorted({visit.count for visit in visits})
    print(
        f"{what:28} median {statistics.median(times):.2f} s, worst {max(times):.2f} s;"
        f" requests until then: {' or '.join(map(str, counts))}"
    )


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Time the pages over a slow line.")
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args(words).repeats
    from playwright.sync_api import sync_playwright
    from tests.web.playing import LiveServer, Person
    from tests.web.windows import Windows

    from browser import arguments, find_or_install

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_or_install(), args=arguments())
        server = LiveServer(f"sqlite:///{folder}/games.sqlite").start()
        try:
            host = Person(Windows(browser), server, is_fresh=True)
            host.play_now("The French")
            cookies: list[Any] = [{**cookie} for cookie in host.context.cookies()]
            path = f"/game/{host.game}"
            host.close()
            for name, where in (("the front page", "/"), ("a game", path)):
                first, later = measure(browser, server, where, cookies, repeats)
                tell(f"{name}, first visit", first)
                tell(f"{name}, next visit", later)
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
