"""Files of the agent best: the planner's weights, JSON with a number by name; and the value network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

from hegemon._core import ClassicValueNet
from hegemon.errors import AgentError, NetError, SearchError
from hegemon.nets.classic_value import SHIPPED, load_classic_value
from hegemon.search import ClassicPlannerWeights, PlannerWeights

AnyWeights = PlannerWeights | ClassicPlannerWeights
W = TypeVar("W", PlannerWeights, ClassicPlannerWeights)

USUAL, WEIGHTS = "usual", "weights"
"""Settings that name no file: what the package has; no network but the planner's weights."""


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


def value_net(name: str) -> ClassicValueNet | None:
    """The network of the setting `value`; None for the planner's weights."""
    if name == WEIGHTS:
        return None
    try:
        return load_classic_value(SHIPPED if name == USUAL else name)
    except NetError as error:
        raise AgentError(
            f"value={name}: {error}; value is usual, weights, or a file that hegemon train value has written"
        ) from None
