"""Files of the agent best: the planner's weights, JSON with a number by name; and the networks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

from hegemon._core import ClassicValueNet, PolicyNet, SimultaneousValueNet
from hegemon.errors import AgentError, NetError, SearchError
from hegemon.nets.policy import load_policy, shipped_policy
from hegemon.nets.value import ValueNet, load_value, shipped_value
from hegemon.search import ClassicPlannerWeights, PlannerWeights

AnyWeights = PlannerWeights | ClassicPlannerWeights
W = TypeVar("W", PlannerWeights, ClassicPlannerWeights)
N = TypeVar("N", ClassicValueNet, SimultaneousValueNet)

USUAL, WEIGHTS, NONE = "usual", "weights", "none"
"""Settings that name no file: what the package has; the planner's weights instead of a value network; no policy
network."""


def load_weights(path: str | Path) -> AnyWeights:
    """Read a file of weights of either family; an AgentError says what is wrong with it."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise AgentError(f"weights {path}: {error}; hegemon train planner writes such a file") from None
    if not isinstance(found, dict) or not isinstance(found.get("weights"), dict):
        raise AgentError(f"weights {path}: not a file of weights; hegemon train planner writes such a file")
    kind = ClassicPlannerWeights if found.get("family") == "classic" else PlannerWeights
    try:
        return kind.from_values(found["weights"])
    except (SearchError, TypeError) as error:
        raise AgentError(f"weights {path}: {error}") from None


def of_family(weights: AnyWeights | None, kind: type[W], family: str) -> W | None:
    """The weights, which must be those of the family that is played."""
    if weights is None or isinstance(weights, kind):
        return weights
    raise AgentError(f"these weights are not for the {family} game; tune others with hegemon train planner --rules ..")


def read_value(name: str) -> ValueNet | None:
    """The network of the setting `value`, if it names a file."""
    if name in (USUAL, WEIGHTS):
        return None
    try:
        return load_value(name)
    except NetError as error:
        raise AgentError(
            f"value={name}: {error}; value is usual, weights, or a file that hegemon train value has written"
        ) from None


def value_net(name: str, read: ValueNet | None, kind: type[N], family: str) -> N | None:
    """The network with which to evaluate games of the family; None for the planner's weights."""
    found = shipped_value(family) if name == USUAL else read
    if found is None or isinstance(found, kind):
        return found
    raise AgentError(f"value={name} is a network of another family of games; leave it away here")


def policy_net(name: str) -> PolicyNet | None:
    """The network of the setting `policy`; with none the planner makes all plans."""
    if name == NONE:
        return None
    try:
        return shipped_policy() if name == USUAL else load_policy(name)
    except NetError as error:
        raise AgentError(
            f"policy={name}: {error}; policy is usual, none, or a file that hegemon train policy has written"
        ) from None
