"""What a plan gains, what it risks, and what it expects of the enemy, and how a fight stands: told
by those who advise, and reckoned only for them.

Attacks and fights are told as odds tell them (`odds.py`), by playouts of their own: the trials in
which a plan was chosen are few, and flatter it, since of many plans it was the luckiest. So the
plan is tried again before its chance to win is told, too; as there is time for a few dozen trials
only, that chance is rounded to five of a hundred, and not told after less than `ENOUGH`.
"""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.advice.march_reasons import Reason
from napoleon.ai.advice.odds import Odds
from napoleon.ai.campaign.contest import Course, Trial
from napoleon.rules.board.calendar import TURN_NIGHT
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import SIDE_UNITS
from napoleon.rules.engine.state import State
from napoleon.rules.words.language import N_

GAIN: Final = N_("That wins {chance} % of such games; if all stay, {idle} %.")
GAIN_OF_REST: Final = N_("That wins {chance} % of such games; if the others stay, {idle} %.")
GAIN_OF_PLAN: Final = N_("The plan wins {chance} % of such games; without it, {idle} %.")
GAIN_ALONE: Final = N_("That wins {chance} % of such games.")
NO_GAIN: Final = N_("That wins {chance} % of such games, no more than to stay.")
SUCCESS: Final = N_("The attack on {town} succeeds in {success} % of cases.")
GAMBLE: Final = N_("It is a gamble, but to wait wins less often.")
EVEN_GAMBLE: Final = N_("It is a gamble that hardly changes the chance to win.")
COST: Final = N_("It may cost us {own}.")
NO_COST: Final = N_("It should cost us nobody.")
STRAIN: Final = N_("Its forced marches may cost strength.")
STRUCK: Final = N_("If the enemy attacks, then likeliest at {town}.")
QUIET: Final = N_("No attack of the enemy is likely.")
NIGHT: Final = N_("By night the enemy cannot attack.")
FOUGHT: Final = N_("As things stand, {town} is ours in the end in {success} % of cases.")
FIGHT_COST: Final = N_("It may cost us {own} yet, and them {enemy}.")
OWN_COST: Final = N_("It may cost us {own} yet, and them hardly anybody.")
ENEMY_COST: Final = N_("It may cost them {enemy} yet, and us hardly anybody.")
NO_FIGHT_COST: Final = N_("It should cost hardly anybody on either side.")
ENDS: Final = (
    N_("In {share} % of cases that is the end of the French army."),
    N_("In {share} % of cases that is the end of the Anglo-Dutch army."),
    N_("In {share} % of cases that is the end of the Prussian army."),
)
NOBODY: Final = 0.15  # units lost in the mean, up to which nobody is said to be lost
LEAST: Final = 4  # trials of a plan before anything is said of what it costs
ENOUGH: Final = 16  # and before its chance to win is told
MOST: Final = 40  # trials of a plan for the sake of what is said of it
FINE: Final = 100  # trials from which on a chance is told to one of a hundred
LIKELY: Final = 0.4  # the share of trials from which on an attack is called likely
TOLD_END: Final = 0.1  # and from which on the end of an army is told
RISKY: Final = 0.35  # the chance of an attack below which it is called a gamble
SAME: Final = 0.05  # by which the share of playouts may differ that is told as before
EVEN: Final = 5  # of a hundred, by which chances may differ that are called even


class Prospect:
    """What the plan of a turn is expected to come to; it stays as it is while that is carried out,
    so that the same plan is not told to be worth now this and now that."""

    __slots__ = ("attacks", "began", "chosen", "idle")

    def __init__(self, began: int, attacks: dict[int, Odds]) -> None:
        self.began = began  # units that had marched before the plan
        self.attacks = attacks  # by town
        self.chosen: Trial | None = None  # the plan, tried again
        self.idle: Trial | None = None  # and what comes of it if nobody marches


def forecast(prospect: Prospect, state: State, side: int, town: int) -> list[Reason]:
    """What is to be said of a plan, with a march to this town or (-1) with anything else."""
    chosen = prospect.chosen
    said: list[Reason] = []
    if chosen is not None and chosen.number >= ENOUGH:
        said.append(_gain(prospect, chosen, state, side))
    said += _attacks(prospect, town)
    if chosen is None or chosen.course.number < LEAST:
        return said
    course = chosen.course
    lost = course.lost / course.number
    said.append((COST, {"own": str(max(1, round(lost)))}) if lost > NOBODY else (NO_COST, {}))
    if any(order.is_forced for order in chosen.orders):
        said.append((STRAIN, {}))
    said += ends_of(_ends(prospect, chosen))
    if state.turn < state.until:
        said.append((NIGHT, {}) if TURN_NIGHT[state.turn + 1] else _expectation(course))
    return said


def forecast_of_fight(found: Odds, town: int, *, is_attacker: bool) -> list[Reason]:
    """What is to be said of a fight as it stands."""
    success = found.attacker_wins if is_attacker else 1.0 - found.attacker_wins
    own = found.attacker_units if is_attacker else found.defender_units
    enemy = found.defender_units if is_attacker else found.attacker_units
    said: list[Reason] = [(FOUGHT, {"town": TOWN_IDS[town], "success": str(percent(success))})]
    lost = {"own": str(round(own))} if round(own) else {}
    gone = {"enemy": str(round(enemy))} if round(enemy) else {}
    if lost:
        said.append((FIGHT_COST if gone else OWN_COST, {**lost, **gone}))
    else:
        said.append((ENEMY_COST if gone else NO_FIGHT_COST, gone))
    return said + ends_of(found.ends)


def is_as_told(told: Odds, found: Odds) -> bool:
    """Whether odds differ no more than playouts do by chance, nor by much."""
    error = math.sqrt(told.error * told.error + found.error * found.error)
    return abs(told.raw - found.raw) <= min(error, SAME)


def percent(share: float, trials: int = FINE) -> int:
    """So many of a hundred, of few trials so many fives; nothing is certain."""
    step = 1 if trials >= FINE else 5
    return min(100 - step, max(step, step * round(100 * share / step)))


def _gain(prospect: Prospect, chosen: Trial, state: State, side: int) -> Reason:
    """The chance to win, and what it were if nobody marched; where that is as much, only so."""
    chance = percent(chosen.mean(), chosen.number)
    values = {"chance": str(chance)}
    idle = prospect.idle
    if idle is None or idle is chosen:
        return GAIN_ALONE, values
    if percent(idle.mean(), idle.number) >= chance:
        return NO_GAIN, values
    values["idle"] = str(percent(idle.mean(), idle.number))
    marched = state.marched & SIDE_UNITS[side]
    if marched != prospect.began & SIDE_UNITS[side]:
        return GAIN_OF_PLAN, values
    return (GAIN_OF_REST if marched else GAIN), values


def _attacks(prospect: Prospect, town: int) -> list[Reason]:
    """The attack in question, and the one of the plan that is likeliest to fail."""
    named: list[int] = [town] if town in prospect.attacks else []
    weakest = -1
    for other, found in prospect.attacks.items():
        if weakest < 0 or found.attacker_wins < prospect.attacks[weakest].attacker_wins:
            weakest = other
    if weakest < 0:
        return []
    if weakest not in named:
        named.append(weakest)
    said: list[Reason] = []
    for target in named:
        success = percent(prospect.attacks[target].attacker_wins)
        said.append((SUCCESS, {"town": TOWN_IDS[target], "success": str(success)}))
    chosen, idle = prospect.chosen, prospect.idle
    is_risky = prospect.attacks[weakest].attacker_wins < RISKY
    if is_risky and chosen is not None and idle is not None and chosen.number >= ENOUGH:
        gain = percent(chosen.mean(), chosen.number) - percent(idle.mean(), idle.number)
        if gain >= -EVEN:
            said.append((GAMBLE if gain > 0 else EVEN_GAMBLE, {}))
    return said


def ends_of(shares: list[float]) -> list[Reason]:
    """The armies that may well be beaten."""
    return [
        (ENDS[army], {"share": str(percent(share))})
        for army, share in enumerate(shares)
        if share >= TOLD_END
    ]


def _ends(prospect: Prospect, chosen: Trial) -> list[float]:
    """The share of trials in which each army is beaten, where that comes of the plan: hardly where
    to stay has the same end."""
    idle = prospect.idle
    shares = [ends / chosen.course.number for ends in chosen.course.ends]
    if idle is None or idle is chosen or not idle.course.number:
        return shares
    return [
        share if share - idle.course.ends[army] / idle.course.number >= TOLD_END else 0.0
        for army, share in enumerate(shares)
    ]


def _expectation(course: Course) -> Reason:
    """Where the enemy attacked most often."""
    town = max(range(len(TOWN_IDS)), key=course.struck.__getitem__)
    if course.struck[town] >= LIKELY * course.number:
        return STRUCK, {"town": TOWN_IDS[town]}
    return QUIET, {}
