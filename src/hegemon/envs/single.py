"""Gymnasium environments: one agent against chosen opponents. Needs the extra ``envs``."""

# mypy: allow-subclassing-any
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hegemon._core import Random
from hegemon.envs.episodes import (
    HIGH,
    LOW,
    RENDER_MODES,
    STEPS_PER_TURN,
    Opponents,
    OtherSeats,
    action_number,
    action_text,
    look,
    make_episode,
    rendered,
    require_game,
    require_render_mode,
    reward,
    turn_limit,
)
from hegemon.errors import GameError
from hegemon.game import ClassicGame, Game, SimultaneousGame, State
from hegemon.maps import Map
from hegemon.rules import Rules

Observation = NDArray[np.float32]
MapLike = str | Map | os.PathLike[str] | None
RulesLike = str | Rules | Mapping[str, object]


class HegemonEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; the opponents play in between.

    Actions are numbers (docs/environments.md lists them). ``info["action_mask"]`` marks the legal ones, and so does
    `action_masks`, which sb3-contrib reads. An illegal action is replaced by the legal one with the lowest number, and
    ``info["illegal"]`` says so. The reward is +1 for a win, -1 (shared by all losers) for a loss, otherwise 0.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: Game,
        opponents: Opponents = "random",
        seat: int | None = None,
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        require_render_mode(render_mode)
        require_game(game)
        if seat is not None:
            game.require_seat(seat)
        self.game, self.fixed_seat, self.render_mode = game, seat, render_mode
        self.max_turns = turn_limit(game, max_turns)
        self.others = OtherSeats(game, opponents)
        self.episode = make_episode(game, self.max_turns)
        self.seat = seat or 0
        """The seat of the agent; drawn anew in every reset unless it was given."""
        self.observation_space = spaces.Box(LOW, HIGH, (self.episode.width,), np.float32)
        self.action_space = spaces.Discrete(self.episode.actions)
        self.steps = 0
        self._over = "no episode has begun"
        self._mask = np.zeros(self.episode.actions, np.int8)
        self._mask[0] = 1

    @property
    def state(self) -> State:
        """The full position."""
        state: State = self.game.state(self.episode.state)  # type: ignore[attr-defined]
        return state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the first decision of the agent. There are no options."""
        if options:
            raise GameError(f"reset has no option {', '.join(map(str, options)):.60}; it has none at all")
        super().reset(seed=seed)
        self.steps, self._over = 0, "no episode has begun"
        for _ in range(1000):
            random = Random(int(self.np_random.integers(2**63)))
            if self.fixed_seat is None:
                self.seat = int(self.np_random.integers(self.game.seats))
            self.episode.reset(random.stream(0))
            self.others.begin(self.seat, random.stream(1))
            self.others.play(self.episode, self.seat, self.max_turns)
            if self.episode.decides(self.seat) and self.episode.turns < self.max_turns:
                observation, self._mask = look(self.episode, self.seat)
                self._show()
                self._over = ""
                return observation, {"action_mask": self._mask, "illegal": False, "seat": self.seat}
        raise GameError(f"{self.game} ends before seat {self.seat} has anything to decide")

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One decision of the agent, and whatever the opponents do then."""
        episode, seat = self.episode, self.seat
        if self._over:
            raise GameError(f"{self._over}: call reset() first")
        try:
            legal = episode.step(seat, action_number(action))
        except ValueError as error:
            raise GameError(f"action {action!r:.40}: {error}") from None
        self.steps += 1
        self.others.play(episode, seat, self.max_turns)
        terminated = episode.over or not episode.alive(seat)
        long = episode.turns >= self.max_turns or self.steps >= STEPS_PER_TURN * self.max_turns
        truncated = not terminated and long
        observation, self._mask = look(episode, seat)
        info = {"action_mask": self._mask, "illegal": not legal, "seat": seat}
        self._show()
        if terminated or truncated:
            self._over = "the episode is over"
            self.others.end()
            info["winner"] = episode.winner if episode.over else -1
        return observation, reward(episode, self.game.seats, seat) if terminated else 0.0, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO of sb3-contrib asks for them."""
        return self._mask.astype(np.bool_)

    def action_text(self, action: int) -> str:
        """What an action means, in words."""
        return action_text(self.episode, self.game, int(action))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return rendered(self.state, self.render_mode)

    def close(self) -> None:
        self.others.end()


class ClassicEnv(HegemonEnv):
    """``hegemon/Classic-v0``: the classic game, 2 to 6 seats."""

    def __init__(self, map: MapLike = None, rules: RulesLike = "classic", seats: int = 2, **settings: Any) -> None:
        super().__init__(ClassicGame(map, rules, seats), **settings)


class SimultaneousEnv(HegemonEnv):
    """``hegemon/Simultaneous-v0``: the simultaneous game."""

    def __init__(self, map: MapLike = None, rules: RulesLike = "soares2025", **settings: Any) -> None:
        super().__init__(SimultaneousGame(map, rules), **settings)
