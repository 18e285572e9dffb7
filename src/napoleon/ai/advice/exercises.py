"""Exercises: positions with a clearly right answer, and how an answer is judged.

They stand in `data/exercises.json`, written as texts for people to read and correct. An exercise is
put to whoever can choose: `judge` asks for each decision, and looks at what came of them.

A judge is a small piece of data. `{"kind": "action", "any_of": [...]}` looks at the first decision:
one of these action texts (`*` and `?` stand for anything), or with `none_of` none of them.
`{"kind": "step", "all": [...], "any": [...]}` lets the seat play its step to the end (march and
forced march are one, so is a battle turn) and looks at the board as the seat left it:

    french at brussels >= 1     so many units of a side, of an army or by name (AD-*-I*) in a town
    AD-W in reserve == 0        the same for an area of the battlefield, by its own side's name
    allied in left|enemy-right >= 1     in the one or the other
    company of PR-B >= 3        units of his army in the unit's town, himself included
    attack on ligny             both sides stand there; `no attack on ligny`, `no attack`
    rout of french              a side was routed; `no rout of french`
    played square AD-1-I1       the seat did this; `never retreat *`: it did not
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import UNIT_IDS, find_units
from napoleon.rules.engine.actions import Action, format_code, parse_code
from napoleon.rules.engine.dice import Dice, ScriptedDice, SeededDice

DATA: Final = Path(__file__).parents[1] / "data" / "exercises.json"
EASE: Final = DATA.with_name("exercise_ease.json")  # measured by `napoleon exercises --rank`
THEMES: Final = (
    "concentration",
    "cover",
    "deployment",
    "forced marches",
    "guns",
    "last turns",
    "leaders",
    "losses",
    "odds",
    "reserves",
    "retreat",
    "rout",
    "skirmish",
    "squares",
    "supply cities",
    "supply losses",
)
MOST_DECISIONS: Final = 400  # of all seats; nobody needs that many for a step
_SEED: Final = 1
_OPERATORS: Final[dict[str, Callable[[int, int], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
}
_COUNT: Final = re.compile(r"(\S+) (at|in) (\S+) (>=|<=|==) (\d+)")
_COMPANY: Final = re.compile(r"company of (\S+) (>=|<=|==) (\d+)")
_ATTACK: Final = re.compile(r"(no )?attack(?: on (\S+))?")
_ROUT: Final = re.compile(r"(no )?rout of (french|allied)")
_PLAYED: Final = re.compile(r"(played|never) (.+)")

# What somebody who is asked does: the code of an offered action.
Choice = Callable[[Game, str], int]


class Exercise:
    """A position, what is asked of one seat in it, and what is a right answer.

    `right` and `wrong` are an example of each, as action texts; `why_sure` is the argument for it.
    """

    __slots__ = (
        "dice",
        "explanation",
        "id",
        "judge",
        "position",
        "right",
        "seat",
        "task",
        "theme",
        "why_sure",
        "wrong",
    )

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.theme: str = data["theme"]
        self.seat: str = data["seat"]
        self.position = "\n".join(data["position"])
        self.task: str = data["task"]
        self.explanation: str = data["explanation"]
        self.judge: dict[str, Any] = data["judge"]
        self.right: list[str] = data["right"]
        self.wrong: list[str] = data["wrong"]
        self.why_sure: str = data["why_sure"]
        self.dice: int | None = data.get("dice")  # what every die shows, where that matters

    def towns(self) -> list[str]:
        """The towns that it is about: of the right answer, and of what is judged."""
        game = self.begin()
        words = [word for text in self.right for word in text.split()]
        for condition in (*self.judge.get("all", ()), *self.judge.get("any", ())):
            words += [word for part in condition.split() for word in part.split("|")]
        places = [game.where(word) if word in UNIT_IDS else word for word in words]
        if not any(place in TOWN_IDS for place in places):
            places = [game.where(unit) for unit in UNIT_IDS]
        return [town for town in TOWN_IDS if town in places]

    def begin(self) -> Game:
        """The game at the decision."""
        dice: Dice = SeededDice(_SEED)
        if self.dice is not None:
            dice = ScriptedDice([self.dice] * 1000)
        return Game.from_position(self.position, dice)


def read_exercises(path: Path = DATA) -> list[Exercise]:
    """The exercises of a file."""
    return [Exercise(data) for data in json.loads(path.read_text("utf-8"))]


EXERCISES: Final[list[Exercise]] = read_exercises()


def read_ease(path: Path = EASE) -> dict[str, int]:
    """How often each exercise was solved by those who do not always see the point, in percent."""
    data = json.loads(path.read_text("utf-8"))
    asked = data["times"] * len(data["levels"])
    return {name: round(100 * sum(right) / asked) for name, right in data["right"].items()}


class Answer:
    """How a seat played its step: the board as it left it, and what it did."""

    __slots__ = ("board", "events", "played")

    def __init__(self, board: Game, played: list[str], events: list[dict[str, object]]) -> None:
        self.board = board
        self.played = played
        self.events = events

    def holds(self, condition: str) -> bool:
        """Whether one condition of a judge is met."""
        if found := _COUNT.fullmatch(condition):
            who, how, place, sign, number = found.groups()
            return _OPERATORS[sign](self._count(who, how, place), int(number))
        if found := _COMPANY.fullmatch(condition):
            unit, sign, number = found.groups()
            town = self.board.where(unit)
            company = self._count(unit[:3] + "*", "at", town) if town in TOWN_IDS else 0
            return _OPERATORS[sign](company, int(number))
        if found := _ATTACK.fullmatch(condition):
            towns = [found[2]] if found[2] else TOWN_IDS
            return any(self._is_contested(town) for town in towns) != bool(found[1])
        if found := _ROUT.fullmatch(condition):
            routed = [event["side"] for event in self.events if event["kind"] == "routed"]
            return (found[2] in routed) != bool(found[1])
        if found := _PLAYED.fullmatch(condition):
            return is_any(self.played, [found[2]]) == (found[1] == "played")
        raise ValueError(f"expected a condition of an exercise, got {condition!r}")

    def _count(self, who: str, how: str, place: str) -> int:
        look = self.board.where if how == "at" else self.board.area
        places = place.split("|")
        return sum(look(unit) in places for unit in find_units(who))

    def _is_contested(self, town: str) -> bool:
        return bool(self._count("french", "at", town) and self._count("allied", "at", town))


def is_any(texts: Iterable[str], patterns: Iterable[str]) -> bool:
    """Whether one of these texts has one of these patterns."""
    patterns = list(patterns)
    return any(fnmatchcase(text, pattern) for text in texts for pattern in patterns)


def judge(exercise: Exercise, choose: Choice) -> bool:
    """Whether somebody's answer is right; he is asked for each decision of the exercise's seat."""
    game = exercise.begin()
    rules = exercise.judge
    if rules["kind"] == "action":
        text = format_code(choose(game, exercise.seat))
        if "any_of" in rules:
            return is_any([text], rules["any_of"])
        return not is_any([text], rules["none_of"])
    answer = play_step(game, exercise.seat, choose)
    return all(answer.holds(condition) for condition in rules.get("all", ())) and (
        "any" not in rules or any(answer.holds(condition) for condition in rules["any"])
    )


def play_step(game: Game, seat: str, choose: Choice) -> Answer:
    """Let a seat play its step to the end; the others end theirs, or do what is offered first."""
    start = game.event_count
    step = _step(game)
    board: Game | None = None  # as the seat left it
    played: list[str] = []
    for _ in range(MOST_DECISIONS):
        if seat in game.to_act and _step(game) == step:
            was_march = game.stage == "march"
            code = choose(game, seat)
            played.append(format_code(code))
            board = game.copy() if played[-1] == "end" else None
            game.play(seat, Action(code))
            if board is not None and not was_march:
                break
        elif game.stage == "lose" or (game.result is None and _step(game) == step):
            # An enemy's losses in the midst of it, or an ally who marches at the same time.
            _pass(game)
        else:
            break
    events = [event.as_dict() for event in game.events[start:]]
    return Answer(board if board is not None else game, played, events)


def _step(game: Game) -> tuple[str, int, str | None, int]:
    """What is being decided: a march and its forced march are one."""
    stage = "march" if game.stage == "force" else game.stage
    town = game.town
    rounds = [fight.round for fight in game.state.fights if TOWN_IDS[fight.town] == town]
    return stage, game.turn, town, rounds[0] if rounds else 0


def _pass(game: Game) -> None:
    """Who is not asked ends his step, or does what is offered first."""
    seat = game.to_act[0]
    codes = game.legal(seat).codes
    ends = [code for code in codes if format_code(code) == "end"]
    game.play(seat, Action((ends or codes)[0]))


def script(actions: list[str]) -> Choice:
    """Choose these actions in turn, then end; an error tells of one that is not offered."""
    left = [parse_code(text) for text in actions]

    def choose(game: Game, seat: str) -> int:
        code = left.pop(0) if left else parse_code("end")
        if code not in game.legal(seat).codes:
            raise ValueError(f"{format_code(code)} is not offered to {seat} at {game.stage}")
        return code

    return choose


def solve(exercise: Exercise, level: str, seed: int = _SEED) -> bool:
    """Whether an opponent of this level answers rightly."""
    opponent = SeatedOpponent(level, exercise.seat, seed)
    opponent.opponent.effort.seconds = 0.0  # no clock: the same seed gives the same answer
    return judge(exercise, lambda game, seat: opponent.choose(game).code)
