"""The policy network of the simultaneous game in torch; core/search/rollouts/policy_net.hpp is its twin for playing."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from hegemon import _core
from hegemon.nets.policy import PARTS, SOURCE_PARTS, TARGET_PARTS
from hegemon.nets.value import GROUP_SWAPPED, LAND_SWAPPED

WIDTH = _core.POLICY_WIDTH


@dataclass(frozen=True)
class Options:
    """Options of drafts, and the positions they belong to, all numbered through."""

    features: Tensor
    """(positions, features)"""
    land: Tensor
    """(rows, columns) with the number of the position (rows,) that each belongs to"""
    land_of: Tensor
    groups: Tensor
    """likewise"""
    group_of: Tensor
    near: Tensor
    """(pairs, 2) rows of territories"""
    members: Tensor
    """(pairs, 2) rows of territories and of bonuses"""
    kinds: Tensor
    """(options,)"""
    positions: Tensor
    """(options,)"""
    sources: Tensor
    """(options,) rows of territories; -1 is none"""
    targets: Tensor
    columns: Tensor
    """(options, columns)"""


class BoardPolicy(nn.Module):  # type: ignore[misc]
    """A territory hears its neighbours, its bonuses and the whole board, twice; an option its source and its target."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.land, self.groups = nn.Linear(len(LAND_SWAPPED), WIDTH), nn.Linear(len(GROUP_SWAPPED), WIDTH)
        self.context, self.mix = nn.Linear(features + 2 * WIDTH, WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.mix_again = nn.Linear(4 * WIDTH, WIDTH)
        self.parts, self.stop = nn.Linear(WIDTH, PARTS * WIDTH), nn.Linear(WIDTH, WIDTH)
        kinds = len(SOURCE_PARTS)
        self.columns = nn.ModuleList(nn.Linear(_core.OPTION_COLUMNS, WIDTH, bias=False) for _ in range(kinds))
        self.out = nn.ModuleList(nn.Linear(WIDTH, 1) for _ in range(kinds))

    def forward(self, given: Options) -> Tensor:
        """Logits (options,)."""
        land, groups = torch.relu(self.land(given.land)), torch.relu(self.groups(given.groups))
        empty = land.new_zeros
        sums = (
            _core.LAND_SCALE * empty(len(given.features), WIDTH).index_add(0, given.land_of, land),
            _core.GROUP_SCALE * empty(len(given.features), WIDTH).index_add(0, given.group_of, groups),
        )
        context = torch.relu(self.context(torch.cat((given.features, *sums), dim=1)))
        members = empty(len(land), WIDTH).index_add(0, given.members[:, 0], groups[given.members[:, 1]])
        for mix in (self.mix, self.mix_again):
            near = empty(len(land), WIDTH).index_add(0, given.near[:, 0], land[given.near[:, 1]])
            land = torch.relu(mix(torch.cat((land, _core.NEAR_SCALE * near, members, context[given.land_of]), dim=1)))
        parts = self.parts(land).view(-1, PARTS, WIDTH).unbind(1)
        logits = empty(len(given.kinds))
        for kind, (source, target) in enumerate(zip(SOURCE_PARTS, TARGET_PARTS, strict=True)):
            here = torch.nonzero(given.kinds == kind)[:, 0]
            board = source is None
            hidden = self.stop(context)[given.positions[here]] if board else parts[source][given.sources[here]]
            if target is not None:
                hidden = hidden + parts[target][given.targets[here]]
            hidden = torch.relu(hidden + self.columns[kind](given.columns[here]))
            logits = logits.index_add(0, here, self.out[kind](hidden)[:, 0])
        return logits
