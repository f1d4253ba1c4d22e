"""The value network of the simultaneous game in torch; core/search/rollouts/value_net.hpp is its twin for playing."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from hegemon import _core
from hegemon.nets.value import BOARD_WIDTH, GROUP_SWAPPED, HIDDEN, LAND_SWAPPED


def value_layers(features: int) -> nn.Sequential:
    """Two hidden layers and one number; core/search/value_layers.hpp is their twin for playing."""
    layers = [nn.Linear(features, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1)]
    return nn.Sequential(*layers)


def _rows_layers(columns: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(columns, BOARD_WIDTH), nn.ReLU(), nn.Linear(BOARD_WIDTH, BOARD_WIDTH), nn.ReLU())


class BoardValue(nn.Module):  # type: ignore[misc]
    """Rows of territories and of bonuses go through layers of their own; their sums join the features of a seat."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.land, self.groups = _rows_layers(len(LAND_SWAPPED)), _rows_layers(len(GROUP_SWAPPED))
        self.head = value_layers(features + 2 * BOARD_WIDTH)

    def forward(self, features: Tensor, land: Tensor, land_of: Tensor, groups: Tensor, group_of: Tensor) -> Tensor:
        """Logits (positions, seats).

        Of features (positions, seats, features), rows of territories (rows, columns) with the number of the position
        (rows,) that each belongs to, and rows of bonuses likewise.
        """
        parts = [features]
        for layers, rows, of, swapped, scale in (
            (self.land, land, land_of, LAND_SWAPPED, _core.LAND_SCALE),
            (self.groups, groups, group_of, GROUP_SWAPPED, _core.GROUP_SCALE),
        ):
            sums = [
                torch.zeros(len(features), BOARD_WIDTH).index_add(0, of, layers(seen))
                for seen in (rows, rows[:, swapped])
            ]
            parts.append(scale * torch.stack(sums, dim=1))
        return self.head(torch.cat(parts, dim=2))[:, :, 0]
