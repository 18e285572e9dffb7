"""The notebooks of docs/: kept without outputs, and honest about what the laboratory writes.

`scripts/docs.py` runs them when it makes the pages, and fails if one does (`docs/conf.py`): that
needs pandas and matplotlib, which the tests do without. Here the games of a notebook are played.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs").glob("*.ipynb"))


def code_of(notebook: Path) -> list[str]:
    """The code cells of a notebook, in order."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_kept_without_outputs(notebook: Path) -> None:
    kept = json.loads(notebook.read_text("utf-8"))
    assert kept["nbformat"] == 4
    for cell in kept["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            ast.parse("".join(cell["source"]))


def test_making_the_pages_runs_notebooks_and_stops_at_one_that_fails() -> None:
    settings = (ROOT / "docs" / "conf.py").read_text("utf-8")
    assert 'nb_execution_mode = "force"' in settings
    assert "nb_execution_raise_on_error = True" in settings


def test_the_games_of_the_notebook_have_what_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play, *rest = code_of(ROOT / "docs" / "games.ipynb")
    shorter, found = re.subn(r"officer --games \d+", "recruit --games 2 --jobs 1", play)
    assert found == 1
    exec(shorter, {})
    lines = (tmp_path / "balance" / "games.jsonl").read_text("utf-8").splitlines()
    games = [json.loads(line) for line in lines]
    assert len(games) == 2
    read = "\n".join(rest)
    assert '"balance/games.jsonl"' in read
    fields = set(re.findall(r"\bgames\.(turns|winner|losses)\b", read))
    assert fields == {"turns", "winner", "losses"}
    (listed,) = re.findall(r"games\[\[(.*?)\]\]", read)
    for game in games:
        assert (fields | set(re.findall(r'"(\w+)"', listed)) | {"battles"}) <= game.keys()
        assert set(game["losses"]) == {"french", "anglo-dutch", "prussian"}
        assert all({"kind", "town", "winner"} <= battle.keys() for battle in game["battles"])
    assert any(game["battles"] for game in games)
