"""Hits (rule 6.4): one by one on the strongest unit fired at; among equals the owner chooses."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import UNIT_SIDE, armies_in, count, members
from napoleon.rules.engine.actions import LOSE, encode
from napoleon.rules.engine.events import BY_FIRE, WITH_SHELTERED
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.refusals import NOT_STRONGEST, OK, WRONG_STEP
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
from napoleon.rules.phases.movement import lose_strength
from napoleon.rules.phases.phase import NUMBER, TOWN, TRUTH, UNITS, Phase, PhaseKind, Stage
from napoleon.rules.words.language import N_


class Losses(Phase):
    """Hits that still have to fall on a group of units."""

    __slots__ = ("hits", "is_long", "pool", "town")

    def __init__(self, town: int, pool: int, hits: int, is_long: bool) -> None:
        self.town = town
        self.pool = pool
        self.hits = hits
        self.is_long = is_long

    def stage(self, state: State) -> str:
        return "lose"

    def town_no(self) -> int:
        return self.town

    def kind(self) -> PhaseKind:
        return KIND

    def show(self, state: State, view: View, own: int) -> None:
        view.hits = self.hits

    def known_units(self) -> int:
        """Who is asked for a loss, and that there is a choice, is seen at any table."""
        return self.pool

    def copy(self) -> Losses:
        return Losses(self.town, self.pool, self.hits, self.is_long)

    def advance(self, state: State) -> bool:
        if self.hits:
            equals = strongest(state, self.pool)
            top = _strength_of(state, equals)
            if equals and not (self.is_long and top == 1):
                if self.hits < count(equals):
                    return False
                # Enough hits for all of them: the order makes no difference.
                for unit in members(equals):
                    if self.pool >> unit & 1:
                        self.pool = hit(state, unit, self.pool)
                self.hits -= count(equals)
                return True
        state.stack.pop()
        return True

    def to_act(self, state: State) -> int:
        """The owner; among equals of both Allied armies the senior (11)."""
        owners = armies_in(strongest(state, self.pool))
        if owners & (owners - 1) and state.players == 3:
            side = UNIT_SIDE[members(self.pool)[0]]
            return 1 << state.the_fight(self.town).senior[side]
        return owners

    def legal(self, state: State, armies: int) -> list[int]:
        return [encode(LOSE, unit) for unit in members(strongest(state, self.pool))]

    def refuse(self, state: State, armies: int, code: int) -> int:
        if code >> 16 != LOSE:
            return WRONG_STEP
        return OK if strongest(state, self.pool) >> (code >> 8 & 255) & 1 else NOT_STRONGEST

    def apply(self, state: State, armies: int, code: int) -> None:
        self.pool = hit(state, code >> 8 & 255, self.pool)
        self.hits -= 1


KIND: Final[PhaseKind] = PhaseKind(
    "losses",
    lambda: Losses(0, 0, 0, False),
    [("town", TOWN), ("pool", UNITS), ("hits", NUMBER), ("is_long", TRUTH)],
    ["battle-turn", "skirmish"],
    [
        Stage(
            "lose",
            N_("Choose who takes the hit at {town}"),
            N_("Waiting for {seats}: they choose who takes the hit at {town}"),
        )
    ],
)


def strongest(state: State, pool: int) -> int:
    """The strongest units of a group; all of them if several are equal."""
    best = 0
    equals = 0
    strength = state.strength
    while pool:
        low = pool & -pool
        pool ^= low
        points = strength[low.bit_length() - 1]
        if points > best:
            best = points
            equals = low
        elif points == best:
            equals |= low
    return equals


def _strength_of(state: State, equals: int) -> int:
    return state.strength[(equals & -equals).bit_length() - 1] if equals else 0


def hit(state: State, unit: int, pool: int) -> int:
    """One hit on a unit; returns what is left of the group."""
    fight = state.fight_at(state.where[unit])
    host = -1
    is_visible = True
    if fight is not None:
        host = fight.host_of(unit)
        is_visible = is_in_view(fight, unit)
    lose_strength(state, unit, 1, BY_FIRE, is_visible)
    if state.strength[unit] > 0:
        return pool
    pool &= ~(1 << unit)
    if host >= 0:
        # 6.5.2: the square that loses the unit it sheltered is lost with it.
        state.eliminate(host, WITH_SHELTERED)
        pool &= ~(1 << host)
    return pool


def is_in_view(fight: Fight, unit: int) -> bool:
    """Whether the enemy sees a unit; on no battlefield yet (a skirmish), whoever is hit was
    revealed."""
    return fight.area_of(unit) < 0 or (fight.shown >> unit & 1) != 0
