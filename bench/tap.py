"""How quick the browser is: ``.venv/bin/python bench/tap.py --repeats 20``.

A server on loopback, a real Chromium. Two things are timed inside the page: from asking for the
page of a game until the map with its blocks is on the screen, and from a tap (the time stamp of its
event) until the frame in which its effect is drawn. "opens a stack" and "picks a unit" need the
page alone; "marches" and "takes back" go to the server, are stored, and come back; so do "shows who
of twelve can go" and "marches six", where a road carries fewer than were chosen. On a battlefield:
"takes a unit in hand" and "lets it go", and the way from the battlefield to the map and back.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from tests.web.playing import LiveServer, Person

# Notes when the map is first seen with blocks on it, and how long a tap waits for its effect.
WATCH = """
(() => {
  const isDrawn = () => document.querySelectorAll(".map-piece").length > 20
    && document.querySelector(".map-words text");
  const onFrame = () => {
    if (isDrawn()) requestAnimationFrame(() => { window.drawnAt = performance.now(); });
    else requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  window.timeTap = (selector, isThere) => {
    window.tapTime = null;
    const began = (event) => {
      const look = () => {
        const isSo = Boolean(document.querySelector(selector)) === isThere;
        if (isSo) window.tapTime = performance.now() - event.timeStamp;
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    window.addEventListener("pointerup", began, { capture: true, once: true });
  };
})();
"""
MAP_TRIALS = (
    *("opens a stack", "picks a unit", "marches", "takes back"),
    *("shows who of twelve can go", "marches six"),
)
BATTLE_TRIALS = ("takes a unit in hand", "lets it go", "goes to the map", "goes to the battlefield")


class Clock:
    """The processor time of a page's main thread, which other work on the machine disturbs less."""

    def __init__(self, person: Person) -> None:
        self.session = person.context.new_cdp_session(person.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self) -> float:
        """Milliseconds so far."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        (found,) = [one["value"] for one in metrics if one["name"] == "TaskDuration"]
        return float(found) * 1000


class Stopwatch:
    """One person at one page whose taps are timed."""

    def __init__(self, person: Person) -> None:
        self.person = person
        trials = (*MAP_TRIALS, *BATTLE_TRIALS)
        self.times: dict[str, list[float]] = {name: [] for name in trials}
        self.work: dict[str, list[float]] = {name: [] for name in trials}
        self.clock = Clock(person)
        person.context.add_init_script(WATCH)

    def tap(self, trial: str, spot: str, effect: str, is_there: bool = True) -> None:
        """Tap the middle of something, and time until something else is there, or gone."""
        page = self.person.page
        page.evaluate("([selector, isThere]) => timeTap(selector, isThere)", [effect, is_there])
        box = page.locator(spot).first.bounding_box()
        assert box is not None, spot
        before = self.clock.read()
        self.person.point({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
        self.times[trial].append(wait_for(self.person, "window.tapTime"))
        self.work[trial].append(self.clock.read() - before)
        self.person.wait_for_frame()

    def begin(self) -> None:
        self.person.play_now("The French")
        self.person.wait_for_turn()

    def repeat(self) -> None:
        undo = ".actions [data-act='undo']"
        self.person.page.keyboard.press("Escape")
        self.person.wait_for_turn()
        self.tap("opens a stack", ".map-spot[data-town='beaumont']", ".stack .unit.is-able")
        self.person.wait_for_turn()  # the map may glide
        unit = ".stack .unit[data-unit='FR-N']"
        self.tap("picks a unit", unit, f"{unit}[aria-pressed='true']")
        self.tap("marches", ".map-spot[data-town='thuin']", undo)
        self.person.wait_for_turn()
        self.tap("takes back", undo, undo, is_there=False)
        self.person.page.keyboard.press("Escape")
        self.person.open_town("beaumont")
        self.person.page.keyboard.press("a")
        thuin = ".map-spot[data-town='thuin']"
        self.tap("shows who of twelve can go", thuin, ".stack .unit.is-able[aria-pressed='false']")
        self.person.wait_for_turn()
        self.tap("marches six", thuin, undo)
        self.person.wait_for_turn()
        self.person.page.locator(undo).click()
        self.person.page.locator(undo).wait_for(state="detached")

    def fight(self) -> None:
        """One round of taps on a battlefield."""
        unit = ".b-block.can-act"
        self.person.wait_for_turn()
        self.tap("takes a unit in hand", unit, ".b-block.is-picked")
        self.tap("lets it go", ".b-block.is-picked", ".b-block.is-picked", is_there=False)
        self.tap("goes to the map", ".tabs button", ".table[data-mode='map']")
        self.person.wait_for_turn()
        self.tap(
            "goes to the battlefield", ".tabs .is-current", ".table[data-mode='battle'] .b-block"
        )


def wait_for(person: Person, what: str) -> float:
    """A time that the page notes (its rules forbid it to evaluate text, so it is asked again)."""
    for _ in range(500):
        found = person.page.evaluate(what)
        if found:
            return float(found)
        person.pause()
    raise AssertionError(f"{what} does not come")


def time_map(browser: Browser, server: LiveServer, repeats: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the map of a game is drawn, each time in a browser that knows nothing, and
    those that its main thread worked for it."""
    from tests.web.playing import Person
    from tests.web.windows import Windows

    first = Person(Windows(browser), server, is_fresh=True)
    first.play_now("The French")
    path = f"/game/{first.game}"
    cookies = first.context.cookies()
    times = []
    work = []
    for _ in range(repeats):
        person = Person(Windows(browser), server, is_fresh=True)
        person.context.add_init_script(WATCH)
        person.context.add_cookies([{**cookie} for cookie in cookies])  # type: ignore[typeddict-item]
        clock = Clock(person)
        person.go(path)
        times.append(wait_for(person, "window.drawnAt"))
        work.append(clock.read())
        person.close()
    first.close()
    return times, work


def tell(what: str, times: list[float], work: list[float]) -> None:
    print(
        f"{what:28} median {statistics.median(times):5.0f} ms, worst {max(times):5.0f} ms;"
        f" the page's own work: median {statistics.median(work):5.0f} ms"
    )


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Time taps and the drawing of the map.")
    parser.add_argument("--repeats", type=int, default=20)
    repeats = parser.parse_args(words).repeats
    from playwright.sync_api import sync_playwright
    from tests.web.playing import LiveServer, Person
    from tests.web.positions import set_scenes
    from tests.web.windows import Windows

    from browser import arguments, find_or_install

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_or_install(), args=arguments())
        server = LiveServer(f"sqlite:///{folder}/games.sqlite")
        server.scenes = set_scenes(server.database, frozenset({"battle"}))
        server.start()
        try:
            tell("the map is drawn", *time_map(browser, server, repeats))
            watch = Stopwatch(Person(Windows(browser), server, is_fresh=True))
            watch.begin()
            for _ in range(repeats):
                watch.repeat()
            watch.person.check()
            watch.person.close()
            battle = Stopwatch(Person(Windows(browser), server, is_fresh=True))
            battle.person.enter("battle")
            for _ in range(repeats):
                battle.fight()
            battle.person.check()
            for stopwatch in (watch, battle):
                for trial, times in stopwatch.times.items():
                    if times:
                        tell(f"a tap {trial}", times, stopwatch.work[trial])
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
