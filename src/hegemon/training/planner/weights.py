"""The weights that are tuned, and the numbers that the search sees instead of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from hegemon._fields import hints, split_hint
from hegemon.search import PlannerWeights
from hegemon.training.planner.cmaes import Floats

START = PlannerWeights(
    turns=8, patience=0.75, land=0.6, broken=0.7, denied=0.35, contested=0.6, traded=0.3, raid=2, relief=0.3, risk=0.5,
    far=0.8, pull=2, attack=1, defend=1, feared=0.5, assumed=0.8, greed=0.15, value_armies=0.5, value_income=1,
    value_strength=1, value_land=0.1, value_at_risk=-0.5, value_near=1, value_nearer=0.5,
)  # fmt: skip
"""Where a run begins: plain guesses, which no game has tuned."""
TUNED = (
    "turns", "patience", "land", "broken", "denied", "contested", "traded", "raid", "relief", "risk", "far", "pull",
    "defend", "feared", "assumed", "greed",
)  # fmt: skip
"""The weights that change: not attack, a factor on what raid and broken weigh, nor the evaluation, which decides
no finished game."""
NARROWER = {"patience": (0.2, 0.98), "far": (0.3, 0.97)}
"""Limits within those of the weights, which keep candidates away from the ends of the range."""
FURTHEST = 7.0
"""Of a logarithm from its beginning."""


def to_weights(place: Sequence[float] | Floats) -> PlannerWeights:
    """The weights at a place: logarithms of factors on the first ones, in the order of TUNED."""
    found: dict[str, float] = {}
    for name, logarithm in zip(TUNED, place, strict=True):
        low, high = NARROWER.get(name) or _limits(name)
        factor = math.exp(min(max(float(logarithm), -FURTHEST), FURTHEST))
        found[name] = min(max(getattr(START, name) * factor, low), high)
    return replace(START, **found)


def _limits(name: str) -> tuple[float, float]:
    _, limits = split_hint(hints(PlannerWeights)[name])
    return limits.low, limits.high
