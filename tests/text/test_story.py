"""The story of a finished game at the terminal: chances, costly decisions, and the dice."""

import io
from pathlib import Path

import pytest
from tests.text.playing import Screen, at, type_in

from napoleon.ai.advice.account import FORCED_MARCHES, HITS, MORALE, Chance, Choice, Story
from napoleon.ai.advice.battle_choices import BattleChoice
from napoleon.ai.campaign.orders import Order
from napoleon.rules import Action, Game, Options, SeededDice
from napoleon.rules.board.tables import LAID
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.engine.state import NOWHERE
from napoleon.scenarios.library import find
from napoleon.text import Console, HotSeat, TextStaff
from napoleon.text.story import format_chances, format_decisions, format_luck

LIGNY = TOWN_IDS.index("ligny")
SEATS = ("french", "allied")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def story_of(*points: tuple[int, int, int, float], winner: str = "french") -> Story:
    """A story with chances of the French: turn, round, actions before it, and the chance."""
    story = Story()
    for turn, number, move, chance in points:
        story.chances.append(Chance(turn, "french", chance, move, number))
        story.chances.append(Chance(turn, "allied", 1.0 - chance, move, number))
    for seat in SEATS:
        last = Chance(points[-1][0], seat, float(seat == winner), 99)
        last.is_end = True
        story.chances.append(last)
    return story


def marches(turn: int, move: int, taken: float, advised: float) -> Choice:
    choice = Choice(turn, "french", move)
    choice.taken, choice.advised = taken, advised
    return choice


def test_chances_have_a_line_for_each_turn_and_the_end() -> None:
    heads, *lines = format_chances(story_of((1, 0, 0, 0.25), (2, 0, 30, 0.5)), 100)
    assert heads.split() == ["French", "Allies"]
    assert lines[0].startswith("  Turn 1: 15 June, first turn, French ")
    assert lines[1].startswith("  Turn 2: ")
    assert lines[2].startswith("  The end ")
    assert len(lines) == 3
    assert "  25 % |#####...............|" in lines[0]
    assert "  75 % |###############.....|" in lines[0]
    assert " 100 % |####################|" in lines[2]
    assert "   0 % |....................|" in lines[2]
    assert all(len(line) <= 100 for line in lines)


def test_in_a_single_battle_chances_are_told_by_round() -> None:
    lines = format_chances(story_of((5, 1, 3, 0.5), (5, 1, 7, 0.6), (5, 2, 12, 0.7)), 100)
    assert [line[:18].strip() for line in lines[1:]] == [
        "Turn 5, round 1",
        "then",
        "Turn 5, round 2",
        "The end",
    ]


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_a_narrow_terminal_has_figures_without_bars(width: int) -> None:
    lines = format_chances(story_of((5, 1, 3, 0.5), (5, 1, 7, 0.6)), width)
    assert all(len(line) <= width for line in lines)
    assert "  50 %" in lines[1]
    assert ("|" in lines[1]) == (width > 40)


def test_chances_name_the_decisions_that_followed() -> None:
    story = story_of((1, 0, 0, 0.25), (2, 0, 30, 0.5))
    story.choices = [marches(2, 30, 0.3, 0.5), marches(1, 0, 0.3, 0.4), marches(2, 40, 0.4, 0.45)]
    lines = format_chances(story, 100)
    assert lines[1].endswith(" <- 2")
    assert lines[2].endswith(" <- 1, 3")
    assert "<-" not in lines[3]


def test_marches_are_told_as_units_and_towns() -> None:
    story = Story()
    choice = marches(4, 50, 0.31, 0.44)
    choice.marched = [Order(0b11111, 0, [LIGNY], False), Order(0b1, 0, [1, LIGNY], True)]
    # One unit of one group and one of another go there alike.
    choice.advice = [Order(0b1, 0, [LIGNY], False), Order(0b10, 1, [LIGNY], False)]
    story.choices = [choice]
    assert format_decisions(story) == [
        "  1. Turn 4 (16 June, first turn, Allied). The French: a chance to win of 31 % instead of "
        "44 %.",
        "     Sent: 5 units to Ligny, 1 unit by forced march to Ligny.",
        "     The staff would have sent 2 units to Ligny.",
        "     Before it: napoleon replay FILE --to 50 --seat french",
    ]
    story.choices = [marches(4, 50, 0.31, 0.44)]
    assert format_decisions(story)[1:] == [
        "     Nobody marched.",
        "     The staff would have marched nowhere.",
        "     Before it: napoleon replay FILE --to 50 --seat french",
    ]


def test_battles_are_told_as_actions() -> None:
    story = Story()
    choice = BattleChoice(5, "allied", 0b110, LIGNY, 20, False)
    choice.done = [Action.parse("move PR-1-I1 left").code]
    choice.instead = [Action.parse("fire PR-1-I1").code]
    choice.taken, choice.advised = 0.5, 0.6
    story.fights = [choice]
    lines = format_decisions(story)
    assert lines[0].endswith("The Allies: a chance to win of 50 % instead of 60 %.")
    assert lines[1].startswith("     In battle at Ligny: Move I Corps inf ")
    assert lines[1].endswith(" to the left.")
    assert lines[2].startswith("     The staff: Fire with I Corps inf ")


def test_no_more_than_five_decisions_the_costliest_first() -> None:
    story = Story()
    story.choices = [marches(turn, turn, 0.5, 0.5 + turn / 100) for turn in range(1, 8)]
    heads = [line for line in format_decisions(story) if "instead of" in line]
    assert [line.split()[2] for line in heads] == ["7", "6", "5", "4", "3"]
    assert format_decisions(Story()) == [
        "  Nobody gave anything away, as far as the staff can see."
    ]


def test_luck_is_told_by_side() -> None:
    story = Story()
    story.luck(HITS, 0, 5, LIGNY, 9).take_in(12, 1 / 3, 7)
    story.luck(MORALE, 1, 5, LIGNY, 9).take_in(1, 0.5, 1)
    story.luck(FORCED_MARCHES, 1, 6, NOWHERE, 30).take_in(8, 0.5, 7)
    assert format_luck(story) == [
        "  Hits rolled",
        "    French:  7; 4.0 could be expected of 12 dice",
        "    Allies:  no dice",
        "  Strength lost on forced marches",
        "    French:  no dice",
        "    Allies:  7; 4.0 could be expected of 8 dice",
        "  Units that lost heart",
        "    French:  no dice",
        "    Allies:  1; 0.5 could be expected of 1 die",
        "  Where luck told most",
        "    Turn 6: bad luck of the Allies. Strength lost on forced marches: 7; 4.0 could be "
        "expected of 8 dice",
        "      Before it: napoleon replay FILE --to 30",
        "    Turn 5, Ligny: good luck of the French. Hits rolled: 7; 4.0 could be expected of 12 "
        "dice",
        "      Before it: napoleon replay FILE --to 9",
    ]


def test_after_a_battle_its_story_is_told() -> None:
    game = Game.from_position(
        find("quatre-bras").start(Options(2, "open"), LAID.default), SeededDice(7)
    )
    screen = Screen()
    staff = TextStaff({"french": "recruit", "allied": "officer"}, 3)
    console = Console(io.StringIO("what\nstory\nno\n"), screen)
    assert HotSeat(game, console, has_curtain=False, staff=staff).run() == 0
    closing, _, told = screen.text.partition("The staff reads the whole game again")
    assert closing.count("Type story for the story of the game") == 2
    assert closing.count("type story, or press Enter to go on") == 1
    chances, _, rest = told.partition("The costliest decisions")
    assert "Turn 5, round 1" in chances
    assert "The end" in chances
    assert game.result is not None
    assert "Hits rolled" in rest.partition("Luck with the dice")[2]
    assert all(len(line) <= 100 for line in told.splitlines()[1:] if "Save the record?" not in line)


def test_the_story_waits_for_the_end() -> None:
    _, text, _ = type_in(at("turn 7; charleroi: FR-1-I1; ligny: PR-1-I1; ghent: AD-W"), "story")
    assert "The story of the game is told when it is over." in text


def test_a_game_without_a_story_says_so() -> None:
    game = at("turn 7; charleroi: FR-1-I1; ligny: PR-1-I1; ghent: AD-W")
    game.resign("french")
    assert format_chances(story_of((1, 0, 0, 0.5)), 100)[1].startswith("  Turn 1")
    only_end = Story()
    last = Chance(7, "french", 0.0, 0)
    last.is_end = True
    only_end.chances = [last]
    assert format_chances(only_end, 100) == ["  The game was over before anything could be told."]
