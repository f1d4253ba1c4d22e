"""The network of Expert Iteration for Risk (Gnecco Heredia and Cazenave 2022) in torch: for training and for export.

Its twin for playing is core/nets/architectures/heredia2022.cpp. `published` adds the dense layers that tie the network
to one map: 38,041 parameters on hex, 87,061 on classic. Needs the extra ``learn``.
"""

# mypy: allow-subclassing-any
from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import torch
from torch import Tensor, nn

from hegemon.errors import NetError
from hegemon.game import ClassicGame
from hegemon.nets.classic_encode import links_of
from hegemon.nets.torch.classic import ClassicTwin, convolution_matrix, rows_at, values_of_chances

FEATURES, WIDTH, LINK_WIDTH, FLAT, SEATS = 12, 32, 28, 64, 6
PICK, PLACE, ATTACK, FORTIFY = 1, 2, 4, 6


class Convolution(nn.Linear):
    """PyG's GCNConv: near (x W') + b."""

    def forward(self, x: Tensor, near: Tensor) -> Tensor:
        mixed: Tensor = near @ (x @ self.weight.T)
        return mixed + self.bias


class Norm(nn.BatchNorm1d):
    """Batch normalisation over all leading dimensions."""

    def forward(self, x: Tensor) -> Tensor:
        flat: Tensor = super().forward(x.reshape(-1, x.shape[-1]))
        return flat.view(x.shape)


class Residual(nn.Module):
    """PyG's DeepGCNLayer with block "res+": norm, ReLU, dropout, convolution, sum."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.norm, self.convolution = Norm(WIDTH), Convolution(WIDTH, WIDTH)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, near: Tensor) -> Tensor:
        changed: Tensor = self.convolution(self.dropout(torch.relu(self.norm(x))), near)
        return x + changed


def _layers(count: int, dropout: float) -> nn.ModuleList:
    return nn.ModuleList([Residual(dropout) for _ in range(count)])


def _through(layers: nn.ModuleList, x: Tensor, near: Tensor) -> Tensor:
    for layer in layers:
        x = layer(x, near)
    return x


class TerritoryHead(nn.Module):
    """Pick and place: a number for every territory."""

    def __init__(self, territories: int, published: bool, dropout: float) -> None:
        super().__init__()
        self.layers, self.out = _layers(3, dropout), Convolution(WIDTH, 1)
        self.published = published
        if published:
            self.first, self.second = nn.Linear(territories, FLAT), nn.Linear(FLAT, territories)

    def forward(self, x: Tensor, near: Tensor) -> Tensor:
        """[B, n]"""
        logits: Tensor = self.out(_through(self.layers, x, near), near).squeeze(-1)
        if self.published:
            logits = self.second(torch.relu(self.first(logits)))
        return logits


class Link(nn.Module):
    """A number for a link, from both its ends."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.first_norm = nn.Linear(2 * WIDTH, LINK_WIDTH), Norm(LINK_WIDTH)
        self.second, self.second_norm = nn.Linear(LINK_WIDTH, LINK_WIDTH), Norm(LINK_WIDTH)
        self.out = nn.Linear(LINK_WIDTH, 1)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        hidden = self.first_norm(torch.relu(self.first(torch.cat([source, target], dim=-1))))
        hidden = self.second_norm(torch.relu(self.second(hidden)))
        number: Tensor = self.out(hidden).squeeze(-1)
        return number


class LinkHead(nn.Module):
    """Attack and fortify: a number for every directed link, and one for passing."""

    source: Tensor
    target: Tensor
    number: Tensor

    def __init__(self, game: ClassicGame, published: bool, dropout: float) -> None:
        super().__init__()
        self.layers, self.link, self.published = _layers(4, dropout), Link(), published
        offsets, heard = links_of(game)
        links, n = len(heard), len(game.map.territories)
        source = torch.repeat_interleave(torch.arange(n), torch.from_numpy(offsets).long().diff())
        target = torch.from_numpy(heard).long()
        number = torch.zeros(n, n, dtype=torch.long)
        number[source, target] = torch.arange(links)
        for name, value in (("source", source), ("target", target), ("number", number)):
            self.register_buffer(name, value, persistent=False)
        if published:
            self.first, self.second = nn.Linear(links, FLAT), nn.Linear(FLAT, links + 1)
        else:
            self.passing = nn.Linear(WIDTH, 1)

    def forward(self, x: Tensor, near: Tensor, action_features: Tensor, positions: Tensor) -> Tensor:
        """[M]: a logit for each action; actions without territories pass."""
        x = _through(self.layers, x, near)
        source, target = action_features[:, 1], action_features[:, 2]
        stays = target < 0
        if self.published:
            numbers = torch.sigmoid(self.link(x[:, self.source], x[:, self.target]))
            flat = self.second(self.first(numbers))
            known = self.number[source.clamp(min=0), target.clamp(min=0)]
            return flat[positions, torch.where(stays, flat.shape[1] - 1, known)]
        moved = self.link(rows_at(x, positions, source), rows_at(x, positions, target))
        stay = self.passing(x.mean(dim=1)).squeeze(-1)[positions]
        return torch.where(stays, stay, moved)


class Value(nn.Module):
    """The winning probability of each of six seats, in rotated order."""

    def __init__(self, published: bool, dropout: float) -> None:
        super().__init__()
        self.layers, self.published = _layers(4, dropout), published
        self.gate, self.other = nn.Linear(WIDTH, 1), nn.Linear(WIDTH, WIDTH)
        self.first, self.second = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, SEATS)

    def forward(self, x: Tensor, near: Tensor) -> Tensor:
        x = _through(self.layers, x, near)
        # The published program has weights for this pooling, but uses the mean.
        weighted = (torch.softmax(self.gate(x), dim=1) * self.other(x)).sum(dim=1)
        pooled = x.mean(dim=1) if self.published else weighted
        return torch.sigmoid(self.second(torch.relu(self.first(pooled))))


class Heredia2022(ClassicTwin):
    """The network for a game's map; without `published` the weights fit every map."""

    inputs = ("territories", "action_features", "positions", "ways")
    near: Tensor

    def __init__(self, game: ClassicGame, published: bool = False, dropout: float = 0.3) -> None:
        super().__init__()
        self.game, self.published = game, published
        self.architecture = "heredia2022-published" if published else "heredia2022"
        self.register_buffer("near", convolution_matrix(game), persistent=False)
        n = len(game.map.territories)
        self.input, self.body = Convolution(FEATURES, WIDTH), _layers(4, dropout)
        self.pick, self.place = TerritoryHead(n, published, dropout), TerritoryHead(n, published, dropout)
        self.attack, self.fortify = LinkHead(game, published, dropout), LinkHead(game, published, dropout)
        self.value = Value(published, dropout)

    def on(self, game: ClassicGame) -> Self:
        if game.map != self.game.map:
            if self.published:
                raise NetError(f"a network of {self.architecture} plays on one map, {self.game.map.name}")
            self.near = convolution_matrix(game).to(self.near.device)
        self.game = game
        return self

    def chances(
        self, territories: Tensor, action_features: Tensor, positions: Tensor, ways: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Winning probabilities [B, 6] in rotated order and logits [M]; for training."""
        x = _through(self.body, self.input(territories, self.near), self.near)
        kind, target = action_features[:, 0], action_features[:, 2].clamp(min=0)
        logits = torch.zeros_like(ways)
        for number, territory_head in ((PICK, self.pick), (PLACE, self.place)):
            here = territory_head(x, self.near)[positions, target]
            logits = torch.where(kind == number, here, logits)
        # The phase determines the head for passing; territories encode it (attack and occupy, then fortify).
        fortifying = territories[:, 0, 10][positions] > 0
        attacking = (territories[:, 0, 9][positions] > 0) & ((kind == ATTACK) | (kind == 0))
        for chosen, link_head in ((attacking, self.attack), (fortifying, self.fortify)):
            logits = torch.where(chosen, link_head(x, self.near, action_features, positions), logits)
        evaluated = (kind == PICK) | (kind == PLACE) | attacking | fortifying
        return self.value(x, self.near), torch.where(evaluated, logits - torch.log(ways), logits)

    def forward(
        self, territories: Tensor, action_features: Tensor, positions: Tensor, ways: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Values [B, seats] in rotated order and logits [M]."""
        chances, logits = self.chances(territories, action_features, positions, ways)
        return values_of_chances(chances, self.game.seats), logits

    def teach(self, arguments: Sequence[Tensor], chances: Tensor) -> tuple[Tensor, Tensor]:
        guessed, logits = self.chances(*arguments)
        padded = nn.functional.pad(chances, (0, SEATS - chances.shape[1]))
        return nn.functional.binary_cross_entropy(guessed, padded, reduction="sum"), logits
