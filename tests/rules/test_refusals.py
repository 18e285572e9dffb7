"""Every reason for a refusal: where it is given, in which words, and with which section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from napoleon.rules import Game, Options, ScriptedDice
from napoleon.rules.board.units import FIREPOWER, UNIT_IDS
from napoleon.rules.engine.refusals import (
    NO_FIREPOWER,
    REASONS,
    TOO_WOODED,
)

CASES_FILE = Path(__file__).with_name("refusals.txt")

# F0 has a test of its own below; woods that fit nowhere are set aside before anybody can lay them.
NEVER_HEARD = (NO_FIREPOWER, TOO_WOODED)


class Case(NamedTuple):
    """What is played from a position on, what is then refused, and why."""

    rule: str
    reason: str
    position: str
    moves: list[tuple[str, str]]  # seat, action
    dice: list[int]
    refused: tuple[str, str]


def _read_cases() -> list[Case]:
    """The cases of refusals.txt; its first lines say how they are written."""
    cases: list[Case] = []
    names: dict[str, str] = {}
    for line in CASES_FILE.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.strip().partition(" ")
        if line.startswith("$"):
            names[word] = rest.removeprefix("= ")
        elif line and not line.startswith((" ", "#")):
            cases.append(Case(word.rstrip(":"), rest, "", [], [], ("", "")))
        elif word == "position":
            name, _, more = rest.partition(" ")
            position = f"{names[name]} {more}" if name in names else rest
            cases[-1] = cases[-1]._replace(position=position)
        elif word == "dice":
            cases[-1].dice.extend(int(die) for die in rest.split())
        elif word == "not":
            seat, _, action = rest.partition(": ")
            cases[-1] = cases[-1]._replace(refused=(seat, action))
        elif word and word != "#":
            actions = rest.split(", ")
            cases[-1].moves.extend((word.rstrip(":"), action) for action in actions)
    return cases


CASES = _read_cases()
FIELD = "turn 5; battle charleroi; french centre: FR-4-I; allied centre: PR-2-I1;"


def _begin(case: Case) -> Game:
    dice = ScriptedDice([*case.dice, *[6] * 20])
    if case.position == "free":
        return Game.new("free", Options(2), dice)
    return Game.from_position(case.position, dice=dice)


@pytest.mark.parametrize("case", CASES, ids=[f"{case.rule}: {case.reason}" for case in CASES])
def test_a_refusal_gives_its_reason_and_its_section(case: Case) -> None:
    """The words say what stands in the way, the number where the rulebook says so."""
    game = _begin(case)
    for seat, action in case.moves:
        game.play(seat, action)
    reason = game.why_not(*case.refused)
    assert reason is not None
    assert case.reason in reason.text
    assert reason.rule == case.rule


def test_every_reason_has_a_case() -> None:
    """A reason that is never given would be dead words."""
    told = [case.reason for case in CASES]
    missing = []
    for number, (_, words) in REASONS.items():
        part = max(re.split(r"\{\w+\}", words), key=len).strip()
        if number not in NEVER_HEARD and not any(part in text or text in part for text in told):
            missing.append(words)
    assert missing == []


@pytest.fixture
def poor_cavalry() -> Iterator[None]:
    """The cavalry of Pajol with the F1 that no card has."""
    unit = UNIT_IDS.index("FR-C1")
    power, FIREPOWER[unit] = FIREPOWER[unit], 1
    yield
    FIREPOWER[unit] = power


AGAINST_A_SQUARE = f"{FIELD} french enemy-right: FR-C1; allied right: PR-1-I1(square)"


def test_6_5_1_light_cavalry_has_f1_against_a_square() -> None:
    game = Game.from_position(AGAINST_A_SQUARE)
    assert game.why_not("french", "fire FR-C1 PR-1-I1") is None


@pytest.mark.usefixtures("poor_cavalry")
def test_6_3_3_a_unit_without_firepower_does_not_fire() -> None:
    """F0 does not fire: a cavalry of F1 would have no more against a square."""
    reason = Game.from_position(AGAINST_A_SQUARE).why_not("french", "fire FR-C1 PR-1-I1")
    assert reason is not None
    assert reason.rule == "6.3.3"
    assert "has no firepower left against that" in reason.text
