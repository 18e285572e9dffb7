"""Lessons over HTTP: nothing is stored, and the voice answers to what was played."""

from __future__ import annotations

import msgspec
import pytest
from tests.server.playing import Server

from napoleon.lessons import NEXT, Lesson, lessons
from napoleon.server.http.lessons import follow
from napoleon.server.http.lessons import show as show_message
from napoleon.server.http.messages import LessonState, LessonTry
from napoleon.server.refusals import Refused

PLAYED = [lesson for lesson in lessons() if lesson.steps]


def show(lesson: Lesson, data: LessonTry) -> LessonState:
    """A lesson as the client reads it."""
    return msgspec.json.decode(msgspec.json.encode(show_message(lesson, data)), type=LessonState)


@pytest.mark.parametrize("lesson", PLAYED, ids=lambda one: one.id)
def test_every_lesson_is_led_to_its_end(lesson: Lesson) -> None:
    """As the client does it: what was asked is played, until the board changes."""
    start, actions, known = 0, list[str](), 0
    asked = 0
    while True:
        state = show(lesson, LessonTry(start, actions, known))
        assert state.seat == lesson.seat and state.v == len(actions)
        assert state.first == known
        known += len(state.events)
        voice = state.voice
        if voice.over:
            assert (state.prompt, state.rule) == ("The lesson is over", "")
            break
        assert (state.prompt == "This part of the lesson is done") == voice.done
        if voice.done:
            assert voice.after and not voice.ask and not state.offers
            start, actions, known = voice.step + 1, [], 0
            continue
        asked += 1
        assert voice.ask and not voice.nudge and voice.rules
        assert voice.right == [NEXT] if voice.reads else voice.right[0] in state.offers
        actions = [*actions, *voice.right]
    assert asked == len(lesson.steps)


def test_what_was_done_instead_is_told() -> None:
    lesson = PLAYED[0]
    wrong = show(lesson, LessonTry(1, ["march FR-4-I beaumont"]))
    assert "Laneffe" in wrong.voice.nudge and wrong.voice.step == 1
    assert wrong.view.can_undo and wrong.offers
    assert "Laneffe" in show(lesson, LessonTry(1, ["march FR-4-I beaumont"], 0, "nl")).voice.nudge
    assert show(lesson, LessonTry(1, [])).voice.nudge == ""


def test_what_comes_after_the_end_of_a_scene_is_of_no_account() -> None:
    lesson = PLAYED[1]
    right = list(lesson.steps[0].right)
    assert follow(lesson, 0, [*right, "end", "end"]).is_closed


def test_what_is_not_offered_is_refused() -> None:
    for wrong in ("march FR-N maastricht", "jump", "end end"):
        with pytest.raises(Refused):
            follow(PLAYED[0], 1, [wrong])
    with pytest.raises(Refused):
        follow(PLAYED[0], 99, [])


def test_over_http(server: Server) -> None:
    person = server.visitor()
    listed = person.get("/api/lessons?lang=nl")
    assert [one["id"] for one in listed] == [lesson.id for lesson in lessons()]
    assert listed[0]["title"] == "Blokken en marsen" and listed[0]["game"] is None
    assert listed[-1]["game"] == {"scenario": "historical", "level": "recruit"}
    state = person.post("/api/lessons/marches", {"step": 0, "actions": []})
    assert state["voice"]["reads"] and state["offers"]
    body = {"step": 1, "actions": [], "action": "march FR-4-I ligny"}
    why = person.post("/api/lessons/marches/why", body)
    assert not why["ok"] and why["text"]
    begin = {"step": 0, "actions": []}
    assert person.refused("/api/lessons/none", begin) == (404, "not-found")
    assert person.refused("/api/lessons/campaign", begin) == (404, "not-found")
    assert person.refused("/api/lessons/marches", {"step": 0, "actions": ["jump"]})[0] == 409
    assert person.refused("/api/lessons/marches", {"step": -1, "actions": []})[0] == 400
