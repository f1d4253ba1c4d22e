"""Samples of the simultaneous game as inputs and targets of a network. Needs the extra `learn`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hegemon.game import SimultaneousGame
from hegemon.nets import encode
from hegemon.nets.torch.soares2025 import Soares2025
from hegemon.training.learner import Learning
from hegemon.training.samples.simultaneous import SimultaneousSamples


@dataclass(frozen=True)
class SimultaneousDataset:
    """The samples of one map."""

    game: SimultaneousGame
    territories: Tensor
    """[S, n, F]"""
    globals: Tensor
    """[S, G]"""
    orders: Tensor
    """[S, plans, orders, 4], padded with orders of kind -1"""
    policy_target: Tensor
    """[S, plans]: policy target; -1 is padding, all 0 in samples for the value only"""
    values: Tensor
    """[S]"""

    @classmethod
    def of(cls, game: SimultaneousGame, samples: SimultaneousSamples, settings: Learning) -> SimultaneousDataset:
        encoded = encode(samples.positions(game))
        orders, policy_target = _padded(samples)
        if settings.policy == "most-visited":
            best = policy_target.argmax(axis=1)
            policy_target = np.where(policy_target < 0, policy_target, 0.0).astype(np.float32)
            policy_target[np.arange(len(policy_target)), best] = 1.0
        policy_target[~samples.full_search] = np.minimum(policy_target[~samples.full_search], 0.0)
        trust = settings.trust
        values = (trust * samples.value + (1 - trust) * samples.result).astype(np.float32)
        arrays = encoded.territories, encoded.globals, orders, policy_target, values
        return cls(game, *(torch.from_numpy(np.ascontiguousarray(array)) for array in arrays))

    def __len__(self) -> int:
        return len(self.values)

    def losses(self, model: Soares2025, rows: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        return loss_of(model.on(self.game), self.batch(rows))

    def batch(self, rows: NDArray[np.int64]) -> tuple[Tensor, ...]:
        """Territories, globals, orders, targets of the policy and of the value of some samples."""
        picked = torch.from_numpy(rows)
        orders = self.orders[picked].long()
        used = int((orders[..., 0] >= 0).any(dim=0).any(dim=0).sum())  # orders come first, padding last
        return (
            self.territories[picked],
            self.globals[picked],
            orders[:, :, : max(used, 1)],
            self.policy_target[picked],
            self.values[picked],
        )


def _padded(samples: SimultaneousSamples) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    counts, lengths = np.diff(samples.plan_offsets), np.diff(samples.order_offsets)
    sample = np.repeat(np.arange(len(samples)), counts)  # of each plan
    place = np.arange(len(lengths)) - samples.plan_offsets[sample]
    policy_target = np.full((len(samples), int(counts.max())), -1.0, np.float32)
    policy_target[sample, place] = samples.policy_target
    orders = np.zeros((len(samples), policy_target.shape[1], max(1, int(lengths.max(initial=0))), 4), np.int32)
    orders[..., 0] = -1
    plan = np.repeat(np.arange(len(lengths)), lengths)  # of each order
    orders[sample[plan], place[plan], np.arange(len(plan)) - samples.order_offsets[plan]] = samples.orders
    return orders, policy_target


def loss_of(model: Soares2025, batch: Sequence[Tensor]) -> tuple[Tensor, Tensor]:
    """Cross-entropy of the policy and squared error of the value, each the mean over the samples that have a target."""
    territories, globals, orders, policy_target, values = batch
    guess, logits = model(territories, globals, orders)
    logs = torch.log_softmax(logits.masked_fill(policy_target < 0, -1e30), dim=1)
    target = policy_target.clamp(min=0)
    policy = -(target * logs.masked_fill(policy_target < 0, 0.0)).sum() / target.sum().clamp(min=1)
    return policy, torch.mean((guess - values) ** 2)
