"""Rule 4 and ruling 4 handicap: steps of one's own blocks are given up before the first turn."""

from __future__ import annotations

import itertools
import random

import pytest

from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import (
    Bid,
    Game,
    IllegalAction,
    NotYourTurn,
    Options,
    PositionError,
    RuleError,
    SeededDice,
    judge_bids,
)
from napoleon.scenarios.library import begin

SECRETS = ("a" * 32, "b" * 32)


def strength(game: Game, seats: str) -> int:
    """The points of all blocks of an army or side."""
    units = game.truth.units()
    return sum([unit.strength for unit in units if unit.id.startswith(tuple(seats.split()))])


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("scenario", ["historical", "free"])
@pytest.mark.parametrize("handicap", [3, -2])
def test_4_so_many_steps_are_given_up_after_set_up(
    players: int, scenario: str, handicap: int
) -> None:
    """The side that gives them up acts, the other waits; then the first turn begins."""
    game = Game.new(scenario, Options(players, "open", handicap), SeededDice(1))
    luck = random.Random(4)
    while game.stage == "setup":
        seat = game.to_act[0]
        game.play(seat, luck.choice(game.legal(seat)))
    assert game.stage == "handicap" and game.turn == 0
    giving = "FR" if handicap > 0 else "AD PR"
    before = strength(game, giving), strength(game, "AD PR" if handicap > 0 else "FR")
    for left in range(abs(handicap), 0, -1):
        assert all((str(seat) == "french") == (handicap > 0) for seat in game.to_act)
        assert {str(action).split()[0] for action in game.legal(game.to_act[0])} == {"weaken"}
        assert game.view(game.to_act[0]).hits == left
        game.play(game.to_act[0], luck.choice(game.legal(game.to_act[0])))
    assert (game.turn, game.stage) == (1, "march")
    after = strength(game, giving), strength(game, "AD PR" if handicap > 0 else "FR")
    assert after == (before[0] - abs(handicap), before[1])
    assert game.options == Options(players, "open", handicap)
    again = Game.replay(game.record())
    assert again.position() == game.position() and again.options == game.options


def test_4_a_block_keeps_its_last_step_and_nobody_else_gives_one() -> None:
    game = Game.new("historical", Options(handicap=2), SeededDice(1))
    assert str(game.why_not("french", "weaken FR-N")) == (
        "Napoléon (FR-N) has but one step, and keeps it (rule 4)"
    )
    with pytest.raises(IllegalAction, match="weaken FR-N is not allowed"):
        game.play("french", "weaken FR-N")
    with pytest.raises(NotYourTurn):
        game.play("allied", "weaken PR-1-I1")
    refusal = game.why_not("french", "march FR-2-I1 binche")
    assert refusal is not None and refusal.rule == "4"


def test_4_which_blocks_gave_steps_nobody_else_sees() -> None:
    """Neither events nor views of the other side differ, whatever the owner chooses."""
    games = [Game.new("historical", Options(handicap=2), SeededDice(1)) for _ in range(2)]
    for game, units in zip(games, (("FR-2-I1", "FR-2-I1"), ("FR-1-I1", "FR-G-C")), strict=True):
        for unit in units:
            game.play("french", f"weaken {unit}")
    for seat in ("allied", None):
        assert repr(games[0].view(seat)) == repr(games[1].view(seat))
        seen = [[str(event) for event in game.events_for(seat)] for game in games]
        assert seen[0] == seen[1]
    assert games[0].sketch("allied").state.strength == games[1].sketch("allied").state.strength


def test_4_a_step_can_be_taken_back_until_the_last_is_given() -> None:
    game = Game.new("historical", Options(handicap=-2), SeededDice(1))
    game.play("allied", "weaken PR-1-I1")
    assert str(game.undo("allied")) == "weaken PR-1-I1"
    game.play("allied", ["weaken PR-1-I1", "weaken AD-1-I1"])
    assert not game.can_undo and game.to_act == ("french",)


def test_4_a_battle_tonight_can_have_a_handicap() -> None:
    game = begin("ligny", Options(handicap=-1), SeededDice(1))
    assert game.stage == "handicap" and game.turn == 5
    seat = game.to_act[0]
    game.play(seat, game.legal(seat)[0])
    assert game.stage != "handicap"


def test_4_what_cannot_be_given_is_not_owed() -> None:
    game = Game.from_position("turn 5; ligny: FR-N FR-2-I1/2; wavre: PR-1-I1; handicap french 9")
    assert game.stage == "march" and game.strength("FR-2-I1") == 1  # the only step went by itself


def test_4_a_handicap_has_its_bounds() -> None:
    with pytest.raises(RuleError, match="at most 20 steps"):
        Options(handicap=21)
    for text, reason in (
        ("handicap prussian 2", "expected a side"),
        ("handicap french 0", "expected steps from 1 to 20"),
        ("handicap french", "expected steps from 1 to 20, got nothing"),
    ):
        with pytest.raises(PositionError, match=reason):
            Game.from_position(f"turn 5; ligny: FR-N; {text}")


@pytest.mark.parametrize("level", ["random", "recruit", "officer", "marshal", "emperor"])
def test_4_opponents_choose_for_themselves(level: str) -> None:
    for handicap in (4, -4):
        game = Game.new("historical", Options(3, "hidden", handicap), SeededDice(2))
        while game.stage == "handicap":
            decision = SeatedOpponent(level, game.to_act[0], 5).choose(game)
            assert decision.reason or level == "random"
            game.play(game.to_act[0], game.legal(game.to_act[0])[0])
        assert game.turn == 1


@pytest.mark.parametrize(
    ("host", "guest", "french", "handicap"),
    [
        (("french", 5), ("allied", 3), "host", 0),
        (("allied", 5), ("french", 3), "guest", 0),
        (("french", 5), ("french", 3), "host", 5),
        (("french", 2), ("french", 3), "guest", 3),
        (("allied", 5), ("allied", 3), "guest", -5),
        (("allied", 0), ("allied", 3), "host", -3),
    ],
)
def test_4_what_two_bids_come_to(
    host: tuple[str, int], guest: tuple[str, int], french: str, handicap: int
) -> None:
    assert judge_bids(Bid(*host, SECRETS[0]), Bid(*guest, SECRETS[1])) == (french, handicap)


def test_4_equal_bids_draw_lots_that_neither_can_know() -> None:
    """Both come out, and each secret alone can turn the lot."""
    secrets = [f"{number:032x}" for number in range(20)]
    winners = {
        (one, other): judge_bids(Bid("allied", 4, one), Bid("allied", 4, other)).french
        for one, other in itertools.product(secrets, secrets)
    }
    assert 120 < sum(winner == "host" for winner in winners.values()) < 280
    for secret in secrets:
        assert len({winners[secret, other] for other in secrets}) == 2
        assert len({winners[other, secret] for other in secrets}) == 2
