"""Fitting the value network to positions, in torch. A killed fit resumes and ends with the same weights.

Needs the extra `learn`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.nets.tensors import Tensors
from hegemon.nets.torch.board_value import BoardValue, value_layers
from hegemon.nets.value import Kind as KindOfNet
from hegemon.training.checkpoint import counts, load_checkpoint
from hegemon.training.learner import DAMAGED
from hegemon.training.value.boards import Ragged
from hegemon.training.value.data import LAND, Batch, Batches, Group
from hegemon.training.value.settings import ValueSettings

RISE = 0.1
"""Share of the steps in which the learning rate rises."""
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


def tensors(model: nn.Module) -> Tensors:
    """The weights by name."""
    return {name: value.numpy().copy() for name, value in model.state_dict().items()}


class Fit:
    """A model, its mean over the steps, and the optimiser between two steps."""

    def __init__(self, model: nn.Module, groups: Sequence[Group], settings: ValueSettings) -> None:
        torch.set_num_threads(1)  # more threads change the order of sums
        self.settings, self.model, self.mean = settings, model, deepcopy(model)
        self._batches = Batches(groups, settings.batch, settings.seed)
        self._optimiser = torch.optim.AdamW(model.parameters(), settings.rate, weight_decay=settings.decay, fused=True)
        self.step, self._sum, self._summed = 0, 0.0, 0

    def advance(self) -> None:
        """One gradient step."""
        for group in self._optimiser.param_groups:
            group["lr"] = self.settings.rate * _schedule((self.step + 1) / self.settings.steps)
        loss = losses(self.model, self._batches[self.step]).mean()
        self._optimiser.zero_grad()
        loss.backward()
        self._optimiser.step()
        self.step, self._sum, self._summed = self.step + 1, self._sum + loss.item(), self._summed + 1
        kept = min(self.settings.average, self.step / (self.step + 10))  # the first weights are soon forgotten
        with torch.no_grad():
            for mean, weight in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(weight, 1 - kept)

    def training_loss(self) -> float:
        """The mean over the steps since it was asked last."""
        found = self._sum / max(1, self._summed)
        self._sum, self._summed = 0.0, 0
        return found

    def save(self, path: Path) -> None:
        state = {
            "model": self.model.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "step": self.step,
        }
        with replacing(path, TrainingError) as scratch:
            torch.save(state, scratch)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint, if there is one."""
        if not path.exists():
            return
        try:
            kept = load_checkpoint(path)
            self.model.load_state_dict(kept["model"])
            self.mean.load_state_dict(kept["mean"])
            self._optimiser.load_state_dict(kept["optimiser"])
            (self.step,) = counts([kept["step"]])
        except DAMAGED:
            raise TrainingError(f"{path} is damaged: delete it, and the network is fitted again") from None


def fit_linear(groups: Sequence[Group], settings: ValueSettings, on_step: Callable[[int], None]) -> nn.Module:
    """The linear model, fitted in the same way."""
    torch.manual_seed(settings.seed)
    fit = Fit(linear_model(groups[0].features.shape[2]), groups, settings)
    while fit.step < settings.steps:
        fit.advance()
        on_step(fit.step)
    return fit.mean


def _schedule(done: float) -> float:
    """The factor on the learning rate: up in a line, down in a cosine."""
    if done < RISE:
        return done / RISE
    return 0.5 * (1 + math.cos(math.pi * (done - RISE) / (1 - RISE)))
