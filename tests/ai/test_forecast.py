"""What is said of the emperor's plan: every number is held against the trials and the position."""

from __future__ import annotations

import pytest
from tests.ai.test_schemes import ALLIED_ARMIES, TWO_OPEN, mask, position, town

from napoleon.ai.advice import forecast as said
from napoleon.ai.advice.forecast import forecast, forecast_of_fight, percent
from napoleon.ai.advice.march_reasons import WAY
from napoleon.ai.advice.odds import honest
from napoleon.ai.advice.reasons import tell_reason
from napoleon.ai.battle.search import Plan
from napoleon.ai.battle.temper import OFFICER
from napoleon.ai.campaign.contest import Trial
from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.grand_search import GrandSearch
from napoleon.ai.campaign.orders import Order
from napoleon.ai.knowledge.geography import DISTANCE
from napoleon.ai.opponents import Effort, SeatedOpponent
from napoleon.rules import Action, Game, Options, SeededDice
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import ALLIED, FRENCH, SIDE_UNITS, UNIT_IDS
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import step_along
from napoleon.rules.words.language import ENGLISH

# Twelve French before three Prussians, who can only be beaten.
OVERWHELMING = """
turn 7
charleroi: FR-G-I FR-G-C FR-C1 FR-C2 FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2
ligny: PR-1-I1/1 PR-1-I2/1 PR-2-I1/1
liege: PR-3-I1 PR-3-I2
brussels: AD-1-I1 AD-1-I2 AD-1-A
"""


def compare(state: State, armies: int, plans: list[Trial], trials: int = 60) -> GrandSearch:
    """A search that has compared just these plans."""
    search = GrandSearch(read_weights(), armies, 3, depth=1)
    best = search.compare(plans, [state], trials, 0.0)
    search.plans = [best, *[plan for plan in plans if plan is not best]]
    return search


def attack_on_ligny() -> Order:
    units = mask("FR-G-I", "FR-G-C", "FR-C1", "FR-C2", "FR-1-I1", "FR-1-I2")
    return Order(units, town("charleroi"), [town("ligny")], False)


def test_every_number_is_that_of_the_trials() -> None:
    """The same trials once more, counted by hand."""
    state = position(OVERWHELMING)
    search = compare(state, 1, [Trial([attack_on_ligny()]), Trial([])])
    chosen = search.plans[0]
    assert chosen.orders
    again = Trial(chosen.orders)
    values = [search.attempt(state, again, number) for number in range(chosen.number)]
    found = dict(forecast(search, state))
    gain = found.get(said.GAIN) or found[said.GAIN_ALONE]
    assert gain["chance"] == str(percent(sum(values) / len(values)))
    success = percent(honest(again.course.taken / len(values)))
    assert found[said.SUCCESS] == {"town": "ligny", "success": str(success)}
    lost = again.course.lost / len(values)
    expected = str(max(1, round(lost))) if lost > said.NOBODY else "0"
    assert found.get(said.COST, {"own": "0"})["own"] == expected


def test_a_sure_attack_is_called_one() -> None:
    state = position(OVERWHELMING)
    found = dict(forecast(compare(state, 1, [Trial([attack_on_ligny()]), Trial([])]), state))
    assert int(found[said.SUCCESS]["success"]) >= 90
    assert said.NO_COST in found or int(found[said.COST]["own"]) <= 1


def test_staying_is_compared_by_the_trials_that_both_had() -> None:
    """Two open cities: to close both wins, to stay loses."""
    state = position(TWO_OPEN)
    both = Trial(
        [
            Order(mask("AD-1-I1", "AD-1-I2", "AD-1-A"), town("hal"), [town("brussels")], False),
            Order(mask("PR-1-I1", "PR-1-I2", "PR-1-A"), town("waremme"), [town("liege")], False),
        ]
    )
    search = compare(state, ALLIED_ARMIES, [both, Trial([])])
    values = dict(forecast(search, state))[said.GAIN]
    assert int(values["chance"]) > int(values["idle"]) + 20
    assert said.SUCCESS not in dict(forecast(search, state))


def test_the_town_that_is_struck_is_one_of_ours_within_reach() -> None:
    """And it is named where that is likely, and only there."""
    state = position(OVERWHELMING.replace("turn 7", "turn 6"))
    search = compare(state, ALLIED_ARMIES, [Trial([]), Trial([])])
    course = search.plans[0].course
    struck = [place for place, times in enumerate(course.struck) if times]
    assert struck
    for place in struck:
        assert state.at[place] & SIDE_UNITS[ALLIED]
        french = [far for far, units in enumerate(state.at) if units & SIDE_UNITS[FRENCH]]
        assert min(DISTANCE[place][far] for far in french) <= 3
    most = max(course.struck)
    found = dict(forecast(search, state))
    if most >= said.LIKELY * course.number:
        assert found[said.STRUCK] == {"town": TOWN_IDS[course.struck.index(most)]}
    else:
        assert said.QUIET in found
    course.struck = [0] * len(course.struck)
    assert said.QUIET in dict(forecast(search, state))
    course.struck[town("ligny")] = course.number - 1
    assert dict(forecast(search, state))[said.STRUCK] == {"town": "ligny"}


def test_of_a_plan_that_was_not_tried_nothing_is_said() -> None:
    state = position(TWO_OPEN)
    assert forecast(compare(state, ALLIED_ARMIES, [Trial([])]), state) == []


def test_of_a_way_to_fight_is_said_what_came_of_it_when_it_was_tried() -> None:
    """Twenty tries, twelve of them won; what is told of them is put right as the odds are."""
    plan = Plan(0, OFFICER)
    plan.tries, plan.held, plan.lost, plan.gone = 20, 12, 31, 58
    for is_attacker in (True, False):
        success = honest(0.6) if is_attacker else 1.0 - honest(0.4)
        assert forecast_of_fight(plan, is_attacker) == [
            (said.FOUGHT, {"success": str(percent(success))}),
            (said.FIGHT_COST, {"own": "2", "enemy": "3"}),
        ]
    assert forecast_of_fight(None, True) == []
    assert forecast_of_fight(Plan(0, OFFICER), True) == []


def test_who_has_begun_to_march_is_told_what_the_others_are_worth() -> None:
    """Two open cities; a block elsewhere has marched: not all can stay any more."""
    close = Order(mask("AD-1-I1", "AD-1-I2", "AD-1-A"), town("hal"), [town("brussels")], False)
    guard = Order(mask("PR-1-I1", "PR-1-I2", "PR-1-A"), town("waremme"), [town("liege")], False)
    state = position(TWO_OPEN + "\nhal: AD-C-L1")
    search = compare(state, ALLIED_ARMIES, [Trial([close, guard]), Trial([])])
    assert said.GAIN in dict(forecast(search, state))
    step_along(state, UNIT_IDS.index("AD-C-L1"), town("ninove"), False)
    search = compare(state, ALLIED_ARMIES, [Trial([close, guard]), Trial([])])
    found = dict(forecast(search, state))
    assert said.GAIN not in found
    assert int(found[said.GAIN_OF_REST]["idle"]) < int(found[said.GAIN_OF_REST]["chance"])


def test_nothing_is_certain() -> None:
    assert [percent(share) for share in (0.0, 0.004, 0.5, 0.996, 1.0)] == [1, 1, 50, 99, 99]


@pytest.mark.once
def test_an_emperor_says_what_it_expects_with_every_march() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(4))
    seats = {str(seat): SeatedOpponent("emperor", seat, 4) for seat in game.seats}
    for player in seats.values():
        player.opponent.effort = Effort(playouts=8, trials=30, width=3, samples=2, seconds=0.0)
    marches = 0
    while game.turn < 4 and game.to_act:
        seat = str(game.to_act[0])
        decision = seats[seat].choose(game)
        words = tell_reason(ENGLISH, decision.reason, decision.details, decision.more)
        assert words.endswith(".")
        assert "{" not in words
        if game.stage == "march" and decision.more:
            marches += 1
            expected = decision.more[1:] if decision.reason == WAY else decision.more
            assert expected[0][0] in (said.GAIN, said.GAIN_ALONE)
            for _, values in expected:
                assert set(values) <= {"chance", "idle", "success", "own", "town"}
                assert values.get("town", TOWN_IDS[0]) in TOWN_IDS
        elif decision.more and game.stage not in ("march", "force"):
            assert [text for text, _ in decision.more] == [said.FOUGHT, said.FIGHT_COST]
            assert game.town is not None
        game.play(seat, Action(decision.code))
    assert marches
