"""docs/rulings.md tells the truth: the code and the tests that it names are there.

Sources are read, not imported, so the check is the same for plain and compiled rules.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from rule_table import CODE, ROOT, SECTIONS, TESTS

DOCUMENT = ROOT / "docs" / "rulings.md"
COLUMNS = ("name", "rule", "reading", "code", "test")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
# How a comment in the code calls a ruling by its name.
CALLED = re.compile(r"[Rr]uling \d+(?:\.\d+)* ([a-z0-9]+(?:-[a-z0-9]+)+)")


class Ruling(NamedTuple):
    """A row of the table, and its line in the document."""

    line: int
    name: str
    rule: str
    reading: str
    code: list[str]
    tests: list[str]


def parse_rulings(text: str) -> list[Ruling]:
    """The rows of all tables of the document; a row that is not whole is an error."""
    rulings = []
    for line, row in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
        if not row.startswith("|") or tuple(cells) == COLUMNS or set(row) <= set("|-: "):
            continue
        if len(cells) != len(COLUMNS) or not all(cells):
            raise ValueError(f"line {line}: expected {', '.join(COLUMNS)}, got {row}")
        name, rule, reading, code, tests = cells
        places = [re.findall(r"`([^`]+)`", cell) for cell in (code, tests)]
        if not all(places):
            raise ValueError(f"line {line}: expected `places` in the last two columns, got {row}")
        rulings.append(Ruling(line, name, rule, reading, *places))
    return rulings


@cache
def names_in(path: Path) -> frozenset[str]:
    """What a module defines: functions, classes with their methods, and constants."""
    names: set[str] = set()

    def collect(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(prefix + node.name)
            if isinstance(node, ast.ClassDef):
                collect(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.Assign):
                names.update(
                    prefix + target.id for target in node.targets if isinstance(target, ast.Name)
                )
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names.add(prefix + node.target.id)

    collect(ast.parse(path.read_text("utf-8")).body, "")
    return frozenset(names)


def is_there(folder: str, place: str, separator: str) -> bool:
    """Whether a place such as ``phases/fire.py:shoot`` exists in the sources."""
    file, found, name = place.partition(separator)
    path = ROOT / folder / file
    return bool(found) and path.is_file() and name in names_in(path)


RULINGS = parse_rulings(DOCUMENT.read_text("utf-8"))


def test_there_are_rulings_of_every_chapter_that_has_any() -> None:
    chapters = {ruling.rule.split(".")[0] for ruling in RULINGS}
    assert chapters == {"2", "4", "5", "6", "7", "8", "9", "10", "11"}


def test_every_ruling_has_a_name_of_its_own() -> None:
    names = [ruling.name for ruling in RULINGS]
    assert [name for name in names if not NAME.fullmatch(name)] == []
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_reading_stands_there_twice() -> None:
    readings = [ruling.reading for ruling in RULINGS]
    assert sorted({reading for reading in readings if readings.count(reading) > 1}) == []


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.name)
def test_a_ruling_names_a_section_code_and_tests_that_exist(ruling: Ruling) -> None:
    assert ruling.rule in SECTIONS or ruling.rule in {s.split(".")[0] for s in SECTIONS}
    assert [place for place in ruling.code if not is_there(CODE, place, ":")] == []
    assert [place for place in ruling.tests if not is_there(TESTS, place, "::")] == []
    assert all("::test_" in place for place in ruling.tests)


def test_rulings_that_the_code_calls_by_name_are_in_the_table() -> None:
    names = {ruling.name for ruling in RULINGS}
    called = {
        name
        for path in sorted((ROOT / CODE).rglob("*.py"))
        for name in CALLED.findall(path.read_text("utf-8"))
    }
    assert called
    assert called - names == set()


# The checks themselves

ROW = "| one-thing | 5.1 | We read it so. | `board.py:Town` | `test_04_setup.py::units_of` |"


def test_a_whole_row_is_read() -> None:
    header = "| name | rule | reading | code | test |\n|---|---|---|---|---|"
    (ruling,) = parse_rulings(f"# Rulings\n\n{header}\n{ROW}\n")
    assert ruling == Ruling(
        5, "one-thing", "5.1", "We read it so.", ["board.py:Town"], ["test_04_setup.py::units_of"]
    )


@pytest.mark.parametrize(
    "row",
    [
        ROW.replace("5.1", " "),
        ROW.replace("We read it so.", ""),
        ROW.replace(" | `test_04_setup.py::units_of`", ""),
        ROW.replace("`test_04_setup.py::units_of`", ""),
        ROW.replace("`", ""),
    ],
)
def test_a_row_that_is_not_whole_is_found(row: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        parse_rulings(row)


@pytest.mark.parametrize(
    ("place", "is_real"),
    [
        ("phases/fire.py:shoot", True),
        ("phases/battle.py:BattleTurn._check_stalemate", True),
        ("board/towns.py:TERRAIN_MIX", True),
        ("phases/fire.py:no_such_function", False),
        ("phases/battle.py:_check_stalemate", False),
        ("phases/no_such_module.py:shoot", False),
        ("phases/fire.py", False),
    ],
)
def test_a_place_that_is_not_there_is_found(place: str, is_real: bool) -> None:
    assert is_there(CODE, place, ":") == is_real
