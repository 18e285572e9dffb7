"""Games in files: reading a record or a position, and saving a record so that nothing gets lost."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from napoleon.rules import RECORD_HEADER, Dice, Game, RuleError

MOST_BYTES: Final = 10_000_000
DEFAULT_NAME: Final = "napoleon-game"
# What damaged positions can make the rules do, besides the errors that they raise on purpose.
STUMBLES: Final = (AssertionError, LookupError, TypeError, ValueError)


class FileError(Exception):
    """A file that cannot be read, written or understood; the message is for people."""


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        if path.is_dir():
            raise FileError(f"{path} is a folder, expected a record or a position")
        if path.exists() and path.stat().st_size > MOST_BYTES:
            raise FileError(f"{path} is too large to be a record or a position")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{path} is no text file, expected a record or a position") from error
    except ValueError as error:  # a name that no file can have
        raise FileError(f"cannot read {str(path)!r}: {error}") from error
    return text.replace("\r\n", "\n")


def is_record(text: str) -> bool:
    """Whether a text begins as records do; else it should be a position."""
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            return line.split()[0].lower() == RECORD_HEADER
    return False


def load_game(path: Path, dice: Dice | None = None) -> Game:
    """The game in a file: a record up to its last action, or a position."""
    text = read_text(path)
    if not text.strip():
        raise FileError(f"{path} is empty, expected a record or a position")
    try:
        if is_record(text):
            return Game.replay(text, dice)
        return Game.from_position(text, dice)
    except RuleError as error:
        what = "record" if is_record(text) else "position"
        raise FileError(f"{path} is no {what} that can be used: {error}") from error
    except STUMBLES as error:
        raise stumble(path, error) from error


def stumble(path: Path, error: Exception) -> FileError:
    """What is said of a file over which the rules themselves have stumbled."""
    trouble = f"{type(error).__name__} {error}".strip()
    return FileError(f"the rules stumble over {path}: {trouble}; please report it with the file")


def save_game(game: Game, path: Path) -> None:
    """Write the record of a game; an older file is replaced only when the new one is whole."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(game.record(), encoding="utf-8", newline="\n")
        os.replace(part, path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise FileError(f"cannot write {path}: {reason or error}") from error


def parse_path(name: str) -> Path:
    """The path that a player means."""
    try:
        path = Path(name).expanduser()
        path.exists()
    except (OSError, ValueError, RuntimeError) as error:
        raise FileError(f"{name!r} is no name for a file: {error}") from error
    return path


def free_name(folder: Path, stem: str = DEFAULT_NAME) -> Path:
    """A file name in a folder that is not in use yet."""
    number = 1
    while True:
        path = folder / f"{stem}-{number}.txt"
        if not path.exists():
            return path
        number += 1


def rescue_game(game: Game, wanted: Path | None) -> Path:
    """Save a game wherever it can be: the file wanted, this folder, the one for passing files."""
    places = [wanted] if wanted is not None else []
    places += [free_name(Path.cwd()), free_name(Path(tempfile.gettempdir()))]
    for path in places:
        try:
            save_game(game, path)
        except FileError as error:
            trouble = error
        else:
            return path
    raise trouble
