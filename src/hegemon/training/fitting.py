"""Fitting a network, in torch. A killed fit resumes and ends with the same weights.

Needs the extra `learn`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor, nn

from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.nets.tensors import Tensors
from hegemon.training.checkpoint import counts, load_checkpoint
from hegemon.training.learner import DAMAGED
from hegemon.training.log import Log
from hegemon.training.pictures import value_pictures
from hegemon.training.playing import Report

CHECKPOINT = "checkpoint.pt"
RISE = 0.1
"""Share of the steps in which the learning rate rises."""


class FitSettings(Protocol):
    """What the settings of a run say of its fit."""

    @property
    def steps(self) -> int: ...
    @property
    def rate(self) -> float: ...
    @property
    def decay(self) -> float: ...
    @property
    def average(self) -> float: ...
    @property
    def checkpoint(self) -> int: ...


def tensors(model: nn.Module) -> Tensors:
    """The weights by name."""
    return {name: value.numpy().copy() for name, value in model.state_dict().items()}


class Fit:
    """A model, its mean over the steps, and the optimiser between two steps."""

    def __init__(self, model: nn.Module, settings: FitSettings, loss: Callable[[int], Tensor]) -> None:
        """The loss of a step is a function of its number and of the model."""
        torch.set_num_threads(1)  # more threads change the order of sums
        self.settings, self.model, self.mean, self._loss = settings, model, deepcopy(model), loss
        self._optimiser = torch.optim.AdamW(model.parameters(), settings.rate, weight_decay=settings.decay, fused=True)
        self.step, self._sum, self._summed = 0, 0.0, 0

    def advance(self) -> None:
        """One gradient step."""
        for group in self._optimiser.param_groups:
            group["lr"] = self.settings.rate * _schedule((self.step + 1) / self.settings.steps)
        loss = self._loss(self.step)
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
            for state in self._optimiser.state.values():  # equal names are one object again: the next file is the same
                for name in tuple(state):
                    state[sys.intern(name)] = state.pop(name)
            (self.step,) = counts([kept["step"]])
        except DAMAGED:
            raise TrainingError(f"{path} is damaged: delete it, and the network is fitted again") from None


def fit_in_steps(folder: Path, fit: Fit, held_loss: Callable[[bool], float | None], report: Report) -> None:
    """Start or resume a fit and finish it, with a checkpoint now and then.

    Every checkpoint has a row with the losses on what is held out: on home maps and on others.
    """
    steps = fit.settings.steps
    fit.load(folder / CHECKPOINT)
    with Log(folder, value_pictures) as log:
        while fit.step < steps:
            fit.advance()
            report("steps", fit.step, steps)
            if fit.step % fit.settings.checkpoint == 0 or fit.step == steps:
                held = {"games": held_loss(True), "maps": held_loss(False)}
                log.write({"step": fit.step, "training": fit.training_loss(), **held})
                fit.save(folder / CHECKPOINT)  # after the row: a row without its checkpoint is written again


def _schedule(done: float) -> float:
    """The factor on the learning rate: up in a line, down in a cosine."""
    if done < RISE:
        return done / RISE
    return 0.5 * (1 + math.cos(math.pi * (done - RISE) / (1 - RISE)))
