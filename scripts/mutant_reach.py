"""Which functions of the rules each test calls, and how long it takes: found once, then kept.

The tests of a file are looked at again when the file has changed, all of them when the rules have.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "src" / "napoleon" / "rules"
PREFIX = f"{RULES}{os.sep}"
STORE = ROOT / "build" / "mutants"
# What the tests stand upon besides the rules and their own file
GROUND = (
    "src/napoleon/lab",
    "src/napoleon/languages",
    "scripts/golden.py",
    "tests/golden",
    "scripts/perft.py",
    "scripts/playouts.py",
    "scripts/refused.py",
    "pyproject.toml",
)

Lines = dict[str, int]  # by file of the rules: bit n for line n


class Test(NamedTuple):
    """A test: how long it takes when it is looked at, and the lines of what it calls."""

    seconds: float
    lines: Lines


class Reach(NamedTuple):
    """What is known of all tests, and the lines that run as the modules are imported."""

    rules: str  # digests
    files: dict[str, str]
    tests: dict[str, Test]
    at_import: Lines

    def over(self, file: str, lines: Iterable[int]) -> list[str]:
        """The tests that reach one of these lines, the quickest first."""
        mask = sum(1 << line for line in lines)
        found = [name for name, test in self.tests.items() if test.lines.get(file, 0) & mask]
        return self.by_time(found)

    def by_time(self, tests: Iterable[str]) -> list[str]:
        """The quickest first."""
        return sorted(tests, key=lambda name: (self.tests[name].seconds, name))


def digest(paths: Iterable[Path]) -> str:
    """One hash over the contents of files, and of all that lie in folders."""
    total = hashlib.sha256()
    for path in paths:
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in inside:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(f"\0{file.relative_to(ROOT)}\0".encode())
                total.update(file.read_bytes())
    return total.hexdigest()[:16]


def test_files(tests: Iterable[str]) -> list[Path]:
    """The files with tests at these places."""
    found: list[Path] = []
    for place in tests:
        path = ROOT / place
        found += sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
    return found


def parts_of(file: Path) -> list[Path]:
    """A file with tests, and the table of cases that it reads, where there is one."""
    table = file.with_name(f"{file.stem.removeprefix('test_')}.txt")
    return [file, table] if table.is_file() else [file]


def digest_of_rules(tests: Iterable[str]) -> str:
    """The rules and all that every test stands upon, shared modules beside the tests included."""
    beside = {file.parent for file in test_files(tests)}
    shared = [file for folder in sorted(beside) for file in folder.glob("*.py")]
    shared = [file for file in shared if not file.name.startswith("test_")]
    return digest([RULES, *(ROOT / place for place in GROUND), *sorted(shared)])


def quietly(tests: Iterable[str]) -> list[str]:
    """Arguments for a run of pytest that tells us what happens, and nobody else."""
    plugins = ["cacheprovider", "terminal", "xdist", "junitxml", "pastebin", "faulthandler"]
    without = [word for name in plugins for word in ("-p", f"no:{name}")]
    return [*without, "--capture=sys", "--assert=plain", *tests]


def calm_hypothesis() -> None:
    """The same examples at every run, and no search for the smallest one that fails."""
    from hypothesis import Phase, settings

    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(
        "mutants", settings.default, phases=phases, derandomize=True, database=None
    )
    settings.load_profile("mutants")


class Onlooker:
    """Runs tests and writes down the functions of the rules that each calls."""

    def __init__(self, wanted: set[str]) -> None:
        self.wanted = wanted  # files
        self.tests: dict[str, Test] = {}
        self.failed: list[str] = []
        self.at_import: Lines = {}
        self.by_fixture: dict[Any, Lines] = {}
        self.called: set[CodeType] = set()

    def trace(self, frame: FrameType, event: str, _: Any) -> None:
        """Whole functions are looked at, not their lines, which would take far longer."""
        self.called.add(frame.f_code)

    def take(self) -> Lines:
        """The lines of all functions that were called since the last time."""
        lines: Lines = {}
        for code in self.called:
            if code.co_filename.startswith(PREFIX):
                file = Path(code.co_filename).relative_to(RULES).as_posix()
                inside = {line for _, _, line in code.co_lines() if line}
                lines[file] = lines.get(file, 0) | sum(1 << line for line in inside)
        self.called.clear()
        return lines

    def pytest_sessionstart(self) -> None:
        calm_hypothesis()
        sys.settrace(self.trace)  # of every call

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        sys.settrace(None)
        self.at_import = self.take()
        items[:] = [item for item in items if file_of(item.nodeid) in self.wanted]

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """What several tests share is reached by all of them."""
        if fixturedef.scope == "function":
            return (yield)
        before = self.take()
        result = yield
        self.by_fixture[fixturedef] = self.take()
        add(self.by_fixture[fixturedef], before)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began = time.process_time()
        sys.settrace(self.trace)
        result = yield
        sys.settrace(None)
        lines = self.take()
        definitions = getattr(item, "_fixtureinfo").name2fixturedefs  # noqa: B009
        for shared in (each for found in definitions.values() for each in found):
            add(lines, self.by_fixture.get(shared, {}))
        self.tests[item.nodeid] = Test(time.process_time() - began, lines)
        if len(self.tests) % 100 == 0:
            print(f"  {len(self.tests)} tests", flush=True)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def add(lines: Lines, more: Lines) -> None:
    for file, mask in more.items():
        lines[file] = lines.get(file, 0) | mask


def file_of(nodeid: str) -> str:
    return nodeid.split("::", maxsplit=1)[0]


def learn(tests: list[str]) -> Reach:
    """What the tests reach: kept from the last time, or found out in a process of its own."""
    rules = digest_of_rules(tests)
    files = {str(file.relative_to(ROOT)): digest(parts_of(file)) for file in test_files(tests)}
    kept = _read()
    if kept is None or kept.rules != rules:
        kept = Reach(rules, {}, {}, {})
    changed = {name for name in files if kept.files.get(name) != files[name]}
    if changed:
        print(f"Looking at what the tests of {len(changed)} files reach", flush=True)
        found = _look(tests, changed)
        old = {
            name: test
            for name, test in kept.tests.items()
            if file_of(name) in files and file_of(name) not in changed
        }
        kept = Reach(rules, files, {**old, **found.tests}, found.at_import)
        _write(kept)
    return Reach(rules, files, _only(kept.tests, files), kept.at_import)


def _only(tests: dict[str, Test], files: dict[str, str]) -> dict[str, Test]:
    return {name: test for name, test in tests.items() if file_of(name) in files}


def _look(tests: list[str], wanted: set[str]) -> Reach:
    """In a child, so that nothing of the rules is imported here."""
    STORE.mkdir(parents=True, exist_ok=True)
    found = STORE / "found.json"
    found.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        onlooker = Onlooker(wanted)
        try:
            pytest.main(quietly(tests), plugins=[onlooker])
            for name in onlooker.failed:
                print(f"  left out, for it fails without any fault: {name}", flush=True)
                onlooker.tests.pop(name, None)
            _write(Reach("", {}, onlooker.tests, onlooker.at_import), found)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    result = _read(found)
    if result is None:
        sys.exit("The tests could not be run.")
    return result


def _read(path: Path = STORE / "reach.json") -> Reach | None:
    if not path.is_file():
        return None
    kept = json.loads(path.read_text("utf-8"))
    tests = {
        name: Test(seconds, {file: int(mask, 16) for file, mask in lines.items()})
        for name, (seconds, lines) in kept["tests"].items()
    }
    at_import = {file: int(mask, 16) for file, mask in kept["at_import"].items()}
    return Reach(kept["rules"], kept["files"], tests, at_import)


def _write(reach: Reach, path: Path = STORE / "reach.json") -> None:
    def compact(lines: Lines) -> dict[str, str]:
        return {file: f"{mask:x}" for file, mask in lines.items()}

    tests = {name: (test.seconds, compact(test.lines)) for name, test in reach.tests.items()}
    whole = {
        "rules": reach.rules,
        "files": reach.files,
        "tests": tests,
        "at_import": compact(reach.at_import),
    }
    path.write_text(json.dumps(whole), "utf-8")
