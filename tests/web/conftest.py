"""A running server and a real browser for the tests; a fault of any page fails its test."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import sync_playwright
from tests.web.hosting import FRIENDS, StaticHost
from tests.web.playing import LONGEST, QUIET, Home, LiveServer, Person
from tests.web.positions import Scene, set_scenes
from tests.web.windows import Windows

from browser import arguments, find_or_install
from environment import ROOT
from napoleon.site.making import make_site

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whole games first, each kind in its order; in a site those of friends are left out."""
    is_site = config.getoption("--home") == "site"
    out = {"friends"} if is_site else {"minutes"}
    if not (is_site or config.getoption("--whole")):
        out.add("long")
    gone = [
        item
        for item in items
        if any(mark.name in out for mark in item.iter_markers())
        or (is_site and item.path.stem in OF_SERVERS)
    ]
    config.hook.pytest_deselected(items=gone)
    items[:] = [item for item in items if item not in gone]
    items.sort(key=lambda item: item.path.stem not in FIRST)


# What a site does not have: friends elsewhere, a server that fails, pages that a server weighs.
OF_SERVERS = (
    *("test_three_browsers", "test_two_browsers", "test_reconnect", "test_trouble"),
    *("test_first_page", "test_typeface", "test_kept_files", "test_boards", "test_bids"),
    *("test_tournaments", "test_people", "test_notices"),
)


SCENE_LIST = "scenes.json"


@pytest.fixture(scope="session")
def windows() -> Iterator[Windows]:
    """Those of Chrome, Chromium or Edge; installed if there is none."""
    path = find_or_install()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments())
        yield Windows(browser)
        browser.close()


@pytest.fixture(scope="session")
def live(request: pytest.FixtureRequest) -> Home:
    """Where games are kept: on a server, or with --home site in the browser itself."""
    name = "site_home" if request.config.getoption("--home") == "site" else "live_server"
    home: Home = request.getfixturevalue(name)
    return home


@pytest.fixture(scope="session")
def site_home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StaticHost]:
    """A site, and a plain host of static files."""
    host = StaticHost(made_site(tmp_path_factory))
    if request.config.getoption("--home") == "site":
        scenes = json.loads((prepared(tmp_path_factory) / SCENE_LIST).read_text("utf-8"))
        host.scenes = {name: [Scene(*one) for one in copies] for name, copies in scenes.items()}
    host.start()
    yield host
    host.stop()


def made_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site, made once for all workers of a run."""
    return made_once(tmp_path_factory, "site", lambda folder: make_site(folder, FRIENDS))


def made_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]
) -> Path:
    """A folder that the first worker to come fills, for all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    folder = base.parent / f"{name}-{run}" if run else base / name
    done = folder / "done"
    try:
        folder.mkdir()
    except FileExistsError:  # another worker is at it
        deadline = time.monotonic() + LONGEST
        while not done.is_dir():
            assert time.monotonic() < deadline, f"nobody has made the {name}"
            time.sleep(QUIET)
        return done
    making = folder / "making"
    making.mkdir()
    make(making)
    making.rename(done)
    return done


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that nobody kills, with quick computers."""
    folder: Path = tmp_path_factory.mktemp("web")
    server = LiveServer(f"sqlite:///{folder / 'games.sqlite'}")
    server.scenes = copy_scenes(prepared(tmp_path_factory), folder / "games.sqlite")
    server.start()
    yield server
    server.stop()


def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scenes in a store, made once for all workers of a run."""

    def prepare(folder: Path) -> None:
        scenes = set_scenes(f"sqlite:///{folder / 'games.sqlite'}", SCENES, copies=24)
        (folder / SCENE_LIST).write_text(json.dumps(scenes), "utf-8")

    return made_once(tmp_path_factory, "scenes", prepare)


def copy_scenes(folder: Path, database: Path) -> dict[str, list[Scene]]:
    """Have the prepared scenes in a store of one's own."""
    shutil.copy(folder / "games.sqlite", database)
    scenes = json.loads((folder / SCENE_LIST).read_text("utf-8"))
    return {name: [Scene(*scene) for scene in copies] for name, copies in scenes.items()}


class Welcome(Protocol):
    """Opens a browser for somebody."""

    def __call__(self, name: str = ..., *, server: Home | None = ..., **more: Any) -> Person:
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
def welcome(windows: Windows, live: Home, request: pytest.FixtureRequest) -> Iterator[Welcome]:
    """People for this test; at its end their pages must be without fault."""
    people: list[Person] = []

    def make(name: str = "somebody", *, server: Home | None = None, **more: Any) -> Person:
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
