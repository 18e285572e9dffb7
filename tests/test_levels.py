"""The order of the packages: a level imports lower levels and itself, and the rules stand alone."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"

LEVELS = {
    "rules": 0,
    "pictures": 0,
    "ai": 1,
    "boards": 1,
    "languages": 1,
    "lessons": 1,
    "manual": 1,
    "scenarios": 1,
    "typeface": 1,
    "lab": 2,
    "research": 2,
    "server": 2,
    "text": 2,
    "web": 2,
    "cli": 3,
    "site": 3,
    "__main__": 3,
}

# Packages of this level stand beside each other: none imports another.
PEERS = 2

# The rules' door, and what stands beside it: the tables of the board, and the texts for people.
DOOR = {
    "napoleon.rules",
    "napoleon.rules.board.calendar",
    "napoleon.rules.board.tables",
    "napoleon.rules.board.towns",
    "napoleon.rules.board.units",
    "napoleon.rules.words.language",
    "napoleon.rules.words.prompts",
    "napoleon.rules.words.prose",
}
# What else of the rules a package of level 2 or 3 may import. The laboratory looks into the
# engine, to prove it, and deals battles of its own; what is for researchers numbers its actions.
FURTHER_IN: dict[str, set[str]] = {
    "research": {
        "napoleon.rules.engine.actions",
        "napoleon.rules.game",
        "napoleon.rules.knowledge.observation",
    },
    "lab": {
        "napoleon.rules.engine.actions",
        "napoleon.rules.engine.events",
        "napoleon.rules.engine.fight",
        "napoleon.rules.engine.state",
        "napoleon.rules.game",
        "napoleon.rules.knowledge.observation",
        "napoleon.rules.knowledge.sketch",
        "napoleon.rules.knowledge.view_builder",
        "napoleon.rules.phases.campaign",
        "napoleon.rules.phases.engagements",
        "napoleon.rules.phases.retreat",
        "napoleon.rules.standing",
    },
}

# No chance, clock, input or output, and nothing at the same time as something else.
NOT_FOR_RULES = {
    "asyncio",
    "concurrent",
    "datetime",
    "http",
    "multiprocessing",
    "os",
    "random",
    "secrets",
    "select",
    "selectors",
    "signal",
    "socket",
    "ssl",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}

# The one module of the rules that may ask for chance: a seed for a game without dice.
CHANCE = {"napoleon.rules.engine.entropy": {"os"}}

# Names that say nothing of what is inside, so that anything ends up there.
EMPTY_NAMES = {"util", "utils", "helper", "helpers", "manager", "managers", "common"}


def level_of(module: str) -> int | None:
    """The level of a module of the project; the bare package counts with the rules."""
    _, _, rest = module.partition(".")
    return LEVELS.get(rest.split(".")[0]) if rest else 0


def imported(module: str, source: str, *, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Each import of a module with its line, in functions and under TYPE_CHECKING too."""
    home = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = home[: len(home) - node.level + 1] if node.level else []
            start = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                name = f"{start}.{alias.name}"
                # From the bare package come our packages, but plain names as well.
                is_name = start == "napoleon" and alias.name not in LEVELS
                yield node.lineno, start if is_name else name
        elif isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = node.func.id if isinstance(node.func, ast.Name) else called
            target = node.args[0]
            if called in {"__import__", "import_module"} and isinstance(target, ast.Constant):
                yield node.lineno, str(target.value)


def package_of(module: str) -> str:
    """The package of the project in which a module lies: "rules", "server" and so on."""
    return module.split(".")[1] if "." in module else ""


def module_in(target: str) -> str:
    """The module from which an import takes something: itself, or the one that has the name."""
    return target if target in MODULES else target.rpartition(".")[0]


def problems(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """What a module imports and may not, in words."""
    own = level_of(module)
    if own is None:
        return [f"{module} has no level: give its package one in LEVELS"]
    found = []
    for line, target in imported(module, source, is_package=is_package):
        top = target.split(".")[0]
        level = level_of(target) if top == "napoleon" else None
        if top == "napoleon":
            if level is None:
                found.append(f"{module}:{line} imports {target}, which has no level")
            elif level > own:
                found.append(
                    f"{module}:{line} (level {own}) imports {target} (level {level}):"
                    " a level imports only lower levels and itself"
                )
            elif own == PEERS == level and package_of(module) != package_of(target):
                found.append(f"{module}:{line} imports {target}: packages of a level are apart")
            elif (
                own >= PEERS
                and package_of(target) == "rules"
                and module_in(target) not in DOOR | FURTHER_IN.get(package_of(module), set())
            ):
                found.append(f"{module}:{line} imports {target}, which is behind the door")
        elif own == 0 and top not in sys.stdlib_module_names:
            found.append(f"{module}:{line} imports {target}: level 0 has the standard library only")
        elif own == 0 and top in NOT_FOR_RULES - CHANCE.get(module, set()):
            found.append(f"{module}:{line} imports {target}: no chance, clock or I/O in level 0")
    return list(dict.fromkeys(found))


def empty_names(path: Path) -> list[str]:
    """The parts of a path that name nothing."""
    return [part for part in path.with_suffix("").parts if part.lower() in EMPTY_NAMES]


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCES.rglob("*.py"))}


@pytest.mark.parametrize("module", MODULES)
def test_a_level_imports_only_lower_levels_and_itself(module: str) -> None:
    path = MODULES[module]
    is_package = path.name == "__init__.py"
    assert problems(module, path.read_text("utf-8"), is_package=is_package) == []


def test_the_rules_are_among_the_modules_read() -> None:
    assert "napoleon.rules.game" in MODULES


def test_modules_have_names_that_say_something() -> None:
    folders = [ROOT / name for name in ("src", "tests", "scripts", "bench")]
    files = [
        file.relative_to(ROOT)
        for folder in folders
        for suffix in ("py", "js")
        for file in folder.rglob(f"*.{suffix}")
    ]
    assert files
    assert [str(file) for file in files if empty_names(file)] == []


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("napoleon.rules.engine.dice", "import random", "no chance, clock"),
        ("napoleon.rules.engine.dice", "from random import Random", "no chance, clock"),
        ("napoleon.rules.engine.dice", "import os.path", "no chance, clock"),
        ("napoleon.rules.engine.dice", "def roll():\n    import time", ":2 imports time"),
        ("napoleon.rules.engine.dice", "from concurrent.futures import Future", "no chance, clock"),
        ("napoleon.rules.engine.dice", "__import__('secrets')", "no chance, clock"),
        ("napoleon.rules.board.towns", "import numpy", "standard library only"),
        ("napoleon.rules.board.towns", "importlib.import_module('numpy')", "standard library only"),
        ("napoleon.rules.game", "import napoleon.ai.search", "napoleon.ai.search (level 1)"),
        ("napoleon.rules.game", "from napoleon import ai", "napoleon.ai (level 1)"),
        ("napoleon.rules.game", "from ..ai import search", "napoleon.ai.search (level 1)"),
        ("napoleon.rules.phases.battle", "from ... import cli", "napoleon.cli (level 3)"),
        (
            "napoleon.rules.game",
            "if TYPE_CHECKING:\n    from napoleon.server import Table",
            ":2 (level 0) imports napoleon.server.Table (level 2)",
        ),
        ("napoleon.ai.search", "from napoleon.lab import arena", "napoleon.lab.arena (level 2)"),
        ("napoleon.server.tables", "from napoleon.cli import main", "napoleon.cli.main (level 3)"),
        ("napoleon.server.tables", "import napoleon.stray", "napoleon.stray, which has no level"),
        ("napoleon.stray", "", "has no level"),
        ("napoleon.lab.balance", "from napoleon.server import app", "of a level are apart"),
        ("napoleon.server.app", "import napoleon.text.hotseat", "of a level are apart"),
        ("napoleon.text.menu", "from napoleon.rules.engine.state import State", "the door"),
        ("napoleon.text.menu", "from napoleon.rules.engine import state", "the door"),
        ("napoleon.server.app", "import napoleon.rules.game", "the door"),
        ("napoleon.lab.fuzz", "from napoleon.rules.phases.supply import Supply", "the door"),
        ("napoleon.cli", "from napoleon.rules.engine.state import State", "the door"),
        ("napoleon", "from napoleon.ai import Bot", "imports napoleon.ai.Bot (level 1)"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str, complaint: str) -> None:
    assert [found for found in problems(module, source) if complaint in found] != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("napoleon.rules.board.towns", "import csv\nfrom importlib import resources"),
        ("napoleon.rules.phases.battle", "from ..state import State\nfrom . import retreat"),
        ("napoleon.rules.notation.records", "from napoleon import __version__"),
        ("napoleon.ai.search", "import random\nfrom napoleon.rules import Game"),
        ("napoleon.server.tables", "import sqlite3\nfrom napoleon import ai, rules"),
        ("napoleon.lab.balance", "from napoleon.lab import fuzz\nimport somebody_elses"),
        ("napoleon.lab.fuzz", "from napoleon.rules.engine import events"),
        ("napoleon.text.menu", "from napoleon.rules.board.towns import TOWNS"),
        ("napoleon.cli", "from napoleon import ai, lab, rules, server"),
        ("napoleon", "from napoleon.rules import Game"),
    ],
)
def test_a_right_import_passes(module: str, source: str) -> None:
    assert problems(module, source) == []


def test_chance_comes_in_at_one_place() -> None:
    """A game without dice gets its seed there; no other module of the rules has chance."""
    assert problems("napoleon.rules.engine.entropy", "import os") == []
    assert problems("napoleon.rules.engine.entropy", "import random") != []
    asking = [
        module
        for module, path in MODULES.items()
        if level_of(module) == 0 and "urandom" in path.read_text("utf-8")
    ]
    assert asking == list(CHANCE)


def test_a_relative_import_in_a_package_starts_at_the_package() -> None:
    assert problems("napoleon.rules", "from .game import Game", is_package=True) == []
    assert problems("napoleon.rules", "from ..ai import Bot", is_package=True) != []


@pytest.mark.parametrize(
    "path", ["rules/utils.py", "server/helpers/text.py", "ai/common/__init__.py", "web/Manager.js"]
)
def test_an_empty_name_is_found(path: str) -> None:
    assert empty_names(Path(path)) != []


def test_a_name_that_says_something_passes() -> None:
    assert empty_names(Path("rules/phases/retreat.py")) == []
