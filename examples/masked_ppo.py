"""Masked PPO learns to beat random play in a few minutes, with the vector environment and sb3-contrib.

make envs
pip install 'sb3-contrib>=2.7,<3' 'torch>=2.4,<2.14'
python examples/masked_ppo.py --steps 400000 --curve curve.svg

The curve is the share of games won against random play, from a seat drawn at random, with 95 % intervals.
"""

# mypy: allow-subclassing-any
from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import hegemon as hg
from hegemon.charts import line_chart
from hegemon.envs import HegemonVectorEnv
from hegemon.statistics import wilson


class GamesForSB3(VecEnv):
    """The vector environment as stable-baselines3 wants it: resets in the same step, last observations in the infos."""

    def __init__(self, games: HegemonVectorEnv) -> None:
        self.num_envs, self.games, self.actions = games.num_envs, games, np.zeros(games.num_envs, np.int64)
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> NDArray[np.float32]:
        return self.games.reset(seed=self._seeds[0])[0]

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], list[dict[str, Any]]]:
        observations, rewards, terminated, truncated, info = self.games.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(terminated | truncated):
            infos[i] = {"terminal_observation": info["final_obs"][i], "TimeLimit.truncated": bool(truncated[i])}
        return observations, rewards, terminated | truncated, infos

    def env_method(self, name: str, *arguments: Any, indices: Any = None, **settings: Any) -> list[Any]:
        return list(getattr(self.games, name)(*arguments, **settings))

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.games.close()


def make_games(arguments: argparse.Namespace, count: int) -> HegemonVectorEnv:
    game = hg.Game(map=arguments.map, rules=arguments.rules)
    return HegemonVectorEnv(game, count, autoreset_mode="SameStep")


def evaluate(model: MaskablePPO, games: HegemonVectorEnv, seed: int) -> tuple[float, int]:
    """Games won, a draw or a cut-off game as half, and games played: the first one of each environment."""
    observations, info = games.reset(seed=seed)
    points, playing = np.zeros(games.num_envs), np.ones(games.num_envs, np.bool_)
    while playing.any():
        actions, _ = model.predict(observations, action_masks=info["action_mask"], deterministic=True)
        observations, rewards, terminated, truncated, info = games.step(actions)
        ended = playing & (terminated | truncated)
        points[ended] = (rewards[ended] + 1) / 2
        playing &= ~ended
    return float(points.sum()), games.num_envs


def main(argv: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--map", default=None, help="by default the home map of the rules")
    parser.add_argument("--rules", default="yao2025")
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--games", type=int, default=64, help="games side by side")
    parser.add_argument("--rollout", type=int, default=128, help="steps of each game between two updates")
    parser.add_argument("--evaluate", type=int, default=400, help="games of an evaluation")
    parser.add_argument("--every", type=int, default=40_000, help="steps between two evaluations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="write the curve to this SVG file")
    arguments = parser.parse_args(argv)
    torch.set_num_threads(1)  # small networks: more threads only wait for each other
    env, tests = GamesForSB3(make_games(arguments, arguments.games)), make_games(arguments, arguments.evaluate)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=5e-4,
        n_steps=arguments.rollout,
        batch_size=min(2048, arguments.games * arguments.rollout),
        n_epochs=4,
        gamma=0.995,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=arguments.seed,
        device="cpu",
    )
    points, band, began = [], [], time.perf_counter()
    while True:
        won, played = evaluate(model, tests, seed=10**6)
        points.append((model.num_timesteps / 1000, won / played))
        band.append(wilson(won / played, played))
        print(
            f"{model.num_timesteps:9,} steps {time.perf_counter() - began:6.0f} s  won {won / played:.1%}", flush=True
        )
        if model.num_timesteps >= arguments.steps:
            break
        model.learn(min(arguments.every, arguments.steps), reset_num_timesteps=False)
    if arguments.curve:
        rules = tests.game.rules.name
        title = f"Masked PPO against random play, {rules}: share of games won"
        chart = line_chart(title, "thousand steps", {"won": points}, {"won": band})
        arguments.curve.write_text(str(chart), encoding="utf-8")
    return float(points[-1][1])


if __name__ == "__main__":
    main()
