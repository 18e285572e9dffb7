"""Whole games as tasks of Ray, on one machine or many. Ray is an optional extra: ``[ray]``."""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from importlib import import_module
from typing import Any, Final, TypeVar

from napoleon.lab.workers import AHEAD

Task = TypeVar("Task")
Answer = TypeVar("Answer")

LOCAL: Final = "local"  # instead of an address: a Ray of our own, for as long as the games last
PATIENCE: Final = 10.0  # seconds
RETRIES: Final = 5  # a task whose process or machine is lost is played again elsewhere


class NoRay(Exception):
    """Ray is not installed, or not to be reached; the message says what to do."""


def work_on_ray(
    work: Callable[[Task], Answer],
    tasks: Iterable[Task],
    address: str,
    cores: int | None = None,
) -> Generator[Answer, None, None]:
    """The answers in the order of the tasks, from a Ray at an address.

    ``"local"`` starts a Ray on this machine, with so many cores, and ends it afterwards. Machines
    of a cluster need the same version of this package installed.
    """
    # Ray tells its makers about its use unless it is asked not to; nothing of ours leaves.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise NoRay("Ray is not installed: pip install 'napoleon1815[ray]'") from error
    _knock(address)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    try:
        if address == LOCAL:
            ray.init(address="local", num_cpus=cores, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise NoRay(f"no Ray at {address!r}: {error}") from error
    try:
        # Nothing but the lost process is tried again: a game that breaks has a line of its own.
        remote = ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)(work)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        for task in tasks:
            waiting.append(remote.remote(task))
            if len(waiting) >= most:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself would wait for minutes for an address where nobody listens."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return  # "local", "auto", or something that Ray may know
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except OSError as error:
        raise NoRay(f"no Ray at {address!r}: {error}") from error
