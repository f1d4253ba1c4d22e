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
from hegemon.training.samples.classic import ClassicSamples, positions_of


@dataclass(frozen=True)
class ClassicDataset:
    """The samples of one game. Batches are encoded when they are learned: all samples with their actions need too much
    memory."""

    game: ClassicGame
    states: NDArray[np.uint8]
    """[S, bytes of a position]"""
    features: str
    chances: NDArray[np.float32]
    """[S, seats]: winning probabilities, in rotated order"""
    policy_target: NDArray[np.float32] | None = None
    """[M]: policy target of every legal action, all 0 in samples for the value only; None: they teach no policy"""
    offsets: NDArray[np.int64] | None = None
    """[S + 1]: where the actions of a sample begin in policy_target"""

    def __post_init__(self) -> None:
        if len(self.states):
            positions_of(self.game, self.states[:1])  # raises an error for samples of another game

    @classmethod
    def of(cls, game: ClassicGame, samples: ClassicSamples, settings: Learning, features: str) -> ClassicDataset:
        offsets = samples.action_offsets
        of_action = np.repeat(np.arange(len(samples)), np.diff(offsets))
        policy_target = np.where(samples.full_search[of_action], samples.policy_target, np.float32(0))
        if settings.policy == "most-visited":
            most = np.maximum.reduceat(policy_target, offsets[:-1])
            best = (policy_target == most[of_action]) & (policy_target > 0)
            ties = np.add.reduceat(best, offsets[:-1])
            policy_target = best / np.maximum(ties[of_action], 1)
        if settings.value == "returns" and game.seats == 2:
            chances = samples.returns(settings.trace)
        else:
            chances = samples.chances(game.seats, settings.trust)
        return cls(game, samples.states, features, chances, policy_target.astype(np.float32), offsets)

    def __len__(self) -> int:
        return len(self.states)

    def losses(self, model: ClassicTwin, rows: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        """Cross-entropies of policy and value, each the mean over the samples that have a target."""
        encoded = self.encoded(rows)
        arguments = model.on(self.game).arguments(encoded)
        value, logits = model.teach(arguments, torch.from_numpy(self.chances[rows]))
        if self.policy_target is None or self.offsets is None:
            return logits.sum() * 0, value / len(rows)
        of_rows = [self.policy_target[self.offsets[row] : self.offsets[row + 1]] for row in rows]
        policy_target = torch.from_numpy(np.concatenate(of_rows))
        logs = log_policies(logits, torch.from_numpy(encoded.positions), len(rows))
        policy = -(policy_target * logs).sum() / policy_target.sum().clamp(min=1)
        return policy, value / len(rows)

    def encoded(self, rows: NDArray[np.int64]) -> ClassicEncoded:
        """Some of the positions; without actions if they teach no policy."""
        positions = positions_of(self.game, self.states[rows])
        return encode_classic(positions, self.features, actions=self.policy_target is not None)
