"""Marks: what is noted on units for a while, one table for the state and one for a fight.

A mark is a mask, a field of `State` or `Fight`. Positions, views, sketches and everything that
takes marks off again read these tables: a new mark is a row here, a slot with its line in `copy`,
and the rule that sets it.
"""

from __future__ import annotations

from typing import Final

# How long a mark lasts, at most
MOVEMENT: Final = 0  # until movement is over (5)
TURN: Final = 1  # until the turn is over
BATTLE_TURN: Final = 2  # until the next battle turn begins (6.3)
ENGAGEMENT: Final = 3  # as long as both sides stand in the area (6.3.3)
FIGHT: Final = 4  # until something ends it, or the unit leaves the field


class Mark:
    """One mark: its word (the name of its field, and what positions and views say), how long it
    lasts, and whether the enemy is not told even when the unit is in view."""

    __slots__ = ("is_inferred", "is_secret", "lifetime", "word")

    def __init__(
        self, word: str, lifetime: int, is_secret: bool = False, is_inferred: bool = False
    ) -> None:
        self.word = word
        self.lifetime = lifetime
        self.is_secret = is_secret
        # A position says it only with the option of 6.2.4; else it follows from the rest.
        self.is_inferred = is_inferred


STATE_MARKS: Final = [
    Mark("disordered", TURN),  # it retreated (7.3)
    Mark("marched", MOVEMENT),
    Mark("marched2", MOVEMENT),
    Mark("forced", MOVEMENT),
]
FIGHT_MARKS: Final = [
    Mark("moved", BATTLE_TURN),
    Mark("moved2", BATTLE_TURN),
    Mark("halted", BATTLE_TURN),  # it engaged, or entered woods
    Mark("fired", BATTLE_TURN),
    Mark("done", BATTLE_TURN),  # it has used its action otherwise
    Mark("disengaged", BATTLE_TURN),
    Mark("silent", BATTLE_TURN),  # it came out of a square: no fire
    Mark("swapped", BATTLE_TURN),  # it became the occupant by a swap
    Mark("shock", ENGAGEMENT),
    Mark("canister", ENGAGEMENT),
    Mark("square", FIGHT),
    Mark("shown", FIGHT, is_secret=True, is_inferred=True),  # the enemy has it in view
    Mark("engaged", FIGHT, is_secret=True),  # since the last shot that could hurt (6.7)
]


def mask_of(owner: object, mark: Mark) -> int:
    """The units that carry a mark of a state or a fight."""
    mask: int = getattr(owner, mark.word)
    return mask


def masks_of(owner: object, marks: list[Mark]) -> list[int]:
    """The units that carry each of the marks of a state or a fight."""
    return [getattr(owner, mark.word) for mark in marks]


def marked_units(owner: object, marks: list[Mark]) -> int:
    """The units that carry any mark of a state or a fight."""
    units = 0
    for mask in masks_of(owner, marks):
        units |= mask
    return units


def set_mask(owner: object, mark: Mark, mask: int) -> None:
    """Let exactly these units carry a mark."""
    setattr(owner, mark.word, mask)


def clear_marks(owner: object, marks: list[Mark], lifetime: int) -> None:
    """Take the marks of this lifetime off all units."""
    for mark in marks:
        if mark.lifetime == lifetime:
            setattr(owner, mark.word, 0)


def keep_marks(owner: object, marks: list[Mark], units: int) -> None:
    """Take all marks off all other units."""
    for mark in marks:
        mask = getattr(owner, mark.word)
        if mask & ~units:
            setattr(owner, mark.word, mask & units)
