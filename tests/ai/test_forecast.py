"""What is said of the emperor's plan: every number is held against the trials and the position."""

from __future__ import annotations

import pytest
from tests.ai.test_schemes import ALLIED_ARMIES, TWO_OPEN, mask, position, town

from napoleon.ai.advice import forecast as said
from napoleon.ai.advice.forecast import (
    Prospect,
    forecast,
    forecast_of_fight,
    is_as_told,
    percent,
)
from napoleon.ai.advice.march_reasons import WAY
from napoleon.ai.advice.odds import Odds, honest, odds_of_attack, odds_of_turn
from napoleon.ai.advice.reasons import tell_reason
from napoleon.ai.campaign.contest import Course, Trial
from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.grand_search import FRESH, GrandSearch
from napoleon.ai.campaign.orders import Order, carry_on
from napoleon.ai.knowledge.geography import DISTANCE
from napoleon.ai.opponents import SeatedOpponent
from napoleon.ai.talents import Effort
from napoleon.rules import Action, Game, Options, SeededDice
from napoleon.rules.board.calendar import LAST_TURN, TURN_NIGHT
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import ALLIED, FRENCH, SIDE_UNITS, UNIT_IDS, count
from napoleon.rules.engine.events import BY_FIRE
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import step_along
from napoleon.rules.phases.victory import judge
from napoleon.rules.words.language import ENGLISH

FIGHT_COSTS = (said.FIGHT_COST, said.OWN_COST, said.ENEMY_COST, said.NO_FIGHT_COST)

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


def prospect(
    state: State, armies: int, plans: list[Trial], trials: int = 60, most: int = said.MOST
) -> Prospect:
    """What is told of the best of these plans."""
    search = compare(state, armies, plans, trials)
    ahead = carry_on(state, search.plans[0].orders)
    found = Prospect(state.marched, odds_of_turn([ahead], 48, 5))
    found.chosen, found.idle = search.try_again([state], said.ENOUGH, most, 0.0)
    return found


def told(found: Prospect, state: State, side: int, place: int = -1) -> dict[str, dict[str, str]]:
    """What is said, by its template."""
    return dict(forecast(found, state, side, place))


def attack_on_ligny() -> Order:
    units = mask("FR-G-I", "FR-G-C", "FR-C1", "FR-C2", "FR-1-I1", "FR-1-I2")
    return Order(units, town("charleroi"), [town("ligny")], False)


def test_every_number_is_that_of_fresh_trials() -> None:
    """The same trials once more, counted by hand; those by which it was chosen do not count."""
    state = position(OVERWHELMING)
    search = compare(state, 1, [Trial([attack_on_ligny()]), Trial([])])
    found = prospect(state, 1, [Trial([attack_on_ligny()]), Trial([])])
    chosen = search.plans[0]
    assert chosen.orders
    again = Trial(chosen.orders)
    values = [search.attempt(state, again, FRESH + number) for number in range(said.MOST)]
    words = told(found, state, FRENCH)
    gain = words.get(said.GAIN) or words[said.NO_GAIN]
    assert gain["chance"] == str(percent(sum(values) / len(values), len(values)))
    assert int(gain["chance"]) % 5 == 0
    lost = again.course.lost / len(values)
    expected = str(max(1, round(lost))) if lost > said.NOBODY else "0"
    assert words.get(said.COST, {"own": "0"})["own"] == expected


def test_an_attack_is_told_as_odds_tell_it() -> None:
    """The whole plan carried out, and the fight played out; no chance flatters it."""
    state = position(OVERWHELMING)
    order = attack_on_ligny()
    found = prospect(state, 1, [Trial([order]), Trial([])])
    weighed = odds_of_attack([state], order.units, town("ligny"), 48, 5)
    words = told(found, state, FRENCH)
    assert words[said.SUCCESS] == {
        "town": "ligny",
        "success": str(percent(found.attacks[town("ligny")].attacker_wins)),
    }
    assert is_as_told(found.attacks[town("ligny")], weighed)
    assert int(words[said.SUCCESS]["success"]) >= 90
    assert said.NO_COST in words or int(words[said.COST]["own"]) <= 1


def test_each_attack_has_a_chance_of_its_own() -> None:
    """A plan of a strong attack and a weak one: with a march to one of them that one is told, and
    the risky one in any case; and why it is made."""
    state = position(
        "turn 7; charleroi: FR-G-I FR-G-C FR-C1 FR-C2; beaumont: FR-1-I1/1; ligny: PR-1-I1/1; "
        "thuin: AD-1-I1 AD-1-I2 AD-1-A; liege: PR-3-I1; brussels: AD-2-I1"
    )
    units = mask("FR-G-I", "FR-G-C", "FR-C1", "FR-C2")
    strong = Order(units, town("charleroi"), [town("ligny")], False)
    weak = Order(mask("FR-1-I1"), town("beaumont"), [town("thuin")], False)
    found = prospect(state, 1, [Trial([strong, weak])])
    assert set(found.attacks) == {town("ligny"), town("thuin")}

    def named(place: int) -> list[str]:
        lines = forecast(found, state, FRENCH, place)
        return [values["town"] for text, values in lines if text == said.SUCCESS]

    assert named(town("ligny")) == ["ligny", "thuin"]
    assert named(town("thuin")) == ["thuin"]
    assert named(-1) == ["thuin"]
    chances = {place: odds.attacker_wins for place, odds in found.attacks.items()}
    assert chances[town("ligny")] > 0.9 > said.RISKY > chances[town("thuin")]
    found.chosen, found.idle = tally(0.4, 40), tally(0.2, 40)
    assert said.GAMBLE in told(found, state, FRENCH)
    found.idle = tally(0.4, 40)
    assert said.EVEN_GAMBLE in told(found, state, FRENCH)
    found.idle = tally(0.6, 40)
    words = told(found, state, FRENCH)
    assert said.GAMBLE not in words and said.EVEN_GAMBLE not in words


def tally(mean: float, number: int) -> Trial:
    """So many trials that came to this in the mean."""
    trial = Trial([attack_on_ligny()])
    for _ in range(number):
        trial.take_in(mean, 0.0)
    return trial


def test_a_chance_to_win_is_told_no_finer_than_it_is_known() -> None:
    """Not after few trials, by fives after some, and by ones after many."""
    state = position(OVERWHELMING)
    found = Prospect(0, {})
    found.chosen, found.idle = tally(0.624, said.ENOUGH - 1), tally(0.1, said.ENOUGH - 1)
    assert told(found, state, FRENCH) == {}
    found.chosen, found.idle = tally(0.624, said.ENOUGH), tally(0.1, said.ENOUGH)
    assert told(found, state, FRENCH)[said.GAIN] == {"chance": "60", "idle": "10"}
    found.chosen, found.idle = tally(0.624, said.FINE), tally(0.1, said.FINE)
    assert told(found, state, FRENCH)[said.GAIN] == {"chance": "62", "idle": "10"}
    # What is not better than to stay is said to be that.
    found.idle = tally(0.63, said.FINE)
    assert told(found, state, FRENCH)[said.NO_GAIN] == {"chance": "62"}
    found.idle = found.chosen
    assert told(found, state, FRENCH)[said.GAIN_ALONE] == {"chance": "62"}
    assert [percent(share, said.ENOUGH) for share in (0.0, 1.0)] == [5, 95], "few trials say little"


def test_an_end_that_comes_anyway_is_not_told_of_the_plan() -> None:
    state = position(OVERWHELMING)
    found = Prospect(0, {})
    found.chosen, found.idle = tally(0.6, 40), tally(0.5, 40)
    found.chosen.course.number = found.idle.course.number = 40
    found.chosen.course.ends[2] = 30
    found.idle.course.ends[2] = 29
    assert said.ENDS[2] not in told(found, state, FRENCH)
    found.idle.course.ends[2] = 9
    assert told(found, state, FRENCH)[said.ENDS[2]] == {"share": "75"}


def test_forced_marches_and_the_night_are_told() -> None:
    """5.6: they may cost strength; 5.7: nobody attacks by night, nor after the last turn."""
    state = position(OVERWHELMING)
    found = Prospect(0, {})
    found.chosen, found.idle = tally(0.6, 40), tally(0.5, 40)
    found.chosen.course.number = 40
    assert said.STRAIN not in told(found, state, FRENCH)
    found.chosen.orders[0].is_forced = True
    assert said.STRAIN in told(found, state, FRENCH)
    for turn in range(1, LAST_TURN + 1):
        state.turn = turn
        words = told(found, state, FRENCH)
        is_dark = turn < LAST_TURN and TURN_NIGHT[turn + 1]
        assert (said.NIGHT in words) == is_dark
        assert (said.QUIET in words) == (turn < LAST_TURN and not is_dark)


def test_an_army_that_goes_home_is_not_what_a_plan_costs() -> None:
    """10: eleven French are lost, and the twelfth ends it; the others are not lost in a fight."""
    text = OVERWHELMING.replace("turn 7", "turn 7\nlost: french 11")
    before = position(text)
    after = before.copy()
    judge_at_a_loss(after)
    assert after.defeated == 1 and count(after.lost & SIDE_UNITS[FRENCH]) > 15
    course = Course()
    course.note(before, after, FRENCH)
    assert (course.lost, course.ends) == (1, [1, 0, 0])
    course.note(before, after, ALLIED)
    assert course.lost == 1
    found = Prospect(0, {})
    found.chosen = found.idle = tally(0.5, 40)
    found.chosen.course = course
    course.number = 4
    assert told(found, before, FRENCH)[said.ENDS[0]] == {"share": "50"}
    course.number = 21
    assert said.ENDS[0] not in told(found, before, FRENCH), "a tenth is hardly worth a word"


def judge_at_a_loss(state: State) -> None:
    """One more is lost, and the armies are judged."""
    state.eliminate(UNIT_IDS.index("FR-2-I1"), BY_FIRE)
    judge(state)


def test_staying_is_compared_by_the_same_dice() -> None:
    """Two open cities: to close both wins, to stay loses."""
    state = position(TWO_OPEN)
    both = Trial(
        [
            Order(mask("AD-1-I1", "AD-1-I2", "AD-1-A"), town("hal"), [town("brussels")], False),
            Order(mask("PR-1-I1", "PR-1-I2", "PR-1-A"), town("waremme"), [town("liege")], False),
        ]
    )
    words = told(prospect(state, ALLIED_ARMIES, [both, Trial([])]), state, ALLIED)
    values = words[said.GAIN]
    assert int(values["chance"]) > int(values["idle"]) + 20
    assert said.SUCCESS not in words


def test_the_town_that_is_struck_is_one_of_ours_within_reach() -> None:
    """And it is named where that is likely, and only there."""
    state = position(OVERWHELMING.replace("turn 7", "turn 6"))
    ahead = prospect(state, ALLIED_ARMIES, [Trial([]), Trial([])])
    assert ahead.chosen is not None
    course = ahead.chosen.course
    struck = [place for place, times in enumerate(course.struck) if times]
    assert struck
    for place in struck:
        assert state.at[place] & SIDE_UNITS[ALLIED]
        french = [far for far, units in enumerate(state.at) if units & SIDE_UNITS[FRENCH]]
        assert min(DISTANCE[place][far] for far in french) <= 3
    most = max(course.struck)
    found = told(ahead, state, ALLIED)
    if most >= said.LIKELY * course.number:
        assert found[said.STRUCK] == {"town": TOWN_IDS[course.struck.index(most)]}
    else:
        assert said.QUIET in found
    course.struck = [0] * len(course.struck)
    assert said.QUIET in told(ahead, state, ALLIED)
    course.struck[town("ligny")] = course.number - 1
    assert told(ahead, state, ALLIED)[said.STRUCK] == {"town": "ligny"}


def test_of_a_plan_that_was_not_tried_nothing_is_said() -> None:
    assert forecast(Prospect(0, {}), position(TWO_OPEN), ALLIED, -1) == []


def weighed(own: float, enemy: float) -> Odds:
    """Odds of an attack that costs so many units."""
    found = Odds()
    found.playouts, found.raw, found.attacker_wins, found.error = 200, 0.6, honest(0.6), 0.03
    found.attacker_units, found.defender_units = own, enemy
    return found


def test_a_fight_is_told_as_its_odds_are() -> None:
    found = weighed(1.6, 2.9)
    for is_attacker in (True, False):
        win = found.attacker_wins if is_attacker else 1.0 - found.attacker_wins
        lost, gone = ("2", "3") if is_attacker else ("3", "2")
        assert forecast_of_fight(found, town("ligny"), is_attacker=is_attacker) == [
            (said.FOUGHT, {"town": "ligny", "success": str(percent(win))}),
            (said.FIGHT_COST, {"own": lost, "enemy": gone}),
        ]
    found.ends = [0.05, 0.0, 0.3]
    lines = forecast_of_fight(found, town("ligny"), is_attacker=True)
    assert lines[2:] == [(said.ENDS[2], {"share": "30"})]


@pytest.mark.parametrize(
    ("own", "enemy", "text", "values"),
    [
        (0.2, 0.3, said.NO_FIGHT_COST, {}),
        (1.2, 0.3, said.OWN_COST, {"own": "1"}),
        (0.2, 1.8, said.ENEMY_COST, {"enemy": "2"}),
    ],
)
def test_nobody_is_not_counted(own: float, enemy: float, text: str, values: dict[str, str]) -> None:
    lines = forecast_of_fight(weighed(own, enemy), town("ligny"), is_attacker=True)
    assert lines[1] == (text, values)


def test_who_has_begun_to_march_is_told_what_the_others_are_worth() -> None:
    """Two open cities; a block elsewhere has marched: not all can stay any more. And what the plan
    is worth is told alike while it is carried out, but not that all could stay."""
    close = Order(mask("AD-1-I1", "AD-1-I2", "AD-1-A"), town("hal"), [town("brussels")], False)
    guard = Order(mask("PR-1-I1", "PR-1-I2", "PR-1-A"), town("waremme"), [town("liege")], False)
    state = position(TWO_OPEN + "\nhal: AD-C-L1")
    ahead = prospect(state, ALLIED_ARMIES, [Trial([close, guard]), Trial([])])
    first = told(ahead, state, ALLIED)[said.GAIN]
    step_along(state, UNIT_IDS.index("AD-1-I1"), town("brussels"), False)
    assert told(ahead, state, ALLIED)[said.GAIN_OF_PLAN] == first
    state = position(TWO_OPEN + "\nhal: AD-C-L1")
    step_along(state, UNIT_IDS.index("AD-C-L1"), town("ninove"), False)
    found = told(prospect(state, ALLIED_ARMIES, [Trial([close, guard]), Trial([])]), state, ALLIED)
    assert said.GAIN not in found
    assert int(found[said.GAIN_OF_REST]["idle"]) < int(found[said.GAIN_OF_REST]["chance"])


def test_who_only_plays_does_not_reckon_what_nobody_asks() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(4))
    player = SeatedOpponent("officer", "french", 4)
    played = player.choose(game)
    assert player.opponent._prospect is None
    assert not any(text in (said.SUCCESS, said.GAIN) for text, _ in played.more)
    asked = SeatedOpponent("officer", "french", 4)
    assert asked.choose(game, is_explained=True).code == played.code
    assert asked.opponent._prospect is not None


def test_nothing_is_certain() -> None:
    assert [percent(share) for share in (0.0, 0.004, 0.5, 0.996, 1.0)] == [1, 1, 50, 99, 99]


@pytest.mark.once
def test_an_emperor_says_what_it_expects_with_every_march() -> None:
    game = Game.new("historical", Options(2, "open"), SeededDice(4))
    seats = {str(seat): SeatedOpponent("emperor", seat, 4) for seat in game.seats}
    for player in seats.values():
        player.opponent.effort = Effort(playouts=8, trials=30, width=3, samples=2, seconds=0.0)
    moved = marches = fights = 0
    while game.turn < 4 and game.to_act:
        seat = str(game.to_act[0])
        moved += 1
        decision = seats[seat].choose(game, is_explained=game.stage == "march" or moved % 4 == 0)
        words = tell_reason(ENGLISH, decision.reason, decision.details, decision.more)
        assert words.endswith(".")
        assert "{" not in words
        if game.stage == "march" and decision.more:
            marches += 1
            expected = decision.more[1:] if decision.reason == WAY else decision.more
            assert expected[0][0] in (said.GAIN, said.GAIN_OF_PLAN, said.GAIN_ALONE, said.NO_GAIN)
            for _, values in expected:
                assert set(values) <= {"chance", "idle", "success", "own", "town", "share"}
                assert values.get("town", TOWN_IDS[0]) in TOWN_IDS
        elif decision.more and game.stage not in ("march", "force"):
            assert decision.more[0][0] == said.FOUGHT
            assert decision.more[1][0] in FIGHT_COSTS
            fights += 1
        game.play(seat, Action(decision.code))
    assert marches
    assert fights
