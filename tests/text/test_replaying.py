"""Replays and pictures of games in files, for a seat, a spectator or the referee."""

import io
from pathlib import Path

import pytest
from tests.text.playing import CHARLEROI, OWN_IDS, UNIT_ID, Screen, play_by_chance

from napoleon.rules import Game, Options, SeededDice
from napoleon.text import Console, FileError, replay_file, show_file
from napoleon.text.replaying import Tape, Watcher


class Terminal(io.StringIO):
    """Input that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class TerminalScreen(Screen):
    """Output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Game.new("historical", Options(2), SeededDice(3))
    play_by_chance(game, seed=3)
    path = tmp_path / "game.record"
    path.write_text(game.record(), encoding="utf-8")
    return path


def shown(path: Path, seat: str) -> str:
    screen = Screen()
    assert show_file(path, seat, Console(io.StringIO(), screen)) == 0
    return screen.text


def replayed(path: Path, seat: str, to: int | None = None) -> str:
    screen = Screen()
    assert replay_file(path, seat, to, Console(io.StringIO(), screen)) == 0
    return screen.text


def stepped(path: Path, seat: str, keys: str) -> str:
    screen = TerminalScreen()
    source = Terminal("".join(f"{key}\n" for key in keys.split(",")))
    assert replay_file(path, seat, None, Console(source, screen)) == 0
    return screen.text


def position(folder: Path, text: str = CHARLEROI) -> Path:
    path = folder / "position.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("seat", ["french", "allied", "spectator"])
@pytest.mark.parametrize("to", [0, 5, 20, 60, 120])
def test_a_seat_never_reads_of_hidden_enemies(record: Path, seat: str, to: int) -> None:
    tape = Tape(record.read_text("utf-8"))
    game = tape.games[to]
    view = game.view(None if seat == "spectator" else seat)
    known = {sighting.unit for sighting in view.notebook}
    known |= {unit for lost in view.losses.values() for unit in lost}
    known |= {
        block.unit
        for battle in view.battles
        for block in [*battle.own, *battle.enemy]
        if block.unit is not None
    }
    text = replayed(record, seat, to)
    foreign = {unit for unit in UNIT_ID.findall(text) if not unit.startswith(OWN_IDS.get(seat, ()))}
    assert foreign <= known


def test_show_keeps_secrets_in_a_battle(tmp_path: Path) -> None:
    path = position(tmp_path)
    assert "PR-1-A" not in shown(path, "french")
    assert "PR-2-I1" not in shown(path, "french")
    assert "FR-2-I1" not in shown(path, "allied")
    assert "FR-C1" not in shown(path, "prussian")
    watched = shown(path, "spectator")
    assert not {"PR-1-A", "FR-2-I1", "FR-C1", "FR-N", "PR-B"} & set(UNIT_ID.findall(watched))
    everything = shown(path, "referee")
    assert {"PR-1-A", "FR-2-I1", "FR-C1", "FR-N", "PR-B"} <= set(UNIT_ID.findall(everything))


def test_a_replay_tells_each_seat_its_own_story(record: Path) -> None:
    referee = replayed(record, "referee")
    french = replayed(record, "french")
    allied = replayed(record, "allied")
    assert "1. The French: " in referee
    assert "The Allies: march" in referee
    assert "The Allies: " not in french
    assert "The French: " not in allied
    assert "Prussian block 1 " in french
    assert "French block 1 " in allied
    for text in (referee, french, allied):
        assert "The Allies win the campaign" in text
        assert "have won" in text


def test_a_replay_of_a_seat_names_only_what_was_shown(record: Path) -> None:
    game = Tape(record.read_text("utf-8")).games[-1]
    story, _, _ = replayed(record, "french").rpartition("as the French see it")
    seen = {sighting.unit for sighting in game.view("french").notebook}
    ids = {unit for unit in UNIT_ID.findall(story) if not unit.startswith("FR")}
    assert ids <= seen


def test_to_stops_after_so_many_actions(record: Path) -> None:
    text = replayed(record, "referee", 0)
    assert "Turn 1 of 23" in text
    assert "Beaumont (12)" in text
    with pytest.raises(FileError, match="actions, not 99999"):
        replayed(record, "referee", 99999)


def test_on_a_terminal_one_steps_forward_and_back(record: Path) -> None:
    text = stepped(record, "referee", "n,,p,p,p,x,t,m,q")
    assert "Enter or n: next, p: previous" in text
    assert text.count("> 1. The French: ") == 2
    assert "This is the beginning." in text
    assert " ".join(text.split()).count("as the referee sees it") == 2
    assert "2/" in text


def test_the_end_of_the_keys_ends_the_replay(record: Path) -> None:
    assert "1/" in stepped(record, "allied", "n")


def test_stepping_past_the_end_stays_there(record: Path) -> None:
    assert "This is the end." in stepped(record, "spectator", ",".join(["t"] * 30))


def test_a_position_has_nothing_to_replay(tmp_path: Path) -> None:
    text = " ".join(replayed(position(tmp_path), "referee").split())
    assert "there is nothing to replay" in text
    assert "Battle of Charleroi" in text


def test_a_record_with_a_bad_action_is_replayed_up_to_it(tmp_path: Path) -> None:
    path = tmp_path / "bad.record"
    path.write_text(
        "napoleon-record 1\nbegin\nfrench march FR-2-I1 binche\nfrench march FR-2-I1 paris\n",
        encoding="utf-8",
    )
    screen = Screen()
    with pytest.raises(FileError, match="up to action 1: line 4"):
        replay_file(path, "referee", None, Console(io.StringIO(), screen))
    assert "march FR-2-I1 binche" in screen.text


def test_a_cut_record_says_so(tmp_path: Path, record: Path) -> None:
    path = tmp_path / "cut.record"
    path.write_text("\n".join(record.read_text("utf-8").split("\n")[:20]), encoding="utf-8")
    assert "was cut off" in replayed(path, "referee")
    assert "was cut off" in shown(path, "french")


def test_a_seat_that_is_not_in_the_game(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="nobody sits as allied in this game"):
        shown(position(tmp_path, "players 3; turn 1; beaumont: FR-N; namur: PR-B"), "allied")
    assert Watcher("prussian", Game.new()).seat == "allied"


def test_the_referee_sees_a_set_up_that_is_not_closed(tmp_path: Path) -> None:
    game = Game.new("free")
    game.play("allied", "place AD-W ghent")
    path = position(tmp_path, game.position())
    assert "AD-W/1" in shown(path, "referee")
    assert "Ghent (1)" in shown(path, "allied")
    assert "AD-W" not in shown(path, "french")
    assert " A1" not in shown(path, "french")
