"""What counts as done in a lesson: a small language over the game and what the pupil did in it.

    played march FR-C3 *        the pupil did this in the step; * and ? stand for anything
    FR-C3 at charleroi          a unit stands in a town ("lost": it is out of the game)
    french at brussels >= 2     so many units of a side, of an army or by name (AD-*-I*)
    FR-2-I1 in enemy-centre     the same for an area of the battlefield, by its own side's name
    FR-2-I1 is square           a unit bears this mark (docs/notation.md)
    stage combat                this is being decided now
    turn 2                      this turn, or a later one, has come
    event routed allied         this happened in the step, to or by that side or any
    over french                 the game is over, and this side has won

`not` before any of them turns it round.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from napoleon.rules import EVENT_KINDS, Game
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import find_units

_OPERATORS: Final[dict[str, Callable[[int, int], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
}
_FRONTS: Final = ("left", "centre", "right")
AREAS: Final = ("reserve", *_FRONTS, *(f"enemy-{area}" for area in _FRONTS))
_EVENTS: Final = {kind.name for kind in EVENT_KINDS}
_COUNT: Final = re.compile(r"(\S+) (at|in|is) (\S+)(?: (>=|<=|==) (\d+))?")
_EVENT: Final = re.compile(r"event (\S+)(?: (french|allied))?")
_PLAYED: Final = re.compile(r"played (.+)")
_STAGE: Final = re.compile(r"stage (\S+)")
_TURN: Final = re.compile(r"turn (\d+)")
_OVER: Final = re.compile(r"over(?: (french|allied))?")

Test = Callable[["Deed"], bool]


@dataclass(frozen=True, slots=True)
class Deed:
    """What a step has come to: the game, what the pupil played in it, and since which event."""

    game: Game
    played: tuple[str, ...]
    since: int

    def happened(self, kind: str, side: str) -> bool:
        """Whether something of this kind happened in the step."""
        for event in self.game.events[self.since :]:
            if event.kind == kind and (not side or event.as_dict().get("side") == side):
                return True
        return False

    def count(self, who: str, how: str, what: str) -> int:
        """How many units are at a place, in an area, or bear a mark."""
        units = find_units(who)
        if how == "is":
            return sum(what in self.game.marks(unit) for unit in units)
        look = self.game.where if how == "at" else self.game.area
        return sum(look(unit) in what.split("|") for unit in units)


class Condition:
    """One line of the language, read once."""

    __slots__ = ("_is_turned", "_test", "text")

    def __init__(self, text: str) -> None:
        """Read it; a ValueError says what is wrong."""
        self.text = text
        self._is_turned = text.startswith("not ")
        self._test = _read(text.removeprefix("not "))

    def __call__(self, deed: Deed) -> bool:
        """Whether it is so."""
        return self._test(deed) != self._is_turned


def holds(conditions: Iterable[Condition], deed: Deed) -> bool:
    """Whether all of them are met."""
    return all(condition(deed) for condition in conditions)


def matches(text: str, patterns: Iterable[str]) -> bool:
    """Whether a text has one of these patterns."""
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def _read(text: str) -> Test:
    if found := _PLAYED.fullmatch(text):
        pattern = found[1]
        return lambda deed: any(fnmatchcase(action, pattern) for action in deed.played)
    if found := _EVENT.fullmatch(text):
        kind, side = found[1], found[2] or ""
        if kind not in _EVENTS:
            raise ValueError(f"there is no kind of event {kind!r}")
        return lambda deed: deed.happened(kind, side)
    if found := _STAGE.fullmatch(text):
        stage = found[1]
        return lambda deed: deed.game.stage == stage
    if found := _TURN.fullmatch(text):
        turn = int(found[1])
        return lambda deed: deed.game.turn >= turn
    if found := _OVER.fullmatch(text):
        winner = found[1]
        return lambda deed: (
            deed.game.result is not None
            and winner
            in (
                None,
                deed.game.result.winner,
            )
        )
    if found := _COUNT.fullmatch(text):
        who, how, what, sign, number = found.groups()
        _check_names(who, how, what)
        compare, wanted = _OPERATORS[sign or ">="], int(number or 1)
        return lambda deed: compare(deed.count(who, how, what), wanted)
    raise ValueError(f"expected a condition of a lesson, got {text!r}")


def _check_names(who: str, how: str, what: str) -> None:
    if not find_units(who):
        raise ValueError(f"{who!r} is no unit, army or side")
    places = {"at": (*TOWN_IDS, "lost"), "in": AREAS}.get(how)
    for place in what.split("|") if places else ():
        if place not in (places or ()):
            raise ValueError(f"{place!r} is no {'town' if how == 'at' else 'area'}")
