"""Run every check: ``python3 scripts/test.py``. Makes the environment on first use.

Lint, format, types, those of the browser client and its unit tests, the tests on plain Python, then
rules and opponents compiled with mypyc and the tests on those. What follows ``--`` goes to pytest,
as in ``python3 scripts/test.py --fast -- -k retreat -x``.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from client_checks import ClientChecks
from compiled import LOCK, for_tests
from environment import ROOT, Early, Environment, say, stop, variables
from steps import Steps

ON_COMPILED = [
    f"tests/{room}" for room in ("rules", "ai", "lab", "research", "text", "lessons", "scenarios")
] + ["tests/boards/test_playing.py", "README.md"]
NO_BROWSER = "--ignore=tests/web"
SLOWEST = "--durations=10"
# Tests often wait, for a server or a browser: more workers than there are cores.
WORKERS = str((os.cpu_count() or 1) + 4)
BROWSERS = str((os.cpu_count() or 1) + 1)  # a browser is several busy processes itself
# Keeps a core busy as long as the one that started it is there.
BUSY = "import os; above = os.getppid()\nwhile os.getppid() == above: pass"


class Checks(Steps):
    """The steps of one run of the tests."""

    def __init__(self, environment: Environment, pytest_arguments: Sequence[str]) -> None:
        super().__init__()
        self.python = environment.python
        self.pytest_arguments = pytest_arguments
        self.selection: list[str] = []  # which of the tests in the browser
        self.compiled = for_tests(environment)
        self.client = ClientChecks(environment)

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
            *("-m", "pytest", "-n", WORKERS, "--dist=worksteal", SLOWEST),
            *self.pytest_arguments,
            path=path,
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
        more = [*self.selection, *(self.pytest_arguments or ["tests/web"])]
        # One test at a time to whoever is free: they differ by a hundred times.
        return self.run("-m", "pytest", "-n", BROWSERS, "--maxschedchunk=1", SLOWEST, *more)

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
        usage="test.py [--pure | --compiled | --style | --client | --fast | --site"
        " | --browser [--whole] [--repeat N] [--load]] [-- pytest's arguments]",
        description="Run every check of the project.",
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--pure", action="store_true", help="leave the compiled build out")
    choice.add_argument("--compiled", action="store_true", help="only the compiled build")
    choice.add_argument("--style", action="store_true", help="only ruff and mypy")
    choice.add_argument("--client", action="store_true", help="only tsc, eslint and node --test")
    choice.add_argument("--fast", action="store_true", help="only pytest, on plain Python")
    choice.add_argument("--browser", action="store_true", help="only the tests in the browser")
    choice.add_argument(
        "--site", action="store_true", help="the tests in the browser, in a site without a server"
    )
    parser.add_argument(
        "--environment", type=Path, metavar="DIR", help="make and use this one instead of .venv"
    )
    parser.add_argument(
        "--whole", action="store_true", help="with --browser: in every language and window"
    )
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="with --browser: so many rounds (1)"
    )
    parser.add_argument(
        "--load", action="store_true", help="with --browser: keep every core busy meanwhile"
    )
    return parser.parse_args(own), pytest_arguments


def main(words: Sequence[str]) -> int:
    chosen, pytest_arguments = parse(words)
    environment = Environment(folder=chosen.environment)
    began = time.monotonic()
    checks = Checks(environment, pytest_arguments)
    only_some = chosen.style or chosen.site or chosen.browser or chosen.client or chosen.fast
    is_all = not (only_some or chosen.compiled or chosen.pure)
    # Compiling takes one core for minutes, installing waits for the network: both at once.
    environment.prepare("test", Early(LOCK, checks.compiled.begin) if is_all else None)
    checks.table.append(("environment", "ok", time.monotonic() - began))
    if chosen.style:
        checks.style()
    if chosen.site:
        checks.selection = ["--home", "site"]
        checks.step("pytest, browser, without a server", checks.browser_tests)
    if chosen.browser:
        checks.selection = ["--whole"] if chosen.whole else []
        checks.browser_rounds(chosen.repeat, chosen.load)
    if chosen.style or chosen.site or chosen.browser:
        checks.summary()
        return int(checks.has("FAILED"))
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
