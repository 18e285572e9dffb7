"""What the emperor's plan gains, what it risks, and what it expects of the enemy: sentences with
numbers from the trials in which the plan was carried out before it was chosen."""

from __future__ import annotations

from typing import Final

from napoleon.ai.advice.march_reasons import Reason
from napoleon.ai.campaign.contest import Course, Trial
from napoleon.ai.campaign.grand_search import GrandSearch
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.engine.state import State
from napoleon.rules.words.language import N_

GAIN: Final = N_("So we win {chance} of 100 campaigns; if all stay, {idle}.")
GAIN_ALONE: Final = N_("So we win {chance} of 100 campaigns.")
SUCCESS: Final = N_("Of 100 such attacks {success} succeed.")
COST: Final = N_("It may cost us {own}.")
NO_COST: Final = N_("It should cost us nobody.")
STRUCK: Final = N_("The enemy will likely attack {town}.")
QUIET: Final = N_("No attack of the enemy is likely.")
LEAST: Final = 4  # trials of a plan before anything is said of it
LIKELY: Final = 0.4  # the share of trials from which on an attack is called likely


def forecast(search: GrandSearch, state: State) -> list[Reason]:
    """What is to be said of the plan that was chosen in this position; nothing, if there was no
    other to compare it with."""
    chosen = search.plans[0]
    course = chosen.course
    if course.number < LEAST:
        return []
    said = [_gain(search, chosen)]
    if chosen.target(state, search.side) >= 0:
        said.append((SUCCESS, {"success": str(percent(course.taken / course.number))}))
    lost = round(course.lost / course.number)
    said.append((COST, {"own": str(lost)}) if lost > 0 else (NO_COST, {}))
    said.append(_expectation(course))
    return said


def percent(share: float) -> int:
    """So many of a hundred; nothing is certain."""
    return min(99, max(1, round(100 * share)))


def _gain(search: GrandSearch, chosen: Trial) -> Reason:
    """The chance to win, and what it were if nobody marched: by the trials that both had."""
    values = {"chance": str(percent(chosen.mean()))}
    for trial in search.plans:
        if not trial.orders and trial is not chosen and trial.number >= LEAST:
            idle = percent(chosen.mean() - chosen.mean_gain() + trial.mean_gain())
            if idle < percent(chosen.mean()):
                return GAIN, {**values, "idle": str(idle)}
    return GAIN_ALONE, values


def _expectation(course: Course) -> Reason:
    """Where the enemy attacked most often."""
    town = max(range(len(TOWN_IDS)), key=course.struck.__getitem__)
    if course.struck[town] >= LIKELY * course.number:
        return STRUCK, {"town": TOWN_IDS[town]}
    return QUIET, {}
