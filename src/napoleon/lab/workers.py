"""The same work many times, on all cores: each piece in one of several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final, TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")

# So many pieces are handed out for each process: a long one does not keep the others waiting.
AHEAD: Final = 8


def core_count() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def work_through(
    work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int
) -> Generator[Answer, None, None]:
    """The answers in the order of the tasks, from so many processes (1: from this one).

    Close the iterator to stop early: what is under way is then thrown away. `work` and the tasks
    must be importable and picklable, as new processes begin with nothing.
    """
    if jobs <= 1:
        for task in tasks:
            yield work(task)
        return
    waiting: deque[Future[Answer]] = deque()
    source = iter(tasks)
    pool = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_follow_parent
    )
    is_done = False
    try:
        while True:
            while len(waiting) < AHEAD * jobs:
                try:
                    task = next(source)
                except StopIteration:
                    break
                waiting.append(pool.submit(work, task))
            if not waiting:
                is_done = True
                return
            yield waiting.popleft().result()
    finally:
        if not is_done:
            _end_processes(pool)
        # Waiting, always: a pool that closes while the interpreter ends quarrels with it.
        pool.shutdown(wait=True, cancel_futures=True)


def _follow_parent() -> None:
    """Only the parent answers Ctrl-C, which reaches every process of a terminal; and if it is
    killed, its workers do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _end_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool in the middle of their work."""
    processes = getattr(pool, "_processes", None) or {}
    for process in list(processes.values()):
        process.terminate()
