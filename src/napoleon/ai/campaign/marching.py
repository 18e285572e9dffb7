"""From a plan to single marches: what to do next until the turn's movement is over."""

from __future__ import annotations

from napoleon.ai.campaign.orders import Order, leaders_to_show, march_order, normal_steps
from napoleon.rules.board.units import UNITS_OF_ARMIES, members
from napoleon.rules.engine.actions import (
    END_CODE,
    FORCE,
    MARCH,
    SHOW,
    encode,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.refusals import OK
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import refuse_march, step_along


class Marches:
    """The single marches of a plan, in order."""

    __slots__ = ("forced", "issued", "marches", "orders", "turn")

    def __init__(self) -> None:
        self.turn = -1  # the turn for which it was planned
        self.marches: list[int] = []
        self.forced: list[int] = []
        self.orders: list[Order] = []  # the weightiest first
        self.issued = 0  # units that were told to march

    def write(self, state: State, orders: list[Order]) -> None:
        """Spell a plan out, unit by unit."""
        self.turn = state.turn
        self.issued = state.marched
        self.marches = []
        self.forced = []
        self.orders = orders
        for order in orders:
            for unit in march_order(state, order.units):
                normal = normal_steps(order, unit)
                for index in range(normal):
                    self.marches.append(encode(MARCH, unit, order.path[index]))
                if normal < len(order.path):
                    self.forced.append(encode(FORCE, unit, order.goal()))

    def keep_up(self, state: State, armies: int) -> bool:
        """Take note of what was done this turn, maybe ahead of us; whether the plan said so."""
        own = UNITS_OF_ARMIES[armies]
        done = state.marched & own
        ahead = done & ~self.issued
        for code in self.marches:
            ahead &= ~(1 << first_of(code))
        if self.turn != state.turn or ahead or self.issued & own & ~done:
            return False
        for unit in members(done):
            where = state.where[unit]
            ways = [order.path for order in self.orders if order.units >> unit & 1]
            if ways and where >= 0 and not any(where in way for way in ways):
                return False  # it went elsewhere
        self.issued |= done
        return True

    def next_march(self, codes: list[int]) -> int:
        """The next step that is offered, or the end."""
        while self.marches:
            code = self.marches.pop(0)
            if code in codes:
                self.issued |= 1 << first_of(code)
                return code
        return END_CODE

    def along(self, state: State, code: int, codes: list[int]) -> list[int]:
        """The marches by which others of the same order go the same way, all at once: as many as
        the road carries."""
        if verb_of(code) != MARCH:
            return []
        unit = first_of(code)
        to = second_of(code)
        mates = 0
        for order in self.orders:
            if order.units >> unit & 1:
                mates |= order.units & state.at[state.where[unit]]
        trial = state.copy()
        step_along(trial, unit, to, False)
        going: list[int] = []
        for other in self.marches:
            mate = first_of(other)
            is_meant = mates >> mate & 1 and second_of(other) == to and other in codes
            if is_meant and refuse_march(trial, mate, to) == OK:
                step_along(trial, mate, to, False)
                going.append(other)
        return going

    def next_forced(self, state: State, armies: int, codes: list[int]) -> int:
        """The next forced march that is offered; then leaders who help show themselves."""
        while self.forced:
            code = self.forced.pop(0)
            if code in codes:
                return code
        for leader in members(leaders_to_show(state) & UNITS_OF_ARMIES[armies]):
            code = encode(SHOW, leader)
            if code in codes:
                return code
        return END_CODE
