"""What there is to tell of a finished game, as values and as plain data (`story.py` finds it)."""

from __future__ import annotations

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

    __slots__ = ("expected", "number", "rolled")

    def __init__(self) -> None:
        self.number = 0
        self.expected = 0.0
        self.rolled = 0

    def take_in(self, number: int, chance: float, rolled: int) -> None:
        """Count some dice, each with a chance of something."""
        self.number += number
        self.expected += number * chance
        self.rolled += rolled

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"dice": self.number, "expected": round(self.expected, 2), "rolled": self.rolled}


class Story:
    """What there is to tell of a game."""

    __slots__ = ("chances", "choices", "fights", "hits", "marches", "morale")

    def __init__(self) -> None:
        self.chances: list[Chance] = []
        self.choices: list[Choice] = []
        self.fights: list[BattleChoice] = []  # those that clearly cost something
        self.hits = [Luck(), Luck()]  # of the shots of each side
        self.marches = [Luck(), Luck()]  # points of strength lost on forced marches
        self.morale = [Luck(), Luck()]  # units that had to fall back

    def worst(self) -> list[Choice | BattleChoice]:
        """The costliest decisions, the worst first."""
        costly: list[Choice | BattleChoice] = [*self.fights]
        costly += [choice for choice in self.choices if choice.cost > 0.0]
        return sorted(costly, key=lambda choice: (-choice.cost, choice.move))[:WORST]

    def as_dict(self) -> dict[str, Any]:
        """As plain data, fit for JSON."""
        luck = {
            SIDE_NAMES[side]: {
                "hits": self.hits[side].as_dict(),
                "forced_marches": self.marches[side].as_dict(),
                "morale": self.morale[side].as_dict(),
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
        }
