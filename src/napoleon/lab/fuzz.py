"""`napoleon fuzz`: play by chance and check every property on the way.

Games of all settings take turns with battles dealt at random. A game that breaks a property is
written to a file which `napoleon replay` opens.
"""

from __future__ import annotations

import random
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import TextIO

from napoleon.lab.battles import random_battle
from napoleon.lab.matches import board_of
from napoleon.lab.progress import Progress
from napoleon.lab.properties import (
    PropertyBroken,
    check_copies,
    check_offers,
    check_record,
    check_secrets,
    check_state,
)
from napoleon.lab.random_play import MOST_DECISIONS, new_random_game, uniform, warlike
from napoleon.lab.twins import check_twins
from napoleon.rules import Action, Board, Game, SeededDice
from napoleon.rules.board.tables import SHIPPED, on_board
from napoleon.rules.words.prose import tell

# How often each position is put through the expensive checks, and through all of them.
CHECK_SHARE = 0.1
# The part of those at which twins are played on, and for how many decisions.
TWINS_SHARE = 0.02
TWINS_DECISIONS = 30
# A battle dealt at random is left after so many decisions.
BATTLE_DECISIONS = 200


def fuzz_start(seed: int, board: Board = SHIPPED) -> Game:
    """The game of a seed: each third one begins in the middle of a battle."""
    if seed % 3:
        return new_random_game(seed, board=board)
    with on_board(board):
        position = random_battle(random.Random(seed))
    return Game.from_position(position, SeededDice(seed))


def fuzz_game(seed: int, share: float = CHECK_SHARE, board: Board = SHIPPED) -> tuple[Game, int]:
    """Play the game of a seed, checking a share of its positions; returns it and its decisions."""
    rng = random.Random(seed)
    game = fuzz_start(seed, board)
    try:
        decisions = _play_and_check(game, seed, share, rng)
        check_record(game)
        for event in game.events:
            if not tell(event):
                raise PropertyBroken(f"nothing is told of {event}")
    except Exception as error:
        error.add_note(f"seed {seed}, after {len(game.moves)} actions")
        raise FuzzFailure(seed, game, error) from error
    return game, decisions


def _play_and_check(game: Game, seed: int, share: float, rng: random.Random) -> int:
    policy = uniform if seed % 5 == 1 else warlike
    most = MOST_DECISIONS if seed % 3 else BATTLE_DECISIONS
    chance = random.Random(f"twins {seed}")  # its own, so that the game does not change
    decisions = 0
    while game.to_act and decisions < most:
        check_state(game)
        if rng.random() < share:
            check_offers(game, rng)
            check_copies(game)
            check_secrets(game, rng)
        if chance.random() < share * TWINS_SHARE:
            is_mixed = chance.random() < 0.5
            check_twins(game, policy, chance, is_mixed=is_mixed, most=TWINS_DECISIONS)
        seat = rng.choice(game.to_act)
        codes = game.legal(seat).codes
        choose = uniform if rng.random() < 0.1 else policy
        game.play(seat, Action(choose(game, seat, codes, rng)))
        decisions += 1
    if decisions >= MOST_DECISIONS:
        raise PropertyBroken(f"the game is not over after {decisions} decisions")
    return decisions


class FuzzFailure(Exception):
    """A property broke in the game of a seed."""

    def __init__(self, seed: int, game: Game, cause: Exception) -> None:
        super().__init__(f"seed {seed}: {type(cause).__name__}: {cause}")
        self.seed = seed
        self.game = game
        self.cause = cause


def write_failure(failure: FuzzFailure, folder: Path) -> Path:
    """Keep the record of a failing game, with what went wrong as remarks."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fuzz-{failure.seed}.record"
    path.write_text(failure.game.record() + format_remarks(failure.cause), encoding="utf-8")
    return path


def format_remarks(cause: Exception) -> str:
    """What went wrong, as remarks that a record may carry."""
    report = "".join(traceback.format_exception(cause))
    return "".join(f"# {line}\n" for line in report.splitlines())


def replay_words(path: Path, board: str) -> str:
    """How a kept game is looked at; `board` is the folder of a board of one's own, "" for ours."""
    return f"napoleon replay {path}" + (f" --board {board}" if board else "")


def run_fuzz(
    minutes: float, games: int | None, seed: int, folder: Path, out: TextIO, board: str = ""
) -> int:
    """Fuzz for some minutes, or some games; returns 1 if a property broke."""
    played_on = board_of(board)
    started = time.monotonic()
    limit = minutes * 60
    progress = Progress("fuzz", games if games is not None else limit, out)
    kinds: Counter[str] = Counter()
    played = 0
    decisions = 0
    while games is None or played < games:
        spent = time.monotonic() - started
        if games is None and spent >= limit:
            break
        try:
            game, length = fuzz_game(seed + played, board=played_on)
        except FuzzFailure as failure:
            progress.finish("failed")
            path = write_failure(failure, folder)
            print(f"{failure}\nThe game is kept in {path}: {replay_words(path, board)}", file=out)
            return 1
        played += 1
        decisions += length
        kinds.update(event.kind for event in game.events)
        progress.update(played if games is not None else spent, f"{played} games")
    progress.finish()
    seconds = time.monotonic() - started
    print(f"{played} games, {decisions} decisions, {seconds:.0f} s: nothing broke", file=out)
    for kind, number in kinds.most_common():
        print(f"  {number:8d}  {kind}", file=out)
    return 0
