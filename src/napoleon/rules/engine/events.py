"""Events: what happened, as data, and who may see it.

An event is *seen* by some armies (and perhaps by spectators), and *named* to some of those: the
others see that something happened to a block of an army, but not to which unit. Prose is made from
events in `prose.py`, and nowhere else.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_NAMES,
    EVERYONE,
    SIDE_NAMES,
    UNIT_IDS,
)
from napoleon.rules.engine.actions import TERRAIN_NAMES

# Kinds of events, in the order of KINDS below.
PLACED: Final = 0
SETUP_CLOSED: Final = 1
TURN_BEGAN: Final = 2
MARCHED: Final = 3
FORCE_MARCHED: Final = 4
LEADER_SHOWN: Final = 5
MARCH_DIE: Final = 6
STRENGTH_LOST: Final = 7
ELIMINATED: Final = 8
SKIRMISH_BEGAN: Final = 9
BATTLE_BEGAN: Final = 10
SHOWN: Final = 11
SHOT: Final = 12
TERRAIN_DRAWN: Final = 13
TERRAIN_LAID: Final = 14
TERRAIN_DECLINED: Final = 15
TERRAIN_ASIDE: Final = 16
DEPLOYED: Final = 17
HOLDER_NAMED: Final = 18
DEPLOYMENT_CLOSED: Final = 19
BATTLE_TURN_BEGAN: Final = 20
MORALE_DIE: Final = 21
FELL_BACK: Final = 22
ENGAGED: Final = 23
DISENGAGED: Final = 24
REGROUPED_ON_FIELD: Final = 25
SQUARE_FORMED: Final = 26
SQUARE_LEFT: Final = 27
SHELTERED: Final = 28
EMERGED: Final = 29
OCCUPIED: Final = 30
SWAPPED: Final = 31
REINFORCED: Final = 32
RETREATED: Final = 33
ROUTED: Final = 34
WITHDRAWAL_FORCED: Final = 35
FIGHT_WON: Final = 36
REGROUPED: Final = 37
SUPPLY_CUT: Final = 38
ARMY_DEFEATED: Final = 39
GAME_OVER: Final = 40

# The name and the rule of each kind.
KINDS: Final = (
    ("placed", "4"),
    ("setup-closed", "4"),
    ("turn-began", "2"),
    ("marched", "5.1"),
    ("force-marched", "5.6"),
    ("leader-shown", "8.1"),
    ("march-die", "5.6"),
    ("strength-lost", "3.4"),
    ("eliminated", "6.4"),
    ("skirmish-began", "6.6"),
    ("battle-began", "6.1"),
    ("shown", "6.2.4"),
    ("shot", "6.3.3"),
    ("terrain-drawn", "6.2.1"),
    ("terrain-laid", "6.2.1"),
    ("terrain-declined", "6.2.1"),
    ("terrain-aside", "6.2.1"),
    ("deployed", "6.2.2"),
    ("holder-named", "6.2.1"),
    ("deployment-closed", "6.2.2"),
    ("battle-turn-began", "6.3"),
    ("morale-die", "6.3.1"),
    ("fell-back", "6.3.1"),
    ("engaged", "6.3.2"),
    ("disengaged", "6.3.2"),
    ("regrouped-on-field", "6.3.2"),
    ("square-formed", "6.5"),
    ("square-left", "6.5"),
    ("sheltered", "6.5.2"),
    ("emerged", "6.5.2"),
    ("occupied", "6.2.1"),
    ("swapped", "6.2.1"),
    ("reinforced", "6.3.4"),
    ("retreated", "7"),
    ("routed", "7.4"),
    ("withdrawal-forced", "6.7"),
    ("fight-won", "2.2"),
    ("regrouped", "7.5"),
    ("supply-cut", "9"),
    ("army-defeated", "10"),
    ("game-over", "10"),
)

# Why strength was lost or a unit eliminated, in the order of CAUSES.
BY_FIRE: Final = 0
BY_MARCH: Final = 1
BY_ROUT: Final = 2
BY_MORALE: Final = 3
NO_ROAD: Final = 4
BY_SUPPLY: Final = 5
WITH_SHELTERED: Final = 6
BY_DEFEAT: Final = 7
BY_HANDICAP: Final = 8
CAUSES: Final = (
    ("fire", "6.4"),
    ("march", "5.6"),
    ("rout", "7.4.1"),
    ("morale", "6.3.1"),
    ("no-road", "7.4"),
    ("supply", "9"),
    ("sheltered", "6.5.2"),
    ("defeat", "10"),
    ("handicap", "4"),
)

# Areas in events: the owner's side times four, plus reserve, left, centre, right.
FIELD_AREAS: Final = ("reserve", "left", "centre", "right")


class Event:
    """One thing that happened.

    Attributes ending in ``_no`` are engine numbers, -1 for none; the properties give them as ids.
    `amount` is what the kind says: hits of a shot, points of strength lost, the bonus of a die.
    `strength_left` after a loss and the `firepower` of a shot, -1 for none, are known to those only
    to whom the event is named.
    """

    __slots__ = (
        "amount",
        "area_no",
        "army_no",
        "block",
        "dice",
        "firepower",
        "from_area_no",
        "kind_no",
        "named",
        "other_no",
        "seen",
        "side_no",
        "strength_left",
        "terrain_no",
        "to_no",
        "town_no",
        "turn",
        "unit_no",
        "why_no",
    )

    def __init__(
        self,
        kind_no: int,
        turn: int,
        *,
        side_no: int = -1,
        army_no: int = -1,
        unit_no: int = -1,
        other_no: int = -1,
        town_no: int = -1,
        to_no: int = -1,
        area_no: int = -1,
        from_area_no: int = -1,
        terrain_no: int = -1,
        amount: int = -1,
        strength_left: int = -1,
        firepower: int = -1,
        block: int = -1,
        why_no: int = -1,
        dice: tuple[int, ...] = (),
        seen: int = EVERYONE,
        named: int = EVERYONE,
    ) -> None:
        self.kind_no = kind_no
        self.turn = turn
        self.side_no = side_no
        self.army_no = army_no
        self.unit_no = unit_no
        self.other_no = other_no
        self.town_no = town_no
        self.to_no = to_no
        self.area_no = area_no
        self.from_area_no = from_area_no
        self.terrain_no = terrain_no
        self.amount = amount
        self.strength_left = strength_left
        self.firepower = firepower
        self.block = block
        self.why_no = why_no
        self.dice = dice
        self.seen = seen
        self.named = named

    @property
    def kind(self) -> str:
        """What happened, in one word."""
        return KINDS[self.kind_no][0]

    @property
    def rule(self) -> str:
        """The section of the rulebook that it follows from."""
        return CAUSES[self.why_no][1] if self.why_no >= 0 else KINDS[self.kind_no][1]

    @property
    def side(self) -> str | None:
        """The side concerned."""
        return SIDE_NAMES[self.side_no] if self.side_no >= 0 else None

    @property
    def army(self) -> str | None:
        """The army concerned."""
        return ARMY_NAMES[self.army_no] if self.army_no >= 0 else None

    @property
    def unit(self) -> str | None:
        """The unit concerned."""
        return UNIT_IDS[self.unit_no] if self.unit_no >= 0 else None

    @property
    def other(self) -> str | None:
        """A second unit: the square fired at or sheltered in, the holder relieved."""
        return UNIT_IDS[self.other_no] if self.other_no >= 0 else None

    @property
    def town(self) -> str | None:
        """Where it happened, or whence."""
        return TOWN_IDS[self.town_no] if self.town_no >= 0 else None

    @property
    def to(self) -> str | None:
        """Whither."""
        return TOWN_IDS[self.to_no] if self.to_no >= 0 else None

    @property
    def area(self) -> str | None:
        """Where on the battlefield: ``"french left"``."""
        return format_field_area(self.area_no) if self.area_no >= 0 else None

    @property
    def terrain(self) -> str | None:
        """The terrain block concerned."""
        return TERRAIN_NAMES[self.terrain_no] if self.terrain_no >= 0 else None

    @property
    def why(self) -> str | None:
        """The cause of a loss."""
        return CAUSES[self.why_no][0] if self.why_no >= 0 else None

    @property
    def has_failed(self) -> bool:
        """Whether a die of morale or of a forced march went against the unit, with its bonus (5.6,
        6.3.1)."""
        return self.kind_no in (MARCH_DIE, MORALE_DIE) and self.dice[0] + self.amount <= 3

    def as_seen(self, armies: int) -> Event | None:
        """The event as these armies (as bits) may see it; None if they may not see it at all."""
        if not self.seen & armies:
            return None
        if self.named & armies:
            return self
        return Event(
            self.kind_no,
            self.turn,
            side_no=self.side_no,
            army_no=self.army_no,
            town_no=self.town_no,
            to_no=self.to_no,
            area_no=self.area_no,
            from_area_no=self.from_area_no,
            terrain_no=self.terrain_no,
            amount=self.amount,
            block=self.block,
            why_no=self.why_no,
            dice=self.dice,
            seen=self.seen,
            named=self.named,
        )

    def as_dict(self) -> dict[str, object]:
        """The event as plain data, without what does not apply."""
        data: dict[str, object] = {"kind": self.kind, "turn": self.turn, "rule": self.rule}
        if self.side_no >= 0:
            data["side"] = SIDE_NAMES[self.side_no]
        if self.army_no >= 0:
            data["army"] = ARMY_NAMES[self.army_no]
        if self.unit_no >= 0:
            data["unit"] = UNIT_IDS[self.unit_no]
        if self.other_no >= 0:
            data["other"] = UNIT_IDS[self.other_no]
        if self.town_no >= 0:
            data["town"] = TOWN_IDS[self.town_no]
        if self.to_no >= 0:
            data["to"] = TOWN_IDS[self.to_no]
        if self.area_no >= 0:
            data["area"] = format_field_area(self.area_no)
        if self.from_area_no >= 0:
            data["from_area"] = format_field_area(self.from_area_no)
        if self.terrain_no >= 0:
            data["terrain"] = TERRAIN_NAMES[self.terrain_no]
        if self.why_no >= 0:
            data["why"] = CAUSES[self.why_no][0]
        if self.amount >= 0:
            data["amount"] = self.amount
        if self.strength_left >= 0:
            data["strength_left"] = self.strength_left
        if self.firepower >= 0:
            data["firepower"] = self.firepower
        if self.block >= 0:
            data["block"] = self.block
        if self.dice:
            data["dice"] = list(self.dice)
        if self.has_failed:
            data["failed"] = True
        return data

    def __repr__(self) -> str:
        return f"Event({self.as_dict()})"


def format_field_area(area: int) -> str:
    """``"french left"`` for the number of an area in events."""
    return f"{SIDE_NAMES[area >> 2]} {FIELD_AREAS[area & 3]}"
