"""Compile the rules and the opponents with mypyc when NAPOLEON_COMPILE=1; write the README for the
package index.

NAPOLEON_OPTIMIZE is what the C compiler may do about their speed, from 0 to 3; 3 unless it is said.
All else is in pyproject.toml.
"""

import os
import re
import sys
import tomllib
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


def index_readme():
    """Return README.md with links that work away from the repository: to its files as they are at
    the tag of this version, and to the picture itself."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    address = project["urls"]["Repository"]
    version = re.search(
        r'^__version__ = "(.+)"$', Path("src/napoleon/__init__.py").read_text("utf-8"), re.M
    )[1]

    def absolute(link):
        kind = "raw" if link[1] == "!" else "blob"
        return f"{link[1]}[{link[2]}]({address}/{kind}/v{version}/{link[3]})"

    text = Path("README.md").read_text("utf-8")
    return re.sub(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)]+)\)", absolute, text)


SETTINGS = {
    "cmdclass": {"build_py": BuildWithDocuments},
    "long_description": index_readme(),
    "long_description_content_type": "text/markdown",
}

if os.environ.get("NAPOLEON_COMPILE") == "1" and not METADATA_ONLY & set(sys.argv):
    setup(ext_modules=compiled_rules(), **SETTINGS)
else:
    setup(**SETTINGS)
