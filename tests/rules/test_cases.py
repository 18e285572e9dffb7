"""Single sentences of the rulebook, each tried in a position of its own: the table cases.txt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from napoleon.rules import Game, ScriptedDice

TABLE = Path(__file__).with_name("cases.txt")


class Case(NamedTuple):
    """A section, what it says, a position, its dice, and what is done and looked at there."""

    rule: str
    says: str
    position: list[str]
    dice: list[int]
    steps: list[tuple[str, str, str]]  # word, whom or what it is about, the rest


def _read_cases() -> list[Case]:
    """The cases of the table; its first lines say how they are written."""
    cases: list[Case] = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.strip().partition(" ")
        if line and not line.startswith((" ", "#")):
            cases.append(Case(word.rstrip(":"), rest, [], [], []))
        elif word == "position":
            cases[-1].position.append(rest)
        elif word == "dice":
            cases[-1].dice.extend(int(die) for die in rest.split())
        elif word and not word.startswith("#"):
            about, _, what = rest.partition(": ")
            cases[-1].steps.append((word, about, what))
    return cases


CASES = _read_cases()


def _play(game: Game, seat: str, actions: str) -> None:
    for action in actions.split(", "):
        game.play(seat, action)


def _may(game: Game, seat: str, action: str) -> None:
    assert action in game.legal(seat)
    assert game.why_not(seat, action) is None


def _may_not(game: Game, seat: str, action: str) -> None:
    assert action not in game.legal(seat)
    assert game.why_not(seat, action) is not None


def _asks(game: Game, stage: str, seats: str) -> None:
    assert (game.stage, " ".join(str(seat) for seat in game.to_act)) == (stage, seats)


def _stands(game: Game, unit: str, place: str) -> None:
    assert place in (game.area(unit), game.where(unit))


def _has(game: Game, unit: str, strength: str) -> None:
    assert game.strength(unit) == int(strength)


def _heard(game: Game, seat: str) -> list[str]:
    """What happened, and to which unit, as far as a seat or a spectator knows."""
    events = game.events_for(None if seat == "spectator" else seat)
    return [f"{event.kind} {event.unit or event.town}" for event in events]


def _hears(game: Game, seat: str, what: str) -> None:
    assert what in _heard(game, seat)


def _hears_not(game: Game, seat: str, what: str) -> None:
    assert what not in _heard(game, seat)


STEPS: dict[str, Callable[[Game, str, str], None]] = {
    "play": _play,
    "may": _may,
    "maynot": _may_not,
    "asks": _asks,
    "stands": _stands,
    "has": _has,
    "hears": _hears,
    "hearsnot": _hears_not,
}


@pytest.mark.parametrize("case", CASES, ids=[f"{case.rule} {case.says}" for case in CASES])
def test_what_a_section_says(case: Case) -> None:
    """Done and looked at in the order of the table; every case looks at something."""
    game = Game.from_position("\n".join(case.position), dice=ScriptedDice(case.dice))
    for word, about, rest in case.steps:
        STEPS[word](game, about, rest)
    assert {word for word, _, _ in case.steps} - {"play"}
