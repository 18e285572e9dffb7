"""Games against the clock, in two and three browsers: choosing a pace, warnings, a pause, the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.server.turned import TurnedWatch
from tests.web.conftest import Welcome
from tests.web.playing import PHONE, WAIT, LiveServer, Person
from tests.web.test_for_everybody import audit

MINUTE = 60
pytestmark = pytest.mark.friends
expect.set_options(timeout=1000 * WAIT)  # a limit, as elsewhere


@pytest.fixture
def watch(tmp_path: Path) -> TurnedWatch:
    return TurnedWatch(tmp_path / "watch")


@pytest.fixture
def timed(tmp_path: Path, watch: TurnedWatch) -> Iterator[LiveServer]:
    """A server whose clocks the test turns."""
    server = LiveServer(f"sqlite:///{tmp_path / 'games.sqlite'}", watch=watch).start()
    yield server
    server.stop()


def begin(person: Person, pace: str) -> str:
    """A game of the French at this pace; returns the link of the Allied seat."""
    person.go("/new")
    person.press("Open seat", within=".seat-row.seat-allied")
    person.press(pace, within="form")
    person.press("Begin")
    person.page.wait_for_url("**/game/*")
    person.wait_until("the invitation is there", lambda seen: bool(seen["card"]))
    (link,) = person.invitations().values()
    person.press("Look at the map meanwhile")
    return link


def clock_of(person: Person, seat: str) -> str:
    return person.page.locator(f".clock[data-seat={seat}] > span:last-child").inner_text()


def test_two_browsers_play_against_the_clock(
    timed: LiveServer, welcome: Welcome, watch: TurnedWatch
) -> None:
    french = welcome("french", server=timed)
    allied = welcome("allied", server=timed, size=PHONE, has_touch=True, scheme="dark")
    link = begin(french, "Live")
    expect(french.page.locator(".clock.is-running")).to_have_count(0)  # somebody is to come
    assert clock_of(french, "allied") == "45:00"
    allied.go(link)
    pace = "45 minutes each, 2 minutes more every turn"
    expect(allied.page.locator(".invitation")).to_contain_text(pace)
    allied.join(link)
    expect(french.page.locator(".clock.is-running")).to_have_attribute("data-seat", "french")
    for person, what in ((french, "clock"), (allied, "clock on a phone by lamplight")):
        expect(person.page.locator(".clock.is-running")).to_have_count(1)
        person.wait_for_table()
        audit(person, what)
        bounds = person.page.locator(".clocks").bounding_box()
        assert bounds is not None and bounds["width"] >= 44 and bounds["height"] >= 44
        window = person.page.viewport_size
        assert window is not None and bounds["x"] + bounds["width"] <= window["width"]

    # A pause needs both, and either ends it.
    french.page.locator(".clocks").click()
    french.page.locator("[data-act=pause]").click()
    allied.page.locator(".clock-panel [data-act=pause]").click()
    expect(french.page.locator(".clock-panel")).to_contain_text("There is a pause")
    expect(french.page.locator(".clock.is-running")).to_have_count(0)
    audit(allied, "pause on a phone by lamplight")
    watch.turn(60 * MINUTE)
    french.page.locator("[data-act=go-on]").click()
    expect(french.page.locator(".clock.is-running")).to_have_count(1)

    # Time that is nearly over is told, and the other side can give more.
    watch.turn(41 * MINUTE)
    french.page.reload()
    expect(french.page.locator(".notice")).to_contain_text("then the game is lost")
    expect(french.page.locator(".clock.is-late")).to_have_attribute("data-seat", "french")
    allied.page.locator("[data-act=give-time]").click()
    expect(french.page.locator(".clock.is-late")).to_have_count(0)

    # In the list of games stands how long is left; without any, the game is lost.
    french.go("/")
    expect(french.page.locator(".game-left")).to_contain_text("left")
    audit(french, "list with the time that is left")
    watch.turn(20 * MINUTE)
    allied.page.locator(".end").wait_for()
    expect(allied.page.locator(".end")).to_contain_text("The French have run out of time.")


@pytest.mark.long
def test_three_browsers_and_both_allied_clocks(
    timed: LiveServer, welcome: Welcome, watch: TurnedWatch
) -> None:
    """Both Allies set up at once, so the clocks of both run."""
    french, dutch, prussian = (
        welcome(name, server=timed) for name in ("french", "dutch", "prussian")
    )
    french.go("/new")
    for wish in ("Free", "Three"):
        french.press(wish, within="form")
    for seat in ("anglo-dutch", "prussian"):
        french.press("Open seat", within=f".seat-row.seat-{seat}")
    french.press("Live", within="form")
    french.press("Begin")
    french.page.wait_for_url("**/game/*")
    french.wait_until("the invitations are there", lambda seen: bool(seen["card"]))
    links = french.invitations()
    dutch.join(links["Anglo-Dutch"])
    expect(dutch.page.locator(".clock.is-running")).to_have_count(0)  # the Prussians are to come
    prussian.join(links["Prussians"])
    for person in (french, dutch, prussian):
        running = person.page.locator(".clock.is-running")
        expect(running).to_have_count(2)
        seats = running.evaluate_all("(found) => found.map((one) => one.dataset.seat)")
        assert sorted(seats) == ["anglo-dutch", "prussian"]
    watch.turn(46 * MINUTE)
    for person in (french, dutch, prussian):
        expect(person.page.locator(".end")).to_contain_text("The Allies have run out of time.")


def test_the_times_of_a_game_over_days_can_be_chosen(timed: LiveServer, welcome: Welcome) -> None:
    person = welcome("french", server=timed)
    person.go("/new")
    expect(person.page.locator("input[name=pace]")).to_have_count(0)  # alone, nobody waits
    person.press("Open seat", within=".seat-row.seat-allied")
    person.press("Over days", within="form")
    person.page.select_option("[name=pace-each]", str(3 * 86400))
    person.page.select_option("[name=pace-more]", "0")
    person.page.select_option("[name=pace-out]", "marshal")
    audit(person, "pace of a new game")
    person.press("Begin")
    person.page.wait_for_url("**/game/*")
    person.wait_for_table()
    assert clock_of(person, "french") == "3 d 0 h"
    found = person.page.evaluate("async () => (await (await fetch('/api/games')).json())[0].pace")
    assert found == {"kind": "days", "each": 3 * 86400, "more": 0, "out": "marshal"}
