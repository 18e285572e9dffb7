"""Positions that others wrote without knowing how the opponents work, and what a level does there.

    bench/blind.py --level emperor --seeds 1 2 3
    bench/blind.py --level marshal --only cities-b01
    bench/blind.py --set battles

Four examiners wrote them from the rules alone (two the first set, one each the others), each with a
right kind of answer by argument, or by games that were played on from it; they are no exercises,
and nothing was learnt from them but what bench/README.md says. On the map a turn's marches are
judged, in battle a battle turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple

from napoleon.ai.knowledge.geography import DISTANCE
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game, SeededDice
from napoleon.rules.board.calendar import TURN_NIGHT
from napoleon.rules.board.towns import NEIGHBOURS, TOWN_IDS
from napoleon.rules.board.units import MOUNTED, UNIT_BY_ID, UNIT_IDS

MOST_DECISIONS = 400


class Answer:
    """What a seat did with a position."""

    def __init__(self, seat: str, before: Game, after: Game, played: list[str]) -> None:
        self.seat = seat
        self.before = _places(before)
        self.after = _places(after)
        self.played = played
        self._game = after

    def is_own(self, unit: str) -> bool:
        """Whether it commands this unit."""
        return unit.startswith("FR") == (self.seat == "french")

    def count(self, town: str, army: str) -> int:
        """How many units of an army, by the first letters of their names, stand in a town."""
        return sum(place == town and unit.startswith(army) for unit, place in self.after.items())

    def own(self, town: str) -> int:
        """How many of its own stand in a town."""
        return sum(place == town and self.is_own(unit) for unit, place in self.after.items())

    def foe(self, town: str) -> int:
        """How many enemies do."""
        return sum(place == town and not self.is_own(unit) for unit, place in self.after.items())

    def attacks(self) -> list[str]:
        """The towns where both stand."""
        return [town for town in TOWN_IDS if self.own(town) and self.foe(town)]

    def forced(self) -> list[str]:
        """The units that it sent on a forced march."""
        return [words.split()[1] for words in self.played if words.startswith("force ")]

    def dist(self, start: str, goal: str) -> int:
        """How many roads lie between two towns."""
        return DISTANCE[TOWN_IDS.index(start)][TOWN_IDS.index(goal)]

    def where(self, unit: str) -> str | None:
        """The town of a unit."""
        return self._game.truth.where(unit)

    def area(self, unit: str) -> str | None:
        """Its area on the battlefield."""
        return self._game.truth.area(unit)

    def marks(self, unit: str) -> frozenset[str]:
        """Its marks there."""
        return self._game.truth.marks(unit)

    def position(self) -> str:
        """All of it as text."""
        return self._game.position()

    def strength(self, unit: str) -> int:
        """Its strength."""
        return self._game.truth.strength(unit)

    def lost(self, army: str) -> int:
        """How many units an army has lost."""
        return self._game.truth.losses(army)

    def secure(self, town: str, enough: int = 3) -> bool:
        """Whether a town is held by so many, or out of the enemy's reach in his next turn."""
        return self.own(town) >= enough or not self.reached(town)

    def reached(self, town: str) -> list[str]:
        """The enemies who could enter a town in their next turn, past none of ours."""
        by_day = not TURN_NIGHT[self._game.turn + 1]
        found: list[str] = []
        for unit, place in self.after.items():
            if self.is_own(unit):
                continue
            steps = (2 if MOUNTED >> UNIT_BY_ID[unit] & 1 else 1) + by_day
            reach = {place: 0}
            queue = [place]
            for here in queue:
                if reach[here] == steps or (here != place and self.own(here)):
                    continue
                for near in NEIGHBOURS[TOWN_IDS.index(here)]:
                    if TOWN_IDS[near] not in reach:
                        reach[TOWN_IDS[near]] = reach[here] + 1
                        queue.append(TOWN_IDS[near])
            if town in reach:
                found.append(unit)
        return found


class Position(NamedTuple):
    """What is asked of a seat."""

    name: str
    seat: str
    is_battle: bool
    text: str
    why: str
    is_right: Callable[[Answer], bool]


def _places(game: Game) -> dict[str, str]:
    found = {unit: game.truth.where(unit) for unit in UNIT_IDS}
    return {unit: place for unit, place in found.items() if place not in (None, "lost") and place}


def _battle_turn(game: Game) -> tuple[int, str | None, str]:
    """Which battle turn is fought."""
    lines = [line for line in game.position().splitlines() if line.startswith("flow battle-turn")]
    side = lines[0].split("side=")[1][0] if lines else ""
    return game.turn, game.town, side


def answer(position: Position, level: str, seed: int) -> Answer:
    """What a level does, without its clock."""
    game = Game.from_position(position.text, SeededDice(seed))
    before = game.copy()
    player = SeatedOpponent(level, position.seat, seed)
    player.opponent.effort.seconds = 0.0
    others = SeatedOpponent(level, "allied" if position.seat == "french" else "french", seed)
    turn, battle_turn = game.turn, _battle_turn(game)
    last = before
    for _ in range(MOST_DECISIONS):
        if game.result is not None or game.turn != turn:
            break
        if position.is_battle and _battle_turn(game) != battle_turn:
            break
        if not position.is_battle and game.stage not in ("march", "force"):
            break
        last = game.copy()
        seats = [str(seat) for seat in game.to_act]
        (player if position.seat in seats else others).play(game)
    # The end of the marches may roll dice and begin the fights.
    after = game if position.is_battle else last
    played = [str(move.action) for move in game.moves if str(move.seat) == position.seat]
    return Answer(position.seat, before, after, played)


def main() -> None:
    from bench import blind_battles, blind_map, blind_positions

    sets = {
        "first": blind_positions.POSITIONS,
        "map": blind_map.POSITIONS,
        "battles": blind_battles.POSITIONS,
    }
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--level", default="emperor")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--set", choices=sets, default="first")
    parser.add_argument("--only", nargs="*", default=[])
    arguments = parser.parse_args()
    chosen = [
        one for one in sets[arguments.set] if not arguments.only or one.name in arguments.only
    ]
    right = dict.fromkeys(arguments.seeds, 0)
    for position in chosen:
        marks = ""
        for seed in arguments.seeds:
            is_right = position.is_right(answer(position, arguments.level, seed))
            right[seed] += is_right
            marks += " right" if is_right else " WRONG"
        print(f"{position.name:34}{marks}", flush=True)
    for seed, number in right.items():
        print(f"seed {seed}: {number} of {len(chosen)} right")


if __name__ == "__main__":
    main()
