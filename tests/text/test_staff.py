"""Computers at the terminal: in seats, as staff, and what they say of odds."""

import io
import re

import pytest
from tests.text.playing import CHARLEROI, Screen, at

from napoleon import cli
from napoleon.ai.advice.odds import honest
from napoleon.ai.advice.weighing import weigh
from napoleon.rules import Game, Options, Seat, SeededDice
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.text import Console, HotSeat, TextStaff
from napoleon.text.staff import PURE

CHANCE = re.compile(r"in about (\d+) of 100 cases")


def play(game: Game, levels: dict[str, str], *lines: str) -> tuple[Game, str]:
    """Type these lines against computers."""
    screen = Screen()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    staff = TextStaff(levels, 5)
    HotSeat(game, Console(source, screen), has_curtain=False, staff=staff).run()
    return game, screen.text


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))


def test_a_computer_answers() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(7))
    _, text = play(game, {"allied": "officer"}, "end", "end")
    assert "The Allies: the computer, level officer." in text
    assert game.turn >= 3, "the Allies have marched, and it is the French again"
    assert str(game.to_act[0]) == "french"
    assert "Hand over" not in text


def test_two_computers_play_to_the_end() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(7))
    _, text = play(game, {"french": "recruit", "allied": "officer"})
    assert game.result is not None
    assert "The game is over" in text


def test_advice_can_be_followed_and_has_a_reason() -> None:
    game = at(
        "turn 7; charleroi: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-C1; ligny: PR-1-I1; ghent: AD-W"
    )
    staff = TextStaff({}, 5)
    first, reason = staff.advise(game, Seat.FRENCH)
    assert first.startswith("  The staff: ")
    assert reason.strip() and "{" not in reason
    _, text = play(game, {}, "advice")
    assert first.strip() in text


def test_advice_after_something_was_taken_back() -> None:
    game = at("turn 7; charleroi: FR-1-I1 FR-1-I2 FR-2-I1; ligny: PR-1-I1; ghent: AD-W")
    staff = TextStaff({}, 5)
    before = staff.advise(game, Seat.FRENCH)
    game.play("french", "march FR-1-I1 thuin")
    staff.advise(game, Seat.FRENCH)
    game.undo("french")
    assert staff.advise(game, Seat.FRENCH) == before


def test_odds_of_a_battle_are_those_that_were_reckoned() -> None:
    game = at(CHARLEROI)
    staff = TextStaff({}, 5)
    for seat in (Seat.FRENCH, Seat.ALLIED):
        lines = staff.weigh(game, seat, "")
        found = CHANCE.search(lines[0])
        assert found is not None, lines
        reckoned = weigh(game, seat, TOWN_IDS.index("charleroi"), 0, 5)
        win = reckoned.attacker_wins if seat == Seat.FRENCH else 1.0 - reckoned.attacker_wins
        assert int(found[1]) == round(100 * win)
        assert reckoned.attacker_wins == honest(reckoned.raw)


def test_odds_of_an_attack_before_it_is_made() -> None:
    many = "charleroi: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-C1 FR-G-I; ghent: AD-W"
    game = at(f"turn 7; {many}; ligny: PR-1-I1/1 PR-1-I2/1 PR-1-A/1")
    lines = TextStaff({}, 5).weigh(game, Seat.FRENCH, "ligny")
    found = CHANCE.search(lines[0])
    assert found is not None, lines
    assert int(found[1]) > 80
    assert "If all of yours" in lines[0]


def test_odds_where_there_are_none() -> None:
    game = at("turn 7; charleroi: FR-1-I1; ligny: PR-1-I1; ghent: AD-W")
    staff = TextStaff({}, 5)
    assert "Name a town" in staff.weigh(game, Seat.FRENCH, "")[0]
    assert "Name a town" in staff.weigh(game, Seat.FRENCH, "nowhere")[0]
    assert "No enemy" in staff.weigh(game, Seat.FRENCH, "charleroi")[0]
    assert "cannot attack" in staff.weigh(game, Seat.ALLIED, "charleroi")[0]


def test_an_emperor_says_if_he_has_less_time() -> None:
    told = TextStaff({"french": "emperor"}, 5).introduce()
    assert told[0] == "The French: the computer, level emperor."
    assert (PURE in told) == (not cli_is_compiled())
    assert PURE not in TextStaff({"french": "officer"}, 5).introduce()


def cli_is_compiled() -> bool:
    from napoleon.ai import opponents

    return not opponents.__file__.endswith(".py")


def test_seats_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    words = ["play", "--text", "--french", "officer", "--allied", "recruit", "--seed", "3"]
    assert cli.main(words) == 0
    assert "The game is over" in capsys.readouterr().out
    for wrong in (
        ["play", "--french", "officer"],
        ["play", "--text", "--prussian", "officer"],
        ["play", "--text", "--french", "corporal"],
    ):
        with pytest.raises(SystemExit):
            cli.main(wrong)
        assert "expected" in (told := capsys.readouterr().err) or "--" in told
