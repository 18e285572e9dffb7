"""Every lesson can be played: the right way to its end, and each wrong way that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.test_glossary import strays

from napoleon.languages import messages
from napoleon.lessons import (
    LANGUAGES,
    NEXT,
    Course,
    Illegal,
    Lesson,
    LessonError,
    Nudge,
    Remark,
    Texts,
    lessons,
    parse_lesson,
    voice,
)
from napoleon.lessons.conditions import matches
from napoleon.lessons.playing import LessonDice
from napoleon.manual import manual

PLAYED = [lesson for lesson in lessons() if lesson.steps]
STEPS = [(lesson, number) for lesson in PLAYED for number in range(len(lesson.steps))]
NUDGES = [
    (lesson, number, nudge) for lesson, number in STEPS for nudge in lesson.steps[number].nudges
]
WORDS_A_MINUTE = 130  # a slow reader
SECONDS_A_STEP = 15  # to find and do what is asked


def name(value: object) -> str:
    return value.id if isinstance(value, Lesson) else str(value) if isinstance(value, int) else ""


def texts_of(lesson: Lesson) -> Iterator[Texts]:
    yield lesson.title
    yield lesson.about
    for step in lesson.steps:
        yield step.ask
        if step.after is not None:
            yield step.after
        yield from (nudge.say for nudge in step.nudges)


def test_there_are_seven_lessons_and_a_campaign() -> None:
    assert len(PLAYED) == 7
    assert [lesson.id for lesson in lessons() if lesson.campaign] == [lessons()[-1].id]
    assert len({lesson.id for lesson in lessons()}) == len(lessons())


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=name)
def test_the_right_way(lesson: Lesson, number: int) -> None:
    """From the start of each step; nothing is said against it."""
    course = Course(lesson, number)
    assert course.step == number and course.remark is None and not course.is_closed
    step = course.now
    for action in step.right or (NEXT,):
        assert course.step == number and not course.is_closed
        if course.now.done:
            assert lesson.seat in course.game.to_act
        assert course.remark is None, (action, course.remark)
        course.act(action)
    assert course.finished == number, course.remark
    is_last = number == len(lesson.steps) - 1
    goes_on = not is_last and not lesson.steps[number + 1].position
    assert (course.is_closed, course.is_over) == (not goes_on, is_last)
    assert course.step == (number + 1 if goes_on else number)
    assert not course.dice.is_off


class WatchedDice(LessonDice):
    """Dice that remember what they showed."""

    def __init__(self) -> None:
        super().__init__()
        self.fallen: list[int] = []

    def roll(self, sides: int) -> int:
        self.fallen.append(super().roll(sides))
        return self.fallen[-1]


@pytest.mark.parametrize("lesson", PLAYED, ids=name)
def test_the_dice_of_each_step_are_used(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more and no fewer, from its first to its last step."""
    monkeypatch.setattr("napoleon.lessons.playing.LessonDice", WatchedDice)
    for number, step in enumerate(lesson.steps):
        course = Course(lesson, number)
        assert isinstance(course.dice, WatchedDice)
        course.dice.fallen.clear()
        for action in step.right or (NEXT,):
            course.act(action)
        assert tuple(course.dice.fallen) == step.dice, f"{lesson.id}, step {number + 1}"


@pytest.mark.parametrize(("lesson", "number", "nudge"), NUDGES, ids=name)
def test_each_wrong_way_is_noticed(lesson: Lesson, number: int, nudge: Nudge) -> None:
    """What was done instead is told as the lesson says, and one can try again."""
    course = Course(lesson, number)
    for action in nudge.way:
        assert course.step == number and not course.is_closed
        course.act(action)
    assert course.remark is nudge
    assert Course(lesson, number).remark is None


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=name)
def test_nothing_that_is_offered_blocks(lesson: Lesson, number: int) -> None:
    """Whatever can be done is taken: the step is done, it fits, or the voice has a word for it."""
    for action in map(str, Course(lesson, number).game.legal(lesson.seat)):
        course = Course(lesson, number)
        course.act(action)
        if course.finished is None and course.remark is None:
            assert matches(action, (*course.now.right, *course.now.fits)), action
            assert lesson.seat in course.game.to_act, action


def test_whoever_acts_instead_of_reading_has_read() -> None:
    lesson = lessons()[0]
    assert not lesson.steps[0].done
    course = Course(lesson)
    course.act(lesson.steps[1].right[0])
    assert course.finished == 1
    with pytest.raises(Illegal):
        course.act(NEXT)


@pytest.mark.parametrize("rider", ["FR-C3", "FR-C4"])
def test_either_block_of_heavy_cavalry_will_do(rider: str) -> None:
    """The pupil cannot tell which one is meant."""
    course = Course(lessons()[0], 2)
    course.act(f"march {rider} laneffe")
    assert course.remark is None
    course.act(f"march {rider} charleroi")
    assert course.finished == 2


def test_what_is_not_allowed_is_refused() -> None:
    course = Course(lessons()[0], 1)
    for wrong in ("march FR-N maastricht", "jump", "march FR-4-I ligny", ""):
        with pytest.raises(Illegal):
            course.act(wrong)
    with pytest.raises(ValueError, match="no step 99"):
        Course(lessons()[0], 99)


def test_a_game_that_has_gone_elsewhere_is_noticed() -> None:
    """Without words of its own the lesson says that something else was done, or that it is over."""
    course = Course(lessons()[0], 1)
    course.act("march FR-3-I1 solre")
    assert course.remark is Remark.OTHER
    last = lessons()[6]
    course = Course(last, len(last.steps) - 1)
    course.act("march FR-2-I1 nivelles")
    assert course.remark is Remark.OTHER


@pytest.mark.parametrize("lesson", lessons(), ids=name)
def test_texts_and_rules(lesson: Lesson) -> None:
    for texts in texts_of(lesson):
        for lang in LANGUAGES:
            assert texts[lang]
            assert texts is lesson.title or texts[lang][-1] in ".!?"
            assert len(texts[lang]) <= 420, texts[lang]
            assert not strays(texts[lang], lang), texts[lang]
        assert not re.search(r" [:;?!]", texts["fr"]), texts["fr"]
    for step in lesson.steps:
        assert step.rules
        for lang in LANGUAGES:
            for rule in step.rules:
                assert rule in manual(lang).sections, rule


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_a_button_is_named_as_it_is_labelled(lang: str) -> None:
    """What stands in quotation marks is a text of the interface, the same in each language."""
    quoted = re.compile("[“„«]\u00a0?(.+?)\u00a0?[”“»]")
    for lesson in lessons():
        for texts in texts_of(lesson):
            labels = [messages(lang)[label] for label in quoted.findall(texts["en"])]
            assert quoted.findall(texts[lang]) == labels, texts[lang]


def test_the_voice_has_its_words() -> None:
    assert set(voice()) == {remark.value for remark in Remark}


@pytest.mark.parametrize("lesson", PLAYED, ids=name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_takes_less_than_eight_minutes(lesson: Lesson, lang: str) -> None:
    """By what is to be read and done; the list tells the minutes."""
    read = [step.ask for step in lesson.steps]
    read += [step.after for step in lesson.steps if step.after is not None]
    words = sum(len(texts[lang].split()) for texts in read)
    minutes = words / WORDS_A_MINUTE + len(lesson.steps) * SECONDS_A_STEP / 60
    assert minutes <= lesson.minutes < 8, minutes


GOOD = """
id = "good"
minutes = 2
seat = "french"
title = {en = "a", nl = "a", fr = "a", de = "a"}
about = {en = "a", nl = "a", fr = "a", de = "a"}
[[step]]
position = "turn 1; solre: FR-1-I1"
right = ["end"]
done = ["turn 2"]
ask = {en = "a", nl = "a", fr = "a", de = "a"}
"""


def test_a_good_lesson_is_read() -> None:
    course = Course(parse_lesson(GOOD, "good.toml"))
    course.act("end")
    assert course.is_over


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('done = ["turn 2"]', 'done = ["jumped"]', "step 1: expected a condition"),
        ('done = ["turn 2"]', 'done = ["FR-9 at solre"]', "'FR-9' is no unit"),
        ('done = ["turn 2"]', 'done = ["FR-N at paris"]', "'paris' is no town"),
        ('done = ["turn 2"]', 'done = ["FR-N in wood"]', "'wood' is no area"),
        ('done = ["turn 2"]', 'done = ["event eclipse"]', "no kind of event"),
        ('done = ["turn 2"]', "", "needs both"),
        ('right = ["end"]', 'right = ["jump"]', "step 1"),
        ('seat = "french"', 'seat = "russian"', "is no seat"),
        ("minutes = 2", "", "'minutes' is missing"),
        (', de = "a"}\n[[step]]', "}\n[[step]]", "needs the languages"),
        ('position = "turn 1; solre: FR-1-I1"', "", "no position"),
        ('done = ["turn 2"]', 'done = ["turn 2"]\ncolour = 1', "nobody knows what colour"),
        ('done = ["turn 2"]', 'done = ["turn 2"]\npoints = ["moon up"]', "to point at"),
        ("[[step]]", "[[step", "good.toml"),
    ],
)
def test_a_fault_is_told(old: str, new: str, complaint: str) -> None:
    assert old in GOOD
    with pytest.raises(LessonError, match=complaint) as told:
        parse_lesson(GOOD.replace(old, new), "good.toml")
    assert str(told.value).startswith("good.toml: ")
