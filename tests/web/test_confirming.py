"""Secrets of an account in a real browser: the password, the dialog that asks whose it is, a name
that was taken away."""

from __future__ import annotations

import random
import re

import pytest
import sqlalchemy as sa
from tests.web.conftest import Welcome
from tests.web.playing import LiveServer, Person
from tests.web.test_people import DESK, PASSWORD, Named, add_authenticator, assert_fits, register

from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import webhooks

SIZES = ((1280, 800), (390, 664), (750, 342))


def change(server: LiveServer, statement: sa.Update | sa.Insert) -> None:
    """Change something in the store, as time would."""
    engine = store.open_engine(server.database)
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def grow_old(server: LiveServer, person: Person) -> None:
    """Let the proof of somebody's sessions be of long ago."""
    me = person.context.request.get("/api/me").json()["id"]
    mine = sa.update(store.sessions).where(store.sessions.c.person == me)
    change(server, mine.values(proved=""))


def forgive(person: Person) -> None:
    """Refusals that the test asked for are no faults of the page."""
    refused = [one for one in person.faults if re.search(r"\b(401|403|409)\b", one)]
    person.faults[:] = [one for one in person.faults if one not in refused]


def test_a_passkey_is_added_after_the_password_is_given_once_more(
    welcome: Welcome, live_server: LiveServer
) -> None:
    ney = welcome("ney", server=Named(live_server), size=DESK, is_fresh=True)
    page = ney.page
    add_authenticator(ney)
    register(ney, "Ney")
    grow_old(live_server, ney)
    ney.go("/account")
    ney.press("Add a passkey")
    dialog = page.locator("dialog.proof-dialog")
    dialog.get_by_role("button", name="Close").click()
    page.locator(".trouble").get_by_text("First show that it is you").wait_for()
    assert not page.locator(".lines li").filter(has_text="never used").count()
    ney.press("Add a passkey")
    dialog.locator("input[name=password]").fill("wrong wrong")
    dialog.get_by_role("button", name="Go on").click()
    dialog.locator(".trouble").get_by_text("not your password").wait_for()
    assert_fits(ney)
    dialog.locator("input[name=password]").fill(PASSWORD)
    dialog.get_by_role("button", name="Go on").click()
    page.locator(".lines li").filter(has_text="never used").wait_for()
    # The passkey itself will do as well.
    grow_old(live_server, ney)
    page.get_by_role("button", name="Remove This device").click()
    dialog.get_by_role("button", name="Use a passkey").click()
    page.locator(".lines li").filter(has_text="never used").wait_for(state="detached")
    forgive(ney)


@pytest.mark.parametrize("size", SIZES)
def test_the_password_changes_on_the_page_and_the_webhook_goes(
    welcome: Welcome, live_server: LiveServer, size: tuple[int, int]
) -> None:
    ney = welcome("ney", server=live_server, size=size, is_fresh=True)
    page = ney.page
    name = register(ney, "Ney")
    me = ney.context.request.get("/api/me").json()["id"]
    row = {"person": me, "url": "https://hook.example/" + "x" * 90, "form": "json"}
    change(live_server, sa.insert(webhooks).values(**row))
    ney.go("/account")
    page.locator(".password-change summary").click()
    assert_fits(ney)
    page.locator("input[name=present-password]").fill(PASSWORD)
    page.locator("input[name=new-password]").fill("noir et rouge")
    page.locator(".password-change button").click()
    page.get_by_text("Everywhere else you are logged out").wait_for()
    page.get_by_role("button", name="Remove https://hook.example/").click()
    page.get_by_role("heading", name="Webhooks").wait_for(state="detached")
    answer = ney.context.request.post("/api/login", data={"name": name, "password": PASSWORD})
    assert answer.status == 401


def test_who_is_shown_under_another_name_is_told_and_chooses(
    welcome: Welcome, live_server: LiveServer
) -> None:
    guest = welcome("guest", server=live_server, size=(390, 664), is_fresh=True)
    holder = welcome("holder", server=live_server, size=DESK, is_fresh=True)
    name = f"Davout {random.randrange(10**6)}"
    guest.context.request.get("/api/me")
    assert guest.context.request.post("/api/me", data={"name": name}).ok
    holder.context.request.get("/api/me")
    body = {"name": name, "password": PASSWORD}
    assert holder.context.request.post("/api/register", data=body).ok
    guest.go("/")
    box = guest.page.locator(".renamed")
    box.get_by_text(f"{name} is the name of another account").wait_for()
    assert_fits(guest)
    box.locator("input").fill(name)
    box.get_by_role("button").click()
    box.locator(".trouble").get_by_text("looks like it").wait_for()
    box.locator("input").fill(f"{name} le jeune")
    box.get_by_role("button").click()
    box.wait_for(state="detached")
    assert guest.context.request.get("/api/me").json()["name"] == f"{name} le jeune"
    forgive(guest)
