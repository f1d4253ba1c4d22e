"""PettingZoo's AEC environment of the classic game: 2 to 6 agents, one decision after the other. Needs ``envs``."""

# mypy: allow-subclassing-any
from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from hegemon import _core
from hegemon.envs.episodes import (
    HIGH,
    LOW,
    RENDER_MODES,
    STEPS_PER_TURN,
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
from hegemon.game import ClassicGame, ClassicState


class ClassicAEC(AECEnv[str, dict[str, Any], Any]):
    """The classic game. Agents are player_0 .. player_5; a player that is out terminates at once.

    An observation is ``{"observation": array, "action_mask": int8 array}``; the mask is in the infos too. An illegal
    action is replaced by the legal one with the lowest number, and ``infos[agent]["illegal"]`` says so.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "classic_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        map: MapLike = None,
        rules: RulesLike = "classic",
        seats: int = 2,
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        require_render_mode(render_mode)
        self.game, self.render_mode = ClassicGame(map, rules, seats), render_mode
        self.max_turns = turn_limit(self.game, max_turns)
        self.episode = _core.ClassicEpisode(self.game.core, self.max_turns)
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box = spaces.Box(LOW, HIGH, (self.episode.width,), np.float32)
        mask = spaces.Box(0, 1, (self.episode.actions,), np.int8)
        both = {"observation": box, "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(both) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.episode.actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(LOW, HIGH, (seats * self.episode.width,), np.float32)
        self._random = np.random.default_rng()
        self.steps = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def position(self) -> ClassicState:
        """The full position."""
        return ClassicState(self.game, self.episode.state)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episode.reset(_core.Random(int(self._random.integers(2**63))))
        self.agents, self.steps = self.possible_agents[:], 0
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[self.episode.mover]
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def _info(self, agent: str, illegal: bool = False) -> dict[str, Any]:
        return {"action_mask": look(self.episode, self._seats[agent])[1], "illegal": illegal}

    def observe(self, agent: str) -> dict[str, Any]:
        observation, mask = look(self.episode, self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """What all seats see, one after the other."""
        return np.concatenate([look(self.episode, seat)[0] for seat in range(self.game.seats)])

    def step(self, action: int | np.integer[Any] | None) -> None:
        """One decision of the selected agent."""
        if not self.agents:
            raise GameError("no agent is left: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GameError(f"{agent} must decide; None is for agents that are out")
        try:
            legal = self.episode.step(self._seats[agent], action_number(action))
        except ValueError as error:
            raise GameError(str(error)) from None
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.steps += 1
        self._end_agents()
        self.agent_selection = self.possible_agents[self.episode.mover]
        self.infos = {each: self._info(each, each == agent and not legal) for each in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def _end_agents(self) -> None:
        """Mark those whose game is over, with their results."""
        seats, limit = self.game.seats, self.max_turns
        for agent in self.agents:
            seat = self._seats[agent]
            if not self.terminations[agent] and (self.episode.over or not self.episode.alive(seat)):
                self.terminations[agent] = True
                self.rewards[agent] = reward(self.episode, seats, seat)
        long = self.episode.turns >= limit or self.steps >= STEPS_PER_TURN * limit * seats
        if long and not self.episode.over:
            self.truncations = {agent: not self.terminations[agent] for agent in self.agents}

    def action_text(self, action: int) -> str:
        """What an action means, in words."""
        return action_text(self.episode, self.game, action)

    def render(self) -> str | None:
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
