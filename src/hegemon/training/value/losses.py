"""Cross-entropies on what is held out: of the network, of simpler evaluations, by rules and number of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from hegemon.game import ClassicGame, SimultaneousGame
from hegemon.search import usual_classic_weights, usual_weights
from hegemon.training.value.data import LAND, Group
from hegemon.training.value.settings import family_of

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
    """Of the evaluation by the planner's weights, as far as the features tell it: in the classic game they count armies
    and income from a slightly different zero."""
    f = group.features.astype(np.float64)
    classic = family_of(group.kind.rules) == "classic"
    logits = np.where(f[:, :, LAND] > 0, (_classic_logits if classic else _logits)(group, f), -1e9)
    logits -= logits.max(axis=1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return float(-(group.shares * logits).sum(axis=1).mean())


def _classic_logits(group: Group, f: NDArray[np.float64]) -> NDArray[np.float64]:
    w = usual_classic_weights(ClassicGame(rules=group.kind.rules, seats=group.kind.seats))
    cards = np.log1p(f[:, :, 7] / np.where(f[:, :, LAND] > 0, f[:, :, 4], 1))
    factors = (w.value_armies, w.value_income, w.value_land, w.value_strength)
    return np.asarray(f[:, :, :4] @ np.array(factors) + w.value_cards * cards + w.value_tempo * f[:, :, 17])


def _logits(group: Group, f: NDArray[np.float64]) -> NDArray[np.float64]:
    """The first four features compare the seats, the others are of one."""
    w = usual_weights(SimultaneousGame(rules=group.kind.rules))
    compared, own = f[:, :, :4], f[:, :, 8:13:2]
    first = np.array((w.value_armies, w.value_income, w.value_strength, w.value_land))
    rest = np.array((w.value_at_risk, w.value_near, w.value_nearer))
    return np.asarray(compared @ first + 2 * (own @ rest))


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
