"""The marches of a turn, beside those that the staff would have ordered: what they cost.

A first look, one turn ahead, only finds what is worth a second one (`story.py`). That one is the
emperor's: what was done is compared with the plans that come to his mind, each carried out again
and again with some turns played on; and what he prefers is tried against it once more, on guesses
and dice of its own. Only where it is clearly better anything is told, so that nobody is blamed for
what the staff would have done, nor by chance.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.advice.account import Choice
from napoleon.ai.campaign.contest import Trial
from napoleon.ai.campaign.grand_search import PLAYED_OUT, GrandSearch
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.orders import Order, carry_out, carry_out_all
from napoleon.ai.campaign.search import key_of
from napoleon.ai.opponents import is_whole
from napoleon.ai.talents import DEPTH, SHORT_DEPTH, is_compiled
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.units import SEAT_ARMIES, UNITS_OF_ARMIES, members
from napoleon.rules.engine.state import State

CLEAR: Final = 2.0  # standard errors by which the staff's plan must be better
LEAST: Final = 0.015  # of the chance to win, and by so much: what costs less is no matter
# Plans that send no more than so many units elsewhere are nearly the same; then by so much.
NEAR: Final = 3
LEAST_NEAR: Final = 0.05
OTHER_DICE: Final = 1000  # the number of the first trial of the check


class Thought:
    """How carefully marches are gone through again."""

    __slots__ = ("check", "checked", "samples", "trials", "width")

    def __init__(self, checked: int, width: int, trials: int, samples: int, check: int) -> None:
        self.checked = checked  # decisions of a game that get a second look
        self.width = width  # plans of the emperor's that are compared; 0: no time for any
        self.trials = trials  # trials of all plans together
        self.samples = samples  # guesses for them
        self.check = check  # trials of the check, each with a guess of its own

    def guesses(self) -> int:
        """How many guesses a second look takes."""
        return self.samples + self.check


def promising(choices: list[Choice], thought: Thought) -> list[Choice]:
    """What seems to have cost most, and is worth a second look."""
    found = [choice for choice in choices if choice.cost >= LEAST]
    found.sort(key=lambda choice: (-choice.cost, choice.move))
    return found[: thought.checked]


def is_clearly_worse(
    choice: Choice, samples: list[State], judge: Judge, thought: Thought, seed: int
) -> bool:
    """Whether the staff would clearly have done better; then with its plan, and the chances."""
    search = _search(samples[0], choice.seat, judge, seed)
    done = Trial(choice.marched)
    best = Trial(choice.advice)
    sought = samples[: thought.samples]
    if thought.width:
        best = _preferred(search, done, best, sought, thought)
    if key_of(best.orders) == key_of(done.orders):
        return False
    best = Trial(as_marched(sought[0], best.orders))
    is_near = _apart(sought[0], done.orders, best.orders, search.armies) <= NEAR
    least = LEAST_NEAR if is_near else LEAST
    for number, sample in enumerate(samples[thought.samples :]):
        base = search.attempt(sample, done, OTHER_DICE + number)
        done.take_in(base, base)
        best.take_in(search.attempt(sample, best, OTHER_DICE + number), base)
        if best.is_hopeless(least):
            return False
    choice.taken = best.mean() - best.mean_gain()
    choice.advised = best.mean()
    choice.advice = best.orders
    return best.is_clear(CLEAR, least)


def _search(state: State, seat: str, judge: Judge, seed: int) -> GrandSearch:
    """The emperor's own way to compare plans."""
    left = LAST_TURN - state.turn
    depth = DEPTH if is_compiled() and is_whole(state) else SHORT_DEPTH
    if left <= (PLAYED_OUT if is_compiled() else SHORT_DEPTH + 1):
        depth = max(depth, left)
    search = GrandSearch(judge, SEAT_ARMIES[seat], seed, depth)
    search.be_bold()
    return search


def _preferred(
    search: GrandSearch, done: Trial, advice: Trial, samples: list[State], thought: Thought
) -> Trial:
    """What the emperor would have done: what was done itself, unless another plan does better."""
    plans = [Trial(done.orders)]
    keys = [key_of(done.orders)]
    for trial in [advice, *search.find_plans(samples, thought.width, 0.0)]:
        key = key_of(trial.orders)
        if key not in keys:
            keys.append(key)
            plans.append(Trial(trial.orders))
    return search.compare(plans, samples, thought.trials, 0.0)


def _apart(sample: State, orders: list[Order], others: list[Order], armies: int) -> int:
    """How many units stand elsewhere after one plan than after another."""
    one = carry_out_all(sample, orders)
    other = carry_out_all(sample, others)
    return len(
        [unit for unit in members(UNITS_OF_ARMIES[armies]) if one.where[unit] != other.where[unit]]
    )


def as_marched(sample: State, orders: list[Order]) -> list[Order]:
    """Orders with those alone who can carry them out: roads are full at some time (5.4)."""
    state = sample.copy()
    found: list[Order] = []
    for order in orders:
        arrived = carry_out(state, order)
        if arrived:
            found.append(Order(arrived, order.start, order.path, order.is_forced))
    return found
