"""What a plan gains, what it risks, and what it expects of the enemy: sentences with numbers from
the trials in which it was carried out before it was chosen. On the map they are the emperor's, in
battle a marshal's too. How often an attack succeeds is put right as the odds are."""

from __future__ import annotations

from typing import Final

from napoleon.ai.advice.march_reasons import Reason
from napoleon.ai.advice.odds import honest
from napoleon.ai.battle.search import Plan
from napoleon.ai.campaign.contest import Course, Trial
from napoleon.ai.campaign.grand_search import GrandSearch
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import SIDE_UNITS
from napoleon.rules.engine.state import State
from napoleon.rules.words.language import N_

GAIN: Final = N_("That wins {chance} % of such games; if all stay, {idle} %.")
GAIN_OF_REST: Final = N_("That wins {chance} % of such games; if the others stay, {idle} %.")
GAIN_ALONE: Final = N_("That wins {chance} % of such games.")
SUCCESS: Final = N_("The attack on {town} succeeds in {success} % of cases.")
COST: Final = N_("It may cost us {own}.")
NO_COST: Final = N_("It should cost us nobody.")
STRUCK: Final = N_("If the enemy attacks, then likeliest at {town}.")
QUIET: Final = N_("No attack of the enemy is likely.")
FOUGHT: Final = N_("Such a fight is won in {success} % of cases.")
FIGHT_COST: Final = N_("It may cost us {own} yet, and them {enemy}.")
NOBODY: Final = 0.15  # units lost in the mean, up to which nobody is said to be lost
LEAST: Final = 4  # trials of a plan before anything is said of it
LIKELY: Final = 0.4  # the share of trials from which on an attack is called likely


def forecast(search: GrandSearch, state: State) -> list[Reason]:
    """What is to be said of the plan that was chosen in this position; nothing, if there was no
    other to compare it with."""
    chosen = search.plans[0]
    course = chosen.course
    if course.number < LEAST:
        return []
    said = [_gain(search, chosen, state)]
    target = chosen.target(state, search.side)
    if target >= 0:
        success = percent(honest(course.taken / course.number))
        said.append((SUCCESS, {"town": TOWN_IDS[target], "success": str(success)}))
    lost = course.lost / course.number
    said.append((COST, {"own": str(max(1, round(lost)))}) if lost > NOBODY else (NO_COST, {}))
    said.append(_expectation(course))
    return said


def forecast_of_fight(plan: Plan | None, is_attacker: bool) -> list[Reason]:
    """What is to be said of the way to fight that was chosen; nothing, if none was searched for."""
    if plan is None or plan.tries < LEAST:
        return []
    share = plan.held / plan.tries
    success = honest(share) if is_attacker else 1.0 - honest(1.0 - share)
    lost = str(round(plan.lost / plan.tries))
    gone = str(round(plan.gone / plan.tries))
    return [
        (FOUGHT, {"success": str(percent(success))}),
        (FIGHT_COST, {"own": lost, "enemy": gone}),
    ]


def percent(share: float) -> int:
    """So many of a hundred; nothing is certain."""
    return min(99, max(1, round(100 * share)))


def _gain(search: GrandSearch, chosen: Trial, state: State) -> Reason:
    """The chance to win, and what it were if nobody marched: by the trials that both had."""
    values = {"chance": str(percent(chosen.mean()))}
    for trial in search.plans:
        if not trial.orders and trial is not chosen and trial.number >= LEAST:
            idle = percent(chosen.mean() - chosen.mean_gain() + trial.mean_gain())
            if idle < percent(chosen.mean()):
                has_begun = state.marched & SIDE_UNITS[search.side] != 0
                template = GAIN_OF_REST if has_begun else GAIN
                return template, {**values, "idle": str(idle)}
    return GAIN_ALONE, values


def _expectation(course: Course) -> Reason:
    """Where the enemy attacked most often."""
    town = max(range(len(TOWN_IDS)), key=course.struck.__getitem__)
    if course.struck[town] >= LIKELY * course.number:
        return STRUCK, {"town": TOWN_IDS[town]}
    return QUIET, {}
