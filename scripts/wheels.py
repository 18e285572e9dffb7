"""Build what is released, and try it: ``python3 scripts/wheels.py``.

The sdist from this folder, then from the sdist alone a pure wheel and one with compiled rules for
this Python, into dist/. Each wheel is installed into an empty environment, away from the sources
and with no compiler in reach: alone it shows its version and does what needs no package
(alone.py), with the extra [server] it serves its front page and runs the tests. Beside them lies
the list of what the server consists of (CycloneDX); every file of the repository must have a
licence, and the index must be able to show the README. Wheels for other systems are made by the
release workflow (cibuildwheel).
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from alone import faults
from compiled import CompiledRules
from environment import ROOT, Environment, say, stop, variables
from steps import Steps

# What a trial needs besides the wheel; the sources are not among it.
BESIDE = ("README.md", "pyproject.toml", "docs", "scripts", "tests")
TRIED = ["tests/rules", "tests/lab", "tests/text", "tests/lessons", "tests/scenarios", "README.md"]
# These read the sources themselves as text, or need Ray.
LEFT_OUT = [
    "tests/rules/test_rule_table.py",
    "tests/rules/test_rulings.py",
    "tests/scenarios/test_scenario_files.py",
    "tests/lab/test_ray.py",
]
LOCK = "requirements-dev.lock"
SERVER_LOCK = "requirements.lock"
TOOLS_LOCK = "requirements-release.lock"
# Files of the repository that the sdist leaves out: what the opponents learnt from.
NOT_IN_SDIST = "data/training/"
SDIST = "import sys, napoleon_backend as b; b.build_sdist(sys.argv[1])"
DOCUMENTS = "napoleon/docs/"  # where the wheel has the pages of docs/
PATIENCE = 120.0  # seconds in which a server has to say where it is


class Release(Steps):
    """The files of a release, built into one folder."""

    def __init__(self, environment: Environment, out: Path) -> None:
        super().__init__()
        self.environment = environment
        self.out = out
        self.sdist = out / "none"
        self.wheels: dict[str, Path] = {}

    def make_sdist(self) -> bool:
        """Of this folder as it is; what was released from it before makes room."""
        for kind in ("tar.gz", "whl", "cdx.json"):
            for old in self.out.glob(f"napoleon1815-*.{kind}"):
                old.unlink()
        self.out.mkdir(parents=True, exist_ok=True)
        command = [str(self.environment.python), "-c", SDIST, str(self.out)]
        path = str(ROOT / "scripts" / "backend")
        if call(command, ROOT, variables(PYTHONPATH=path)):
            return False
        (self.sdist,) = self.out.glob("napoleon1815-*.tar.gz")
        say(f"{self.sdist.name}, {size(self.sdist)}")
        return is_whole(self.sdist)

    def make_wheel(self, build: str) -> bool:
        """An isolated build from the sdist, as anybody's pip would make it."""
        if build == "compiled":
            CompiledRules(self.environment).find_compiler()
        more = {"NAPOLEON_COMPILE": "1"} if build == "compiled" else {}
        with tempfile.TemporaryDirectory() as folder:
            command = [str(self.environment.python), "-m", "pip", "wheel", "-q", "--no-deps"]
            if call([*command, "-w", folder, str(self.sdist)], Path(folder), variables(**more)):
                return False
            (made,) = Path(folder).glob("*.whl")
            wheel = self.out / made.name
            shutil.move(made, wheel)
        self.wheels[build] = wheel
        say(f"{wheel.name}, {size(wheel)}")
        is_pure = wheel.name.endswith("-py3-none-any.whl")
        return is_pure == (build == "pure") and is_right(wheel, build)

    def has_licences(self) -> bool:
        """Every file says its licence, by REUSE.toml."""
        return not self.tool(["reuse", "lint", "--lines"])

    def can_be_shown(self) -> bool:
        """The index can show the README that the files carry."""
        files = [str(file) for file in (self.sdist, *self.wheels.values())]
        return not self.tool(["twine", "check", "--strict", *files])

    def list_parts(self) -> bool:
        """Write the SBOM: every package that the server is tested with, with its hashes."""
        version = self.sdist.name.removeprefix("napoleon1815-").removesuffix(".tar.gz")
        place = self.out / f"napoleon1815-{version}.cdx.json"
        options = ["--pyproject", "pyproject.toml", "--output-reproducible", "-o", str(place)]
        if self.tool(["cyclonedx-py", "requirements", *options, SERVER_LOCK]):
            return False
        parts = json.loads(place.read_text("utf-8"))
        parts["metadata"]["component"]["version"] = version  # it is dynamic in pyproject.toml
        place.write_text(json.dumps(parts, indent=2) + "\n", "utf-8")
        say(f"{place.name}, {len(parts['components'])} packages")
        return bool(parts["components"])

    def tool(self, command: Sequence[str]) -> int:
        """Run a tool of TOOLS_LOCK in the repository; return its exit code."""
        program = self.environment.programs / command[0]
        more = {"PYTHONUTF8": "1", "PYTHONWARNINGS": "ignore"}
        return call([str(program), *command[1:]], ROOT, variables(**more))


def is_whole(sdist: Path) -> bool:
    """Whether the sdist has every file that git has, but for NOT_IN_SDIST, and no other but what
    setuptools adds."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        say("This is no git checkout: the list of files is not compared.")
        return True
    with tarfile.open(sdist) as archive:
        there = {name.partition("/")[2] for name in files_in(archive)}
    added = {"PKG-INFO", "setup.cfg"}
    there = {name for name in there - added if ".egg-info/" not in name}
    tracked = set(listed.stdout.decode().split("\0")) - {""}
    return is_same(there, {name for name in tracked if not name.startswith(NOT_IN_SDIST)}, "git")


def files_in(archive: tarfile.TarFile) -> list[str]:
    return [member.name for member in archive.getmembers() if member.isfile()]


def is_right(wheel: Path, build: str) -> bool:
    """Whether the wheel has every file of the package as it is in src, and compiled ones if so."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        modules = {name for name in names if name.endswith((".so", ".pyd"))}
        package = names - modules
        changed = [name for name in package if archive.read(name) != source_of(name)]
    for name in changed:
        say(f"Differs from the source: {name}")
    if bool(modules) != (build == "compiled"):
        say(f"{len(modules)} compiled modules in a {build} wheel")
        return False
    return is_same(package, packaged(), "src") and not changed


def packaged() -> set[str]:
    """The files of the package, as the wheel names them, with the documents that setup.py adds."""
    source = ROOT / "src"
    found = (file for file in (source / "napoleon").rglob("*") if file.is_file())
    return {
        file.relative_to(source).as_posix()
        for file in found
        if "__pycache__" not in file.parts and not file.name.startswith(".")
    } | {f"{DOCUMENTS}{page.name}" for page in (ROOT / "docs").glob("*.md")}


def source_of(name: str) -> bytes | None:
    document = name.removeprefix(DOCUMENTS)
    file = ROOT / "src" / name if document == name else ROOT / "docs" / document
    return file.read_bytes() if file.is_file() else None


def is_same(there: set[str], wanted: set[str], of: str) -> bool:
    for name in sorted(wanted - there):
        say(f"Missing: {name}")
    for name in sorted(there - wanted):
        say(f"Not in {of}: {name}")
    return there == wanted


class Trial:
    """A wheel in an empty environment: no sources, no compiler, nothing of this one."""

    def __init__(self, wheel: Path, build: str, folder: Path) -> None:
        self.wheel = wheel
        self.build = build
        self.folder = folder / "beside"
        self.home = folder / "venv"
        windows = sys.platform == "win32"
        self.programs = self.home / ("Scripts" if windows else "bin")
        self.python = str(self.programs / ("python.exe" if windows else "python"))
        self.napoleon = str(self.programs / ("napoleon.exe" if windows else "napoleon"))
        kept = [os.environ.get("SYSTEMROOT", "")] if windows else []
        self.variables = variables(
            PATH=os.pathsep.join([str(self.programs), *kept]),
            XDG_DATA_HOME=str(folder / "data"),
            XDG_CACHE_HOME=str(folder / "cache"),
        )

    def install_base(self) -> bool:
        """The wheel alone, in an environment of its own: it must bring nothing along."""
        venv.create(self.home, with_pip=True, symlinks=sys.platform != "win32")
        for name in BESIDE:
            place, copy = ROOT / name, self.folder / name
            unwanted = shutil.ignore_patterns("__pycache__")
            if place.is_dir():
                shutil.copytree(place, copy, ignore=unwanted)
            else:
                copy.parent.mkdir(exist_ok=True)
                shutil.copy2(place, copy)
        before = self.packages()
        return self.pip_install(str(self.wheel)) and is_same(
            self.packages(), before | {"napoleon1815"}, "an empty environment"
        )

    def install_server(self) -> bool:
        """What the extra [server] asks for, and the test tools, all as the lock file pins them."""
        pins = self.home / "pins.txt"
        pins.write_text(pins_of((ROOT / LOCK).read_text("utf-8")), "utf-8")
        return self.pip_install("-c", str(pins), *trial_tools(), f"{self.wheel}[server]")

    def pip_install(self, *words: str) -> bool:
        pip = [self.python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        return not call([*pip, "--only-binary", ":all:", *words], self.folder, self.variables)

    def packages(self) -> set[str]:
        """The names of what is installed."""
        pip = [self.python, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"]
        listed = subprocess.run(pip, env=self.variables, capture_output=True, check=True)
        return {str(one["name"]) for one in json.loads(listed.stdout)}

    def plays_alone(self) -> bool:
        """What needs no package works, and the rest says what to install."""
        found = faults([self.napoleon], self.folder, self.variables)
        for line in found:
            say(line)
        return not found

    def has_no_compiler(self) -> bool:
        path = self.variables["PATH"]
        return not any(shutil.which(name, path=path) for name in ("cc", "gcc", "clang", "cl"))

    def says_its_version(self) -> bool:
        """The command is there, and the rules are of the kind that the wheel is for."""
        words = {"pure": "plain Python rules", "compiled": "compiled rules"}[self.build]
        said = subprocess.run(
            [self.napoleon, "--version"],
            cwd=self.folder,
            env=self.variables,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        say(said.strip())
        asked = [self.python, "scripts/rules_build.py", self.build]
        return said.endswith(f"({words})\n") and not call(asked, self.folder, self.variables)

    def serves(self) -> bool:
        """The front page and all that it asks for come from the wheel."""
        games = f"sqlite:///{(self.folder / 'games.db').as_posix()}"
        command = [self.napoleon, "serve", "--host", "127.0.0.1", "--port", "0"]
        with subprocess.Popen(
            [*command, "--database", games],
            cwd=self.folder,
            env=self.variables,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as server:
            try:
                assert server.stdout is not None
                where = re.search(r"http://\S+", server.stdout.readline())
                return where is not None and are_pages_whole(where[0].rstrip("/"))
            except OSError as error:
                say(f"No answer: {error}")
                return False
            finally:
                server.terminate()

    def tests(self) -> bool:
        leave = [f"--ignore={name}" for name in LEFT_OUT]
        once = ["-m", "not once"] if self.build == "pure" else []
        workers = str(os.cpu_count() or 1)
        command = [self.python, "-m", "pytest", "-q", "-n", workers, *leave, *once, *TRIED]
        return not call(command, self.folder, self.variables)


def are_pages_whole(address: str) -> bool:
    """Fetch the front page, and every script, style and picture that it names."""
    page = fetch(f"{address}/")
    named = sorted(set(re.findall(r'(?:src|href)="(/[^"#]+\.[a-z0-9]+)"', page.decode())))
    sizes = {name: len(fetch(address + name)) for name in named}
    say(f"{address}/: {len(page)} bytes, and {len(sizes)} files of {sum(sizes.values())} bytes")
    return b"<html" in page and bool(sizes) and all(sizes.values())


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return bytes(answer.read())


def pins_of(lock: str) -> str:
    """The versions of a lock file, as constraints without hashes: the wheel itself has none."""
    return "".join(f"{line}\n" for line in re.findall(r"^([a-zA-Z0-9].*?) *\\?$", lock, re.M))


def trial_tools() -> list[str]:
    """The test tools that a trial needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(project["dependency-groups"]["trial"])


def size(file: Path) -> str:
    return f"{file.stat().st_size / 1e6:.2f} MB"


def call(command: Sequence[str], folder: Path, environment: dict[str, str]) -> int:
    return subprocess.call(command, cwd=folder, env=environment)


def try_out(release: Release, build: str, *, has_tests: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(release.wheels[build], build, Path(folder).resolve())
        if not release.step(f"{build}: install in an empty environment", trial.install_base):
            return
        release.step(f"{build}: no compiler in reach", trial.has_no_compiler)
        release.step(f"{build}: napoleon --version", trial.says_its_version)
        release.step(f"{build}: alone, without any package", trial.plays_alone)
        if release.step(f"{build}: install [server]", trial.install_server):
            release.step(f"{build}: napoleon serve", trial.serves)
            if has_tests:
                release.step(f"{build}: tests against the wheel", trial.tests)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="wheels.py", description="Build a release and try it.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="DIR", help="(dist)")
    parser.add_argument("--pure", action="store_true", help="no wheel with compiled rules")
    parser.add_argument("--no-tests", action="store_true", help="leave the tests out of the trial")
    chosen = parser.parse_args(words)
    environment = Environment()
    began = time.monotonic()
    environment.prepare("play")
    environment.add(TOOLS_LOCK)
    release = Release(environment, chosen.out.resolve())
    release.table.append(("environment", "ok", time.monotonic() - began))
    builds = ["pure"] if chosen.pure else ["pure", "compiled"]
    if release.step("sdist", release.make_sdist):
        for build in builds:
            if release.step(f"{build} wheel", partial(release.make_wheel, build)):
                try_out(release, build, has_tests=not chosen.no_tests)
        release.step("licences", release.has_licences)
        release.step("README for the index", release.can_be_shown)
        release.step("list of parts", release.list_parts)
    release.summary()
    return int(release.has("FAILED"))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        stop("", "Stopped.")
