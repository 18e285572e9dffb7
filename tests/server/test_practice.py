"""Exercises over HTTP: nothing is stored, and the answer is judged."""

from __future__ import annotations

import re

import msgspec
import pytest
from tests.server.playing import Server

from napoleon.ai.advice.exercises import EXERCISES, Exercise
from napoleon.rules.words.language import ENGLISH
from napoleon.server.http import practice
from napoleon.server.http.messages import ExerciseState, Try
from napoleon.server.http.practice import attempt
from napoleon.server.http.practice import show as show_message
from napoleon.server.refusals import Refused


def show(exercise: Exercise, data: Try) -> ExerciseState:
    """An exercise as the client reads it."""
    return msgspec.json.decode(
        msgspec.json.encode(show_message(exercise, data)), type=ExerciseState
    )


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda one: one.id)
def test_every_exercise_can_be_shown_and_answered(exercise: Exercise) -> None:
    first = show(exercise, Try([]))
    assert first.offers and first.verdict is None
    assert first.seat == exercise.seat and exercise.seat in first.view.to_act
    for answer, is_right in ((exercise.right, True), (exercise.wrong, False)):
        played: list[str] = []
        found = None
        for action in [*answer, *["end"] * 5]:
            if found is not None:
                break
            played.append(action)
            found = attempt(exercise, played)[1]
        assert found is is_right, (answer, played)
        last = show(exercise, Try(played))
        assert last.verdict is not None and last.verdict.right is is_right
        assert last.verdict.explanation and last.offers == []
        # Who knows all events but the last is told the last.
        known = len(last.events)
        assert show(exercise, Try(played, since=known)).events == []
        assert show(exercise, Try(played, since=known - 1)).events == last.events[-1:]


def test_what_is_not_offered_is_refused() -> None:
    exercise = EXERCISES[0]
    for wrong in ("march FR-N maastricht", "jump", "end end"):
        with pytest.raises(Refused):
            attempt(exercise, [wrong])


def test_over_http(server: Server) -> None:
    person = server.visitor()
    before = person.get("/api/games")
    listed = person.get("/api/exercises?lang=nl")
    assert len(listed) == len(EXERCISES)
    # From easy to hard, each with the towns to have in sight.
    assert [one["ease"] for one in listed] == sorted((one["ease"] for one in listed), reverse=True)
    assert all(one["view"] for one in listed)
    name = listed[0]["id"]
    state = person.post(f"/api/exercises/{name}", {"actions": []})
    assert state["offers"]
    after = person.post(f"/api/exercises/{name}", {"actions": [state["offers"][0]]})
    assert after["v"] == 1
    why = person.post(
        f"/api/exercises/{name}/why", {"actions": [], "action": "march FR-1-I1 liege"}
    )
    assert not why["ok"] and why["text"]
    master = person.get(f"/api/exercises/{name}/marshal")
    assert master["actions"] and isinstance(master["right"], bool)
    assert person.refused("/api/exercises/none", {"actions": []}) == (404, "not-found")
    assert person.refused(f"/api/exercises/{name}", {"actions": ["jump"]})[0] == 400
    assert person.get("/api/games") == before


def test_those_who_march_to_one_town_are_one_step() -> None:
    exercise = next(
        one for one in EXERCISES if len([a for a in one.right if a.startswith("march")]) > 3
    )
    steps = practice.tell_steps(exercise, exercise.right, ENGLISH)
    assert len(steps) < len(exercise.right)
    sums = [step for step in steps if " from " in step]
    assert sums
    told = sum([int(number) for step in sums for number in re.findall(r"(\d+) from ", step)])
    assert told + len(steps) - len(sums) == len(exercise.right), "each march is counted once"
