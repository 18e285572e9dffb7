"""The one place where chance comes into the rules from outside: a seed for a game without dice.

`tests/test_levels.py` lets this module alone import `os`.
"""

from __future__ import annotations

import os


def fresh_seed() -> int:
    """Return a random number of 48 bits."""
    return int.from_bytes(os.urandom(6), "big")
