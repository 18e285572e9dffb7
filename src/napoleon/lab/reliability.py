"""How honest odds are: what was said of battles, and what came of them.

A `Scribe` follows a game with the knowledge of both sides, asks for the odds of every battle as it
is declared and again as it goes on, and notes what came of it. `reliability` sums that up: of all
battles of which about so much was said, how many came so.
"""

from __future__ import annotations

import json
import lzma
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from napoleon.ai.advice.odds import honest, odds
from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import report
from napoleon.lab.matches import MOVEMENT_STAGES, Match, seat_opponents
from napoleon.rules import Action, Game, SeededDice
from napoleon.rules.board.units import SEAT_ARMIES, SIDE_NAMES, SIDE_UNITS
from napoleon.rules.engine.fight import FIGHTING
from napoleon.rules.phases.engagements import is_skirmish

SAMPLES: Final = 24  # of what is hidden, as the staff takes them
PLAYOUTS: Final = 200
LATER: Final = (2, 4)  # rounds of a battle as which begin the odds are asked for again
DOUBTS: Final = (0.03, 0.05, 0.08)  # so many that nothing is ever as good as certain
DECLARED: Final = 0  # the round that stands for a battle that is only declared


class Said(NamedTuple):
    """What a side was told of a battle, and what came of it."""

    seed: int
    turn: int
    town: int
    attacker: int
    round: int
    side: int  # who was told
    chance: float  # that the attacker holds the town in the end
    raw: float  # the same before anything was put right
    came: int = -1  # 1: he did


class Scribe:
    """Follows one game of two players."""

    def __init__(self, game: Game, seed: int, playouts: int = PLAYOUTS) -> None:
        self.seed = seed
        self.playouts = playouts
        self.said: list[Said] = []
        self._open: list[Said] = []
        self._beliefs = {
            str(seat): Belief(SEAT_ARMIES[str(seat)], seed + 17) for seat in game.seats
        }
        self._read = dict.fromkeys(self._beliefs, 0)
        self._asked: set[tuple[int, int, int]] = set()

    def look(self, game: Game) -> None:
        """Once before every decision, and once when the game is over."""
        state = game.state
        for said in [said for said in self._open if state.fight_at(said.town) is None]:
            self._open.remove(said)
            came = int(bool(state.at[said.town] & SIDE_UNITS[said.attacker]))
            self.said.append(said._replace(came=came))
        if not state.fights or game.stage in MOVEMENT_STAGES:
            return
        for fight in state.fights:
            if is_skirmish(state, fight) and fight.status != FIGHTING:
                continue
            round_no = fight.round if fight.status == FIGHTING else DECLARED
            key = (state.turn, fight.town, round_no)
            if key in self._asked or (round_no != DECLARED and round_no not in LATER):
                continue
            self._asked.add(key)
            for seat, belief in self._beliefs.items():
                self._ask(game, seat, belief, fight.town, fight.attacker, round_no)

    def _ask(
        self, game: Game, seat: str, belief: Belief, town: int, attacker: int, round_no: int
    ) -> None:
        sketch = game.sketch(seat)
        belief.begin(sketch)
        belief.read([report(event) for event in game.events_for(seat, self._read[seat])])
        self._read[seat] = game.event_count
        dice = SeededDice(self.seed * 31 + len(self._asked))
        samples = [belief.sample(sketch, dice) for _ in range(SAMPLES)]
        found = odds(samples, town, self.playouts, self.seed)
        if found.playouts:
            self._open.append(
                Said(
                    self.seed,
                    game.turn,
                    town,
                    attacker,
                    round_no,
                    SIDE_NAMES.index(seat),
                    found.attacker_wins,
                    found.raw,
                )
            )


def play_and_ask(match: Match, playouts: int = PLAYOUTS) -> list[Said]:
    """Play a match, with a scribe beside it."""
    game = match.new_game()
    opponents = seat_opponents(match, game)
    scribe = Scribe(game, match.seed, playouts)
    while game.to_act:
        scribe.look(game)
        seat = str(game.to_act[0])
        game.play(seat, Action(opponents[seat].choose(game).code))
    scribe.look(game)
    return scribe.said


def write_said(path: Path, said: Iterable[Said]) -> None:
    """Keep what was said, a line each, packed with xz."""
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(list(line)) + "\n" for line in said)


def read_said(path: Path) -> list[Said]:
    """What was said, from a file; the chance as the staff would put it today."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        lines = [Said(*json.loads(line)) for line in file]
    return [line._replace(chance=honest(line.raw)) for line in lines]


class Candour(NamedTuple):
    """Constants of `ai.advice.odds.honest`."""

    doubt: float
    slope: float
    shift: float

    def chance(self, raw: float) -> float:
        """What these constants make of a share of playouts."""
        return honest(raw, self.doubt, self.slope, self.shift)


def fit(said: Sequence[Said]) -> Candour:
    """The constants under which what came was likeliest."""
    seen: dict[float, list[int]] = {}
    for line in said:
        tally = seen.setdefault(line.raw, [0, 0])
        tally[line.came] += 1

    def surprise(candour: Candour) -> float:
        total = 0.0
        for raw, (lost, won) in seen.items():
            chance = candour.chance(raw)
            total -= won * math.log(chance) + lost * math.log(1.0 - chance)
        return total

    return min(
        (
            Candour(doubt, slope / 20, shift / 20)
            for doubt in DOUBTS
            for slope in range(10, 26)
            for shift in range(-10, 25)
        ),
        key=surprise,
    )


def cross_fitted(said: Sequence[Said]) -> list[Said]:
    """The same, each with the chance by constants that were fitted to the other half of the games:
    so nothing is measured by what it was made from."""
    found: list[Said] = []
    for half in (0, 1):
        candour = fit([line for line in said if line.seed % 2 != half])
        found += [
            line._replace(chance=candour.chance(line.raw)) for line in said if line.seed % 2 == half
        ]
    return found


class Bin(NamedTuple):
    """Battles of which about the same was said."""

    number: int
    said: float
    came: float
    error: float  # standard error of the share that came

    def is_off(self, most: float) -> bool:
        """Whether what was said is off by more than so much beyond the error of what came."""
        return abs(self.said - self.came) > most + self.error


def reliability(said: Sequence[Said], bins: int = 10) -> list[Bin]:
    """What was said and what came, in bins of equal width."""
    found: list[Bin] = []
    for number in range(bins):
        inside = [line for line in said if min(bins - 1, int(line.chance * bins)) == number]
        if inside:
            many = len(inside)
            came = sum(line.came for line in inside) / many
            smooth = (came * many + 1.0) / (many + 2.0)
            error = math.sqrt(smooth * (1.0 - smooth) / (many + 2.0))
            told = sum(line.chance for line in inside) / many
            found.append(Bin(many, told, came, error))
    return found
