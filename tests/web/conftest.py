"""A running server and a real browser for the tests; a fault of any page fails its test."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import sync_playwright
from tests.web.playing import QUIET, WAIT, LiveServer, Person
from tests.web.positions import Scene, set_scenes
from tests.web.windows import Windows

from browser import arguments, find_or_install
from environment import ROOT

SCENES = frozenset(
    {
        *("battle", "breach", "campaign", "deployment", "force", "last", "losses", "regroup"),
        *("reinforcement", "rout", "skirmish", "supply"),
    }
)
# Whole games take longest: whoever begins with them does not wait for one at the end.
FIRST = (
    *("test_three_browsers", "test_two_browsers", "test_hotseat", "test_whole_games"),
    *("test_reconnect", "test_battle_tonight", "test_alone"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long tests first, each kind in its order."""
    items.sort(key=lambda item: item.path.stem not in FIRST)


DONE = "scenes.json"  # of scenes that are set


@pytest.fixture(scope="session")
def windows() -> Iterator[Windows]:
    """Those of Chrome, Chromium or Edge; installed if there is none."""
    path = find_or_install()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments())
        yield Windows(browser)
        browser.close()


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that nobody kills, with quick computers."""
    folder: Path = tmp_path_factory.mktemp("web")
    server = LiveServer(f"sqlite:///{folder / 'games.sqlite'}")
    server.scenes = copy_scenes(prepared(tmp_path_factory), folder / "games.sqlite")
    server.start()
    yield server
    server.stop()


def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scenes in a store, made once for all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    folder = base.parent / f"scenes-{run}" if run else base / "scenes"
    try:
        folder.mkdir()
    except FileExistsError:  # another worker is at it
        deadline = time.monotonic() + WAIT
        while not (folder / DONE).is_file():
            assert time.monotonic() < deadline, "nobody has set the scenes"
            time.sleep(QUIET)
        return folder
    scenes = set_scenes(f"sqlite:///{folder / 'games.sqlite'}", SCENES, copies=24)
    writing = folder / "writing"
    writing.write_text(json.dumps(scenes), "utf-8")
    writing.rename(folder / DONE)
    return folder


def copy_scenes(folder: Path, database: Path) -> dict[str, list[Scene]]:
    """Have the prepared scenes in a store of one's own."""
    shutil.copy(folder / "games.sqlite", database)
    scenes = json.loads((folder / DONE).read_text("utf-8"))
    return {name: [Scene(*scene) for scene in copies] for name, copies in scenes.items()}


class Welcome(Protocol):
    """Opens a browser for somebody."""

    def __call__(self, name: str = ..., *, server: LiveServer | None = ..., **more: Any) -> Person:
        """A person with an empty page; `more` is for Person."""


FAILED = pytest.StashKey[bool]()
PICTURES = ROOT / "build" / "failed"  # what the screens of a failed test showed last


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether a test failed, for the pictures below."""
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.failed
    return report


def keep_pictures(test: str, people: list[Person]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for number, person in enumerate(people):
        name = re.sub(r"\W+", "-", f"{test} {number} {person.name}")
        person.page.screenshot(path=PICTURES / f"{name}.png")


@pytest.fixture
def welcome(
    windows: Windows, live: LiveServer, request: pytest.FixtureRequest
) -> Iterator[Welcome]:
    """People for this test; at its end their pages must be without fault."""
    people: list[Person] = []

    def make(name: str = "somebody", *, server: LiveServer | None = None, **more: Any) -> Person:
        person = Person(windows, server or live, name=name, **more)
        people.append(person)
        return person

    yield make
    if request.node.stash.get(FAILED, False):
        keep_pictures(request.node.name, [one for one in people if not one.page.is_closed()])
    for person in people:
        person.close()
    for person in people:
        person.check()
