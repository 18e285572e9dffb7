"""Every section of the rulebook has code and tests, and docs/rule-table.md says which."""

import subprocess
import sys
from pathlib import Path

import pytest

from rule_table import (
    CODE,
    ROOT,
    SECTIONS,
    TABLE,
    TESTS,
    find_code,
    find_missing,
    find_tests,
    main,
    named_in,
    places_in,
    section_of_test,
)

MODULE = '''"""A chapter (rule 7)."""

LIMIT = 2  # 7.2: units over a road

# 5.4: how many a road takes
ROOM = 8


class Rout:
    """A rout (7.4)."""

    def lose(self) -> None:
        """Losses come first."""
        # 7.4.1: so many points
        self.points = 1
'''


def test_the_table_is_whole_and_up_to_date() -> None:
    script = ROOT / "scripts" / "rule_table.py"
    run = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert run.returncode == 0


def test_a_section_without_code_and_tests_is_missing() -> None:
    code, tests = find_code(ROOT / CODE), find_tests(ROOT / TESTS)
    assert find_missing([*SECTIONS, "12.1"], code, tests) == [
        "section 12.1 (unknown): no code names it",
        "section 12.1 (unknown): no test names it",
    ]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose one module and one test module name every section."""
    sections = ", ".join(SECTIONS)
    for folder, name in ((CODE, "all.py"), (TESTS, "test_all.py")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / name).write_text(
            f'"""Sections {sections}."""\n\n\ndef test_all() -> None: ...\n', "utf-8"
        )
    assert main([], tmp_path) == 0
    return tmp_path


def test_the_check_passes_where_nothing_is_missing(project: Path) -> None:
    assert main(["--check"], project) == 0


@pytest.mark.parametrize("section", ["7.4.1", "9", "1"])
@pytest.mark.parametrize(
    ("file", "what"), [(f"{CODE}/all.py", "code"), (f"{TESTS}/test_all.py", "test")]
)
def test_the_check_fails_on_a_missing_section(
    project: Path, capsys: pytest.CaptureFixture[str], file: str, what: str, section: str
) -> None:
    path = project / file
    sections = ", ".join(other for other in SECTIONS if other != section)
    path.write_text(f'"""Sections {sections}."""\n\n\ndef test_all() -> None: ...\n', "utf-8")
    assert main(["--check"], project) == 1
    found = [line for line in capsys.readouterr().err.splitlines() if line.startswith("section")]
    assert found == [f"section {section} ({SECTIONS[section]}): no {what} names it"]
    assert main([], project) == 1


def test_the_check_fails_on_an_old_table(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / TABLE).write_text("old", "utf-8")
    assert main(["--check"], project) == 1
    assert capsys.readouterr().err.startswith(f"{TABLE} is not up to date")
    assert main([], project) == 0
    assert main(["--check"], project) == 0


def test_places_are_found_in_docstrings_and_comments() -> None:
    found = {str(place): sections for place, sections in places_in(MODULE, "rout.py")}
    assert found == {
        "rout.py": {"7"},
        "rout.py:LIMIT": {"7.2"},
        "rout.py:ROOM": {"5.4"},
        "rout.py:Rout": {"7.4"},
        "rout.py:Rout.lose": {"7.4.1"},
    }


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("Losses in a rout (7.4.1).", {"7.4.1"}),
        ("Supply (rule 9): after every turn", {"9"}),
        ("The turn track (rules 1, 2)", {"1", "2"}),
        ("Chapter 5: groups and roads (5.1 to 5.3)", {"5", "5.1", "5.2", "5.3"}),
        ("Strength and firepower (3.3-3.5, 6.3.3)", {"3.3", "3.4", "3.5", "6.3.3"}),
        ("9: the supply cities", {"9"}),
        ("5.4: units a turn; 5.5: at a river", {"5.4", "5.5"}),
        ("the senior chooses (ruling 11)", {"11"}),
        ("4 units, at most 12 in a town, version 0.10.1", set()),
        ("masks are kept below 2**62", set()),
    ],
)
def test_sections_named_in_a_text(text: str, sections: set[str]) -> None:
    assert named_in(text) == sections


@pytest.mark.parametrize(
    ("name", "section"),
    [
        ("test_6_3_1_a_low_die", "6.3.1"),
        ("test_9_liege", "9"),
        ("test_10_2_twelve_losses", "10.2"),
        ("test_5_1_2_groups", "5.1"),
        ("test_a_thing", ""),
    ],
)
def test_the_section_in_the_name_of_a_test(name: str, section: str) -> None:
    assert section_of_test(name) == section
