"""A single battle: found on the front page, played to its end against a recruit."""

from __future__ import annotations

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import DESK_TOO, PHONE, Person, Robot, play

from napoleon.server.http.stories import LIMIT

AIM = "The French win if they hold Quatre Bras when the fighting is over, else the Allies."


@pytest.mark.parametrize("size", [DESK_TOO, PHONE], ids=["desk", "phone"])
def test_a_single_battle_against_a_recruit(welcome: Welcome, size: tuple[int, int]) -> None:
    """The card says what it is about, the table where one stands, the end who has won by what."""
    person = welcome("french", size=size, has_touch=size == PHONE)
    page = person.page
    person.go("/")
    person.press("A battle tonight")
    cards = page.locator("label.scenario")
    cards.first.wait_for()
    assert cards.count() == 5
    assert page.locator("label.scenario:has(:checked) strong").inner_text() == "Quatre Bras"
    assert page.locator(".scenario-aim").inner_text() == AIM
    assert page.locator("input[name='players']").count() == 0  # no Prussian is there
    page.locator("input[name='scenario'][value='waterloo']").check()
    assert page.locator("input[name='players']").count() == 2
    page.locator("input[name='scenario'][value='quatre-bras']").check()
    person.press("Recruit", within=".seat-row.seat-allied")
    person.press("Begin")
    person.wait_for_table()
    aim = page.locator(f".top .figure[aria-label='Quatre Bras: {AIM}']")
    aim.wait_for(state="attached")
    assert "Quatre Bras" in aim.inner_text() or size == PHONE
    play([Robot(person, 16)], lambda looks: looks[0]["isEnd"])
    head = page.locator(".end-head")
    assert "have won" in head.inner_text()
    assert AIM in head.inner_text()
    tell_the_story(person)
    page.locator(".end a[href$='/']").click()
    row = page.locator(".game-row").first
    row.wait_for()
    assert "Quatre Bras · Turn 5" in row.inner_text()


def tell_the_story(person: Person) -> None:
    """The chance to win goes from round to round, and ends in who has won."""
    page = person.page
    person.press("The story of the game")
    curve = page.locator(".story svg.chances")
    curve.wait_for(timeout=LIMIT * 1000)
    assert "Rounds of the battle" in curve.inner_html()
    ways = [line.get_attribute("d") or "" for line in curve.locator("path.line").all()]
    assert len(ways) == 2
    assert all(way.count("L") >= 1 for way in ways), ways
    names = [" ".join(name.inner_html().split()) for name in curve.locator("text.name").all()]
    has_won = "French" if "The French" in page.locator("#end-title").inner_text() else "Allies"
    has_lost = "Allies" if has_won == "French" else "French"
    assert sorted(name.replace("&nbsp;", " ") for name in names) == sorted(
        [f"{has_won} 100 %", f"{has_lost} 0 %"]
    )
    assert page.evaluate(
        "(end => end.scrollWidth <= end.clientWidth)(document.querySelector('.end'))"
    )
