"""Quick games for learning: players of many styles, from many openings.

A `Sparring` player plans one turn ahead with any judge, errs by chance where it is told to, and
fights by rule of thumb. `spar` plays one game, drawn from its seed alone: the opening, who judges
for each side, and the turns in which somebody goes astray so that positions come up that good
players would avoid. In a *worn* game armies have lost strength before it begins, and maybe once
more on the way, without having lost units: what strength is worth could not be learnt otherwise,
since who wears out in a usual game has lost units too.

What is kept is every position at the beginning of a turn with how the game ended, and every battle
with what came of it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from napoleon.ai.battle import tactics
from napoleon.ai.battle.temper import by_role
from napoleon.ai.campaign.features import Weights, read_weights
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.marching import Marches
from napoleon.ai.campaign.net import read_net, shipped_net
from napoleon.ai.campaign.placing import Placing
from napoleon.ai.campaign.planner import Planner
from napoleon.ai.campaign.quick import GRAVE
from napoleon.ai.campaign.schemes import make_scheme
from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import report
from napoleon.lab.matches import MOVEMENT_STAGES
from napoleon.lab.random_play import MOST_DECISIONS
from napoleon.rules import Action, Game, Options, SeededDice
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_UNITS,
    FRENCH,
    FRENCH_BIT,
    SEAT_ARMIES,
    SIDE_UNITS,
    UNIT_COUNT,
    members,
)
from napoleon.rules.engine.state import LOST, State

HEADS: Final = 8  # ways to go that are tried in pairs
ROLLS: Final = 4  # times that the attacks of a plan are resolved
SLIGHT: Final = (0.0, 0.0, 0.01, 0.02)  # how far off a player is in every turn
SURE: Final = [0.0] * (LAST_TURN + 1)  # nowhere off
ASTRAY: Final = (0.05, 0.1, 0.2)  # and in those in which he goes astray
OPENINGS: Final = (0, 0, 1, 2, 4, 8)  # turns at the beginning in which he does
LATER: Final = 0.3  # the chance that he does once more later
BLIND: Final = 0.25  # the chance that a side sets up blindly where it is free to
WHIM: Final = 0.4  # how far the weights of another style are from the usual ones
SHIPPED: Final = "shipped"  # the net that is shipped
COUNTED: Final = "counted"  # a judge that counts features, of a style of its own
WORN: Final = (0.0, 0.0, 0.15, 0.3, 0.45, 0.6, 0.8)  # what an army lacks in a worn game
WORN_ARMIES: Final = 0.5  # the chance of each army to be worn
WORN_AGAIN: Final = 0.6  # the chance that armies are worn once more on the way


class Task(NamedTuple):
    """A game to be played: its seed, the files of the nets that may judge in it, whether its armies
    are worn, and the side, if any, that plays as well as it can by the net that is shipped."""

    seed: int
    judges: tuple[str, ...] = (COUNTED,)
    is_worn: bool = False
    steady: str = ""


class Position(NamedTuple):
    """A position at the beginning of a turn. `is_clean`: nobody goes astray from here on."""

    turn: int
    where: list[int]
    strength: list[int]
    is_clean: bool


class Battle(NamedTuple):
    """A battle about to begin, who won it, and the position after it."""

    turn: int
    town: int
    attacker: int
    won: bool
    where: list[int]
    strength: list[int]
    where_after: list[int]
    strength_after: list[int]


class Sparred(NamedTuple):
    """A game that was played."""

    seed: int
    french_won: bool
    positions: list[Position]
    battles: list[Battle]


class Sparring:
    """A quick player in one seat of one game."""

    def __init__(
        self, seat: str, seed: int, judge: Judge, noises: list[float], is_blind: bool = False
    ) -> None:
        self.seat = seat
        self.armies = SEAT_ARMIES[seat]
        self.judge = judge
        self.noises = noises  # how far off the worth of an order may be taken, by turn
        self.is_blind = is_blind
        self._dice = SeededDice(seed)
        self._belief = Belief(self.armies, seed)
        self._marches = Marches()
        self._placing = Placing()
        self._read_events = 0

    def learn_strength(self, state: State) -> None:
        """Be told how strong everybody is."""
        for unit in range(UNIT_COUNT):
            if state.where[unit] != LOST:
                self._belief.strength[unit] = state.strength[unit]

    def play(self, game: Game) -> None:
        """Choose, and do it."""
        events = game.events_for(self.seat, self._read_events)
        self._read_events = game.event_count
        sketch = game.sketch(self.seat)
        self._belief.begin(sketch)
        self._belief.read([report(event) for event in events])
        codes = game.legal(self.seat).codes
        state = sketch.state
        if game.stage == "setup":
            code = self._placing.next(state, self.armies, codes, self._dice, self.is_blind)
        elif game.stage not in MOVEMENT_STAGES:
            sample = self._belief.sample(sketch, self._dice)
            side = FRENCH if self.armies & FRENCH_BIT else ALLIED
            temper = by_role(state.side)[side]
            code = tactics.choose(sample, self.armies, codes, self._dice, temper)
        elif game.stage == "force":
            code = self._marches.next_forced(state, self.armies, codes)
        else:
            if not self._marches.keep_up(state, self.armies):
                sample = self._belief.sample(sketch, self._dice)
                noise = self.noises[state.turn]
                planner = Planner(self.judge, self.armies, self._dice.roll(1_000_000), ROLLS, noise)
                self._marches.write(state, make_scheme(planner, sample, HEADS).orders)
            code = self._marches.next_march(codes)
        game.play(self.seat, Action(code))


class _BattleWatch:
    """Sees battles begin and end."""

    def __init__(self) -> None:
        self._under_way: dict[int, tuple[int, list[int], list[int]]] = {}
        self.battles: list[Battle] = []

    def look(self, state: State) -> None:
        """Once after every decision."""
        for town in [town for town in self._under_way if state.fight_at(town) is None]:
            attacker, where, strength = self._under_way.pop(town)
            won = bool(state.at[town] & SIDE_UNITS[attacker])
            after = (state.where[:], state.strength[:])
            self.battles.append(Battle(state.turn, town, attacker, won, where, strength, *after))
        for fight in state.fights:
            if fight.order and fight.town not in self._under_way and not fight.round:
                found = (fight.attacker, state.where[:], state.strength[:])
                self._under_way[fight.town] = found


_NETS: dict[str, Judge] = {}


def _judge(name: str, rng: random.Random) -> Judge:
    """The judge of this name; one that counts has a style of its own."""
    if name == COUNTED:
        values = read_weights().values
        counted = Weights([value * math.exp(rng.gauss(0.0, WHIM)) for value in values])
        counted.fit = GRAVE
        return counted
    if name == SHIPPED:
        return shipped_net()
    if name not in _NETS:
        _NETS[name] = read_net(Path(name))
    return _NETS[name]


def _noises(rng: random.Random) -> tuple[list[float], int]:
    """How far off a player is in each turn, and the last turn in which he goes astray."""
    noises = [rng.choice(SLIGHT)] * (LAST_TURN + 1)
    last = rng.choice(OPENINGS)
    for turn in range(1, last + 1):
        noises[turn] = rng.choice(ASTRAY)
    if rng.random() < LATER:
        turn = rng.randint(1, LAST_TURN - 1)
        noises[turn] = ASTRAY[-1]
        last = max(last, turn)
    return noises, last


def _wear(state: State, players: Iterable[Sparring], rng: random.Random) -> None:
    """Take strength from armies, but no unit; everybody is told."""
    for army in range(3):
        if rng.random() >= WORN_ARMIES:
            continue
        share = rng.choice(WORN)
        for unit in members(ARMY_UNITS[army] & ~state.lost):
            steps = range(state.strength[unit] - 1)
            state.strength[unit] -= sum(rng.random() < share for _ in steps)
    for player in players:
        player.learn_strength(state)


class Duel(NamedTuple):
    """A quick game in which nobody errs: its seed, and who judges for each side."""

    seed: int
    french: str = SHIPPED
    allied: str = SHIPPED


def fight_duel(duel: Duel) -> bool:
    """Play it; whether the French have won."""
    rng = random.Random(duel.seed)
    game = Game.new("historical", Options(2, "open"), SeededDice(duel.seed))
    players = {
        seat: Sparring(seat, rng.getrandbits(31), _judge(name, rng), SURE)
        for seat, name in (("french", duel.french), ("allied", duel.allied))
    }
    while game.to_act:
        players[str(game.to_act[0])].play(game)
    assert game.result is not None
    return game.result.winner == "french"


def spar(task: Task) -> Sparred:
    """Play one game."""
    rng = random.Random(task.seed)
    scenario = rng.choice(("historical", "free"))
    game = Game.new(scenario, Options(2, "open"), SeededDice(task.seed))
    players: dict[str, Sparring] = {}
    astray = 0
    for seat in ("french", "allied"):
        judge = _judge(rng.choice(task.judges), rng)
        noises, last = _noises(rng)
        is_blind = rng.random() < BLIND
        seed = rng.getrandbits(31)
        if seat == task.steady:
            players[seat] = Sparring(seat, seed, shipped_net(), SURE)
        else:
            players[seat] = Sparring(seat, seed, judge, noises, is_blind)
            astray = max(astray, last)
    worn_again = 0
    if task.is_worn:
        _wear(game.state, players.values(), rng)
        if rng.random() < WORN_AGAIN:
            worn_again = rng.randint(2, LAST_TURN - 1)
            astray = max(astray, worn_again - 1)
    positions: list[Position] = []
    watch = _BattleWatch()
    turn = 0
    for _ in range(MOST_DECISIONS):
        if not game.to_act:
            break
        state = game.state
        if game.turn != turn and game.stage in MOVEMENT_STAGES:
            turn = game.turn
            if turn == worn_again:
                _wear(state, players.values(), rng)
            positions.append(Position(turn, state.where[:], state.strength[:], turn > astray))
        players[str(game.to_act[0])].play(game)
        watch.look(game.state)
    assert game.result is not None, f"game {task.seed} does not end"
    return Sparred(task.seed, game.result.winner == "french", positions, watch.battles)
