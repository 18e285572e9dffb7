"""The OpenSpiel game: its own tests, dice as chance nodes, and what it promises beyond."""

import pickle
import random
import sys

import pytest

# requirements-dev.lock has OpenSpiel for these; where it is due, a missing one is a failure.
if sys.platform != "linux" or sys.version_info >= (3, 14):
    pytest.skip(
        "the test tools have OpenSpiel on Linux, for Python below 3.14", allow_module_level=True
    )

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from napoleon.lab.random_play import Policy, uniform, warlike
from napoleon.research.actions import flatten
from napoleon.research.boards import most_sides
from napoleon.research.spiel import NapoleonState
from napoleon.rules import Game
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.knowledge.observation import SECTIONS, SIZE

THREE = "napoleon_1815(players=3,scenario=free,visibility=hidden)"


def play_by_chance(
    state: NapoleonState, rng: random.Random, most: int, policy: Policy = uniform
) -> list[int]:
    """So many decisions, dice as they fall; returns the sides of all dice."""
    sides: list[int] = []
    for _ in range(most):
        while state.is_chance_node():
            sides.append(len(state.chance_outcomes()))
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        if state.is_terminal():
            break
        game = state.course.game
        seat = game.to_act[0]
        state.apply_action(flatten(policy(game, seat, game.legal(seat).codes, rng)))
    while state.is_chance_node():
        sides.append(len(state.chance_outcomes()))
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return sides


@pytest.mark.once
@pytest.mark.parametrize("name", ["napoleon_1815", "napoleon_1815(players=3,visibility=hidden)"])
def test_it_is_what_openspiel_expects(name: str) -> None:
    """A whole random game, written and read back at every step."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_won_and_lost(players: int) -> None:
    game = pyspiel.load_game("napoleon_1815", {"players": players})
    assert game.num_players() == players
    is_zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert is_zero_sum == (players == 2)
    state = game.new_initial_state()
    assert state.returns() == [0.0] * players
    play_by_chance(state, random.Random(players), 5000)
    french, *allies = state.returns()
    assert abs(french) == 1.0
    assert allies == [-french] * (players - 1)


def test_every_die_is_a_chance_node() -> None:
    """The dice of the record are those that chance decided, and none besides."""
    state = pyspiel.load_game("napoleon_1815").new_initial_state()
    rng = random.Random(2)
    sides = play_by_chance(state, rng, 400, warlike)
    assert most_sides(SHIPPED) == 12
    assert {6, 12} <= set(sides) <= set(range(1, 13))
    chances = [step.action + 1 for step in state.full_history() if step.player < 0]
    dice = [die for move in state.course.game.moves for die in move.dice]
    assert chances == dice
    assert state.course.game.start_dice == ()


def test_a_die_that_falls_changes_nothing_till_all_have_fallen() -> None:
    state = pyspiel.load_game("napoleon_1815").new_initial_state()
    rng = random.Random(3)
    while not state.is_chance_node():
        before = state.course.game.position()
        player = state.current_player()
        known = state.information_state_string(1 - player)
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.course.game.position() == before
    assert state.information_state_string(1 - player) == known
    assert state.information_state_string(player).splitlines()[-2].startswith("> ")
    with pytest.raises(ValueError, match="a die is falling"):
        state.position()
    twin = state.clone()
    twin.apply_action(0)
    assert twin.history() == [*state.history(), 0]
    assert (state.course.dice, twin.course.dice) == ([], [1])
    assert state.course.game.position() == before


@pytest.mark.parametrize("name", ["napoleon_1815", THREE])
def test_a_resampled_state_has_the_same_information_state(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    rng = random.Random(4)
    for _ in range(12):
        play_by_chance(state, rng, 12)
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        play_by_chance(other, rng, 3)
    with pytest.raises(ValueError, match="take position"):
        other.serialize()
    with pytest.raises(ValueError, match="take position"):
        pickle.dumps(other)


def test_a_state_as_position_text_and_as_a_pickle() -> None:
    game = pyspiel.load_game("napoleon_1815")
    state = game.new_initial_state()
    play_by_chance(state, random.Random(5), 70)
    again = game.state_from_position(state.position())
    assert again.position() == state.position()
    assert again.current_player() == state.current_player()
    twin = pickle.loads(pickle.dumps(state))
    for player in range(2):
        assert twin.information_state_string(player) == state.information_state_string(player)
    assert twin.history() == state.history()
    with pytest.raises(ValueError, match="for 2 players"):
        pyspiel.load_game(THREE).state_from_position(Game.new().position())


def test_an_observer_has_the_sections_by_name() -> None:
    game = pyspiel.load_game("napoleon_1815")
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert {name: part.shape for name, part in observer.dict.items()} == {
        name: (rows, len(fields)) for name, rows, fields in SECTIONS
    }
    assert observer.tensor.shape == (SIZE,)
    seen = np.frombuffer(state.course.game.observe("french"), np.uint8)
    assert np.array_equal(observer.tensor, seen)
    assert state.observation_tensor(0) == seen.tolist()
    assert bytes.fromhex(state.observation_string(0)) == seen.tobytes()


class Even(mcts.Evaluator):  # type: ignore[misc] # it has no types
    """Thinks nothing of anything."""

    def evaluate(self, state: NapoleonState) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.zeros(state.num_players())

    def prior(self, state: NapoleonState) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        offered = state.legal_actions()
        return [(action, 1 / len(offered)) for action in offered]


def test_a_search_of_openspiel_thinks_in_guesses() -> None:
    """Information-set Monte Carlo tree search resamples at its root."""
    game = pyspiel.load_game("napoleon_1815(scenario=free)")
    state = game.new_initial_state()
    play_by_chance(state, random.Random(3), 90)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=Even(), uct_c=1.0, max_simulations=20, random_state=luck
    )
    before = str(state)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before
