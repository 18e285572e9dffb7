"""What the first page costs: bytes over the wire, and the time to draw the map."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import Welcome
from tests.web.playing import Person

MOST_BYTES = 200_000


def count_bytes(person: Person) -> dict[str, int]:
    """Bytes as they travel, by address, from now on."""
    session = person.context.new_cdp_session(person.page)
    urls: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def sent(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["request"]["url"]

    def finished(event: dict[str, Any]) -> None:
        url = urls.get(event["requestId"], "")
        if url.startswith("http"):
            sizes[url] = sizes.get(url, 0) + int(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", sent)
    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    return sizes


def test_the_first_page_is_under_200_kb(welcome: Welcome) -> None:
    person = welcome("first")
    sizes = count_bytes(person)
    person.go("/")
    person.page.locator(".games h2").wait_for(state="attached")
    person.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(sizes.values()) < MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])


def test_an_invited_friend_is_at_the_table_within_200_kb(welcome: Welcome) -> None:
    """All that is needed to play on the map, from the invitation on."""
    host, friend = welcome("host"), welcome("friend")
    host.begin({"french": "Me", "allied": "Open seat"})
    host.wait_until("the invitation is there", lambda seen: bool(seen["card"]))
    sizes = count_bytes(friend)
    friend.join(next(iter(host.invitations().values())))
    friend.page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])
