"""The environment that the scripts make: when it is used as it stands, and when it is remade."""

from pathlib import Path

import pytest

from environment import LOCKS, ROOT, Early, Environment, Kind, variables


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment that has its programs, but no stamp yet."""
    for name in (*LOCKS.values(), "pyproject.toml", "setup.py"):
        (tmp_path / name).write_text(f"the first {name}", "utf-8")
    made = Environment(tmp_path)
    made.programs.mkdir(parents=True)
    made.python.touch()
    made.napoleon.touch()
    return made


def finish(environment: Environment, kind: Kind) -> None:
    environment.stamp.write_text(environment.stamp_for(kind), "utf-8")


def test_a_half_made_environment_serves_nothing(environment: Environment) -> None:
    assert not environment.serves("play")
    assert not environment.serves("test")


def test_one_made_for_play_is_no_test_environment(environment: Environment) -> None:
    finish(environment, "play")
    assert environment.serves("play")
    assert not environment.serves("test")


def test_one_made_for_tests_serves_play_too(environment: Environment) -> None:
    finish(environment, "test")
    assert environment.serves("play")
    assert environment.serves("test")


@pytest.mark.parametrize("name", ["requirements-dev.lock", "pyproject.toml", "setup.py"])
def test_a_changed_file_asks_for_a_new_one(environment: Environment, name: str) -> None:
    finish(environment, "test")
    (environment.root / name).write_text("the second", "utf-8")
    assert not environment.serves("test")


def test_a_lost_program_asks_for_a_new_one(environment: Environment) -> None:
    finish(environment, "test")
    environment.napoleon.unlink()
    assert not environment.serves("play")


def test_no_other_settings_reach_its_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setenv("NAPOLEON_COMPILE", "1")
    monkeypatch.setenv("NAPOLEON_OPTIMIZE", "0")
    assert "PYTHONPATH" not in variables() and "NAPOLEON_OPTIMIZE" not in variables()
    assert variables(NAPOLEON_COMPILE="1")["NAPOLEON_COMPILE"] == "1"
    assert "NAPOLEON_COMPILE" not in variables()


def pins(lock: str) -> set[str]:
    """What a lock file of ours names, each with its version."""
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    return {line.split()[0] for line in lines if "==" in line and line[0].isalnum()}


def test_what_compiling_needs_stays_as_it_is_while_the_rest_is_installed() -> None:
    assert pins("requirements-compile.lock")
    assert pins("requirements-compile.lock") <= pins("requirements-dev.lock")


def test_what_can_begin_early_does_where_all_is_installed_too(environment: Environment) -> None:
    finish(environment, "test")
    begun: list[str] = []
    environment.prepare("test", Early("a.lock", lambda: begun.append("begun")))
    assert begun == ["begun"]
