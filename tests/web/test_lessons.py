"""Lessons in the browser: played through to their end, the wrong ways too, left and resumed."""

from __future__ import annotations

import re

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import DESK, PHONE, Person, later

from napoleon.lessons import Course, Lesson, Step, lessons

PLAYED = [lesson for lesson in lessons() if lesson.steps]
FIRST = ("marches", "battle")  # with every way to answer
BY_KEYS = [each for one in PLAYED for each in ([one] if one.id in FIRST else later(one))]
BUTTONS = {
    "bombard": "Bombard",
    "fire": "Fire",
    "hold": "Man the hill",
    "lose": "Take the hit",
    "reinforce": "Bring up",
    "retreat": "Retreat",
    "shelter": "Shelter",
    "square": "Form square",
}


class Pupil:
    """Plays a lesson with the keys alone; a course beside it knows where the units are."""

    def __init__(self, person: Person, lesson: Lesson) -> None:
        self.person = person
        self.page = person.page
        self.lesson = lesson
        self.course = Course(lesson)

    def at(self) -> str:
        return self.page.locator(".lesson").get_attribute("data-at") or ""

    def wait_for_ask(self, step: Step) -> None:
        """Until the voice asks for this, and the table waits for it."""
        self.page.locator(".voice-ask").filter(has_text=step.ask["en"]).wait_for()
        if step.done:
            self.wait_for_table()

    def wait_for_table(self) -> None:
        """Until something can be done, and nothing moves."""
        self.person.wait_until(
            "the pupil may act",
            lambda seen: (
                seen["isMine"] and not seen["isMoving"] and not (seen["battle"] or {}).get("isBusy")
            ),
        )

    def enter(self, selector: str) -> None:
        self.page.locator(selector).first.focus()
        self.page.keyboard.press("Enter")

    def button(self, words: str) -> None:
        """A button of the voice, from wherever one is."""
        found = self.page.locator(".voice-buttons button").filter(has_text=words)
        found.wait_for()
        self.page.keyboard.press("v")
        while not found.evaluate("(one) => one === document.activeElement"):
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def play(self, actions: list[str]) -> None:
        """Do something at the table, and wait until it is done."""
        while actions:
            before = self.at()
            count = self.do(actions)
            self.page.wait_for_function(
                "(before) => document.querySelector('.lesson').dataset.at !== before", arg=before
            )
            for action in actions[:count]:
                if not self.course.is_closed:
                    self.course.act(action)
            del actions[:count]
            if actions:
                self.wait_for_table()

    def do(self, actions: list[str]) -> int:
        """One tap or two; how many of the actions that were."""
        action = actions[0]
        if action == "end":
            return self.end(actions)
        verb, what, *goal = action.split()
        self.page.keyboard.press("Escape")  # nothing is in hand
        if verb in ("march", "force"):
            self.enter(f".map-spot[data-town='{self.course.game.where(what)}']")
            self.enter(f".stack .unit[data-unit='{what}']")
            self.enter(f".map-spot[data-town='{goal[0]}']")
        elif verb == "show":
            self.enter(".actions button:has-text('Show')")
        elif verb == "draw":
            self.enter(f".b-bar .b-act:has-text('Draw {what}')")
        elif verb == "terrain":
            if not self.page.locator(".b-bar [data-tile][aria-pressed='true']").count():
                self.enter(f".b-bar [data-tile='{what}']")
            self.enter(f".b-zone[data-zone='{goal[0]}']")
        else:
            self.enter(f".b-block[data-key='{what}']")
            if verb in ("move", "deploy"):
                self.enter(f".b-zone[data-zone='{goal[0]}']")
            elif verb in BUTTONS:
                self.enter(f".b-bar .b-act:has-text('{BUTTONS[verb]}')")
        return 1

    def end(self, actions: list[str]) -> int:
        game = self.course.game
        if game.stage != "march":
            self.page.keyboard.press("e")
            return 1
        if actions[1:2] != ["end"] and any(
            one.text == "stage force" for one in self.course.now.done
        ):
            self.enter(".actions [data-act='force']")
            return 1
        self.page.keyboard.press("e")
        self.person.wait_for_frame()
        if self.page.locator(".actions [data-act='end']").filter(has_text="Sure").count():
            self.page.keyboard.press("e")
        return 2 if actions[1:2] == ["end"] else 1


def open_lesson(person: Person, lesson: Lesson) -> Pupil:
    person.go(f"/lesson/{lesson.id}")
    return Pupil(person, lesson)


@pytest.mark.parametrize("lesson", BY_KEYS, ids=lambda one: one.id)
def test_a_lesson_by_keyboard(welcome: Welcome, lesson: Lesson) -> None:
    """The right way to its end, and at each step one wrong way that it speaks of."""
    person = welcome("pupil")
    pupil = open_lesson(person, lesson)
    for number, step in enumerate(lesson.steps):
        pupil.wait_for_ask(step)
        assert f"{number + 1} of {len(lesson.steps)}" in person.page.locator(".voice").inner_text()
        if not step.done:
            pupil.button("Next")
            pupil.course = Course(lesson, number + 1)
            continue
        if step.nudges and number % 2 == 1:
            nudge = step.nudges[0]
            pupil.play(list(nudge.way))
            person.page.locator(".voice-nudge").filter(has_text=nudge.say["en"]).wait_for()
            pupil.button("Try again")
            pupil.course = Course(lesson, number)
            person.page.locator(".voice-nudge").wait_for(state="detached")
            pupil.wait_for_ask(step)
        pupil.play(list(step.right))
        if step.after is not None:
            person.page.locator(".voice-after").filter(has_text=step.after["en"]).wait_for()
        if pupil.course.is_closed and number + 1 < len(lesson.steps):
            pupil.button("Next")
            pupil.course = Course(lesson, number + 1)
    person.page.locator(".voice-buttons").filter(has_text="Exercises on this").wait_for()
    person.go("/learn")
    person.page.locator(f"[href$='/lesson/{lesson.id}'] .lesson-mark").wait_for()


def test_show_me_and_skip(welcome: Welcome) -> None:
    """Whoever does nothing at all comes to the end."""
    person = welcome("lazy")
    lesson = PLAYED[2]
    pupil = open_lesson(person, lesson)
    for number, step in enumerate(lesson.steps):
        pupil.wait_for_ask(step)
        pupil.button("Show me" if number % 2 == 0 else "Skip")
    person.page.locator(".voice-buttons").filter(has_text="Once more").wait_for()


def test_leave_and_resume_on_a_phone(welcome: Welcome) -> None:
    person = welcome("commuter", size=PHONE, has_touch=True)
    page = person.page
    person.go("/")
    page.locator(".learn-first").tap()
    person.press("Blocks and marches")
    lesson = PLAYED[0]
    pupil = Pupil(person, lesson)
    pupil.wait_for_ask(lesson.steps[0])
    person.press("Next", within=".voice")
    pupil.wait_for_ask(lesson.steps[1])
    # The board stays in sight, and what is to be tapped lies free.
    field = page.locator(".field").bounding_box()
    assert field is not None and field["height"] > 0.4 * PHONE[1]
    person.open_town("philippeville")
    page.locator(".stack .unit[data-unit='FR-4-I']").tap()
    goal = next(one for one in person.wait_for_turn()["towns"] if one["town"] == "laneffe")
    assert goal["isReached"]
    person.point(goal)
    pupil.wait_for_ask(lesson.steps[2])
    place = pupil.at()
    page.reload()
    pupil.wait_for_ask(lesson.steps[2])
    assert pupil.at() == place
    page.locator(".voice-words").tap()  # what was said besides makes way
    page.locator(".top a.round").tap()
    row = page.locator("[href$='/lesson/marches']")
    row.wait_for()
    assert re.search(r"\d of 5", row.inner_text())
    # Nothing is wider than the screen.
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize(
    ("size", "locale"),
    [
        (PHONE, "de-DE"),
        *later((DESK, "en-GB"), ((320, 568), "fr-FR"), ((667, 375), "de-DE")),
    ],
    ids=str,
)
def test_the_board_stays_where_it_is(welcome: Welcome, size: tuple[int, int], locale: str) -> None:
    """From step to step; what is said besides makes way for the pupil's hand."""
    person = welcome("pupil", size=size, locale=locale, has_touch=size[0] < 1000)
    page = person.page
    is_beside = size[1] < 500
    lang, say = person.language.lang, person.language.say
    lesson = next(one for one in PLAYED if one.id == "battle")
    pupil = open_lesson(person, lesson)
    boards, folded = [], []
    for number, step in enumerate(lesson.steps):
        page.locator(".voice-ask").filter(has_text=step.ask[lang]).wait_for()
        pupil.wait_for_table()
        boards.append(page.locator(".lesson-table").bounding_box())
        for way in page.locator(".voice-buttons button").all():
            box = way.bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= size[0]
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
        pupil.button(say("Show me"))
        assert step.after is not None
        page.locator(".voice-after").filter(has_text=step.after[lang]).wait_for()
        boards.append(page.locator(".lesson-table").bounding_box())
        is_scene_over = number + 1 == len(lesson.steps) or lesson.steps[number + 1].position
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Shift")  # to the board, where that does nothing
        assert page.locator(".voice-after").is_visible() == bool(is_scene_over or is_beside)
        face = page.locator(".voice-face").bounding_box()
        assert face is not None
        folded.append(face["y"] + face["height"])
        if is_scene_over and number + 1 < len(lesson.steps):
            pupil.button(say("Next"))
    board = boards[0]
    assert board is not None and board["height"] >= 0.6 * size[1]
    assert boards == [board] * len(boards)
    if not is_beside:
        assert max(folded[:-1]) <= board["y"] + 0.5  # at the end there is nothing more to do


def test_the_first_campaign(welcome: Welcome) -> None:
    person = welcome("graduate")
    person.go("/learn")
    person.press("Begin", within=".is-campaign")
    person.wait_for_turn()
    person.page.locator(".dock [data-panel='people']").click()
    assert "Recruit (computer)" in person.page.locator(".people").inner_text()


def test_exercises_follow(welcome: Welcome) -> None:
    """From easy to hard, with what matters in sight, and the rule beside the reason."""
    person = welcome("pupil")
    page = person.page
    person.go("/exercises?theme=skirmish")
    open_theme = page.locator(".theme[open]")
    open_theme.wait_for()
    assert "Skirmishes" in open_theme.inner_text()
    person.go("/exercise/city-open-brussels")
    person.wait_for_turn()
    assert {"waterloo", "brussels"} <= {
        town
        for town in ("waterloo", "brussels")
        if page.locator(f".map-spot[data-town='{town}']").evaluate(
            "(one) => { const box = one.getBoundingClientRect();"
            "return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)"
            "?.closest('.map-host') !== null; }"
        )
    }
    for _ in range(2):  # the end of marches without a march is asked for twice
        page.keyboard.press("e")
    page.locator(".exercise-verdict .rule").first.wait_for()
