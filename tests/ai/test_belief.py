"""Samples of a belief agree with the view, and sightings are remembered."""

import random

import pytest

from napoleon.ai.battle.playout import ALL_FIGHTS, fight_out
from napoleon.ai.battle.temper import OFFICER
from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import report
from napoleon.lab.battles import random_battle
from napoleon.lab.matches import Match
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import Game, Options, SeededDice
from napoleon.rules.board.towns import START_TOWN, TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_OF,
    FULL_STRENGTH,
    SIDE_UNITS,
    UNIT_COUNT,
    UNIT_IDS,
    members,
)
from napoleon.rules.engine.actions import Action
from napoleon.rules.engine.events import SHOWN
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view_builder import build_view


def play_and_sample(game: Game, rng: random.Random, most: int) -> None:
    beliefs = {str(seat): Belief(seat.armies, 7) for seat in game.seats}
    dice = SeededDice(5)
    for _ in range(most):
        if not game.to_act:
            return
        for seat in game.to_act:
            belief = beliefs[str(seat)]
            drawn = game.sketch(seat)
            belief.begin(drawn)
            events = game.events_for(seat, 0)[belief.read_reports :]
            belief.read([report(event) for event in events])
            for _ in range(2):
                sample = belief.sample(drawn, dice)
                bits = seat.armies
                seen = build_view(game.state, bits).as_dict()
                assert build_view(sample, bits).as_dict() == seen
                assert sample.stack[-1].legal(sample, bits) == game.legal(seat).codes
                for unit in range(UNIT_COUNT):
                    town = sample.where[unit]
                    assert town < 0 or sample.at[town] >> unit & 1
                if sample.fights and sample.stack[-1].town_no() >= 0:
                    fight_out(sample, ALL_FIGHTS, [OFFICER, OFFICER], dice)
        seat = game.to_act[0]
        game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, rng)))


@pytest.mark.once
@pytest.mark.parametrize("seed", range(8))
def test_samples_agree_with_the_view_in_whole_games(seed: int) -> None:
    play_and_sample(new_random_game(seed), random.Random(seed), 250)


@pytest.mark.parametrize("seed", range(40))
def test_samples_agree_with_the_view_in_battles(seed: int) -> None:
    rng = random.Random(seed)
    play_and_sample(Game.from_position(random_battle(rng), SeededDice(seed)), rng, 40)


def test_at_the_start_of_the_historical_scenario_everything_is_known() -> None:
    game = Game.new("historical", dice=SeededDice(1))
    belief = Belief(1, 3)
    drawn = game.sketch("french")
    belief.begin(drawn)
    sample = belief.sample(drawn, SeededDice(2))
    for unit in members(SIDE_UNITS[1]):
        assert sample.where[unit] == game.state.where[unit]


def missing(state: State) -> int:
    """Steps that the Allies lack."""
    return sum(
        FULL_STRENGTH[unit] - state.strength[unit]
        for unit in members(SIDE_UNITS[1])
        if state.where[unit] >= 0
    )


def test_steps_given_up_for_an_even_game_are_missing_somewhere() -> None:
    """4: how many is agreed, and so known; in which blocks is not."""
    game = Game.new("historical", Options(handicap=-12), SeededDice(1))
    twin = Game.new("historical", Options(handicap=-12), SeededDice(1))
    while game.stage == "handicap":
        game.play("allied", game.legal("allied")[0])
        twin.play("allied", twin.legal("allied")[-1])
    samples = []
    for each in (game, twin):
        belief = Belief(1, 3)
        drawn = each.sketch("french")
        belief.begin(drawn)
        dice = SeededDice(2)
        samples.append([belief.sample(drawn, dice).strength for _ in range(5)])
        assert all(missing(belief.sample(drawn, dice)) == 12 for _ in range(5))
    assert samples[0] == samples[1]
    assert len({tuple(strength) for strength in samples[0]}) == 5
    own = Belief(6, 3)
    own.begin(game.sketch("allied"))
    assert own.given == 0


def test_a_unit_that_is_met_says_what_it_gave_up() -> None:
    game = Game.new("historical", Options(handicap=-2), SeededDice(1))
    unit = game.legal("allied")[0].unit
    assert unit is not None
    game.play("allied", [f"weaken {unit}"] * 2)
    belief = Belief(1, 3)
    belief.begin(game.sketch("french"))
    number = UNIT_IDS.index(unit)
    left = FULL_STRENGTH[number] - 2
    town = START_TOWN[number]
    army = ARMY_OF[number]
    belief.read([(SHOWN, 1, army, number, town, -1, -1, left, -1, -1)])
    assert belief.given == 0
    sample = belief.sample(game.sketch("french"), SeededDice(2))
    assert sample.strength[number] == left
    assert missing(sample) == 2


def test_in_a_battle_who_is_met_has_given_up_a_share() -> None:
    """At Waterloo units begin without some of their steps: that says nothing of a handicap."""
    game = Match("officer", "officer", 1, "waterloo", handicap=-12).new_game()
    while game.stage == "handicap":
        game.play("allied", game.legal("allied")[0])
    belief = Belief(1, 3)
    drawn = game.sketch("french")
    belief.begin(drawn)
    assert belief.given == 12
    there = [unit for unit in members(SIDE_UNITS[1]) if game.state.where[unit] >= 0]
    left = [belief.given]
    for unit in there:
        town, strength = game.state.where[unit], game.state.strength[unit]
        belief.read([(SHOWN, 1, ARMY_OF[unit], unit, town, -1, -1, strength, -1, -1)])
        left.append(belief.given)
    assert left == sorted(left, reverse=True) and left[-1] == 0
    half = left[len(left) // 2]
    assert 3 <= half <= 9, "about half of them are found with half of the units"


def test_a_block_that_marches_two_towns_is_mounted() -> None:
    """5.3: of the Prussians at Charleroi only the cavalry and the horse guns go two towns."""
    game = Game.new("historical", dice=SeededDice(1))
    belief = Belief(1, 3)
    belief.begin(game.sketch("french"))
    game.play("french", "end")
    game.play("allied", ["march PR-1-C ligny", "march PR-1-C namur", "end", "end"])
    belief.read([report(event) for event in game.events_for("french", 0)])
    namur = next(b for b in game.view("french").blocks if b.town == "namur")
    assert namur.count > 0
    riders = {"PR-1-C", "PR-1-HA"}
    for guess in belief.guesses:
        at_namur = {
            UNIT_IDS[unit]
            for unit in members(SIDE_UNITS[1])
            if guess.where[unit] == TOWN_IDS.index("namur")
        }
        assert at_namur & riders


def test_a_unit_seen_is_remembered() -> None:
    game = Game.from_position(
        "turn 5; laneffe: FR-C3 FR-C4; charleroi: PR-1-C PR-1-I1; namur: PR-2-I1 PR-2-I2 PR-1-I2",
        SeededDice(3),
    )
    belief = Belief(1, 3)
    game.play("french", ["march FR-C3 charleroi", "march FR-C4 charleroi", "end", "end"])
    game.play("french", ["reveal FR-C3", "reveal FR-C4"])
    while "reveal" in game.stage:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    belief.begin(game.sketch("french"))
    belief.read([report(event) for event in game.events_for("french", 0)])
    shown = [event for event in game.events_for("french", 0) if event.kind == "shown"]
    seen = [event for event in shown if event.army == "prussian"]
    assert seen
    for event in seen:
        assert all(
            guess.where[event.unit_no] in (event.town_no, -2)
            or game.state.where[event.unit_no] == guess.where[event.unit_no]
            for guess in belief.guesses
        )
