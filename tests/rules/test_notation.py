"""Text, both ways: every action, every position, every example of docs/notation.md."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napoleon.lab.battles import random_battle
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import (
    Action,
    Game,
    MalformedAction,
    PositionError,
    ScriptedDice,
    SeededDice,
)
from napoleon.rules.board.towns import TOWN_IDS, TOWNS
from napoleon.rules.board.units import UNIT_IDS
from napoleon.rules.engine.actions import AREA_NAMES, TERRAIN_NAMES, VERBS
from napoleon.rules.engine.marks import FIGHT_MARKS
from napoleon.rules.notation.records import Replayer

DOCUMENT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")

FIELD = """turn 5
battle charleroi
french left: FR-2-I1; french centre: FR-1-I1; french right: FR-3-I1 FR-H1; french reserve: FR-N
allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-C PR-1-A; allied reserve: PR-B
origins laneffe
"""


def section(title: str) -> str:
    """A section of the document, from its title to the next of its level or higher."""
    level = title.partition(" ")[0]
    after = DOCUMENT.split(f"\n{title}\n", 1)[1]
    return re.split(rf"\n#{{1,{len(level)}}} ", after)[0]


def blocks(text: str) -> list[str]:
    """The indented examples of a section, with their own indentation."""
    found: list[list[str]] = []
    was_inside = False
    for line in text.splitlines():
        is_inside = line.startswith("    ")
        if is_inside:
            if not was_inside:
                found.append([])
            found[-1].append(line[4:])
        was_inside = is_inside
    return ["\n".join(lines) + "\n" for lines in found]


def table(text: str) -> list[list[str]]:
    """The cells of all tables of a section, without their headings."""
    rows = [line.strip().strip("|").split("|") for line in text.splitlines() if line[:1] == "|"]
    return [[cell.strip() for cell in row] for row in rows if "---" not in row[0]]


def quoted(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


# --- actions

_KINDS = {
    "unit": st.sampled_from(UNIT_IDS),
    "optional unit": st.sampled_from(UNIT_IDS),
    "town": st.sampled_from(TOWN_IDS),
    "area": st.sampled_from(AREA_NAMES),
    "terrain": st.sampled_from(TERRAIN_NAMES),
    "number": st.integers(0, 254).map(str),
}


@st.composite
def action_texts(draw: st.DrawFn) -> str:
    """The text of any action, with or without what may be left out."""
    verb = draw(st.sampled_from(VERBS))
    words = [verb.name]
    for kind in verb.operands:
        if kind == "optional unit" and draw(st.booleans()):
            break
        words.append(draw(_KINDS[kind]))
    return " ".join(words)


def malformed(text: str) -> str:
    """What is said of a text that is no action."""
    with pytest.raises(MalformedAction) as caught:
        Action.parse(text)
    return str(caught.value)


@given(action_texts())
def test_an_action_is_read_back_as_itself(text: str) -> None:
    """Text to action and back; an action equals its text, and is found by it in a set."""
    action = Action.parse(text)
    assert str(action) == text
    assert action == text
    assert Action.parse(str(action)) == action
    assert hash(action) == hash(text)
    assert action.verb == text.split(maxsplit=1)[0]


@pytest.mark.parametrize("verb", [verb.name for verb in VERBS])
def test_every_verb_is_documented_and_read(verb: str) -> None:
    """Every verb stands in the table of actions, with operands that the engine takes."""
    usages = [words for row in table(section("## Actions")) for words in quoted(row[0])]
    usages = [words for words in usages if words.split()[0] == verb]
    assert usages
    stand_ins = {
        "UNIT": "FR-2-I1",
        "LEADER": "FR-N",
        "SQUARE": "PR-1-I1",
        "TOWN": "binche",
        "AREA": "left",
        "KIND": "woods",
        "N": "1",
    }
    for usage in usages:
        words = [verb, *(stand_ins[word] for word in usage.split()[1:])]
        assert str(Action.parse(" ".join(words))) == " ".join(words)


def test_no_verb_is_documented_that_does_not_exist() -> None:
    """The table of actions has the verbs of the engine and no others."""
    documented = {
        words.split()[0] for row in table(section("## Actions")) for words in quoted(row[0])
    }
    assert documented == {verb.name for verb in VERBS}


def test_an_action_says_what_it_names() -> None:
    """Unit, town, area and target as ids; None where there is none."""
    march = Action.parse("march fr-2-i1 Bergen")
    assert (march.verb, march.unit, march.town, march.area, march.target, march.rule) == (
        "march",
        "FR-2-I1",
        "mons",
        None,
        None,
        "5.1",
    )
    assert Action.parse("fire FR-2-I1").target is None
    assert Action.parse("fire FR-2-I1 PR-1-I1").target == "PR-1-I1"
    assert Action.parse("shelter FR-N FR-G-I").target == "FR-G-I"
    assert Action.parse("move FR-C1 enemy-left").area == "enemy-left"
    assert Action.parse("end").unit is None


@given(action_texts(), st.randoms(use_true_random=False))
def test_upper_and_lower_case_and_blanks_do_not_matter(text: str, luck: random.Random) -> None:
    """Words may be written in any case, with any blanks between and around them."""
    words = [word.upper() if luck.random() < 0.5 else word.lower() for word in text.split()]
    spaced = "  \t ".join(words)
    assert Action.parse(f"  {spaced} ") == text


@pytest.mark.parametrize("town", TOWNS, ids=TOWN_IDS)
def test_towns_in_three_languages(town: object) -> None:
    """English, Dutch and French names, with hyphens for spaces, with and without accents."""
    one = TOWNS[TOWN_IDS.index(getattr(town, "id", ""))]
    for name in one.names.values():
        written = name.replace(" ", "-")
        assert Action.parse(f"skirmish {written}").town == one.id
        assert Action.parse(f"skirmish {written.upper()}").town == one.id


@pytest.mark.parametrize(
    ("word", "town"),
    [("Luik", "liege"), ("Bruxelles", "brussels"), ("LIÈGE", "liege"), ("Condé", "conde"),
     ("Waver", "wavre"), ("Quatre-Bras", "quatre-bras"), ("Leuven", "louvain")],
)  # fmt: skip
def test_towns_by_well_known_names(word: str, town: str) -> None:
    """The names of the document and of SOURCES."""
    assert Action.parse(f"battle {word}").town == town


@pytest.mark.parametrize(
    ("text", "expected", "came"),
    [
        ("", "an action such as", "''"),
        ("   \t ", "an action such as", "'   \\t '"),
        ("fly FR-N brussels", "march, force", "'fly'"),
        ("marche FR-N brussels", "march, force", "'marche'"),
        ("march FR-9-I1 binche", "the id of a unit", "'FR-9-I1'"),
        ("march binche FR-2-I1", "the id of a unit", "'binche'"),
        ("march FR-2-I1 atlantis", "the name of a town", "'atlantis'"),
        ("move FR-2-I1 middle", "reserve, left, centre, right", "'middle'"),
        ("terrain swamp left", "woods, farm, stream, hill", "'swamp'"),
        ("draw two", "a small number", "'two'"),
        ("draw -1", "a small number", "'-1'"),
        ("draw 1.0", "a small number", "'1.0'"),
        ("draw ²", "a small number", "'²'"),
        ("draw 255", "a small number", "'255'"),
        ("march FR-2-I1", "march UNIT TOWN", "'march FR-2-I1'"),
        ("march", "march UNIT TOWN", "'march'"),
        ("march FR-2-I1 binche mons", "march UNIT TOWN", "binche mons"),
        ("end now", "'end'", "'end now'"),
        ("fire", "fire UNIT OPTIONAL UNIT", "'fire'"),
        ("fire FR-2-I1 PR-1-I1 PR-1-I2", "fire UNIT", "PR-1-I2"),
        ("fire FR-2-I1 binche", "the id of a unit", "'binche'"),
        ("märsch FR-2-I1 binche", "march, force", "'märsch'"),
        ("march FR-2-I1 мons", "the name of a town", "'мons'"),
        ("march ＦＲ-2-I1 binche", "the id of a unit", "'ＦＲ-2-I1'"),
        ("end\0", "march, force", "'end\\x00'"),
        ("🐴", "march, force", "'🐴'"),
    ],
)
def test_what_is_no_action_says_what_was_expected_and_what_came(
    text: str, expected: str, came: str
) -> None:
    """A readable error for every kind of slip."""
    message = malformed(text)
    assert message.startswith("expected ")
    assert expected in message
    assert came in message


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "end " * 100_000, "march " + "F" * 5000, "\n" * 999]
)
def test_a_huge_text_is_refused_with_a_short_answer(text: str) -> None:
    """Nothing is read for ages, and the answer does not repeat it all."""
    assert len(malformed(text)) < 400


@pytest.mark.parametrize("number", ["256", "999", "0000255", "00001815", "0" * 50 + "9" * 50])
def test_a_number_is_small_however_it_is_written(number: str) -> None:
    """Leading noughts do not make a number small."""
    assert "a small number" in malformed(f"draw {number}")


@given(st.text(max_size=40) | st.lists(st.sampled_from(
    ["march", "fire", "draw", "end", "FR-N", "PR-B", "mons", "left", "woods", "7", "é"]
)).map(" ".join))  # fmt: skip
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    """There is no third thing; what is read can be written and read again."""
    try:
        action = Action.parse(text)
    except MalformedAction as error:
        assert "expected" in error.message
        assert "got" in error.message
    else:
        assert Action.parse(str(action)) == action


# --- positions


def same_game(game: Game, has_views: bool = True) -> None:
    """A position is read back to the same position, offers and views."""
    text = game.position()
    again = Game.from_position(text, ScriptedDice([]))
    assert again.position() == text
    assert again.to_act == game.to_act
    assert again.stage == game.stage
    assert again.turn == game.turn
    for seat in game.seats:
        assert again.legal(seat).codes == game.legal(seat).codes
        if not has_views:
            continue
        here, there = game.view(seat).as_dict(), again.view(seat).as_dict()
        for remembered in ("notebook", "can_undo"):  # of the game so far, not of the position
            del here[remembered], there[remembered]
        assert here == there
    assert (game.result is None) == (again.result is None)


def step(game: Game, luck: random.Random) -> None:
    """Play one action as a warlike player would."""
    seat = luck.choice(game.to_act)
    game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))


@pytest.mark.parametrize("seed", range(8))
def test_every_position_of_a_game_is_read_back(seed: int) -> None:
    """Two and three players, both scenarios, both visibilities, at every decision and the end."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    decisions = 0
    while game.to_act:
        same_game(game, has_views=decisions % 4 == 0)
        step(game, luck)
        decisions += 1
    same_game(game)
    assert decisions > 100
    assert game.result is not None


@pytest.mark.parametrize("seed", range(4))
def test_a_position_goes_on_as_the_game_would(seed: int) -> None:
    """The same actions and dice lead from the text of a position where they lead from the game."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    checked = 0
    while game.to_act:
        twin = Game.from_position(game.position(), game.state.dice.copy())
        for _ in range(25):
            if not game.to_act:
                break
            seat = luck.choice(game.to_act)
            action = Action(warlike(game, seat, game.legal(seat).codes, luck))
            here = [event.as_dict() for event in game.play(seat, action)]
            there = [event.as_dict() for event in twin.play(seat, action)]
            assert here == there
            checked += 1
        assert twin.position() == game.position()
    assert checked > 100


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_every_position_of_a_battle_is_read_back(seed: int) -> None:
    """Battles in progress, with terrain, squares and engagements."""
    luck = random.Random(seed)
    try:
        game = Game.from_position(random_battle(luck), SeededDice(seed))
    except PositionError as error:
        assert "only 3 blocks" in error.message  # there is chance in how many lie there
        return
    for _ in range(10):
        same_game(game)
        if not game.to_act:
            break
        step(game, luck)
    assert game.turn >= 1


MAP_STATEMENTS = [
    ("position 1", "position 1"),
    ("players 2", "players 2"),
    ("players 3", "players 3"),
    ("scenario historical", "scenario historical"),
    ("scenario free", "scenario free"),
    ("visibility open", "visibility open"),
    ("visibility hidden", "visibility hidden"),
    ("aim french ligny until 5", "aim french ligny until 5"),
    ("aim allied losses until 12", "aim allied losses until 12"),
    ("handicap allied 2; liege: PR-4-I1 PR-4-I2", "handicap allied 2"),
    ("turn 23", "turn 23"),
    ("BEAUMONT: fr-g-i", "beaumont: FR-G-I"),
    ("Luik: PR-4-I1/2", "liege: PR-4-I1/2"),
    ("beaumont: FR-G-I/4", "beaumont: FR-G-I"),
    ("beaumont: FR-G-I(disordered) FR-G-C/1(disordered)",
     "beaumont: FR-G-I(disordered) FR-G-C/1(disordered)"),
    ("lost: FR-G-I PR-4-A", "lost: FR-G-I PR-4-A"),
    ("defeated: prussian", "defeated: prussian"),
    ("defeated: anglo-dutch prussian", "defeated: anglo-dutch prussian"),
    ("group french beaumont: FR-G-I; beaumont: FR-G-I", "group french beaumont: FR-G-I"),
    ("blocks: FR-N FR-G-I; beaumont: FR-G-I", "blocks: FR-N FR-G-I"),
    ("road laneffe--charleroi*3 solre--binche", "road solre--binche*1 laneffe--charleroi*3"),
    ("crossed charleroi--laneffe*2", "crossed laneffe--charleroi*2"),
    ("over allied 3", "over allied 3"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "line"), MAP_STATEMENTS)
def test_a_statement_about_the_map_is_written_back(statement: str, line: str) -> None:
    """Every statement of the document, and those that the engine adds."""
    game = Game.from_position(f"turn 5; solre: FR-N; mons: AD-W; namur: PR-B\n{statement}")
    assert line in game.position().splitlines()
    same_game(game)


def test_a_position_has_defaults() -> None:
    """Two players, historical, open, turn 1; units named nowhere are in nobody's game."""
    game = Game.from_position("solre: FR-N")
    assert game.position().splitlines()[:5] == [
        "position 1",
        "players 2",
        "scenario historical",
        "visibility open",
        "turn 1",
    ]
    assert game.where("FR-N") == "solre"
    assert game.strength("FR-N") == 1
    assert game.where("PR-B") is None
    assert game.losses("prussian") == 0
    assert (game.stage, game.to_act) == ("march", ("french",))


def test_lost_by_number_takes_units_named_nowhere() -> None:
    """`lost: french 5` is any five French units that are not named elsewhere."""
    named = "solre: FR-N FR-H2 FR-H1; lost: french 5; lost: prussian 0; beaumont: FR-C4"
    game = Game.from_position(named)
    assert [game.losses(army) for army in ("french", "anglo-dutch", "prussian")] == [5, 0, 0]
    assert {game.where(unit) for unit in ("FR-N", "FR-H1", "FR-H2")} == {"solre"}
    assert game.where("FR-C4") == "beaumont"
    same_game(game)


def test_lost_takes_several_armies_and_units_in_one_statement() -> None:
    """`lost: anglo-dutch 7 prussian 7 FR-N` is what it says."""
    game = Game.from_position("solre: FR-C4; lost: anglo-dutch 7 prussian 7 FR-N")
    assert [game.losses(army) for army in ("french", "anglo-dutch", "prussian")] == [1, 7, 7]
    assert game.where("FR-N") == "lost"
    same_game(game)


def test_guns_may_stand_beyond_open_ground() -> None:
    """Only woods and streams in their own way keep horse artillery out of an enemy area."""
    ground = "terrain french centre woods; terrain french left hill; terrain allied left stream"
    game = Game.from_position(f"{FIELD}{ground}; french enemy-right: FR-H2")
    assert game.area("FR-H2") == "enemy-right"


BATTLE_STATEMENTS = [
    ("side french", "flow battle-turn town=charleroi side=0 step=2 ended=0 touched=0"),
    ("side allied", "flow battle-turn town=charleroi side=1 step=2 ended=0 touched=0"),
    ("step combat", "flow battle-turn town=charleroi side=0 step=2 ended=0 touched=0"),
    ("terrain french left woods", "terrain french left woods"),
    ("terrain french centre farm FR-1-I1", "terrain french centre farm FR-1-I1"),
    ("terrain allied right hill PR-1-A", "terrain allied right hill PR-1-A"),
    ("terrain allied centre stream", "terrain allied centre stream"),
    ("origins thuin", "origins thuin laneffe"),
    ("round 7", "round 7"),
    ("idle 1", "idle 1"),
    ("retreated laneffe--charleroi*2", "retreated laneffe--charleroi*2"),
    ("reinforced thuin--charleroi", "reinforced thuin--charleroi*1"),
    ("busy", "busy"),
    ("bloodless 39", "bloodless 39"),
    ("bled", "bled"),
    ("crossings 0 2 1", "crossings 0 2 1"),
    ("lead french laneffe", "lead french laneffe"),
    ("french enemy-right: FR-3-I2/1", "french enemy-right: FR-3-I2/1"),
    ("french enemy-left: FR-C1", "french enemy-left: FR-C1"),
    ("allied enemy-centre: PR-2-C", "allied enemy-centre: PR-2-C"),
]


@pytest.mark.parametrize(("statement", "line"), BATTLE_STATEMENTS)
def test_a_statement_in_a_battle_is_written_back(statement: str, line: str) -> None:
    """Every statement of the document, and those that the engine adds."""
    game = Game.from_position(FIELD + statement, ScriptedDice([]))
    found = game.position().splitlines()
    if line.startswith("flow"):
        # The number of a step is the engine's own affair.
        line = re.sub(r"step=\d", "step=.", line)
        found = [re.sub(r"step=\d", "step=.", text) for text in found]
    assert line in found
    same_game(game)


def test_the_three_steps_of_a_battle_turn() -> None:
    """Morale rolls dice, combat offers shots and moves, reinforcement brings units in."""
    weak = (
        f"laneffe: FR-G-I\n{FIELD.replace('FR-2-I1', 'FR-2-I1/1')}allied enemy-left: PR-2-C\nstep "
    )
    morale = Game.from_position(f"{weak}morale", ScriptedDice([6]))
    assert [event.kind for event in morale.events].count("morale-die") == 1
    assert morale.stage == "combat"
    combat = Game.from_position(f"{weak}combat", ScriptedDice([]))
    assert combat.stage == "combat"
    assert "fire FR-2-I1" in combat.legal("french")
    arrival = Game.from_position(f"{weak}reinforce", ScriptedDice([]))
    assert arrival.stage == "reinforce"
    assert "reinforce FR-G-I" in arrival.legal("french")


def test_a_withdrawal_is_read() -> None:
    """With `withdrawing` the attacker has to leave."""
    text = FIELD.replace("origins laneffe", "origins laneffe thuin; withdrawing")
    game = Game.from_position(text, ScriptedDice([]))
    assert "withdrawing" in game.position().splitlines()
    assert game.stage == "withdraw"
    assert {action.verb for action in game.legal("french")} == {"retreat"}
    same_game(game)


def test_a_pending_battle_is_set_up_first() -> None:
    """`battle charleroi pending` has not been set up yet: terrain comes first."""
    game = Game.from_position(
        "turn 5; charleroi: FR-2-I1 FR-2-I2 FR-2-A PR-1-I1 PR-1-I2 PR-1-C\n"
        "battle charleroi pending; origins laneffe",
        ScriptedDice([]),
    )
    assert (game.stage, game.town) == ("draw", "charleroi")
    same_game(game)


def test_battles_without_units_in_the_areas_are_fine() -> None:
    """So says the document: who stands in the town has then still to be deployed."""
    game = Game.from_position(
        "turn 5; charleroi: FR-2-I1 FR-2-I2 FR-2-A PR-1-I1 PR-1-I2 PR-1-C\nbattle charleroi",
        ScriptedDice([]),
    )
    assert (game.stage, game.town) == ("draw", "charleroi")


def test_with_several_battles_the_one_that_has_a_side_is_played() -> None:
    """Else the first; they stand in the order in which they are fought."""
    other = """battle ligny
french left: FR-4-I; french centre: FR-6-I; french right: FR-C1
allied left: PR-2-I1; allied centre: PR-2-I2; allied right: PR-2-C
"""
    first = Game.from_position(FIELD + other, ScriptedDice([]))
    assert (first.town, first.to_act) == ("charleroi", ("french",))
    second = Game.from_position(f"{FIELD}{other}side allied", ScriptedDice([]))
    assert (second.town, second.to_act) == ("ligny", ("allied",))
    for game in (first, second):
        assert [battle.town for battle in game.view("french").battles] == ["charleroi", "ligny"]
        assert [battle.order for battle in game.view("french").battles] == [1, 2]
        same_game(game)


MARKS = {
    "disordered": "solre: FR-G-I(disordered)",
    "moved": "french reserve: FR-C1(moved)",
    "moved2": "french reserve: FR-C1(moved,moved2)",
    "halted": "french enemy-right: FR-C1(moved,halted)",
    "fired": "french enemy-right: FR-C1(fired)",
    "done": "french right: FR-3-I2(done)",
    "disengaged": "french reserve: FR-C1(moved,disengaged)",
    "silent": "french left: FR-2-A(silent)",
    "swapped": "terrain french left farm FR-2-I2; french left: FR-2-I2(swapped)",
    "shock": "french enemy-right: FR-C1(moved,halted,shock)",
    "canister": "allied enemy-left: PR-3-C; french left: FR-2-A(canister)",
    "square": "french left: FR-2-I2(square)",
    "in:UNIT": "french left: FR-2-I2(square) FR-2-A(in:FR-2-I2)",
    "shown": "visibility hidden; french left: FR-2-I2(shown)",
    "engaged": "french enemy-right: FR-C1(engaged)",
}


def test_every_mark_of_the_document_is_tried() -> None:
    """The table of marks has those that the engine knows in a battle, and no others."""
    rows = table(section("### A battle in progress"))
    documented = [mark for row in rows if len(row) == 2 for mark in quoted(row[0])]
    assert documented == list(MARKS)
    assert {mark.word for mark in FIGHT_MARKS} | {"disordered", "in:UNIT"} == set(documented)


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_is_written_back(mark: str) -> None:
    """It stands behind its unit again, and the unit says so."""
    game = Game.from_position(FIELD + MARKS[mark], ScriptedDice([]))
    written = MARKS[mark].split()[-1]
    unit, marks = written.rstrip(")").split("(")
    assert game.marks(unit) == frozenset(marks.split(","))
    assert written in game.position().split()
    same_game(game)


def test_order_does_not_matter_where_it_is_not_said_to() -> None:
    """Turn, options and towns may stand before or behind the battle; comments say nothing."""
    lines = FIELD.splitlines()
    shuffled = [
        *lines[1:],
        "laneffe: FR-G-I # they come later",
        "players 3 ;; visibility hidden",
        "# nothing",
        lines[0],
    ]
    plain = f"players 3; visibility hidden; laneffe: FR-G-I\n{FIELD}"
    here = Game.from_position("\n".join(shuffled), ScriptedDice([]))
    there = Game.from_position(plain, ScriptedDice([]))
    assert here.position() == there.position()
    assert Game.from_position(plain.upper(), ScriptedDice([])).position() == there.position()
    windows = plain.replace("\n", "\r\n")
    assert Game.from_position(windows, ScriptedDice([])).position() == there.position()


# --- positions that cannot be


def position_error(text: str) -> PositionError:
    """What is said of a text that is no position."""
    with pytest.raises(PositionError) as caught:
        Game.from_position(text, ScriptedDice([]))
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("solre: FR-N\nbeaumont: FR-G-I\ngivet: FR-N", 3, "FR-N is named twice"),
        ("solre: FR-N\nlost: FR-N", 2, "FR-N is named twice"),
        ("solre: FR-N FR-N", 1, "FR-N is named twice"),
        ("solre: FR-2-I1 FR-C1 FR-2-I1", 1, "FR-2-I1 is named twice"),
        ("ligny: PR-4-A\nwavre: PR-4-A", 2, "PR-4-A is named twice"),
        ("turn 2\n\nsolre: FR-2-I1/5", 3, "a strength of FR-2-I1 from 1 to 4, got 5"),
        ("solre: FR-2-I1/0", 1, "from 1 to 4, got 0"),
        ("solre: FR-N/2", 1, "from 1 to 1, got 2"),
        ("solre: FR-N/", 1, "from 1 to 1, got"),
        ("solre: FR-N/one", 1, "from 1 to 1, got one"),
        ("solre: FR-N/-1", 1, "from 1 to 1, got -1"),
        ("turn 1\natlantis: FR-N", 2, "the name of a town, got 'atlantis'"),
        ("turn 1\nbattle atlantis", 2, "the name of a town such as quatre-bras, got 'atlantis'"),
        ("solre: FR-N ZZ-9", 1, "the id of a unit such as FR-2-I1, got 'ZZ-9'"),
        ("lost: ZZ-9", 1, "got 'ZZ-9'"),
        ("turn 1; weather rain", 1, "weather"),
        (f"{FIELD}weather rain", 6, "unknown statement 'weather'"),
        ("the whole corps: FR-N", 1, "unknown statement 'the whole corps'"),
        ("turn 1\nsolre: FR-N(sleepy)", 2, "unknown mark 'sleepy' on FR-N"),
        (f"{FIELD}french left: FR-2-I2(sleepy)", 6, "got 'sleepy'"),
        (f"{FIELD}french left: FR-2-A(in:ZZ-9)", 6, "'zz-9'"),
        ("solre: FR-N(disordered", 1, "expected ) at the end of FR-N(disordered"),
        (f"{FIELD}french left: FR-2-I2(moved, fired)", 6, "no blanks between the marks"),
        ("turn 24", 1, "a turn from 1 to 23, got 24"),
        ("turn", 1, "a turn"),
        ("turn five", 1, "got five"),
        ("turn -1", 1, "got -1"),
        ("turn 1 2", 1, "got 1 2"),
        ("players 4", 1, "players from 2 to 3, got 4"),
        ("position 2", 1, "the version of the notation, from 1 to 1, got 2"),
        ("scenario waterloo", 1, "a scenario (historical, free), got waterloo"),
        ("visibility foggy", 1, "a visibility (open, hidden), got foggy"),
        ("defeated: dutch", 1, "an army (french, anglo-dutch, prussian), got dutch"),
        ("lost: french many", 1, "a number of french units from 0 to 60, got many"),
        ("lost: prussian 2 french", 1, "a number of french units from 0 to 60, got nothing"),
        ("lost: anglo-dutch 7 prussian x", 1, "a number of prussian units from 0 to 60, got x"),
        ("side french", 1, "belongs behind a 'battle' statement"),
        ("idle 1", 1, "belongs behind a 'battle' statement"),
        ("french left: FR-2-I1", 1, "belongs behind a 'battle' statement"),
        ("battle", 1, "expected 'battle TOWN'"),
        ("battle charleroi maybe", 1, "pending, setting-up, fighting"),
        (f"{FIELD}battle charleroi", 6, "two battles at charleroi"),
        (f"{FIELD}side prussian", 6, "a side (french, allied), got prussian"),
        (f"{FIELD}step breakfast", 6, "a step (morale, combat, reinforce), got breakfast"),
        (f"{FIELD}idle often", 6, "got often"),
        (f"{FIELD}round -1", 6, "got -1"),
        (f"{FIELD}terrain french left", 6, "expected 'terrain SIDE AREA KIND [HOLDER]'"),
        (f"{FIELD}terrain french left swamp", 6, "got 'swamp'"),
        (f"{FIELD}terrain french reserve woods", 6, "not on reserve"),
        (f"{FIELD}terrain french enemy-left woods", 6, "not on enemy-left"),
        (f"{FIELD}terrain dutch left woods", 6, "got dutch"),
        (f"{FIELD}french middle: FR-2-I2", 6, "got 'middle'"),
        (f"{FIELD}french left FR-2-I2", 6, "a colon before the units, as in 'french AREA: UNITS'"),
        ("solre FR-N", 1, "a colon before the units, as in 'solre: UNITS'"),
        ("Quatre-Bras\nsolre: FR-N", 1, "a colon before the units, as in 'quatre-bras: UNITS'"),
        (f"{FIELD}bloodless x", 6, "got x"),
        (f"{FIELD}french left: PR-2-I1", 6, "PR-2-I1 is not a french unit"),
        (f"{FIELD}french enemy-left: FR-2-A", 6, "FR-2-A is foot artillery"),
        (f"{FIELD}french enemy-reserve: FR-C1", 6, "the enemy's reserve"),
        (f"{FIELD}origins namur", 6, "no road joins namur and charleroi"),
        (f"{FIELD}retreated charleroi--namur*2", 6, "got charleroi--namur*2"),
        (f"{FIELD}retreated charleroi", 6, "a road such as laneffe--charleroi*2"),
        (f"{FIELD}retreated laneffe--charleroi*x", 6, "got x"),
        (f"{FIELD}crossings 1 2", 6, "three numbers"),
        ("solre: FR-N\nflow", 2, "expected a flow"),
        ("solre: FR-N\nflow sleep", 2, "expected a flow"),
        ("solre: FR-N\nflow movement step=0", 2, "expected flow movement with"),
        (":", 1, "unknown statement"),
        ("over nobody 1", 1, "got nobody"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line(text: str, line: int, words: str) -> None:
    """What was expected, what came, and in which line."""
    error = position_error(text)
    assert words in error.message
    assert error.line == line
    assert f"line {line}: " in str(error)


WOODS = "terrain french left woods; terrain french centre woods; terrain french right woods"


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("solre: FR-N AD-W", "6.1", "both sides stand in solre"),
        ("turn 3; solre: FR-N AD-W", "5.7", "at solre, but this turn is night"),
        (FIELD.replace("turn 5", "turn 6"), "5.7", "at charleroi, but this turn is night"),
        ("turn 9; charleroi: FR-N PR-B; battle charleroi pending", "5.7", "this turn is night"),
        (f"{FIELD}terrain french left woods; french enemy-right: FR-H2", "6.2.1",
         "FR-H2 cannot have passed through the woods at charleroi"),
        (f"{FIELD}terrain allied left woods; allied enemy-right: PR-1-HA", "6.2.1",
         "PR-1-HA cannot have passed through the woods"),
        (f"{FIELD}terrain french left stream; french enemy-right: FR-H2", "6.2.1",
         "FR-H2 cannot have crossed the stream at charleroi"),
        (f"{FIELD}terrain allied right stream; french enemy-right: FR-H2", "6.2.1",
         "FR-H2 cannot have crossed the stream"),
        ("turn 5; battle charleroi; french left: FR-N", "6.1", "only one side stands in charleroi"),
        ("turn 5; charleroi: FR-N; battle charleroi pending", "6.1", "only one side"),
        (f"{FIELD}charleroi: FR-C1", "6.2.2", "outside its battlefield"),
        (f"{FIELD}terrain allied right woods", "6.2.1", "artillery stands in woods"),
        (f"{FIELD}terrain french left woods; french left: FR-2-A", "6.2.1", "artillery stands"),
        (f"{FIELD.replace(' FR-H1', '')}{WOODS}; terrain allied left woods", "6.2.1",
         "only 3 blocks of woods"),
        (f"{FIELD}terrain french left farm FR-H1", "6.2.1", "FR-H1 cannot hold that"),
        (f"{FIELD}terrain french left farm FR-3-I1", "6.2.1", "FR-3-I1 cannot hold that"),
        (f"{FIELD}terrain french left hill FR-2-I1", "6.2.1", "FR-2-I1 cannot hold that"),
        (f"{FIELD}terrain allied left hill PR-1-I1", "6.2.1", "PR-1-I1 cannot hold that"),
        (f"{FIELD}terrain allied centre hill PR-1-I2", "6.2.1", "PR-1-I2 cannot hold that"),
        (f"{FIELD}terrain allied right farm PR-1-A", "6.2.1", "PR-1-A cannot hold that"),
        (f"{FIELD}terrain french centre hill FR-1-I1", "6.2.1", "FR-1-I1 cannot hold that"),
        (f"{FIELD}terrain french right hill FR-3-I1", "6.2.1", "FR-3-I1 cannot hold that"),
        (f"{FIELD}terrain french left woods FR-2-I1", "6.2.1", "FR-2-I1 cannot hold that"),
        (f"{FIELD}french left: FR-C1(square)", "6.5", "FR-C1 cannot be in square"),
        (f"{FIELD}french reserve: FR-2-I2(square)", "6.5", "FR-2-I2 cannot be in square"),
        (f"{FIELD}french enemy-left: FR-2-I2(square)", "6.5", "FR-2-I2 cannot be in square"),
        (f"{FIELD}terrain french left woods; french left: FR-2-I2(square)", "6.5", "FR-2-I2"),
        (f"{FIELD}french left: FR-2-A(in:FR-2-I1)", "6.5.2", "FR-2-A is sheltered by no square"),
        (f"{FIELD}french left: FR-2-I2(square); french centre: FR-2-A(in:FR-2-I2)", "6.5.2",
         "FR-2-A is not where its square is"),
        (f"{FIELD}french left: FR-2-I2(square) FR-2-A(in:FR-2-I2) FR-1-A(in:FR-2-I2)", "6.5.2",
         "FR-1-A"),
        (FIELD.replace("; french reserve: FR-N", "")
         + "french left: FR-2-I2(square) FR-N(in:FR-2-I2) FR-1-A(in:FR-2-I2)", "6.5.2",
         "FR-1-A finds that square taken"),
        (f"{FIELD}french left: FR-2-I2(square) FR-3-I2(square) FR-2-A(in:FR-2-I2,in:FR-3-I2)",
         "6.5.2", "FR-2-A finds that square taken"),
        (f"{FIELD}french left: FR-2-I2(square,in:FR-2-I2)", "6.5.2", "FR-2-I2"),
        (f"{FIELD}french left: FR-2-I2(square) FR-C1(in:FR-2-I2)", "6.5.2", "FR-C1"),
        (f"{FIELD}french left: FR-2-I2(square); allied enemy-left: PR-1-HA(in:FR-2-I2)", "6.5.2",
         "PR-1-HA"),
        ("turn 0; solre: FR-N", "1", "a turn from 1"),
        ("lost: french 25", "", "only 24 french units are left to be lost, not 25"),
        ("solre: FR-N; lost: french 24", "", "only 23 french units are left to be lost, not 24"),
        (f"{FIELD}battle ligny pending; ligny: FR-C1 PR-2-C", "", "do not mix"),
        ("#" + "x" * 200_000, "", "too long"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named_with_its_rule(text: str, rule: str, words: str) -> None:
    """A position that contradicts the rules, or itself."""
    error = position_error(text)
    assert words in error.message
    assert error.rule == rule


@pytest.mark.parametrize(
    "text",
    [
        "turn ²",
        "turn 0000000000024",
        "turn 00000099",
        "players ³",
        "solre: FR-2-I1/²",
        "lost: french ²",
        f"{FIELD}idle ¹",
        f"{FIELD}crossings ¹ ¹ ¹",
        f"{FIELD}round 000000100",
        f"{FIELD}retreated laneffe--charleroi*²",
        f"{FIELD}bloodless ①",
        "over french ²",
    ],
)
def test_odd_numbers_are_refused(text: str) -> None:
    """Digits that are no numbers, and numbers that are larger than they look."""
    assert "expected" in position_error(text).message


# Reads the texts of a JSON list from its input, and says what became of each.
READER = """
import json, sys
from napoleon.rules import Game, PositionError, SeededDice
for number, text in enumerate(json.load(sys.stdin)):
    print(number, end=" ", flush=True)
    try:
        game = Game.from_position(text, SeededDice(1))
        for seat in game.seats:
            len(game.legal(seat)), game.view(seat)
        game.position()
        print("read", flush=True)
    except PositionError as error:
        print("refused" if str(error) else "refused-without-a-word", flush=True)
    except Exception as error:
        print(type(error).__name__, flush=True)
"""


def read_elsewhere(texts: list[str]) -> list[str]:
    """What becomes of each text, in a process of its own: a bad text must not stop the world."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", READER],
            input=json.dumps(texts),
            capture_output=True,
            text=True,
            timeout=6,
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        output = error.stdout.decode() if isinstance(error.stdout, bytes) else str(error.stdout)
        whole = [line.split() for line in output.splitlines() if len(line.split()) == 2]
        return [*(words[1] for words in whole), "never-ended"]
    return [line.split()[1] for line in done.stdout.splitlines()]


def damaged(text: str, others: list[str], luck: random.Random) -> str:
    """A position with one to three mistakes: lines lost, doubled, strayed; words and letters
    changed."""
    lines = text.splitlines()
    for _ in range(luck.randint(1, 3)):
        at = luck.randrange(len(lines))
        kind = luck.randrange(5)
        if kind == 0 and len(lines) > 1:
            del lines[at]
        elif kind == 1:
            lines.insert(luck.randrange(len(lines) + 1), lines[at])
        elif kind == 2:
            stray = luck.choice(luck.choice(others).splitlines())
            lines.insert(luck.randrange(len(lines) + 1), stray)
        elif kind == 3:
            words = lines[at].split() or ["turn"]
            words[luck.randrange(len(words))] = luck.choice(luck.choice(others).split())
            lines[at] = " ".join(words)
        else:
            letter = luck.randrange(len(lines[at]) + 1)
            new = luck.choice("0123456789:;#/()=-* aFR²")
            lines[at] = lines[at][:letter] + new + lines[at][letter + luck.randint(0, 1) :]
    return "\n".join(lines)


def positions(number: int, luck: random.Random) -> list[str]:
    """Positions out of random games and battles."""
    texts: list[str] = []
    seed = 0
    while len(texts) < number:
        game = new_random_game(seed)
        seed += 1
        while game.to_act:
            step(game, luck)
            if luck.random() < 0.03:
                texts.append(game.position())
        texts += [random_battle(luck) for _ in range(5)]
    return texts


@pytest.mark.parametrize("has_flow", [False, True], ids=["plain", "with-flow"])
def test_a_damaged_position_is_read_or_refused(has_flow: bool) -> None:
    """Whatever a text says, there is a game or a PositionError, and soon."""
    luck = random.Random(1815)
    sound = positions(60, luck)
    if not has_flow:
        sound = ["\n".join(x for x in text.splitlines() if x[:4] != "flow") for text in sound]
    texts = [damaged(luck.choice(sound), sound, luck) for _ in range(400)]
    outcomes = read_elsewhere(texts)
    wrong = {
        outcome: texts[number]
        for number, outcome in enumerate(outcomes)
        if outcome not in ("read", "refused")
    }
    assert wrong == {}
    assert outcomes.count("refused") > 100


@pytest.mark.parametrize("place", ["", "; lost: FR-2-I1"], ids=["nowhere", "lost"])
def test_a_group_of_units_that_are_not_there_does_no_harm(place: str) -> None:
    """`group` and `blocks` may name units that are not on the map: refused, or played on."""
    texts = [
        f"turn 1; solre: FR-N; mons: AD-W; {word}: FR-2-I1{place}"
        for word in ("blocks", "group french solre")
    ]
    outcomes = read_elsewhere(texts)
    assert len(outcomes) == 2
    assert set(outcomes) <= {"read", "refused"}


FLOWS = (
    "movement step=0 ended=0 touched=0 shown=",
    "movement step=7 ended=0 touched=0 shown=",
    "movement step=0 ended=-1 touched=0 shown=",
    "campaign step=9",
    "campaign step=-1",
    "campaign step=2; flow campaign step=2",
    "campaign step=2; flow movement step=0 ended=7 touched=0 shown=",
    "campaign step=3; flow engagements step=3 cursor=1 half=0",
    "campaign step=3; flow engagements step=8 cursor=-5 half=9",
    "campaign step=3; flow skirmish town=solre step=0 revealed= ended=0 touched=0",
    "campaign step=3; flow deployment town=solre step=0 hand= ended=0 touched=0",
    "campaign step=3; flow battle-turn town=solre side=9 step=0 ended=0 touched=0",
    "campaign step=3; flow fall-back town=solre side=0 failed= crossers=",
    "campaign step=3; flow losses town=solre pool= hits=1 is_long=0",
    "campaign step=3; flow flight town=solre side=0 mode=5 known= used=999 turn_army=7",
    "campaign step=3; flow regroup town=solre side=7 ended=0 gone= used= touched=0",
    "campaign step=4; flow supply owed=5",
    "setup side=0 ended=0 touched=0",
)


def test_a_state_of_play_that_cannot_be_does_no_harm() -> None:
    """Flow lines of phases that have nothing to do with the position: refused, or played on."""
    texts = [f"turn 1; solre: FR-N; mons: AD-W; flow {flow}" for flow in FLOWS]
    outcomes = dict(zip(FLOWS, read_elsewhere(texts), strict=False))
    wrong = {flow: end for flow, end in outcomes.items() if end not in ("read", "refused")}
    assert wrong == {}
    assert len(outcomes) == len(FLOWS)


# --- the document itself


def test_the_examples_of_positions_are_positions() -> None:
    """Both indented examples of the document are read, and say what they seem to say."""
    one_line, battle = blocks(section("## Positions"))
    game = Game.from_position(one_line, ScriptedDice([]))
    assert (game.turn, game.stage, game.to_act) == (5, "march", ("french",))
    assert game.strength("FR-2-I2") == 2
    assert game.where("PR-1-C") == "charleroi"
    same_game(game)
    fight = Game.from_position(battle, ScriptedDice([]))
    assert (fight.stage, fight.town, fight.to_act) == ("combat", "charleroi", ("french",))
    assert fight.area("FR-3-I1") == "enemy-centre"
    assert fight.area("PR-1-I2") == "left"
    assert fight.where("FR-1-I2") == "laneffe"
    same_game(fight)


@pytest.mark.parametrize("text", ["FR-2-I1/2(disordered)", "FR-H1/1(moved,fired)"])
def test_the_examples_of_units_are_units(text: str) -> None:
    """A unit with strength and marks."""
    assert text in quoted(section("## Positions"))
    unit, marks = text.rstrip(")").split("(")
    field = FIELD.replace(" FR-H1", "").replace("FR-2-I1;", "FR-2-I2;")
    game = Game.from_position(f"{field}french right: {text}", ScriptedDice([]))
    assert game.strength(unit.split("/")[0]) == int(unit.split("/")[1])
    assert game.marks(unit.split("/")[0]) == frozenset(marks.split(","))


def test_every_statement_of_the_document_is_tried() -> None:
    """The tables of statements have no word that these tests do not know."""
    rows = [row for row in table(section("## Positions")) if len(row) == 3 and row[0][0] == "`"]
    documented = {words.split()[0].rstrip(":") for row in rows for words in quoted(row[0])}
    tried = {text.split()[0].rstrip(":") for text, _ in MAP_STATEMENTS + BATTLE_STATEMENTS}
    elsewhere = {"TOWN", "SIDE", "battle", "withdrawing", "board"}
    assert documented <= tried | elsewhere
    assert elsewhere <= documented


def test_the_example_of_a_record_is_written_as_records_are() -> None:
    """Its head opens a game; every line behind it is a seat, an action and perhaps dice."""
    (record,) = blocks(section("## Records"))
    head, _, body = record.partition("begin\n")
    game = Replayer(f"{head}begin\n").game
    assert (game.scenario, game.options.players, game.options.visibility) == (
        "historical",
        2,
        "open",
    )
    for line in body.splitlines():
        text, _, dice = line.partition(" = ")
        seat, _, action = text.partition(" ")
        assert seat in game.seats
        assert str(Action.parse(action)) == action
        assert all(1 <= int(die) <= 6 for die in dice.split())
    assert "=" in body
    played = Game.replay(record)
    assert played.record() == record
    assert played.where("PR-1-C") == "lost"


def test_the_areas_of_the_document() -> None:
    """My left faces the enemy's right: so say the document and the engine."""
    ahead = {"left": "enemy-right", "centre": "enemy-centre", "right": "enemy-left"}
    told = section("## Battlefield areas")
    for own, enemy in ahead.items():
        assert f"`{own}`" in told
        game = Game.from_position(f"{FIELD}french {own}: FR-C1", ScriptedDice([]))
        moves = {action.area for action in game.legal("french") if action.unit == "FR-C1"}
        assert moves & set(ahead.values()) == {enemy}
    for name in AREA_NAMES:
        assert f"`{name}`" in told
    game = Game.from_position(f"{FIELD}french enemy-left: FR-C1", ScriptedDice([]))
    assert areas_of(game, "FR-C1") == ["allied left"]


def areas_of(game: Game, unit: str) -> list[object]:
    """Where the next shot of a unit is fired, as the event tells."""
    twin = Game.from_position(game.position(), ScriptedDice([6] * 9))
    twin.play("french", f"fire {unit}")
    return [event.as_dict()["from_area"] for event in twin.events if event.kind == "shot"]


def test_the_answers_of_the_document() -> None:
    """What the table says of `where`, `strength`, `area`, `marks` and `losses`."""
    told = section("## Asking about a game")
    for name in ("where", "strength", "area", "marks", "losses"):
        assert f"`game.{name}(" in told
    game = Game.from_position(f"{FIELD}lost: FR-C1 prussian 2; solre: FR-4-I/2", ScriptedDice([]))
    assert [game.where(unit) for unit in ("FR-2-I1", "FR-4-I")] == ["charleroi", "solre"]
    assert [game.where(unit) for unit in ("FR-C1", "FR-6-I")] == ["lost", None]
    assert [game.strength(unit) for unit in ("FR-4-I", "FR-C1", "FR-6-I")] == [2, 0, 3]
    assert [game.area(unit) for unit in ("FR-2-I1", "FR-4-I", "FR-C1")] == ["left", None, None]
    assert game.marks("FR-2-I1") == frozenset()
    assert [game.losses(army) for army in ("french", "anglo-dutch", "prussian")] == [1, 0, 2]


def test_what_the_document_says_of_deploying() -> None:
    """The last unit goes by itself to the only area that is left for it; `end` does not."""
    game = Game.from_position(
        "turn 5; charleroi: FR-2-I1 FR-2-I2 FR-2-A PR-1-I1 PR-1-I2 PR-1-C; battle charleroi pending"
    )
    game.play("french", "draw 0")
    game.play("allied", ["draw 0", "deploy PR-1-I1 left", "deploy PR-1-I2 centre"])
    assert (game.area("PR-1-C"), game.stage) == ("right", "deploy")
    assert [str(action) for action in game.legal("allied")] == ["end"]
    reason = game.why_not("allied", "deploy PR-1-C right")
    assert reason is not None
    assert "has been deployed already" in reason.text


def test_show_may_roll_at_once() -> None:
    """So says the document: with nobody else to be asked the dice follow, and no `end`."""
    dice = ScriptedDice([3])
    game = Game.from_position("turn 1; laneffe: FR-2-I1; quatre-bras: FR-N; liege: PR-4-I1", dice)
    game.play("french", ["march FR-2-I1 charleroi", "end", "force FR-2-I1 quatre-bras"])
    events = game.play("french", "show FR-N")
    assert [event.kind for event in events][:2] == ["leader-shown", "march-die"]
    assert game.turn == 2


def test_6_1_a_battle_in_which_nobody_is_deployed_has_no_round_yet() -> None:
    """Two battles are begun by naming them; the first is still to be chosen."""
    game = Game.from_position(
        "turn 5; battle charleroi; charleroi: FR-2-I1 FR-2-I2 FR-2-A PR-1-I1 PR-1-I2 PR-1-C;"
        "battle ligny; ligny: FR-1-I1 FR-1-I2 FR-1-A PR-2-I1 PR-2-I2 PR-2-C"
    )
    shown = [(one.status, one.round) for one in game.view("french").battles]
    assert shown == [("pending", 0), ("pending", 0)]


@pytest.mark.parametrize("over", ["french 1", "allied 3"])
def test_10_in_a_game_that_is_over_nothing_goes_on(over: str) -> None:
    """Whoever has won: no step is made up for a position that names none."""
    game = Game.from_position(
        f"turn 23; over {over}; brussels: FR-2-I1; wavre: AD-1-I1; namur: PR-1-I1"
    )
    assert game.result is not None and game.result.winner == over.split(maxsplit=1)[0]
    assert game.to_act == () and "flow" not in game.position()
