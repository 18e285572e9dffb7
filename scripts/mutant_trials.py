"""Trials of mutants: each in a process of its own, forked from one in which all stands ready.

Most faults are in the body of a function: the tests are collected once, and a child puts the
faulty body in the place of the right one and runs the tests that reach it. A fault in what runs at
import (tables, constants, defaults) needs an import of its own: the child starts with pytest alone
and imports the faulty module.
"""

from __future__ import annotations

import gc
import mmap
import os
import resource
import select
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

import pytest

from mutant_reach import PREFIX, ROOT, Reach, calm_hypothesis, file_of, quietly
from mutations import Module, Mutant

NOTICED = "noticed"  # a test fails
ENDLESS = "endless"  # a test does not come to an end: that is noticed too
SURVIVED = "survived"

MOST_MEMORY = 4 << 30  # bytes of address space
AT_START = 60  # seconds of processor time for an import and a collection
LEAST = 3  # seconds of processor time for a test
SLOWER = 5  # times as long as the test took while it was looked at
PATIENCE = 900  # seconds on the clock for a trial, whatever its tests do


class Verdict(NamedTuple):
    """What came of a trial: the outcome, and the test that noticed."""

    outcome: str
    test: str = ""


class Watch:
    """In a child: gives every test its time, and ends the child as soon as one fails."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.tests: Sequence[str] = ()
        self.running = mmap.mmap(-1, 8)  # shared with the parent: the number of the test

    def pytest_sessionstart(self) -> None:
        calm_hypothesis()

    def pytest_configure(self, config: pytest.Config) -> None:
        config.option.tbstyle = "native"

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running[:8] = self.tests.index(nodeid).to_bytes(8, "big")
        seconds = max(LEAST, SLOWER * self.reach.tests[nodeid].seconds)
        signal.setitimer(signal.ITIMER_PROF, seconds)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(1)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            os._exit(1)

    def oversee(self, tests: Sequence[str], child: Callable[[], None]) -> Verdict:
        """Run a child to its end, or till it has had its time."""
        self.tests = tests
        self.running[:8] = bytes(8)
        ended, held = os.pipe()
        process = os.fork()
        if process == 0:
            _live_in_a_child(child)
        os.close(held)
        is_done = bool(select.select([ended], [], [], PATIENCE)[0])
        os.close(ended)
        if not is_done:
            os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if status == 0:
            return Verdict(SURVIVED)
        test = tests[int.from_bytes(self.running[:8], "big")]
        code = os.waitstatus_to_exitcode(status)
        return Verdict(ENDLESS if code in (-signal.SIGPROF, -signal.SIGKILL) else NOTICED, test)


def _live_in_a_child(child: Callable[[], None]) -> None:
    """Do the work of a child and end, with 0 where nothing was noticed."""
    status = 1
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.setitimer(signal.ITIMER_PROF, AT_START)
        child()
        status = 0
    finally:
        os._exit(status)


class ColdTrials:
    """Faults in what runs at import. Nothing of the rules is imported in this process."""

    def __init__(self, modules: dict[str, Module], reach: Reach) -> None:
        self.modules = modules
        self.watch = Watch(reach)
        import hypothesis  # noqa: F401  so that no child has to do it

    def judge(self, mutant: Mutant, tests: list[str]) -> Verdict:
        """The first test's file by itself, then all others: most faults show at once."""

        def child() -> None:
            module = self.modules[mutant.file]
            sys.meta_path.insert(0, FaultyImport(module, module.compile(mutant)))
            first = file_of(tests[0])
            others = dict.fromkeys(file_of(name) for name in tests if file_of(name) != first)
            for files in ([first], list(others)):
                if files:
                    chosen = Chosen([name for name in tests if file_of(name) in files])
                    status = pytest.main(quietly(files), plugins=[self.watch, chosen])
                    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                        os._exit(1)

        return self.watch.oversee(tests, child)


class Chosen:
    """Runs some of the tests that are collected, in an order of our own."""

    def __init__(self, tests: list[str]) -> None:
        self.tests = tests

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_name = {item.nodeid: item for item in items}
        if any(name not in by_name for name in self.tests):
            os._exit(1)  # the fault takes away a test that is made from a table
        items[:] = [by_name[name] for name in self.tests]


class FaultyImport(SourceFileLoader):
    """Imports one module with its fault."""

    def __init__(self, module: Module, code: CodeType) -> None:
        parts = module.path.relative_to(ROOT / "src").with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        super().__init__(name, str(module.path))
        self.faulty = code

    def find_spec(
        self, fullname: str, path: object, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        return self.faulty


class WarmTrials:
    """Faults in functions, put into a process that has collected all tests and awaits orders."""

    def __init__(self, modules: dict[str, Module], reach: Reach, tests: list[str]) -> None:
        self.modules = modules
        self.orders, theirs = Pipe()
        self.process = os.fork()
        if self.process == 0:
            self.orders.close()
            try:
                session = WarmSession(modules, reach, theirs)
                pytest.main(quietly(tests), plugins=[session.watch, session])
            finally:
                os._exit(0)
        theirs.close()

    def judge(self, mutant: Mutant, tests: list[str]) -> Verdict:
        number = self.modules[mutant.file].mutants.index(mutant)
        self.orders.send((mutant.file, number, tests))
        outcome, test = self.orders.recv()
        return Verdict(outcome, test)

    def close(self) -> None:
        self.orders.close()
        os.waitpid(self.process, 0)


class WarmSession:
    """The other end: a run of pytest that forks instead of running its tests."""

    def __init__(self, modules: dict[str, Module], reach: Reach, orders: Connection) -> None:
        self.modules = modules
        self.orders = orders
        self.watch = Watch(reach)
        self.items: dict[str, pytest.Item] = {}
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(PREFIX):
                self.functions.setdefault(_place(each.__code__), []).append(each)
        gc.collect()
        gc.freeze()  # the children then share more of their memory
        while True:
            try:
                file, number, tests = self.orders.recv()
            except EOFError:
                return True
            mutant = self.modules[file].mutants[number]
            self.orders.send(tuple(self.judge(mutant, tests)))

    def judge(self, mutant: Mutant, tests: list[str]) -> Verdict:
        def child() -> None:
            self.put_in(mutant)
            chosen = [self.items[name] for name in tests]
            for item, following in zip(chosen, [*chosen[1:], None], strict=True):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)

        return self.watch.oversee(tests, child)

    def put_in(self, mutant: Mutant) -> None:
        """Give the functions made from a place in the source the body with the fault."""
        module = self.modules[mutant.file]
        here = (str(module.path), mutant.function, mutant.begins)
        bodies = [each for each in _codes(module.compile(mutant)) if _place(each) == here]
        for function in self.functions[here]:
            function.__code__ = bodies[0]


def _codes(code: CodeType) -> list[CodeType]:
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [code, *(found for each in inner for found in _codes(each))]


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno
