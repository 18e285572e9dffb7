"""Whole campaigns against the computer: by keys alone, and by what a screen reader is told alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator
from tests.web.conftest import Welcome
from tests.web.playing import LONGEST, LOOKS, WAIT, Look, Person

MARCHES = 3  # turns in which a group is moved; after that the enemy is waited for
ZEAL = 2  # units that act in a battle turn


def play_on(person: Person, step: Callable[[], bool], is_over: Callable[[], bool]) -> None:
    """Step by step until the game is over; fails if nothing can be done for a long time."""
    deadline = time.monotonic() + LONGEST
    quiet_since, looks = time.monotonic(), 0
    while not is_over():
        assert time.monotonic() < deadline, "it takes too long"
        if step():
            quiet_since, looks = time.monotonic(), 0
            continue
        looks += 1
        is_stuck = time.monotonic() - quiet_since > WAIT and looks > LOOKS
        assert not is_stuck, f"{person.name} is stuck: {person.look()}"
        person.pause()


class Typist:
    """Sees the screen, and has nothing but keys."""

    def __init__(self, person: Person, zeal: int = ZEAL) -> None:
        self.person = person
        self.zeal = zeal
        self.turn = 0
        self.moved = 0
        self.fought = 0
        self.shots = 0
        self.marches = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.person.page.keyboard.press(key)
        self.person.settle()

    def focus(self) -> dict[str, str]:
        here: dict[str, str] = self.person.page.evaluate(
            """() => ({words: document.activeElement.textContent,
                 town: document.activeElement.dataset.town || ""})"""
        )
        return here

    def go_to(self, key: str, is_it: Callable[[dict[str, str]], bool], most: int = 80) -> None:
        """Press a key until the focus is on something."""
        for _ in range(most):
            self.person.page.keyboard.press(key)
            if is_it(self.focus()):
                return
        raise AssertionError(f"{key} does not get there")

    def begin(self) -> None:
        self.person.go("/")
        self.person.page.locator(".play-now").wait_for()
        is_level = "document.activeElement.matches('input[type=radio]')"
        self.go_to("Tab", lambda _: bool(self.person.page.evaluate(is_level)))
        self.person.page.keyboard.press("ArrowLeft")  # from the officer to the recruit
        self.go_to("Tab", lambda here: "The French" in here["words"])
        self.person.page.keyboard.press("Enter")
        self.person.wait_for_table()

    def step(self) -> bool:
        seen = self.person.look()
        acts = {one["act"] for one in seen["actions"]}
        if seen["card"]:
            self.press("Enter")
        elif "skip" in acts:
            self.press("s")
        elif seen["battle"] and seen["battle"]["isBusy"]:
            self.press("Escape")
        elif not seen["isMine"]:
            return False
        elif seen["battle"] and (seen["battle"]["buttons"] or seen["battle"]["blocks"]):
            self.fight(seen)
        else:
            self.lead(seen, acts)
        return True

    def fight(self, seen: Look) -> None:
        battle = seen["battle"]
        digits: list[str] = self.person.page.evaluate(
            "[...document.querySelectorAll('.b-bar .b-act')].map((one) => one.dataset.digit || '')"
        )
        words = [one["words"] for one in battle["buttons"]]
        acts = [digit for digit in "129345678" if digit in digits]
        if any(one.startswith("Deploy the rest") for one in words):
            self.press("8")
        elif any(one.startswith("Draw") for one in words):
            self.press("0")
        elif battle["isPicked"] and acts:
            self.shots += any(one.startswith(("Fire", "Bombard")) for one in words)
            self.press(acts[0])
        elif battle["zones"]:  # terrain is in hand
            self.press("n", "Enter")
        elif "0" in digits and (self.fought >= self.zeal or not battle["blocks"]):
            self.fought = 0
            self.press("0", "0")
        else:
            self.fought += 1
            self.press("n", "Enter")

    def lead(self, seen: Look, acts: set[str]) -> None:
        if seen["turn"] != self.turn:
            self.turn, self.moved = seen["turn"], 0
        kinds = {one["kind"] for one in seen["towns"]}
        if "battle" in acts:
            self.press("m")
        elif [one for one in seen["actions"] if not one["act"]]:  # which fight is first
            self.go_to("Tab", lambda here: here["words"].startswith(("Skirmish at", "Battle of")))
            self.press("Enter")
        elif seen["stackButtons"]:
            label = seen["stackButtons"][0]["words"]
            self.go_to("Tab", lambda here: here["words"] == label)
            self.press("Enter")
        elif "end" not in acts:
            self.press("n", "Enter", "a")  # hungry units, say
        elif "source" in kinds and not self.moved and self.turn <= 2 * MARCHES:
            self.march(seen)
        else:
            self.press("e", "e")

    def march(self, seen: Look) -> None:
        self.moved += 1
        sources = {one["town"] for one in seen["towns"] if one["kind"] == "source"}
        self.go_to("n", lambda here: here["town"] in sources)
        self.press("Enter", "a")
        lit = {one["kind"]: one["town"] for one in self.person.look()["towns"]}
        goal = lit.get("attack") or lit.get("march")
        if goal:
            self.go_to("n", lambda here: here["town"] == goal)
            self.press("Enter")
            self.marches += 1
        self.press("Escape")


def test_a_battle_turn_by_keys_alone(welcome: Welcome) -> None:
    person = welcome("typist")
    person.enter("battle")
    person.wait_for_turn()
    typist = Typist(person, zeal=12)
    play_on(person, typist.step, lambda: not person.look()["isMine"])
    assert typist.shots
    assert " fires " in person.page.locator("#tell").inner_text()


@pytest.mark.long
def test_a_campaign_by_keys_alone(welcome: Welcome) -> None:
    person = welcome("typist")
    typist = Typist(person)
    typist.begin()
    play_on(person, typist.step, lambda: bool(person.look()["isEnd"]))
    assert typist.marches >= MARCHES
    assert person.page.locator(".end h1").is_visible()


# What is heard, most urgent first: a name of a button, and what a listener does about it.
DEEDS = [
    r"Skip$|How it ended",
    r"Yes, end it|Sure\?",
    r"Deploy the rest|Draw none",
    r"Take the hit|Falls back|Fire|Bombard|Reveal",
    r".*may be laid here$",
    r".*\bmay (take the hit|falls? back|reveal)\b",
    r"Retreat",
    r"End|Line is drawn up|To the fight$|No more|These fight|Done",
    r"To the fight at|Skirmish at|Battle of .*next",
    r".*\bmay retreat\b",
    r"Give up|Disband",
    r".*cannot be supplied|.*can be chosen",
]


class Listener:
    """Has nothing but the accessibility tree: roles, names and states."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.heard: list[str] = []
        self.marches = MARCHES

    def begin(self) -> None:
        page = self.person.page
        self.person.go("/")
        page.get_by_role("radio", name="Recruit").check(force=True)
        page.get_by_role("button", name=re.compile("The French")).dispatch_event("click")
        self.person.wait_for_table()

    def tree(self) -> str:
        return str(self.person.page.locator("body").aria_snapshot())

    def is_over(self) -> bool:
        return self.person.page.get_by_role("button", name="Replay the campaign").count() > 0

    def names(self) -> list[str]:
        """Of all buttons that can be pressed."""
        lines = re.findall(r"""- ('?)button "((?:[^"\\]|\\.)*)"(?! \[disabled\])""", self.tree())
        names = [name.replace("''", "'") if quoted else name for quoted, name in lines]
        return [name.replace('\\"', '"') for name in names]

    def step(self) -> bool:
        if self.is_over():
            return False
        if "- dialog" in self.tree():
            self.click(self.person.page.get_by_role("dialog").get_by_role("button").last)
            return True
        names = self.names()
        if self.marches and any(name.startswith("End the marches") for name in names):
            self.marches -= 1
            self.march()
            return True
        return any(self.press(names, deed) for deed in DEEDS)

    def press(self, names: list[str], deed: str) -> bool:
        """Press the first button that is called so; whether there is one."""
        found = [name for name in names if re.match(deed, name, re.IGNORECASE)]
        if found:
            self.heard.append(deed)
            self.click(self.person.page.get_by_role("button", name=found[0], exact=True).first)
        return bool(found)

    def march(self) -> None:
        """All who can of the first town go to the first that can be attacked, or marched to."""
        self.press(self.names(), ".*blocks here can move")
        units = self.person.page.get_by_role("group", name="Own units").get_by_role("button")
        for unit in units.all():
            if "cannot act" not in str(unit.get_attribute("aria-label")):
                self.click(unit)
        names = self.names()
        if not self.press(names, ".*can be attacked"):
            self.press(names, ".*can be marched to")

    def click(self, thing: Locator) -> None:
        # As a screen reader does, without a pointer; unless it has gone by itself.
        thing.evaluate_all(
            "(all) => all[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        )
        self.person.settle()


def test_a_battle_turn_through_the_accessibility_tree_alone(welcome: Welcome) -> None:
    person = welcome("listener")
    person.enter("battle")
    person.wait_for_turn()
    listener = Listener(person)
    assert listener.press(listener.names(), r".*\bmay fire\b")
    assert listener.press(listener.names(), r"Fire\b")
    play_on(person, listener.step, lambda: not person.look()["isMine"])
    assert " fires " in person.page.get_by_role("log").first.inner_text()


@pytest.mark.long
def test_a_campaign_through_the_accessibility_tree_alone(welcome: Welcome) -> None:
    person = welcome("listener")
    listener = Listener(person)
    listener.begin()
    play_on(person, listener.step, listener.is_over)
    assert [one for one in listener.heard if one.startswith(".*can be")]
    assert person.page.get_by_role("heading", level=1).first.is_visible()
