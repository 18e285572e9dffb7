"""Why the staff advises something: true, concrete, and never empty."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.ai.test_opponents import seat_all
from tests.ai.test_planning import position, town

from napoleon.ai.advice import battle_reasons as fights
from napoleon.ai.advice import march_reasons as marches
from napoleon.ai.advice import reasons
from napoleon.ai.advice.reasons import lead_for, reason_for
from napoleon.ai.campaign.orders import Order, march_order
from napoleon.rules import Action, Game, Options, SeededDice
from napoleon.rules.board.towns import NEIGHBOURS, ROAD_BETWEEN, ROAD_LIMIT, TOWN_IDS
from napoleon.rules.board.units import ALLIED_BITS, FRENCH_BIT, PRUSSIAN, UNIT_IDS
from napoleon.rules.engine.actions import END_CODE, FORCE, MARCH, encode
from napoleon.rules.engine.state import State
from napoleon.rules.phases.movement import FORCED_MARCHES, Movement, step_along


def unit(name: str) -> int:
    return UNIT_IDS.index(name)


def mask(*names: str) -> int:
    return sum(1 << unit(name) for name in names)


def march(state: State, name: str, to: str, *orders: Order) -> tuple[str, dict[str, str]]:
    armies = FRENCH_BIT if name.startswith("FR") else ALLIED_BITS
    return reason_for(state, encode(MARCH, unit(name), town(to)), list(orders), armies)


# --- marches


def test_an_attack_counts_those_who_are_sent() -> None:
    """Two of five are ordered to attack; who stays behind is not counted, who is there is."""
    state = position(
        "turn 7; charleroi: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-C1; ligny: PR-1-I1 PR-1-I2 PR-1-A"
    )
    pair = ["FR-1-I1", "FR-1-I2"]
    order = Order(mask(*pair), town("charleroi"), [town("ligny")], False)
    for name in pair:
        found = march(state, name, "ligny", order)
        assert found == (marches.ATTACK, {"town": "ligny", "own": "2", "enemy": "3"})
        step_along(state, unit(name), town("ligny"), False)


def test_an_attack_counts_forced_marches_too() -> None:
    """5.3, 5.6: horse rides two towns, two on foot come after it by forced march."""
    state = position("turn 7; laneffe: FR-C1 FR-2-I1 FR-2-I2; ligny: PR-1-I1 PR-1-I2 PR-1-A")
    way = [town("charleroi"), town("ligny")]
    riders = Order(mask("FR-C1"), town("laneffe"), way, False)
    foot = Order(mask("FR-2-I1", "FR-2-I2"), town("laneffe"), way, True)
    step_along(state, unit("FR-C1"), town("charleroi"), False)
    text, values = march(state, "FR-C1", "ligny", riders, foot)
    assert text == marches.ATTACK_AND_FORCE
    assert values == {"town": "ligny", "own": "1", "more": "2", "enemy": "3"}


def test_a_step_is_explained_by_where_it_leads() -> None:
    """Cavalry rides two towns (5.3): the first is explained by the second."""
    state = position("turn 7; charleroi: FR-C1; ligny: FR-1-I1; gembloux: PR-1-I1; liege: PR-2-I1")
    order = Order(mask("FR-C1"), town("charleroi"), [town("ligny"), town("gembloux")], False)
    text, values = march(state, "FR-C1", "ligny", order)
    assert (text, values) == (
        marches.ON_THE_WAY,
        {"town": "gembloux", "own": "1", "enemy": "1"},
    )


def test_a_withdrawal_is_called_one() -> None:
    """One against four next door goes back to where nobody is."""
    state = position("turn 8; ligny: PR-1-I1; charleroi: FR-1-I1 FR-1-I2 FR-2-I1 FR-C1")
    text, values = march(state, "PR-1-I1", "gembloux")
    assert text == marches.WITHDRAW
    assert values == {"town": "gembloux", "start": "ligny", "own": "1", "enemy": "4"}


def test_a_city_is_guarded_against_the_nearest() -> None:
    state = position("turn 8; wavre: PR-1-I1; charleroi: FR-1-I1")
    text, values = march(state, "PR-1-I1", "brussels")
    assert (text, values["town"]) == (marches.COVER_CITY, "brussels")
    assert int(values["marches"]) >= 2


@pytest.mark.parametrize("players", [2, 3])
def test_a_city_is_not_guarded_against_nobody(players: int) -> None:
    """Where no French unit is on the map, a march into a supply city has another reason."""
    text = f"players {players}; turn 6; mechelen: AD-1-I1 AD-1-I2; brussels: AD-1-A"
    state = position(text + "; lost: french 9")
    armies = ALLIED_BITS if players == 2 else 2
    code = encode(MARCH, unit("AD-1-I1"), town("brussels"))
    assert reason_for(state, code, [], armies) == (marches.FREE, {"town": "brussels"})
    order = Order(mask("AD-1-I1", "AD-1-I2"), town("mechelen"), [town("brussels")], False)
    text, values = march(state, "AD-1-I1", "brussels", order)
    assert (text, values["own"]) == (marches.JOIN_FREE, "3")


def test_staying_names_the_place_in_danger() -> None:
    state = position("turn 8; ligny: PR-1-I1 PR-1-I2; charleroi: FR-1-I1 FR-2-I1 FR-C1")
    values = {"town": "ligny", "own": "2", "enemy": "3"}
    assert reason_for(state, END_CODE, [], ALLIED_BITS) == (marches.STAY_ALL_THOUGH, values)
    state = position("turn 8; ligny: PR-1-I1 PR-1-I2; charleroi: FR-1-I1 FR-2-I1")
    values["enemy"] = "2"
    assert reason_for(state, END_CODE, [], ALLIED_BITS) == (marches.STAY_ALL, values)
    state = position("turn 8; liege: PR-1-I1; charleroi: FR-1-I1")
    assert reason_for(state, END_CODE, [], ALLIED_BITS) == (marches.STAY_ALL_FREE, {})


def test_who_stays_is_called_the_others_only_when_somebody_has_marched() -> None:
    state = position("turn 8; ligny: PR-1-I1 PR-1-I2; liege: PR-4-I1; charleroi: FR-1-I1 FR-2-I1")
    step_along(state, unit("PR-4-I1"), town("huy"), False)
    text, values = reason_for(state, END_CODE, [], ALLIED_BITS)
    assert (text, values) == (marches.STAY, {"town": "ligny", "own": "2", "enemy": "2"})


def test_who_has_marched_is_none_of_those_who_stay() -> None:
    """Only the danger to those who stay is told; and where all have marched, nobody stays."""
    state = position("turn 8; gembloux: PR-1-I1; liege: PR-4-I1; charleroi: FR-1-I1 FR-2-I1")
    step_along(state, unit("PR-1-I1"), town("ligny"), False)
    assert reason_for(state, END_CODE, [], ALLIED_BITS) == (marches.STAY_FREE, {})
    step_along(state, unit("PR-4-I1"), town("huy"), False)
    assert reason_for(state, END_CODE, [], ALLIED_BITS) == (marches.ALL_MARCHED, {})


def test_a_city_is_taken_for_what_it_brings() -> None:
    """9: it costs an army that is in the field units; 10: two win in the end."""
    text = "turn 9; ninove: FR-1-I1 FR-1-I2; wavre: PR-1-I1; hal: AD-W"
    take = ("FR-1-I1", "ghent")
    assert march(position(text), *take) == (marches.TAKE_CITY, {"town": "ghent"})
    beaten = text.replace("; hal: AD-W", "; lost: anglo-dutch 16; defeated: anglo-dutch")
    assert march(position(beaten), *take) == (marches.TAKE_PRIZE, {"town": "ghent"})
    second = text + "; brussels: FR-2-I1"
    assert march(position(second), *take) == (marches.HOLD_TWO, {"town": "ghent"})
    held = text + "; ghent: FR-2-I1"
    about_cities = (marches.TAKE_CITY, marches.TAKE_PRIZE, marches.HOLD_TWO)
    assert march(position(held), *take)[0] not in about_cities


def test_what_cannot_be_helped_is_no_choice() -> None:
    state = position("turn 8; ligny: PR-1-I1; charleroi: FR-1-I1")
    assert reason_for(state, END_CODE, [], ALLIED_BITS, is_only=True) == (
        reasons._NOTHING_ELSE,
        {},
    )


def test_a_player_is_not_told_of_the_danger_to_his_ally() -> None:
    """11: each commands his own units; the Prussian's are far away."""
    state = position("turn 8; waterloo: AD-1-I1; liege: PR-1-I1; quatre-bras: FR-1-I1 FR-2-I1")
    prussian = 1 << PRUSSIAN
    assert reason_for(state, END_CODE, [], prussian) == (marches.STAY_ALL_FREE, {})
    assert reason_for(state, END_CODE, [], ALLIED_BITS)[0] == marches.STAY_ALL_THOUGH


def test_only_those_are_counted_whom_the_road_carries() -> None:
    """5.4: ten are sent by a road for eight."""
    state = position(
        "turn 7; charleroi: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-3-I1 FR-3-I2 FR-4-I FR-6-I"
        " FR-G-I FR-C1; ligny: PR-1-I1 PR-1-I2 PR-1-A"
    )
    order = Order(state.at[town("charleroi")], town("charleroi"), [town("ligny")], False)
    limit = ROAD_LIMIT[ROAD_BETWEEN[town("charleroi")][town("ligny")]]
    assert limit < 10
    for number in march_order(state, order.units)[:limit]:
        name = UNIT_IDS[number]
        text, values = march(state, name, "ligny", order)
        assert (text, values["own"]) == (marches.ATTACK, str(limit))
        step_along(state, number, town("ligny"), False)


def test_one_forced_march_after_the_other_is_counted_alike() -> None:
    """5.6: three on foot follow by forced march; each is told of the same three."""
    names = ["FR-2-I1", "FR-2-I2", "FR-1-I1"]
    state = position("turn 7; laneffe: FR-2-I1 FR-2-I2 FR-1-I1; ligny: PR-1-I1 PR-1-I2 PR-1-A")
    way = [town("charleroi"), town("ligny")]
    order = Order(mask(*names), town("laneffe"), way, True)
    for name in names:
        text, values = march(state, name, "charleroi", order)
        assert (text, values["own"], values["enemy"]) == (marches.ON_THE_WAY, "3", "3")
        step_along(state, unit(name), town("charleroi"), False)
    begin_forced_marches(state)
    for name in names:
        found = reason_for(state, encode(FORCE, unit(name), town("ligny")), [order], FRENCH_BIT)
        assert found == (marches.ATTACK, {"town": "ligny", "own": "3", "enemy": "3"})
        step_along(state, unit(name), town("ligny"), True)


def begin_forced_marches(state: State) -> None:
    """The marches are over."""
    top = state.stack[-1]
    assert isinstance(top, Movement)
    top.step = FORCED_MARCHES


def test_after_forced_marches_nobody_is_told_that_there_are_none() -> None:
    state = position("turn 7; laneffe: FR-2-I1 FR-2-I2; ligny: PR-1-I1")
    for name in ("FR-2-I1", "FR-2-I2"):
        step_along(state, unit(name), town("charleroi"), False)
    begin_forced_marches(state)
    assert reason_for(state, END_CODE, [], FRENCH_BIT) == (marches.NO_FORCE, {})
    step_along(state, unit("FR-2-I1"), town("ligny"), True)
    assert reason_for(state, END_CODE, [], FRENCH_BIT) == (marches.NO_MORE_FORCE, {})


def test_a_step_says_first_where_it_leads() -> None:
    """What is said of a march of two towns is said of the second."""
    state = position("turn 7; beaumont: FR-C1; ligny: PR-1-I1; ghent: AD-W")
    order = Order(mask("FR-C1"), town("beaumont"), [town("thuin"), town("binche")], False)
    code = encode(MARCH, unit("FR-C1"), town("thuin"))
    assert lead_for(state, code, [order]) == [(marches.WAY, {"town": "binche"})]
    assert reason_for(state, code, [order], FRENCH_BIT)[1]["town"] == "binche"
    assert lead_for(state, code, []) == []
    assert lead_for(state, END_CODE, [order]) == []
    # An attack names its town itself.
    state = position("turn 7; beaumont: FR-C1; binche: PR-1-I1; ghent: AD-W")
    assert lead_for(state, code, [order]) == []
    assert reason_for(state, code, [order], FRENCH_BIT)[0] == marches.ON_THE_WAY


# --- all of them, over whole games


class Checker:
    """Holds what is said against the table as everybody sees it."""

    def __init__(self, game: Game, seat: str) -> None:
        self.game = game
        self.is_french = seat == "french"

    def count(self, place: str, *, own: bool) -> int:
        """Blocks of a side in a town."""
        is_french = self.is_french == own
        units = [name for name in UNIT_IDS if name.startswith("FR") == is_french]
        return sum(self.game.where(name) == place for name in units)

    def next_door(self, place: str) -> int:
        """Enemies in the towns around."""
        around = [TOWN_IDS[other] for other in NEIGHBOURS[TOWN_IDS.index(place)]]
        return sum(self.count(other, own=False) for other in around)

    def check(self, text: str, values: dict[str, str]) -> None:
        own = int(values.get("own", -1))
        enemy = int(values.get("enemy", -1))
        place = values.get("town", "")
        if text in (marches.ATTACK, marches.ATTACK_AND_FORCE, marches.ON_THE_WAY):
            assert enemy == self.count(place, own=False) > 0
            assert own >= 1
        elif text == marches.WITHDRAW:
            assert own == self.count(values["start"], own=True)
            assert enemy == self.next_door(values["start"]) > own
        elif text in (marches.THREATEN, marches.THREATEN_OPEN):
            assert max(enemy, 0) == self.count(values["goal"], own=False)
            assert TOWN_IDS.index(values["goal"]) in NEIGHBOURS[TOWN_IDS.index(place)]
        elif text == marches.OPEN_CITY:
            assert self.next_door(place)
        elif text in (marches.FREE, marches.JOIN_FREE):
            assert not self.next_door(place)
        elif text in (marches.JOIN, marches.STAND):
            assert enemy == self.next_door(place) > 0
            assert own >= 1
        elif text in (marches.STAY, marches.STAY_ALL):
            assert own == self.count(place, own=True) > 0
            assert own >= enemy == self.next_door(place) > 0
        elif text in (marches.STAY_THOUGH, marches.STAY_ALL_THOUGH):
            assert 0 < own == self.count(place, own=True) < enemy == self.next_door(place)
        elif text in (marches.TAKE_CITY, marches.TAKE_PRIZE, marches.HOLD_TWO):
            assert not self.count(place, own=True)
            assert not self.count(place, own=False)
        elif text == fights.FLEE_NEAR:
            here = self.game.town
            assert here is not None
            assert enemy == self.next_door(place) - self.count(here, own=False) > 0
        elif text in (fights.LINE, fights.LINE_AHEAD):
            here = self.game.town
            assert here is not None
            assert sum(map(int, values.values())) == self.count(here, own=True)
        elif text == fights.NO_MORE:
            assert own == self.count(place, own=True) < enemy == self.count(place, own=False)
        elif text in (fights.REINFORCE, fights.ENOUGH, fights.BEGIN):
            assert own == self.count(place, own=True)
            assert enemy == self.count(place, own=False)
        elif text == fights.RETREAT:
            here = self.game.town
            assert here is not None
            assert own == self.count(here, own=True)
            assert own < enemy == self.count(here, own=False)
        elif text == fights.REMOVE:
            assert int(values["strength"]) == self.game.strength(values["unit"])
        elif text in (fights.FIRE, fights.BOMBARD):
            assert 0 < int(values["chance"]) <= 100
        elif text == fights.ENGAGE:
            assert own >= 1
            assert enemy >= 1


@pytest.mark.once
@pytest.mark.parametrize(("scenario", "seed"), [("free", 2), ("historical", 3)])
def test_what_is_said_is_true_and_never_empty(scenario: str, seed: int) -> None:
    game = Game.new(scenario, Options(2, "open"), SeededDice(seed))
    seats = seat_all(game, "recruit", seed)
    said: Counter[str] = Counter()
    for _ in range(700):
        if not game.to_act:
            break
        seat = str(game.to_act[0])
        decision = seats[seat].choose(game)
        assert decision.reason.format(**decision.details)
        Checker(game, seat).check(decision.reason, decision.details)
        said[decision.reason] += 1
        game.play(seat, Action(decision.code))
    assert said.total() > 200
    assert len(said) > 12
    assert said[reasons._DONE] == 0


def test_a_forced_march_is_reasoned_like_any_other() -> None:
    state = position("turn 7; charleroi: FR-1-I1; ligny: PR-1-I1")
    step_along(state, unit("FR-1-I1"), town("charleroi"), False)
    text, _ = reason_for(state, encode(FORCE, unit("FR-1-I1"), town("ligny")), [], FRENCH_BIT)
    assert text == marches.ATTACK
