"""Compile the rules and the opponents with mypyc when NAPOLEON_COMPILE=1.

NAPOLEON_OPTIMIZE is what the C compiler may do about their speed, from 0 to 3; 3 unless it is said.
All else is in pyproject.toml.
"""

import os
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

# The rules, and the opponents who think with them.
COMPILED = [Path("src", "napoleon", "rules"), Path("src", "napoleon", "ai")]
# Nothing in these is in a hurry.
PLAIN = {
    "__init__.py",
    "__main__.py",
    "checking.py",
    "exercises.py",
    "letters.py",
    "worker.py",
}

# Nobody outside calls what is compiled, or puts something else in its place: so the compiler may
# call one function from another without a detour, or write it out in place.
UNSHARED = ["-fvisibility=hidden", "-fno-semantic-interposition"]

# pip asks for metadata in runs of their own, and there is nothing to compile in those.
METADATA_ONLY = {"egg_info", "dist_info"}

# These would leave compiled files beside the sources, where they hide every later edit.
IN_PLACE = {"develop", "editable_wheel", "--inplace", "-i"}


def compiled_rules():
    """The extension modules for every module of both; packages stay plain Python."""
    if IN_PLACE & set(sys.argv):
        sys.exit("NAPOLEON_COMPILE=1 is for a build or an install, not for an editable one.")
    try:
        from mypyc.build import mypycify
    except ImportError:
        sys.exit(
            "NAPOLEON_COMPILE=1 needs mypy beside setuptools. pip fetches it; with"
            " --no-build-isolation, install requirements-compile.lock before."
        )
    files = [path for folder in COMPILED for path in folder.rglob("*.py")]
    modules = sorted(str(path) for path in files if path.name not in PLAIN)
    optimize = os.environ.get("NAPOLEON_OPTIMIZE", "3")
    extensions = mypycify(
        modules,
        opt_level=optimize,
        debug_level="0",
        group_name="napoleon_rules",
        target_dir=str(Path("build", "mypyc")),
    )
    if sys.platform != "win32" and optimize > "1":
        for extension in extensions:
            extension.extra_compile_args += UNSHARED
    return extensions


class BuildWithDocuments(build_py):
    """Copy docs/*.md into the package, where `napoleon docs` finds them."""

    def run(self):
        super().run()
        if self.editable_mode:
            return  # the checkout has them
        target = Path(self.build_lib, "napoleon", "docs")
        target.mkdir(parents=True, exist_ok=True)
        for page in sorted(Path("docs").glob("*.md")):
            self.copy_file(str(page), str(target / page.name))


COMMANDS = {"build_py": BuildWithDocuments}

if os.environ.get("NAPOLEON_COMPILE") == "1" and not METADATA_ONLY & set(sys.argv):
    setup(cmdclass=COMMANDS, ext_modules=compiled_rules())
else:
    setup(cmdclass=COMMANDS)
