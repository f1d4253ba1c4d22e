"""Cross-entropies on what is held out: of the network, of simpler evaluations, by rules and number of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypedDict

import numpy as np

from hegemon.game import ClassicGame
from hegemon.search import usual_classic_weights
from hegemon.training.value.data import LAND, Group

Measure = Callable[[Group], float]
"""The mean cross-entropy of an evaluation on a class of positions."""


class ClassLosses(TypedDict):
    """The losses on a class of positions that was held out."""

    rules: str
    seats: int
    home: bool
    positions: int
    losses: dict[str, float]
    """By evaluation."""


def even_loss(group: Group) -> float:
    """Of equal shares for all seats that own land."""
    return float(np.log((group.features[:, :, LAND] > 0).sum(axis=1)).mean())


def weights_loss(group: Group) -> float:
    """Of the evaluation by the planner's weights, as far as the features tell it: they count armies and income from
    a slightly different zero."""
    rules, seats, _ = group.kind
    w, f = usual_classic_weights(ClassicGame(rules=rules, seats=seats)), group.features.astype(np.float64)
    lives = f[:, :, LAND] > 0
    cards = np.log1p(f[:, :, 7] / np.where(lives, f[:, :, 4], 1))
    factors = (w.value_armies, w.value_income, w.value_land, w.value_strength)
    logits = f[:, :, :4] @ np.array(factors) + w.value_cards * cards + w.value_tempo * f[:, :, 17]
    logits = np.where(lives, logits, -1e9)
    logits -= logits.max(axis=1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return float(-(group.shares * logits).sum(axis=1).mean())


def class_losses(held: Sequence[Group], measures: Mapping[str, Measure]) -> list[ClassLosses]:
    """The losses of all evaluations on all classes."""
    return [
        {
            "rules": group.kind.rules,
            "seats": group.kind.seats,
            "home": group.kind.home,
            "positions": len(group),
            "losses": {name: measure(group) for name, measure in measures.items()},
        }
        for group in held
    ]


def mean_of_classes(found: Iterable[ClassLosses], name: str) -> float | None:
    """The mean of an evaluation, every class counted once; None without a class."""
    all_losses = [each["losses"][name] for each in found]
    return float(np.mean(all_losses)) if all_losses else None
