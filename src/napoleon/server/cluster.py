"""Several processes that serve one database from one address: ``napoleon serve --processes N``.

The parent binds the address and hands it to its children; whoever is free takes the next caller. A
child that dies is replaced. What they share is the database, and nothing else.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType
from typing import Final

from napoleon.server.listening import listen

log = logging.getLogger("napoleon.server")
PATIENCE: Final = 8.0  # seconds for children to end in order
PAUSE: Final = 0.1  # seconds between two looks at the children
RESTART: Final = 1.0  # seconds before one that died at once is tried again


class CannotShare(Exception):
    """Several processes were asked for where only one can serve."""


def check_shareable(database_url: str, processes: int) -> None:
    """Raise CannotShare unless so many processes can serve this database here."""
    if processes < 1:
        raise CannotShare(f"expected one process or more, got {processes}")
    if processes > 1 and database_url.startswith("sqlite"):
        raise CannotShare(
            "several processes need PostgreSQL: an SQLite file takes one server. Name a database"
            " with --database postgresql://USER@HOST/NAME"
        )
    if processes > 1 and sys.platform == "win32":
        raise CannotShare(
            "on Windows one command serves one process: start the command several times, on"
            " different ports, with the same database"
        )


class Cluster:
    """The children, and what happens to them."""

    def __init__(
        self, host: str, port: int, processes: int, database_url: str, options: Sequence[str]
    ) -> None:
        """`options` are those of ``python -m napoleon.server`` but for host, port and database: the
        address of the database may hold a password, which no list of processes is to show. Raises
        CannotListen."""
        self._environment = {**os.environ, "NAPOLEON_DATABASE": database_url}
        self._socket = listen(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._options = options
        self._wanted = processes
        self._children: list[tuple[subprocess.Popen[bytes], float]] = []
        self._is_ending = False

    def run(self) -> None:
        """Serve until told to stop."""
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._end)
        try:
            while not self._is_ending:
                self._replace_the_dead()
                time.sleep(PAUSE)
        finally:
            self._stop()

    def _end(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_ending = True

    def _replace_the_dead(self) -> None:
        now = time.monotonic()
        for index, (child, began) in enumerate(self._children):
            if child.poll() is not None and now - began > RESTART:
                log.warning("process %d has ended (%s): replaced", child.pid, child.returncode)
                self._children[index] = (self._begin(), now)
        while len(self._children) < self._wanted:
            self._children.append((self._begin(), now))

    def _begin(self) -> subprocess.Popen[bytes]:
        number = self._socket.fileno()
        return subprocess.Popen(
            [sys.executable, "-m", "napoleon.server", "--fd", str(number), *self._options],
            pass_fds=[number],
            env=self._environment,
            start_new_session=True,  # Ctrl-C is for us: we end them in order
        )

    def _stop(self) -> None:
        for child, _ in self._children:
            child.terminate()
        deadline = time.monotonic() + PATIENCE
        for child, _ in self._children:
            try:
                child.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        self._socket.close()
