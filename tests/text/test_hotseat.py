"""Whole games at one terminal, and everything that players may type."""

import io
import random
import re
from pathlib import Path

import pytest
from tests.text.playing import CHARLEROI, RandomPlayer, Screen, at, play_by_chance, type_in

from napoleon.lab.battles import random_battle
from napoleon.rules import Game, Options, PositionError, SeededDice
from napoleon.text import Console, HotSeat, load_game
from napoleon.text.commands import COMMANDS, HELP


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new_game(scenario: str = "historical", players: int = 2, visibility: str = "open") -> Game:
    return Game.new(scenario, Options(players, visibility), SeededDice(7))


# --- whole games


@pytest.mark.parametrize("visibility", ["open", "hidden"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_a_whole_game_by_numbers(scenario: str, players: int, visibility: str) -> None:
    game = new_game(scenario, players, visibility)
    _, screen, code = play_by_chance(game, seed=3)
    assert code == 0
    assert game.result is not None
    assert "The game is over" in screen.text
    for seat in game.seats:
        assert f"Hand over to {NAMES[seat]}, press Enter." in screen.text
    assert Game.replay(game.record()).position() == game.position()


@pytest.mark.parametrize("handicap", [4, -3])
def test_a_handicap_is_given_up_by_numbers(handicap: int) -> None:
    game = Game.new("historical", Options(2, "open", handicap), SeededDice(7))
    _, screen, code = play_by_chance(game, seed=3)
    assert code == 0 and game.result is not None
    left = abs(handicap)
    assert f"Give up steps of your blocks, as agreed: {left} left" in screen.text
    assert sum([" weaken " in str(move) for move in game.moves]) == left
    assert f"position: handicap {'french' if handicap > 0 else 'allied'} {left}" in game.record()


NAMES = {
    "french": "the French",
    "allied": "the Allies",
    "anglo-dutch": "the Anglo-Dutch",
    "prussian": "the Prussians",
}


@pytest.mark.parametrize("seed", range(15))
def test_battles_by_numbers(seed: int) -> None:
    rng = random.Random(seed)
    try:
        game = Game.from_position(random_battle(rng), SeededDice(seed))
    except PositionError:
        pytest.skip("too many terrain blocks of a kind were dealt")
    _, screen, code = play_by_chance(game, seed, most=600)
    assert code == 0
    assert "Battle of" in screen.text


def test_lines_fit_the_terminal() -> None:
    _, screen, _ = play_by_chance(new_game("free", 3), seed=5, most=400)
    for line in screen.text.splitlines():
        # A question stands on the line of what follows it, and a path may be long.
        if "> " not in line and "napoleon-game" not in line:
            assert len(line) <= 100, line


# --- the curtain


def test_between_seats_the_curtain_falls() -> None:
    _, text, _ = type_in(new_game(), "", "end", "end", "", "", has_curtain=True)
    before, _, after = text.partition("Press Enter to hide your blocks.")
    assert "FR-2-I1" in before
    assert "Hand over to the Allies, press Enter." in after
    assert "AD-W" not in before
    assert "AD-W" in after
    assert "FR-" not in after


def test_without_the_curtain_nobody_is_asked() -> None:
    _, text, _ = type_in(new_game(), "end", "end")
    assert "Hand over" not in text
    assert "The Allies (1-" in text


def test_in_a_skirmish_both_choose_in_secret() -> None:
    game = at("turn 1; thuin: FR-1-I1 FR-1-I2 FR-C1; charleroi: PR-1-I1 PR-1-I2")
    _, text, _ = type_in(
        game,
        "",
        "march FR-1-I1 charleroi, march FR-C1 charleroi",
        "end",
        "end",
        "reveal FR-1-I1",
        "end",
        "",
        "",
        "1",
        has_curtain=True,
    )
    french, _, allied = text.partition("Hand over to the Allies")
    assert "Revealed so far, unseen by the enemy: FR-1-I1" in french
    before_both, _, _ = allied.partition("is revealed at")
    assert "FR-1-I1" not in before_both
    assert "Quiot" not in before_both


def test_allied_players_hear_when_they_may_talk() -> None:
    _, text, _ = type_in(new_game("free", 3), "", "switch", "", "", has_curtain=True)
    assert "You may talk with the Prussians now (rule 11)." in text
    assert "You may talk with the Anglo-Dutch now (rule 11)." in text
    _, text, _ = type_in(new_game("historical", 3), "end", "end")
    assert "You may not talk with the Prussians now (rule 11)." in text


def test_an_ally_takes_over_where_both_may_act() -> None:
    game = new_game("free", 3)
    table, text, _ = type_in(game, "switch")
    assert "The Prussians may act too: type switch to hand over." in text
    assert table.seated == "prussian"
    _, text, _ = type_in(new_game(), "switch")
    assert "Nobody else may act now." in text


# --- choosing


def test_units_are_chosen_first_and_then_the_town() -> None:
    game = new_game()
    _, text, _ = type_in(game, "1-3", "2")
    assert "FR-1-I1 FR-1-I2 FR-1-A  (Enter: back)" in text
    assert [game.where(unit) for unit in ("FR-1-I1", "FR-1-I2", "FR-1-A")] == ["binche"] * 3


def test_416_placements_do_not_flood_the_screen() -> None:
    game = new_game("free", 3)
    assert len(game.legal("anglo-dutch")) == 416
    _, text, _ = type_in(game)
    choices = text[text.index("* Place your units") :]
    assert len(choices.splitlines()) < 25


def test_whole_actions_and_several_at_once() -> None:
    game = new_game()
    type_in(game, "march FR-2-I1 binche, march FR-2-I2 Binche, end")
    assert game.where("FR-2-I2") == "binche"
    assert game.stage == "force"


def test_the_end_of_the_marches_is_that_of_the_forced_marches() -> None:
    game = new_game()
    _, text, _ = type_in(game, "march FR-2-I1 binche", "end")
    assert "Forced marches" in text
    assert "End your forced marches" not in text
    assert (game.turn, len(game.moves)) == (2, 3)


def test_forced_marches_are_asked_for() -> None:
    game = new_game()
    _, text, _ = type_in(game, "march FR-2-I1 binche", "forced")
    assert game.stage == "force"
    assert "End your forced marches" in text


def test_of_several_those_before_the_refused_one_are_played() -> None:
    game = new_game()
    _, text, _ = type_in(game, "beaumont thuin")
    assert "6 of 12 done. Then:" in text
    assert "is full (6/6) (rule 5.4)." in text
    assert len(game.moves) == 6


@pytest.mark.parametrize(
    "line",
    [
        "0",
        "99",
        "1-",
        "3-1",
        "1-25",
        "25 binche",
        "9999999999999999999999",
        ", ,",
        "-",
        "march",
        "march FR-2-I1",
        "march FR-9-I9 binche",
        "march FR-2-I1 atlantis",
        "march PR-B ligny",
        "fire FR-2-I1",
        "FR-2-I1 atlantis",
        "PR-B",
        "nonsense",
        "why",
        "why nonsense",
        "why 999",
        "undo",
        "undo never",
        "save",
        "roads",
        "roads atlantis",
        "rest",
        "log never",
        "\x1b[A",
        "\x00",
        "é" * 300,
        "x" * 5000,
    ],
)
def test_bad_input_never_ends_the_game(line: str) -> None:
    game = new_game()
    _, text, code = type_in(game, line, "march FR-2-I1 binche", "quit", "no")
    assert code == 0
    assert game.where("FR-2-I1") == "binche", text[-500:]
    assert "Traceback" not in text


# --- looking


def test_help_names_every_command() -> None:
    said = " ".join(HELP)
    short = {"h", "?", "u", "m", "q", "exit", "help"}
    for word in COMMANDS.keys() - short:
        assert re.search(rf"\b{word}\b", said), word


def test_everything_can_be_looked_at() -> None:
    _, text, _ = type_in(
        at(CHARLEROI), "help", "actions", "map", "units", "field", "notes", "log", "roads charleroi"
    )
    for words in (
        "undo [N|all]",
        "march UNIT TOWN",
        ": main road",
        "Your units, with their strength:",
        "ENEMY-RESERVE: 1 Prussian block",
        "main road 0/8 over the Sambre",
    ):
        assert words in text


def test_notes_tell_what_was_seen_of_the_enemy() -> None:
    _, text, _ = type_in(at(CHARLEROI), "notes")
    assert "You have not seen any enemy unit yet." in text
    _, text, _ = type_in(at(CHARLEROI), "fire FR-3-I1", "notes", "quit", "no")
    # The shot has routed the Allies, who now look at their notes.
    notes = text.partition("Enemy units that you have seen:")[2]
    assert "FR-3-I1  III Corps inf (Lefol, Habert): last seen at Charleroi" in notes


def test_the_whole_position_is_shown_only_on_demand() -> None:
    _, text, _ = type_in(at(CHARLEROI), "position", "", "position", "yes")
    assert text.count("This shows every block of both sides.") == 2
    assert text.count("battle charleroi") == 1


# --- undo and why


def test_undo_takes_back_one_or_all() -> None:
    game = new_game()
    _, text, _ = type_in(game, "1-6 binche", "undo", "undo 2", "undo all", "undo")
    assert "Taken back: March II Corps artillery (Reille) to Binche." in text
    assert "3 actions taken back" not in text
    assert "there is nothing to undo" in text.lower()
    assert not game.moves


def test_after_an_undo_the_news_is_told_again() -> None:
    _, text, _ = type_in(
        new_game(), "march FR-2-I1 binche", "undo", "march FR-2-I1 binche", "quit", "no"
    )
    assert text.count("marches from Solre-sur-Sambre to Binche") == 2


def test_why_gives_reason_and_rule() -> None:
    _, text, _ = type_in(new_game(), "why march FR-2-I1 brussels", "why march FR-2-I1 binche")
    assert "Not allowed: no road joins Solre-sur-Sambre and Brussels (rule 5.1)." in text
    assert "It is allowed." in text
    _, text, _ = type_in(new_game(), "why march PR-B ligny", "why 25", "why 1")
    assert "is not under your command" in text
    assert "It is allowed." in text
    assert "That is a unit; ask about an action." in text


# --- free set-up


def test_rest_places_all_others_where_history_had_them() -> None:
    game = new_game("free")
    _, text, _ = type_in(game, "place AD-W ghent", "rest", "end", "rest")
    assert "Or type rest" in text
    assert game.where("AD-W") == "ghent"
    assert game.where("PR-B") == "namur"
    assert game.where("FR-N") == "beaumont"
    assert game.stage == "setup"
    type_in(game, "end", "quit", "no")
    assert game.turn == 1


def test_rest_finds_another_town_where_history_is_full() -> None:
    game = new_game("free")
    units = ("AD-1-I1", "AD-1-I2", "AD-1-I3", "AD-1-A")
    _, text, _ = type_in(game, ", ".join(f"place {unit} brussels" for unit in units), "rest")
    assert "All your units are placed." in text
    assert game.where("AD-W") not in (None, "brussels")


# --- resigning


def test_who_resigns_is_asked_whether_he_means_it() -> None:
    game = new_game()
    _, text, _ = type_in(game, "resign", "resign no")
    assert text.count("If you mean it, type: resign yes") == 2
    assert "your side loses" in text
    assert game.result is None
    _, text, code = type_in(game, "resign yes", "", "resigned.txt")
    assert code == 0
    assert game.resigned == "french"
    assert "The Allies win the campaign: the French have resigned." in text
    assert "If you mean it" not in text
    kept = load_game(Path("resigned.txt"))
    assert kept.resigned == "french"


def test_an_ally_loses_too() -> None:
    game = new_game("free", 3)
    _, text, _ = type_in(game, "resign", "resign yes")
    assert "your side, your ally's too, loses" in text
    assert game.result is not None and game.result.winner == "french"


def test_to_resign_is_something_to_save(tmp_path: Path) -> None:
    _, text, _ = type_in(new_game(), "save before.txt", "resign yes", "", "no")
    assert "Save the record?" in text
    assert load_game(tmp_path / "before.txt").result is None


# --- saving


def test_save_and_load(tmp_path: Path) -> None:
    game = new_game()
    _, text, code = type_in(game, "1-6 binche", "forced", "save first.txt", "quit")
    assert code == 0
    assert "Saved in first.txt" in text
    assert "Save first?" not in text
    again = load_game(tmp_path / "first.txt", SeededDice(1))
    assert again.position() == game.position()
    table, text, _ = type_in(again, "undo", "save first.txt", "no", "save first.txt", "yes")
    assert "Not saved." in text
    assert table.is_saved
    assert len(load_game(tmp_path / "first.txt").moves) == 6


def test_a_save_that_fails_says_so() -> None:
    _, text, code = type_in(new_game(), "save no-such-folder/game.txt", "save \0", "quit")
    assert "Not saved: cannot write" in text
    assert code == 0


def test_quit_offers_to_save(tmp_path: Path) -> None:
    _, text, code = type_in(new_game(), "march FR-2-I1 binche", "quit", "back", "quit", "")
    assert code == 0
    assert text.count("Save first?") == 2
    assert len(load_game(tmp_path / "napoleon-game-1.txt").moves) == 1
    _, _, code = type_in(new_game(), "march FR-2-I1 binche", "quit", "other.txt")
    assert len(load_game(tmp_path / "other.txt").moves) == 1
    _, _, code = type_in(new_game(), "march FR-2-I1 binche", "quit", "no")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["napoleon-game-1.txt", "other.txt"]


def test_end_of_input_saves(tmp_path: Path) -> None:
    _, text, code = type_in(new_game(), "march FR-2-I1 binche")
    assert code == 0
    assert f"The game is saved in {tmp_path / 'napoleon-game-1.txt'}" in text
    assert len(load_game(tmp_path / "napoleon-game-1.txt").moves) == 1
    _, text, _ = type_in(new_game(), "march FR-2-I1 binche", "save mine.txt", "end")
    assert "The game is saved in mine.txt" in text
    assert len(load_game(tmp_path / "mine.txt").moves) == 3


def test_nothing_played_is_nothing_to_save(tmp_path: Path) -> None:
    _, text, code = type_in(new_game())
    assert code == 0
    assert "Nothing had to be saved." in text
    assert list(tmp_path.iterdir()) == []


def test_control_c_saves(tmp_path: Path) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    game = new_game()
    screen = Screen()
    source = Interrupted("\nmarch FR-2-I1 binche\n")
    assert HotSeat(game, Console(source, screen)).run() == 0
    assert "The game is saved in" in screen.text
    assert len(load_game(tmp_path / "napoleon-game-1.txt").moves) == 1


def test_a_game_that_cannot_be_saved_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", refuse)
    _, text, code = type_in(new_game(), "march FR-2-I1 binche")
    assert code == 1
    assert "The game could not be saved: cannot write" in text
    assert "No space left on device" in text


def test_a_mistake_of_ours_saves_the_game(tmp_path: Path) -> None:
    class Broken(RandomPlayer):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            if self.answers == 20:
                raise RuntimeError("a mistake of ours")
            return super().readline()

    screen = Screen()
    game = new_game()
    with pytest.raises(RuntimeError):
        HotSeat(game, Console(Broken(screen, 1), screen)).run()
    assert "please report it with this file" in screen.text
    assert len(load_game(tmp_path / "napoleon-game-1.txt").moves) == len(game.moves) > 0


def test_at_the_end_the_record_can_be_kept(tmp_path: Path) -> None:
    class Keeper(RandomPlayer):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            is_last = "Save the record?" in "".join(self.screen.parts[-1:])
            return "whole.txt\n" if is_last else super().readline()

    screen = Screen()
    game = new_game()
    assert HotSeat(game, Console(Keeper(screen, 3), screen)).run() == 0
    kept = load_game(tmp_path / "whole.txt")
    assert kept.result is not None
    _, text, code = type_in(kept)
    assert code == 0
    assert "have won" in text
    assert "Save the record?" not in text
