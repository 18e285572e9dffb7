"""Records: a whole game as text, replayed, cut off, damaged and gone on with."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import pytest

from napoleon.lab.battles import random_battle
from napoleon.lab.random_play import new_random_game, play_out, warlike
from napoleon.rules import (
    Action,
    Game,
    Options,
    PositionError,
    RecordError,
    ScriptedDice,
    SeededDice,
)
from napoleon.rules.notation.records import Replayer

NEW = "napoleon-record 1\nscenario historical\nplayers 2\nvisibility open\nbegin\n"
FIELD = """turn 5
battle charleroi
  french left: FR-2-I1/1; french centre: FR-1-I1; french right: FR-3-I1; french reserve: FR-N
  allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-C; allied reserve: PR-B
  allied enemy-left: PR-2-C
  origins laneffe
"""


def step(game: Game, luck: random.Random) -> None:
    """Play one action as a warlike player would."""
    seat = luck.choice(game.to_act)
    game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))


def events_of(game: Game) -> list[dict[str, object]]:
    """Everything that happened, as plain data."""
    return [event.as_dict() for event in game.events]


def same(one: Game, two: Game) -> None:
    """Two games that cannot be told apart."""
    assert one.position() == two.position()
    assert events_of(one) == events_of(two)
    assert one.record() == two.record()
    assert one.to_act == two.to_act
    for seat in (*one.seats, None):
        assert one.view(seat).as_dict() == two.view(seat).as_dict()
    for seat in one.seats:
        assert one.legal(seat).codes == two.legal(seat).codes


def test_a_record_error_names_no_line_by_itself() -> None:
    assert RecordError("something is wrong").line == 0


def record_error(text: str) -> RecordError:
    """What is said of a text that is no record."""
    with pytest.raises(RecordError) as caught:
        Game.replay(text)
    return caught.value


@cache
def recorded(seed: int, decisions: int) -> str:
    """The record of the beginning of a random game."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    for _ in range(decisions):
        if game.to_act:
            step(game, luck)
    return game.record()


@cache
def finished() -> str:
    """The record of a short game, from its last turn to its end."""
    game = Game.from_position(
        "turn 22; solre: FR-2-I1 FR-C1; mons: AD-1-C AD-1-I1; namur: PR-B", SeededDice(3)
    )
    play_out(game, warlike, random.Random(2))
    assert game.result is not None
    return game.record()


# --- replay


@pytest.mark.parametrize("seed", range(8))
def test_a_replay_gives_the_same_game(seed: int) -> None:
    """Position, events, record and every view, for all kinds of games."""
    game = new_random_game(seed)
    play_out(game, warlike, random.Random(seed))
    again = Game.replay(game.record())
    same(game, again)
    assert again.notice is None
    assert again.result is not None
    assert again.options == game.options
    assert again.scenario == game.scenario


@pytest.mark.parametrize("seed", range(12))
def test_a_replay_from_a_position_gives_the_same_game(seed: int) -> None:
    """Battles in progress whose first morale dice are rolled before anybody acts."""
    luck = random.Random(seed)
    game = Game.from_position(random_battle(luck), SeededDice(seed))
    for _ in range(40):
        if game.to_act:
            step(game, luck)
    same(game, Game.replay(game.record()))


def test_a_record_can_be_read_by_people() -> None:
    """Version and options, then a line for each action, with the dice that it took."""
    game = Game.new(options=Options(3, "hidden"), dice=ScriptedDice([4]))
    game.play("french", ["march FR-2-I1 maubeuge", "end", "force FR-2-I1 avesnes", "end"])
    assert game.record() == (
        "napoleon-record 1\n"
        "scenario historical\n"
        "players 3\n"
        "visibility hidden\n"
        "begin\n"
        "french march FR-2-I1 maubeuge\n"
        "french end\n"
        "french force FR-2-I1 avesnes\n"
        "french end = 4\n"
    )


def test_a_record_ends_with_the_result() -> None:
    """A remark says why, and the result line who won by which rule."""
    lines = finished().splitlines()
    assert lines[-2].startswith("# ")
    assert lines[-1] == "result allied 10.2"
    assert "result" not in recorded(0, 50)


def test_what_was_undone_is_not_in_the_record() -> None:
    """Undo takes the line back."""
    game = Game.new(dice=ScriptedDice([]))
    before = game.record()
    game.play("french", "march FR-2-I1 maubeuge")
    assert game.record() == f"{before}french march FR-2-I1 maubeuge\n"
    game.undo("french")
    assert game.record() == before


def test_a_replay_can_be_watched_action_by_action() -> None:
    """`Replayer` plays a line at a time, and says at which it is."""
    record = recorded(2, 40)
    replayer = Replayer(record)
    assert replayer.game.record() == NEW.replace("players 2", "players 3")
    seen = 0
    while replayer.step():
        seen += 1
        whole = "".join(record.splitlines(keepends=True)[: replayer.line])
        assert replayer.game.record() == whole
    assert seen == 40


# --- going on


@pytest.mark.parametrize("seed", range(4))
def test_a_game_goes_on_after_a_replay(seed: int) -> None:
    """With the dice that it is given then; the record goes on as well."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    for _ in range(90):
        step(game, luck)
    again = Game.replay(game.record(), game.state.dice.copy())
    for twin in (game, again):
        play_out(twin, warlike, random.Random(7))
    same(game, again)
    same(game, Game.replay(game.record()))


def test_without_dice_a_replay_goes_on_with_seeded_ones() -> None:
    """The game is playable at once, and its dice can be repeated."""
    one = Game.replay(recorded(0, 60))
    assert one.seed is not None
    two = Game.replay(recorded(0, 60), SeededDice(one.seed))
    for twin in (one, two):
        play_out(twin, warlike, random.Random(7))
    same(one, two)
    assert one.result is not None


def test_undo_goes_on_after_a_replay() -> None:
    """What could be taken back before, can be taken back after."""
    game = Game.new(dice=ScriptedDice([]))
    game.play("french", ["march FR-2-I1 maubeuge", "march FR-2-I2 maubeuge"])
    again = Game.replay(game.record())
    assert again.can_undo
    assert again.undo("french") == "march FR-2-I2 maubeuge"
    assert again.undo("french") == "march FR-2-I1 maubeuge"
    assert again.position() == Game.new().position()
    game.play("french", ["march FR-1-A maubeuge", "end", "end"])
    assert not Game.replay(game.record()).can_undo


# --- cut off


def check_cut(record: str, offset: int, after: dict[int, str]) -> None:
    """A record cut at an offset is read up to the last whole action, or refused with a line.

    `after` has the record of the game after each of the record's lines.
    """
    cut = record[:offset]
    whole = cut.count("\n")
    if whole not in after:
        error = record_error(cut)
        assert 1 <= error.line <= whole + 1
        assert f"line {error.line}" in str(error)
        return
    game = Game.replay(cut)
    assert game.record() == after[whole]
    if cut.endswith("\n"):
        assert game.notice is None
    else:
        assert game.notice is not None
        assert f"line {whole + 1} " in game.notice


def records_after_each_line(record: str) -> dict[int, str]:
    """For every line from `begin` on, the record of the game after it."""
    replayer = Replayer(record)
    after = {replayer.line: replayer.game.record()}
    while replayer.step():
        after[replayer.line] = replayer.game.record()
    lines = record.splitlines()
    for number in range(min(after) + 1, len(lines) + 1):
        after.setdefault(number, after[number - 1])  # remarks and the result change nothing
    return after


@pytest.mark.parametrize("name", ["new", "from a position"])
def test_a_record_that_was_cut_off_is_read_as_far_as_it_goes(name: str) -> None:
    """Anywhere: in the head, in an action, in its dice, in the result, at the end of a line."""
    record = recorded(6, 70) if name == "new" else finished()
    assert record.isascii()  # so that a letter is a byte
    after = records_after_each_line(record)
    luck = random.Random(1815)
    ends = [at for at, letter in enumerate(record) if letter == "\n"]
    offsets = {*range(1, ends[5]), *luck.sample(range(1, len(record)), 70)}
    for end in luck.sample(ends, min(12, len(ends))):
        offsets |= {end - 1, end, end + 1}
    offsets |= {len(record) - 1, len(record)}
    assert len(offsets) > 100
    for offset in sorted(offsets):
        check_cut(record, offset, after)


def test_a_last_die_that_was_cut_off_changes_nothing() -> None:
    """`= 5 6` cut to `= 5` would be another game: a line without its line feed does not count."""
    record = Game.from_position(FIELD, ScriptedDice([5])).record()
    game = Game.replay(record, ScriptedDice([6, 6, 6]))
    game.play("french", "fire FR-2-I1")
    whole = game.record()
    last = whole.splitlines()[-1]
    assert last == "french fire FR-2-I1 = 6"
    for cut in range(1, len(last) + 1):
        again = Game.replay(whole[:-cut])
        assert again.notice is not None
        assert again.record() == record


def test_nothing_is_no_record() -> None:
    """An empty text is refused, and says what was expected."""
    for text in ("", "\n", "\n\n# nothing\n"):
        assert "expected 'napoleon-record 1'" in record_error(text).message


def test_a_whole_record_has_no_notice() -> None:
    """Also with remarks and empty lines behind its end."""
    assert Game.replay(f"{finished()}\n# a fine game\n\n").notice is None


# --- heads


@pytest.mark.parametrize(
    ("head", "line", "words"),
    [
        ("napoleon-record 2\nbegin\n", 1, "version 1, got version 2"),
        ("napoleon-record 0\nbegin\n", 1, "version 1, got version 0"),
        ("napoleon-record one\nbegin\n", 1, "version 1, got version one"),
        ("napoleon-record\nbegin\n", 1, "expected 'napoleon-record 1'"),
        ("# hello\n\nnapoleon-record 99\nbegin\n", 3, "got version 99"),
        ("chess 1\nbegin\n", 1, "this is no record of a game"),
        ("\x00\x01\x02", 1, "this is no record of a game"),
        ("napoleon-record 1\nscenario waterloo\nbegin\n", 2, "got 'waterloo'"),
        ("napoleon-record 1\nplayers 4\nbegin\n", 2, "2 or 3 players"),
        ("napoleon-record 1\nplayers two\nbegin\n", 2, "2 or 3 players"),
        ("napoleon-record 1\nplayers ²\nbegin\n", 2, "2 or 3 players"),
        ("napoleon-record 1\nvisibility foggy\nbegin\n", 2, "got 'foggy'"),
        ("napoleon-record 1\nweather rain\nbegin\n", 2, "got 'weather rain'"),
        ("napoleon-record 1\nscenario free\n", 2, "expected 'begin'"),
        ("napoleon-record 1\n", 1, "expected 'begin'"),
        ("napoleon-record 1\nfrench end\n", 2, "got 'french end'"),
        ("napoleon-record 1\nbegin = 3\n", 2, "1 of the dice on this line were not used"),
        ("napoleon-record 1\nbegin = six\n", 2, "expected dice behind '=', got 'six'"),
        ("napoleon-record 1\nbegin = ²\n", 2, "expected dice behind '='"),
        ("napoleon-record 1\nposition: atlantis: FR-N\nbegin\n", 2, "got 'atlantis'"),
        (
            "napoleon-record 1\nposition: turn 2\n# so\nposition: solre: FR-N/9\nbegin\n",
            4,
            "strength of FR-N",
        ),
    ],
)
def test_a_bad_head_is_named_with_its_line(head: str, line: int, words: str) -> None:
    """Unknown versions, options that do not exist, no beginning."""
    error = record_error(head)
    assert words in error.message
    assert error.line == line


@pytest.mark.parametrize("dice", ["", " = 7", " = 1 2", " = x"])
def test_the_dice_of_the_beginning_have_to_be_just_right(dice: str) -> None:
    """A position that begins with a morale die has it behind `begin`."""
    head = "".join(f"position: {line}\n" for line in f"{FIELD}step morale".splitlines())
    error = record_error(f"napoleon-record 1\n{head}begin{dice}\n")
    assert error.line == 9
    assert Game.replay(f"napoleon-record 1\n{head}begin = 4\n").stage == "combat"


@pytest.mark.parametrize("letter", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\r"])
def test_odd_line_ends_in_a_position_do_no_harm(letter: str) -> None:
    """What other programs take for the end of a line: the mistake behind it is still found."""
    error = record_error(f"napoleon-record 1\nposition: turn 2{letter}atlantis: FR-N\nbegin\n")
    assert "atlantis" in error.message
    assert error.line == 2


def test_options_may_be_left_out() -> None:
    """They have the defaults of a new game."""
    same(Game.replay("napoleon-record 1\nbegin\n"), Game.new())


# --- bodies


@pytest.mark.parametrize(
    ("body", "line", "rule", "words"),
    [
        ("french march FR-2-I1 brussels\n", 6, "5.1", "no road joins"),
        ("french end\nfrench end\nfrench end\n", 7, "2", "not for the French to act now"),
        ("allied end\n", 6, "2", "not for the Allies to act now, but for the French"),
        (
            "french march FR-2-I1 maubeuge\n\n# so far\nfrench march FR-2-I1 mons\n",
            9,
            "5.3",
            "as far",
        ),
        ("french march PR-B namur\n", 6, "2", "not under your command"),
        ("french fly FR-N brussels\n", 6, "", "got 'fly'"),
        ("french\n", 6, "", "expected an action such as"),
        ("russian end\n", 6, "11", "expected a seat (french, allied), got 'russian'"),
        ("???\n", 6, "11", "expected a seat"),
        ("french end = 3\n", 6, "", "1 of the dice on this line were not used"),
        ("french end =\n", 6, "", "expected dice behind '='"),
        ("french end = x\n", 6, "", "expected dice behind '=', got 'x'"),
        ("french end = -1\n", 6, "", "expected dice behind '=', got '-1'"),
        ("french end = 0\n", 6, "", "expected dice behind '=', got '0'"),
        ("french end = 1 ²\n", 6, "", "expected dice behind '='"),
        ("result french 10.1\n", 6, "", "french"),
        ("result\n", 6, "", "the record says"),
    ],
)
def test_a_line_that_cannot_be_played_says_which_and_why(
    body: str, line: int, rule: str, words: str
) -> None:
    """The number of the line, the reason, and the rule that speaks against it."""
    error = record_error(NEW + body)
    assert words in error.message
    assert error.line == line
    assert error.rule == rule
    assert f"line {line}: " in str(error)


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ("", "needs more dice than are given"),
        ("= 1", "needs more dice than are given"),
        ("= 1 2 3", "1 of the dice on this line were not used"),
        ("= 1 2 3 4 5", "3 of the dice on this line were not used"),
        ("= 1 7", "is 7, expected 1 to 6"),
        ("= 0 1", "expected"),
        ("= 1 10000000000000000000000", "expected 1 to 6"),
    ],
)
def test_dice_have_to_be_just_right(dice: str, words: str) -> None:
    """Two units have force-marched, and need two dice."""
    marched = (
        "french march FR-2-I1 maubeuge\nfrench march FR-2-I2 maubeuge\nfrench end\n"
        "french force FR-2-I1 avesnes\nfrench force FR-2-I2 avesnes\n"
    )
    error = record_error(f"{NEW}{marched}french end {dice}\n")
    assert words in error.message
    assert error.line == 11
    assert Game.replay(f"{NEW}{marched}french end = 1 2\n").where("FR-2-I1") == "avesnes"


@pytest.mark.parametrize(
    "result", ["result french 10.1", "result nobody 10.2", "result allied 10.1", "result"]
)
def test_a_wrong_result_is_refused(result: str) -> None:
    """Who won, and by which rule, has to be what the replay finds."""
    *lines, true = finished().splitlines()
    assert true == "result allied 10.2"
    error = record_error("\n".join([*lines, result]) + "\n")
    assert error.line == len(lines) + 1


def test_a_result_may_be_missing() -> None:
    """A record need not say what it shows."""
    *lines, _ = finished().splitlines()
    again = Game.replay("\n".join(lines) + "\n")
    assert again.record() == finished()


def test_a_result_may_be_said_again_and_again() -> None:
    """A true line stays true, however often it stands there."""
    again = Game.replay(finished() + "result allied 10.2\n" * 3000)
    assert again.record() == finished()


def test_nothing_is_played_after_the_end() -> None:
    """An action behind the result is refused with its line."""
    error = record_error(f"{finished()}french end\n")
    assert error.line == finished().count("\n") + 1
    assert error.rule == "10"
    assert "the game is over" in error.message


def damaged(lines: list[str], others: list[str], luck: random.Random) -> str:
    """A record with a mistake or two: lines lost, doubled, strayed; words and letters changed."""
    lines = lines[:]
    for _ in range(luck.randint(1, 2)):
        at = luck.randrange(len(lines))
        kind = luck.randrange(5)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[at])
        elif kind == 2:
            lines.insert(at, luck.choice(others))
        elif kind == 3:
            words = lines[at].split() or ["begin"]
            words[luck.randrange(len(words))] = luck.choice(luck.choice(others).split())
            lines[at] = " ".join(words)
        else:
            letter = luck.randrange(len(lines[at]) + 1)
            new = luck.choice("0123456789=#-: éx²")
            lines[at] = lines[at][:letter] + new + lines[at][letter + luck.randint(0, 1) :]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_record_is_replayed_or_refused(seed: int) -> None:
    """A game that can be recorded again, or a RecordError with the number of a line."""
    luck = random.Random(seed)
    lines = recorded(seed, 60).splitlines()
    others = recorded((seed + 1) % 8, 60).splitlines()
    refused = 0
    for _ in range(25):
        text = damaged(lines, others, luck)
        try:
            game = Game.replay(text)
        except RecordError as error:
            refused += 1
            assert 1 <= error.line <= text.count("\n")
            assert error.message
        else:
            same(game, Game.replay(game.record()))
    assert refused > 10


# --- ways of writing


def test_line_ends_of_windows_are_read() -> None:
    """CRLF, also where the record is cut off in between."""
    record = recorded(2, 40)
    windows = record.replace("\n", "\r\n")
    same(Game.replay(windows), Game.replay(record))
    assert Game.replay(windows).notice is None
    cut = Game.replay(windows[:-1])
    assert cut.notice is not None
    assert len(cut.moves) == 39
    position = Game.replay(finished().replace("\n", "\r\n"))
    same(position, Game.replay(finished()))


def test_remarks_and_empty_lines_and_blanks_are_nothing() -> None:
    """A record may be annotated."""
    record = recorded(2, 40)
    lines = [f"  {line}  \n\n# a remark = 3\n" for line in record.splitlines()]
    same(Game.replay("".join(lines)), Game.replay(record))


def test_case_does_not_matter_behind_the_head() -> None:
    """Seats and actions as everywhere."""
    record = recorded(0, 40)
    head, _, body = record.partition("begin\n")
    same(Game.replay(f"{head}begin\n{body.upper()}"), Game.replay(record))


def test_an_allied_army_means_the_allied_seat_in_a_game_of_two() -> None:
    """It is written back under the name of the seat."""
    text = f"{NEW}french end\nprussian march PR-B ligny\n"
    game = Game.replay(text)
    assert game.record() == text.replace("prussian", "allied")


# --- from positions


def test_a_record_keeps_the_position_that_it_began_from() -> None:
    """Line by line behind `position:`, remarks too; the first dice stand behind `begin`."""
    text = f"# a lesson\n\n{FIELD}  step morale  # who wavers?\n"
    game = Game.from_position(text, ScriptedDice([4]))
    lines = game.record().splitlines()
    assert lines[0] == "napoleon-record 1"
    assert lines[1:-1] == [
        f"position: {line.strip()}" for line in text.splitlines() if line.strip()
    ]
    assert lines[-1] == "begin = 4"
    same(game, Game.replay(game.record()))
    game.state.dice = ScriptedDice([2])
    game.play("french", "fire FR-2-I1")
    same(game, Game.replay(game.record()))


def test_a_position_taken_from_a_game_is_a_beginning() -> None:
    """What the engine adds to a position survives in a record."""
    game = Game.replay(recorded(0, 57))
    again = Game.from_position(game.position(), SeededDice(5))
    luck = random.Random(5)
    for _ in range(30):
        step(again, luck)
    same(again, Game.replay(again.record()))


@pytest.mark.parametrize("text", ["", "\n", "# nobody\n", "turn 23", "solre: FR-N\n\n\n;"])
def test_a_record_of_next_to_nothing(text: str) -> None:
    """Positions that say little are positions too; an empty one is not a new game."""
    try:
        game = Game.from_position(text)
    except PositionError as error:
        assert error.message
    else:
        same(game, Game.replay(game.record()))


def test_records_are_the_same_however_the_game_was_played() -> None:
    """Action by action, in lists, with undo and copies between."""
    plain, fancy = Game.new(dice=SeededDice(9)), Game.new(dice=SeededDice(9))
    march = ["march FR-2-I1 maubeuge", "march FR-C1 thuin", "march FR-C1 charleroi", "end"]
    for action in march:
        plain.play("french", action)
    fancy.play("french", "march FR-2-I1 binche")
    fancy.undo("french")
    fancy.copy().play("french", "end")
    fancy.play("french", march)
    same(plain, fancy)
    assert all(one != two for one, two in pairwise(plain.record().splitlines()))
