"""Plans against each other: all are tried on the same samples with the same dice, the worse half is
dropped, and so on (sequential halving)."""

from __future__ import annotations

import time

from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.orders import Order
from napoleon.ai.knowledge.tally import ENOUGH, Tally
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_UNITS,
    DEFEAT_AT,
    FRENCH,
    SIDE_OF,
    count,
)
from napoleon.rules.engine.state import State


class Course:
    """What happened on the way when a plan was carried out, added up over its trials."""

    __slots__ = ("ends", "lost", "number", "struck")

    def __init__(self) -> None:
        self.number = 0
        # Own units lost until the enemy's next turn was over; not those that went home with a
        # beaten army.
        self.lost = 0
        self.ends = [0, 0, 0]  # trials in which each army was beaten by then
        self.struck = [0] * len(TOWN_IDS)  # trials in which the enemy then attacked each town

    def note(self, before: State, after: State, side: int) -> None:
        """Count what a side has lost since the plan was made, and which armies are beaten."""
        for army in range(3):
            was = count(before.lost & ARMY_UNITS[army])
            now = count(after.lost & ARMY_UNITS[army])
            if after.defeated & ~before.defeated & 1 << army:
                self.ends[army] += 1
                now = max(was, DEFEAT_AT[army])  # the others went home
            if SIDE_OF[army] == side:
                self.lost += now - was


class Trial(Tally):
    """A plan, and what it has come to so far."""

    __slots__ = ("course", "orders")

    def __init__(self, orders: list[Order], promise: float = 0.0) -> None:
        super().__init__(promise)
        self.orders = orders
        self.course = Course()


class Contest:
    """Compares plans for the side whose turn it is. A plan is preferred to the first if it is
    better by `clear` standard errors, and by `least`. What plans promise is given `faith`; none is
    given up before `patience` trials."""

    __slots__ = ("armies", "clear", "faith", "judge", "least", "patience", "seed", "side")

    def __init__(
        self,
        judge: Judge,
        armies: int,
        seed: int,
        least: float,
        clear: float = 0.0,
        faith: float = 0.0,
    ) -> None:
        self.judge = judge
        self.armies = armies
        self.seed = seed
        self.side = FRENCH if armies & 1 else ALLIED
        self.clear = clear
        self.faith = faith
        self.least = least
        self.patience = ENOUGH

    def attempt(self, sample: State, trial: Trial, number: int) -> float:
        """Carry a plan out once, with the dice of this number; the own side's chance to win."""
        raise NotImplementedError

    def compare(
        self, plans: list[Trial], samples: list[State], trials: int, deadline: float
    ) -> Trial:
        """The best plan by about so many trials in all. The first stays to the end: the others are
        measured by it."""
        first = plans[0]
        left = plans[:]
        rounds = 1
        while 1 << rounds < len(left):
            rounds += 1
        number = 0
        is_over = len(left) == 1
        while not is_over:
            is_over = len(left) <= 2
            for _ in range(max(1, trials // (rounds * len(left)))):
                if not self._try_all(samples[number % len(samples)], left, number, deadline):
                    return self._best_of(first, left)
                number += 1
                left = [
                    one
                    for one in left
                    if one is first or not one.is_hopeless(self.least, self.faith, self.patience)
                ]
                if len(left) == 1:
                    return first
            rest = left[1:]
            rest.sort(key=lambda trial: -trial.likely_gain(self.faith))
            left = [first, *rest[: len(left) // 2]]
        return self._best_of(first, left)

    def _try_all(self, sample: State, left: list[Trial], number: int, deadline: float) -> bool:
        """Try each plan once more; False: the time is up, maybe before all were tried."""
        base = 0.0
        for index, trial in enumerate(left):
            value = self.attempt(sample, trial, number)
            if index == 0:
                base = value
            trial.take_in(value, base)
            if deadline > 0.0 and time.monotonic() > deadline:
                return False
        return True

    def _best_of(self, first: Trial, left: list[Trial]) -> Trial:
        best = first
        most = 0.0
        for trial in left:
            gain = trial.likely_gain(self.faith)
            if gain > most and trial.is_clear(self.clear, self.least, self.faith):
                best = trial
                most = gain
        return best
