"""Why an action is not allowed: one number for each reason, with its rule section and its words.

The checks of the phases return these numbers (0: nothing against it). `legal` and `refuse` share
those checks, so that what is offered and what is refused cannot differ; words/explanations.py makes
sentences of them.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.words.language import N_

OK: Final = 0
WRONG_STEP: Final = 1
NOT_YOURS: Final = 2
NOT_PRESENT: Final = 3
GAME_ENDED: Final = 4
NOT_TO_ACT: Final = 5
ALREADY_PLACED: Final = 6
WRONG_ZONE: Final = 7
TOWN_FULL: Final = 8
UNITS_LEFT: Final = 9
NO_ROAD: Final = 10
CONTESTED_HERE: Final = 11
NO_GROUP_LEFT: Final = 12
NO_STEPS_LEFT: Final = 13
ROAD_FULL: Final = 14
RIVER_FULL: Final = 15
NIGHT_ATTACK: Final = 16
NOT_JOINED: Final = 17
NOT_MARCHED: Final = 18
NOT_ACTIVATED: Final = 19
FORCED_ALREADY: Final = 20
NO_MARCHERS: Final = 21
NO_SUCH_FIGHT: Final = 22
NOT_IN_FIGHT: Final = 23
ALREADY_REVEALED: Final = 24
FOUR_REVEALED: Final = 25
NONE_REVEALED: Final = 26
TOO_MANY_BLOCKS: Final = 27
NOT_DRAWN: Final = 28
NOT_OWN_AREA: Final = 29
AREA_TAKEN: Final = 30
STREAM_THERE: Final = 31
TOO_WOODED: Final = 32
ALREADY_DEPLOYED: Final = 33
NO_GUNS_IN_WOODS: Final = 34
CORPS_MIXED: Final = 35
AREAS_EMPTY: Final = 36
NOT_DEPLOYED: Final = 37
NOTHING_TO_HOLD: Final = 38
WRONG_HOLDER: Final = 39
HELD_ALREADY: Final = 40
NOT_FALLING_BACK: Final = 41
HAS_ACTED: Final = 42
IN_SQUARE: Final = 43
NOT_NEXT: Final = 44
GUNS_ENGAGE: Final = 45
ENEMY_THERE: Final = 46
FORWARD_ENGAGED: Final = 47
STREAM_FULL: Final = 48
GUNS_FORD: Final = 49
BOTH_WAYS: Final = 50
IN_RESERVE: Final = 51
NOT_ENGAGED: Final = 52
NO_TARGET: Final = 53
NO_SUCH_SQUARE: Final = 54
NO_FIREPOWER: Final = 55
NO_GUN: Final = 56
FRIENDS_AHEAD: Final = 57
WOODS_AHEAD: Final = 58
NOT_IN_OWN_AREA: Final = 59
SHELTERED_NO_FIRE: Final = 60
NOT_INFANTRY: Final = 61
NO_SQUARE_IN_WOODS: Final = 62
HOLDS_FARM: Final = 63
NOT_IN_SQUARE: Final = 64
SQUARE_ENGAGED: Final = 65
CANNOT_SHELTER: Final = 66
SQUARE_TAKEN: Final = 67
NOT_SHELTERED: Final = 68
NO_HOLDER: Final = 69
SWAPPED_ALREADY: Final = 70
HOLDER_ACTED: Final = 71
NOT_ORIGIN: Final = 72
ENEMY_IN_TOWN: Final = 73
RETREAT_FULL: Final = 74
NOT_STRONGEST: Final = 75
NOT_ADJACENT: Final = 76
DISORDERED: Final = 77
REGROUPED_ALREADY: Final = 78
NO_FRIENDS_THERE: Final = 79
NOTHING_OWED: Final = 80
CANNOT_ENTER: Final = 81
WOODS_STOP: Final = 82
FARM_IS_SAFE: Final = 83
LEADER_WAITS: Final = 84
NIGHT_FORCE: Final = 85
SAME_TOWN: Final = 86
NO_SUPPLY_STEP: Final = 87
LAST_STEP: Final = 88

# The rule and the words of each reason; words/explanations.py fills in what stands in braces.
REASONS: Final = {
    WRONG_STEP: ("2", N_("this is not the step for it: {stage}")),
    NOT_YOURS: ("11", N_("{unit} is not under your command")),
    NOT_PRESENT: ("3", N_("{unit} is not on the board")),
    GAME_ENDED: ("10", N_("the game is over")),
    NOT_TO_ACT: ("2", N_("it is not for {seat} to act now, but for {to_act}")),
    ALREADY_PLACED: ("4", N_("{unit} has been placed already")),
    WRONG_ZONE: (
        "{setup_rule}",
        N_("{unit} may not be set up in {town}: it is in another army's zone"),
    ),
    TOWN_FULL: (
        "{setup_rule}",
        N_("{town} holds {there} units, at most {setup_limit} may be set up there"),
    ),
    UNITS_LEFT: ("4", N_("{left} units have still to be placed")),
    NO_ROAD: ("{road_rule}", N_("no road joins {origin} and {town}")),
    CONTESTED_HERE: ("5.1", N_("{unit} stands before the enemy at {origin} and may not march on")),
    NO_GROUP_LEFT: (
        "5.1",
        N_("no more groups of this army may move this turn ({groups}/{group_limit})"),
    ),
    NO_STEPS_LEFT: ("5.3", N_("{unit} has marched as far as it may")),
    ROAD_FULL: ("5.4", N_("the road from {origin} to {town} is full ({used}/{limit})")),
    RIVER_FULL: (
        "5.5",
        N_("no more units may attack {town} over the {river} from {origin} ({used}/{limit})"),
    ),
    NIGHT_ATTACK: ("5.7", N_("there are no attacks at night")),
    NIGHT_FORCE: ("5.7", N_("there are no forced marches at night")),
    SAME_TOWN: ("{road_rule}", N_("{unit} is in {town} already")),
    NOT_JOINED: (
        "5.2",
        N_("another group attacks {town}, and the two did not both adjoin it and each other"),
    ),
    NOT_MARCHED: ("5.6", N_("{unit} has not used its whole normal march")),
    NOT_ACTIVATED: ("5.6", N_("{unit} belongs to no group that moved this turn")),
    FORCED_ALREADY: ("5.6", N_("{unit} has made its forced march")),
    NO_MARCHERS: ("8.1", N_("no unit that force-marched stands with {unit}")),
    NO_SUCH_FIGHT: ("6.1", N_("there is no such fight to choose at {town}")),
    NOT_IN_FIGHT: ("6.1", N_("{unit} takes no part in the fight at {at}")),
    ALREADY_REVEALED: ("6.6", N_("{unit} has been revealed already")),
    FOUR_REVEALED: ("6.6", N_("four units are revealed, and no more may be")),
    NONE_REVEALED: ("6.6", N_("at least one unit must be revealed")),
    TOO_MANY_BLOCKS: ("6.2.1", N_("you may draw at most {draw_limit} terrain blocks")),
    NOT_DRAWN: ("6.2.1", N_("no such block was drawn")),
    NOT_OWN_AREA: ("{area_rule}", N_("it has to be one of your own areas")),
    AREA_TAKEN: ("6.2.1", N_("a terrain block lies there already")),
    STREAM_THERE: ("6.2.1", N_("a stream runs there already")),
    TOO_WOODED: ("6.2.1", N_("too few of your units can stand in woods")),
    ALREADY_DEPLOYED: ("6.2.2", N_("{unit} has been deployed already")),
    NO_GUNS_IN_WOODS: ("6.2.1", N_("artillery cannot stand in woods")),
    CORPS_MIXED: (
        "6.2.3",
        N_("an area takes one corps, or two of an army whose leader stands there"),
    ),
    AREAS_EMPTY: ("6.2.2", N_("left, centre and right each need at least one unit")),
    NOT_DEPLOYED: ("6.2.2", N_("{unit} has not been deployed in one of your areas")),
    NOTHING_TO_HOLD: ("6.2.1", N_("there is neither farm nor hill where {unit} stands")),
    WRONG_HOLDER: (
        "6.2.1",
        N_("a farm is held by infantry and a hill by artillery, and {unit} is not that"),
    ),
    HELD_ALREADY: ("6.2.1", N_("it is held already")),
    NOT_FALLING_BACK: ("6.3.1", N_("{unit} does not have to fall back")),
    HAS_ACTED: ("6.3", N_("{unit} has acted in this battle turn")),
    IN_SQUARE: ("6.5", N_("{unit} is in square")),
    NOT_NEXT: (
        "6.3.2",
        N_("{unit} cannot get there: no step sideways, diagonally or two areas at once"),
    ),
    GUNS_ENGAGE: ("6.3.2", N_("foot artillery does not engage")),
    ENEMY_THERE: ("6.3.2", N_("the enemy stands there")),
    FORWARD_ENGAGED: ("6.3.2", N_("an engaged unit can only fall back")),
    STREAM_FULL: ("6.2.1", N_("two units have crossed that stream in this battle turn")),
    GUNS_FORD: ("6.2.1", N_("horse artillery cannot cross a stream")),
    BOTH_WAYS: ("6.3.2", N_("no unit engages and disengages in one battle turn")),
    IN_RESERVE: ("6.3.3", N_("units in reserve do not fire")),
    NOT_ENGAGED: ("6.3.3", N_("{unit} is not engaged")),
    NO_TARGET: ("6.3.3", N_("there is nothing there for {unit} to fire at")),
    NO_SUCH_SQUARE: ("6.5.1", N_("there is no such enemy square there")),
    NO_FIREPOWER: ("6.3.3", N_("{unit} has no firepower left against that")),
    NO_GUN: ("6.3.3", N_("only artillery fires at long range")),
    FRIENDS_AHEAD: ("6.3.3", N_("friends stand in the facing area")),
    WOODS_AHEAD: ("6.2.1", N_("artillery cannot fire at woods")),
    NOT_IN_OWN_AREA: ("{area_rule}", N_("{unit} does not stand in one of its own areas")),
    SHELTERED_NO_FIRE: ("6.5.2", N_("{unit} is sheltered in a square")),
    NOT_INFANTRY: ("6.5", N_("only infantry forms square")),
    NO_SQUARE_IN_WOODS: ("6.5", N_("no square can be formed in woods")),
    HOLDS_FARM: ("6.5", N_("{unit} holds a farm")),
    NOT_IN_SQUARE: ("6.5", N_("{unit} is not in square")),
    SQUARE_ENGAGED: ("6.5", N_("a square that is engaged stays in square")),
    CANNOT_SHELTER: (
        "6.5.2",
        N_("only a leader or artillery may shelter, in a square of its own army nearby"),
    ),
    SQUARE_TAKEN: ("6.5.2", N_("that square shelters a unit already")),
    NOT_SHELTERED: ("6.5.2", N_("{unit} is not sheltered")),
    NO_HOLDER: ("6.2.1", N_("no unit of this army holds a farm or hill there")),
    SWAPPED_ALREADY: ("6.2.1", N_("{unit} has taken it over once in this battle turn")),
    HOLDER_ACTED: ("6.2.1", N_("its holder has acted in this battle turn")),
    NOT_ORIGIN: ("7.1", N_("an attacker may only go back whence his side came")),
    ENEMY_IN_TOWN: ("7.1", N_("the enemy holds {town}, or a fight goes on there")),
    RETREAT_FULL: ("7.2", N_("the road from {at} to {town} takes no more units ({used}/{limit})")),
    NOT_STRONGEST: ("6.4", N_("hits fall on the strongest unit fired at")),
    NOT_ADJACENT: ("{reserve_rule}", N_("{unit} is not in a town next to {at}")),
    DISORDERED: ("7.3", N_("{unit} is in disorder till the end of the turn")),
    REGROUPED_ALREADY: ("7.5", N_("{unit} has regrouped already")),
    NO_FRIENDS_THERE: ("7.5", N_("none of your units stands in {town}")),
    NO_SUPPLY_STEP: (
        "9",
        N_("units are removed only after a French turn, for supply cities in French hands"),
    ),
    NOTHING_OWED: ("9", N_("this army loses no units to supply now")),
    CANNOT_ENTER: ("6.2.1", N_("artillery cannot enter woods")),
    WOODS_STOP: ("6.2.1", N_("woods have stopped {unit} for this battle turn")),
    LEADER_WAITS: ("8.1", N_("the leader has shown himself: the dice come next")),
    LAST_STEP: ("4", N_("{unit} has but one step, and keeps it")),
    FARM_IS_SAFE: ("6.2.1", N_("cavalry cannot hit the unit that holds a farm")),
}


class Refusal:
    """Why an action is not allowed. A value: it cannot be changed, and is equal to another one of
    the same content."""

    __slots__ = ("_rule", "_text")

    def __init__(self, rule: str, text: str) -> None:
        self._rule = rule
        self._text = text

    @property
    def rule(self) -> str:
        """The section of the rulebook that forbids it."""
        return self._rule

    @property
    def text(self) -> str:
        """The reason, in the language that was asked for."""
        return self._text

    def __str__(self) -> str:
        return f"{self._text} (rule {self._rule})"

    def __repr__(self) -> str:
        return f"Refusal({self._rule!r}, {self._text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return self._rule == other._rule and self._text == other._text

    def __hash__(self) -> int:
        return hash((self._rule, self._text))
