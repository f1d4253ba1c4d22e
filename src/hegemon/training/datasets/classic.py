"""Samples of the classic game as inputs and targets of a network. Needs the extra `learn`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hegemon.game import ClassicGame
from hegemon.nets.classic_encode import ClassicEncoded, encode_classic
from hegemon.nets.torch.classic import ClassicTwin, log_policies
from hegemon.training.learner import Learning
from hegemon.training.samples.classic import ClassicSamples


@dataclass(frozen=True)
class ClassicDataset:
    """The samples of one game."""

    encoded: ClassicEncoded
    policy_target: NDArray[np.float32]
    """[M]: policy target of every legal action; all 0 in samples for the value only"""
    chances: NDArray[np.float32]
    """[S, seats]: winning probabilities, in rotated order"""

    @classmethod
    def of(cls, game: ClassicGame, samples: ClassicSamples, settings: Learning, features: str) -> ClassicDataset:
        encoded = encode_classic(samples.positions(game), features)
        of_action = encoded.positions
        policy_target = np.where(samples.full_search[of_action], samples.policy_target, 0.0)
        if settings.policy == "most-visited":
            most = np.maximum.reduceat(policy_target, encoded.offsets[:-1])
            best = (policy_target == most[of_action]) & (policy_target > 0)
            ties = np.add.reduceat(best, encoded.offsets[:-1])
            policy_target = best / np.maximum(ties[of_action], 1)
        if settings.value == "returns" and game.seats == 2:
            chances = samples.returns(settings.trace)
        else:
            chances = samples.chances(game.seats, settings.trust)
        return cls(encoded, policy_target.astype(np.float32), chances)

    def __len__(self) -> int:
        return len(self.encoded)

    def losses(self, model: ClassicTwin, rows: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        """Cross-entropies of policy and value, each the mean over the samples that have a target."""
        some, actions = _some(self.encoded, rows)
        arguments = model.on(self.encoded.game).arguments(some)
        value, logits = model.teach(arguments, torch.from_numpy(self.chances[rows]))
        policy_target = torch.from_numpy(self.policy_target[actions])
        logs = log_policies(logits, torch.from_numpy(some.positions), len(rows))
        policy = -(policy_target * logs).sum() / policy_target.sum().clamp(min=1)
        return policy, value / len(rows)


def _some(encoded: ClassicEncoded, rows: NDArray[np.int64]) -> tuple[ClassicEncoded, NDArray[np.int64]]:
    """Some of the positions, and the former indices of their actions."""
    begins, counts = encoded.offsets[rows], np.diff(encoded.offsets)[rows]
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    actions = np.arange(offsets[-1]) + np.repeat(begins - offsets[:-1], counts)
    some = ClassicEncoded(
        encoded.game,
        encoded.territories[rows],
        encoded.groups[rows],
        encoded.globals[rows],
        encoded.movers[rows],
        encoded.action_features[actions],
        encoded.numbers[actions],
        offsets,
    )
    return some, actions
