"""Positions whose `flow` lines can be read and not played: refused with their line and a reason."""

from __future__ import annotations

import pytest

from napoleon.rules import Game, PositionError, ScriptedDice

SIX = "FR-2-I1 FR-2-I2 FR-2-A PR-1-I1 PR-1-I2 PR-1-C"
MOVEMENT = """turn 1
laneffe: FR-2-I2 FR-C1
charleroi: FR-2-I1(marched)
liege: PR-4-I1
group french laneffe: FR-2-I1 FR-2-I2 FR-C1
blocks: FR-2-I1
road laneffe--charleroi*1
flow campaign step=2
flow movement step=0 ended=0 touched=1 shown=
"""
ORDER = f"""turn 5
charleroi: {SIX}
nivelles: FR-1-I1 FR-1-I2 FR-1-A AD-1-I1 AD-1-I2 AD-1-I3
battle charleroi pending
order 1
battle nivelles pending
flow campaign step=3
flow engagements step=1 cursor=0 half=1
"""
DEPLOYMENT = """turn 5
charleroi: FR-2-I1 FR-2-I2 FR-2-A PR-1-C
battle charleroi setting-up
order 1
allied left: PR-1-I1
allied centre: PR-1-I2
flow campaign step=3
flow engagements step=2 cursor=1 half=1
flow deployment town=charleroi step=4 hand= ended=0 touched=6
"""
BATTLE = """turn 5
battle charleroi fighting
order 1
french left: FR-2-I1
french centre: FR-2-I2
french right: FR-2-A
allied left: PR-1-I1
allied centre: PR-1-I2
allied right: PR-1-C
round 1
flow campaign step=3
flow engagements step=3 cursor=1 half=0
flow battle-turn town=charleroi side=0 step=2 ended=0 touched=0
"""
SKIRMISH = """turn 5
charleroi: FR-2-I1 FR-2-I2 PR-1-I1 PR-1-I2
battle charleroi pending
origins laneffe
flow campaign step=3
flow engagements step=0 cursor=0 half=1
flow skirmish town=charleroi step=0 revealed= ended=0 touched=0
"""
SETUP = """turn 0
scenario free
flow campaign step=1
flow setup side=1 ended=0
"""
SUPPLY = """turn 5
brussels: FR-N
ghent: AD-1-I1 AD-1-I2
flow campaign step=4
flow supply owed=0+1+0
"""
REGROUP = """turn 5
charleroi: FR-2-I1
laneffe: FR-2-I2
liege: PR-4-I1
flow campaign step=3
flow engagements step=3 cursor=1 half=0
flow regroup town=charleroi side=0 ended=0 gone= used= touched=0
"""


@pytest.mark.parametrize(
    "text", [MOVEMENT, ORDER, DEPLOYMENT, BATTLE, SKIRMISH, SETUP, SUPPLY, REGROUP]
)
def test_before_a_fault_is_put_in_they_can_be_played(text: str) -> None:
    """And what was read is written and read back to the same."""
    game = Game.from_position(text, ScriptedDice([6] * 20))
    assert game.to_act
    assert Game.from_position(game.position()).position() == game.position()
    game.play(game.to_act[0], game.legal(game.to_act[0])[0])


FAULTS = [
    # movement
    (MOVEMENT, "blocks: FR-2-I1", "blocks: FR-2-I1 FR-2-I1", 6, "FR-2-I1 is named twice"),
    (MOVEMENT, "laneffe: FR-2-I1 FR-2-I2", "laneffe: FR-2-I2", 3, "without a group"),
    (MOVEMENT, "group french l", "group prussian l", 5, "belongs to another army"),
    (MOVEMENT, "FR-C1\ncharleroi", "\nbeaumont: FR-C1\ncharleroi", 4, "has not left laneffe"),
    (MOVEMENT, "touched=1", "touched=4", 9, "in the enemy's turn"),
    (MOVEMENT, "touched=1", "touched=8", 9, "a value for touched"),
    (MOVEMENT, "movement step=0", "movement step=2", 9, "its step goes from 0 to 1"),
    (MOVEMENT, "shown=", "shown=FR-2-I1", 9, "only leaders"),
    (MOVEMENT, "shown=", "shown=FR-N", 9, "FR-N is not in this position"),
    (MOVEMENT.replace("turn 1", "turn 3"), "step=0", "step=1", 9, "at night"),
    (MOVEMENT, "campaign step=2", "campaign step=3", 8, "its step is 2 in movement"),
    # the order of battles, and how far they have come
    (ORDER.replace("step=1", "step=2"), "", "", 8, "the battle at nivelles has no order"),
    (ORDER, "nivelles pending", "nivelles pending\norder 1", 9, "the same order"),
    (ORDER, "nivelles pending", "nivelles setting-up", 8, "has not come as far as that"),
    (ORDER, "step=1 cursor=0", "step=1 cursor=1", 8, "its cursor is 0"),
    (ORDER, "half=1", "half=2", 8, "its half is 0 or 1"),
    (ORDER, "order 1", "order 1\nsenior french", 6, "an Allied army"),
    # deployment half done
    (DEPLOYMENT, "order 1\n", "", 7, "the battle at charleroi has no order"),
    (DEPLOYMENT, " PR-1-C", "", 8, "too few units"),
    (DEPLOYMENT, "step=4", "step=5", 9, "the defender has not deployed all"),
    (DEPLOYMENT, "step=4", "step=3", 9, "before it is their turn"),
    (DEPLOYMENT, "allied centre", "french left: FR-1-I1\nallied centre", 10, "before it is their"),
    (DEPLOYMENT, "allied centre", "allied left", 9, "too few units are left"),
    (DEPLOYMENT, "ended=0", "ended=4", 9, "with units left to deploy"),
    (DEPLOYMENT, "ended=0", "ended=1", 9, "does not deploy"),
    (DEPLOYMENT, "hand=", "hand=1", 9, "more terrain has been drawn"),
    (DEPLOYMENT, "town=charleroi", "town=ligny", 8, "has not come as far as that"),
    # battle turns
    (BATTLE, "order 1\n", "", 11, "the battle at charleroi has no order"),
    (BATTLE, "side=0", "side=1", 12, "its half is not that of the side"),
    (BATTLE, "cursor=1", "cursor=2", 12, "its cursor is not the order"),
    (BATTLE, "ended=0", "ended=2", 13, "in the enemy's battle turn"),
    (BATTLE, "step=2 ended", "step=6 ended", 13, "its step goes from 0 to 5"),
    (
        BATTLE,
        "flow battle",
        "flow skirmish town=charleroi step=0 revealed= ended=0 touched=0\nflow battle",
        14,
        "cannot go",
    ),
    # skirmishes
    (SKIRMISH, "step=0 rev", "step=1 rev", 7, "the attacker has revealed nobody"),
    (SKIRMISH, "step=0 rev", "step=5 rev", 7, "both sides still stand in charleroi"),
    (SKIRMISH, "revealed=", "revealed=PR-1-I1", 7, "the attacker reveals first"),
    (SKIRMISH, "pending", "pending\norder 1", 7, "has an order before the skirmishes are over"),
    (SKIRMISH, "charleroi: FR-2-I1 FR-2-I2 P", "charleroi: P", 7, "only one side stands"),
    # set-up, supply, regrouping
    (SETUP, "ended=0", "ended=2", 4, "ended its set-up with units left"),
    (SETUP, "turn 0", "turn 1", 4, "before turn 1 of a free scenario"),
    (SETUP, "side=1", "side=2", 4, "a value for side"),
    (SUPPLY, "0+1+0", "0+1", 5, "each of the three armies"),
    (SUPPLY, "0+1+0", "1+0+0", 5, "the French owe nothing"),
    (REGROUP, "gone=", "gone=PR-4-I1", 7, "only the winner regroups"),
    (REGROUP, "used=", "used=0", 7, "does not lead to charleroi"),
    (REGROUP, "used=", "used=9999", 7, "a value for used"),
]


@pytest.mark.parametrize(("text", "old", "new", "line", "words"), FAULTS)
def test_what_cannot_be_played_is_refused(
    text: str, old: str, new: str, line: int, words: str
) -> None:
    assert old in text
    changed = text.replace(old, new, 1)
    with pytest.raises(PositionError) as caught:
        Game.from_position(changed, ScriptedDice([6] * 20))
    assert words in caught.value.detail
    assert (caught.value.line, str(caught.value).split(":")[0]) == (line, f"line {line}")
