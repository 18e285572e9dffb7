"""The calls of exercises, lessons and diagrams to try (docs/protocol.md); nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from litestar import get, post

from napoleon.server.http import lessons, practice, rules_practice
from napoleon.server.http.doorkeeper import Asked, keeper_of
from napoleon.server.http.messages import (
    AskDiagram,
    DiagramInfo,
    ExerciseInfo,
    ExerciseState,
    ExerciseWhy,
    LessonAsk,
    LessonInfo,
    LessonQuestion,
    LessonState,
    LessonTry,
    MarshalAnswer,
    Question,
    Try,
    TryDiagram,
)

T = TypeVar("T")


async def _aside(request: Asked, work: Callable[[], T]) -> T:
    """What takes a moment, without keeping others waiting."""
    keeper = keeper_of(request)
    return await keeper.hall.think(work)


@get("/api/exercises", sync_to_thread=False)
def list_exercises(lang: str = "en") -> list[ExerciseInfo]:
    """All exercises, from easy to hard."""
    return practice.list_exercises(lang)


@post("/api/exercises/{name:str}", status_code=200)
async def try_exercise(request: Asked, name: str, data: Try) -> ExerciseState:
    """The position after what was played."""
    return await _aside(request, lambda: practice.show(practice.find(name), data))


@post("/api/exercises/{name:str}/why", status_code=200)
async def why_not(request: Asked, name: str, data: Question) -> ExerciseWhy:
    """Why an action is not allowed."""
    return await _aside(request, lambda: practice.why_not(name, data))


@get("/api/exercises/{name:str}/marshal")
async def ask_marshal(request: Asked, name: str, lang: str = "en") -> MarshalAnswer:
    """What the marshal would do."""
    keeper = keeper_of(request)
    await keeper.person(request)
    return await practice.ask_marshal(keeper.hall, name, lang)


@get("/api/lessons", sync_to_thread=False)
def list_lessons(lang: str = "en") -> list[LessonInfo]:
    """All lessons, in the order in which they are learnt."""
    return lessons.list_lessons(lang)


@get("/api/lessons/{name:str}", sync_to_thread=False)
def list_asks(name: str, lang: str = "en") -> list[LessonAsk]:
    """What each step asks, so that a page can keep room for the longest."""
    return lessons.list_asks(name, lang)


@post("/api/lessons/{name:str}", status_code=200)
async def try_lesson(request: Asked, name: str, data: LessonTry) -> LessonState:
    """The lesson after what was played."""
    return await _aside(request, lambda: lessons.show(lessons.find(name), data))


@post("/api/lessons/{name:str}/why", status_code=200)
async def why_not_in_lesson(request: Asked, name: str, data: LessonQuestion) -> ExerciseWhy:
    """Why an action is not allowed."""
    return await _aside(request, lambda: lessons.why_not(name, data))


@get("/api/diagrams/{name:str}")
async def describe_diagram(request: Asked, name: str, lang: str = "en") -> DiagramInfo:
    """Who plays it, and what it shows."""
    return await _aside(request, lambda: rules_practice.describe(name, lang))


@post("/api/diagrams/{name:str}", status_code=200)
async def try_diagram(request: Asked, name: str, data: TryDiagram) -> ExerciseState:
    """The position after what was played."""
    return await _aside(request, lambda: rules_practice.show(name, data))


@post("/api/diagrams/{name:str}/why", status_code=200)
async def why_not_there(request: Asked, name: str, data: AskDiagram) -> ExerciseWhy:
    """Why an action is not allowed."""
    return await _aside(request, lambda: rules_practice.explain(name, data))


PRACTICE = [
    list_exercises,
    try_exercise,
    why_not,
    ask_marshal,
    list_lessons,
    list_asks,
    try_lesson,
    why_not_in_lesson,
    describe_diagram,
    try_diagram,
    why_not_there,
]
