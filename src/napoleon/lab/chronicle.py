"""The chronicle of a game: what it came to, as plain data, one line of JSON (docs/laboratory.md).

Everything but the times is read from the events of a finished game, so the same game has the same
chronicle wherever it was played.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

import napoleon
from napoleon.lab.matches import Clock, Match, Played, board_mark, summarise_times
from napoleon.rules import Game
from napoleon.rules.board.towns import SUPPLY_CITIES, TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_NAMES,
    ARMY_OF,
    FRENCH,
    SIDE_NAMES,
    UNIT_COUNT,
    UNIT_IDS,
    UNIT_SIDE,
)
from napoleon.rules.engine import events
from napoleon.rules.engine.events import Event

Line = dict[str, Any]
VERSION: Final = 1
_MOVES: Final = (
    events.MARCHED,
    events.FORCE_MARCHED,
    events.RETREATED,
    events.REGROUPED,
    events.REINFORCED,
)
_NOWHERE: Final = -1
_NOT_WRITTEN_BY_HAND: Final = (".pyc", ".so", ".pyd")


@cache
def code_mark() -> str:
    """A mark of the rules, the opponents and the shipped scenarios as they are: results of other
    ones do not mix."""
    total = hashlib.sha256()
    own = Path(napoleon.__file__).parent
    for folder in (own / "rules", own / "ai"):
        for path in sorted(folder.rglob("*")):
            if not path.is_file() or path.suffix in _NOT_WRITTEN_BY_HAND:
                continue
            total.update(path.relative_to(folder).as_posix().encode() + b"\0")
            total.update(path.read_bytes() + b"\0")
    return total.hexdigest()[:12]


def write_chronicle(played: Played) -> Line:
    """The line of a match that was played out."""
    match, game = played.match, played.game
    result = game.result
    assert result is not None, "the game is not over"
    line = begin_line(match)
    line.update(
        winner=result.winner,
        why=result.reason,
        rule=result.rule,
        turns=game.turn,
        **_Reader(game).read(),
        decisions={side: len(clock.decisions) for side, clock in played.clocks.items()},
        times={side: _times(clock) for side, clock in played.clocks.items()},
    )
    return line


def begin_line(match: Match) -> Line:
    """What is known of a match before it is played."""
    game = match.new_game()
    seats = [str(seat) for seat in game.seats]
    mark = board_mark(game.board)
    board = {"board": mark} if mark else {}
    handicap = {"handicap": match.handicap} if match.handicap else {}
    return {
        **board,
        **handicap,
        "version": VERSION,
        "code": code_mark(),
        "seed": match.seed,
        "scenario": match.scenario,
        "players": match.players,
        "visibility": match.visibility,
        "french": match.french,
        "allied": match.allied,
        "levels": {seat: match.level_of(seat) for seat in seats},
    }


def format_line(line: Line) -> str:
    """One line of the file, without its end."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def without_times(line: Line) -> Line:
    """What must come out the same whenever the game is played again."""
    return {name: value for name, value in line.items() if name != "times"}


def _times(clock: Clock) -> dict[str, dict[str, float]]:
    return {
        what: {
            name: round(value, 6) if isinstance(value, float) else value
            for name, value in summarise_times(seconds)._asdict().items()
        }
        for what, seconds in (("decision", clock.decisions), ("turn", clock.turns))
    }


class _Reader:
    """Follows every unit through the events of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.where = [_NOWHERE] * UNIT_COUNT
        self.turn = 0
        self.lost = [0, 0, 0]
        self.losses: dict[str, list[int]] = {army: [] for army in ARMY_NAMES}
        self.fates: list[Line] = []
        self.battles: list[Line] = []
        self.open: dict[int, Line] = {}  # the fight going on in a town
        self.cities: list[Line] = []
        self.began_turn = self.where[:]
        self.opening = {"french": "", "allied": ""}
        self.thrust: dict[str, str | None] = {"french": None, "allied": None}

    def read(self) -> Line:
        for event in self.game.events:
            self._take_in(event)
        self._end_turn()
        held = [TOWN_IDS[town] for town in SUPPLY_CITIES if self._count(town, FRENCH)]
        return {
            "losses": self.losses,
            "fates": self.fates,
            "battles": self.battles,
            "cities": self.cities,
            "held": held,
            "opening": self.opening,
            "thrust": self.thrust,
        }

    def _take_in(self, event: Event) -> None:
        kind = event.kind_no
        if kind == events.PLACED:
            self.where[event.unit_no] = event.town_no
        elif kind in _MOVES:
            self.where[event.unit_no] = event.to_no
            if kind == events.REINFORCED:
                self.open[event.to_no][f"{event.side}_reinforcements"] += 1
        elif kind == events.TURN_BEGAN:
            self._end_turn()
            self.turn = event.turn
            self.began_turn = self.where[:]
        elif kind in (events.BATTLE_BEGAN, events.SKIRMISH_BEGAN):
            self._begin_fight(event)
        elif kind == events.BATTLE_TURN_BEGAN:
            self.open[event.town_no]["rounds"] = event.amount
        elif kind == events.FIGHT_WON:
            self.open.pop(event.town_no)["winner"] = event.side
        elif kind == events.ELIMINATED:
            self._lose(event)

    def _begin_fight(self, event: Event) -> None:
        self._note_opening()
        town = event.town_no
        fight: Line = {
            "turn": event.turn,
            "town": event.town,
            "kind": "battle" if event.kind_no == events.BATTLE_BEGAN else "skirmish",
            "attacker": event.side,
            "french": self._count(town, 0),
            "allied": self._count(town, 1),
            "french_reinforcements": 0,
            "allied_reinforcements": 0,
            "rounds": 0,
            "winner": None,
            "french_lost": 0,
            "allied_lost": 0,
        }
        self.open[town] = fight
        self.battles.append(fight)

    def _lose(self, event: Event) -> None:
        unit = event.unit_no
        self.where[unit] = _NOWHERE
        self.lost[ARMY_OF[unit]] += 1
        self.fates.append(
            {"unit": UNIT_IDS[unit], "turn": event.turn, "cause": event.why, "town": event.town}
        )
        fight = self.open.get(event.town_no)
        if fight is not None and event.why not in ("supply", "defeat", "march"):
            fight[f"{event.side}_lost"] += 1

    def _end_turn(self) -> None:
        if not self.turn:
            return
        self._note_opening()
        self.open.clear()
        for army, name in enumerate(ARMY_NAMES):
            self.losses[name].append(self.lost[army])
        fallen = {city["town"] for city in self.cities}
        for town in SUPPLY_CITIES:
            if self._count(town, FRENCH) and TOWN_IDS[town] not in fallen:
                self.cities.append({"town": TOWN_IDS[town], "turn": self.turn})

    def _note_opening(self) -> None:
        """Once the first turn's marches are over: who went where."""
        side = self.turn - 1
        if side not in (0, 1) or self.opening[SIDE_NAMES[side]]:
            return
        groups: Counter[tuple[str, str]] = Counter()
        for unit in range(UNIT_COUNT):
            here, there = self.began_turn[unit], self.where[unit]
            if UNIT_SIDE[unit] == side and here != there and here >= 0 and there >= 0:
                groups[TOWN_IDS[here], TOWN_IDS[there]] += 1
        text = "; ".join(f"{start}>{end} {groups[start, end]}" for start, end in sorted(groups))
        self.opening[SIDE_NAMES[side]] = text or "nobody marched"
        arrived: Counter[str] = Counter()
        for (_, end), number in groups.items():
            arrived[end] += number
        most = min(arrived, key=lambda town: (-arrived[town], town), default=None)
        self.thrust[SIDE_NAMES[side]] = most

    def _count(self, town: int, side: int) -> int:
        return sum(
            self.where[unit] == town and UNIT_SIDE[unit] == side for unit in range(UNIT_COUNT)
        )
