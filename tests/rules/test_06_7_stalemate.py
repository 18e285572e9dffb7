"""Rule 6.7: an attacker who does nothing for two battle turns must withdraw."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, ScriptedDice

QUIET = (
    "french left: FR-2-I1; french centre: FR-2-A; french right: FR-2-I2; french reserve: FR-C1;"
    "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-2-I1; origins laneffe"
)


def battle(
    state: str = "side french; idle 1",
    field: str = QUIET,
    dice: list[int] | None = None,
    elsewhere: str = "",
) -> Game:
    """A battle at Charleroi, attacked from Laneffe; by default one idle turn has gone by."""
    before = f"turn 5; {elsewhere}" if elsewhere else "turn 5"
    return Game.from_position(
        f"{before}; battle charleroi; {state}; {field}", dice=ScriptedDice(dice or [])
    )


def finish(game: Game) -> None:
    """The French end their battle turn without any (more) reinforcement."""
    game.play("french", "end")
    if game.stage == "reinforce" and "french" in game.to_act:
        game.play("french", "end")


def goes_on(game: Game) -> bool:
    """The battle goes on normally, with the defender's battle turn."""
    return game.stage == "combat" and game.to_act == ("allied",)


def must_withdraw(game: Game) -> bool:
    """The attacker has to take his units away."""
    return game.stage == "withdraw" and game.to_act == ("french",)


def test_6_7_two_idle_turns_force_a_withdrawal() -> None:
    """After a second idle battle turn running the attacker must leave, at once."""
    game = battle()
    finish(game)
    assert must_withdraw(game)
    assert "retreat FR-2-I1 laneffe" in game.legal("french")
    assert "move FR-C1 left" not in game.legal("french")


def test_6_7_one_idle_turn_does_not() -> None:
    """A single idle battle turn has no consequence; the second has."""
    game = battle("side french")
    finish(game)
    assert goes_on(game)
    game.play("allied", "end")
    finish(game)
    assert must_withdraw(game)


def test_6_7_the_defender_may_sit_still() -> None:
    """Only the attacker's idleness counts."""
    game = battle("side allied; idle 1")
    game.play("allied", "end")
    assert game.stage == "combat"
    assert game.to_act == ("french",)


def test_6_7_a_shot_is_no_idleness() -> None:
    """A bombardment that could have hurt counts, even if it missed."""
    game = battle(dice=[6, 6, 6])
    game.play("french", "bombard FR-2-A")
    finish(game)
    assert goes_on(game)


def test_6_7_after_a_shot_the_count_begins_anew() -> None:
    """The two idle turns must follow each other: after a shot one more is free."""
    game = battle(dice=[6, 6, 6])
    game.play("french", "bombard FR-2-A")
    finish(game)
    game.play("allied", "end")
    finish(game)
    assert goes_on(game)


def test_6_7_a_harmless_shot_is_idleness() -> None:
    """Ruling: long-range fire at a unit of one point cannot hurt, so it does not count."""
    game = battle(field=QUIET.replace("PR-1-I2", "PR-1-I2/1"), dice=[1, 1, 1])
    game.play("french", "bombard FR-2-A")
    finish(game)
    assert must_withdraw(game)


def test_6_7_engaging_is_no_idleness() -> None:
    """Going at the enemy counts."""
    game = battle()
    game.play("french", "move FR-2-I1 enemy-right")
    finish(game)
    assert goes_on(game)


def test_6_7_engaging_time_and_again_is_idleness() -> None:
    """Ruling: a unit that engaged before, with no shot since, does not count again."""
    game = battle(field=QUIET.replace("FR-2-I1", "FR-2-I1(engaged)"))
    game.play("french", "move FR-2-I1 enemy-right")
    finish(game)
    assert must_withdraw(game)


def test_6_7_shuffling_is_idleness() -> None:
    """Moving about behind one's own lines does not count."""
    game = battle()
    game.play("french", "move FR-C1 left")
    finish(game)
    assert must_withdraw(game)


def test_6_7_a_retreat_is_no_idleness() -> None:
    """Sending a unit away of one's own will counts."""
    game = battle()
    game.play("french", "retreat FR-C1 laneffe")
    finish(game)
    assert goes_on(game)


def test_6_7_an_arriving_reinforcement_is_no_idleness() -> None:
    """The count only runs when all reinforcements are in: an arrival interrupts it."""
    game = battle(elsewhere="laneffe: FR-1-I1")
    game.play("french", "end")
    game.play("french", "reinforce FR-1-I1")
    if game.stage == "reinforce":
        game.play("french", "end")
    assert goes_on(game)


def test_6_7_a_reinforcement_kept_away_does_not_help() -> None:
    """Ruling: a unit that could come but does not leaves the turn idle."""
    game = battle(elsewhere="laneffe: FR-1-I1")
    finish(game)
    assert must_withdraw(game)


def test_6_7_withdrawal_fills_the_roads() -> None:
    """Ruling: while a road has room the withdrawal cannot be ended."""
    game = battle()
    finish(game)
    game.play("french", "retreat FR-2-A laneffe")
    assert rule_against(game, "french", "end") == "6.7"
    assert game.where("FR-2-A") == "laneffe"


def test_6_7_withdrawal_goes_on_in_the_next_battle_turns() -> None:
    """Two of the four leave now, the others in the next battle turn of the attacker."""
    game = battle()
    finish(game)
    game.play("french", "retreat FR-2-I1 laneffe")
    game.play("french", "retreat FR-2-A laneffe")
    assert goes_on(game)
    assert game.where("FR-C1") == "charleroi"
    game.play("allied", "end")
    assert [game.where(unit) for unit in ("FR-2-I2", "FR-C1")] == ["laneffe", "laneffe"]
    assert game.losses("french") == 0


def test_6_7_nobody_reinforces_a_withdrawal() -> None:
    """Ruling: an army that must withdraw gets no fresh units."""
    game = battle(elsewhere="thuin: FR-1-I1")
    finish(game)
    game.play("french", "retreat FR-2-I1 laneffe")
    game.play("french", "retreat FR-2-A laneffe")
    assert goes_on(game)
    assert game.where("FR-1-I1") == "thuin"


def test_6_7_engaged_units_take_losses() -> None:
    """Ruling: an engaged unit pays the price of 7.4.1 when it withdraws, others do not."""
    game = battle(field=QUIET.replace("french left", "french enemy-right"))
    finish(game)
    game.play("french", "retreat FR-2-I1 laneffe")
    game.play("french", "retreat FR-2-A laneffe")
    assert game.strength("FR-2-I1") == 3
    assert game.strength("FR-2-A") == 3


def test_6_7_units_with_no_town_left_are_eliminated() -> None:
    """Ruling: if no town is open to the attacker his units are lost."""
    game = battle(elsewhere="laneffe: PR-2-C")
    finish(game)
    assert {game.where(unit) for unit in ("FR-2-I1", "FR-2-A", "FR-2-I2", "FR-C1")} == {"lost"}


def test_6_7_withdrawal_dissolves_a_square() -> None:
    """Ruling (6.5): forced withdrawal takes a unit out of its square."""
    game = battle("side french; withdrawing", QUIET.replace("FR-2-I1", "FR-2-I1(square)"))
    game.play("french", "retreat FR-2-I1 laneffe")
    assert game.where("FR-2-I1") == "laneffe"
    assert "square" not in game.marks("FR-2-I1")


@pytest.mark.parametrize(("turns", "stage"), [(38, "combat"), (39, "withdraw")])
def test_6_7_forty_bloodless_turns_end_an_attack(turns: int, stage: str) -> None:
    """Ruling: after forty of his battle turns in which nobody lost strength the attacker must go,
    even if he keeps firing; how long the battle lasts does not matter."""
    game = battle(f"side french; round 70; bloodless {turns}", dice=[6, 6, 6])
    game.play("french", "bombard FR-2-A")
    finish(game)
    if goes_on(game):
        game.play("allied", "end")
    assert game.stage == stage
    assert game.to_act == ("french",)


def bloodless(game: Game) -> int:
    """How many of the attacker's battle turns have gone by without a loss of strength."""
    return game.state.fights[0].bloodless


def test_6_7_a_turn_in_which_somebody_lost_strength_is_not_counted() -> None:
    """Ruling: a hit in the attacker's battle turn, on either side, and the turn does not count;
    those without one need not be running."""
    game = battle("side french; bloodless 39", dice=[1, 6, 6, 6, 6, 6])
    game.play("french", "bombard FR-2-A")
    finish(game)
    assert goes_on(game)
    assert bloodless(game) == 39
    game.play("allied", "end")
    game.play("french", "bombard FR-2-A")
    finish(game)
    assert must_withdraw(game)


def test_6_7_a_hit_in_the_defenders_turn_does_not_spare_the_attacker() -> None:
    """Ruling: only what happens in the attacker's own battle turns is counted."""
    field = QUIET.replace("allied centre: PR-1-I2", "allied centre: PR-1-A")
    game = battle("side allied; bloodless 39", field, dice=[1, 6, 6, 6, 6, 6, 6])
    game.play("allied", ["bombard PR-1-A", "end"])
    assert game.strength("FR-2-A") == 2
    game.play("french", "bombard FR-2-A")
    finish(game)
    assert must_withdraw(game)


def test_6_7_a_retreat_with_losses_is_not_bloodless() -> None:
    """Ruling: strength lost in an engaged retreat counts as well as that lost to fire."""
    field = QUIET.replace("french reserve: FR-C1", "french enemy-centre: FR-1-I1 FR-1-I2")
    game = battle("side french; bloodless 39", field)
    game.play("french", "retreat FR-1-I1 laneffe")
    finish(game)
    assert goes_on(game)
    assert bloodless(game) == 39


# who has engaged since the last shot


def turn_over(game: Game) -> None:
    """The French end their battle turn, and the Allies theirs without doing anything."""
    finish(game)
    game.play("allied", "end")


def test_6_7_after_a_shot_engaging_counts_again() -> None:
    """A unit that had engaged before the shot may engage once more, and it is no idleness."""
    game = battle(field=QUIET.replace("FR-2-I1", "FR-2-I1(engaged)"), dice=[6, 6, 6])
    assert "engaged" in game.marks("FR-2-I1")
    game.play("french", "bombard FR-2-A")
    assert "engaged" not in game.marks("FR-2-I1")
    turn_over(game)
    turn_over(game)
    game.play("french", "move FR-2-I1 enemy-right")
    finish(game)
    assert goes_on(game)


def test_6_7_engaging_again_without_a_shot_is_idleness() -> None:
    """Played out: he engages, breaks off and engages again, and nobody has fired."""
    game = battle("side french", dice=[6, 6])
    game.play("french", "move FR-2-I1 enemy-right")
    assert "engaged" in game.marks("FR-2-I1")
    turn_over(game)
    game.play("french", "move FR-2-I1 left")
    turn_over(game)
    game.play("french", "move FR-2-I1 enemy-right")
    finish(game)
    assert must_withdraw(game)


def test_6_7_the_defenders_shot_does_not_help_the_attacker() -> None:
    """Only a shot of the attacker's lets his units engage anew."""
    field = QUIET.replace("FR-2-I1", "FR-2-I1(engaged)").replace("PR-1-I1", "PR-1-A")
    game = battle("side allied; idle 1", field, [6] * 6)
    game.play("allied", ["bombard PR-1-A", "end"])
    assert "engaged" in game.marks("FR-2-I1")
    game.play("french", "move FR-2-I1 enemy-right")
    finish(game)
    assert must_withdraw(game)


def test_6_7_the_defender_who_engages_is_not_marked() -> None:
    """It is the attacker's engagements that are counted."""
    game = battle("side allied; idle 1")
    game.play("allied", "move PR-1-I1 enemy-right")
    assert game.area("PR-1-I1") == "enemy-right"
    assert "engaged" not in game.marks("PR-1-I1")
