"""Lessons in the browser. As in exercises nothing is kept: the client says at which step it began
and what it has played since."""

from __future__ import annotations

from typing import Final, Literal, cast

from litestar import get, post

from napoleon.lessons import NEXT, Course, Illegal, Lesson, Nudge, Remark, Texts, lessons, voice
from napoleon.rules import RuleError
from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.http.messages import (
    ExerciseWhy,
    FirstGame,
    LessonInfo,
    LessonQuestion,
    LessonState,
    LessonTry,
    Voice,
    VoicePoint,
)
from napoleon.server.http.practice import state_parts
from napoleon.server.refusals import Refused
from napoleon.server.table.view_message import Seat

# What the table says where nothing more is asked on this board
SCENE_DONE: Final = N_("This part of the lesson is done")
LESSON_OVER: Final = N_("The lesson is over")


def find(name: str) -> Lesson:
    """A lesson with steps, by its id."""
    for lesson in lessons():
        if lesson.id == name and lesson.steps:
            return lesson
    raise Refused("not-found", N_("there is no such lesson"))


def follow(lesson: Lesson, step: int, actions: list[str]) -> Course:
    """The lesson after these actions; what comes after the end of a scene is of no account."""
    if step >= len(lesson.steps):
        raise Refused("not-found", N_("there is no such lesson"))
    course = Course(lesson, step)
    for action in actions:
        if course.is_closed:
            break
        try:
            course.act(action)
        except Illegal as error:
            raise Refused("illegal", N_("this is not allowed now")) from error
    return course


def show(lesson: Lesson, data: LessonTry) -> LessonState:
    """The `state` of docs/protocol.md, and what the voice says."""
    lang = texts.choose_language(data.lang)
    course = follow(lesson, data.step, data.actions)
    parts = state_parts(
        course.game,
        lesson.seat,
        len(data.actions),
        data.since,
        lang,
        is_closed=course.is_closed,
    )
    if course.is_closed:
        parts["prompt"] = texts.say(LESSON_OVER if course.is_over else SCENE_DONE, lang)
        parts["rule"] = ""
    return LessonState(**parts, voice=_speak(course, lang))


def _speak(course: Course, lang: str) -> Voice:
    now = course.now
    finished = None if course.finished is None else course.lesson.steps[course.finished]
    return Voice(
        step=course.step,
        after=_say(finished.after if finished else None, lang),
        ask="" if course.is_closed else _say(now.ask, lang),
        nudge=_say(_words(course.remark), lang),
        reads=not now.done and not course.is_closed,
        done=course.is_closed,
        over=course.is_over,
        rules=list(now.rules),
        points=[
            VoicePoint(cast('Literal["town", "unit", "area", "button"]', point.kind), point.name)
            for point in (() if course.is_closed else now.points)
        ],
        view=list(course.lesson.steps[course.first].view),
        right=list(now.right or (NEXT,)),
    )


def _words(remark: Nudge | Remark | None) -> Texts | None:
    if isinstance(remark, Remark):
        return voice()[remark.value]
    return None if remark is None else remark.say


def _say(words: Texts | None, lang: str) -> str:
    """A text in a language, or in English where it is not written in that one."""
    return "" if words is None else words.get(lang) or words["en"]


@get("/api/lessons", sync_to_thread=False)
def list_lessons(lang: str = "en") -> list[LessonInfo]:
    """All lessons, in the order in which they are learnt."""
    chosen = texts.choose_language(lang)
    return [
        LessonInfo(
            id=lesson.id,
            seat=cast("Seat", lesson.seat),
            title=_say(lesson.title, chosen),
            about=_say(lesson.about, chosen),
            minutes=lesson.minutes,
            steps=len(lesson.steps),
            exercises=list(lesson.exercises),
            game=None
            if lesson.campaign is None
            else FirstGame(lesson.campaign.scenario, lesson.campaign.level),
        )
        for lesson in lessons()
    ]


@post("/api/lessons/{name:str}", status_code=200, sync_to_thread=True)
def try_lesson(name: str, data: LessonTry) -> LessonState:
    """The lesson after what was played."""
    return show(find(name), data)


@post("/api/lessons/{name:str}/why", status_code=200, sync_to_thread=True)
def why_not_in_lesson(name: str, data: LessonQuestion) -> ExerciseWhy:
    """Why an action is not allowed."""
    lesson = find(name)
    course = follow(lesson, data.step, data.actions)
    language = texts.language(texts.choose_language(data.lang))
    try:
        refusal = course.game.why_not(lesson.seat, data.action, language)
    except RuleError as error:
        return ExerciseWhy(False, error.rule, error.message)
    if refusal is None:
        return ExerciseWhy(True)
    return ExerciseWhy(False, refusal.rule, refusal.text)


LESSONS = [list_lessons, try_lesson, why_not_in_lesson]
