"""The exercises: well formed, legal, with a judge that tells right from wrong."""

import io
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from napoleon.ai.advice.exercises import (
    EXERCISES,
    THEMES,
    Answer,
    Exercise,
    judge,
    play_step,
    read_ease,
    script,
    solve,
)
from napoleon.ai.opponents import LEVELS
from napoleon.cli import LEVELS as OFFERED_LEVELS
from napoleon.cli import main
from napoleon.lab.examination import rank_exercises
from napoleon.manual import manual
from napoleon.rules import Game
from napoleon.rules.engine.dice import SeededDice

BY_ID = {exercise.id: exercise for exercise in EXERCISES}
# These decide the campaign at once, without a fight.
WON_AT_ONCE = (
    "city-open-brussels",
    "city-open-ghent",
    "city-forced-brussels",
    "city-hold-both",
    "city-hold-both-ghent",
    "take-liege-empty",
    "take-brussels-night",
    "force-mounted-instead",
    "force-the-strong",
)

every = pytest.mark.parametrize("exercise", EXERCISES, ids=[one.id for one in EXERCISES])


def test_there_are_enough_of_every_kind() -> None:
    assert len(EXERCISES) >= 66
    assert len(BY_ID) == len(EXERCISES)
    themes = Counter(exercise.theme for exercise in EXERCISES)
    assert set(themes) == set(THEMES)
    assert min(themes.values()) >= 2
    seats = {(exercise.begin().options.players, exercise.seat) for exercise in EXERCISES}
    assert seats == {
        (2, "french"),
        (2, "allied"),
        (3, "french"),
        (3, "anglo-dutch"),
        (3, "prussian"),
    }


@every
def test_it_is_well_formed(exercise: Exercise) -> None:
    for text in (exercise.task, exercise.explanation, exercise.why_sure):
        assert text == text.strip() and text.endswith((".", "?"))
    assert "(" in exercise.explanation  # the section of the rules
    assert exercise.seat in exercise.begin().to_act
    rules = exercise.judge
    if rules["kind"] == "action":
        assert set(rules) in ({"kind", "any_of"}, {"kind", "none_of"})
    else:
        assert rules["kind"] == "step" and set(rules) <= {"kind", "all", "any"}
        assert rules.get("all") or rules.get("any")


@every
def test_it_offers_the_rule_and_knows_what_it_is_about(exercise: Exercise) -> None:
    rules = re.findall(r"\d+(?:\.\d+)*", " ".join(re.findall(r"\((.*?)\)", exercise.explanation)))
    assert rules and all(rule in manual("en").sections for rule in rules), rules
    assert exercise.towns()


def test_what_is_in_view_is_where_the_answer_lies() -> None:
    assert BY_ID["city-open-brussels"].towns() == ["ghent", "brussels", "waterloo"]
    assert "liege" in BY_ID["city-hold-both"].towns()


def test_every_exercise_has_been_measured() -> None:
    ease = read_ease()
    assert set(ease) == set(BY_ID)
    assert all(0 <= share <= 100 for share in ease.values())
    assert len(set(ease.values())) > 5
    # The file is in the order that it tells.
    assert list(ease.values()) == sorted(ease.values(), reverse=True)


def test_ranking_keeps_how_often_each_was_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recruit sees nothing, the officer sees every second one."""
    monkeypatch.setattr("napoleon.lab.examination.EXERCISES", EXERCISES[:2])
    monkeypatch.setattr(
        "napoleon.lab.examination.solve",
        lambda exercise, level, seed: level == "officer" and exercise is EXERCISES[seed % 2],
    )
    path = tmp_path / "ease.json"
    out = io.StringIO()
    rank_exercises(0, 3, out, path)
    assert read_ease(path) == {EXERCISES[0].id: 33, EXERCISES[1].id: 17}
    assert f"{EXERCISES[0].id}  0, 2 of 3" in out.getvalue()


@every
def test_there_is_a_choice(exercise: Exercise) -> None:
    assert len(exercise.begin().legal(exercise.seat)) >= 2


@every
def test_the_right_answer_is_legal_and_right(exercise: Exercise) -> None:
    assert judge(exercise, script(exercise.right))


@every
def test_the_wrong_answer_is_legal_and_wrong(exercise: Exercise) -> None:
    assert not judge(exercise, script(exercise.wrong))


@every
def test_the_position_stays_as_it_is(exercise: Exercise) -> None:
    """Written out in full it is read back, so that it can be sent and kept."""
    text = exercise.begin().position()
    assert Game.from_position(text, SeededDice(1)).position() == text


@pytest.mark.parametrize("name", WON_AT_ONCE)
def test_the_right_answer_wins_the_campaign(name: str) -> None:
    exercise = BY_ID[name]
    game = exercise.begin()
    play_step(game, exercise.seat, script(exercise.right))
    while game.result is None and game.stage == "supply":
        seat = game.to_act[0]
        game.play(seat, next(iter(game.legal(seat))))
    assert game.result is not None
    assert game.result.winner == "french"


def test_chance_does_badly() -> None:
    rng = random.Random(1815)
    answers = [
        judge(exercise, lambda game, seat: rng.choice(game.legal(seat).codes))
        for exercise in EXERCISES * 3
    ]
    assert sum(answers) < 0.25 * len(answers)


def test_the_judge_is_deterministic() -> None:
    answers = [[solve(exercise, "random", 7) for exercise in EXERCISES] for _ in range(2)]
    assert answers[0] == answers[1]
    assert any(answers[0]) and not all(answers[0])


def test_an_action_that_is_not_offered_is_no_answer() -> None:
    with pytest.raises(ValueError, match="is not offered"):
        judge(BY_ID["city-open-brussels"], script(["march FR-C1 ghent"]))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("french at waterloo >= 3", True),
        ("french at waterloo >= 4", False),
        ("FR-2-* at waterloo == 2", True),
        ("allied at hal|wavre == 2", True),
        ("anglo-dutch at brussels == 0", True),
        ("company of PR-1-I1 >= 2", False),
        ("company of FR-2-A >= 3", True),
        ("attack on waterloo", True),
        ("attack", True),
        ("no attack", False),
        ("no attack on hal", True),
        ("rout of french", False),
        ("no rout of allied", True),
        ("played march FR-C1 *", True),
        ("never march *", False),
        ("never force *", True),
    ],
)
def test_conditions(condition: str, holds: bool) -> None:
    text = (
        "turn 5; quatre-bras: FR-C1 FR-2-I1 FR-2-A; waterloo: AD-1-I1; hal: AD-R-I1; wavre: PR-1-I1"
    )
    board = Game.from_position(text, SeededDice(1))
    board.play("french", [f"march {unit} waterloo" for unit in ("FR-C1", "FR-2-I1", "FR-2-A")])
    answer = Answer(board, ["march FR-C1 waterloo", "end"], [])
    assert answer.holds(condition) is holds


def test_a_condition_that_cannot_be_read_is_an_error() -> None:
    board = Game.from_position("turn 5; waterloo: FR-C1; hal: AD-R-I1", SeededDice(1))
    with pytest.raises(ValueError, match="expected a condition"):
        Answer(board, [], []).holds("the enemy looks worried")


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercises", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.endswith((" right", " wrong"))]) == len(EXERCISES)
    assert lines[-1].startswith("random: ") and lines[-1].endswith("%")
    assert OFFERED_LEVELS == LEVELS
