"""Compiled rules on the way to play: never of other sources than those that are there."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from compiled import HERE, CompiledRules, contents, for_tests, holds
from environment import LOCKS, Environment
from play import find_rules

GAME = "napoleon/rules/game.py"
MODULE = f"napoleon/rules/game{EXTENSION_SUFFIXES[0]}"
FILES = {
    GAME: "play()",
    "napoleon/rules/data/towns.csv": "ath",
    "napoleon/ai/opponents.py": "think()",
    "napoleon/cli.py": "main()",
    "napoleon/web/app.js": "draw()",
}


def write(root: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompiledRules:
    """Of a small project, whose compiler writes one file and whose modules can be imported."""
    write(tmp_path, dict.fromkeys((*LOCKS.values(), "pyproject.toml", "setup.py"), "the first"))
    write(tmp_path / "src", FILES)
    made = CompiledRules(Environment(tmp_path))

    def build() -> bool:
        write(made.library, {name: text for name, text in FILES.items() if "/web/" not in name})
        write(made.library, {MODULE: "machine code"})
        return True

    monkeypatch.setattr(made, "find_compiler", lambda: None)
    monkeypatch.setattr(made, "build", build)
    monkeypatch.setattr(made, "can_be_imported", lambda: True)
    return made


def make_wheel(rules: CompiledRules, **more: str) -> Path:
    """In dist, of the sources as they are now."""
    wheel = rules.root / "dist" / "napoleon1815-1.0-cp311-cp311-any.whl"
    wheel.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in (rules.root / "src").rglob("*"):
            if path.is_file():
                archive.write(path, path.relative_to(rules.root / "src").as_posix())
        for name, text in more.items():
            archive.writestr(name, text)
    return wheel


def test_what_was_compiled_is_used_until_the_sources_change(rules: CompiledRules) -> None:
    assert rules.origin() is None
    assert rules.prepare() and rules.origin() == HERE
    write(rules.root / "src", {GAME: "play(better)"})
    assert rules.origin() is None
    write(rules.root / "src", {GAME: FILES[GAME]})
    assert rules.origin() == HERE
    write(rules.root / "src", {"napoleon/ai/new.py": ""})
    assert rules.origin() is None


@pytest.mark.parametrize("name", ["setup.py", "pyproject.toml", "requirements-dev.lock"])
def test_other_tools_make_them_stale(rules: CompiledRules, name: str) -> None:
    rules.prepare()
    write(rules.root, {name: "the second"})
    assert rules.origin() is None


def test_half_made_ones_are_not_used(rules: CompiledRules, monkeypatch: pytest.MonkeyPatch) -> None:
    build = rules.build
    monkeypatch.setattr(rules, "build", lambda: build() and False)
    assert not rules.prepare()
    assert (rules.library / MODULE).is_file() and rules.origin() is None


def test_the_rest_of_the_package_is_always_as_it_is_now(rules: CompiledRules) -> None:
    rules.prepare()
    page = rules.library / "napoleon" / "web" / "app.js"
    assert page.read_text("utf-8") == "draw()"
    write(rules.root / "src", {"napoleon/web/app.js": "paint()", "napoleon/new.py": "new"})
    (rules.root / "src" / "napoleon" / "cli.py").unlink()
    assert rules.origin() == HERE
    rules.refresh()
    assert page.read_text("utf-8") == "paint()"
    assert (rules.library / "napoleon" / "new.py").is_file()
    assert not (rules.library / "napoleon" / "cli.py").exists()
    assert (rules.library / MODULE).is_file()


def test_a_wheel_of_these_sources_is_taken(
    rules: CompiledRules, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = make_wheel(rules, **{MODULE: "machine code"})
    rules.adopt(wheel.parent)
    assert rules.origin() == f"from dist/{wheel.name}"
    assert find_rules(rules, has_to_compile=False) == {"PYTHONPATH": str(rules.library)}
    assert capsys.readouterr().err == f"Compiled rules, from dist/{wheel.name}\n"
    assert rules.prepare() and rules.origin() == HERE  # the tests try what they compiled themselves


@pytest.mark.parametrize(
    "change",
    [
        {GAME: "play(better)"},
        {"napoleon/rules/new.py": "new"},
        {"napoleon/rules/data/towns.csv": ""},
    ],
    ids=["changed", "added", "data"],
)
def test_a_wheel_of_other_sources_is_left(rules: CompiledRules, change: Mapping[str, str]) -> None:
    wheel = make_wheel(rules, **{MODULE: "machine code"})
    write(rules.root / "src", change)
    assert not holds(wheel, contents(rules.sources, is_compiled=True))
    rules.adopt(wheel.parent)
    assert rules.origin() is None and not rules.library.exists()


def test_a_wheel_without_modules_for_this_python_is_left(rules: CompiledRules) -> None:
    sources = contents(rules.sources, is_compiled=True)
    assert not holds(make_wheel(rules), sources)
    other = {"napoleon/rules/game.cpython-27-x86_64-linux-gnu.so": "machine code"}
    assert not holds(make_wheel(rules, **other), sources)
    assert holds(make_wheel(rules, **{MODULE: "machine code"}), sources)
    broken = rules.root / "dist" / "napoleon1815-broken.whl"
    broken.write_bytes(b"no archive")
    assert not holds(broken, sources)


def test_a_wheel_that_cannot_be_loaded_here_is_left(
    rules: CompiledRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "can_be_imported", lambda: False)
    rules.adopt(make_wheel(rules, **{MODULE: "machine code"}).parent)
    assert rules.origin() is None and not rules.library.exists()


def test_without_any_the_game_says_so_and_starts(
    rules: CompiledRules, capsys: pytest.CaptureFixture[str]
) -> None:
    assert find_rules(rules, has_to_compile=False) == {}
    assert capsys.readouterr().err.startswith("Plain Python rules")


@pytest.mark.skipif(sys.platform == "win32", reason="asks for a lock in POSIX's own words")
def test_only_one_process_compiles_at_a_time(
    rules: CompiledRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One folder holds what two would write."""
    import fcntl

    asked: list[bool] = []
    build = rules.build

    def build_and_ask() -> bool:
        with (rules.folder.parent / "lock").open("a+b") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        asked.append(True)
        return build()

    monkeypatch.setattr(rules, "build", build_and_ask)
    assert rules.prepare() and asked
    with (rules.folder.parent / "lock").open("a+b") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_the_tests_take_the_fast_ones_only_where_they_were_made_here(rules: CompiledRules) -> None:
    environment = rules.environment
    quick = for_tests(environment)
    assert quick.folder != rules.folder and (quick.optimize, rules.optimize) == ("1", "3")
    make_wheel(rules, **{MODULE: "machine code"})
    rules.adopt(rules.root / "dist")
    assert rules.origin() and for_tests(environment).folder == quick.folder
    assert rules.prepare()
    assert for_tests(environment).folder == rules.folder
    write(rules.root / "src", {GAME: "play() otherwise"})
    assert for_tests(environment).folder == quick.folder
