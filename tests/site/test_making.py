"""What goes into a site, apart from Pyodide."""

from __future__ import annotations

import ast
import io
import json
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from napoleon.languages import messages
from napoleon.rules.game import NOTHING_TO_UNDO
from napoleon.site import packing
from napoleon.site.making import MARK, CannotMake, empty, site_messages
from napoleon.site.pyodide import unpack


@pytest.fixture(scope="module")
def package() -> bytes:
    """Our package, packed."""
    return packing.pack()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of those in between
@pytest.mark.parametrize("is_old", [False, True])
def test_archives_are_taken_apart_by_the_first_pythons_3_11_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_old: bool
) -> None:
    """Debian 12 has 3.11.2, whose archives know no filters."""
    (tmp_path / "a.txt").write_text("a", "utf-8")
    with tarfile.open(tmp_path / "some.tgz", "w:gz") as tar:
        tar.add(tmp_path / "a.txt", "package/a.txt")
    if is_old:
        monkeypatch.delattr(tarfile, "data_filter", raising=False)
        usual = tarfile.TarFile.extractall

        def extract(self: tarfile.TarFile, path: Path) -> None:
            usual(self, path)

        monkeypatch.setattr(tarfile.TarFile, "extractall", extract)
    unpack(tmp_path / "some.tgz", tmp_path)
    assert (tmp_path / "package" / "a.txt").read_text("utf-8") == "a"


def test_the_browsers_python_needs_nothing_that_is_not_packed(package: bytes) -> None:
    modules = packing.needed()
    assert {"napoleon.server.table.table", "napoleon.ai.battle.search"} <= set(modules)
    names = {name for path in modules.values() for name in packing.imported(path)}
    tops = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names)
    assert tops == {"napoleon", "msgspec"}
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


@pytest.mark.parametrize("lang", ["nl", "fr", "de"])
def test_a_site_has_the_texts_of_its_pages_and_none_of_those_with_friends(lang: str) -> None:
    """The rest of the catalogue is the same: English is a catalogue of nothing."""
    there, whole = site_messages(lang), messages(lang)
    assert there.items() < whole.items()
    assert {"The French", "Undo", "Ligny"} & whole.keys() <= there.keys()
    assert "No more mails about your turns come from here." in whole.keys() - there.keys()
    assert len(there) > 0.8 * len(whole)
    assert not site_messages("en")


def test_the_browsers_python_has_the_texts_that_it_says_itself(package: bytes) -> None:
    """What the page alone says stands in the catalogue of the page."""
    with zipfile.ZipFile(io.BytesIO(package)) as packed:
        there = json.loads(packed.read("napoleon/languages/nl.json"))
    whole = messages("nl")
    assert there.items() < whole.items()
    assert {NOTHING_TO_UNDO, "II Corps inf (Bachelu, Jérôme)"} <= there.keys()
    assert "No more mails about your turns come from here." in whole.keys() - there.keys()
