"""The network of the Q-learning report (Yao 2025) in torch: for training and for export.

Its twin for playing is core/nets/architectures/yao2025.cpp: 43,968 parameters on the map of 8 territories. Needs the
extra ``learn``.
"""

# mypy: allow-subclassing-any
from __future__ import annotations

from typing import Self

import torch
from torch import Tensor, nn

from hegemon.errors import NetError
from hegemon.game import ClassicGame
from hegemon.nets.torch.classic import ClassicTwin

HIDDEN, PHASES = 128, 3


class Yao2025(ClassicTwin):
    """The Q-values of every phase, source and target for the seat to move; as published, for the first seat."""

    inputs = ("globals", "action_features", "positions")

    def __init__(self, game: ClassicGame, published: bool = False) -> None:
        super().__init__()
        self.game, self.published = game, published
        self.architecture = "yao2025-published" if published else "yao2025"
        n = len(game.map.territories)
        self.first, self.second = nn.Linear(4 + 2 * n, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.worth = nn.Linear(HIDDEN, PHASES * n * n)

    def on(self, game: ClassicGame) -> Self:
        if game.map != self.game.map:
            raise NetError(f"a network of {self.architecture} plays on one map, {self.game.map.name}")
        self.game = game
        return self

    def q_values(self, flat: Tensor) -> Tensor:
        """[B, 3 n n]: the Q-values of all action indices."""
        q_values: Tensor = self.worth(torch.relu(self.second(torch.relu(self.first(flat)))))
        return q_values

    def action_indices(self, flat: Tensor, action_features: Tensor, positions: Tensor) -> Tensor:
        """[M]: the action index of each action."""
        n = len(self.game.map.territories)
        target = action_features[:, 2].clamp(min=0)
        source = torch.where(action_features[:, 1] >= 0, action_features[:, 1], target)
        return (flat[positions, 1].long() * n + source) * n + target

    def forward(self, flat: Tensor, action_features: Tensor, positions: Tensor) -> tuple[Tensor, Tensor]:
        """Values [B, 2] in rotated order (of the best legal action), and Q-values of the actions [M]."""
        logits = self.q_values(flat)[positions, self.action_indices(flat, action_features, positions)]
        if self.published:
            logits = torch.where(flat[positions, 0] > 0, -logits, logits)
        lowest = torch.full_like(flat[:, 0], -1.0)
        best = lowest.scatter_reduce(0, positions, logits, "amax").clamp(max=1.0)
        return torch.stack([best, -best], dim=1), logits
