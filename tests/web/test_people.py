"""Accounts and people in real browsers: passkeys, sessions, friends, muting, leaving for good."""

from __future__ import annotations

import random

from tests.web.axe import violations
from tests.web.conftest import Welcome
from tests.web.playing import LiveServer, Person

PASSWORD = "rouge et noir"
DESK = (1280, 800)
PHONE = (390, 844)


class Named(LiveServer):
    """The same server under a name: passkeys belong to one, never to numbers."""

    def __init__(self, server: LiveServer) -> None:
        super().__init__(server.database)
        self.port = server.port

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


def register(person: Person, name: str) -> str:
    """An account; returns its name."""
    name = f"{name} {random.randrange(10**6)}"
    body = {"name": name, "password": PASSWORD}
    person.context.request.get("/api/me")
    assert person.context.request.post("/api/register", data=body).ok
    return name


def add_authenticator(person: Person) -> None:
    """A device that has a fingerprint reader, and a finger on it."""
    session = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    kind |= {"hasUserVerification": True, "isUserVerified": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": kind})


def assert_fits(person: Person) -> None:
    """Nothing is cut off or wider than the window, and nothing breaks a rule for the blind. (On a
    phone `innerWidth` grows with what sticks out.)"""
    page = person.page
    assert page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    assert violations(page) == []


def test_coming_in_by_a_passkey(welcome: Welcome, live_server: LiveServer) -> None:
    ney = welcome("ney", server=Named(live_server), size=DESK, is_fresh=True)
    page = ney.page
    add_authenticator(ney)
    name = register(ney, "Ney")
    ney.go("/account")
    page.locator("input[name=passkey]").fill("My thumb")
    ney.press("Add a passkey")
    line = page.locator(".lines li").filter(has_text="My thumb")
    line.get_by_text("never used").wait_for()
    ney.press("Add a passkey")
    page.get_by_text("This device has a passkey of yours already.").wait_for()
    line.get_by_role("button", name="Rename").click()
    page.locator("input[name=passkey-name]").fill("Left thumb")
    ney.press("Keep")
    page.locator(".lines li").filter(has_text="Left thumb").wait_for()
    assert_fits(ney)
    other = welcome("other", server=Named(live_server), size=PHONE, has_touch=True)
    body = {"name": name, "password": PASSWORD}
    other.context.request.get("/api/me")
    assert other.context.request.post("/api/login", data=body).ok
    other.go("/account")
    other.page.locator(".is-this").get_by_text("Chrome").wait_for()
    assert_fits(other)
    page.context.clear_cookies()
    ney.go("/account")
    ney.press("Log in with a passkey")
    page.locator(".who-name").get_by_text(name).wait_for()
    line = page.locator(".lines li").filter(has_text="Left thumb")
    line.get_by_text("last used").wait_for()
    # Three are open: the first, whose cookie was thrown away, the other's, and this one.
    assert page.locator(".account-page .lines li").filter(has_text="Chrome").count() == 3
    ney.press("End all others")
    page.get_by_role("button", name="End all others").wait_for(state="detached")
    assert other.context.request.get("/api/account").status == 401
    with page.expect_download() as parcel:
        ney.press("Download my data")
    assert parcel.value.suggested_filename == "napoleon-1815.zip"


def test_two_who_meet_become_friends_and_fall_out(welcome: Welcome) -> None:
    ney = welcome("ney", size=DESK, is_fresh=True)
    pest = welcome("pest", size=PHONE, has_touch=True, is_fresh=True)
    names = {"ney": register(ney, "Ney"), "pest": register(pest, "Blücher")}
    ney.begin({"french": "Me", "allied": "Open seat"})
    ney.wait_until("the invitation is there", lambda seen: bool(seen["card"]))
    pest.join(next(iter(ney.invitations().values())))
    game = ney.page.url
    # Whom one has met can be looked up.
    pest.go("/friends")
    pest.press(names["ney"])
    pest.page.locator(".profile .who").wait_for()
    assert_fits(pest)
    pest.press("Ask to be friends")
    pest.page.get_by_role("button", name="No friend any more").wait_for()
    pest.go("/friends")
    pest.page.locator("input[name=is_seen]").check()
    pest.page.locator("section").filter(has_text="You have asked").wait_for()
    ney.go("/friends")
    ney.page.locator("input[name=is_seen]").check()
    asking = ney.page.locator("section").filter(has_text="They ask to be friends")
    asking.locator("summary").first.click()
    ney.press("Be friends")
    friend = ney.page.locator("section").filter(has=ney.page.locator("h2", has_text="Friends"))
    friend.get_by_text(names["pest"]).first.wait_for()
    assert_fits(ney)
    assert ney.page.get_by_text("at a table now").count() == 0
    pest.page.goto(game)
    pest.wait_for_table()
    ney.go("/friends")
    ney.page.get_by_text("at a table now").wait_for()
    more = ney.page.locator(".person-dealings > summary").first
    more.click()
    ney.press("Mute")
    ney.page.locator(".line").get_by_text("muted", exact=True).wait_for()
    more.click()
    ney.page.get_by_role("button", name="Hear again").wait_for()
    ney.press("Report")
    ney.page.locator(".complaint[open] textarea").fill("He speaks of nothing but horses")
    ney.press("Send the report")
    ney.page.get_by_text("Whoever runs this server will read it.").wait_for()
    assert_fits(ney)
    ney.page.goto(game)
    ney.wait_for_table()
    pest.go("/account")
    pest.press("Delete my account")
    pest.page.locator(".leave input[value=computer]").check()
    pest.page.locator(".leave input[type=password]").fill(PASSWORD)
    pest.press("Delete everything of mine")
    pest.page.locator(".cartouche").wait_for()
    ney.press("People")
    ney.page.locator(".people").get_by_text("Officer (computer)").wait_for()
    assert names["pest"] not in ney.page.locator(".people").inner_text()
