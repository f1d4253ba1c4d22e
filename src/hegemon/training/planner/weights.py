"""The weights that are tuned, and the numbers that the search sees instead of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hegemon._fields import hints, split_hint
from hegemon.search import ClassicPlannerWeights, PlannerWeights
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


AnyWeights: TypeAlias = PlannerWeights | ClassicPlannerWeights


@dataclass(frozen=True)
class Tuned:
    """Weights of a family of games: where a run begins, which of them change, and within which limits."""

    start: AnyWeights
    names: tuple[str, ...]
    narrower: Mapping[str, tuple[float, float]]


CLASSIC = Tuned(
    ClassicPlannerWeights(
        turns=3, land=0.6, group=1, effort=1, walls=0.15, broken=0.7, denied=0.3, card=1, finish=4, hands=1, killed=0.7,
        lost=0.8, ahead=0.5, chain=0.7, danger=0.4, feared=0.5, spread=0.1, greed=0.3, least=0.3, defend=0.7, mass=0.05,
        pull=1, far=0.8, even=0.6, wait=7,
    ),
    (
        "turns", "land", "group", "effort", "walls", "broken", "denied", "card", "finish", "hands", "killed", "lost",
        "ahead", "chain", "danger", "feared", "spread", "greed", "least", "defend", "mass", "pull", "far", "even",
        "wait",
    ),
    {"far": (0.2, 0.98), "even": (0.01, 1.0), "ahead": (0.01, 3.0), "least": (0.01, 0.9)},
)  # fmt: skip
TUNED_BY_FAMILY = {"simultaneous": Tuned(START, TUNED, NARROWER), "classic": CLASSIC}


def to_weights(place: Sequence[float] | Floats, family: str = "simultaneous") -> AnyWeights:
    """The weights at a place: logarithms of factors on the first ones, in the order of their names."""
    tuned, found = TUNED_BY_FAMILY[family], dict[str, float]()
    for name, logarithm in zip(tuned.names, place, strict=True):
        low, high = tuned.narrower.get(name) or _limits(tuned.start, name)
        factor = math.exp(min(max(float(logarithm), -FURTHEST), FURTHEST))
        found[name] = min(max(getattr(tuned.start, name) * factor, low), high)
    return tuned.start.from_values({**tuned.start.to_core(), **found})


def _limits(weights: AnyWeights, name: str) -> tuple[float, float]:
    kind: type = type(weights)
    _, limits = split_hint(hints(kind)[name])
    return limits.low, limits.high
