"""What there is to tell of a finished game, as values and as plain data (`story.py` finds it)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

from napoleon.ai.advice.battle_choices import BattleChoice
from napoleon.ai.campaign.orders import Order
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import SIDE_NAMES, UNIT_IDS, members
from napoleon.rules.engine.actions import Action, format_code
from napoleon.rules.words.language import N_, Language
from napoleon.rules.words.prompts import tell_action

WORST: Final = 5  # decisions that are told
LINE: Final = N_("Draw up {left} left, {centre} in the centre, {right} right, {reserve} in reserve")
# Kinds of dice.
HITS: Final = 0
FORCED_MARCHES: Final = 1
MORALE: Final = 2
KINDS_OF_LUCK: Final = ["hits", "forced_marches", "morale"]
MOST_MOMENTS: Final = 3  # in which the dice strayed, that are told
STRAYED: Final = 1.5  # standard deviations from which on they are
LEAST_DICE: Final = 8  # a few dice stray easily
NO_MORE: Final = N_("Do no more in this battle turn")


class Chance:
    """What a side could think of its prospects as a turn began; in a single battle as a battle turn
    began, and `round` says which, counted from 1."""

    __slots__ = ("chance", "is_end", "move", "round", "seat", "turn")

    def __init__(self, turn: int, seat: str, chance: float, move: int, round: int = 0) -> None:
        self.turn = turn
        self.seat = seat
        self.chance = chance
        self.move = move
        self.round = round
        self.is_end = False  # what came of it

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "chance": round(self.chance, 3),
            "move": self.move,
            "round": self.round,
            "end": self.is_end,
        }


class Choice:
    """The marches of a turn, beside those of the staff."""

    __slots__ = ("advice", "advised", "marched", "move", "seat", "taken", "turn")

    def __init__(self, turn: int, seat: str, move: int) -> None:
        self.turn = turn
        self.seat = seat
        self.move = move
        self.taken = 0.0  # the chance to win with what was done
        self.advised = 0.0  # and with what the staff would have done
        self.advice: list[Order] = []
        self.marched: list[Order] = []  # what was done

    @property
    def cost(self) -> float:
        """How much of the chance to win was given away."""
        return max(0.0, self.advised - self.taken)

    def as_dict(self) -> dict[str, Any]:
        """As plain data; marches as units and where they go."""
        return {
            **_told(self),
            "advice": [_told_order(order) for order in self.advice],
            "marched": [_told_order(order) for order in self.marched],
        }


def _told_order(order: Order) -> dict[str, Any]:
    return {
        "units": [UNIT_IDS[unit] for unit in members(order.units)],
        "path": [TOWN_IDS[town] for town in order.path],
        "forced": order.is_forced,
    }


def _told(choice: Choice | BattleChoice) -> dict[str, Any]:
    """What is told of every decision, as plain data."""
    return {
        "turn": choice.turn,
        "seat": choice.seat,
        "move": choice.move,
        "cost": round(choice.cost, 3),
        "taken": round(choice.taken, 3),
        "advised": round(choice.advised, 3),
    }


def _told_of_battle(choice: BattleChoice) -> dict[str, Any]:
    """A decision in battle as plain data: where, what was done, and what the staff would have."""
    return {
        **_told(choice),
        "advice": [],
        "marched": [],
        "town": TOWN_IDS[choice.town],
        "round": choice.round,
        "done": [format_code(code) for code in choice.done],
        "instead": [format_code(code) for code in choice.instead],
    }


def tell_fight(actions: Iterable[Action], language: Language) -> str:
    """What was done in a battle, an action or a whole deployment, in words."""
    done = list(actions)
    first = done[0]
    if first.verb == "end":
        return language.say(NO_MORE)
    if first.verb not in ("deploy", "hold"):
        return tell_action(first, language)
    areas = [action.area for action in done if action.verb == "deploy"]
    places = ("left", "centre", "right", "reserve")
    return language.fill(LINE, {place: areas.count(place) for place in places})


class Luck:
    """What the dice of one side should have brought, and what they did."""

    __slots__ = ("expected", "number", "rolled", "spread")

    def __init__(self) -> None:
        self.number = 0
        self.expected = 0.0
        self.rolled = 0
        self.spread = 0.0  # the variance of what they bring

    def take_in(self, number: int, chance: float, rolled: int) -> None:
        """Count some dice, each with a chance of something."""
        self.number += number
        self.expected += number * chance
        self.rolled += rolled
        self.spread += number * chance * (1.0 - chance)

    def add(self, other: Luck) -> None:
        """Count the dice of another one in."""
        self.number += other.number
        self.expected += other.expected
        self.rolled += other.rolled
        self.spread += other.spread

    def strayed(self) -> float:
        """By how many standard deviations they brought more than was to be expected."""
        if self.spread <= 0.0:
            return 0.0
        return (self.rolled - self.expected) / math.sqrt(self.spread)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"dice": self.number, "expected": round(self.expected, 2), "rolled": self.rolled}


class LuckyMoment(Luck):
    """The dice of one kind that a side threw in a battle, or for its forced marches of a turn."""

    __slots__ = ("kind", "move", "side", "town", "turn")

    def __init__(self, kind: int, side: int, turn: int, town: int, move: int) -> None:
        super().__init__()
        self.kind = kind
        self.side = side
        self.turn = turn
        self.town = town  # NOWHERE: forced marches
        self.move = move  # actions of the record before the first die

    def is_good(self) -> bool:
        """Whether the side was lucky: hits are good, all else is a loss."""
        return (self.strayed() > 0.0) == (self.kind == HITS)

    def is_remarkable(self) -> bool:
        """Whether the dice strayed far enough to be told."""
        return self.number >= LEAST_DICE and abs(self.strayed()) >= STRAYED

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            **super().as_dict(),
            "kind": KINDS_OF_LUCK[self.kind],
            "side": SIDE_NAMES[self.side],
            "turn": self.turn,
            "town": TOWN_IDS[self.town] if self.town >= 0 else "",
            "move": self.move,
            "good": self.is_good(),
        }


class Story:
    """What there is to tell of a game."""

    __slots__ = ("_moments", "chances", "choices", "fights")

    def __init__(self) -> None:
        self.chances: list[Chance] = []
        # Those that clearly cost something.
        self.choices: list[Choice] = []
        self.fights: list[BattleChoice] = []
        self._moments: dict[tuple[int, int, int, int], LuckyMoment] = {}

    def luck(self, kind: int, side: int, turn: int, town: int, move: int) -> LuckyMoment:
        """Where dice of a kind are counted that a side throws now."""
        return self._moments.setdefault(
            (kind, side, turn, town), LuckyMoment(kind, side, turn, town, move)
        )

    def sum_of(self, kind: int) -> list[Luck]:
        """All dice of a kind, by side: the shots, what was lost on forced marches, units that had
        to fall back."""
        sums = [Luck(), Luck()]
        for moment in self._moments.values():
            if moment.kind == kind:
                sums[moment.side].add(moment)
        return sums

    def moments(self) -> list[LuckyMoment]:
        """Where the dice strayed most from what was to be expected, the farthest first."""
        found = [moment for moment in self._moments.values() if moment.is_remarkable()]
        found.sort(key=lambda moment: (-abs(moment.strayed()), moment.move))
        return found[:MOST_MOMENTS]

    def worst(self) -> list[Choice | BattleChoice]:
        """The costliest decisions, the worst first."""
        costly: list[Choice | BattleChoice] = [*self.fights]
        costly += [choice for choice in self.choices if choice.cost > 0.0]
        return sorted(costly, key=lambda choice: (-choice.cost, choice.move))[:WORST]

    def as_dict(self) -> dict[str, Any]:
        """As plain data, fit for JSON."""
        sums = [self.sum_of(kind) for kind in range(len(KINDS_OF_LUCK))]
        luck = {
            SIDE_NAMES[side]: {
                name: sums[kind][side].as_dict() for kind, name in enumerate(KINDS_OF_LUCK)
            }
            for side in (0, 1)
        }
        return {
            "chances": [chance.as_dict() for chance in self.chances],
            "decisions": [
                _told_of_battle(choice) if isinstance(choice, BattleChoice) else choice.as_dict()
                for choice in self.worst()
            ],
            "luck": luck,
            "moments": [moment.as_dict() for moment in self.moments()],
        }
