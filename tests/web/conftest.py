"""A running server and a real browser for the tests; a fault of any page fails its test."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.web.playing import LiveServer, Person
from tests.web.positions import set_scenes

from browser import arguments, find_or_install
from environment import ROOT

SCENES = frozenset(
    {
        *("battle", "deployment", "last", "losses", "regroup", "reinforcement"),
        *("rout", "skirmish", "supply"),
    }
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chrome, Chromium or Edge; installed if there is none."""
    path = find_or_install()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that nobody kills, with quick computers."""
    folder: Path = tmp_path_factory.mktemp("web")
    server = LiveServer(f"sqlite:///{folder / 'games.sqlite'}")
    server.scenes = set_scenes(server.database, SCENES, copies=8)
    server.start()
    yield server
    server.stop()


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
    chromium: Browser, live: LiveServer, request: pytest.FixtureRequest
) -> Iterator[Welcome]:
    """People for this test; at its end their pages must be without fault."""
    people: list[Person] = []

    def make(name: str = "somebody", *, server: LiveServer | None = None, **more: Any) -> Person:
        person = Person(chromium, server or live, name=name, **more)
        people.append(person)
        return person

    yield make
    if request.node.stash.get(FAILED, False):
        keep_pictures(request.node.name, [one for one in people if not one.page.is_closed()])
    for person in people:
        person.close()
    for person in people:
        person.check()
