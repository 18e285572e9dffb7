"""The PettingZoo environment: its own tests, and what it promises beyond."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from napoleon.research.actions import ACTION_COUNT, FACTORS, flatten, join
from napoleon.research.aec import NapoleonEnv
from napoleon.rules import Game, IllegalAction
from napoleon.rules.knowledge.observation import SECTIONS, SIZE


def play_by_chance(env: NapoleonEnv, rng: np.random.Generator, most: int) -> int:
    """Offered actions by chance; returns how many were played."""
    for played in range(most):
        if env.terminations[env.agent_selection]:
            return played
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
    return most


# What it warns of is the usual form of an observation with a mask, and the seats' own names.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning")
@pytest.mark.parametrize(
    ("players", "scenario", "visibility"), [(2, "historical", "open"), (3, "free", "hidden")]
)
def test_it_is_what_pettingzoo_expects(players: int, scenario: str, visibility: str) -> None:
    api_test(NapoleonEnv(players, scenario, visibility), num_cycles=300)


@pytest.mark.parametrize("players", [2, 3])
def test_a_seed_makes_it_repeatable(players: int) -> None:
    seed_test(lambda: NapoleonEnv(players), num_cycles=15)


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_ends_with_one_for_the_winners_and_minus_one_for_the_others(players: int) -> None:
    env = NapoleonEnv(players)
    env.reset(5)
    rng = np.random.default_rng(5)
    played = play_by_chance(env, rng, 5000)
    assert 50 < played < 5000
    result = env.game.result
    assert result is not None
    for agent in env.possible_agents:
        is_winner = (agent == "french") == (result.winner == "french")
        assert env.rewards[agent] == (1 if is_winner else -1)
    assert all(env.terminations.values())
    for _ in range(players):
        env.step(None)
    assert env.agents == []


def test_what_is_masked_is_what_is_offered() -> None:
    env = NapoleonEnv()
    env.reset(1)
    seen = env.observe("french")
    assert seen["observation"].shape == (SIZE,)
    offered = {flatten(code) for code in env.game.legal("french").codes}
    assert set(np.flatnonzero(seen["action_mask"])) == offered
    assert not env.observe("allied")["action_mask"].any()
    assert len(seen["action_mask"]) == ACTION_COUNT
    refused = next(number for number in range(ACTION_COUNT) if number not in offered)
    with pytest.raises(IllegalAction):
        env.step(refused)


def test_an_action_is_chosen_part_by_part() -> None:
    env = NapoleonEnv()
    env.reset(1)
    chosen: tuple[int, ...] = ()
    for size in FACTORS:
        mask = env.factored_mask(chosen)
        assert mask.shape == (size,)
        chosen += (int(np.flatnonzero(mask)[-1]),)
    env.step(join(chosen))
    assert len(env.game.moves) == 1


def test_a_position_is_gone_on_from() -> None:
    env = NapoleonEnv()
    env.reset(3)
    play_by_chance(env, np.random.default_rng(3), 60)
    other = NapoleonEnv()
    other.reset(4, {"position": env.position()})
    assert other.position() == env.position()
    assert other.agent_selection == env.agent_selection
    with pytest.raises(ValueError, match="for 2 players"):
        NapoleonEnv(3).reset(4, {"position": env.position()})


def test_a_guess_looks_the_same_to_who_decides() -> None:
    env = NapoleonEnv(3, "free", "hidden")
    env.reset(6)
    play_by_chance(env, np.random.default_rng(6), 90)
    agent = env.agent_selection
    twin = env.resample(agent, 11)
    assert twin.agent_selection == agent
    assert twin.information_state(agent) == env.information_state(agent)
    for name in ("observation", "action_mask"):
        assert np.array_equal(twin.observe(agent)[name], env.observe(agent)[name])
    assert twin.position() != env.position()
    before = env.position()
    play_by_chance(twin, np.random.default_rng(1), 20)
    assert env.position() == before


def test_a_row_says_what_its_sections_say() -> None:
    """The historical beginning, as the French see it."""
    row = np.frombuffer(Game.new().observe("french"), np.uint8)
    parts = {}
    at = 0
    for name, rows, fields in SECTIONS:
        parts[name] = (row[at : at + rows * len(fields)].reshape(rows, len(fields)), fields)
        at += rows * len(fields)
    assert at == SIZE == len(row)
    table, fields = parts["table"]
    named = dict(zip(fields, table[0], strict=True))
    assert (named["players"], named["turn"], named["seat is to act"]) == (2, 1, 1)
    units, fields = parts["units"]
    french = Game.new().view("french").units
    assert units[:, fields.index("in view")].sum() == len(french)
    assert units[:, fields.index("commanded by the seat")].sum() == len(french)
    assert units[:, fields.index("strength")].sum() == sum(unit.strength for unit in french)
    towns, fields = parts["towns"]
    blocks = Game.new().view("french").blocks
    assert towns[:, fields.index("unseen Prussians")].sum() == sum(
        block.count for block in blocks if block.army == "prussian"
    )
    assert not parts["sightings"][0].any()


def test_it_is_drawn_as_text_on_demand() -> None:
    env = NapoleonEnv(render_mode="ansi")
    env.reset(1)
    assert env.render() == env.game.position()
    quiet = NapoleonEnv()
    quiet.reset(1)
    assert quiet.render() is None
