"""Twin games: two games that differ only in what one side may not know, played alike.

`check_twins` begins in a position, gives the hidden blocks of the other side other strengths, or
other identities too, and plays both games on with the same actions and dice. All that the side is
told must be the same to the byte, for as long as nothing that differs has been shown, hit or lost.
So a secret is found that does not show at once, but in what comes of it: in a mark, a count, a
question that is or is not asked.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Final

from napoleon.lab.properties import PropertyBroken, random_code
from napoleon.rules import Action, Game, Seat
from napoleon.rules.board.units import (
    ARMY_UNITS,
    FULL_STRENGTH,
    SEAT_ARMIES,
    SIDE_UNITS,
    UNIT_COUNT,
    UNIT_IDS,
    members,
)
from napoleon.rules.engine.actions import (
    VERBS,
    encode,
    first_of,
    parse_unit,
    second_of,
    verb_of,
)
from napoleon.rules.engine.events import SHOT
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.sketch import is_roll_known, known_units, rename_units
from napoleon.rules.words.prompts import prompt

Policy = Callable[[Game, Seat, list[int], random.Random], int]

MOST: Final = 60  # decisions that twins are played on
SAMPLES: Final = 4  # refusals and idle units that are asked about after each


class Twins:
    """Two games that a side cannot tell apart. `to` says which unit of the second is which of the
    first; `differing` are the units, by the names of the first, that are not what they are in the
    second."""

    def __init__(self, game: Game, side: int, rng: random.Random, is_mixed: bool) -> None:
        self.game = game.copy()
        self.side = side
        self.to = list(range(UNIT_COUNT))
        seats = [seat for seat in game.seats if SEAT_ARMIES[seat] & (1 if side == 0 else 6)]
        self.watchers: list[Seat | None] = [*seats, None]
        self.bits = SEAT_ARMIES[seats[0]]
        hidden = SIDE_UNITS[1 - side] & ~known_units(game.state, self.bits)
        if is_roll_known(game.state):
            hidden &= sum(game.state.at)  # everybody knows who takes part
        state = _alter(game.state, hidden, self.to, rng, is_mixed)
        self.other = game.copy()
        self.other._state = state
        self.other._offers = {}
        self.other._acting_seats = None
        self.since = [game.event_count] * 2  # events of each before the last action
        self.differing = 0
        for unit in members(hidden):
            new = self.to[unit]
            if new != unit or state.strength[new] != game.state.strength[unit]:
                self.differing |= 1 << unit | 1 << new

    def rename(self, code: int) -> int:
        """Return the action of the second game that looks like one of the first."""
        verb, first, second = verb_of(code), first_of(code), second_of(code)
        operands = VERBS[verb].operands
        if operands[:1] == ["unit"]:
            first = self.to[first]
        if operands[1:] == ["unit"] and 0 <= second < UNIT_COUNT:
            second = self.to[second]
        return encode(verb, first, second)

    def choose(self, policy: Policy, rng: random.Random) -> tuple[Seat, int] | None:
        """Return a seat and an action that both games offer; None if there is none."""
        seat = rng.choice(self.game.to_act)
        codes = list(self.game.legal(seat).codes)
        if seat not in self.watchers:
            there = set(self.other.legal(seat).codes)
            codes = [code for code in codes if self.rename(code) in there]
        return (seat, policy(self.game, seat, codes, rng)) if codes else None

    def play(self, seat: Seat, code: int) -> bool:
        """Play an action in both. Return whether the side may still know no difference."""
        self.since = [game.event_count for game in (self.game, self.other)]
        self.game.play(seat, Action(code))
        self.other.play(seat, Action(self.rename(code)))
        if self.game.result is not None or self.other.result is not None:
            return False
        for game, since in zip((self.game, self.other), self.since, strict=True):
            named = game.state.lost | known_units(game.state, self.bits)
            for event in game.events_for(self.watchers[0], since):
                named |= sum({1 << parse_unit(unit) for unit in (event.unit, event.other) if unit})
            if named & self.differing:
                return False
        has_hit = any(
            event.kind_no == SHOT and event.amount for event in self.game.events[self.since[0] :]
        )
        # What a hit comes to at long range depends on the strength (6.4), and everybody sees it.
        return not has_hit or self.told() == self.told(is_other=True)

    def told(self, *, is_other: bool = False) -> list[str]:
        """Return all that the side and a spectator are told of one of the games, with the events
        of the last action."""
        game = self.other if is_other else self.game
        since = self.since[is_other]
        said: list[str] = []
        for seat in self.watchers:
            view = game.view(seat)
            said.append(json.dumps(view.as_dict()))
            said.append(prompt(view))
            said += [json.dumps(event.as_dict()) for event in game.events_for(seat, since)]
            if seat is None:
                continue
            said.append(" ".join(map(str, game.legal(seat))))
            said.append(str(game.firepowers(seat)))
            said += [str(game.sketch(seat).dealt), game.observe(seat).hex()]
            if seat in game.to_act:
                said.append(str(game.can_undo))
        return said

    def compare(self, rng: random.Random) -> None:
        """Raise PropertyBroken if the side is told different things."""
        for here, there in zip(self.told(), self.told(is_other=True), strict=False):
            if here != there:
                raise PropertyBroken(f"twins are told apart:\n{here}\n{there}")
        if len(self.told()) != len(self.told(is_other=True)):
            raise PropertyBroken("twins are told apart by how much is told")
        for seat in self.watchers:
            if seat is None:
                continue
            for _ in range(SAMPLES):
                action = Action(random_code(list(self.game.legal(seat).codes), rng))
                unit = rng.choice(UNIT_IDS)
                asked = [
                    (
                        str(game.why_not(seat, action)),
                        str(game.why_idle(seat, unit)),
                    )
                    for game in (self.game, self.other)
                ]
                if asked[0] != asked[1]:
                    raise PropertyBroken(f"refusals tell twins apart: {action}, {unit}: {asked}")


def _alter(state: State, hidden: int, to: list[int], rng: random.Random, is_mixed: bool) -> State:
    """Return a copy with other strengths of the hidden units, and other identities if they are to
    be mixed; `to` then says which has become which."""
    twin = state.copy()
    for army in range(3):
        units = members(hidden & ARMY_UNITS[army])
        mixed = units[:]
        if is_mixed:
            rng.shuffle(mixed)
        for old, new in zip(units, mixed, strict=True):
            to[old] = new
            twin.where[new] = state.where[old]
            if state.where[old] >= 0:
                twin.strength[new] = rng.choice((1, rng.randint(1, FULL_STRENGTH[new])))
            else:
                twin.strength[new] = state.strength[new]
    rename_units(twin, to)
    return twin


def check_twins(
    game: Game, policy: Policy, rng: random.Random, *, is_mixed: bool, most: int = MOST
) -> int:
    """Play twins of a game on for so many decisions at most. Return how many were compared. Raises
    PropertyBroken if the side that cannot know the difference is told it."""
    if game.result is not None or game.stage == "handicap":
        return 0  # what is owed, and so how much is left to give, everybody knows
    twins = Twins(game, rng.randrange(2), rng, is_mixed)
    twins.compare(rng)
    for compared in range(most):
        if not twins.game.to_act:
            return compared
        chosen = twins.choose(policy, rng)
        if chosen is None:
            return compared
        if not twins.play(*chosen):
            return compared
        twins.compare(rng)
    return most
