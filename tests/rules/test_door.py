"""The one door: who may act, what is offered, played, refused, taken back and copied."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest

from napoleon.lab.random_play import new_random_game, play_out, warlike
from napoleon.rules import (
    Action,
    Dice,
    DiceError,
    Game,
    GameOver,
    IllegalAction,
    MalformedAction,
    NothingToUndo,
    NotYourTurn,
    Options,
    RuleError,
    ScriptedDice,
    Seat,
    SeededDice,
)
from napoleon.rules import game as rules_game
from napoleon.rules.board.units import UNIT_IDS
from napoleon.rules.engine.actions import MARCH, encode

IS_COMPILED = not str(rules_game.__file__).endswith(".py")

# FR-2-I1 fires four dice, FR-1-I1 a single one.
FIELD = """turn 5
battle charleroi
french left: FR-2-I1; french centre: FR-1-I1/1 FR-1-I2; french right: FR-3-I1 FR-3-I2
french reserve: FR-N
allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-A; allied reserve: PR-B
allied enemy-left: PR-2-C; allied enemy-centre: PR-3-C
origins laneffe
"""
SKIRMISH = "turn 1; thuin: FR-2-I1 FR-2-I2 FR-C1 FR-N; charleroi: PR-1-I1 PR-1-C; namur: PR-B"


def snapshot(game: Game) -> list[object]:
    """Everything that can be asked of a game."""
    facts: list[object] = [
        game.position(),
        [event.as_dict() for event in game.events],
        game.record(),
        game.to_act,
        game.stage,
        game.town,
        game.can_undo,
        game.result is None,
        game.event_count,
    ]
    facts += [game.view(seat).as_dict() for seat in (*game.seats, None)]
    facts += [[str(action) for action in game.legal(seat)] for seat in game.seats]
    return facts


def step(game: Game, luck: random.Random) -> None:
    """Play one action as a warlike player would."""
    seat = luck.choice(game.to_act)
    game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))


def fresh() -> Game:
    """The historical game, the French to march, no die to roll."""
    return Game.new(dice=ScriptedDice([]))


def in_march() -> Game:
    """A game in which something has been marched."""
    game = fresh()
    game.play("french", ["march FR-2-I1 maubeuge", "march FR-C1 avesnes"])
    return game


def three() -> Game:
    """Three players; both Allies are to march."""
    game = Game.new(options=Options(players=3), dice=SeededDice(1))
    game.play("french", "end")
    return game


def free() -> Game:
    """A free set-up in which the Allies have placed a few units."""
    game = Game.new("free", dice=SeededDice(1))
    game.play("allied", ["place AD-W brussels", "place PR-B namur"])
    return game


def full_givet() -> Game:
    """The French place their thirteenth unit."""
    game = Game.new("free", dice=SeededDice(1))
    for prefix, towns in (
        ("AD-", "brussels ghent ath nivelles"),
        ("PR-", "charleroi ligny namur ciney liege"),
    ):
        places = [town for town in towns.split() for _ in range(4)]
        units = [unit for unit in UNIT_IDS if unit.startswith(prefix)]
        for unit, town in zip(units, places, strict=False):
            game.play("allied", f"place {unit} {town}")
    game.play("allied", "end")
    game.play("french", [f"place {unit} givet" for unit in UNIT_IDS[:12]])
    return game


def in_battle() -> Game:
    """A battle turn of the French, without dice."""
    return Game.from_position(FIELD, ScriptedDice([]))


def over() -> Game:
    """A game that has ended."""
    game = Game.from_position("turn 23; solre: FR-N FR-C1; mons: AD-W; namur: PR-B")
    game.play("french", "end")
    assert game.result is not None
    return game


# --- asking


@pytest.mark.parametrize("make", [fresh, in_march, three, free, full_givet, in_battle, over])
def test_only_who_is_to_act_is_offered_anything(make: Callable[[], Game]) -> None:
    """Something before the end, nothing after it, and nothing to anybody else."""
    game = make()
    assert bool(game.to_act) == (game.result is None)
    for seat in game.seats:
        assert bool(len(game.legal(seat))) == (seat in game.to_act)


def test_what_is_offered_is_a_sequence_of_actions() -> None:
    """Length, order, membership by action and by text."""
    offered = in_march().legal("french")
    actions = list(offered)
    assert len(actions) == len(offered) > 10
    assert [offered[index] for index in range(len(offered))] == actions
    assert offered[-1] == "end"
    assert all(action in offered and str(action) in offered for action in actions)
    assert "MARCH fr-2-i2 Maubeuge" in offered
    assert "march FR-2-I2 brussels" not in offered
    assert Action.parse("march PR-B ligny") not in offered
    assert 7 not in offered
    assert len({str(action) for action in actions}) == len(actions)
    assert "march FR-2-I2 maubeuge" in repr(offered)


@pytest.mark.parametrize("make", [fresh, in_march, three, free, full_givet, in_battle])
def test_what_is_offered_is_accepted(make: Callable[[], Game]) -> None:
    """`why_not` says None, and a copy can play it; asking changes nothing."""
    game = make()
    game.state.dice = SeededDice(1)
    before = snapshot(game)
    for seat in game.to_act:
        for action in list(game.legal(seat))[::7]:
            assert game.why_not(seat, action) is None
            assert game.why_not(seat, str(action)) is None
            assert game.copy().play(seat, action) is not None
    assert snapshot(game) == before


def test_playing_returns_what_happened() -> None:
    """The events of this action and of what the engine then did by itself."""
    game = fresh()
    count = game.event_count
    first = game.play("french", "march FR-2-I1 maubeuge")
    assert [(event.kind, event.unit, event.to) for event in first] == [
        ("marched", "FR-2-I1", "maubeuge")
    ]
    more = game.play("french", ["end", "end"])
    assert [event.kind for event in more] == ["turn-began"]
    assert game.events[count:] == first + more
    assert game.event_count == count + 2


def test_actions_may_be_given_as_objects_texts_and_lists() -> None:
    """All come to the same."""
    texts = ["march FR-2-I1 maubeuge", "march FR-2-I2 maubeuge", "end"]
    games = [fresh() for _ in range(4)]
    for text in texts:
        games[0].play("french", text)
        games[1].play(Seat.FRENCH, Action.parse(text.upper()))
    games[2].play("FRENCH", texts)
    games[3].play("french", tuple(Action.parse(text) for text in texts))
    assert len({str(snapshot(game)) for game in games}) == 1


def test_an_empty_list_does_nothing() -> None:
    """All of nothing is nothing."""
    game = in_march()
    before = snapshot(game)
    assert game.play("french", []) == []
    assert snapshot(game) == before


def test_the_truth_for_referees() -> None:
    """Where every unit is, how strong, and what an army has lost."""
    game = fresh()
    assert game.where("fr-n") == "beaumont"
    assert game.strength("PR-1-C") == 2
    assert game.area("FR-N") is None
    assert game.marks("FR-N") == frozenset()
    assert game.losses("prussian") == 0
    for ask in (game.where, game.strength, game.area, game.marks):
        with pytest.raises(MalformedAction, match="id of a unit"):
            ask("FR-99")
    with pytest.raises(MalformedAction, match="an army"):
        game.losses("allied")


# --- refusing


@pytest.mark.parametrize(
    ("make", "seat", "action", "error", "rule", "words"),
    [
        (fresh, "french", "march FR-99 mons", MalformedAction, "3", "as FR-2-I1, got 'FR-99'"),
        (fresh, "french", "march FR-N utopia", MalformedAction, "1", "got 'utopia'"),
        (fresh, "french", "march FR-N", MalformedAction, "", "'march UNIT TOWN', got 'march FR-N'"),
        (fresh, "french", "march FR-N mons ath", MalformedAction, "", "'march UNIT TOWN'"),
        (fresh, "french", "", MalformedAction, "", "an action such as"),
        (fresh, "french", "x" * 10**6, MalformedAction, "", "an action such as"),
        (fresh, "french", "attaquez!", MalformedAction, "", "got 'attaquez!'"),
        (fresh, "french", "draw 00001815", MalformedAction, "", "a small number"),
        (fresh, "french", "march FR-2-I1 brussels", IllegalAction, "5.1", "no road joins"),
        (fresh, "french", "march PR-B ligny", IllegalAction, "2", "Blücher (PR-B) is not under"),
        (fresh, "french", "force FR-2-I1 mons", IllegalAction, "5.6", "normal marches come first"),
        (fresh, "french", "fire FR-2-I1", IllegalAction, "6.3.3", "not the step for it"),
        (fresh, "french", "place FR-N givet", IllegalAction, "4", "not the step for it"),
        (fresh, "french", "remove FR-2-I1", IllegalAction, "9", "only after a French turn"),
        (fresh, "french", "march FR-2-I1 solre", IllegalAction, "5.1",
         "is in Solre-sur-Sambre already"),
        (in_march, "french", "march FR-2-I1 mons", IllegalAction, "5.3", "as far as it may"),
        (in_march, "french", "march FR-4-I givet", IllegalAction, "5.1", "no more groups"),
        (fresh, "allied", "end", NotYourTurn, "2", "not for the Allies to act"),
        (fresh, "allied", "march PR-B ligny", NotYourTurn, "2", "but for the French"),
        (fresh, "prussian", "march PR-B ligny", NotYourTurn, "2", "but for the French"),
        (fresh, "russian", "end", MalformedAction, "11", "a seat (french, allied), got 'russian'"),
        (fresh, "", "end", MalformedAction, "11", "a seat (french, allied)"),
        (fresh, "f" * 10**6, "end", MalformedAction, "11", "a seat (french, allied)"),
        (three, "anglo-dutch", "march PR-B ligny", IllegalAction, "11", "not under your command"),
        (three, "prussian", "march FR-N mons", IllegalAction, "2", "not under your command"),
        (three, "allied", "end", MalformedAction, "11", "prussian), got 'allied'"),
        (three, "french", "end", NotYourTurn, "2", "for the Anglo-Dutch and the Prussians"),
        (free, "allied", "end", IllegalAction, "4", "32 units have still to be placed"),
        (free, "allied", "place AD-W ghent", IllegalAction, "4", "has been placed already"),
        (free, "allied", "place AD-R-A namur", IllegalAction, "4.1", "another army's zone"),
        (free, "allied", "place FR-N givet", IllegalAction, "2", "not under your command"),
        (free, "allied", "march AD-R-A mons", IllegalAction, "3", "not on the board"),
        (free, "french", "place FR-N givet", NotYourTurn, "2", "but for the Allies"),
        (full_givet, "french", f"place {UNIT_IDS[12]} givet", IllegalAction, "4.2",
         "Givet holds 12 units, at most 12"),
        (full_givet, "french", f"place {UNIT_IDS[12]} mons", IllegalAction, "4.2", "zone"),
        (full_givet, "allied", "place AD-W ghent", NotYourTurn, "2", "but for the French"),
        (in_battle, "french", "move FR-2-I1 enemy-right", IllegalAction, "6.3.2", "FR-2-I1"),
        (in_battle, "french", "fire FR-N", IllegalAction, "6.3.3", "reserve"),
        (in_battle, "allied", "fire PR-2-C", NotYourTurn, "2", "but for the French"),
        (in_battle, "french", "fire FR-2-I1", DiceError, "", "run out"),
        (in_battle, "french", "fire FR-1-I1", DiceError, "", "run out"),
        (over, "french", "end", GameOver, "10", "the game is over"),
        (over, "allied", "end", GameOver, "10", "the game is over"),
        (over, "french", "march FR-N mons", GameOver, "10", "the game is over"),
        (over, "french", "fly", MalformedAction, "", "got 'fly'"),
    ],
)  # fmt: skip
def test_what_is_refused_says_why_and_changes_nothing(
    make: Callable[[], Game],
    seat: str,
    action: str,
    error: type[RuleError],
    rule: str,
    words: str,
) -> None:
    """The right kind of error, its rule, a reason for people; alone and at the end of a list."""
    game = make()
    before = snapshot(game)
    with pytest.raises(RuleError) as caught:
        game.play(seat, action)
    assert type(caught.value) is error
    assert caught.value.rule == rule
    assert words in str(caught.value)
    assert len(str(caught.value)) < 500
    assert snapshot(game) == before
    if rule:
        assert f"(rule {rule})" in str(caught.value)
    offered = [str(action) for action in game.legal(game.to_act[0])][:1] if game.to_act else []
    with pytest.raises(RuleError):
        game.play(seat, [*offered, action])
    assert snapshot(game) == before


@pytest.mark.parametrize(
    "action",
    [
        None,
        42,
        3.5,
        True,
        b"end",
        object(),
        ["end", None],
        ["march FR-2-I1 maubeuge", 7],
        [["end"]],
        Action(-1),
        Action(10**9),
        Action(encode(MARCH, 200, 3)),
        Action(encode(MARCH, 3)),
        [Action(-1)],
    ],
    ids=lambda action: type(action).__name__,
)
def test_what_is_no_action_at_all_is_malformed(action: object) -> None:
    """Objects of any kind get the same answer as bad text; compiled rules may see to types."""
    game = in_march()
    before = snapshot(game)
    play: Callable[[str, object], object] = game.play  # type: ignore[assignment]
    why_not: Callable[[str, object], object] = game.why_not  # type: ignore[assignment]
    error = (MalformedAction, TypeError) if IS_COMPILED else MalformedAction
    with pytest.raises(error, match="expected"):
        play("french", action)
    with pytest.raises(error, match="expected"):
        why_not("french", action)
    assert snapshot(game) == before


@pytest.mark.parametrize("seat", ["russian", "", " french", "allied french", "3"])
def test_seats_that_do_not_exist(seat: str) -> None:
    """Whatever is asked, the answer names the seats of this game."""
    game = three()
    asks: list[Callable[[], object]] = [
        lambda: game.view(seat),
        lambda: game.legal(seat),
        lambda: game.events_for(seat),
        lambda: game.undo(seat),
        lambda: game.why_not(seat, "end"),
        lambda: game.play(seat, "end"),
    ]
    for ask in asks:
        with pytest.raises(MalformedAction, match="french, anglo-dutch, prussian") as caught:
            ask()
        assert caught.value.rule == "11"


@pytest.mark.parametrize("seat", [None, 1815, b"french", ["french"]], ids=repr)
def test_who_is_no_seat_at_all_changes_nothing(seat: object) -> None:
    """A spectator, or an object of any kind; compiled rules may see to types."""
    game = in_march()
    before = snapshot(game)
    play: Callable[[object, str], object] = game.play  # type: ignore[assignment]
    undo: Callable[[object], object] = game.undo  # type: ignore[assignment]
    error = (RuleError, TypeError) if IS_COMPILED else RuleError
    with pytest.raises(error):
        play(seat, "end")
    with pytest.raises(error):
        undo(seat)
    assert snapshot(game) == before


def test_why_not_gives_rule_and_reason() -> None:
    """What `play` would say, without playing."""
    game = in_march()
    before = snapshot(game)
    reason = game.why_not("french", "march FR-2-I1 mons")
    assert reason is not None
    assert reason.rule == "5.3"
    assert "FR-2-I1" in reason.text
    assert str(reason) == f"{reason.text} (rule 5.3)"
    assert game.why_not("allied", "end") is not None
    with pytest.raises(MalformedAction):
        game.why_not("french", "fly")
    assert snapshot(game) == before


# --- lists, all or nothing


@pytest.mark.parametrize(
    "actions",
    [
        ["march FR-2-I1 maubeuge", "march FR-2-I1 mons"],
        ["march FR-2-I1 maubeuge", "march FR-C1 avesnes", "fly"],
        ["march FR-2-I1 maubeuge", "end", "end", "march PR-B ligny"],
        ["end", "march PR-B ligny", "end"],
        ["march FR-2-I1 maubeuge", "end", "force FR-2-I1 avesnes", "end", "end"],
    ],
)
def test_a_list_is_played_as_a_whole_or_not_at_all(actions: list[str]) -> None:
    """Also where the refused one comes after dice, or after the other side's turn has begun."""
    dice = SeededDice(1815)
    game, untouched = Game.new(dice=dice), Game.new(dice=dice.copy())
    for twin in (game, untouched):
        twin.play("french", "march FR-2-I2 maubeuge")
    with pytest.raises(RuleError):
        game.play("french", actions)
    assert snapshot(game) == snapshot(untouched)
    for twin in (game, untouched):
        twin.undo("french")
        play_out(twin, warlike, random.Random(1))
    assert game.record() == untouched.record()


def test_dice_that_run_out_leave_the_game_as_it_was() -> None:
    """In the middle of a shot, of a list of shots, and of the dice of a march."""
    game = Game.from_position(FIELD, ScriptedDice([6, 6]))
    before = snapshot(game)
    with pytest.raises(DiceError, match="run out"):
        game.play("french", "fire FR-2-I1")
    assert snapshot(game) == before
    with pytest.raises(DiceError, match="run out"):
        game.play("french", ["fire FR-1-I1", "fire FR-1-I2"])
    assert snapshot(game) == before
    marched = fresh()
    marched.play("french", ["march FR-2-I1 maubeuge", "end", "force FR-2-I1 avesnes"])
    before = snapshot(marched)
    with pytest.raises(DiceError):
        marched.play("french", "end")
    assert snapshot(marched) == before
    assert marched.undo("french") == "force FR-2-I1 avesnes"


def test_dice_of_a_refused_shot_are_still_there() -> None:
    """The dice are part of the game: what was not played has not used any."""
    game = Game.from_position(FIELD, ScriptedDice([6, 6]))
    with pytest.raises(DiceError):
        game.play("french", ["fire FR-2-I1"])
    shot = game.copy().play("french", "fire FR-1-I1")[0]
    assert (shot.kind, shot.dice) == ("shot", (6,))
    with pytest.raises(DiceError):
        game.play("french", "fire FR-2-I1")
    shot = game.play("french", "fire FR-1-I1")[0]
    assert (shot.kind, shot.dice) == ("shot", (6,))


@pytest.mark.parametrize("value", [0, 7, -1, 100])
def test_dice_that_show_the_impossible_leave_the_game_as_it_was(value: int) -> None:
    """A script can be wrong as well as short."""
    game = Game.from_position(FIELD, ScriptedDice([6, value, 6, 6]))
    before = snapshot(game)
    with pytest.raises(DiceError, match=f"is {value}, expected 1 to 6"):
        game.play("french", "fire FR-2-I1")
    assert snapshot(game) == before


# --- undo


def test_undo_takes_back_one_action_after_the_other() -> None:
    """Back to the beginning of the turn, and no further."""
    game = fresh()
    marches = ["march FR-2-I1 maubeuge", "march FR-C1 avesnes", "march FR-C1 maubeuge", "end"]
    states = [snapshot(game)]
    for action in marches:
        game.play("french", action)
        states.append(snapshot(game))
    assert game.stage == "force"
    for action in reversed(marches):
        assert snapshot(game) == states.pop()
        assert game.can_undo
        assert game.undo("french") == action
    assert snapshot(game) == states.pop()
    assert not game.can_undo
    with pytest.raises(NothingToUndo, match="nothing to undo"):
        game.undo("french")


def test_what_was_undone_can_be_played_otherwise() -> None:
    """And leaves no trace, not in the dice either."""
    straight, winding = Game.new(dice=SeededDice(5)), Game.new(dice=SeededDice(5))
    winding.play("french", ["march FR-2-I1 binche", "march FR-2-I2 binche"])
    winding.undo("french")
    winding.undo("french")
    for game in (straight, winding):
        game.play("french", ["march FR-2-I1 maubeuge", "end", "force FR-2-I1 avesnes", "end"])
    assert snapshot(straight) == snapshot(winding)
    for game in (straight, winding):
        play_out(game, warlike, random.Random(3))
    assert straight.record() == winding.record()


def test_no_undo_after_a_die() -> None:
    """Forced marches are rolled for; nothing before the dice comes back."""
    game = Game.new(dice=ScriptedDice([6]))
    game.play("french", ["march FR-2-I1 maubeuge", "end", "force FR-2-I1 avesnes"])
    assert game.can_undo
    game.play("french", "end")
    assert not game.can_undo
    for seat in ("french", "allied"):
        with pytest.raises(NothingToUndo):
            game.undo(seat)


def test_undo_goes_back_to_the_last_die_and_no_further() -> None:
    """In a battle turn a move after a shot can be taken back, the shot cannot."""
    game = Game.from_position(FIELD, ScriptedDice([6, 6]))
    game.play("french", "fire FR-1-I1")
    after_the_shot = snapshot(game)
    assert not game.can_undo
    game.play("french", "move FR-3-I2 reserve")
    game.play("french", "square FR-3-I1")
    assert game.can_undo
    assert game.undo("french") == "square FR-3-I1"
    assert game.undo("french") == "move FR-3-I2 reserve"
    assert snapshot(game) == after_the_shot
    with pytest.raises(NothingToUndo):
        game.undo("french")
    assert snapshot(game) == after_the_shot


def test_no_undo_after_something_was_shown() -> None:
    """A leader who shows himself has been seen."""
    game = Game.from_position("turn 1; solre: FR-N FR-2-I1; mons: AD-W", ScriptedDice([6]))
    game.play(
        "french",
        ["march FR-2-I1 beaumont", "march FR-N beaumont", "march FR-N philippeville", "end"],
    )
    game.play("french", "force FR-2-I1 philippeville")
    assert game.can_undo
    game.play("french", "show FR-N")
    assert not game.can_undo
    with pytest.raises(NothingToUndo):
        game.undo("french")


def test_no_undo_once_the_other_side_is_to_act() -> None:
    """Not the end of a turn, and not what was revealed to answer."""
    game = fresh()
    game.play("french", ["march FR-2-I1 maubeuge", "end", "end"])
    assert game.to_act == ("allied",)
    assert not game.can_undo
    skirmish = Game.from_position(SKIRMISH, SeededDice(1))
    skirmish.play(
        "french",
        [f"march {unit} charleroi" for unit in ("FR-2-I1", "FR-2-I2", "FR-C1")] + ["end"],
    )
    if skirmish.stage == "force":
        skirmish.play("french", "end")
    assert skirmish.stage == "reveal"
    skirmish.play("french", "reveal FR-2-I1")
    skirmish.play("french", "reveal FR-C1")
    assert skirmish.undo("french") == "reveal FR-C1"
    skirmish.play("french", "end")
    assert skirmish.to_act == ("allied",)
    assert not skirmish.can_undo
    with pytest.raises(NothingToUndo):
        skirmish.undo("french")


def test_set_up_and_deployment_can_be_taken_back() -> None:
    """Placing blocks is free until the other side places his."""
    game = free()
    assert game.undo("allied") == "place PR-B namur"
    assert game.where("PR-B") is None
    assert game.undo("allied") == "place AD-W brussels"
    assert snapshot(game) == snapshot(Game.new("free", dice=SeededDice(1)))
    closed = full_givet()
    for _ in range(12):
        closed.undo("french")
    assert not closed.can_undo
    assert closed.where("PR-B") == "charleroi"


def test_only_who_acted_last_takes_back() -> None:
    """Two Allies march in one turn; neither takes back the other's action, or one before it."""
    game = three()
    game.play("anglo-dutch", "march AD-W waterloo")
    game.play("prussian", "march PR-B ligny")
    before = snapshot(game)
    for seat in ("anglo-dutch", "french"):
        with pytest.raises(NothingToUndo, match="not yours"):
            game.undo(seat)
        assert not game.view(seat).can_undo
    assert snapshot(game) == before
    assert game.view("prussian").can_undo
    assert game.undo("prussian") == "march PR-B ligny"
    with pytest.raises(NothingToUndo, match="not yours"):
        game.undo("prussian")
    assert game.view("anglo-dutch").can_undo
    assert game.undo("anglo-dutch") == "march AD-W waterloo"
    assert snapshot(game) == snapshot(three())


def test_an_ally_may_take_back_that_he_is_done() -> None:
    """While the other is still marching."""
    game = three()
    game.play("anglo-dutch", "end")
    assert game.to_act == (Seat.PRUSSIAN,)
    assert game.undo("anglo-dutch") == "end"
    assert len(game.to_act) == 2
    game.play("prussian", "march PR-B ligny")
    game.play("anglo-dutch", "end")
    assert game.undo("anglo-dutch") == "end"
    assert game.undo("prussian") == "march PR-B ligny"
    assert snapshot(game) == snapshot(three())


def test_nobody_takes_back_after_the_end() -> None:
    """What is over is over."""
    game = over()
    assert not game.can_undo
    for seat in ("french", "allied"):
        with pytest.raises(NothingToUndo):
            game.undo(seat)


@pytest.mark.parametrize("seed", range(8))
def test_undo_leads_back_wherever_it_is_allowed(seed: int) -> None:
    """In random games: everything is as before, or it is refused and nothing changes."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    undone = refused = 0
    for number in range(260):
        if not game.to_act:
            break
        before = game.position(), game.record(), game.event_count, game.can_undo
        dice = game.state.dice.copy()
        seat = luck.choice(game.to_act)
        action = Action(warlike(game, seat, game.legal(seat).codes, luck))
        game.play(seat, action)
        if number % 3 == 0:
            continue
        if game.can_undo:
            assert game.undo(seat) == action
            undone += 1
            assert (game.position(), game.record(), game.event_count, game.can_undo) == before
            assert [game.state.dice.copy().roll(6)] == [dice.roll(6)]
            game.play(seat, action)
        else:
            after = game.position(), game.record(), game.event_count
            for other in game.seats:
                with pytest.raises(NothingToUndo):
                    game.undo(other)
            refused += 1
            assert (game.position(), game.record(), game.event_count) == after
    assert undone > 10
    assert refused > 3


# --- copies


def test_a_copy_is_the_same_game() -> None:
    """Whatever can be asked of it."""
    for make in (fresh, in_march, three, free, full_givet, in_battle, over):
        game = make()
        assert snapshot(game.copy()) == snapshot(game)
        assert snapshot(game.copy().copy()) == snapshot(game)


def test_a_copy_and_its_original_do_not_touch_each_other() -> None:
    """Played, undone or ended, the other stays as it is."""
    game = in_march()
    twin = game.copy()
    before = snapshot(game)
    game.play("french", "march FR-2-I2 maubeuge")
    assert snapshot(twin) == before
    ahead = snapshot(game)
    twin.play("french", ["march FR-1-A maubeuge", "end", "end"])
    assert snapshot(game) == ahead
    game.undo("french")
    assert snapshot(game) == before
    assert twin.to_act == ("allied",)
    assert twin.where("FR-1-A") == "maubeuge"


def test_undo_in_one_of_two_copies() -> None:
    """Actions from before the copy can be taken back in each, alone."""
    game = in_march()
    twin = game.copy()
    before = snapshot(game)
    assert twin.undo("french") == "march FR-C1 avesnes"
    assert snapshot(game) == before
    assert twin.undo("french") == "march FR-2-I1 maubeuge"
    assert snapshot(twin) == snapshot(fresh())
    assert snapshot(game) == before
    twin.play("french", "march FR-2-I1 binche")
    assert game.undo("french") == "march FR-C1 avesnes"
    assert game.where("FR-2-I1") == "maubeuge"
    assert twin.where("FR-2-I1") == "binche"


@pytest.mark.parametrize("seed", range(8))
def test_copies_of_random_games_are_independent(seed: int) -> None:
    """A copy played to its end changes nothing, and its original then ends alike."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    for _ in range(6):
        for _ in range(35):
            if game.to_act:
                step(game, luck)
        before = snapshot(game)
        twin, third = game.copy(), game.copy()
        play_out(twin, warlike, random.Random(1))
        assert snapshot(game) == before
        assert snapshot(third) == before
        play_out(third, warlike, random.Random(1))
        assert third.record() == twin.record()
    assert game.event_count > 100


# --- order


CHILD = """
import hashlib, random
from napoleon.lab.random_play import new_random_game
digest = hashlib.sha256()
for seed in range(4):
    game = new_random_game(seed)
    luck = random.Random(seed)
    for _ in range(150):
        for seat in game.seats:
            digest.update(repr(game.legal(seat)).encode())
        if not game.to_act:
            break
        seat = game.to_act[int(luck.random() * len(game.to_act))]
        offered = game.legal(seat)
        game.play(seat, offered[int(luck.random() * len(offered))])
    digest.update(game.record().encode() + game.position().encode())
    digest.update(repr([game.view(seat).as_dict() for seat in game.seats]).encode())
print(digest.hexdigest())
"""


def test_the_order_of_offers_is_the_same_everywhere() -> None:
    """In other processes with other hash seeds: sets and dicts have no say in it."""
    digests = [
        subprocess.run(
            [sys.executable, "-c", CHILD],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("0", "1", "1815")
    ]
    assert len(digests[0]) > 60
    assert len(set(digests)) == 1


@pytest.mark.parametrize("make", [fresh, in_march, three, free, full_givet, in_battle])
def test_the_order_of_offers_is_the_same_each_time(make: Callable[[], Game]) -> None:
    """Asked twice, of a copy, of another such game, and of its position."""
    game = make()
    for seat in game.to_act:
        offered = [str(action) for action in game.legal(seat)]
        for other in (game, game.copy(), make(), Game.from_position(game.position())):
            assert [str(action) for action in other.legal(seat)] == offered


# --- beginning and end


def test_a_result_says_who_why_and_by_which_rule() -> None:
    """None before the end; afterwards nobody is to act."""
    assert fresh().result is None
    game = over()
    result = game.result
    assert result is not None
    assert (result.winner, result.rule) == ("allied", "10.2")
    assert "22 June" in result.reason
    assert result.as_dict() == {
        "winner": "allied",
        "rule": "10.2",
        "reason": "the French have not won by the end of 22 June",
    }
    assert "allied" in repr(result)
    assert game.stage == "over"
    assert game.to_act == ()
    assert game.town is None
    assert [len(game.legal(seat)) for seat in game.seats] == [0, 0]
    assert game.events[-1].kind == "game-over"


@pytest.mark.parametrize(
    ("players", "visibility", "rule"),
    [(1, "open", "11"), (4, "open", "11"), (0, "open", "11"), (2, "foggy", "6.2.4"),
     (3, "", "6.2.4"), (2, "OPEN", "6.2.4")],
)  # fmt: skip
def test_options_that_do_not_exist(players: int, visibility: str, rule: str) -> None:
    """Two or three players, open or hidden."""
    with pytest.raises(RuleError, match="expected") as caught:
        Options(players, visibility)
    assert caught.value.rule == rule


def test_options_are_values() -> None:
    """Equal options are equal, and a game tells its own."""
    assert Options() == Options(2, "open")
    assert Options(3) != Options(2)
    assert Options(2, "hidden") != Options(2)
    assert len({Options(), Options(2, "open"), Options(3)}) == 2
    assert repr(Options(3, "hidden")) == "Options(players=3, visibility='hidden')"
    for options in (Options(), Options(3, "hidden")):
        game = Game.new("free", options)
        assert game.options == options
        assert game.scenario == "free"
        assert len(game.seats) == options.players


@pytest.mark.parametrize("scenario", ["austerlitz", "", "HISTORICAL", "free "])
def test_scenarios_that_do_not_exist(scenario: str) -> None:
    """Historical or free."""
    with pytest.raises(RuleError, match="historical, free") as caught:
        Game.new(scenario)
    assert caught.value.rule == "4"


def test_without_dice_every_game_has_its_own() -> None:
    """A new game is playable at once, and its seed makes it again."""
    games = [Game.new(), Game.new()]
    assert all(game.seed is not None for game in games)
    games += [Game.new(dice=SeededDice(game.seed or 0)) for game in games]
    for game in games:
        play_out(game, warlike, random.Random(1))
    one, other, one_again, other_again = [game.record() for game in games]
    assert one != other
    assert (one, other) == (one_again, other_again)


def test_every_way_to_begin_without_dice_keeps_a_seed() -> None:
    """A new game, a scenario, a handicap, a position, a record; a copy has it too."""
    begun = Game.new()
    position = begun.position()
    ways: list[Callable[[Dice | None], Game]] = [
        lambda dice: Game.new(dice=dice),
        lambda dice: Game.new("ligny", dice=dice),
        lambda dice: Game.new("free", Options(handicap=2), dice),
        lambda dice: Game.from_position(position, dice),
        lambda dice: Game.replay(begun.record(), dice),
    ]
    for begin in ways:
        game = begin(None)
        assert game.seed is not None and game.seed == game.copy().seed == game.still().seed
        again = begin(SeededDice(game.seed))
        assert again.seed is None
        for twin in (game, again):
            play_out(twin, warlike, random.Random(2))
        assert game.moves == again.moves


def test_dice_of_ones_own_have_no_seed() -> None:
    game = Game.new()
    game.use_dice(SeededDice(3))
    assert game.seed is None
    assert Game.new(dice=ScriptedDice([])).seed is None


# --- dice


def test_seeded_dice_never_change() -> None:
    """Golden numbers: games that were kept by their seed must come out the same for ever."""
    assert rolls(SeededDice(1815), 20) == [
        5, 5, 3, 4, 3, 4, 3, 3, 5, 3, 6, 6, 4, 4, 5, 2, 1, 3, 4, 6,
    ]  # fmt: skip
    assert rolls(SeededDice(2**70 + 5), 20) == [
        5, 5, 3, 5, 5, 3, 6, 4, 3, 1, 1, 1, 4, 3, 4, 2, 4, 6, 2, 1,
    ]  # fmt: skip
    assert rolls(SeededDice(1), 20, 12) == [
        11, 8, 3, 8, 8, 5, 10, 12, 12, 4, 4, 4, 8, 6, 7, 2, 5, 10, 8, 1,
    ]  # fmt: skip


def rolls(dice: Dice, number: int, sides: int = 6) -> list[int]:
    """So many rolls."""
    return [dice.roll(sides) for _ in range(number)]


def chi_square(numbers: list[int], sides: int) -> float:
    """How far the numbers are from all being equally frequent."""
    expected = len(numbers) / sides
    seen = Counter(numbers)
    return sum((seen[side] - expected) ** 2 / expected for side in range(1, sides + 1))


@pytest.mark.parametrize(("sides", "limit"), [(6, 20.5), (12, 31.3), (7, 22.5)])
def test_seeded_dice_are_fair(sides: int, limit: float) -> None:
    """Along one seed, over first rolls of many seeds, and from one roll to the next (p > 0.001)."""
    along = rolls(SeededDice(42), 12_000, sides)
    assert set(along) == set(range(1, sides + 1))
    assert chi_square(along, sides) < limit
    assert chi_square([SeededDice(seed).roll(sides) for seed in range(6000)], sides) < limit
    steps = [(two - one) % sides + 1 for one, two in zip(along[::2], along[1::2], strict=True)]
    assert chi_square(steps, sides) < limit


def test_dice_with_one_side() -> None:
    """The last terrain block in the cup is drawn without any doubt."""
    assert rolls(SeededDice(3), 5, 1) == [1] * 5
    assert rolls(ScriptedDice([1]), 1, 1) == [1]


@pytest.mark.parametrize("make", [lambda: SeededDice(7), lambda: ScriptedDice([1, 2, 3, 4, 5, 6])])
def test_copies_of_dice_are_independent(make: Callable[[], Dice]) -> None:
    """A copy shows what the original will show, and neither hurries the other."""
    dice = make()
    dice.roll(6)
    twin = dice.copy()
    ahead = rolls(twin, 5)
    assert rolls(dice, 5) == ahead


def test_scripted_dice_say_when_something_is_wrong() -> None:
    """Run out, or too high for what is rolled."""
    dice = ScriptedDice([3, 12])
    assert dice.left == 2
    assert dice.roll(6) == 3
    with pytest.raises(DiceError, match="die 2 of the script is 12, expected 1 to 6"):
        dice.roll(6)
    assert dice.roll(12) == 12
    assert dice.left == 0
    with pytest.raises(DiceError, match="the script of 2 dice has run out"):
        dice.roll(6)


class Rising:
    """Dice of somebody else's: 1, 2, 3 ... and round again."""

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def roll(self, sides: int) -> int:
        """The next number."""
        self.at += 1
        return (self.at - 1) % sides + 1

    def copy(self) -> Rising:
        """The same from here on."""
        return Rising(self.at)


def test_dice_of_ones_own() -> None:
    """Anything with `roll` and `copy` will do; the game asks it for each die, and copies it."""
    dice = Rising()
    game = Game.from_position(FIELD, dice)
    twin = game.copy()
    assert game.play("french", "fire FR-2-I1")[0].dice == (1, 2, 3, 4)
    assert dice.at >= 4
    assert twin.play("french", "fire FR-2-I1")[0].dice == (1, 2, 3, 4)
    play_out(game, warlike, random.Random(2))
    assert Game.replay(game.record()).position() == game.position()


class Broken:
    """Dice that cannot be reached after a while, as those of a server might be."""

    def __init__(self, left: int) -> None:
        self.left = left

    def roll(self, sides: int) -> int:
        """A one, as long as it goes."""
        if not self.left:
            raise OSError("no dice today")
        self.left -= 1
        return 1

    def copy(self) -> Broken:
        """The same from here on."""
        return Broken(self.left)


def test_dice_that_break_leave_the_game_as_it_was() -> None:
    """Whatever goes wrong in the middle of an action, it has not been played."""
    game = Game.from_position(FIELD, Broken(2))
    before = snapshot(game)
    with pytest.raises(OSError, match="no dice today"):
        game.play("french", "fire FR-2-I1")
    assert snapshot(game) == before
    with pytest.raises(OSError, match="no dice today"):
        game.play("french", ["move FR-3-I2 reserve", "fire FR-2-I1"])
    assert snapshot(game) == before
