"""The figures for researchers: every game is played, and a missing extra is told."""

import io
import sys

import pytest

from napoleon.cli import main
from napoleon.research import bench


@pytest.mark.skipif(
    sys.platform != "linux" or sys.version_info >= (3, 14),
    reason="the test tools have OpenSpiel on Linux, for Python below 3.14",
)
def test_every_game_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "REPEATS", 1)
    monkeypatch.setattr(bench, "SECONDS", 1e-6)
    out = io.StringIO()
    assert bench.run_research_bench(out) == 0
    lines = out.getvalue().splitlines()
    assert len(lines) == 9
    rates = [
        float(line.split(" decisions/s")[0].split()[-1].replace(",", "")) for line in lines[1:]
    ]
    assert min(rates) > 0
    for name in ("PettingZoo, three", "napoleon_1815", "backgammon", "phantom_ttt"):
        assert any(name in line for line in lines)


def test_a_missing_extra_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert main(["bench", "--research"]) == 2
    assert "pip install 'napoleon1815[research]'" in capsys.readouterr().err
