"""The player of docs/your-own-player.md, taken from the page: it beats the recruit."""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from pathlib import Path

import pytest

from napoleon.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "your-own-player.md").read_text("utf-8")
FILE, CODE = "brussels.py", re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
COMMAND = "napoleon arena --french recruit --allied brussels:Brussels --games 20"


@pytest.fixture(name="page_in_a_folder")
def the_page_as_a_reader_follows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = CODE
    (tmp_path / FILE).write_text(code, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "brussels", raising=False)


@pytest.mark.once
@pytest.mark.usefixtures("page_in_a_folder")
def test_the_player_of_the_page_beats_the_recruit(capsys: pytest.CaptureFixture[str]) -> None:
    assert f"`{FILE}`" in PAGE and f"    {COMMAND}\n" in PAGE
    words = COMMAND.split()[1:]
    assert main([*words, "--jobs", "1", "--json"]) == 0
    score = json.loads(capsys.readouterr().out)
    recruit = int(score["wins"]["games"]["won"])
    assert score["games"] == 20 and not score["broken"]
    assert recruit <= 5
    assert f'"recruit wins {recruit} of 20"' in PAGE
    assert f"won the other {20 - recruit}" in PAGE


def test_the_page_needs_promised_names_alone() -> None:
    (code,) = CODE
    imports = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)]
    assert {node.module for node in imports} == {"napoleon.lab", "napoleon.rules"}
    for node in imports:
        promised = importlib.import_module(str(node.module)).__all__
        assert [name.name for name in node.names if name.name not in promised] == []
    assert not [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Import)]
