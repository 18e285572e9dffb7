"""What goes into a site, apart from Pyodide."""

from __future__ import annotations

import ast
import io
import sys
import zipfile
from pathlib import Path

import pytest

from napoleon.site import packing
from napoleon.site.making import MARK, CannotMake, empty

LAZY = {"babel"}  # where the catalogues are read already, nobody asks for it


@pytest.fixture(scope="module")
def package() -> bytes:
    """Our package, packed."""
    return packing.pack()


def test_the_browsers_python_needs_nothing_that_is_not_packed(package: bytes) -> None:
    modules = packing.needed()
    assert {"napoleon.server.table.table", "napoleon.ai.battle.search"} <= set(modules)
    names = {name for path in modules.values() for name in packing.imported(path)}
    tops = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names)
    assert tops == {"napoleon", "msgspec", *LAZY}
    with zipfile.ZipFile(io.BytesIO(package)) as packed:
        found = set(packed.namelist())
    assert {"msgspec/__init__.py", "napoleon/languages/nl.json"} <= found
    assert {"napoleon/rules/data/towns.csv", "napoleon/site/home/main.py"} <= found
    assert not any(name.startswith(packing.STAND_IN) or name.endswith(".po") for name in found)


def test_the_stand_in_imports_itself_by_no_name() -> None:
    """It is packed under another."""
    for path in (packing.SOURCES / packing.STAND_IN).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level or not (node.module or "").startswith("napoleon"), path


def test_the_same_package_packs_the_same(package: bytes) -> None:
    assert packing.pack() == package


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear", "utf-8")
    with pytest.raises(CannotMake, match="empty it"):
        empty(tmp_path)
    with pytest.raises(CannotMake, match="no folder"):
        empty(tmp_path / "letters.txt")
    assert (tmp_path / "letters.txt").read_text("utf-8") == "dear"
    ours = tmp_path / "ours"
    empty(ours)
    (ours / MARK).write_text("", "utf-8")
    (ours / "old.js").write_text("", "utf-8")
    empty(ours)
    assert list(ours.iterdir()) == []
