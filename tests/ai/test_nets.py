"""Nets: attacks after which the enemy has nowhere to go (7.1)."""

from __future__ import annotations

import pytest
from tests.ai.test_schemes import ALLIED_ARMIES, mask, position, town

from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.nets import find_nets
from napoleon.ai.campaign.orders import carry_out_all
from napoleon.ai.campaign.planner import Planner
from napoleon.ai.opponents import SeatedOpponent
from napoleon.rules import Game, SeededDice
from napoleon.rules.board.towns import NEIGHBOURS, TOWN_IDS
from napoleon.rules.board.units import FRENCH, FRENCH_BIT, SIDE_UNITS

# One Prussian more lost ends their army: two stand in Rochefort, which has three ways out.
ROCHEFORT = """
turn 23
ciney: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-3-I1 FR-1-A
givet: FR-6-I FR-6-A FR-3-I2
rochefort: PR-3-I1 PR-3-I2
huy: PR-B PR-1-I1 PR-1-I2
lost: anglo-dutch 16 prussian 8 french 10
defeated: anglo-dutch
"""


def test_every_way_out_is_closed() -> None:
    state = position(ROCHEFORT)
    (net,) = [
        orders
        for orders in find_nets(state, FRENCH_BIT)
        if orders[-1].goal() == town("rochefort") and orders[-1].start == town("ciney")
    ]
    after = carry_out_all(state, net)
    for way_out in NEIGHBOURS[town("rochefort")]:
        assert after.at[way_out] & SIDE_UNITS[FRENCH], TOWN_IDS[way_out]
    assert (after.at[town("rochefort")] & SIDE_UNITS[FRENCH]).bit_count() >= 3


def test_who_is_caught_is_lost() -> None:
    """The net wins what the same attack without it does not (6.6, 10)."""
    state = position(ROCHEFORT)
    planner = Planner(read_weights(), FRENCH_BIT, 1)
    nets = [planner.worth(carry_out_all(state, net)) for net in find_nets(state, FRENCH_BIT)]
    assert max(nets) == 1.0
    all_of_them = mask("FR-1-I1", "FR-1-I2", "FR-2-I1", "FR-2-I2", "FR-3-I1", "FR-1-A")
    loose = [order for order in planner.rank_orders(state) if order.units == all_of_them]
    assert max(order.score for order in loose if order.goal() == town("rochefort")) < 1.0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("huy: PR-B", "marche: PR-B"), "friends of theirs hold a way out"),
        (("turn 23", "turn 21"), "nobody attacks by night (5.7)"),
        (("ciney: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-3-I1 FR-1-A", "ciney: FR-1-A"), "guns alone"),
    ],
)
def test_there_is_none_where(change: tuple[str, str], why: str) -> None:
    state = position(ROCHEFORT.replace(*change).replace("FR-6-I FR-6-A FR-3-I2", "FR-6-A"))
    goals = [net[-1].goal() for net in find_nets(state, FRENCH_BIT)]
    assert town("rochefort") not in goals, why


def test_a_rider_closes_the_far_side() -> None:
    """5.3: horse rides round the town to where foot could not get."""
    state = position(
        """
        turn 22
        givet: FR-G-I
        philippeville: PR-4-C
        dinant: PR-3-I1 PR-3-I2 PR-3-C PR-2-I1
        """
    )
    (net,) = [net for net in find_nets(state, ALLIED_ARMIES) if net[-1].start == town("dinant")]
    sent = {TOWN_IDS[order.goal()]: order for order in net}
    assert sent["rochefort"].units == mask("PR-3-C")
    after = carry_out_all(state, net)
    assert after.at[town("rochefort")] == mask("PR-3-C")
    assert after.at[town("dinant")]
    assert after.at[town("philippeville")] == mask("PR-4-C")


@pytest.mark.parametrize("level", ["marshal", "emperor"])
def test_whoever_searches_draws_the_net(level: str) -> None:
    game = Game.from_position(ROCHEFORT, SeededDice(1))
    players = {
        "french": SeatedOpponent(level, "french", 1),
        "allied": SeatedOpponent("officer", "allied", 1),
    }
    players["french"].opponent.effort.seconds = 0.0
    while game.to_act:
        players[str(game.to_act[0])].play(game)
    assert game.result is not None
    assert str(game.result.winner) == "french"
    assert game.result.rule == "10.1"
