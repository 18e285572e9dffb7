"""Lessons as they stand in `data/`, a TOML file each, read into typed data (docs/lessons.md).

The files come in the order of their names. A fault is told with the file, the step and what is
wrong.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from napoleon.lessons.conditions import AREAS, Condition
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import SEAT_ARMIES, UNIT_IDS
from napoleon.rules.engine.actions import Action

LANGUAGES: Final = ("en", "nl", "fr", "de")
VOICE: Final = "voice.toml"
REMARKS: Final = ("other", "stuck")
_SEATS: Final = tuple(seat for seat in SEAT_ARMIES if seat is not None)
_BUTTONS: Final = ("end", "force", "undo")
_POINTS: Final = {
    "town": tuple(TOWN_IDS),
    "unit": tuple(UNIT_IDS),
    "area": AREAS,
    "button": _BUTTONS,
}
_STEP_KEYS: Final = {
    *("position", "view", "points", "right", "fits", "done", "dice", "replies", "rules"),
    *("ask", "after", "nudge"),
}
_LESSON_KEYS: Final = {"id", "minutes", "seat", "title", "about", "exercises", "step", "campaign"}

Texts = Mapping[str, str]  # a text in each language


class LessonError(ValueError):
    """Something in the file of a lesson is wrong."""


@dataclass(frozen=True, slots=True)
class Point:
    """What the voice points at: a town, a unit, an area or a button."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """What is said when something else was done; `way` is an example of it."""

    when: tuple[Condition, ...]
    way: tuple[str, ...]
    say: Texts


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is asked. Without `done` it is only read; without `position` it goes on."""

    position: str
    view: tuple[str, ...]
    points: tuple[Point, ...]
    right: tuple[str, ...]
    fits: tuple[str, ...]
    done: tuple[Condition, ...]
    dice: tuple[int, ...]
    replies: tuple[str, ...]
    rules: tuple[str, ...]
    ask: Texts
    after: Texts | None
    nudges: tuple[Nudge, ...]


@dataclass(frozen=True, slots=True)
class Campaign:
    """An ordinary game instead of steps: the pupil's seat, and who sits opposite."""

    scenario: str
    level: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: steps from easy to hard, or the first campaign."""

    id: str
    minutes: int
    seat: str
    title: Texts
    about: Texts
    exercises: tuple[str, ...]
    steps: tuple[Step, ...]
    campaign: Campaign | None


def parse_lesson(source: str, name: str) -> Lesson:
    """A lesson from its text; a LessonError tells where it is wrong."""
    try:
        data = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{name}: {error}") from error
    try:
        return _lesson(data)
    except (KeyError, TypeError, ValueError) as error:
        problem = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise LessonError(f"{name}: {problem}") from error


def _lesson(data: dict[str, Any]) -> Lesson:
    _no_more(data, _LESSON_KEYS)
    if data["seat"] not in _SEATS:
        raise ValueError(f"{data['seat']!r} is no seat")
    campaign = data.get("campaign")
    steps = []
    for number, step in enumerate(data.get("step", ()), 1):
        try:
            steps.append(_step(step))
        except (KeyError, TypeError, ValueError) as error:
            missing = isinstance(error, KeyError)
            problem = f"{error.args[0]!r} is missing" if missing else str(error)
            raise ValueError(f"step {number}: {problem}") from error
    if campaign is None and not (steps and steps[0].position):
        raise ValueError("the first step has no position")
    return Lesson(
        id=data["id"],
        minutes=data["minutes"],
        seat=data["seat"],
        title=_texts(data["title"], "title"),
        about=_texts(data["about"], "about"),
        exercises=tuple(data.get("exercises", ())),
        steps=tuple(steps),
        campaign=None if campaign is None else Campaign(campaign["scenario"], campaign["level"]),
    )


def _step(data: dict[str, Any]) -> Step:
    _no_more(data, _STEP_KEYS)
    step = Step(
        position=data.get("position", "").strip(),
        view=tuple(_town(town) for town in data.get("view", ())),
        points=tuple(_point(text) for text in data.get("points", ())),
        right=tuple(_action(text) for text in data.get("right", ())),
        fits=tuple(data.get("fits", ())),
        done=tuple(Condition(text) for text in data.get("done", ())),
        dice=tuple(data.get("dice", ())),
        replies=tuple(_action(text) for text in data.get("replies", ())),
        rules=tuple(data.get("rules", ())),
        ask=_texts(data["ask"], "ask"),
        after=_texts(data["after"], "after") if "after" in data else None,
        nudges=tuple(_nudge(nudge) for nudge in data.get("nudge", ())),
    )
    if bool(step.done) != bool(step.right):
        raise ValueError("what is to be done needs both `right` and `done`")
    return step


def _nudge(data: dict[str, Any]) -> Nudge:
    _no_more(data, {"when", "way", "say"})
    return Nudge(
        when=tuple(Condition(text) for text in data["when"]),
        way=tuple(_action(text) for text in data["way"]),
        say=_texts(data["say"], "say"),
    )


def _point(text: str) -> Point:
    kind, _, name = text.partition(" ")
    if name not in _POINTS.get(kind, ()):
        raise ValueError(f"expected something to point at, got {text!r}")
    return Point(kind, name)


def _town(name: str) -> str:
    if name not in TOWN_IDS:
        raise ValueError(f"{name!r} is no town")
    return name


def _action(text: str) -> str:
    return str(Action.parse(text))


def _texts(data: dict[str, str], name: str) -> Texts:
    if set(data) != set(LANGUAGES):
        raise ValueError(f"`{name}` needs the languages {', '.join(LANGUAGES)}")
    return {lang: text.strip() for lang, text in data.items()}


def _no_more(data: dict[str, Any], known: set[str]) -> None:
    if more := sorted(set(data) - known):
        raise ValueError(f"nobody knows what {', '.join(more)} means here")


@functools.cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in the order in which they are learnt."""
    folder = resources.files("napoleon.lessons").joinpath("data")
    names = sorted(item.name for item in folder.iterdir() if item.name[0].isdigit())
    return tuple(parse_lesson(folder.joinpath(name).read_text("utf-8"), name) for name in names)


@functools.cache
def voice() -> dict[str, Texts]:
    """What is said where a lesson has no words of its own: `other` and `stuck`."""
    folder = resources.files("napoleon.lessons").joinpath("data")
    data = tomllib.loads(folder.joinpath(VOICE).read_text("utf-8"))
    return {name: _texts(data[name], name) for name in REMARKS}
