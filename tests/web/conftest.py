"""A running server and a real browser for the tests; a fault of any page fails its test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from browser import arguments, find_or_install
from playwright.sync_api import Browser, sync_playwright
from tests.web.playing import LiveServer, Person
from tests.web.positions import set_scenes

SCENES = {"battle", "deployment", "last", "losses", "skirmish", "supply", "rout"}


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
    server.scenes = set_scenes(server.database, SCENES)
    server.start()
    yield server
    server.stop()


class Welcome(Protocol):
    """Opens a browser for somebody."""

    def __call__(self, name: str = ..., *, server: LiveServer | None = ..., **more: Any) -> Person:
        """A person with an empty page; `more` is for Person."""


@pytest.fixture
def welcome(chromium: Browser, live: LiveServer) -> Iterator[Welcome]:
    """People for this test; at its end their pages must be without fault."""
    people: list[Person] = []

    def make(name: str = "somebody", *, server: LiveServer | None = None, **more: Any) -> Person:
        person = Person(chromium, server or live, name=name, **more)
        people.append(person)
        return person

    yield make
    for person in people:
        person.close()
    for person in people:
        person.check()
