"""The environments for researchers on a corrected board, and with a handicap."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from tests.boards.correcting import GONE_TOWN, NEW_TOWN, write_corrected, write_table
from tests.research.test_secrets import compare_twins, guess_along, shuffle_and_observe

from napoleon.boards import read_board_folder
from napoleon.lab.random_play import new_random_game
from napoleon.research.actions import ACTION_COUNT, numbers_on
from napoleon.research.aec import NapoleonEnv
from napoleon.research.boards import most_sides, sections_on, size_on
from napoleon.rules import Action, Board, BoardError, Game, Options, SeededDice
from napoleon.rules.board.tables import ROAD_TABLE, SHIPPED, TOWN_TABLE, add_board, lay, on_board
from napoleon.rules.engine.actions import is_well_formed

pytestmark = pytest.mark.once

# As in tests/research/test_spiel.py: where OpenSpiel is due, a missing one is a failure.
with_spiel = pytest.mark.skipif(
    sys.platform != "linux" or sys.version_info >= (3, 14),
    reason="the test tools have OpenSpiel on Linux, for Python below 3.14",
)


@pytest.fixture
def smaller(tmp_path: Path, forget: None) -> Board:
    """Ours without one of its towns, so that there are fewer actions."""
    folder = tmp_path / "smaller"
    folder.mkdir()
    write_table(folder, TOWN_TABLE, lambda rows: [row for row in rows if row["id"] != GONE_TOWN])
    write_table(
        folder,
        ROAD_TABLE,
        lambda rows: [row for row in rows if GONE_TOWN not in (row["a"], row["b"])],
    )
    return add_board(read_board_folder(folder))


class Stroller:
    """An environment that is played by chance, step by step."""

    def __init__(self, board: Board, seed: int) -> None:
        self.env = NapoleonEnv(board=board)
        self.env.reset(seed)
        self.rng = np.random.default_rng(seed)
        self.seen: list[str] = []

    def step(self) -> bool:
        """Play an offered action; False once the game is over."""
        env = self.env
        agent = env.agent_selection
        if env.terminations[agent]:
            return False
        mask = env.observe(agent)["action_mask"]
        env.step(int(self.rng.choice(np.flatnonzero(mask))))
        if len(env.game.moves) % 40 == 0:
            self.seen += [env.information_state(one) for one in env.possible_agents]
        return True


# What it warns of is the usual form of an observation with a mask, and the seats' own names.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning")
def test_it_is_what_pettingzoo_expects(corrected: Board, smaller: Board) -> None:
    api_test(NapoleonEnv(3, "free", "hidden", board=corrected, handicap=3), num_cycles=300)
    api_test(NapoleonEnv(2, board=smaller, handicap=-3), num_cycles=300)
    seed_test(lambda: NapoleonEnv(board=corrected, handicap=-3), num_cycles=15)


def test_a_folder_is_a_board_and_a_broken_one_is_refused(folder: Path, forget: None) -> None:
    env = NapoleonEnv(board=folder)
    assert (env.board.name, NapoleonEnv(board=str(folder)).board) == ("corrected-board", env.board)
    env.reset(1)
    assert env.game.board is env.board
    assert NapoleonEnv().board is NapoleonEnv(board="").board is SHIPPED
    (folder / "terrain.csv").write_text("kind,blocks\nwoods,3\n", "utf-8")
    with pytest.raises(BoardError, match="no row for farm"):
        NapoleonEnv(board=folder)


def test_every_action_of_a_board_has_a_number(smaller: Board) -> None:
    numbers = numbers_on(smaller)
    assert 0 < numbers.action_count < ACTION_COUNT
    with on_board(smaller):
        codes = [numbers.unflatten(number) for number in range(numbers.action_count)]
        assert all(is_well_formed(code) for code in codes)
        texts = [str(Action(code)) for code in codes]
    assert len(set(texts)) == numbers.action_count
    assert [numbers.flatten(code) for code in codes] == list(range(numbers.action_count))
    assert not any(GONE_TOWN in text for text in texts)


def test_rows_are_as_long_as_the_board_is_large(smaller: Board, corrected: Board) -> None:
    lay(SHIPPED)
    for board in (smaller, corrected, SHIPPED):
        env = NapoleonEnv(board=board)
        env.reset(2)
        seen = env.observe("french")
        rows = {name: number for name, number, _ in sections_on(board)}
        assert rows["towns"] == len(board.rows(TOWN_TABLE))
        assert rows["roads"] == len(board.rows(ROAD_TABLE))
        assert seen["observation"].shape == (size_on(board),)
        assert env.observation_space("french").contains(seen)
    assert size_on(smaller) < size_on(SHIPPED)


def test_environments_on_two_boards_do_not_touch_each_other(corrected: Board) -> None:
    """Played in turns, each is the same as when it is played alone."""
    alone = [Stroller(board, 5) for board in (SHIPPED, corrected)]
    for one in alone:
        while one.step():
            pass
    together = [Stroller(board, 5) for board in (SHIPPED, corrected)]
    while together[0].step() | together[1].step():
        pass
    for one, other in zip(alone, together, strict=True):
        assert one.seen == other.seen and one.seen
        assert one.env.position() == other.env.position()
    assert NEW_TOWN in alone[1].seen[-1] and NEW_TOWN not in alone[0].seen[-1]


@pytest.mark.parametrize(("handicap", "giver"), [(2, "french"), (-2, "allied")])
def test_steps_are_given_up_before_the_first_turn(
    corrected: Board, handicap: int, giver: str
) -> None:
    """By whom it is agreed, and in a guess as in the game."""
    env = NapoleonEnv(board=corrected, handicap=handicap)
    env.reset(4)
    for _ in range(2):
        assert (env.agent_selection, env.game.stage) == (giver, "handicap")
        twin = env.resample(giver, 3)
        assert twin.options == env.options and twin.board is corrected
        assert twin.information_state(giver) == env.information_state(giver)
        offered = np.flatnonzero(env.observe(giver)["action_mask"])
        assert {env.numbers.split(int(number)).verb for number in offered} == {
            env.numbers.factor(Action.parse("weaken FR-1-I1").code).verb
        }
        env.step(int(offered[0]))
    assert (env.agent_selection, env.game.turn) == ("french", 1)
    head = f"french of 2, historical, open, handicap {handicap}, board corrected-board "
    assert env.information_state("french").startswith(f"{head}{corrected.hash}\n")


def test_a_position_of_another_board_is_refused(corrected: Board) -> None:
    env = NapoleonEnv(board=corrected)
    env.reset(1)
    again = NapoleonEnv(board=corrected)
    again.reset(1, {"position": env.position()})
    assert again.position() == env.position()
    with pytest.raises(ValueError, match="of the board corrected-board, not of shipped"):
        NapoleonEnv().reset(1, {"position": env.position()})
    with pytest.raises(ValueError, match="of the board shipped, not of corrected-board"):
        env.reset(1, {"position": Game.new(board=SHIPPED).position()})


# --- what is hidden


@pytest.mark.parametrize("seed", range(8))
def test_hidden_blocks_that_change_places_are_not_observed(corrected: Board, seed: int) -> None:
    shuffle_and_observe(new_random_game(seed, board=corrected), seed)


@pytest.mark.parametrize("handicap", [4, -4])
def test_nor_are_they_where_steps_were_given_up(corrected: Board, handicap: int) -> None:
    """Which units gave them is as hidden as their strength."""
    options = Options(2, "open", handicap)
    shuffle_and_observe(Game.new("historical", options, SeededDice(3), corrected), 3)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_twin_games_have_the_same_information_states(
    corrected: Board, seed: int, players: int
) -> None:
    compare_twins(seed, players, corrected)


@pytest.mark.parametrize("seed", range(4))
def test_a_guess_cannot_be_told_from_the_game(corrected: Board, seed: int) -> None:
    guess_along(new_random_game(seed, board=corrected), seed)


# --- OpenSpiel


@with_spiel
def test_it_is_what_openspiel_expects(tmp_path: Path, forget: None) -> None:
    """A whole random game, written and read back at every step."""
    import pyspiel

    import napoleon.research.spiel  # noqa: F401 # which makes the game known

    folder = write_corrected(tmp_path / "corrected")
    game = pyspiel.load_game(f"napoleon_1815(board={folder},handicap=-2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@with_spiel
def test_a_state_of_openspiel_on_it(tmp_path: Path, smaller: Board, forget: None) -> None:
    """Its numbers, its texts, its dice; and elsewhere it is read with its board."""
    import pyspiel

    from napoleon.research.spiel import NapoleonGame

    game = pyspiel.load_game("napoleon_1815", {"board": str(tmp_path / "smaller"), "handicap": 3})
    assert isinstance(game, NapoleonGame) and game.board is smaller
    assert game.num_distinct_actions() == numbers_on(smaller).action_count
    assert game.max_chance_outcomes() == most_sides(smaller) == 12
    assert game.observation_tensor_shape() == [size_on(smaller)]
    state = game.new_initial_state()
    rng = random.Random(6)
    for _ in range(120):
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        player = state.current_player()
        offered = state.legal_actions()
        lay(SHIPPED)  # somebody else's game has been played meanwhile
        told = {state.action_to_string(player, action) for action in offered}
        seat = state.course.game.seats[player]
        assert told == {str(action) for action in state.course.game.legal(seat)}
        assert len(state.observation_tensor(player)) == size_on(smaller)
        state.apply_action(rng.choice(offered))
    kept = tmp_path / "state.pickle"
    kept.write_bytes(pickle.dumps(state))
    words = "import pickle, sys; import napoleon.research.spiel; "
    words += "print(pickle.load(open(sys.argv[1], 'rb')).information_state_string(0))"
    done = subprocess.run(
        [sys.executable, "-c", words, str(kept)],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == state.information_state_string(0) + "\n"
    other = pyspiel.load_game("napoleon_1815")
    while state.is_chance_node():
        state.apply_action(0)
    with pytest.raises(ValueError, match="of the board smaller, not of shipped"):
        other.state_from_position(state.position())


@with_spiel
def test_chance_has_as_many_outcomes_as_a_board_has_blocks(tmp_path: Path, forget: None) -> None:
    import pyspiel

    import napoleon.research.spiel  # noqa: F401 # which makes the game known

    folder = tmp_path / "woody"
    folder.mkdir()
    (folder / "terrain.csv").write_text("kind,blocks\nwoods,9\nfarm,2\nstream,2\nhill,4\n", "utf-8")
    game = pyspiel.load_game(f"napoleon_1815(board={folder})")
    assert game.max_chance_outcomes() == 17
