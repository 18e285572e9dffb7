"""Actions as numbers: both ways, and choosing step by step ends at what is offered."""

import random

import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.research.actions import (
    ACTION_COUNT,
    FACTORS,
    OPERAND_SIZES,
    Factored,
    factor,
    factored_mask,
    flatten,
    join,
    split,
    unfactor,
    unflatten,
)
from napoleon.rules import VERBS, Action, MalformedAction
from napoleon.rules.engine.actions import is_well_formed


def test_every_flat_number_is_an_action_of_its_own() -> None:
    codes = [unflatten(number) for number in range(ACTION_COUNT)]
    assert all(is_well_formed(code) for code in codes)
    assert len(set(codes)) == ACTION_COUNT
    assert [flatten(code) for code in codes] == list(range(ACTION_COUNT))


def test_flat_and_factored_numbers_are_the_same_actions() -> None:
    for number in range(0, ACTION_COUNT, 7):
        parts = split(number)
        assert join(parts) == number
        assert all(part < size for part, size in zip(parts, FACTORS, strict=True))
        assert factor(unfactor(parts)) == parts


def test_an_operand_left_out_has_a_number() -> None:
    units = OPERAND_SIZES[[verb.name for verb in VERBS].index("fire")]
    alone = factor(Action.parse("fire FR-2-I1").code)
    assert alone.second == units[1] - 1
    assert str(Action(unfactor(alone))) == "fire FR-2-I1"
    assert factor(Action.parse("end").code) == Factored(26, 0, 0)


@pytest.mark.parametrize("number", [-1, ACTION_COUNT])
def test_a_number_that_is_no_action_is_refused(number: int) -> None:
    with pytest.raises(MalformedAction, match="expected an action from 0"):
        unflatten(number)


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [((28, 0, 0), "expected a verb"), ((26, 1, 0), "'end'"), ((0, 0, 55), "'place'")],
)
def test_parts_that_are_no_action_are_refused(parts: tuple[int, int, int], complaint: str) -> None:
    with pytest.raises(MalformedAction, match=complaint):
        unfactor(parts)


def test_an_action_beyond_the_numbers_is_refused() -> None:
    with pytest.raises(MalformedAction, match="draw 16 has no number"):
        flatten(Action.parse("draw 16").code)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_offered_has_a_number_and_is_reached_step_by_step(seed: int) -> None:
    game = new_random_game(seed)
    rng = random.Random(seed)
    for _ in range(150):
        if not game.to_act:
            break
        seat = game.to_act[0]
        codes = game.legal(seat).codes
        assert [unflatten(flatten(code)) for code in codes] == codes
        chosen: list[int] = []
        for size in FACTORS:
            mask = factored_mask(codes, chosen)
            assert len(mask) == size
            chosen.append(rng.choice([value for value in range(size) if mask[value]]))
        assert unfactor(chosen) in codes
        assert {factor(code).verb for code in codes} == {
            verb for verb, bit in enumerate(factored_mask(codes)) if bit
        }
        game.play(seat, Action(warlike(game, seat, codes, rng)))
