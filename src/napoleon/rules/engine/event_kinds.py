"""The kinds of events: name, rule and fields of each, in the order of their numbers."""

from __future__ import annotations

from typing import Final, NamedTuple


class EventKind(NamedTuple):
    """What an event of a kind says, and which fields it has beside `kind`, `turn` and `rule`.

    A field is an attribute of `Event` and a key of `Event.as_dict`.
    """

    #: The name of the kind: `Event.kind`.
    name: str
    #: The section of the rulebook; a loss has that of its cause.
    rule: str
    #: What has happened, in a sentence.
    meaning: str
    #: The fields that every event of the kind has.
    fields: tuple[str, ...]
    #: Fields that only some events of the kind have.
    sometimes: tuple[str, ...] = ()


_UNIT: Final = ("side", "army", "unit", "town")
_MARCH: Final = (*_UNIT, "to", "block")
_FIELD: Final = (*_UNIT, "area")
_MOVE: Final = (*_FIELD, "from_area")
_GROUND: Final = (*_FIELD, "terrain")

#: The kinds of events, in the order of their numbers.
EVENT_KINDS: Final = (
    EventKind("placed", "4", "A unit was set up in a town.", _UNIT),
    EventKind("setup-closed", "4", "A side has finished its set-up.", ("side",)),
    EventKind("turn-began", "2", "A turn of a side began.", ("side",)),
    EventKind("marched", "5.1", "A unit marched along a road.", _MARCH),
    EventKind("force-marched", "5.6", "A unit made a forced march.", _MARCH),
    EventKind(
        "leader-shown",
        "8.1",
        "A leader of strength `amount` was shown to urge on forced marches.",
        (*_UNIT, "amount"),
    ),
    EventKind(
        "march-die",
        "5.6",
        "A die was rolled for a forced march, with a bonus of `amount`.",
        (*_UNIT, "block", "dice", "amount"),
        ("failed",),
    ),
    EventKind(
        "strength-lost",
        "3.4",
        "A unit lost `amount` points of strength.",
        (*_UNIT, "why", "amount", "strength_left"),
        ("block",),
    ),
    EventKind("eliminated", "6.4", "A unit was lost.", (*_UNIT, "why"), ("area", "block")),
    EventKind("skirmish-began", "6.6", "A side attacks: a skirmish.", ("side", "town")),
    EventKind("battle-began", "6.1", "A side attacks: a battle.", ("side", "town")),
    EventKind(
        "shown",
        "6.2.4",
        "A unit of strength `amount` came into view.",
        (*_UNIT, "amount"),
        ("area",),
    ),
    EventKind(
        "shot",
        "6.3.3",
        "A unit fired, with `amount` hits; `other` is the square fired at.",
        (*_UNIT, "dice", "amount", "firepower"),
        ("area", "from_area", "other"),
    ),
    EventKind("terrain-drawn", "6.2.1", "A terrain block was drawn.", ("side", "town", "terrain")),
    EventKind(
        "terrain-laid", "6.2.1", "It was laid in an area.", ("side", "town", "area", "terrain")
    ),
    EventKind("terrain-declined", "6.2.1", "A side draws no more terrain.", ("side", "town")),
    EventKind(
        "terrain-aside", "6.2.1", "There is no area for this block.", ("side", "town", "terrain")
    ),
    EventKind("deployed", "6.2.2", "A unit was deployed in an area.", _FIELD),
    EventKind("holder-named", "6.2.1", "A unit was told to hold a farm or hill.", _GROUND),
    EventKind("deployment-closed", "6.2.2", "A side has deployed.", ("side", "town")),
    EventKind(
        "battle-turn-began",
        "6.3",
        "A side's battle turn began, in round `amount`.",
        ("side", "town", "amount"),
    ),
    EventKind(
        "morale-die",
        "6.3.1",
        "A die was rolled for morale, with a bonus of `amount`.",
        (*_FIELD, "dice", "amount"),
        ("failed",),
    ),
    EventKind("fell-back", "6.3.1", "A unit fell back to its reserve.", _MOVE),
    EventKind("engaged", "6.3.2", "A unit went forward to the enemy.", _MOVE),
    EventKind("disengaged", "6.3.2", "A unit went back from the enemy.", _MOVE),
    EventKind("regrouped-on-field", "6.3.2", "A unit went to another area.", _MOVE),
    EventKind("square-formed", "6.5", "A unit formed square.", _FIELD, ("terrain",)),
    EventKind("square-left", "6.5", "A unit left its square.", _FIELD, ("terrain",)),
    EventKind(
        "sheltered",
        "6.5.2",
        "A unit took shelter in the square of `other`.",
        (*_FIELD, "other"),
        ("terrain",),
    ),
    EventKind("emerged", "6.5.2", "A unit came out of a square.", _FIELD, ("terrain",)),
    EventKind("occupied", "6.2.1", "A unit occupied a farm or hill.", _GROUND),
    EventKind(
        "swapped", "6.2.1", "A unit took a farm or hill over from `other`.", (*_GROUND, "other")
    ),
    EventKind("reinforced", "6.3.4", "A unit came up to a battle.", (*_UNIT, "to")),
    EventKind("retreated", "7", "A unit retreated along a road.", (*_UNIT, "to"), ("from_area",)),
    EventKind("routed", "7.4", "A side was routed.", ("side", "town")),
    EventKind("withdrawal-forced", "6.7", "The attacker has to withdraw.", ("side", "town")),
    EventKind("fight-won", "2.2", "A side has won a fight.", ("side", "town")),
    EventKind("regrouped", "7.5", "A unit went to a town of friends.", (*_UNIT, "to")),
    EventKind(
        "supply-cut",
        "9",
        "A supply city is in French hands: the army has to remove `amount` units.",
        ("side", "army", "town", "amount"),
    ),
    EventKind("army-defeated", "10", "An army was defeated.", ("side", "army")),
    EventKind(
        "game-over",
        "10",
        "`side` has won; `amount` is the number of the reason (`Game.result` says it).",
        ("side", "amount"),
    ),
)
