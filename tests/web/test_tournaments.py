"""A tournament in the browser: made, entered, played, read; and a rated game against a computer."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from tests.web.axe import violations
from tests.web.conftest import Welcome
from tests.web.playing import PHONE, Person


def account(person: Person, name: str) -> None:
    """An account, by the form on the front page."""
    person.go("/")
    person.page.locator(".account summary").click()
    person.page.locator("input[name='username']").fill(name)
    person.page.locator("input[name='password']").fill("a long password")
    person.press("New account")
    person.page.get_by_text(f"{name}, with an account").wait_for(state="attached")


# Plays a seat of one's own until both sides have had a turn, so that the game counts.
PLAY_A_TURN = """async (id) => {
  const { my_seats: [seat] } = await (await fetch(`/api/games/${id}`)).json();
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/game/${id}`);
  const say = (message) => socket.send(JSON.stringify(message));
  socket.onopen = () => say({ t: "hello", seat, since: 0, lang: "en" });
  await new Promise((done) => {
    socket.onmessage = async ({ data }) => {
      const { t, v, offers } = JSON.parse(data);
      if (t !== "state") return;
      if ((await (await fetch(`/api/games/${id}/rating`)).json()).why !== "unplayed") done();
      else if (offers.length) say({ t: "act", id: v, seat, v, actions: [offers.includes("end") ? "end" : offers[0]] });
    };
  });
  socket.close();
}"""


def check(person: Person) -> None:
    """Nothing that those miss who listen, and nothing beside the page."""
    assert violations(person.page) == []
    wide = person.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0, f"{wide} pixels too wide"


def test_a_person_makes_a_tournament_and_plays_in_it(welcome: Welcome) -> None:
    person, guest = welcome("maker"), welcome("guest", size=PHONE)
    page = person.page
    account(person, "Grouchy 1815")
    page.get_by_role("link", name=re.compile("Tournaments")).click()
    page.get_by_role("heading", name="Tournaments").wait_for()
    check(person)
    page.get_by_role("link", name="New tournament").click()
    page.locator("input[name='title']").fill("The Wavre cup")
    page.locator("select[name='scenario']").select_option("wavre")
    page.locator("select[name='most']").select_option("4")
    page.locator("select[name='fill']").select_option("recruit")
    page.locator("input[name='pace'][value='days']").check()
    assert page.locator("select[name='pace-out']").count() == 0  # who is late has lost
    check(person)
    person.press("Make it")
    page.wait_for_url("**/tournament/*")
    page.get_by_text("Nobody has entered yet.").wait_for()
    link = urlsplit(page.url).path
    guest.go(link)
    guest.page.get_by_text("To enter you need an account").wait_for()
    person.press("Take part")
    page.locator("tr.is-me").get_by_text("Grouchy 1815").wait_for()
    person.press("Begin now")
    page.get_by_text("Round 1 of 2").wait_for()
    mine = page.locator(".meetings li").filter(has_text="Grouchy 1815")
    assert mine.get_by_text("To the table").count() == 2  # both games, with the sides changed
    check(person)
    tables = mine.get_by_text("To the table")
    for path in [tables.nth(n).get_attribute("href") or "" for n in range(2)]:
        page.evaluate(PLAY_A_TURN, path.rsplit("/", 1)[1])
    tables.first.click()
    person.wait_for_table()
    person.go(link)
    person.press("Withdraw")
    page.locator("tr.is-me").get_by_text("withdrawn").wait_for()
    # Both games are lost for it, and count; the table is told at the next look.
    mine.get_by_text("0 : 2").or_(mine.get_by_text("2 : 0")).wait_for(state="attached")
    guest.go(link)
    guest.page.locator(".standings").wait_for()
    assert guest.page.get_by_text("To the table").count() == 0
    guest.page.locator("details.tournament-rules summary").click()
    guest.page.get_by_text("Between equals counts").wait_for()
    check(guest)
    guest.go("/ratings")
    row = guest.page.locator("tr").filter(has_text="Grouchy 1815")
    row.get_by_text("0/2").wait_for()
    assert guest.page.locator("tr").filter(has_text="Emperor").get_by_text("2047").is_visible()
    check(guest)


def test_a_rated_game_is_for_accounts(welcome: Welcome) -> None:
    person = welcome("rated")
    person.go("/new")
    person.page.get_by_text("Who sits where").wait_for()
    assert person.page.get_by_text("Nobody's rating changes").count() == 0
    account(person, "Gneisenau")
    person.go("/new")
    person.press("Rated", within="form")
    person.press("Begin")
    person.wait_for_table()
    game = person.page.request.get(f"/api/games/{person.game}").json()
    assert game["rated"] and not game["advice"]


def test_in_a_rated_game_no_computer_is_offered(welcome: Welcome) -> None:
    """Neither for who is out of time, nor for who is away; and what was chosen before is changed."""
    person, guest = welcome("away"), welcome("guest", size=PHONE)
    account(person, "Kellermann")
    account(guest, "Uxbridge")
    person.go("/new")
    person.press("Open seat", within=".seat-row.seat-allied")
    person.press("Over days", within="form")
    page = person.page
    page.select_option("[name=pace-out]", "marshal")
    page.locator("input[name='rated'][value='yes']").check()
    page.get_by_text("Whoever runs out of time loses.").wait_for()
    assert page.locator("[name=pace-out]").count() == 0
    check(person)
    person.press("Begin")
    person.wait_for_table()
    game = page.request.get(f"/api/games/{person.game}").json()
    assert game["rated"] and game["pace"]["out"] == "lost"
    guest.join(person.invitations()["Allies"])
    guest.wait_for_table()
    guest.go("/")
    page.locator(".dock [data-panel='people']").click()
    page.locator(".person").filter(has_text="Uxbridge").get_by_text("away").wait_for()
    assert page.locator("[data-act='take-over']").count() == 0
    assert page.get_by_text("Leave my seat").count() == 0
    # Nor an end without a winner before anything has been played, which the server refuses.
    assert page.get_by_text("End this game").count() == 0
    assert page.locator(".people [data-act='resign']").count() == 1
