"""``napoleon show FILE --svg --png``: the picture of a game in a file."""

from __future__ import annotations

import json
import struct
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from napoleon.cli import main
from napoleon.rules import Game

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "historical-2-hidden.record"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def game() -> Game:
    return Game.replay(GOLDEN.read_text("utf-8"))


@pytest.mark.parametrize("seat", ["referee", "french", "allied", "spectator"])
def test_svg_is_the_picture_as_the_seat_sees_it(
    seat: str, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(GOLDEN), "--seat", seat, "--svg", "out.svg"]) == 0
    assert capsys.readouterr().out == "wrote out.svg\n"
    assert Path("out.svg").read_text("utf-8") == game.svg(seat)


def test_a_position_is_drawn_as_wide_as_asked() -> None:
    Path("here.txt").write_text(Game.new().position(), "utf-8")
    assert main(["show", "here.txt", "--svg", "out.svg", "--width", "640"]) == 0
    assert ET.parse("out.svg").getroot().attrib["width"] == "640"


def test_json_stays_json_beside_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(GOLDEN), "--svg", "out.svg", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["turn"] > 0
    assert captured.err == "wrote out.svg\n"


def test_png_is_as_large_as_the_svg_says_and_has_words_without_fonts_of_the_system(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("resvg_py")
    words = ["show", str(GOLDEN), "--svg", "out.svg", "--png", "out.png", "--width", "800"]
    assert main(words) == 0
    assert capsys.readouterr().out == "wrote out.svg\nwrote out.png\n"
    data = Path("out.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    says = ET.parse("out.svg").getroot().attrib
    assert struct.unpack(">II", data[16:24]) == (int(says["width"]), int(says["height"]))
    from napoleon.cli.pictures import render_png

    wordless = Path("out.svg").read_text("utf-8").replace("<style>", "<style>text{display:none}")
    assert len(render_png(wordless)) < len(data)


def test_png_without_its_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["show", str(GOLDEN), "--png", "out.png"]) == 1
    err = capsys.readouterr().err
    assert "napoleon1815[pictures]" in err
    assert "Traceback" not in err
    assert not Path("out.png").exists()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["show", str(GOLDEN), "--svg", "nowhere/out.svg"], 1, "name another file with --svg"),
        (["show", "missing.txt", "--svg", "out.svg"], 2, "cannot read missing.txt"),
        (
            ["show", str(GOLDEN), "--svg", "out.svg", "--seat", "prussian", "--width", "wide"],
            2,
            "width in pixels",
        ),
        (["show", str(GOLDEN), "--svg", "out.svg", "--width", "10"], 2, "from 200 to 10000"),
    ],
)
def test_mistakes_are_one_sentence_and_leave_nothing(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        assert main(words) == code
    except SystemExit as stopped:
        assert stopped.code == code
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err
    assert not Path("out.svg").exists()
