"""Sealed bids between two browsers: neither leaks before both are in, then both are at the table."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from tests.web.conftest import Welcome
from tests.web.playing import Person

SIDE = "input[name='side'][value='{side}']"


def put_in(person: Person, side: str, steps: int) -> None:
    """Fill in the form of a bid, and seal it."""
    person.page.locator(SIDE.format(side=side)).check()
    person.page.locator("input[name='steps']").fill(str(steps))
    person.press("Seal my bid")


def heard(person: Person) -> list[str]:
    """All that the server has sent about the bids from now on, kept in a list."""
    found: list[str] = []
    person.page.on(
        "response",
        lambda response: found.append(response.text()) if "/api/bids/" in response.url else None,
    )
    return found


def test_two_browsers_bid_for_a_side(welcome: Welcome) -> None:
    host, guest = welcome("host"), welcome("guest")
    host.go("/new")
    host.press("Sealed bids", within="form")
    assert host.page.locator(".seat-row").count() == 0  # the bids decide who sits where
    host.press("Begin")
    host.page.wait_for_url("**/bid/*")
    link = urlsplit(host.page.url).path
    host.page.locator("form.bid").wait_for()
    told = heard(guest)
    put_in(host, "allied", 3)
    host.page.get_by_text("Your bid is sealed. Waiting for the other one.").wait_for()
    guest.go(link)
    guest.page.get_by_text("has put in a bid").wait_for()
    # What the host wants, and what it is worth to him, has not reached the other browser.
    assert told and all(re.search(r'"bids":\[\]', text) for text in told)
    assert not any("allied" in text for text in told)
    put_in(guest, "allied", 1)
    for person, seat in ((host, "allied"), (guest, "french")):
        person.page.wait_for_url("**/game/*")
        seen = person.wait_for_table()
        assert seen["seat"] == seat
    host.wait_until("the steps are asked for", lambda seen: "3 left" in seen["prompt"])
    for left in ("2 left", "1 left"):
        host.open_town()
        host.press("Give up a step")
        host.wait_until("one is given", lambda seen, left=left: left in seen["prompt"])  # type: ignore[misc]
    host.open_town()
    host.press("Give up a step")
    guest.wait_for_turn()  # the first turn is theirs
