"""Computers at the terminal: in seats, as staff, and what they say of odds."""

import io
import re
import shlex
from pathlib import Path

import pytest
from tests.text.playing import CHARLEROI, Screen, at

from napoleon import cli
from napoleon.ai.advice.odds import honest
from napoleon.ai.advice.weighing import weigh
from napoleon.ai.opponents import Decision
from napoleon.rules import Action, Game, Options, Seat, SeededDice
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import UNIT_IDS, members
from napoleon.text import Console, HotSeat, TextStaff, load_game
from napoleon.text.attack import find_attack, weigh_attack
from napoleon.text.staff import ASIDE, PURE

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
        reckoned = weigh(game, seat, TOWN_IDS.index("charleroi"), 0, 5 + ASIDE)
        win = reckoned.attacker_wins if seat == Seat.FRENCH else 1.0 - reckoned.attacker_wins
        assert int(found[1]) == round(100 * win)
        assert reckoned.attacker_wins == honest(reckoned.raw)


def test_advice_and_odds_tell_the_same_of_a_fight() -> None:
    """Both are asked in one position: in plain Python the advice plays fewer fights out."""
    game = at(CHARLEROI)
    for seat in game.to_act:
        staff = TextStaff({}, 5)
        found = CHANCE.search(staff.weigh(game, seat, "")[0])
        told = re.search(
            r"Charleroi is ours in the end in (\d+) % of cases", staff.advise(game, seat)[1]
        )
        assert found is not None and told is not None
        assert abs(int(found[1]) - int(told[1])) <= (1 if cli_is_compiled() else 12)


def test_odds_tell_of_the_end_of_an_army() -> None:
    many = "charleroi: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-C1 FR-G-I; ghent: AD-W; liege: PR-4-I1"
    near = at(f"turn 7; {many}; ligny: PR-1-I1/1 PR-1-I2/1 PR-1-A/1; lost: prussian 8")
    lines = TextStaff({}, 5).weigh(near, Seat.FRENCH, "ligny")
    assert re.fullmatch(r"  In \d+ % of cases that is the end of the Prussian army\.", lines[-1])
    far = at(f"turn 7; {many}; ligny: PR-1-I1/1 PR-1-I2/1 PR-1-A/1")
    assert not any(
        "the end of" in line for line in TextStaff({}, 5).weigh(far, Seat.FRENCH, "ligny")
    )


def test_odds_of_an_attack_before_it_is_made() -> None:
    many = "charleroi: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-C1 FR-G-I; ghent: AD-W"
    game = at(f"turn 7; {many}; ligny: PR-1-I1/1 PR-1-I2/1 PR-1-A/1")
    who, lines, *_ = TextStaff({}, 5).weigh(game, Seat.FRENCH, "ligny")
    assert who == "  6 of your units could attack Ligny this turn."
    found = CHANCE.search(lines)
    assert found is not None, lines
    assert int(found[1]) > 80
    assert "If all of these attack" in lines


def test_odds_where_there_are_none() -> None:
    game = at("turn 7; charleroi: FR-1-I1; ligny: PR-1-I1; ghent: AD-W")
    staff = TextStaff({}, 5)
    assert "Name a town" in staff.weigh(game, Seat.FRENCH, "")[0]
    assert "Name a town" in staff.weigh(game, Seat.FRENCH, "nowhere")[0]
    assert "No enemy" in staff.weigh(game, Seat.FRENCH, "charleroi")[0]
    assert "cannot attack" in staff.weigh(game, Seat.ALLIED, "charleroi")[0]


# --- who could attack


def could_attack(position: str, town: str) -> str:
    return TextStaff({}, 5).weigh(at(position), Seat.FRENCH, town)[0].strip()


def test_horse_rides_two_towns_where_foot_needs_a_forced_march() -> None:
    far = "turn 7; beaumont: FR-C1 FR-1-I1; charleroi: PR-1-I1; ghent: AD-W"
    told = could_attack(far, "charleroi")
    assert told == (
        "2 of your units could attack Charleroi this turn, 1 of them only by forced march."
    )
    lines = TextStaff({}, 5).weigh(at(far), Seat.FRENCH, "charleroi")
    assert "strength that forced marches may cost is counted in" in lines[-1]


def test_who_comes_goes_through_towns_free_of_enemies() -> None:
    # Thuin is barred: horse alone comes round by Philippeville and Laneffe.
    barred = "turn 7; beaumont: FR-C1 FR-1-I1; thuin: PR-2-I1; charleroi: PR-1-I1; ghent: AD-W"
    told = could_attack(barred, "charleroi")
    assert told == "1 of your units could attack Charleroi this turn, only by forced march."
    barred = barred.replace("thuin:", "laneffe: PR-2-I2; binche: PR-2-A; thuin:")
    assert could_attack(barred, "charleroi") == (
        "None of your units can attack Charleroi this turn."
    )


def test_nobody_attacks_by_night() -> None:
    night = "turn 3; charleroi: FR-C1 FR-1-I1; ligny: PR-1-I1; ghent: AD-W"
    assert could_attack(night, "ligny") == ("You cannot attack there now: it is night (rule 5.7).")


def test_only_groups_that_may_attack_together_are_counted() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(7))
    told = TextStaff({}, 5).weigh(game, Seat.FRENCH, "nivelles")[0].strip()
    assert told == (
        "10 of your units could reach Nivelles this turn; groups and roads let 6 attack together "
        "(rules 5.1 to 5.5), all of them only by forced march."
    )


def test_whoever_is_counted_can_really_march() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(7))
    attack = find_attack(game, "french", TOWN_IDS.index("mons"))
    units = [UNIT_IDS[unit] for unit in members(attack.units)]
    forced = [UNIT_IDS[unit] for unit in members(attack.forced)]
    assert forced and len(forced) < len(units)
    for number, way in attack.ways.items():
        for town in way[:-1] if UNIT_IDS[number] in forced else way:
            game.play("french", f"march {UNIT_IDS[number]} {TOWN_IDS[town]}")
    game.play("french", "end")
    assert game.stage == "force"
    # Before the forced marches are made those who can make them are still counted.
    assert find_attack(game, "french", TOWN_IDS.index("mons")).units == attack.units
    for unit in forced:
        game.play("french", f"force {unit} mons")
    assert {game.where(unit) for unit in units} == {"mons"}


def test_forced_marches_cost_something_before_the_fight() -> None:
    many = "beaumont: FR-1-I1/2 FR-1-I2/2 FR-2-I1/2"
    game = at(f"turn 7; {many}; charleroi: PR-1-C PR-1-I1; ghent: AD-W")
    attack = find_attack(game, "french", TOWN_IDS.index("charleroi"))
    assert attack.forced == attack.units
    tired = weigh_attack(game, "french", attack, 5)
    attack.forced = 0
    fresh = weigh_attack(game, "french", attack, 5)
    assert tired.attacker_wins < fresh.attacker_wins


# --- doing what the staff advises


MARCHES = "turn 7; charleroi: FR-1-I1 FR-1-I2 FR-2-I1; ligny: PR-1-I1; ghent: AD-W"


@pytest.mark.parametrize("word", ["advice", "advise", "hint"])
def test_advice_has_several_names(word: str) -> None:
    _, text = play(at(MARCHES), {}, word)
    assert text.count("  The staff: ") == 1
    assert "Type do to carry it out." in text


def test_who_waits_is_told_that_the_staff_is_at_work() -> None:
    """Once for each time that it is: not for what is known, nor for what cannot be reckoned."""
    _, text = play(at(MARCHES), {}, "advice", "advice", "odds", "odds ligny")
    assert text.count("The staff thinks...") == 1
    assert text.count("The staff reckons...") == 1
    assert text.index("The staff reckons...") < text.index("If all of these attack")


def test_advice_is_the_same_when_it_is_asked_for_twice() -> None:
    game = at(MARCHES)
    staff = TextStaff({}, 5)
    assert staff.advise(game, Seat.FRENCH) == staff.advise(game, Seat.FRENCH)


@pytest.mark.parametrize("word", ["do", "yes"])
def test_advice_is_carried_out(word: str) -> None:
    game = at(CHARLEROI)
    staff = TextStaff({}, 5)
    staff.advise(game, Seat.FRENCH)
    advised = staff.advised(game, Seat.FRENCH)
    play(game, {}, "advice", word)
    assert [str(move.action) for move in game.moves[:1]] == [str(advised[0])]


class Decided:
    """A staff that has made up its mind."""

    def __init__(self, *_: object) -> None:
        self.read_events = 0

    def choose(self, game: Game, is_explained: bool = False) -> Decision:
        assert is_explained
        codes = [
            Action.parse(f"march {unit} ligny").code for unit in ("FR-1-I1", "FR-1-I2", "FR-2-I1")
        ]
        return Decision(codes[0], along=codes[1:])


def test_all_who_go_the_same_way_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("napoleon.text.staff.SeatedOpponent", Decided)
    game, text = play(at(MARCHES), {}, "advice", "do")
    assert "The staff: March 3 units to Ligny: FR-1-I1, FR-1-I2, FR-2-I1." in text
    assert [game.where(unit) for unit in ("FR-1-I1", "FR-1-I2", "FR-2-I1")] == ["ligny"] * 3


def test_what_was_not_advised_here_is_not_carried_out() -> None:
    game, text = play(at(MARCHES), {}, "do")
    assert "The staff has advised nothing yet: type advice first." in text
    assert not game.moves
    game, text = play(at(MARCHES), {}, "advice", "march FR-1-I1 thuin", "do")
    assert "The position has changed since the staff was asked: type advice again." in text
    assert [str(move.action) for move in game.moves] == ["march FR-1-I1 thuin"]
    # What was taken back is as it was.
    game, text = play(at(MARCHES), {}, "advice", "march FR-1-I1 thuin", "undo", "do")
    assert "The position has changed" not in text
    assert game.moves


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


# --- going on


def command_in(text: str) -> list[str]:
    """The words of the command line that goes on with a game."""
    line = next(line for line in text.splitlines() if line.startswith("Go on with: napoleon "))
    return shlex.split(line.removeprefix("Go on with: napoleon "))


@pytest.mark.parametrize("last", [["quit", "my game.txt"], ["save my game.txt"]])
def test_a_game_goes_on_with_the_same_computers(
    last: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["march FR-2-I1 binche", *last]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    words = ["play", "--text", "--allied", "officer", "--seed", "3", "--no-curtain"]
    assert cli.main(words) == 0
    text = capsys.readouterr().out
    again = command_in(text)
    assert again == [
        *["play", "--text", "--load", "my game.txt"],
        *["--allied", "officer", "--no-curtain"],
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("end\nquit\nlater.txt\n"))
    assert cli.main(again) == 0
    text = capsys.readouterr().out
    assert "The Allies: the computer, level officer." in text
    seats = {str(move.seat) for move in load_game(Path("later.txt")).moves}
    assert seats == {"french", "allied"}, "the Allies have played by themselves"
    assert command_in(text)[3:6] == ["later.txt", "--allied", "officer"]


def test_a_game_that_ends_with_the_input_names_the_computers() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(7))
    _, text = play(game, {"allied": "officer"}, "march FR-2-I1 binche")
    assert command_in(text)[4:] == ["--allied", "officer"]


def test_a_loaded_game_says_how_to_add_a_computer() -> None:
    def begin(levels: dict[str, str]) -> str:
        screen = Screen()
        table = HotSeat(
            at(MARCHES),
            Console(io.StringIO(), screen),
            has_curtain=False,
            is_loaded=True,
            staff=TextStaff(levels, 5),
        )
        assert table.run() == 0
        return screen.text

    assert "People play all sides." in begin({})
    assert "People play all sides." not in begin({"allied": "recruit"})
