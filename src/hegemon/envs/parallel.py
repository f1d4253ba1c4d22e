"""PettingZoo's parallel environment of the simultaneous game: both agents decide at once. Needs the extra ``envs``."""

# mypy: allow-subclassing-any
from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from hegemon import _core
from hegemon.envs.episodes import (
    HIGH,
    LOW,
    RENDER_MODES,
    action_number,
    action_text,
    look,
    rendered,
    require_render_mode,
    reward,
    turn_limit,
)
from hegemon.envs.single import MapLike, RulesLike
from hegemon.errors import GameError
from hegemon.game import SimultaneousGame, SimultaneousState

Each = dict[str, Any]


class SimultaneousParallel(ParallelEnv[str, dict[str, Any], int]):
    """The simultaneous game. A step is one small decision of each agent; the turn is resolved when both have ended.

    An agent that has ended its turn waits: its only legal action is 0. Observations, masks and illegal actions are as
    in the AEC environment of the classic game. ``max_cycles`` truncates after so many steps.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "simultaneous_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": True,
        "render_fps": 4,
    }

    def __init__(
        self,
        map: MapLike = None,
        rules: RulesLike = "soares2025",
        max_turns: int | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        require_render_mode(render_mode)
        self.game, self.render_mode, self.max_cycles = SimultaneousGame(map, rules), render_mode, max_cycles
        self.max_turns = turn_limit(self.game, max_turns)
        self.episode = _core.SimultaneousEpisode(self.game.core, self.max_turns)
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        box = spaces.Box(LOW, HIGH, (self.episode.width,), np.float32)
        mask = spaces.Box(0, 1, (self.episode.actions,), np.int8)
        both = {"observation": box, "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(both) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.episode.actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(LOW, HIGH, (2 * self.episode.width,), np.float32)
        self._random, self.cycles, self._begun = np.random.default_rng(), 0, False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def position(self) -> SimultaneousState:
        """The full position."""
        return SimultaneousState(self.game, self.episode.state)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Each, Each]:
        """A new game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episode.reset(_core.Random(int(self._random.integers(2**63))))
        self.agents, self.cycles, self._begun = self.possible_agents[:], 0, True
        return self._look((True, True))

    def _look(self, legal: tuple[bool, bool]) -> tuple[Each, Each]:
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            observation, mask = look(self.episode, seat)
            observations[agent] = {"observation": observation, "action_mask": mask}
            infos[agent] = {"action_mask": mask, "illegal": not legal[seat]}
        return observations, infos

    def step(self, actions: dict[str, int]) -> tuple[Each, Each, Each, Each, Each]:
        """One decision of both agents at once."""
        if not self._begun:
            raise GameError("no episode has begun: call reset() first")
        if not self.agents:
            return {}, {}, {}, {}, {}
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise GameError(f"an action of {', '.join(missing)} is missing")
        first, second = (action_number(actions[agent]) for agent in self.possible_agents)
        try:
            legal = self.episode.step_both(first, second)
        except ValueError as error:
            raise GameError(str(error)) from None
        self.cycles += 1
        over = self.episode.over
        cut = not over and (self.episode.turns >= self.max_turns or self.cycles == self.max_cycles)
        observations, infos = self._look(legal)
        rewards = {agent: reward(self.episode, 2, s) if over else 0.0 for s, agent in enumerate(self.agents)}
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def state(self) -> NDArray[np.float32]:
        """What both seats see, one after the other."""
        return np.concatenate([look(self.episode, seat)[0] for seat in (0, 1)])

    def action_text(self, action: int) -> str:
        """What an action means, in words."""
        return action_text(self.episode, self.game, action)

    def render(self) -> str | None:
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
