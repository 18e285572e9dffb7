"""Players that choose by chance, for fuzzing, benchmarks and as the plainest of opponents."""

from __future__ import annotations

import random
from collections.abc import Callable

from napoleon.rules import Board, Game, Options, Seat, SeededDice
from napoleon.rules.board.units import SIDE_UNITS, UNIT_SIDE, count
from napoleon.rules.engine import actions as verbs
from napoleon.rules.engine.actions import first_of, second_of, verb_of

# Chooses one of the offered codes.
Policy = Callable[[Game, Seat, list[int], random.Random], int]

MOST_DECISIONS = 5000


def uniform(game: Game, seat: Seat, codes: list[int], rng: random.Random) -> int:
    """Any offered action, all alike."""
    return codes[int(rng.random() * len(codes))]


# How much a warlike player likes each kind of action; marches and moves are looked at more closely.
_LIKING = {
    verbs.FORCE: 0.3,
    verbs.END: 0.5,
    verbs.FIRE: 8.0,
    verbs.BOMBARD: 6.0,
    verbs.MOVE: 3.0,
    verbs.SQUARE: 1.0,
    verbs.SHELTER: 4.0,
    verbs.OCCUPY: 4.0,
    verbs.HOLD: 4.0,
    verbs.RETREAT: 0.02,
    verbs.REINFORCE: 4.0,
    verbs.REVEAL: 3.0,
}


def warlike(game: Game, seat: Seat, codes: list[int], rng: random.Random) -> int:
    """Masses its units, attacks, and fights its battles out: it gets everywhere in the rules."""
    state = game.state
    weights: list[float] = []
    for code in codes:
        verb = verb_of(code)
        if verb in (verbs.MARCH, verbs.FORCE):
            units = state.at[second_of(code)]
            side = UNIT_SIDE[first_of(code)]
            weight = 1.0 if verb == verbs.MARCH else 0.2
            weight *= 1 + 3 * count(units & SIDE_UNITS[side])
            if units & SIDE_UNITS[1 - side]:
                weight *= 6
        else:
            weight = _LIKING.get(verb, 1.0)
            if verb == verbs.END and state.stack[-1].stage(state) == "march":
                weight = 0.05
        weights.append(weight)
    return rng.choices(codes, weights)[0]


POLICIES: dict[str, Policy] = {"uniform": uniform, "warlike": warlike}


def new_random_game(
    seed: int,
    scenario: str | None = None,
    players: int | None = None,
    visibility: str | None = None,
    board: Board | None = None,
) -> Game:
    """A game whose settings, where they are left open, go round with the seed; on the board on
    which games begin, unless another is given."""
    return Game.new(
        scenario or ("historical", "free")[seed % 2],
        Options(players or 2 + seed // 2 % 2, visibility or ("open", "hidden")[seed // 4 % 2]),
        SeededDice(seed),
        board,
    )


def play_out(game: Game, policy: Policy, rng: random.Random) -> int:
    """Play a game to its end; returns the number of decisions."""
    decisions = 0
    while True:
        seats = game.to_act
        if not seats:
            return decisions
        seat = seats[0] if len(seats) == 1 else rng.choice(seats)
        offered = game.legal(seat)
        code = policy(game, seat, offered.codes, rng)
        game.play(seat, verbs.Action(code))
        decisions += 1
        assert decisions <= MOST_DECISIONS, "a game does not end"
