"""A match: one whole game between opponents by level or name, with the time of every decision.

The dice of a match come from its seed alone, and an opponent's own chance from the seed and its
seat: whoever sits there, two matches of one seed meet the same dice.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from napoleon.ai.opponents import SeatedOpponent
from napoleon.ai.talents import is_compiled
from napoleon.boards import read_board_folder
from napoleon.lab.players import SeatedPlayer, seat_player
from napoleon.lab.random_play import MOST_DECISIONS
from napoleon.rules import Action, Game, Options, SeededDice
from napoleon.rules.board.tables import SHIPPED, Board, add_board
from napoleon.scenarios.library import begin

# Stages of a turn's movement: what a whole turn takes is counted over these, battles aside.
MOVEMENT_STAGES: Final = ("march", "force")
SLOW: Final = 3.0  # seconds: no decision should take longer
EMPEROR_SLOW: Final = 5.0  # nor one of an emperor, whatever talent it lacks


@cache
def board_of(folder: str) -> Board:
    """The board of a folder, read once in a process; the one that is shipped without a folder."""
    return add_board(read_board_folder(Path(folder))) if folder else SHIPPED


def board_mark(board: Board) -> str:
    """By what a board of one's own is known in files of games; ours needs no mark."""
    return "" if board is SHIPPED else f"{board.name} {board.hash}"


class Match(NamedTuple):
    """What is agreed before a game; it can be sent to another process."""

    french: str
    allied: str
    seed: int
    scenario: str = "historical"
    players: int = 2
    visibility: str = "open"
    board: str = ""  # the folder of a board of one's own
    handicap: int = 0  # steps that the French give up; below 0 the Allies

    def level_of(self, seat: str) -> str:
        """Who sits there: a level or a player's name, for both Allies the same."""
        return self.french if seat == "french" else self.allied

    def new_game(self) -> Game:
        """The game at its beginning, with its dice."""
        options = Options(self.players, self.visibility, self.handicap)
        return begin(self.scenario, options, SeededDice(self.seed), board_of(self.board))

    def describe(self) -> str:
        """In a few words, for messages."""
        return (
            f"seed {self.seed}, {self.french} (French) against {self.allied} (Allies), "
            f"{self.scenario}, {self.players} players, {self.visibility}"
        )


def slowest(level: str) -> float:
    """The seconds that no decision of a level should take."""
    return EMPEROR_SLOW if level.startswith("emperor") else SLOW


class NotEnding(Exception):
    """A game went on for more decisions than any game needs."""


class Clock:
    """How long a side thought: for each decision, and for the movement of each turn."""

    __slots__ = ("_movement", "decisions")

    def __init__(self) -> None:
        self.decisions: list[float] = []
        self._movement: dict[int, float] = {}

    def add(self, game: Game, seconds: float) -> None:
        """Count a decision about to be played."""
        self.decisions.append(seconds)
        if game.stage in MOVEMENT_STAGES:
            self._movement[game.turn] = self._movement.get(game.turn, 0.0) + seconds

    @property
    def turns(self) -> list[float]:
        """The movement of each turn, all decisions together."""
        return list(self._movement.values())


class Played:
    """A match that was played out."""

    __slots__ = ("clocks", "game", "match")

    def __init__(self, match: Match, game: Game, clocks: dict[str, Clock]) -> None:
        self.match = match
        self.game = game
        self.clocks = clocks  # by side


def opponent_seed(seed: int, seat: str) -> int:
    """The seed of an opponent's own chance, which has nothing to do with the dice."""
    return random.Random(f"{seed} {seat}").getrandbits(31)


def seat_opponents(match: Match, game: Game) -> dict[str, SeatedOpponent | SeatedPlayer]:
    """An opponent for each seat."""
    return {
        str(seat): seat_player(match.level_of(seat), seat, opponent_seed(match.seed, seat))
        for seat in game.seats
    }


def stop_clocks(opponents: dict[str, SeatedOpponent | SeatedPlayer]) -> None:
    """Let opponents think to the end instead of until their time is up.

    A slow or busy machine then weakens nobody, and the same seeds give the same game everywhere.
    """
    for player in opponents.values():
        if isinstance(player, SeatedOpponent):
            player.opponent.effort.seconds = 0.0


def play_match(match: Match) -> Played:
    """Play a match to its end."""
    game = match.new_game()
    opponents = seat_opponents(match, game)
    if is_compiled():  # in plain Python the higher levels would think for too long
        stop_clocks(opponents)
    clocks = {"french": Clock(), "allied": Clock()}
    decisions = 0
    while game.to_act:
        if decisions >= MOST_DECISIONS:
            raise NotEnding(f"the game is not over after {decisions} decisions")
        # Where both Allies may act, the first does until he has nothing more to say.
        seat = str(game.to_act[0])
        began = time.perf_counter()
        decision = opponents[seat].choose(game)
        seconds = time.perf_counter() - began
        clocks["french" if seat == "french" else "allied"].add(game, seconds)
        game.play(seat, Action(decision.code))
        decisions += 1
    return Played(match, game, clocks)


class Times(NamedTuple):
    """What a list of seconds comes to."""

    number: int
    total: float
    mean: float
    median: float
    p95: float
    most: float


def summarise_times(seconds: Sequence[float]) -> Times:
    """Mean, median, the 95th percentile (the smallest value that 95 % do not exceed), maximum."""
    if not seconds:
        return Times(0, 0.0, 0.0, 0.0, 0.0, 0.0)
    ordered = sorted(seconds)
    count = len(ordered)
    total = sum(ordered)
    middle = ordered[(count - 1) // 2] + ordered[count // 2]
    p95 = ordered[-(-95 * count // 100) - 1]
    return Times(count, total, total / count, middle / 2, p95, ordered[-1])
