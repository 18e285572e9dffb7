"""`napoleon fuzz --staff`: computers of every level in positions of every kind, none may raise.

A seed gives a position (a whole campaign, a scenario, units dealt over the map, or a battle dealt
at random), the number of players, the visibility, and who sits in each seat: a level, or chance.
On the way the staff is asked for what it tells people: an explained decision, the odds of fights
and attacks, the rest of a set-up, and the story of a game that is over. Half of the computers are
asked by letters, as a server asks them.

A game that raises is written to a file which `napoleon replay` opens, and the others go on.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from napoleon.ai.advice.arranging import deploy_rest, place_rest
from napoleon.ai.advice.battle_choices import Care
from napoleon.ai.advice.march_choices import Thought
from napoleon.ai.advice.odds import odds, odds_of_attack
from napoleon.ai.advice.reasons import tell_reason
from napoleon.ai.advice.story import tell_story
from napoleon.ai.advice.weighing import guesses
from napoleon.ai.levels import LEVELS
from napoleon.ai.opponents import Decision, SeatedOpponent
from napoleon.ai.talents import POOL, TRIAL_LEVELS, Effort
from napoleon.ai.worker.letters import (
    ADVISE,
    DECIDE,
    Correspondence,
    format_letter,
    format_reply,
    parse_letter,
    parse_reply,
)
from napoleon.ai.worker.worker import Worker
from napoleon.lab.battles import random_battle
from napoleon.lab.deals import deal_position
from napoleon.lab.fuzz import format_remarks, replay_words
from napoleon.lab.matches import board_of, opponent_seed
from napoleon.lab.progress import Progress
from napoleon.lab.properties import PropertyBroken
from napoleon.lab.random_play import MOST_DECISIONS, warlike
from napoleon.lab.workers import work_through
from napoleon.rules import Action, Board, Game, Options, PositionError, SeededDice
from napoleon.rules.board.tables import on_board
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import FRENCH_BIT, SEAT_ARMIES, SIDE_UNITS, members
from napoleon.rules.words.language import ENGLISH
from napoleon.scenarios import CAMPAIGNS, SHIPPED
from napoleon.scenarios.library import begin, shipped

CHANCE: Final = "chance"  # nobody who thinks: what a person might do
PLAIN: Final = (CHANCE, "random", "recruit", "officer", "marshal", *POOL)
SITTERS: Final = (*PLAIN * 9, "emperor", *TRIAL_LEVELS)  # an emperor thinks ten times as long
# One kind of start in turn: dealt positions go where games from their beginning hardly come.
DEALT: Final = "dealt"
BATTLE: Final = "battle"
SCENARIO: Final = "scenario"
CAMPAIGN: Final = "campaign"
KINDS: Final = (*(DEALT, BATTLE, DEALT, DEALT) * 19, DEALT, SCENARIO, CAMPAIGN, SCENARIO)
MOST: Final = 80  # decisions after which a game that was dealt is left
SHARE: Final = 0.01  # of the decisions at which the staff is asked
STORIES: Final = 0.03  # of the games whose story is told
LETTERS: Final = 0.5  # of the computers that are asked by letter
PLAYOUTS: Final = 4  # for odds
STAGES_OF_MARCHES: Final = ("march", "force")
# The least that makes a story think at every point; each of two questions takes twelve guesses
HASTE: Final = Care(glance=8, look=2, looked_at=2, check=24, checked=1, ask=2)
GLANCE: Final = Thought(checked=1, width=2, trials=2, samples=2, check=2)


class StaffTask(NamedTuple):
    """The game of a seed."""

    seed: int
    level: str = ""  # the only one that plays, if any is named
    share: float = SHARE
    board: str = ""  # the folder of a board of one's own


class StaffGame(NamedTuple):
    """What such a game came to; where something raised, its record with what went wrong."""

    seed: int
    start: str  # the kind of its start
    sitters: dict[str, str]  # by seat
    decisions: int
    asked: dict[str, int]  # how often each thing was asked of the staff
    trouble: str
    record: str


def small_effort() -> Effort:
    """Return an effort that goes through everything a level does, without much of it."""
    return Effort(playouts=6, trials=2, width=2, samples=2, seconds=0.0)


def start_game(seed: int, board: Board) -> tuple[str, Game]:
    """Return the kind of a seed's start, and its game."""
    kind = KINDS[seed % len(KINDS)]
    rng = random.Random(f"start {seed}")
    dice = SeededDice(seed)
    if kind in (SCENARIO, CAMPAIGN):
        name = rng.choice(SHIPPED if kind == SCENARIO else CAMPAIGNS)
        players = shipped()[name].players if kind == SCENARIO else (2, 3)
        options = Options(rng.choice(players), rng.choice(("open", "hidden")))
        return f"{kind} {name}", begin(name, options, dice, board)
    with on_board(board):
        while True:
            text = random_battle(rng) if kind == BATTLE else deal_position(rng)
            try:
                return kind, Game.from_position(text, dice)
            except PositionError:
                continue  # two statements that do not go together: deal again


class _Computer:
    """A computer in one seat, asked directly or by letter."""

    def __init__(self, level: str, seat: str, seed: int, by_letter: bool) -> None:
        self._seated = SeatedOpponent(level, seat, seed)
        self._seated.opponent.effort = small_effort()
        self._letters = Correspondence("fuzz", seat, level, seed) if by_letter else None
        self._worker = Worker(efforts={level: small_effort()})

    def choose(self, game: Game, is_explained: bool) -> Decision:
        """Return what it would do now. Raises whatever it raises."""
        if self._letters is None:
            return self._seated.choose(game, is_explained)
        letter = self._letters.write(game, ADVISE if is_explained else DECIDE)
        reply = self._worker.answer(parse_letter(format_letter(letter)))
        reply = parse_reply(format_reply(reply))
        if reply.problem or reply.is_behind:
            raise PropertyBroken(f"no answer to a letter: {reply.problem or 'it is behind'}")
        return Decision(reply.code, reply.reason, reply.details, reply.along, reply.more)


class _StaffRun:
    """A game of the fuzzer under way."""

    def __init__(self, task: StaffTask) -> None:
        self.rng = random.Random(task.seed)
        self.share = task.share
        self.start, self.game = start_game(task.seed, board_of(task.board))
        self.decisions = 0
        self.asked: Counter[str] = Counter()
        self.sitters: dict[str, str] = {}
        self._players: dict[str, _Computer] = {}
        self._advisers: dict[str, _Computer] = {}
        for seat in map(str, self.game.seats):
            self.sitters[seat] = task.level or self.rng.choice(SITTERS)
            if self.sitters[seat] != CHANCE:
                self._players[seat] = self._seat(self.sitters[seat], seat, task.seed)
            level = task.level or self.rng.choice(LEVELS[1:])
            self._advisers[seat] = self._seat(level, seat, task.seed + 1)

    def _seat(self, level: str, seat: str, seed: int) -> _Computer:
        by_letter = self.rng.random() < LETTERS
        return _Computer(level, seat, opponent_seed(seed, seat), by_letter)

    def play(self) -> None:
        """Play to the end, or for as long as is worth it. Raises whatever anything raises."""
        game = self.game
        most = MOST if self.start in (DEALT, BATTLE) else MOST_DECISIONS
        while game.to_act and self.decisions < most:
            seat = str(self.rng.choice(game.to_act))
            if self.rng.random() < self.share:
                self._ask(seat)
            player = self._players.get(seat)
            if player is None:
                codes = game.legal(seat).codes
                game.play(seat, Action(warlike(game, game.seats[0], codes, self.rng)))
            else:
                decision = player.choose(game, self.rng.random() < self.share / 2)
                _check_decision(game, seat, decision)
                game.play(seat, Action(decision.code))
            self.decisions += 1
        if self.decisions >= MOST_DECISIONS:
            raise PropertyBroken(f"the game is not over after {self.decisions} decisions")
        if self.rng.random() < STORIES:
            self.asked["story"] += 1
            tell_story(game.record(), care=HASTE, thought=GLANCE).as_dict()

    def _ask(self, seat: str) -> None:
        """Ask the staff of a seat for everything that it could be asked now."""
        game = self.game
        self.asked["advice"] += 1
        _check_decision(game, seat, self._advisers[seat].choose(game, True))
        if game.stage == "setup":
            self.asked["set-up"] += 1
            place_rest(game, seat, self.decisions)
        if game.stage == "deploy":
            self.asked["deployment"] += 1
            deploy_rest(game, seat)
        self._weigh(seat)

    def _weigh(self, seat: str) -> None:
        """Ask for the odds of every fight under way, or of an attack on a town by some units."""
        game = self.game
        state = game.sketch(seat).state
        side = 0 if SEAT_ARMIES[seat] & FRENCH_BIT else 1
        prey = [town for town in range(len(TOWN_IDS)) if state.at[town] & SIDE_UNITS[1 - side]]
        seed = self.decisions
        samples = list(guesses(game, seat, SeededDice(seed), seed))[:PLAYOUTS]
        for town in prey:
            if state.fight_at(town) is not None:
                self.asked["odds of a fight"] += 1
                odds(samples, town, PLAYOUTS, seed)
        own = [unit for unit in members(SIDE_UNITS[side]) if state.where[unit] >= 0]
        if game.stage in STAGES_OF_MARCHES and prey and own and not state.is_night:
            self.asked["odds of an attack"] += 1
            units = self.rng.sample(own, self.rng.randint(1, len(own)))
            town = self.rng.choice(prey)
            odds_of_attack(samples, sum(1 << unit for unit in units), town, PLAYOUTS, seed)


def _check_decision(game: Game, seat: str, decision: Decision) -> None:
    """Raise PropertyBroken if a decision is not offered, or cannot be told."""
    codes = game.legal(seat).codes
    for code in (decision.code, *decision.along):
        if code not in codes:
            raise PropertyBroken(f"{Action(code)} is not offered to {seat}")
    told = tell_reason(ENGLISH, decision.reason, decision.details, decision.more)
    if "{" in told:
        raise PropertyBroken(f"a reason has a gap: {told}")


def play_staff_game(task: StaffTask) -> StaffGame:
    """Play the game of a seed. Nothing raises: what was raised stands in `trouble`."""
    run = _StaffRun(task)
    trouble = record = ""
    try:
        run.play()
    except Exception as error:
        trouble = f"{type(error).__name__}: {error}"
        record = run.game.record() + _remarks(task, run, error)
    return StaffGame(
        task.seed, run.start, run.sitters, run.decisions, dict(run.asked), trouble, record
    )


def _remarks(task: StaffTask, run: _StaffRun, error: Exception) -> str:
    """Return what went wrong and how to see it again, as remarks of a record."""
    error.add_note(f"{run.start}, {run.sitters}, after {run.decisions} decisions")
    again = f"napoleon fuzz --staff --games 1 --seed {task.seed}"
    again += f" --level {task.level}" if task.level else ""
    return format_remarks(error) + f"# again: {again}\n"


class _StaffTally:
    """What all games came to."""

    def __init__(self) -> None:
        self.starts: Counter[str] = Counter()
        self.sitters: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.decisions = 0
        self.failed = 0

    def take_in(self, game: StaffGame) -> None:
        """Count a game."""
        self.starts[game.start] += 1
        self.sitters.update(game.sitters.values())
        self.asked.update(game.asked)
        self.decisions += game.decisions
        self.failed += game.trouble != ""

    def write(self, seconds: float, out: TextIO) -> None:
        """Print what was played, and how many games raised."""
        verdict = f"{self.failed} raised" if self.failed else "nothing raised"
        print(
            f"{self.starts.total()} games, {self.decisions} decisions, {seconds:.0f} s: {verdict}",
            file=out,
        )
        tallies = {"starts": self.starts, "seats": self.sitters, "asked": self.asked}
        for title, tally in tallies.items():
            said = ", ".join(f"{name} {number}" for name, number in sorted(tally.items()))
            print(f"{title}: {said}", file=out)


def run_staff_fuzz(
    level: str,
    minutes: float,
    games: int | None,
    seed: int,
    jobs: int,
    folder: Path,
    out: TextIO,
    board: str = "",
) -> int:
    """Play for some minutes, or some games, and print what came of it; write a file for each game
    in which something raised. Returns 1 if there was one."""
    started = time.monotonic()
    limit = minutes * 60
    progress = Progress("fuzz", games if games is not None else limit, out)
    seeds: Iterator[int] = count(seed) if games is None else iter(range(seed, seed + games))
    tasks = (StaffTask(one, level, board=board) for one in seeds)
    tally = _StaffTally()
    note = ""
    try:
        with closing(work_through(play_staff_game, tasks, jobs)) as played:
            for game in played:
                tally.take_in(game)
                if game.trouble:
                    folder.mkdir(parents=True, exist_ok=True)
                    path = folder / f"fuzz-staff-{game.seed}.record"
                    path.write_text(game.record, encoding="utf-8")
                    seen = replay_words(path, board)
                    print(f"\nseed {game.seed}: {game.trouble}: {seen}", file=out, flush=True)
                spent = time.monotonic() - started
                done = tally.starts.total()
                progress.update(done if games is not None else spent, f"{done} games")
                if games is None and spent >= limit:
                    break
    except KeyboardInterrupt:
        note = "stopped"
    progress.finish(note)
    tally.write(time.monotonic() - started, out)
    return 1 if tally.failed else 0
