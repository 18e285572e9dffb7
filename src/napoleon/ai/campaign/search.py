"""The marshal on the map: whole plans of a turn, compared by what the enemy makes of them.

Several plans are built, each from another first order. Each is carried out on samples of what the
marshal believes; its battles are fought out by rule of thumb, the enemy answers with the attacks
and raids that are best for him, and what is left then is valued. The worse half is dropped, and so
on.
"""

from __future__ import annotations

import time
from typing import Final

from napoleon.ai.battle.playout import play_one
from napoleon.ai.battle.temper import OFFICER, Temper
from napoleon.ai.campaign.contest import Contest, Trial
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.nets import find_nets
from napoleon.ai.campaign.orders import Order, carry_out_all
from napoleon.ai.campaign.planner import WORTH_IT, Plan, Planner, conclude_turn, outlook
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.units import FRENCH, SIDE_BITS, SIDE_UNITS
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.flow import settle
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import FORCED_MARCHES, Movement

# A plan is preferred to the first if it is better by so many standard errors, and by so much.
CLEAR: Final = 1.0
LEAST_GAIN: Final = 0.002
FIRST_ORDERS: Final = 7  # first orders from which plans are built
JOINT_ATTACKS: Final = 2  # plans that begin with two groups attacking together
NETS: Final = 2  # and with attacks after which the enemy has nowhere to go
REPLY_ORDERS: Final = 40  # attacks and raids that the enemy looks at
MOST_STEPS: Final = 3000  # decisions in the fights of a turn


def finish_fights(state: State, dice: SeededDice, tempers: list[Temper]) -> int:
    """From the end of movement to the next turn by the rules themselves, with the French of the
    first temper and the Allies of the second; the winner or -1."""
    top = state.stack[-1]
    assert isinstance(top, Movement)
    turn = state.turn
    top.step = FORCED_MARCHES
    top.ended = SIDE_BITS[state.side]
    state.dice = dice
    codes = settle(state)
    for _ in range(MOST_STEPS):
        if state.winner >= 0 or state.turn != turn:
            break
        codes = play_one(state, codes, tempers, dice)
    state.log = []
    return state.winner


def key_of(orders: list[Order]) -> list[tuple[int, int, bool]]:
    """What makes two plans the same."""
    return sorted([(order.units, order.goal(), order.is_forced) for order in orders])


class CampaignSearch(Contest):
    """Compares plans for the side whose turn it is. `holds`: as of a planner, and it knows nets."""

    __slots__ = ("holds",)

    def __init__(self, judge: Judge, armies: int, seed: int, *, holds: bool = True) -> None:
        super().__init__(judge, armies, seed, LEAST_GAIN, clear=CLEAR)
        self.holds = holds

    def find_plans(self, state: State, width: int, deadline: float) -> list[Trial]:
        """Plans that begin with different orders; the first is that of one who looks one turn
        ahead."""
        planner = Planner(self.judge, self.armies, self.seed)
        planner.holds = self.holds
        base = planner.worth(state)
        ranked = planner.rank_orders(state)
        keep = ranked[:60]
        found: list[Trial] = []
        keys: list[list[tuple[int, int, bool]]] = []
        starts: list[list[Order]] = []
        best = base
        closing = planner.rank_closing(state, ranked)[:1]
        for pair in planner.rank_joint(state)[:JOINT_ATTACKS] + closing:
            if pair[0].score >= base - 0.05:
                starts.append(pair)
        if self.holds:
            starts += self._nets(planner, state, base)
        width += len(starts)
        for order in ranked:
            if len(starts) >= width:
                break
            # Another part of the same group to the same town is no other idea, but for an attack by
            # all.
            is_all = order.units.bit_count() > 2 and order.units == (
                state.at[order.start] & SIDE_UNITS[self.side]
            )
            is_attack = state.at[order.goal()] & SIDE_UNITS[1 - self.side] != 0
            if not (is_all and is_attack and len(order.path) == 1) and any(
                len(other) == 1
                and other[0].start == order.start
                and other[0].goal() == order.goal()
                for other in starts
            ):
                continue
            if order.score < base - 0.05:
                break
            starts.append([order])
        starts.sort(key=lambda start: -start[0].score)
        for start in starts:
            plan = Plan(state.copy())
            for order in start:
                planner.add(plan, order)
            planner.go_on(plan, keep, 5 - len(start))
            key = key_of(plan.orders)
            if key not in keys:
                keys.append(key)
                found.append(Trial(plan.orders))
                best = plan.value if len(found) == 1 else best
            if deadline > 0.0 and time.monotonic() > deadline:
                break
        if best < base + WORTH_IT:
            found.insert(0, Trial([]))
        else:
            found.append(Trial([]))
        return found

    def _nets(self, planner: Planner, state: State, base: float) -> list[list[Order]]:
        """The best nets that gain anything; the score of their orders is that of all."""
        found: list[list[Order]] = []
        for net in find_nets(state, self.armies):
            score = planner.worth(carry_out_all(state, net))
            if score > base:
                for order in net:
                    order.score = score
                found.append(net)
        found.sort(key=lambda net: -net[0].score)
        return found[:NETS]

    def make(
        self, samples: list[State], width: int, trials: int, deadline: float = 0.0
    ) -> list[Order]:
        """The orders of the best plan, found by about so many trials in all."""
        half = deadline - (deadline - time.monotonic()) * 0.5 if deadline > 0.0 else 0.0
        plans = self.find_plans(samples[0], width, half)
        return self.compare(plans, samples, trials, deadline).orders

    def attempt(self, sample: State, trial: Trial, number: int) -> float:
        """Carry a plan out once and let the enemy answer; the own side's chance to win."""
        state = carry_out_all(sample, trial.orders)
        dice = SeededDice(self.seed * 31 + number, 15)
        winner = finish_fights(state, dice, [OFFICER, OFFICER])
        if winner < 0:
            chance = self._after_reply(state, dice)
        else:
            chance = 1.0 if winner == FRENCH else 0.0
        return chance if self.side == FRENCH else 1.0 - chance

    def _after_reply(self, state: State, dice: SeededDice) -> float:
        """The enemy's best attacks and raids, resolved in a moment; then what is left."""
        if state.is_night or state.turn == LAST_TURN:
            return outlook(state, self.judge, state.turn)
        planner = Planner(self.judge, SIDE_BITS[1 - self.side], self.seed, rolls=1)
        plan = planner.answer(state, REPLY_ORDERS)
        after = plan.state
        winner = conclude_turn(after, dice, -1, self.judge.fit)
        if winner >= 0:
            return 1.0 if winner == FRENCH else 0.0
        return outlook(after, self.judge, after.turn + 1)
