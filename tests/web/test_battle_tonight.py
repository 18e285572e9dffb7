"""A single battle: found on the front page, played to its end against a recruit."""

from __future__ import annotations

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import DESK_TOO, PHONE, Robot, play

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
    page.locator(".end a[href$='/']").click()
    row = page.locator(".game-row").first
    row.wait_for()
    assert "Quatre Bras · Turn 5" in row.inner_text()
