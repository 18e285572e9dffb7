"""The last turns: what an emperor does where nothing comes after it (10)."""

from __future__ import annotations

import pytest
from tests.ai.test_schemes import mask, position, town

from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.last_turn import last_marches
from napoleon.ai.campaign.marching import Marches
from napoleon.ai.campaign.orders import Order, candidate_orders, carry_out_all
from napoleon.ai.campaign.quick import GRAVE
from napoleon.ai.campaign.stakes import at_the_brink, opens_city
from napoleon.ai.opponents import SeatedOpponent
from napoleon.ai.talents import is_compiled
from napoleon.rules import Game, SeededDice
from napoleon.rules.board.units import ALLIED, ALLIED_BITS, FRENCH_BIT

# The French hold Liège; their horse at Ninove is a march from Brussels, and two from Ghent.
TWO_OPEN = """
turn 22
liege: FR-N FR-G-I FR-G-A1 FR-1-I1 FR-1-A FR-2-I1 FR-2-A FR-3-I1
ninove: FR-C3/2 FR-C4/2
charleroi: FR-4-I FR-4-A FR-6-I FR-6-A
alost: AD-1-I1 AD-2-I1 AD-R-I1 AD-R-A AD-C-L1
tournai: AD-1-I2 AD-1-I3 AD-2-I2 AD-2-A AD-1-A
dinant: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-I2 PR-4-I1 PR-4-I2 PR-4-A PR-1-I1
lost: french 10 anglo-dutch 6 prussian 8
"""
# Brussels is theirs, and every other city five marches away: two by day, one by night, two by day.
FAR_CITY = """
turn 19
maubeuge: FR-1-I1 FR-1-I2 FR-2-I1
brussels: FR-G-I FR-G-A1 FR-4-I FR-3-I1
deinze: AD-2-I2/2 AD-1-I3/1
lost: french 10 anglo-dutch 3 prussian 18
defeated: prussian
"""
# Both cities are held, and a twelfth loss would be the end: any attack can only lose the game.
HELD = """
turn 23
brussels: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2/1 FR-2-I1
ghent: FR-2-I2 FR-3-I1/1 FR-C1
hal: FR-6-I/1 FR-4-I/1 FR-C3/1 FR-C4/1
alost: AD-2-I1 AD-2-A AD-1-I3
waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2
namur: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-4-I1 PR-4-I2
lost: french 11 anglo-dutch 7 prussian 8
"""
# A lone block at Condé is the twelfth; it has four ways out.
CONDE = """
turn 22
conde: FR-G-I FR-6-A
brussels: FR-N FR-G-C FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2
ghent: FR-6-I FR-3-I1 FR-C2 FR-3-A FR-C1
leuze: AD-1-I1 AD-1-I2 AD-2-I1 AD-2-A AD-C-H
tournai: AD-2-I2
mechelen: AD-W AD-R-I1 AD-R-A
mons: PR-1-I1 PR-1-C
liege: PR-4-I1 PR-4-I2 PR-4-A PR-B PR-2-I1 PR-2-I2 PR-2-A PR-2-C
lost: french 11 anglo-dutch 7 prussian 8
"""


def after_movement(text: str, seat: str, seed: int) -> Game:
    """The game as the emperor in this seat leaves it at the end of its marches."""
    game = Game.from_position(text, SeededDice(seed))
    player = SeatedOpponent("emperor", seat, seed)
    player.opponent.effort.seconds = 0.0
    turn = game.turn
    before = game
    while game.result is None and game.turn == turn and game.stage in ("march", "force"):
        before = game.copy()
        player.play(game)
    return before  # the last `end` may roll dice and begin the fights


CASES: dict[str, tuple[str, str, dict[str, tuple[str, int, int]]]] = {
    # who; then by town whose units are to be there, at least and at most
    "parts of one group close two open cities": (
        TWO_OPEN,
        "allied",
        {"brussels": ("AD", 2, 3), "ghent": ("AD", 2, 3)},
    ),
    "who has far to go marches by force at once": (FAR_CITY, "french", {"mons": ("FR", 0, 0)}),
    "who has won attacks nobody": (
        HELD,
        "french",
        {"alost": ("FR", 0, 0), "waterloo": ("FR", 0, 0), "brussels": ("FR", 1, 9)},
    ),
    "a net takes more than an attack": (
        CONDE,
        "allied",
        {"conde": ("AD", 3, 4), "leuze": ("AD", 1, 2), "tournai": ("AD", 1, 1)},
    ),
}


@pytest.mark.once
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("why", CASES)
def test_an_emperor_finds_what_decides(why: str, seed: int) -> None:
    if not is_compiled():
        pytest.skip("in plain Python an emperor has no time to think of all in the last turns")
    text, seat, wanted = CASES[why]
    truth = after_movement(text, seat, seed).truth
    for place, (army, least, most) in wanted.items():
        there = sum(unit.startswith(army) for unit in truth.units_at(place))
        assert least <= there <= most, f"{why}: {place}"


def test_the_last_marches_take_the_city_that_is_missing() -> None:
    """10.1: Ghent is held, Brussels open and next door."""
    state = position(
        """
        turn 23
        ghent: FR-1-I1
        waterloo: FR-C1 FR-2-I1
        hal: AD-1-I1 AD-1-I2 AD-1-A
        liege: PR-1-I1 PR-1-I2 PR-1-A
        """
    )
    chance, orders = last_marches(state, read_weights(), 1, GRAVE)
    assert chance > 0.9
    after = carry_out_all(state, orders)
    assert after.at[town("brussels")] & mask("FR-C1", "FR-2-I1")
    assert after.at[town("ghent")] & mask("FR-1-I1")


def test_the_last_marches_are_none_where_all_is_won_or_nothing_can_be() -> None:
    held = position("turn 23; ghent: FR-1-I1; brussels: FR-2-I1; liege: PR-1-I1 PR-1-I2 PR-1-A")
    assert last_marches(held, read_weights(), 1, GRAVE) == (0.99, [])
    far = position("turn 23; givet: FR-1-I1; brussels: AD-1-I1; liege: PR-1-I1 PR-1-I2 PR-1-A")
    chance, orders = last_marches(far, read_weights(), 1, GRAVE)
    assert chance < 0.02
    assert orders == []


def test_horse_rides_where_foot_is_forced() -> None:
    """5.3, 5.6: of a mixed party on a way of two towns only those on foot march by force."""
    state = position("turn 7; alost: AD-1-I1 AD-C-L1; liege: FR-1-I1")
    way = [town("brussels"), town("louvain")]
    order = Order(mask("AD-1-I1", "AD-C-L1"), town("alost"), way, True)
    after = carry_out_all(state, [order])
    assert after.at[town("louvain")] == mask("AD-1-I1", "AD-C-L1")
    assert after.forced == mask("AD-1-I1")
    marches = Marches()
    marches.write(state, [order])
    assert len(marches.marches) == 3
    assert len(marches.forced) == 1


def test_who_thinks_of_all_sends_a_garrison_and_forces_where_nothing_is_to_be_had() -> None:
    state = position("turn 20; alost: AD-1-I1 AD-1-I2 AD-2-I1 AD-2-I2 AD-1-A; liege: FR-1-I1")
    usual = candidate_orders(state, ALLIED_BITS)
    fine = candidate_orders(state, ALLIED_BITS, is_fine=True)
    assert {(order.units, *order.path) for order in usual} < {
        (order.units, *order.path) for order in fine
    }
    sizes = [order.units.bit_count() for order in fine if order.goal() == town("brussels")]
    assert {2, 3, 5} <= set(sizes)
    forced = [order.goal() for order in fine if order.is_forced]
    assert town("louvain") in forced
    assert town("louvain") not in [order.goal() for order in usual if order.is_forced]


def test_to_close_another_city_is_not_to_open_one() -> None:
    """10: the French hold Liège and need one more; Ghent stands open. Whoever sends a part of those
    in Brussels there has made it harder for them, who could walk into Ghent."""
    state = position(
        """
        turn 22
        liege: FR-G-I FR-2-I1 FR-4-I
        sottegem: FR-C3/2 FR-C4/2
        brussels: AD-1-I1 AD-2-I1 AD-R-I1 AD-C-L1
        """
    )
    two = mask("AD-R-I1", "AD-C-L1")
    way = [town("alost"), town("ghent")]
    after = carry_out_all(state, [Order(two, town("brussels"), way, True)])
    assert after.at[town("ghent")] == two
    assert not opens_city(state, after, ALLIED)


def test_an_army_at_the_brink_is_seen() -> None:
    state = position("turn 7; ligny: PR-1-I1; charleroi: FR-1-I1; lost: prussian 7 french 9")
    assert at_the_brink(state) == 1 << 2
    state = position("turn 7; ligny: PR-1-I1; charleroi: FR-1-I1; lost: prussian 6 french 10")
    assert at_the_brink(state) == FRENCH_BIT
