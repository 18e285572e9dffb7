"""`napoleon fuzz --positions N`: positions of real games, damaged, are refused or can be played.

A position is text that anybody may send. What cannot be is refused with a `PositionError`; what is
accepted is written and read back to the same, can be looked at by every seat, and played on.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from napoleon.lab.battles import random_battle
from napoleon.lab.fuzz import format_remarks
from napoleon.lab.matches import board_of
from napoleon.lab.progress import Progress
from napoleon.lab.properties import PropertyBroken, random_code
from napoleon.lab.random_play import new_random_game, uniform, warlike
from napoleon.rules import Action, Board, Game, PositionError, RuleError, SeededDice
from napoleon.rules.board.tables import SHIPPED, on_board
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import UNIT_IDS
from napoleon.rules.engine.fight import STATUS_NAMES

Damage = Callable[[list[str], random.Random], None]  # changes the lines of a position

LONGEST_GAME = 400  # actions before a position is taken
KEPT = 12  # positions taken from one game or battle
DECISIONS = 12  # actions played from a position that was accepted
MARKS = (
    *("disordered", "marched", "marched2", "forced", "moved", "moved2", "halted", "fired", "done"),
    *("disengaged", "silent", "swapped", "shock", "canister", "square", "shown", "engaged"),
)
UNIT = re.compile(r"(?:FR|AD|PR)-[A-Z0-9-]*[A-Z0-9]")
NUMBER = re.compile(r"(?<![-A-Z0-9])\d+(?![-A-Z0-9])")


def positions_of(seed: int, board: Board = SHIPPED) -> list[str]:
    """Return positions of a random game, or of a battle dealt at random, at any stage."""
    rng = random.Random(seed)
    if seed % 2:
        with on_board(board):
            dealt = random_battle(rng)
        game = Game.from_position(dealt, SeededDice(seed))
    else:
        game = new_random_game(seed, board=board)
    wanted = set(rng.sample(range(80 if seed % 2 else LONGEST_GAME), KEPT))
    found: list[str] = []
    for decision in range(max(wanted) + 1):
        if decision in wanted:
            found.append(game.position())
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, rng)))
    return found


def _delete_line(lines: list[str], rng: random.Random) -> None:
    del lines[rng.randrange(len(lines))]


def _repeat_line(lines: list[str], rng: random.Random) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))


def _swap_lines(lines: list[str], rng: random.Random) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _change_word(lines: list[str], rng: random.Random) -> None:
    """Delete, repeat, move or replace a word."""
    at = rng.randrange(len(lines))
    words = lines[at].split()
    index = rng.randrange(len(words))
    word = words[index]
    choice = rng.randrange(4)
    if choice == 0:
        del words[index]
    elif choice == 1:
        words.insert(rng.randrange(len(words) + 1), word)
    elif choice == 2:
        other = rng.choice(lines).split()
        words[index] = rng.choice(other) if other else word
    else:
        words[index] = rng.choice((rng.choice(TOWN_IDS), rng.choice(STATUS_NAMES), word + ":", "0"))
    lines[at] = " ".join(words)


def _replace(pattern: re.Pattern[str], lines: list[str], rng: random.Random, new: str) -> None:
    """Put another text in the place of one that is found."""
    places = [(at, found) for at, line in enumerate(lines) for found in pattern.finditer(line)]
    if places:
        at, found = rng.choice(places)
        lines[at] = lines[at][: found.start()] + new + lines[at][found.end() :]


def _change_number(lines: list[str], rng: random.Random) -> None:
    new = rng.choice((0, 1, 2, 3, 4, 5, 7, 9, 23, 24, 99, -1, 10**12))
    # Flow lines are full of numbers; half of the time one of those is changed.
    flow = [at for at, line in enumerate(lines) if line.startswith("flow")]
    if flow and rng.random() < 0.5:
        at = rng.choice(flow)
        part = [lines[at]]
        _replace(NUMBER, part, rng, str(new))
        lines[at] = part[0]
    else:
        _replace(NUMBER, lines, rng, str(new))


def _change_unit(lines: list[str], rng: random.Random) -> None:
    """Name another unit, or the same once more, or give it a mark."""
    _replace(UNIT, lines, rng, rng.choice(UNIT_IDS))


def _add_unit(lines: list[str], rng: random.Random) -> None:
    places = [at for at, line in enumerate(lines) if ":" in line or "=" in line]
    if places:
        at = rng.choice(places)
        joint = "+" if lines[at].startswith("flow") else " "
        lines[at] += joint + rng.choice(UNIT_IDS)


def _drop_unit(lines: list[str], rng: random.Random) -> None:
    _replace(re.compile(UNIT.pattern + r"\S*"), lines, rng, "")


def _mark_unit(lines: list[str], rng: random.Random) -> None:
    mark = rng.choice([*MARKS, f"in:{rng.choice(UNIT_IDS)}"])
    _replace(re.compile(r"(?<=[A-Z0-9])(?=\s|$)"), lines, rng, f"({mark})")


DAMAGES: tuple[Damage, ...] = (
    *(_delete_line, _repeat_line, _swap_lines, _change_word, _change_number, _change_number),
    *(_change_unit, _add_unit, _drop_unit, _mark_unit),
)


def damaged(position: str, rng: random.Random) -> str:
    """Return a position with one to three faults put in."""
    lines = position.splitlines()
    for _ in range(rng.choice((1, 1, 2, 3))):
        lines = [line for line in lines if line.strip()] or ["turn 1"]
        rng.choice(DAMAGES)(lines, rng)
    return "\n".join(lines) + "\n"


def try_position(text: str, rng: random.Random) -> str:
    """Read a position and play on; returns "refused" or "accepted".

    Raises whatever is raised besides the PositionError of a refusal, and PropertyBroken.
    """
    try:
        game = Game.from_position(text, SeededDice(rng.randrange(1000)))
    except PositionError as refusal:
        if not refusal.detail or ("flow" in text and not refusal.line):
            raise PropertyBroken("a position is refused without line or reason") from refusal
        return "refused"
    here = game.position()
    if Game.from_position(here, SeededDice(1)).position() != here:
        raise PropertyBroken(f"what was accepted is not read back:\n{here}")
    for _ in range(DECISIONS):
        _look(game, rng)
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        choose = rng.choice((uniform, warlike))
        game.play(seat, Action(choose(game, seat, game.legal(seat).codes, rng)))
    return "accepted"


def _look(game: Game, rng: random.Random) -> None:
    """Ask all that a seat may ask."""
    game.view(None)
    for seat in game.seats:
        game.view(seat).as_dict()
        game.sketch(seat)
        codes = game.legal(seat).codes
        for _ in range(3):
            action = Action(random_code(codes, rng))
            if game.why_not(seat, action) is not None:
                try:
                    game.play(seat, action)
                except RuleError:
                    continue
                raise PropertyBroken(f"{action} was refused, and then played")


class PositionFailure(Exception):
    """A damaged position was neither refused nor sound."""

    def __init__(self, seed: int, text: str, cause: Exception) -> None:
        super().__init__(f"position {seed}: {type(cause).__name__}: {cause}")
        self.text = text
        self.cause = cause
        self.seed = seed


def fuzz_positions(seed: int, number: int, board: Board = SHIPPED) -> Counter[str]:
    """Damage `number` positions of the games from a seed on; returns what became of them.

    Raises PositionFailure at the first that is neither refused nor sound.
    """
    results: Counter[str] = Counter()
    found: list[str] = []
    for index in range(number):
        if not index % (KEPT * 4):
            found = positions_of(seed + index, board)
        rng = random.Random(seed + index)
        with on_board(board):
            text = damaged(rng.choice(found), rng)
        try:
            results[try_position(text, rng)] += 1
        except Exception as error:
            raise PositionFailure(seed + index, text, error) from error
    return results


def run_position_fuzz(number: int, seed: int, folder: Path, out: TextIO, board: str = "") -> int:
    """Damage so many positions; returns 1 at the first that is neither refused nor sound."""
    played_on = board_of(board)
    started = time.monotonic()
    progress = Progress("fuzz positions", number, out)
    results: Counter[str] = Counter()
    while (done := results.total()) < number:
        try:
            results += fuzz_positions(seed + done, min(KEPT * 4, number - done), played_on)
        except PositionFailure as failure:
            progress.finish("failed")
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"fuzz-{failure.seed}.position"
            path.write_text(failure.text + format_remarks(failure.cause), encoding="utf-8")
            print(f"{failure}\nThe position is kept in {path}.", file=out)
            return 1
        progress.update(results.total(), "positions")
    progress.finish()
    seconds = time.monotonic() - started
    print(
        f"{number} damaged positions, {seconds:.0f} s, nothing broke: "
        f"{results['accepted']} can be played, {results['refused']} are refused",
        file=out,
    )
    return 0
