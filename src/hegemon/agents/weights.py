"""Files of the planner's weights: JSON, a number by name."""

from __future__ import annotations

import json
from pathlib import Path

from hegemon.errors import AgentError, SearchError
from hegemon.search import PlannerWeights


def load_weights(path: str | Path) -> PlannerWeights:
    """Read a file of weights; an AgentError says what is wrong with it."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise AgentError(f"weights {path}: {error}; hegemon train planner writes such a file") from None
    if not isinstance(found, dict) or not isinstance(found.get("weights"), dict):
        raise AgentError(f"weights {path}: not a file of weights; hegemon train planner writes such a file")
    try:
        return PlannerWeights.from_values(found["weights"])
    except (SearchError, TypeError) as error:
        raise AgentError(f"weights {path}: {error}") from None
