"""One process serves one SQLite file: a second one is refused with a clear word.

The lock is the operating system's, on a small file beside the database; it ends with the process,
however that ends. Looking at the database (`napoleon admin`) is free to everybody.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

import sqlalchemy as sa


class AlreadyServed(Exception):
    """Another process serves this database."""


class CannotStore(Exception):
    """Nothing can be stored in this database."""


class ServingLock:
    """Held for as long as a process serves a database."""

    def __init__(self, database_url: str) -> None:
        """Take it; raises AlreadyServed. PostgreSQL needs none."""
        self._file: IO[str] | None = None
        address = sa.make_url(database_url)
        name = address.database
        if address.get_backend_name() != "sqlite" or not name or name == ":memory:":
            return
        path = Path(name).with_name(Path(name).name + ".serving")
        try:
            file = path.open("a+", encoding="utf-8")
        except OSError as error:
            raise CannotStore(f"Nothing can be stored beside {name}: {error.strerror}.") from error
        try:
            _lock(file)
        except OSError as error:
            file.seek(0)
            holder = file.read().strip()
            file.close()
            who = f" (process {holder})" if holder else ""
            raise AlreadyServed(
                f"{name} is being served by another Napoléon{who}. One SQLite file takes one"
                " server: stop that one, name another file with --database, or use PostgreSQL,"
                " which takes as many as you like."
            ) from error
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def release(self) -> None:
        """Let others serve."""
        if self._file is not None:
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        file.seek(1 << 30)  # beyond what is written, which others may then read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
