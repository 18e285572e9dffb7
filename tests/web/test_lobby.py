"""The lobby in browsers: a table is opened, taken with one tap, watched; and all my games."""

from __future__ import annotations

import secrets

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Welcome
from tests.web.playing import PHONE, WAIT
from tests.web.test_for_everybody import audit
from tests.web.test_people import assert_fits, register

pytestmark = pytest.mark.friends
expect.set_options(timeout=1000 * WAIT)  # a limit, as elsewhere


def test_a_table_is_taken_with_one_tap_and_watched(welcome: Welcome) -> None:
    host = welcome("host")
    guest = welcome("guest", size=PHONE, has_touch=True)
    spectator = welcome("spectator")
    host.go("/lobby")
    host.press("Open a table")
    host.page.locator("select[name=door-lang]").select_option("de")
    host.page.locator("input[name=pace][value=days]").check()
    audit(host, "the form for a public table")
    host.press("Begin")
    host.wait_until("the table waits", lambda seen: bool(seen["card"]))
    guest.go("/lobby")
    card = guest.page.locator(".lobby-card", has=guest.page.locator("button[data-seat=allied]"))
    expect(card.first).to_contain_text("2 days a turn, 7 days of holidays")
    expect(card.first).to_contain_text("Deutsch")
    audit(guest, "the lobby on a phone")
    card.first.locator("button[data-seat=allied]").tap()
    guest.wait_for_table()
    host.wait_for_turn()
    spectator.go("/lobby")
    spectator.page.get_by_role("link", name="Look on").first.click()
    spectator.wait_until("all blocks lie face down", lambda seen: "French" in seen["prompt"])
    assert not spectator.look()["able"]
    guest.go("/games")
    expect(guest.page.locator(".game-since")).to_contain_text("Last move")
    host.march()
    host.press("End")
    guest.go("/games")
    expect(guest.page.locator(".game-news li").last).to_contain_text("Allied")
    expect(guest.page.locator(".is-mine .game-left")).to_contain_text("left")
    audit(guest, "my games on a phone")
    guest.page.keyboard.press("g")
    guest.wait_for_table()
    guest.page.keyboard.press("g")
    expect(guest.page.get_by_role("alert")).to_contain_text("No other game waits for you.")


def test_somebody_is_asked_by_name(welcome: Welcome) -> None:
    host, friend = welcome("host"), welcome("friend")
    name = f"Marshal {secrets.token_hex(3)}"
    friend.go("/")
    friend.page.locator(".games h2").wait_for(state="attached")
    made = friend.page.request.post(
        friend.server.address("/api/register"), data={"name": name, "password": "grande armée"}
    )
    assert made.ok, made.text()
    host.allowed = (404,)  # nobody is called so at first
    host.go("/new?open")
    host.page.locator("input[name=door][value=named]").check()
    field = host.page.locator("input[name=name-allied]")
    field.fill("nobody of this name")
    host.press("Begin")
    expect(host.page.locator("form .trouble")).to_contain_text("obody here has an account")
    field.fill(name)
    host.press("Begin")
    host.wait_until("the table waits", lambda seen: bool(seen["card"]))
    host.page.locator("[data-act=offer]").click()
    expect(host.page.locator("[data-act=offer]")).to_have_text("It stands in the lobby")
    friend.go("/")
    expect(friend.page.locator("a[href='/lobby'] em")).to_have_text("Somebody keeps a seat for you")
    friend.press("Find an opponent")
    expect(friend.page.locator(".lobby-asks")).to_contain_text("keeps a seat for you: Allies")
    audit(friend, "a challenge")
    friend.press("Sit down")
    friend.wait_for_table()
    host.wait_for_turn()


@pytest.mark.parametrize("locale", ["en-GB", "nl-BE", "fr-FR", "de-DE"])
def test_the_form_for_an_open_table_fits_a_phone(welcome: Welcome, locale: str) -> None:
    host = welcome("host", size=(390, 664), has_touch=True, locale=locale)
    host.go("/new?open")
    host.page.locator("select[name=home] option").nth(1).wait_for(state="attached")
    assert_fits(host)


def test_a_guest_is_told_before_what_the_server_refuses(welcome: Welcome) -> None:
    """At a rated table there is no seat for a guest, and an offered table can be offered once."""
    maker, guest = welcome("maker"), welcome("guest", size=PHONE, has_touch=True)
    name = register(maker, "Drouot")
    maker.go("/new?open")
    maker.page.locator("input[name='rated'][value='yes']").check()
    maker.press("Begin")
    maker.wait_until("the table waits", lambda seen: bool(seen["card"]))
    expect(maker.page.locator("[data-act=offer]")).to_have_text("It stands in the lobby")
    guest.go("/lobby")
    card = guest.page.locator(".lobby-card", has_text=name)
    expect(card.locator(".lobby-asks")).to_contain_text("Rated games are for accounts")
    expect(card.locator("button")).to_have_count(0)
    guest.allowed = (409,)
    guest.page.locator(".lobby-filters summary").tap()
    guest.page.locator("select[name=filter-rated]").select_option("yes")
    guest.page.locator(".lobby-seek summary").tap()
    guest.page.locator("[data-act=seek]").tap()
    expect(guest.page.locator(".lobby-trouble")).to_be_in_viewport()
    audit(guest, "a seek that is refused")
    guest.go(next(iter(maker.invitations().values())))
    expect(guest.page.locator(".invitation")).to_contain_text("Rated games are for accounts")


def test_the_lobby_is_filtered_and_a_seek_seats_somebody(welcome: Welcome) -> None:
    host = welcome("host")
    seeker = welcome("seeker", size=PHONE, has_touch=True)
    seeker.go("/lobby")
    filters = seeker.page.locator(".lobby-filters")
    filters.locator("summary").tap()
    filters.locator("select[name=filter-scenario]").select_option("wavre")
    filters.locator("select[name=filter-country]").select_option("BE")
    expect(filters.locator("summary")).to_contain_text("Belgium")
    expect(seeker.page.locator(".lobby-card button[data-seat]")).to_have_count(0)
    audit(seeker, "the filters of the lobby on a phone")
    seeker.page.reload()  # they are kept
    expect(filters.locator("summary")).to_contain_text("Belgium")
    wait = seeker.page.locator(".lobby-seek")
    wait.locator("summary").focus()
    seeker.page.keyboard.press("Enter")
    audit(seeker, "the form of a seek")
    seeker.page.locator("[data-act=seek]").focus()
    seeker.page.keyboard.press("Enter")
    expect(wait).to_contain_text("You wait for a game:")
    expect(wait.locator("button")).to_be_focused()
    audit(seeker, "a seek that waits")
    host.go("/new?open&scenario=wavre")
    host.page.locator("select[name=home]").select_option("BE")
    host.press("Begin")
    host.page.wait_for_url("**/game/*")
    seeker.page.wait_for_url("**/game/*", timeout=1000 * WAIT)
    assert seeker.page.url == host.page.url


def test_a_seek_can_be_ended_or_only_tell(welcome: Welcome) -> None:
    host, seeker = welcome("host"), welcome("seeker")
    seeker.go("/lobby")
    wait = seeker.page.locator(".lobby-seek")
    wait.locator("summary").click()
    seeker.page.locator(".lobby-seek .segments span", has_text="Only tell me").click()
    seeker.page.locator(".lobby-filters summary").click()
    seeker.page.locator("select[name=filter-scenario]").select_option("quatre-bras")
    seeker.page.locator("[data-act=seek]").click()
    seeker.press("Wait no longer")
    wait.locator("summary").click()
    seeker.page.locator("[data-act=seek]").click()
    host.go("/new?open&scenario=quatre-bras")
    host.press("Begin")
    host.wait_until("the table waits", lambda seen: bool(seen["card"]))
    expect(wait).to_contain_text("A table that fits you is open.")
    audit(seeker, "a seek that has found something")
    wait.get_by_role("button", name="Sit down").click()
    seeker.wait_for_table()
