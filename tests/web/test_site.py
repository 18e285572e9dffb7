"""A site without a server, on a plain host of static files, in a folder of it (docs/site.md).

Python is started anew with every page that is opened, which is most of what these tests cost: each
does as much as it can with one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from tests.web.conftest import Welcome
from tests.web.hosting import FOLDER, FRIENDS, NEWER_WAITS, StaticHost, open_luggage
from tests.web.playing import LONGEST, Look, Person, Robot, play

MOST_BYTES = 8_000_000  # on the first visit
# What stands on the screen while Python comes, each time that something is drawn: the most of it.
WAITING = """(() => {
  window.waited = { map: 0, name: 0, bars: 0 };
  const height = (selector) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const look = () => {
    const seen = { map: height(".waiting-map .map-sheet"), name: height(".waiting-map .map-name"),
      bars: document.querySelectorAll(".loading progress").length };
    for (const part in seen) window.waited[part] = Math.max(window.waited[part], seen[part]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
NEWER = "https://newer.example.org"
READY = "!document.querySelector('.loading')"
KEPT = """navigator.serviceWorker.getRegistration()
  .then((found) => Boolean(found && found.active && !found.installing))"""
VERSION = "JSON.parse(document.getElementById('site').textContent).server"
PERSIST = "window.asked = 0; navigator.storage.persist = async () => { window.asked += 1; }; 0"
TO_READ = ("/rules/6.3.3", "/learn", "/exercises", "/about")


def visit(person: Person) -> None:
    """Come to the front page, and wait until all is there and kept."""
    person.go("/")
    person.wait_for(READY)
    person.wait_for(KEPT)


def is_over(looks: list[Look]) -> bool:
    return bool(looks[0]["isEnd"])


def look_at_the_end(person: Person) -> None:
    """The dice can be checked, and the list of games says who has won."""
    person.press("Check the dice")
    person.page.get_by_text("rolls follow from the key").wait_for()
    person.go("/")
    row = person.page.locator(".game-row").first
    row.wait_for()
    assert "won" in row.inner_text()


def test_a_first_visit_then_a_whole_game_without_a_network(
    welcome: Welcome, site_home: StaticHost
) -> None:
    """Little travels, all of it from the folder, and the second time nothing. Then the host is
    gone: a battle against an officer by clicks, reloaded in the middle."""
    person = welcome("alone", server=site_home, is_fresh=True)
    page = person.page
    site_home.asked.clear()
    site_home.sent = 0
    visit(person)
    assert 10 < len(site_home.asked) < 60
    assert all(path.startswith(FOLDER) for path in site_home.asked), site_home.asked
    files = [path for path in site_home.asked if path.startswith(f"{FOLDER}files/")]
    heavy = [path for path in files if path.endswith((".zip", ".gz"))]
    assert len(heavy) == len(set(heavy)) == 3, "what is heavy travels once"
    assert site_home.sent < MOST_BYTES
    assert FRIENDS.removeprefix("https://") in page.locator(".choices").inner_text()
    site_home.asked.clear()
    page.goto("about:blank")
    person.go("/")
    person.wait_for(READY)
    assert set(site_home.asked) <= {f"{FOLDER}sw.js"}, "only whether there is a newer version"
    site_home.stop()  # whatever the page asks for from now on fails, which is a fault
    try:
        person.go("/new?scenario=quatre-bras")
        page.locator("label.scenario").first.wait_for()
        person.press("Officer", within=".seat-row.seat-allied")
        person.press("Begin")
        person.wait_for_table()
        robot = Robot(person, 16)
        looks = play([robot], lambda looks: looks[0]["mode"] == "battle" or looks[0]["isEnd"])
        assert looks[0]["battle"], "there is a battle"
        before = person.wait_for_turn()
        page.add_init_script(WAITING)
        page.reload(wait_until="commit")
        person.wait_for_table()
        shown = page.evaluate("waited")
        assert shown["map"] > 0 and shown["bars"] == 1, "the map is there before Python is"
        assert shown["name"] > 5, "it is drawn to a size"
        after = person.wait_for_turn()
        assert [one["unit"] for one in after["battle"]["blocks"]] == [
            one["unit"] for one in before["battle"]["blocks"]
        ]
        assert after["prompt"] == before["prompt"]
        play([robot], is_over)
        look_at_the_end(person)
    finally:
        site_home.start()


@pytest.mark.minutes
def test_a_whole_campaign_without_a_network(welcome: Welcome, site_home: StaticHost) -> None:
    """From the first visit to the end of eight days, against an officer, by clicks."""
    person = welcome("marching", server=site_home, is_fresh=True)
    visit(person)
    site_home.stop()  # whatever the page asks for from now on fails, which is a fault
    try:
        person.play_now("The French")
        robot = Robot(person, 3)
        play([robot], lambda looks: looks[0]["isEnd"] or looks[0]["turn"] >= 8)
        robot.calm_down()
        play([robot], is_over)
        assert robot.counts["march by tap"] > 5
        look_at_the_end(person)
    finally:
        site_home.start()


@pytest.mark.long
def test_closing_the_tab_loses_nothing_and_two_tabs_are_told(
    welcome: Welcome, site_home: StaticHost
) -> None:
    """Whatever was being stored when the tab went is there as a whole, or not at all. The game goes
    on where it was opened last."""
    person = welcome("hasty", server=site_home)
    visit(person)
    person.play_now("The French")
    game = person.game
    person.open_town()
    person.page.keyboard.press("a")
    seen = person.wait_until(
        "a town is lit", lambda seen: any(one["kind"] == "march" for one in seen["towns"])
    )
    goal = next(one for one in seen["towns"] if one["kind"] == "march" and one["isReached"])
    person.point(goal)
    fresh = person.context.new_page()
    person.page.close()  # at once, while it is being stored
    person.page = fresh
    person.go(f"/game/{game}")
    person.wait_for_table()
    person.wait_for_turn()
    assert person.page.locator(".trouble").count() == 0
    first = person.page
    second = person.context.new_page()
    second.goto(first.url)
    first.get_by_text("opened in another tab").first.wait_for(timeout=LONGEST * 1000)
    person.page = second
    person.wait_for_table()
    person.march()


@pytest.mark.long
def test_games_move_to_another_browser_and_are_deleted(
    welcome: Welcome, site_home: StaticHost, tmp_path: Path
) -> None:
    """All of them as a file or by the clipboard; what is no file of games says why. The browser is
    asked to keep them."""
    here = welcome("here", server=site_home)
    visit(here)
    here.page.evaluate(PERSIST)
    here.play_now("The French")
    assert here.page.evaluate("asked") == 1
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
    there.context.grant_permissions(["clipboard-read", "clipboard-write"])
    there.press("Copy all games", within=".luggage")
    status.filter(has_text=there.language.say("All games are copied.")).wait_for()
    delete_by_keys(there)
    there.page.locator(".luggage summary").click()
    there.press("Paste games or a record", within=".luggage")
    there.page.locator(".game-row").wait_for()


def delete_by_keys(person: Person) -> None:
    """The only game of the list goes, after a question that can be left."""
    page = person.page
    person.go("/")
    delete = page.get_by_role("button", name=person.language.say("Delete this game"))
    delete.focus()
    for answer in ("Escape", "Shift+Tab"):
        page.keyboard.press("Enter")
        page.locator(".game-question").wait_for()
        page.keyboard.press(answer)
        assert page.locator(".game-row").count() == 1
    assert page.locator(".game-question").count() == 1, "Escape has left it, and it was asked again"
    page.keyboard.press("Enter")
    page.get_by_text(person.language.say("The game is deleted.")).wait_for()
    page.locator(".game-row").wait_for(state="detached")
    page.reload()
    person.wait_for(READY)
    page.locator(".games h2").wait_for(state="attached")
    assert page.locator(".game-row").count() == 0


def make_newer(folder: Path, target: Path) -> Path:
    """The next version of a site: another page, and so another service worker."""
    shutil.copytree(folder, target)
    for name, old, new in (
        ("index.html", re.escape(FRIENDS), NEWER),
        ("sw.js", r'"version": "\w+"', '"version": "newer"'),
    ):
        text, count = re.subn(old, new, (target / name).read_text("utf-8"))
        assert count == 1, name
        (target / name).write_text(text, "utf-8")
        # Plain hosts tell versions apart by the second in which a file was written.
        written = (folder / name).stat().st_mtime + 60
        os.utime(target / name, (written, written))
    return target


@pytest.mark.long
def test_an_update_comes_between_two_games(
    welcome: Welcome, site_home: StaticHost, tmp_path: Path
) -> None:
    """It is fetched behind a game and taken at the next start; the game goes on there."""
    newer = make_newer(site_home.folder, tmp_path / "newer")
    host = StaticHost(site_home.folder)
    host.start()
    person = welcome("patient", server=host, is_fresh=True)
    try:
        visit(person)
        person.play_now("The French")
        person.wait_for_turn()
        person.march()
        host.stop()
        host.folder = newer
        host.start()
        person.wait_for(NEWER_WAITS)
        assert person.page.evaluate(VERSION) == FRIENDS, "nothing changes under a game"
        asked, game = person.asked, person.game
        person.page.keyboard.press("u")
        person.settle()
        assert person.asked > asked and not person.unanswered, "which is still played"
        person.page.reload()  # the next start
        # It comes to the old page, and reloads itself into the new one.
        is_new = f"() => document.getElementById('site')?.textContent.includes('{NEWER}')"
        person.page.wait_for_function(is_new, timeout=LONGEST * 1000)
        person.wait_for_table()
        person.wait_for_turn()
        assert person.game == game
        person.march()
    finally:
        host.stop()


def test_everything_to_read_and_learn_is_there(welcome: Welcome, site_home: StaticHost) -> None:
    person = welcome("reader", server=site_home)
    heading = "document.querySelector('main h1')?.textContent"
    shown = ""
    for path in TO_READ:
        person.go(path)
        person.wait_for(f"{READY} && {heading} && {heading} !== {json.dumps(shown)}")
        shown = person.page.evaluate(heading)
        links = person.page.locator("main a[href^='/']")
        assert links.count() == 0, "every link stays in the folder"
