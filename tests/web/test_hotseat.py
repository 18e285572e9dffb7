"""Two at one screen: nothing of one seat is in the document when the other looks."""

from __future__ import annotations

import re
import time

from tests.web.conftest import Welcome
from tests.web.playing import LONGEST, Person, Robot

from napoleon.rules.board.units import UNIT_IDS

ID = re.compile("|".join(sorted(map(re.escape, UNIT_IDS), key=len, reverse=True)))


def units_in(person: Person) -> set[str]:
    return set(ID.findall(person.html()))


def test_the_curtain_hides_all_of_the_other_seat(welcome: Welcome) -> None:
    person = welcome("both")
    person.begin({"french": "Me", "allied": "Me"})
    robot = Robot(person, 5, boldness=0.0)  # nobody attacks, so that nothing is ever shown
    curtains = 0
    seat = "FR"
    deadline = time.monotonic() + LONGEST
    while curtains < 5:
        assert time.monotonic() < deadline
        seen = person.look()
        if seen["isCurtain"]:
            curtains += 1
            assert units_in(person) == set()
            assert person.page.locator(".table, .map-piece, .log, .stack, .b-block").count() == 0
            assert not person.page.locator("#say").inner_text().strip()
            assert not person.page.locator("#tell").inner_text().strip()
            assert person.page.locator(".curtain button.primary").is_visible()
            assert person.page.evaluate("document.activeElement.matches('.curtain .primary')")
            person.page.keyboard.press("Enter")
            person.wait_for_table()
            seat = "AP" if seat == "FR" and curtains > 1 else "FR"
            continue
        if seen["isTable"] and seen["mode"]:
            owners = {unit[0] for unit in units_in(person)}
            assert owners <= ({"F"} if seat == "FR" else {"A", "P"}), (seat, owners)
            hand_over = [one for one in seen["actions"] if one["act"] == "hand-over"]
            if hand_over:
                person.point(hand_over[0])
            elif not robot.step(seen):
                person.pause()
    assert robot.counts["march by tap"] >= 2


def test_coming_back_to_a_hot_seat_begins_with_the_curtain(welcome: Welcome) -> None:
    person = welcome("both")
    person.begin({"french": "Me", "allied": "Me"})
    person.wait_until("the curtain is there", lambda seen: seen["isCurtain"])
    assert "French" in person.page.locator(".curtain h1").inner_text()
    person.press("I command the French")
    person.wait_for_table()
    person.page.reload()
    person.wait_until("the curtain is there", lambda seen: seen["isCurtain"])
    assert units_in(person) == set()
