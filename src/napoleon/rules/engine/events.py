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
from napoleon.rules.engine.event_kinds import EVENT_KINDS

# Numbers of the kinds of events, in the order of EVENT_KINDS.
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
KINDS: Final = tuple([(kind.name, kind.rule) for kind in EVENT_KINDS])

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
    """One thing that happened. A value: it cannot be changed, and is equal to another one of the
    same content.

    `EVENT_KINDS` says what each kind has. What a kind does not have is None; numbers, whose names
    end in ``_no``, are -1.
    """

    __slots__ = (
        "_amount",
        "_area_no",
        "_army_no",
        "_block",
        "_dice",
        "_firepower",
        "_from_area_no",
        "_kind_no",
        "_named",
        "_other_no",
        "_seen",
        "_side_no",
        "_strength_left",
        "_terrain_no",
        "_to_no",
        "_town_no",
        "_turn",
        "_unit_no",
        "_why_no",
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
        self._kind_no = kind_no
        self._turn = turn
        self._side_no = side_no
        self._army_no = army_no
        self._unit_no = unit_no
        self._other_no = other_no
        self._town_no = town_no
        self._to_no = to_no
        self._area_no = area_no
        self._from_area_no = from_area_no
        self._terrain_no = terrain_no
        self._amount = amount
        self._strength_left = strength_left
        self._firepower = firepower
        self._block = block
        self._why_no = why_no
        self._dice = dice
        self._seen = seen
        self._named = named

    @property
    def kind(self) -> str:
        """What happened, in one word: see `EVENT_KINDS`."""
        return KINDS[self._kind_no][0]

    @property
    def rule(self) -> str:
        """The section of the rulebook that it follows from."""
        return CAUSES[self._why_no][1] if self._why_no >= 0 else KINDS[self._kind_no][1]

    @property
    def side(self) -> str | None:
        """The side concerned."""
        return SIDE_NAMES[self._side_no] if self._side_no >= 0 else None

    @property
    def army(self) -> str | None:
        """The army concerned."""
        return ARMY_NAMES[self._army_no] if self._army_no >= 0 else None

    @property
    def unit(self) -> str | None:
        """The unit concerned."""
        return UNIT_IDS[self._unit_no] if self._unit_no >= 0 else None

    @property
    def other(self) -> str | None:
        """A second unit: the square fired at or sheltered in, the holder relieved."""
        return UNIT_IDS[self._other_no] if self._other_no >= 0 else None

    @property
    def town(self) -> str | None:
        """The town where it happened, or which was left."""
        return TOWN_IDS[self._town_no] if self._town_no >= 0 else None

    @property
    def to(self) -> str | None:
        """The town of arrival."""
        return TOWN_IDS[self._to_no] if self._to_no >= 0 else None

    @property
    def area(self) -> str | None:
        """The area of the battlefield, such as ``"french left"``."""
        return format_field_area(self._area_no) if self._area_no >= 0 else None

    @property
    def from_area(self) -> str | None:
        """The area of the battlefield that was left."""
        return format_field_area(self._from_area_no) if self._from_area_no >= 0 else None

    @property
    def terrain(self) -> str | None:
        """The terrain block concerned."""
        return TERRAIN_NAMES[self._terrain_no] if self._terrain_no >= 0 else None

    @property
    def why(self) -> str | None:
        """The cause of a loss: "fire", "march", "rout", "morale", "no-road", "supply", "sheltered",
        "defeat" or "handicap"."""
        return CAUSES[self._why_no][0] if self._why_no >= 0 else None

    @property
    def has_failed(self) -> bool:
        """Return `failed`, under its name of before."""
        return self.failed

    @property
    def failed(self) -> bool:
        """Whether a die of morale or of a forced march went against the unit, with its bonus (5.6,
        6.3.1)."""
        return self._kind_no in (MARCH_DIE, MORALE_DIE) and self._dice[0] + self._amount <= 3

    @property
    def kind_no(self) -> int:
        """The number of the kind: its place in `EVENT_KINDS`."""
        return self._kind_no

    @property
    def turn(self) -> int:
        """The turn in which it happened, 0 during set-up."""
        return self._turn

    @property
    def side_no(self) -> int:
        """The number of the side, 0 the French, 1 the Allies; -1 for none."""
        return self._side_no

    @property
    def army_no(self) -> int:
        """The number of the army, 0 to 2; -1 for none."""
        return self._army_no

    @property
    def unit_no(self) -> int:
        """The number of the unit in the roster, -1 for none."""
        return self._unit_no

    @property
    def other_no(self) -> int:
        """The number of the second unit, -1 for none."""
        return self._other_no

    @property
    def town_no(self) -> int:
        """The number of the town, -1 for none."""
        return self._town_no

    @property
    def to_no(self) -> int:
        """The number of the town of arrival, -1 for none."""
        return self._to_no

    @property
    def area_no(self) -> int:
        """The number of the area: the owner's side times four, plus 0 reserve, 1 left, 2 centre,
        3 right; -1 for none."""
        return self._area_no

    @property
    def from_area_no(self) -> int:
        """The number of the area of departure, counted like `area_no`; -1 for none."""
        return self._from_area_no

    @property
    def terrain_no(self) -> int:
        """The number of the terrain, -1 for none."""
        return self._terrain_no

    @property
    def amount(self) -> int:
        """How much: hits of a shot, points of strength lost, the bonus of a die; -1 for none."""
        return self._amount

    @property
    def strength_left(self) -> int:
        """The strength after a loss; -1 for none, or for those to whom the unit is not named."""
        return self._strength_left

    @property
    def firepower(self) -> int:
        """What the die of a shot must not pass; -1 for none, or for those to whom the unit is not
        named."""
        return self._firepower

    @property
    def block(self) -> int:
        """The number by which a block's steps can be followed within a turn, -1 for none."""
        return self._block

    @property
    def why_no(self) -> int:
        """The number of the cause of a loss, -1 for none."""
        return self._why_no

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that were rolled."""
        return self._dice

    @property
    def seen(self) -> int:
        """Who may see the event: armies as bits, and 8 for spectators."""
        return self._seen

    @property
    def named(self) -> int:
        """Who may know which unit it is about: armies as bits, and 8 for spectators."""
        return self._named

    def as_seen(self, armies: int) -> Event | None:
        """Return the event as these armies (bits) may see it; None if they may not."""
        if not self._seen & armies:
            return None
        if self._named & armies:
            return self
        return Event(
            self._kind_no,
            self._turn,
            side_no=self._side_no,
            army_no=self._army_no,
            town_no=self._town_no,
            to_no=self._to_no,
            area_no=self._area_no,
            from_area_no=self._from_area_no,
            terrain_no=self._terrain_no,
            amount=self._amount,
            block=self._block,
            why_no=self._why_no,
            dice=self._dice,
            seen=self._seen,
            named=self._named,
        )

    def as_dict(self) -> dict[str, object]:
        """Return the event as plain data: what its kind has, with ids for numbers."""
        data: dict[str, object] = {"kind": self.kind, "turn": self._turn, "rule": self.rule}
        if self._side_no >= 0:
            data["side"] = SIDE_NAMES[self._side_no]
        if self._army_no >= 0:
            data["army"] = ARMY_NAMES[self._army_no]
        if self._unit_no >= 0:
            data["unit"] = UNIT_IDS[self._unit_no]
        if self._other_no >= 0:
            data["other"] = UNIT_IDS[self._other_no]
        if self._town_no >= 0:
            data["town"] = TOWN_IDS[self._town_no]
        if self._to_no >= 0:
            data["to"] = TOWN_IDS[self._to_no]
        if self._area_no >= 0:
            data["area"] = format_field_area(self._area_no)
        if self._from_area_no >= 0:
            data["from_area"] = format_field_area(self._from_area_no)
        if self._terrain_no >= 0:
            data["terrain"] = TERRAIN_NAMES[self._terrain_no]
        if self._why_no >= 0:
            data["why"] = CAUSES[self._why_no][0]
        if self._amount >= 0:
            data["amount"] = self._amount
        if self._strength_left >= 0:
            data["strength_left"] = self._strength_left
        if self._firepower >= 0:
            data["firepower"] = self._firepower
        if self._block >= 0:
            data["block"] = self._block
        if self._dice:
            data["dice"] = list(self._dice)
        if self.failed:
            data["failed"] = True
        return data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (
            self._kind_no == other._kind_no
            and self._turn == other._turn
            and self._side_no == other._side_no
            and self._army_no == other._army_no
            and self._unit_no == other._unit_no
            and self._other_no == other._other_no
            and self._town_no == other._town_no
            and self._to_no == other._to_no
            and self._area_no == other._area_no
            and self._from_area_no == other._from_area_no
            and self._terrain_no == other._terrain_no
            and self._amount == other._amount
            and self._strength_left == other._strength_left
            and self._firepower == other._firepower
            and self._block == other._block
            and self._why_no == other._why_no
            and self._dice == other._dice
            and self._seen == other._seen
            and self._named == other._named
        )

    def __hash__(self) -> int:
        return hash(
            (self._kind_no, self._turn, self._unit_no, self._town_no, self._amount, self._dice)
        )

    def __repr__(self) -> str:
        return f"Event({self.as_dict()})"


def format_field_area(area: int) -> str:
    """``"french left"`` for the number of an area in events."""
    return f"{SIDE_NAMES[area >> 2]} {FIELD_AREAS[area & 3]}"
