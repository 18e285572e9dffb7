"""The levels of the opponents by name, for those who only name them."""

from __future__ import annotations

from typing import Final

LEVELS: Final = ("random", "recruit", "officer", "marshal", "emperor")
