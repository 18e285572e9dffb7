"""Losing strength (rule 3.4), and hits (rule 6.4): one by one on the strongest unit fired at; among
equals the owner chooses."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.units import (
    ALLIED,
    ALLIED_BITS,
    ARMY_OF,
    EVERYONE,
    SIDE_BITS,
    UNIT_SIDE,
    armies_in,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    LOSE,
    encode,
    first_of,
    verb_of,
)
from napoleon.rules.engine.events import (
    BY_FIRE,
    BY_MARCH,
    BY_ROUT,
    STRENGTH_LOST,
    WITH_SHELTERED,
    Event,
)
from napoleon.rules.engine.fight import FIGHTING, Fight
from napoleon.rules.engine.refusals import NOT_STRONGEST, OK, WRONG_STEP
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
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

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        view.hits = self.hits

    def copy(self) -> Losses:
        return Losses(self.town, self.pool, self.hits, self.is_long)

    def keeps_secret(self, state: State, armies: int) -> bool:
        """Whether the enemy does not see how strong they all are: then he is not to learn from a
        question that some are equal, and the owner is asked for every hit (ruling 6.4
        unseen-equals)."""
        fight = state.fight_at(self.town)
        if fight is None or count(self.pool) == 1:
            return False
        return (self.pool & fight.on_field() & ~fight.shown) != 0

    def advance(self, state: State) -> bool:
        if self.hits:
            equals = strongest(state, self.pool)
            top = _strength_of(state, equals)
            if equals and not (self.is_long and top == 1):
                if self.hits < count(equals) or self.keeps_secret(state, 0):
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
        """The owner; among equals of both Allied armies the senior, and where the enemy does not
        see who is equal, among units of both (11)."""
        pool = self.pool if self.keeps_secret(state, 0) else strongest(state, self.pool)
        owners = armies_in(pool)
        if owners == ALLIED_BITS and state.players == 3:
            return 1 << state.the_fight(self.town).senior[ALLIED]
        return owners

    def legal(self, state: State, armies: int) -> list[int]:
        return [encode(LOSE, unit) for unit in members(strongest(state, self.pool))]

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) != LOSE:
            return WRONG_STEP
        return OK if strongest(state, self.pool) >> first_of(code) & 1 else NOT_STRONGEST

    def apply(self, state: State, armies: int, code: int) -> None:
        self.pool = hit(state, first_of(code), self.pool)
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


def lose_strength(state: State, unit: int, points: int, why: int, is_visible: bool) -> None:
    """Take strength from a unit, and the unit if none is left (3.4)."""
    left = state.strength[unit] - points
    if left <= 0:
        state.eliminate(unit, why)
        return
    state.strength[unit] = left
    fight = state.fight_at(state.where[unit])
    if fight is not None and fight.status == FIGHTING:
        fight.bled = True
    own = SIDE_BITS[UNIT_SIDE[unit]]
    # What a rout costs a block that nobody saw, nobody sees: it would tell the type.
    is_private = why == BY_ROUT and not is_visible
    state.log.append(
        Event(
            STRENGTH_LOST,
            state.turn,
            side_no=UNIT_SIDE[unit],
            army_no=ARMY_OF[unit],
            unit_no=unit,
            town_no=state.where[unit],
            amount=points,
            strength_left=left,
            block=state.block_of(unit) if why == BY_MARCH else -1,
            why_no=why,
            seen=own if is_private else EVERYONE,
            named=EVERYONE if is_visible else own,
        )
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
