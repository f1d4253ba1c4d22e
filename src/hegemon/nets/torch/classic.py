"""Base class of the torch twins of the classic game's networks. Needs the extra ``learn``."""

# mypy: allow-subclassing-any
from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Self

import numpy as np
import torch
from torch import Tensor

from hegemon.game import ClassicGame
from hegemon.nets.classic_encode import ClassicEncoded, links_of
from hegemon.nets.classic_net import ClassicNet
from hegemon.nets.torch.twin import Twin


class ClassicTwin(Twin[ClassicNet]):
    """A network that takes the output of encode_classic, for the map of one game."""

    net_class = ClassicNet
    game: ClassicGame
    inputs: tuple[str, ...]
    """The names of forward's arguments; see `arguments`."""

    def on(self, game: ClassicGame) -> Self:
        """Use the network for a game on another map."""
        raise NotImplementedError

    def arguments(self, encoded: ClassicEncoded) -> tuple[Tensor, ...]:
        """The arguments of forward, from the encoder's arrays."""
        arrays = {
            "territories": encoded.territories,
            "globals": encoded.globals,
            "action_features": encoded.action_features.astype(np.int64),
            "numbers": encoded.numbers,
            "positions": encoded.positions,
            "ways": encoded.ways.astype(np.float32),
        }
        device = next(self.parameters()).device
        return tuple(torch.from_numpy(np.ascontiguousarray(arrays[name])).to(device) for name in self.inputs)

    def evaluate(self, encoded: ClassicEncoded) -> tuple[Tensor, Tensor]:
        """Values [B, seats] in rotated order, from -1 to 1, and the logits [M] of all legal actions."""
        values, logits = self(*self.arguments(encoded))
        return values, logits

    def teach(self, arguments: Sequence[Tensor], chances: Tensor) -> tuple[Tensor, Tensor]:
        """The value loss against winning probabilities [B, seats] in rotated order, summed over positions, and the
        logits [M]."""
        raise NotImplementedError

    def export_onnx(self, path: str | os.PathLike[str], example: ClassicEncoded) -> None:
        """Write the network for its map as an ONNX file; the numbers of positions and actions are dynamic.

        The example is the output of encode_classic for a few positions.
        """
        batch, actions = torch.export.Dim("batch"), torch.export.Dim("actions")
        shapes = tuple({0: actions if name in PER_ACTION else batch} for name in self.inputs)
        self.write_onnx(path, self.arguments(example), self.inputs, shapes)


PER_ACTION = ("action_features", "numbers", "positions", "ways")


def values_of_chances(chances: Tensor, seats: int) -> Tensor:
    """Winning probabilities as values: 1 for a certain win, -1 / (seats - 1) for a certain loss."""
    return (seats * chances[:, :seats] - 1) / (seats - 1)


def log_policies(logits: Tensor, positions: Tensor, count: int) -> Tensor:
    """The log-probabilities [M] of the actions of each of `count` positions, from logits [M]."""
    lowest = logits.new_full((count,), -torch.inf)
    most = lowest.scatter_reduce(0, positions, logits.detach(), "amax")
    shifted = logits - most[positions]
    totals = logits.new_zeros(count).scatter_add(0, positions, torch.exp(shifted))
    return shifted - torch.log(totals)[positions]


def rows_at(x: Tensor, positions: Tensor, territory: Tensor) -> Tensor:
    """Rows x[position, territory] of x [B, n, F], zero if there is no territory (-1)."""
    rows = positions * x.shape[1] + territory.clamp(min=0)
    found = x.reshape(-1, x.shape[-1]).index_select(0, rows)
    return found.masked_fill((territory < 0).unsqueeze(-1), 0.0)


def convolution_matrix(game: ClassicGame) -> Tensor:
    """[n, n]: D^-1/2 (A + I) D^-1/2, where the degrees D count the loops."""
    offsets, heard = links_of(game)
    n = len(game.map.territories)
    near = np.eye(n)
    near[np.repeat(np.arange(n), np.diff(offsets)), heard] = 1.0
    roots = np.sqrt(near.sum(axis=1))
    return torch.from_numpy((near / roots[:, None] / roots[None, :]).astype(np.float32))
