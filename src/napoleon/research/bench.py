"""`napoleon bench --research`: our environments beside games of OpenSpiel, in one run.

All play offered actions by chance through the interfaces that a researcher would use, from Python.
A decision is a player's; the dice that follow belong to it. What counts is processor time, which
other work on the machine disturbs least.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TextIO

from napoleon.rules import game

REPEATS: Final = 5
SECONDS: Final = 0.5  # of processor time for a repeat, at least
WHOLE_GAME: Final = 5000  # decisions

# Plays one game with a seed; returns the decisions.
Round = Callable[[int], int]


class NoExtra(Exception):
    """The packages for researchers are not installed; the message says what to do."""


def _spiel_round(pyspiel: Any, name: str, is_observing: bool) -> Round:
    """A game of OpenSpiel, by chance; observed means a tensor for each decision."""
    spiel_game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        rng = random.Random(seed)
        state = spiel_game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[rng.randrange(len(outcomes))][0])
                continue
            if is_observing:
                state.observation_tensor(state.current_player())
            offered = state.legal_actions()
            state.apply_action(offered[rng.randrange(len(offered))])
            decisions += 1
        return decisions

    return play


def _aec_round(players: int) -> Round:
    """Our PettingZoo environment, by chance; an observation comes with every decision."""
    import numpy as np

    from napoleon.research.aec import NapoleonEnv

    env = NapoleonEnv(players)

    def play(seed: int) -> int:
        rng = random.Random(seed)
        env.reset(seed)
        decisions = 0
        for agent in env.agent_iter(WHOLE_GAME):
            observation, _, is_over, _, _ = env.last()
            if is_over:
                env.step(None)
                continue
            assert observation is not None, agent
            offered = np.flatnonzero(observation["action_mask"])
            env.step(int(offered[rng.randrange(len(offered))]))
            decisions += 1
        return decisions

    return play


def _rates(play: Round) -> list[float]:
    """Decisions a second of processor time, for each repeat."""
    rates: list[float] = []
    seed = 0
    for _ in range(REPEATS):
        decisions = 0
        seconds = 0.0
        began = time.process_time()
        while not decisions or seconds < SECONDS:
            decisions += play(seed)
            seed += 1
            seconds = time.process_time() - began
        rates.append(decisions / seconds)
    return rates


def run_research_bench(out: TextIO) -> int:
    """Print the figures: the median of the repeats, and their range."""
    try:
        pyspiel: Any = import_module("pyspiel")
        import_module("pettingzoo")
        import_module("napoleon.research.spiel")
    except ImportError as error:
        raise NoExtra(f"{error}: pip install 'napoleon1815[research]'") from error
    is_compiled = not (game.__file__ or "").endswith(".py")
    build = "compiled with mypyc" if is_compiled else "pure Python"
    print(f"Python {sys.version.split()[0]}, {build}, {REPEATS} repeats", file=out)
    rounds: list[tuple[str, Round]] = [
        ("napoleon, PettingZoo, two players, observed", _aec_round(2)),
        ("napoleon, PettingZoo, three players, observed", _aec_round(3)),
    ]
    for name in ("napoleon_1815", "backgammon", "phantom_ttt"):
        for is_observing in (False, True):
            title = f"{name}, OpenSpiel{', observed' if is_observing else ''}"
            rounds.append((title, _spiel_round(pyspiel, name, is_observing)))
    for title, play in rounds:
        rates = _rates(play)
        low, middle, high = min(rates), statistics.median(rates), max(rates)
        print(f"{title:48}{middle:12,.0f} decisions/s  ({low:,.0f} to {high:,.0f})", file=out)
    return 0
