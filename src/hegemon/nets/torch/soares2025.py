"""The policy-value graph network of the co-evolution thesis (Soares 2025) in torch: for training and for export.

Its twin for playing is core/nets/architectures/soares2025.cpp. Needs the extra ``learn``.
"""

# mypy: allow-subclassing-any

from __future__ import annotations

import os

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hegemon.game import SimultaneousGame
from hegemon.nets.simultaneous_encode import Encoded, graph_of
from hegemon.nets.simultaneous_net import SimultaneousNet
from hegemon.nets.torch.attention import Attention, Neighbourhood
from hegemon.nets.torch.twin import Twin

PARAMETERS = 32_622
WIDTHS = (20, 20, 60)
"""Features per territory after each round."""
ATTACK, TRANSFER, DEPLOY = range(3)
"""The layers of the policy for orders."""


class Round(nn.Module):
    """One round: within every group, back to the territories, then along the links."""

    def __init__(self, outputs: int, dropout: float) -> None:
        super().__init__()
        self.groups = Attention(20, 20, dropout)
        self.links = Attention(40, outputs, dropout)


class Policy(nn.Module):
    """The logit of a plan from its orders."""

    def __init__(self) -> None:
        super().__init__()
        self.attack, self.transfer, self.deploy = nn.Linear(121, 20), nn.Linear(121, 20), nn.Linear(61, 20)
        self.order, self.plan = nn.Linear(20, 20), nn.Linear(20, 1)

    def forward(self, x: Tensor, owners: Tensor, orders: Tensor) -> Tensor:
        """Territories x [B, n, 60], flags of ownership [B, n, 2], orders [B, P, O, 4] with kind -1 as padding.

        A layer over [armies, source, target] is the sum of three; those of source and target are computed once per
        territory, not per order.
        """
        kind, source, target, armies = orders.unbind(-1)
        same = (_pick(owners, source) == _pick(owners, target)).all(dim=-1)
        layer = torch.where(kind == 0, DEPLOY, torch.where(same, TRANSFER, ATTACK))
        layers = self.attack, self.transfer, self.deploy
        sources = torch.cat([part.weight[:, 1:61] for part in layers])
        targets = torch.cat([self.attack.weight[:, 61:], self.transfer.weight[:, 61:], torch.zeros_like(sources[:20])])
        bias, per_army = torch.cat([p.bias for p in layers]), torch.stack([p.weight[:, 0] for p in layers])
        armies_at = armies.unsqueeze(-1) * nn.functional.one_hot(layer, 3)
        first = armies_at.to(x.dtype) @ per_army
        first = first + _pick_layer(x @ sources.T + bias, source, layer) + _pick_layer(x @ targets.T, target, layer)
        second = torch.relu(self.order(torch.relu(first))).masked_fill((kind < 0).unsqueeze(-1), 0.0)
        logits: Tensor = self.plan(torch.relu(second.sum(dim=2))).squeeze(-1)
        return logits


class Value(nn.Module):
    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.hidden, self.out = nn.Linear(65, 60), nn.Linear(60, 1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, globals: Tensor) -> Tensor:
        hidden = torch.relu(self.hidden(torch.cat([x.mean(dim=1), globals], dim=-1)))
        return torch.tanh(self.out(self.dropout(hidden))).squeeze(-1)


class MapGraph(nn.Module):
    """The graph of a game's map as tensors."""

    shares: Tensor
    """[n, members]: the weights of group members in the features of each territory."""

    def __init__(self, game: SimultaneousGame) -> None:
        super().__init__()
        graph = graph_of(game)
        n = graph.territories
        self.in_groups = Neighbourhood(graph.member_offsets, graph.member_heard, graph.member_territory, n)
        self.along_links = Neighbourhood(graph.link_offsets, graph.link_heard, np.arange(n, dtype=np.int32), n)
        in_group = np.zeros((n, len(graph.group_weights)), np.float32)
        in_group[graph.member_territory, graph.member_group] = graph.group_weights[graph.member_group]
        self.register_buffer("shares", torch.from_numpy(in_group[:, graph.member_group]), persistent=False)


class Soares2025(Twin[SimultaneousNet]):
    """The network of the thesis; `on` selects a map, and the weights fit every map."""

    architecture, net_class = "soares2025", SimultaneousNet

    def __init__(self, game: SimultaneousGame, dropout: float = 0.5) -> None:
        super().__init__()
        self._graphs: dict[SimultaneousGame, MapGraph] = {}
        self.input = nn.Linear(5, 20)
        self.rounds = nn.ModuleList([Round(outputs, dropout) for outputs in WIDTHS])
        self.policy, self.value = Policy(), Value(dropout)
        self.on(game)
        assert sum(p.numel() for p in self.parameters()) == PARAMETERS

    def on(self, game: SimultaneousGame) -> Soares2025:
        """Use the network on a game's map."""
        if game not in self._graphs:
            self._graphs[game] = MapGraph(game)
        self.map_graph = self._graphs[game].to(self.input.weight.device)
        return self

    def body(self, territories: Tensor) -> Tensor:
        """[B, n, 5] to [B, n, 60]."""
        x = torch.relu(self.input(territories))
        for step in self.rounds:
            sent_back = self.map_graph.shares @ torch.relu(step.groups(x, self.map_graph.in_groups))
            x = torch.relu(step.links(torch.cat([x, sent_back], dim=-1), self.map_graph.along_links))
        return x

    def forward(self, territories: Tensor, globals: Tensor, orders: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Values [B], and logits [B, P] of the plans in orders [B, P, O, 4] (empty without orders)."""
        x = self.body(territories)
        logits = x.new_zeros(x.shape[0], 0) if orders is None else self.policy(x, territories[..., :2], orders)
        return self.value(x, globals), logits

    def evaluate(self, encoded: Encoded, orders: NDArray[np.int32] | None = None) -> tuple[Tensor, Tensor]:
        """Values and logits from the encoder's arrays."""
        table = None if orders is None else torch.from_numpy(orders).long()
        values: tuple[Tensor, Tensor] = self(
            torch.from_numpy(encoded.territories), torch.from_numpy(encoded.globals), table
        )
        return values

    def export_onnx(self, path: str | os.PathLike[str]) -> None:
        """Write the network for its map as an ONNX file; the numbers of positions, plans and orders are dynamic."""
        n = len(self.map_graph.along_links.territory)
        example = torch.zeros(2, n, 5), torch.zeros(2, 5), torch.zeros(2, 3, 4, 4, dtype=torch.int64)
        batch, plans, orders = (torch.export.Dim(name) for name in ("batch", "plans", "orders"))
        shapes = {0: batch}, {0: batch}, {0: batch, 1: plans, 2: orders}
        self.write_onnx(path, example, ("territories", "globals", "orders"), shapes)


def _pick(x: Tensor, index: Tensor) -> Tensor:
    """Rows x[b, index[b, ...]] of x [B, n, F]."""
    batch = torch.arange(x.shape[0], device=x.device).view(-1, 1, 1)
    return x[batch, index]


def _pick_layer(x: Tensor, index: Tensor, layer: Tensor) -> Tensor:
    """Rows of the layers' outputs x [B, n, 3 * 20]: for every order those of its territory and layer."""
    batch = torch.arange(x.shape[0], device=x.device).view(-1, 1, 1)
    rows = (batch * x.shape[1] + index) * 3 + layer
    return x.reshape(-1, 20).index_select(0, rows.flatten()).view(*rows.shape, 20)
