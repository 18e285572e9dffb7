"""An environment of the project, mostly .venv: made on first use, remade when its sources change.

Only the standard library is needed, on Linux, macOS and Windows. The file stays readable for older
Pythons as far as the check below, so that they can say what is wrong.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Napoleon needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")

import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, NoReturn

Kind = Literal["play", "site", "test"]

ROOT = Path(__file__).resolve().parent.parent
LOCKS: dict[Kind, str] = {
    "play": "requirements.lock",
    "site": "requirements-site.lock",
    "test": "requirements-dev.lock",
}
CONTENTS: dict[Kind, str] = {
    "play": "what playing needs",
    "site": "what making a site needs",
    "test": "the test tools",
}
# Each of these environments holds all that those before it hold, and serves for them too.
KINDS: tuple[Kind, ...] = ("play", "site", "test")


class Early(NamedTuple):
    """What can begin before all is installed: as soon as one lock file is."""

    lock: str
    begin: Callable[[], None]


class Environment:
    """One virtual environment of the project.

    A stamp written last says what it was made for and from, so a half-made one is never used.
    """

    def __init__(self, root: Path = ROOT, folder: Path | None = None) -> None:
        """`folder` is where the environment stands, .venv by default."""
        self.root = root
        self.folder = folder or root / ".venv"
        self.stamp = self.folder / "napoleon-stamp"
        windows = sys.platform == "win32"
        self.programs = self.folder / ("Scripts" if windows else "bin")
        self.python = self.programs / ("python.exe" if windows else "python")
        self.napoleon = self.programs / ("napoleon.exe" if windows else "napoleon")

    def fingerprint(self, kind: Kind) -> str:
        """What the environment depends on: Python, this folder, the lock and the build files."""
        sources = [self.root / name for name in (LOCKS[kind], "pyproject.toml", "setup.py")]
        return digest(sources, sys.version, platform.machine(), str(self.root))

    def serves(self, kind: Kind) -> bool:
        """Whether the environment is whole, up to date, and good for this kind of use."""
        if not (self.stamp.is_file() and self.python.exists() and self.napoleon.exists()):
            return False
        kinds = KINDS[KINDS.index(kind) :]
        stamped = self.stamp.read_text("utf-8")
        return any(stamped == self.stamp_for(each) for each in kinds)

    def stamp_for(self, kind: Kind) -> str:
        return f"{kind} {self.fingerprint(kind)}\n"

    def prepare(self, kind: Kind, early: Early | None = None) -> None:
        """Make, complete or remake the environment, unless it already serves."""
        if self.serves(kind):
            if early:
                early.begin()
            return
        if self.serves("play"):
            self.stamp.unlink()
        else:
            self.create()
        if early:
            self.add(early.lock)
            early.begin()
        say(f"Installing {CONTENTS[kind]} from {LOCKS[kind]}")
        # Most modules of the test tools are never imported: those that are get compiled then.
        later = ["--no-compile"] if kind == "test" else []
        self.pip("--require-hashes", *later, "-r", str(self.root / LOCKS[kind]))
        say("Installing napoleon itself")
        self.pip("--no-deps", "--no-build-isolation", "-e", str(self.root))
        self.stamp.write_text(self.stamp_for(kind), "utf-8")

    def add(self, lock: str) -> None:
        """Install what a further lock file names, unless that was done."""
        stamp = self.folder / f"napoleon-stamp-{lock}"
        wanted = digest([self.root / lock])
        if stamp.is_file() and stamp.read_text("utf-8") == wanted:
            return
        say(f"Installing what {lock} names")
        self.pip("--require-hashes", "-r", str(self.root / lock))
        stamp.write_text(wanted, "utf-8")

    def create(self) -> None:
        """An empty environment with pip in it, whatever stood there before."""
        try:
            import ensurepip  # noqa: F401
            import venv
        except ImportError as error:
            stop(
                f"This Python cannot make virtual environments: it has no {error.name!r} module.",
                "On Debian and Ubuntu 'sudo apt install python3-venv' adds it;"
                " the Python of python.org has it.",
            )
        if Path(sys.prefix).resolve() == self.folder.resolve():
            stop(
                f"The environment in {self.folder.name} must be remade,"
                " and cannot be from inside itself.",
                "Run this with the Python outside it (leave it first with 'deactivate').",
            )
        say(f"Making an environment in {self.folder.name} with Python {platform.python_version()}")
        try:
            if self.folder.exists():
                shutil.rmtree(self.folder)
            venv.create(self.folder, with_pip=True, symlinks=sys.platform != "win32")
        except OSError as error:
            stop(f"Cannot make {self.folder.name}: {error}.", "Is a program still running from it?")
        except subprocess.CalledProcessError as error:
            output = (error.output or b"").decode(errors="replace").strip()
            stop(f"Cannot make {self.folder.name}: pip did not install into it. {output}".strip())

    def pip(self, *arguments: str) -> None:
        """Run ``pip install`` in the environment."""
        command = [str(self.python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        status = subprocess.call([*command, *arguments], cwd=self.root, env=variables())
        if status:
            stop(
                "Installing failed, for the reason given above. The first run needs the network;",
                "once that is mended, the same command starts afresh.",
            )


def digest(files: Iterable[Path], *facts: str) -> str:
    """One hash over the contents of some files, and over facts that matter as much."""
    total = hashlib.sha256("\0".join(facts).encode())
    for file in files:
        content = file.read_bytes()
        total.update(f"\0{file.name} {len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def variables(**more: str) -> dict[str, str]:
    """The variables for a program in one of our environments: no other Python's settings reach it.

    Nor the wish that Python keep nothing of what it has compiled: dozens of processes would compile
    the same again.
    """
    unwanted = {"PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"}
    unwanted |= {"NAPOLEON_COMPILE", "NAPOLEON_OPTIMIZE"}
    return {name: value for name, value in os.environ.items() if name not in unwanted} | more


def hand_over(command: Sequence[str | Path], **more: str) -> NoReturn:
    """Become another program, or on Windows, wait for it and end as it ended."""
    words = [str(word) for word in command]
    sys.stdout.flush()
    if sys.platform != "win32":
        os.execve(words[0], words, variables(**more))
    with subprocess.Popen(words, env=variables(**more)) as program:
        while True:
            try:
                sys.exit(program.wait())
            except KeyboardInterrupt:
                continue  # Ctrl-C reached the program too: it decides


def say(line: str) -> None:
    """Tell the user at once what is going on."""
    print(line, flush=True)


def stop(*lines: str) -> NoReturn:
    """Give up, and say why and what to do."""
    sys.stdout.flush()
    sys.exit("\n".join(lines))
