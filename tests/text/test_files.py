"""Games in files: what can be read, and what a reader is told of the rest."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.text.playing import CHARLEROI

from napoleon.rules import Game, SeededDice
from napoleon.text import files
from napoleon.text.files import FileError, free_name, is_record, load_game, rescue_game, save_game


def write(folder: Path, data: str | bytes) -> Path:
    path = folder / "game.txt"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def played() -> Game:
    game = Game.new("historical", None, SeededDice(1))
    game.play("french", ["march FR-2-I1 binche", "march FR-2-I2 binche"])
    return game


def test_a_record_and_a_position_are_told_apart() -> None:
    assert is_record(played().record())
    assert is_record("# a remark\n\nnapoleon-record 7\n")
    assert not is_record(CHARLEROI)
    assert not is_record("")


def test_what_was_saved_is_read_back(tmp_path: Path) -> None:
    game = played()
    path = tmp_path / "game.txt"
    save_game(game, path)
    assert path.read_bytes().count(b"\r") == 0
    assert load_game(path).position() == game.position()
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"]


def test_windows_line_ends_and_marks_do_no_harm(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + played().record().replace("\n", "\r\n").encode()
    game = load_game(write(tmp_path, data))
    assert game.position() == played().position()
    assert game.notice is None


def test_a_record_that_was_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    game = load_game(write(tmp_path, played().record()[:-4]))
    assert len(game.moves) == 1
    assert game.notice is not None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"\xff\xfe\x00\x01", "is no text file"),
        (b"nonsense\n", "is no position that can be used: line 1"),
        (b"turn 99\n", "is no position that can be used"),
        (b"paris: FR-N\n", "expected the name of a town"),
        (b"napoleon-record 99\nbegin\n", "expected a record of version 1, got version 99"),
        (b"napoleon-record 1\n", "expected 'begin'"),
        (b"napoleon-record 1\nbegin\nfrench march FR-2-I1 brussels\n", "line 3"),
        (b"napoleon-record 1\nbegin\nfrench nonsense\n", "line 3"),
    ],
)
def test_a_bad_file_is_explained(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(FileError) as caught:
        load_game(write(tmp_path, data))
    assert message in str(caught.value)
    assert "game.txt" in str(caught.value)


def test_a_file_over_which_the_rules_stumble_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Game:
        raise AssertionError("nothing is offered")

    monkeypatch.setattr(files, "Game", SimpleNamespace(replay=fail, from_position=fail))
    with pytest.raises(FileError, match=r"the rules stumble over .*: AssertionError nothing"):
        load_game(write(tmp_path, "turn 1\n"))


def test_no_file_and_a_folder_are_explained(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot read"):
        load_game(tmp_path / "none.txt")
    with pytest.raises(FileError, match="is a folder"):
        load_game(tmp_path)
    with pytest.raises(FileError, match="cannot read"):
        load_game(Path("a\0b"))


def test_a_save_that_fails_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    save_game(played(), path)
    before = path.read_text("utf-8")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(FileError, match="No space left"):
        save_game(Game.new(), path)
    assert path.read_text("utf-8") == before


def test_names_in_use_are_passed_over(tmp_path: Path) -> None:
    assert free_name(tmp_path).name == "napoleon-game-1.txt"
    free_name(tmp_path).touch()
    assert free_name(tmp_path).name == "napoleon-game-2.txt"


def test_a_game_is_rescued_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = rescue_game(played(), tmp_path / "no-such-folder" / "game.txt")
    assert path == tmp_path / "napoleon-game-1.txt"
    assert len(load_game(path).moves) == 2
