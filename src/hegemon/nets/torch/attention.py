"""Attention between territories, which several networks use. Needs the extra ``learn``."""

# mypy: allow-subclassing-any
from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn


class Neighbourhood(nn.Module):
    """Attention masks: for every query its territory, and the territories that it does not attend to."""

    territory: Tensor
    deaf: Tensor

    def __init__(
        self, offsets: NDArray[np.int32], heard: NDArray[np.int32], territory: NDArray[np.int32], n: int
    ) -> None:
        super().__init__()
        deaf = np.ones((len(territory), n), bool)
        deaf[np.repeat(np.arange(len(territory)), np.diff(offsets)), heard] = False
        self.register_buffer("territory", torch.from_numpy(territory.astype(np.int64)), persistent=False)
        self.register_buffer("deaf", torch.from_numpy(deaf), persistent=False)


class Attention(nn.Module):
    """Attention to neighbours with a gated skip: PyG's TransformerConv with one head and beta=True.

    All territories are scored and the others are masked: on maps of this size that is faster than gathering.
    """

    def __init__(self, inputs: int, outputs: int, dropout: float) -> None:
        super().__init__()
        self.query, self.key = nn.Linear(inputs, outputs), nn.Linear(inputs, outputs)
        self.value, self.skip = nn.Linear(inputs, outputs), nn.Linear(inputs, outputs)
        self.gate = nn.Linear(3 * outputs, 1, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, near: Neighbourhood) -> Tensor:
        listener = x.index_select(1, near.territory)
        query, key, value = self.query(listener), self.key(x), self.value(x)
        scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
        shares = torch.softmax(scores.masked_fill(near.deaf, -1e30), dim=-1).masked_fill(near.deaf, 0.0)
        message = self.dropout(shares) @ value
        own = self.skip(listener)
        beta = torch.sigmoid(self.gate(torch.cat([message, own, message - own], dim=-1)))
        return beta * own + (1 - beta) * message
