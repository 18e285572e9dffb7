"""Scenario files: what they say, and what is said of those that are wrong (docs/scenarios.md)."""

import re
from pathlib import Path

import pytest

from napoleon.rules import Game, Options, SeededDice
from napoleon.rules.board.calendar import TURNS
from napoleon.rules.board.towns import BATTLE_LIMIT, ROAD_BETWEEN, TOWN_IDS
from napoleon.scenarios import SHIPPED
from napoleon.scenarios.library import ENDING, begin, find, read_file, shipped
from napoleon.scenarios.reading import LANGUAGES, Scenario, ScenarioError, parse_scenario

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "src" / "napoleon" / "rules" / "data" / "scenarios"
DOCS = ROOT / "docs" / "scenarios.md"

GOOD = """\
# Two battalions
napoleon-scenario 1
minutes: 10

[position]
turn 5
ligny: FR-1-I1
wavre: PR-1-I1
aim french ligny until 7

[en]
title: Small
summary: A very small one,
  told on two lines.
"""


def problem(text: str) -> ScenarioError:
    """What is said of a file."""
    with pytest.raises(ScenarioError) as wrong:
        parse_scenario("mine.txt", "mine", text)
    return wrong.value


# --- what a file says


def test_a_scenario_is_read_from_its_file() -> None:
    """Minutes, position and texts; a text may go on in indented lines."""
    scenario = parse_scenario("mine.txt", "mine", GOOD)
    assert scenario.minutes == 10
    assert scenario.text("en").summary == "A very small one, told on two lines."
    assert scenario.text("nl") == scenario.text("en")
    assert scenario.players == (2,)
    game = Game.from_position(scenario.start(Options(2, "hidden")))
    assert game.options == Options(2, "hidden")
    assert game.turn == 5


def test_a_scenario_with_all_armies_can_be_played_by_three() -> None:
    """Without one of the Allied armies its player would have nothing to do."""
    scenario = parse_scenario("m", "m", GOOD.replace("PR-1-I1", "PR-1-I1 AD-1-I1"))
    assert scenario.players == (2, 3)
    assert [str(seat) for seat in Game.from_position(scenario.start(Options(3))).seats] == [
        "french",
        "anglo-dutch",
        "prussian",
    ]


def test_the_file_of_the_docs_can_be_played() -> None:
    """The example is a whole file, and nothing is wrong with it."""
    found = re.search(r"```\n(napoleon-scenario 1\n.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert found is not None
    scenario = parse_scenario("docs/scenarios.md", "example", found[1])
    assert Game.from_position(scenario.start(Options())).to_act


# --- what is wrong with a file

WRONG = [
    ("", 0, "expected 'napoleon-scenario 1' at the top, but the file is empty"),
    ("hello", 1, "expected 'napoleon-scenario 1' at the top, got 'hello'"),
    (GOOD.replace("scenario 1", "scenario 2"), 2, "expected 'napoleon-scenario 1' at the top"),
    (GOOD.replace("minutes: 10", "minutes: many"), 3, "expected minutes from 1 to 600"),
    (GOOD.replace("minutes: 10", "length: 10"), 3, "expected 'minutes:'"),
    (GOOD.replace("[position]", "[pos]"), 5, "expected a heading ([position], [en]"),
    (GOOD.replace("[position]", "[position"), 5, "expected a heading"),
    (GOOD + "[en]\n", 15, "[en] stands here again, first on line 11"),
    (GOOD.replace("turn 5", "turn 25"), 6, "expected a turn from 1 to 23, got 25 (rule 1)"),
    (GOOD.replace("FR-1-I1", "FR-9-I1"), 7, "FR-9-I1"),
    (GOOD.replace("wavre:", "atlantis:"), 8, "expected the name of a town, got 'atlantis'"),
    (GOOD.replace("wavre:", "ligny:"), 5, "there must be a battle"),
    (GOOD.replace("until 7", "until 4"), 9, "the aim is for turn 4, but this is turn 5"),
    (GOOD.replace("french ligny", "french atlantis"), 9, "atlantis"),
    (GOOD.replace("aim french ligny until 7\n", ""), 5, "there is no aim, such as 'aim french"),
    (GOOD.replace("turn 5", "players 2"), 6, "'players' is agreed when a game is made"),
    (GOOD.replace("turn 5", "turn 5; visibility open"), 6, "'visibility' is agreed when a game"),
    (GOOD.replace("wavre: PR-1-I1\n", ""), 5, "there are no allied units"),
    (GOOD.replace("turn 5", "turn 7; over french 0"), 5, "the game would be over before anybody"),
    (GOOD.partition("[en]")[0], 0, "there are no texts in it: expected [en], or another language"),
    (GOOD.replace("[position]\n", "").replace("turn 5\n", ""), 5, "expected 'minutes:'"),
    ("napoleon-scenario 1\n[en]\ntitle: x\nsummary: y\n", 0, "there is no [position] in it"),
    (GOOD.replace("title: Small\n", ""), 11, "there is no 'title:' in [en]"),
    (GOOD.partition("summary")[0], 11, "there is no 'summary:' in [en]"),
    (GOOD + "[nl]\ntitle: Klein\n", 15, "there is no 'summary:' in [nl]"),
    (GOOD.replace("title: Small", "title:"), 12, "there is nothing behind 'title:'"),
    (GOOD.replace("title: Small", "name: Small"), 12, "expected 'title:', 'when:', 'summary:'"),
    (GOOD.replace("title: Small", "title: Small\ntitle: x"), 13, "for the second time in [en]"),
    (GOOD.replace("Small", "S" * 61), 12, "a title has at most 60 letters, this one 61"),
    (GOOD.replace("title: Small", "  title: Small"), 12, "there is none above it"),
    (GOOD + "#" * 100_000, 0, "the file is too long for a scenario"),
]


@pytest.mark.parametrize(("text", "line", "reason"), WRONG)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, reason: str) -> None:
    """The file, the line where there is one, and the reason in words."""
    wrong = problem(text)
    assert reason in wrong.reason
    assert wrong.line == line
    assert str(wrong) == (f"mine.txt, line {line}: " if line else "mine.txt: ") + wrong.reason


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """No file, a folder, no text."""
    noise = tmp_path / "noise.txt"
    noise.write_bytes(b"\xff\xfe\xfa")
    for path in (tmp_path / "nowhere.txt", tmp_path, noise):
        with pytest.raises(ScenarioError, match="cannot be read: ") as wrong:
            find(str(path))
        assert str(path) in str(wrong.value)


def test_a_file_never_takes_the_name_of_one_of_ours(tmp_path: Path) -> None:
    """Its id is its name, in plain letters; ours keep theirs."""
    for name, expected in (("Mont St Jean!", "mont-st-jean"), ("ligny", "own-ligny"), ("é", "own")):
        path = tmp_path / f"{name}.txt"
        path.write_text(GOOD, "utf-8")
        assert read_file(path).id == expected
    assert find("ligny").minutes == shipped()["ligny"].minutes


# --- ours


def test_all_files_are_offered() -> None:
    """None lies about unused, and none is missing."""
    assert sorted(path.name for path in DATA.iterdir()) == sorted(name + ENDING for name in SHIPPED)
    assert tuple(shipped()) == SHIPPED


@pytest.mark.parametrize("scenario", shipped().values(), ids=SHIPPED)
def test_ours_have_all_texts_in_all_languages(scenario: Scenario) -> None:
    """With their sources."""
    assert tuple(scenario.texts) == LANGUAGES
    for words in scenario.texts.values():
        assert all([words.title, words.when, words.summary, words.history, words.sources])


@pytest.mark.parametrize("scenario", shipped().values(), ids=SHIPPED)
def test_ours_end_on_the_day_that_they_tell_of(scenario: Scenario) -> None:
    """The last day of the heading is the day of the last turn."""
    aim = Game.from_position(scenario.position).view(None).aim
    assert aim is not None
    for words in scenario.texts.values():
        days = [int(day) for day in re.findall(r"\b\d\d?\b", words.when) if int(day) < 32]
        assert days[-1] == int(TURNS[aim.until - 1].date[-2:])


@pytest.mark.parametrize("name", SHIPPED[:4])
def test_a_battle_begins_at_once_and_help_is_at_hand(name: str) -> None:
    """Nobody marches first, and whoever is not in the town can come in time."""
    game = begin(name, Options(), SeededDice(1))
    assert game.stage == "draw"
    assert game.town is not None
    aim = game.view(None).aim
    assert aim is not None
    assert (aim.town, aim.until) == (game.town, game.turn)
    for seat in ("french", "allied"):
        units = game.view(seat).units
        assert sum(unit.town == game.town for unit in units) >= 3
        for unit in units:
            assert unit.town is not None
            if unit.town != game.town:
                road = ROAD_BETWEEN[TOWN_IDS.index(unit.town)][TOWN_IDS.index(game.town)]
                assert BATTLE_LIMIT[road]


def test_the_short_campaign_begins_as_the_long_one() -> None:
    """Four days: the historical set-up, and nobody has marched."""
    short = begin("four-days", Options(), SeededDice(1))
    long = begin("historical", Options(), SeededDice(1))
    for seat in ("french", "allied"):
        assert short.view(seat).as_dict()["units"] == long.view(seat).as_dict()["units"]
    assert list(short.legal("french")) == list(long.legal("french"))
