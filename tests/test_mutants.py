"""The faults that scripts/mutants.py puts in, and how it knows them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resource", reason="the command needs a system with fork")

from mutants import ENTRY, EQUIVALENT, read_equivalent
from mutations import Module

SOURCE = '''
"""A module; numbers in texts such as 3 are left alone."""
from typing import Final

LIMIT: Final = 2


class Road:
    """A road."""

    __slots__ = ("used", "towns")

    def __init__(self, size: int = 8) -> None:
        self.used = 0
        self.towns: list[int] = []

    def is_full(self, more: int) -> bool:
        """Whether it takes no more."""
        assert more > 0
        if self.towns:
            return self.used + more >= LIMIT
        return False


def count(numbers: list[int]) -> int:
    total = -1
    for number in numbers[:]:
        if number < 0 or not number:
            continue
        total += number & 3
    return total
'''


def _module(folder: Path, source: str = SOURCE) -> Module:
    path = folder / "roads.py"
    path.write_text(source, "utf-8")
    return Module(path, "roads.py")


# Function, before, after
FAULTS = [
    ("(module)", "LIMIT: Final = 2", "LIMIT: Final = 3"),
    ("(module)", "LIMIT: Final = 2", "LIMIT: Final = 1"),
    ("Road.__init__", "def __init__(self, size: int=8) -> None:", "{size: int=9}"),
    ("Road.__init__", "def __init__(self, size: int=8) -> None:", "{size: int=7}"),
    ("Road.__init__", "self.used = 0", "pass"),
    ("Road.__init__", "self.used = 0", "self.used = 1"),
    ("Road.__init__", "self.used = 0", "self.used = -1"),
    ("Road.__init__", "self.towns: list[int] = []", "pass"),
    ("Road.is_full", "if self.towns:", "if not self.towns:"),
    (
        "Road.is_full",
        "return self.used + more >= LIMIT",
        "return not self.used + more >= LIMIT",
    ),
    ("Road.is_full", "return self.used + more >= LIMIT", "return self.used + more > LIMIT"),
    ("Road.is_full", "return self.used + more >= LIMIT", "return self.used - more >= LIMIT"),
    ("Road.is_full", "return False", "return True"),
    ("count", "total = -1", "total = 0"),
    ("count", "total = -1", "total = -2"),
    ("count", "for number in numbers[:]:", "for number in numbers:"),
    ("count", "if number < 0 or not number:", "if number < 0 and (not number):"),
    ("count", "if number < 0 or not number:", "if number <= 0 or not number:"),
    ("count", "if number < 0 or not number:", "if number < 1 or not number:"),
    ("count", "if number < 0 or not number:", "if number < -1 or not number:"),
    ("count", "if number < 0 or not number:", "if number < 0 or number:"),
    ("count", "continue", "break"),
    ("count", "total += number & 3", "total -= number & 3"),
    ("count", "total += number & 3", "pass"),
    ("count", "total += number & 3", "total += number | 3"),
    ("count", "total += number & 3", "total += number & 4"),
    ("count", "total += number & 3", "total += number & 2"),
    ("count", "return total", "return total + 1"),
]


def test_every_small_fault_is_found_and_described(tmp_path: Path) -> None:
    """In the order of the source; docstrings, assertions and `__slots__` are left alone."""
    found = [(each.function, each.old, each.new) for each in _module(tmp_path).mutants]
    for (function, old, new), expected in zip(found, FAULTS, strict=True):
        assert (function, old) == expected[:2]
        assert expected[2].strip("{}") in new


def test_the_fault_is_in_the_code_and_nowhere_else(tmp_path: Path) -> None:
    """What is compiled has one fault, and the next one does not have it."""
    module = _module(tmp_path)
    faults = {each.new: each for each in module.mutants if each.function == "count"}
    found = []
    for new in ("break", "total += number & 2", "return total + 1"):
        scope: dict[str, Any] = {}
        exec(module.compile(faults[new]), scope)
        found.append(scope["count"]([1, 0, 3]))
    assert found == [0, 1, 4]


def test_a_fault_keeps_its_name_when_the_file_changes_elsewhere(tmp_path: Path) -> None:
    """Its key has no line number; a second such change of a function is numbered."""
    before = _module(tmp_path)
    after = _module(tmp_path, "# Roads\n" + SOURCE.replace("    return total", "    total = -1"))
    lines = {each.key: each.lines for each in after.mutants}
    same = [each for each in before.mutants if each.new != "return total + 1"]
    assert all(lines[each.key].start == each.lines.start + 1 for each in same)
    assert set(lines) - {each.key for each in before.mutants} == {
        "roads.py `count`: `total = -1` becomes `total = 0` (2)",
        "roads.py `count`: `total = -1` becomes `total = -2` (2)",
    }


def test_faults_that_change_nothing_are_read_from_the_list(tmp_path: Path) -> None:
    """A line an entry, under the heading of its file; everything else is prose."""
    listed = tmp_path / "mutants.md"
    listed.write_text(
        "# Tests\nThe form is - `function`: `before` becomes `after`.\n## roads.py\n"
        "- `count`: `total = -1` becomes `total = 0` (2): it is set again.\n",
        "utf-8",
    )
    assert read_equivalent(listed) == {"roads.py `count`: `total = -1` becomes `total = 0` (2)"}


def test_the_list_of_the_project_can_be_read() -> None:
    """Every entry gives its reason."""
    for line in EQUIVALENT.read_text("utf-8").splitlines():
        if line.startswith("- "):
            entry = ENTRY.match(line)
            assert entry, line
            assert len(line[entry.end() :].strip(": ")) > 10, line
