"""The game as a PettingZoo environment: one agent after the other decides.

Agents are the seats. Where both Allies may act at once the first does, as in the arena. A reward
comes at the end: 1 for the winning side, -1 for the other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from napoleon.research.actions import numbers_on
from napoleon.research.boards import board_of, check_position, size_on
from napoleon.research.recall import Memory, resample
from napoleon.rules import Action, Board, Game, Options, SeededDice
from napoleon.rules.board.units import SEATS


class NapoleonEnv(AECEnv[str, dict[str, np.ndarray[Any, Any]], int]):
    """A game of two or three. An observation is a row of bytes (docs/research.md) and a mask of the
    flat action numbers that are offered. `board` is the folder of a board of one's own, `handicap`
    the steps that the French give up before the first turn, below 0 the Allies."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "napoleon_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        scenario: str = "historical",
        visibility: str = "open",
        render_mode: str | None = None,
        board: Board | Path | str | None = None,
        handicap: int = 0,
    ) -> None:
        super().__init__()
        self.scenario = scenario
        self.options = Options(players, visibility, handicap)
        self.board = board_of(board)
        self.numbers = numbers_on(self.board)
        size, count = size_on(self.board), self.numbers.action_count
        self.render_mode = render_mode
        self.possible_agents = [str(seat) for seat in SEATS[players]]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.game = Game.new(self.scenario, self.options, board=self.board)
        self.memory = Memory(self.game.options.handicap)
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: a row of bytes and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The flat numbers of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; `options` may hold a position as text, from which to begin."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        dice = SeededDice(int(self._seeds.integers(2**63)))
        position = (options or {}).get("position")
        if position is None:
            self.game = Game.new(self.scenario, self.options, dice, self.board)
        else:
            self.game = Game.from_position(position, dice)
            check_position(self.game, self.board, self.options.players)
        self.memory = Memory(self.game.options.handicap)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._pass_on()

    def _pass_on(self) -> None:
        """To the next who decides; at the end everybody is told how it went."""
        if self.game.to_act:
            self.agent_selection = str(self.game.to_act[0])
            return
        result = self.game.result
        assert result is not None
        for agent in self.agents:
            side = "french" if agent == "french" else "allied"
            self.rewards[agent] = 1.0 if side == result.winner else -1.0
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """What an agent may know, and what is offered to it."""
        mask = np.zeros(self.numbers.action_count, np.int8)
        if agent == self.agent_selection:
            flatten = self.numbers.flatten
            mask[[flatten(code) for code in self.game.legal(agent).codes]] = 1
        row = np.frombuffer(self.game.observe(agent), np.uint8)
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an offered action for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is in the game needs an action"
        code = self.numbers.unflatten(action)
        self._cumulative_rewards[agent] = 0.0
        before = self.game.event_count
        self.game.play(agent, Action(code))
        self.memory.note(before, agent, code)
        self._pass_on()
        self._accumulate_rewards()

    # --- beyond the interface

    def factored_mask(self, chosen: tuple[int, ...] = ()) -> np.ndarray[Any, Any]:
        """What may be chosen next of verb, first and second operand (`research.actions`)."""
        codes = self.game.legal(self.agent_selection).codes
        return np.frombuffer(self.numbers.factored_mask(codes, chosen), np.int8)

    def information_state(self, agent: str) -> str:
        """All that an agent has seen and done, as text."""
        return self.memory.information_state(self.game, agent)

    def resample(self, agent: str, seed: int) -> NapoleonEnv:
        """Another environment that the agent, who is to act, cannot tell from this one."""
        options = self.options
        twin = NapoleonEnv(
            options.players,
            self.scenario,
            options.visibility,
            board=self.board,
            handicap=options.handicap,
        )
        twin.reset(seed)
        twin.game, twin.memory = resample(self.game, self.memory, agent, seed)
        twin.game.use_dice(SeededDice(seed))
        twin._pass_on()
        return twin

    def position(self) -> str:
        """The whole position as text: `reset(options={"position": text})` begins from it."""
        return self.game.position()

    def render(self) -> str | None:
        """The whole position, for somebody who looks on."""
        return self.game.position() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
