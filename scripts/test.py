"""Run every check: ``python3 scripts/test.py``. Makes the environment on first use.

Lint, format, types, those of the browser client and its unit tests, the tests on plain Python, then
rules and opponents compiled with mypyc and the tests on those. What follows ``--`` goes to pytest,
as in ``python3 scripts/test.py --fast -- -k retreat -x``.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from client_checks import ClientChecks
from environment import ROOT, Environment, digest, say, stop, variables

COMPILED = ("rules", "ai")  # what setup.py compiles
ON_COMPILED = [
    f"tests/{room}" for room in ("rules", "ai", "lab", "text", "lessons", "scenarios")
] + ["README.md"]
NO_BROWSER = "--ignore=tests/web"
SOURCES = ROOT / "src" / "napoleon"
SLOWEST = "--durations=10"
# Tests often wait, for a server or a browser: one worker more than there are cores.
WORKERS = str((os.cpu_count() or 1) + 1)
# Keeps a core busy as long as the one that started it is there.
BUSY = "import os; above = os.getppid()\nwhile os.getppid() == above: pass"

PROBE = """
from setuptools import Extension, setup
setup(name="probe", py_modules=[], ext_modules=[Extension("probe", ["probe.c"])])
"""
PROBE_C = """
#include <Python.h>
static struct PyModuleDef probe = {PyModuleDef_HEAD_INIT, "probe"};
PyMODINIT_FUNC PyInit_probe(void) { return PyModule_Create(&probe); }
"""


class NotTested(Exception):
    """A step that cannot be done on this machine; says why."""


class Checks:
    """The steps of one run, each announced, timed and remembered for the table at the end."""

    def __init__(self, environment: Environment, pytest_arguments: Sequence[str]) -> None:
        self.python = environment.python
        self.pytest_arguments = pytest_arguments
        self.table: list[tuple[str, str, float]] = []
        self.compiled = CompiledRules(environment)
        self.client = ClientChecks(environment)

    def step(self, name: str, work: Callable[[], bool]) -> bool:
        say(f"\n==> {name}")
        began = time.monotonic()
        try:
            result = "ok" if work() else "FAILED"
        except NotTested as reason:
            result = f"NOT TESTED: {reason}"
            say(result)
        self.table.append((name, result, time.monotonic() - began))
        return result == "ok"

    def run(self, *arguments: str, path: Path | None = None) -> bool:
        """Run a Python program in the environment, with a folder to import from first."""
        more = {"PYTHONPATH": str(path)} if path else {}
        return not subprocess.call([self.python, *arguments], cwd=ROOT, env=variables(**more))

    def style(self) -> None:
        self.step("ruff check", lambda: self.run("-m", "ruff", "check", "."))
        self.step("ruff format", lambda: self.run("-m", "ruff", "format", "--check", "."))
        self.step("mypy --strict", lambda: self.run("-m", "mypy", "--strict"))

    def client_checks(self) -> None:
        """Types, lint and unit tests of what runs in the browser."""
        self.step("client: tsc --checkJs", self.client.types)
        self.step("client: eslint", self.client.lint)
        self.step("client: node --test", self.client.tests)

    def tests(self, build: str, path: Path | None = None) -> bool:
        """pytest, once it is sure which rules it will import."""
        return self.run(str(ROOT / "scripts" / "rules_build.py"), build, path=path) and self.run(
            "-m", "pytest", "-n", WORKERS, SLOWEST, *self.pytest_arguments, path=path
        )

    def pure_tests(self, *, are_all_here: bool) -> None:
        """Without those that are left to the compiled build, if it follows."""
        own = self.pytest_arguments
        if not own:
            self.pytest_arguments = [NO_BROWSER, *([] if are_all_here else ["-m", "not once"])]
        self.step("pytest, pure Python", lambda: nothing_compiled() and self.tests("pure"))
        self.pytest_arguments = own
        if not own:
            self.step("pytest, browser", self.browser_tests)

    def browser_tests(self) -> bool:
        """Once: a test that passes at the second try has a fault, or has found one."""
        more = self.pytest_arguments or ["tests/web"]
        # One test at a time to whoever is free: they differ by a hundred times.
        return self.run("-m", "pytest", "-n", WORKERS, "--maxschedchunk=1", SLOWEST, *more)

    def browser_rounds(self, rounds: int, under_load: bool) -> None:
        """The browser tests again and again, all rounds whatever comes of them; under load, with a
        process on each core that does nothing but keep it busy."""
        busy = [
            subprocess.Popen([self.python, "-c", BUSY])
            for _ in range(os.cpu_count() or 1 if under_load else 0)
        ]
        try:
            for number in range(1, rounds + 1):
                self.step(f"pytest, browser, round {number} of {rounds}", self.browser_tests)
        finally:
            for process in busy:
                process.kill()
                process.wait()

    def compiled_tests(self, with_server: bool) -> None:
        """Once more what knows the rules, on compiled ones; the whole suite when that is asked for.

        If they cannot be compiled, what was left to this build is done on plain Python.
        """
        if self.step("mypyc build", self.compiled.wait):
            folder = self.compiled.library
            if not with_server:
                self.pytest_arguments = self.pytest_arguments or ON_COMPILED
            self.step("pytest, compiled", lambda: self.tests("compiled", folder))
        elif not with_server and not self.pytest_arguments:
            self.pytest_arguments = [NO_BROWSER, "-m", "once"]
            self.step("pytest, pure Python, the rest", lambda: self.tests("pure"))

    def summary(self) -> None:
        width = max(len(name) for name, _, _ in self.table)
        say("")
        for name, result, seconds in self.table:
            say(f"{name:{width}}  {seconds:7.1f} s  {result}")

    def has(self, result: str) -> bool:
        return any(outcome.startswith(result) for _, outcome, _ in self.table)


class CompiledRules:
    """A copy of the package under build/, rules and opponents compiled, kept until they change."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.folder = ROOT / "build" / "compiled" / str(sys.implementation.cache_tag)
        self.library = self.folder / "lib"
        self.stamp = self.folder / "stamp"
        self.under_way: Future[bool] | None = None

    def begin(self) -> None:
        """Compile beside the checks that come first: most of those keep a single core busy."""
        self.under_way = ThreadPoolExecutor(1).submit(self.prepare)

    def wait(self) -> bool:
        """Until all is compiled, which may have begun already."""
        return self.under_way.result() if self.under_way else self.prepare()

    def prepare(self) -> bool:
        fingerprint = self.fingerprint()
        if self.stamp.is_file() and self.stamp.read_text("utf-8") == fingerprint:
            say("Rules and opponents have not changed since they were last compiled")
        else:
            self.find_compiler()
            say(f"Compiling rules and opponents into {self.folder.relative_to(ROOT)}")
            if self.folder.exists():
                shutil.rmtree(self.folder)
            if not self.build():
                return False
            self.stamp.write_text(fingerprint, "utf-8")
        self.refresh()
        return True

    def fingerprint(self) -> str:
        found = [file for name in COMPILED for file in (SOURCES / name).rglob("*")]
        files = sorted(file for file in found if "__pycache__" not in file.parts)
        names = [str(file.relative_to(SOURCES)) for file in files]
        contents = [file for file in files if file.is_file()]
        return digest(contents, self.environment.fingerprint("test"), *names)

    def find_compiler(self) -> None:
        """Let setuptools compile the smallest extension: a compiler without headers is no use."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "setup.py").write_text(PROBE, "utf-8")
            Path(folder, "probe.c").write_text(PROBE_C, "utf-8")
            attempt = subprocess.run(
                [self.environment.python, "setup.py", "--quiet", "build"],
                cwd=folder,
                env=variables(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
        if attempt.returncode:
            reasons = attempt.stdout.decode(errors="replace").strip().splitlines()
            say("\n".join(reasons[-5:]))
            raise NotTested("no working C compiler with Python's headers was found")

    def build(self) -> bool:
        command = [str(self.environment.python), "setup.py", "--quiet", "build"]
        folders = ["--build-base", str(self.folder / "work"), "--build-lib", str(self.library)]
        # A memory of its own: mypy may check the types meanwhile.
        more = {"NAPOLEON_COMPILE": "1", "MYPY_CACHE_DIR": str(self.folder / "types")}
        return not subprocess.call([*command, *folders], cwd=ROOT, env=variables(**more))

    def refresh(self) -> None:
        """Bring in the rest of the package as it is now; it is not compiled."""
        package = self.library / "napoleon"
        for old in package.iterdir():
            if old.name not in COMPILED:
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        for new in SOURCES.iterdir():
            if new.is_file():
                shutil.copy2(new, package)
            elif new.name not in {*COMPILED, "__pycache__"}:
                unwanted = shutil.ignore_patterns("__pycache__")
                shutil.copytree(new, package / new.name, ignore=unwanted)


def nothing_compiled() -> bool:
    """Python prefers a compiled file to the source beside it: there may be none in src."""
    strays = [file for suffix in ("so", "pyd") for file in (ROOT / "src").rglob(f"*.{suffix}")]
    for stray in strays:
        say(f"A compiled file hides the source beside it; delete {stray.relative_to(ROOT)}")
    return not strays


def parse(words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our own options, and those for pytest after ``--``."""
    own, pytest_arguments = list(words), []
    if "--" in own:
        cut = own.index("--")
        own, pytest_arguments = own[:cut], own[cut + 1 :]
    parser = argparse.ArgumentParser(
        usage="test.py [--pure | --compiled | --client | --fast | --browser [--repeat N] [--load]]"
        " [-- pytest's arguments]",
        description="Run every check of the project.",
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--pure", action="store_true", help="leave the compiled build out")
    choice.add_argument("--compiled", action="store_true", help="only the compiled build")
    choice.add_argument("--client", action="store_true", help="only tsc, eslint and node --test")
    choice.add_argument("--fast", action="store_true", help="only pytest, on plain Python")
    choice.add_argument("--browser", action="store_true", help="only the tests in the browser")
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="with --browser: so many rounds (1)"
    )
    parser.add_argument(
        "--load", action="store_true", help="with --browser: keep every core busy meanwhile"
    )
    return parser.parse_args(own), pytest_arguments


def main(words: Sequence[str]) -> int:
    chosen, pytest_arguments = parse(words)
    environment = Environment()
    began = time.monotonic()
    environment.prepare("test")
    checks = Checks(environment, pytest_arguments)
    checks.table.append(("environment", "ok", time.monotonic() - began))
    if chosen.browser:
        checks.browser_rounds(chosen.repeat, chosen.load)
        checks.summary()
        return int(checks.has("FAILED"))
    if not (chosen.compiled or chosen.pure or chosen.client or chosen.fast):
        checks.compiled.begin()
    if not (chosen.compiled or chosen.client or chosen.fast):
        checks.style()
    if not (chosen.compiled or chosen.fast):
        checks.client_checks()
    if not (chosen.compiled or chosen.client):
        checks.pure_tests(are_all_here=chosen.pure or chosen.fast)
    if not (chosen.pure or chosen.client or chosen.fast):
        checks.compiled_tests(with_server=chosen.compiled)
    checks.summary()
    return int(checks.has("FAILED") or (chosen.compiled and checks.has("NOT TESTED")))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        stop("", "Stopped.")
