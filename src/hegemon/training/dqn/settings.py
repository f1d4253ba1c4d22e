"""The settings of double deep Q-learning; reading them needs no torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np

from hegemon._core import Random
from hegemon._fields import Range, check_fields, require_known
from hegemon._spec import Value, parse_spec
from hegemon._words import did_you_mean
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame, seeded

START_STREAM, DICE_STREAM, EXPLORE_STREAM, TEST_STREAM = range(4)
"""The random streams of a run's seed."""


@dataclass(frozen=True)
class DqnSettings:
    """Settings of double deep Q-learning."""

    rules: str = "yao2025"
    map: str = ""
    """Empty is the home map of the rules."""
    start: str = ""
    """Initial network, by name or file; empty is a new network."""
    steps: Annotated[int, Range(1, 10**9)] = 60_000
    """Gradient steps; before each, one decision is taken in every game."""
    games: Annotated[int, Range(1, 100_000)] = 256
    """Games at a time."""
    random_share: Annotated[float, Range(0, 1)] = 1.0
    """In this share of the games one seat plays at random; in the others the network plays both."""
    batch: Annotated[int, Range(1, 100_000)] = 512
    """Transitions per gradient step."""
    replay: Annotated[int, Range(1, 10_000_000)] = 200_000
    """Capacity of the replay memory in transitions."""
    warmup: Annotated[int, Range(1, 10_000_000)] = 10_000
    """Transitions collected before the first gradient step."""
    learning_rate: Annotated[float, Range(0, 1)] = 1e-3
    final_learning_rate: Annotated[float, Range(0, 1)] = 1e-5
    """Final learning rate; the decay is linear."""
    max_gradient_norm: Annotated[float, Range(0, 1000)] = 1.0
    """Maximum gradient norm; 0 is no limit."""
    gamma: Annotated[float, Range(0, 1)] = 0.999
    """Discount of a decision."""
    n_step: Annotated[int, Range(1, 1000)] = 5
    """n-step return length, in decisions."""
    target_every: Annotated[int, Range(1, 10**9)] = 250
    """Gradient steps between updates of the target network."""
    ema_decay: Annotated[float, Range(0, 0.999999)] = 0.0
    """Decay of the moving average of the weights, which is evaluated and written; 0 is the network itself."""
    epsilon: Annotated[float, Range(0, 1)] = 1.0
    """Initial probability of a random decision."""
    final_epsilon: Annotated[float, Range(0, 1)] = 0.02
    """Final probability of a random decision."""
    epsilon_decay: Annotated[float, Range(1, 10**9)] = 1000.0
    """Time constant of the exponential decay of epsilon, in steps."""
    army_reward: Annotated[float, Range(0, 1000)] = 0.0
    """Extra reward after every attack for a lead of `army_scale` armies."""
    army_scale: Annotated[float, Range(1, 100_000)] = 40.0
    view: Literal["mover", "first-seat"] = "mover"
    """The seat that values belong to; first-seat is the published program, in which both seats help the first."""
    legal_targets: bool = True
    """Whether targets use only legal decisions; the published program uses all."""
    scaled: bool = True
    """Whether inputs are scaled during training; the saved network reads unscaled inputs."""
    evaluate_every: Annotated[int, Range(1, 10**9)] = 2000
    evaluate_games: Annotated[int, Range(1, 1_000_000)] = 1000
    """Games against a random player from each seat."""
    save_every: Annotated[int, Range(1, 10**9)] = 1000
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def __post_init__(self) -> None:
        check_fields(self, "training by dqn", TrainingError)

    @property
    def published(self) -> bool:
        """Whether values are always those of the first seat."""
        return self.view == "first-seat"

    @cached_property
    def game(self) -> ClassicGame:
        return ClassicGame(self.map or None, self.rules, 2)

    def stream(self, *path: int) -> Random:
        """The random numbers of the game for one purpose."""
        return seeded(self.seed, *path)

    def generator(self, *path: int) -> np.random.Generator:
        """The random numbers of the learner for one purpose."""
        return np.random.default_rng((self.seed, *path))

    def epsilon_at(self, step: int) -> float:
        return self.final_epsilon + (self.epsilon - self.final_epsilon) * float(np.exp(-step / self.epsilon_decay))

    def learning_rate_at(self, step: int) -> float:
        return self.learning_rate + (self.final_learning_rate - self.learning_rate) * step / self.steps


PUBLISHED: Mapping[str, Value] = {
    "steps": 20_000, "games": 1, "random_share": 0.0, "batch": 64, "replay": 10_000, "warmup": 64,
    "learning_rate": 1e-7, "final_learning_rate": 1e-7, "max_gradient_norm": 0.5, "gamma": 0.99, "n_step": 1,
    "target_every": 2, "final_epsilon": 0.1, "epsilon_decay": 2000.0, "army_reward": 1.0, "view": "first-seat",
    "legal_targets": False, "scaled": False, "ema_decay": 0.0,
}  # fmt: skip
"""The best settings of the report, for about its 200 games, with the faults of its program."""
PRESETS: Mapping[str, Mapping[str, Value]] = {"published": PUBLISHED}


def make_settings(preset: str, given: Mapping[str, Value | None], changes: Sequence[str]) -> DqnSettings:
    """Settings from a preset, values (None is not given), and texts such as games=64."""
    if preset and preset not in PRESETS:
        raise TrainingError(f"there is no preset {preset!r}; {did_you_mean(preset, PRESETS)}")
    values: dict[str, Any] = dict(PRESETS.get(preset, {})) | {
        name: value for name, value in given.items() if value is not None
    }
    for text in changes:
        spec = parse_spec(f"dqn({text})")
        if spec.positional or not spec.settings:
            raise TrainingError(f"{text!r:.60} is not a setting; write name=value, e.g. games=64")
        values |= spec.settings
    require_known(values, DqnSettings, "training by dqn", TrainingError)
    return DqnSettings(**values)
