"""A lesson being played: where the pupil stands, what is asked now, and what there is to say of it.

Nothing is kept between two looks. A course begins at the start of a step, reached the right way,
and is told what the pupil has played since; the same dice fall again.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from napoleon.lessons.conditions import Deed, holds, matches
from napoleon.lessons.reading import Lesson, Nudge, Step
from napoleon.rules import Action, Game, RuleError
from napoleon.rules.engine.dice import Dice, SeededDice

NEXT: Final = "next"  # said instead of an action: a step that is only read is left behind
_SEED: Final = 1815
_MOST_REPLIES: Final = 400


class Illegal(ValueError):
    """The pupil may not do this now."""


class Remark(Enum):
    """What is said where a lesson has no words of its own."""

    OTHER = "other"  # allowed, but not what was asked
    STUCK = "stuck"  # what was asked cannot be done any more


class LessonDice:
    """The dice of the step, then dice like any others."""

    def __init__(self) -> None:
        self.left: list[int] = []
        self.is_off = False  # more dice fell than the step has
        self._more: Dice = SeededDice(_SEED)

    def load(self, values: tuple[int, ...]) -> None:
        """Another step begins."""
        self.left = list(values)

    def roll(self, sides: int) -> int:
        """The next number."""
        if self.left and self.left[0] <= sides:
            return self.left.pop(0)
        self.is_off = True
        return self._more.roll(sides)

    def copy(self) -> LessonDice:
        """Dice that will show the same numbers from here on."""
        twin = LessonDice()
        twin.left, twin.is_off, twin._more = self.left[:], self.is_off, self._more.copy()
        return twin


class Course:
    """A lesson from the start of a step on."""

    def __init__(self, lesson: Lesson, start: int = 0) -> None:
        """At the start of this step; ValueError if there is no such step."""
        if not 0 <= start < len(lesson.steps):
            raise ValueError(f"lesson {lesson.id} has no step {start}")
        self.lesson = lesson
        self.first = max(n for n in range(start + 1) if lesson.steps[n].position)
        self.step = self.first  # the one that is asked
        self.finished: int | None = None  # the one that was done last
        self.is_closed = False  # what was asked is done, and what follows begins elsewhere
        self.remark: Nudge | Remark | None = None
        self.dice = LessonDice()
        self._enter(self.first)
        self.game = Game.from_position(self.now.position, self.dice)
        self._since = self.game.event_count
        for number in range(self.first, start):
            for action in lesson.steps[number].right or (NEXT,):
                self.act(action)
        self.finished = None

    @property
    def now(self) -> Step:
        """The step that is asked."""
        return self.lesson.steps[self.step]

    @property
    def is_over(self) -> bool:
        """Whether the last step is done."""
        return self.is_closed and self.step == len(self.lesson.steps) - 1

    def act(self, action: str) -> None:
        """The pupil plays an action, or has read on; Illegal if that is not allowed now."""
        if action == NEXT:
            self._read_on()
            return
        if self.is_closed:
            raise Illegal(action)
        while not self.now.done and self._goes_on():
            self._pass()
        try:
            is_legal = Action.parse(action) in self.game.legal(self.lesson.seat)
        except RuleError as error:
            raise Illegal(action) from error
        if not is_legal:
            raise Illegal(action)
        self.game.play(self.lesson.seat, action)
        self._played.append(action)
        self._reply()
        self._judge()

    def _read_on(self) -> None:
        if self.now.done or self.is_closed:
            raise Illegal(NEXT)
        self._pass()

    def _deed(self) -> Deed:
        return Deed(self.game, tuple(self._played), self._since)

    def _judge(self) -> None:
        deed = self._deed()
        if self.now.done and holds(self.now.done, deed):
            self._pass()
            return
        self.remark = next((nudge for nudge in self.now.nudges if holds(nudge.when, deed)), None)
        if self.remark is None:
            fitting = (*self.now.right, *self.now.fits)
            if self.lesson.seat not in self.game.to_act:
                self.remark = Remark.STUCK
            elif not all(matches(action, fitting) for action in self._played):
                self.remark = Remark.OTHER

    def _goes_on(self) -> bool:
        """Whether the next step is played on the same board."""
        after = self.step + 1
        return after < len(self.lesson.steps) and not self.lesson.steps[after].position

    def _pass(self) -> None:
        """The step is done."""
        self.finished = self.step
        self.remark = None
        if self._goes_on():
            self._enter(self.step + 1)
            self._since = self.game.event_count
        else:
            self.is_closed = True

    def _enter(self, step: int) -> None:
        self.step = step
        self.dice.load(self.now.dice)
        self._played: list[str] = []
        self._replies = list(self.now.replies)

    def _reply(self) -> None:
        """The others do what is written; beyond that they end, or do what is offered first.

        Where nothing follows on this board it stays as it was when the step was done.
        """
        is_last = not self._goes_on()
        for _ in range(_MOST_REPLIES):
            if self.game.result is not None or self.lesson.seat in self.game.to_act:
                return
            if is_last and holds(self.now.done, self._deed()):
                return
            seat = self.game.to_act[0]
            offers = [str(action) for action in self.game.legal(seat)]
            wanted = self._replies.pop(0) if self._replies else "end"
            self.game.play(seat, wanted if wanted in offers else _modest(offers))


def _modest(offers: list[str]) -> str:
    return "end" if "end" in offers else offers[0]
