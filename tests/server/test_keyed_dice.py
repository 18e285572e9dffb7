"""Dice that can be checked: their key, their commitment, and the check itself."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter

import pytest

from napoleon.lab.random_play import play_out, uniform
from napoleon.rules import Game, Options
from napoleon.server.store import admin
from napoleon.server.table.keyed_dice import (
    KeyedDice,
    WitnessedDice,
    commitment_of,
    new_key,
    roll_of,
)

KEY = bytes(range(32))


def test_a_roll_is_what_the_protocol_says() -> None:
    """Derived here once more, from the words of docs/protocol.md."""
    for n in range(300):
        digest = hmac.new(KEY, n.to_bytes(8, "big"), hashlib.sha256).digest()
        assert roll_of(KEY, n, 6) == next(byte for byte in digest if byte < 252) % 6 + 1
    assert commitment_of(KEY) == hashlib.sha256(KEY).hexdigest()


def test_all_sides_are_equally_likely() -> None:
    dice = KeyedDice(KEY)
    shown = Counter(dice.roll(6) for _ in range(12_000))
    assert sorted(shown) == [1, 2, 3, 4, 5, 6]
    assert all(1_800 < number < 2_200 for number in shown.values())


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 200, 256])
def test_a_roll_is_between_one_and_the_sides(sides: int) -> None:
    assert all(1 <= roll_of(KEY, n, sides) <= sides for n in range(200))


def test_dice_go_on_where_they_were() -> None:
    dice = KeyedDice(KEY)
    first = [dice.roll(6) for _ in range(20)]
    twin = dice.copy()
    rest = [dice.roll(6) for _ in range(20)]
    assert [twin.roll(6) for _ in range(20)] == rest
    later = KeyedDice(KEY, 20)
    assert [later.roll(6) for _ in range(20)] == rest
    assert first != rest


def test_keys_are_new_each_time() -> None:
    assert len({new_key() for _ in range(50)}) == 50


def test_the_witness_writes_every_roll_down() -> None:
    witness = WitnessedDice(KeyedDice(KEY))
    shown = [witness.roll(6), witness.roll(4)]
    assert witness.rolls == [(6, shown[0]), (4, shown[1])]


@pytest.fixture(scope="module")
def played() -> str:
    """The record of a game with keyed dice."""
    game = Game.new("historical", Options(), KeyedDice(KEY))
    play_out(game, uniform, random.Random(3))
    return game.record()


def test_a_game_with_these_dice_passes_the_check(played: str) -> None:
    assert " = " in played
    assert admin.check_dice(commitment_of(KEY), KEY.hex(), played) is None


def test_another_key_or_a_changed_die_is_found(played: str) -> None:
    other = bytes(32)
    problem = admin.check_dice(commitment_of(KEY), other.hex(), played)
    assert problem is not None and "committed" in problem
    problem = admin.check_dice(commitment_of(other), other.hex(), played)
    assert problem is not None and "dice" in problem
    assert admin.check_dice(commitment_of(KEY), "no key", played) is not None
