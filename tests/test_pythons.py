"""The command that runs the tests on every Python of the machine: which it finds, what it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import pythons
from pythons import Interpreter, find, folders_of, main, pins_for, programs_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the interpreters are scripts")
LOCK = (pythons.LOCK).read_text("utf-8")


def interpreter(folder: Path, name: str, version: str, **more: object) -> Path:
    """Write a program that answers as a Python of this version does."""
    major, minor = version.split(".")[:2]
    says = {"name": version, "kind": "cpython", "version": [int(major), int(minor)]} | more
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    answer = repr({"is_virtual": False} | says).replace("'", '"')
    answer = answer.replace("True", "true").replace("False", "false")
    program.write_text(f"#!/bin/sh\necho '{answer}'\n", "utf-8")
    program.chmod(0o755)
    return program


def names(found: list[Interpreter]) -> list[str]:
    return [each.name for each in found]


def test_every_version_from_3_11_on_is_found_once_and_in_order(tmp_path: Path) -> None:
    interpreter(tmp_path / "a", "python3.13", "3.13.0")
    interpreter(tmp_path / "a", "python3.9", "3.9.18")
    interpreter(tmp_path / "a", "python3.10", "3.10.13")
    first = interpreter(tmp_path / "b", "python3", "3.11.7")
    interpreter(tmp_path / "c", "python3", "3.11.7")
    interpreter(tmp_path / "c", "python3.11", "3.11.10")
    found = find([tmp_path / "a", tmp_path / "b", tmp_path / "c", tmp_path / "gone"])
    assert names(found) == ["3.11.7", "3.11.10", "3.13.0"]
    assert found[0].program == first


def test_what_is_no_python_of_its_own_is_left_out(tmp_path: Path) -> None:
    interpreter(tmp_path, "python3.12", "3.12.1", is_virtual=True)
    interpreter(tmp_path, "python3.14", "3.14.0", kind="pypy")
    shim = interpreter(tmp_path, "python3.13", "3.13.0")
    shim.write_text("#!/bin/sh\necho 'not active' >&2\nexit 127\n", "utf-8")
    (tmp_path / "python3").write_text("no program", "utf-8")
    assert find([tmp_path]) == []


def test_a_link_to_an_interpreter_is_not_asked_again(tmp_path: Path) -> None:
    real = interpreter(tmp_path, "python3.12", "3.12.1")
    (tmp_path / "python3").symlink_to(real)
    (tmp_path / "python3-config").write_text("", "utf-8")
    assert len(programs_in([tmp_path])) == 1


def test_path_pyenv_and_uv_are_looked_through(tmp_path: Path) -> None:
    interpreter(tmp_path / ".pyenv/versions/3.12.1/bin", "python3", "3.12.1")
    interpreter(tmp_path / ".local/share/uv/python/cpython-3.13/bin", "python3", "3.13.5")
    interpreter(tmp_path / "programs", "python3.14", "3.14.0")
    folders = folders_of({"PATH": str(tmp_path / "programs")}, tmp_path)
    assert {"3.12.1", "3.13.5", "3.14.0"} <= set(names(find(folders)))
    moved = {"PYENV_ROOT": str(tmp_path / "nowhere"), "PATH": ""}
    assert tmp_path / ".pyenv/versions/3.12.1/bin" not in folders_of(moved, tmp_path)


def test_the_one_that_runs_is_found() -> None:
    found = find(folders_of({}, Path("/nowhere")))
    assert sys.version.split()[0] in {name.rstrip("t") for name in names(found)}


def test_pins_are_those_of_the_lock_with_all_that_they_need() -> None:
    pins = pins_for(["pytest"], LOCK)
    assert set(re.findall(r"^([a-z-]+)==", pins, re.M)) >= {"pytest", "pluggy", "iniconfig"}
    assert not re.search(r"^(litestar|numpy|ray|pytest-xdist)==", pins, re.M)
    assert pins.count("--hash=sha256:") > pins.count("==")
    assert all(line in LOCK for line in pins.splitlines())


def alone(monkeypatch: pytest.MonkeyPatch, versions: list[str], passing: set[str]) -> None:
    """Let these versions be found, of which some pass; the running one is 3.11.7."""
    found = [Interpreter(name, Path(name)) for name in versions]
    monkeypatch.setattr(pythons, "find", lambda folders: found)
    monkeypatch.setattr(pythons.Trials, "on", lambda trials, each: each.name in passing)
    monkeypatch.setattr(pythons, "ask", lambda program: {"name": "3.11.7"})


def test_it_fails_where_one_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    alone(monkeypatch, ["3.11.7", "3.13.0"], {"3.11.7", "3.13.0"})
    assert main(["--no-pyodide", "--others"]) == 0
    alone(monkeypatch, ["3.11.7", "3.13.0"], {"3.11.7"})
    assert main(["--no-pyodide"]) == 1
    table = capsys.readouterr().out.splitlines()[-2:]
    assert [(line.split()[1], line.split()[-1]) for line in table] == [
        ("3.11.7", "ok"),
        ("3.13.0", "FAILED"),
    ]


def test_it_fails_where_another_is_demanded_and_none_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone(monkeypatch, ["3.11.7"], {"3.11.7"})
    assert main(["--no-pyodide"]) == 0
    assert main(["--no-pyodide", "--others"]) == 1
