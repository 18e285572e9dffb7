"""The service worker of a server: files come from the browser, games and pages from the server, and a
new version is taken at the next start."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.web.conftest import Welcome
from tests.web.hosting import NEWER_WAITS
from tests.web.playing import LiveServer, Person

import napoleon

FILES = ("/static/", "/fonts/")
CONTROLLED = "Boolean(navigator.serviceWorker.controller)"
TAKEN = "navigator.serviceWorker.getRegistration().then((it) => it.active.state === 'activated' && !it.waiting)"
STYLES = "document.querySelector('link[rel=stylesheet]').href"
KEPT = """(async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  }
  return found;
})()"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server of a copy of the game, whose files a test may change."""
    package = tmp_path / "package"
    shutil.copytree(Path(napoleon.__file__).parent, package / "napoleon")
    server = LiveServer(f"sqlite:///{tmp_path / 'games.sqlite'}", package=package)
    server.has_service_worker = True
    yield server.start()
    server.stop()


def came(person: Person, *beginnings: str) -> dict[str, bool]:
    """What has come to the page under such addresses, and whether the worker has answered."""
    return {
        path: one.from_service_worker
        for one in person.responses
        if (path := urlsplit(one.url).path).startswith(beginnings)
    }


def change_the_game(server: LiveServer) -> None:
    """Another version of the client."""
    assert server.package is not None
    with (server.package / "napoleon" / "web" / "focus.css").open("a", encoding="utf-8") as styles:
        styles.write(".newer { color: red; }\n")


def test_files_are_kept_games_are_not_and_updates_wait(
    server: LiveServer, welcome: Welcome
) -> None:
    person = welcome("regular", server=server, is_fresh=True)
    person.go("/")
    person.wait_for(CONTROLLED)
    person.responses.clear()
    person.play_now("The French")
    person.wait_for_turn()
    files = came(person, *FILES)
    assert len(files) > 3 and all(files.values()), files
    calls = came(person, "/api/", "/board.json")
    assert len(calls) > 2 and not any(calls.values()), calls
    # In the middle of a game a new version is fetched, and changes nothing.
    change_the_game(server)
    before = person.page.evaluate(STYLES)
    person.page.evaluate("window.isSamePage = true")
    person.wait_for(NEWER_WAITS)
    person.march()
    assert person.page.evaluate("window.isSamePage")
    assert person.page.evaluate(NEWER_WAITS), "a page of the version before has not let it in"
    assert person.page.evaluate(STYLES) == before
    game = person.page.url
    # The next start has it, and the old one is gone.
    fresh = person.page
    fresh.reload()
    person.wait_for_turn()
    newer = fresh.evaluate(STYLES)
    assert newer != before
    person.wait_for(TAKEN)
    kept: list[str] = fresh.evaluate(KEPT)
    assert urlsplit(newer).path in kept and urlsplit(before).path not in kept
    assert all(path == "/" or path.startswith(FILES) for path in kept), kept
    # Without the server the page is there, and says what is not.
    person.is_outage = True
    server.kill()
    fresh.goto(server.url)
    fresh.get_by_text("Your games cannot be shown just now.").wait_for()
    server.start()
    fresh.goto(game)
    person.wait_for_turn()
