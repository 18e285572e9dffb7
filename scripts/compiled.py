"""Rules and opponents compiled with mypyc, under build/: made here, or taken from a wheel.

Compiled rules are used only while the sources are those that they were made from. They are never
put into src, where a compiled file would hide every later edit.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path, PurePath

from environment import Environment, say, stop, variables
from steps import CannotBeDone

COMPILED = ("rules", "ai")  # what setup.py compiles
LOCK = "requirements-compile.lock"
HERE = "compiled here"

PROBE = """
from setuptools import Extension, setup
setup(name="probe", py_modules=[], ext_modules=[Extension("probe", ["probe.c"])])
"""
PROBE_C = """
#include <Python.h>
static struct PyModuleDef probe = {PyModuleDef_HEAD_INIT, "probe"};
PyMODINIT_FUNC PyInit_probe(void) { return PyModule_Create(&probe); }
"""


class NoCompiler(CannotBeDone):
    """There is no C compiler, or it lacks Python's headers."""


class CompiledRules:
    """A copy of the package under build/, rules and opponents compiled, kept until they change.

    The stamp is written last. It says where they come from, and what they were made from; a second
    one says which state of the rest of the package lies beside them.
    """

    def __init__(self, environment: Environment, kind: str = "", optimize: str = "3") -> None:
        self.environment = environment
        self.root = environment.root
        self.sources = self.root / "src" / "napoleon"
        self.folder = self.root / "build" / "compiled" / f"{sys.implementation.cache_tag}{kind}"
        self.optimize = optimize  # what the C compiler may do about their speed, from 0 to 3
        self.library = self.folder / "lib"
        self.stamp = self.folder / "stamp"
        self.stamp_of_rest = self.folder / "stamp-rest"
        self.under_way: Future[bool] | None = None

    def begin(self) -> None:
        """Compile beside the checks that come first: most of those keep a single core busy."""
        self.under_way = ThreadPoolExecutor(1).submit(self.prepare)

    def wait(self) -> bool:
        """Until all is compiled, which may have begun already."""
        return self.under_way.result() if self.under_way else self.prepare()

    def prepare(self) -> bool:
        """Compile, unless that has been done here; with the whole package as it is now."""
        with one_at_a_time(self.folder.parent):
            if self.origin() == HERE:
                say("Rules and opponents have not changed since they were last compiled")
            else:
                self.find_compiler()
                say(f"Compiling rules and opponents into {self.folder.relative_to(self.root)}")
                self.clear()
                if not self.build():
                    return False
                self.finish(HERE)
            self.refresh()
        return True

    def origin(self) -> str | None:
        """Where the compiled rules come from; None if there are none of these very sources."""
        if not self.stamp.is_file():
            return None
        origin, _, made_from = self.stamp.read_text("utf-8").partition("\n")
        return origin if made_from == self.fingerprint() else None

    def finish(self, origin: str) -> None:
        """All is there: from now on it may be used."""
        self.stamp.write_text(f"{origin}\n{self.fingerprint()}", "utf-8")

    def fingerprint(self) -> str:
        """What they depend on: the sources, and all that the environment of the tests does."""
        sources = fingerprint_of(contents(self.sources, is_compiled=True))
        return f"{self.environment.fingerprint('test')} {sources}"

    def clear(self) -> None:
        """Away with what was made from other sources."""
        try:
            if self.folder.exists():
                shutil.rmtree(self.folder)
        except OSError as error:
            stop(f"Cannot replace the compiled rules: {error}.", "Is a game still running on them?")

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
            raise NoCompiler("no working C compiler with Python's headers was found")

    def build(self) -> bool:
        command = [str(self.environment.python), "setup.py", "--quiet", "build"]
        folders = ["--build-base", str(self.folder / "work"), "--build-lib", str(self.library)]
        # A memory of its own: mypy may check the types meanwhile.
        more = {
            "NAPOLEON_COMPILE": "1",
            "NAPOLEON_OPTIMIZE": self.optimize,
            "MYPY_CACHE_DIR": str(self.folder / "types"),
        }
        return not subprocess.call([*command, *folders], cwd=self.root, env=variables(**more))

    def adopt(self, wheels: Path) -> None:
        """Take them from a wheel in this folder, if one fits this Python and these sources."""
        sources = contents(self.sources, is_compiled=True)
        for wheel in sorted(wheels.glob("napoleon1815-*.whl")):
            if not holds(wheel, sources):
                continue
            with one_at_a_time(self.folder.parent):
                self.clear()
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(self.library)
                if self.can_be_imported():
                    self.finish(f"from {wheel.relative_to(self.root).as_posix()}")
                    return
                self.clear()

    def can_be_imported(self) -> bool:
        """Whether this machine can load them: a wheel may be for an older or newer one."""
        script = str(self.root / "scripts" / "rules_build.py")
        trial = [str(self.environment.python), script, "compiled"]
        more = variables(PYTHONPATH=str(self.library))
        return not subprocess.run(trial, env=more, capture_output=True, check=False).returncode

    def refresh(self) -> None:
        """Bring in the rest of the package as it is now, which is not compiled."""
        now = fingerprint_of(contents(self.sources, is_compiled=False))
        if self.stamp_of_rest.is_file() and self.stamp_of_rest.read_text("utf-8") == now:
            return
        self.stamp_of_rest.unlink(missing_ok=True)
        package = self.library / "napoleon"
        for old in package.iterdir():
            if old.name not in COMPILED:
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        for new in self.sources.iterdir():
            if new.is_file():
                shutil.copy2(new, package)
            elif new.name not in {*COMPILED, "__pycache__"}:
                unwanted = shutil.ignore_patterns("__pycache__")
                shutil.copytree(new, package / new.name, ignore=unwanted)
        self.stamp_of_rest.write_text(now, "utf-8")


def for_tests(environment: Environment) -> CompiledRules:
    """Those that people play with, if they were made here from these sources; else some that are
    slower, and made in half the time."""
    fast = CompiledRules(environment)
    return fast if fast.origin() == HERE else CompiledRules(environment, "-tests", optimize="1")


def contents(package: Path, *, is_compiled: bool) -> dict[str, bytes]:
    """The files of the package by name: of what is compiled, or of all the rest."""
    found: dict[str, bytes] = {}
    for file in package.rglob("*"):
        inside = file.relative_to(package)
        if (inside.parts[0] in COMPILED) == is_compiled and is_source(inside) and file.is_file():
            found[f"napoleon/{inside.as_posix()}"] = file.read_bytes()
    return found


def is_source(file: PurePath) -> bool:
    """Whether a file was written, not built."""
    return file.suffix not in {".pyc", ".so", ".pyd"}


def fingerprint_of(files: Mapping[str, bytes]) -> str:
    """One hash over the names and contents of files."""
    total = hashlib.sha256()
    for name, content in sorted(files.items()):
        total.update(f"{name} {len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def holds(wheel: Path, sources: Mapping[str, bytes]) -> bool:
    """Whether a wheel has modules compiled for this Python, beside exactly these sources."""
    folders = tuple(f"napoleon/{name}/" for name in COMPILED)
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = {name for name in archive.namelist() if name.startswith(folders)}
            return (
                f"napoleon/rules/game{EXTENSION_SUFFIXES[0]}" in names
                and {name for name in names if is_source(PurePath(name))} == set(sources)
                and all(archive.read(name) == content for name, content in sources.items())
            )
    except (OSError, zipfile.BadZipFile):
        return False


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Wait until no other process compiles here; the system lets go if one is killed."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a+b") as lock:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    lock.seek(0)
                    msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)  # tries for ten seconds
                    break
                except OSError:
                    continue
            try:
                yield
            finally:
                lock.seek(0)
                msvcrt.locking(lock.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
