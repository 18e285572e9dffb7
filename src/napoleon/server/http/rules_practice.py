"""Diagrams of the rules to be tried: a seat plays on from the position, an officer the others.

Nothing is stored: as with exercises the client sends all that it has played so far, and the same
dice fall again. It ends with the turn.
"""

from __future__ import annotations

import zlib
from typing import Final, cast

from litestar import get, post

from napoleon.ai.opponents import SeatedOpponent
from napoleon.manual import Diagram, available, manual
from napoleon.manual.diagrams import set_up
from napoleon.rules import Game, RuleError, SeededDice
from napoleon.rules.words.language import N_, Language
from napoleon.server import texts
from napoleon.server.http.messages import (
    AskDiagram,
    DiagramInfo,
    ExerciseState,
    ExerciseWhy,
    TryDiagram,
    Verdict,
)
from napoleon.server.http.practice import state_parts
from napoleon.server.refusals import Refused
from napoleon.server.table.view_message import Seat

LEVEL: Final = "officer"
MOST_DECISIONS: Final = 2000  # of the others between two of the seat
THE_END: Final = N_(
    "The turn is over, and so is this position. Play it again with other dice, or read on."
)


class Falling:
    """The dice of an attempt: first those that the diagram names, then by chance."""

    def __init__(self, first: tuple[int, ...], seed: int) -> None:
        self._first = list(first)
        self._then = SeededDice(seed)

    def roll(self, sides: int) -> int:
        """The next number."""
        return self._first.pop(0) if self._first else self._then.roll(sides)

    def copy(self) -> Falling:
        """Dice that will show the same numbers from here on."""
        twin = Falling(tuple(self._first), 0)
        twin._then = self._then.copy()
        return twin


class Attempt:
    """A game from the position of a diagram, and who plays the other seats."""

    def __init__(self, name: str, diagram: Diagram, seed: int) -> None:
        self.seat = diagram.attempt
        chance = zlib.crc32(f"{name} {seed}".encode())
        self.game: Game = set_up(diagram, Falling(diagram.dice, chance))
        self._turn = self.game.turn
        self._others = {
            str(seat): SeatedOpponent(LEVEL, seat, chance)
            for seat in self.game.seats
            if seat != self.seat
        }

    def is_over(self) -> bool:
        """Whether the turn has ended, and so all there is to try."""
        return self.game.turn != self._turn or self.game.result is not None

    def play(self, text: str, language: Language) -> None:
        """Do something as the seat, and let the others answer."""
        if self.is_over():
            raise Refused("closed", "the game has ended")
        try:
            refusal = self.game.why_not(self.seat, text, language)
        except RuleError as error:
            raise Refused("bad-request", error.message) from error
        if refusal is not None:
            raise Refused("illegal", refusal.text, refusal.rule)
        self.game.play(self.seat, text)
        for _ in range(MOST_DECISIONS):
            to_act = [str(seat) for seat in self.game.to_act]
            if self.is_over() or self.seat in to_act or not to_act:
                return
            self._others[to_act[0]].play(self.game)


def find(name: str) -> Diagram:
    """A diagram that can be tried."""
    diagram = manual("en").diagrams.get(name)
    if diagram is None or not diagram.attempt:
        raise Refused("not-found", N_("there is no such position"))
    return diagram


def attempt(data: TryDiagram | AskDiagram, name: str) -> Attempt:
    """The game after what was played."""
    tried = Attempt(name, find(name), data.seed)
    language = texts.language(texts.choose_language(data.lang))
    for action in data.actions:
        tried.play(action, language)
    return tried


def show(name: str, data: TryDiagram) -> ExerciseState:
    """The `state` of docs/protocol.md; with a verdict when it is over."""
    lang = texts.choose_language(data.lang)
    tried = attempt(data, name)
    parts = state_parts(
        tried.game, tried.seat, len(data.actions), data.since, lang, is_closed=tried.is_over()
    )
    verdict = Verdict(True, texts.say(THE_END, lang), []) if tried.is_over() else None
    return ExerciseState(**parts, verdict=verdict)


@get("/api/diagrams/{name:str}", sync_to_thread=True)
def describe_diagram(name: str, lang: str = "en") -> DiagramInfo:
    """Who plays it, and what it shows."""
    diagram = find(name)
    book = manual(lang if lang in available() else "en")
    title = book.diagrams[name].title
    return DiagramInfo(cast("Seat", diagram.attempt), name.partition("-")[0], title)


@post("/api/diagrams/{name:str}", status_code=200, sync_to_thread=True)
def try_diagram(name: str, data: TryDiagram) -> ExerciseState:
    """The position after what was played."""
    return show(name, data)


@post("/api/diagrams/{name:str}/why", status_code=200, sync_to_thread=True)
def why_not_there(name: str, data: AskDiagram) -> ExerciseWhy:
    """Why an action is not allowed."""
    return explain(name, data)


def explain(name: str, data: AskDiagram) -> ExerciseWhy:
    """Why an action is not allowed, if it is not."""
    language = texts.language(texts.choose_language(data.lang))
    tried = attempt(data, name)
    try:
        refusal = tried.game.why_not(tried.seat, data.action, language)
    except RuleError as error:
        return ExerciseWhy(False, error.rule, error.message)
    if refusal is None:
        return ExerciseWhy(True)
    return ExerciseWhy(False, refusal.rule, refusal.text)


DIAGRAMS = [describe_diagram, try_diagram, why_not_there]
