"""Dice that nobody can foresee and everybody can check afterwards.

A game has a secret key of 256 bits. Its commitment, SHA-256 of the key, is shown from the start;
the key itself when the game is over. Roll number *n*, counting from 0, comes from the bytes of
HMAC-SHA-256(key, n as eight bytes, big-endian): the first byte below the largest multiple of the
number of sides, modulo the sides, plus one. Should all 32 bytes be too large, four bytes 1, 2, ...
are appended to *n* until one is not.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

KEY_BYTES = 32


def new_key() -> bytes:
    """A fresh secret key."""
    return secrets.token_bytes(KEY_BYTES)


def commitment_of(key: bytes) -> str:
    """What is shown of the key before the game: its hash, in hexadecimal."""
    return hashlib.sha256(key).hexdigest()


def roll_of(key: bytes, n: int, sides: int) -> int:
    """Roll number `n` of a key."""
    assert 1 <= sides <= 256
    limit = 256 - 256 % sides
    counter = n.to_bytes(8, "big")
    again = 0
    while True:
        message = counter if not again else counter + again.to_bytes(4, "big")
        for byte in hmac.digest(key, message, "sha256"):
            if byte < limit:
                return byte % sides + 1
        again += 1


class KeyedDice:
    """The dice of one game: its key, and how many rolls were made."""

    __slots__ = ("count", "key")

    def __init__(self, key: bytes, count: int = 0) -> None:
        assert len(key) == KEY_BYTES
        self.key = key
        self.count = count

    def roll(self, sides: int) -> int:
        """The next number, from 1 to `sides`."""
        value = roll_of(self.key, self.count, sides)
        self.count += 1
        return value

    def copy(self) -> KeyedDice:
        """Dice that will show the same numbers from here on."""
        return KeyedDice(self.key, self.count)


class WitnessedDice:
    """Keyed dice that write down every roll as (sides, value), for the page that checks them."""

    __slots__ = ("dice", "rolls")

    def __init__(self, dice: KeyedDice, rolls: list[tuple[int, int]] | None = None) -> None:
        self.dice = dice
        self.rolls: list[tuple[int, int]] = [] if rolls is None else rolls

    def roll(self, sides: int) -> int:
        """The next number, written down."""
        value = self.dice.roll(sides)
        self.rolls.append((sides, value))
        return value

    def copy(self) -> WitnessedDice:
        """The same, with a list of its own."""
        return WitnessedDice(self.dice.copy(), self.rolls[:])
