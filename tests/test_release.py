"""What is released: the sdist is the repository, the wheel the package, and the workflows fit."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from environment import variables
from napoleon.site.pyodide import unpack
from wheels import LEFT_OUT, NOT_IN_SDIST, SDIST, TRIED, is_same, pins_of

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WHEEL = "import sys, napoleon_backend as b; b.build_wheel(sys.argv[1])"
ASK = "import napoleon_backend as b; print(*b.get_requires_for_build_wheel())"


def tracked() -> set[str]:
    """The files of the repository, as git has them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    names = set(listed.stdout.decode().split("\0")) - {""}
    return {name for name in names if (ROOT / name).is_file()}


def backend(folder: Path, code: str, *arguments: str, **more: str) -> str:
    """Run the build backend in a folder, as a front end would."""
    path = str(folder / "scripts" / "backend")
    found = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=variables(PYTHONPATH=path, **more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert not found.returncode, found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as a fresh clone has it."""
    folder = tmp_path_factory.mktemp("clone")
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder


def test_the_sdist_is_the_repository_and_the_wheel_the_package(copy: Path, tmp_path: Path) -> None:
    backend(copy, SDIST, str(tmp_path))
    (sdist,) = tmp_path.glob("napoleon1815-*.tar.gz")
    unpack(sdist, tmp_path)
    source = tmp_path / sdist.name.removesuffix(".tar.gz")
    there = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    added = {"PKG-INFO", "setup.cfg"}
    kept = {name for name in tracked() if not name.startswith(NOT_IN_SDIST)}
    assert is_same({name for name in there - added if ".egg-info/" not in name}, kept, "git")
    assert kept != tracked() and sdist.stat().st_size < 4_000_000

    backend(source, WHEEL, str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    package = {name[4:] for name in tracked() if name.startswith("src/napoleon/")}
    documents = {f"napoleon/{name}" for name in tracked() if re.fullmatch(r"docs/[^/]*\.md", name)}
    assert is_same(names, package | documents, "git")


def test_only_a_compiled_build_needs_mypy(copy: Path) -> None:
    assert "mypy" not in backend(copy, ASK)
    assert PROJECT["dependency-groups"]["compile"][0] in backend(copy, ASK, NAPOLEON_COMPILE="1")


def test_pins_are_the_versions_without_hashes() -> None:
    lock = "# made by\nmypy==2.4 ; python_version > '3' \\\n    --hash=sha256:0a\n    # via us\n"
    assert pins_of(lock) == "mypy==2.4 ; python_version > '3'\n"


@pytest.mark.parametrize(
    "name", [f"requirements-{kind}.lock" for kind in ("compile", "docs", "release")]
)
def test_small_locks_agree_with_that_of_the_tests(name: str) -> None:
    """What is compiled for a release is compiled with what the tests were compiled with."""
    tested = (ROOT / "requirements-dev.lock").read_text("utf-8")
    versions = {pin.split(" ")[0] for pin in pins_of(tested).splitlines()}
    packages = {pin.split("==")[0] for pin in versions}
    assert "mypy" in packages
    for pin in pins_of((ROOT / name).read_text("utf-8")).splitlines():
        pinned = pin.split(" ")[0]
        assert pinned in versions or pinned.split("==")[0] not in packages


def test_the_same_pythons_are_named_everywhere() -> None:
    named = re.findall(r":: Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{x.replace('.', '')}-*" for x in named]
    (tested,) = [path for path in WORKFLOWS if path.name == "tests.yml"]
    (row,) = re.findall(r"python: \[(.*)\]", tested.read_text("utf-8"))
    assert re.findall(r"3\.\d+", row) == named
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"


def test_what_a_wheel_is_tried_with_exists() -> None:
    trial = PROJECT["tool"]["cibuildwheel"]
    commands = " ".join(trial["test-command"])
    named = re.findall(r"(?:tests|scripts)/[\w./]+", commands)
    for name in [*trial["test-sources"], *named, *TRIED, *LEFT_OUT]:
        assert (ROOT / name).exists(), name
    assert set(trial["test-groups"]) <= set(PROJECT["dependency-groups"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_actions_are_pinned_and_scripts_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    used = re.findall(r"uses: (\S+)( # v[\d.]+)?$", text, re.M)
    assert len(used) == text.count("uses: ") > 0
    for action, version in used:
        is_ours = action.startswith("./") and (ROOT / action).is_file()
        assert is_ours or (re.search(r"@[0-9a-f]{40}$", action) and version), action
    for name in re.findall(r"scripts/\w+\.py", text):
        assert (ROOT / name).is_file(), name
