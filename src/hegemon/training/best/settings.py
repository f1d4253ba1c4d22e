"""Settings of the training of both networks of `best`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from hegemon._fields import Range, check_fields
from hegemon.agents.weights import NONE, WEIGHTS
from hegemon.errors import TrainingError
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.value.settings import ValueSettings

MINUTES = 90.0
"""Of games in all, by default."""
TABLES = 10
"""Of a shard of positions: `best` plays their games in about 20 seconds, so that little is lost on Ctrl-C."""
FROM_NOTHING = {"value": WEIGHTS, "policy": NONE, "start": "", "also": ()}
"""What the settings of both networks say of other networks; every stage names those of the stages before."""


@dataclass(frozen=True, kw_only=True)
class BestSettings:
    """Which games are played, and how both networks are fitted to them. best_settings makes them."""

    value: ValueSettings
    policy: PolicySettings
    value_generations: Annotated[int, Range(1, 1000)] = 3
    """Stage 1: generations of the value network after that of planners, without a policy network."""
    policy_generations: Annotated[int, Range(0, 1000)] = 1
    """Stage 2: generations of the policy network after the first one, with that value network."""
    last_generations: Annotated[int, Range(1, 1000)] = 3
    """Stage 3: further generations of the value network, with that policy network."""

    def __post_init__(self) -> None:
        check_fields(self, "train best", TrainingError)
        if self.value.family != "simultaneous":
            raise TrainingError("train best: the value network is for the simultaneous game; name other rules")
        for part, settings in (("value", self.value), ("policy", self.policy)):
            for name, nothing in FROM_NOTHING.items():
                if getattr(settings, name) != nothing:
                    raise TrainingError(
                        f"train best: leave {part}.{name} away: both networks are trained from nothing, and the "
                        "stages name them to each other"
                    )


def best_settings(rules: Sequence[str] = (), seed: int = 0) -> BestSettings:
    """The usual settings, for games under these rules; the tables are those of the policy network for both."""
    usual = PolicySettings()
    rules = tuple(rules) or usual.rules
    policy = PolicySettings(rules=rules, seed=seed, value=WEIGHTS)
    value = ValueSettings(
        rules=rules,
        home=usual.home,
        smallest=usual.smallest,
        largest=usual.largest,
        value=WEIGHTS,
        policy=NONE,
        tables=TABLES,
        seed=seed,
    )
    return BestSettings(value=value, policy=policy)
