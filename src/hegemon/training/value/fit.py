"""Fitting the value network to positions, in torch. Needs the extra `learn`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from hegemon.nets.torch.board_value import BoardValue, value_layers
from hegemon.nets.value import Kind as KindOfNet
from hegemon.training.fitting import Fit
from hegemon.training.value.boards import Ragged
from hegemon.training.value.data import LAND, Batch, Batches, Group
from hegemon.training.value.settings import ValueSettings

CHUNK = 8_000
"""Positions that are evaluated at once."""


def network_of(kind: KindOfNet) -> nn.Module:
    """The network of a family before the first step."""
    return BoardValue(kind.features) if kind.boards else value_layers(kind.features)


def linear_model(features: int) -> nn.Sequential:
    """What a network must beat."""
    return nn.Sequential(nn.Linear(features, 1))


def losses(model: nn.Module, batch: Batch | Group) -> Tensor:
    """The cross-entropy (positions,)."""
    features, shares = torch.from_numpy(batch.features.astype(np.float32)), torch.from_numpy(batch.shares)
    if isinstance(model, BoardValue) and batch.boards:
        logits = model(features, *_rows(batch.boards.land), *_rows(batch.boards.groups))
    else:
        lives = features[:, :, LAND] > 0
        logits = torch.full(lives.shape, -1e9)
        logits[lives] = model(features[lives])[:, 0]
    return -(shares * torch.log_softmax(logits, dim=1)).sum(dim=1)


def _rows(ragged: Ragged) -> tuple[Tensor, Tensor]:
    return torch.from_numpy(ragged.rows.astype(np.float32)), torch.from_numpy(ragged.of)


def mean_loss(model: nn.Module, group: Group) -> float:
    """The mean cross-entropy of a class of positions."""
    total = 0.0
    with torch.no_grad():
        for at in range(0, len(group), CHUNK):
            some = group.take(np.arange(at, min(at + CHUNK, len(group))))
            total += float(losses(model, some).double().sum())
    return total / len(group)


def fit_of(model: nn.Module, groups: Sequence[Group], settings: ValueSettings) -> Fit:
    """A fit of the model to classes of positions."""
    batches = Batches(groups, settings.batch, settings.seed)
    return Fit(model, settings, lambda step: losses(model, batches[step]).mean())


def fit_linear(groups: Sequence[Group], settings: ValueSettings, on_step: Callable[[int], None]) -> nn.Module:
    """The linear model, fitted in the same way."""
    torch.manual_seed(settings.seed)
    fit = fit_of(linear_model(groups[0].features.shape[2]), groups, settings)
    while fit.step < settings.steps:
        fit.advance()
        on_step(fit.step)
    return fit.mean
