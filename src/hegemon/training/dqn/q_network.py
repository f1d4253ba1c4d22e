"""The network of deep Q-learning in training, and action selection. Needs torch."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hegemon.game import ClassicGame
from hegemon.nets import ClassicNet
from hegemon.nets.torch.yao2025 import Yao2025


class QNetwork(nn.Module):  # type: ignore[misc]  # torch is untyped here
    """The report's network. In training its inputs are scaled; `plain` folds the scales into a layer."""

    shift: Tensor
    scale: Tensor

    def __init__(self, game: ClassicGame, published: bool, scaled: bool) -> None:
        super().__init__()
        self.net = Yao2025(game, published)
        n = len(game.map.territories)
        # Player, phase, owners, armies, armies to place, share of the turns.
        shift = [0.0, 1.0, *[0.5] * n, *[3.0] * n, 2.0, 0.5]
        scale = [1.0, 1.0, *[-2.0] * n, *[0.25] * n, 0.25, 2.0]
        self.register_buffer("shift", torch.tensor(shift) * scaled, persistent=False)
        self.register_buffer("scale", torch.tensor(scale if scaled else [1.0] * len(scale)), persistent=False)

    def forward(self, features: Tensor) -> Tensor:
        """[B, actions]: the Q-value of every action index."""
        return self.net.q_values((features - self.shift) * self.scale)

    def take(self, net: ClassicNet) -> None:
        """Load a network for unscaled inputs: the reverse of `plain`."""
        self.net.load_net(net)
        with torch.no_grad():
            self.net.first.bias.add_(self.net.first.weight @ self.shift)
            self.net.first.weight.div_(self.scale)

    def plain(self) -> Yao2025:
        """The same network for unscaled inputs."""
        plain = Yao2025(self.net.game, self.net.published)
        plain.load_state_dict(self.net.state_dict())
        with torch.no_grad():
            plain.first.weight.mul_(self.scale)
            plain.first.bias.sub_(plain.first.weight @ self.shift)
        return plain


def greedy(
    network: QNetwork,
    features: NDArray[np.float32],
    legal: NDArray[np.bool_],
    against: NDArray[np.bool_] | None = None,
) -> NDArray[np.int32]:
    """The best legal action index of every position; the worst one if the values are those of the other seat."""
    with torch.no_grad():
        worth: NDArray[np.float32] = network(torch.from_numpy(features)).numpy()
    if against is not None:
        worth = np.where(against[:, None], -worth, worth)
    return _best(worth, legal)


def any_legal(legal: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int32]:
    """A uniformly random legal action index of every position."""
    return _best(random.random(legal.shape), legal)


def _best(worth: NDArray[np.float32] | NDArray[np.float64], legal: NDArray[np.bool_]) -> NDArray[np.int32]:
    best: NDArray[np.int32] = np.where(legal, worth, -np.inf).argmax(1).astype(np.int32)
    return best
