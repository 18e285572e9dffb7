"""Servers in processes of their own that need not import anything: where the system can, they are
forked from one that has done so. What they run is ``python -m napoleon.server`` all the same."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import runpy
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol, TextIO

from tests.server.turned import ROOT, TURNED, TurnedWatch, told

MODULE = "napoleon.server"
# With what is imported only when a database is opened.
AHEAD = [
    __name__,
    f"{MODULE}.app",
    f"{MODULE}.cluster",
    "alembic.command",
    "alembic.config",
    "sqlite3",
]


class ServerProcess(Protocol):
    """What the tests use of a process."""

    pid: int
    stdout: TextIO

    @property
    def returncode(self) -> int | None: ...
    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float) -> int: ...


def start_server(
    words: Sequence[str], package: Path | None = None, watch: TurnedWatch | None = None
) -> ServerProcess:
    """``python -m napoleon.server`` with these words behind it, perhaps with the package from
    another folder, or with clocks that are turned."""
    module = MODULE if watch is None else TURNED
    said = told(watch)
    if package is None and "forkserver" in multiprocessing.get_all_start_methods():
        return Forked(words, module, said)
    places = [str(package)] if package is not None else [os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join([place for place in [*places, str(ROOT)] if place])
    process: Any = subprocess.Popen(
        [sys.executable, "-m", module, *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, **said},
    )
    started: ServerProcess = process
    return started


class Forked:
    """A process with a Python that has imported all modules of a server."""

    def __init__(self, words: Sequence[str], module: str, said: dict[str, str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(AHEAD)
        here, there = context.Pipe(duplex=False)
        self.process = context.Process(target=serve, args=(list(words), there, module, said))
        self.process.start()
        there.close()
        assert self.process.pid is not None
        self.pid = self.process.pid
        self.stdout: TextIO = os.fdopen(os.dup(here.fileno()), encoding="utf-8")
        here.close()

    @property
    def returncode(self) -> int | None:
        """How it ended, if that has been seen."""
        return self.process.exitcode

    def poll(self) -> int | None:
        """How it ended, if it has."""
        return self.process.exitcode

    def kill(self) -> None:
        """At once."""
        self.process.kill()

    def terminate(self) -> None:
        """In order."""
        self.process.terminate()

    def wait(self, timeout: float) -> int:
        """Until it has ended."""
        self.process.join(timeout)
        if self.process.exitcode is None:
            raise subprocess.TimeoutExpired(MODULE, timeout)
        return self.process.exitcode


def serve(words: list[str], output: Connection, module: str, said: dict[str, str]) -> None:
    """Be that server; should it crash, it says where."""
    faulthandler.enable()
    os.environ.update(said)
    os.dup2(output.fileno(), 1)
    output.close()
    sys.argv[1:] = words
    runpy.run_module(module, run_name="__main__", alter_sys=True)
