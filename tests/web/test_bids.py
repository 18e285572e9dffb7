"""Sealed bids between two browsers: neither leaks before both are in, then both are at the table."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from tests.web.conftest import Welcome
from tests.web.playing import Person

from napoleon.scenarios.evenness import measured

SIDE = "input[name='side'][value='{side}']"


def put_in(person: Person, side: str, steps: int) -> None:
    """Fill in the form of a bid, and seal it."""
    person.page.locator(SIDE.format(side=side)).check()
    person.page.locator("input[name='steps']").fill(str(steps))
    person.press("Seal my bid")


def test_two_browsers_bid_for_a_side(welcome: Welcome) -> None:
    host, guest = welcome("host"), welcome("guest")
    host.go("/new")
    host.press("Sealed bids", within="form")
    assert host.page.locator(".seat-row").count() == 0  # the bids decide who sits where
    host.press("Begin")
    host.page.wait_for_url("**/bid/*")
    link = urlsplit(host.page.url).path
    host.page.locator("form.bid").wait_for()
    put_in(host, "allied", 3)
    host.page.get_by_text("Your bid is sealed. Waiting for the other one.").wait_for()
    guest.go(link)
    guest.page.get_by_text("has put in a bid").wait_for()
    # What the host wants, and what it is worth to him, has not reached the other browser.
    texts = [one.text() for one in guest.responses if "/api/bids/" in one.url]
    assert texts and all(re.search(r'"bids":\[\]', text) for text in texts)
    assert not any("allied" in text for text in texts)
    put_in(guest, "allied", 1)
    for person in (host, guest):
        person.page.wait_for_url("**/game/*")
        person.wait_for_table()
    host.wait_until("the steps are asked for", lambda seen: "3 left" in seen["prompt"])
    guest.wait_until("the Allies give", lambda seen: "Waiting for the Allies" in seen["prompt"])
    for _ in range(3):
        before = host.wait_for_turn()["prompt"]
        seen = host.open_town()
        host.point(seen["able"][0])
        host.press("Give up a step")
        host.wait_until("it is given", lambda seen, was=before: seen["prompt"] != was)  # type: ignore[misc]
    guest.wait_for_turn()  # the first turn is theirs


def test_a_computer_bids_for_a_side(welcome: Welcome) -> None:
    """What it bids reaches the browser when both bids are in, and not before."""
    person = welcome("host")
    page = person.page
    person.go("/new")
    person.press("Sealed bids", within="form")
    page.locator("input[name='rival'][value='computer']").check()
    assert page.locator(".seat-row").count() == 0
    person.press("Officer", within=".levels")
    person.press("Begin")
    page.wait_for_url("**/bid/*")
    page.get_by_text("Officer (computer) has put in a bid.").wait_for()
    assert page.get_by_text("Copy the link for your opponent").count() == 0
    texts = [one.text() for one in person.responses if "/api/bids/" in one.url]
    assert texts and all('"bids":[]' in text for text in texts)
    assert not any("allied" in text or "french" in text for text in texts)
    put_in(person, "french", 0)
    page.wait_for_url("**/game/*")
    person.wait_for_table()
    person.press("People")
    page.locator(".people").get_by_text("Officer (computer)").first.wait_for()


def test_a_game_that_is_even_by_our_measure(welcome: Welcome) -> None:
    """What was measured for the level that plays is offered; the computer gives its steps up."""
    by_level = {(even.scenario, even.level): even for even in measured()}
    assert ("free", "recruit") not in by_level, "among recruits steps hardly matter there"
    steps = -by_level["historical", "officer"].handicap
    assert steps > 1
    person = welcome("french")
    page = person.page
    person.go("/new")
    person.press("Free", within="form")
    person.press("Recruit", within=".seat-row.seat-allied")
    page.get_by_text("Even by our measure").wait_for(state="detached")
    person.press("Historical", within="form")
    person.press("Officer", within=".seat-row.seat-allied")
    offered = page.locator("label.option").filter(has_text="Even by our measure")
    offered.wait_for()
    assert f"The Allies give up {steps} steps" in offered.inner_text()
    assert "400 games of the Officer" in offered.inner_text()
    offered.click()
    person.press("Begin")
    person.wait_for_table()
    person.wait_for_turn()
    person.press("People")
    page.locator(".people").get_by_text(f"The Allies give up {steps} steps").wait_for()
