"""The scenarios that come with the game, and how one of one's own is read from a file."""

from __future__ import annotations

import functools
import re
from importlib import resources
from pathlib import Path
from typing import Final

from napoleon.rules import Dice, Game, Options
from napoleon.rules.board.tables import LAID, Board
from napoleon.scenarios import CAMPAIGNS, SHIPPED
from napoleon.scenarios.reading import Scenario, ScenarioError, parse_scenario

ENDING: Final = ".txt"
LONGEST_ID: Final = 24


@functools.cache
def shipped() -> dict[str, Scenario]:
    """The scenarios of the game by id, in the order in which they are offered."""
    folder = resources.files("napoleon.scenarios") / "data"
    return {
        name: parse_scenario(
            name + ENDING, name, (folder / (name + ENDING)).read_text(encoding="utf-8")
        )
        for name in SHIPPED
    }


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
    """A new game: the whole campaign, or a scenario of ours by its id; on a board, or on that on
    which new games begin here."""
    chosen = board if board is not None else LAID.default
    if scenario in shipped():
        return Game.from_position(shipped()[scenario].start(options, chosen), dice)
    return Game.new(scenario, options, dice, chosen)
