"""Notices in a browser: what is off is said, an address is confirmed by its mail, a turn is told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.server.receivers import Post
from tests.server.test_telling import link_in, options
from tests.web.axe import violations
from tests.web.conftest import Welcome
from tests.web.playing import LiveServer, Person

PHONE = {"width": 390, "height": 844}
MINUTE = 61_000  # milliseconds


@pytest.fixture
def post() -> Iterator[Post]:
    """A mail server."""
    server = Post().start()
    yield server
    server.stop()


@pytest.fixture
def server(tmp_path: Path, post: Post) -> Iterator[LiveServer]:
    """A server that sends by it."""
    running = LiveServer(f"sqlite:///{tmp_path / 'games.sqlite'}", options=options(post)).start()
    running.has_service_worker = True
    yield running
    running.stop()


def check_layout(person: Person) -> None:
    """Nothing sticks out, and axe has nothing to say, on a desk and on a phone."""
    desk = person.page.viewport_size
    assert desk is not None
    for size in (PHONE, desk):
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(person.page) == []


def test_what_is_off_is_said_and_a_turn_is_told_in_the_page(welcome: Welcome) -> None:
    host, guest = welcome("host", is_fresh=True), welcome("guest")
    host.page.clock.install()
    host.go("/notices")
    page = host.page
    row = page.get_by_role("row", name="By e-mail")
    expect(row).to_contain_text("Off: this house has no mail server.")
    expect(page.locator("#notice-email, #notice-webhook, #notice-device")).to_have_count(0)
    check_layout(host)
    # What is chosen is kept.
    page.get_by_label("In the page, Minutes").uncheck()
    expect(page.locator(".kept-word")).to_have_text("Kept.")
    page.locator("#quiet-from").fill("22:30")
    page.locator("#quiet-to").fill("07:00")
    with page.expect_response("**/api/notices"):
        page.locator("form.notice-part button").first.click()
    expect(page.locator("#quiet-zone")).to_have_value("Europe/Brussels")
    page.reload()
    expect(page.get_by_label("In the page, Minutes")).not_to_be_checked()
    expect(page.get_by_label("In the page, Days")).to_be_checked()
    expect(page.locator("#quiet-from")).to_have_value("22:30")
    # A game begins elsewhere, and it is this person's turn.
    game = json.loads(
        page.evaluate(
            """async () => {
              const seats = { french: "me", allied: "open" };
              const made = await (await fetch("/api/games", { method: "POST", body: JSON.stringify(
                { seats, scenario: "historical", players: 2, visibility: "open" }) })).json();
              return JSON.stringify(await (await fetch(`/api/games/${made.id}`)).json());
            }"""
        )
    )
    guest.go(f"/join/{game['invites']['allied']}")
    guest.press("Sit down")
    guest.page.wait_for_url("**/game/*")
    expect(page.locator(".turns")).to_have_count(0)
    page.clock.run_for(MINUTE)
    slip = page.locator(".turns")
    expect(slip).to_contain_text("It is your turn against")
    assert violations(page) == []
    slip.get_by_role("link").click()
    page.wait_for_url(f"**/game/{game['id']}")
    expect(slip).to_be_hidden()


def test_from_an_address_to_no_more_mails(server: LiveServer, post: Post, welcome: Welcome) -> None:
    ney = welcome("ney", server=server, is_fresh=True)
    page = ney.page
    ney.go("/")
    page.locator(".account summary").click()
    page.get_by_label("Account name").fill("Ney")
    page.get_by_label("Password").fill("en avant marche")
    page.get_by_role("button", name="New account").click()
    page.get_by_text("Ney, with an account").wait_for()
    ney.go("/notices")
    page.get_by_label("E-mail address").fill("ney@war.example")
    page.locator("form.notice-part", has=page.locator("#notice-email")).get_by_role(
        "button"
    ).click()
    expect(page.locator(".kept-word")).to_have_text("A mail is on its way. Open the link in it.")
    expect(page.get_by_role("row", name="By e-mail")).to_contain_text("not confirmed yet")
    check_layout(ney)
    token = link_in(post.wait(1).get_content(), "verify")
    ney.go(f"/verify/{token}")
    page.get_by_text("Thank you: mail reaches you there from now on.").wait_for()
    ney.go("/notices")
    page.get_by_text("Confirmed.").wait_for()
    page.get_by_role("button", name="Try it").click()
    letter = post.wait(2)
    stop = re.search(r"/stop/\S+", letter.get_content())
    assert stop is not None
    ney.go(stop[0])
    page.get_by_text("No more mails about your turns come from here.").wait_for()
    assert violations(page) == []
    page.get_by_role("link", name="Notices of your turns").click()
    expect(page.get_by_label("By e-mail, Days")).not_to_be_checked()
    expect(page.get_by_label("In the page, Days")).to_be_checked()
    # A password is forgotten.
    ney.go("/forgot")
    page.get_by_label("Account name or e-mail address").fill("ney@war.example")
    page.get_by_role("button", name="Send the mail").click()
    page.get_by_text("If there is such an account, the mail is on its way.").wait_for()
    ney.go(f"/reset/{link_in(post.wait(3).get_content(), 'reset')}")
    page.get_by_label("New password").fill("la garde meurt")
    check_layout(ney)
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("Ney, your password is changed").wait_for()
    # A push message is shown, and replaces the one before of the same game.
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    )
    page.context.grant_permissions(["notifications"], origin=server.url)
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready")
    for title in ("It is your turn", "It is your turn again"):
        told = {"title": title, "body": "Move", "path": "/game/g", "tag": "g"}
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": server.url, "registrationId": found[0], "data": json.dumps(told)},
        )
        shown = f"""async () => {{
          const {{ ready }} = navigator.serviceWorker;
          const all = await (await ready).getNotifications();
          return all.length === 1 && all[0].title === {json.dumps(title)} && all[0].data.path === "/game/g";
        }}"""
        page.wait_for_function(shown)
