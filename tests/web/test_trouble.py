"""When the store is in trouble: the page says so, in words, and goes on when it is over."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import LiveServer, Person

BEGIN = """async () => {
  const body = JSON.stringify({
    scenario: "historical", players: 2, visibility: "open", seats: {french: "me", allied: "me"},
  });
  const headers = {"Content-Type": "application/json"};
  return (await (await fetch("/api/games", {method: "POST", headers, body})).json()).id;
}"""
NOT_STORED = {
    "en-US": "The server cannot store anything at the moment",
    "nl-BE": "De server kan op dit ogenblik niets bewaren",
}
BROKEN = {"en-US": "cannot be read", "nl-BE": "kan niet worden gelezen"}


def begin(person: Person) -> str:
    """A game with both sides at one screen, at its table; returns its id."""
    person.go("/")
    person.page.locator("footer.foot").wait_for()
    game = str(person.page.evaluate(BEGIN))
    person.go(f"/game/{game}")
    person.page.locator(".curtain button").first.click()
    person.wait_until("one may act", lambda seen: seen["isMine"])
    return game


def end_step(person: Person) -> None:
    """End the marches without one: asked for once, then again."""
    button = person.page.locator("[data-act='end']").first
    button.click()
    button.click()


@pytest.mark.parametrize("locale", ["nl-BE"])
def test_a_locked_database_is_told_and_heals(welcome: Welcome, tmp_path: Path, locale: str) -> None:
    file = tmp_path / "games.sqlite"
    server = LiveServer(f"sqlite:///{file}").start()
    try:
        person = welcome("french", server=server, locale=locale)
        begin(person)
        prompt = person.look()["prompt"]
        other = sqlite3.connect(file, isolation_level=None, timeout=30)
        other.execute("BEGIN IMMEDIATE")
        end_step(person)
        person.wait_until("it is told", lambda seen: NOT_STORED[locale] in seen["notice"])
        person.wait_until("it is as before", lambda seen: seen["prompt"] == prompt)
        other.execute("ROLLBACK")
        other.close()
        end_step(person)
        person.wait_until("it went through", lambda seen: seen["prompt"] != prompt)
        person.close()
    finally:
        server.stop()


@pytest.mark.parametrize("locale", ["en-US"])
def test_a_broken_game_says_which_and_why(welcome: Welcome, tmp_path: Path, locale: str) -> None:
    file = tmp_path / "games.sqlite"
    server = LiveServer(f"sqlite:///{file}").start()
    try:
        person = welcome("french", server=server, locale=locale)
        person.allowed = (410,)
        game = begin(person)
        prompt = person.look()["prompt"]
        end_step(person)
        person.wait_until("it went through", lambda seen: seen["prompt"] != prompt)
        with person.outage():
            server.kill()
            with sqlite3.connect(file) as database:
                database.execute("UPDATE moves SET action = 'march FR-NOBODY paris'")
                database.execute("DELETE FROM snapshots")  # from which it would be brought back
            database.close()
            server.start()
            # Whoever is at the table is told, and so is whoever comes to it.
            person.wait_until("it is told", lambda seen: BROKEN[locale] in seen["notice"])
            assert game in person.look()["notice"]
        person.go(f"/game/{game}")
        said = person.page.locator("main", has_text=BROKEN[locale])
        said.wait_for()
        assert game in said.inner_text()
        person.close()
    finally:
        server.stop()
