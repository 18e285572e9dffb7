"""The scenarios that come with the game, and how one of one's own is read from a file."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Final

from napoleon.rules import Board, Dice, Game, Options
from napoleon.rules.notation.scenarios import shipped_scenario
from napoleon.scenarios import CAMPAIGNS, SHIPPED
from napoleon.scenarios.reading import Scenario, ScenarioError, parse_scenario

ENDING: Final = ".txt"
LONGEST_ID: Final = 24


@functools.cache
def shipped() -> dict[str, Scenario]:
    """The scenarios of the game by id, in the order in which they are offered."""
    return {name: shipped_scenario(name) for name in SHIPPED}


def read_file(path: Path) -> Scenario:
    """A scenario from a file; its name becomes the id. A ScenarioError says what is wrong."""
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:LONGEST_ID] or "own"
    if name in CAMPAIGNS or name in SHIPPED:
        name = f"own-{name}"[:LONGEST_ID]
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise ScenarioError(f"cannot be read: {reason}", str(path)) from error
    return parse_scenario(str(path), name, text)


def find(word: str) -> Scenario:
    """A scenario by its id, or from the file of that name."""
    known = shipped().get(word.lower())
    return known if known is not None else read_file(Path(word))


def begin(
    scenario: str, options: Options, dice: Dice | None = None, board: Board | None = None
) -> Game:
    """Begin a new game: `Game.new`, with options that have to be given."""
    return Game.new(scenario, options, dice, board)
