"""A site without a server, on a plain host of static files, in a folder of it (docs/site.md)."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.web.conftest import Welcome
from tests.web.hosting import FOLDER, FRIENDS, StaticHost, open_luggage
from tests.web.playing import LONGEST, QUIET, WAIT, Person, Robot, play

from napoleon.site.making import make_site

MOST_BYTES = 8_000_000  # on the first visit
READY = "() => !document.querySelector('.loading')"
KEPT = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return Boolean(found && found.active && !found.installing);
}"""
WAITS = "async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)"
VERSION = "JSON.parse(document.getElementById('site').textContent).server"


def wait_for(page: Page, what: str) -> None:
    """Until something is so in a page; Python takes its time on a busy machine."""
    deadline = time.monotonic() + LONGEST
    while not page.evaluate(what):
        assert time.monotonic() < deadline, f"in vain: {what}"
        page.wait_for_timeout(QUIET * 1000)


def visit(person: Person) -> None:
    """Come to the front page, and wait until all is there and kept."""
    person.go("/")
    wait_for(person.page, READY)
    wait_for(person.page, KEPT)


def begin_battle(person: Person, level: str) -> None:
    """From the front page to a single battle."""
    person.go("/new?scenario=quatre-bras")
    person.page.locator("label.scenario").first.wait_for()
    person.press(level, within=".seat-row.seat-allied")
    person.press("Begin")
    person.wait_for_table()


def test_a_first_visit_and_the_next(welcome: Welcome, site_home: StaticHost) -> None:
    """Little travels, all of it from the folder, and the second time nothing."""
    person = welcome("first", server=site_home, is_fresh=True)
    site_home.asked.clear()
    site_home.sent = 0
    visit(person)
    assert 10 < len(site_home.asked) < 60
    assert all(path.startswith(FOLDER) for path in site_home.asked), site_home.asked
    files = [path for path in site_home.asked if path.startswith(f"{FOLDER}files/")]
    heavy = [path for path in files if path.endswith((".zip", ".gz"))]
    assert len(heavy) == len(set(heavy)) == 3, "what is heavy travels once"
    assert site_home.sent < MOST_BYTES
    assert FRIENDS.removeprefix("https://") in person.page.locator(".choices").inner_text()
    site_home.asked.clear()
    person.page.goto("about:blank")
    person.go("/")
    wait_for(person.page, READY)
    assert set(site_home.asked) <= {f"{FOLDER}sw.js"}, "only whether there is a newer version"


def test_a_whole_game_without_a_network(welcome: Welcome, site_home: StaticHost) -> None:
    """Against an officer, by clicks, the host gone after the first visit; reloaded in battle."""
    person = welcome("alone", server=site_home, is_fresh=True)
    page = person.page
    visit(person)
    site_home.stop()
    site_home.asked.clear()
    try:
        begin_battle(person, "Officer")
        robot = Robot(person, 16)
        looks = play([robot], lambda looks: looks[0]["mode"] == "battle" or looks[0]["isEnd"])
        assert looks[0]["battle"], "there is a battle"
        before = person.wait_for_turn()
        page.reload()
        person.wait_for_table()
        after = person.wait_for_turn()
        assert [one["unit"] for one in after["battle"]["blocks"]] == [
            one["unit"] for one in before["battle"]["blocks"]
        ]
        assert after["prompt"] == before["prompt"]
        play([robot], lambda looks: looks[0]["isEnd"])
        person.press("Check the dice")
        page.get_by_text("rolls follow from the key").wait_for()
        person.go("/")
        row = page.locator(".game-row").first
        row.wait_for()
        assert "won" in row.inner_text()
        assert site_home.asked == []
    finally:
        site_home.start()


def test_closing_the_tab_loses_nothing(welcome: Welcome, site_home: StaticHost) -> None:
    """Whatever was being stored when the tab went is there as a whole, or not at all."""
    person = welcome("hasty", server=site_home, is_fresh=True)
    visit(person)
    person.play_now("The French")
    game = person.game
    person.wait_for_turn()
    marched = 0
    for _ in range(3):
        person.open_town()
        person.page.keyboard.press("a")
        seen = person.wait_until(
            "a town is lit", lambda seen: any(one["kind"] == "march" for one in seen["towns"])
        )
        goal = next(one for one in seen["towns"] if one["kind"] == "march" and one["isReached"])
        asked = person.asked
        person.point(goal)
        marched += person.asked > asked
        fresh = person.context.new_page()
        person.page.close()  # at once, while it is being stored
        person.page = fresh
        person.go(f"/game/{game}")
        person.wait_for_table()
        person.wait_for_turn()
    assert fresh.locator(".trouble").count() == 0


def test_two_tabs_at_one_game(welcome: Welcome, site_home: StaticHost) -> None:
    """The game goes on where it was opened last, and the other tab is told."""
    person = welcome("twice", server=site_home, is_fresh=True)
    visit(person)
    person.play_now("The French")
    first = person.page
    person.wait_for_turn()
    second = person.context.new_page()
    second.goto(first.url)
    first.get_by_text("opened in another tab").first.wait_for(timeout=LONGEST * 1000)
    person.page = second
    person.wait_for_table()
    person.march()


def test_games_move_to_another_browser(
    welcome: Welcome, site_home: StaticHost, tmp_path: Path
) -> None:
    """All of them as a file; a record as well, and what is neither says why."""
    here = welcome("here", server=site_home)
    visit(here)
    here.play_now("The French")
    here.wait_for_turn()
    here.march()
    here.go("/")
    here.page.locator(".game-row").first.wait_for()
    here.page.locator(".luggage summary").click()
    with here.page.expect_download() as download:
        here.press("Save all games", within=".luggage")
    download.value.save_as(tmp_path / "games.json")
    packed = (tmp_path / "games.json").read_text("utf-8")
    assert json.loads(packed)["rows"][0][0].startswith("sheet/")
    there = welcome("there", server=site_home, locale="de-DE")
    visit(there)
    open_luggage(there, packed)
    there.page.locator(".game-row").first.click()
    seen = there.wait_for_turn()
    assert any(one["act"] == "undo" for one in seen["actions"]), "the march was brought along"
    there.go("/")
    open_luggage(there, packed)
    status = there.page.locator(".luggage [role=status]")
    status.filter(has_text=re.compile("0.*1")).wait_for()
    open_luggage(there, '{"form": 99}')
    status.filter(has_text="neueren").wait_for()
    open_luggage(there, "no record")
    status.filter(has_text="Aufzeichnung").wait_for()


def test_an_update_comes_between_two_games(
    welcome: Welcome, site_home: StaticHost, tmp_path: Path
) -> None:
    """It is fetched behind a game and taken at the next start; the game goes on there."""
    newer = "https://newer.example.org"
    make_site(tmp_path / "newer", newer)
    host = StaticHost(site_home.folder)
    host.start()
    person = welcome("patient", server=host, is_fresh=True)
    try:
        visit(person)
        person.play_now("The French")
        person.wait_for_turn()
        person.march()
        host.stop()
        host.folder = tmp_path / "newer"
        host.start()
        person.page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update())")
        wait_for(person.page, WAITS)
        assert person.page.evaluate(VERSION) == FRIENDS, "nothing changes under a game"
        asked, game = person.asked, person.game
        person.page.keyboard.press("u")
        person.settle()
        assert person.asked > asked and not person.unanswered, "which is still played"
        person.page.reload()  # the next start
        # It comes to the old page, and reloads itself into the new one.
        is_new = f"() => document.getElementById('site')?.textContent.includes('{newer}')"
        person.page.wait_for_function(is_new, timeout=LONGEST * 1000)
        person.wait_for_table()
        person.wait_for_turn()
        assert person.game == game
        person.march()
    finally:
        host.stop()


@pytest.mark.parametrize("path", ["/rules/6.3.3", "/learn", "/exercises", "/about"])
def test_everything_to_read_and_learn_is_there(
    welcome: Welcome, site_home: StaticHost, path: str
) -> None:
    person = welcome("reader", server=site_home)
    person.go(path)
    wait_for(person.page, READY)
    person.page.locator("main h1").first.wait_for(timeout=WAIT * 1000)
    assert person.page.locator("main a[href^='/']").count() == 0, "every link stays in the folder"
