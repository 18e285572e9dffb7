"""A player's question: the view that a person would get, and nothing that is hidden."""

from __future__ import annotations

import ast
import gc
import inspect
import json
import random
from pathlib import Path

import pytest

import napoleon.lab
from napoleon.lab import Question
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.lab.shuffle import shuffle_hidden
from napoleon.rules import Action, Game, NotYourTurn, Seat, SeededDice
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.engine.state import State
from napoleon.rules.notation.writing import format_position
from napoleon.rules.standing import Standing


def spread(asked: Question) -> str:
    """Everything that a question tells, as text."""
    return json.dumps(
        [
            asked.seat,
            asked.legal.codes,
            asked.view.as_dict(),
            asked.observe().hex(),
            format_position(asked.sketch.state),
            asked.sketch.dealt_units(),
            [asked.sketch.dealt, asked.sketch.armies, asked.sketch.handicap],
            [event.as_dict() for event in asked.events],
            [sighting.as_dict() for sighting in asked.sightings],
        ]
    )


def play_one(game: Game, rng: random.Random) -> None:
    """Play an action drawn by chance for a seat that is to act."""
    seat = rng.choice(game.to_act)
    game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, rng)))


@pytest.mark.parametrize("seed", range(8))
def test_the_view_is_that_of_a_person_in_whole_games(seed: int) -> None:
    """Two and three players, both scenarios, open and hidden, with what can be undone."""
    game = new_random_game(seed)
    rng = random.Random(seed)
    asked = 0
    undoable = 0
    while game.to_act and asked < 500:
        for seat in game.to_act:
            view = Question.of(game, seat).view
            assert view.as_dict() == game.view(seat).as_dict()
            asked += 1
            undoable += view.can_undo
        play_one(game, rng)
    assert asked > 100 and 0 < undoable < asked


@pytest.mark.parametrize("seed", range(8))
def test_hidden_blocks_that_change_places_ask_the_same(seed: int) -> None:
    game = new_random_game(seed)
    rng = random.Random(seed)
    shuffled = 0
    for step in range(240):
        if not game.to_act:
            break
        for seat in game.to_act if step % 4 == 0 else ():
            twin = Game(shuffle_hidden(game.state, seat.armies, rng), "", game.copy())
            shuffled += twin.position() != game.position()
            assert spread(Question.of(twin, seat)) == spread(Question.of(game, seat))
        play_one(game, rng)
    assert shuffled > 20


def reachable(thing: object) -> list[object]:
    """All objects that can be reached from one, but for modules, classes and functions."""
    found: dict[int, object] = {}
    edge = [thing]
    while edge:
        each = edge.pop()
        is_code = inspect.ismodule(each) or inspect.isclass(each) or inspect.isroutine(each)
        if id(each) not in found and not is_code:
            found[id(each)] = each
            edge += gc.get_referents(each)
    return list(found.values())


def test_a_question_leads_to_no_game_and_no_state_but_its_sketch() -> None:
    game = Game.new(dice=SeededDice(3))
    asked = Question.of(game, "french")
    for _ in range(2):
        held = reachable(asked)
        assert any(each is asked.sketch for each in held)
        assert not any(isinstance(each, Game) for each in held)
        assert [each for each in held if isinstance(each, State)] == [asked.sketch.state]
        assert asked.view.seat == "french"  # and once more, when the view is made


def test_the_view_is_made_when_it_is_read_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[State] = []

    def standing(state: State, start: str) -> Standing:
        made.append(state)
        return Standing(state, start)

    monkeypatch.setattr("napoleon.lab.question.Standing", standing)
    asked = Question.of(Game.new(), Seat.FRENCH)
    asked.observe()
    assert not made
    assert asked.view is asked.view
    assert made == [asked.sketch.state]


def test_a_view_belongs_to_its_reader() -> None:
    game = Game.new(dice=SeededDice(3))
    asked = Question.of(game, "french")
    asked.view.units[0].strength = 99
    asked.view.blocks.clear()
    asked.view.losses["french"].append("FR-N")
    assert Question.of(game, "french").view.as_dict() == game.view("french").as_dict()


def test_a_seat_is_named_as_the_game_names_it() -> None:
    game = Game.from_position("turn 2; namur: PR-1-C; charleroi: FR-C3")
    for name in ("Allied", "prussian", Seat.ALLIED):
        asked = Question.of(game, name)
        assert asked.seat == asked.view.seat == "allied"


def test_only_a_seat_that_is_to_act_is_asked() -> None:
    with pytest.raises(NotYourTurn, match="allied is not to act"):
        Question.of(Game.new(), "allied")


def test_stand_ins_are_enemies_that_the_seat_cannot_name() -> None:
    asked = Question.of(Game.new(), "french")
    hidden = sum(blocks.count for blocks in asked.view.blocks)
    dealt = asked.sketch.dealt_units()
    assert len(dealt) == hidden == 34
    assert asked.board is SHIPPED
    assert not any(unit.startswith("FR-") for unit in dealt)


def test_the_promised_names_have_words_for_every_attribute() -> None:
    """Read from the sources: a compiled class has no words of its own."""
    assert napoleon.lab.__all__ == ["Player", "Question", "Sketch"]
    package = Path(__file__).parents[2] / "src" / "napoleon"
    files = [package / "lab" / "question.py", package / "rules" / "knowledge" / "sketch.py"]
    nodes = [node for file in files for node in ast.parse(file.read_text("utf-8")).body]
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    for name in napoleon.lab.__all__:
        words = ast.get_docstring(classes[name]) or ""
        fields = getattr(getattr(napoleon.lab, name), "__slots__", ())
        assert [each for each in fields if each[0] != "_" and f"- `{each}`: " not in words] == []
        methods = [node for node in classes[name].body if isinstance(node, ast.FunctionDef)]
        assert words and methods
        assert [method.name for method in methods if not ast.get_docstring(method)] == []
