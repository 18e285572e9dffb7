"""What must hold in every position of every game. Each check raises `PropertyBroken`."""

from __future__ import annotations

import json
import random

from napoleon.lab.shuffle import shuffle_hidden
from napoleon.rules import Action, Game, RuleError, Seat, View
from napoleon.rules.board.towns import (
    TOWN_IDS,
)
from napoleon.rules.board.units import FULL_STRENGTH, SEAT_ARMIES, UNIT_COUNT, count
from napoleon.rules.engine.actions import (
    NONE,
    VERBS,
    encode,
    first_of,
    is_well_formed,
    parse_code,
    second_of,
    verb_of,
)
from napoleon.rules.engine.fight import FIGHTING
from napoleon.rules.engine.state import LOST, NOWHERE
from napoleon.rules.knowledge.view_builder import build_view
from napoleon.rules.phases.retreat import routed_side


class PropertyBroken(AssertionError):
    """A property does not hold; the message says which, and how."""


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise PropertyBroken(what)


def check_state(game: Game) -> None:
    """Units are conserved, and the tables of the state agree with each other."""
    state = game.state
    seen = 0
    for town in range(len(TOWN_IDS)):
        _demand(not seen & state.at[town], "a unit stands in two towns")
        seen |= state.at[town]
    for unit in range(UNIT_COUNT):
        place = state.where[unit]
        bit = 1 << unit
        _demand((place == LOST) == bool(state.lost & bit), "lost units are not those marked lost")
        _demand((place >= 0) == bool(seen & bit), "the map and the units disagree")
        if place >= 0:
            _demand(bool(state.at[place] & bit), "a unit is not where it stands")
            _demand(1 <= state.strength[unit] <= FULL_STRENGTH[unit], "a strength cannot be")
        else:
            _demand(place in (LOST, NOWHERE), "a unit is at no known place")
    for fight in state.fights:
        total = sum(count(units) for units in fight.areas)
        on_field = fight.on_field()
        _demand(total == count(on_field), "a unit stands in two areas")
        _demand(not on_field & ~state.at[fight.town], "a unit on a field is not in its town")
        if fight.status == FIGHTING:
            _demand(on_field == state.at[fight.town], "a unit in a battle is not on its field")
            if game.stage in ("combat", "reinforce"):
                _demand(routed_side(fight) < 0, "a side should have been routed")
    for town in range(len(TOWN_IDS)):
        if state.is_contested(town) and game.result is None:
            _demand(state.fight_at(town) is not None, "both sides stand in a town in peace")


def check_offers(game: Game, rng: random.Random, samples: int = 3) -> None:
    """Somebody can act; what is offered is accepted, and what is not offered is refused."""
    _demand(bool(game.to_act) == (game.result is None), "nobody is to act before the end")
    before = game.position()
    for seat in game.seats:
        codes = game.legal(seat).codes
        _demand(bool(codes) == (seat in game.to_act), "a seat to act is offered nothing")
        _demand(len(set(codes)) == len(codes), "an action is offered twice")
        for code in rng.sample(codes, min(samples, len(codes))):
            _check_offered(game, seat, code)
        for _ in range(samples):
            _check_refused(game, seat, random_code(codes, rng), codes)
    _demand(game.position() == before, "asking has changed the game")


def _check_offered(game: Game, seat: Seat, code: int) -> None:
    action = Action(code)
    _demand(is_well_formed(code), f"offered {code}, which is no action")
    _demand(parse_code(str(action)) == code, f"{action} is not read back as itself")
    reason = game.why_not(seat, action)
    _demand(reason is None, f"{action} is offered, but refused: {reason}")
    twin = game.copy()
    twin.play(seat, action)
    check_state(twin)
    if twin.can_undo:
        taken_back = twin.undo(seat)
        _demand(taken_back == action, f"undo took back {taken_back}, not {action}")
        here, there = game.position(), twin.position()
        _demand(here == there, f"undo of {action} does not lead back:\n{here}\n{there}")


def random_code(codes: list[int], rng: random.Random) -> int:
    """A well-formed action, often one that differs a little from an offered one."""
    while True:
        if codes and rng.random() < 0.7:
            code = rng.choice(codes)
            if rng.random() < 0.5:
                code = encode(verb_of(code), first_of(code), rng.randrange(UNIT_COUNT))
            else:
                code = encode(verb_of(code), rng.randrange(UNIT_COUNT), second_of(code))
        else:
            operands = [rng.choice((NONE, rng.randrange(UNIT_COUNT))) for _ in range(2)]
            code = encode(rng.randrange(len(VERBS)), operands[0], operands[1])
        if is_well_formed(code):
            return code


def _check_refused(game: Game, seat: Seat, code: int, codes: list[int]) -> None:
    action = Action(code)
    reason = game.why_not(seat, action)
    if code in codes:
        _demand(reason is None, f"{action} is offered, but refused: {reason}")
        return
    if reason is None:
        raise PropertyBroken(f"{action} is not offered to {seat}, but nothing is against it")
    _demand(bool(reason.rule) and bool(reason.text), f"{action} is refused without a reason")
    _demand("{" not in reason.text + reason.rule, f"the reason has a gap: {reason}")
    try:
        game.play(seat, action)
    except RuleError:
        return
    raise PropertyBroken(f"{action} was refused, and then played")


def check_copies(game: Game) -> None:
    """A copy, and the position as text, are the same game."""
    position = game.position()
    _demand(game.copy().position() == position, "a copy differs")
    again = Game.from_position(position)
    _demand(again.position() == position, f"a position is not read back:\n{position}")
    for seat in game.seats:
        _demand(again.legal(seat) == game.legal(seat), "a position offers other actions")
        here = build_view(game.state, seat.armies).as_dict()
        there = build_view(again.state, seat.armies).as_dict()
        _demand(here == there, f"a position gives another view:\n{here}\n{there}")
    _demand(len(json.dumps(position)) < 4096, f"a position takes {len(position)} bytes")


def _view_of(game: Game, seat: Seat | None) -> View:
    return game.view(seat)


def check_secrets(game: Game, rng: random.Random) -> None:
    """What a seat may not know does not change what it sees, nor what it is offered."""
    if game.result is not None:
        return
    top = game.state.stack[-1]
    for seat in (*game.seats, None):
        bits = SEAT_ARMIES[seat]
        twin = game.copy()
        twin._state = shuffle_hidden(game.state, bits, rng)
        twin._acting_seats = None
        here = json.dumps(_view_of(game, seat).as_dict())
        there = json.dumps(_view_of(twin, seat).as_dict())
        if here != there:
            raise PropertyBroken(f"the view of {seat} knows too much:\n{here}\n{there}")
        if seat is not None and seat in game.to_act:
            offered = twin.state.stack[-1].legal(twin.state, bits)
            _demand(offered == top.legal(game.state, bits), f"the offers to {seat} know too much")


def check_record(game: Game) -> None:
    """The record replays to the same position and the same events."""
    again = Game.replay(game.record())
    _demand(again.position() == game.position(), "the replay ends in another position")
    here = [event.as_dict() for event in game.events]
    there = [event.as_dict() for event in again.events]
    _demand(here == there, "the replay has other events")
    _demand(again.record() == game.record(), "the replay has another record")
