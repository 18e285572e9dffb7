"""Three people, each with a browser: free set-up, the Allies' talk, and the campaign to its end."""

from __future__ import annotations

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import Person, Robot, all_ended, later, play

SILENCE = "only during set-up and in Allied night turns (rule 11)"
LATER = "the French hear at once, your ally only in the next Allied night (rule 11)"


def open_talk(person: Person) -> None:
    """Open the panel of talk, on the Allies' own channel where there is one."""
    person.page.locator(".dock [data-panel='chat']").click()
    person.page.locator(".chat").wait_for()
    allies = person.page.locator(".chat label", has_text="Allies only")
    if allies.count():
        allies.click()


def say(person: Person, text: str) -> None:
    person.page.locator(".chat input[name='chat']").fill(text)
    person.page.keyboard.press("Enter")


def hears(person: Person, text: str) -> None:
    person.page.locator(".chat-line", has_text=text).wait_for()


@pytest.mark.parametrize("is_played_out", [False, *later(True)], ids=["first-days", "to-the-end"])
def test_three_browsers_play_from_set_up(welcome: Welcome, is_played_out: bool) -> None:
    french, dutch, prussian = welcome("french"), welcome("anglo-dutch"), welcome("prussian")
    french.begin(
        {"french": "Me", "anglo-dutch": "Open seat", "prussian": "Open seat"}, scenario="Free"
    )
    french.wait_until("the invitations are there", lambda seen: bool(seen["card"]))
    links = french.invitations()
    dutch.join(links["Anglo-Dutch"])
    prussian.join(links["Prussians"])
    people = [french, dutch, prussian]

    # Set-up: the Allies confer; the French hear nothing of it, but what is said to all.
    open_talk(dutch)
    open_talk(prussian)
    say(dutch, "We meet at Quatre-Bras")
    hears(prussian, "We meet at Quatre-Bras")
    say(prussian, "If the roads allow")
    hears(dutch, "If the roads allow")
    open_talk(french)
    assert french.page.locator(".chat label", has_text="Allies only").count() == 0
    say(french, "Good morning, gentlemen")
    dutch.page.locator(".chat label", has_text="Everybody").click()
    hears(dutch, "Good morning, gentlemen")
    dutch.page.locator(".chat label", has_text="Allies only").click()

    robots = [Robot(person, seed) for seed, person in enumerate(people)]
    for robot in robots:
        robot.calm_down()  # who fights with zeal is seen in the game of two

    def play_to(turn: int) -> None:
        play(robots, lambda looks: all(seen["turn"] == turn for seen in looks))

    play_to(1)
    assert all("place the rest" in robot.counts for robot in robots)

    # By day the private line is shut, and it is said why.
    for ally in (dutch, prussian):
        ally.page.locator(".silence", has_text=SILENCE).wait_for()
        assert ally.page.locator(".chat input[name='chat']").is_disabled()
    # What one of them says to all reaches the French, and the ally when they may talk again.
    for person in (dutch, prussian):
        person.page.locator(".chat label", has_text="Everybody").click()
        person.page.locator(".silence", has_text=LATER).wait_for()
    say(dutch, "Your Majesty is early")
    hears(french, "Your Majesty is early")
    dutch.page.locator(".chat-line .held", has_text="your ally has not heard it yet").wait_for()
    for person in (dutch, prussian):
        person.page.locator(".chat label", has_text="Allies only").click()
    play_to(3)  # a French night
    assert not any("is early" in text for text in prussian.frames)
    assert dutch.page.locator(".chat input[name='chat']").is_disabled()
    play_to(6)  # an Allied night
    prussian.page.locator(".chat label", has_text="Everybody").click()
    hears(prussian, "Your Majesty is early")
    prussian.page.locator(".chat label", has_text="Allies only").click()
    dutch.page.locator(".chat label", has_text="Everybody").click()
    assert not dutch.page.locator(".held").count()
    dutch.page.locator(".chat label", has_text="Allies only").click()
    assert not dutch.page.locator(".silence").inner_text()
    say(dutch, "Hold until noon")
    hears(prussian, "Hold until noon")
    play_to(7)
    dutch.page.locator(".silence", has_text=SILENCE).wait_for()
    assert not any('Quatre-Bras"' in text or "until noon" in text for text in french.frames)
    assert any("Good morning, gentlemen" in text for text in prussian.frames)

    if not is_played_out:
        return
    play(robots, all_ended)
    verdicts = {person.page.locator(".end h1").inner_text() for person in people}
    assert len(verdicts) == 1 and "won" in verdicts.pop()
